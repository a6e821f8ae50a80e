# SPDX-License-Identifier: Apache-2.0
"""What is no robot, motion or number at all ends in an exception, never in a crash."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hod
from robots import ARM, link, motion, urdf_of

BARE = hod.Robot.from_urdf(urdf_of(link("base")))
ROBOT = hod.Robot.from_urdf(ARM)

CALLS: dict[str, Callable[[Any], Any]] = {
    "forces": lambda robot: hod.forces(robot, motion()),
    "force_terms": lambda robot: hod.force_terms(robot, motion()),
    "reactions": lambda robot: hod.reactions(robot, motion()),
    "energies": lambda robot: hod.energies(robot, motion(rows=6)),
    "motor": lambda robot: hod.motor(robot, motion()),
    "jacobian": lambda robot: hod.jacobian(robot, motion(), "hand"),
    "momentum": lambda robot: hod.kinematics.momentum(robot, motion()),
    "joint_motion": lambda robot: hod.kinematics.joint_motion(
        robot, np.zeros(3), np.zeros((1, 6)), "hand"
    ),
    "Workspace": hod.Workspace,
    "check": lambda robot: hod.limits.check(robot, [0.0], motion(1)),
    "mass_matrix": lambda robot: hod.classic.mass_matrix(robot, np.zeros(3)),
    "match": lambda robot: hod._core.parse_motion(b"time,elbow.q\n0,0\n", "x").match(robot, 1),
}


@pytest.mark.parametrize("thing", [None, 3, "robot", object(), [ROBOT]], ids=repr)
@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_robot_is_refused(name, thing):
    with pytest.raises((TypeError, AttributeError)):
        CALLS[name](thing)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: hod.forces(ROBOT, motion(), 2.0), "order: found 2.0 (float), expected an int"),
        (lambda: hod.forces(ROBOT, motion(), "2"), "order: found '2' (str), expected an int"),
        (
            lambda: hod.forces(ROBOT, motion(), 10**12),
            "order: found 1000000000000 (int), expected an int from -2147483648 to 2147483647",
        ),
        (lambda: hod.forces(ROBOT, motion(), 10**99), "order: found a int, expected an int from"),
        (lambda: hod.forces(ROBOT, motion(), -(2**31) - 1), "order: found -2147483649 (int), exp"),
        (lambda: hod.forces(ROBOT, motion(), np.int64(2**31)), "order: found "),
        (
            lambda: hod.energies(ROBOT, motion(), derivatives=2**31),
            "derivatives: found 2147483648 (int), expected an int from",
        ),
        (lambda: hod.Workspace(ROBOT, 2**31), "max_order: found 2147483648 (int), expected an in"),
        (lambda: hod.jacobian(ROBOT, motion(), "hand", 2**31), "order: found 2147483648 (int), e"),
        (lambda: hod.forces(None, motion()), "robot: found None, expected a hod.Robot"),
        (lambda: hod.forces(motion(9), motion()), "robot: found a ndarray, expected a hod.Robot"),
        (
            lambda: hod.energies(ROBOT, motion(), per_link="no"),
            "per_link: found 'no' (str), expected",
        ),
        (lambda: hod.Workspace(3), "robot: found 3 (int), expected a hod.Robot"),
        (lambda: hod.Workspace(), "Workspace: found no argument 'robot', expected one"),
        (lambda: hod.Workspace(ROBOT).forces(motion(), "2"), "order: found '2' (str), expected"),
        (
            lambda: hod.forces(ROBOT, motion(), ordre=2),
            "forces: found an argument 'ordre', expected",
        ),
        (lambda: hod.forces(ROBOT, motion(), 2, None, 1), "forces: found 5 arguments, expected"),
        (lambda: hod.forces(ROBOT, motion(), robot=ROBOT), "forces: found the argument 'robot' tw"),
        (lambda: hod.classic.energy_by_trace(ROBOT, motion(), 1.5), "p: found 1.5 (float), expec"),
        (lambda: ROBOT.replace(base=3), "base: found 3 (int), expected a hod.BaseMotion"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named_in_a_sentence(call, sentence):
    with pytest.raises(TypeError) as refusal:
        call()
    assert str(refusal.value).startswith(sentence)
    assert "\n" not in str(refusal.value)


def test_what_can_be_converted_still_is():
    given = motion(rows=6)
    expected = hod.energies(ROBOT, given, 2, per_link=True)
    found = hod.energies(ROBOT, given, np.int64(2), per_link=np.bool_(True))
    np.testing.assert_array_equal(found, expected)
    body = hod.mass.MassProperties(np.float32(1.0), [0, 0, 1], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert body.center.tolist() == [0.0, 0.0, 1.0]
    assert body.at((1, 0, 0)).center.tolist() == [1.0, 0.0, 1.0]


def test_documentation_is_that_of_the_function_alone():
    for value in (hod.forces, hod.Workspace.forces, hod.Workspace.__init__):
        assert "Overloaded" not in (value.__doc__ or "")
    assert (hod.forces.__doc__ or "").startswith("forces(robot: hod.Robot, motion: ")


@pytest.mark.parametrize("thing", [None, "", {}, object(), [[None]], np.array(["a"])], ids=repr)
def test_what_is_no_motion_is_refused(thing):
    for call in (hod.forces, hod.force_terms, hod.reactions, hod.energies):
        with pytest.raises(hod.Error):
            call(ROBOT, thing)
    with pytest.raises(hod.Error):
        hod.Workspace(ROBOT).forces(thing)
    with pytest.raises(hod.Error):
        hod.jacobian(ROBOT, thing, "hand")


@pytest.mark.parametrize("order", ["2", None, 1.5, 10**12, -1, 7], ids=repr)
def test_what_is_no_order_is_refused(order):
    for call in (hod.forces, hod.force_terms, hod.reactions):
        with pytest.raises((hod.Error, TypeError)):
            call(ROBOT, motion(), order)


MOST = 2**31 - 1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: hod.forces(ROBOT, motion(), MOST), f"order: found {MOST}, expected 0 to 6"),
        (
            lambda: hod.energies(ROBOT, motion(), 1, derivatives=MOST),
            f"derivatives: found {MOST}, expected 0 to 5 of energies up to order 1",
        ),
        (
            lambda: hod.energies(ROBOT, motion(), MOST, derivatives=MOST),
            f"max_order: found {MOST}, expected 0 to 6",
        ),
        (
            lambda: hod.jacobian(ROBOT, motion(), "hand", MOST),
            f"order: found {MOST}, expected 0 to 9",
        ),
        (
            lambda: hod.kinematics.momentum(ROBOT, motion(), order=MOST),
            f"order: found {MOST}, expected 0 to 8",
        ),
        (
            lambda: hod.kinematics.kinetic_energy(ROBOT, motion(), order=MOST),
            f"order: found {MOST}, expected 0 to 8",
        ),
        (
            lambda: hod.classic.generalized_momentum(ROBOT, motion(), MOST, MOST),
            "generalized momentum: k = ",
        ),
        (
            lambda: hod.classic.forces_by_leibniz(ROBOT, motion(), MOST),
            f"force: found the order {MOST}, expected 0 to 60",
        ),
    ],
)
def test_an_order_to_which_nothing_can_be_added_is_refused(call, sentence):
    with pytest.raises(hod.Error) as refusal:
        call()
    assert str(refusal.value).startswith(sentence)


def test_numbers_that_are_not_finite_are_answered():
    broken = motion()
    broken[1, 1] = np.nan
    assert np.isnan(hod.forces(ROBOT, broken)).any()
    loaded = ROBOT.replace(loads=[hod.Load("hand", (1, 0, 0))])
    with pytest.raises(hod.Error, match="finite"):
        hod.Workspace(loaded).set_wrench(0, [np.nan] * 6)


@pytest.mark.parametrize("call", [hod.forces, hod.force_terms, hod.reactions, hod.motor])
@pytest.mark.parametrize("time", [np.nan, np.inf])
def test_times_that_are_not_finite_are_refused(call, time):
    wrenches = np.ones((2, 6))
    robot = ROBOT.replace(
        loads=[hod.LoadTable("hand", [0.0, 1.0], wrenches)],
        drives=hod.Drive(stiffness=1e4, motor_inertia=0.1),
        elastic=True,
    )
    with pytest.raises(hod.Error, match=f"times: found {time} for state 1, expected finite"):
        call(robot, motion(3), 2, [0.0, time, 1.0])


def test_states_with_times_may_come_in_any_order():
    robot = ROBOT.replace(loads=[hod.LoadTable("hand", [0.0, 1.0], np.eye(2, 6))])
    times, states = np.array([0.5, 0.1, 0.1, 0.9]), motion(4)
    alone = [hod.forces(robot, one, 2, [time]) for one, time in zip(states, times, strict=True)]
    np.testing.assert_array_equal(hod.forces(robot, states, 2, times), alone)


def test_a_robot_without_joints_is_a_robot():
    assert hod.forces(BARE, np.zeros((5, 0))).shape == (3, 0)
    assert hod.forces(BARE, np.zeros((2, 5, 0))).shape == (2, 3, 0)
    assert hod.energies(BARE, np.zeros((6, 0))).tolist() == [0.0] * 5
    assert hod.jacobian(BARE, np.zeros((3, 0)), "base").shape == (3, 6, 0)
    assert hod.Workspace(BARE).forces(np.zeros((5, 0))).shape == (3, 0)
    assert BARE.joints == {}
    with pytest.raises(hod.Error, match="found a robot without joints"):
        hod.kinematics.joint_motion(BARE, np.zeros(0), np.zeros((1, 6)), "base")


def test_at_a_singular_position_damping_may_be_zero():
    straight = np.array([0.3, 0.0, 0.0])
    arm = [link(name) for name in "0123"]
    turn = '<joint name="{}" type="continuous"><parent link="{}"/><child link="{}"/>{}</joint>'
    robot = hod.Robot.from_urdf(
        urdf_of(
            *arm,
            turn.format("a", "0", "1", '<axis xyz="0 0 1"/>'),
            turn.format("b", "1", "2", '<origin xyz="1 0 0"/><axis xyz="0 0 1"/>'),
            turn.format("c", "2", "3", '<origin xyz="1 0 0"/><axis xyz="0 0 1"/>'),
        )
    )
    sideways = [[0.0, 1.0, 1.0, 0.0, 0.0, 0.0]]
    found = hod.kinematics.joint_motion(robot, straight, sideways, "3", damping=0.0)
    assert np.isfinite(found.motion).all()
    assert found.rank < 3
    for name in ("damping", "threshold"):
        for wrong in (-1.0, np.nan):
            with pytest.raises(hod.Error, match="threshold and damping"):
                hod.kinematics.joint_motion(robot, straight, sideways, "3", **{name: wrong})


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda w: w.set_wrench(1, np.zeros(6)), "no link, body or load"),
        (lambda w: w.set_wrench(0, np.zeros(5)), "wrench: found shape"),
        (lambda w: w.set_wrench(0, np.zeros((9, 6))), "wrench"),
        (lambda w: w.set_payload(hod.Payload("foot", 1.0)), "link: found 'foot'"),
        (lambda w: w.set_payload(hod.Payload("hand", -1.0)), "no body can have"),
        (lambda w: w.set_payload(None), "payload: found None"),
        (lambda w: w.set_gravity((0, 0)), "gravity: found"),
        (lambda w: w.set_scales(inertia=np.inf), "not finite"),
        (lambda w: w.set_time(np.nan), "not finite"),
        (lambda w: w.forces(motion(rows=3)), "found 3 rows, expected 5"),
        (lambda w: w.energies(motion(), 9), "max_order: found 9, expected 0 to 3"),
        (lambda w: w.energies(motion(), 2**31 - 1), "max_order: found 2147483647, expected 0 to"),
        (lambda w: w.forces(motion(), 2**31 - 1), "order: found 2147483647, expected at most 2"),
    ],
)
def test_a_workspace_refuses_in_a_sentence_and_stays_as_it_was(call, words):
    robot = ROBOT.replace(loads=[hod.Load("hand", (1, 0, 0))])
    workspace = hod.Workspace(robot)
    before = workspace.forces(motion()).copy()
    with pytest.raises(hod.Error, match=words):
        call(workspace)
    np.testing.assert_array_equal(workspace.forces(motion()), before)


def test_views_outlive_their_workspace():
    views = [hod.Workspace(ROBOT).forces(motion(seed=seed)) for seed in range(50)]
    gc.collect()
    for seed, view in enumerate(views):
        np.testing.assert_array_equal(view, hod.forces(ROBOT, motion(seed=seed)))


def test_no_control_character_of_a_sentence_reaches_a_terminal():
    """Found by atheris: sentences of other libraries and names in files were shown as they are."""
    assert str(hod.Error("a\x1b[2J\nb\x9bc\x85d\x7f\t\u00e4\u5de6")) == "a [2J b c d  \u00e4\u5de6"
    assert str(hod.Error("half \ud800 of a letter")) == "half ? of a letter"
    assert str(hod.Error("")) == ""
    assert str(hod.Error()) == ""
    assert hod.Error("a\nb").args == ("a\nb",)
