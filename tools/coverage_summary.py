#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints which files have fewer of their lines covered than so many per cent, and the sums.

coverage_summary.py CPP PYTHON PERCENT: gcovr's --json-summary, coverage's JSON report.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any


def cpp_files(report: dict[str, Any]) -> dict[str, float]:
    return {
        file["filename"]: float(file["line_percent"])
        for file in report["files"]
        if file["line_percent"] is not None
    }


def python_files(report: dict[str, Any]) -> dict[str, float]:
    return {
        os.path.relpath(name): float(file["summary"]["percent_covered"])
        for name, file in report["files"].items()
    }


def least_covered(files: dict[str, float], percent: float) -> list[str]:
    return [
        f"{covered:5.1f} %  {name}"
        for name, covered in sorted(files.items(), key=lambda item: item[1])
        if covered < percent
    ]


def main(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print("usage: coverage_summary.py CPP PYTHON PERCENT", file=sys.stderr)
        return 2
    cpp, python = (json.loads(Path(path).read_text()) for path in arguments[:2])
    for line in least_covered({**cpp_files(cpp), **python_files(python)}, float(arguments[2])):
        print(line)
    print(f"C++ lines: {cpp['line_percent']} %, branches: {cpp['branch_percent']} %")
    print(f"Python lines: {python['totals']['percent_covered']:.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
