# SPDX-License-Identifier: Apache-2.0
"""The part of hod._core about smoothing; _core.pyi passes it on."""

from numpy.typing import ArrayLike

from ._core_motion import PiecewisePolynomial
from .arrays import Numbers

class SmoothingOptions:
    """0 stands for the default of `degree`, `knot_spacing` and `largest_gap`."""

    def __init__(
        self, signal: int, penalty: int, degree: int, knot_spacing: float, largest_gap: float
    ) -> None: ...

class SmoothingReport:
    """How a signal was smoothed, and what was left over."""

    @property
    def weight(self) -> float:
        """Of the penalty: (2 pi cutoff) ** (-2 d), d derivatives above the sampled one."""

    @property
    def cutoff(self) -> float:
        """Frequency [Hz] whose amplitude is halved."""

    @property
    def interval(self) -> float:
        """Median interval of the samples [s]."""

    @property
    def degrees_of_freedom(self) -> float:
        """Trace of the map from samples to smoothed samples."""

    @property
    def residual(self) -> list[float]:
        """Weighted root mean square of the residuals of each channel."""

    @property
    def noise(self) -> list[float]:
        """Standard deviation of a sample of weight 1 of each channel: stated, else estimated."""

    @property
    def warnings(self) -> list[str]: ...

class SmoothedSignal:
    """The result of `smooth`."""

    @property
    def polynomial(self) -> PiecewisePolynomial: ...
    @property
    def report(self) -> SmoothingReport: ...
    def deviations(self, times: ArrayLike, rows: int) -> Numbers:
        """(times, rows, channels)."""

def smooth(
    times: ArrayLike,
    values: ArrayLike,
    weights: ArrayLike,
    start: ArrayLike,
    rule: str,
    figure: ArrayLike,
    options: SmoothingOptions,
) -> SmoothedSignal: ...
