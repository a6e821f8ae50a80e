# SPDX-License-Identifier: Apache-2.0
"""`hod replay`: a recording in, forces, energies, plots and a report out."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import Parser
from .fit import fitted
from .report import say
from .verb import Verb


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("bag", metavar="BAG", help="the recording (CSV is taken, too)")
    parser.add_argument("--config", required=True, metavar="F.yaml", help="sensors and robot")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder, made if need be")


def run(arguments: argparse.Namespace) -> int:
    from ..recording.replay import replay

    result = fitted(arguments.bag, arguments.config)
    replay(result, Path(arguments.out))
    for sentence in result.summary:
        say(sentence)
    return 0


VERB = Verb(
    summary="a recording to motion, forces, energies, plots and a report",
    description="Reads a recording as F.yaml says (like hod fit) and leaves motion.csv, "
    "forces.csv, energies.csv, their pictures, robot.urdf and report.html in a folder.",
    examples=(
        ("a bag", "replay recording --config fit.yaml --out replayed"),
        ("readings in a CSV file", "replay readings.csv --config fit.yaml --out replayed"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
