# SPDX-License-Identifier: Apache-2.0
"""Starts the FANUC LR Mate: simulated and moving, on mock hardware, or as a recording has it."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from hod_bringup import arm, modes, recording, security, viewers
from hod_bringup.arguments import SWITCH, Argument, Given, launch_description
from hod_bringup.description import moving_joints, read_description
from launch import LaunchDescription, LaunchDescriptionEntity

SHARE = Path(get_package_share_directory("hod_bringup"))
CONFIG = SHARE / "config"
SAMPLE = SHARE / "bags" / "fanuc_accelerometer"
ROBOT_FILE = str(CONFIG / "fanuc_lrmate.yaml")
MOVING = (modes.SIM, modes.MOCKED)
OF_LINKS = "fanuc_lrmate_links_controllers.yaml"

ARGUMENTS = [
    Argument(
        "mode",
        "; ".join(
            [*(f"{mode}: {modes.MODES[mode]}" for mode in MOVING), "replay: plays a recording"]
        ),
        modes.SIM,
        (*MOVING, "replay"),
    ),
    Argument("demo", "repeat a demonstration motion", "true", SWITCH, modes=MOVING),
    Argument("drive", modes.DRIVE.description, "robot", modes.DRIVE.choices, modes=(modes.SIM,)),
    Argument("chained", modes.CHAINED.description, "false", SWITCH, modes=MOVING),
    Argument(
        "bag",
        "recording of this arm to play",
        str(SAMPLE / "recording"),
        modes=("replay",),
        is_file=True,
    ),
    Argument(
        "config",
        "settings of `hod fit` for the recording (docs/recordings.md); none: its joint_states go "
        "to the forces node",
        str(SAMPLE / "fit.yaml"),
        modes=("replay",),
        is_file=True,
        may_be_none=True,
    ),
    *recording.PLAYING,
    Argument(
        "robot_file",
        "what acts on the arm beyond its URDF (docs/robot_file.md); none: nothing. For a recording "
        "with settings, the settings name it",
        ROBOT_FILE,
        is_file=True,
        may_be_none=True,
    ),
    Argument("namespace", "namespace of all nodes, topics and frames", ""),
    Argument(
        "use_sim_time",
        "take the time from /clock; auto: only in replay, where the player publishes it",
        "auto",
        ("auto", *SWITCH),
    ),
    security.ENCLAVES,
    *viewers.ARGUMENTS,
]


def start(given: Given) -> list[LaunchDescriptionEntity]:
    """Return all nodes."""
    is_replay = given["mode"] == "replay"
    is_found_beforehand = is_replay and given["config"] and given["exact"] == "true"
    if is_found_beforehand and given["robot_file"] != ROBOT_FILE:
        raise RuntimeError(
            f"robot_file:={given['robot_file']} has no effect with mode:=replay and settings, "
            "whose key 'robot' says it; expected exact:=false or no robot_file"
        )
    use_sim_time = given["use_sim_time"] == ("auto" if is_replay else "true") or (
        is_replay and given["use_sim_time"] == "true"
    )
    bare = read_description(str(SHARE / "urdf" / "fanuc_lrmate.urdf"))
    robot_file = modes.path_or_empty(given["robot_file"])
    forces = [str(CONFIG / "fanuc_lrmate_forces_node.yaml"), {"robot_file": robot_file}]
    joints = moving_joints(bare)
    layout = str(SHARE / "rviz" / "fanuc_lrmate.rviz")
    shown = viewers.viewers(given, joints, use_sim_time, layout)
    if is_replay:
        replay = recording.Replay(
            bag=given["bag"],
            config=given["config"],
            description=bare,
            forces=forces,
            is_exact=given["exact"] == "true",
            rate=given["rate"],
            loop=given["loop"] == "true",
            namespace=given["namespace"],
            use_sim_time=use_sim_time,
            enclaves=given["enclaves"],
        )
        return [*recording.replay_of(replay), *shown]
    controlled = modes.controlled(given["mode"], bare, joints, robot_file, given["drive"])
    system = arm.Arm(
        description=controlled.description,
        joints=joints,
        law=controlled.law,
        controllers=str(CONFIG / ("fanuc_lrmate_controllers.yaml" if robot_file else OF_LINKS)),
        forces=forces,
        namespace=given["namespace"],
        use_sim_time=use_sim_time,
        enclaves=given["enclaves"],
        chained=given["chained"] == "true",
        demo=str(CONFIG / "fanuc_lrmate_demo.yaml") if given["demo"] == "true" else "",
    )
    return [*arm.system_of(system), *shown]


def generate_launch_description() -> LaunchDescription:
    """Entry point of ros2 launch."""
    return launch_description(__file__, ARGUMENTS, start)
