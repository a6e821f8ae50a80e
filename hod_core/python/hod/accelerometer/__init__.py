# SPDX-License-Identifier: Apache-2.0
"""Joint motion from accelerometers anywhere on a robot: whole recordings, or instant by instant.

A sensor reads scale * d . R^T (p'' - g) + bias along each of its axes, with R the orientation of
its link, p'' the acceleration at its position and d = misalignment @ axis; g is omitted for a
sensor of coordinate acceleration.
"""

from __future__ import annotations

from .fixed_lag import FixedLag
from .instant import InstantMotion, accelerations
from .recovery import JointReading, Observability, Recovery, Unknown, recover
from .sensor import Readings, Recording, Sensor, bias_at_rest, predict

__all__ = [
    "FixedLag",
    "InstantMotion",
    "JointReading",
    "Observability",
    "Readings",
    "Recording",
    "Recovery",
    "Sensor",
    "Unknown",
    "accelerations",
    "bias_at_rest",
    "predict",
    "recover",
]
