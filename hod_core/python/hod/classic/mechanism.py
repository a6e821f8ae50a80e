# SPDX-License-Identifier: Apache-2.0
"""A robot as the papers describe it: screw axes and bodies in the axes of the root link."""

from __future__ import annotations

from .. import _core
from .._core import MovingBody, Robot
from ..arrays import Numbers

__all__ = ["MovingBody", "body_of", "carried_bodies", "moving_bodies"]


def moving_bodies(robot: Robot) -> list[MovingBody]:
    """Return the screw axes and bodies, parents first (000 (90), (91), 002 (53), (57)).

    All joints are at position zero. The base is excluded; links joined by fixed joints are one
    body, including their payloads. A moving base is rejected.
    """
    return _core.classic_mechanism(robot)


def gravity_in_root(robot: Robot) -> Numbers:
    """Return the acceleration of free fall in the axes of the root link, in any orientation."""
    gravity: Numbers = robot.base.rotation.T @ robot.gravity
    return gravity


def carried_bodies(robot: Robot, index: int) -> list[int]:
    """Return the indices of the bodies moved by the joint of a body, its own first."""
    carried: list[int] = []
    for other, body in enumerate(moving_bodies(robot)):
        if other == index or body.parent in carried:
            carried.append(other)
    return carried


def body_of(robot: Robot, link: str) -> int:
    """Return the index of the moving body that a link belongs to, -1 for the base."""
    return _core.classic_body_of(robot, link)
