# SPDX-License-Identifier: Apache-2.0
"""Generalized coordinates of a free body: floating and planar joints as chains of simple ones.

Three displacements along the axes of the frame that carries the body, then a set of three angles
(`ANGLE_SETS`). The forces of these coordinates are those of the six joints; where the middle angle
of the set makes its first and last axis parallel, a wrench does not determine them.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from xml.etree.ElementTree import Element

import numpy as np

from .._core import Error
from ..arrays import Numbers
from .orientation import ANGLE_SETS

_ANGLES = ("alpha", "beta", "gamma")

_Step = tuple[str, str, Numbers]
"""End of the joint's name, its type and its axis."""


def with_free_joints(urdf: str, axes: str = "xyz", base: str | None = None) -> str:
    """Return a URDF with floating and planar joints replaced by prismatic and revolute chains.

    These are the generalized coordinates of a free body (001 (8)-(12)). A floating joint `name`
    becomes name.x, name.y, name.z and name.alpha, name.beta, name.gamma about the axes of the set;
    a planar one becomes name.u and name.v in its plane and name.angle about its axis. The links
    between them, name.1, name.2, ..., have no mass.

    Parameters
    ----------
    urdf
        The text of a URDF.
    axes
        One of `ANGLE_SETS`.
    base
        Name of a floating joint to put above the root link, which then moves in a link "world".

    Examples
    --------
    >>> body = '<robot name="body"><link name="body"/></robot>'
    >>> free = hod.classic.with_free_joints(body, "zyx", base="free")
    >>> hod.Robot.from_urdf(free).joint_names[3:]
    ['free.alpha', 'free.beta', 'free.gamma']

    """
    if axes not in ANGLE_SETS:
        raise Error(f"angles: found {axes!r}, expected one of {', '.join(ANGLE_SETS)}")
    robot = _parsed(urdf)
    if base is not None:
        _add_base(robot, base)
    for joint in robot.findall("joint"):
        if joint.get("type") == "floating":
            _replace(robot, joint, _floating(axes))
        elif joint.get("type") == "planar":
            _replace(robot, joint, _planar(joint))
    return ElementTree.tostring(robot, encoding="unicode")


def has_free_joints(urdf: str) -> bool:
    """Whether any joint of a URDF is floating or planar."""
    return any(
        joint.get("type") in ("floating", "planar") for joint in _parsed(urdf).findall("joint")
    )


def _parsed(urdf: str) -> Element:
    try:
        return ElementTree.fromstring(urdf)
    except ElementTree.ParseError as error:
        raise Error(f"URDF: found no XML ({error}), expected the text of a URDF") from None


def _add_base(robot: Element, name: str) -> None:
    links = {str(link.get("name")) for link in robot.findall("link")}
    children = {_link_of(joint, "child") for joint in robot.findall("joint")}
    roots = sorted(links - children)
    if len(roots) != 1 or "world" in links:
        raise Error(
            f"URDF: found root links {', '.join(roots)}, expected one, that is not named world"
        )
    robot.insert(0, Element("link", name="world"))
    joint = ElementTree.SubElement(robot, "joint", name=name, type="floating")
    ElementTree.SubElement(joint, "parent", link="world")
    ElementTree.SubElement(joint, "child", link=roots[0])


def _floating(axes: str) -> list[_Step]:
    slides = [(f".{axis}", "prismatic", _unit(axis)) for axis in "xyz"]
    turns = zip(_ANGLES, axes, strict=True)
    return [*slides, *((f".{name}", "continuous", _unit(axis)) for name, axis in turns)]


def _planar(joint: Element) -> list[_Step]:
    """Return two axes normal to the joint's, the third of a right-handed set: of z, x and y."""
    element = joint.find("axis")
    text = "1 0 0" if element is None else element.get("xyz", "")
    try:
        normal = np.array([float(number) for number in text.split()])
        size = float(np.linalg.norm(normal))
    except ValueError:
        normal, size = np.zeros(0), 0.0
    if normal.shape != (3,) or size == 0.0:
        raise Error(f"joint {joint.get('name')!r}: found axis {text!r}, expected three numbers")
    normal = normal / size
    nearest = _unit("xyz"[int(np.argmin(np.abs(normal)))])
    across = nearest - normal @ nearest * normal
    first = across / np.linalg.norm(across)
    second = np.cross(normal, first)
    return [
        (".u", "prismatic", first),
        (".v", "prismatic", second),
        (".angle", "continuous", normal),
    ]


def _unit(axis: str) -> Numbers:
    unit: Numbers = np.eye(3)["xyz".index(axis)]
    return unit


def _replace(robot: Element, joint: Element, steps: Sequence[_Step]) -> None:
    name = str(joint.get("name"))
    parent, child = _link_of(joint, "parent"), _link_of(joint, "child")
    place = list(robot).index(joint)
    robot.remove(joint)
    for number, (end, kind, axis) in enumerate(steps, start=1):
        is_last = number == len(steps)
        below = child if is_last else f"{name}.{number}"
        new = Element("joint", name=name + end, type=kind)
        ElementTree.SubElement(new, "parent", link=parent)
        ElementTree.SubElement(new, "child", link=below)
        ElementTree.SubElement(new, "axis", xyz=" ".join(repr(float(entry)) for entry in axis))
        if number == 1:
            new.extend(joint.findall("origin"))
        robot.insert(place, new)
        place += 1
        if not is_last:
            robot.insert(place, Element("link", name=below))
            place += 1
        parent = below


def _link_of(joint: Element, role: str) -> str:
    element = joint.find(role)
    if element is None or element.get("link") is None:
        raise Error(f"joint {joint.get('name')!r}: found no {role} link, expected one")
    return str(element.get("link"))
