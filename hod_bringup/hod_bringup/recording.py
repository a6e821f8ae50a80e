# SPDX-License-Identifier: Apache-2.0
"""A recording as topics: with its forces found beforehand, or played into the forces node."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from launch import LaunchContext, LaunchDescriptionEntity
from launch.actions import ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.events.process import ProcessExited
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from .arguments import SWITCH, Argument
from .arm import TF_REMAPPINGS, ended, removal_of
from .security import environment

CLOCK_RATE = "200"  # Hz

PLAYING = (
    Argument(
        "exact",
        "with config, true: the motion is found from the whole recording first; false: the forces "
        "node finds it while the recording is played, as it would from live sensors",
        "true",
        SWITCH,
        modes=("replay",),
    ),
    Argument(
        "rate",
        "how many times as fast as it was recorded",
        "1.0",
        modes=("replay",),
        is_positive=True,
    ),
    Argument(
        "loop", "begin again at the end; otherwise stop there", "true", SWITCH, modes=("replay",)
    ),
)


@dataclass(frozen=True)
class Replay:
    """What is played, and for whom."""

    bag: str
    config: str
    """Settings of `hod fit`; empty: the bag's joint_states go into the forces node."""
    description: str
    forces: Sequence[Any]
    """Parameters of the forces node."""
    is_exact: bool
    """Whether the settings are for the whole recording beforehand, or for the forces node."""
    rate: str
    loop: bool
    namespace: str
    use_sim_time: bool
    enclaves: str = ""
    """Where the enclaves of SROS 2 are; empty: the environment says it."""


def urdf_of_settings(config: str) -> str:
    """Return the URDF that settings of `hod fit` name, themselves or by a robot file."""
    path = Path(config)
    try:
        robot = yaml.safe_load(path.read_text("utf-8"))["robot"]
        if isinstance(robot, str):
            path = path.parent / robot
            text = path.read_text("utf-8")
            if text.lstrip().startswith("<"):
                return str(path)
            robot = yaml.safe_load(text)
        return str(path.parent / str(robot["urdf"]))
    except (KeyError, OSError, TypeError, yaml.YAMLError):
        raise RuntimeError(
            f"{config}: found no URDF under the key 'robot', expected one, or the argument urdf"
        ) from None


def replay_of(given: Replay) -> list[LaunchDescriptionEntity]:
    """Return the nodes, and what plays the bag."""
    clock = {"use_sim_time": given.use_sim_time}
    states = "forces_node/joint_states" if given.config else "joint_states"
    entities: list[LaunchDescriptionEntity] = [
        Node(
            package="robot_state_publisher",
            executable="robot_state_publisher",
            additional_env=environment(given.enclaves, "robot_state_publisher"),
            namespace=given.namespace,
            output="both",
            remappings=[*TF_REMAPPINGS, ("joint_states", states)],
            parameters=[
                clock,
                {"robot_description": ParameterValue(given.description, value_type=str)},
            ],
        )
    ]
    if given.config and given.is_exact:
        return entities + _found_beforehand(given)
    sensors = {"sensors.settings_file": str(Path(given.config).absolute())} if given.config else {}
    node = Node(
        package="hod_ros",
        executable="forces_node",
        additional_env=environment(given.enclaves, "forces_node"),
        namespace=given.namespace,
        output="both",
        remappings=TF_REMAPPINGS,
        parameters=[*given.forces, sensors, clock],
    )
    return [*entities, node, _player(given, given.bag)]


def _found_beforehand(given: Replay) -> list[LaunchDescriptionEntity]:
    folder = Path(tempfile.mkdtemp(prefix="hod_replay_"))
    found = str(folder / "replayed")
    prefix = "/".join(["", *given.namespace.strip("/").split("/"), "forces_node"])
    finder = Node(
        package="hod_ros",
        executable="replay_bag",
        output="screen",
        arguments=[
            *(given.bag, "--config", given.config, "--out", found),
            *("--prefix", prefix.replace("//", "/")),
        ],
    )

    def then(event: ProcessExited, context: LaunchContext) -> LaunchDescriptionEntity:
        if event.returncode:
            return ended("the recording could not be replayed")(event, context)
        return _player(given, found)

    return [
        finder,
        RegisterEventHandler(OnProcessExit(target_action=finder, on_exit=then)),
        removal_of(folder),
    ]


def _player(given: Replay, bag: str) -> ExecuteProcess:
    words = ["ros2", "bag", "play", bag, "--rate", given.rate, "--disable-keyboard-controls"]
    if given.use_sim_time:
        words += ["--clock", CLOCK_RATE]
    if given.loop:
        words.append("--loop")
    return ExecuteProcess(
        cmd=words,
        name="player",
        output="both",
        additional_env=environment(given.enclaves, "player"),
        on_exit=ended("the recording has ended"),
    )
