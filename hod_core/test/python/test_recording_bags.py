# SPDX-License-Identifier: Apache-2.0
"""Bags as they come, whole and broken."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from rosbags.rosbag2 import Writer

import hod
from hod.recording import Source, read_bag, topics_of
from hod.recording.messages import JOINT_MOTION, JOINT_MOTION_DEFINITION
from recordings import (
    ORIGIN,
    STORE,
    TYPES,
    accel,
    accel_stamped,
    data_file,
    float64,
    header,
    imu,
    imu_bag,
    joint_state,
    write,
)

STAMPS = [ORIGIN + 250_000_000 + i * 1_000_000 for i in range(20)]
IMU = Source("sensor", topic="/imu", components=(0, 2))


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_readings_come_with_their_stamps_counted_from_a_whole_second(storage, tmp_path):
    bag = imu_bag(tmp_path / "bag", STAMPS, storage)
    for path in (bag, data_file(bag)):
        recording = read_bag(path, [IMU])
        signal = recording.signals[0]
        assert recording.origin == ORIGIN
        np.testing.assert_array_equal(signal.times, 0.25 + np.arange(20) * 0.001)
        np.testing.assert_array_equal(signal.values[:, 0], np.arange(20.0))
        np.testing.assert_array_equal(signal.values[:, 1], 9.8)
        assert (signal.name, signal.unit, signal.remarks) == ("sensor", "m/s²", ())


def test_small_stamps_stay_as_they_are(tmp_path):
    bag = imu_bag(tmp_path / "bag", [5 * 10**9 + i * 10**6 for i in range(3)])
    recording = read_bag(bag, [IMU])
    assert recording.origin == 0
    np.testing.assert_allclose(recording.signals[0].times, [5.0, 5.001, 5.002], rtol=1e-15)


def test_the_bags_own_times_are_taken_on_request(tmp_path):
    bag = imu_bag(tmp_path / "bag", STAMPS, late=3_000_000)
    received = read_bag(bag, [Source("sensor", topic="/imu", stamp="receive")]).signals[0]
    np.testing.assert_allclose(received.times, 0.253 + np.arange(20) * 0.001, rtol=1e-12)


def test_every_message_type_gives_its_readings(tmp_path):
    motion = TYPES[JOINT_MOTION]
    rows = np.array([1.0, 2.0, 10.0, 20.0, 100.0, 200.0])
    bag = write(
        tmp_path / "bag",
        {
            "/stamped": (
                "geometry_msgs/msg/AccelStamped",
                [(s + 7, accel_stamped(s, 1.0, 2.0, 3.0)) for s in STAMPS],
            ),
            "/plain": ("geometry_msgs/msg/Accel", [(s, accel(4.0, 5.0, 6.0)) for s in STAMPS]),
            "/number": ("std_msgs/msg/Float64", [(s, float64(7.0)) for s in STAMPS]),
            "/joints": (
                "sensor_msgs/msg/JointState",
                [(s, joint_state(s, ["a", "b"], [0.1, 0.2], [0.3, 0.4])) for s in STAMPS]
                + [(STAMPS[-1] + 10, joint_state(STAMPS[-1] + 10, ["c"], [0.9]))],
            ),
            "/motion": (
                JOINT_MOTION,
                [(s, motion(header(s), ["a", "b"], 2, rows)) for s in STAMPS],
            ),
        },
    )
    sources = [
        Source("stamped", topic="/stamped", components=(2, 0), factor=10.0),
        Source("plain", topic="/plain"),
        Source("number", topic="/number", components=(0,)),
        Source("position", topic="/joints", joint="b"),
        Source("velocity", topic="/joints", joint="a", derivative=1),
        Source("acceleration", topic="/motion", joint="b", derivative=2),
    ]
    signals = read_bag(bag, sources).signals
    values = [signal.values[0].tolist() for signal in signals]
    assert values == [[30.0, 10.0], [4.0, 5.0, 6.0], [7.0], [0.2], [0.3], [200.0]]
    assert {len(signal) for signal in signals} == {20}
    assert [bool(signal.remarks) for signal in signals] == [False, True, True, False, False, False]
    assert "no stamps of its own" in signals[1].remarks[0]
    assert topics_of(bag)["/motion"] == JOINT_MOTION


def test_the_motion_message_is_that_of_the_package():
    message = Path(__file__).resolve().parents[3] / "hod_msgs" / "msg" / "JointMotion.msg"
    if not message.exists():
        pytest.skip("no hod_msgs beside hod_core")
    lines = [line.split("#")[0].strip() for line in message.read_text().splitlines()]
    assert [line for line in lines if line] == JOINT_MOTION_DEFINITION.splitlines()


def test_an_unindexed_mcap_is_read_all_the_same(tmp_path):
    """A footer without the offset of a summary: what a recorder leaves that writes no index."""
    path = data_file(imu_bag(tmp_path / "bag", STAMPS))
    data = path.read_bytes()
    footer = data[:-28] + bytes(20) + data[-8:]
    (tmp_path / "unindexed.mcap").write_bytes(footer)
    signal = read_bag(tmp_path / "unindexed.mcap", [IMU]).signals[0]
    np.testing.assert_array_equal(signal.values[:, 0], np.arange(20.0))


def sentence(path: Path, *sources: Source) -> str:
    with pytest.raises(hod.Error) as caught:
        read_bag(path, sources or [IMU])
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "found" in text
    assert "expected" in text
    assert "\n" not in text
    return text


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_an_empty_bag_is_said_to_be_empty(storage, tmp_path):
    bag = write(tmp_path / "bag", {"/imu": ("sensor_msgs/msg/Imu", [])}, storage)
    assert "without messages" in sentence(bag)


def test_a_missing_topic_is_named_with_what_there_is(tmp_path):
    bag = imu_bag(tmp_path / "bag", STAMPS)
    text = sentence(bag, Source("wrist", topic="/wrist"))
    assert "'/wrist'" in text
    assert "found /imu" in text


def test_a_topic_without_messages_is_named(tmp_path):
    topics = {
        "/imu": ("sensor_msgs/msg/Imu", []),
        "/other": ("std_msgs/msg/Float64", [(ORIGIN, float64(1.0))]),
    }
    assert "/imu: found no messages" in sentence(write(tmp_path / "bag", topics))


def test_an_unknown_type_is_named_with_the_known_ones(tmp_path):
    text = TYPES["std_msgs/msg/String"]("hello")
    bag = write(tmp_path / "bag", {"/imu": ("std_msgs/msg/String", [(ORIGIN, text)])})
    found = sentence(bag)
    assert "found type std_msgs/msg/String" in found
    assert "sensor_msgs/msg/Imu" in found


def test_a_joint_that_no_message_has_is_named(tmp_path):
    messages = [(s, joint_state(s, ["a"], [0.1])) for s in STAMPS]
    bag = write(tmp_path / "bag", {"/joints": ("sensor_msgs/msg/JointState", messages)})
    assert "joint 'b'" in sentence(bag, Source("b", topic="/joints", joint="b"))
    assert "derivative 1" in sentence(bag, Source("a", topic="/joints", joint="a", derivative=1))
    no_field = sentence(bag, Source("a", topic="/joints", joint="a", derivative=2))
    assert "/joints, message 0: found a JointState, which has no accelerations" in no_field


def test_too_few_positions_for_the_names_are_said(tmp_path):
    messages = [(s, joint_state(s, ["a", "b"], [0.1])) for s in STAMPS]
    bag = write(tmp_path / "bag", {"/joints": ("sensor_msgs/msg/JointState", messages)})
    assert "found 1 values" in sentence(bag, Source("b", topic="/joints", joint="b"))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({5: STAMPS[4]}, "in reading 5, the same time as the one before"),
        ({5: STAMPS[2]}, "in reading 5, after 0.254000000"),
    ],
)
def test_stamps_that_repeat_or_go_back_are_named(change, expected, tmp_path):
    """Received in order, stamped out of it."""
    messages = [(s, imu(change.get(i, s), 0.0)) for i, s in enumerate(STAMPS)]
    bag = write(tmp_path / "bag", {"/imu": ("sensor_msgs/msg/Imu", messages)})
    assert expected in sentence(bag)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_readings_that_are_no_numbers_are_named(value, tmp_path):
    messages = [(s, imu(s, value if i == 3 else 1.0, 0.0, 0.0)) for i, s in enumerate(STAMPS)]
    bag = write(tmp_path / "bag", {"/imu": ("sensor_msgs/msg/Imu", messages)})
    assert f"found value {value} in reading 3 at time 0.253" in sentence(bag)


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
@pytest.mark.parametrize("keep", [0.0, 0.3, 0.9, 0.999])
def test_a_file_that_is_cut_off_is_one_sentence(storage, keep, tmp_path):
    bag = imu_bag(tmp_path / "bag", [ORIGIN + i * 10**6 for i in range(2000)], storage)
    path = data_file(bag)
    data = path.read_bytes()
    path.write_bytes(data[: int(keep * len(data))])
    sentence(bag)
    sentence(path)


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_damage_anywhere_is_one_sentence_or_none(storage, tmp_path):
    """Bytes overwritten at many places: never anything but an hod.Error."""
    bag = imu_bag(tmp_path / "bag", STAMPS, storage)
    path = data_file(bag)
    data = path.read_bytes()
    random = np.random.RandomState(3)
    refused = 0
    for _ in range(80):
        place = random.randint(len(data) - 8)
        path.write_bytes(data[:place] + random.bytes(8) + data[place + 8 :])
        try:
            read_bag(bag, [IMU])
        except hod.Error as error:
            refused += 1
            assert str(error).startswith(str(bag))
            assert "\n" not in str(error)
    assert refused > 3


def test_messages_of_another_length_are_one_sentence(tmp_path):
    data = bytes(STORE.serialize_cdr(float64(1.0), "std_msgs/msg/Float64"))
    with Writer(tmp_path / "short", version=9) as writer:
        connection = writer.add_connection("/imu", "sensor_msgs/msg/Imu", typestore=STORE)
        writer.write(connection, ORIGIN, data)
    assert "/imu, message 0: found bytes" in sentence(tmp_path / "short")


def padded_bag(folder: Path, padding: int, little_endian: bool) -> Path:
    kind = "sensor_msgs/msg/JointState"
    with Writer(folder, version=9) as writer:
        connection = writer.add_connection("/joints", kind, typestore=STORE)
        for i, stamp in enumerate(STAMPS):
            message = joint_state(stamp, ["a"], [0.1 * i])
            data = bytes(STORE.serialize_cdr(message, kind, little_endian=little_endian))
            writer.write(connection, stamp, data + b"\xff" * padding)
    return folder


@pytest.mark.parametrize("little_endian", [True, False])
@pytest.mark.parametrize("padding", range(12))
def test_padding_behind_an_empty_array_is_no_damage(padding, little_endian, tmp_path):
    """As rclpy leaves it; big endian messages are read one by one."""
    bag = padded_bag(tmp_path / "bag", padding, little_endian)
    source = Source("a", topic="/joints", joint="a")
    if padding > 8:
        assert "/joints, message 0: found bytes that are no sensor_msgs" in sentence(bag, source)
    else:
        values = read_bag(bag, [source]).signals[0].values[:, 0]
        np.testing.assert_array_equal(values, 0.1 * np.arange(20))


def test_a_joint_that_comes_twice_in_a_message_is_named(tmp_path):
    messages = [(s, joint_state(s, ["a", "b", "a"], [0.1, 0.2, 0.3])) for s in STAMPS]
    motion = [(s, TYPES[JOINT_MOTION](header(s), ["a", "a"], 0, np.ones(2))) for s in STAMPS]
    topics = {
        "/joints": ("sensor_msgs/msg/JointState", messages),
        "/motion": (JOINT_MOTION, motion),
    }
    bag = write(tmp_path / "bag", topics)
    for topic in topics:
        text = sentence(bag, Source("a", topic=topic, joint="a"))
        assert f"{topic}, message 0: found joint 'a' 2 times, expected it once" in text
    assert len(read_bag(bag, [Source("b", topic="/joints", joint="b")]).signals[0]) == 20


def test_folders_and_files_that_are_no_bag_are_one_sentence(tmp_path):
    (tmp_path / "folder").mkdir()
    sentence(tmp_path / "folder")
    sentence(tmp_path / "nowhere")
    (tmp_path / "text.mcap").write_text("hello")
    sentence(tmp_path / "text.mcap")
    bag = imu_bag(tmp_path / "bag", STAMPS)
    (bag / "metadata.yaml").write_text("{")
    sentence(bag)
    (bag / "metadata.yaml").write_text("rosbag2_bagfile_information: {version: 99}")
    sentence(bag)
    shutil.rmtree(bag)
    bag = imu_bag(tmp_path / "bag", STAMPS)
    data_file(bag).unlink()
    sentence(bag)


def test_zeroed_bytes_are_never_taken_for_a_shorter_recording(tmp_path):
    """Wherever they are: refused with a count or for what they are, or nothing was lost."""
    bag = imu_bag(tmp_path / "bag", [ORIGIN + i * 10**6 for i in range(2000)])
    path = data_file(bag)
    data = path.read_bytes()
    sentences = []
    for place in range(200, len(data) - 600, 20_011):
        path.write_bytes(data[:place] + bytes(500) + data[place + 500 :])
        for given in (bag, path):
            try:
                assert len(read_bag(given, [IMU]).signals[0]) == 2000
            except hod.Error as error:
                sentences.append(str(error))
    assert len(sentences) > 10


def test_a_bag_with_fewer_messages_than_it_says_is_refused_with_the_count(tmp_path):
    bag = imu_bag(tmp_path / "bag", STAMPS, "sqlite3")
    with closing(sqlite3.connect(data_file(bag))) as database, database:
        database.execute("DELETE FROM messages WHERE id > 13")
    assert "/imu: found 13 of 20 messages, expected all of them" in sentence(bag)


def test_a_cut_off_mcap_file_is_called_one(tmp_path):
    path = data_file(imu_bag(tmp_path / "bag", STAMPS))
    path.write_bytes(path.read_bytes()[:-100])
    assert f"found {path.name} cut off or damaged at its end" in sentence(path)
    assert f"found {path.name} cut off" in sentence(path.parent)


def test_a_bag_of_ros_1_is_called_one(tmp_path):
    for name in ("old.bag", "old.mcap"):
        (tmp_path / name).write_bytes(b"#ROSBAG V2.0\n" + bytes(100))
        assert "found a bag of ROS 1" in sentence(tmp_path / name)


def test_the_frame_of_the_messages_comes_with_the_readings(tmp_path):
    messages = [(s, imu(s, 1.0)) for s in STAMPS]
    for _, message in messages[10:]:
        message.header.frame_id = "elsewhere"
    bag = write(tmp_path / "bag", {"/imu": ("sensor_msgs/msg/Imu", messages)})
    assert read_bag(bag, [IMU]).signals[0].frames == ("link", "elsewhere")
