# SPDX-License-Identifier: Apache-2.0
"""Starts the FANUC LR Mate: simulated and moving, on mock hardware, or as a recording had it."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from hod_bringup import arm, viewers
from hod_bringup.arguments import SWITCH, Argument, Given, launch_description
from hod_bringup.description import MOCK, SIMULATED, moving_joints, read_description, with_hardware
from launch import LaunchDescription, LaunchDescriptionEntity

SHARE = Path(get_package_share_directory("hod_bringup"))
CONFIG = SHARE / "config"

ARGUMENTS = [
    Argument(
        "mode",
        "sim: an arm that is simulated, under the controller's efforts; mock: hardware that "
        "follows positions exactly and without dynamics",
        "sim",
        ("sim", "mock"),
    ),
    Argument("demo", "move the arm round and round", "true", SWITCH, modes=("sim", "mock")),
    Argument(
        "drive",
        "drives of arm, controller and forces node: rigid, elastic, or as the robot file says",
        "robot",
        ("robot", "rigid", "elastic"),
        modes=("sim",),
    ),
    Argument(
        "chained",
        "put a joint_trajectory_controller in front of the feedforward controller",
        "false",
        SWITCH,
        modes=("sim", "mock"),
    ),
    Argument(
        "robot_file",
        "what acts on the arm besides its URDF (docs/robot_file.md); empty: nothing",
        str(CONFIG / "fanuc_lrmate.yaml"),
        is_file=True,
    ),
    Argument("namespace", "of all nodes, topics and frames", ""),
    Argument("use_sim_time", "take the time from /clock", "false", SWITCH),
    *viewers.ARGUMENTS,
]


def start(given: Given) -> list[LaunchDescriptionEntity]:
    """Return all nodes."""
    simulated = given["mode"] == "sim"
    drive = given["drive"] if simulated else "rigid"
    robot_file = str(Path(given["robot_file"]).absolute()) if given["robot_file"] else ""
    bare = read_description(str(SHARE / "urdf" / "fanuc_lrmate.urdf"))
    joints = moving_joints(bare)
    if simulated:
        hardware = {"robot_file": robot_file, "drive": drive} if robot_file else {}
        description = with_hardware(bare, joints, SIMULATED, hardware)
        law = {
            "feedback": {
                "side": "motor",
                "position_interface": "motor_position",
                "velocity_interface": "motor_velocity",
            }
        }
    else:
        description = with_hardware(bare, joints, MOCK, {})
        law = {"command_interfaces": ["effort", "position", "velocity"]}
    use_sim_time = given["use_sim_time"] == "true"
    system = arm.Arm(
        description=description,
        joints=joints,
        law={"robot_file": robot_file, "drive": drive, **law},
        controllers=str(CONFIG / "fanuc_lrmate_controllers.yaml"),
        forces=[str(CONFIG / "fanuc_lrmate_forces_node.yaml"), {"robot_file": robot_file}],
        namespace=given["namespace"],
        use_sim_time=use_sim_time,
        chained=given["chained"] == "true",
        demo=str(CONFIG / "fanuc_lrmate_demo.yaml") if given["demo"] == "true" else "",
    )
    return [
        arm.publisher_of(system),
        *arm.control_of(system),
        arm.forces_node_of(system),
        *viewers.viewers(
            given,
            str(SHARE / "rviz" / "fanuc_lrmate.rviz"),
            str(SHARE / "plotjuggler" / "fanuc_lrmate.xml"),
            use_sim_time,
        ),
    ]


def generate_launch_description() -> LaunchDescription:
    """Entry point of ros2 launch."""
    return launch_description(__file__, ARGUMENTS, start)
