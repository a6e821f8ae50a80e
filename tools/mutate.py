#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes one operator or number of the C++ sources at a time and asks whether the tests notice.

Usage: mutate.py [--count N] [--seed S] [--folder FOLDER] [--json FILE] [AREA...]

AREA is `kernel` (forces and their terms) or `estimator`; both without one. Each mutant is compiled
in a folder of its own (build/mutate) into a shared library, so that only the changed file is
compiled and one library linked; the tests named for its area then run until one fails. A mutant is
killed by a failed test or by one that takes ten times its time. What does not compile, and what the
compiler turns into the same library, is counted apart: neither says anything about the tests. What
survives is listed; its reason belongs in docs/trust.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
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


def copy_if_changed(source: str, target: str) -> None:
    """With the time of now: what a killed run left changed is then compiled again."""
    content = Path(source).read_bytes()
    if not Path(target).exists() or Path(target).read_bytes() != content:
        Path(target).write_bytes(content)


class Bench:
    """A copy of the sources with a build folder of its own."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.sources, self.build = folder / "hod_core", folder / "build"
        self._jobs = jobs
        self._times: dict[str, float] = {}
        self._unchanged = ""
        shutil.copytree(CORE, self.sources, copy_function=copy_if_changed, dirs_exist_ok=True)
        cache = (ROOT / "build/dev/CMakeCache.txt").read_text()
        prefix = re.search(r"^CMAKE_PREFIX_PATH:\w+=(.*)$", cache, re.MULTILINE)
        self._run(
            "cmake", "-S", self.sources, "-B", self.build, "-G", "Ninja", "-DHOD_BUILD_TESTS=ON",
            "-DCMAKE_BUILD_TYPE=Mutate", "-DCMAKE_CXX_FLAGS=-O1", "-DHOD_WITH_PINOCCHIO=OFF",
            "-DHOD_VECTOR_PASSES=OFF", "-DBUILD_SHARED_LIBS=ON",
            "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON",
            f"-DCMAKE_PREFIX_PATH={prefix.group(1) if prefix else ''}",
            check=True,
        )  # fmt: skip

    def _run(self, *command: object, check: bool = False, timeout: float | None = None) -> int:
        finished = subprocess.run(
            [str(word) for word in command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=check,
            timeout=timeout,
        )
        return finished.returncode

    def _compiles(self, area: str) -> bool:
        targets = [f"test_{name}" for name in AREAS[area].tests]
        return self._run("ninja", "-C", self.build, "-j", self._jobs, *targets) == 0

    def _library(self) -> str:
        content = (self.build / "libhod_core.so").resolve().read_bytes()
        return hashlib.sha256(content).hexdigest()

    def _killer(self, area: str) -> str:
        """The first test that fails, or nothing; the quickest tests first once they are known."""
        folder = "accelerometer" if area == "estimator" else "dynamics"
        for name in sorted(AREAS[area].tests, key=lambda name: self._times.get(name, 0.0)):
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

    def prepare(self, area: str) -> str:
        """What is wrong without any change: the compiler, a test, or nothing."""
        if not self._compiles(area):
            return "the compiler"
        self._unchanged = self._library()
        return self._killer(area)

    def judge(self, mutant: Mutant) -> str:
        target = self.sources / mutant.path.relative_to(CORE)
        original = target.read_text("utf-8")
        try:
            target.write_text(changed(mutant)[0], "utf-8")
            if not self._compiles(mutant.area):
                return "not compiled"
            if self._library() == self._unchanged:
                return "same code"
            killer = self._killer(mutant.area)
            return f"killed by {killer}" if killer else "SURVIVED"
        finally:
            target.write_text(original, "utf-8")


def sample_of(area: str, count: int, seed: int) -> list[Mutant]:
    """Some of all mutants, file by file: what is put back is then compiled once per file."""
    everything = mutants_of(area)
    chosen = random.Random(seed).sample(everything, min(count, len(everything)))
    return sorted(chosen, key=lambda mutant: (str(mutant.path), mutant.line, mutant.begin))


def verdicts(bench: Bench, mutants: list[Mutant]) -> Iterator[dict[str, str]]:
    for mutant in mutants:
        verdict = bench.judge(mutant)
        print(f"{verdict}\t{mutant.name()}\t{changed(mutant)[1]}", flush=True)
        yield {"verdict": verdict, "place": mutant.name(), "line": changed(mutant)[1]}


def summary(area: str, found: list[dict[str, str]]) -> str:
    counts = Counter(one["verdict"].split(" by ")[0] for one in found)
    judged = counts["killed"] + counts["SURVIVED"]
    share = 100.0 * counts["killed"] / judged if judged else 0.0
    return (
        f"{area}: {counts['killed']} of {judged} killed ({share:.1f} %), "
        f"{counts['SURVIVED']} survived; {counts['same code']} the same code, "
        f"{counts['not compiled']} not compiled"
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("areas", nargs="*", default=[], metavar="AREA")
    parser.add_argument("--count", type=int, default=50, help="mutants per area")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/mutate")
    parser.add_argument("--json", type=Path, help="every mutant and what became of it")
    options = parser.parse_args()
    options.areas = options.areas or list(AREAS)
    unknown = [area for area in options.areas if area not in AREAS]
    if unknown:
        parser.error(f"found {unknown[0]}, expected one of {', '.join(AREAS)}")
    return options


def main() -> int:
    options = parsed()
    bench = Bench(options.folder, options.jobs)
    everything = {}
    for area in options.areas:
        wrong = bench.prepare(area)
        if wrong:
            print(f"{area}: {wrong} fails without any change", file=sys.stderr)
            return 2
        mutants = sample_of(area, options.count, options.seed)
        everything[area] = list(verdicts(bench, mutants))
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))
    for area, found in everything.items():
        print(summary(area, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
