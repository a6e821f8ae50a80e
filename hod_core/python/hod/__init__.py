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
    ElasticDrive,
    Error,
    Robot,
    MotionMatch,
    MotionTable,
    Workspace,
    energies,
    forces,
    read_motion,
)
from .force_settings import ForceSettings
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
from .terms import Friction, Load, LoadTable, Payload, Rotors, force_terms

__version__ = "0.1.0"

__all__ = [
    "MAX_ORDER",
    "BaseMotion",
    "ElasticDrive",
    "Error",
    "ForceSettings",
    "Friction",
    "Load",
    "LoadTable",
    "Robot",
    "MotionMatch",
    "MotionTable",
    "Payload",
    "Polynomial",
    "Rotors",
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
    "read_motion",
    "smooth",
    "write_table",
]
