# SPDX-License-Identifier: Apache-2.0
"""The numbers of a motion that have limits, as functions of time and of the motion's speed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ._core import MAX_ORDER, Error, Robot
from .actuation import Actuation, Rows, rigid_actuation
from .arrays import Numbers
from .elastic_actuation import elastic_actuation, remembers

if TYPE_CHECKING:
    from ._core_limits import Quantity as CompiledQuantity

_EFFORTS = ("effort", "effort_rate")
"""The derivative of what the actuators supply is the place in this list."""


@dataclass(frozen=True)
class Quantity:
    """One number of one joint along a motion: derivative `row` of something known in rows."""

    joint: str
    kind: str
    lower: float
    upper: float
    column: int
    row: int
    actuation: Actuation
    has_slopes: bool

    @property
    def values(self) -> Numbers:
        return self.actuation.total[:, self.row, self.column]

    def curve(self) -> tuple[Numbers, Numbers | None]:
        """Return values and slopes at the speed of the motion."""
        slopes = self.actuation.total[:, self.row + 1, self.column] if self.has_slopes else None
        return self.values, slopes

    def compiled(self) -> CompiledQuantity:
        """Return it as the search for the largest speed-up takes it."""
        row, column = self.row, self.column
        terms = [
            (
                rows.power + row,
                rows.values[:, row, column],
                rows.values[:, row + 1, column] if self.has_slopes else None,
            )
            for rows in self.actuation.powers
        ]
        rest = self._rest if self.actuation.has_rest[column] else None
        return self.lower, self.upper, self.has_slopes, terms, rest

    def _rest(self, speed: float, first: int, count: int) -> tuple[Numbers, Numbers | None]:
        rows = self.actuation.rest(speed, first, count)
        values = rows[:, self.row, self.column]
        # The slope counts over the time of the original motion.
        return values, rows[:, self.row + 1, self.column] / speed if self.has_slopes else None


def quantities_along(robot: Robot, times: Numbers, motion: object) -> Iterator[Quantity]:
    """Yield all numbers that have a limit, joint after joint."""
    rows = _checked(robot, times, motion)
    place = _as_it_is(rows)
    effort = _actuation(robot, times, rows)
    for column, joint in enumerate(robot.joint_names):
        for kind, row, source in (
            ("position", 0, place),
            ("velocity", 1, place),
            ("effort", 0, effort),
            ("effort_rate", 1, effort),
        ):
            lower, upper = bounds_of(robot, joint, kind)
            if source is not None and (math.isfinite(lower) or math.isfinite(upper)):
                has_slopes = row + 1 < source.total.shape[1]
                yield Quantity(joint, kind, lower, upper, column, row, source, has_slopes)


def bounds_of(robot: Robot, joint: str, kind: str) -> tuple[float, float]:
    """Return the lowest and the highest value allowed; a zero counts as no limit."""
    limits = robot.joints[joint].limits
    if kind == "position":
        return limits.lower, limits.upper
    limit = float(getattr(limits, kind)) or math.inf
    return -limit, limit


def _checked(robot: Robot, times: Numbers, argument: object) -> Numbers:
    motion = np.asarray(argument, dtype=np.float64)
    if motion.ndim != 3 or motion.shape[::2] != (times.size, robot.dof) or motion.shape[1] < 3:
        raise Error(
            f"motion: found shape {motion.shape}, expected ({times.size}, rows, {robot.dof}) with "
            "at least the rows q, q', q''"
        )
    return np.ascontiguousarray(motion)


def _as_it_is(motion: Numbers) -> Actuation:
    """Return the motion itself: q⁽ᵏ⁾ grows with the speed to the power k."""
    none = np.zeros(motion.shape[2], dtype=bool)
    return Actuation(motion, (Rows(0, motion),), lambda *_: motion[:0], none)


def _actuation(robot: Robot, times: Numbers, motion: Numbers) -> Actuation | None:
    """Return what the actuators supply, with a row for slopes if the motion has enough rows."""
    highest = max(
        (
            k
            for k, kind in enumerate(_EFFORTS)
            if any(math.isfinite(bounds_of(robot, joint, kind)[1]) for joint in robot.joint_names)
        ),
        default=None,
    )
    if highest is None:
        return None
    extra = 2 if robot.is_elastic else 0
    available = min(motion.shape[1] - 3, MAX_ORDER) - extra
    if available < highest:
        raise Error(
            f"motion: found {motion.shape[1]} rows, expected {highest + extra + 3}, q and its "
            f"derivatives to order {highest + extra + 2}, for limits of the {_name(highest)}"
        )
    if not robot.is_elastic:
        return rigid_actuation(robot, times, motion, min(available, highest + 1))
    order = available if remembers(robot) else min(available, highest + 1)
    return elastic_actuation(robot, times, motion, order + extra)


def _name(derivative: int) -> str:
    return ("effort", "effort's rate")[derivative]
