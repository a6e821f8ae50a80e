# SPDX-License-Identifier: Apache-2.0
"""`hod energies`: a motion table in, a table of acceleration energies out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

import numpy as np

from .. import MAX_ORDER, Robot, energies
from .._core import energy_columns
from ..arrays import Numbers
from .arguments import Parser, add_robot, read_robot, refuse_changing_base, refuse_moving_base
from .motion import add_motion, check_motion, read_along, write_along
from .verb import Verb

COMPONENTS = ("translation", "highest", "mixed", "lower", "velocity")
"""Summands of an energy, in addition to that of a rotor: see `hod.classic.EnergyComponents`."""


def _add_arguments(parser: Parser) -> None:
    add_robot(parser, without=("--gravity",))
    add_motion(parser)
    parser.add_argument(
        "--max-order", type=_energy_order, default=4, metavar="P", help="highest order (default: 4)"
    )
    parser.add_argument(
        "--per-link", action="store_true", help="add the energies of every link as <link>.E1, ..."
    )
    parser.add_argument(
        "--components",
        action="store_true",
        help="add the summands of every moving body, named after its first link, as "
        f"<link>.E1.{COMPONENTS[0]}, ..., <link>.E1.{COMPONENTS[-1]}, and <link>.E1.rotor if any "
        "rotor counts, ...; slow",
    )
    parser.add_argument(
        "--derivatives",
        type=_derivatives,
        default=0,
        metavar="A",
        help="add the time derivatives of each as d1E1, ..., dAE1; P + A is at most "
        f"{MAX_ORDER} (default: 0)",
    )


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    robot = read_robot(arguments)
    if arguments.components:
        refuse_moving_base(robot, "summands of energies")
    order, derivatives = arguments.max_order, arguments.derivatives
    per_link = arguments.per_link
    columns = energy_columns(order, robot.link_names if per_link else [], derivatives)
    along = read_along(arguments, robot, order + derivatives + 2)
    # They are those of the accelerations themselves, from E1 on.
    refuse_changing_base(robot, len(along.table), order + derivatives - 1, weighs=False)
    values = partial(_values, robot, order, derivatives, per_link)
    if not arguments.components:
        write_along(arguments, along, columns, values)
        return 0
    names = (*COMPONENTS, "rotor") if _has_rotors(robot) else COMPONENTS
    columns += [
        f"{link}.E{p}.{component}"
        for link in _bodies(robot)
        for p in range(1, order + 1)
        for component in names
    ]

    def both(times: Numbers, motion: Numbers) -> Numbers:
        return np.hstack([values(times, motion), _components(robot, order, names, motion)])

    write_along(arguments, along, columns, both)
    return 0


def _bodies(robot: Robot) -> list[str]:
    """Return the first link of every moving body."""
    from ..classic import body_of

    first: dict[int, str] = {}
    for name in robot.link_names:
        first.setdefault(body_of(robot, name), name)
    return [first[body] for body in sorted(first) if body >= 0]


def _has_rotors(robot: Robot) -> bool:
    """Whether any rotor counts in energies: those behind springs do not."""
    return any(
        joint.drive.motor_inertia != 0.0 and (joint.is_mimic or not robot.is_elastic)
        for joint in robot.joints.values()
    )


def _components(robot: Robot, order: int, names: Sequence[str], motion: Numbers) -> Numbers:
    """Columns body by body, order by order, summand by summand, (instants, columns)."""
    from ..classic import energy_components

    rows = []
    for state in motion:
        parts = [energy_components(robot, state, p) for p in range(1, order + 1)]
        table = np.array([[getattr(part, name) for name in names] for part in parts])
        rows.append(table.transpose(2, 0, 1).ravel())
    return np.array(rows)


def _energy_order(text: str) -> int:
    if text not in [str(order) for order in range(1, MAX_ORDER + 1)]:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 1 to {MAX_ORDER}")
    return int(text)


def _derivatives(text: str) -> int:
    if text not in [str(number) for number in range(MAX_ORDER)]:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 0 to {MAX_ORDER - 1}")
    return int(text)


def _values(
    robot: Robot,
    order: int,
    derivatives: int,
    per_link: bool,
    _times: Numbers,
    motion: Numbers,
) -> Numbers:
    """Rows of the table: the whole, then link by link; E1, d1E1, ..., E2, ... of each."""
    parts = [energies(robot, motion, order, derivatives=derivatives)[..., np.newaxis]]
    if per_link:
        parts.append(energies(robot, motion, order, per_link=True, derivatives=derivatives))
    energy = np.concatenate(parts, axis=-1)[:, :, 1:]  # order 0, the kinetic energy, is left out
    table: Numbers = energy.transpose(0, 3, 2, 1).reshape(len(energy), -1)
    return table


VERB = Verb(
    summary="acceleration energies along a motion",
    description="Reads time,<joint>.q,<joint>.d1q,... and writes time,E1,E2,... in SI units, where "
    "Ep is half the integral of |r(p+1)|^2 dm. Order p needs the derivatives of q up to p + 1; "
    "joints that are missing from the motion stand still at zero.",
    examples=(
        ("E1 to E4 of a robot along a motion", "energies --urdf arm.urdf --motion m.csv"),
        (
            "the share of every link, with rates",
            "energies --robot arm.yaml --motion m.csv --per-link --derivatives 1 --out e.csv",
        ),
        (
            "translation and the parts of rotation of every body",
            "energies --urdf arm.urdf --motion m.csv --max-order 1 --components",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
