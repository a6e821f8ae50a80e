# SPDX-License-Identifier: Apache-2.0
"""Higher-order dynamics: joint forces, their time derivatives and acceleration energies.

All numbers are in SI units. A motion is an array whose row k is the k-th time derivative of the
joint positions, one column per joint of the robot.
"""

from __future__ import annotations

from . import accelerometer, classic, kinematics, limits, mass
from ._core import (
    MAX_ORDER,
    BaseMotion,
    Error,
    MotionMatch,
    MotionTable,
    Robot,
    Workspace,
    energies,
    force_terms,
    forces,
    motor,
    reactions,
    read_motion,
)
from .interpolation import (
    fit,
    from_ruckig,
    from_sections,
    interpolate,
    minimum_jerk,
    minimum_snap,
)
from .kinematics import jacobian
from .polynomial import Polynomial
from .smoothing import Smoothed, smooth
from .table import write_table
from .values import Drive, Friction, Joint, Limits, Load, LoadTable, Motor, Payload

__version__ = "0.1.0"

__all__ = [
    "MAX_ORDER",
    "BaseMotion",
    "Drive",
    "Error",
    "Friction",
    "Joint",
    "Limits",
    "Load",
    "LoadTable",
    "MotionMatch",
    "MotionTable",
    "Motor",
    "Payload",
    "Polynomial",
    "Robot",
    "Smoothed",
    "Workspace",
    "accelerometer",
    "classic",
    "energies",
    "fit",
    "force_terms",
    "forces",
    "from_ruckig",
    "from_sections",
    "interpolate",
    "jacobian",
    "kinematics",
    "limits",
    "mass",
    "minimum_jerk",
    "minimum_snap",
    "motor",
    "reactions",
    "read_motion",
    "smooth",
    "write_table",
]
