# SPDX-License-Identifier: Apache-2.0
"""Robot files: a URDF with loads, payload, friction, drives and limits (bad ones: see the C++ test)."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import hod
from robots import ARM, motion

WHOLE = """\
urdf: arm.urdf
loads:
  - {link: hand, frame: world, point: [0, 0, 0.1], force: [1, 0, -5], moment: [0, 1e-1, 0]}
  - link: fore
    table: wrench.csv
payload: {link: hand, mass: 0.5, center: [0, 0, 0.2], inertia: [0.01, 0, 0.001, 0.02, 0, 0.02]}
friction:
  shoulder: {viscous: 0.7, stribeck: 1, stribeck_speed: 0.02}
  elbow: {coulomb: 0.4, smoothing_speed: 2e-3, bearing_coefficient: 0.01, bearing_radius: 0.02,
          smoothing_force: 0.1}
drive: elastic
drives:
  shoulder: {stiffness: 2e4, damping: 10, motor_inertia: 1e-4, gear_ratio: 100}
  elbow: {stiffness: 1e4, viscous_friction: 0.3, coulomb_friction: 0.2, smoothing_speed: 0.05}
limits:
  elbow: {lower: -1, upper: .inf, velocity: 3, effort: 20, effort_rate: 1e3}
"""
TABLE = "time,fx,d1fx,mz,d1mz\n0,1,2,3,4\n2,5,4,11,4\n"


@pytest.fixture(scope="module")
def robot() -> hod.Robot:
    return hod.Robot.from_urdf(ARM)


@pytest.fixture
def write(tmp_path: Path):
    (tmp_path / "wrench.csv").write_text(TABLE)
    (tmp_path / "arm.urdf").write_text(ARM)

    def write_one(text: str, name: str = "s.yaml") -> Path:
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return write_one


def test_a_file_gives_what_its_objects_give(robot, write):
    found = hod.Robot.from_file(write(WHOLE))
    load = hod.Load("hand", (1, 0, -5), (0, 0.1, 0), point=(0, 0, 0.1), frame="world")
    wrenches = np.zeros((2, 2, 6))
    wrenches[:, :, 0] = [[1, 2], [5, 4]]
    wrenches[:, :, 5] = [[3, 4], [11, 4]]
    table = hod.LoadTable("fore", [0.0, 2.0], wrenches)
    inertia = [[0.01, 0, 0.001], [0, 0.02, 0], [0.001, 0, 0.02]]
    shoulder = hod.Friction(viscous=0.7, coulomb=2.0, stribeck=1.0, stribeck_speed=0.02)
    elbow = hod.Friction(
        coulomb=0.4,
        bearing_coefficient=0.01,
        bearing_radius=0.02,
        smoothing_speed=0.002,
        smoothing_force=0.1,
    )
    expected = robot.replace(
        loads=(load, table),
        friction={"shoulder": shoulder, "elbow": elbow},
        payloads=(hod.Payload("hand", 0.5, (0, 0, 0.2), inertia),),
    )
    rows, times = motion(5), np.linspace(0.0, 1.0, 5)
    terms = hod.force_terms(expected, rows, 2, times)
    for name, values in hod.force_terms(found, rows, 2, times).items():
        np.testing.assert_array_equal(values, terms[name])
    assert found.joints["shoulder"].friction == shoulder


def test_elastic_drives_have_motors_behind_the_gear(write):
    found = hod.Robot.from_file(write(WHOLE))
    assert found.is_elastic
    drives = [joint.drive for joint in found.joints.values()]
    assert [drive.stiffness for drive in drives] == [2e4, 1e4, math.inf]
    assert [drive.inertia for drive in drives] == pytest.approx([1.0, 0.0, 0.0])
    assert drives[0].damping == 10.0
    assert drives[1] == hod.Drive(
        stiffness=1e4, viscous_friction=0.3, coulomb_friction=0.2, smoothing_speed=0.05
    )


def test_rigid_drives_carry_their_rotors(write):
    found = hod.Robot.from_file(write(WHOLE.replace("elastic", "rigid")))
    assert not found.is_elastic
    rows = motion(5)
    rotor = hod.force_terms(found, rows, 2, np.linspace(0.0, 1.0, 5))["rotor"]
    np.testing.assert_allclose(rotor, rows[:, 2:] * [1.0, 0.0, 0.0], rtol=1e-14)


def test_limits_are_the_urdfs_with_changes(write):
    bounds = [joint.limits for joint in hod.Robot.from_file(write(WHOLE)).joints.values()]
    assert [one.lower for one in bounds] == [-1.0, -1.0, -0.2]
    assert [one.effort for one in bounds] == [30.0, 20.0, 50.0]
    assert [one.effort_rate for one in bounds] == [math.inf, 1000.0, math.inf]


def test_the_file_of_the_manual_can_be_read(write):
    manual = Path(__file__).parents[3] / "docs" / "robot_file.md"
    text = manual.read_text("utf-8").split("```yaml\n")[1].split("```")[0]
    path = write(text.replace("joint_1", "shoulder").replace("tool", "hand"))
    (path.parent / "grinding.csv").write_text(TABLE)
    (path.parent / "mass.yaml").write_text("links: {fore: [{shape: sphere, radius: 1, mass: 3}]}")
    found = hod.Robot.from_file(path)
    assert len(found.loads) == 2
    assert found.payloads[0].mass == 2.5
    assert found.is_elastic
    assert found.joints["shoulder"].limits.effort_rate == 4000


def test_a_robot_file_may_go_on_top_of_another_urdf(write):
    path = write("{urdf: nowhere.urdf, payload: {link: hand, mass: 2}}")
    for urdf in (ARM, path.parent / "arm.urdf"):
        assert hod.Robot.from_file(path, urdf).payloads[0].mass == 2.0
        assert hod.Robot.from_file(path, urdf=urdf).dof == 3
    assert hod.Robot.from_file(path.parent / "arm.urdf").joint_names[0] == "shoulder"


def test_what_does_not_count_is_said(write):
    springs = hod.Robot.from_file(write("{urdf: arm.urdf, drives: {elbow: {stiffness: 10}}}"))
    assert springs.warnings == []
    assert "friction of joint shoulder does not count" in springs.uncounted[0]
    assert "springs and motor friction of joint elbow do not count" in springs.uncounted[1]
    assert hod.Robot.from_file(write("{urdf: arm.urdf, friction: urdf}")).uncounted == []


BAD = {
    "": "found nothing, expected a map",
    "loads: [": ":1: found no YAML",
    "gravity: [0, 0, 0]": ":1: found no 'urdf'",
    "urdf: none.urdf": "none.urdf: found no readable file",
    "frictoin: {}": ":1: found the key 'frictoin', expected 'friction' perhaps",
    "urdf: arm.urdf\nfriction:\n  elbo: {}": ":3: 'friction': found the joint 'elbo'",
    "\ufeffurdf: é\n": "é: found no readable file",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_files_are_one_sentence(write, text):
    path = write(text)
    with pytest.raises(hod.Error) as caught:
        hod.Robot.from_file(path)
    assert BAD[text] in str(caught.value)
    assert str(caught.value).startswith(str(path.parent))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("argument", [None, 3, [], b"\xff", "a\0b"])
def test_what_is_no_path_is_refused(argument):
    with pytest.raises((hod.Error, TypeError, ValueError)):
        hod.Robot.from_file(argument)


def test_a_table_that_ends_before_the_motion_is_refused(write):
    robot = hod.Robot.from_file(write("{urdf: arm.urdf, loads: {link: hand, table: wrench.csv}}"))
    with pytest.raises(hod.Error):
        hod.forces(robot, motion(3), 1, np.array([0.0, 1.0, 2.5]))
