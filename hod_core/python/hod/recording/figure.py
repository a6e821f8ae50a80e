# SPDX-License-Identifier: Apache-2.0
"""Numbers in sentences and tables, with significant digits only."""

from __future__ import annotations

from math import floor, isfinite, log10


def with_deviation(value: float, deviation: float) -> str:
    """Write a value and its standard deviation, both to the second digit of the deviation."""
    if not isfinite(deviation) or deviation < 0.0:
        return f"{value:.4g}"
    if deviation == 0.0:
        return f"{value:.6g}"
    place = floor(log10(deviation)) - 1
    if -7 <= place <= 0 and abs(value) < 1e7:
        return f"{value:.{-place}f} ± {deviation:.{-place}f}"
    if place > 0 and abs(value) < 1e7:
        unit = 10**place
        return f"{round(value / unit) * unit:.0f} ± {round(deviation / unit) * unit:.0f}"
    digits = max(1, floor(log10(abs(value))) - place) if value else 1
    return f"{value:.{min(digits, 15)}e} ± {deviation:.1e}"
