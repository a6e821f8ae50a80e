# SPDX-License-Identifier: Apache-2.0
"""How long commands take to end when they are interrupted at random moments.

    python hod_core/benchmark/interruptions.py FOLDER [--count N] [--rows N] [CASE ...]
    python hod_core/benchmark/interruptions.py FOLDER --kill [--count N] [--bags N]

FOLDER is one that `recordings.py bag` has left. The cases are fit, replay, batch (of several bags),
limits (of so many rows), experiment, and replay_bag where a ROS 2 with hod_ros is sourced. Each is
run once undisturbed and then so many times with SIGINT or SIGTERM in between. Prints the median and
the longest time from the signal to the end; fails if anything half-written is left, or if a command
ends otherwise than by the signal or its own end.

With --kill a batch is killed so many times at random moments and begun again; what it leaves in the
end has to be what an undisturbed one leaves. Prints how long both took, and one with --jobs 1.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

SIGNALS = (signal.SIGINT, signal.SIGTERM)
HOD = (sys.executable, "-m", "hod_command")


@dataclass(frozen=True)
class Case:
    """A command that writes below a folder, and what may be left there."""

    words: Callable[[Path], list[object]]
    finished: Callable[[Path], bool]
    """Whether what is in the folder is the whole of the results."""
    whole: Callable[[Path], bool] = lambda out: not any(out.iterdir())
    """Whether nothing in the folder is half-written after an interruption."""


def cases_of(recording: Path, scratch: Path, rows: int) -> dict[str, Case]:
    bag, config = recording / "bag", recording / "fit.yaml"
    found = {
        "fit": Case(
            lambda out: [*HOD, "fit", bag, "--config", config, "--out", out / "motion.csv"],
            lambda out: (out / "motion.csv").exists(),
        ),
        "replay": Case(
            lambda out: [*HOD, "replay", bag, "--config", config, "--out", out / "replayed"],
            lambda out: (out / "replayed/report.html").exists(),
        ),
        "batch": Case(
            lambda out: batch_of(recording, scratch, 4, out),
            lambda out: (out / "summary.csv").exists(),
            _is_batch,
        ),
        "limits": Case(
            lambda out: [
                *(*HOD, "forces", "--urdf", recording / "robot.urdf", "--limits"),
                *("--motion", _motion(scratch, rows), "--out", out / "forces.csv"),
            ],
            lambda out: (out / "forces.csv").exists(),
        ),
        "experiment": Case(
            lambda out: [*HOD, "experiment", "fanuc_accelerometer", "--out", out / "report"],
            lambda out: (out / "report/report.html").exists(),
        ),
    }
    program = replay_bag()
    if program is not None:
        found["replay_bag"] = Case(
            lambda out: [program, bag, "--config", config, "--out", out / "bag"],
            lambda out: (out / "bag/metadata.yaml").exists(),
            lambda out: not (out / "bag").exists(),  # what is in bag.partial is gone on with
        )
    return found


def replay_bag() -> str | None:
    for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(":"):
        program = Path(prefix, "lib/hod_ros/replay_bag")
        if program.exists():
            return str(program)
    return None


def batch_of(recording: Path, scratch: Path, count: int, out: Path) -> list[object]:
    """The command for the bag so many times."""
    folder = scratch / f"{count}_bags"
    for i in range(count):
        if not (folder / str(i)).exists():
            shutil.copytree(recording / "bag", folder / str(i), copy_function=os.link)
    return [*HOD, "replay", folder, "--config", recording / "fit.yaml", "--out", out]


def _motion(scratch: Path, rows: int) -> Path:
    """A motion of a UR5 in which nothing stands still."""
    path = scratch / "motion.npz"
    if not path.exists():
        times = np.arange(rows) * 1e-3
        joints = ("shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3")
        columns = {"time": times}
        for i, joint in enumerate(joints):
            rate = 1.0 + 0.1 * i
            for k, name in enumerate(("q", "d1q", "d2q", "d3q", "d4q")):
                columns[f"{joint}_joint.{name}"] = rate**k * np.sin(rate * times + k * np.pi / 2)
        np.savez(path, **columns)
    return path


def _is_batch(out: Path) -> bool:
    """Whole folders of recordings alone."""
    return all((path / "replay.json").exists() for path in out.iterdir())


def interrupted(case: Case, number: signal.Signals, after: float, scratch: Path) -> float | None:
    """Seconds from the signal to the end; None if the command was faster."""
    with TemporaryDirectory(dir=scratch) as name:
        out = Path(name)
        process = started(case, out)
        try:
            process.wait(after)
            return None
        except subprocess.TimeoutExpired:
            pass
        begin = time.perf_counter()
        process.send_signal(number)
        code = process.wait(120)
        spent = time.perf_counter() - begin
        was_faster = code == 0 and case.finished(out)
        ends_by_signal = code in (128 + number, -number) and case.whole(out)
        if not was_faster and not ends_by_signal:
            left = ", ".join(sorted(str(path.relative_to(out)) for path in out.rglob("*")))
            raise SystemExit(f"{number.name} after {after:.2f} s: exit code {code}, left: {left}")
        return spent


def started(case: Case, out: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(word) for word in case.words(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL) for number in SIGNALS],
    )


def measure(name: str, case: Case, count: int, scratch: Path) -> None:
    rng = np.random.default_rng(1)
    with TemporaryDirectory(dir=scratch) as folder:
        case.words(Path(folder))  # inputs are made once
        begin = time.perf_counter()
        if started(case, Path(folder)).wait() or not case.finished(Path(folder)):
            raise SystemExit(f"{name}: found that it fails, expected a command that works")
        whole = time.perf_counter() - begin
    spent: list[float] = []
    for i in range(count):
        found = interrupted(case, SIGNALS[i % 2], rng.uniform(0.0, whole), scratch)
        if found is not None:
            spent.append(found)
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(
        f"{name}: {whole:.1f} s undisturbed; {len(spent)} times interrupted, ended after "
        f"{np.median(spent):.2f} s in the median, {max(spent):.2f} s at most; load {load:.1f} per "
        "core",
        flush=True,
    )


def kill(recording: Path, count: int, bags: int, scratch: Path) -> None:
    spent = {}
    for jobs in (1, 2):
        begin = time.perf_counter()
        words = [*batch_of(recording, scratch, bags, scratch / f"jobs_{jobs}"), "--jobs", jobs]
        _run(words)
        spent[jobs] = time.perf_counter() - begin
    rng = np.random.default_rng(1)
    words = [*batch_of(recording, scratch, bags, scratch / "killed"), "--jobs", 2]
    for _ in range(count):
        with subprocess.Popen([*map(str, words)], stderr=subprocess.DEVNULL) as process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(rng.uniform(0.0, 2.0 * spent[2] / count))
            process.kill()
    _run(words)
    expected, *others = (_hashes(scratch / name) for name in ("jobs_1", "jobs_2", "killed"))
    if any(found != expected for found in others):
        raise SystemExit("found other files after kills, or from two processes, than from one")
    ratio = spent[1] / spent[2]
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(
        f"{bags} bags: {spent[1]:.1f} s with one process, {spent[2]:.1f} s with two, {ratio:.2f} "
        f"times faster; after {count} kills {len(expected)} files as without; load {load:.1f} per "
        "core"
    )


def _run(words: list[object]) -> None:
    if subprocess.run([*map(str, words)], stderr=subprocess.DEVNULL, check=False).returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: found that it fails, expected results")


def _hashes(folder: Path) -> dict[str, str]:
    """Of all files but those with dates and seconds in them."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("report.html", "replay.json")
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--bags", type=int, default=100)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("cases", nargs="*")
    given = parser.parse_intermixed_args()
    with TemporaryDirectory(dir=given.folder) as name:
        if given.kill:
            kill(given.folder.resolve(), given.count, given.bags, Path(name).resolve())
            return
        cases = cases_of(given.folder.resolve(), Path(name).resolve(), given.rows)
        for case in given.cases or cases:
            measure(case, cases[case], given.count, Path(name).resolve())


if __name__ == "__main__":
    main()
