# SPDX-License-Identifier: Apache-2.0
"""`hod view`: messages and layouts of what a replay has left."""

from __future__ import annotations

import json
import runpy
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
import yaml

import hod
from command_line import run
from fitting import generated
from hod.command.main import main
from hod.example import example_urdf
from hod.recording import messages, view
from hod.recording.batch import Task
from hod.recording.messages import typestore
from hod.recording.view import joint_topic
from hod.table import write_table
from recordings import ORIGIN

PLOTS = Path(__file__).resolve().parents[3] / "hod_bringup/hod_bringup/plots.py"
MESSAGES = Path(__file__).resolve().parents[3] / "hod_msgs" / "msg"


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("view")
    given = generated(folder)
    words = ["replay", given / "recording", "--config", given / "fit.yaml", "--out", folder / "out"]
    assert main([str(word) for word in words]) == 0
    return folder / "out"


def read(path: Path) -> dict[str, list[tuple[int, object]]]:
    from rosbags.rosbag2 import Reader

    found: dict[str, list[tuple[int, object]]] = {}
    with Reader(path) as reader:
        for connection, stamp, data in reader.messages():
            message = typestore().deserialize_cdr(data, connection.msgtype)
            found.setdefault(connection.topic, []).append((stamp, message))
    return found


def test_messages_hold_the_numbers_of_the_tables(replayed, tmp_path):
    result = run("view", replayed, "--out", tmp_path / "v.mcap", "--rate", 10_000)
    assert (result.returncode, result.stdout) == (0, "")
    found = read(tmp_path / "v.mcap")
    forces = np.genfromtxt(replayed / "forces.csv", delimiter=",", names=True, deletechars="")
    energies = np.genfromtxt(replayed / "energies.csv", delimiter=",", names=True, deletechars="")
    motion = np.genfromtxt(replayed / "motion.csv", delimiter=",", names=True, deletechars="")
    of_joint = [message for _, message in found["/forces_node/joints/J3"]]
    for part, column in (("effort", "Q"), ("effort_d1", "d1Q"), ("effort_d2", "d2Q")):
        values = [getattr(message, part) for message in of_joint]
        np.testing.assert_array_equal(values, forces[f"J3.{column}"])
    stamps = [stamp for stamp, _ in found["/forces_node/joints/J3"]]
    np.testing.assert_allclose((np.array(stamps) - ORIGIN) / 1e9, forces["time"], atol=1e-9)
    assert json.loads((replayed / "recording.json").read_text()) == {"origin": ORIGIN}
    totals = np.array([message.totals for _, message in found["/forces_node/energies"]])
    np.testing.assert_array_equal(totals[:, 1], energies["E2"])
    moved = found["/forces_node/estimated_motion"][100][1]
    rows = np.array(moved.derivatives).reshape(moved.order + 1, len(moved.joint_names))
    column = moved.joint_names.index("J3")
    expected = [motion[f"J3.{name}"][100] for name in ("q", "d1q", "d2q", "d3q", "d4q")]
    np.testing.assert_array_equal(rows[:, column], expected)
    state = found["/joint_states"][100][1]
    assert state.effort[column] == forces["J3.Q"][100]
    assert found["/robot_description"][0][1].data == (replayed / "robot.urdf").read_text()


def test_json_names_the_files(replayed, tmp_path):
    result = run("view", replayed, "--out", tmp_path / "v.mcap", "--rate", 50, "--json")
    found = json.loads(result.stdout)
    assert sorted(found["files"]) == sorted(map(str, tmp_path.iterdir()))
    assert found["remarks"] == [line.removeprefix("hod: ") for line in result.stderr.splitlines()]


def test_a_lower_rate_takes_instants_at_that_distance(replayed, tmp_path):
    run("view", replayed, "--out", tmp_path / "v.mcap", "--rate", 50)
    stamps = [stamp for stamp, _ in read(tmp_path / "v.mcap")["/joint_states"]]
    steps = np.diff(stamps) / 1e9
    assert len(stamps) == 81
    np.testing.assert_allclose(steps, 0.02, atol=0.0021)


def test_layouts_name_topics_that_there_are(replayed, tmp_path):
    run("view", replayed, "--out", tmp_path / "v.mcap")
    topics = set(read(tmp_path / "v.mcap"))
    layout = json.loads((tmp_path / "v.foxglove.json").read_text())
    paths = [
        path["value"] for panel in layout["configById"].values() for path in panel.get("paths", [])
    ]
    assert len(paths) == 15
    assert {path.rsplit(".", 1)[0] for path in paths} <= topics
    root = ElementTree.parse(tmp_path / "v.plotjuggler.xml").getroot()
    names = [curve.get("name", "") for curve in root.iter("curve")]
    assert len(names) == 15
    assert {name.rsplit("/", 1)[0] for name in names} <= topics


@pytest.mark.skipif(not MESSAGES.exists(), reason="no hod_msgs beside hod_core")
@pytest.mark.parametrize("kind", messages._DEFINITIONS)
def test_message_types_are_those_of_hod_msgs(kind):
    text = (MESSAGES / f"{kind.rsplit('/', 1)[1]}.msg").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert messages._DEFINITIONS[kind].splitlines() == lines


def test_what_is_no_replay_is_said(replayed, tmp_path):
    result = run("view", tmp_path, "--out", tmp_path / "v.mcap")
    assert result.returncode == 1
    assert "robot.urdf: found no such file, expected a folder of hod replay" in result.stderr
    assert run("view", replayed, "--out", tmp_path / "v.bag").returncode == 2
    assert list(tmp_path.iterdir()) == []


def encoder(folder: Path, start: float, urdf: str | None = None) -> list[str]:
    """Write a second of readings of J3 from a start on; return the words that replay them."""
    times = np.arange(100) * 0.01
    write_table(folder / "d.csv", ["q"], start + times, np.sin(times)[:, None])
    (folder / "arm.urdf").write_text(urdf or example_urdf())
    readings = [{"joint": "J3", "column": "q", "noise": 1e-4}]
    settings = {"robot": {"urdf": "arm.urdf"}, "joint_readings": readings}
    (folder / "fit.yaml").write_text(yaml.safe_dump(settings))
    words = ["replay", folder / "d.csv", "--config", folder / "fit.yaml", "--out", folder / "out"]
    return [str(word) for word in words]


def test_dates_are_those_of_the_recording(tmp_path):
    assert main([*encoder(tmp_path, 1_700_000_000.25), "--bag"]) == 0
    out = tmp_path / "out"
    assert main(["view", str(out), "--out", str(tmp_path / "v.mcap")]) == 0
    for path in (out / "replay.mcap", tmp_path / "v.mcap"):
        found = read(path)
        for topic in ("/joint_states", "/forces_node/joints/J3", "/forces_node/energies"):
            received, message = found[topic][0]
            assert received == ORIGIN + 250_000_000
            assert (message.header.stamp.sec, message.header.stamp.nanosec) == (
                1_700_000_000,
                250_000_000,
            )
    (out / "recording.json").unlink()
    assert main(["view", str(out), "--out", str(tmp_path / "v.mcap")]) == 0
    assert read(tmp_path / "v.mcap")["/joint_states"][0][0] == 250_000_000


def refused(capsys: pytest.CaptureFixture[str], words: list[str]) -> str:
    capsys.readouterr()
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize("start", [-5.0, 3e9])
def test_times_that_no_stamp_holds_are_refused_before_the_work(
    start, tmp_path, capsys, monkeypatch
):
    words = encoder(tmp_path, start)
    if start < 0:
        assert main(words) == 0
        view = ["view", str(tmp_path / "out"), "--out", str(tmp_path / "v.mcap")]
        assert "motion.csv: found time -5 s, expected 0 to" in refused(capsys, view)
    monkeypatch.setattr("hod.recording.fit.fit", lambda *_: pytest.fail("it has begun"))
    assert "d.csv: found time " in refused(capsys, [*words, "--bag"])
    monkeypatch.setattr("hod.recording.batch.fit", lambda *_: pytest.fail("it has begun"))
    task = Task("d", words[1], words[3], str(tmp_path / "batch"), view_rate=100.0)
    assert "d.csv: found time " in task.run()["error"]


@pytest.mark.parametrize("time", [-1e305, 1e305, np.inf, -1e-9, 2.0**31])
def test_no_time_is_too_large_to_be_refused(time):
    with pytest.raises(hod.Error, match="found time"):
        view.refuse_stamps("here", [0.0, time], 0)
    view.refuse_stamps("here", [0.0, -1e-10, 2.0**31 - 1e-6], 0)


def test_a_start_that_a_sensors_offset_makes_negative_is_refused(tmp_path, capsys):
    given = generated(tmp_path, "--format", "csv")
    config = yaml.safe_load((given / "fit.yaml").read_text())
    config["sensors"][0]["time_offset"] = 0.1
    (given / "fit.yaml").write_text(yaml.safe_dump(config))
    words = ["replay", given / "recording.csv", "--config", given / "fit.yaml", "--bag", "--out"]
    said = refused(capsys, [str(word) for word in [*words, tmp_path / "out"]])
    assert "found time -0.1 s, expected 0" in said


def test_joints_that_would_share_a_topic_are_refused(tmp_path, capsys):
    urdf = example_urdf().replace('"J1"', '"J-1"').replace('"J2"', '"J_1"')
    words = encoder(tmp_path, 0.0, urdf)
    expected = "found joints 'J-1' and 'J_1' for the topic /forces_node/joints/J_1"
    assert expected in refused(capsys, [*words, "--bag"])
    assert main(words) == 0
    view = ["view", str(tmp_path / "out"), "--out", str(tmp_path / "v.mcap")]
    assert expected in refused(capsys, view)


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("motion.csv", ("J1.q", "J9.q"), "motion.csv: found no column J1.q, expected"),
        ("forces.csv", ("J5.d1Q", "J5.x"), "forces.csv: found no column J5.d1Q, expected"),
        ("forces.csv", ("\n", "\nx"), "forces.csv: found no table"),
        ("energies.csv", ("\n", "\n1,2\n"), "energies.csv: found no table"),
        ("recording.json", ("{", "["), "recording.json: found no 'origin'"),
        ("recording.json", ("17", "-17"), "motion.csv: found time 0 s since -17"),
    ],
)
def test_a_damaged_folder_is_one_sentence(name, change, sentence, replayed, tmp_path, capsys):
    shutil.copytree(replayed, tmp_path / "out")
    path = tmp_path / "out" / name
    path.write_text(path.read_text().replace(*change, 1))
    said = refused(capsys, ["view", str(tmp_path / "out"), "--out", str(tmp_path / "v.mcap")])
    assert sentence in said


@pytest.mark.skipif(not PLOTS.exists(), reason="no hod_bringup beside hod_core")
def test_topics_and_plots_are_those_of_the_forces_node():
    """hod_bringup says where that node tells of a joint, and draws the same curves."""
    theirs = runpy.run_path(str(PLOTS))
    names = ["J3", "arm/joint-1", "2. joint", "_j", "größe", "a b"]
    assert [joint_topic(name) for name in names] == [theirs["joint_topic"](name) for name in names]
    robot = hod.example_robot()
    ours, other = (
        ElementTree.fromstring(text)
        for text in (view._plotjuggler(robot), theirs["plot_layout"](robot.joint_names).encode())
    )
    for kind in ("DockArea", "curve"):
        assert [e.get("name") for e in ours.iter(kind)] == [e.get("name") for e in other.iter(kind)]
