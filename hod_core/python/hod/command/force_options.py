# SPDX-License-Identifier: Apache-2.0
"""Options that say what counts of a robot, and whether its limits do."""

from __future__ import annotations

import argparse

from .. import Robot

DRIVES = ("rigid", "elastic")


def add_force_options(parser: argparse.ArgumentParser) -> None:
    """Add them."""
    options = parser.add_argument_group("what counts of the robot")
    options.add_argument(
        "--friction",
        action="store_true",
        help="the joints' friction, of a URDF its <dynamics> (default: as the robot file says)",
    )
    options.add_argument(
        "--drive",
        choices=DRIVES,
        help="whether the springs of the drives count (default: as the robot file says, or rigid)",
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--limits",
        action="store_true",
        help="compare with the robot's limits and say the largest speed-up that keeps them",
    )
    limits.add_argument("--strict", action="store_true", help="exit with 1 if a limit is not kept")


def with_force_options(arguments: argparse.Namespace, robot: Robot) -> Robot:
    """Return the robot as the options want it."""
    if arguments.friction:
        robot = robot.replace(friction=True)
    if arguments.drive is None:
        return robot
    is_elastic = arguments.drive == "elastic"
    has_springs = any(joint.drive.stiffness < float("inf") for joint in robot.joints.values())
    if is_elastic and not has_springs:
        arguments.usage(
            "found --drive elastic and no spring, expected --robot with a file that gives the "
            "stiffness of a joint under 'drives'"
        )
    return robot.replace(elastic=is_elastic)


def asks_for_limits(arguments: argparse.Namespace) -> bool:
    return bool(arguments.limits or arguments.strict)
