# SPDX-License-Identifier: Apache-2.0
"""Simulated sensor readings: computed from the true motion, then with the stated errors."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation

from .._core import Error, Robot
from ..arrays import Numbers
from ..kinematics import orientation, point_motion
from .plan import EncoderPlan, GyroPlan, Plan, SensorPlan
from .robot import Mounting

_WORST = 2.0  # deviations; larger errors of stamps are clipped so that stamps stay in order


@dataclass(frozen=True)
class Readings:
    """The readings of one sensor, and those of a perfect one at the same times."""

    name: str
    stamps: Numbers
    """Stamps in the recording, s."""
    times: Numbers
    """True times of the readings, s."""
    values: Numbers
    truth: Numbers


def sensor_readings(plan: Plan, sensor: SensorPlan) -> Readings:
    """Return the readings of an accelerometer, which depend on the seed and its name."""
    random = _random(plan.seed, sensor.name)
    times = _kept(plan, sensor, random)
    motion = plan.trajectory(times, 3)
    truth = ideal_readings(plan.robot, sensor.mounting, motion)
    tilted = sensor.mounting.axes @ Rotation.from_rotvec(sensor.misalignment).as_matrix().T
    values = _along(plan.robot, sensor.mounting, tilted, motion) * sensor.scale + sensor.bias
    values += sensor.noise * random.standard_normal(values.shape)
    if sensor.mounting.range is not None:
        values = np.clip(values, -sensor.mounting.range, sensor.mounting.range)
    jitter = np.clip(random.standard_normal(len(times)), -_WORST, _WORST) * sensor.jitter
    return Readings(sensor.name, times + sensor.time_offset + jitter, times, values, truth)


def gyro_readings(plan: Plan, sensor: SensorPlan, gyro: GyroPlan, beside: Readings) -> Readings:
    """Return the readings of the gyroscope in a sensor's messages, at the same times."""
    name = f"{sensor.name} gyro"
    random = _random(plan.seed, name)
    mounting = replace(sensor.mounting, kind="angular_velocity")
    motion = plan.trajectory(beside.times, 3)
    truth = ideal_readings(plan.robot, mounting, motion)
    tilted = mounting.axes @ Rotation.from_rotvec(sensor.misalignment).as_matrix().T
    values = _along(plan.robot, mounting, tilted, motion) * gyro.scale + gyro.bias
    values += gyro.noise * random.standard_normal(values.shape)
    return Readings(name, beside.stamps, beside.times, values, truth)


def encoder_readings(plan: Plan, encoders: EncoderPlan) -> Readings:
    """Return the positions of all joints."""
    random = _random(plan.seed, encoders.topic)
    times = np.arange(int(plan.duration * encoders.rate + 1e-9) + 1) / encoders.rate
    truth = plan.trajectory(times, 1)[:, 0]
    values = truth + encoders.noise * random.standard_normal(truth.shape)
    return Readings(encoders.topic, times, times, values, truth)


def ideal_readings(robot: Robot, mounting: Mounting, motion: Numbers) -> Numbers:
    """Return the readings of a perfect sensor along a motion of at least three rows, (n, k).

    A specific force is the acceleration minus that of free fall.
    """
    return _along(robot, mounting, mounting.axes, motion)


def _along(robot: Robot, mounting: Mounting, axes: Numbers, motion: Numbers) -> Numbers:
    gravity = robot.gravity if mounting.kind == "specific_force" else np.zeros(3)
    readings = np.empty((len(motion), len(axes)))
    for i, state in enumerate(motion):
        if mounting.kind == "angular_velocity":
            readings[i] = axes @ _turning(robot, state, mounting.link)
            continue
        acceleration = point_motion(robot, state, mounting.link, 2, point=mounting.position)[2]
        turned = orientation(robot, state, mounting.link)[0]
        readings[i] = axes @ (turned.T @ (acceleration - gravity))
    return readings


def _turning(robot: Robot, state: Numbers, link: str) -> Numbers:
    """Return the angular velocity in the link's frame: R^T R' is its cross product."""
    turned, rate = orientation(robot, state, link, 1)
    cross = turned.T @ rate
    return np.array([cross[2, 1], cross[0, 2], cross[1, 0]])


def _kept(plan: Plan, sensor: SensorPlan, random: np.random.RandomState) -> Numbers:
    """Return the times of the readings that are not lost."""
    times = np.arange(int(plan.duration * sensor.rate + 1e-9) + 1) / sensor.rate
    kept = random.random_sample(len(times)) >= sensor.loss
    for start, end in sensor.gaps:
        kept &= (times < start) | (times > end)
    if kept.sum() < 2:
        raise Error(
            f"{plan.source}: sensor '{sensor.name}': found {kept.sum()} readings left after "
            "dropouts and gaps, expected at least two"
        )
    return times[kept]


def _random(seed: int, name: str) -> np.random.RandomState:
    """Return a random stream for each name, of a kind that NumPy guarantees not to change."""
    return np.random.RandomState([seed % 2**32, zlib.crc32(name.encode())])
