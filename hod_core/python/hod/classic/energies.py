# SPDX-License-Identifier: Apache-2.0
"""Acceleration energies in every form that the papers give."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .. import _core
from .._core import Robot
from ..arrays import Numbers


def energy_by_trace(robot: Robot, motion: ArrayLike, p: int) -> Numbers:
    """Energies of the moving bodies, tr(T I_ps T^T) / 2 with T of order p + 1 (000 (92)).

    Any p; needs p + 2 rows, like all energies here.
    """
    return _core.classic_energy_by_trace(robot, motion, p)


def energy_by_parts(robot: Robot, motion: ArrayLike, p: int, *, mixed_term: bool = True) -> Numbers:
    """Return the same as translation, rotation and mixed term about the body origins.

    000 (92), 001 (107), 002 (2), (36), (45), 003 (73) print it without the mixed term, which is
    wrong unless the centre of mass is the origin; `mixed_term=False` gives that form.
    """
    return _core.classic_energy_by_parts(robot, motion, p, mixed_term)


def energy_by_rotation(robot: Robot, motion: ArrayLike, p: int) -> Numbers:
    """Return the same after König, rotation by A_1 = [w x], A_k+1 = A_k' + [w x] A_k. Any p."""
    return _core.classic_energy_by_rotation(robot, motion, p)


def energy_explicit(robot: Robot, motion: ArrayLike, p: int) -> Numbers:
    """Return the same in w and its derivatives, p = 1 ... 4.

    001 (104)-(106), 002 (4), (21), (37), 003 (97)-(99), (106)-(109), with 1 in place of the printed
    3 before w''.(w''' x I_p w).
    """
    return _core.classic_energy_explicit(robot, motion, p)


def explicit_rotational_energy(p: int, rates: ArrayLike, planar: ArrayLike) -> float:
    """Rotational part for rows w, w', ... and the tensor I_p* in the same axes, p = 1 ... 4."""
    return _core.classic_explicit_rotational_energy(p, rates, planar)


def energy_by_matrices(robot: Robot, motion: ArrayLike, p: int) -> float:
    """Total energy of order p = 1 ... 4 in M, V, D, H, K, K*, N.

    000 (93), (102), 002 (6), (22), (39)-(43).
    """
    return _core.classic_energy_by_matrices(robot, motion, p)


def energy_by_partitions(robot: Robot, motion: ArrayLike, p: int) -> float:
    """Total energy of any order by partial Bell polynomials (002 (46) and similar)."""
    return _core.classic_energy_by_partitions(robot, motion, p)


def energy_derivatives(robot: Robot, motion: ArrayLike, p: int, order: int = 2) -> Numbers:
    """Total energy of order p and its time derivatives up to `order`; needs p + order + 2 rows."""
    return _core.classic_energy_derivatives(robot, motion, p, order)
