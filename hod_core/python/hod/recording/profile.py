# SPDX-License-Identifier: Apache-2.0
"""Motions to generate recordings of: named profiles joint by joint, or a motion table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.polynomial import Polynomial as Power

from .._core import Error, MotionTable, Robot
from ..arrays import Numbers

SHAPES = ("minimum_jerk", "minimum_snap", "smooth", "sudden")
_CLASSES = {"minimum_jerk": 2, "minimum_snap": 3, "smooth": 5}
_SUDDEN = 5  # class of the velocity's ramps, so that six derivatives of the position exist


@dataclass(frozen=True)
class Move:
    """A move of one joint from one position to another, at rest before and after.

    `minimum_jerk`, `minimum_snap` and `smooth` are the polynomials of degree 5, 7 and 11 whose
    derivatives up to the second, third and fifth vanish at both ends. `sudden` reaches a constant
    velocity within `ramp` and stops equally fast.
    """

    start: float
    duration: float
    shift: float
    """Position after it minus position before."""
    shape: str = "smooth"
    ramp: float = 0.0

    @property
    def end(self) -> float:
        return self.start + self.duration

    def motion(self, times: Numbers, rows: int) -> Numbers:
        """Return the shift and its derivatives, (instants, rows)."""
        if self.shape == "sudden":
            return self._sudden(times, rows)
        path = smooth_step(_CLASSES[self.shape])
        return self.shift * stretched(
            path, (times - self.start) / self.duration, self.duration, rows
        )

    def _sudden(self, times: Numbers, rows: int) -> Numbers:
        """Return the motion whose velocity is a smooth step up minus a smooth step down."""
        velocity = self.shift / (self.duration - self.ramp)
        rise = smooth_step(_SUDDEN).integ()
        motion = np.zeros((len(times), rows))
        for sign, start in ((1.0, self.start), (-1.0, self.end - self.ramp)):
            x = (times - start) / self.ramp
            flank = stretched(rise, x, self.ramp, rows)
            beyond = x > 1
            flank[beyond, 0] = rise(1.0) + x[beyond] - 1.0
            if rows > 1:
                flank[beyond, 1] = 1.0 / self.ramp
            motion += sign * velocity * self.ramp * flank
        return motion


def smooth_step(order: int) -> Power:
    """Return the polynomial from 0 to 1 whose derivatives up to `order` vanish at x = 0 and 1.

    xⁿ⁺¹ Σ C(n + k, k) (1 - x)ᵏ for k = 0 ... n with n the order.
    """
    rest = Power([1.0, -1.0])
    path = Power([0.0])
    for k in range(order + 1):
        path = path + comb(order + k, k) * rest**k
    whole: Power = Power([0.0, 1.0]) ** (order + 1) * path
    return whole


def joint_motion(moves: Sequence[Move], begin: float, times: Numbers, rows: int) -> Numbers:
    """Return the motion of one joint, (instants, rows)."""
    motion = np.zeros((len(times), rows))
    motion[:, 0] = begin
    for move in moves:
        motion += move.motion(times, rows)
    return motion


def stretched(path: Power, x: Numbers, duration: float, rows: int) -> Numbers:
    """Return a path over x from 0 to 1 and its time derivatives; at rest outside."""
    inside = np.clip(x, 0.0, 1.0)
    motion = np.empty((len(x), rows))
    for row in range(rows):
        values = (path.deriv(row) if row else path)(inside)
        motion[:, row] = np.where((x < 0) | (x > 1), values if row == 0 else 0.0, values)
        motion[:, row] /= duration**row
    return motion


class TableMotion:
    """A motion table, interpolated between rows by the polynomial through all given derivatives."""

    def __init__(self, table: MotionTable, robot: Robot) -> None:
        self.times = table.times
        rows = max(3, min(table.joints.values(), default=3))
        if len(table) < 2:
            raise Error(f"{table.source}: found {len(table)} row, expected at least two")
        self._motion = table.match(robot, rows).gather()

    @property
    def duration(self) -> float:
        return float(self.times[-1])

    def __call__(self, times: Numbers, rows: int) -> Numbers:
        """Return (instants, rows, joints); outside the table, the end rows are held at rest."""
        from scipy.interpolate import BPoly

        knots = self.times
        path = BPoly.from_derivatives(knots, self._motion)
        outside = (times < knots[0]) | (times > knots[-1])
        inside = np.clip(times, knots[0], knots[-1])
        motion = np.stack([path(inside, nu=row) for row in range(rows)], axis=1)
        motion[outside, 1:] = 0.0
        return motion
