# SPDX-License-Identifier: Apache-2.0
"""Trajectories in YAML: times of both generations of ROS, and nothing that is silently left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hod
from hod.motion_file import MotionFile
from robots import ARM, ARM_JOINTS

ROBOT = hod.Robot.from_urdf(ARM)
START = "{positions: [0, 0, 0], time_from_start: {sec: 0}}"
NAMES = f"joint_names: [{', '.join(ARM_JOINTS)}]"


def trajectory(folder: Path, *points: str) -> MotionFile:
    lines = [NAMES, "points:", *(f"- {point}" for point in points)]
    (folder / "t.yaml").write_text("\n".join(lines) + "\n")
    return MotionFile(str(folder / "t.yaml"))


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("{sec: 2, nanosec: 500000000}", 2.5),
        ("{secs: 2, nsecs: 500000000}", 2.5),
        ("{nsecs: 500000000}", 0.5),
        ("{sec: 2}", 2.0),
        ("2.5", 2.5),
    ],
)
def test_times_of_both_generations_of_ros(time, seconds, tmp_path):
    file = trajectory(tmp_path, START, f"{{positions: [1, 0, 0], time_from_start: {time}}}")
    assert file.read(ROBOT, 3).times[-1] == pytest.approx(seconds, abs=1e-12)


def test_what_rostopic_prints(tmp_path):
    text = """header:
  seq: 7
  stamp:
    secs: 0
    nsecs: 0
  frame_id: ''
joint_names:
  - shoulder
points:
  -
    positions: [0.0]
    velocities: []
    accelerations: []
    effort: []
    time_from_start:
      secs: 0
      nsecs:         0
  -
    positions: [0.4]
    velocities: []
    accelerations: []
    effort: []
    time_from_start:
      secs: 1
      nsecs: 250000000
---
"""
    (tmp_path / "t.yaml").write_text(text)
    table = MotionFile(str(tmp_path / "t.yaml")).read(ROBOT, 3)
    assert table.times[-1] == pytest.approx(1.25, abs=1e-12)


UNKNOWN = {
    "velocity: [1, 1, 1], time_from_start: 1": (
        "t.yaml:4: 'points': 'velocity': point 1: found an unknown key, expected "
        "positions, velocities, accelerations, effort or time_from_start"
    ),
    "time_from_start: {sec: 2, nsec: 5}": "point 1: found sec, nsec, expected 'sec' and 'nanosec'",
    "time_from_start: {sec: 2, nsecs: 5}": "point 1: found sec, nsecs, expected 'sec' and 'nanose",
    "time_from_start: {secs: 2, nanosecs: 5}": "point 1: found secs, nanosecs, expected",
    "time_from_start: {}": "point 1: found nothing, expected 'sec' and 'nanosec' (ROS 2), or",
    "velocities: []": "point 1: found no 'time_from_start', expected one",
}


@pytest.mark.parametrize("keys", UNKNOWN)
def test_keys_that_nobody_reads_are_refused(keys, tmp_path):
    file = trajectory(tmp_path, START, f"{{positions: [1, 0, 0], {keys}}}")
    with pytest.raises(hod.Error) as caught:
        file.read(ROBOT, 3)
    assert UNKNOWN[keys] in str(caught.value)


def test_keys_beside_the_points_are_refused(tmp_path):
    file = trajectory(tmp_path, START)
    with (tmp_path / "t.yaml").open("a") as text:
        text.write("speed: 2\n")
    with pytest.raises(hod.Error, match="'speed': found an unknown key, expected"):
        file.read(ROBOT, 3)


def test_a_point_may_say_what_others_do_not(tmp_path):
    """It was left out unless all points had it, and the motion began at rest."""
    begin = "{positions: [0, 0, 0], velocities: [1, 2, -1], time_from_start: 0}"
    end = "{positions: [1, 0, 0], accelerations: [0, 0, 3], time_from_start: 1}"
    file = trajectory(tmp_path, begin, end)
    motion = file.read(ROBOT, 5).match(ROBOT, 5).gather()
    np.testing.assert_allclose(motion[0, 1], [1, 2, -1], atol=1e-9)
    np.testing.assert_allclose(motion[-1, 1:3], [[0, 0, 0], [0, 0, 3]], atol=1e-9)
    assert "velocities at 1 of 2 points only (counted from 0: 0)" in file.remarks[0]
    assert "accelerations at 1 of 2 points only (counted from 0: 1)" in file.remarks[1]
    given = {(0, 1): [1.0, 2.0, -1.0], (1, 2): [0.0, 0.0, 3.0]}
    planned = hod.minimum_snap([0.0, 1.0], [[0, 0, 0], [1, 0, 0]], given=given)
    np.testing.assert_allclose(motion, planned.motion(np.arange(1001) / 1000), atol=1e-9)


def test_a_row_of_another_length_is_refused_with_its_point(tmp_path):
    file = trajectory(tmp_path, START, "{positions: [1, 0], time_from_start: 1}")
    with pytest.raises(hod.Error, match=r"t.yaml:4: .*found 2 numbers, expected 3"):
        file.read(ROBOT, 3)
