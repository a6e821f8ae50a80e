# SPDX-License-Identifier: Apache-2.0
"""Motions as polynomials on consecutive segments of time, with every derivative at any time."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ._core import PiecewisePolynomial
from .arrays import Numbers

__all__ = ["Polynomial"]


class Polynomial:
    """A motion of one or more channels (joints): a polynomial on every segment between two knots.

    Beyond the ends, the first and the last segment are extrapolated. `warnings` are sentences about
    how the polynomial was found; empty if all is well. If the motion was corrected to meet known
    ends, `correction` has the rows b0 and b1 that were added to its acceleration, b0 + b1 (t -
    start).
    """

    def __init__(
        self, knots: ArrayLike, coefficients: ArrayLike, *, warnings: tuple[str, ...] = ()
    ) -> None:
        """`coefficients[s, c, k]` multiplies ((t - knots[s]) / (knots[s + 1] - knots[s])) ** k."""
        self._core = PiecewisePolynomial(knots, coefficients)
        self.warnings = warnings
        self.correction: Numbers | None = None

    @classmethod
    def wrap(
        cls,
        core: PiecewisePolynomial,
        warnings: tuple[str, ...] = (),
        correction: Numbers | None = None,
    ) -> Polynomial:
        """The compiled polynomial itself, without a copy."""
        polynomial = cls.__new__(cls)
        polynomial._core = core
        polynomial.warnings = warnings
        polynomial.correction = correction
        return polynomial

    @property
    def knots(self) -> Numbers:
        """Times where segments meet, and both ends [s]."""
        return self._core.knots

    @property
    def coefficients(self) -> Numbers:
        """(segments, channels, degree + 1), for powers of each segment's own time from 0 to 1."""
        return self._core.coefficients

    @property
    def degree(self) -> int:
        return self._core.degree

    @property
    def channels(self) -> int:
        return self._core.channels

    @property
    def segments(self) -> int:
        return len(self._core.knots) - 1

    def __call__(self, t: ArrayLike, derivative: int = 0) -> Numbers:
        """One derivative at one or more times: shape of t, then channels."""
        times = np.asarray(t)
        table = self._core.derivatives(times.reshape(-1), derivative, derivative)
        return table.reshape(*times.shape, self.channels)

    def motion(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """q, q', ... up to `orders` as `hod.forces` takes them: shape of t, orders + 1, channels.

        The interpreter lock is released during the computation.
        """
        times = np.asarray(t)
        table = self._core.derivatives(times.reshape(-1), 0, orders)
        return table.reshape(*times.shape, orders + 1, self.channels)

    def __reduce__(self) -> tuple[object, ...]:
        core = (self.knots, self.coefficients)
        return (_restored, (type(self), core, self.warnings, self.correction))

    def __repr__(self) -> str:
        return (
            f"<hod.Polynomial of degree {self.degree}: {self.segments} segments, "
            f"{self.channels} channels, {self.knots[0]:g} to {self.knots[-1]:g} s>"
        )


def _restored(
    cls: type[Polynomial],
    core: tuple[Numbers, Numbers],
    warnings: tuple[str, ...],
    correction: Numbers | None,
) -> Polynomial:
    return cls.wrap(PiecewisePolynomial(*core), warnings, correction)
