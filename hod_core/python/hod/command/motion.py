# SPDX-License-Identifier: Apache-2.0
"""Common parts of verbs that process a motion and write a table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .. import Error, MotionMatch, MotionTable, Robot
from ..arrays import Numbers
from ..output import output
from .arguments import check_outputs, positive
from .progress import progress
from .report import say
from .table_out import add_table_out, check_table_out, table_out

STATES_AT_ONCE = 16384  # enough for all cores, few enough for progress bar and Ctrl-C
_NAMES = 8  # joints named in a sentence


def add_motion(parser: argparse.ArgumentParser) -> None:
    """Add the options for the motion to read and the table to write."""
    parser.add_argument(
        "--motion",
        required=True,
        metavar="M.csv",
        help="the motion: a table (CSV, .parquet, .npz; - for CSV from stdin) or a JointTrajectory "
        "(.yaml, or a bag); if it has only positions, they are fitted",
    )
    parser.add_argument(
        "--cutoff",
        type=positive,
        metavar="HZ",
        help="cut-off of the smoothing of positions (default: by cross-validation)",
    )
    parser.add_argument(
        "--rate",
        type=positive,
        metavar="HZ",
        help="rate of the instants between waypoints (default: 1000)",
    )
    add_table_out(parser)


def check_motion(arguments: argparse.Namespace) -> None:
    """Reject two inputs from one stream, an output that is also an input, or two formats."""
    check_outputs(arguments)
    check_table_out(arguments)
    if arguments.urdf == arguments.motion == "-":
        arguments.usage("found stdin for --urdf and --motion, expected one of them from a file")


def derivative_columns(owner: str, names: Sequence[str], order: int) -> list[str]:
    """Return columns derivative by derivative: <owner>.x, <owner>.y, ..., <owner>.d1x, ..."""
    prefix = f"{owner}." if owner else ""
    prefixes = [f"{prefix}d{k}" if k else prefix for k in range(order + 1)]
    return [f"{start}{name}" for start in prefixes for name in names]


@dataclass(frozen=True)
class Along:
    """A motion table laid out for a robot."""

    table: MotionTable
    match: MotionMatch

    @cached_property
    def times(self) -> Numbers:
        return self.table.times


def read_along(arguments: argparse.Namespace, robot: Robot, rows: int, more: int = 0) -> Along:
    """Read the motion: `rows` derivatives of every joint, and up to `more` if all have them.

    Report how it was fitted and which joints are missing.
    """
    from ..motion_file import MotionFile

    file = MotionFile(arguments.motion, arguments.rate, arguments.cutoff)
    path = Path(arguments.motion)
    size = path.stat().st_size if path.is_file() else None
    with progress(size, "B") as tick:
        table = file.read(robot, rows + more, tick)
    for remark in file.remarks:
        say(remark)
    given = min(table.joints.values(), default=rows)
    match = table.match(robot, max(rows, min(rows + more, given)))
    if match.still:
        more = len(match.still) - _NAMES
        named = ", ".join(match.still[:_NAMES]) + (f" and {more} more" if more > 0 else "")
        say(f"{table.source}: no columns for {named}, standing still at zero")
    return Along(table, match)


def write_along(
    arguments: argparse.Namespace,
    along: Along,
    columns: Sequence[str],
    compute: Callable[[Numbers, Numbers], Numbers],
    finish: Callable[[], dict[str, Any]] = dict,
) -> None:
    """Write the results of `compute` for times and motion (instants, rows, joints) to a table.

    The result of `finish`, called at the end, is added to JSON output, with all remarks.
    """
    with output(arguments.out) as file:
        table = table_out(arguments, file, columns)
        for first, motion in parts(along):
            times = along.times[first : first + len(motion)]
            values = compute(times, motion)
            _check_finite(values, along.table, first)
            table.rows(times, values)
        table.end(finish())


def parts(along: Along, step: int = STATES_AT_ONCE) -> Iterator[tuple[int, Numbers]]:
    """Yield the first instant and the motion of each part of the table."""
    with progress(len(along.table), "states") as tick:
        for first in range(0, len(along.table), step):
            motion = along.match.gather(first, step)
            yield first, motion
            tick(len(motion))


def _check_finite(values: Numbers, table: MotionTable, first: int) -> None:
    good = np.isfinite(values).all(axis=1)
    if not good.all():
        time = table.times[first + int(np.argmin(good))]
        raise Error(
            f"{table.source}: found results that are too large for a number at time {time}, "
            "expected a slower motion"
        )
