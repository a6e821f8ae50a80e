# SPDX-License-Identifier: Apache-2.0
"""Curves over time in stacked panels, for pictures and reports."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .arrays import Deviations, Numbers
from .envelope import thinned

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = ("#1f83c9", "#d9691f", "#11986f", "#c46aa0", "#b98a00", "#4aa8dd", "#7d7d7d")
"""Distinguishable for all viewers, on white and on black."""
TRUTH, FOUND, ERROR = "#9a9a9a", COLORS[0], COLORS[1]

_PANEL_HEIGHT = 1.9  # inches
_MOST_LABELS = 6  # in a row
_MOST_POINTS = 1200  # of a curve, about one for each pixel


@dataclass(frozen=True)
class Curve:
    """Something over time."""

    label: str
    times: Numbers
    values: Numbers
    color: str = FOUND
    width: float = 1.3
    deviations: Numbers | Deviations | None = None
    """Standard deviations; the band around the curve has two on each side."""

    @cached_property
    def short(self) -> tuple[Numbers, Numbers]:
        """Times and values reduced for drawing, peaks included."""
        times, values = thinned(self.times, self.values[:, None], _MOST_POINTS)
        return times, values[:, 0]

    @cached_property
    def edges(self) -> tuple[Numbers, Numbers, Numbers]:
        """Times, and the lower and the upper edge of the band."""
        assert self.deviations is not None
        step = max(1, len(self.times) // _MOST_POINTS)
        times, values, band = self.times[::step], self.values[::step], 2 * self.deviations[::step]
        return times, values - band, values + band


@dataclass(frozen=True)
class Panel:
    """Curves that share an axis."""

    name: str
    """Label of the axis, with its unit."""
    curves: Sequence[Curve]


def symbol(letter: str, order: int) -> str:
    """Return a letter with its primes."""
    return letter + ("", "′", "″", "‴", "⁗")[order] if order < 5 else f"{letter}⁽{_raised(order)}⁾"


def per_time(unit: str, order: int) -> str:
    """Return the unit of a derivative."""
    return unit if not order else f"{unit}/s" + (_raised(order) if order > 1 else "")


def energy_name(order: int) -> str:
    """Return the name of an acceleration energy and its unit."""
    return f"E⁽{_raised(order)}⁾ in kg m²/s{_raised(2 * order + 2)}"


def _raised(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def draw(title: str, panels: Sequence[Panel], beside: Sequence[Panel] = ()) -> bytes:
    """Draw stacked panels, and as many beside them, to a PNG; labels are listed once."""
    from matplotlib.figure import Figure

    sides = [panels, beside] if beside else [panels]
    height = max(1.0 + _PANEL_HEIGHT * len(panels), 3.4)
    figure = Figure(figsize=(6.5 + 3.5 * len(sides), height), layout="constrained")
    grid = figure.subplots(len(panels), len(sides), sharex=True, squeeze=False)
    for column, side in enumerate(sides):
        for row, panel in enumerate(side):
            _draw_panel(grid[row, column], panel)
        grid[-1, column].set_xlabel("time in s")
    figure.suptitle(title)
    _list_labels(figure, grid.flat)
    figure.align_ylabels()
    return png(figure)


def png(figure: Figure) -> bytes:
    """Draw a figure."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=120)
    return buffer.getvalue()


def _list_labels(figure: Figure, axes: Iterable[Axes]) -> None:
    labelled: dict[str, Artist] = {}
    for axis in axes:
        artists, labels = axis.get_legend_handles_labels()
        labelled.update(zip(labels, artists, strict=True))
    if len(labelled) > 1:
        columns = min(_MOST_LABELS, len(labelled))
        artists, labels = list(labelled.values()), list(labelled)
        figure.legend(artists, labels, loc="outside lower center", ncols=columns, frameon=False)


def _draw_panel(axis: Axes, panel: Panel) -> None:
    for curve in panel.curves:
        axis.plot(*curve.short, color=curve.color, linewidth=curve.width, label=curve.label)
        if curve.deviations is not None:
            axis.fill_between(*curve.edges, color=curve.color, alpha=0.25, linewidth=0)
    axis.set_ylabel(panel.name)
    axis.grid(alpha=0.3)
    axis.margins(x=0.01)
