# SPDX-License-Identifier: Apache-2.0
"""Kinematics against Pinocchio, and against itself where Pinocchio stops."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

import hod
from robots import ARM, motion


@pytest.fixture
def robot():
    return hod.Robot.from_urdf(ARM)


ROBOTS = (
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur3_gripper.urdf",
    "allegro_hand_description/urdf/allegro_right_hand.urdf",
)


@pytest.fixture(params=ROBOTS, ids=lambda path: Path(path).stem)
def pair(request):
    """A robot as both libraries read it, and the order of Pinocchio's columns."""
    pin = pytest.importorskip("pinocchio")
    prefix = Path(pin.__file__).parents[4]
    path = prefix / "share" / "example-robot-data" / "robots" / request.param
    if not path.exists():
        pytest.skip("example-robot-data is not installed")
    robot = hod.Robot.from_urdf(path)
    peer = pin.buildModelFromUrdf(str(path))
    if peer.nq != peer.nv or peer.nv != robot.dof:
        pytest.skip("another parametrization in this version of Pinocchio")
    return robot, peer, [robot.joint_names.index(name) for name in list(peer.names)[1:]]


def test_jacobian_and_its_rate_are_pinocchios(pair):
    import pinocchio as pin

    robot, peer, order = pair
    data = peer.createData()
    given = motion(rows=3, dof=robot.dof)
    pin.computeJointJacobiansTimeVariation(peer, data, given[0, order], given[1, order])
    pin.updateFramePlacements(peer, data)
    axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    for link in robot.link_names:
        frame = peer.getFrameId(link)
        own = hod.jacobian(robot, given, link, order=1)[:, :, order]
        other = pin.getFrameJacobian(peer, data, frame, axes)
        np.testing.assert_allclose(own[0], other, rtol=0, atol=1e-12)
        rate = pin.getFrameJacobianTimeVariation(peer, data, frame, axes)
        np.testing.assert_allclose(own[1], rate, rtol=0, atol=1e-11)


def test_momentum_and_energy_are_pinocchios(pair):
    import pinocchio as pin

    robot, peer, order = pair
    data = peer.createData()
    given = motion(rows=3, dof=robot.dof)
    q, rate = given[0, order], given[1, order]
    pin.computeCentroidalMomentum(peer, data, q, rate)
    own = hod.kinematics.momentum(robot, given, 0, about=pin.centerOfMass(peer, data, q))
    np.testing.assert_allclose(own[0], data.hg.vector, rtol=1e-9, atol=1e-10)
    kinetic = pin.computeKineticEnergy(peer, data, q, rate)
    np.testing.assert_allclose(hod.kinematics.kinetic_energy(robot, given, 0), kinetic, rtol=1e-11)
    np.testing.assert_allclose(hod.energies(robot, given, 0), [kinetic], rtol=1e-11)


def test_jacobian_derivatives_add_up_to_the_operational_motion(robot):
    given = motion(rows=8)
    link = robot.link_names[-1]
    rates = hod.jacobian(robot, given, link, order=6)
    assert rates.shape == (7, 6, robot.dof)
    operational = hod.kinematics.operational_motion(robot, given, link, 7)
    for m in range(1, 8):
        total = sum(comb(m - 1, k) * rates[k] @ given[m - k] for k in range(m))
        np.testing.assert_allclose(total, operational[m - 1], rtol=1e-11, atol=1e-10)


def test_the_default_jacobian_unpacks_into_three(robot):
    first, second, third = hod.jacobian(robot, motion(rows=3), robot.link_names[-1])
    assert first.shape == second.shape == third.shape == (6, robot.dof)


def test_point_and_orientation_make_the_pose(robot):
    given = motion(rows=5)
    link, point = robot.link_names[-1], np.array([0.1, -0.2, 0.3])
    origin = hod.kinematics.point_motion(robot, given, link)
    moved = hod.kinematics.point_motion(robot, given, link, point=point)
    turned = hod.kinematics.orientation(robot, given, link, 4)
    np.testing.assert_allclose(moved, origin + turned @ point, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(turned[0] @ turned[0].T, np.eye(3), atol=1e-14)


def test_joint_motion_undoes_operational_motion(robot):
    given = motion(rows=6)
    link = robot.link_names[-1]
    wanted = hod.kinematics.operational_motion(robot, given, link, 5)
    result = hod.kinematics.joint_motion(robot, given[0], wanted, link)
    if not result.damped:
        np.testing.assert_allclose(result.motion, given, rtol=1e-7, atol=1e-7)
    assert result.rank == robot.dof
    assert result.residual.shape == (6,)


def test_redundant_joints_reach_what_is_wanted_with_the_smallest_rates():
    robot = hod.Robot.from_urdf(_chain(9))
    given = motion(rows=5, dof=9)
    link = robot.link_names[-1]
    wanted = hod.kinematics.operational_motion(robot, given, link, 4)
    result = hod.kinematics.joint_motion(robot, given[0], wanted, link)
    reached = hod.kinematics.operational_motion(robot, result.motion, link, 4)
    np.testing.assert_allclose(reached, wanted, rtol=1e-8, atol=1e-8)
    assert np.linalg.norm(result.motion[1]) < np.linalg.norm(given[1])


def _chain(joints: int) -> str:
    axes = ["1 0 0", "0 1 0", "0 0 1"]
    links = "".join(f'<link name="l{i}"/>' for i in range(joints + 1))
    parts = "".join(
        f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/>'
        f'<origin xyz="0.1 0.2 0.3" rpy="0.3 {0.1 * i} 0"/><axis xyz="{axes[i % 3]}"/></joint>'
        for i in range(joints)
    )
    return f'<robot name="chain">{links}{parts}</robot>'


def test_at_a_singularity_the_residual_says_what_is_missing():
    robot = hod.Robot.from_urdf(
        '<robot name="arm"><link name="base"/><link name="upper"/><link name="lower"/>'
        '<link name="tip"/><joint name="a" type="continuous"><parent link="base"/>'
        '<child link="upper"/><axis xyz="0 0 1"/></joint><joint name="b" type="continuous">'
        '<parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>'
        '</joint><joint name="c" type="fixed"><parent link="lower"/><child link="tip"/>'
        '<origin xyz="1 0 0"/></joint></robot>'
    )
    wanted = [[1.0, 2.0, 0.0]]
    result = hod.kinematics.joint_motion(robot, [0.0, 0.0], wanted, "tip", rows="linear")
    assert result.damped
    assert result.rank == 1
    np.testing.assert_allclose(result.residual, [0.0, 1.0], atol=1e-12)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda m: hod.jacobian(m, motion(rows=3), "nose"), "nose"),
        (lambda m: hod.jacobian(m, motion(rows=2), m.link_names[-1]), "expected 3"),
        (lambda m: hod.jacobian(m, motion(rows=3)[:, :2], m.link_names[-1]), "columns"),
        (lambda m: hod.jacobian(m, motion(rows=3), m.link_names[-1], 99), "order"),
        (lambda m: hod.kinematics.momentum(m, motion(rows=2), 2), "expected 4 .* for order 2"),
        (
            lambda m: hod.kinematics.kinetic_energy(m, motion(rows=2), 2),
            "expected 4 .* for order 2",
        ),
        (lambda m: hod.kinematics.mass_moment(m, motion(rows=2), 2), "expected 3 .* for order 2"),
        (
            lambda m: hod.kinematics.joint_motion(
                m, np.zeros(m.dof), np.zeros((1, 6)), m.link_names[-1], rows="both"
            ),
            "both",
        ),
        (
            lambda m: hod.kinematics.joint_motion(
                m, np.zeros(m.dof), np.zeros((1, 5)), m.link_names[-1]
            ),
            "shape",
        ),
        (lambda m: hod.energies(m, motion(rows=3), 4), "expected 6"),
        (lambda m: hod.energies(m, motion(rows=9), 7), "max_order"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(robot, call, words):
    with pytest.raises(hod.Error, match=words):
        call(robot)
