# SPDX-License-Identifier: Apache-2.0
"""Plays a recording of a robot of one's own, with joint forces and energies as topics."""

from hod_bringup import modes, recording, security, viewers
from hod_bringup.arguments import NONE, SWITCH, Argument, Given, launch_description
from hod_bringup.description import moving_joints, read_description
from launch import LaunchDescription, LaunchDescriptionEntity

ARGUMENTS = [
    Argument("bag", "the recording to play, a rosbag2", is_file=True),
    Argument(
        "config",
        "settings of `hod fit` (docs/recordings.md), used to estimate the motion from the whole "
        "recording first; none: the bag's joint_states go to the forces node",
        NONE,
        is_file=True,
        may_be_none=True,
    ),
    Argument(
        "urdf",
        "the robot, a URDF or xacro file; none: the one in the settings",
        NONE,
        is_file=True,
        may_be_none=True,
    ),
    Argument(
        "robot_file",
        "what acts on the robot beyond its URDF (docs/robot_file.md); with config, it is there",
        NONE,
        is_file=True,
        may_be_none=True,
    ),
    *(Argument(a.name, a.description, a.default, a.choices) for a in recording.PLAYING),
    Argument("namespace", "namespace of all nodes and of the added topics", ""),
    Argument("use_sim_time", "whether the player publishes the time on /clock", "true", SWITCH),
    security.ENCLAVES,
    *viewers.ARGUMENTS,
]


def start(given: Given) -> list[LaunchDescriptionEntity]:
    """Return the nodes and the player."""
    if not given["config"] and not given["urdf"]:
        raise RuntimeError("found neither config nor urdf, expected one of them")
    if given["config"] and given["exact"] == "true" and given["robot_file"]:
        raise RuntimeError(
            f"robot_file:={given['robot_file']} has no effect with config, whose key 'robot' "
            "says it; expected exact:=false or no robot_file"
        )
    use_sim_time = given["use_sim_time"] == "true"
    description = read_description(given["urdf"] or recording.urdf_of_settings(given["config"]))
    replay = recording.Replay(
        bag=given["bag"],
        config=given["config"],
        description=description,
        forces=[{"robot_file": modes.path_or_empty(given["robot_file"])}],
        is_exact=given["exact"] == "true",
        rate=given["rate"],
        loop=given["loop"] == "true",
        namespace=given["namespace"],
        use_sim_time=use_sim_time,
        enclaves=given["enclaves"],
    )
    return [
        *recording.replay_of(replay),
        *viewers.viewers(given, moving_joints(description), use_sim_time),
    ]


def generate_launch_description() -> LaunchDescription:
    """Entry point of ros2 launch."""
    return launch_description(__file__, ARGUMENTS, start)
