# SPDX-License-Identifier: Apache-2.0
"""Whether a motion keeps the limits of its joints, and how fast it could be run."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._core import HIGHEST_SPEED, LOWEST_SPEED, Robot, check_curve
from ._core import largest_speed_up as _largest_speed_up
from .limited import Quantity, quantities_along

KINDS = ("position", "velocity", "effort", "effort_rate")


@dataclass(frozen=True)
class Extreme:
    """Where a number is farthest beyond its limit, or nearest to it."""

    joint: str
    kind: str
    """One of KINDS."""
    time: float
    value: float
    limit: float
    ratio: float
    """How far from the middle of its limits, which are at 1; nan where only one side has one."""


@dataclass(frozen=True)
class Violation:
    """A time during which a number is beyond one of its limits."""

    joint: str
    kind: str
    begin: float
    """Where it crosses the limit, found between the samples, or the first time of the motion."""
    end: float
    limit: float
    peak: Extreme


@dataclass(frozen=True)
class Check:
    """How a motion stands to its limits."""

    worst: tuple[Extreme, ...]
    """Of every joint and kind that has a limit."""
    violations: tuple[Violation, ...]
    """In the order of joints, kinds and time."""

    @property
    def is_kept(self) -> bool:
        return not self.violations


@dataclass(frozen=True)
class SpeedUp:
    """At which speeds a motion keeps its limits."""

    is_possible: bool
    """Whether any speed does."""
    largest: float
    """The largest factor λ for which q(λ t) does; infinite if nothing limits it."""
    smallest: float
    """The slowest; above 0 where a motion has to be fast for inertia to carry its weight."""
    limit: Extreme | None
    """What limits it, in the time of the given motion; if none is possible, what is too much even
    at rest."""


def check(
    robot: Robot,
    times: ArrayLike,
    motion: ArrayLike,
) -> Check:
    """Compare a motion (instants, rows, joints) with the robot's limits.

    Between samples, values run as the cubics through values and rates; straight for the highest
    derivative that the rows of the motion allow.
    """
    instants = np.asarray(times, dtype=np.float64)
    worst: list[Extreme] = []
    violations: list[Violation] = []
    for quantity in quantities_along(robot, instants, motion):
        point, found = check_curve(instants, *quantity.curve(), quantity.lower, quantity.upper)
        worst.append(_extreme(quantity, *point))
        for begin, end, limit, time, value in found:
            peak = _extreme(quantity, time, value)
            violations.append(Violation(quantity.joint, quantity.kind, begin, end, limit, peak))
    return Check(tuple(worst), tuple(violations))


def largest_speed_up(
    robot: Robot,
    times: ArrayLike,
    motion: ArrayLike,
) -> SpeedUp:
    """Find the largest λ for which the motion q(λ t) keeps the robot's limits.

    Every term is known at every λ: q⁽ᵏ⁾ grows with λᵏ, the k-th derivatives of gravity and loads
    with λᵏ, of viscous friction with λᵏ⁺¹, of inertia and rotors with λᵏ⁺²; dry friction is
    computed again. Loads belong to the places of the motion: tables of them are run faster with
    it.
    """
    instants = np.asarray(times, dtype=np.float64)
    quantities = list(
        quantities_along(robot, instants, motion)
    )
    possible, largest, smallest, index, point = _largest_speed_up(
        instants, [quantity.compiled() for quantity in quantities]
    )
    if possible and largest >= HIGHEST_SPEED:
        return SpeedUp(True, math.inf, _or_zero(smallest), None)
    limit = _extreme(quantities[index], *point)
    if not possible:
        return SpeedUp(False, math.nan, math.nan, limit)
    return SpeedUp(True, largest, _or_zero(smallest), limit)


def _or_zero(smallest: float) -> float:
    return 0.0 if smallest <= LOWEST_SPEED else smallest


def _extreme(quantity: Quantity, time: float, value: float) -> Extreme:
    lower, upper = quantity.lower, quantity.upper
    limit = upper if value - upper >= lower - value else lower
    half = 0.5 * (upper - lower)
    ratio = abs(value - (lower + half)) / half if math.isfinite(half) and half > 0.0 else math.nan
    return Extreme(quantity.joint, quantity.kind, time, value, limit, ratio)
