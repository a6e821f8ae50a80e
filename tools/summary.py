#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums JUnit XML results of several test runners into one closing line.

Each runner leaves one line in the list of runs: its name, its exit code and a glob of its XML
files; or, for tests that were left out, `skipped`, their number and the reason (parted by tabs).
A runner that failed, or left no results, without a failed test counts as one failure itself.
"""

from __future__ import annotations

import glob
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Count:
    """How many tests ended which way, and the names of the failed ones."""

    passed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.passed += other.passed
        self.skipped += other.skipped
        self.failures += other.failures

    def __str__(self) -> str:
        return f"{self.passed} passed, {len(self.failures)} failed, {self.skipped} skipped"


def count_file(path: Path) -> Count:
    """The test cases of one JUnit XML file."""
    count = Count()
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        count.failures.append(f"{path}: unreadable results ({error})")
        return count
    for case in root.iter("testcase"):
        name = ".".join(dict.fromkeys(filter(None, [case.get("classname"), case.get("name")])))
        if case.find("failure") is not None or case.find("error") is not None:
            count.failures.append(name)
        elif case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
            count.skipped += 1
        else:
            count.passed += 1
    return count


def count_run(name: str, exit_code: int, pattern: str) -> Count:
    """One runner: its XML files, and itself as a failure if it broke."""
    count = Count()
    paths = sorted(glob.glob(pattern, recursive=True))
    for path in paths:
        count.add(count_file(Path(path)))
    if exit_code != 0 and not count.failures:
        count.failures.append(f"{name}: ended with exit code {exit_code}")
    elif not paths:
        count.failures.append(f"{name}: left no results in {pattern}")
    return count


def count_line(line: str) -> tuple[str, Count]:
    """One line of the list of runs, as a title and its count."""
    name, second, third = line.split("\t")
    if name == "skipped":
        return f"left out: {third}", Count(skipped=int(second))
    return name, count_run(name, int(second), third)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: summary.py LIST_OF_RUNS", file=sys.stderr)
        return 2
    total = Count()
    for line in Path(arguments[0]).read_text().splitlines():
        title, count = count_line(line)
        print(f"{title}: {count}")
        total.add(count)
    if total.passed == 0 and not total.failures:
        total.failures.append("no test ran")
    for failure in total.failures:
        print(f"FAILED {failure}")
    print(total)
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
