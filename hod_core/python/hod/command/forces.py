# SPDX-License-Identifier: Apache-2.0
"""`hod forces`: a motion table in, a table of joint forces and their derivatives out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .. import Robot, force_terms, forces
from .._core import MotorAlong, force_columns
from ..arrays import Numbers
from ..output import output
from ..table import by_joint
from .arguments import Parser, add_robot, force_order, read_robot, refuse_changing_base
from .force_options import add_force_options, asks_for_limits, with_force_options
from .limits_report import report_limits
from .motion import add_motion, check_motion, read_along, write_along
from .report import say
from .verb import Verb

_PICTURES = (".png", ".svg", ".pdf")

_MORE = 4  # rows of the motion that limits can use, for slopes of values


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
        "--plot",
        type=_picture,
        metavar="FILE",
        help="draw every derivative with its terms, and the motors' torques (png, svg or pdf)",
    )
    add_force_options(parser)


def _picture(text: str) -> str:
    if not text.lower().endswith(_PICTURES):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a name in {_PICTURES}")
    return text


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    robot, order = _read_robot(arguments), arguments.order
    has_limits = asks_for_limits(arguments)
    table = _Table(robot, order, arguments.terms or arguments.plot is not None)
    along = read_along(arguments, robot, order + 3, _MORE if has_limits else 0)
    refuse_changing_base(robot, len(along.table), order)
    kept = True

    def finish() -> dict[str, Any]:
        nonlocal kept
        # Users of a bare URDF know that these do not count.
        for sentence in robot.uncounted if arguments.robot is not None else ():
            say(f"warning: {sentence}")
        kept, found = report_limits(robot, along.times, along.match) if has_limits else (True, {})
        return {"limits": found} if has_limits else {}

    with _plotted(arguments.plot, robot, len(along.table)) as plot:

        def values(times: Numbers, motion: Numbers) -> Numbers:
            tables = table.tables(times, motion)
            plot(times, tables)
            return np.hstack([by_joint(tables[name]) for name in table.written(arguments.terms)])

        write_along(arguments, along, table.columns(arguments.terms), values, finish)
    if arguments.strict and not kept:
        say("found limits that are not kept, expected none with --strict")
        return 1
    return 0


def _read_robot(arguments: argparse.Namespace) -> Robot:
    robot = with_force_options(arguments, read_robot(arguments))
    if robot.is_elastic and arguments.order < 2:
        arguments.usage(
            f"found --order {arguments.order} with an elastic drive, expected at least 2: the "
            "motor's torque needs Q''"
        )
    return robot


@contextmanager
def _plotted(
    path: str | None, robot: Robot, count: int
) -> Iterator[Callable[[Numbers, dict[str, Numbers]], object]]:
    """Yield a function that takes tables to draw; the block's end writes the picture."""
    if path is None:
        yield lambda _times, _tables: None
        return
    from ..forces_plot import ForcesPlot

    plot = ForcesPlot(robot, count)
    with output(path) as file:
        yield plot.add
        file.write(plot.picture(path.lower().rpartition(".")[2]))


@dataclass(frozen=True)
class _Table:
    """The columns to write and their values."""

    robot: Robot
    order: int
    has_terms: bool

    @cached_property
    def motor(self) -> MotorAlong:
        """Compute the motors; damped springs carry their state from part to part."""
        return MotorAlong(self.robot, self.order)

    def written(self, terms: bool) -> list[str]:
        """Return the names of the tables, each a group of columns."""
        motors = ["theta", "tau"] if self.robot.is_elastic else []
        return ["Q", *(self.robot.term_names if terms else ()), *motors]

    def columns(self, terms: bool) -> list[str]:
        joints = self.robot.joint_names
        names = []
        for table in self.written(terms):
            if table in ("theta", "tau"):
                names += _columns(joints, table, self.order - 2 * (table == "tau"))
            else:
                owners = joints if table == "Q" else [f"{joint}.{table}" for joint in joints]
                names += force_columns(owners, self.order)
        return names

    def tables(self, times: Numbers, motion: Numbers) -> dict[str, Numbers]:
        robot, order = self.robot, self.order
        tables: dict[str, Numbers] = {}
        if robot.is_elastic:
            tables["Q"], tables["theta"], tables["tau"] = self.motor.run(motion, times)
        else:
            tables["Q"] = forces(robot, motion, order, times)
        if self.has_terms:
            tables |= force_terms(robot, motion, order, times)
        return tables


def _columns(joints: list[str], name: str, order: int) -> list[str]:
    prefixes = ["", *(f"d{k}" for k in range(1, order + 1))]
    return [f"{joint}.{prefix}{name}" for joint in joints for prefix in prefixes]


VERB = Verb(
    summary="joint forces and their time derivatives along a motion",
    description="Reads time,<joint>.q,<joint>.d1q,... and writes time,<joint>.Q,<joint>.d1Q,... in "
    "SI units, where Q is everything that the joint's actuator supplies. Order k needs the "
    "derivatives of q up to k + 2; joints that are missing from the motion stand still at zero. "
    "With an elastic drive the columns of the motor's position <joint>.theta and torque "
    "<joint>.tau follow.",
    examples=(
        (
            "torques and their first two derivatives, on stdout",
            "forces --urdf arm.urdf --motion m.csv",
        ),
        (
            "with everything in the robot file, term by term, with its limits and a picture",
            "forces --robot arm.yaml --motion m.csv --terms --limits --plot q.png --out q.csv",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
