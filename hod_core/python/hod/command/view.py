# SPDX-License-Identifier: Apache-2.0
"""`hod view`: the folder of a replay in, one MCAP file with ROS messages and layouts out."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import Parser, positive
from .progress import progress
from .report import json_of, say
from .verb import Verb


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("folder", metavar="DIR", help="a folder written by hod replay")
    parser.add_argument("--out", required=True, metavar="F.mcap", help="file to write")
    parser.add_argument(
        "--rate",
        type=positive,
        default=100.0,
        metavar="HZ",
        help="at most this many instants per second (default: 100)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print a list of what was written and all remarks as JSON",
    )


def run(arguments: argparse.Namespace) -> int:
    from ..recording.view import write_view

    out = Path(arguments.out)
    if out.suffix != ".mcap":
        arguments.usage(f"found --out {out}, expected a name that ends in .mcap")
    with progress(None, " instants") as tick:
        written = write_view(Path(arguments.folder), out, arguments.rate, tick)
    say(f"wrote {', '.join(map(str, written))}")
    if arguments.json:
        print(json_of(files=[str(path) for path in written]))
    return 0


VERB = Verb(
    summary="results of a replay as ROS messages, for Foxglove, PlotJuggler and rosbag2",
    description="Reads the tables and the robot of a folder written by hod replay, and writes an "
    "MCAP file (a rosbag2) with /joint_states and /robot_description, and with the topics of the "
    "forces node: /forces_node/estimated_motion, /forces_node/joints/<joint> (Q, Q', Q'') and "
    "/forces_node/energies; beside it a Foxglove and a PlotJuggler layout. Stamps are those of the "
    "recording, dates included.",
    examples=(
        ("a replay", "view replayed --out replayed.mcap"),
        ("every instant of a recording at 1 kHz", "view replayed --out all.mcap --rate 1000"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
