# SPDX-License-Identifier: Apache-2.0
"""Joint accelerations from accelerometers, instant by instant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from .. import _core
from .._core import Error, Robot
from ..arrays import Numbers
from .sensor import AnyReadings, Sensor, all_joints, check_request, recordings_of


@dataclass(frozen=True)
class InstantMotion:
    """Joint motion instant by instant, one row per time."""

    times: Numbers
    position: Numbers
    velocity: Numbers
    acceleration: Numbers
    warnings: list[str]


def accelerations(
    robot: Robot,
    sensors: Sequence[Sensor],
    recordings: Sequence[AnyReadings],
    *,
    start: ArrayLike,
    start_velocity: ArrayLike = 0.0,
    hold: Mapping[str, float] | None = None,
    bridge_gaps: bool = False,
    drop_saturated: bool = False,
) -> InstantMotion:
    """Solve for q'' instant by instant and integrate.

    Uses the times of the sensor with the most readings and interpolates the others. Errors
    accumulate; for known ends, rest phases and unknown biases use `recover`. For `hod.fit`, or a
    first look. A motion that has drifted beyond 1e4 rad/s or m/s is rejected.
    """
    held = hold or {}
    check_request(robot, sensors, held)
    position = all_joints(robot, start, "start")
    for joint, value in held.items():
        if joint not in robot.joint_names:
            raise Error(f"hold: found the joint '{joint}', expected a joint of '{robot.name}'")
        position[robot.joint_names.index(joint)] = value
    moving = [i for i, joint in enumerate(robot.joint_names) if joint not in held]
    velocity = all_joints(robot, start_velocity, "start_velocity")
    compiled = [sensor.core() for sensor in sensors]
    return InstantMotion(
        *_core.integrated_motion(
            robot,
            compiled,
            recordings_of(sensors, recordings),
            moving,
            position,
            velocity,
            bridge_gaps,
            drop_saturated,
        )
    )
