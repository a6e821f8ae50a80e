# SPDX-License-Identifier: Apache-2.0
"""`hod equations`: the explicit equations of a robot's joints, as text, LaTeX or code."""

from __future__ import annotations

import argparse
import pathlib
import re
from typing import TYPE_CHECKING

from .. import Error, Robot
from ..output import output
from .arguments import Parser, add_robot, check_outputs, read_robot
from .positions import add_positions, positions_of
from .report import json_of, say
from .verb import Verb

if TYPE_CHECKING:
    from ..classic.equations import Equations

_TOLERANCE = 1e-10


def _add_arguments(parser: Parser) -> None:
    add_robot(parser)
    parser.add_argument(
        "--joints", nargs="+", metavar="JOINT", help="the free joints (default: all)"
    )
    add_positions(parser, "positions at which other joints are held")
    parser.add_argument(
        "--form",
        choices=("closed", "recursive"),
        help="closed formulas or the recursion (default: closed if possible)",
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--latex", action="store_true", help="write a document for pdflatex")
    kinds.add_argument("--sympy", action="store_true", help="write a Python module for SymPy")
    kinds.add_argument("--matlab", action="store_true", help="write a MATLAB function")
    parser.add_argument("--out", metavar="F", help="file to write (default, and -: stdout)")
    parser.add_argument(
        "--json",
        action="store_true",
        help="write JSON: the equations in the requested language, their form, joints and error",
    )


def run(arguments: argparse.Namespace) -> int:
    check_outputs(arguments)
    robot = read_robot(arguments)
    from ..classic import equations

    derived = equations.derive(robot, arguments.joints, positions_of(arguments), arguments.form)
    for sentence in _left_out(robot):
        say(f"warning: {sentence}")
    error = derived.error(robot)
    if not error <= _TOLERANCE:
        raise Error(
            f"{robot.name}: found equations that differ from the fast pass by {error:.1e}, "
            f"expected {_TOLERANCE:.0e} at most"
        )
    say(
        f"{derived.form} form, free joints: {derived.chain.dof}, intermediate results: "
        f"{len(derived.steps)}, {error:.1e} from the fast pass"
    )
    text = _text(derived, arguments)
    if arguments.json:
        free = arguments.joints or robot.joint_names
        found = {"robot": robot.name, "joints": free, "form": derived.form, "error": error}
        text = json_of(**found, equations=text) + "\n"
    with output(arguments.out) as file:
        file.write(text.encode())
    return 0


def _text(derived: Equations, arguments: argparse.Namespace) -> str:
    if arguments.latex:
        return derived.latex()
    if arguments.sympy:
        return derived.sympy()
    if arguments.matlab:
        return derived.matlab(_function_name(arguments.out))
    return derived.text()


def _function_name(path: str | None) -> str:
    """Return a valid MATLAB function name from the file name."""
    stem = pathlib.Path(path).stem if path not in (None, "-") else ""
    return stem if re.fullmatch(r"[A-Za-z]\w*", stem) else "hod_equations"


def _left_out(robot: Robot) -> list[str]:
    """Report what counts in the forces of this robot but is not in its equations."""
    others = [name for name in robot.term_names if name not in ("inertia", "gravity")]
    return [f"equations leave out the robot's {' and '.join(others)}"] if others else []


VERB = Verb(
    summary="the explicit equations of a robot by computer algebra",
    description="Derives M, V, D, H, the acceleration energies E1 to E3 and Q, Q', Q'' of the free "
    "joints, gravity included, with a symbol for every property of the robot, checks them against "
    "the fast pass and writes them. Up to three free joints give closed formulas, more joints the "
    "recursion over the links with every intermediate result written once. Friction, rotors, loads "
    "and springs are not included.",
    examples=(
        (
            "one joint of an arm, all others held at zero, as a document",
            "equations --urdf arm.urdf --joints joint_3 --latex --out joint_3.tex",
        ),
        (
            "two joints, the elbow bent, as a MATLAB function",
            "equations --urdf arm.urdf --joints joint_1 joint_2 --at joint_3=1.57 --matlab "
            "--out arm.m",
        ),
        ("all joints, as a Python module", "equations --urdf arm.urdf --sympy --out arm.py"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
