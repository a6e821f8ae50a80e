# SPDX-License-Identifier: Apache-2.0
"""Starts hod_bringup's arm on mock hardware, behind a joint_trajectory_controller.

Compares what is commanded with Newton and Euler.
"""

import unittest

import launch_testing
import numpy as np
import pytest
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTrajectoryControllerState
from controller_manager import list_controllers, switch_controllers, unload_controller
from controller_manager.test_utils import check_controllers_running
from hod_msgs.msg import AccelerationEnergies, HigherOrderForces, JointForces, JointMotion
from hod_msgs.srv import ComputeForces
from launch import LaunchDescription
from pal_statistics_msgs.msg import StatisticsNames
from rcl_interfaces.srv import SetParameters
from rclpy.action import ActionClient
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectoryPoint

from newton_euler import Robot
from system import BRINGUP, JOINTS, PATIENCE, SystemTest, failures, seconds, system_of

LEADS = ["lead", "leader_ahead"]
FORCES = ["effort", "effort_d1", "effort_d2"]
GOAL = [0.6, -0.3, 0.5, 0.4, -0.8]
MUCH_LESS_THAN_A_CYCLE = 0.3e-3  # s


@pytest.mark.launch_test
def generate_test_description() -> LaunchDescription:
    return system_of(
        "fanuc_lrmate.launch.py",
        mode="mock",
        demo="false",
        chained="true",
        robot_file="none",  # the URDF alone, as newton_euler.py has it
    )


def random_motion(seed: int) -> np.ndarray:
    """Rows q ... q''''."""
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (5, len(JOINTS)))


def message_of(motion: np.ndarray) -> JointMotion:
    """The joints from last to first, so that nothing depends on their order."""
    message = JointMotion(joint_names=JOINTS[::-1], order=len(motion) - 1)
    message.header.frame_id = "test"
    message.derivatives = motion[:, ::-1].flatten().tolist()
    return message


def table(message: HigherOrderForces) -> np.ndarray:
    """Q, Q', Q'' in the rows, columns in the order of JOINTS."""
    rows = np.array(message.values).reshape(message.order + 1, -1)
    return rows[:, [message.joint_names.index(joint) for joint in JOINTS]]


def same_cycle(states: list, forces: list) -> list[tuple]:
    """What the leading controller put out, and the forces that followed in the same cycle.

    Every controller has its own time stamp; the follower's comes right after the leader's.
    """
    times = np.array([seconds(state) for state in states])
    pairs = []
    for force in forces:
        before = np.searchsorted(times, seconds(force), side="right") - 1
        if before >= 0 and seconds(force) - times[before] < MUCH_LESS_THAN_A_CYCLE:
            pairs.append((states[before].output, force))
    return pairs


class TestMockArm(SystemTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.robot = Robot((BRINGUP / "urdf" / "fanuc_lrmate.urdf").read_text())
        assert cls.robot.joint_names == JOINTS

    def move(self, goal: list[float]) -> None:
        client = ActionClient(
            self.node, FollowJointTrajectory, "/joint_trajectory_controller/follow_joint_trajectory"
        )
        assert client.wait_for_server(timeout_sec=PATIENCE)
        request = FollowJointTrajectory.Goal()
        request.trajectory.joint_names = JOINTS
        point = JointTrajectoryPoint(positions=goal, velocities=[0.0] * 5, accelerations=[0.0] * 5)
        point.time_from_start.sec = 2
        request.trajectory.points = [point]
        sent = client.send_goal_async(request)
        self.spin_until(sent.done)
        assert sent.result().accepted
        result = sent.result().get_result_async()
        self.spin_until(result.done)
        assert result.result().result.error_code == FollowJointTrajectory.Result.SUCCESSFUL

    def evaluate_at_the_reference(self) -> None:
        """Take lead and lag out of the law, so that its forces are those of the leader's output."""
        client = self.node.create_client(SetParameters, "/feedforward_controller/set_parameters")
        assert client.wait_for_service(timeout_sec=PATIENCE)
        parameters = [Parameter(name, value=0.0).to_parameter_msg() for name in LEADS]
        future = client.call_async(SetParameters.Request(parameters=parameters))
        self.spin_until(future.done)
        assert all(result.successful for result in future.result().results)

    def test_controllers_become_active(self) -> None:
        check_controllers_running(
            self.node,
            ["joint_state_broadcaster", "joint_trajectory_controller", "feedforward_controller"],
            timeout=PATIENCE,
        )

    def test_derivatives_are_among_the_introspection_variables(self) -> None:
        names = self.collect(
            StatisticsNames,
            "/controller_manager/introspection_data/names",
            QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL),
        )
        wanted = {f"feedforward_controller.{joint}.{q}" for joint in JOINTS for q in FORCES}
        wanted.add("feedforward_controller.compute_time_us")
        self.spin_until(lambda: bool(names) and wanted <= set(names[-1].names))

    def test_efforts_of_a_trajectory(self) -> None:
        check_controllers_running(self.node, ["joint_trajectory_controller"], timeout=PATIENCE)
        self.evaluate_at_the_reference()
        states = self.collect(
            JointTrajectoryControllerState, "/joint_trajectory_controller/controller_state"
        )
        forces = self.collect(HigherOrderForces, "/feedforward_controller/forces")
        self.spin_until(lambda: bool(states) and bool(forces))
        self.move([-position for position in GOAL])

        pairs = same_cycle(states, forces)
        moving = [pair for pair in pairs if np.abs(pair[0].velocities).max() > 0.1]
        assert len(moving) > 10, "cycles of which both reference and forces are known"
        for output, force in moving:
            expected = self.robot.forces(
                np.array(output.positions),
                np.array(output.velocities),
                np.array(output.accelerations),
            )
            np.testing.assert_allclose(table(force)[0], expected, atol=1e-9)
            assert not any(force.saturated)

        # The leader gives no jerk: Q' follows from an estimate, and is the slope of Q.
        messages = [force for _, force in moving]
        times = np.array([seconds(force) for force in messages])
        tables = np.array([table(force) for force in messages])
        slope = np.gradient(tables[:, 0], times, axis=0)
        inner = slice(3, -3)
        error = np.abs(tables[inner, 1] - slope[inner]).max()
        assert error < 0.1 * np.abs(slope).max()

    def test_unloading_it_leaves_the_others_alone(self) -> None:
        """The last one: a broadcaster that had claimed what it exports would read it on."""
        manager = "/controller_manager"
        claims = {
            controller.name: controller.required_state_interfaces
            for controller in list_controllers(self.node, manager).controller
        }
        assert set(claims["joint_state_broadcaster"]) == {
            f"{joint}/{state}" for joint in JOINTS for state in ("position", "velocity", "effort")
        }
        laws = ["joint_trajectory_controller", "feedforward_controller"]
        assert switch_controllers(self.node, manager, laws, [], True, True, PATIENCE).ok
        for law in laws:
            assert unload_controller(self.node, manager, law).ok
        check_controllers_running(self.node, ["joint_state_broadcaster"], timeout=PATIENCE)
        states = self.collect(JointState, "/joint_states")
        self.spin_until(lambda: len(states) > 100)

    def test_effort_reaches_the_hardware(self) -> None:
        check_controllers_running(self.node, ["joint_trajectory_controller"], timeout=PATIENCE)
        self.move(GOAL)
        states = self.collect(JointState, "/joint_states")
        zero = np.zeros(len(JOINTS))
        expected = self.robot.forces(np.array(GOAL), zero, zero)

        def arrived() -> bool:
            if not states:
                return False
            effort = [states[-1].effort[states[-1].name.index(joint)] for joint in JOINTS]
            return np.allclose(effort, expected, atol=1e-6)

        self.spin_until(arrived)
        assert states[-1].position == pytest.approx(
            [GOAL[JOINTS.index(joint)] for joint in states[-1].name], abs=1e-9
        )

    def test_forces_of_a_motion(self) -> None:
        forces = self.collect(HigherOrderForces, "/forces_node/forces")
        elbow = self.collect(JointForces, "/forces_node/joints/J3")
        energies = self.collect(AccelerationEnergies, "/forces_node/energies")
        publisher = self.node.create_publisher(JointMotion, "/forces_node/motion", 10)
        motion = random_motion(1)

        def own(messages: list) -> list:
            return [message for message in messages if message.header.frame_id == "test"]

        def answered() -> bool:
            publisher.publish(message_of(motion))
            return bool(own(forces) and own(elbow) and own(energies))

        self.spin_until(answered)
        expected = self.robot.derivatives(motion)
        actual = table(own(forces)[0])
        np.testing.assert_allclose(actual[0], expected[0], atol=1e-9)
        np.testing.assert_allclose(actual[1], expected[1], atol=1e-6)
        np.testing.assert_allclose(actual[2], expected[2], atol=1e-3)
        joint = own(elbow)[0]
        np.testing.assert_array_equal(
            [joint.effort, joint.effort_d1, joint.effort_d2], actual[:, 2]
        )
        assert own(energies)[0].orders.tolist() == [0, 1, 2, 3]

    def test_forces_of_joint_states_without_being_asked(self) -> None:
        forces = self.collect(HigherOrderForces, "/forces_node/forces")
        self.spin_until(lambda: bool(forces))
        assert sorted(forces[0].joint_names) == JOINTS

    def test_service_computes_the_same(self) -> None:
        client = self.node.create_client(ComputeForces, "/forces_node/compute_forces")
        assert client.wait_for_service(timeout_sec=PATIENCE)
        motion = random_motion(2)
        future = client.call_async(ComputeForces.Request(motion=message_of(motion), order=0))
        self.spin_until(future.done)
        assert future.result().success, future.result().message
        np.testing.assert_allclose(
            table(future.result().forces)[0], self.robot.forces(*motion[:3]), atol=1e-9
        )


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object) -> None:
        assert not failures(proc_info)
