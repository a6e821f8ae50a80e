# SPDX-License-Identifier: Apache-2.0
"""The Jacobian from screws, and from the factors in the papers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import block_diag, expm

from .._core import Error, Robot
from ..arrays import Numbers
from .mechanism import body_of, moving_bodies
from .series import cross_matrix, moved_bodies


def screw_jacobian(robot: Robot, position: ArrayLike, link: str, point: ArrayLike) -> Numbers:
    """Columns [k x (p - p_i) Delta + k (1 - Delta); k Delta] (000 (121)-(124)), 6 x bodies.

    One column for every moving body, zero if its joint does not move the link; `point` is p in the
    axes of the root link [m].
    """
    where = np.asarray(point, dtype=float)
    moved = moved_bodies(robot, np.asarray(position, dtype=float)[None], 1, "Jacobian")
    columns = np.zeros((6, len(moved)))
    for index in _path(robot, link):
        body = moved[index].body
        motion = moved[index].pose[0] @ np.linalg.inv(body.home)  # E_1 ... E_i
        axis = motion[:3, :3] @ body.axis
        if body.is_revolute:
            arm = where - (motion[:3, :3] @ body.point + motion[:3, 3])
            columns[:, index] = np.hstack([np.cross(axis, arm), axis])
        else:
            columns[:3, index] = axis
    return columns


@dataclass(frozen=True)
class JacobianFactors:
    """ME(J_i1), ME(J_i2), ME(J_i3) and M_ivw of one joint."""

    first: Numbers
    """6 x 6: the rotations of the preceding joints."""
    second: Numbers
    """6 x 9: [1, Delta k x, 0; 0, 0, 1]."""
    third: Numbers
    """9 x [12 + 3 (n - i)]: the rotations of the following joints."""
    column: Numbers
    """(v_i; b_i ... b_n; p_n0; Delta_i k_i)."""

    @property
    def product(self) -> Numbers:
        """The column J_i for the origin of the link's body, in the axes of the root link."""
        return self.first @ self.second @ self.third @ self.column


def jacobian_factors(robot: Robot, position: ArrayLike, link: str) -> list[JacobianFactors]:
    """Return the factors of every joint from the base to a link, in this order.

    002 (49)-(55): J_i = ME(J_i1) ME(J_i2) ME(J_i3) M_ivw. The block sizes in the papers lack three
    columns and their blocks are in another order; the sizes and order used here give J.
    """
    given = np.asarray(position, dtype=float)
    if given.shape != (robot.dof,):
        raise Error(f"position: found shape {given.shape}, expected ({robot.dof},)")
    path = _path(robot, link)
    bodies = [moving_bodies(robot)[index] for index in path]
    steps = [
        expm(body.twist * (body.multiplier * given[body.column] + body.offset)) for body in bodies
    ]
    turns = [step[:3, :3] for step in steps]
    factors = []
    before = np.eye(3)
    for i, body in enumerate(bodies):
        delta = float(body.is_revolute)
        second = np.zeros((6, 9))
        second[:3, :3], second[3:, 6:] = np.eye(3), np.eye(3)
        second[:3, 3:6] = delta * cross_matrix(body.axis)
        behind = [np.eye(3)]
        for turn in turns[i:]:
            behind.append(behind[-1] @ turn)
        shifts = [step[:3, 3] for step in steps[i:]]  # b of 000 (90)
        factors.append(
            JacobianFactors(
                first=block_diag(before, before),
                second=second,
                third=block_diag(np.eye(3), np.hstack(behind), np.eye(3)),
                column=np.hstack([body.moment, *shifts, bodies[-1].home[:3, 3], delta * body.axis]),
            )
        )
        before = before @ turns[i]
    return factors


def _path(robot: Robot, link: str) -> list[int]:
    bodies = moving_bodies(robot)
    index = body_of(robot, link)
    path = []
    while index >= 0:
        path.append(index)
        index = bodies[index].parent
    return path[::-1]
