# SPDX-License-Identifier: Apache-2.0
"""Arms that move as their motor torques make them: for tests, experiments and simulated robots.

This part of hod is built where Pinocchio and Boost are; elsewhere the import fails with a sentence.
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
