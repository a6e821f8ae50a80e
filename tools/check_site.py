#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a built site.

Links lead to files and anchors that are there, and nothing is loaded from elsewhere.

Usage: check_site.py FOLDER; exit code 1 and one line per finding if there is any.
"""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}


class Page(HTMLParser):
    """The anchors of a page and what it points to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors = {"", "top"}
        self.links: list[tuple[str, str]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        wanted = "href" if tag == "a" else LOADED.get(tag, "")
        if wanted in values:
            self.links.append((tag, values[wanted]))


@cache
def page_of(path: Path) -> Page:
    return Page(path)


def flaw(path: Path, tag: str, link: str) -> str | None:
    """What is wrong with one link of a page, if anything is."""
    parts = urlsplit(link)
    if parts.scheme in ("mailto", "data"):
        return None
    if parts.scheme or parts.netloc:
        return f"loads {link} from elsewhere" if tag in LOADED else None
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return f"links to {link}, which is not there"
    if target.suffix == ".html" and unquote(parts.fragment) not in page_of(target).anchors:
        return f"links to {link}, and the page has no such anchor"
    return None


def findings(folder: Path) -> list[str]:
    pages = sorted(folder.resolve().rglob("*.html"))
    found = [] if pages else [f"{folder}: has no page"]
    for path in pages:
        if "_static" in path.parts:
            continue
        for tag, link in page_of(path).links:
            if (wrong := flaw(path, tag, link)) is not None:
                found.append(f"{path.relative_to(folder.resolve())}: {wrong}")
    return found


def main(arguments: list[str]) -> int:
    found = findings(Path(arguments[0]))
    print("\n".join(found), end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
