# SPDX-License-Identifier: Apache-2.0
"""check_site.py finds what is wrong with a site, and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_site import findings


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ('<a href="b.html#there">', None),
        ('<a href="folder/c%20d.txt">', None),
        ('<a href="https://example.org/">', None),
        ('<img src="data:image/png;base64,AA==">', None),
        ('<a href="b.html#gone">', "no such anchor"),
        ('<a href="#gone">', "no such anchor"),
        ('<a href="gone.html">', "not there"),
        ('<script src="gone.js"></script>', "not there"),
        ('<script src="https://example.org/a.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "from elsewhere"),
    ],
)
def test_a_link(link: str, words: str | None, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "c d.txt").touch()
    (tmp_path / "a.html").write_text(f"<html>{link}</html>")
    (tmp_path / "b.html").write_text('<h1 id="there">b</h1>')
    found = findings(tmp_path)
    assert len(found) == (words is not None)
    assert all(words in line and line.startswith("a.html: ") for line in found if words)


def test_a_folder_without_pages_is_a_finding(tmp_path: Path) -> None:
    assert findings(tmp_path) != []
