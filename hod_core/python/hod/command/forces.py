# SPDX-License-Identifier: Apache-2.0
"""`hod forces`: a motion table in, a table of joint forces and their derivatives out."""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

from .. import Model, force_terms, forces
from .._core import force_columns
from ..arrays import Numbers
from ..table import by_joint
from .arguments import Parser, add_robot, force_order, read_model
from .motion import add_motion, check_motion, read_along, write_along

_TERMS = ("inertia", "gravity")


def add_parser(verbs: argparse._SubParsersAction[Parser]) -> Parser:
    parser = verbs.add_parser(
        "forces",
        help="joint forces and their time derivatives along a motion",
        description="Reads time,<joint>.q,<joint>.d1q,... and writes time,<joint>.Q,<joint>.d1Q,"
        "... in SI units. Order k needs the derivatives of q up to k + 2; joints that the motion "
        "leaves out stand still at zero.",
    )
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
    return parser


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    model = read_model(arguments)
    order, terms = arguments.order, _TERMS if arguments.terms else ()
    compute = partial(_values, model, order, terms)
    along = read_along(arguments, model, order + 3)
    write_along(arguments, along, _columns(model, order, terms), compute)
    return 0


def _columns(model: Model, order: int, terms: tuple[str, ...]) -> list[str]:
    names = force_columns(model.joint_names, order)
    for term in terms:
        names += force_columns([f"{joint}.{term}" for joint in model.joint_names], order)
    return names


def _values(
    model: Model, order: int, terms: tuple[str, ...], _times: Numbers, motion: Numbers
) -> Numbers:
    results = [forces(model, motion, order)]
    if terms:
        summands = force_terms(model, motion, order)
        results += [summands[term] for term in terms]
    return np.hstack([by_joint(result) for result in results])
