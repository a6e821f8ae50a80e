# SPDX-License-Identifier: Apache-2.0
"""A URDF from a mass distribution that also describes the joints between its links."""

from __future__ import annotations

import html
import os
import pathlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .._core import Error, Robot, SettingsSection, read_settings
from ..sentence import few
from .body import Body
from .distribution import Distribution
from .inertial import inertial_lines, number

_JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed")
_LIMITS = ("lower", "upper", "effort", "velocity")
_DYNAMICS = ("damping", "friction")
_PLACE = ("xyz", "rpy", "axis")
_GREY = (0.7, 0.7, 0.7, 1.0)


def _quoted(text: str) -> str:
    """Return an attribute's value; characters that XML would read as blanks are escaped."""
    escaped = html.escape(text)
    for letter in "\n\r\t":
        escaped = escaped.replace(letter, f"&#{ord(letter)};")
    return f'"{escaped}"'


def robot_urdf(path: str | os.PathLike[str]) -> str:
    """Return the URDF of the robot that a mass distribution's key `robot` describes.

    `robot: {name: ..., color: [r, g, b, a], joints: {<joint>: {type, parent, child, xyz, rpy, axis,
    lower, upper, effort, velocity, damping, friction}, ...}}`. The bodies that a URDF can represent
    become visual and collision geometry of the links; cavities are not shown.
    """
    distribution = Distribution.from_yaml(path)
    source = os.fspath(path)
    robot = _read(source)
    _refuse_second_parents(source, robot["joints"])
    links = _links(robot["joints"])
    for name in distribution.links:
        if name not in links:
            raise Error(f"{source}: link '{name}' is at no joint, expected one of {few(links)}")
    lines = [
        '<?xml version="1.0"?>',
        f"<!-- Made from {pathlib.Path(path).name} by `hod mass`: change that file, not this. -->",
        f"<robot name={_quoted(robot['name'])}>",
        f'  <material name="paint"><color rgba="{_words(robot["color"])}"/></material>',
    ]
    for link in links:
        lines += _link_lines(link, distribution)
    for name, joint in robot["joints"].items():
        lines += _joint_lines(name, joint)
    urdf = "\n".join([*lines, "</robot>"]) + "\n"
    _check(source, urdf)
    return urdf


def _refuse_second_parents(source: str, joints: Mapping[str, Mapping[str, Any]]) -> None:
    """Reject a link with two parents: usually another link is then without a joint."""
    owners: dict[str, str] = {}
    for name, joint in joints.items():
        owner = owners.setdefault(joint["child"], name)
        if owner != name:
            raise Error(
                f"{source}: 'robot': 'joints': '{name}': 'child': found '{joint['child']}', which "
                f"is the child of '{owner}', expected a link of its own"
            )


def _check(source: str, urdf: str) -> None:
    """Reject a description that the reader of the URDF would reject."""
    try:
        Robot.from_urdf(urdf)
    except Error as error:
        # File and line are those of the URDF, which is not written.
        found = re.sub(r"^[^:]*:(\d+:)? ", "", str(error))
        raise Error(f"{source}: 'robot': {found}") from None


def _read(source: str) -> dict[str, Any]:
    """Read the key `robot`."""
    settings = read_settings(source)
    item = settings.item("robot")
    if item is None or not item.is_map or "joints" not in settings.section("robot"):
        raise Error(f"{source}: found no 'robot' with 'joints', expected them to make a URDF")
    robot = settings.section("robot")
    joints = robot.section("joints")
    found = {
        "name": robot.text("name", "robot"),
        "color": robot.numbers("color", 4, _GREY).tolist(),
        "joints": {name: _joint(joints.section(name)) for name in joints.keys},
    }
    robot.finish()
    return found


def _joint(section: SettingsSection) -> dict[str, Any]:
    kind = section.choice("type", _JOINT_TYPES)
    joint: dict[str, Any] = {
        "type": kind,
        "parent": section.text("parent"),
        "child": section.text("child"),
    }
    for key in _PLACE:
        if key in section:
            joint[key] = section.numbers(key, 3).tolist()
    for key in (*_LIMITS, *_DYNAMICS):
        if key in section:
            joint[key] = section.number(key)
        elif key in _LIMITS and kind in ("revolute", "prismatic"):
            section.fail(f"found no '{key}', expected one: a {kind} joint needs it")
    section.finish()
    return joint


def _links(joints: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the links in the order in which joints name them."""
    ends = [joint[end] for joint in joints.values() for end in ("parent", "child")]
    return list(dict.fromkeys(ends))


def _link_lines(name: str, distribution: Distribution) -> Iterator[str]:
    link = distribution.links.get(name)
    if link is None:
        yield f"  <link name={_quoted(name)}/>"
        return
    yield f"  <link name={_quoted(name)}>"
    yield from inertial_lines(link.properties, "    ")
    for kind in ("visual", "collision"):
        for body in link.bodies:
            shape = _geometry(body)
            if shape is not None and body.sign > 0:
                paint = '<material name="paint"/>' if kind == "visual" else ""
                yield f"    <{kind}>"
                yield f'      <origin xyz="{_words(body.xyz)}" rpy="{_words(body.rpy)}"/>'
                yield f"      <geometry>{shape}</geometry>{paint}"
                yield f"    </{kind}>"
    yield "  </link>"


def _geometry(body: Body) -> str | None:
    size = body.dimensions
    if body.shape == "box":
        return f'<box size="{_words([size["x"], size["y"], size["z"]])}"/>'
    if body.shape in ("cylinder", "cylindrical_shell"):
        radius, length = number(size["radius"]), number(size["length"])
        return f'<cylinder radius="{radius}" length="{length}"/>'
    if body.shape in ("sphere", "spherical_shell"):
        return f'<sphere radius="{number(size["radius"])}"/>'
    if body.shape == "mesh":
        scale = _words(size.get("scale", (1.0, 1.0, 1.0)))
        return f'<mesh filename={_quoted(size["file"])} scale="{scale}"/>'
    return None


def _joint_lines(name: str, joint: Mapping[str, Any]) -> Iterator[str]:
    yield f'  <joint name={_quoted(str(name))} type="{joint["type"]}">'
    yield f"    <parent link={_quoted(joint['parent'])}/>"
    yield f"    <child link={_quoted(joint['child'])}/>"
    origin = [_words(joint.get(key, (0.0, 0.0, 0.0))) for key in ("xyz", "rpy")]
    yield f'    <origin xyz="{origin[0]}" rpy="{origin[1]}"/>'
    if joint["type"] != "fixed":
        yield f'    <axis xyz="{_words(joint.get("axis", (1.0, 0.0, 0.0)))}"/>'
    for element, keys in (("limit", _LIMITS), ("dynamics", _DYNAMICS)):
        given = [f'{key}="{number(joint[key])}"' for key in keys if key in joint]
        if given:
            yield f"    <{element} {' '.join(given)}/>"
    yield "  </joint>"


def _words(values: Any) -> str:
    return " ".join(number(value) for value in values)
