# SPDX-License-Identifier: Apache-2.0
"""The Python in the theory pages runs, and what it asserts holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
PAGES = sorted((REPOSITORY / "docs" / "theory").glob("*.md"))


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page)], ids=lambda page: page.stem
)
def test_page_runs(page, monkeypatch):
    monkeypatch.chdir(REPOSITORY)
    source = "\n".join(blocks(page))
    assert "assert" in source
    exec(compile(source, str(page), "exec"), {})


def test_there_are_pages_and_their_links_lead_somewhere():
    assert len([page for page in PAGES if blocks(page)]) >= 4
    for page in PAGES:
        for target in re.findall(r"\]\(([\w./]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
