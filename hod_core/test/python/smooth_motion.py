# SPDX-License-Identifier: Apache-2.0
"""Motions that are known at every time and every speed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robots import Numbers


@dataclass(frozen=True)
class SineMotion:
    """Each joint a sum of sines, so that all derivatives are exact."""

    amplitudes: Numbers
    """(sines, joints)"""
    phases: Numbers
    rates: Numbers
    """(sines, 1) [rad/s]"""
    speed: float = 1.0

    @classmethod
    def random(cls, seed: int, joints: int = 3, size: float = 0.15) -> SineMotion:
        random = np.random.default_rng(seed)
        amplitudes = size * random.standard_normal((3, joints))
        return cls(amplitudes, random.uniform(0.0, 6.0, (3, joints)), np.array([[1.0], [2], [3]]))

    def faster(self, speed: float) -> SineMotion:
        return SineMotion(self.amplitudes, self.phases, self.rates, speed)

    def at(self, times: Numbers, rows: int = 7) -> Numbers:
        """Rows of every instant, (instants, rows, joints)."""
        rates = self.rates * self.speed
        result = []
        for k in range(rows):
            angles = rates * np.reshape(times, (-1, 1, 1)) + self.phases + 0.5 * np.pi * k
            result.append((self.amplitudes * rates**k * np.sin(angles)).sum(axis=1))
        return np.stack(result, axis=1)
