# SPDX-License-Identifier: Apache-2.0
"""Messages read by the thousand are what rosbags reads one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rosbags.rosbag2 import CompressionFormat, CompressionMode, Reader, StoragePlugin, Writer

import hod
from hod.recording import Source, blocks, read_bag
from recordings import ORIGIN, STORE, TYPES, accel, accel_stamped, float64, header, imu

KINDS = {
    "/imu": "sensor_msgs/msg/Imu",
    "/stamped": "geometry_msgs/msg/AccelStamped",
    "/plain": "geometry_msgs/msg/Accel",
    "/number": "std_msgs/msg/Float64",
    "/joints": "sensor_msgs/msg/JointState",
}
SOURCES = [
    Source("imu", topic="/imu", components=(2, 0)),
    Source("stamped", topic="/stamped"),
    Source("plain", topic="/plain", components=(1,)),
    Source("number", topic="/number", components=(0,)),
    Source("a", topic="/joints", joint="a"),
    Source("b'", topic="/joints", joint="b", derivative=1),
]
COUNT = 500


def messages() -> list[tuple[str, int, Any, bool]]:
    """Return topics, times of reception, messages and whether their bytes are little endian."""
    rng = np.random.default_rng(4)
    found = []
    for i in range(COUNT):
        stamp = ORIGIN + i * 1_000_000 + int(rng.integers(0, 1000))
        numbers = rng.standard_normal(3)
        state = joints(stamp, rng, i)
        for topic, message in {
            "/imu": framed(imu(stamp, *numbers), stamp, "sensor" * int(rng.integers(0, 3))),
            "/stamped": framed(accel_stamped(stamp, *numbers), stamp, "é" * (i % 4)),
            "/plain": accel(*numbers),
            "/number": float64(numbers[0]),
            "/joints": state,
        }.items():
            # Several stamped messages are received at the same time.
            received = stamp - stamp % 3_000_000 * hasattr(message, "header")
            found.append((topic, received, message, i % 7 != 3))
    return found


def framed(message: Any, stamp: int, frame: str) -> Any:
    message.header = header(stamp, frame)
    return message


def joints(stamp: int, rng: Any, i: int) -> Any:
    """Joints come in any order, or not at all, and velocities are sometimes left out."""
    names = list(rng.permutation(["a", "b", "long name"])[: 3 - (i % 5 == 0)])
    velocities = rng.standard_normal(len(names)) if i % 3 else np.zeros(0)
    kind = TYPES["sensor_msgs/msg/JointState"]
    return kind(header(stamp, ""), names, rng.standard_normal(len(names)), velocities, np.zeros(0))


def write(folder: Path, storage: str, compression: str) -> Path:
    plugin = {"mcap": StoragePlugin.MCAP, "sqlite3": StoragePlugin.SQLITE3}[storage]
    writer = Writer(folder, version=9, storage_plugin=plugin)
    if compression:
        writer.set_compression(CompressionMode[compression], CompressionFormat.ZSTD)
    with writer:
        topics = {
            topic: writer.add_connection(topic, kind, typestore=STORE)
            for topic, kind in KINDS.items()
        }
        for topic, received, message, little in messages():
            data = STORE.serialize_cdr(message, KINDS[topic], little_endian=little)
            writer.write(topics[topic], received, bytes(data))
    return folder


def one_by_one(bag: Path, source: Source) -> tuple[list[int], list[list[float]]]:
    """Read a source as a user of rosbags would."""
    stamps, values = [], []
    with Reader(bag) as reader:
        wanted = [c for c in reader.connections if c.topic == source.topic]
        for connection, received, data in reader.messages(wanted):
            message: Any = STORE.deserialize_cdr(data, connection.msgtype)
            value = value_of(message, source)
            if value is not None:
                stamp = message.header.stamp if hasattr(message, "header") else None
                stamps.append(stamp.sec * 10**9 + stamp.nanosec if stamp else received)
                values.append(value)
    return stamps, values


def value_of(message: Any, source: Source) -> list[float] | None:
    if source.joint:
        field = message.velocity if source.derivative else message.position
        if source.joint not in message.name or not len(field):
            return None
        return [field[message.name.index(source.joint)]]
    if hasattr(message, "data"):
        return [message.data]
    inner = getattr(message, "accel", message)
    vector = inner.linear if hasattr(inner, "linear") else inner.linear_acceleration
    return [[vector.x, vector.y, vector.z][i] for i in source.components]


@pytest.mark.parametrize(
    ("storage", "compression"),
    [("mcap", ""), ("mcap", "STORAGE"), ("mcap", "FILE"), ("sqlite3", ""), ("sqlite3", "MESSAGE")],
)
@pytest.mark.parametrize("size", [1 << 12, 8 << 20])
def test_blocks_hold_what_rosbags_reads(storage, compression, size, tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "_BYTES", size)
    monkeypatch.setattr(blocks, "_MESSAGES", 97)
    bag = write(tmp_path / "bag", storage, compression)
    expected = {source.name: one_by_one(bag, source) for source in SOURCES}
    for source in SOURCES:
        stamps, values = expected[source.name]
        recording = read_bag(bag, [source])
        np.testing.assert_array_equal(recording.signals[0].values, values)
        times = (np.array(stamps) - recording.origin) / 1e9
        np.testing.assert_array_equal(recording.signals[0].times, times)


def test_most_messages_are_read_at_once(tmp_path, monkeypatch):
    """Else the test above would compare one slow way with another."""
    from hod.recording import bag as module

    slowly = []
    monkeypatch.setattr(
        module._Taken,
        "_add_message",
        lambda self, *rest: slowly.append(self.source.name),
    )
    bag = write(tmp_path / "bag", "mcap", "")
    read_bag(bag, SOURCES[:4])
    big_endian = sum(i % 7 == 3 for i in range(COUNT))
    assert {name: slowly.count(name) for name in slowly} == {
        source.name: big_endian for source in SOURCES[:4]
    }


def test_an_index_that_leads_astray_is_refused(tmp_path):
    bag = write(tmp_path / "bag", "mcap", "")
    path = next(bag.glob("*.mcap"))
    with Reader(bag) as reader:
        chunk = reader.storage.storages[0].chunks[0]
        place = next(iter(chunk.message_index_offsets.values())) + 9 + 6 + 8
    data = bytearray(path.read_bytes())
    for wrong in (1, 1 << 40):
        data[place : place + 8] = wrong.to_bytes(8, "little")
        path.write_bytes(data)
        with pytest.raises(hod.Error, match="index"):
            read_bag(bag, SOURCES[:1])
