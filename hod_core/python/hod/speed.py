# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark program hod_speed and converts its output to rows of the speed table."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from . import Error

Row = dict[str, Any]

_INTERLEAVED = (
    "--benchmark_enable_random_interleaving=true",
    "--benchmark_format=json",
)
_COUNTED_STEPS = 10
_SLOW_ROWS = ("forces_order2_batch", "forces_order2_batch_terms", "forces_order2_batch_apart")


class Bench:
    """The program, and how long it may take."""

    def __init__(
        self, program: Path, *, quick: bool, valgrind: str | None, casadi_library: Path | None
    ) -> None:
        self._program = program
        self._quick = quick
        self._valgrind = valgrind
        self._environment = dict(os.environ)
        if casadi_library is not None:
            self._environment["HOD_CASADI_LIBRARY"] = str(casadi_library)
        self._counts: dict[tuple[str, str], int | None] = {}

    def describe(self, robot: str) -> str:
        """Return the robot as JSON."""
        return self._run([robot, "--describe"])

    def rows_of(self, robot: str) -> list[Row]:
        """Time every row of the table for one robot, alternating between HOD and its peer."""
        pairs: dict[str, list[str]] = {}
        for case in self._run([robot, "--list"]).split():
            pairs.setdefault(_row_name(case), []).append(case)
        dof = json.loads(self.describe(robot))["dof"]
        rows = []
        for name, cases in pairs.items():
            print(f"hod: timing {name} of {robot}", file=sys.stderr, flush=True)
            rows.append(self._row(name, robot, dof, cases))
        return rows

    def _row(self, name: str, robot: str, dof: int, cases: list[str]) -> Row:
        times = self._times(name, robot, cases)
        peer = next((case for case in cases if not case.endswith("/hod")), None)
        own = next(case for case in cases if case.endswith("/hod"))
        label = peer.rsplit("/", 1)[1] if peer else None
        instructions = self._count(name, robot, own)
        peer_instructions = self._count(name, robot, peer) if peer else None
        row = make_row(name, dof, times[own], label, times[peer] if peer else None)
        if name == "energies_order4_extra" and instructions is not None:
            instructions = instructions - peer_instructions if peer_instructions else None
        suffix = "" if robot.startswith("chain_") else f"_{robot_label(robot)}"
        row["name"] += suffix
        return row | {"instructions": instructions, "peer_instructions": peer_instructions}

    def _times(self, name: str, robot: str, cases: list[str]) -> dict[str, float]:
        """Return the shortest time per state of each case [ns]: disturbances only add to it."""
        repetitions = 5 if self._quick or name in _SLOW_ROWS else 25
        names = "|".join(re.escape(case).replace(r"\-", "-") for case in cases)
        result = self._run(
            [
                robot,
                f"--benchmark_filter=^({names})/process_time$",
                f"--benchmark_repetitions={repetitions}",
                "--benchmark_min_time=0.02",
                *_INTERLEAVED,
            ],
            name,
        )
        times: dict[str, float] = {}
        for run in json.loads(result)["benchmarks"]:
            if run.get("error_occurred"):
                raise Error(f"{self._program}: {run['error_message']}")
            if run["run_type"] == "iteration":
                case = run["run_name"].removesuffix("/process_time")
                time = run["cpu_time"] / run["states"]
                times[case] = min(time, times.get(case, time))
        return times

    def _count(self, name: str, robot: str, case: str) -> int | None:
        """Count the instructions of one step, in AVX2 code: valgrind does not support AVX-512."""
        if self._quick or self._valgrind is None or name in (*_SLOW_ROWS, "load_urdf"):
            return None
        # A peer does the same in every row; HOD does not.
        key = (robot, case if case.endswith("/hod") else case.rsplit("/", 1)[1])
        if key not in self._counts:
            self._counts[key] = self._count_once(name, robot, case)
        return self._counts[key]

    def _count_once(self, name: str, robot: str, case: str) -> int | None:
        command = [
            str(self._valgrind),
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--collect-atstart=no",
            "--toggle-collect=hod_counted_steps",
            str(self._program),
            *(robot, "--repeat", case, str(_COUNTED_STEPS)),
        ]
        finished = subprocess.run(
            command, capture_output=True, text=True, env=self._environment_of(name), check=False
        )
        found = re.search(r"Collected : (\d+)", finished.stderr)
        if finished.returncode or found is None:
            return None
        return int(found.group(1)) // _COUNTED_STEPS

    def _environment_of(self, name: str) -> dict[str, str]:
        if name == "forces_order2_scalar":
            return {**self._environment, "HOD_INSTRUCTION_SET": "baseline"}
        return self._environment

    def _run(self, arguments: list[str], name: str = "") -> str:
        finished = subprocess.run(
            [self._program, *arguments],
            capture_output=True,
            text=True,
            env=self._environment_of(name),
            check=False,
        )
        if finished.returncode:
            raise Error(finished.stderr.strip() or f"{self._program}: stopped by a signal")
        return finished.stdout


def make_row(name: str, dof: int, ns: float, peer: str | None, peer_ns: float | None) -> Row:
    """Return a row; its ratio is the one that the design's targets refer to.

    Forces: HOD over peer. Rows peer_*: peer over HOD. Energies: additional time over that of the
    forces.
    """
    ratio = None
    if peer_ns is not None:
        if name == "energies_order4_extra":
            ns -= peer_ns
        ratio = peer_ns / ns if name.startswith("peer_") else ns / peer_ns
    return {"name": name, "dof": dof, "ns": ns, "peer": peer, "peer_ns": peer_ns, "ratio": ratio}


def growth(rows: list[Row]) -> list[Row]:
    """Return how the time grows from 30 to 120 joints."""
    times = {row["dof"]: row["ns"] for row in rows if row["name"] == "forces_order2"}
    if not {30, 120} <= times.keys():
        return []
    row = make_row("growth_order2_120_over_30", 120, times[120], "hod, 30 joints", times[30])
    return [row | {"instructions": None, "peer_instructions": None}]


def robot_label(robot: str) -> str:
    """Return the name of a robot in the table."""
    return Path(robot).stem.split("_")[0]


def markdown(rows: list[Row]) -> str:
    """Return the table as Markdown."""
    lines = [
        "| case | joints | HOD | peer | peer's | ratio | instructions | peer's |",
        "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        cells = [
            row["name"],
            str(row["dof"]),
            _nanoseconds(row["ns"]),
            row["peer"] or "",
            _nanoseconds(row["peer_ns"]),
            "" if row["ratio"] is None else f"{row['ratio']:.2f}",
            "" if row["instructions"] is None else str(row["instructions"]),
            "" if row["peer_instructions"] is None else str(row["peer_instructions"]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _row_name(case: str) -> str:
    return case.split("/", 1)[0]


def _nanoseconds(time: float | None) -> str:
    if time is None:
        return ""
    return f"{time:.0f} ns" if time < 1e4 else f"{time / 1e3:.1f} µs"
