# SPDX-License-Identifier: Apache-2.0
"""Limits in the compiled part of hod."""

from collections.abc import Callable, Sequence

from numpy.typing import ArrayLike

from .arrays import Numbers

LOWEST_SPEED: float
"""Stands for a motion at rest."""

HIGHEST_SPEED: float
"""Up to this is searched."""

Point = tuple[float, float]
"""Time and value."""

Term = tuple[int, Numbers, Numbers | None]
"""Power of the speed, values, slopes."""

Rest = Callable[[float, int, int], tuple[Numbers, Numbers | None]]
"""(speed, first sample, samples) to values and slopes."""

Quantity = tuple[float, float, bool, Sequence[Term], Rest | None]
"""Lower bound, upper bound, whether there are slopes, summands, and what is no power."""

def check_curve(
    times: ArrayLike, values: ArrayLike, slopes: ArrayLike | None, lower: float, upper: float
) -> tuple[Point, list[tuple[float, float, float, float, float]]]:
    """The worst point, and (begin, end, limit, peak time, peak) of every violation."""

def largest_speed_up(
    times: ArrayLike, quantities: Sequence[Quantity]
) -> tuple[bool, float, float, int, Point]:
    """Whether one is possible, the largest, the smallest, which quantity limits it and where."""
