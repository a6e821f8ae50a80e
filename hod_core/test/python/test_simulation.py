# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM

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
