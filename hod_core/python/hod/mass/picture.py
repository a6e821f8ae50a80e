# SPDX-License-Identifier: Apache-2.0
"""A picture of a link: its bodies and the ellipsoid of the same mass and inertia."""

from __future__ import annotations

import io
import os
import pathlib
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import (  # type: ignore[import-untyped]
    Line3DCollection,
    Poly3DCollection,
)

from .._core import MassProperties, rotation_from_rpy
from ..arrays import Numbers
from ..output import output
from .body import Body
from .distribution import Distribution, Link
from .surface import patches, triangles

_SOLID = "#4c78a8"
_CAVITY = "#e45756"
_ELLIPSOID = "#f2a900"
_AXES = ("#c0392b", "#27ae60", "#2c6fbb")
_MOST_TRIANGLES = 20000


def write_pictures(
    distribution: Distribution, folder: str | os.PathLike[str]
) -> list[pathlib.Path]:
    """Write <link>.png for every link to a folder, created if necessary; return the paths."""
    path = pathlib.Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    paths = []
    for link in distribution.links.values():
        paths.append(path / f"{link.name.replace(os.sep, '_')}.png")
        with output(paths[-1]) as file:
            file.write(picture(link))
    return paths


def picture(link: Link) -> bytes:
    """Return the picture of a link as PNG."""
    with matplotlib.rc_context({"font.size": 9}):
        figure = Figure(figsize=(7.2, 6.4), dpi=130, layout="constrained")
        axes: Any = figure.add_subplot(projection="3d", computed_zorder=False)
        points = [_draw_body(axes, body) for body in link.bodies]
        points.append(_draw_ellipsoid(axes, link.properties))
        _draw_axes(axes, link.properties, np.concatenate(points))
        _frame(axes, np.concatenate(points))
        _caption(axes, link)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png")
    return buffer.getvalue()


def _draw_body(axes: Any, body: Body) -> Numbers:
    turn = rotation_from_rpy(body.rpy)
    color = _SOLID if body.sign > 0 else _CAVITY
    look = {"facecolor": color, "alpha": 0.16 if body.sign > 0 else 0.22, "zorder": 1}
    if body.shape == "mesh":
        corners: Numbers = triangles(body) @ turn.T + body.xyz
        step = max(1, len(corners) // _MOST_TRIANGLES)
        axes.add_collection3d(Poly3DCollection(corners[::step], edgecolor="none", **look))
        return corners.reshape(-1, 3)
    places = [patch @ turn.T + body.xyz for patch in patches(body)]
    for place in places:
        if len(place) == 1:
            axes.plot(*place[0].T, color=color, linewidth=2.5, zorder=1)
        else:
            axes.add_collection3d(Poly3DCollection(_faces(place), edgecolor="none", **look))
            for lines in _outline(place):
                axes.add_collection3d(
                    Line3DCollection(lines, colors=color, linewidths=0.6, alpha=0.8, zorder=2)
                )
    return np.concatenate([place.reshape(-1, 3) for place in places])


def _faces(patch: Numbers) -> Numbers:
    """Split a patch into quadrilaterals, (faces, 4, 3)."""
    corners = [patch[:-1, :-1], patch[:-1, 1:], patch[1:, 1:], patch[1:, :-1]]
    return np.stack([corner.reshape(-1, 3) for corner in corners], axis=1)


def _outline(patch: Numbers) -> list[Numbers]:
    """Return lines that show the shape of a patch: its edges, and a few lines between them.

    Lines along and across it, (lines, points, 3) each: Matplotlib 3.10 accepts only lines with
    equally many points in one collection.
    """
    rows = slice(None, None, 1 if len(patch) <= 5 else 4)
    columns = slice(None, None, max(1, (patch.shape[1] - 1) // 8))
    return [patch[rows], patch[:, columns].swapaxes(0, 1)]


def _draw_ellipsoid(axes: Any, properties: MassProperties) -> Numbers:
    """Draw the homogeneous ellipsoid of the same mass and tensors: semi-axes √(5 λ/m), I_p = λ."""
    spreads, directions = np.linalg.eigh(properties.planar)
    semi_axes = np.sqrt(5.0 * np.maximum(spreads, 0.0) / properties.mass)
    polar, turn = np.linspace(0.0, np.pi, 25)[:, None], np.linspace(0.0, 2.0 * np.pi, 49)
    sphere = np.stack(
        np.broadcast_arrays(
            np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)
        ),
        axis=-1,
    )
    surface: Numbers = (sphere * semi_axes) @ directions.T + properties.center
    axes.plot_wireframe(
        *np.moveaxis(surface, -1, 0),
        rstride=4,
        cstride=4,
        color=_ELLIPSOID,
        linewidth=0.9,
        zorder=3,
    )
    return surface.reshape(-1, 3)


def _draw_axes(axes: Any, properties: MassProperties, points: Numbers) -> None:
    """Draw the link's frame (thin), the principal axes (thick) and the centre of mass."""
    reach = 0.35 * float(np.ptp(points, axis=0).max())
    center = properties.center
    for index, color in enumerate(_AXES):
        tip = np.eye(3)[index] * reach
        axes.plot(*np.stack([np.zeros(3), tip]).T, color=color, linewidth=1.0, zorder=4)
        axes.text(*(1.08 * tip), "xyz"[index], color=color, zorder=5)
        arrow = properties.principal_axes[:, index] * 0.6 * reach
        axes.plot(*np.stack([center - arrow, center + arrow]).T, color="black", lw=1.8, zorder=4)
    axes.scatter(*center, color="black", s=28, zorder=6)


def _frame(axes: Any, points: Numbers) -> None:
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    # A flat link still gets a box, so that its axes are readable.
    half = 0.54 * np.maximum(high - low, 0.45 * (high - low).max())
    axes.set(
        xlim=(middle[0] - half[0], middle[0] + half[0]),
        ylim=(middle[1] - half[1], middle[1] + half[1]),
        zlim=(middle[2] - half[2], middle[2] + half[2]),
        xlabel="x [m]",
        ylabel="y [m]",
        zlabel="z [m]",
    )
    axes.set_box_aspect(half, zoom=0.95)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_major_locator(MaxNLocator(5))
    axes.view_init(elev=22, azim=-58)


def _caption(axes: Any, link: Link) -> None:
    moments = ", ".join(f"{moment:.4g}" for moment in link.properties.principal_moments)
    axes.set_title(
        f"{link.name}: {link.properties.mass:.4g} kg, principal moments {moments} kg m²",
        fontsize=10,
    )
    marks = [
        ("bodies", _SOLID, "-"),
        ("cavities", _CAVITY, "-"),
        ("ellipsoid of the same mass and inertia", _ELLIPSOID, "-"),
        ("centre of mass, principal axes", "black", "o"),
    ]
    if all(body.sign > 0 for body in link.bodies):
        del marks[1]
    for label, color, style in marks:
        line, marker = ("none", "o") if style == "o" else ("-", "none")
        axes.plot([], [], [], color=color, linestyle=line, marker=marker, label=label, lw=2.5)
    axes.legend(loc="upper left", bbox_to_anchor=(0.0, 0.98), frameon=False)
