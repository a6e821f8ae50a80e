# SPDX-License-Identifier: Apache-2.0
"""Options that determine which parts of a robot count, and whether its limits do."""

from __future__ import annotations

import argparse

from .. import Robot

DRIVES = ("rigid", "elastic")


def add_force_options(parser: argparse.ArgumentParser) -> None:
    """Add them."""
    options = parser.add_argument_group("parts of the robot that count")
    options.add_argument(
        "--friction",
        action="store_true",
        help="include the joints' friction, for a URDF its <dynamics> (default: as in the robot "
        "file)",
    )
    options.add_argument(
        "--drive",
        choices=DRIVES,
        help="whether the springs of the drives count (default: as in the robot file, or rigid)",
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--limits",
        action="store_true",
        help="compare with the robot's limits and report the largest speed-up that keeps them",
    )
    limits.add_argument(
        "--strict", action="store_true", help="exit with status 1 if a limit is not kept"
    )


def with_force_options(arguments: argparse.Namespace, robot: Robot) -> Robot:
    """Return the robot as the options request."""
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
