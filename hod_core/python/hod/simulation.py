# SPDX-License-Identifier: Apache-2.0
"""Simulated arms driven by motor torques: for tests, experiments and simulated robots.

This part of hod is built only if Pinocchio and Boost are available; otherwise importing it raises
an error that says so.
"""

from __future__ import annotations

from ._core import Error

try:
    from ._simulation import SimulatedArm
except ModuleNotFoundError as error:
    raise Error(
        "hod.simulation: found a hod built without Pinocchio, expected one built with it "
        "(HOD_WITH_PINOCCHIO=ON)"
    ) from error

__all__ = ["SimulatedArm"]
