# SPDX-License-Identifier: Apache-2.0
"""Small robots and motions for the tests of the Python module and the command."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hod._core import motion_columns
from hod.table import write_table

Numbers = npt.NDArray[np.float64]


def link(name: str, mass: float | str = 1.0, ixx: float = 0.03) -> str:
    return (
        f'<link name="{name}"><inertial><origin xyz="0.1 0.02 0.3" rpy="0.1 0.2 0.3"/>'
        f'<mass value="{mass}"/>'
        f'<inertia ixx="{ixx}" ixy="0.001" ixz="0" iyy="0.04" iyz="0.002" izz="0.05"/>'
        "</inertial></link>\n"
    )


def joint(name: str, parent: str, child: str, inside: str = "", kind: str = "revolute") -> str:
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.5"/><axis xyz="0.2 1 -0.4"/>{inside}</joint>\n'
    )


def urdf_of(*elements: str) -> str:
    return '<robot name="arm">\n' + "".join(elements) + "</robot>\n"


def arm_of(*masses: float) -> str:
    """Make an arm of two revolute joints and a prismatic one; masses of the base and the links."""
    return urdf_of(
        *(
            link(name, mass)
            for name, mass in zip(("base", "upper", "fore", "hand"), masses, strict=True)
        ),
        joint(
            "shoulder",
            "base",
            "upper",
            '<limit lower="-1" upper="2" effort="30" velocity="4"/>'
            '<dynamics damping="0.5" friction="2"/>',
        ),
        joint("elbow", "upper", "fore", kind="continuous"),
        joint(
            "slide",
            "fore",
            "hand",
            '<limit lower="-0.2" upper="0.3" effort="50" velocity="1"/>',
            "prismatic",
        ),
    )


ARM = arm_of(1.0, 1.0, 1.0, 1.0)
UNEQUAL_ARM = arm_of(1.5, 2.5, 0.7, 1.8)
"""Where a mass that is left out, or one too many, makes a difference."""

FORKED = urdf_of(
    link("base", 1.5),
    link("trunk", 2.5),
    link("left", 0.7),
    link("hand", 1.8),
    link("right", 1.2),
    joint("waist", "base", "trunk", kind="continuous"),
    joint(
        "port",
        "trunk",
        "left",
        '<mimic joint="waist" multiplier="-0.5" offset="0.3"/>',
        "continuous",
    ),
    joint("wrist", "left", "hand", kind="continuous"),
    joint(
        "slide",
        "trunk",
        "right",
        '<limit lower="-1" upper="1" effort="1" velocity="1"/>',
        "prismatic",
    ),
)
"""Two branches, one of them beyond a joint that follows another from an offset."""

ARM_JOINTS = ["shoulder", "elbow", "slide"]


def motion(states: int | None = None, rows: int = 5, dof: int = 3, seed: int = 1) -> Numbers:
    """Make a random motion, or a batch of them."""
    shape = (rows, dof) if states is None else (states, rows, dof)
    return np.random.default_rng(seed).standard_normal(shape)


def write_motion(path: object, batch: Numbers, joints: list[str] = ARM_JOINTS) -> Numbers:
    """Write a batch as a motion table; return its times."""
    states, rows, _ = batch.shape
    times = np.arange(states) * 0.001
    values = batch.swapaxes(1, 2).reshape(states, -1)
    write_table(str(path), motion_columns(joints, rows), times, values)
    return times
