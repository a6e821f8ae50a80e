# SPDX-License-Identifier: Apache-2.0
"""Positions of joints as arguments of a verb."""

from __future__ import annotations

import argparse
import math

from .. import Error, Robot
from ..arrays import Numbers


def add_positions(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add --at JOINT=POSITION ..."""
    parser.add_argument(
        "--at",
        nargs="+",
        type=_position,
        default=[],
        metavar="JOINT=Q",
        help=f"{meaning} [rad or m] (default: 0)",
    )


def _position(text: str) -> tuple[str, float]:
    name, _, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not name or not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected JOINT=NUMBER, as J2=0.5")
    return name, number


def positions_of(arguments: argparse.Namespace) -> dict[str, float]:
    """Return the positions by joint."""
    positions: dict[str, float] = {}
    for name, value in arguments.at:
        if name in positions:
            arguments.usage(f"found two positions of {name} with --at, expected one")
        positions[name] = value
    return positions


def configuration(arguments: argparse.Namespace, robot: Robot) -> Numbers:
    """Return q with the positions given, zero elsewhere."""
    import numpy as np

    q = np.zeros(robot.dof)
    for name, value in positions_of(arguments).items():
        if name not in robot.joint_names:
            raise Error(
                f"--at: found {name!r}, expected one of the joints {', '.join(robot.joint_names)}"
            )
        q[robot.joint_names.index(name)] = value
    return q
