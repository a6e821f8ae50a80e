# SPDX-License-Identifier: Apache-2.0
"""An arm under ros2_control with HOD's feedforward controller, and the forces node beside it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from launch import LaunchContext, LaunchDescriptionEntity
from launch.actions import OpaqueFunction, RegisterEventHandler, Shutdown
from launch.event_handlers import OnShutdown
from launch.events.process import ProcessExited
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from .description import states_of
from .security import environment

LAW = "feedforward_controller"
LEADER = "joint_trajectory_controller"
STATES = "joint_state_broadcaster"

TYPES = {
    STATES: "joint_state_broadcaster/JointStateBroadcaster",
    LAW: "hod_ros/HigherOrderFeedforwardController",
    LEADER: "joint_trajectory_controller/JointTrajectoryController",
}

UPDATE_RATE = 500  # Hz, where the file of the controllers does not say

TF_REMAPPINGS = [("/tf", "tf"), ("/tf_static", "tf_static")]
"""So that arms in namespaces of their own have trees of their own."""


@dataclass(frozen=True)
class Arm:
    """What the nodes need to know."""

    description: str
    """URDF, with hardware."""
    joints: Sequence[str]
    law: dict[str, Any]
    """Parameters of the controller beyond those of the files."""
    controllers: str = ""
    """File with parameters of controllers; empty: none."""
    forces: Sequence[Any] = ()
    """Parameters of the forces node, files or dictionaries."""
    namespace: str = ""
    use_sim_time: bool = False
    chained: bool = False
    demo: str = ""
    """File with a motion to repeat; empty: none."""
    enclaves: str = ""
    """Where the enclaves of SROS 2 are; empty: the environment says it."""
    clock: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clock", {"use_sim_time": self.use_sim_time})


def publisher_of(arm: Arm) -> Node:
    """Return what publishes the description and the frames of the links."""
    return Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        additional_env=environment(arm.enclaves, "robot_state_publisher"),
        namespace=arm.namespace,
        output="both",
        remappings=TF_REMAPPINGS,
        parameters=[
            arm.clock,
            {"robot_description": ParameterValue(arm.description, value_type=str)},
        ],
    )


def forces_node_of(arm: Arm) -> Node:
    """Return the forces node."""
    return Node(
        package="hod_ros",
        executable="forces_node",
        additional_env=environment(arm.enclaves, "forces_node"),
        namespace=arm.namespace,
        output="both",
        remappings=TF_REMAPPINGS,
        parameters=[*arm.forces, arm.clock],
    )


def system_of(arm: Arm) -> list[LaunchDescriptionEntity]:
    """Return everything that an arm needs, what takes longest to start first."""
    demo = [_demo_of(arm)] if arm.demo else []
    return [*control_of(arm), publisher_of(arm), forces_node_of(arm), *demo]


def control_of(arm: Arm) -> list[LaunchDescriptionEntity]:
    """Return the controller manager and what starts its controllers."""
    folder = Path(tempfile.mkdtemp(prefix="hod_"))
    files = _parameter_files(arm, folder)
    names = [STATES, LAW, *([LEADER] if arm.chained else [])]
    return [
        Node(
            package="controller_manager",
            executable="ros2_control_node",
            additional_env=environment(arm.enclaves, "controller_manager"),
            namespace=arm.namespace,
            output="both",
            parameters=[arm.clock, *files],
            remappings=[("~/robot_description", "robot_description")],
            on_exit=ended("the controller manager has ended"),
        ),
        Node(
            package="hod_bringup",
            executable="start_controllers",
            additional_env=environment(arm.enclaves, "start_controllers"),
            namespace=arm.namespace,
            output="both",
            parameters=[{"controllers": names}],
            on_exit=_end_if_failed,
        ),
        removal_of(folder),
    ]


def _demo_of(arm: Arm) -> Node:
    controller = LEADER if arm.chained else LAW
    return Node(
        package="hod_bringup",
        executable="demo_motion",
        additional_env=environment(arm.enclaves, "demo_motion"),
        namespace=arm.namespace,
        output="both",
        parameters=[arm.clock, arm.demo, {"controller": controller}],
    )


def _end_if_failed(event: ProcessExited, context: LaunchContext) -> None:
    """End everything by an exception, after which `ros2 launch` exits with 1."""
    if event.returncode and not context.is_shutdown:
        raise RuntimeError("the controllers did not start")


def ended(
    reason: str,
) -> Callable[[ProcessExited, LaunchContext], LaunchDescriptionEntity]:
    """Return what ends everything with a process, whose failure is that of `ros2 launch`."""

    def end(event: ProcessExited, context: LaunchContext) -> LaunchDescriptionEntity:
        if event.returncode and not context.is_shutdown:
            raise RuntimeError(reason)
        return Shutdown(reason=reason)

    return end


def removal_of(folder: Path) -> RegisterEventHandler:
    """Remove a folder when everything ends."""

    def remove(_: LaunchContext) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    return RegisterEventHandler(OnShutdown(on_shutdown=[OpaqueFunction(function=remove)]))


def _parameter_files(arm: Arm, folder: Path) -> list[str]:
    """Return the files of the controller manager and its controllers; the last one counts.

    Parameters of controllers only come from files, whose names are parameters of the manager.
    """
    own = folder / "controllers.yaml"
    files = [str(own), *([arm.controllers] if arm.controllers else [])]
    of_node: dict[str, dict[str, Any]] = {
        "controller_manager": {
            "update_rate": UPDATE_RATE,
            **{name: {"type": kind, "params_file": [*files]} for name, kind in TYPES.items()},
        },
        LAW: {
            "joints": list(arm.joints),
            **arm.law,
            **({"leader_ahead": 1.0} if arm.chained else {}),
        },
        LEADER: {
            "joints": list(arm.joints),
            "command_joints": [f"{LAW}/{joint}" for joint in arm.joints],
            "command_interfaces": ["position", "velocity", "acceleration"],
            "state_interfaces": ["position", "velocity"],
        },
    }
    if states := states_of(arm.description, arm.joints):
        # Else it claims what LAW exports, too, and reads it on when LAW has been unloaded.
        of_node[STATES] = {"joints": list(arm.joints), "interfaces": states}
    text = {f"/**/{node}": {"ros__parameters": given} for node, given in of_node.items()}
    own.write_text(yaml.safe_dump(text, sort_keys=False))
    return files
