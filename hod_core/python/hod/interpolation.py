# SPDX-License-Identifier: Apache-2.0
"""Polynomial functions of any order from accelerations, positions, waypoints or jerk sections.

The condition at an end of a motion, in addition to the sample there, is one of these words or, for
the two that need numbers, a pair `(word, rows)` with one row per derivative and one column per
channel:

- `"estimated"`: derivatives of the polynomial through the nearest samples; keeps the full order.
- `"natural"`: the highest derivatives are zero; smoothest, but less exact near the end.
- `("given", rows)`: q''', q'''', ... for accelerations, q', q'', ... for positions.
- `("top", rows)`: the order-th derivative, the one below, ..., as in the papers.
- `"periodic"`: for both ends or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import Error
from .arrays import Numbers
from .polynomial import Polynomial

__all__ = ["fit", "from_ruckig", "from_sections", "interpolate", "minimum_jerk", "minimum_snap"]

EndName: TypeAlias = Literal["estimated", "natural", "given", "top", "periodic"]
End: TypeAlias = EndName | tuple[EndName, ArrayLike]
Given: TypeAlias = Mapping[tuple[int, int], ArrayLike]


def _end(end: End) -> tuple[str, ArrayLike | None]:
    return end if isinstance(end, tuple) else (end, None)


def _ends(
    ends: End, start: End | None, end: End | None
) -> tuple[tuple[str, ArrayLike | None], tuple[str, ArrayLike | None]]:
    return _end(ends if start is None else start), _end(ends if end is None else end)


def _polynomial(result: tuple[_core.PiecewisePolynomial, list[str], Numbers]) -> Polynomial:
    core, warnings, correction = result
    return Polynomial.wrap(core, tuple(warnings), correction if len(correction) > 0 else None)


def fit(
    times: ArrayLike,
    accelerations: ArrayLike,
    order: int = 4,
    *,
    position: ArrayLike = 0.0,
    velocity: ArrayLike = 0.0,
    end_position: ArrayLike | None = None,
    end_velocity: ArrayLike | None = None,
    ends: End = "estimated",
    start: End | None = None,
    end: End | None = None,
) -> Polynomial:
    """Return the motion whose acceleration passes through samples: degree order + 1, class C^order.

    001 (61)-(63), 002 (81)-(85), 003 (3)-(5), with end conditions on both sides.

    `accelerations` is (samples, channels), or (samples,) for one channel. `position` and `velocity`
    apply at the first time. If `end_position` or `end_velocity` is known at the last one, the
    acceleration is corrected by b0 + b1 (t - first time), or by b0 if only one of them is known;
    the rows b0 and b1 are the result's `correction`. `start` and `end` take precedence over `ends`.

    Orders are 2 to 12. The papers' quintic is order 4. An odd order gives a warning.
    """
    return _polynomial(
        _core.interpolate_accelerations(
            times,
            accelerations,
            order,
            *_ends(ends, start, end),
            (position, velocity),
            (end_position, end_velocity),
        )
    )


def interpolate(
    times: ArrayLike,
    positions: ArrayLike,
    order: int = 4,
    *,
    ends: End = "estimated",
    start: End | None = None,
    end: End | None = None,
    given: Given | None = None,
) -> Polynomial:
    """Return the motion through positions: degree order + 1, class C^order.

    Of all motions through these positions, an even order m minimizes the integral of (q^(m/2 +
    1))^2. `given[knot, d]` is the d-th derivative at a knot, d <= order / 2, one number per channel
    or one for all; q^(order + 1 - d) may jump there. Order 2 is the cubic spline.
    """
    first, last = _ends(ends, start, end)
    return _polynomial(
        _core.interpolate_positions(times, positions, order, first, last, dict(given or {}))
    )


def minimum_jerk(
    times: ArrayLike, positions: ArrayLike, *, given: Given | None = None
) -> Polynomial:
    """Return the motion through waypoints that minimizes the integral of squared jerk, q'''.

    It is at rest (q' and q'' are zero) at both ends unless `given[knot, derivative]` says
    otherwise.
    """
    return _polynomial(_core.interpolate_waypoints(times, positions, 3, dict(given or {})))


def minimum_snap(
    times: ArrayLike, positions: ArrayLike, *, given: Given | None = None
) -> Polynomial:
    """Same for snap, q''''; q', q'' and q''' are zero at both ends."""
    return _polynomial(_core.interpolate_waypoints(times, positions, 4, dict(given or {})))


def from_sections(channels: list[ArrayLike], *, start: float = 0.0) -> Polynomial:
    """Return the motion given as sections of constant jerk: cubics, class C^2.

    One array per channel with the columns duration, position, velocity, acceleration and jerk,
    where the last four apply at the start of the section.
    """
    return Polynomial.wrap(_core.from_jerk_sections(channels, start))


def from_ruckig(trajectory: Any, *, start: float = 0.0) -> Polynomial:
    """Return a trajectory that Ruckig calculated, exactly, read from its `profiles`."""
    if not hasattr(trajectory, "profiles"):
        raise Error(
            f"trajectory: found a {type(trajectory).__name__}, expected a ruckig.Trajectory that "
            "was calculated"
        )
    channels = zip(*trajectory.profiles, strict=True)
    return from_sections(
        [np.vstack([_profile(profile) for profile in channel]) for channel in channels],
        start=start,
    )


def _profile(profile: Any) -> Numbers:
    """Return the rows of one profile: braking part, seven sections, remainder."""
    rows = [
        row
        for part in (profile.brake, profile, profile.accel)
        for row in zip(part.t, part.p, part.v, part.a, part.j, strict=False)
        if row[0] > 0.0
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)
