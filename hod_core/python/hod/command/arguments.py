# SPDX-License-Identifier: Apache-2.0
"""Arguments that verbs share, and a parser that complains in one sentence."""

from __future__ import annotations

import argparse
import math
import re
import sys
from typing import Any, NoReturn

from .. import MAX_ORDER, Robot
from .report import say


class Parser(argparse.ArgumentParser):
    """Exits with code 2 and one line for bad usage."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # The matcher of the standard library takes "-1e-3" for an option.
        self._negative_number_matcher = re.compile(r"^-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}, see {self.prog} --help\n")


def add_robot(parser: argparse.ArgumentParser) -> None:
    """Add what makes a robot."""
    parser.add_argument(
        "--robot",
        metavar="F.yaml",
        help="the robot file: a URDF, what acts on the robot, its drives and its limits",
    )
    parser.add_argument(
        "--urdf", metavar="F", help="a URDF (- for stdin), alone or instead of the robot file's"
    )
    parser.add_argument(
        "--gravity",
        nargs=3,
        type=finite_number,
        metavar=("X", "Y", "Z"),
        help="acceleration of free fall in the world's axes (default: the robot file's, or "
        "0 0 -9.81)",
    )
    parser.add_argument(
        "--mass-distribution",
        metavar="F.yaml",
        help="other masses for the links it names, with --urdf alone",
    )
    parser.set_defaults(usage=parser.error)


def read_robot(arguments: argparse.Namespace) -> Robot:
    """Read the robot and say what is suspicious about it."""
    if arguments.robot is None and arguments.urdf is None:
        arguments.usage("found no robot, expected --robot or --urdf")
    if arguments.robot is not None and arguments.mass_distribution is not None:
        arguments.usage(
            "found --mass-distribution beside --robot, expected 'mass_distribution' in that file"
        )
    robot = _read_robot(arguments)
    if arguments.gravity is not None:
        robot = robot.replace(gravity=arguments.gravity)
    for warning in robot.warnings:
        say(f"warning: {warning}")
    return robot


def _read_robot(arguments: argparse.Namespace) -> Robot:
    urdf = arguments.urdf
    if urdf == "-":
        urdf = sys.stdin.buffer.read().decode("utf-8", "replace")
        urdf = urdf if urdf.lstrip().startswith("<") else f"<{urdf}"  # text, never a path
    if arguments.robot is not None:
        return Robot.from_file(arguments.robot, urdf)
    return Robot.from_urdf(urdf, mass_distribution=arguments.mass_distribution)


def finite_number(text: str) -> float:
    """Read a number of an argument."""
    number = _number(text)
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a finite number")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def force_order(text: str) -> int:
    """Read the order of a force derivative."""
    if text not in [str(order) for order in range(MAX_ORDER + 1)]:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 0 to {MAX_ORDER}")
    return int(text)
