# SPDX-License-Identifier: Apache-2.0
"""The Python in the README and in pages that need no files runs; links of pages lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
DOCS = REPOSITORY / "docs"
README = REPOSITORY / "README.md"

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="no docs beside hod_core")


@pytest.mark.parametrize(
    ("page", "said"),
    [(README, "[["), (DOCS / "motion.md", "[-0.00898"), (DOCS / "smoothing.md", "")],
    ids=["README", "motion", "smoothing"],
)
def test_page_runs(page, said, monkeypatch, capsys):
    monkeypatch.chdir(REPOSITORY)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    exec(compile("\n".join(blocks), str(page), "exec"), {})
    assert capsys.readouterr().out.startswith(said)


def test_links_lead_somewhere():
    for page in [README, *DOCS.glob("*.md"), *REPOSITORY.glob("hod_*/README.md")]:
        for target in re.findall(r"\]\(((?!https?:)[^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
