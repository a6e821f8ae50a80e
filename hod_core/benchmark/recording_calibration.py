# SPDX-License-Identifier: Apache-2.0
"""Sensors that are not where they are said to be: how well their places and clocks are found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import hod
from recordings import LINKS, Scene, _arm


def _misplaced(seed: int) -> tuple[Scene, list[dict[str, np.ndarray]]]:
    """Three sensors beside encoders, moved by 20 mm, turned by 2°, with clocks of 200 ppm."""
    scene, rng = _arm(seed, 100.0, 18), np.random.default_rng(seed + 500)
    truth = []
    for i, link in enumerate(LINKS):
        turn, drift = rng.normal(0.0, np.radians(2.0), 3), rng.normal(0.0, 2e-4)
        axes = hod.accelerometer.Sensor(link, misalignment=turn).core().directions
        scene.add_sensor(rng, link, 200.0, 300.0, axes)
        place = np.asarray(scene.sensors[i].position)
        truth.append({"position": place, "orientation": turn, "clock_drift": np.array([drift])})
        times, values = scene.recordings[i]
        scene.recordings[i] = (times / (1.0 - drift), values)
        moved = place + rng.normal(0.0, 0.02, 3)
        scene.sensors[i] = replace(scene.sensors[i], position=moved, axes=np.eye(3))
    return scene, truth


def calibration(seeds: int) -> None:
    """How well places, orientations and clocks are found, and how often their bands hold."""
    errors: dict[str, list[float]] = {"position": [], "orientation": [], "clock_drift": []}
    shares: list[float] = []
    for seed in range(seeds):
        scene, truth = _misplaced(seed)
        names = [sensor.label for sensor in scene.sensors]
        for unknown in scene.recover(estimate=list(errors)).unknowns:
            true = truth[names.index(unknown.sensor)][unknown.kind][unknown.axis]
            errors[unknown.kind].append(unknown.value - true)
            shares.append((unknown.value - true) / unknown.deviation)
    for kind, found in errors.items():
        print(f"{kind}: {np.sqrt(np.mean(np.square(found))):.2g} rms")
    held = np.abs(shares) <= 1.96
    print(f"{held.sum()} of {held.size} within the 95 % band")
