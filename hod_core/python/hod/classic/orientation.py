# SPDX-License-Identifier: Apache-2.0
"""Orientation of a free body: twelve sets of angles, J_psi and its derivatives (001 (8)-(42)).

A set is named by its axes, such as "xyz" or "zxz": R = R(x, alpha) R(y, beta) R(z, gamma), each
rotation about an axis turned by the preceding ones. w = J_psi (alpha', beta', gamma') in the axes
of the reference frame. J_psi times the angles themselves is not a vector with the rate w, although
001 (29) and 000 (138) print it so.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike

from .._core import Error
from ..arrays import Numbers
from .series import cross_matrix, leibniz

ANGLE_SETS = (
    *("xyz", "xzy", "yxz", "yzx", "zxy", "zyx"),
    *("xyx", "xzx", "yxy", "yzy", "zxz", "zyz"),
)
"""All sets of three axes without equal neighbours."""

_SINGULAR = 1e-9  # of sin or cos of the middle angle


def rotation_matrix(axes: str, angles: ArrayLike) -> Numbers:
    """R, R', R'', ... for rows of angles and their derivatives, (rows, 3, 3) (001 (12)-(22))."""
    rows = _rows(axes, angles)
    first, second, third = (_simple_rotation(axis, rows[:, j]) for j, axis in enumerate(axes))
    return _product(_product(first, second), third)


def angle_jacobian(axes: str, angles: ArrayLike) -> Numbers:
    """J_psi, J_psi', ... for rows of angles and their derivatives, (rows, 3, 3) (001 (36))."""
    rows = _rows(axes, angles)
    turned = np.zeros((len(rows), 3, 3))
    turned[0] = np.eye(3)
    columns = []
    for j, axis in enumerate(axes):
        columns.append(turned @ np.eye(3)["xyz".index(axis)])
        turned = _product(turned, _simple_rotation(axis, rows[:, j]))
    return np.stack(columns, axis=-1)


def angular_velocity(axes: str, angles: ArrayLike) -> Numbers:
    """w, w', ... (rows - 1, 3): sum of C(k, i) J_psi(i) angles(k+1-i) (001 (30), (41), (56))."""
    rows = _rows(axes, angles)
    if len(rows) < 2:
        raise Error(f"angles: found {len(rows)} row, expected their rates too")
    jacobian = angle_jacobian(axes, rows)
    return np.array([leibniz(jacobian, rows[1:], k) for k in range(len(rows) - 1)])


def angles_of(axes: str, rotation: ArrayLike) -> Numbers:
    """Return the angles of a rotation matrix, the middle one in (0, pi) or (-pi/2, pi/2).

    Rotations at which the set is singular (first and last axis parallel) are rejected: only the sum
    or difference of these angles is determined there.
    """
    _check(axes)
    matrix = np.asarray(rotation, dtype=float)
    # Not (error <= 1e-6) also catches NaN.
    if (
        matrix.shape != (3, 3)
        or not np.abs(matrix @ matrix.T - np.eye(3)).max() <= 1e-6
        or np.linalg.det(matrix) < 0.0
    ):
        raise Error(f"rotation: found {matrix.tolist()}, expected a rotation matrix")
    i, j, k = ("xyz".index(axis) for axis in axes)
    last = k if i != k else 3 - i - j
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    if i == k:  # the first axis as turned by the last rotation
        middle = np.arctan2(np.hypot(matrix[i, j], matrix[i, last]), matrix[i, i])
        _refuse_singular(axes, np.sin(middle))
        first = np.arctan2(matrix[j, i], -sign * matrix[last, i])
        third = np.arctan2(matrix[i, j], sign * matrix[i, last])
    else:
        middle = np.arctan2(sign * matrix[i, k], np.hypot(matrix[i, i], matrix[i, j]))
        _refuse_singular(axes, np.cos(middle))
        first = np.arctan2(-sign * matrix[j, k], matrix[k, k])
        third = np.arctan2(-sign * matrix[i, j], matrix[i, i])
    return np.array([first, middle, third])


def angle_motion(axes: str, angles: ArrayLike, velocity: ArrayLike) -> Numbers:
    """Return the angles, with derivatives, of a body with w, w', ... (rows + 1, 3).

    The inverse of `angular_velocity`, order by order: angles(k+1) = J_psi^-1 [w(k) - sum over
    i = 1 ... k of C(k, i) J_psi(i) angles(k+1-i)].
    """
    rates = np.asarray(velocity, dtype=float)
    if rates.ndim != 2 or rates.shape[1] != 3:
        raise Error(f"velocity: found shape {rates.shape}, expected (rows, 3)")
    rows = np.zeros((len(rates) + 1, 3))
    rows[0] = _rows(axes, np.asarray(angles, dtype=float)[None])[0]
    middle = rows[0, 1]
    _refuse_singular(axes, np.sin(middle) if axes[0] == axes[2] else np.cos(middle))
    for k, rate in enumerate(rates):
        jacobian = angle_jacobian(axes, rows[: k + 1])
        known = sum(comb(k, i) * jacobian[i] @ rows[k + 1 - i] for i in range(1, k + 1))
        rows[k + 1] = np.linalg.solve(jacobian[0], rate - known)
    return rows


def _refuse_singular(axes: str, value: float) -> None:
    if abs(value) < _SINGULAR:
        raise Error(
            f"angles {axes}: found a middle angle at which the first and the last axis are "
            "parallel, expected another one, or another set"
        )


def _check(axes: str) -> None:
    if axes not in ANGLE_SETS:
        raise Error(f"angles: found {axes!r}, expected one of {', '.join(ANGLE_SETS)}")


def _rows(axes: str, angles: ArrayLike) -> Numbers:
    _check(axes)
    rows = np.asarray(angles, dtype=float)
    rows = rows[None] if rows.ndim == 1 else rows
    if rows.ndim != 2 or rows.shape[1] != 3 or len(rows) < 1:
        raise Error(
            f"angles: found shape {rows.shape}, expected (rows, 3), or (3,) of angles alone"
        )
    return rows


def _simple_rotation(axis: str, angle: Numbers) -> Numbers:
    """R(axis, angle) with derivatives from R' = [k x] angle' R."""
    cross = cross_matrix(np.eye(3)["xyz".index(axis)])
    rotation: list[Numbers] = [
        np.eye(3) + np.sin(angle[0]) * cross + (1 - np.cos(angle[0])) * cross @ cross
    ]
    for n in range(len(angle) - 1):
        rotation.append(cross @ leibniz(angle[1:], rotation, n, np.multiply))
    return np.array(rotation)


def _product(left: Numbers, right: Numbers) -> Numbers:
    return np.array([leibniz(left, right, n) for n in range(len(left))])
