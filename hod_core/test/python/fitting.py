# SPDX-License-Identifier: Apache-2.0
"""Generated recordings, and what hod fit finds in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

import hod
from hod.command.main import main

GENERATE = """
robot: {urdf: fanuc_lrmate}
seed: 3
start: 1700000000
duration: 1.6
motion:
  J3: {from: 0.2, to: 1.2, start: 0.3, duration: 1.0, shape: smooth}
sensors:
  - {name: fore, link: link_3, position: [0.2, 0, 0], axes: [[0, 0, 1]], rate: 500}
fit: {segments: 40}
"""


def generated(folder: Path, *options: str, **sensor: object) -> Path:
    """Generate a recording whose sensor differs as stated; return its folder."""
    values = yaml.safe_load(GENERATE)
    values["sensors"][0].update(sensor)
    config = folder / "generate.yaml"
    config.write_text(yaml.safe_dump(values))
    out = folder / "given"
    assert main(["generate", str(config), "--out", str(out), *options]) == 0
    return out


def fit(given: Path, out: Path, data: str = "recording", config: str = "fit.yaml") -> None:
    arguments = ["fit", given / data, "--config", given / config, "--out", out]
    assert main([str(part) for part in arguments]) == 0


def motion_of(table: Path, given: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return times and the motion of joint 3, (instants, rows)."""
    robot = hod.Robot.from_urdf(given / "robot.urdf")
    motion = hod.read_motion(table)
    column = robot.joint_names.index("J3")
    return motion.times, motion.match(robot, 5).gather()[:, :, column]


def errors(given: Path, found: Path) -> np.ndarray:
    """Return the rms errors of q ... q'''' as shares of the largest true values."""
    times, motion = motion_of(found, given)
    true_times, truth = motion_of(given / "motion.csv", given)
    truth = np.stack([np.interp(times, true_times, row) for row in truth.T], axis=1)
    return np.sqrt(np.mean((motion - truth) ** 2, axis=0)) / np.abs(truth).max(axis=0)
