# SPDX-License-Identifier: Apache-2.0
"""Poses of bodies with their time derivatives, by the product of exponentials in NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, factorial

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import expm

from .._core import Error, MovingBody, Robot
from ..arrays import Numbers
from .mechanism import moving_bodies

MOMENT_OF_SKEW = ((2, 1), (0, 2), (1, 0))


@dataclass(frozen=True)
class MovedBody:
    """A body along a motion: row k of `pose` is the k-th time derivative of T_i (000 (71))."""

    body: MovingBody
    pose: Numbers

    @property
    def rotation(self) -> Numbers:
        """R, R', ..., (rows, 3, 3)."""
        return self.pose[:, :3, :3]

    def point(self, local: ArrayLike) -> Numbers:
        """Return the position of a point of the body, with derivatives, (rows, 3)."""
        moved: Numbers = self.rotation @ np.asarray(local, dtype=float) + self.pose[:, :3, 3]
        return moved

    @property
    def center(self) -> Numbers:
        """r_C, r_C', ..., (rows, 3)."""
        return self.point(self.body.mass.center)

    @property
    def spins(self) -> Numbers:
        """R' R^T, R'' R^T, ...: the derivatives of R in the axes of the root link."""
        spins: Numbers = self.rotation[1:] @ self.rotation[0].T
        return spins

    @property
    def rates(self) -> Numbers:
        """omega, omega', ... in the axes of the root link, one row fewer than `pose`."""
        return rotation_rates(self.rotation)

    @property
    def inertia(self) -> Numbers:
        """I* about the centre of mass, in the axes of the root link."""
        tensor: Numbers = self.rotation[0] @ self.body.mass.inertia @ self.rotation[0].T
        return tensor

    @property
    def planar(self) -> Numbers:
        """I_p* about the centre of mass, in the axes of the root link."""
        tensor: Numbers = self.rotation[0] @ self.body.mass.planar @ self.rotation[0].T
        return tensor


def moved_bodies(robot: Robot, motion: ArrayLike, rows: int, what: str) -> list[MovedBody]:
    """Return every moving body with `rows` derivatives of its pose, from E' = xi q' E."""
    given = np.asarray(motion, dtype=float)
    if given.ndim != 2 or given.shape[1] != robot.dof or len(given) < rows:
        raise Error(
            f"{what}: found a motion of shape {given.shape}, expected at least {rows} rows, q and "
            f"its derivatives, of {robot.dof} joints"
        )
    products: list[Numbers] = []
    moved = []
    for body in moving_bodies(robot):
        step = _exponential(body, given[:rows, body.column])
        products.append(step if body.parent < 0 else _product(products[body.parent], step))
        derivatives = np.array([factorial(k) for k in range(rows)])[:, None, None]
        moved.append(MovedBody(body, products[-1] @ body.home * derivatives))
    return moved


def rotation_rates(rotation: Numbers) -> Numbers:
    """omega, omega', ... from R, R', R'', ...: R' R^T and its derivatives, one row fewer."""
    rates, back = rotation[1:], rotation.transpose(0, 2, 1)
    return np.array([axial_vector(leibniz(rates, back, k)) for k in range(len(rates))])


def leibniz(
    left: Sequence[Numbers] | Numbers,
    right: Sequence[Numbers] | Numbers,
    k: int,
    multiplied: Callable[[Numbers, Numbers], Numbers] = np.matmul,
) -> Numbers:
    """Return the k-th derivative of a product; rows of the factors are derivatives."""
    terms = [comb(k, i) * multiplied(left[i], right[k - i]) for i in range(k + 1)]
    return np.asarray(sum(terms))


def _exponential(body: MovingBody, motion: Numbers) -> Numbers:
    """Taylor coefficients of exp(xi q(t))."""
    rates = [body.multiplier * rate / factorial(k) for k, rate in enumerate(motion[1:])]
    series = [expm(body.twist * (body.multiplier * motion[0] + body.offset))]
    for k in range(1, len(motion)):
        total = sum(rates[i] * series[k - 1 - i] for i in range(k))
        series.append(body.twist @ total / k)
    return np.array(series)


def _product(left: Numbers, right: Numbers) -> Numbers:
    return np.array([sum(left[i] @ right[k - i] for i in range(k + 1)) for k in range(len(left))])


def axial_vector(matrix: Numbers) -> Numbers:
    """Return w of the skew matrix [w x]."""
    return np.array([matrix[row, column] for row, column in MOMENT_OF_SKEW])


def cross_matrix(vector: ArrayLike) -> Numbers:
    """Return [w x]."""
    x, y, z = np.asarray(vector, dtype=float)
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
