# SPDX-License-Identifier: Apache-2.0
"""One revolute joint in closed form."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .. import _core


def revolute_inertia(mass: float, distance: float, central_moment: float) -> float:
    """Moment of inertia about the axis, from the central moment (002 (86), corrected)."""
    return mass * distance**2 + central_moment


def revolute_energy(inertia: float, motion: ArrayLike, p: int) -> float:
    """Energy of one revolute joint in closed form, p = 1 ... 4 (002 (86)-(88), corrected).

    `motion` is q, q', q'', ...
    """
    return _core.classic_revolute_energy(inertia, motion, p)


def revolute_force(
    inertia: float, weight_moment: float, phase: float, motion: ArrayLike, k: int
) -> float:
    """Torque of one revolute joint and its derivatives, k = 0 ... 3 (002 (89)-(91), with gravity).

    `weight_moment` is M g L; the height of the centre of mass is L sin(q + phase).
    """
    return _core.classic_revolute_force(inertia, weight_moment, phase, motion, k)
