# SPDX-License-Identifier: Apache-2.0
"""Starts the FANUC LR Mate: ros2_control with HOD's feedforward controller, and the forces node."""

from pathlib import Path

import xacro
from ament_index_python.packages import get_package_share_directory
from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

SHARE = Path(get_package_share_directory("hod_bringup"))
CONTROLLERS = str(SHARE / "config" / "fanuc_lrmate_controllers.yaml")

ARGUMENTS = [
    DeclareLaunchArgument(
        "mode",
        default_value="mock",
        choices=["sim", "mock", "replay"],
        description="mock: hardware that only remembers its commands; sim: an arm that moves; "
        "replay: a recording",
    ),
    DeclareLaunchArgument("bag", default_value="", description="the recording of mode:=replay"),
    DeclareLaunchArgument(
        "drive",
        default_value="rigid",
        choices=["rigid", "elastic"],
        description="drives of the arm and of the control law",
    ),
    DeclareLaunchArgument(
        "rviz", default_value="false", choices=["true", "false"], description="show the arm"
    ),
    DeclareLaunchArgument(
        "plot",
        default_value="false",
        choices=["true", "false"],
        description="plot torques and their derivatives in PlotJuggler",
    ),
    DeclareLaunchArgument(
        "use_sim_time",
        default_value="false",
        choices=["true", "false"],
        description="take the time from /clock",
    ),
]


def check(mode: str, bag: str, drive: str) -> None:
    """Refuse what this version cannot start."""
    if mode != "mock":
        raise RuntimeError(f"mode:={mode} is not available in this version, expected mode:=mock")
    if drive != "rigid":
        raise RuntimeError(
            f"drive:={drive} is not available in this version, expected drive:=rigid"
        )
    if bag:
        raise RuntimeError(f"bag:={bag} has no use with mode:={mode}, expected no bag")


def spawner(*arguments: str) -> Node:
    """Load, configure and activate controllers."""
    return Node(
        package="controller_manager",
        executable="spawner",
        output="screen",
        arguments=[*arguments, "--param-file", CONTROLLERS],
    )


def start(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    """All nodes, once the arguments are known."""
    given = context.launch_configurations
    check(given["mode"], given["bag"], given["drive"])
    clock = {"use_sim_time": given["use_sim_time"] == "true"}
    description = xacro.process_file(str(SHARE / "urdf" / "fanuc_lrmate.urdf.xacro")).toxml()

    nodes = [
        Node(
            package="robot_state_publisher",
            executable="robot_state_publisher",
            output="both",
            parameters=[clock, {"robot_description": ParameterValue(description, value_type=str)}],
        ),
        Node(
            package="controller_manager",
            executable="ros2_control_node",
            output="both",
            parameters=[clock, CONTROLLERS],
            remappings=[("~/robot_description", "/robot_description")],
        ),
        spawner("joint_state_broadcaster"),
        spawner("feedforward_controller", "joint_trajectory_controller", "--activate-as-group"),
        Node(
            package="hod_ros",
            executable="forces_node",
            output="both",
            parameters=[clock, str(SHARE / "config" / "fanuc_lrmate_forces_node.yaml")],
        ),
    ]
    if given["rviz"] == "true":
        nodes.append(
            Node(
                package="rviz2",
                executable="rviz2",
                parameters=[clock],
                arguments=["-d", str(SHARE / "rviz" / "fanuc_lrmate.rviz")],
            )
        )
    if given["plot"] == "true":
        nodes.append(
            Node(
                package="plotjuggler",
                executable="plotjuggler",
                parameters=[clock],
                arguments=["--layout", str(SHARE / "plotjuggler" / "fanuc_lrmate.xml")],
            )
        )
    return nodes


def generate_launch_description() -> LaunchDescription:
    """Entry point of ros2 launch."""
    return LaunchDescription([*ARGUMENTS, OpaqueFunction(function=start)])
