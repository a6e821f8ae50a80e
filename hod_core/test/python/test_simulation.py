# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal

import numpy as np
import pytest

import hod
from robots import ARM, joint, urdf_of

pytest.importorskip("hod._simulation")

from hod.simulation import SimulatedArm

ROBOT = hod.Robot.from_urdf(ARM)
N = ROBOT.dof


def test_an_arm_at_rest_stays():
    drive = hod.Drive(stiffness=700.0, motor_inertia=0.1, damping=2.0)
    arm = SimulatedArm(ROBOT.replace(drives=drive, elastic=True))
    position = np.linspace(0.1, 0.5, N)
    arm.rest_at(position)
    arm.step(0.1, 200)
    assert arm.time == 0.1
    np.testing.assert_allclose(arm.position, position, atol=1e-10)
    weight = hod.forces(ROBOT, np.vstack([position, np.zeros((2, N))]), 0)[0]
    np.testing.assert_allclose(arm.motor_position, position + weight / 700.0, atol=1e-10)


def test_fixed_and_adaptive_steps_agree():
    robot = ROBOT.replace(drives=hod.Drive(stiffness=700.0, motor_inertia=0.1), elastic=True)
    ends = []
    for adaptive in (False, True):
        arm = SimulatedArm(robot)
        arm.set_state(1.0, np.zeros(N), np.ones(N), np.zeros(N), np.ones(N))
        arm.set_torque(np.linspace(-1.0, 1.0, N))
        arm.advance(0.2, tolerance=1e-12) if adaptive else arm.step(0.2, 4000)
        assert arm.time == pytest.approx(1.2)
        ends.append(np.concatenate([arm.position, arm.motor_velocity]))
    np.testing.assert_allclose(*ends, atol=1e-8)


def test_more_steps_than_an_int_counts_are_refused():
    with pytest.raises(TypeError, match=r"^steps: found 2147483648 \(int\), expected an int from"):
        SimulatedArm(ROBOT).step(0.1, steps=2**31)


def test_what_does_not_fit_is_said():
    arm = SimulatedArm(ROBOT)
    for call in (arm.rest_at, arm.set_torque):
        for wrong in (np.zeros(N + 1), 1.0, "high"):
            with pytest.raises(hod.Error, match="expected"):
                call(wrong)
    for duration, steps in ((0.0, 1), (np.nan, 1), (0.1, 0)):
        with pytest.raises(hod.Error, match=r"step: found .* expected a positive duration"):
            arm.step(duration, steps)
    massless = ROBOT.replace(drives=hod.Drive(stiffness=700.0), elastic=True)
    with pytest.raises(hod.Error, match="a motor without inertia"):
        SimulatedArm(massless)


def test_forces_of_the_simulated_motion_are_its_torques():
    link = ROBOT.link_names[-1]
    friction = hod.Friction(viscous=0.5, coulomb=1.0, bearing_coefficient=0.1, bearing_radius=0.05)
    robot = ROBOT.replace(
        friction=friction,
        drives=hod.Drive(motor_inertia=1e-4, gear_ratio=50.0),
        loads=[hod.Load(link, (3.0, -2.0, 5.0), frame="world")],
    )
    arm = SimulatedArm(robot)
    payload = hod.Payload(link, 0.8, (0.1, 0.0, 0.2))
    motion = hod.BaseMotion(angular_velocity=[[0.1, 0.2, 0.3]], acceleration=[[1.0, 0.0, 0.0]])
    arm.set_payload(payload)
    arm.set_wrench(0, [1.0, 0.0, 2.0, 0.0, 0.5, 0.0])
    arm.set_base_motion(motion)
    arm.set_gravity((0.0, 1.0, -9.0))
    arm.set_torque(np.linspace(-5.0, 5.0, N))
    arm.step(0.1, 100)
    assert np.any(np.abs(arm.velocity) > 0.1)
    workspace = hod.Workspace(robot, 0)
    workspace.set_payload(payload)
    workspace.set_wrench(0, [1.0, 0.0, 2.0, 0.0, 0.5, 0.0])
    workspace.set_base_motion(motion)
    workspace.set_gravity((0.0, 1.0, -9.0))
    torque = workspace.forces(np.array([arm.position, arm.velocity, arm.acceleration]))[0]
    np.testing.assert_allclose(torque, arm.torque, atol=1e-9)
    np.testing.assert_array_equal(arm.joint_torque, arm.torque)
    assert "at 0.1" in repr(arm)


def test_a_move_that_is_lost_is_said_with_time_and_joint():
    arm = SimulatedArm(ROBOT)
    arm.set_torque([0.0, 1e9, 0.0])
    for call in (lambda: arm.step(10.0, 10), lambda: arm.advance(10.0)):
        with pytest.raises(
            hod.Error, match=r"found joint '\w+' at .*/s, .* at time [\d.]+ s, from"
        ):
            call()
        assert np.isfinite(arm.position).all()
        assert np.isfinite(arm.velocity).all()
    assert 0.0 <= arm.time < 10.0


def test_a_joint_that_moves_no_mass_is_named():
    massless = urdf_of(
        '<link name="base"/><link name="tip"/>', joint("knee", "base", "tip", kind="continuous")
    )
    arm = SimulatedArm(hod.Robot.from_urdf(massless))
    arm.set_torque([1.0])
    for call in (arm.step, arm.advance):
        with pytest.raises(hod.Error, match="found joint 'knee', which moves no mass, at time 0 s"):
            call(0.1)


def test_forces_of_an_elastic_robots_rigid_joint_are_its_joint_torque():
    rigid = hod.Drive(motor_inertia=0.1, viscous_friction=0.7, coulomb_friction=1.0)
    drives = dict.fromkeys(ROBOT.joint_names, rigid)
    drives["elbow"] = hod.Drive(motor_inertia=0.1, stiffness=500.0)
    robot = ROBOT.replace(drives=drives, elastic=True)
    arm = SimulatedArm(robot)
    arm.rest_at(np.linspace(0.1, 0.5, N))
    arm.set_torque(arm.torque + np.linspace(1.0, 3.0, N))
    arm.step(0.05, 500)
    assert np.abs(arm.acceleration[[0, 2]]).min() > 0.1
    motion = [arm.position, arm.velocity, arm.acceleration]
    np.testing.assert_allclose(hod.forces(robot, motion, 0)[0], arm.joint_torque, rtol=1e-9)


@pytest.mark.parametrize("adaptive", [False, True])
def test_a_signal_ends_a_long_move_on_its_way(adaptive):
    def interrupt(*_: object) -> None:
        raise InterruptedError

    arm = SimulatedArm(ROBOT)
    arm.set_torque(np.linspace(-1.0, 1.0, N))
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(InterruptedError):
            arm.advance(200.0) if adaptive else arm.step(200.0, 2_000_000)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert arm.time < 200.0
    assert np.isfinite(arm.position).all()
    arm.step(0.001)
