# SPDX-License-Identifier: Apache-2.0
"""Readings as an MCAP bag and the settings that read it, fast enough for hours of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

_STORE = get_typestore(Stores.ROS2_JAZZY)
_TYPES = _STORE.types
_IMU, _STATE = "sensor_msgs/msg/Imu", "sensor_msgs/msg/JointState"
_AT_ONCE = 20_000


@dataclass(frozen=True)
class Topic:
    """Vectors that go into messages which are alike but for these and the stamp."""

    name: str
    kind: str
    example: bytes
    place: int
    """Of the vector's first number in the message."""
    times: np.ndarray
    values: np.ndarray

    def messages(self, first: int) -> Iterator[tuple[int, bytes]]:
        """Stamps in ns and messages, from the index `first` on, so many at once."""
        values = np.ascontiguousarray(self.values[first : first + _AT_ONCE], "<f8")
        stamps = np.round(self.times[first : first + _AT_ONCE] * 1e9).astype(np.int64)
        rows = np.tile(np.frombuffer(self.example, np.uint8), (len(values), 1))
        clock = np.stack(np.divmod(stamps, 1_000_000_000), axis=1).astype("<i4")
        rows[:, 4:12] = clock.view(np.uint8)
        rows[:, self.place : self.place + 8 * values.shape[1]] = values.view(np.uint8)
        return zip(stamps.tolist(), map(bytes, rows), strict=True)


def imu_topic(name: str, link: str, times: np.ndarray, values: np.ndarray) -> Topic:
    vector, nothing = _TYPES["geometry_msgs/msg/Vector3"](0.0, 0.0, 0.0), np.zeros(9)
    missing = np.array([-1.0, *[0.0] * 8])
    upright = _TYPES["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0)
    example = _TYPES[_IMU](_header(link), upright, missing, vector, missing, vector, nothing)
    data = bytes(_STORE.serialize_cdr(example, _IMU))
    return Topic(name, _IMU, data, len(data) - 96, times, values)


def joint_topic(name: str, joints: Sequence[str], times: np.ndarray, values: np.ndarray) -> Topic:
    nothing = np.zeros(0)
    example = _TYPES[_STATE](_header(""), list(joints), np.zeros(len(joints)), nothing, nothing)
    data = bytes(_STORE.serialize_cdr(example, _STATE))
    return Topic(name, _STATE, data, len(data) - 8 - 8 * len(joints), times, values)


def _header(frame: str) -> object:
    return _TYPES["std_msgs/msg/Header"](_TYPES["builtin_interfaces/msg/Time"](0, 0), frame)


def write_bag(folder: Path, topics: Sequence[Topic]) -> None:
    """Write topics of equal stamps, message beside message, as a recorder would."""
    with Writer(folder, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        connections = [
            writer.add_connection(topic.name, topic.kind, typestore=_STORE) for topic in topics
        ]
        for first in range(0, len(topics[0].times), _AT_ONCE):
            parts: Iterable[tuple[tuple[int, bytes], ...]] = zip(
                *(topic.messages(first) for topic in topics), strict=True
            )
            for together in parts:
                for connection, (stamp, data) in zip(connections, together, strict=True):
                    writer.write(connection, stamp, data)


def write_settings(path: Path, settings: object) -> None:
    path.write_text(yaml.safe_dump(settings, sort_keys=False), "utf-8")
