# SPDX-License-Identifier: Apache-2.0
"""`hod energies`: a motion table in, a table of acceleration energies out."""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

from .. import MAX_ORDER, Model, energies
from .._core import energy_columns
from ..arrays import Numbers
from ..table import by_joint
from .arguments import Parser, add_robot, read_model
from .motion import add_motion, check_motion, read_along, write_along


def add_parser(verbs: argparse._SubParsersAction[Parser]) -> Parser:
    parser = verbs.add_parser(
        "energies",
        help="acceleration energies along a motion",
        description="Reads time,<joint>.q,<joint>.d1q,... and writes time,E1,E2,... in SI units, "
        "Ep being half the integral of |r(p+1)|^2 dm. Order p needs the derivatives of q up to "
        "p + 1; joints that the motion leaves out stand still at zero.",
    )
    add_robot(parser)
    add_motion(parser)
    parser.add_argument(
        "--max-order", type=_energy_order, default=4, metavar="P", help="highest order (default: 4)"
    )
    parser.add_argument(
        "--per-link", action="store_true", help="add the energies of every link as <link>.E1, ..."
    )
    return parser


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    model = read_model(arguments)
    order, per_link = arguments.max_order, arguments.per_link
    columns = energy_columns(order, model.link_names if per_link else [])
    along = read_along(arguments, model, order + 2)
    write_along(arguments, along, columns, partial(_values, model, order, per_link))
    return 0


def _energy_order(text: str) -> int:
    if text not in [str(order) for order in range(1, MAX_ORDER + 1)]:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 1 to {MAX_ORDER}")
    return int(text)


def _values(
    model: Model, order: int, per_link: bool, _times: Numbers, motion: Numbers
) -> Numbers:
    """Leave the kinetic energy, order 0, out."""
    totals = energies(model, motion, order)[:, 1:]
    if not per_link:
        return totals
    return np.hstack([totals, by_joint(energies(model, motion, order, per_link=True)[:, 1:])])
