# SPDX-License-Identifier: Apache-2.0
"""A picture of the joint forces: every derivative, its terms, and the motor torques."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._core import Robot
from .arrays import Numbers
from .envelope import Envelope
from .plot import COLORS, per_time, symbol

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLORS = dict(zip(("inertia", "gravity", "load", "friction", "rotor"), COLORS, strict=False))
_HEIGHT, _WIDTH = 2.0, 3.6  # inches of every panel
_ROUNDING = 1e-12  # of the largest curve: anything smaller is not a signal


class ForcesPlot:
    """Collects tables (instants, rows, joints) part by part and draws a row of panels per joint.

    Names of the tables: "Q", "tau" if motors have torques of their own, and those of the terms.
    """

    def __init__(self, robot: Robot, count: int) -> None:
        self._robot = robot
        self._envelope = Envelope(count)
        self._shapes: dict[str, int] = {}
        self._squares: dict[str, Numbers] = {}

    def add(self, times: Numbers, tables: Mapping[str, Numbers]) -> None:
        self._shapes = {name: table.shape[1] for name, table in tables.items()}
        flat = [table.reshape(len(times), -1) for table in tables.values()]
        self._envelope.add(times, np.hstack(flat))
        for name, table in tables.items():
            squares = np.sum(table[:, 0] ** 2, axis=0)
            self._squares[name] = self._squares.get(name, 0.0) + squares

    def picture(self, kind: str) -> bytes:
        """Return the bytes of a "png", "svg" or "pdf" file."""
        from matplotlib.figure import Figure

        times, tables = self._tables()
        columns = [("Q", row) for row in range(self._shapes["Q"])]
        columns += [("tau", row) for row in range(self._shapes.get("tau", 0))]
        dof = self._robot.dof
        figure = Figure(
            figsize=(_WIDTH * len(columns) + 2.2, 1.2 + _HEIGHT * dof), layout="constrained"
        )
        widths = [*([4] * len(columns)), 2]
        axes = figure.subplots(
            dof, len(columns) + 1, squeeze=False, sharex="col", width_ratios=widths
        )
        for joint, name in enumerate(self._robot.joint_names):
            unit = "N" if self._robot.joints[name].is_prismatic else "N m"
            for axis, (what, row) in zip(axes[joint], columns, strict=False):
                curves = {n: table[:, row, joint] for n, table in tables.items() if n == what}
                if what == "Q":
                    curves |= {n: t[:, row, joint] for n, t in tables.items() if n in _COLORS}
                letter = "τ" if what == "tau" else "Q"
                _draw(axis, times, curves, f"{name}: {symbol(letter, row)} [{per_time(unit, row)}]")
            self._draw_shares(axes[joint, -1], joint)
        for axis in axes[-1, :-1]:
            axis.set_xlabel("time [s]")
        axes[-1, -1].set_xlabel("share of the sum of\nroot mean squares of Q [%]")
        handles, labels = axes[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=6, frameon=False)
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, dpi=100)
        return buffer.getvalue()

    def _tables(self) -> tuple[Numbers, dict[str, Numbers]]:
        times, values = self._envelope.result()
        ends = np.cumsum([rows * self._robot.dof for rows in self._shapes.values()])[:-1]
        parts = np.split(values, ends, axis=1)
        tables = {
            name: part.reshape(len(times), rows, -1)
            for (name, rows), part in zip(self._shapes.items(), parts, strict=True)
        }
        _remove_rounding(tables)
        return times, tables

    def _draw_shares(self, axis: Axes, joint: int) -> None:
        largest = max(float(np.sqrt(squares.max())) for squares in self._squares.values())
        sizes = {
            name: size if (size := float(np.sqrt(squares[joint]))) > _ROUNDING * largest else 0.0
            for name, squares in self._squares.items()
            if name in _COLORS
        }
        whole = sum(sizes.values()) or 1.0
        shares = [100.0 * size / whole for size in sizes.values()]
        bars: Any = axis.barh(list(sizes), shares, color=[_COLORS[name] for name in sizes])
        axis.bar_label(bars, fmt="%.1f", padding=3, fontsize=8)
        axis.set_xlim(0.0, 128.0)
        axis.set_xticks([0, 50, 100])
        axis.invert_yaxis()
        axis.grid(axis="x", alpha=0.3)


def _remove_rounding(tables: Mapping[str, Numbers]) -> None:
    """Clear curves that are negligible relative to the largest of the same derivative."""
    for row in range(max(table.shape[1] for table in tables.values())):
        rows = [table[:, row] for table in tables.values() if row < table.shape[1]]
        largest = max(float(np.abs(values).max(initial=0.0)) for values in rows)
        for values in rows:
            values[:, np.abs(values).max(axis=0, initial=0.0) <= _ROUNDING * largest] = 0.0


def _draw(axis: Axes, times: Numbers, curves: Mapping[str, Numbers], title: str) -> None:
    labels = {"Q": "the whole", "tau": "the motor"}
    for name, values in curves.items():
        color, width = _COLORS.get(name, "black"), 1.2 if name in _COLORS else 1.8
        axis.plot(times, values, color=color, linewidth=width, label=labels.get(name, name))
    axis.set_title(title, fontsize=9, loc="left")
    axis.grid(alpha=0.3)
    axis.margins(x=0.01)
