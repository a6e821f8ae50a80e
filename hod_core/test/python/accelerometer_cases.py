# SPDX-License-Identifier: Apache-2.0
"""Motions, sensors and recordings that the tests of accelerometers share."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import hod
from hod import accelerometer
from hod.accelerometer import Sensor

Numbers = npt.NDArray[np.float64]
DURATION = 2.0


def smooth_motion(times: Numbers, joints: int, rows: int = 5, seed: int = 3) -> Numbers:
    """Two sines per joint and their derivatives, (times, rows, joints)."""
    random = np.random.default_rng(seed)
    motion = np.zeros((len(times), rows, joints))
    for joint in range(joints):
        for _ in range(2):
            size, rate, phase = random.uniform(0.2, 0.5), random.uniform(1, 4), random.uniform(0, 6)
            for k in range(rows):
                shifted = rate * times + phase + k * np.pi / 2
                motion[:, k, joint] += size * rate**k * np.sin(shifted)
    return motion


def swing(times: Numbers, robot: hod.Robot, rows: int = 5) -> Numbers:
    """Joint 3 from 0 to π at rest at both ends, the others at zero."""
    path = np.pi * np.polynomial.Polynomial([0, 0, 0, 0, 35, -84, 70, -20])
    motion = np.zeros((len(times), rows, robot.dof))
    for k in range(rows):
        part = path.deriv(k) if k else path
        motion[:, k, 2] = part(times / DURATION) / DURATION**k
    return motion


def clock(rate: float = 500.0) -> Numbers:
    return np.arange(round(DURATION * rate) + 1) / rate


def on_each_link(robot: hod.Robot, noise: float = 1.0) -> list[Sensor]:
    random = np.random.default_rng(5)
    return [
        Sensor(f"link_{i}", random.uniform(-0.2, 0.2, 3), noise=noise)
        for i in range(1, robot.dof + 1)
    ]


def ends(motion: Numbers) -> dict[str, Numbers]:
    return {
        "start": motion[0, 0],
        "start_velocity": motion[0, 1],
        "end": motion[-1, 0],
        "end_velocity": motion[-1, 1],
    }


def records(
    robot: hod.Robot, sensors: list[Sensor], motion: Numbers, times: Numbers
) -> list[tuple[Numbers, Numbers]]:
    return [(times, accelerometer.predict(robot, sensor, motion)) for sensor in sensors]


def only(value: float, robot: hod.Robot) -> Numbers:
    """A number for joint 3, nothing known of the others."""
    numbers = np.full(robot.dof, np.nan)
    numbers[2] = value
    return numbers


def hold(robot: hod.Robot) -> dict[str, float]:
    return {joint: 0.0 for joint in robot.joint_names if joint != "J3"}
