# SPDX-License-Identifier: Apache-2.0
"""Writes recordings: CSV, or a rosbag2 whose bytes depend only on its content."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rosbags.interfaces import (
    Qos,
    QosDurability,
    QosHistory,
    QosLiveliness,
    QosReliability,
    QosTime,
)
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer

from .._core import Error
from ..arrays import Numbers
from ..output import output
from .generator import Readings
from .messages import typestore
from .plan import SensorPlan

STORAGES = {"mcap": StoragePlugin.MCAP, "sqlite3": StoragePlugin.SQLITE3}

_SECOND = 1_000_000_000
_FOREVER = QosTime(0, 0)
_QOS = Qos(
    QosHistory.KEEP_LAST,
    10,
    QosReliability.RELIABLE,
    QosDurability.VOLATILE,
    _FOREVER,
    _FOREVER,
    QosLiveliness.AUTOMATIC,
    _FOREVER,
    False,
)


@dataclass(frozen=True)
class Stream:
    """Messages of one topic."""

    topic: str
    kind: str
    stamps: Sequence[int]
    """In ns, ascending; also used as the times of receipt."""
    message: Callable[[int], Any]
    """Makes the message of an index."""


def write_bag(folder: Path, streams: Sequence[Stream], storage: str = "mcap") -> None:
    """Write a bag in order of time, compressed within its file if the storage supports it."""
    store = typestore()
    writer = Writer(folder, version=9, storage_plugin=STORAGES[storage])
    if storage == "mcap":
        writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
    with writer:
        connections = [
            writer.add_connection(
                stream.topic, stream.kind, typestore=store, offered_qos_profiles=[_QOS]
            )
            for stream in streams
        ]
        for stamp, which, index in heapq.merge(*map(_entries, range(len(streams)), streams)):
            stream = streams[which]
            data = store.serialize_cdr(stream.message(index), stream.kind)
            writer.write(connections[which], stamp, bytes(data))


def _entries(which: int, stream: Stream) -> Iterator[tuple[int, int, int]]:
    return ((stamp, which, index) for index, stamp in enumerate(stream.stamps))


def sensor_stream(
    sensor: SensorPlan, readings: Readings, start: int, gyro: Readings | None = None
) -> Stream:
    """Return the messages of a sensor; its axes are the first components of the vector."""
    types = typestore().types
    stamps = _stamps(readings, start)
    values = _three(readings)
    if sensor.mounting.kind == "angular_velocity":
        turning, is_still = values, True
    else:
        turning, is_still = _three(gyro or readings), False
    vector_type = types["geometry_msgs/msg/Vector3"]
    zero = vector_type(0.0, 0.0, 0.0)

    def vector(index: int) -> Any:
        return vector_type(*map(float, values[index]))

    def imu(index: int) -> Any:
        unknown = np.zeros(9)
        missing = np.array([-1.0, *[0.0] * 8])  # the type's convention for what is not measured
        upright = types["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0)
        head = header(stamps[index], sensor.mounting.link)
        kind = types["sensor_msgs/msg/Imu"]
        turned = vector_type(*map(float, turning[index])) if is_still or gyro else zero
        felt = zero if is_still else vector(index)
        seen = (unknown if is_still or gyro else missing, missing if is_still else unknown)
        return kind(head, upright, missing, turned, seen[0], felt, seen[1])

    def accel(index: int) -> Any:
        return types["geometry_msgs/msg/Accel"](vector(index), zero)

    def accel_stamped(index: int) -> Any:
        head = header(stamps[index], sensor.mounting.link)
        return types["geometry_msgs/msg/AccelStamped"](head, accel(index))

    def float64(index: int) -> Any:
        return types["std_msgs/msg/Float64"](float(values[index, 0]))

    kind, message = {
        "imu": ("sensor_msgs/msg/Imu", imu),
        "accel_stamped": ("geometry_msgs/msg/AccelStamped", accel_stamped),
        "accel": ("geometry_msgs/msg/Accel", accel),
        "float64": ("std_msgs/msg/Float64", float64),
    }[sensor.message]
    return Stream(sensor.topic, kind, stamps, message)


def _three(readings: Readings) -> Numbers:
    """Return vectors with zeros for missing axes."""
    values = np.zeros((len(readings.values), 3))
    values[:, : readings.values.shape[1]] = readings.values
    return values


def encoder_stream(topic: str, joints: Sequence[str], readings: Readings, start: int) -> Stream:
    """Return joint states with positions only."""
    stamps = _stamps(readings, start)
    kind = typestore().types["sensor_msgs/msg/JointState"]
    nothing = np.zeros(0)

    def state(index: int) -> Any:
        head = header(stamps[index], "")
        return kind(head, list(joints), readings.values[index], nothing, nothing)

    return Stream(topic, "sensor_msgs/msg/JointState", stamps, state)


def write_recording_table(path: Path, columns: Sequence[str], parts: Sequence[Readings]) -> None:
    """Write readings of several sensors at all their stamps, with empty cells for gaps."""
    times = np.unique(np.concatenate([part.stamps for part in parts]))
    cells = np.full((len(times), len(columns)), np.nan)
    column = 0
    for part in parts:
        width = part.values.shape[1]
        cells[np.searchsorted(times, part.stamps), column : column + width] = part.values
        column += width
    with output(path) as file:
        file.write((",".join(["time", *columns]) + "\n").encode())
        for time, row in zip(times, cells, strict=True):
            file.write((",".join([repr(float(time)), *_texts(row)]) + "\n").encode())


def _texts(row: Numbers) -> list[str]:
    return ["" if np.isnan(value) else repr(float(value)) for value in row]


def _stamps(readings: Readings, start: int) -> list[int]:
    offset = start * _SECOND
    stamps = [offset + round(float(stamp) * 1e9) for stamp in readings.stamps]
    if stamps[0] < 0:
        raise Error(
            f"{readings.name}: found a stamp of {stamps[0]} ns, expected none below zero (a later "
            "'start' helps)"
        )
    return stamps


def header(stamp: int, frame: str) -> Any:
    """Return the header of a message."""
    types = typestore().types
    time = types["builtin_interfaces/msg/Time"](stamp // _SECOND, stamp % _SECOND)
    return types["std_msgs/msg/Header"](time, frame)
