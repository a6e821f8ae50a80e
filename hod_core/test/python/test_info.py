# SPDX-License-Identifier: Apache-2.0
"""`hod info`: what a robot is made of, and what looks wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run

ROBOT = """\
urdf: arm.urdf
payload: {link: hand, mass: 0.5}
loads: [{link: hand, frame: world, force: [0, 0, 5]}, {link: fore, table: wrench.csv}]
friction: {elbow: {viscous: 0.2}}
drives: {shoulder: {stiffness: 2e4, gear_ratio: 100}}
limits: {elbow: {effort_rate: 1234}}
"""


@pytest.fixture
def robot(tmp_path: Path, urdf: Path) -> Path:
    (tmp_path / "wrench.csv").write_text("time,fx\n0,1\n2,1\n")
    (tmp_path / "arm.yaml").write_text(ROBOT)
    return tmp_path / "arm.yaml"


def test_all_that_a_robot_has_is_there(robot):
    result = run("info", robot)
    assert (result.returncode, result.stderr) == (0, "")
    for words in (
        "arm: 3 independent joints, 0 mimics, 4 kg",
        "slide     prismatic",
        "effort rate",
        "1234",
        "friction (counts)",
        "drives (rigid)",
        "20000",
        "payload on hand: 0.5 kg",
        "load on hand: 0 0 5 N, 0 0 0 N m (world axes)",
        "load on fore: a table from 0 to 2 s",
        "springs and motor friction of joint shoulder do not count",
    ):
        assert words in result.stdout


def test_how_the_base_is_turned_and_moves(robot):
    base = "{rpy: [0.1, -0.2, 0.3], angular_velocity: [[0, 0, 1], [0, 0, 2]], velocity: [4, 5, 6]}"
    robot.write_text(f"{ROBOT}base: {base}\n")
    found = json.loads(run("info", robot, "--json").stdout)["base"]
    assert found.pop("rpy") == pytest.approx([0.1, -0.2, 0.3], rel=1e-14)
    assert found == {
        "velocity": [4.0, 5.0, 6.0],
        "angular_velocity": [[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]],
        "acceleration": [[0.0, 0.0, 0.0]],
    }
    text = run("info", robot).stdout
    for line in (
        "base: rpy [rad]: 0.1 -0.2 0.3",
        "base: velocity [m/s]: 4 5 6",
        "base: angular velocity [rad/s]: 0 0 1; 0 0 2",
    ):
        assert f"{line}\n" in text
    assert "base: acceleration" not in text


@pytest.mark.parametrize("rpy", [[0.4, 1.5707963267948966, 0.0], [0.4, -1.5707963267948966, 0.0]])
def test_a_base_that_stands_upright_has_angles_too(robot, rpy):
    robot.write_text(f"{ROBOT}base: {{rpy: {rpy}}}\n")
    found = json.loads(run("info", robot, "--json").stdout)["base"]["rpy"]
    assert found == pytest.approx(rpy, abs=1e-12)


def test_a_base_at_rest_is_not_worth_a_line(robot):
    assert "base:" not in run("info", robot).stdout


def test_a_urdf_will_do_and_may_take_the_place_of_the_files(robot):
    result = run("info", robot.parent / "arm.urdf")
    assert result.returncode == 0
    assert "friction (does not count)" in result.stdout
    assert "'friction: urdf' in a robot file makes it count" in result.stdout
    other = robot.parent / "other.urdf"
    other.write_text((robot.parent / "arm.urdf").read_text().replace('name="arm"', 'name="other"'))
    assert run("info", robot, "--urdf", other).stdout.startswith("other: 3")


def test_json_is_json(robot):
    found = json.loads(run("info", robot, "--json").stdout)
    assert found["joints"]["elbow"]["limits"]["effort_rate"] == 1234
    assert found["joints"]["elbow"]["limits"]["upper"] is None
    assert found["links"]["hand"]["mass"] == 1.0
    assert found["loads"] == ["hand", "fore"]


@pytest.mark.parametrize("name", ["none.yaml", "."])
def test_what_cannot_be_read_is_one_sentence(robot, name):
    result = run("info", name, cwd=robot.parent)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"hod: {name}: found")
    assert result.stderr.count("\n") == 1
