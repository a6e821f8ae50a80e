# SPDX-License-Identifier: Apache-2.0
"""Controllers with bad parameters are refused with a sentence, and the controller manager lives."""

import time
import unittest
from pathlib import Path

import launch_testing.actions
import pytest
import rclpy
from ament_index_python.packages import get_package_share_directory
from controller_manager_msgs.srv import ListControllers
from hod_bringup.description import MOCK, moving_joints, with_hardware
from launch import LaunchDescription
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

PARAMETERS = str(Path(__file__).parent / "config" / "bad_controllers.yaml")
ARM = Path(get_package_share_directory("hod_bringup")) / "urdf" / "fanuc_lrmate.urdf"
PATIENCE = 60.0  # s


def spawner(name: str) -> Node:
    return Node(
        package="controller_manager",
        executable="spawner",
        name=f"spawner_{name}",
        arguments=[name, "--param-file", PARAMETERS, "--controller-manager-timeout", "60"],
    )


@pytest.mark.launch_test
def generate_test_description() -> tuple[LaunchDescription, dict]:
    bare = ARM.read_text()
    description = ParameterValue(with_hardware(bare, moving_joints(bare), MOCK, {}), value_type=str)
    manager = Node(
        package="controller_manager",
        executable="ros2_control_node",
        parameters=[PARAMETERS],
        remappings=[("~/robot_description", "/robot_description")],
    )
    publisher = Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        parameters=[{"robot_description": description}],
    )
    spawners = {name: spawner(name) for name in ("unknown_joint", "negative_gain", "good")}
    return LaunchDescription(
        [manager, publisher, *spawners.values(), launch_testing.actions.ReadyToTest()]
    ), {"manager": manager, **spawners}


class TestBadConfiguration(unittest.TestCase):
    def test_unknown_joint(
        self, proc_output: object, proc_info: object, manager: Node, unknown_joint: Node
    ) -> None:
        proc_output.assertWaitFor(
            "there is no joint 'J9', expected some of: J1, J2, J3, J4, J5",
            process=manager,
            timeout=PATIENCE,
            stream="stderr",
        )
        proc_info.assertWaitForShutdown(process=unknown_joint, timeout=PATIENCE)
        assert proc_info[unknown_joint].returncode != 0

    def test_negative_gain(
        self, proc_output: object, proc_info: object, manager: Node, negative_gain: Node
    ) -> None:
        proc_output.assertWaitFor("gains.J1.kp", process=manager, timeout=PATIENCE, stream="stderr")
        proc_info.assertWaitForShutdown(process=negative_gain, timeout=PATIENCE)
        assert proc_info[negative_gain].returncode != 0

    def test_others_are_not_disturbed(self, proc_info: object, good: Node) -> None:
        proc_info.assertWaitForShutdown(process=good, timeout=PATIENCE)
        assert proc_info[good].returncode == 0
        rclpy.init()
        node = rclpy.create_node("test_bad_configuration")
        client = node.create_client(ListControllers, "/controller_manager/list_controllers")
        assert client.wait_for_service(timeout_sec=PATIENCE)
        states = {}
        end = time.monotonic() + PATIENCE
        while "unknown_joint" not in states and time.monotonic() < end:
            future = client.call_async(ListControllers.Request())
            rclpy.spin_until_future_complete(node, future, timeout_sec=PATIENCE)
            states = {one.name: one.state for one in future.result().controller}
        node.destroy_node()
        rclpy.shutdown()
        assert states.get("unknown_joint") == "unconfigured"
        assert states.get("good") == "active"
