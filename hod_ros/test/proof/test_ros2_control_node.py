# SPDX-License-Identifier: Apache-2.0
"""Moves the arm of the proof by ros2_control_node as installed; the arm itself gives the time.

The clock goes on by a period per cycle, so that the figures do not depend on the machine.
"""

import itertools
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import launch_testing.actions
import launch_testing.asserts
import pytest
import rclpy
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTrajectoryControllerState
from controller_manager_msgs.srv import ListControllers, SwitchController
from launch import LaunchDescription
from launch_ros.actions import Node
from rclpy.action import ActionClient
from rclpy.qos import qos_profile_sensor_data
from rosgraph_msgs.msg import Clock
from trajectory_msgs.msg import JointTrajectoryPoint

HERE = Path(__file__).parent
JOINTS = [f"joint_{i}" for i in range(1, 8)]
HOME = [0.2, -0.4, 0.1, 0.9, -0.3, 0.5, 0.0]
AWAY = [1.2, 0.6, -0.5, 0.6, 0.7, -0.5, 1.2]
OWN = "hod_ros/HigherOrderFeedforwardController"
TYPES = {
    "pd_forces": OWN,
    "higher_order": OWN,
    "chained_elastic": OWN,
    "leader_elastic": "joint_trajectory_controller/JointTrajectoryController",
}
PERIOD = 4_000_000  # ns
PATIENCE = 200.0  # s


def text_of(name: str) -> str:
    return (HERE / name).read_text().replace("ROBOT_FILE", str(HERE / "arm.yaml"))


@pytest.mark.launch_test
def generate_test_description() -> LaunchDescription:
    folder = Path(tempfile.mkdtemp(prefix="hod_proof_"))
    parameters = folder / "controllers.yaml"
    parameters.write_text(text_of("controllers.yaml"))
    # At most twice as fast as real time, so that a listener hears the motions on a busy machine.
    clock = '<param name="publish_clock">true</param><param name="real_time_factor">2</param>'
    urdf = text_of("arm.urdf").replace("</hardware>", f"{clock}</hardware>")
    types = {f"{name}.type": kind for name, kind in TYPES.items()}
    return LaunchDescription(
        [
            Node(
                package="robot_state_publisher",
                executable="robot_state_publisher",
                parameters=[{"robot_description": urdf}],
            ),
            Node(
                package="controller_manager",
                executable="ros2_control_node",
                parameters=[
                    {"update_rate": 1_000_000_000 // PERIOD, "use_sim_time": True, **types}
                ],
            ),
            Node(
                package="controller_manager",
                executable="spawner",
                arguments=[*TYPES, "--inactive", "--param-file", str(parameters)],
            ),
            launch_testing.actions.ReadyToTest(),
        ]
    )


class TestProof(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rclpy.init()

    @classmethod
    def tearDownClass(cls) -> None:
        rclpy.shutdown()

    def setUp(self) -> None:
        self.node = rclpy.create_node("proof")

    def tearDown(self) -> None:
        self.node.destroy_node()

    def spin_until(self, condition: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}"
            rclpy.spin_once(self.node, timeout_sec=0.05)

    def call(self, kind: type, name: str, request: object) -> object:
        client = self.node.create_client(kind, f"/controller_manager/{name}")
        self.spin_until(client.service_is_ready, name)
        future = client.call_async(request)
        self.spin_until(future.done, f"an answer of {name}")
        return future.result()

    def state_of(self, controller: str) -> str:
        answer = self.call(ListControllers, "list_controllers", ListControllers.Request())
        states = {c.name: c.state for c in answer.controller}
        return states.get(controller, "not there")

    def switch(self, start: list[str], stop: list[str]) -> None:
        for name in start:
            self.spin_until(lambda name=name: self.state_of(name) == "inactive", name)
        request = SwitchController.Request(
            activate_controllers=start,
            deactivate_controllers=stop,
            strictness=SwitchController.Request.STRICT,
        )
        assert self.call(SwitchController, "switch_controller", request).ok

    def move(self, server: str, follower: str, goal: list[float]) -> float:
        """Return the largest error of any motor on the way."""
        states: list[JointTrajectoryControllerState] = []
        subscription = self.node.create_subscription(
            JointTrajectoryControllerState, f"/{follower}/state", states.append, 2000
        )
        client = ActionClient(
            self.node, FollowJointTrajectory, f"/{server}/follow_joint_trajectory"
        )
        self.spin_until(client.server_is_ready, server)
        self.spin_until(lambda: bool(states), "states")
        point = JointTrajectoryPoint(positions=goal, velocities=[0.0] * 7, accelerations=[0.0] * 7)
        point.time_from_start.sec = 2
        request = FollowJointTrajectory.Goal()
        request.trajectory.joint_names = JOINTS
        request.trajectory.points = [point]
        sent = client.send_goal_async(request)
        self.spin_until(sent.done, "an answer")
        assert sent.result().accepted
        result = sent.result().get_result_async()
        self.spin_until(result.done, "the result")
        assert result.result().result.error_code == FollowJointTrajectory.Result.SUCCESSFUL
        self.node.destroy_subscription(subscription)
        moving = [s for s in states if max(abs(v) for v in s.reference.velocities) > 0.1]
        assert len(moving) > 20
        for state in moving:
            assert state.header.stamp.nanosec % PERIOD == 0, "in lock-step"
        return max(abs(error) for state in moving for error in state.error.positions)

    def test_1_knowing_the_springs_pays(self) -> None:
        self.switch(["pd_forces"], [])
        rigid = self.move("pd_forces", "pd_forces", AWAY)
        self.switch(["higher_order"], ["pd_forces"])
        elastic = self.move("higher_order", "higher_order", HOME)
        print(f"largest error of a motor: {rigid:.1e} rad with PD + Q, {elastic:.1e} rad of {OWN}")
        assert 5.0 * elastic < rigid
        self.switch([], ["higher_order"])

    def test_2_a_chain_in_one_switch_and_apart(self) -> None:
        self.switch(["leader_elastic", "chained_elastic"], [])
        together = self.move("leader_elastic", "chained_elastic", AWAY)
        self.switch([], ["leader_elastic"])
        alone = self.move("chained_elastic", "chained_elastic", HOME)
        self.switch(["leader_elastic"], [])
        again = self.move("leader_elastic", "chained_elastic", AWAY)
        print(f"largest error of a motor: {together:.1e}, alone {alone:.1e}, {again:.1e} rad")
        assert max(together, alone, again) < 1e-3
        self.switch([], ["leader_elastic", "chained_elastic"])

    def test_3_the_clock_goes_on_by_whole_periods(self) -> None:
        clocks: list[Clock] = []
        self.node.create_subscription(Clock, "/clock", clocks.append, qos_profile_sensor_data)
        self.spin_until(lambda: len(clocks) > 500, "the clock")
        times = [c.clock.sec * 1_000_000_000 + c.clock.nanosec for c in clocks]
        steps = {later - earlier for earlier, later in itertools.pairwise(times)}
        assert min(steps) >= 0, "never back"
        assert all(step % PERIOD == 0 for step in steps)


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object) -> None:
        launch_testing.asserts.assertExitCodes(proc_info)
