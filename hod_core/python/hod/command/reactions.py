# SPDX-License-Identifier: Apache-2.0
"""`hod reactions`: a motion table in, the wrenches that the joints transmit out."""

from __future__ import annotations

import argparse

from .. import Robot, reactions
from ..arrays import Numbers
from .arguments import Parser, add_robot, chosen, force_order, read_robot, refuse_changing_base
from .motion import add_motion, check_motion, derivative_columns, read_along, write_along
from .verb import Verb

_AXES = ("fx", "fy", "fz", "mx", "my", "mz")


def _add_arguments(parser: Parser) -> None:
    add_robot(parser)
    add_motion(parser)
    parser.add_argument(
        "--order", type=force_order, default=2, metavar="K", help="highest derivative (default: 2)"
    )
    parser.add_argument(
        "--joint",
        action="append",
        metavar="NAME",
        help="only this joint, or the root link's name for what holds the robot (link NAME if a "
        "joint has that name, too); may be repeated",
    )


def _root_name(robot: Robot) -> str:
    """Return a name for the root link that no joint has."""
    name = robot.link_names[0]
    while name in robot.joints:
        name = f"link {name}"
    return name


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    robot, order = read_robot(arguments), arguments.order
    bodies = [_root_name(robot), *robot.joints]
    names = chosen(arguments, "--joint", bodies)
    rows = [bodies.index(name) for name in names]
    columns = [column for name in names for column in derivative_columns(name, _AXES, order)]

    def compute(times: Numbers, motion: Numbers) -> Numbers:
        wrenches = reactions(robot, motion, order, times)[:, rows]
        return wrenches.reshape(len(motion), -1)

    along = read_along(arguments, robot, order + 3)
    refuse_changing_base(robot, len(along.table), order)
    write_along(arguments, along, columns, compute)
    return 0


VERB = Verb(
    summary="the wrenches in the joints along a motion",
    description="Writes time,<joint>.fx,...,<joint>.mz,<joint>.d1fx,... in SI units: force and "
    "moment that the parent link of a joint exerts on its child link, in the axes and about the "
    "origin of the latter, with derivatives; first, under the root link's name (link NAME if a "
    "joint has that name, too), the wrench that holds the robot. Inertia, gravity, payloads and "
    "loads count.",
    examples=(
        ("all joints", "reactions --urdf arm.urdf --motion m.csv --out wrenches.csv"),
        (
            "the wrench in the third joint, without derivatives",
            "reactions --urdf arm.urdf --motion m.csv --joint joint_3 --order 0",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
