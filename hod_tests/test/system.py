# SPDX-License-Identifier: Apache-2.0
"""What tests of running systems have in common."""

import signal
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import launch_testing.actions
import rclpy
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from rclpy.qos import QoSProfile

BRINGUP = Path(get_package_share_directory("hod_bringup"))
JOINTS = ["J1", "J2", "J3", "J4", "J5"]
PATIENCE = 180.0  # s, on a machine with ten times the work that it can do; waits end when they may


def started(launch_file: str, **arguments: str) -> IncludeLaunchDescription:
    """Return one of hod_bringup's launch files with its arguments."""
    return IncludeLaunchDescription(
        PythonLaunchDescriptionSource(str(BRINGUP / "launch" / launch_file)),
        launch_arguments=arguments.items(),
    )


def system_of(launch_file: str, **arguments: str) -> LaunchDescription:
    """Return what a launch test starts."""
    return LaunchDescription(
        [started(launch_file, **arguments), launch_testing.actions.ReadyToTest()]
    )


def seconds(message: object) -> float:
    """Return the stamp of a message."""
    return message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec


def complaints(proc_output: object) -> list[str]:
    """Return what was logged as an error, but for one of the controller manager's shutdown."""
    lines = [line for one in proc_output for line in one.text.decode().splitlines()]
    return [
        line for line in lines if "[ERROR]" in line and "Exception in publisher thread" not in line
    ]


def failures(proc_info: object, allowed: tuple[int, ...] = (0,)) -> list[str]:
    """Return the processes that ended with another code than those allowed."""
    return [
        f"{one.process_name}: {one.returncode}"
        for one in proc_info
        if one.returncode not in (*allowed, *_not_ours(one.process_name))
    ]


def _not_ours(process_name: str) -> tuple[int, ...]:
    """Return how robot_state_publisher may end besides.

    Now and then it does not hear an interruption, so that launch kills it, or it aborts on its way
    out.
    """
    codes = (-signal.SIGKILL, -signal.SIGABRT)
    return codes if "robot_state_publisher" in process_name else ()


class SystemTest(unittest.TestCase):
    """A node that listens."""

    @classmethod
    def setUpClass(cls) -> None:
        rclpy.init()

    @classmethod
    def tearDownClass(cls) -> None:
        rclpy.shutdown()

    def setUp(self) -> None:
        self.node = rclpy.create_node("listener")

    def tearDown(self) -> None:
        self.node.destroy_node()

    def spin_until(
        self, condition: Callable[[], bool], what: str = "anything", patience: float = PATIENCE
    ) -> None:
        """Wait, but not for ever [s]."""
        end = time.monotonic() + patience
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}"
            rclpy.spin_once(self.node, timeout_sec=0.05)

    def spin_for(self, duration: float) -> None:
        """Listen for a while [s]."""
        end = time.monotonic() + duration
        while time.monotonic() < end:
            rclpy.spin_once(self.node, timeout_sec=0.01)

    def collect(self, message_type: type, topic: str, quality: QoSProfile | int = 2000) -> list:
        """Return a list that fills with the messages of a topic."""
        received: list = []
        self.node.create_subscription(message_type, topic, received.append, quality)
        return received
