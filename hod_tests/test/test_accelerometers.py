# SPDX-License-Identifier: Apache-2.0
"""A recorded accelerometer, reading by reading, against the motion it was made of."""

import csv
import unittest

import launch_testing.actions
import numpy as np
import pytest
import rclpy
from builtin_interfaces.msg import Time
from hod_msgs.msg import JointMotion
from launch import LaunchDescription
from launch_ros.actions import Node
from sensor_msgs.msg import Imu

from system import BRINGUP, SystemTest, failures, seconds

BAG = BRINGUP / "bags" / "fanuc_accelerometer"


@pytest.mark.launch_test
def generate_test_description() -> LaunchDescription:
    node = Node(
        package="hod_ros",
        executable="forces_node",
        parameters=[
            {
                "robot_description": (BAG / "robot.urdf").read_text(),
                "sensors.settings_file": str(BAG / "fit.yaml"),
                "qos_overrides./forearm/imu.subscription.reliability": "reliable",
                "qos_overrides./forearm/imu.subscription.depth": 5000,
            }
        ],
    )
    return LaunchDescription([node, launch_testing.actions.ReadyToTest()])


def stamp(time: float) -> Time:
    whole = int(time)
    return Time(sec=whole, nanosec=round(1e9 * (time - whole)))


class TestAccelerometers(SystemTest):
    def test_a_recorded_accelerometer_alone_tells_the_motion(self) -> None:
        found = self.collect(JointMotion, "/forces_node/estimated_motion")
        publisher = self.node.create_publisher(Imu, "/forearm/imu", 5000)
        self.spin_until(lambda: publisher.get_subscription_count() > 0, "the node")
        with (BAG / "readings.csv").open() as file:
            rows = np.array(list(csv.reader(file))[1:], float)
        for time, reading in rows:
            message = Imu()
            message.header.stamp = stamp(1000.0 + time)
            message.linear_acceleration.x = reading
            publisher.publish(message)
            rclpy.spin_once(self.node, timeout_sec=0.0)
        end = rows[-1, 0] - 0.3
        self.spin_until(
            lambda: bool(found) and seconds(found[-1]) - 1000.0 > end, "the end of the motion"
        )
        with (BAG / "motion.csv").open() as file:
            table = csv.reader(file)
            names = next(table)
            truth = np.array(list(table), float)
        joint = found[0].joint_names.index("J3")
        times = np.array([seconds(m) - 1000.0 for m in found])
        rows = np.array([np.reshape(m.derivatives, (m.order + 1, -1))[:3, joint] for m in found])
        before_the_stop = times < 2.0
        for order, name in enumerate(("J3.q", "J3.d1q")):
            expected = np.interp(times, truth[:, 0], truth[:, names.index(name)])
            error = np.abs(rows[:, order] - expected)
            assert error[before_the_stop].max() < 2e-4, name
            assert error.max() < 0.03, f"{name}: more than the sudden stop leaves as drift"


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object) -> None:
        assert not failures(proc_info)
