# SPDX-License-Identifier: Apache-2.0
"""Kinematics of any order: points, Jacobians and their derivatives, operational motion, momenta.

Everything is in the axes of the root link ("world"), which has to be at rest in any orientation; of
one that moves only order 0 is answered. Row k of a result is the k-th time derivative, row k of a
motion q's, one column per joint of the robot. Numbers in brackets are equations of the papers that
the theory pages list.
"""

from __future__ import annotations

from ._core import (
    MAX_KINEMATICS_ORDER,
    jacobian,
    joint_motion,
    kinetic_energy,
    mass_moment,
    momentum,
    operational_motion,
    orientation,
    point_motion,
)
from .values import JointMotion

__all__ = [
    "MAX_KINEMATICS_ORDER",
    "JointMotion",
    "jacobian",
    "joint_motion",
    "kinetic_energy",
    "mass_moment",
    "momentum",
    "operational_motion",
    "orientation",
    "point_motion",
]
