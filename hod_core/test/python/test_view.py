# SPDX-License-Identifier: Apache-2.0
"""`hod view`: messages and layouts of what a replay has left."""

from __future__ import annotations

import json
import runpy
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import hod
from command_line import run
from fitting import generated
from hod.command.main import main
from hod.recording import messages, view
from hod.recording.messages import typestore
from hod.recording.view import joint_topic

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
    np.testing.assert_allclose(np.array(stamps) / 1e9, forces["time"], atol=1e-9)
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
