# SPDX-License-Identifier: Apache-2.0
"""Starts hod_bringup's arm as a user does: it moves by itself, and all topics with it."""

import unittest
from collections.abc import Callable

import launch_testing
import numpy as np
import pytest
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTrajectoryControllerState
from controller_manager.test_utils import check_controllers_running
from hod_msgs.msg import AccelerationEnergies, HigherOrderForces, JointForces, MassDistribution
from launch import LaunchDescription
from rclpy.action import ActionClient
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage
from trajectory_msgs.msg import JointTrajectoryPoint

from system import JOINTS, PATIENCE, SystemTest, complaints, failures, seconds, system_of

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
FAR = 0.3  # rad
NEAR = 0.01  # rad


@pytest.mark.launch_test
@launch_testing.parametrize("drive", ["rigid", "elastic"])
def generate_test_description(drive: str) -> LaunchDescription:
    return system_of("fanuc_lrmate.launch.py", drive=drive)


def span(rows: list) -> np.ndarray:
    """How far each column goes."""
    return np.ptp(np.array(rows), axis=0) if rows else np.zeros(1)


def far(messages: list, values: Callable[[object], object], least: object) -> Callable[[], bool]:
    """Return what asks, at every fiftieth message, whether all values have gone that far."""
    seen = {"count": 0, "far": False}

    def ask() -> bool:
        if len(messages) >= seen["count"] + 50:
            seen["count"] = len(messages)
            seen["far"] = bool((span([values(m) for m in messages]) > least).all())
        return seen["far"]

    return ask


class TestSimulatedArm(SystemTest):
    def test_1_everything_moves(self) -> None:
        states = self.collect(JointState, "/joint_states")
        joints = {j: self.collect(JointForces, f"/forces_node/joints/{j}") for j in JOINTS}
        energies = self.collect(AccelerationEnergies, "/forces_node/energies")
        frames = self.collect(TFMessage, "/tf")
        mass = self.collect(MassDistribution, "/forces_node/mass_distribution", LATCHED)
        self.spin_until(far(states, lambda s: s.position, FAR), "motion")
        for joint, messages in joints.items():
            moves = far(messages, lambda m: (m.effort, m.effort_d1, m.effort_d2), [0.1, 1.0, 1.0])
            self.spin_until(moves, f"Q, Q', Q'' of {joint}")
        self.spin_until(far(energies, lambda e: e.totals, 0.0), "energies")
        self.spin_until(lambda: bool(frames and mass), "frames and masses")
        assert {f"link_{i}" for i in range(1, 6)} <= {link.link for link in mass[0].links}

    def test_2_the_arm_follows(self) -> None:
        states = self.collect(JointTrajectoryControllerState, "/feedforward_controller/state")
        self.spin_until(far(states, lambda s: s.reference.positions, FAR), "motion")
        errors = np.abs([state.error.positions for state in states])
        assert errors.max() < NEAR

    def test_3_q_d1_is_the_slope_of_q(self) -> None:
        forces = self.collect(HigherOrderForces, "/feedforward_controller/forces")

        self.spin_until(far(forces, lambda f: f.values, [*[0.1] * 5, *[1.0] * 10]), "forces")
        assert not any(any(force.saturated) for force in forces)
        steps = np.diff([seconds(force) for force in forces])[:, np.newaxis]
        rows = np.array([np.reshape(f.values, (f.order + 1, -1)) for f in forces])
        heard = steps < 1.5 * np.median(steps)  # where no message was lost in between
        assert heard.mean() > 0.5
        # Where a motion begins or ends between two messages, snap jumps, and Q'' with it.
        moves = np.any(rows[:, 1] != 0.0, axis=1)[:, np.newaxis]
        heard &= moves[1:] == moves[:-1]
        for order in (0, 1):
            risen = np.cumsum(np.where(heard, np.diff(rows[:, order], axis=0), 0.0), axis=0)
            middle = 0.5 * (rows[1:, order + 1] + rows[:-1, order + 1])
            area = np.cumsum(np.where(heard, middle * steps, 0.0), axis=0)
            assert np.abs(risen - area).max() < 0.03 * np.abs(risen).max()

    def test_4_somebody_else_may_move_it(self) -> None:
        check_controllers_running(self.node, ["feedforward_controller"], timeout=PATIENCE)
        client = ActionClient(
            self.node, FollowJointTrajectory, "/feedforward_controller/follow_joint_trajectory"
        )
        assert client.wait_for_server(timeout_sec=PATIENCE)
        goal = FollowJointTrajectory.Goal()
        goal.trajectory.joint_names = JOINTS
        point = JointTrajectoryPoint(positions=[0.1, 0.2, 0.3, 0.4, 0.5])
        point.time_from_start.sec = 2
        goal.trajectory.points = [point]
        sent = client.send_goal_async(goal)
        self.spin_until(sent.done, "an answer")
        result = sent.result().get_result_async()
        self.spin_until(result.done, "the result")
        assert result.result().result.error_code == FollowJointTrajectory.Result.SUCCESSFUL
        states = self.collect(JointState, "/joint_states")
        self.spin_until(lambda: len(states) > 500, "joint states")
        there = [dict(zip(s.name, s.position, strict=True)) for s in states]
        rest = np.array([[row[joint] for joint in JOINTS] for row in there])
        assert np.abs(rest - point.positions).max() < NEAR


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object, proc_output: object) -> None:
        assert not complaints(proc_output)
        assert not failures(proc_info)
