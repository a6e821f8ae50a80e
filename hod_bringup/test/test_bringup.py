# SPDX-License-Identifier: Apache-2.0
"""What is installed fits together: descriptions, parameters and layouts."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import yaml
from hod_bringup.description import (
    MOCK,
    SIMULATED,
    moving_joints,
    read_description,
    states_of,
    with_hardware,
)
from hod_bringup.plots import joint_topic, plot_layout

PACKAGE = Path(__file__).parents[1]
JOINTS = ["J1", "J2", "J3", "J4", "J5"]

URDF = """<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="up" type="prismatic"><parent link="a"/><child link="b"/>
  <limit lower="0.5" upper="0.7" effort="1" velocity="1"/></joint>
<joint name="as_up" type="prismatic"><parent link="b"/><child link="c"/><mimic joint="up"/></joint>
<joint name="stiff" type="fixed"><parent link="c"/><child link="d"/></joint>
<ros2_control name="other" type="system"/></robot>"""


@pytest.fixture(scope="module")
def description() -> str:
    return read_description(str(PACKAGE / "urdf" / "fanuc_lrmate.urdf"))


def parameters(name: str, node: str) -> dict:
    text = (PACKAGE / "config" / f"{name}.yaml").read_text()
    return yaml.safe_load(text)[f"/**/{node}"]["ros__parameters"]


@pytest.mark.parametrize("plugin", [MOCK, SIMULATED])
def test_hardware_has_every_moving_joint(description: str, plugin: str) -> None:
    robot = ElementTree.fromstring(
        with_hardware(description, moving_joints(description), plugin, {"seed": "1"})
    )
    assert [joint.get("name") for joint in robot.findall("ros2_control/joint")] == JOINTS
    assert robot.findtext("ros2_control/hardware/plugin") == plugin
    assert robot.findtext("ros2_control/hardware/param") == "1"
    for joint in robot.findall("ros2_control/joint"):
        commands = {i.get("name") for i in joint.findall("command_interface")}
        states = {i.get("name") for i in joint.findall("state_interface")}
        assert commands == {"effort", "position", "velocity"}
        assert states >= commands
        assert ("motor_position" in states) == (plugin == SIMULATED)


def test_states_are_those_that_all_joints_have(description: str) -> None:
    joints = moving_joints(description)
    states = ["position", "velocity", "effort"]
    assert states_of(with_hardware(description, joints, MOCK, {}), joints) == states
    simulated = with_hardware(description, joints, SIMULATED, {})
    assert states_of(simulated, joints) == [*states, "motor_position", "motor_velocity"]
    assert states_of(simulated, [*joints, "nobody"]) == []
    assert states_of(description, joints) == []


def test_hardware_replaces_hardware_and_starts_within_limits() -> None:
    assert moving_joints(URDF) == ["up"]
    robot = ElementTree.fromstring(with_hardware(URDF, ["up"], MOCK, {}))
    sections = robot.findall("ros2_control")
    assert len(sections) == 1
    values = {i.get("name"): i.findtext("param") for i in sections[0].iter("state_interface")}
    assert float(values["position"]) == pytest.approx(0.6)
    assert float(values["velocity"]) == 0.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("<robot", "no element found|unclosed token"), (None, "found no such file")],
)
def test_what_is_no_description_is_refused(tmp_path: Path, text: str | None, sentence: str) -> None:
    path = tmp_path / "arm.urdf"
    if text is not None:
        path.write_text(text)
    with pytest.raises(RuntimeError, match=sentence):
        read_description(str(path))


XACRO = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:property name="high" value="2.5"/><link name="a"/><link name="b"/>
<joint name="up" type="prismatic"><parent link="a"/><child link="b"/>
  <limit lower="0" upper="${2 * high}" effort="1" velocity="1"/></joint></robot>"""


def write(path: Path, text: str, encoding: str) -> str:
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?>{text}', encoding)
    return str(path)


def test_macros_are_expanded(tmp_path: Path) -> None:
    path = tmp_path / "arm.xml"
    robot = ElementTree.fromstring(read_description(write(path, XACRO, "utf-8")))
    assert [element.tag for element in robot] == ["link", "link", "joint"]
    assert float(robot.find("joint/limit").get("upper")) == 5.0
    with pytest.raises(RuntimeError, match="expected a URDF or a xacro file"):
        read_description(write(path, XACRO, "utf-16"))  # which xacro does not read


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_has_no_macros_is_as_it_is(tmp_path: Path, encoding: str) -> None:
    plain = read_description(write(tmp_path / "arm.xml", URDF, encoding))
    assert ElementTree.tostring(ElementTree.fromstring(plain)) == ElementTree.tostring(
        ElementTree.fromstring(URDF)
    )


def test_every_moving_joint_has_an_effort_limit(description: str) -> None:
    for joint in ElementTree.fromstring(description).findall("joint"):
        if joint.get("type") != "fixed":
            assert float(joint.find("limit").get("effort")) > 0


def test_gains_and_demonstration_are_of_this_robot(description: str) -> None:
    law = parameters("fanuc_lrmate_controllers", "feedforward_controller")
    of_links = parameters("fanuc_lrmate_links_controllers", "feedforward_controller")
    assert {**law, "gains": None} == {**of_links, "gains": None}
    assert list(law["gains"]) == list(of_links["gains"])
    demo = parameters("fanuc_lrmate_demo", "demo_motion")
    assert law["joints"] == list(law["gains"]) == demo["joints"] == JOINTS
    robot = ElementTree.fromstring(description)
    limits = [robot.find(f"joint[@name='{joint}']/limit") for joint in JOINTS]
    rows = [demo["positions"][i : i + 5] for i in range(0, len(demo["positions"]), 5)]
    assert len(rows) == len(demo["times"])
    for row in rows:
        for position, limit in zip(row, limits, strict=True):
            assert float(limit.get("lower")) < position < float(limit.get("upper"))


def test_plots_show_every_joint() -> None:
    text = (PACKAGE / "plotjuggler" / "fanuc_lrmate.xml").read_text()
    assert text == plot_layout(JOINTS)
    curves = {curve.get("name") for curve in ElementTree.fromstring(text.encode()).iter("curve")}
    foxglove = json.loads((PACKAGE / "foxglove" / "fanuc_lrmate.json").read_text())
    panels = [panel.get("paths", []) for panel in foxglove["configById"].values()]
    paths = {path["value"].replace(".", "/") for panel in panels for path in panel}
    assert curves == paths
    assert len(curves) == 3 * len(JOINTS)


def test_topics_are_those_of_the_forces_node() -> None:
    assert joint_topic("J1") == "/forces_node/joints/J1"
    assert joint_topic("2-axis é", "left/") == "/left/forces_node/joints/_2_axis___"


def test_rviz_shows_the_robot() -> None:
    layout = yaml.safe_load((PACKAGE / "rviz" / "fanuc_lrmate.rviz").read_text())
    manager = layout["Visualization Manager"]
    assert "RobotModel" in [display["Name"] for display in manager["Displays"]]
    assert manager["Global Options"]["Fixed Frame"] == "base_link"


@pytest.mark.skipif(
    "fastrtps" not in os.environ.get("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp"),
    reason="another DDS",
)
def test_fast_dds_takes_its_profile(tmp_path: Path) -> None:
    """What it does not know it says."""
    profile = PACKAGE / "config" / "fast_dds_discovery.xml"
    broken = tmp_path / "broken.xml"
    broken.write_text(profile.read_text().replace("leaseAnnouncement", "announcement"))
    assert said_with(profile) == ""
    assert "announcement" in said_with(broken)


def said_with(profile: Path) -> str:
    """Return what a node says that starts with a profile."""
    return subprocess.run(
        [sys.executable, "-c", "import rclpy; rclpy.init(); rclpy.create_node('one')"],
        env={**os.environ, "FASTRTPS_DEFAULT_PROFILES_FILE": str(profile)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=True,
    ).stdout
