# SPDX-License-Identifier: Apache-2.0
"""`hod fit`: a recording in, the motion table of the joints out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .arguments import Parser
from .report import say

if TYPE_CHECKING:
    from ..recording.fit import Fit


def add_parser(verbs: argparse._SubParsersAction[Parser]) -> Parser:
    parser = verbs.add_parser(
        "fit",
        help="a recording of accelerometers to the joint motion behind it",
        description="Reads a recording (CSV, or a rosbag2's folder, .mcap or .db3) as F.yaml says, "
        "and writes the motion table time,<joint>.q,<joint>.d1q,...; what was found besides "
        "(biases, drift, residuals) is said on stderr.",
    )
    parser.add_argument("data", metavar="DATA.csv|BAG", help="the recording")
    parser.add_argument("--config", required=True, metavar="F.yaml", help="sensors and robot")
    parser.add_argument("--out", metavar="M.csv", help="file to write (default, and -: stdout)")
    parser.add_argument("--plot", metavar="P.png", help="draw the motion and the residuals")
    return parser


def run(arguments: argparse.Namespace) -> int:
    from ..output import output
    from ..recording.picture import fit_picture
    from ..recording.replay import write_motion

    result = fitted(arguments.data, arguments.config)
    picture = fit_picture(result) if arguments.plot is not None else b""
    write_motion(arguments.out, result)
    if picture:
        with output(arguments.plot) as file:
            file.write(picture)
    for sentence in result.summary:
        say(sentence)
    return 0


def fitted(data: str, config: str) -> Fit:
    """Read a recording and its settings, say what is suspicious about the robot, and fit."""
    from ..recording.fit import fit
    from ..recording.fit_settings import is_bag, read_fit_settings, read_recording

    settings = read_fit_settings(config, is_bag=is_bag(data))
    for warning in settings.robot.warnings:
        say(f"warning: {warning}")
    return fit(read_recording(data, settings), settings)
