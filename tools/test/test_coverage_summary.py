# SPDX-License-Identifier: Apache-2.0
"""What `./dev coverage` prints at its end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SUMMARY = Path(__file__).parents[1] / "coverage_summary.py"
CPP = {
    "line_percent": 97.5,
    "branch_percent": 61.0,
    "files": [
        {"filename": "src/full.cpp", "line_percent": 100.0},
        {"filename": "src/half.cpp", "line_percent": 50.0},
        {"filename": "include/no_lines.hpp", "line_percent": None},
    ],
}
PYTHON = {
    "totals": {"percent_covered": 98.76},
    "files": {
        "some.py": {"summary": {"percent_covered": 89.9}},
        "most.py": {"summary": {"percent_covered": 90.0}},
    },
}


def test_names_the_files_with_few_lines_covered_and_ends_with_the_sums(tmp_path: Path) -> None:
    paths = [tmp_path / "cpp.json", tmp_path / "python.json"]
    for path, report in zip(paths, (CPP, PYTHON), strict=True):
        path.write_text(json.dumps(report))
    command = [sys.executable, str(SUMMARY), *map(str, paths), "90"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert result.stdout.splitlines() == [
        " 50.0 %  src/half.cpp",
        " 89.9 %  some.py",
        "C++ lines: 97.5 %, branches: 61.0 %",
        "Python lines: 98.8 %",
    ]
