# SPDX-License-Identifier: Apache-2.0
"""Robot descriptions: read from URDF or xacro, and given hardware for ros2_control."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from pathlib import Path

SIMULATED = "hod_ros/SimulatedArm"
MOCK = "mock_components/GenericSystem"

_MOVING = ("revolute", "continuous", "prismatic")
_STATES = ("position", "velocity", "effort")
_MOTOR_STATES = ("motor_position", "motor_velocity")
_MACROS = ("xacro", "${", "$(")


def read_description(path: str) -> str:
    """Return the URDF in a file, which may be xacro."""
    if not Path(path).exists():
        raise RuntimeError(f"{path}: found no such file, expected a URDF or a xacro file")
    try:
        description = ElementTree.tostring(ElementTree.parse(path).getroot(), encoding="unicode")
        return _expanded(path) if any(word in description for word in _MACROS) else description
    except (
        Exception
    ) as error:  # its own kinds, those of the XML parser and of the files it includes
        first_line = str(error).strip().split("\n")[0] or type(error).__name__
        raise RuntimeError(f"{path}: {first_line}; expected a URDF or a xacro file") from error


def _expanded(path: str) -> str:
    import xacro  # not at the top: a start without macros need not wait for it

    return str(xacro.process_file(path).toxml())


def moving_joints(description: str) -> list[str]:
    """Return the joints that can be commanded: those that move and mimic no other."""
    return [
        joint.get("name", "")
        for joint in ElementTree.fromstring(description).findall("joint")
        if joint.get("type") in _MOVING and joint.find("mimic") is None
    ]


def has_hardware(description: str) -> bool:
    """Whether the description has a <ros2_control> section of its own."""
    return ElementTree.fromstring(description).find("ros2_control") is not None


def with_hardware(
    description: str, joints: Sequence[str], plugin: str, parameters: Mapping[str, str]
) -> str:
    """Return the description with this hardware, in place of any that it had."""
    robot = ElementTree.fromstring(description)
    for section in robot.findall("ros2_control"):
        robot.remove(section)
    section = ElementTree.SubElement(robot, "ros2_control", name="arm", type="system")
    hardware = ElementTree.SubElement(section, "hardware")
    ElementTree.SubElement(hardware, "plugin").text = plugin
    for name, text in parameters.items():
        ElementTree.SubElement(hardware, "param", name=name).text = text
    states = _STATES + _MOTOR_STATES if plugin == SIMULATED else _STATES
    found = {joint.get("name"): joint for joint in robot.findall("joint")}
    for joint in joints:
        start = _start_position(found[joint])
        element = ElementTree.SubElement(section, "joint", name=joint)
        for command in ("effort", "position", "velocity"):
            ElementTree.SubElement(element, "command_interface", name=command)
        for state in states:
            interface = ElementTree.SubElement(element, "state_interface", name=state)
            value = start if state == "position" else 0.0
            ElementTree.SubElement(interface, "param", name="initial_value").text = repr(value)
    return ElementTree.tostring(robot, encoding="unicode")


def states_of(description: str, joints: Sequence[str]) -> list[str]:
    """Return the state interfaces that each of these joints has in its hardware."""
    robot = ElementTree.fromstring(description)
    found = {
        joint.get("name"): [state.get("name", "") for state in joint.findall("state_interface")]
        for section in robot.findall("ros2_control")
        for joint in section.findall("joint")
    }
    of_joints = [found.get(joint, []) for joint in joints]
    return [name for name in of_joints[0] if all(name in others for others in of_joints)]


def _start_position(joint: ElementTree.Element) -> float:
    """Return zero, or the middle of the joint's range where zero is outside."""
    limit = joint.find("limit")
    if limit is None or joint.get("type") == "continuous":
        return 0.0
    lower, upper = float(limit.get("lower", "0")), float(limit.get("upper", "0"))
    return 0.0 if lower <= 0.0 <= upper or lower >= upper else (lower + upper) / 2.0
