# SPDX-License-Identifier: Apache-2.0
"""Pictures of recordings and motions: panels over one time axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .._core import Robot
from ..arrays import Numbers
from ..report import png
from .fit import Fit

TRUTH, FOUND = "#999999", "#0072b2"

_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MOST_POINTS = 5000
_PANEL_HEIGHT = 1.9  # inches


@dataclass(frozen=True)
class Curve:
    """Something over time."""

    label: str
    times: Numbers
    values: Numbers
    color: str
    width: float = 1.3


@dataclass(frozen=True)
class Panel:
    """Curves that share an axis."""

    name: str
    """What the axis shows, with its unit."""
    curves: Sequence[Curve]


def draw(title: str, panels: Sequence[Panel], beside: Sequence[Panel] = ()) -> bytes:
    """Draw panels below each other, and as many beside them; labels are listed once."""
    sides = [panels, beside] if beside else [panels]
    height = max(1.0 + _PANEL_HEIGHT * len(panels), 3.4)
    figure = Figure(figsize=(6.5 + 3.5 * len(sides), height), layout="constrained")
    grid = figure.subplots(len(panels), len(sides), sharex=True, squeeze=False)
    axes = []
    for column, side in enumerate(sides):
        for row, panel in enumerate(side):
            axes.append(grid[row, column])
            _draw_panel(axes[-1], panel)
        grid[-1, column].set_xlabel("time in s")
    labelled: dict[str, Artist] = {}
    for axis in axes:
        artists, labels = axis.get_legend_handles_labels()
        labelled.update(zip(labels, artists, strict=True))
    figure.suptitle(title)
    if len(labelled) > 1:
        columns = min(6, len(labelled))
        artists, labels = list(labelled.values()), list(labelled)
        figure.legend(artists, labels, loc="outside lower center", ncols=columns, frameon=False)
    figure.align_ylabels()
    return png(figure)


def _draw_panel(axis: Axes, panel: Panel) -> None:
    for curve in panel.curves:
        step = max(1, len(curve.times) // _MOST_POINTS)
        axis.plot(
            curve.times[::step],
            curve.values[::step],
            color=curve.color,
            linewidth=curve.width,
            label=curve.label,
        )
    axis.set_ylabel(panel.name)
    axis.grid(alpha=0.3)
    axis.margins(x=0.01)


def derivative_name(letter: str, order: int) -> str:
    """Return a letter with its primes, as matplotlib sets formulas."""
    return "$" + letter + "'" * order + "$"


def joint_unit(robot: Robot, columns: Sequence[int], order: int) -> str:
    """Return the unit of a derivative of positions."""
    return _over_time("m" if _slide(robot, columns) else "rad", order)


def force_unit(robot: Robot, columns: Sequence[int], order: int) -> str:
    """Return the unit of a derivative of forces."""
    return _over_time("N" if _slide(robot, columns) else "N m", order)


def _slide(robot: Robot, columns: Sequence[int]) -> bool:
    return all(robot.joints[robot.joint_names[i]].is_prismatic for i in columns)


def _over_time(unit: str, order: int) -> str:
    return unit if not order else f"{unit}/s" + ("" if order == 1 else f"$^{order}$")


def moving_joints(motion: Numbers) -> list[int]:
    """Return the columns of joints that do not stand still."""
    spread = np.ptp(motion[:, 0], axis=0)
    moving = [int(i) for i in np.flatnonzero(spread > 1e-9)]
    return moving or list(range(motion.shape[2]))


def joint_curves(robot: Robot, columns: Sequence[int], times: Numbers, row: Numbers) -> list[Curve]:
    """Return a curve for each of some joints from (instants, joints)."""
    return [
        Curve(robot.joint_names[i], times, row[:, i], _COLORS[n % len(_COLORS)])
        for n, i in enumerate(columns)
    ]


def fit_picture(fit: Fit) -> bytes:
    """Draw the motion found, derivative by derivative, and what it leaves unexplained."""
    robot, columns = fit.settings.robot, moving_joints(fit.motion)
    panels = [
        Panel(
            f"{derivative_name('q', row)} in {joint_unit(robot, columns, row)}",
            joint_curves(robot, columns, fit.times, fit.motion[:, row]),
        )
        for row in range(fit.motion.shape[1])
    ]
    names = ", ".join(robot.joint_names[i] for i in columns)
    return draw(f"Motion found in the recording: {names}", panels)


def residual_picture(fit: Fit) -> bytes:
    """Draw what each signal has that the motion does not explain."""
    panels = []
    for residual in fit.residuals:
        values = residual.values.reshape(len(residual.times), -1)
        curves = [
            Curve(f"axis {i}", residual.times, column, _COLORS[i], 0.7)
            for i, column in enumerate(values.T)
        ]
        panels.append(Panel(f"{residual.name} in {residual.unit}", curves))
    return draw("Readings less what the motion would give", panels)
