# SPDX-License-Identifier: Apache-2.0
"""Reduces long curves to a number of points that can be drawn, without losing peaks."""

from __future__ import annotations

import math

import numpy as np

from .arrays import Numbers


class Envelope:
    """Collects columns over time part by part and keeps the minimum and maximum of every stretch.

    About `most` of the `count` instants of a curve are kept. Where it is thinned out, a point may
    be drawn up to one stretch, 2 / `most` of the whole, away from its true time.
    """

    def __init__(self, count: int, most: int = 2000) -> None:
        self._step = max(1, 2 * math.ceil(count / most)) if count > most else 1
        self._parts: list[tuple[Numbers, Numbers]] = []
        self._left: tuple[Numbers, Numbers] | None = None

    def add(self, times: Numbers, values: Numbers) -> None:
        """Add the next instants: (n,) and (n, columns)."""
        if self._left is not None:
            times = np.concatenate([self._left[0], times])
            values = np.concatenate([self._left[1], values])
        whole = len(times) // self._step * self._step
        self._left = times[whole:], values[whole:].copy()
        self._keep(times[:whole], values[:whole], self._step)

    def result(self) -> tuple[Numbers, Numbers]:
        """Return times and values of the points that are kept."""
        if self._left is not None and len(self._left[0]):
            times, values = self._left
            self._left = None
            self._keep(times, values, len(times))
        return (
            np.concatenate([part[0] for part in self._parts]),
            np.concatenate([part[1] for part in self._parts]),
        )

    def _keep(self, times: Numbers, values: Numbers, step: int) -> None:
        if step <= 2:
            self._parts.append((times.copy(), values.copy()))
            return
        stretches = values.reshape(-1, step, values.shape[1])
        low, high = stretches.min(axis=1), stretches.max(axis=1)
        rises = stretches[:, -1] >= stretches[:, 0]
        pairs = np.stack([np.where(rises, low, high), np.where(rises, high, low)], axis=1)
        ends = times.reshape(-1, step)[:, [0, step // 2]]
        self._parts.append((ends.reshape(-1), pairs.reshape(-1, values.shape[1])))


def thinned(times: Numbers, values: Numbers, most: int = 2000) -> tuple[Numbers, Numbers]:
    """Return the envelope of complete curves: (n,) and (n, columns)."""
    envelope = Envelope(len(times), most)
    envelope.add(times, values)
    return envelope.result()
