# SPDX-License-Identifier: Apache-2.0
"""`hod replay`: recordings in, forces, energies, plots and a report of each out."""

from __future__ import annotations

import argparse
import json
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..inputs import recording_files
from ..output import undone_by
from .arguments import Parser, files_read, positive, refuse_one_for_two
from .fit import fitted
from .progress import progress, stages
from .report import say
from .verb import Verb

if TYPE_CHECKING:
    from ..recording.batch import Row


def _add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "bags",
        nargs="+",
        metavar="BAG",
        help="one or more recordings (bag or CSV), or a folder with bags in it",
    )
    parser.add_argument("--config", required=True, metavar="F.yaml", help="sensors and robot")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder, created if necessary")
    parser.add_argument(
        "--bag",
        action="store_true",
        help="also write replay.mcap: the results as ROS messages, as from hod view",
    )
    parser.add_argument(
        "--rate",
        type=positive,
        default=100.0,
        metavar="HZ",
        help="at most this many instants per second in replay.mcap (default: 100)",
    )
    parser.add_argument(
        "--jobs",
        type=_jobs,
        metavar="N",
        help="processes for several recordings (default: one per core)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="a Dask cluster with access to the same files, in place of local processes",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the outcome of every recording as JSON"
    )


def _jobs(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 1 to 1024")
    return int(text)


def _view_rate(arguments: argparse.Namespace) -> float | None:
    return arguments.rate if arguments.bag else None


def run(arguments: argparse.Namespace) -> int:
    if len(arguments.bags) == 1 and not _holds_bags(Path(arguments.bags[0])):
        return _replay_one(arguments)
    return _replay_many(arguments)


def _holds_bags(path: Path) -> bool:
    return path.is_dir() and not (path / "metadata.yaml").exists()


def _replay_one(arguments: argparse.Namespace) -> int:
    from ..recording.batch import figures
    from ..recording.replay import refuse_to_replace, refuse_to_view, replay

    bag = arguments.bags[0]
    refuse_to_replace(bag, arguments.config, arguments.out)
    checks = (refuse_to_view,) if arguments.bag else ()
    with stages() as told:
        result = fitted(bag, arguments.config, told, *checks)
        replay(result, Path(arguments.out), _view_rate(arguments), told)
    for sentence in result.summary:
        say(sentence)
    if arguments.json:
        row = {"bag": bag, "error": "", **figures(result), "remarks": result.summary}
        print(json.dumps([row], indent=1))
    return 0


def _replay_many(arguments: argparse.Namespace) -> int:
    from ..recording import batch
    from ..recording.fit_settings import is_bag, read_fit_settings
    from ..recording.folder import make_folder

    tasks = batch.find_tasks(arguments.bags, arguments.config, arguments.out, _view_rate(arguments))
    read = files_read(arguments)
    for task in tasks:
        read |= dict.fromkeys(recording_files(task.bag), "a recording")
    for name in batch.SUMMARIES:
        refuse_one_for_two(arguments, read, str(Path(arguments.out) / name), "the summary")
    # An error in the settings affects all recordings.
    settings = read_fit_settings(arguments.config, is_bag=is_bag(tasks[0].bag))
    for warning in settings.robot.warnings:
        say(f"warning: {warning}")
    out = Path(arguments.out)
    make_folder(out)
    rows: list[Row] = []
    if arguments.scheduler is not None:
        found = batch.run_on(arguments.scheduler, tasks)
    else:
        found = batch.run_here(tasks, arguments.jobs or os.cpu_count() or 1)
    try:
        with undone_by(partial(batch.clear_scratch, out)), progress(len(tasks), " bags") as tick:
            for row in found:
                rows.append(row)
                tick(1)
    except KeyboardInterrupt:
        done = f"interrupted, {len(rows)} of {len(tasks)} recordings are done"
        raise KeyboardInterrupt(f"{done}; the same command goes on") from None
    finally:
        batch.clear_scratch(out)
    batch.write_summary(out, rows)
    if arguments.json:
        print(json.dumps(sorted(rows, key=lambda row: str(row["bag"])), indent=1))
    return _say_failures(rows, out)


def _say_failures(rows: list[Row], out: Path) -> int:
    failed = [row for row in rows if row["error"]]
    say(f"{len(rows) - len(failed)} of {len(rows)} recordings replayed, see {out / 'summary.csv'}")
    for row in failed[:3]:
        say(f"warning: {row['error']}")
    return 1 if failed else 0


VERB = Verb(
    summary="from recordings to motion, forces, energies, plots and a report of each",
    description="Reads a recording as described in F.yaml (like hod fit) and writes motion.csv, "
    "forces.csv, energies.csv, their pictures, robot.urdf and report.html to a folder; for several "
    "recordings, to a folder each, with summary.csv and summary.parquet beside them. Of several, "
    "those that are complete and unchanged are skipped; a single one is always replayed again.",
    examples=(
        ("a bag", "replay recording --config fit.yaml --out replayed"),
        (
            "all bags below a folder, four at a time",
            "replay bags --config fit.yaml --out replayed --jobs 4",
        ),
        (
            "the same on a cluster",
            "replay bags --config fit.yaml --out /shared/replayed --scheduler tcp://host:8786",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
