# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, joint, link, robot


def test_from_file_and_from_string_give_the_same_robot(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    for robot in (
        hod.Robot.from_urdf(ARM),
        hod.Robot.from_urdf(path),
        hod.Robot.from_urdf(str(path)),
        hod.Robot.from_urdf("\n  " + ARM),
        hod.Robot.from_urdf("\ufeff" + ARM),
    ):
        assert robot.name == "arm"
        assert robot.dof == 3
        assert robot.joint_names == ["shoulder", "elbow", "slide"]
        assert robot.link_names == ["base", "upper", "fore", "hand"]
        assert robot.warnings == []


def test_limits_and_dynamics_of_every_column():
    robot = hod.Robot.from_urdf(ARM)
    infinite = np.inf
    np.testing.assert_array_equal(robot.lower_limits, [-1, -infinite, -0.2])
    np.testing.assert_array_equal(robot.upper_limits, [2, infinite, 0.3])
    np.testing.assert_array_equal(robot.effort_limits, [30, infinite, 50])
    np.testing.assert_array_equal(robot.velocity_limits, [4, infinite, 1])
    np.testing.assert_array_equal(robot.damping, [0.5, 0, 0])
    np.testing.assert_array_equal(robot.friction, [2, 0, 0])


def test_gravity_is_an_argument_and_can_be_exchanged():
    robot = hod.Robot.from_urdf(ARM, gravity=[1, 2, 3])
    np.testing.assert_array_equal(robot.gravity, [1, 2, 3])
    np.testing.assert_array_equal(robot.with_gravity((0, 0, 0)).gravity, [0, 0, 0])
    np.testing.assert_array_equal(robot.gravity, [1, 2, 3])
    np.testing.assert_array_equal(hod.Robot.from_urdf(ARM).gravity, [0, 0, -9.81])


@pytest.mark.parametrize("gravity", [[0, 0], [0, 0, np.nan], "down", None, [0, 0, "x"], [1j, 0, 0]])
def test_gravity_must_be_three_finite_numbers(gravity):
    with pytest.raises(hod.Error, match=r"gravity: found .*, expected"):
        hod.Robot.from_urdf(ARM, gravity=gravity)


def test_an_inertia_that_no_body_can_have_is_a_warning_that_names_the_link():
    robot = hod.Robot.from_urdf(
        robot(link("base"), link("odd", ixx=1.0), joint("j", "base", "odd"))
    )
    (warning,) = robot.warnings
    assert "odd" in warning


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("/nowhere/arm.urdf", "/nowhere/arm.urdf: found no readable file"),
        ("/", "/: found no readable file"),
        ("", "path_or_xml: found an empty path"),
        ("a\0b", "path_or_xml: found an empty path or one with a zero byte"),
        (3, "path_or_xml: found a int"),
        (None, "path_or_xml: found a NoneType"),
        (b"<robot/>", "path_or_xml: found a bytes"),
        ("<robot", "URDF string:1: found malformed XML"),
        (robot(), "no link"),
        (robot(link("a", mass="nan")), 'URDF string:2: <mass> of <inertial> of link "a"'),
        (robot(link("a", mass=-1)), "not negative"),
        (robot(link("a"), link("b"), joint("j", "a", "b", kind="ball")), 'type="ball"'),
        (robot(link("a"), link("b")), "root"),
        (robot(link("a"), joint("j", "a", "a")), "j"),
        (
            robot(link("a"), link("b"), link("c"), joint("j", "b", "c"), joint("k", "c", "b")),
            "expected",
        ),
        (robot(link("a"), link("b"), joint("j", "a", "b", kind="floating")), "floating"),
        (robot(link("a"), link("b"), joint("j", "a", "b", kind="planar")), "planar"),
    ],
)
def test_what_is_no_robot_is_refused_in_one_sentence(source, complaint):
    with pytest.raises(hod.Error) as refusal:
        hod.Robot.from_urdf(source)
    sentence = str(refusal.value)
    assert complaint in sentence
    assert "expected" in sentence
    assert "\n" not in sentence


def test_the_error_is_a_value_error_of_this_module():
    assert issubclass(hod.Error, ValueError)
    assert hod.Error.__module__ == "hod"


def test_sentences_survive_names_that_are_not_unicode():
    with pytest.raises(hod.Error, match="expected"):
        hod.Robot.from_urdf("/nowhere/\udcff.urdf")
    with pytest.raises(hod.Error, match="expected"):
        hod.Robot.from_urdf("<robot>\ud800<link/></robot>")


def test_repr_says_what_it_is():
    assert repr(hod.Robot.from_urdf(ARM)) == "<hod.Robot 'arm', 3 joints>"
