# SPDX-License-Identifier: Apache-2.0
"""Results of a replay as ROS messages in one MCAP file, and layouts to display them."""

from __future__ import annotations

import csv
import json
import shutil
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
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
_LAST = 1 << 31  # s, where the stamps of ROS messages end

RECORDING = "recording.json"
"""Holds what the tables of a replay lack: the recording's time 0 in ns since the epoch."""


def write_origin(folder: Path, origin: int) -> None:
    """Write the recording's time 0 for `write_view`."""
    (folder / RECORDING).write_text(json.dumps({"origin": origin}) + "\n", "utf-8")


def _origin_in(folder: Path) -> int:
    """Return the recording's time 0 in ns since the epoch; 0 if nothing is known of it."""
    path = folder / RECORDING
    if not path.is_file():
        return 0
    try:
        origin = json.loads(path.read_bytes())["origin"]
    except (ValueError, KeyError, TypeError, RecursionError):
        origin = None
    if not isinstance(origin, int):
        raise Error(f"{path}: found no 'origin' in ns, expected what hod replay writes")
    return origin


def refuse_stamps(where: str, times: Sequence[float], origin: int) -> None:
    """Refuse times that no message can have as its stamp."""
    for time in times:
        # Times beyond both may be too large to be converted.
        is_near = -_LAST <= time < 2 * _LAST
        if not (is_near and 0 <= origin + round(time * _SECOND) < _LAST * _SECOND):
            since = f" since {origin // _SECOND} s" if origin else ""
            raise Error(
                f"{where}: found time {time:.9g} s{since}, expected 0 to {_LAST - 1} s, the "
                "stamps of messages (a constant added to the recording's times helps)"
            )


def refuse_shared_topics(where: str, joints: Sequence[str]) -> None:
    """Refuse joints whose names become the same topic."""
    by_topic: dict[str, list[str]] = defaultdict(list)
    for joint in joints:
        by_topic[joint_topic(joint)].append(joint)
    for topic, names in by_topic.items():
        if len(names) > 1:
            raise Error(
                f"{where}: found joints '{names[0]}' and '{names[1]}' for the topic {topic}, "
                "expected names that differ in letters or digits"
            )


def write_view(
    folder: Path, out: Path, rate: float, tick: Callable[[int], object] = lambda _: None
) -> list[Path]:
    """Write an MCAP file with at most `rate` instants per second, and layouts; return the files.

    Stamps are times of the recording: since the epoch, if its own are dates. `tick` is called for
    every instant.
    """
    for name in ("robot.urdf", *_TABLES):
        if not (folder / name).is_file():
            raise Error(f"{folder / name}: found no such file, expected a folder of hod replay")
    robot = Robot.from_urdf(folder / "robot.urdf")
    motion, forces, energies = (_read(folder / name, rate) for name in _TABLES)
    if not motion[1].shape[0] == forces[1].shape[0] == energies[1].shape[0]:
        raise Error(f"{folder}: found tables of different times, expected those of one replay")
    refuse_shared_topics(str(folder), robot.joint_names)
    origin = _origin_in(folder)
    refuse_stamps(str(folder / _TABLES[0]), motion[1][[0, -1], 0].tolist(), origin)
    urdf = urdf_text((folder / "robot.urdf").read_bytes())
    streams = _streams(folder, urdf, robot, origin, motion, forces, energies)
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
    try:
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
        return names, np.array(rows).reshape(len(rows), len(names))
    except (ValueError, IndexError, csv.Error) as error:
        reason = " ".join(str(error).split())
        raise Error(f"{path}: found no table ({reason}), expected one of hod replay") from None


def _streams(
    folder: Path,
    urdf: str,
    robot: Robot,
    origin: int,
    motion: _Table,
    forces: _Table,
    energies: _Table,
) -> list[Stream]:
    types = typestore().types
    joints = robot.joint_names
    times = motion[1][:, 0]
    stamps = [origin + round(float(time) * _SECOND) for time in times]
    rows = _by_joint(folder / "motion.csv", motion, joints, "q")
    torques = _by_joint(folder / "forces.csv", forces, joints, "Q")
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


def _by_joint(path: Path, table: _Table, joints: Sequence[str], letter: str) -> Numbers:
    """Return (instants, rows, joints) of the columns <joint>.q, <joint>.d1q, ..."""
    names, values = table
    orders = 1
    while any(f"{joint}.{_derivative(letter, orders)}" in names for joint in joints):
        orders += 1
    wanted = [f"{joint}.{_derivative(letter, k)}" for k in range(orders) for joint in joints]
    missing = [name for name in wanted if name not in names]
    if missing:
        raise Error(
            f"{path}: found no column {missing[0]}, expected the table of the same replay as "
            "robot.urdf"
        )
    columns = [names.index(name) for name in wanted]
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
