# SPDX-License-Identifier: Apache-2.0
"""Starts the feedforward controller and the forces node for a robot of one's own."""

from hod_bringup import arm, modes, security, viewers
from hod_bringup.arguments import NONE, SWITCH, Argument, Given, launch_description
from hod_bringup.description import moving_joints, read_description
from launch import LaunchDescription, LaunchDescriptionEntity

ARGUMENTS = [
    Argument("urdf", "the robot: a URDF or xacro file", is_file=True),
    Argument(
        "mode", "; ".join(f"{k}: {v}" for k, v in modes.MODES.items()), modes.SIM, list(modes.MODES)
    ),
    Argument(
        "joints",
        "joints to control, separated by commas; empty: all moving joints that mimic no other",
        "",
    ),
    Argument(
        "controllers",
        "file with parameters of feedforward_controller, controller_manager and others, which "
        "override those of this launch file. By default, simulated and mock arms take positions "
        "and velocities in addition to efforts, so that they need no gains",
        NONE,
        is_file=True,
        may_be_none=True,
    ),
    modes.DRIVE,
    modes.CHAINED,
    Argument(
        "demo",
        "file with parameters of demo_motion, a trajectory to repeat; none: stay at rest",
        NONE,
        is_file=True,
        may_be_none=True,
    ),
    Argument(
        "robot_file",
        "what acts on the robot beyond its URDF (docs/robot_file.md); none: nothing",
        NONE,
        is_file=True,
        may_be_none=True,
    ),
    Argument("namespace", "namespace of all nodes, topics and frames", ""),
    Argument("use_sim_time", "take the time from /clock", "false", SWITCH),
    security.ENCLAVES,
    *viewers.ARGUMENTS,
]


def controlled_joints(description: str, wanted: str) -> list[str]:
    """Return the joints to command; those that the robot lacks are refused."""
    moving = moving_joints(description)
    joints = [joint.strip() for joint in wanted.split(",")] if wanted else moving
    for joint in joints:
        if joint not in moving:
            raise RuntimeError(f"joints:={wanted}: found '{joint}', expected some of: {moving}")
    if not joints:
        raise RuntimeError("urdf: found no joint that moves, expected one")
    return joints


def start(given: Given) -> list[LaunchDescriptionEntity]:
    """Return all nodes."""
    bare = read_description(given["urdf"])
    joints = controlled_joints(bare, given["joints"])
    robot_file = modes.path_or_empty(given["robot_file"])
    controlled = modes.controlled(given["mode"], bare, joints, robot_file, given["drive"])
    law = dict(controlled.law)
    if given["mode"] == modes.SIM:
        law["command_interfaces"] = ["effort", "position", "velocity"]
    use_sim_time = given["use_sim_time"] == "true"
    system = arm.Arm(
        description=controlled.description,
        joints=joints,
        law=law,
        controllers=modes.path_or_empty(given["controllers"]),
        forces=[{"robot_file": robot_file, "joint_states.missing": "rest"}],
        namespace=given["namespace"],
        use_sim_time=use_sim_time,
        enclaves=given["enclaves"],
        chained=given["chained"] == "true",
        demo=modes.path_or_empty(given["demo"]),
    )
    return [*arm.system_of(system), *viewers.viewers(given, joints, use_sim_time)]


def generate_launch_description() -> LaunchDescription:
    """Entry point of ros2 launch."""
    return launch_description(__file__, ARGUMENTS, start)
