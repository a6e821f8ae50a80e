# SPDX-License-Identifier: Apache-2.0
"""Messages that carry readings, and what is read from each type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from rosbags.serde import SerdeError
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from .._core import Error
from .source import Source

JOINT_MOTION = "hod_msgs/msg/JointMotion"

JOINT_MOTION_DEFINITION = """\
std_msgs/Header header
string[] joint_names
uint8 order
float64[] derivatives
"""

JOINT_FORCES = "hod_msgs/msg/JointForces"

JOINT_FORCES_DEFINITION = """\
std_msgs/Header header
string joint
float64 effort
float64 effort_d1
float64 effort_d2
"""

ENERGIES = "hod_msgs/msg/AccelerationEnergies"

ENERGIES_DEFINITION = """\
std_msgs/Header header
uint8[] orders
float64[] totals
string[] link_names
float64[] per_link
"""

_DEFINITIONS = {
    JOINT_MOTION: JOINT_MOTION_DEFINITION,
    JOINT_FORCES: JOINT_FORCES_DEFINITION,
    ENERGIES: ENERGIES_DEFINITION,
}

PADDING = 8
"""Largest number of bytes after a message: ROS 2 writers align even the numbers of an empty
array."""

_STAMP = 1_000_000_000  # ns in a second

_JOINT_STATE = ("position", "velocity")
"""Fields of a JointState; the index is the derivative of the reading."""


@cache
def typestore() -> Any:
    """Return the message types of ROS 2, and some of HOD's own."""
    store = get_typestore(Stores.ROS2_JAZZY)
    for name, definition in _DEFINITIONS.items():
        store.register(get_types_from_msg(definition, name))
    return store


def deserialized(data: bytes, kind: str) -> Any:
    """Return a message from its CDR, which padding may follow."""
    for cut in (0, PADDING - 4, PADDING - 3):  # each with the up to 3 bytes that rosbags allows
        with suppress(SerdeError):
            return typestore().deserialize_cdr(data[: len(data) - cut], kind)
    return typestore().deserialize_cdr(data, kind)


def stamp_of(message: Any) -> int | None:
    """Return the time in a message's header in ns; None without a header."""
    header = getattr(message, "header", None)
    if header is None:
        return None
    return int(header.stamp.sec) * _STAMP + int(header.stamp.nanosec)


def frame_of(message: Any) -> str:
    """Return the frame in a message's header; empty without a header."""
    header = getattr(message, "header", None)
    return "" if header is None else str(header.frame_id)


def _vector(vector: Any, source: Source) -> list[float]:
    values = (vector.x, vector.y, vector.z)
    return [values[i] for i in source.components]


MISSING = -1.0  # first entry of a covariance of something that is not measured


def imu(message: Any, source: Source) -> list[float]:
    part = "angular_velocity" if source.angular else "linear_acceleration"
    if getattr(message, f"{part}_covariance")[0] == MISSING:
        raise Error(
            f"found a message that says it has no {part.replace('_', ' ')} (covariance -1), "
            "expected one"
        )
    return _vector(getattr(message, part), source)


def accel_stamped(message: Any, source: Source) -> list[float]:
    return _vector(message.accel.linear, source)


def accel(message: Any, source: Source) -> list[float]:
    return _vector(message.linear, source)


def float64(message: Any, _source: Source) -> list[float]:
    return [message.data]


def _check_once(names: Sequence[str], joint: str) -> None:
    count = list(names).count(joint)
    if count > 1:
        raise Error(f"found joint '{joint}' {count} times, expected it once")


def joint_state(message: Any, source: Source) -> list[float] | None:
    """Return the joint's reading; None if this message does not contain it."""
    if not source.effort and source.derivative >= len(_JOINT_STATE):
        raise Error(
            "found a JointState, which has no accelerations, expected positions or velocities"
        )
    if source.joint not in message.name:
        return None
    _check_once(message.name, source.joint)
    field = "effort" if source.effort else _JOINT_STATE[source.derivative]
    values = getattr(message, field)
    if not len(values):
        return None
    index = message.name.index(source.joint)
    if index >= len(values):
        raise Error(f"found {len(values)} values of '{field}', expected {len(message.name)}")
    return [float(values[index])]


def _joint_motion(message: Any, source: Source) -> list[float] | None:
    if source.joint not in message.joint_names or source.derivative > message.order:
        return None
    _check_once(message.joint_names, source.joint)
    joints = len(message.joint_names)
    if len(message.derivatives) != (message.order + 1) * joints:
        raise Error(
            f"found {len(message.derivatives)} derivatives, expected "
            f"{(message.order + 1) * joints}, {message.order + 1} of each joint"
        )
    index = source.derivative * joints + message.joint_names.index(source.joint)
    return [float(message.derivatives[index])]


Extractor = Callable[[Any, Source], "list[float] | None"]

SENSOR_TYPES: dict[str, Extractor] = {
    "sensor_msgs/msg/Imu": imu,
    "geometry_msgs/msg/AccelStamped": accel_stamped,
    "geometry_msgs/msg/Accel": accel,
    "std_msgs/msg/Float64": float64,
}

GYRO_TYPES: dict[str, Extractor] = {
    "sensor_msgs/msg/Imu": imu,
    "std_msgs/msg/Float64": float64,
}

EFFORT_TYPES: dict[str, Extractor] = {
    "sensor_msgs/msg/JointState": joint_state,
    "std_msgs/msg/Float64": float64,
}

JOINT_TYPES: dict[str, Extractor] = {
    "sensor_msgs/msg/JointState": joint_state,
    "std_msgs/msg/Float64": float64,
    JOINT_MOTION: _joint_motion,
}
