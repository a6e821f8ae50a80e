#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes one operator or number of the C++ sources at a time and asks whether the tests notice.

Usage: mutate.py [--count N] [--seed S] [--folder FOLDER] [AREA...]

AREA is `kernel` (forces and their terms) or `estimator`; both without one. Each mutant is compiled
in a folder of its own (build/mutate) together with the tests named for its area, which then run
until one fails. A mutant is killed by a failed test, by the compiler or by a test that takes ten
times its time. What survives is listed; its reason belongs in docs/trust.md.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "hod_core"


@dataclass(frozen=True)
class Area:
    """Sources to change, and the test programs that have to notice."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


AREAS = {
    "kernel": Area(
        (
            "src/dynamics/kernel/single_*.hpp",
            "src/dynamics/kernel/joint_series.hpp",
            "src/dynamics/kernel/friction*.hpp",
            "src/dynamics/kernel/loads.hpp",
            "src/dynamics/kernel/energy_derivatives.hpp",
            "src/dynamics/kernel/kernel_model.cpp",
            "src/dynamics/forces/base_series.cpp",
            "src/dynamics/forces/forces.cpp",
            "src/dynamics/pass_call.cpp",
        ),
        ("forces", "terms", "energies", "friction", "loads", "base_motion", "reactions"),
    ),
    "estimator": Area(
        (
            "src/accelerometer/accelerometer.cpp",
            "src/accelerometer/spline_basis.cpp",
            "src/accelerometer/banded_least_squares.cpp",
            "src/accelerometer/fixed_lag*.cpp",
            "src/accelerometer/row_writer.cpp",
        ),
        ("accelerometer", "spline_basis", "banded_least_squares", "fixed_lag", "recovery"),
    ),
}

SWAPS = [
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" \* ", " / "),
    (r" / ", " * "),
    (r" \+= ", " -= "),
    (r" -= ", " += "),
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" >= ", " > "),
    (r" == ", " != "),
    (r" != ", " == "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
    (r"\b0\.5\b", "0.25"),
    (r"\b2\.0\b", "3.0"),
    (r"\b1\.0\b", "2.0"),
    (r"\b0\.0\b", "1.0"),
    (r" \+ 1\b", " + 2"),
    (r" - 1\b", " - 2"),
]
SKIPPED = re.compile(r"^\s*(//|///|#|template|using|static_assert|\* )|static_assert|operator")


@dataclass(frozen=True)
class Mutant:
    area: str
    path: Path
    line: int
    begin: int
    end: int
    text: str

    def name(self) -> str:
        return f"{self.path.relative_to(CORE)}:{self.line}"


def mutants_of(area: str) -> list[Mutant]:
    """Every change of one place in the sources of an area."""
    found = []
    for pattern in AREAS[area].sources:
        for path in sorted(CORE.glob(pattern)):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if SKIPPED.search(line):
                    continue
                code = line.split("//")[0]
                for old, new in SWAPS:
                    found += [
                        Mutant(area, path, number, match.start(), match.end(), new)
                        for match in re.finditer(old, code)
                    ]
    return found


def changed(mutant: Mutant) -> tuple[str, str]:
    """The whole text of the file with the change, and the line as it is then."""
    lines = mutant.path.read_text("utf-8").splitlines(keepends=True)
    line = lines[mutant.line - 1]
    lines[mutant.line - 1] = line[: mutant.begin] + mutant.text + line[mutant.end :]
    return "".join(lines), lines[mutant.line - 1].strip()


class Bench:
    """A copy of the sources with a build folder of its own."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.sources, self.build = folder / "hod_core", folder / "build"
        self._jobs = jobs
        shutil.copytree(CORE, self.sources, dirs_exist_ok=True)
        cache = (ROOT / "build/dev/CMakeCache.txt").read_text()
        prefix = re.search(r"^CMAKE_PREFIX_PATH:\w+=(.*)$", cache, re.MULTILINE)
        self._run(
            "cmake", "-S", self.sources, "-B", self.build, "-G", "Ninja", "-DHOD_BUILD_TESTS=ON",
            "-DCMAKE_BUILD_TYPE=Mutate", "-DCMAKE_CXX_FLAGS=-O1", "-DHOD_WITH_PINOCCHIO=OFF",
            f"-DCMAKE_PREFIX_PATH={prefix.group(1) if prefix else ''}",
            check=True,
        )  # fmt: skip
        self._times: dict[str, float] = {}

    def _run(self, *command: object, check: bool = False, timeout: float | None = None) -> int:
        finished = subprocess.run(
            [str(word) for word in command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=check,
            timeout=timeout,
        )
        return finished.returncode

    def compiles(self, area: str) -> bool:
        targets = [f"test_{name}" for name in AREAS[area].tests]
        return self._run("ninja", "-C", self.build, "-j", self._jobs, *targets) == 0

    def killer(self, area: str) -> str:
        """The first test that fails, or nothing."""
        for name in AREAS[area].tests:
            folder = "accelerometer" if area == "estimator" else "dynamics"
            program = self.build / "test" / folder / f"test_{name}"
            limit = max(30.0, 10.0 * self._times.get(name, 60.0))
            begin = time.monotonic()
            try:
                code = self._run(program, "--gtest_fail_fast", "--gtest_brief=1", timeout=limit)
            except subprocess.TimeoutExpired:
                return f"{name} (endless)"
            if code != 0:
                return name
            self._times.setdefault(name, time.monotonic() - begin)
        return ""

    def judge(self, mutant: Mutant) -> str:
        target = self.sources / mutant.path.relative_to(CORE)
        text, _ = changed(mutant)
        try:
            target.write_text(text, "utf-8")
            return self.killer(mutant.area) if self.compiles(mutant.area) else "compiler"
        finally:
            target.write_text(mutant.path.read_text("utf-8"), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("areas", nargs="*", default=[], metavar="AREA")
    parser.add_argument("--count", type=int, default=50, help="mutants per area")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/mutate")
    options = parser.parse_args()
    areas = options.areas or list(AREAS)
    unknown = [area for area in areas if area not in AREAS]
    if unknown:
        parser.error(f"found {unknown[0]}, expected one of {', '.join(AREAS)}")
    bench = Bench(options.folder, options.jobs)
    counts = {}
    for area in areas:
        if not bench.compiles(area) or bench.killer(area):
            print(f"{area}: the tests fail without any change", file=sys.stderr)
            return 2
        everything = mutants_of(area)
        random.Random(options.seed).shuffle(everything)
        sample = everything[: options.count]
        survivors = 0
        for mutant in sample:
            killer = bench.judge(mutant)
            survivors += not killer
            print(f"{killer or 'SURVIVED'}\t{mutant.name()}\t{changed(mutant)[1]}", flush=True)
        counts[area] = {"of": len(everything), "tried": len(sample), "survived": survivors}
    print(json.dumps(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
