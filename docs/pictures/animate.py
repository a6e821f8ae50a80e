# SPDX-License-Identifier: Apache-2.0
"""Draws the README's moving picture: python docs/pictures/animate.py [FILE].

The arm is drawn from the shapes that its masses come from; the torques are those of its motion.
"""

from __future__ import annotations

import io
import sys
from importlib.resources import as_file, files
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from PIL import Image

import hod
from hod.arrays import Numbers
from hod.mass import Body, Distribution
from hod.mass.surface import patches

RATE = 20  # pictures a second
PAYLOAD = 2.0  # kg
POINTS = ([-0.8, 0.9, 0.3, -1.0, 0.0], [0.0, -0.1, 0.4, -2.0, 0.8], [0.8, 0.9, 0.3, -1.0, 1.6])
STOPS = (0.0, 0.75, 1.5, 2.25, 3.0)
JOINT = "J2"
CELL = 0.03  # m, so small that what is farther away is painted first
PAINT, STEEL, CARRIED = (0.96, 0.78, 0.15), (0.62, 0.65, 0.69), (0.20, 0.50, 0.80)
LIGHT = np.array([0.35, -0.75, 0.55]) / np.linalg.norm([0.35, -0.75, 0.55])
AZIMUTH, ELEVATION = np.radians(-62.0), np.radians(18.0)
ROWS = (("Q", "N m", "black"), ("Q′", "N m/s", "#1f77b4"), ("Q″", "N m/s²", "#d95f0e"))


def surface(body: Body) -> Numbers:
    """Return the outside of a body as quadrangles in its link's frame, (faces, 4, 3)."""
    turn = hod.mass.rotation_from_rpy(body.rpy)
    cells = [quadrangles(refined(patch)) for patch in patches(body)]
    found: Numbers = np.concatenate(cells) @ turn.T + body.xyz
    return found


def refined(patch: Numbers) -> Numbers:
    """Return a grid of points with more of them, straight in between."""
    for axis in (0, 1):
        steps = np.linalg.norm(np.diff(patch, axis=axis), axis=2).max(axis=1 - axis)
        counts = np.maximum(1, np.ceil(steps / CELL)).astype(int)
        places = np.concatenate(
            [[0.0], *(i + np.arange(1, n + 1) / n for i, n in enumerate(counts))]
        )
        before = np.minimum(places.astype(int), len(steps) - 1)
        share = (places - before)[:, None, None]
        rows = np.moveaxis(patch, axis, 0)
        patch = np.moveaxis((1.0 - share) * rows[before] + share * rows[before + 1], 0, axis)
    return patch


def quadrangles(patch: Numbers) -> Numbers:
    corners = [patch[:-1, :-1], patch[:-1, 1:], patch[1:, 1:], patch[1:, :-1]]
    return np.stack([corner.reshape(-1, 3) for corner in corners], axis=1)


def arm() -> dict[str, list[tuple[Numbers, tuple[float, float, float]]]]:
    """Return what is seen of every link, in its frame, with its colour."""
    with as_file(files("hod") / "data" / "fanuc_lrmate.yaml") as path:
        distribution = Distribution.from_yaml(path)
    seen: dict[str, list[tuple[Numbers, tuple[float, float, float]]]] = {}
    for name, link in distribution.links.items():
        outside = [body for body in link.bodies if body.sign > 0]
        seen[name] = [(surface(body), STEEL if name == "link_5" else PAINT) for body in outside]
    carried = hod.mass.Box(x=0.07, y=0.07, z=0.052, density=7850, xyz=(0, 0, 0.026))
    seen["tool0"] = [(surface(carried), CARRIED)]
    return seen


def motion(times: Numbers) -> Numbers:
    there = np.array(POINTS)
    points = np.concatenate([there, there[-2::-1]])
    at_rest = {(2, k): np.zeros(points.shape[1]) for k in (1, 2, 3)}
    return hod.minimum_snap(STOPS, points, given=at_rest).motion(times, 4)


def draw_arm(axis: Axes, robot: hod.Robot, q: Numbers, seen: dict) -> None:  # type: ignore[type-arg]
    """Paint all faces in one go, those farther away first."""
    faces, colors = [], []
    for link, bodies in seen.items():
        turn = hod.kinematics.orientation(robot, q, link)[0]
        place = hod.kinematics.point_motion(robot, q, link, order=0)[0]
        for shape, color in bodies:
            faces.append(shape @ turn.T + place)
            colors.append(np.tile(color, (len(shape), 1)))
    all_faces, all_colors = np.concatenate(faces), np.concatenate(colors)
    right = np.array([-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0])
    ahead = np.array([np.cos(AZIMUTH) * np.cos(ELEVATION), np.sin(AZIMUTH) * np.cos(ELEVATION), 0])
    ahead[2] = np.sin(ELEVATION)
    up = np.cross(ahead, right)
    normals = np.cross(all_faces[:, 2] - all_faces[:, 0], all_faces[:, 3] - all_faces[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    normals *= np.where(normals @ ahead < 0.0, -1.0, 1.0)[:, None]  # towards the eye
    bright = 0.5 + 0.5 * np.clip(normals @ LIGHT, 0.0, 1.0)
    order = np.argsort(all_faces.mean(axis=1) @ ahead)
    flat = np.stack([all_faces @ right, all_faces @ up], axis=-1)[order]
    shaded = (all_colors * bright[:, None])[order]
    axis.add_collection(PolyCollection(flat, facecolors=shaded, edgecolors=shaded, linewidths=0.3))


def frame(robot: hod.Robot, times: Numbers, path: Numbers, torques: Numbers, i: int) -> Image.Image:
    figure = plt.figure(figsize=(8.0, 3.3), layout="constrained")
    grid = figure.add_gridspec(3, 2, width_ratios=[1.0, 1.45])
    picture = figure.add_subplot(grid[:, 0])
    draw_arm(picture, robot, path[i, :1], SEEN)
    picture.set(xlim=(-0.45, 0.55), ylim=(-0.12, 0.82), aspect="equal")
    picture.axis("off")
    joint = robot.joint_names.index(JOINT)
    for row, (name, unit, color) in enumerate(ROWS):
        axis = figure.add_subplot(grid[row, 1])
        values = torques[:, row, joint]
        axis.plot(times, values, color="0.85", lw=1.0)
        axis.plot(times[: i + 1], values[: i + 1], color=color, lw=1.6)
        axis.plot(times[i], values[i], "o", color=color, ms=4)
        axis.set_ylabel(f"{name} [{unit}]")
        axis.grid(alpha=0.3)
        axis.tick_params(labelbottom=row == len(ROWS) - 1)
    axis.set_xlabel(f"time [s] (joint {JOINT}; the arm carries {PAYLOAD:g} kg)")
    figure.align_ylabels()
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    plt.close(figure)
    return Image.open(buffer).convert("RGB")


SEEN = arm()


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "arm.webp"
    robot = hod.example_robot().replace(payloads=[hod.Payload("tool0", PAYLOAD, (0, 0, 0.026))])
    times = np.arange(0.0, STOPS[-1], 1.0 / RATE)
    rows = motion(times)
    torques = hod.forces(robot, rows, order=2)
    with plt.rc_context({"font.size": 8}):
        pictures = [frame(robot, times, rows, torques, i) for i in range(len(times))]
    buffer = io.BytesIO()
    pictures[0].save(
        buffer,
        format="webp",
        save_all=True,
        append_images=pictures[1:],
        duration=1000 // RATE,
        loop=0,
        quality=70,
        method=6,
    )
    path.write_bytes(buffer.getvalue())
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
