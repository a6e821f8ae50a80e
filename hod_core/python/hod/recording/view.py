# SPDX-License-Identifier: Apache-2.0
"""Results of a replay as ROS messages in one MCAP file, and layouts to display them."""

from __future__ import annotations

import csv
import json
import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._core import Error, Robot
from ..arrays import Numbers
from ..plot import COLORS
from ..urdf_text import urdf_text
from .folder import results
from .messages import ENERGIES, JOINT_FORCES, JOINT_MOTION, typestore
from .writer import Stream, header, write_bag

_TABLES = ("motion.csv", "forces.csv", "energies.csv")
_PARTS = {"effort": "Q [N m]", "effort_d1": "Q' [N m/s]", "effort_d2": "Q'' [N m/s2]"}
_SECOND = 1_000_000_000


def write_view(
    folder: Path, out: Path, rate: float, tick: Callable[[int], object] = lambda _: None
) -> list[Path]:
    """Write an MCAP file with at most `rate` instants per second, and layouts; return the files.

    `tick` is called for every instant.
    """
    for name in ("robot.urdf", *_TABLES):
        if not (folder / name).is_file():
            raise Error(f"{folder / name}: found no such file, expected a folder of hod replay")
    robot = Robot.from_urdf(folder / "robot.urdf")
    motion, forces, energies = (_read(folder / name, rate) for name in _TABLES)
    if not motion[1].shape[0] == forces[1].shape[0] == energies[1].shape[0]:
        raise Error(f"{folder}: found tables of different times, expected those of one replay")
    streams = _streams(
        urdf_text((folder / "robot.urdf").read_bytes()), robot, motion, forces, energies
    )
    streams[0] = _told(streams[0], tick)
    contents = {
        out.with_suffix(".foxglove.json"): json.dumps(_foxglove(robot), indent=1).encode(),
        out.with_suffix(".plotjuggler.xml"): _plotjuggler(robot),
    }
    with results(out.parent) as made:
        write_bag(made / "bag", streams)
        next((made / "bag").glob("*.mcap")).rename(made / out.name)
        shutil.rmtree(made / "bag")
        for path, content in contents.items():
            (made / path.name).write_bytes(content)
    return [out, *contents]


_Table = tuple[list[str], Numbers]
"""Names of columns, and rows of them; the first is the time."""


def _read(path: Path, rate: float) -> _Table:
    """Read a table, skipping rows that come sooner than requested."""
    rows: list[Numbers] = []
    following = -np.inf
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        names = next(lines, ["nothing"])
        for line in lines:
            time = float(line[0])
            if time >= following:
                rows.append(np.array(line, dtype=np.float64))
                following = (np.floor(time * rate + 1e-6) + 1.0 - 1e-6) / rate
    if not rows or names[0] != "time":
        raise Error(f"{path}: found {names[0]}, expected a table of hod replay")
    return names, np.array(rows)


def _streams(
    urdf: str, robot: Robot, motion: _Table, forces: _Table, energies: _Table
) -> list[Stream]:
    types = typestore().types
    joints = robot.joint_names
    times = motion[1][:, 0]
    stamps = [round(float(time) * _SECOND) for time in times]
    rows = _by_joint(motion, joints, "q")
    torques = _by_joint(forces, joints, "Q")
    works = np.ascontiguousarray(energies[1][:, 1:])
    joint_state = types["sensor_msgs/msg/JointState"]
    joint_motion, joint_forces = types[JOINT_MOTION], types[JOINT_FORCES]
    orders = np.arange(1, works.shape[1] + 1, dtype=np.uint8)

    def state(i: int) -> Any:
        velocity = rows[i, 1] if rows.shape[1] > 1 else np.zeros(0)
        return joint_state(header(stamps[i], ""), joints, rows[i, 0], velocity, torques[i, 0])

    def moved(i: int) -> Any:
        order = rows.shape[1] - 1
        return joint_motion(header(stamps[i], ""), joints, order, rows[i].reshape(-1))

    def energy(i: int) -> Any:
        nothing: list[str] = []
        return types[ENERGIES](header(stamps[i], ""), orders, works[i], nothing, np.zeros(0))

    def force(column: int) -> Callable[[int], Any]:
        def message(i: int) -> Any:
            known = torques[i, :3, column]
            parts = [*map(float, known), *[np.nan] * (3 - len(known))]
            return joint_forces(header(stamps[i], ""), joints[column], *parts)

        return message

    description = types["std_msgs/msg/String"](urdf)
    return [
        Stream("/joint_states", "sensor_msgs/msg/JointState", stamps, state),
        Stream("/robot_description", "std_msgs/msg/String", stamps[:1], lambda _: description),
        Stream("/forces_node/estimated_motion", JOINT_MOTION, stamps, moved),
        *(
            Stream(joint_topic(joint), JOINT_FORCES, stamps, force(column))
            for column, joint in enumerate(joints)
        ),
        Stream("/forces_node/energies", ENERGIES, stamps, energy),
    ]


def _by_joint(table: _Table, joints: Sequence[str], letter: str) -> Numbers:
    """Return (instants, rows, joints) of the columns <joint>.q, <joint>.d1q, ..."""
    names, values = table
    orders = 0
    while f"{joints[0]}.{_derivative(letter, orders)}" in names:
        orders += 1
    columns = [
        names.index(f"{joint}.{_derivative(letter, k)}") for k in range(orders) for joint in joints
    ]
    chosen = np.ascontiguousarray(values[:, columns])
    return chosen.reshape(len(values), orders, len(joints))


def _derivative(letter: str, order: int) -> str:
    return f"d{order}{letter}" if order else letter


def joint_topic(joint: str) -> str:
    """Return a forces node's topic of a joint: invalid characters become underscores."""
    letters = (chr(byte) if byte < 128 else "-" for byte in joint.encode())
    token = "".join(letter if letter.isalnum() else "_" for letter in letters)
    return f"/forces_node/joints/{'_' if token[:1].isdigit() else ''}{token}"


def _told(stream: Stream, tick: Callable[[int], object]) -> Stream:
    def message(index: int) -> Any:
        tick(1)
        return stream.message(index)

    return Stream(stream.topic, stream.kind, stream.stamps, message)


def _curves(robot: Robot, separator: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return titles and, under each, a curve and its colour per joint."""
    return [
        (
            title,
            [
                (f"{joint_topic(joint)}{separator}{part}", COLORS[i % len(COLORS)])
                for i, joint in enumerate(robot.joint_names)
            ],
        )
        for part, title in _PARTS.items()
    ]


def _foxglove(robot: Robot) -> dict[str, Any]:
    """Return a layout: the robot, with Q, Q', Q'' stacked beside it."""
    panels: dict[str, Any] = {
        "3D!robot": {
            "layers": {
                "urdf": {
                    "layerId": "foxglove.Urdf",
                    "instanceId": "urdf",
                    "sourceType": "topic",
                    "topic": "/robot_description",
                    "visible": True,
                }
            },
            "followTf": robot.link_names[0],
        }
    }
    for index, (title, curves) in enumerate(_curves(robot, ".")):
        panels[f"Plot!{index}"] = {
            "title": title,
            "paths": [
                {
                    "value": value,
                    "enabled": True,
                    "timestampMethod": "headerStamp",
                    "color": color,
                    "label": value.split("/")[-1].split(".")[0],
                }
                for value, color in curves
            ],
            "showLegend": True,
            "isSynced": True,
        }
    lower = {"first": "Plot!1", "second": "Plot!2", "direction": "column"}
    plots = {"first": "Plot!0", "second": lower, "direction": "column", "splitPercentage": 33}
    layout = {"first": "3D!robot", "second": plots, "direction": "row", "splitPercentage": 40}
    return {"configById": panels, "globalVariables": {}, "userNodes": {}, "layout": layout}


def _plotjuggler(robot: Robot) -> bytes:
    root = ElementTree.Element("root")
    window = ElementTree.SubElement(
        root, "tabbed_widget", {"parent": "main_window", "name": "Main Window"}
    )
    tab = ElementTree.SubElement(window, "Tab", containers="1", tab_name="joint forces")
    box = ElementTree.SubElement(tab, "Container")
    split = ElementTree.SubElement(
        box, "DockSplitter", orientation="-", count="3", sizes="0.34;0.33;0.33"
    )
    for title, curves in _curves(robot, "/"):
        area = ElementTree.SubElement(split, "DockArea", name=title)
        plot = ElementTree.SubElement(area, "plot", mode="TimeSeries", style="Lines")
        for name, color in curves:
            ElementTree.SubElement(plot, "curve", name=name, color=color)
    ElementTree.SubElement(window, "currentTabIndex", index="0")
    ElementTree.SubElement(root, "use_relative_time_offset", enabled="1")
    ElementTree.indent(root, " ")
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"
