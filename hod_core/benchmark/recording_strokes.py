# SPDX-License-Identifier: Apache-2.0
"""How often bands hold, by the shape of strokes, for arms of six and of seven joints."""

from __future__ import annotations

import numpy as np
from recording_generator import SHAPES
from recording_scene import LINKS, Finder, Scene, recovered, smoothed, urdf_of

_LINKS = {"ur5": LINKS, "panda": ("panda_link2", "panda_link4", "panda_link7")}
_NEAR = 0.1  # s from where a stroke begins or ends


def stroke_case(robot: str, shape: str, with_sensors: bool, seed: int) -> tuple[Scene, Finder]:
    """Encoders of 18 bits at 100 Hz, and three accelerometers if wanted."""
    rng = np.random.default_rng(seed)
    scene = Scene.moving(urdf_of(robot, rng), rng, 6.0, shape)
    scene.add_encoders(100.0, 18)
    if not with_sensors:
        return scene, smoothed
    for link in _LINKS[robot]:
        scene.add_sensor(rng, link, 200.0, 300.0, np.eye(3))
    return scene, recovered


def stroke_shares(scene: Scene, find: Finder) -> np.ndarray:
    """How many in 100 errors of q to q⁗ are within the 95 % band.

    Rows: of all, of those near the begins and ends of the joint's strokes, of the others.
    """
    times = np.linspace(0.02, scene.duration - 0.02, 597)
    found = find(scene, times)
    inside = np.abs(found.motion - scene.truth(times)) <= 1.96 * found.deviations
    inside = inside[:, :, scene.columns].transpose(0, 2, 1)
    near = np.stack([_are_near(joint.moves, times) for joint in scene.motion.values()], axis=1)
    shares = [inside[where].mean(axis=0) for where in (near | ~near, near, ~near)]
    return 100.0 * np.stack(shares)


def _are_near(moves: list[tuple[float, float, float]], times: np.ndarray) -> np.ndarray:
    ends = np.array([time for start, length, _ in moves for time in (start, start + length)])
    return np.asarray(np.abs(times[:, None] - ends).min(axis=1) < _NEAR)


def stroke_table(seeds: int) -> None:
    """How often the 95 % bands hold, as a table in Markdown."""
    names = ["q", "q′", "q″", "q‴", "q⁗"]
    print(f"| strokes | robot | readings | {' | '.join(names)} |\n{'| --- ' * 8}|")
    for shape in SHAPES:
        for robot in _LINKS:
            for with_sensors in (False, True):
                cases = (stroke_case(robot, shape, with_sensors, seed) for seed in range(seeds))
                rows = np.mean([stroke_shares(*case) for case in cases], axis=0)
                cells = [", ".join(f"{x:.0f}" for x in column) for column in rows.T]
                readings = "with accelerometers" if with_sensors else "encoders"
                print(f"| {shape} | {robot} | {readings} | {' | '.join(cells)} |", flush=True)
