# SPDX-License-Identifier: Apache-2.0
"""A trajectory_msgs/JointTrajectory from a bag or a YAML file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._core import Error, SettingsSection, read_settings
from .arrays import Numbers
from .sentence import few

_TYPE = "trajectory_msgs/msg/JointTrajectory"
_ROWS = ("positions", "velocities", "accelerations")
_POINT = (*_ROWS, "effort", "time_from_start")
_DOCUMENT = ("header", "joint_names", "points")
_CLOCKS = (("sec", "nanosec"), ("secs", "nsecs"))
"""Fields of a time in ROS 2 and in ROS 1."""

Trajectory = tuple[str, list[str], Numbers, dict[int, Numbers]]
"""Source, joints, times, and (points, joints) by order; NaN where a point does not state it."""


def read_trajectory(path: str, is_bag: bool, remarks: list[str]) -> Trajectory:
    """Read the waypoints, with velocities and accelerations where points have them."""
    source, joints, points = _from_bag(path, remarks) if is_bag else _from_yaml(path)
    if len(points) < 2:
        raise Error(f"{source}: found {len(points)} points, expected two or more")
    times = np.array([point[0] for point in points])
    if not (np.isfinite(times).all() and (np.diff(times) > 0.0).all()):
        raise Error(f"{source}: found times {times.tolist()[:5]}, expected ascending ones")
    given = {}
    for order, name in enumerate(_ROWS):
        rows = [point[1 + order] for point in points]
        for index, row in enumerate(rows):
            _check_row(f"{source}: point {index}", name, row, len(joints))
        having = [index for index, row in enumerate(rows) if len(row)]
        if having:
            given[order] = np.full((len(rows), len(joints)), np.nan)
            given[order][having] = [rows[index] for index in having]
        if 0 < len(having) < len(rows):
            share = f"{len(having)} of {len(rows)} points only"
            named = few(str(index) for index in having)
            remarks.append(f"{source}: {name} at {share} (counted from 0: {named})")
    return source, joints, times, given


def _check_row(where: str, name: str, row: Sequence[float], joints: int) -> None:
    if len(row) != joints and (len(row) or name == _ROWS[0]):
        raise Error(f"{where}: found {len(row)} {name}, expected {joints}")
    if not np.isfinite(row).all():
        raise Error(f"{where}: found {name} that are not numbers, expected finite ones")


def _from_yaml(path: str) -> tuple[str, list[str], list[Any]]:
    document = read_settings(path)
    if "points" not in document or "joint_names" not in document:
        document.fail(
            f"found {few(document.keys) or 'nothing'}, expected a JointTrajectory with "
            "'joint_names' and 'points'"
        )
    _refuse_unknown(document, _DOCUMENT)
    joints = document.texts("joint_names")
    points = [
        _yaml_point(section, f"point {index}: ", len(joints))
        for index, section in enumerate(document.sections("points"))
    ]
    return str(path), joints, points


def _refuse_unknown(section: SettingsSection, known: Sequence[str], where: str = "") -> None:
    for key in section.keys:
        if key not in known:
            expected = f"{', '.join(known[:-1])} or {known[-1]}"
            section.fail(f"{where}found an unknown key, expected {expected}", key)


def _yaml_point(section: SettingsSection, where: str, joints: int) -> tuple[Any, ...]:
    _refuse_unknown(section, _POINT, where)
    start = section.item("time_from_start")
    if start is None:
        section.fail(f"{where}found no 'time_from_start', expected one")
    time = _yaml_time(section, where) if start.is_map else start.number()
    return time, *(_yaml_row(section, name, joints) for name in _ROWS)


def _yaml_time(section: SettingsSection, where: str) -> float:
    """Read the fields of a time, of ROS 2 or of ROS 1 but not of both."""
    parts = section.section("time_from_start")
    clock = next((clock for clock in _CLOCKS if {*parts.keys} <= {*clock}), None)
    if clock is None or not parts.keys:
        parts.fail(
            f"{where}found {few(parts.keys) or 'nothing'}, expected 'sec' and 'nanosec' (ROS 2), "
            "or 'secs' and 'nsecs' (ROS 1)"
        )
    second, nanosecond = clock
    return parts.number(second, 0.0) + 1e-9 * parts.number(nanosecond, 0.0)


def _yaml_row(section: SettingsSection, name: str, joints: int) -> Numbers:
    item = section.item(name)
    if item is None or (item.is_list and not section.texts(name)):
        return np.zeros(0)
    return section.numbers(name, joints)


def _from_bag(path: str, remarks: list[str]) -> tuple[str, list[str], list[Any]]:
    from .recording.bag import messages_of, topics_of

    topics = topics_of(path)
    found = [topic for topic, kind in topics.items() if kind == _TYPE]
    if len(found) != 1:
        have = few(f"{topic} ({kind})" for topic, kind in topics.items()) or "nothing"
        raise Error(
            f"{Path(path)}: found {have}, expected one topic of {_TYPE} (hod fit and hod replay "
            "take readings of sensors and joints)"
        )
    messages = messages_of(path, found[0])
    first = next(messages, None)
    if first is None:
        raise Error(f"{path}: {found[0]}: found no messages, expected a trajectory")
    if next(messages, None) is not None:
        remarks.append(f"{path}: {found[0]}: the first of several trajectories")
    points = [
        (
            point.time_from_start.sec + 1e-9 * point.time_from_start.nanosec,
            *(getattr(point, name) for name in _ROWS),
        )
        for point in first.points
    ]
    return f"{path}: {found[0]}", list(first.joint_names), points
