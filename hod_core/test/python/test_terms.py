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
    assert list(hod.force_terms(robot, motion(), loads=[load])) == ["inertia", "gravity", "load"]
    full = hod.force_terms(
        robot, motion(4), loads=[load], friction=friction, rotors=hod.Rotors(0.1, 3.0)
    )
    assert list(full) == ["inertia", "gravity", "load", "friction", "rotor"]
    assert {term.shape for term in full.values()} == {(4, 3, 3)}


@pytest.mark.parametrize("frame", ["link", "world"])
def test_a_load_is_the_jacobian_times_its_wrench(robot, frame):
    state = motion()
    load = hod.Load("hand", FORCE, MOMENT, point=POINT, frame=frame)
    found = hod.force_terms(robot, state, 2, loads=[load])["load"]
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
    robot = pinocchio.buildSampleModelManipulator()
    robot = hod.Robot.from_pinocchio(robot)
    q = np.random.default_rng(3).standard_normal(robot.nq)
    data = robot.createData()
    gravity = pinocchio.computeGeneralizedGravity(robot, data, q)
    still = np.zeros((3, robot.nq))
    still[0] = q
    wrench = np.concatenate([FORCE, MOMENT])
    for link in robot.link_names[1:]:
        frame = robot.getFrameId(link)
        jacobian = pinocchio.computeFrameJacobian(robot, data, q, frame, pinocchio.LOCAL)
        terms = hod.force_terms(robot, still, 0, loads=[hod.Load(link, FORCE, MOMENT)])
        assert np.abs(terms["inertia"]).max() == 0.0
        static = sum(terms.values())[0]
        np.testing.assert_allclose(static, gravity + jacobian.T @ wrench, rtol=1e-11, atol=1e-11)


def test_a_load_takes_derivatives(robot):
    rates = np.random.default_rng(4).standard_normal((2, 6))
    whole = hod.Load("fore", FORCE, MOMENT, derivatives=rates)
    rate_alone = hod.Load("fore", rates[0, :3], rates[0, 3:])
    still = np.zeros((5, 3))
    found = hod.force_terms(robot, still, 2, loads=[whole])["load"]
    expected = hod.force_terms(robot, still, 2, loads=[rate_alone])["load"]
    np.testing.assert_allclose(found[1], expected[0], atol=1e-14)


def test_a_table_gives_what_its_loads_give(robot):
    times = np.array([0.0, 0.5, 1.5])
    rows = np.random.default_rng(5).standard_normal((3, 3, 6))
    table = hod.LoadTable("hand", times, rows, point=POINT, frame="world")
    batch = motion(3)
    together = hod.force_terms(robot, batch, 2, loads=[table], times=times)["load"]
    for instant in range(3):
        load = hod.Load(
            "hand",
            rows[instant, 0, :3],
            rows[instant, 0, 3:],
            point=POINT,
            frame="world",
            derivatives=rows[instant, 1:],
        )
        alone = hod.force_terms(robot, batch[instant], 2, loads=[load])["load"]
        np.testing.assert_allclose(together[instant], alone, rtol=1e-10, atol=1e-10)
    single = hod.force_terms(robot, batch[1], 2, loads=[table], times=0.5)["load"]
    np.testing.assert_allclose(single, together[1], rtol=1e-12, atol=1e-12)


def test_a_table_without_derivatives_is_straight_in_between(robot):
    wrenches = np.array([[0.0, 0, 0, 0, 0, 0], [4.0, 0, 0, 0, 0, 2.0]])
    table = hod.LoadTable("hand", [0.0, 2.0], wrenches)
    state = motion()
    quarter = hod.force_terms(robot, state, 0, loads=[table], times=0.5)["load"]
    load = hod.Load("hand", (1.0, 0, 0), (0, 0, 0.5))
    np.testing.assert_allclose(
        quarter, hod.force_terms(robot, state, 0, loads=[load])["load"], rtol=1e-12
    )


def test_a_payload_is_inertia_and_weight_of_its_carrier(robot):
    state = motion()
    payload = hod.Payload("hand", 2.0, POINT)
    loaded = hod.force_terms(robot, state, payloads=[payload])
    bare = hod.force_terms(robot, state)
    weight = hod.Load("hand", -2.0 * robot.gravity, point=POINT, frame="world")
    held = hod.force_terms(robot, state, loads=[weight])["load"]
    np.testing.assert_allclose(loaded["gravity"], bare["gravity"] + held, rtol=1e-11, atol=1e-11)
    assert np.abs(loaded["inertia"] - bare["inertia"]).max() > 0.1
    two = hod.force_terms(robot, state, payloads=[hod.Payload("hand", 1.0, POINT)] * 2)
    np.testing.assert_allclose(two["inertia"], loaded["inertia"], rtol=1e-11, atol=1e-11)
    properties = hod.mass.MassProperties(1.0, POINT, 0.1 * np.eye(3))
    assert hod.Payload.of("hand", properties).mass == 1.0


def test_friction_is_the_formula(robot):
    batch = motion(50)
    friction = hod.Friction.of(robot, stribeck={"elbow": 0.7}, smoothing_speed=[0.1, 0.2, 0.3])
    found = hod.force_terms(robot, batch, 1, friction=friction)["friction"]
    speed, acceleration = batch[:, 1], batch[:, 2]
    epsilon = np.array([0.1, 0.2, 0.3])
    drop = np.array([0, 0.7, 0]) * np.exp(-((speed / 0.05) ** 2))
    sign = np.tanh(speed / epsilon)
    dry = robot.friction + drop
    expected = robot.damping * speed + dry * sign
    rate = (
        robot.damping + dry * (1 - sign**2) / epsilon - drop * 2 * speed / 0.05**2 * sign
    ) * acceleration
    np.testing.assert_allclose(found[:, 0], expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[:, 1], rate, rtol=1e-10, atol=1e-10)


def test_bearing_friction_grows_with_the_load_and_takes_power(robot):
    batch = motion(50)
    friction = hod.Friction(bearing_coefficient=0.1, bearing_radius=0.02)
    bare = hod.force_terms(robot, batch, 0, friction=friction)["friction"][:, 0]
    pulled = hod.force_terms(
        robot, batch, 0, friction=friction, loads=[hod.Load("hand", (0, 0, 1e4), frame="world")]
    )["friction"][:, 0]
    assert (bare * batch[:, 1]).min() >= 0.0
    assert np.abs(pulled).mean() > 10 * np.abs(bare).mean()


def test_rotors_are_gear_ratio_squared_times_inertia_times_acceleration(robot):
    rotors = hod.Rotors({"shoulder": 1e-4, "slide": 2e-4}, gear_ratio=[100.0, 50.0, 10.0])
    state = motion()
    found = hod.force_terms(robot, state, rotors=rotors)["rotor"]
    np.testing.assert_allclose(found, state[2:] * [1.0, 0.0, 0.02], rtol=1e-14)


def test_a_batch_is_its_states_on_any_number_of_cores(robot):
    batch, times = motion(300), np.linspace(0.0, 1.0, 300)
    table = hod.LoadTable("hand", [0.0, 1.0], np.ones((2, 6)))
    asked = {"loads": [table], "friction": hod.Friction.of(robot, bearing_coefficient=0.1)}
    one = hod.force_terms(robot, batch, times=times, threads=1, **asked)
    many = hod.force_terms(robot, batch, times=times, threads=4, **asked)
    for name in one:
        np.testing.assert_array_equal(one[name], many[name])
        state = hod.force_terms(robot, batch[7], times=times[7], **asked)[name]
        np.testing.assert_array_equal(one[name][7], state)


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"loads": [hod.Load("foot", FORCE)]}, "link: found 'foot', expected"),
        ({"loads": [hod.Load("hand", (0, np.nan, 0))]}, "load on link 'hand': found a number"),
        ({"loads": [hod.Load("hand", (0, 0))]}, "force: found .* expected three numbers"),
        ({"loads": [hod.Load("hand", "up")]}, "force: found 'up', expected numbers"),
        ({"loads": [hod.Load("hand", frame="tool")]}, "frame: found 'tool', expected 'link'"),
        ({"loads": [hod.Load("hand", derivatives=[1, 2])]}, "derivatives: found shape"),
        ({"loads": [hod.Load("hand", derivatives=np.ones((7, 6)))]}, "derivatives: found 7 rows"),
        ({"loads": [hod.LoadTable("hand", [0, 1], np.ones((2, 6)))]}, "times: found none"),
        (
            {"loads": [hod.LoadTable("hand", [0, 1], np.ones((2, 6)))], "times": 1.5},
            "load table: found times from 0.0* s to 1.0* s, expected all of the motion, 1.5",
        ),
        ({"loads": [hod.LoadTable("hand", [0, 1], np.ones((2, 5)))]}, "wrenches: found shape"),
        ({"loads": [hod.LoadTable("hand", [0, 1], np.ones((3, 6)))]}, "load table: found 2 times"),
        ({"loads": [hod.LoadTable("hand", [1, 0], np.ones((2, 6)))]}, "expected"),
        ({"friction": hod.Friction(smoothing_speed=0.0)}, "'shoulder': found smoothing_speed = 0"),
        ({"friction": hod.Friction(coulomb=[0, -1, 0])}, "'elbow': found coulomb = -1"),
        ({"friction": hod.Friction(coulomb=[0, 1])}, r"friction: coulomb: found shape \(2,\)"),
        ({"friction": hod.Friction(coulomb={"knee": 1})}, "friction: coulomb: found joint 'knee'"),
        ({"friction": hod.Friction(coulomb="much")}, "friction: coulomb: found 'much'"),
        ({"rotors": hod.Rotors(-1.0)}, "rotor of joint 'shoulder': found inertia -1"),
        ({"rotors": hod.Rotors(1.0, np.inf)}, "rotor of joint 'shoulder'"),
        ({"payloads": [hod.Payload("foot", 1.0)]}, "link: found 'foot'"),
        ({"payloads": [hod.Payload("hand", -1.0)]}, "payload on link 'hand': found"),
        ({"payloads": [hod.Payload("hand", 1.0, inertia=np.eye(2))]}, "payload on link 'hand'"),
        ({"times": [0.0, 1.0]}, "times: found 2, expected 1"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(robot, asked, complaint):
    with pytest.raises(hod.Error, match=complaint) as refusal:
        hod.force_terms(robot, motion(), **asked)
    assert "\n" not in str(refusal.value)
