# SPDX-License-Identifier: Apache-2.0
"""Kinematics of any order: points, Jacobians and their derivatives, operational motion, momenta.

Everything is expressed in the axes of the root link ("world"), which must be at rest but may have
any orientation; if it moves, only order 0 is available. Row k of a result is the k-th time
derivative, row k of a motion that of q, one column per joint of the robot. Numbers in brackets are
equations of the papers that the theory pages list.
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
