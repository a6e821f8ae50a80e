# SPDX-License-Identifier: Apache-2.0
"""A prescribed motion of the base against the same motion made by joints, and against gravity."""

from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, motion


@pytest.fixture
def robot():
    return hod.Robot.from_urdf(ARM)


def test_a_base_that_accelerates_upwards_is_more_gravity(robot):
    workspace = hod.Workspace(robot)
    given = motion(rows=5)
    workspace.set_base_motion(hod.BaseMotion(acceleration=[[0, 0, 2.5]]))
    heavier = hod.Robot.from_urdf(ARM, gravity=(0, 0, -9.81 - 2.5))
    np.testing.assert_allclose(workspace.forces(given), hod.forces(heavier, given), rtol=1e-12)


def test_a_tilted_base_sees_gravity_from_the_side(robot):
    workspace = hod.Workspace(robot)
    given = motion(rows=5)
    about_x = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])  # base y is the world's z
    workspace.set_base_motion(hod.BaseMotion(rotation=about_x))
    tilted = hod.Robot.from_urdf(ARM, gravity=(0, -9.81, 0))
    np.testing.assert_allclose(
        workspace.forces(given), hod.forces(tilted, given), rtol=1e-12, atol=1e-12
    )


def test_a_turning_base_loads_a_resting_arm(robot):
    """In space, what turns about its own centre of rotation feels the spin and its changes."""
    workspace = hod.Workspace(robot)
    workspace.set_gravity((0, 0, 0))
    still = motion(rows=5)
    still[1:] = 0.0
    assert not workspace.forces(still).any()
    workspace.set_base_motion(hod.BaseMotion(angular_velocity=[[0, 0, 2.0]]))
    steady = workspace.forces(still).copy()
    assert np.abs(steady[0]).max() > 1e-3
    np.testing.assert_allclose(steady[1:], 0.0, atol=1e-12)
    workspace.set_base_motion(hod.BaseMotion(angular_velocity=[[0, 0, 4.0]]))
    np.testing.assert_allclose(workspace.forces(still)[0], 4.0 * steady[0], rtol=1e-12)


def bases_of(count: int) -> list[hod.BaseMotion]:
    """Bases that turn about z, accelerate and drift, each its own way."""
    random = np.random.default_rng(7)
    found = []
    for angle in random.uniform(-3.0, 3.0, count):
        cosine, sine = np.cos(angle), np.sin(angle)
        found.append(
            hod.BaseMotion(
                rotation=[[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]],
                angular_velocity=random.normal(size=(4, 3)),
                acceleration=random.normal(size=(4, 3)),
                velocity=random.normal(size=3),
            )
        )
    return found


def test_every_state_may_have_a_base_motion_of_its_own(robot):
    sprung = robot.replace(drives=hod.Drive(stiffness=1e4, motor_inertia=0.2), elastic=True)
    given = np.stack([motion(rows=6, seed=k) for k in range(9)]).reshape(3, 3, 6, robot.dof)
    bases = bases_of(9)
    alone = [robot.replace(base=base) for base in bases]
    sprung_alone = [sprung.replace(base=base) for base in bases]
    states = given.reshape(9, 6, robot.dof)

    def one_by_one(function, robots, **options):
        found = [function(one, state, **options) for one, state in zip(robots, states, strict=True)]
        return np.reshape(found, (3, 3, *np.shape(found[0])))

    for function in (hod.forces, hod.reactions):
        expected = one_by_one(function, alone)
        np.testing.assert_allclose(function(robot, given, bases=bases), expected, atol=1e-10)
    for per_link in (False, True):
        expected = one_by_one(hod.energies, alone, max_order=2, per_link=per_link)
        found = hod.energies(robot, given, 2, per_link, bases=bases)
        np.testing.assert_allclose(found, expected, rtol=1e-10)
    terms = hod.force_terms(robot, given, bases=bases)
    expected = one_by_one(lambda one, state: hod.force_terms(one, state)["gravity"], alone)
    np.testing.assert_allclose(terms["gravity"], expected, atol=1e-10)
    expected = one_by_one(lambda one, state: hod.motor(one, state).torque, sprung_alone)
    np.testing.assert_allclose(hod.motor(sprung, given, bases=bases).torque, expected, atol=1e-9)
    single = hod.forces(robot, states[4], bases=bases[4:5])
    np.testing.assert_allclose(single, hod.forces(alone[4], states[4]), atol=1e-10)


def test_bases_of_another_number_than_the_states_are_refused(robot):
    with pytest.raises(hod.Error, match="bases: found 2, expected 3, one per state"):
        hod.forces(robot, np.zeros((3, 5, robot.dof)), bases=bases_of(2))


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (
            {"rotation": np.zeros((3, 3))},
            "with R Rᵀ up to 1 from the identity, expected a rotation",
        ),
        ({"rotation": np.eye(3) + 3e-8 * np.eye(3)}, "up to 6e-08 from the identity"),
        ({"rotation": np.eye(2)}, r"rotation: found shape \(2, 2\), expected \(3, 3\)"),
        ({"rotation": -np.eye(3)}, "rotation: found a reflection"),
        ({"angular_velocity": [1, 2, 3]}, "angular_velocity: found shape"),
        ({"acceleration": np.zeros((9, 3))}, "at most 8"),
        ({"acceleration": [[0, np.nan, 0]]}, "not finite in row 0"),
        ({"velocity": [1, 2]}, "velocity"),
    ],
)
def test_what_is_no_motion_is_said_in_a_sentence(what, words):
    with pytest.raises(hod.Error, match=words):
        hod.BaseMotion(**what)


def carousel(rate: float) -> hod.BaseMotion:
    """A base that turns about the vertical at a distance from it."""
    derivatives = [np.array([0.7, -0.2, 0.0])]
    for _ in range(9):
        derivatives.append(np.cross([0.0, 0.0, rate], derivatives[-1]))
    return hod.BaseMotion(angular_velocity=[[0, 0, rate]], acceleration=derivatives[2:])


def test_a_motion_needs_a_base_that_is_steady(robot):
    """Q' is the rate of Q only where the base's own axes see no change."""
    times = np.linspace(0.0, 1.0, 401)
    given = hod.minimum_snap([0, 1], [[0, 0.2, 0.3], [0.5, 0.9, -0.4]]).motion(times, 5)
    robot = robot.replace(limits=hod.Limits(effort=30.0))
    steady = robot.replace(base=carousel(2.0))
    forces = hod.forces(steady, given, 1, times)
    rate = np.gradient(forces[:, 0], times, axis=0, edge_order=2)
    assert np.abs(rate - forces[:, 1])[1:-1].max() < 1e-3 * np.abs(forces[:, 1]).max()
    speed = hod.limits.largest_speed_up(steady, times, given).largest
    powers = speed ** np.arange(6)[:, np.newaxis]
    found = hod.limits.check(steady, times / speed, given * powers)
    assert max(one.ratio for one in found.worst) == pytest.approx(1.0, rel=1e-8)

    sprung = {"drives": hod.Drive(stiffness=1e4, motor_inertia=0.2), "elastic": True}
    for base in (
        hod.BaseMotion(angular_velocity=[[0, 2.0, 0]]),
        hod.BaseMotion(acceleration=[[0, 0, 0], [0, 0, 100.0]]),
    ):
        changing = robot.replace(base=base)
        for call in (
            lambda one: hod.limits.check(one, times, given),
            lambda one: hod.limits.largest_speed_up(one, times, given),
            lambda one: hod.forces(one, given, 2, times),
            lambda one: hod.force_terms(one, given, 2, times),
            lambda one: hod.reactions(one, given, 2, times),
            lambda one: hod.motor(one.replace(**sprung), given, 3, times),
        ):
            with pytest.raises(hod.Error, match="found a base at one instant of a motion that"):
                call(changing)
            call(changing.replace(base=base.steadied()))
        states = hod.forces(changing, given)
        bases = [base] * len(times)
        found = hod.forces(robot, given, 2, times, bases=bases)
        np.testing.assert_allclose(found, states, rtol=1e-11, atol=1e-9)
        hod.forces(changing, given[:1], 2, times[:1])
