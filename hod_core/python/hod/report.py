# SPDX-License-Identifier: Apache-2.0
"""Reports: one HTML file that carries its pictures with it."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff }
h1, h2 { font-weight: 600; line-height: 1.2 }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child { text-align: left }
td { font-variant-numeric: tabular-nums }
img { width: 100% }
"""


class Report:
    """Collects paragraphs, tables and figures, and becomes a page."""

    def __init__(self, title: str) -> None:
        self._title = html.escape(title)
        self._parts: list[str] = []

    def heading(self, text: str) -> None:
        self._parts.append(f"<h2>{html.escape(text)}</h2>")

    def paragraph(self, text: str) -> None:
        self._parts.append(f"<p>{html.escape(text)}</p>")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        lines = ["<table><thead>", _row("th", head), "</thead><tbody>"]
        lines += [_row("td", row) for row in rows]
        self._parts.append("\n".join([*lines, "</tbody></table>"]))

    def figure(self, image: bytes, caption: str) -> None:
        """Add a PNG picture."""
        data = base64.b64encode(image).decode("ascii")
        text = html.escape(caption)
        self._parts.append(
            f'<figure><img alt="{text}" src="data:image/png;base64,{data}">'
            f"<figcaption>{text}</figcaption></figure>"
        )

    def page(self) -> bytes:
        """Return the HTML file."""
        lines = [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{self._title}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{self._title}</h1>",
            *self._parts,
            "</body></html>",
        ]
        return ("\n".join(lines) + "\n").encode()


def png(figure: Figure) -> bytes:
    """Draw a figure."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=120)
    return buffer.getvalue()


def _row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
