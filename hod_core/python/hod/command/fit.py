# SPDX-License-Identifier: Apache-2.0
"""`hod fit`: a recording in, the motion table of the joints out."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from .. import Error
from ..output import output
from ..progress import SILENT, Progress
from .arguments import Parser, check_outputs
from .motion import STATES_AT_ONCE
from .progress import progress as progress_bar
from .progress import stages
from .report import say
from .table_out import add_table_out, table_out
from .verb import Verb

if TYPE_CHECKING:
    from ..recording.fit import Fit
    from ..recording.fit_settings import FitSettings
    from ..recording.source import Recording


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("data", metavar="DATA.csv|BAG", help="the recording (- for CSV from stdin)")
    parser.add_argument("--config", required=True, metavar="F.yaml", help="sensors and robot")
    add_table_out(parser)
    parser.add_argument(
        "--deviations", metavar="D.csv", help="also write the standard deviations of the motion"
    )
    parser.add_argument("--plot", metavar="P.png", help="draw the motion and the residuals")


def run(arguments: argparse.Namespace) -> int:
    from .._core import motion_columns
    from ..recording.picture import fit_picture
    from ..recording.replay import write_deviations
    from ..table import by_joint

    check_outputs(arguments)
    with stages() as progress:
        result = fitted(arguments.data, arguments.config, progress)
    picture = fit_picture(result) if arguments.plot is not None else b""
    columns = motion_columns(result.settings.robot.joint_names, result.motion.shape[1])
    with output(arguments.out) as file:
        table = table_out(arguments, file, columns)
        with progress_bar(len(result.times), " instants") as tick:
            for first in range(0, len(result.times), STATES_AT_ONCE):
                part = slice(first, first + STATES_AT_ONCE)
                table.rows(result.times[part], by_joint(result.motion[part]))
                tick(len(result.times[part]))
        for sentence in result.summary:
            say(sentence)
        table.end({})
    if arguments.deviations is not None:
        write_deviations(arguments.deviations, result)
    if picture:
        with output(arguments.plot) as file:
            file.write(picture)
    return 0


def fitted(
    data: str,
    config: str,
    progress: Progress = SILENT,
    check: Callable[[Recording, FitSettings], object] = lambda *_: None,
) -> Fit:
    """Read a recording and its settings, print the robot's warnings, `check` both, and fit."""
    from ..recording.fit import fit
    from ..recording.fit_settings import is_bag, read_fit_settings, read_recording

    if data != "-" and not Path(data).exists():
        raise Error(f"{data}: found no such file, expected a recording")
    settings = read_fit_settings(config, is_bag=is_bag(data))
    for warning in settings.robot.warnings:
        say(f"warning: {warning}")
    recording = read_recording(data, settings, progress)
    check(recording, settings)
    return fit(recording, settings, progress)


VERB = Verb(
    summary="from a recording of accelerometers to the joint motion behind it",
    description="Reads a recording (CSV, or a rosbag2's folder, .mcap or .db3) as described in "
    "F.yaml, and writes the motion table time,<joint>.q,<joint>.d1q,...; other findings (biases, "
    "drift, residuals) go to stderr.",
    examples=(
        (
            "from a bag to the motion table that hod forces reads",
            "fit recording.mcap --config fit.yaml --out motion.csv",
        ),
        (
            "from a CSV file, with a picture of the motion",
            "fit readings.csv --config fit.yaml --out motion.csv --plot motion.png",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
