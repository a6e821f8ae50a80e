# SPDX-License-Identifier: Apache-2.0
"""`hod forces`: a motion table in, a table of joint forces and their derivatives out."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .. import Robot, force_terms, forces
from .._core import MotorAlong, force_columns
from ..arrays import Numbers
from ..output import output
from ..table import by_joint
from .arguments import Parser, add_robot, check_outputs, force_order, read_robot
from .force_options import add_force_options, asks_for_limits, with_force_options
from .limits_report import report_limits
from .motion import Along, add_motion, check_motion, read_along, write_along
from .report import say
from .verb import Verb

_PICTURES = (".png", ".svg", ".pdf")

_MORE = 4  # rows of the motion that limits can make use of, for slopes of values


def _add_arguments(parser: Parser) -> None:
    add_robot(parser)
    add_motion(parser)
    parser.add_argument(
        "--order", type=force_order, default=2, metavar="K", help="highest derivative (default: 2)"
    )
    parser.add_argument(
        "--terms",
        action="store_true",
        help="add the summands as columns <joint>.inertia.Q, ..., <joint>.gravity.Q, ...",
    )
    parser.add_argument(
        "--plot", type=_picture, metavar="FILE", help="draw the terms over time (png, svg or pdf)"
    )
    add_force_options(parser)


def _picture(text: str) -> str:
    if not text.lower().endswith(_PICTURES):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a name in {_PICTURES}")
    return text


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    check_outputs(arguments)
    robot = with_force_options(arguments, read_robot(arguments))
    table = _Table(robot, arguments.order, arguments.terms)
    if robot.is_elastic and arguments.order < 2:
        arguments.usage(
            f"found --order {arguments.order} with an elastic drive, expected at least 2: the "
            "motor's torque needs Q''"
        )
    has_limits = asks_for_limits(arguments)
    along = read_along(arguments, robot, arguments.order + 3, _MORE if has_limits else 0)
    write_along(arguments, along, table.columns(), table.values)
    # Of a bare URDF, whoever asked for that alone knows.
    for sentence in robot.uncounted if arguments.robot is not None else ():
        say(f"warning: {sentence}")
    if arguments.plot is not None:
        _plot(arguments.plot, robot, along)
    return _limits(arguments, robot, along) if has_limits else 0


@dataclass(frozen=True)
class _Table:
    """The columns to write and their numbers."""

    robot: Robot
    order: int
    has_terms: bool

    @cached_property
    def motor(self) -> MotorAlong:
        """A damped spring remembers from part to part."""
        return MotorAlong(self.robot, self.order)

    def columns(self) -> list[str]:
        joints = self.robot.joint_names
        names = force_columns(joints, self.order)
        for term in self.robot.term_names if self.has_terms else ():
            names += force_columns([f"{joint}.{term}" for joint in joints], self.order)
        if self.robot.is_elastic:
            names += _columns(joints, "theta", self.order)
            names += _columns(joints, "tau", self.order - 2)
        return names

    def values(self, times: Numbers, motion: Numbers) -> Numbers:
        robot, order = self.robot, self.order
        motors: list[Numbers] = []
        if robot.is_elastic:
            force, *motors = self.motor.run(motion, times)
        else:
            force = forces(robot, motion, order, times)
        terms = force_terms(robot, motion, order, times).values() if self.has_terms else ()
        return np.hstack([by_joint(table) for table in (force, *terms, *motors)])


def _columns(joints: list[str], name: str, order: int) -> list[str]:
    prefixes = ["", *(f"d{k}" for k in range(1, order + 1))]
    return [f"{joint}.{prefix}{name}" for joint in joints for prefix in prefixes]


def _plot(path: str, robot: Robot, along: Along) -> None:
    from ..forces_plot import forces_figure, picture

    terms = force_terms(robot, along.match.gather(), 0, along.times)
    figure = forces_figure(robot, along.times, {n: rows[:, 0] for n, rows in terms.items()})
    with output(path) as file:
        file.write(picture(figure, path.lower().rpartition(".")[2]))


def _limits(arguments: argparse.Namespace, robot: Robot, along: Along) -> int:
    is_kept = report_limits(robot, along.times, along.match)
    if arguments.strict and not is_kept:
        say("found limits that are not kept, expected none with --strict")
        return 1
    return 0


VERB = Verb(
    summary="joint forces and their time derivatives along a motion",
    description="Reads time,<joint>.q,<joint>.d1q,... and writes time,<joint>.Q,<joint>.d1Q,"
    "... in SI units, Q being all that the joint's actuator supplies. Order k needs the "
    "derivatives of q up to k + 2; joints that the motion leaves out stand still at zero. With "
    "an elastic drive the motor's position <joint>.theta and torque <joint>.tau follow.",
    examples=(
        (
            "torques and their first two derivatives, on stdout",
            "forces --urdf arm.urdf --motion m.csv",
        ),
        (
            "everything in the robot file, term by term, with its limits and a picture",
            "forces --robot arm.yaml --motion m.csv --terms --limits --plot q.png --out q.csv",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
