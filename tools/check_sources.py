#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what no other checker does.

Licence line, length, include guard, leftovers, that the rooms of hod_core include only those before
them, and that hod.hpp lists every header.

Usage: check_sources.py FILE…; exit code 1 and one line per finding if there is any.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LINE_LIMIT = 600
LIMITED = {".cpp", ".hpp", ".py"}
LICENCED = LIMITED | {".sh", ".cmake"}
LICENCE = "SPDX-License-Identifier: Apache-2.0"
ROOMS = ("series", "io", "mass", "robot", "motion", "dynamics", "accelerometer")
"""In the order in which data flows; what stands beside them may use all of them."""
OWN_NEEDS = {"hod/robot/urdf_model.hpp"}
"""Public headers that need more than hod_core does, and so stay out of hod.hpp."""
LEFTOVER = re.compile(r"\b(TODO|FIXME|XXX)\b")


def expected_guard(path: Path) -> str:
    """HOD__ROOM__NOUN_HPP_ for include/hod/room/noun.hpp."""
    parts = path.parts[path.parts.index("include") + 1 :]
    return "__".join(parts).replace(".", "_").upper() + "_"


def room_of(place: str) -> str | None:
    """Return the room of a path below include/hod or src, or of an include; None outside rooms."""
    first = place.removeprefix("hod/").split("/")[0]
    return first if first in ROOMS else None


def wrong_includes(path: Path, text: str) -> list[str]:
    """Includes of a room that comes later."""
    place = re.search(r"hod_core/(?:include/hod|src)/(.*)", path.as_posix())
    own = room_of(place.group(1)) if place else None
    if own is None:
        return []
    found = []
    for include in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
        room = room_of(include) if "/" in include else None
        if room is not None and ROOMS.index(room) > ROOMS.index(own):
            found.append(f"includes {include}, and {room} comes after {own}")
    return found


def missing_from_umbrella(path: Path, text: str) -> list[str]:
    """Public headers of the rooms that hod.hpp lacks."""
    if path.as_posix().endswith("include/hod/hod.hpp"):
        folder = path.parent
        headers = [header.relative_to(folder.parent) for header in folder.rglob("*.hpp")]
        wanted = [h.as_posix() for h in headers if len(h.parts) == 2 or h.parts[1] in ROOMS]
        return [
            f"lacks {header}"
            for header in sorted(wanted)
            if header not in OWN_NEEDS | {"hod/hod.hpp"} and f'#include "{header}"' not in text
        ]
    return []


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
    found += wrong_includes(path, text) + missing_from_umbrella(path, text)
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
