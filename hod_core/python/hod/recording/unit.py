# SPDX-License-Identifier: Apache-2.0
"""Units that a recording may be in, as factors to SI."""

from __future__ import annotations

from math import pi

STANDARD_GRAVITY = 9.80665  # m/s², exact by definition

_DEGREE = pi / 180.0

SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}

ACCELERATIONS = {
    "m/s^2": 1.0,
    "mm/s^2": 1e-3,
    "g": STANDARD_GRAVITY,
    "mg": 1e-3 * STANDARD_GRAVITY,
}

ANGULAR_VELOCITIES = {"rad/s": 1.0, "deg/s": _DEGREE}

JOINT_UNITS = {
    0: {"rad": 1.0, "deg": _DEGREE, "m": 1.0, "mm": 1e-3},
    1: {"rad/s": 1.0, "deg/s": _DEGREE, "m/s": 1.0, "mm/s": 1e-3},
    2: {"rad/s^2": 1.0, "deg/s^2": _DEGREE, **ACCELERATIONS},
    3: {"N m": 1.0, "N": 1.0},
}
"""By order of derivative, and of efforts; the first is the default."""
