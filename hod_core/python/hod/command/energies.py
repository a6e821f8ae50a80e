# SPDX-License-Identifier: Apache-2.0
"""`hod energies`: a motion table in, a table of acceleration energies out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from .. import MAX_ORDER, Error, Model, MotionMatch, MotionTable, energies, read_motion
from .._core import energy_columns, parse_motion, table_header, table_rows
from ..arrays import Numbers
from ..output import output
from .arguments import Parser, add_robot, read_model
from .report import say

_STATES_AT_ONCE = 4096  # enough to be quick, few enough for a progress bar and Ctrl-C


def add_parser(verbs: argparse._SubParsersAction[Parser]) -> Parser:
    parser = verbs.add_parser(
        "energies",
        help="acceleration energies along a motion",
        description="Reads time,<joint>.q,<joint>.d1q,... and writes time,E1,E2,... in SI units, "
        "Ep being half the integral of |r(p+1)|^2 dm. Order p needs the derivatives of q up to "
        "p + 1; joints that the motion leaves out stand still at zero.",
    )
    add_robot(parser)
    parser.add_argument(
        "--motion", required=True, metavar="M.csv", help="the motion table (- for stdin)"
    )
    parser.add_argument(
        "--max-order", type=_energy_order, default=4, metavar="P", help="highest order (default: 4)"
    )
    parser.add_argument(
        "--per-link", action="store_true", help="add the energies of every link as <link>.E1, ..."
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
    path = arguments.motion
    table = parse_motion(sys.stdin.buffer.read(), "stdin") if path == "-" else read_motion(path)
    order = arguments.max_order
    match = table.match(model, order + 2)
    if match.still:
        say(f"{table.source}: no columns for {', '.join(match.still)}, standing still at zero")
    links = model.link_names if arguments.per_link else []
    with output(arguments.out) as file:
        file.write(table_header(energy_columns(order, links)))
        for first, values in _values(model, table, match, order, arguments.per_link):
            file.write(table_rows(table.times[first : first + len(values)], values))
    return 0


def _energy_order(text: str) -> int:
    if text not in [str(order) for order in range(1, MAX_ORDER + 1)]:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 1 to {MAX_ORDER}")
    return int(text)


def _values(
    model: Model, table: MotionTable, match: MotionMatch, order: int, per_link: bool
) -> Iterator[tuple[int, Numbers]]:
    """Yield the first instant and the rows of one part of the table after the other."""
    from tqdm import tqdm

    quiet = not sys.stderr.isatty()
    with tqdm(total=len(table), unit="states", delay=2, disable=quiet, leave=False) as progress:
        for first in range(0, len(table), _STATES_AT_ONCE):
            motion = match.gather(first, _STATES_AT_ONCE)
            values = energies(model, motion, order)[:, 1:]
            if per_link:
                # The kinetic energy is left out; columns go link by link.
                of_links = energies(model, motion, order, per_link=True)[:, 1:]
                values = np.hstack([values, of_links.swapaxes(1, 2).reshape(len(motion), -1)])
            _check_finite(values, table, first)
            yield first, values
            progress.update(len(motion))


def _check_finite(values: Numbers, table: MotionTable, first: int) -> None:
    good = np.isfinite(values).all(axis=1)
    if not good.all():
        time = table.times[first + int(np.argmin(good))]
        raise Error(
            f"{table.source}: found energies that are too large for a number at time {time}, "
            "expected a slower motion"
        )
