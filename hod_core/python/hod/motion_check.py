# SPDX-License-Identifier: Apache-2.0
"""Checks for suspicious motions: times, jumps of positions, columns that contradict each other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ._core import Error, MotionTable, Robot, wraps_of
from .arrays import Numbers
from .sentence import few

Places = NDArray[np.intp]
"""Indices of samples."""

_LATEST = 1e11  # s, the year 5138
_EPOCHS = ((1e17, "ns"), (1e14, "µs"), (0.0, "ms"))  # units in which such numbers are dates

_SELDOM = 60.0  # s from sample to sample

_AROUND = 5  # samples on either side of a jump; their medians are robust against outliers
_NEIGHBOURS = (12, 60)  # distance in samples of the changes that a jump is compared with
_BEYOND = 15.0  # times those changes
_USUAL = 5.0  # times the usual change, which for an encoder is one step
_ACCELERATION = 5000.0  # rad/s² or m/s², beyond any robot
_AT_ONCE = 0.7  # part of a jump that occurs from one sample to the next

_RARE_LEAPS = 0.01

_ROWS_AT_ONCE = 16384
_LEAST = 20  # rows needed for a verdict
_LENGTHS = 4  # of windows: one step, then 8 times as long each, since noise averages out
_LONGER = 8
_LEAST_WINDOWS = 16
_GAP = 5.0  # times the usual step; the trapezoidal rule is invalid across it
_SMOOTH = 0.5  # of the columns' change, from window to window: the trapezoidal error is then 2 %
_CONTRADICTION = 0.5  # of that change; noise in correct smooth columns causes at most 0.3
_ALIKE = 0.95  # correlation of columns that differ by a factor
_CONSTANT = 1e-6
_TOO_FAST = 4.0  # times the greatest speed of the table
_LEAP = 0.05  # of the range of q; coarse quantization causes smaller ones


def check_times(source: str, times: Numbers) -> None:
    """Reject times that cannot be seconds."""
    latest = float(np.max(np.abs(times), initial=0.0))
    if latest > _LATEST:
        unit = next(unit for least, unit in _EPOCHS if latest >= least)
        raise Error(
            f"{source}: found time {latest:.6g}, expected seconds up to {_LATEST:g} (are these "
            f"{unit}?)"
        )


def rare(times: Numbers) -> str | None:
    """Return a question about samples so far apart that their times may be in another unit."""
    interval = float(np.median(np.diff(times)))
    if interval <= _SELDOM:
        return None
    return f"found samples every {interval:.4g} s, expected more of a robot (are these times in s?)"


def leap(times: Numbers, positions: Numbers) -> str | None:
    """Name the first position jump that no robot, noise or encoder explains."""
    places = _places(positions, _ACCELERATION * float(np.median(np.diff(times))) ** 2)
    if not places.size:
        return None
    first = places[0]
    return (
        f"found a leap of {positions[first] - positions[first - 1]:.3g} at time "
        f"{times[first]:.10g}{_more(len(places))}, which no robot can make, expected none (did the "
        "recording or the sensor pause?); results around it are wrong"
    )


def _places(positions: Numbers, least: float) -> Places:
    """Return the samples after each jump; frequent jumps are taken for a property of the data.

    Jumps persist, so they show in medians of a few samples, which suppress outliers.
    """
    nowhere = np.zeros(0, np.intp)
    steps, ends = np.diff(positions), 2 * _AROUND - 1
    moving = steps[steps != 0.0]
    if len(steps) < 2 * (ends + _NEIGHBOURS[1]) or not moving.size:
        return nowhere
    excess = _excess(positions)
    inner = steps[ends : ends + len(excess)]
    least = max(_USUAL * float(np.median(np.abs(moving))), least)
    found = np.flatnonzero((excess > least) & (np.abs(inner) > _AT_ONCE * excess))
    if len(found) > _RARE_LEAPS * len(steps):
        return nowhere
    return found[excess[found] > _BEYOND * _greatest_around(excess, found)] + ends + 1


def _excess(positions: Numbers) -> Numbers:
    """Return by how much medians on both sides of a step differ more than those nearby."""
    medians = np.median(sliding_window_view(positions, _AROUND), axis=1)
    change = medians[_AROUND:] - medians[:-_AROUND]
    expected = 0.5 * (change[: -2 * _AROUND] + change[2 * _AROUND :])
    excess: Numbers = np.abs(change[_AROUND:-_AROUND] - expected)
    return excess


def _greatest_around(values: Numbers, places: Places) -> Numbers:
    """Return the largest of the neighbours of each place, without the adjacent ones."""
    near, far = _NEIGHBOURS
    offsets = np.concatenate([np.arange(-far, -near), np.arange(near + 1, far + 1)])
    around = places[:, np.newaxis] + offsets
    inside = (around >= 0) & (around < len(values))
    greatest: Numbers = np.max(np.where(inside, values[around % len(values)], 0.0), axis=1)
    return greatest


def _more(count: int) -> str:
    return f", and {count - 1} more" if count > 1 else ""


def contradictions(table: MotionTable, robot: Robot) -> list[str]:
    """Name columns that are not derivatives of each other, and jumps of positions.

    Unrelated rows, constant columns and derivatives that change much from one row to the next are
    not judged.
    """
    rows = min(table.joints.values(), default=0)
    if rows < 2 or len(table) < _LEAST:
        return []
    with np.errstate(all="ignore"):
        motion = _Motion(table, robot, rows)
        evidence = _evidence(motion)
        leaps = [_leaps(motion, evidence, column) for column in range(len(motion.joints))]
        if any(leaps):
            motion.leave_out([place for part in leaps for place, _ in part])
            evidence = _evidence(motion)
        found: dict[str, list[str]] = {}
        for column, joint in enumerate(motion.joints):
            sentences = [*evidence.sentences(column)]
            # A sweep that restarts is not a motion, and what remains contradicts itself as well.
            if leaps[column] and evidence.verdict(0, column) == "":
                sentences.append(_sentence(motion, leaps[column]))
            for sentence in sentences:
                found.setdefault(sentence, []).append(joint)
    return [f"{few(joints)}: {sentence}" for sentence, joints in found.items()]


class _Motion:
    """The joints of a table, part by part."""

    def __init__(self, table: MotionTable, robot: Robot, rows: int) -> None:
        self.joints = [joint for joint in robot.joint_names if joint in table.joints]
        self._columns = [robot.joint_names.index(joint) for joint in self.joints]
        self._match, self.times, self.rows = table.match(robot, rows), table.times, rows
        steps = np.diff(self.times)
        self._is_whole = steps <= _GAP * float(np.median(steps))

    def leave_out(self, places: list[int]) -> None:
        """Treat the steps before some rows as gaps."""
        self._is_whole[np.array(places) - 1] = False

    def parts(self) -> Iterator[_Part]:
        """Yield the parts in turn; each begins with the last row of the previous one."""
        for first in range(0, len(self.times) - 1, _ROWS_AT_ONCE):
            count = min(_ROWS_AT_ONCE + 1, len(self.times) - first)
            rows = self._match.gather(first, count).transpose(1, 2, 0)
            values = np.ascontiguousarray(rows[:, self._columns])
            steps = np.diff(self.times[first : first + count])
            is_whole = self._is_whole[first : first + count - 1]
            yield _Part(slice(first, first + count), values, steps, is_whole)


@dataclass(frozen=True)
class _Part:
    rows: slice
    values: Numbers
    """(derivatives, joints, rows)."""
    steps: Numbers
    is_whole: NDArray[np.bool_]
    """False for steps that are gaps."""

    @property
    def changes(self) -> Numbers:
        """Return how much q, q' change from row to row: (derivatives - 1, joints, steps)."""
        return np.diff(self.values[:-1])

    @property
    def integrals(self) -> Numbers:
        """Return how much they should change."""
        slopes = self.values[1:]
        integrals: Numbers = (slopes[:, :, 1:] + slopes[:, :, :-1]) * (0.5 * self.steps)
        return integrals


class _Sums:
    """Sums over windows of one length, (derivatives - 1, joints) each."""

    def __init__(self) -> None:
        self._windows = self._pairs = 0
        self._sums: Numbers = np.zeros(())
        self._squares: Numbers = np.zeros(())
        self._rough: Numbers = np.zeros(())

    def add(self, changes: Numbers, integrals: Numbers, is_whole: NDArray[np.bool_]) -> None:
        both = np.stack([changes, integrals])
        rough = np.diff(both)
        if not is_whole.all():
            rough, both = rough[..., is_whole[1:] & is_whole[:-1]], both[..., is_whole]
        both = np.concatenate([both, both[:1] - both[1:]])
        self._windows += both.shape[-1]
        self._pairs += rough.shape[-1]
        self._sums = self._sums + both.sum(axis=-1)
        self._squares = self._squares + _squares(both)
        self._rough = self._rough + _squares(rough)

    def sentence(self, row: int, column: int) -> str | None:
        """Return how columns contradict each other; "" if they do not, None if undecidable.

        A constant bias, such as that of a sensor, does not count as a contradiction.
        """
        if self._pairs < _LEAST_WINDOWS:
            return None
        squares = self._squares[:, row, column] / self._windows
        variances = squares - (self._sums[:, row, column] / self._windows) ** 2
        change, integral, difference = variances
        rough = self._rough[:, row, column] / self._pairs
        if not ((rough < _SMOOTH**2 * variances[:2]) & (variances > _CONSTANT * squares)[:2]).all():
            return None
        if not difference > _CONTRADICTION**2 * max(change, integral):
            return ""
        name, slope = ("q" if row == 0 else f"d{row}q"), f"d{row + 1}q"
        alike = 0.5 * (change + integral - difference) / math.sqrt(change * integral)
        if alike < _ALIKE:
            return (
                f"{name} does not change as {slope} says, expected its derivative in {slope} (were "
                "columns exchanged?)"
            )
        return (
            f"{name} changes {math.sqrt(change / integral):.2g} times as fast as {slope} says, "
            "expected times in s, and rad or m in all columns"
        )


def _squares(values: Numbers) -> Numbers:
    squares: Numbers = np.einsum("...n,...n->...", values, values)
    return squares


@dataclass(frozen=True)
class _Evidence:
    """The evidence from the whole table."""

    sums: list[_Sums]
    """From short windows to long ones."""
    lowest: Numbers
    highest: Numbers
    """(derivatives, joints)."""
    fastest: Numbers
    """Highest rate of change of q from row to row, per second."""

    @property
    def speed(self) -> Numbers:
        """Return the highest speed in d1q."""
        speed: Numbers = np.maximum(-self.lowest[1], self.highest[1])
        return speed

    def varies(self, row: int, column: int) -> bool:
        low, high = self.lowest[row, column], self.highest[row, column]
        return bool(high - low > _CONSTANT * max(abs(low), abs(high)))

    def sentences(self, column: int) -> Iterator[str]:
        for row in range(len(self.lowest) - 1):
            sentence = self.verdict(row, column)
            if sentence:
                yield sentence

    def verdict(self, row: int, column: int) -> str | None:
        """Return the result of the shortest windows that allow a verdict."""
        if not (self.varies(row, column) and self.varies(row + 1, column)):
            return None
        verdicts = (sums.sentence(row, column) for sums in self.sums)
        return next((one for one in verdicts if one is not None), None)


def _evidence(motion: _Motion) -> _Evidence:
    shape = (motion.rows, len(motion.joints))
    evidence = _Evidence(
        [_Sums() for _ in range(_LENGTHS)],
        np.full(shape, np.inf),
        np.full(shape, -np.inf),
        np.zeros(shape[1]),
    )
    for part in motion.parts():
        np.minimum(evidence.lowest, part.values.min(axis=-1), out=evidence.lowest)
        np.maximum(evidence.highest, part.values.max(axis=-1), out=evidence.highest)
        changes, integrals, is_whole = part.changes, part.integrals, part.is_whole
        speeds = np.where(is_whole, np.abs(changes[0]) / part.steps, 0.0)
        np.maximum(evidence.fastest, speeds.max(axis=-1), out=evidence.fastest)
        for sums in evidence.sums:
            sums.add(changes, integrals, is_whole)
            changes, integrals = _joined(changes).sum(-1), _joined(integrals).sum(-1)
            is_whole = np.asarray(_joined(is_whole).all(-1))
    return evidence


def _joined(values: NDArray[np.generic]) -> NDArray[np.generic]:
    """Group the parts of longer windows; an incomplete group at the end is dropped."""
    count = values.shape[-1] // _LONGER
    return values[..., : count * _LONGER].reshape(*values.shape[:-1], count, _LONGER)


def _leaps(motion: _Motion, evidence: _Evidence, column: int) -> list[tuple[int, float]]:
    """Return the rows after jumps that are too fast for any speed in d1q, and their sizes."""
    limit = _TOO_FAST * evidence.speed[column]
    if not (evidence.varies(1, column) and evidence.fastest[column] > limit):
        return []
    least = _LEAP * (evidence.highest[0, column] - evidence.lowest[0, column])
    found = []
    for part in motion.parts():
        positions = part.values[0, column]
        turns = wraps_of(motion.times[part.rows], positions)
        places = turns if turns.size else _places(positions, least)
        changes = np.diff(positions)[places - 1]
        is_leap = (np.abs(changes) > limit * part.steps[places - 1]) & part.is_whole[places - 1]
        rows = (places[is_leap] + part.rows.start).tolist()
        found += [*zip(rows, changes[is_leap].tolist(), strict=True)]
    return found


def _sentence(motion: _Motion, leaps: list[tuple[int, float]]) -> str:
    place, size = leaps[0]
    return (
        f"q leaps by {size:.4g} at time {motion.times[place]:.10g}{_more(len(leaps))} without a "
        "corresponding speed in d1q, expected one motion (unwrapped angles, one recording)"
    )
