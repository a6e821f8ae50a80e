# SPDX-License-Identifier: Apache-2.0
"""The part of hod._core about motions; _core.pyi passes it on."""

from collections.abc import Sequence

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

_End = tuple[str, ArrayLike | None]
_Motion = tuple[ArrayLike | None, ArrayLike | None]
_Given = dict[tuple[int, int], ArrayLike]
_Interpolation = tuple[PiecewisePolynomial, list[str], Numbers]

def interpolate_accelerations(
    times: ArrayLike,
    accelerations: ArrayLike,
    order: int,
    start: _End,
    end: _End,
    start_motion: _Motion,
    end_motion: _Motion,
) -> _Interpolation: ...
def interpolate_positions(
    times: ArrayLike, positions: ArrayLike, order: int, start: _End, end: _End, given: _Given
) -> _Interpolation: ...
def interpolate_waypoints(
    times: ArrayLike, positions: ArrayLike, derivative: int, given: _Given
) -> _Interpolation: ...
def from_jerk_sections(channels: Sequence[ArrayLike], start: float) -> PiecewisePolynomial: ...
