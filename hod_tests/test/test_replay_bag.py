# SPDX-License-Identifier: Apache-2.0
"""replay_bag: recordings in, the same with forces beside them out; whole, or not at all."""

import contextlib
import csv
import math
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rosbag2_py
from ament_index_python.packages import get_package_prefix, get_package_share_directory
from rclpy.serialization import deserialize_message, serialize_message
from rosidl_runtime_py.utilities import get_message
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64

from newton_euler import Robot

PROGRAM = Path(get_package_prefix("hod_ros")) / "lib" / "hod_ros" / "replay_bag"
BRINGUP = Path(get_package_share_directory("hod_bringup"))
SAMPLE = BRINGUP / "bags" / "fanuc_accelerometer"
SEVERAL = Path(__file__).parent / "bags" / "imus_and_encoders"
JOINTS = ["J1", "J2", "J3", "J4", "J5"]
SECOND = 1_000_000_000
TURN = 2.0 * math.pi


def replay_bag(*arguments: object, **options: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(PROGRAM), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


def messages_of(bag: Path) -> dict[str, list[tuple[int, bytes]]]:
    """Times of receipt and bytes by topic, in the order of the bag."""
    reader = rosbag2_py.SequentialReader()
    reader.open_uri(str(bag))
    messages = defaultdict(list)
    while reader.has_next():
        topic, data, received = reader.read_next()
        messages[topic].append((received, data))
    return messages


def types_of(bag: Path) -> dict[str, str]:
    reader = rosbag2_py.SequentialReader()
    reader.open_uri(str(bag))
    return {topic.name: topic.type for topic in reader.get_all_topics_and_types()}


def read(bag: Path, topic: str) -> list:
    kind = get_message(types_of(bag)[topic])
    return [deserialize_message(data, kind) for _, data in messages_of(bag)[topic]]


def nanoseconds(message: object) -> int:
    return message.header.stamp.sec * SECOND + message.header.stamp.nanosec


def motions(bag: Path) -> np.ndarray:
    """Return (instants, rows, joints)."""
    found = read(bag, "/forces_node/estimated_motion")
    assert all(list(m.joint_names) == JOINTS for m in found)
    return np.array([np.reshape(m.derivatives, (m.order + 1, -1)) for m in found])


def truth_at(folder: Path, times: np.ndarray) -> np.ndarray:
    """Return the true positions (instants, joints)."""
    with (folder / "motion.csv").open() as file:
        rows = list(csv.DictReader(file))
    known = np.array([float(row["time"]) for row in rows])
    return np.array(
        [np.interp(times, known, [float(row.get(f"{j}.q", 0.0)) for row in rows]) for j in JOINTS]
    ).T


@pytest.mark.parametrize(
    ("folder", "clock", "tolerance"),
    [(SAMPLE, "/forearm/imu", 0.02), (SEVERAL, "/upper_arm/imu", 5e-4)],
)
@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_a_recording_gets_its_forces(
    tmp_path: Path, folder: Path, clock: str, tolerance: float, storage: str
) -> None:
    recording, out = folder / "recording", tmp_path / "out"
    run = replay_bag(recording, "--config", folder / "fit.yaml", "--out", out, "--storage", storage)
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert "writing: 100 %" in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out"]

    before, after = messages_of(recording), messages_of(out)
    for topic, messages in before.items():
        assert after[topic] == messages

    # Every message of the fastest topic has its forces, with its times.
    added = [f"/forces_node/{name}" for name in ("forces", "energies", "joint_states")]
    added += [f"/forces_node/joints/{joint}" for joint in JOINTS]
    source = get_message(types_of(recording)[clock])
    stamps = {
        nanoseconds(deserialize_message(data, source)): received for received, data in before[clock]
    }
    for topic in added:
        found = read(out, topic)
        assert len(found) >= 0.99 * len(stamps)
        received = [when for when, _ in after[topic]]
        assert [stamps[nanoseconds(message)] for message in found] == received

    # The motion is the true one, and the forces are those of the motion.
    found = motions(out)
    forces = read(out, "/forces_node/forces")
    times = np.array([nanoseconds(message) - 1_700_000_000 * SECOND for message in forces]) / 1e9
    assert np.abs(found[:, 0] - truth_at(folder, times)).max() < tolerance
    robot = Robot((folder / "robot.urdf").read_text())
    for i in range(0, len(forces), 100):
        np.testing.assert_allclose(forces[i].values[:5], robot.forces(*found[i, :3]), atol=1e-9)
    elbow = read(out, "/forces_node/joints/J3")
    states = read(out, "/forces_node/joint_states")
    for i in range(0, len(forces), 100):
        table = np.reshape(forces[i].values, (3, 5))
        assert [elbow[i].effort, elbow[i].effort_d1, elbow[i].effort_d2] == table[:, 2].tolist()
        assert list(states[i].effort) == table[0].tolist()


def compress(bag: Path, out: Path, mode: rosbag2_py.CompressionMode, storage: str) -> None:
    writer = rosbag2_py.SequentialCompressionWriter(
        rosbag2_py.CompressionOptions(
            compression_format="zstd",
            compression_mode=mode,
            compression_queue_size=0 if mode == rosbag2_py.CompressionMode.MESSAGE else 1,
            compression_threads=1,  # several mix messages up
        )
    )
    writer.open(
        rosbag2_py.StorageOptions(uri=str(out), storage_id=storage, max_bagfile_size=200_000),
        rosbag2_py.ConverterOptions("cdr", "cdr"),
    )
    for name, kind in types_of(bag).items():
        writer.create_topic(
            rosbag2_py.TopicMetadata(id=0, name=name, type=kind, serialization_format="cdr")
        )
    messages = [(when, topic, data) for topic, m in messages_of(bag).items() for when, data in m]
    for received, topic, data in sorted(messages):
        writer.write(topic, data, received)
    del writer  # which closes the bag


@pytest.mark.parametrize("mode", ["FILE", "MESSAGE"])
@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_a_compressed_bag_gives_the_same(tmp_path: Path, mode: str, storage: str) -> None:
    packed = tmp_path / "packed"
    compress(SEVERAL / "recording", packed, getattr(rosbag2_py.CompressionMode, mode), storage)
    files = sorted(packed.iterdir())
    for bag, out in ((SEVERAL / "recording", "plain"), (packed, "out")):
        run = replay_bag(bag, "--config", SEVERAL / "fit.yaml", "--out", tmp_path / out)
        assert run.returncode == 0, run.stderr
    assert sorted(packed.iterdir()) == files
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "packed", "plain"]
    found, expected = messages_of(tmp_path / "out"), messages_of(tmp_path / "plain")
    assert found.keys() == expected.keys()
    for topic in found:
        if topic != "/forces_node/forces":  # which say how long they took
            assert sorted(found[topic]) == sorted(expected[topic])


def test_an_unknown_compression_is_named(tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    compress(SEVERAL / "recording", packed, rosbag2_py.CompressionMode.FILE, "mcap")
    metadata = (packed / "metadata.yaml").read_text()
    (packed / "metadata.yaml").write_text(metadata.replace("_format: zstd", "_format: squeezed"))
    run = replay_bag(packed, "--config", SEVERAL / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 1
    assert "packed: found compression 'squeezed', expected one that" in run.stderr
    assert not (tmp_path / "out.unpacked").exists()


def swinging(time: float, joint: int) -> float:
    return math.sin(0.3 * time + joint)


def write_slow_recording(
    folder: Path, seconds: int, position: Callable[[float, int], float] = swinging
) -> Path:
    """Joint states of smooth motions, the second minute with ten times the messages."""
    writer = rosbag2_py.SequentialWriter()
    writer.open(
        rosbag2_py.StorageOptions(uri=str(folder / "slow"), storage_id="mcap"),
        rosbag2_py.ConverterOptions("", ""),
    )
    writer.create_topic(
        rosbag2_py.TopicMetadata(
            id=0,
            name="/joint_states",
            type="sensor_msgs/msg/JointState",
            serialization_format="cdr",
        )
    )
    time = 0.0
    while time < seconds:
        message = JointState(name=JOINTS)
        message.header.stamp.sec, message.header.stamp.nanosec = int(time), int(time % 1 * 1e9)
        message.position = [position(time, joint) for joint in range(5)]
        stamp = message.header.stamp.sec * SECOND + message.header.stamp.nanosec
        writer.write("/joint_states", serialize_message(message), stamp)
        time += 0.01 if 60 <= time < 120 else 0.1
    writer.close()
    readings = "".join(f"  - {{joint: {j}, topic: /joint_states, noise: 1e-5}}\n" for j in JOINTS)
    (folder / "fit.yaml").write_text(
        f"robot: {SAMPLE / 'robot.urdf'}\njoint_readings:\n{readings}gaps: bridge\n"
    )
    return folder / "slow"


def rewritten(bag: Path, out: Path, change: Callable[[str, object], None]) -> Path:
    """Write a bag again with something changed in its messages."""
    writer = rosbag2_py.SequentialWriter()
    writer.open(
        rosbag2_py.StorageOptions(uri=str(out), storage_id="mcap"),
        rosbag2_py.ConverterOptions("", ""),
    )
    types = types_of(bag)
    for name, kind in types.items():
        writer.create_topic(
            rosbag2_py.TopicMetadata(id=0, name=name, type=kind, serialization_format="cdr")
        )
    for topic, messages in messages_of(bag).items():
        for received, data in messages:
            message = deserialize_message(data, get_message(types[topic]))
            change(topic, message)
            writer.write(topic, serialize_message(message), received)
    writer.close()
    return out


HOUR = 3600


def an_hour_late(topic: str, message: object) -> None:
    if topic.endswith("imu"):
        message.header.stamp.sec += HOUR


@pytest.mark.parametrize(("folder", "tolerance"), [(SEVERAL, 5e-4), (SAMPLE, 0.02)])
def test_sensors_with_a_clock_of_their_own(tmp_path: Path, folder: Path, tolerance: float) -> None:
    """The forces are those of the time at which a reading was taken, beside its own stamp."""
    bag = rewritten(folder / "recording", tmp_path / "late", an_hour_late)
    settings = (folder / "fit.yaml").read_text().replace("robot.urdf", str(folder / "robot.urdf"))
    settings = settings.replace("  link:", f"  time_offset: {HOUR}\n  link:")
    (tmp_path / "fit.yaml").write_text(settings)
    run = replay_bag(bag, "--config", tmp_path / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 0, run.stderr
    forces = read(tmp_path / "out", "/forces_node/forces")
    assert len(forces) > 100
    origin = (1_700_000_000 + HOUR) * SECOND
    times = np.array([nanoseconds(message) - origin for message in forces]) / 1e9
    assert np.abs(motions(tmp_path / "out")[:, 0] - truth_at(folder, times)).max() < tolerance


def test_angles_that_leap_by_a_turn_go_on(tmp_path: Path) -> None:
    bag = write_slow_recording(tmp_path, 20, lambda t, joint: math.remainder(0.5 * t + joint, TURN))
    run = replay_bag(bag, "--config", tmp_path / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 0, run.stderr
    assert "J2 position: found 2 leaps by a turn, the first at time 4.3, taken for" in run.stderr
    forces = read(tmp_path / "out", "/forces_node/forces")
    times = np.array([nanoseconds(message) for message in forces]) / 1e9
    found = motions(tmp_path / "out")
    assert np.abs(found[:, 0, 1] - (0.5 * times + 1.0)).max() < 1e-4
    assert np.abs(found[:, 1] - 0.5).max() < 1e-3


def test_what_was_interrupted_goes_on(tmp_path: Path) -> None:
    bag = write_slow_recording(tmp_path, 200)
    arguments = [bag, "--config", tmp_path / "fit.yaml", "--out"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))

    stopped = replay_bag(*arguments, tmp_path / "out", preexec_fn=limit)
    assert stopped.returncode != 0
    assert (tmp_path / "out.partial" / "motion").exists()
    assert not (tmp_path / "out").exists()

    resumed = replay_bag(*arguments, tmp_path / "out")
    assert resumed.returncode == 0, resumed.stderr
    assert "going on with" in resumed.stderr
    assert "finding the motion" not in resumed.stderr
    assert not (tmp_path / "out.partial").exists()
    assert replay_bag(*arguments, tmp_path / "whole").returncode == 0
    found, expected = messages_of(tmp_path / "out"), messages_of(tmp_path / "whole")
    assert len(list((tmp_path / "out").glob("*.mcap"))) == 4
    assert found.keys() == expected.keys()
    for topic in found:
        times = [when for when, _ in found[topic]]
        assert times == sorted(times)
        if topic != "/forces_node/forces":  # which say how long they took
            assert found[topic] == expected[topic]


def interrupted(tmp_path: Path) -> tuple[object, ...]:
    """Stop a replay while it writes, of a robot in a file of its own; return its arguments."""
    bag = write_slow_recording(tmp_path, 200)
    (tmp_path / "robot.urdf").write_text((SAMPLE / "robot.urdf").read_text())
    (tmp_path / "arm.yaml").write_text("urdf: robot.urdf\n")
    settings = (tmp_path / "fit.yaml").read_text()
    (tmp_path / "fit.yaml").write_text(settings.replace(str(SAMPLE / "robot.urdf"), "arm.yaml"))
    arguments = (bag, "--config", tmp_path / "fit.yaml", "--out", tmp_path / "out")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))

    assert replay_bag(*arguments, preexec_fn=limit).returncode != 0
    assert (tmp_path / "out.partial" / "motion").exists()
    return arguments


def other_masses(folder: Path) -> None:
    urdf = (folder / "robot.urdf").read_text()
    (folder / "robot.urdf").write_text(
        re.sub(r'mass value="([^"]*)"', lambda m: f'mass value="{2.0 * float(m[1])}"', urdf)
    )


def a_payload(folder: Path) -> None:
    with (folder / "arm.yaml").open("a") as file:
        file.write("payload: {link: link_5, mass: 2.0}\n")


def another_bag_in_its_place(folder: Path) -> None:
    (file,) = (folder / "slow").glob("*.mcap")
    os.utime(file, (1.0, 1.0))


@pytest.mark.parametrize("change", [other_masses, a_payload, another_bag_in_its_place])
def test_another_robot_or_bag_begins_anew(tmp_path: Path, change: Callable[[Path], None]) -> None:
    arguments = interrupted(tmp_path)
    change(tmp_path)
    run = replay_bag(*arguments)
    assert run.returncode == 0, run.stderr
    assert "going on with" not in run.stderr
    robot = Robot((tmp_path / "robot.urdf").read_text())
    if change is not a_payload:
        found, forces = motions(tmp_path / "out"), read(tmp_path / "out", "/forces_node/forces")
        for i in range(0, len(forces), 500):
            np.testing.assert_allclose(forces[i].values[:5], robot.forces(*found[i, :3]), atol=1e-9)


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_a_full_disk_leaves_no_bag_and_what_it_left_goes_on(tmp_path: Path, storage: str) -> None:
    """A file's largest size stands for the disk: what does not fit is not written."""

    def fill_the_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    words = [SAMPLE / "recording", "--config", SAMPLE / "fit.yaml", "--storage", storage]
    run = replay_bag(*words, "--out", tmp_path / "out", preexec_fn=fill_the_disk)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("replay_bag: ")
    assert not (tmp_path / "out").exists()
    for out in ("out", "undisturbed"):
        run = replay_bag(*words, "--out", tmp_path / out)
        assert run.returncode == 0
        assert ("going on" in run.stderr) == (out == "out")
    one, other = (messages_of(tmp_path / out) for out in ("out", "undisturbed"))
    for found in (one, other):  # their last field is the time that the computation took
        found["/forces_node/forces"] = [(t, data[:-8]) for t, data in found["/forces_node/forces"]]
    assert one == other


def test_other_settings_begin_anew(tmp_path: Path) -> None:
    bag = write_slow_recording(tmp_path, 100)
    (tmp_path / "out.partial").mkdir()
    (tmp_path / "out.partial" / "motion").write_bytes(b"of something else")
    run = replay_bag(bag, "--config", tmp_path / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 0, run.stderr
    assert "finding the motion" in run.stderr


def test_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    words = [SEVERAL / "recording", "--config", SEVERAL / "fit.yaml", "--out", tmp_path / "out"]
    with subprocess.Popen([str(PROGRAM), *map(str, words)], stderr=follower) as process:
        os.close(follower)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while part := os.read(leader, 4096):
                shown += part
        assert process.wait(120) == 0
    os.close(leader)
    passes = [int(n) for n in re.findall(rb"\rfinding the motion: pass (\d+), \d+ % of it", shown)]
    assert passes
    assert passes == sorted(passes)
    shares = [int(n) for n in re.findall(rb"\rwriting: (\d+) %", shown)]
    assert shares == sorted(shares)
    assert shares[-1] == 100


def test_quiet_it_says_nothing(tmp_path: Path) -> None:
    words = [SEVERAL / "recording", "--config", SEVERAL / "fit.yaml", "--out", tmp_path / "out"]
    run = replay_bag(*words, "--quiet")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_rate_and_prefix(tmp_path: Path) -> None:
    settings = (SEVERAL / "fit.yaml").read_text().replace("robot.urdf", str(SEVERAL / "robot.urdf"))
    (tmp_path / "fit.yaml").write_text(settings + "output: {rate: 50, orders: 3}\n")
    run = replay_bag(
        *(SEVERAL / "recording", "--config", tmp_path / "fit.yaml"),
        *("--out", tmp_path / "out", "--prefix", "/left/forces"),
    )
    assert run.returncode == 0, run.stderr
    forces = read(tmp_path / "out", "/left/forces/forces")
    assert len(forces) == pytest.approx(150, abs=2)
    assert {message.order for message in forces} == {1}
    assert np.isnan(read(tmp_path / "out", "/left/forces/joints/J1")[0].effort_d2)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ([], 2, "found no BAG, --config or --out"),
        (["a", "b", "--config", "c", "--out", "d"], 2, "found 'b', expected BAG"),
        (["a", "--config"], 2, "found '--config' without a value"),
        (["a", "--confg", "c"], 2, "found '--confg'"),
        (["BAG", "--config", "FIT", "--out", "OUT", "--prefix", "a b"], 2, "the name of a topic"),
        (["BAG", "--config", "FIT", "--out", "/proc/x/out"], 1, "found no way to make this folder"),
        (["none", "--config", "FIT", "--out", "OUT"], 1, "none: found no such file"),
        (["BAG", "--config", "none.yaml", "--out", "OUT"], 1, "none.yaml"),
        (["BAG", "--config", "FIT", "--out", "BAG"], 1, "expected a name that is free"),
        (
            ["BAG", "--config", "OTHER", "--out", "OUT"],
            1,
            "found /forearm/imu, expected topic '/upper",
        ),
        (["BAG", "--config", "TYPE", "--out", "OUT"], 1, "found type sensor_msgs/msg/Imu for J1"),
        (["DAMAGED", "--config", "FIT", "--out", "OUT"], 1, "found"),
        (["BAG", "--config", "FIT", "--out", "OUT", "--storage", "tape"], 2, "found 'tape'"),
    ],
)
def test_refuses(tmp_path: Path, words: list[str], code: int, sentence: str) -> None:
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes((SAMPLE / "recording" / "recording.mcap").read_bytes()[:5000])
    (tmp_path / "type.yaml").write_text(
        f"robot: {SAMPLE / 'robot.urdf'}\njoint_readings: [{{joint: J1, topic: /forearm/imu}}]\n"
    )
    places = {
        "BAG": SAMPLE / "recording",
        "FIT": SAMPLE / "fit.yaml",
        "OTHER": SEVERAL / "fit.yaml",
        "TYPE": tmp_path / "type.yaml",
        "OUT": tmp_path / "out",
        "DAMAGED": damaged,
    }
    run = replay_bag(*(places.get(word, word) for word in words), cwd=tmp_path)
    assert run.returncode == code, run.stderr
    assert sentence in run.stderr
    assert "terminate" not in run.stderr
    assert not list(tmp_path.glob("out*"))


def test_says_what_it_decided(tmp_path: Path) -> None:
    settings = (SEVERAL / "fit.yaml").read_text().replace("robot.urdf", str(SEVERAL / "robot.urdf"))
    (tmp_path / "fit.yaml").write_text(settings + "output: {rate: 5000}\n")
    words = ("--config", tmp_path / "fit.yaml", "--out", tmp_path / "out")
    run = replay_bag(SEVERAL / "recording", *words)
    assert run.returncode == 0, run.stderr
    assert "time 0 is 1700000000000000000 ns after the epoch" in run.stderr
    assert "warning: output: found rate 5000, which changes nothing: /upper_arm/imu" in run.stderr
    assert "no stamps of its own" not in run.stderr


def write_numbers(folder: Path) -> Path:
    """Angles with more noise than their settings state, in messages without stamps."""
    writer = rosbag2_py.SequentialWriter()
    writer.open(
        rosbag2_py.StorageOptions(uri=str(folder / "numbers"), storage_id="mcap"),
        rosbag2_py.ConverterOptions("", ""),
    )
    writer.create_topic(
        rosbag2_py.TopicMetadata(
            id=0, name="/angle", type="std_msgs/msg/Float64", serialization_format="cdr"
        )
    )
    noise = np.random.default_rng(1).normal(0.0, 1e-2, 500)
    for i, error in enumerate(noise):
        angle = Float64(data=math.sin(0.01 * i) + error)
        writer.write("/angle", serialize_message(angle), SECOND + i * SECOND // 100)
    writer.close()
    (folder / "fit.yaml").write_text(
        f"robot: {SAMPLE / 'robot.urdf'}\n"
        "joint_readings: [{joint: J1, topic: /angle, noise: 1.0e-4}]\n"
    )
    return folder / "numbers"


def test_says_which_topics_have_no_stamps(tmp_path: Path) -> None:
    bag = write_numbers(tmp_path)
    run = replay_bag(bag, "--config", tmp_path / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 0, run.stderr
    assert "/angle has no stamps of its own, times are those of the bag" in run.stderr
    assert "time 0 is" not in run.stderr
    assert "warning: J1: the residuals indicate a noise of" in run.stderr
    assert "channel 0" not in run.stderr


def test_a_stamp_before_1970_is_named(tmp_path: Path) -> None:
    def early(topic: str, message: object) -> None:
        message.header.stamp.sec -= 1_700_000_001

    bag = rewritten(SAMPLE / "recording", tmp_path / "early", early)
    run = replay_bag(bag, "--config", SAMPLE / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 1
    where = f"{bag}: /forearm/imu, message 0: "
    assert f"{where}found a stamp of -1 s, expected stamps from 1970 on" in run.stderr


def test_a_joint_that_comes_twice_is_named(tmp_path: Path) -> None:
    def twice(topic: str, message: object) -> None:
        if topic == "/joint_states":
            message.name = [*message.name, "J2"]
            message.position = [*message.position, 0.5]

    bag = rewritten(SEVERAL / "recording", tmp_path / "twice", twice)
    run = replay_bag(bag, "--config", SEVERAL / "fit.yaml", "--out", tmp_path / "out")
    assert run.returncode == 1
    assert f"{bag}: /joint_states, message 0: found joint 'J2' twice, expected it" in run.stderr


def test_refuses_places_where_no_bag_can_be_put(tmp_path: Path) -> None:
    bag = tmp_path / "bag"
    shutil.copytree(SAMPLE / "recording", bag)
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = sorted(tmp_path.rglob("*"))
    for out, sentence in (
        (tmp_path / "link", "link: found something there, expected a name that is free"),
        (tmp_path / "file" / "deep" / "out", f"found no folder in {tmp_path / 'file'}, expected"),
        (tmp_path / "link" / "out", f"found no folder in {tmp_path / 'link'}, expected"),
        (bag / "deep" / "out", f"found a place inside of {bag}, expected one outside of the bag"),
    ):
        run = replay_bag(bag, "--config", SAMPLE / "fit.yaml", "--out", out)
        assert run.returncode == 1
        assert sentence in run.stderr
        assert "finding the motion" not in run.stderr
        assert sorted(tmp_path.rglob("*")) == before


def test_help() -> None:
    run = replay_bag("--help")
    assert run.returncode == 0
    assert run.stdout.startswith("usage: replay_bag BAG --config FILE --out BAG2")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_says_where_it_cannot_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    run = replay_bag(
        SAMPLE / "recording", "--config", SAMPLE / "fit.yaml", "--out", tmp_path / "out"
    )
    assert run.returncode == 1
    assert str(tmp_path) in run.stderr
