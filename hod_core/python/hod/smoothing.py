# SPDX-License-Identifier: Apache-2.0
"""Smoothing polynomials: turns a noisy signal into a motion with usable high derivatives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._core import Error, SmoothedSignal, SmoothingOptions, SmoothingReport
from ._core import smooth as _smooth
from .arrays import Numbers
from .polynomial import Polynomial

__all__ = ["Smoothed", "smooth"]

_SIGNALS = {"position": 0, "velocity": 1, "acceleration": 2, "jerk": 3}


@dataclass(frozen=True)
class Smoothed:
    """A motion found by `smooth`, how it was found, and its uncertainty."""

    polynomial: Polynomial
    report: SmoothingReport
    _core: SmoothedSignal

    def __call__(self, t: ArrayLike, derivative: int = 0) -> Numbers:
        """One derivative at one or more times: shape of t, then channels."""
        return self.polynomial(t, derivative)

    def motion(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """q, q', ... as `hod.forces` takes them: shape of t, orders + 1, channels."""
        return self.polynomial.motion(t, orders)

    def deviations(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """Standard deviations of what `motion` returns, infinite from the penalised derivative on.

        They cover both the noise that smoothing passes and the signal that it removes, averaged
        along the motion, or around each instant if the weight varies; the given start counts as
        exact. At the first and last instants of a motion that does not rest there, and with a
        stated cut-off that removes part of it, they are too small.
        """
        times = np.asarray(t)
        table = self._core.deviations(times.reshape(-1), orders + 1)
        return table.reshape(*times.shape, orders + 1, self.polynomial.channels)

    def covariance(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """Covariance of q, q', ... of each channel: shape of t, channels, orders + 1 twice.

        The diagonals are the squares of `deviations`; rows from the penalised derivative on are
        zero. Channels are independent of each other.
        """
        times = np.asarray(t)
        tables = [
            self._core.covariance(times.reshape(-1), orders + 1, channel)
            for channel in range(self.polynomial.channels)
        ]
        return np.stack(tables, axis=1).reshape(*times.shape, -1, orders + 1, orders + 1)


def smooth(
    times: ArrayLike,
    values: ArrayLike,
    *,
    signal: str = "position",
    start: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    noise: ArrayLike | None = None,
    residual: ArrayLike | None = None,
    cutoff: float | None = None,
    weight: float | None = None,
    penalty: int = 6,
    degree: int | None = None,
    knot_spacing: float | None = None,
    largest_gap: float | None = None,
    varying: bool = False,
) -> Smoothed:
    """Smooth the samples of a signal: "position", "velocity", "acceleration" or "jerk".

    `values` is (times,) or (times, channels). Accelerations are integrated exactly from `start`: q
    and q' at times[0], one row each (default: zero). At most one of these determines the amount of
    smoothing; without any, generalized cross-validation does:

    - `noise`: standard deviation of a sample of weight 1, one for all channels or one each;
    - `residual`: desired root mean square of the residuals;
    - `cutoff`: frequency [Hz] whose amplitude is halved;
    - `weight`: weight of the integral of the square of derivative `penalty` of q.

    `weights` are 1 / variance of each sample in any unit, up to 1e12 apart. Intervals between
    samples longer than `largest_gap` [s] (default: 25 median intervals) are an error. By default,
    `degree` of q is that of the penalty, and knots are as dense as the cut-off requires.

    A `varying` weight follows the signal: its course maximizes the likelihood of the samples around
    each instant; its scale is set by `noise` or cross-validation. Use it for signals that rest,
    start and stop: errors are smaller there, and bands are right at rest as well as in motion.
    """
    if signal not in _SIGNALS:
        raise Error(f"signal: found '{signal}', expected one of {', '.join(_SIGNALS)}")
    figures = {"noise": noise, "residual": residual, "cutoff": cutoff, "weight": weight}
    given = {name: figure for name, figure in figures.items() if figure is not None}
    if len(given) > 1:
        raise Error(f"found {' and '.join(given)}, expected one of them")
    rule, figure = next(iter(given.items()), ("cross-validation", 0.0))
    options = SmoothingOptions(
        _SIGNALS[signal], penalty, degree or 0, knot_spacing or 0.0, largest_gap or 0.0, varying
    )
    nothing = np.zeros(0)
    core = _smooth(
        times,
        values,
        nothing if weights is None else weights,
        nothing if start is None else start,
        rule,
        np.atleast_1d(np.asarray(figure)),
        options,
    )
    report = core.report
    return Smoothed(Polynomial.wrap(core.polynomial, tuple(report.warnings)), report, core)
