# SPDX-License-Identifier: Apache-2.0
"""Each rule of check_sources.py finds its breach and lets a proper file pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[1] / "check_sources.py"
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"
HEADER = LICENCE + "#ifndef HOD__ROOM__NOUN_HPP_\n#define HOD__ROOM__NOUN_HPP_\n#endif\n"


def check(path: Path, text: str) -> tuple[int, str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    command = [sys.executable, str(CHECK), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout


def test_a_proper_header_passes(tmp_path: Path) -> None:
    assert check(tmp_path / "include/hod/room/noun.hpp", HEADER) == (0, "")


@pytest.mark.parametrize(
    ("name", "text", "finding"),
    [
        ("a.cpp", "int x;\n", "no line 'SPDX"),
        ("CMakeLists.txt", "project(x)\n", "no line 'SPDX"),
        ("a.py", "# SPDX-License-Identifier: Apache-2.0\n" + "\n" * 600, "601 lines"),
        ("include/hod/room/verb.hpp", HEADER, "no include guard HOD__ROOM__VERB_HPP_"),
        ("a.cpp", LICENCE + "int x;  // TODO: later\n", "line 2: leftover"),
        (
            "hod_core/src/mass/a.cpp",
            LICENCE + '#include "hod/robot/robot.hpp"\n',
            "includes hod/robot/robot.hpp, and robot comes after mass",
        ),
        (
            "hod_core/src/robot/a.cpp",
            LICENCE + '#include "motion/knots.hpp"\n',
            "includes motion/knots.hpp, and motion comes after robot",
        ),
    ],
)
def test_every_breach_is_found(tmp_path: Path, name: str, text: str, finding: str) -> None:
    code, output = check(tmp_path / name, text)
    assert code == 1
    assert finding in output


def test_a_room_may_include_those_before_it(tmp_path: Path) -> None:
    text = (
        LICENCE + '#include "hod/mass/shape.hpp"\n#include "io/yaml.hpp"\n#include "checks.hpp"\n'
    )
    assert check(tmp_path / "hod_core/src/robot/a.cpp", text) == (0, "")


def test_the_umbrella_lists_every_public_header(tmp_path: Path) -> None:
    header = tmp_path / "include/hod/io/noun.hpp"
    check(header, HEADER)
    umbrella = HEADER.replace("ROOM__NOUN", "HOD")
    code, output = check(tmp_path / "include/hod/hod.hpp", umbrella)
    assert code == 1
    assert "lacks hod/io/noun.hpp" in output
    listed = umbrella.replace("#endif", '#include "hod/io/noun.hpp"\n#endif')
    assert check(tmp_path / "include/hod/hod.hpp", listed) == (0, "")


def test_the_drawing_of_the_house_has_its_rooms_in_order() -> None:
    drawing = (CHECK.parents[1] / "docs" / "house.svg").read_text(encoding="utf-8")
    names = re.findall(r"<text x=[^>]*>(\w+)</text>", drawing)
    sys.path.insert(0, str(CHECK.parent))
    from check_sources import ROOMS

    assert tuple(name for name in names if name in ROOMS) == ROOMS
    inside = CHECK.parents[1] / "hod_core" / "include" / "hod"
    assert set(names) >= {folder.name for folder in inside.iterdir() if folder.is_dir()}
    assert set(names) >= {f.name for f in (inside / "dynamics").iterdir() if f.is_dir()}
