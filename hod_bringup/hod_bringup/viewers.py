# SPDX-License-Identifier: Apache-2.0
"""Windows on a running system: RViz, PlotJuggler, Foxglove."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from ament_index_python.packages import PackageNotFoundError, get_package_prefix
from launch import LaunchDescriptionEntity
from launch_ros.actions import Node

from .arguments import SWITCH, Argument, Given
from .arm import TF_REMAPPINGS, removal_of
from .plots import plot_layout
from .security import environment

ARGUMENTS = [
    Argument("rviz", "show the arm in RViz", "false", SWITCH),
    Argument("plot", "plot torques and their derivatives in PlotJuggler", "false", SWITCH),
    Argument("foxglove", "serve all topics to Foxglove at ws://localhost:8765", "false", SWITCH),
]


def viewers(
    given: Given, joints: Sequence[str], use_sim_time: bool, rviz: str = ""
) -> list[LaunchDescriptionEntity]:
    """Return those that were asked for.

    @param rviz: layout, with topics relative to the namespace; empty: RViz's own.
    """
    found: list[LaunchDescriptionEntity] = []

    def add(argument: str, package: str, words: Sequence[str] = ()) -> None:
        _require(argument, package)
        found.append(
            Node(
                package=package,
                executable=package,
                namespace=given["namespace"],
                additional_env=environment(given["enclaves"], "viewer"),
                arguments=list(words),
                remappings=TF_REMAPPINGS,
                parameters=[{"use_sim_time": use_sim_time}],
            )
        )

    if given["rviz"] == "true":
        add("rviz", "rviz2", ("-d", rviz) if rviz else ())
    if given["plot"] == "true":
        folder = Path(tempfile.mkdtemp(prefix="hod_plots_"))
        layout = folder / "layout.xml"
        layout.write_text(plot_layout(joints, given["namespace"]), "utf-8")
        add("plot", "plotjuggler", ("--layout", str(layout)))
        found.append(removal_of(folder))
    if given["foxglove"] == "true":
        add("foxglove", "foxglove_bridge")
    return found


def _require(argument: str, package: str) -> None:
    try:
        get_package_prefix(package)
    except PackageNotFoundError:
        raise RuntimeError(
            f"{argument}:=true: found no package {package}, expected it to be installed"
        ) from None
