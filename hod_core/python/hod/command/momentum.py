# SPDX-License-Identifier: Apache-2.0
"""`hod momentum`: a motion table in, momenta, centre of mass and kinetic energy out."""

from __future__ import annotations

import argparse

import numpy as np

from ..arrays import Numbers
from .arguments import Parser, add_robot, finite_number, force_order, read_robot, refuse_moving_base
from .motion import add_motion, check_motion, derivative_columns, read_along, write_along
from .verb import Verb


def _add_arguments(parser: Parser) -> None:
    add_robot(parser, without=("--gravity",))
    add_motion(parser)
    parser.add_argument(
        "--order", type=force_order, default=2, metavar="K", help="highest derivative (default: 2)"
    )
    parser.add_argument(
        "--about",
        nargs=3,
        type=finite_number,
        default=(0.0, 0.0, 0.0),
        metavar=("X", "Y", "Z"),
        help="reference point of the angular momentum, at rest (default: the root link's origin)",
    )


def run(arguments: argparse.Namespace) -> int:
    from ..kinematics import kinetic_energy, mass_moment, momentum

    check_motion(arguments)
    robot, order = read_robot(arguments), arguments.order
    refuse_moving_base(robot, "momenta")
    mass = sum(carried.mass for carried in (*robot.masses.values(), *robot.payloads))
    columns = [
        *derivative_columns("", ("px", "py", "pz", "Lx", "Ly", "Lz"), order),
        *derivative_columns("", ("cx", "cy", "cz"), order if mass else -1),
        *derivative_columns("", ("T",), order),
    ]

    def compute(_times: Numbers, motion: Numbers) -> Numbers:
        parts = [
            momentum(robot, motion, order, about=arguments.about),
            mass_moment(robot, motion, order)[:, : order + 1 if mass else 0] / (mass or 1.0),
            kinetic_energy(robot, motion, order),
        ]
        return np.concatenate([part.reshape(len(motion), -1) for part in parts], axis=1)

    write_along(arguments, read_along(arguments, robot, order + 2), columns, compute)
    return 0


VERB = Verb(
    summary="momenta, centre of mass and kinetic energy along a motion",
    description="Writes time,px,py,pz,Lx,Ly,Lz,d1px,... (linear and angular momenta of links and "
    "payloads), cx,cy,cz,... (their centre of mass) and T,d1T,... (their kinetic energy) with "
    "derivatives, in the axes of the root link and SI units.",
    examples=(
        ("momenta and two derivatives", "momentum --urdf arm.urdf --motion m.csv"),
        (
            "angular momentum about a point on the floor, without derivatives",
            "momentum --urdf arm.urdf --motion m.csv --about 0.5 0 0 --order 0",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
