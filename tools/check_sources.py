#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what no other checker does: licence line, length, include guard, leftovers.

Usage: check_sources.py FILE…; exit code 1 and one line per finding if there is any.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LINE_LIMIT = 300
LIMITED = {".cpp", ".hpp", ".py"}
LICENCED = LIMITED | {".sh", ".cmake"}
LICENCE = "SPDX-License-Identifier: Apache-2.0"
LEFTOVER = re.compile(r"\b(TODO|FIXME|XXX)\b")


def expected_guard(path: Path) -> str:
    """HOD__ROOM__NOUN_HPP_ for include/hod/room/noun.hpp."""
    parts = path.parts[path.parts.index("include") + 1 :]
    return "__".join(parts).replace(".", "_").upper() + "_"


def findings(path: Path) -> list[str]:
    """What is wrong with one file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = []
    licenced = path.suffix in LICENCED or path.name == "CMakeLists.txt"
    if licenced and not any(LICENCE in line for line in lines[:3]):
        found.append(f"no line '{LICENCE}' at the top")
    if path.suffix in LIMITED and len(lines) > LINE_LIMIT:
        found.append(f"{len(lines)} lines, at most {LINE_LIMIT} are allowed")
    if path.suffix == ".hpp" and "include" in path.parts:
        guard = expected_guard(path)
        if f"#ifndef {guard}" not in lines or f"#define {guard}" not in lines:
            found.append(f"no include guard {guard}")
    if path.name not in ("check_sources.py", "test_check_sources.py"):
        found += [f"line {i}: leftover" for i, line in enumerate(lines, 1) if LEFTOVER.search(line)]
    return found


def main(arguments: list[str]) -> int:
    failed = False
    for name in arguments:
        for finding in findings(Path(name)):
            print(f"{name}: {finding}")
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
