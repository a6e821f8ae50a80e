# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import hod
from robots import ARM, joint, link, urdf_of


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


def test_joints_have_names_for_what_they_have():
    joints = hod.Robot.from_urdf(ARM).joints
    assert list(joints) == ["shoulder", "elbow", "slide"]
    assert joints["shoulder"].limits == hod.Limits(lower=-1, upper=2, effort=30, velocity=4)
    assert joints["shoulder"].friction == hod.Friction(viscous=0.5, coulomb=2.0)
    assert joints["elbow"].limits == hod.Limits()
    assert [joint.is_prismatic for joint in joints.values()] == [False, False, True]
    assert [joint.column for joint in joints.values()] == [0, 1, 2]
    assert not any(joint.is_mimic for joint in joints.values())
    assert joints["slide"].drive == hod.Drive()


def test_a_mimic_is_a_joint_with_values_of_its_own():
    limit = '<limit lower="-9" upper="9" effort="9" velocity="8"/>'
    follows = limit + '<mimic joint="a" multiplier="-2" offset="0.3"/><dynamics damping="3"/>'
    robot = hod.Robot.from_urdf(
        urdf_of(
            *(link(name) for name in "012"),
            joint("a", "0", "1", limit),
            joint("b", "1", "2", follows, "prismatic"),
        )
    )
    assert robot.joint_names == ["a"]
    follower = robot.joints["b"]
    assert follower.is_mimic
    assert (follower.column, follower.multiplier, follower.offset) == (0, -2.0, 0.3)
    assert follower.friction.viscous == 3.0
    loose = robot.replace(friction={"b": hod.Friction()}, limits={"b": hod.Limits(velocity=2.0)})
    assert loose.joints["b"].friction == hod.Friction()
    assert loose.joints["b"].limits.velocity == 2.0
    assert repr(robot) == "<hod.Robot 'arm', 1 joint, 1 mimic>"


def test_gravity_is_an_argument_and_can_be_exchanged():
    robot = hod.Robot.from_urdf(ARM, gravity=[1, 2, 3])
    np.testing.assert_array_equal(robot.gravity, [1, 2, 3])
    np.testing.assert_array_equal(robot.replace(gravity=(0, 0, 0)).gravity, [0, 0, 0])
    np.testing.assert_array_equal(robot.gravity, [1, 2, 3])
    np.testing.assert_array_equal(hod.Robot.from_urdf(ARM).gravity, [0, 0, -9.81])


LOADS = (
    hod.Load("hand", (1, 2, 3), frame="world", derivatives=np.ones((2, 6))),
    hod.LoadTable("fore", [0.0, 1.0], np.arange(24.0).reshape(2, 2, 6), point=(0, 0, 1)),
)
PAYLOADS = (hod.Payload("hand", 2.0, (0.1, 0, 0), 0.01 * np.eye(3)),)


def whole_robot() -> hod.Robot:
    """A robot that everything acts on."""
    return hod.Robot.from_urdf(ARM).replace(
        gravity=(0, 1, -9),
        payloads=PAYLOADS,
        loads=LOADS,
        friction={"elbow": hod.Friction(coulomb=0.5, bearing_coefficient=0.1, bearing_radius=0.1)},
        drives={"elbow": hod.Drive(stiffness=900.0, motor_inertia=0.1, damping=0.3)},
        elastic=True,
        limits={"slide": hod.Limits(effort_rate=3.0)},
        base=hod.BaseMotion(acceleration=[[0.0, 0.0, 1.0]]),
    )


def test_what_is_put_on_a_robot_can_be_read_back():
    robot = whole_robot()
    assert robot.has_friction
    assert robot.is_elastic
    assert robot.joints["elbow"].friction.coulomb == 0.5
    assert robot.joints["shoulder"].friction.coulomb == 2.0
    assert robot.joints["elbow"].drive.stiffness == 900.0
    assert robot.joints["slide"].limits == hod.Limits(effort_rate=3.0)
    np.testing.assert_array_equal(robot.base.acceleration[0], [0, 0, 1])
    (payload,) = robot.payloads
    assert (payload.link, payload.mass) == ("hand", 2.0)
    np.testing.assert_array_equal(payload.inertia, 0.01 * np.eye(3))
    constant, table = robot.loads
    assert (constant.link, constant.frame) == ("hand", "world")
    np.testing.assert_array_equal(constant.force, [1, 2, 3])
    np.testing.assert_array_equal(constant.derivatives, np.ones((2, 6)))
    assert (table.link, table.frame) == ("fore", "link")
    np.testing.assert_array_equal(table.times, [0, 1])
    np.testing.assert_array_equal(table.wrenches, LOADS[1].wrenches)
    again = robot.replace(loads=robot.loads, payloads=robot.payloads)
    times = np.array([0.5])
    rows = np.random.default_rng(2).standard_normal((1, 5, 3))
    np.testing.assert_array_equal(
        hod.forces(robot, rows, 2, times), hod.forces(again, rows, 2, times)
    )
    assert repr(robot) == (
        "<hod.Robot 'arm', 3 joints, 1 payload, 2 loads, friction, elastic drives>"
    )
    bare = robot.replace(loads=[], payloads=[], friction=False, elastic=False)
    assert bare.term_names == ["inertia", "gravity", "rotor"]


def test_a_robot_can_be_pickled_with_all_that_acts_on_it():
    robot = whole_robot()
    copy = pickle.loads(pickle.dumps(robot))
    assert repr(copy) == repr(robot)
    assert copy.joints == robot.joints
    rows, times = np.random.default_rng(3).standard_normal((4, 5, 3)), np.linspace(0, 1, 4)
    for name, term in hod.force_terms(robot, rows, 2, times).items():
        np.testing.assert_array_equal(term, hod.force_terms(copy, rows, 2, times)[name])
    np.testing.assert_array_equal(
        hod.motor(robot, rows, 2, times).torque, hod.motor(copy, rows, 2, times).torque
    )


def test_other_processes_take_robots():
    robot = hod.Robot.from_urdf(ARM)
    batches = [np.random.default_rng(seed).standard_normal((3, 5, 3)) for seed in range(2)]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for batch, found in zip(batches, pool.map(hod.forces, [robot] * 2, batches), strict=True):
            np.testing.assert_array_equal(found, hod.forces(robot, batch))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"loads": [hod.Load("foot", (1, 0, 0))]}, "load: found the link 'foot', expected"),
        ({"loads": [hod.Load("hand", (0, np.nan, 0))]}, "load on link 'hand': force: found"),
        ({"loads": [hod.Load("hand", (0, 0))]}, "force: found .* expected three finite numbers"),
        ({"loads": [hod.Load("hand", "up")]}, "force: found .*, expected an array of real"),
        ({"loads": [hod.Load("hand", frame="tool")]}, "frame: found 'tool', expected 'link'"),
        ({"loads": [hod.Load("hand", derivatives=[1, 2])]}, "derivatives: found shape"),
        ({"loads": [hod.Load("hand", derivatives=np.ones((7, 6)))]}, "derivatives: found 7 rows"),
        ({"loads": [hod.LoadTable("hand", [], np.zeros((0, 6)))]}, "found 0 times and 0 wrenches"),
        ({"loads": [hod.LoadTable("hand", [0], np.ones((1, 6)))]}, "found 1 times and 1 wrenches"),
        ({"loads": [hod.LoadTable("hand", [0, 1], np.ones((2, 5)))]}, "wrenches: found shape"),
        ({"loads": [hod.LoadTable("hand", [0, 1], np.ones((3, 6)))]}, "found 2 times and 3"),
        ({"loads": [hod.LoadTable("hand", [1, 0], np.ones((2, 6)))]}, "times that do not increase"),
        ({"loads": hod.Load("hand")}, "loads: found .*, expected a list"),
        ({"loads": [None]}, "load: found None, expected a hod.Load"),
        ({"payloads": "hand"}, "payloads: found 'hand', expected a list"),
        ({"payloads": [hod.Payload("foot", 1.0)]}, "payload: found the link 'foot'"),
        ({"payloads": [hod.Payload("hand", -1.0)]}, "payload on link 'hand': found"),
        ({"payloads": [hod.Payload("hand", "much")]}, "mass: found 'much', expected a number"),
        ({"payloads": [hod.Payload("hand", 1.0, inertia=np.eye(2))]}, r"expected \(3, 3\)"),
        ({"payloads": [hod.Payload("hand", 0.0, inertia=np.eye(3))]}, "payload on link 'hand'"),
        ({"friction": hod.Friction(smoothing_speed=0.0)}, "found smoothing_speed = 0"),
        (
            {"friction": {"elbow": hod.Friction(coulomb=-1)}},
            "'elbow', friction: found coulomb = -1",
        ),
        ({"friction": {"knee": hod.Friction()}}, "friction: found the joint 'knee'"),
        ({"friction": {"elbow": 3}}, "friction of 'elbow': found 3, expected a hod.Friction"),
        ({"friction": hod.Friction(coulomb="much")}, "friction: coulomb: found 'much'"),
        ({"friction": 7}, "friction: found 7, expected a hod.Friction or a mapping"),
        ({"drives": {"elbow": hod.Drive(motor_inertia=-1)}}, "found motor_inertia = -1"),
        ({"drives": hod.Drive(gear_ratio=np.inf)}, "gear_ratio"),
        ({"drives": [hod.Drive()]}, "drives: found"),
        ({"elastic": True}, "no spring, expected the stiffness of a joint"),
        ({"limits": {"elbow": hod.Limits(lower=2, upper=1)}}, "lower limit"),
        ({"gravity": (0, 0)}, "gravity: found"),
    ],
)
def test_what_no_robot_has_is_refused_in_one_sentence(changes, complaint):
    with pytest.raises(hod.Error, match=complaint) as refusal:
        hod.Robot.from_urdf(ARM).replace(**changes)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("gravity", [[0, 0], [0, 0, np.nan], "down", None, [0, 0, "x"], [1j, 0, 0]])
def test_gravity_must_be_three_finite_numbers(gravity):
    with pytest.raises(hod.Error, match=r"gravity: found .*, expected"):
        hod.Robot.from_urdf(ARM, gravity=gravity)


def test_an_inertia_that_no_body_can_have_is_a_warning_that_names_the_link():
    robot = hod.Robot.from_urdf(
        urdf_of(link("base"), link("odd", ixx=1.0), joint("j", "base", "odd"))
    )
    (warning,) = robot.warnings
    assert "odd" in warning


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("/nowhere/arm.urdf", "/nowhere/arm.urdf: found no readable file"),
        ("/", "/: found a directory"),
        ("", "path_or_xml: found an empty path"),
        ("a\0b", "path_or_xml: found an empty path or one with a zero byte"),
        (3, "path_or_xml: found a int"),
        (None, "path_or_xml: found a NoneType"),
        (b"<robot/>", "path_or_xml: found a bytes"),
        ("<robot", "URDF string:1: found malformed XML"),
        (urdf_of(), "no link"),
        (urdf_of(link("a", mass="nan")), 'URDF string:2: <mass> of <inertial> of link "a"'),
        (urdf_of(link("a", mass=-1)), "not negative"),
        (urdf_of(link("a"), link("b"), joint("j", "a", "b", kind="ball")), 'type="ball"'),
        (urdf_of(link("a"), link("b")), "root"),
        (urdf_of(link("a"), joint("j", "a", "a")), "j"),
        (
            urdf_of(link("a"), link("b"), link("c"), joint("j", "b", "c"), joint("k", "c", "b")),
            "expected",
        ),
        (urdf_of(link("a"), link("b"), joint("j", "a", "b", kind="floating")), "floating"),
        (urdf_of(link("a"), link("b"), joint("j", "a", "b", kind="planar")), "planar"),
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
