# SPDX-License-Identifier: Apache-2.0
"""What verbs have in common that go along a motion table and write another table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .. import Error, MotionMatch, MotionTable, Robot, read_motion
from .._core import parse_motion, table_header, table_rows
from ..arrays import Numbers
from ..output import output
from .report import say, shows_progress

STATES_AT_ONCE = 16384  # enough for all cores, few enough for a progress bar and Ctrl-C

_PATIENCE = 2  # s without a progress bar


def add_motion(parser: argparse.ArgumentParser) -> None:
    """Add the table to read and the one to write."""
    parser.add_argument(
        "--motion", required=True, metavar="M.csv", help="the motion table (- for stdin)"
    )
    parser.add_argument("--out", metavar="F", help="file to write (default, and -: stdout)")


def check_motion(arguments: argparse.Namespace) -> None:
    """Refuse to read two files from one stream."""
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
    """Read the motion table, `rows` derivatives of every joint, and up to `more` if all have them.

    Say which joints it leaves out.
    """
    path = arguments.motion
    table = parse_motion(sys.stdin.buffer.read(), "stdin") if path == "-" else read_motion(path)
    given = min(table.joints.values(), default=rows)
    match = table.match(robot, max(rows, min(rows + more, given)))
    if match.still:
        say(f"{table.source}: no columns for {', '.join(match.still)}, standing still at zero")
    return Along(table, match)


def write_along(
    arguments: argparse.Namespace,
    along: Along,
    columns: Sequence[str],
    compute: Callable[[Numbers, Numbers], Numbers],
) -> None:
    """Write what `compute` makes of times and motion: (instants, rows, joints) to a table."""
    with output(arguments.out) as file:
        file.write(table_header(columns))
        for first, motion in _parts(along):
            times = along.times[first : first + len(motion)]
            values = compute(times, motion)
            _check_finite(values, along.table, first)
            file.write(table_rows(times, values))


def _parts(along: Along) -> Iterator[tuple[int, Numbers]]:
    """Yield the first instant and the motion of one part of the table after the other."""
    from tqdm import tqdm

    quiet = not shows_progress()
    states = len(along.table)
    with tqdm(total=states, unit="states", delay=_PATIENCE, disable=quiet, leave=False) as progress:
        for first in range(0, states, STATES_AT_ONCE):
            motion = along.match.gather(first, STATES_AT_ONCE)
            yield first, motion
            progress.update(len(motion))


def _check_finite(values: Numbers, table: MotionTable, first: int) -> None:
    good = np.isfinite(values).all(axis=1)
    if not good.all():
        time = table.times[first + int(np.argmin(good))]
        raise Error(
            f"{table.source}: found results that are too large for a number at time {time}, "
            "expected a slower motion"
        )
