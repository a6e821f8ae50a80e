# SPDX-License-Identifier: Apache-2.0
"""The page from equation numbers to functions says what is there, and the check would notice."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "make_equation_index.py"
spec = importlib.util.spec_from_file_location("make_equation_index", TOOL)
assert spec is not None
assert spec.loader is not None
tool = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = tool
spec.loader.exec_module(tool)


def test_the_page_is_that_of_the_sources() -> None:
    found = tool.problems(tool.PAGE.read_text())
    assert found == [], "run tools/make_equation_index.py"


@pytest.mark.parametrize(
    ("text", "equations"),
    [
        ("(000 (93), 002 (22), (40))", [("000", 93), ("002", 22), ("002", 40)]),
        ("001 (104)-(106), (119)", [("001", 104), ("001", 105), ("001", 106), ("001", 119)]),
        ("002 (12)–\n/// (13) and (15)", [("002", 12), ("002", 13), ("002", 15)]),
        ("row (3) of 005 (1)", []),
    ],
)
def test_numbers_are_found_in_sentences(text: str, equations: list[tuple[str, int]]) -> None:
    assert list(tool.cited(text)) == equations


def test_what_rots_is_noticed() -> None:
    page = tool.PAGE.read_text()
    row = next(line for line in page.splitlines() if "`hod.classic.mass_matrix`" in line)
    assert tool.problems(page.replace(row + "\n", ""))
    assert tool.problems(page.replace("hod.classic.mass_matrix", "hod.classic.mass_matrices"))
    other = page.replace(
        "test_classic.py](../../hod_core/test/python/test_classic.py", "x](../../x"
    )
    assert any("does not have" in complaint for complaint in tool.problems(other))


def test_every_kind_of_place_is_listed() -> None:
    page = tool.page()
    for place in ("`hod.classic.", "`hod::classic::", "`hod reactions`", "`hod_ros/src/"):
        assert place in page
    assert "not implemented: the lemma is false" in page


def test_members_are_tested_where_their_class_occurs() -> None:
    member = "hod.classic.BodyTheorems.momentum"
    assert tool.has_test(member, "hod_core/test/python/test_theorems.py")
    assert not tool.has_test(member, "hod_core/test/python/test_kinematics.py")


def test_every_name_is_one_of_the_sources() -> None:
    names = {name for entry in tool.index().values() for name in entry}
    assert all(name.isascii() for name in names)
    assert "hod::operator+" in names


def test_errata_are_in_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    errata = tmp_path / "errata.md"
    errata.write_text("| where | printed | right |\n| 004 (57), (999) | one | other |\n")
    monkeypatch.setattr(tool, "ERRATA", errata)
    assert tool.problems(tool.PAGE.read_text()) == ["004 (999): in the errata only"]
