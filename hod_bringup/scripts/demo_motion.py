#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends an arm the same trajectory again and again, until somebody else moves it."""

from __future__ import annotations

import signal
import sys
from math import isfinite

import rclpy
from action_msgs.msg import GoalStatus
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTrajectoryControllerState
from rclpy.action import ActionClient
from rclpy.duration import Duration
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.task import Future
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

LOOK_EVERY = 0.05  # s, for the controller
TRY_EVERY = 1.0  # s, goals that it refuses
STATES = ("state", "controller_state")
"""What controllers that follow trajectories call the topic of their state."""


class DemoMotion(Node):
    """Action client of a controller.

    Parameters: controller, its name; joints; times of the points, ascending [s]; positions [rad or
    m], a row of all joints per time. Begins once the controller is active, which its state shows.
    Ends when a goal of its own does not reach its end, since then somebody else has sent one.
    """

    def __init__(self) -> None:
        super().__init__("demo_motion")
        self.goal = FollowJointTrajectory.Goal(trajectory=self.trajectory())
        controller = self.declare_parameter("controller", "feedforward_controller").value
        action = f"{controller}/follow_joint_trajectory"
        self.client = ActionClient(self, FollowJointTrajectory, action)
        self.is_active = False
        self.subscriptions_to_state = [
            self.create_subscription(
                JointTrajectoryControllerState, f"{controller}/{state}", self.look, 1
            )
            for state in STATES
        ]
        self.done = Future()
        self.timer = self.create_timer(LOOK_EVERY, self.send)

    def look(self, state: JointTrajectoryControllerState) -> None:
        """Learn that the controller measures, and so is active."""
        positions = state.feedback.positions
        if len(positions) > 0 and all(map(isfinite, positions)):
            self.is_active = True
            while self.subscriptions_to_state:
                self.destroy_subscription(self.subscriptions_to_state.pop())

    def trajectory(self) -> JointTrajectory:
        """Read the parameters."""
        joints = list(self.declare_parameter("joints", [""]).value)
        times = list(self.declare_parameter("times", [0.0]).value)
        positions = list(self.declare_parameter("positions", [0.0]).value)
        if len(positions) != len(times) * len(joints) or not all(
            earlier < later for earlier, later in zip([0.0, *times], times, strict=False)
        ):
            raise ValueError(
                f"parameters: found {len(joints)} joints, {len(times)} times and {len(positions)} "
                "positions, expected ascending times above zero and a position per joint and time"
            )
        count = len(joints)
        rows = [positions[row * count : (row + 1) * count] for row in range(len(times))]
        return JointTrajectory(joint_names=joints, points=self.points(times, rows))

    @staticmethod
    def points(times: list[float], rows: list[list[float]]) -> list[JointTrajectoryPoint]:
        """Give points the velocities of the chords around them, and rest at the end.

        With velocities and accelerations a joint_trajectory_controller has no kinks.
        """
        last = len(times) - 1
        points = []
        for i, time in enumerate(times):
            before, after = max(i - 1, 0), min(i + 1, last)
            span = times[after] - times[before] if before < i < after else float("inf")
            chord = zip(rows[before], rows[after], strict=True)
            points.append(
                JointTrajectoryPoint(
                    positions=rows[i],
                    velocities=[(end - start) / span for start, end in chord],
                    accelerations=[0.0] * len(rows[i]),
                    time_from_start=Duration(seconds=time).to_msg(),
                )
            )
        return points

    def send(self) -> None:
        """Send the goal as soon as there is somebody to take it."""
        if not self.is_active or not self.client.server_is_ready():
            return
        self.destroy_timer(self.timer)
        self.client.send_goal_async(self.goal).add_done_callback(self.answered)

    def answered(self, future: Future) -> None:
        handle = future.result()
        if handle.accepted:
            handle.get_result_async().add_done_callback(self.ended)
            return
        self.get_logger().warning("The controller refuses the motion; its log says why.")
        self.timer = self.create_timer(TRY_EVERY, self.send)

    def ended(self, future: Future) -> None:
        answer = future.result()
        if answer.status == GoalStatus.STATUS_SUCCEEDED:
            self.send()
            return
        why = answer.result.error_string or "somebody else moves the arm"
        self.get_logger().info(f"The demonstration ends: {why}")
        self.done.set_result(None)


def main() -> int:
    """Run until the motion ends or the process is asked to stop."""
    rclpy.init()
    try:
        node = DemoMotion()
        rclpy.spin_until_future_complete(node, node.done)
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    except TypeError:
        # rclpy's action client raises this where it is taking feedback while the context ends.
        if rclpy.ok():
            raise
    except ValueError as error:
        print(f"demo_motion: {error}", file=sys.stderr)
        return 1
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's comes beside that of launch
        rclpy.try_shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
