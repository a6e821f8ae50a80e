# SPDX-License-Identifier: Apache-2.0
"""The part of hod._core about motions; _core.pyi passes it on."""

from numpy.typing import ArrayLike

from .arrays import Numbers

class PiecewisePolynomial:
    """Polynomials of one degree on consecutive segments of time, for several channels."""

    def __init__(self, knots: ArrayLike, coefficients: ArrayLike) -> None: ...
    @property
    def knots(self) -> Numbers: ...
    @property
    def coefficients(self) -> Numbers: ...
    @property
    def degree(self) -> int: ...
    @property
    def channels(self) -> int: ...
    def derivatives(self, times: ArrayLike, first: int, last: int) -> Numbers:
        """(times, last - first + 1, channels)."""
