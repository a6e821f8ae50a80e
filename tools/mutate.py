#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes one operator or number of the C++ sources at a time and asks whether the tests notice.

Usage: mutate.py [--count N] [--seed S] [--only NAME] [--build FOLDER] [--folder FOLDER]
                 [--json FILE] [AREA...]

AREA is `kernel` (forces and their terms), `estimator`, `motion` or `smoothing`; all of them without
one. Library and tests are those of build/dev (`./dev test core` makes them): only what a mutant
changes is compiled, in build/mutate, and linked before the library; the tests named for its area
then run until one fails. A mutant is killed by a failed test or by one that takes ten times its
time. What does not compile, and what the compiler turns into the same code, is counted apart:
neither says anything about the tests. What survives is listed; its reason belongs in docs/trust.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shlex
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
    folder: str  # of the tests
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
        "dynamics",
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
        "accelerometer",
        (
            "accelerometer",
            "spline_basis",
            "banded_least_squares",
            "fixed_lag",
            "recovery",
            "recovery_calibration",
        ),
    ),
    "motion": Area(
        (
            "src/motion/collocation_spline.cpp",
            "src/motion/band_system.cpp",
            "src/motion/interpolation.cpp",
            "src/motion/motion_integral.cpp",
            "src/motion/nodal_spline.cpp",
            "src/motion/piecewise_polynomial.cpp",
            "src/motion/limits.cpp",
            "src/motion/speed_up.cpp",
            "src/motion/wrapped_angles.cpp",
        ),
        "motion",
        (
            "interpolation",
            "interpolation_errors",
            "interpolation_identities",
            "interpolation_reference",
            "limits",
            "piecewise_polynomial",
            "speed_up",
            "waypoints",
            "wrapped_angles",
        ),
    ),
    "smoothing": Area(
        (
            "src/motion/smoothing*.cpp",
            "src/motion/smoothed.cpp",
            "src/motion/local_sums.cpp",
            "src/motion/parabola.hpp",
        ),
        "motion",
        (
            "local_sums",
            "parabola",
            "smoothed",
            "smoothing",
            "smoothing_noise",
            "smoothing_samples",
            "smoothing_spline",
            "smoothing_system",
            "smoothing_variation",
            "smoothing_weight",
        ),
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


def units_with(source: Path, build: Path) -> list[Path]:
    """The sources that a change of this one compiles anew: itself, or what includes it.

    Passes for one instruction set are left out: the tests run the portable ones.
    """
    if source.suffix == ".cpp":
        return [source]
    log = subprocess.run(
        ["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True
    ).stdout
    units = []
    for block in log.split("\n\n"):
        files = [(build / line.strip()).resolve() for line in block.splitlines()[1:]]
        if source not in files or not files[0].is_relative_to(CORE / "src"):
            continue
        if not re.search(r"_avx\d+\.cpp", files[0].name):
            units.append(files[0])
    return units


class Bench:
    """A copy of the sources beside a build whose library and tests are there.

    What a mutant changes is compiled and linked before the library, which then is not asked for
    what it defines: neither the library nor the tests are built again.
    """

    def __init__(self, folder: Path, build: Path) -> None:
        self.sources, self.build = folder / "hod_core", build
        self._folder = folder
        self._times: dict[str, float] = {}
        self._unchanged: dict[Path, str] = {}
        commands = json.loads((build / "compile_commands.json").read_text("utf-8"))
        self._commands = {Path(one["file"]): one["command"] for one in commands}
        shutil.rmtree(self.sources, ignore_errors=True)
        for part in ("src", "include"):
            shutil.copytree(CORE / part, self.sources / part)

    def _run(self, *command: object, timeout: float | None = None) -> int:
        finished = subprocess.run(
            [str(word) for word in command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOD_INSTRUCTION_SET": "baseline"},
            cwd=self.build,
            check=False,
            timeout=timeout,
        )
        return finished.returncode

    def _object(self, unit: Path) -> Path | None:
        """Compiled from the copy, with a lower optimization: what counts is the compiler's time."""
        target = self._folder / f"{unit.stem}.o"
        words = shlex.split(self._commands[unit].replace(str(CORE), str(self.sources)))
        words = words[: words.index("-o")]
        copy = self.sources / unit.relative_to(CORE)
        options = ["-O1", "-w", "-DHOD_INLINE=inline", "-o", target, "-c", copy]
        return target if self._run(*words, *options) == 0 else None

    def _objects(self, source: Path) -> dict[Path, Path] | None:
        objects = {unit: self._object(unit) for unit in units_with(source, self.build)}
        compiled = {unit: made for unit, made in objects.items() if made is not None}
        return compiled if len(compiled) == len(objects) else None

    def _linked(self, area: str, name: str, objects: list[Path]) -> Path:
        program = self._folder / f"test_{name}"
        made = f"test/{AREAS[area].folder}/test_{name}"
        commands = subprocess.run(
            ["ninja", "-C", self.build, "-t", "commands", made],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        command = commands[-1].split(" && ")[1]
        command = command.replace(f"-o {made} ", f"-o {program} {shlex.join(map(str, objects))} ")
        if self._run(*shlex.split(command)) != 0:
            sys.exit(f"linking {name}: found an error, expected a program")
        return program

    def _killer(self, area: str, objects: list[Path]) -> str:
        """The first test that fails, or nothing; the quickest tests first once they are known."""
        for name in sorted(AREAS[area].tests, key=lambda name: self._times.get(name, 0.0)):
            program = self._linked(area, name, objects)
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

    def prepare(self, area: str, mutants: list[Mutant]) -> str:
        """What is wrong without any change: the build, the compiler, a test, or nothing."""
        tests = [f"test/{AREAS[area].folder}/test_{name}" for name in AREAS[area].tests]
        if self._run("ninja", "-C", self.build, "hod_core", *tests) != 0:
            return "the build"
        objects: dict[Path, Path] = {}
        for source in sorted({mutant.path for mutant in mutants}):
            missing = [unit for unit in units_with(source, self.build) if unit not in objects]
            for unit in missing:
                made = self._object(unit)
                if made is None:
                    return f"the compiler ({unit.name})"
                objects[unit] = made
        self._unchanged |= {unit: digest(made) for unit, made in objects.items()}
        return self._killer(area, list(objects.values()))

    def judge(self, mutant: Mutant) -> str:
        target = self.sources / mutant.path.relative_to(CORE)
        original = target.read_text("utf-8")
        try:
            target.write_text(changed(mutant)[0], "utf-8")
            objects = self._objects(mutant.path)
            if objects is None:
                return "not compiled"
            if all(digest(made) == self._unchanged[unit] for unit, made in objects.items()):
                return "same code"
            killer = self._killer(mutant.area, list(objects.values()))
            return f"killed by {killer}" if killer else "SURVIVED"
        finally:
            target.write_text(original, "utf-8")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def sample_of(area: str, count: int, seed: int, only: str = "") -> list[Mutant]:
    """Some of all mutants, file by file: what is put back is then compiled once per file."""
    everything = [mutant for mutant in mutants_of(area) if only in mutant.path.name]
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
    parser.add_argument("--only", default="", help="part of the names of the files to change")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
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
    bench = Bench(options.folder, options.build)
    everything = {}
    for area in options.areas:
        mutants = sample_of(area, options.count, options.seed, options.only)
        wrong = bench.prepare(area, mutants)
        if wrong:
            print(f"{area}: {wrong} fails without any change", file=sys.stderr)
            return 2
        everything[area] = list(verdicts(bench, mutants))
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))
    for area, found in everything.items():
        print(summary(area, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
