# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, motion


@pytest.fixture
def robot():
    return hod.Robot.from_urdf(ARM)


FORCE, MOMENT, POINT = (3.0, -2.0, 5.0), (0.4, 0.3, -0.2), (0.1, 0.2, 0.3)


def test_terms_are_there_if_given_and_in_order(robot):
    load, friction = hod.Load("hand", FORCE), hod.Friction(viscous=1.0)
    assert list(hod.force_terms(robot, motion())) == ["inertia", "gravity"]
    loaded = robot.replace(loads=[load])
    assert list(hod.force_terms(loaded, motion())) == ["inertia", "gravity", "load"]
    drive = hod.Drive(motor_inertia=0.1, gear_ratio=3.0)
    full = hod.force_terms(loaded.replace(friction=friction, drives=drive), motion(4))
    assert list(full) == ["inertia", "gravity", "load", "friction", "rotor"]
    assert {term.shape for term in full.values()} == {(4, 3, 3)}


@pytest.mark.parametrize("frame", ["link", "world"])
def test_a_load_is_the_jacobian_times_its_wrench(robot, frame):
    state = motion()
    load = hod.Load("hand", FORCE, MOMENT, point=POINT, frame=frame)
    found = hod.force_terms(robot.replace(loads=[load]), state, 2)["load"]
    jacobian = hod.jacobian(robot, state, "hand", order=2, point=POINT)
    still = [np.eye(3), np.zeros((3, 3)), np.zeros((3, 3))]
    turning = hod.kinematics.orientation(robot, state, "hand", 2)
    turns = turning if frame == "link" else still
    wrench = [np.concatenate([turn @ FORCE, turn @ MOMENT]) for turn in turns]
    expected = [
        jacobian[0].T @ wrench[0],
        jacobian[1].T @ wrench[0] + jacobian[0].T @ wrench[1],
        jacobian[2].T @ wrench[0] + 2 * jacobian[1].T @ wrench[1] + jacobian[0].T @ wrench[2],
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def test_static_forces_are_pinocchios_gravity_and_the_jacobian_of_the_load():
    pinocchio = pytest.importorskip("pinocchio")
    model = pinocchio.buildSampleModelManipulator()
    robot = hod.Robot.from_pinocchio(model)
    q = np.random.default_rng(3).standard_normal(model.nq)
    data = model.createData()
    gravity = pinocchio.computeGeneralizedGravity(model, data, q)
    still = np.zeros((3, model.nq))
    still[0] = q
    wrench = np.concatenate([FORCE, MOMENT])
    for link in robot.link_names[1:]:
        frame = model.getFrameId(link)
        jacobian = pinocchio.computeFrameJacobian(model, data, q, frame, pinocchio.LOCAL)
        loaded = robot.replace(loads=[hod.Load(link, FORCE, MOMENT)])
        terms = hod.force_terms(loaded, still, 0)
        assert np.abs(terms["inertia"]).max() == 0.0
        static = sum(terms.values())[0]
        np.testing.assert_allclose(static, gravity + jacobian.T @ wrench, rtol=1e-11, atol=1e-11)


def test_a_load_takes_derivatives(robot):
    rates = np.random.default_rng(4).standard_normal((2, 6))
    whole = hod.Load("fore", FORCE, MOMENT, derivatives=rates)
    rate_alone = hod.Load("fore", rates[0, :3], rates[0, 3:])
    still = np.zeros((5, 3))
    found = hod.force_terms(robot.replace(loads=[whole]), still, 2)["load"]
    expected = hod.force_terms(robot.replace(loads=[rate_alone]), still, 2)["load"]
    np.testing.assert_allclose(found[1], expected[0], atol=1e-14)


def test_a_table_gives_what_its_loads_give(robot):
    times = np.array([0.0, 0.5, 1.5])
    rows = np.random.default_rng(5).standard_normal((3, 3, 6))
    table = hod.LoadTable("hand", times, rows, point=POINT, frame="world")
    batch = motion(3)
    together = hod.force_terms(robot.replace(loads=[table]), batch, 2, times=times)["load"]
    for instant in range(3):
        load = hod.Load(
            "hand",
            rows[instant, 0, :3],
            rows[instant, 0, 3:],
            point=POINT,
            frame="world",
            derivatives=rows[instant, 1:],
        )
        alone = hod.force_terms(robot.replace(loads=[load]), batch[instant], 2)["load"]
        np.testing.assert_allclose(together[instant], alone, rtol=1e-10, atol=1e-10)
    single = hod.force_terms(robot.replace(loads=[table]), batch[1], 2, times=0.5)["load"]
    np.testing.assert_allclose(single, together[1], rtol=1e-12, atol=1e-12)


def test_a_table_without_derivatives_is_straight_in_between(robot):
    wrenches = np.array([[0.0, 0, 0, 0, 0, 0], [4.0, 0, 0, 0, 0, 2.0]])
    table = hod.LoadTable("hand", [0.0, 2.0], wrenches)
    state = motion()
    quarter = hod.force_terms(robot.replace(loads=[table]), state, 0, times=0.5)["load"]
    load = hod.Load("hand", (1.0, 0, 0), (0, 0, 0.5))
    np.testing.assert_allclose(
        quarter, hod.force_terms(robot.replace(loads=[load]), state, 0)["load"], rtol=1e-12
    )


def test_a_payload_is_inertia_and_weight_of_its_carrier(robot):
    state = motion()
    payload = hod.Payload("hand", 2.0, POINT)
    loaded = hod.force_terms(robot.replace(payloads=[payload]), state)
    bare = hod.force_terms(robot, state)
    weight = hod.Load("hand", -2.0 * robot.gravity, point=POINT, frame="world")
    held = hod.force_terms(robot.replace(loads=[weight]), state)["load"]
    np.testing.assert_allclose(loaded["gravity"], bare["gravity"] + held, rtol=1e-11, atol=1e-11)
    assert np.abs(loaded["inertia"] - bare["inertia"]).max() > 0.1
    twice = robot.replace(payloads=[hod.Payload("hand", 1.0, POINT)] * 2)
    two = hod.force_terms(twice, state)
    np.testing.assert_allclose(two["inertia"], loaded["inertia"], rtol=1e-11, atol=1e-11)
    properties = hod.mass.MassProperties(1.0, POINT, 0.1 * np.eye(3))
    assert hod.Payload.of("hand", properties).mass == 1.0


def test_friction_is_the_formula(robot):
    batch = motion(50)
    epsilon = np.array([0.1, 0.2, 0.3])
    friction = {
        "shoulder": hod.Friction(viscous=0.5, coulomb=2.0, smoothing_speed=0.1),
        "elbow": hod.Friction(stribeck=0.7, smoothing_speed=0.2),
        "slide": hod.Friction(smoothing_speed=0.3),
    }
    found = hod.force_terms(robot.replace(friction=friction), batch, 1)["friction"]
    speed, acceleration = batch[:, 1], batch[:, 2]
    drop = np.array([0, 0.7, 0]) * np.exp(-((speed / 0.05) ** 2))
    sign = np.tanh(speed / epsilon)
    damping, dry = np.array([0.5, 0, 0]), np.array([2.0, 0, 0]) + drop
    expected = damping * speed + dry * sign
    rate = (
        damping + dry * (1 - sign**2) / epsilon - drop * 2 * speed / 0.05**2 * sign
    ) * acceleration
    np.testing.assert_allclose(found[:, 0], expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[:, 1], rate, rtol=1e-10, atol=1e-10)


def test_friction_of_the_urdf_counts_when_asked_for(robot):
    state = motion()
    assert "friction" not in hod.force_terms(robot, state)
    found = hod.force_terms(robot.replace(friction=True), state)["friction"]
    speed = state[1, 0]
    expected = 0.5 * speed + 2.0 * np.tanh(speed / 0.01)
    np.testing.assert_allclose(found[0], [expected, 0.0, 0.0], rtol=1e-12)


def test_bearing_friction_grows_with_the_load_and_takes_power(robot):
    batch = motion(50)
    friction = hod.Friction(bearing_coefficient=0.1, bearing_radius=0.02)
    rubbing = robot.replace(friction=friction)
    bare = hod.force_terms(rubbing, batch, 0)["friction"][:, 0]
    pull = hod.Load("hand", (0, 0, 1e4), frame="world")
    pulled = hod.force_terms(rubbing.replace(loads=[pull]), batch, 0)["friction"][:, 0]
    assert (bare * batch[:, 1]).min() >= 0.0
    assert np.abs(pulled).mean() > 10 * np.abs(bare).mean()


def test_rotors_are_gear_ratio_squared_times_inertia_times_acceleration(robot):
    drives = {
        "shoulder": hod.Drive(motor_inertia=1e-4, gear_ratio=100.0),
        "slide": hod.Drive(motor_inertia=2e-4, gear_ratio=10.0),
    }
    state = motion()
    found = hod.force_terms(robot.replace(drives=drives), state)["rotor"]
    np.testing.assert_allclose(found, state[2:] * [1.0, 0.0, 0.02], rtol=1e-14)


def test_a_batch_is_its_states_on_any_number_of_cores(robot):
    batch, times = motion(300), np.linspace(0.0, 1.0, 300)
    table = hod.LoadTable("hand", [0.0, 1.0], np.ones((2, 6)))
    friction = hod.Friction(viscous=0.5, bearing_coefficient=0.1, bearing_radius=0.1)
    robot = robot.replace(loads=[table], friction=friction)
    one = hod.force_terms(robot, batch, times=times, threads=1)
    many = hod.force_terms(robot, batch, times=times, threads=4)
    for name in one:
        np.testing.assert_array_equal(one[name], many[name])
        state = hod.force_terms(robot, batch[7], times=times[7])[name]
        np.testing.assert_array_equal(one[name][7], state)


@pytest.mark.parametrize(
    ("times", "complaint"),
    [
        (None, "times: found none, expected one per state, because a load changes"),
        ([0.0, 1.0], "times: found 2, expected 1"),
        (1.5, "load on link 'hand': found times from 0.* to 1.* s, expected all of the motion"),
        ("late", "times: found"),
    ],
)
@pytest.mark.parametrize("call", [hod.forces, hod.force_terms, hod.reactions])
def test_loads_from_tables_need_times(robot, call, times, complaint):
    loaded = robot.replace(loads=[hod.LoadTable("hand", [0, 1], np.ones((2, 6)))])
    with pytest.raises(hod.Error, match=complaint) as refusal:
        call(loaded, motion(), times=times)
    assert "\n" not in str(refusal.value)
