# SPDX-License-Identifier: Apache-2.0
"""Kinematics of any order: points, Jacobians and their derivatives, operational motion, momenta.

Everything is in the axes of the root link ("world"), row k of a result being the k-th time
derivative; row k of a motion is q's k-th derivative, one column per joint of the robot. Numbers in
brackets are equations of the papers that the theory pages list.
"""

from __future__ import annotations

from typing import NamedTuple

from numpy.typing import ArrayLike

from . import _core
from ._core import MAX_KINEMATICS_ORDER, Robot
from .arrays import Numbers

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

_ORIGIN = (0.0, 0.0, 0.0)


def jacobian(
    robot: Robot, motion: ArrayLike, link: str, order: int = 2, *, point: ArrayLike = _ORIGIN
) -> Numbers:
    """J, J', ... up to `order` of a point of a link, (order + 1, 6, joints) (002 (47)-(56)).

    Rows are those of the point's velocity, then of the link's angular velocity; `point` is in the
    link's frame. Needs order + 1 rows of motion. Orders 0 and 1 are Pinocchio's
    `getFrameJacobian` and `getFrameJacobianTimeVariation` in LOCAL_WORLD_ALIGNED.
    """
    return _core.jacobian(robot, motion, link, order, point)


def point_motion(
    robot: Robot, motion: ArrayLike, link: str, order: int = 4, *, point: ArrayLike = _ORIGIN
) -> Numbers:
    """Position, velocity, acceleration, jerk, ... of a point of a link, (order + 1, 3)."""
    return _core.point_motion(robot, motion, link, order, point)


def orientation(robot: Robot, motion: ArrayLike, link: str, order: int = 0) -> Numbers:
    """R, R', ... of a link, (order + 1, 3, 3)."""
    return _core.orientation(robot, motion, link, order)


def operational_motion(
    robot: Robot, motion: ArrayLike, link: str, order: int = 4, *, point: ArrayLike = _ORIGIN
) -> Numbers:
    """X', X'', ... up to X of `order`, (order, 6): row m - 1 is X of order m (001 (59), 002 (47)).

    X' is the velocity of the point and the angular velocity of the link; needs order + 1 rows.
    """
    return _core.operational_motion(robot, motion, link, order, point)


class JointMotion(NamedTuple):
    """A joint motion, and how well it produces the operational one it was asked for."""

    motion: Numbers
    """Row m is q of order m."""
    residual: Numbers
    """Entry m is |X of order m - what `motion` gives|; entry 0 is zero."""
    singular_values: Numbers
    """Of J, descending."""
    rank: int
    """Singular values above rounding."""
    damped: bool
    """Whether one was below the threshold, so that the solution was held back."""


def joint_motion(
    robot: Robot,
    position: ArrayLike,
    operational: ArrayLike,
    link: str,
    *,
    rows: str = "all",
    point: ArrayLike = _ORIGIN,
    threshold: float = 1e-3,
    damping: float = 1e-2,
) -> JointMotion:
    """Joint derivatives that produce X', X'', ... at a position (001 (60), 002 (48)).

    The inverse of `operational_motion`: exact where J is square and regular, the smallest solution
    for redundant joints, least squares for too few. Singular values below `threshold` times the
    largest are damped, as far as `damping` times the largest. `rows` chooses what is prescribed:
    "all" (six columns), "linear" or "angular" (three).
    """
    return JointMotion(
        *_core.joint_motion(robot, position, operational, link, rows, point, threshold, damping)
    )


def momentum(
    robot: Robot, motion: ArrayLike, order: int = 2, *, about: ArrayLike = _ORIGIN
) -> Numbers:
    """Linear and angular momentum and derivatives, (order + 1, 6) (003 (21), (33), (44)-(47)).

    `about` is a point at rest. The rate of the one is the sum of all forces on the robot, of the
    other that of their moments about the point. Needs order + 2 rows.
    """
    return _core.momentum(robot, motion, order, about)


def kinetic_energy(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """T, T', ... up to `order` (001 (70), 003 (58)); T' is the power of the inertia forces."""
    return _core.kinetic_energy(robot, motion, order)


def mass_moment(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Mass times the position of the centre of mass, and its derivatives, (order + 1, 3).

    The potential energy is minus its scalar product with `robot.gravity`.
    """
    return _core.mass_moment(robot, motion, order)
