# SPDX-License-Identifier: Apache-2.0
"""Higher-order dynamics: joint forces, their time derivatives and acceleration energies.

All numbers are in SI units. A motion is an array whose row k is the k-th time derivative of the
joint positions, one column per joint of the model.
"""

from __future__ import annotations

from . import classic, kinematics, mass
from ._core import (
    MAX_ORDER,
    Error,
    Model,
    MotionMatch,
    MotionTable,
    Workspace,
    energies,
    force_terms,
    forces,
    read_motion,
)
from .kinematics import jacobian
from .polynomial import Polynomial
from .table import write_table

__version__ = "0.1.0"

__all__ = [
    "MAX_ORDER",
    "Error",
    "Model",
    "MotionMatch",
    "MotionTable",
    "Polynomial",
    "Workspace",
    "classic",
    "energies",
    "force_terms",
    "forces",
    "jacobian",
    "kinematics",
    "mass",
    "read_motion",
    "write_table",
]
