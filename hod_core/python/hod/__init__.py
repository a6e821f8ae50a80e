# SPDX-License-Identifier: Apache-2.0
"""Higher-order dynamics: joint forces, their time derivatives and acceleration energies.

All numbers are in SI units. A motion is an array whose row k is the k-th time derivative of the
joint positions, one column per joint of the robot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    jacobian,
    motor,
    reactions,
    read_motion,
)
from .values import (
    Drive,
    Friction,
    Joint,
    JointMotion,
    Limits,
    Load,
    LoadTable,
    Motor,
    Payload,
)

if TYPE_CHECKING:
    from . import accelerometer, classic, kinematics, limits, mass
    from .example import example_robot
    from .interpolation import (
        fit,
        from_ruckig,
        from_sections,
        interpolate,
        minimum_jerk,
        minimum_snap,
    )
    from .polynomial import Polynomial
    from .smoothing import Smoothed, smooth
    from .table import write_table

__version__ = "0.1.0"

# Imported on first access: name to module, or to None for a module itself.
_LATER = {
    "Polynomial": "polynomial",
    "Smoothed": "smoothing",
    "accelerometer": None,
    "classic": None,
    "example_robot": "example",
    "fit": "interpolation",
    "from_ruckig": "interpolation",
    "from_sections": "interpolation",
    "interpolate": "interpolation",
    "kinematics": None,
    "limits": None,
    "mass": None,
    "minimum_jerk": "interpolation",
    "minimum_snap": "interpolation",
    "smooth": "smoothing",
    "write_table": "table",
}

__all__ = [
    "MAX_ORDER",
    "BaseMotion",
    "Drive",
    "Error",
    "Friction",
    "Joint",
    "JointMotion",
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
    "example_robot",
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


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'hod' has no attribute '{name}'")
    home = _LATER[name]
    value = import_module(f"hod.{home or name}")
    globals()[name] = value if home is None else getattr(value, name)
    return globals()[name]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
