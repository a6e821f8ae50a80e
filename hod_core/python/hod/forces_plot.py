# SPDX-License-Identifier: Apache-2.0
"""A picture of what the joint forces are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._core import Robot
from .arrays import Numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLORS = {
    "inertia": "#0072b2",
    "gravity": "#009e73",
    "load": "#d55e00",
    "friction": "#cc79a7",
    "rotor": "#e69f00",
}
_HEIGHT = 2.0  # inches of every joint
_MOST_POINTS = 4000


def forces_figure(robot: Robot, times: Numbers, terms: Mapping[str, Numbers]) -> Figure:
    """Draw every term (instants, joints) over time, and its share in the whole, joint by joint."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 1.2 + _HEIGHT * robot.dof), layout="constrained")
    axes = figure.subplots(
        robot.dof,
        2,
        squeeze=False,
        sharex="col",
        width_ratios=(4, 1),
    )
    for column, joint in enumerate(robot.joint_names):
        of_joint = {name: values[:, column] for name, values in terms.items()}
        unit = "N" if robot.joints[joint].is_prismatic else "N m"
        _draw_terms(axes[column, 0], times, of_joint, f"{joint}\nQ [{unit}]")
        _draw_shares(axes[column, 1], of_joint)
    axes[-1, 0].set_xlabel("time [s]")
    axes[-1, 1].set_xlabel("share of the sum of\nroot mean squares [%]")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)
    return figure


def picture(figure: Figure, kind: str) -> bytes:
    """Return the bytes of a "png", "svg" or "pdf" file."""
    import io

    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=120)
    return buffer.getvalue()


def _draw_terms(axes: Axes, times: Numbers, terms: Mapping[str, Numbers], label: str) -> None:
    step = max(1, len(times) // _MOST_POINTS)
    total: Numbers = np.sum(list(terms.values()), axis=0)
    axes.plot(times[::step], total[::step], color="black", linewidth=1.8, label="Q, their sum")
    for name, values in terms.items():
        axes.plot(times[::step], values[::step], color=_COLORS[name], linewidth=1.2, label=name)
    axes.set_ylabel(label)
    axes.grid(alpha=0.3)
    axes.margins(x=0.01)


def _draw_shares(axes: Axes, terms: Mapping[str, Numbers]) -> None:
    sizes = {name: float(np.sqrt(np.mean(values**2))) for name, values in terms.items()}
    whole = sum(sizes.values()) or 1.0
    shares = [100.0 * size / whole for size in sizes.values()]
    bars: Any = axes.barh(list(sizes), shares, color=[_COLORS[name] for name in sizes])
    axes.bar_label(bars, fmt="%.1f", padding=3, fontsize=8)
    axes.set_xlim(0.0, 118.0)
    axes.set_xticks([0, 50, 100])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
