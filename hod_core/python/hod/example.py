# SPDX-License-Identifier: Apache-2.0
"""The robots that come with HOD, all with nominal dimensions and masses."""

from __future__ import annotations

from importlib.resources import as_file, files

from ._core import Robot
from .mass import robot_urdf


def example_urdf(name: str = "fanuc_lrmate") -> str:
    """Return the URDF of one of the packaged robots: "fanuc_lrmate" or "seven_axis_arm"."""
    with as_file(files("hod") / "data" / f"{name}.yaml") as path:
        return robot_urdf(path)


def example_robot(name: str = "fanuc_lrmate") -> Robot:
    """Return one of the packaged robots, for experiments and examples.

    Examples
    --------
    >>> example_robot().joint_names
    ['J1', 'J2', 'J3', 'J4', 'J5']

    """
    return Robot.from_urdf(example_urdf(name))
