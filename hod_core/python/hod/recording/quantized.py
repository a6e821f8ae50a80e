# SPDX-License-Identifier: Apache-2.0
"""Smooths joint readings that may be quantized: equal ones in a row share one error."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from .._core import reading_steps
from ..arrays import Numbers
from ..smoothing import Smoothed, smooth

_SHARE = 0.1  # of the changes that may be no whole number of steps
_MORE = 1.1  # times the quantization noise; beyond it, readings have more noise
_MUCH = 30.0  # times the same; then one reading in thirty repeats
_ALIKE = 0.02  # s; equal readings within this time count as one


@dataclass(frozen=True)
class Steps:
    """What is known about quantized readings."""

    size: float
    lengths: Numbers
    """For each reading, the length of its run of equal readings."""
    weights: Numbers
    """For each reading, 1 where it is not part of a run."""
    uneven: float
    """Fraction of the changes that are not a whole number of steps."""

    def leave_open(self, noise: float) -> bool:
        """Whether they are not an encoder's: with so much noise, few readings would repeat."""
        return self.uneven > _SHARE or noise > _MUCH * self.noise

    @property
    def noise(self) -> float:
        """Standard deviation of an error that is uniform within a step."""
        return self.size / sqrt(12.0)

    @property
    def common(self) -> Numbers:
        """For each reading, the deviation of the error that it shares with its neighbours."""
        return self.noise * np.sqrt(1.0 - 1.0 / self.lengths)


def steps_of(times: Numbers, values: Numbers) -> Steps | None:
    """Return the quantization of a signal; None if it has none."""
    size, edges, uneven = reading_steps(values)
    if not size:
        return None
    counts = np.diff(edges)
    lengths = np.repeat(counts, counts).astype(float)
    most = max(1.0, _ALIKE / float(np.median(np.diff(times))))
    return Steps(size, lengths, 1.0 / np.minimum(lengths, most), uneven)


@dataclass(frozen=True)
class SmoothedReadings:
    """One joint's motion from its own readings."""

    smoothed: Smoothed
    times: Numbers
    steps: Steps | None
    is_position: bool

    def deviations(self, times: Numbers, orders: int) -> Numbers:
        """Standard deviations of q, q', ..., (times, rows)."""
        found = self.smoothed.deviations(times, orders)[:, :, 0]
        found[:, 0] = np.hypot(found[:, 0], self._common(times))
        return found

    def covariance(self, times: Numbers, orders: int) -> Numbers:
        """Covariance of q, q', ..., (times, rows, rows)."""
        found = self.smoothed.covariance(times, orders)[:, 0]
        found[:, 0, 0] += self._common(times) ** 2
        return found

    def _common(self, times: Numbers) -> Numbers:
        """Return the error that a position shares with its surroundings."""
        if self.steps is None or not self.is_position:
            return np.zeros(len(times))
        return np.asarray(np.interp(times, self.times, self.steps.common))


def smooth_readings(
    times: Numbers,
    values: Numbers,
    *,
    signal: str = "position",
    start: list[list[float]] | None = None,
    noise: float | None = None,
    largest_gap: float | None = None,
) -> SmoothedReadings:
    """Smooth the readings of one joint like `hod.smooth`, taking quantization into account.

    Quantization is a lower bound of the noise. Readings with larger errors have independent errors,
    even where they are equal.
    """

    def smoothed(steps: Steps | None, noise: float | None, varying: bool) -> Smoothed:
        return smooth(
            times,
            values,
            signal=signal,
            start=start,
            weights=None if steps is None else steps.weights,
            noise=noise,
            largest_gap=largest_gap,
            varying=varying,
        )

    steps = steps_of(times, values)
    if steps is not None:
        shown = noise or float(smoothed(None, None, False).report.noise[0])
        noise = max(shown, steps.noise)
        steps = steps if shown <= _MORE * steps.noise else None
    found = smoothed(steps, noise, noise is not None or bool(np.any(np.diff(values))))
    return SmoothedReadings(found, times, steps, signal == "position")
