# SPDX-License-Identifier: Apache-2.0
"""What is installed fits together: the description, the parameters and the layouts."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import xacro
import yaml

PACKAGE = Path(__file__).parents[1]
JOINTS = ["J1", "J2", "J3", "J4", "J5"]


@pytest.fixture(scope="module")
def robot() -> ElementTree.Element:
    path = PACKAGE / "urdf" / "fanuc_lrmate.urdf.xacro"
    return ElementTree.fromstring(xacro.process_file(str(path)).toxml())


@pytest.fixture(scope="module")
def controllers() -> dict:
    path = PACKAGE / "config" / "fanuc_lrmate_controllers.yaml"
    return yaml.safe_load(path.read_text())


def test_hardware_commands_effort_on_every_moving_joint(robot: ElementTree.Element) -> None:
    moving = [joint.get("name") for joint in robot.findall("joint") if joint.get("type") != "fixed"]
    hardware = robot.findall("ros2_control/joint")
    assert moving == JOINTS
    assert [joint.get("name") for joint in hardware] == JOINTS
    for joint in hardware:
        assert [i.get("name") for i in joint.findall("command_interface")] == ["effort"]
        states = [i.get("name") for i in joint.findall("state_interface")]
        assert states == ["position", "velocity", "effort"]


def test_every_moving_joint_has_an_effort_limit(robot: ElementTree.Element) -> None:
    for joint in robot.findall("joint"):
        if joint.get("type") != "fixed":
            assert float(joint.find("limit").get("effort")) > 0


def test_trajectory_controller_leads_the_feedforward_controller(controllers: dict) -> None:
    leader = controllers["joint_trajectory_controller"]["ros__parameters"]
    follower = controllers["feedforward_controller"]["ros__parameters"]
    assert leader["joints"] == follower["joints"] == JOINTS
    assert leader["command_joints"] == [f"feedforward_controller/{joint}" for joint in JOINTS]
    assert leader["command_interfaces"] == ["position", "velocity", "acceleration"]


def test_plots_show_every_joint() -> None:
    layout = ElementTree.parse(PACKAGE / "plotjuggler" / "fanuc_lrmate.xml").getroot()
    curves = {curve.get("name") for curve in layout.iter("curve")}
    assert curves == {
        f"/forces_node/joints/{joint}/{field}" for joint in JOINTS for field in ("effort", "effort_d1", "effort_d2")
    }


def test_rviz_shows_the_robot() -> None:
    layout = yaml.safe_load((PACKAGE / "rviz" / "fanuc_lrmate.rviz").read_text())
    manager = layout["Visualization Manager"]
    assert "RobotModel" in [display["Name"] for display in manager["Displays"]]
    assert manager["Global Options"]["Fixed Frame"] == "base_link"
