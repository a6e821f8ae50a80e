# SPDX-License-Identifier: Apache-2.0
"""`hod bench`: the speed table of this machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .. import Error
from ..output import check_writable, output
from .arguments import Parser
from .report import say
from .verb import Verb

if TYPE_CHECKING:
    from ..speed import Bench

_CHAINS = ("chain_6", "chain_7", "chain_30", "chain_120")
_TREES = ("tree_30",)
_GENERATED = ("chain_6", "chain_7", "chain_30")
_EXAMPLES = (
    "ur_description/urdf/ur5_robot.urdf",
    "panda_description/urdf/panda.urdf",
    "anymal_b_simple_description/robots/anymal.urdf",
)


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("--json", metavar="FILE", help="also write the table as JSON")
    parser.add_argument(
        "--quick", action="store_true", help="fewer repetitions, no counts, no generated code"
    )


def run(arguments: argparse.Namespace) -> int:
    from ..speed import Bench, growth, markdown

    check_writable(arguments.json)
    program = _program()
    with tempfile.TemporaryDirectory() as folder:
        plain = Bench(program, quick=True, valgrind=None, casadi_library=None)
        generated = None if arguments.quick else _generated_library(plain, Path(folder))
        bench = Bench(
            program,
            quick=arguments.quick,
            valgrind=shutil.which("valgrind"),
            casadi_library=generated,
        )
        rows = [row for robot in _robots() for row in bench.rows_of(robot)]
    rows += growth(rows)
    machine = _machine()
    with output(None) as out:
        out.write(f"{machine}\n\n{markdown(rows)}".encode())
    if arguments.json:
        with output(arguments.json) as file:
            file.write(json.dumps({"machine": machine, "cases": rows}, indent=1).encode() + b"\n")
    return 0


def _program() -> Path:
    folder = Path(os.environ.get("HOD_BUILD_DIRECTORY", "build"))
    program = folder / "benchmark" / "hod_speed"
    if not program.is_file():
        raise Error(
            f"{program}: not found, expected the benchmarks: run ./dev bench, or build them with "
            "-DHOD_BUILD_BENCHMARKS=ON and set HOD_BUILD_DIRECTORY"
        )
    return program.resolve()


def _robots() -> list[str]:
    share = Path(sys.prefix) / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = share / "site-packages" / "cmeel.prefix" / "share" / "example-robot-data" / "robots"
    examples = [str(folder / name) for name in _EXAMPLES if (folder / name).is_file()]
    return [*_CHAINS, *_TREES, *examples]


def _machine() -> str:
    """Return processor, cores, system, Python's compiler and the load while measuring."""
    name = platform.processor() or platform.machine()
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {os.cpu_count()} cores, {platform.system()} {platform.release()}{load}"


def _generated_library(bench: Bench, folder: Path) -> Path | None:
    """Let CasADi generate C and compile it; None if either is missing."""
    compiler = shutil.which("gcc")
    generator = Path(__file__).resolve().parents[3] / "benchmark" / "casadi_forces.py"
    if compiler is None or not generator.is_file():
        return None
    robots = []
    for name in _GENERATED:
        robots.append(folder / f"{name}.json")
        robots[-1].write_text(bench.describe(name))
    source, library = folder / "forces.c", folder / "forces.so"
    generate = [sys.executable, str(generator), *map(str, robots), str(source)]
    build = [compiler, "-O2", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"]
    for command in (generate, build):
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        if finished.returncode:
            say(f"no code from CasADi ({finished.stderr.strip().splitlines()[-1]}), left out")
            return None
    return library


VERB = Verb(
    summary="the speed table of this machine",
    description="Times HOD and every other library that the benchmarks were built with, "
    "alternating in one process, and counts instructions if valgrind is installed.",
    examples=(
        ("the table, on stdout", "bench"),
        ("fewer repetitions, and the numbers as JSON", "bench --quick --json speed.json"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
