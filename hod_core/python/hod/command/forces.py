# SPDX-License-Identifier: Apache-2.0
"""`hod forces`: a motion table in, a table of joint forces and their derivatives out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from .. import Error, Model, MotionMatch, MotionTable, force_terms, forces, read_motion
from .._core import force_columns, parse_motion, table_header, table_rows
from ..arrays import Numbers
from ..output import output
from .arguments import Parser, add_robot, force_order, read_model
from .report import say

_STATES_AT_ONCE = 16384  # enough for all cores, few enough for a progress bar and Ctrl-C


def add_parser(verbs: argparse._SubParsersAction[Parser]) -> Parser:
    parser = verbs.add_parser(
        "forces",
        help="joint forces and their time derivatives along a motion",
        description="Reads time,<joint>.q,<joint>.d1q,... and writes time,<joint>.Q,<joint>.d1Q,"
        "... in SI units. Order k needs the derivatives of q up to k + 2; joints that the motion "
        "leaves out stand still at zero.",
    )
    add_robot(parser)
    parser.add_argument(
        "--motion", required=True, metavar="M.csv", help="the motion table (- for stdin)"
    )
    parser.add_argument(
        "--order", type=force_order, default=2, metavar="K", help="highest derivative (default: 2)"
    )
    parser.add_argument(
        "--terms",
        action="store_true",
        help="add the summands as columns <joint>.inertia.Q, ..., <joint>.gravity.Q, ...",
    )
    parser.add_argument("--out", metavar="F", help="file to write (default, and -: stdout)")
    parser.set_defaults(usage=parser.error)
    return parser


def run(arguments: argparse.Namespace) -> int:
    if arguments.urdf == arguments.motion == "-":
        arguments.usage(
            "found stdin for both --urdf and --motion, expected one of them from a file"
        )
    model = read_model(arguments)
    table = _read_motion(arguments.motion)
    match = table.match(model, arguments.order + 3)
    if match.still:
        say(f"{table.source}: no columns for {', '.join(match.still)}, standing still at zero")
    terms = ("inertia", "gravity") if arguments.terms else ()
    with output(arguments.out) as file:
        file.write(table_header(_columns(model, arguments.order, terms)))
        for first, values in _values(model, table, match, arguments.order, terms):
            file.write(table_rows(table.times[first : first + len(values)], values))
    return 0


def _read_motion(path: str) -> MotionTable:
    return parse_motion(sys.stdin.buffer.read(), "stdin") if path == "-" else read_motion(path)


def _columns(model: Model, order: int, terms: tuple[str, ...]) -> list[str]:
    names = force_columns(model.joint_names, order)
    for term in terms:
        names += force_columns([f"{joint}.{term}" for joint in model.joint_names], order)
    return names


def _values(
    model: Model, table: MotionTable, match: MotionMatch, order: int, terms: tuple[str, ...]
) -> Iterator[tuple[int, Numbers]]:
    """Yield the first instant and the rows of one part of the table after the other."""
    from tqdm import tqdm

    quiet = not sys.stderr.isatty()
    with tqdm(total=len(table), unit="states", delay=2, disable=quiet, leave=False) as progress:
        for first in range(0, len(table), _STATES_AT_ONCE):
            motion = match.gather(first, _STATES_AT_ONCE)
            results = [forces(model, motion, order)]
            if terms:
                summands = force_terms(model, motion, order)
                results += [summands[term] for term in terms]
            # Columns go joint by joint, derivatives of a joint beside each other.
            values = np.hstack(
                [result.swapaxes(1, 2).reshape(len(motion), -1) for result in results]
            )
            _check_finite(values, table, first)
            yield first, values
            progress.update(len(motion))


def _check_finite(values: Numbers, table: MotionTable, first: int) -> None:
    good = np.isfinite(values).all(axis=1)
    if not good.all():
        time = table.times[first + int(np.argmin(good))]
        raise Error(
            f"{table.source}: found forces that are too large for a number at time {time}, "
            "expected a slower motion"
        )
