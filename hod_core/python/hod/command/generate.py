# SPDX-License-Identifier: Apache-2.0
"""`hod generate`: a robot, a motion and imperfect sensors in, a recording and its truth out."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from .arguments import Parser
from .report import json_of, say
from .verb import Verb

_FORMATS = ("mcap", "sqlite3", "csv")


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("config", metavar="CONFIG.yaml", help="what to generate")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder, created if necessary")
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="in place of the one in CONFIG.yaml"
    )
    parser.add_argument(
        "--format", choices=_FORMATS, default="mcap", help="format of the recording (default: mcap)"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print a list of what was written and all remarks as JSON",
    )


def run(arguments: argparse.Namespace) -> int:
    from ..recording.generate import generate
    from ..recording.plan import read_plan

    plan = read_plan(arguments.config)
    if arguments.seed is not None:
        plan = replace(plan, seed=arguments.seed)
    for warning in plan.robot.warnings:
        say(f"warning: {warning}")
    written = generate(plan, Path(arguments.out), arguments.format)
    if arguments.json:
        print(json_of(seed=plan.seed, files=[str(path) for path in written]))
    return 0


def _seed(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a whole number from 0")
    return int(text)


VERB = Verb(
    summary="a test recording of accelerometers, and the truth behind it",
    description="Reads robot, motion and sensors and leaves a recording (a rosbag2, or "
    "recording.csv), the true motion.csv, the true readings.csv, robot.urdf and a fit.yaml for "
    "hod fit in a folder. The same settings and seed give the same bytes.",
    examples=(
        ("a bag and its truth", "generate plan.yaml --out recorded"),
        (
            "the same as CSV with different noise",
            "generate plan.yaml --out recorded --format csv --seed 7",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
