# SPDX-License-Identifier: Apache-2.0
"""Windows on a running system: RViz, PlotJuggler, Foxglove."""

from __future__ import annotations

from ament_index_python.packages import PackageNotFoundError, get_package_prefix
from launch_ros.actions import Node

from .arguments import SWITCH, Argument, Given
from .arm import TF_REMAPPINGS

ARGUMENTS = [
    Argument("rviz", "show the arm in RViz", "false", SWITCH),
    Argument("plot", "plot torques and their derivatives in PlotJuggler", "false", SWITCH),
    Argument("foxglove", "serve all topics to Foxglove at ws://localhost:8765", "false", SWITCH),
]


def viewers(given: Given, rviz: str, plot: str, use_sim_time: bool) -> list[Node]:
    """Return those that were asked for.

    @param rviz, plot: layouts, with topics relative to the namespace.
    """
    nodes = []
    common = {"namespace": given["namespace"], "parameters": [{"use_sim_time": use_sim_time}]}
    if given["rviz"] == "true":
        _require("rviz", "rviz2")
        words = ["-d", rviz] if rviz else []
        nodes.append(
            Node(
                package="rviz2",
                executable="rviz2",
                arguments=words,
                remappings=TF_REMAPPINGS,
                **common,
            )
        )
    if given["plot"] == "true":
        _require("plot", "plotjuggler")
        words = ["--layout", plot] if plot else []
        nodes.append(
            Node(package="plotjuggler", executable="plotjuggler", arguments=words, **common)
        )
    if given["foxglove"] == "true":
        _require("foxglove", "foxglove_bridge")
        nodes.append(Node(package="foxglove_bridge", executable="foxglove_bridge", **common))
    return nodes


def _require(argument: str, package: str) -> None:
    try:
        get_package_prefix(package)
    except PackageNotFoundError:
        raise RuntimeError(
            f"{argument}:=true: found no package {package}, expected it to be installed"
        ) from None
