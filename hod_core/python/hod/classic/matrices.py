# SPDX-License-Identifier: Apache-2.0
"""Differential matrices of any order, and the matrices M, V, D, H, K, N built from them."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from .. import _core
from .._core import Error, Robot
from ..arrays import Numbers


def differential_matrix(
    robot: Robot, position: ArrayLike, link: str, joints: Sequence[int | str] = ()
) -> Numbers:
    """A_ij, A_ijk, A_ijkm, ...: the derivatives of a link's pose with respect to joints.

    000 (71)-(89), 002 (12)-(35): products of matrix exponentials from the zero configuration, with
    the twist of a joint inserted once for every occurrence in `joints` (names or columns, in any
    order). Without joints this is the pose itself, 4x4.
    """
    columns = [_column(robot, joint) for joint in joints]
    return _core.classic_differential_matrix(robot, position, link, columns)


def _column(robot: Robot, joint: int | str) -> int:
    if not isinstance(joint, str):
        return joint
    if joint not in robot.joint_names:
        raise Error(f"joints: found '{joint}', expected names of joints of the robot")
    return robot.joint_names.index(joint)


def mass_matrix(robot: Robot, position: ArrayLike) -> Numbers:
    """M_ij = sum of tr(A_i I_ps A_j^T) (000 (94), 002 (7)); Pinocchio's `crba`."""
    return _core.classic_mass_matrix(robot, position, [])


def v_column(robot: Robot, position: ArrayLike, x: ArrayLike, y: ArrayLike) -> Numbers:
    """V_i(x, y) = G(e_i; x, y), V(q', q') the velocity forces (000 (95), (96), 002 (8), (9))."""
    return _core.classic_v_column(robot, position, [x, y])


def d_matrix(robot: Robot, position: ArrayLike, x: ArrayLike, y: ArrayLike) -> Numbers:
    """D_ij(x, y) = G(e_i, e_j; x, y) (000 (97), 002 (10))."""
    return _core.classic_d_matrix(robot, position, [x, y])


def h_matrix(robot: Robot, position: ArrayLike, x: ArrayLike, y: ArrayLike) -> Numbers:
    """H_ij(x, y) = G(e_i; e_j, x, y) (000 (101), 002 (24), index list corrected)."""
    return _core.classic_h_matrix(robot, position, [x, y])


def k_column(robot: Robot, position: ArrayLike, velocity: ArrayLike) -> Numbers:
    """K_i = G(e_i, q'; q', q', q') of the second energy (002 (26), corrected)."""
    return _core.classic_k_column(robot, position, [velocity])


def k_star_column(robot: Robot, position: ArrayLike, velocity: ArrayLike) -> Numbers:
    """K*_i = G(e_i; q', q', q', q') of the third energy (002 (44))."""
    return _core.classic_k_star_column(robot, position, [velocity])


def n_matrix(robot: Robot, position: ArrayLike, velocity: ArrayLike) -> Numbers:
    """N_ij = G(e_i, q', q'; e_j, q', q') of the second energy (002 (27))."""
    return _core.classic_n_matrix(robot, position, [velocity])
