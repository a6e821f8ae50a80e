# SPDX-License-Identifier: Apache-2.0
"""Small bags, tables and settings for the tests of recordings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from rosbags.rosbag2 import StoragePlugin, Writer

from hod.recording.messages import typestore

STORE = typestore()
TYPES = STORE.types
ORIGIN = 1_700_000_000 * 10**9


def vector(x: float, y: float = 0.0, z: float = 0.0) -> Any:
    return TYPES["geometry_msgs/msg/Vector3"](x, y, z)


def header(stamp: int, frame: str = "link") -> Any:
    time = TYPES["builtin_interfaces/msg/Time"](stamp // 10**9, stamp % 10**9)
    return TYPES["std_msgs/msg/Header"](time, frame)


def imu(stamp: int, *xyz: float) -> Any:
    zero, upright = np.zeros(9), TYPES["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0)
    kind = TYPES["sensor_msgs/msg/Imu"]
    return kind(header(stamp), upright, zero, vector(0.0), zero, vector(*xyz), zero)


def accel(*xyz: float) -> Any:
    return TYPES["geometry_msgs/msg/Accel"](vector(*xyz), vector(0.0))


def accel_stamped(stamp: int, *xyz: float) -> Any:
    return TYPES["geometry_msgs/msg/AccelStamped"](header(stamp), accel(*xyz))


def float64(value: float) -> Any:
    return TYPES["std_msgs/msg/Float64"](value)


def joint_state(stamp: int, names: list[str], positions: Any, velocities: Any = ()) -> Any:
    arrays = [np.array(values, dtype=np.float64) for values in (positions, velocities, ())]
    return TYPES["sensor_msgs/msg/JointState"](header(stamp), names, *arrays)


def write(
    folder: Path,
    topics: dict[str, tuple[str, list[tuple[int, Any]]]],
    storage: str = "mcap",
) -> Path:
    """Write {topic: (type, [(receive time, message), ...])}."""
    plugin = {"mcap": StoragePlugin.MCAP, "sqlite3": StoragePlugin.SQLITE3}[storage]
    with Writer(folder, version=9, storage_plugin=plugin) as writer:
        for topic, (kind, messages) in topics.items():
            connection = writer.add_connection(topic, kind, typestore=STORE)
            for received, message in messages:
                writer.write(connection, received, bytes(STORE.serialize_cdr(message, kind)))
    return folder


def imu_bag(folder: Path, stamps: list[int], storage: str = "mcap", late: int = 0) -> Path:
    """Write a bag of readings 0, 1, 2, … along x, received `late` ns after their stamps."""
    messages = [(s + late, imu(s, float(i), -1.0, 9.8)) for i, s in enumerate(stamps)]
    return write(folder, {"/imu": ("sensor_msgs/msg/Imu", messages)}, storage)


def data_file(bag: Path) -> Path:
    return next(path for path in bag.iterdir() if path.name != "metadata.yaml")
