# SPDX-License-Identifier: Apache-2.0
"""Generalized forces from energies: the equation of higher order and its companions."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from .. import _core
from .._core import Robot
from ..arrays import Numbers


def energy_gradient(robot: Robot, motion: ArrayLike, p: int, a: int, m: int) -> Numbers:
    """Differentiate the a-th time derivative of the energy of order p by q of order m, exactly."""
    return _core.classic_energy_gradient(robot, motion, p, a, m)


def generalized_force(
    robot: Robot,
    motion: ArrayLike,
    k: int,
    m: int | None = None,
    coefficients: Sequence[float] | None = None,
) -> Numbers:
    """Inertia forces of order k - 1 from energies.

    000 (164)-(167), 001 (132)-(135), 002 (71)-(78): (k-1)! m! / (m+k-1)! d/dq(m) sum over p = 1 ...
    k of C_p D^(m+k-2p-1) E(p), k at least 1 and m at least k + 1 (the default), all with the same
    result. The coefficients are the Catalan numbers unless others are given, such as
    `printed_coefficients(k)`. Needs k + 2 rows.
    """
    chosen = exact_coefficients(k) if coefficients is None else list(coefficients)
    return _core.classic_generalized_force(robot, motion, k, k + 1 if m is None else m, chosen)


def exact_coefficients(k: int) -> list[float]:
    """1, 2, 5, 14, 42, ...: the Catalan numbers, the only ones for which the equation holds."""
    return _core.classic_exact_coefficients(k)


def printed_coefficients(k: int) -> list[float]:
    """1, 2, 5, 9, 14, ... as printed (002 (74), (78), 001 (132), (134), 000 (164), (165)).

    WRONG from k = 4 on, where they have 9 in place of 14: -8.9 % of the leading term for one
    revolute joint. For comparison only.
    """
    return _core.classic_printed_coefficients(k)


def generalized_momentum(robot: Robot, motion: ArrayLike, k: int, m: int | None = None) -> Numbers:
    """k-th derivative of dT/dq' from energies of order 0 ... k, m at least k + 1 (the default)."""
    return _core.classic_generalized_momentum(robot, motion, k, k + 1 if m is None else m)


def force_by_tsenov_mangeron(robot: Robot, motion: ArrayLike, m: int = 1) -> Numbers:
    """Inertia forces (dT(m)/dq(m) - (m+1) dT/dq) / m, any m of at least 1 (002 (70), 001 (127))."""
    return _core.classic_force_by_tsenov_mangeron(robot, motion, m)


def force_by_partial_derivatives(robot: Robot, motion: ArrayLike, k: int) -> Numbers:
    """Inertia forces of order k - 1, k = 1, 2, 3, without time derivatives of energies.

    dE1/dq''; dE2/dq''' + dE1/dq' / 2 (001 (130)); dE3/dq'''' + 2/3 dE2/dq'' + dE1/dq (001 (131),
    which prints 1/3).
    """
    return _core.classic_force_by_partial_derivatives(robot, motion, k)


def gravity_force_by_lemma(robot: Robot, motion: ArrayLike, k: int, m: int = 1) -> Numbers:
    """Gravity forces of order k - 1 from the potential energy (002 (75)-(79), force terms)."""
    return _core.classic_gravity_force_by_lemma(robot, motion, k, m)
