# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from pages import written


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("experiment") / "made" / "if_need_be"
    assert main(["experiment", "fanuc_lrmate", "--out", str(folder)]) == 0
    return folder


def test_everything_is_there(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        "forces.csv",
        "forces.png",
        "motion.csv",
        "motion.png",
        "report.html",
        "robot.urdf",
    ]


def test_the_motion_is_half_a_turn_of_joint_3_from_rest_to_rest(folder):
    robot = hod.Robot.from_urdf(folder / "robot.urdf")
    assert robot.warnings == []
    match = hod.read_motion(folder / "motion.csv").match(robot, 5)
    assert match.still == []
    motion = match.gather()
    swinging = robot.joint_names.index("J3")
    np.testing.assert_allclose(motion[0, :, swinging], 0, atol=1e-12)
    np.testing.assert_allclose(motion[-1, :, swinging], [np.pi, 0, 0, 0, 0], atol=1e-10)
    assert not np.delete(motion, swinging, axis=2).any()
    assert np.abs(motion[:, 1]).max() < robot.joints[robot.joint_names[swinging]].limits.velocity
    step = 0.001
    for row in range(4):
        slope = (motion[2:, row] - motion[:-2, row]) / (2 * step)
        np.testing.assert_allclose(slope, motion[1:-1, row + 1], atol=1e-3)


def test_the_command_makes_the_same_forces_of_the_same_motion(folder, tmp_path):
    arguments = ["forces", "--urdf", folder / "robot.urdf", "--motion", folder / "motion.csv"]
    assert main([str(a) for a in [*arguments, "--out", tmp_path / "forces.csv"]]) == 0
    assert (tmp_path / "forces.csv").read_bytes() == (folder / "forces.csv").read_bytes()


def test_the_report_needs_no_other_file(folder):
    page = written(folder / "report.html")
    sources = re.findall(r'(?:src|href)="([^"]{22})', page)
    assert sources == ["data:image/png;base64,"] * 2
    for name in ("motion.png", "forces.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    check = re.findall(r"by at most ([0-9.e-]+) of its", page)
    assert len(check) == 2
    assert all(float(deviation) < 1e-8 for deviation in check)
