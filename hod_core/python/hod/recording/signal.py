# SPDX-License-Identifier: Apache-2.0
"""Signals: readings with their times, and checks of their validity."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .._core import Error
from ..arrays import Numbers

DATE = 1_000_000
"""Seconds; larger stamps are dates, smaller ones count from a start."""

_GAP_FACTOR = 5.0  # times the usual step; a longer one is a gap


@dataclass(frozen=True)
class Gap:
    """A period without readings."""

    start: float
    """Time of the last reading before it."""
    end: float
    """Time of the first reading after it."""

    @property
    def length(self) -> float:
        return self.end - self.start


@dataclass(frozen=True)
class Signal:
    """Readings of one source in SI units."""

    name: str
    times: Numbers
    """In s, ascending."""
    values: Numbers
    """One row per time, one column per component."""
    unit: str
    remarks: tuple[str, ...] = field(default=())
    """Decisions of the reader, one sentence each."""
    frames: tuple[str, ...] = field(default=())
    """Frames of its messages: usually one."""

    def __len__(self) -> int:
        return len(self.times)

    @property
    def step(self) -> float:
        """The usual time from reading to reading."""
        return float(np.median(np.diff(self.times)))

    @property
    def gaps(self) -> list[Gap]:
        """Steps much longer than the usual one."""
        steps = np.diff(self.times)
        if not steps.size:
            return []
        long = np.flatnonzero(steps > _GAP_FACTOR * np.median(steps))
        return [Gap(float(self.times[i]), float(self.times[i + 1])) for i in long]

    def checked(self, source: str) -> Signal:
        """Return the signal itself, or raise an error that states what is wrong with it."""
        where = f"{source}: {self.name}"
        if not len(self):
            raise Error(f"{where}: found no readings, expected at least two")
        _check_finite(where, self.times, self.times[:, None], "time")
        _check_ascending(where, self.times)
        _check_finite(where, self.times, self.values, "value")
        if len(self) < 2:
            raise Error(f"{where}: found one reading, expected at least two")
        return self

    def check_gaps(self, source: str) -> None:
        """Reject gaps, naming the longest."""
        gaps = self.gaps
        if not gaps:
            return
        worst = max(gaps, key=lambda gap: gap.length)
        others = f" and {len(gaps) - 1} more" if len(gaps) > 1 else ""
        raise Error(
            f"{source}: {self.name}: found a gap of {worst.length:.6g} s at time {worst.start:.9g}"
            f"{others}, expected readings every {self.step:.6g} s (or the setting 'gaps: bridge')"
        )


def _check_ascending(where: str, times: Numbers) -> None:
    steps = np.diff(times)
    bad = np.flatnonzero(steps <= 0)
    if bad.size:
        i = int(bad[0])
        what = "the same time as the one before" if steps[i] == 0 else f"after {times[i]:.9f}"
        others = f", and {bad.size - 1} more such" if bad.size > 1 else ""
        raise Error(
            f"{where}: found time {times[i + 1]:.9f} in reading {i + 1}, {what}{others}, "
            "expected ascending times"
        )


def _check_finite(where: str, times: Numbers, values: Numbers, what: str) -> None:
    good = np.isfinite(values).all(axis=1)
    if not good.all():
        i = int(np.argmin(good))
        value = values[i][~np.isfinite(values[i])][0]
        at = "" if what == "time" else f" at time {times[i]:.9g}"
        raise Error(f"{where}: found {what} {value} in reading {i}{at}, expected finite numbers")
