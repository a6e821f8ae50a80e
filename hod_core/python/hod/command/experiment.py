# SPDX-License-Identifier: Apache-2.0
"""`hod experiment`: complete examples, from a robot to a report."""

from __future__ import annotations

import argparse
import json

from .arguments import Parser, add_robot, read_robot
from .progress import stages
from .verb import Verb


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="omit it for the list")
    parser.add_argument("--out", metavar="DIR", help="folder for the results, created if necessary")
    parser.add_argument("--json", action="store_true", help="the list as JSON")
    add_robot(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..experiment import EXPERIMENTS

    if arguments.name is None:
        summaries = {name: experiment.summary for name, experiment in EXPERIMENTS.items()}
        width = max(map(len, summaries))
        lines = [f"{name.ljust(width)}  {summary}" for name, summary in summaries.items()]
        print(json.dumps(summaries, indent=1) if arguments.json else "\n".join(lines))
        return 0
    if arguments.name not in EXPERIMENTS:
        arguments.usage(f"found {arguments.name!r}, expected one of {', '.join(EXPERIMENTS)}")
    if arguments.out is None:
        arguments.usage(f"found no --out for {arguments.name}, expected a folder")
    experiment = EXPERIMENTS[arguments.name]
    asked = (arguments.robot, arguments.urdf, arguments.gravity, arguments.mass_distribution)
    is_asked = any(option is not None for option in (*asked, arguments.angles))
    if (is_asked or arguments.free_base) and not experiment.takes_robot:
        arguments.usage(f"found a robot for {arguments.name}, which has its own, expected none")
    robot = read_robot(arguments) if experiment.takes_robot else None
    files = (arguments.robot, arguments.urdf, arguments.mass_distribution)
    inputs = [path for path in files if path not in (None, "-")]
    with stages() as progress:
        experiment.run(arguments.out, robot, inputs, progress)
    return 0


VERB = Verb(
    summary="a complete example with tables, plots and a report (without a name: the list)",
    description="Runs an experiment and leaves tables, plots and report.html in a folder.",
    examples=(
        ("list the experiments", "experiment"),
        (
            "an accelerometer on an arm, from readings to torques",
            "experiment fanuc_accelerometer --out report",
        ),
        ("your own robot", "experiment your_robot --urdf arm.urdf --out report"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
