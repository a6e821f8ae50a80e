# SPDX-License-Identifier: Apache-2.0
"""The arm of the experiment: nominal links and drives, and the motion to follow."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np

from ... import Drive, Robot
from ...arrays import Numbers
from ...example import example_urdf
from ..path import rest_to_rest

DURATION = 0.6  # s
REST = 0.2  # s of observation after the arm should have stopped
START = np.array([0.0, -0.3, 0.0, 1.6, 0.0, -0.8, 0.5])
TRAVEL = np.array([0.8, 0.6, -0.5, -0.7, 0.6, 0.5, 0.8])

# Drives with strain wave gears in sizes for such an arm (nominal), on the output side.
STIFFNESS = np.array([2.0e4, 2.0e4, 1.2e4, 1.2e4, 8.0e3, 8.0e3, 5.0e3])  # N m/rad
MOTOR_INERTIA = np.array([0.6, 0.6, 0.4, 0.4, 0.2, 0.2, 0.15])  # kg m²


def nominal_urdf() -> str:
    """Return the URDF of the packaged arm."""
    return example_urdf("seven_axis_arm")


def make_arm(*, mass: float = 1.0, stiffness: float = 1.0, relaxation: float = 0.0) -> Robot:
    """Return the arm with all masses and stiffnesses scaled; D = relaxation [s] times K."""
    robot = Robot.from_urdf(_with_mass(nominal_urdf(), mass))
    springs = (stiffness * STIFFNESS).tolist()
    drives = {
        joint: Drive(motor_inertia=inertia, stiffness=spring, damping=relaxation * spring)
        for joint, spring, inertia in zip(
            robot.joint_names, springs, MOTOR_INERTIA.tolist(), strict=True
        )
    }
    return robot.replace(drives=drives, elastic=True)


def motion_at(times: Numbers, rows: int = 5) -> Numbers:
    """Return q, q', ... (instants, rows, joints): all joints at once, from rest to rest."""
    motion: Numbers = rest_to_rest(times, DURATION, rows)[:, :, np.newaxis] * TRAVEL
    motion[:, 0] += START
    return motion


def _with_mass(urdf: str, factor: float) -> str:
    """Scale the masses and inertias of all links."""
    robot = ElementTree.fromstring(urdf)
    for inertial in robot.iter("inertial"):
        for element in (inertial.find("mass"), inertial.find("inertia")):
            if element is not None:
                for name, value in element.items():
                    element.set(name, repr(factor * float(value)))
    return ElementTree.tostring(robot, encoding="unicode")
