# SPDX-License-Identifier: Apache-2.0
"""Generalized inertia and gravity forces without the energies."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .. import _core
from .._core import Robot
from ..arrays import Numbers


def forces_by_leibniz(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Inertia forces and derivatives by the Leibniz rule (000 (161)-(163), 001 (123))."""
    return _core.classic_forces_by_leibniz(robot, motion, order)


def forces_by_matrices(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Return the same with differential matrices; for order 0, M q'' + V(q', q')."""
    return _core.classic_forces_by_matrices(robot, motion, order)


def gravity_forces(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Forces that balance the weight, and derivatives (000 (113)-(116)); needs order + 1 rows."""
    return _core.classic_gravity_forces(robot, motion, order)
