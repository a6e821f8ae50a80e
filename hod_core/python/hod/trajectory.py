# SPDX-License-Identifier: Apache-2.0
"""A trajectory_msgs/JointTrajectory from a bag or a YAML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ._core import Error, SettingsSection, read_settings
from .arrays import Numbers
from .sentence import few

_TYPE = "trajectory_msgs/msg/JointTrajectory"
_ROWS = ("positions", "velocities", "accelerations")

Trajectory = tuple[str, list[str], Numbers, dict[int, Numbers]]
"""Source, joints, times, and by order of derivative (points, joints)."""


def read_trajectory(path: str, is_bag: bool, remarks: list[str]) -> Trajectory:
    """Read the waypoints; velocities and accelerations only if all points have them."""
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
            if len(row) not in (0 if order else len(joints), len(joints)):
                raise Error(
                    f"{source}: point {index}: found {len(row)} {name}, expected {len(joints)}"
                )
        if all(len(row) for row in rows):
            given[order] = np.array(rows, dtype=np.float64)
    return source, joints, times, given


def _from_yaml(path: str) -> tuple[str, list[str], list[Any]]:
    document = read_settings(path)
    if "points" not in document or "joint_names" not in document:
        document.fail(
            f"found {few(document.keys) or 'nothing'}, expected a JointTrajectory with "
            "'joint_names' and 'points'"
        )
    joints = document.texts("joint_names")
    points = [_yaml_point(section, len(joints)) for section in document.sections("points")]
    return str(path), joints, points


def _yaml_point(section: SettingsSection, joints: int) -> tuple[Any, ...]:
    start = section.item("time_from_start")
    if start is None:
        section.fail("found no 'time_from_start', expected one")
    if start.is_map:
        parts = section.section("time_from_start")
        second = "sec" if "sec" in parts else "secs"
        time = parts.number(second, 0.0) + 1e-9 * parts.number(
            second.replace("sec", "nanosec"), 0.0
        )
    else:
        time = start.number()
    return time, *(_yaml_row(section, name, joints) for name in _ROWS)


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
