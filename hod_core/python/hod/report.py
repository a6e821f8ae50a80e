# SPDX-License-Identifier: Apache-2.0
"""Reports: one self-contained HTML file, for light and dark, narrow and wide screens, and print."""

from __future__ import annotations

import base64
import hashlib
import html
import os
import platform
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from threading import Thread
from typing import Any

from .plot import Curve, Panel, draw

_BEGUN = time.monotonic()
_HEIGHT, _LEGEND_HEIGHT = 210, 34  # pixels of a panel
_CHUNK = 1 << 20

_STYLE = """
:root { color-scheme: light dark; --text: #222; --soft: #666; --line: #ddd; --page: #fff;
        --box: #f5f7f9 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e4e4; --soft: #a0a0a0; --line: #3a3f45; --page: #16191d; --box: #20252b } }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem;
       color: var(--text); background: var(--page) }
h1, h2 { font-weight: 600; line-height: 1.2; text-wrap: balance }
h1 { font-size: clamp(1.4rem, 5vw, 2rem) }
h2 { margin-top: 2.2rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0; font-size: .95rem }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right }
th:first-child, td:first-child { text-align: left }
td { font-variant-numeric: tabular-nums; white-space: nowrap }
pre, .note { background: var(--box); border-radius: 6px; padding: .6rem .9rem; overflow-x: auto }
figure { margin: 1rem 0; break-inside: avoid }
figcaption { color: var(--soft); font-size: .9rem }
img { width: 100%; background: #fff }
footer { margin-top: 3rem; border-top: 1px solid var(--line); font-size: .85rem;
         color: var(--soft) }
footer td:first-child { min-width: 6.5rem }
footer td { text-align: left; overflow-wrap: anywhere; vertical-align: top; white-space: normal }
.live { display: flex; flex-wrap: wrap; gap: .5rem }
.live > div { flex: 1 1 20rem; min-width: 0 }
.still { display: none }
@media print {
  :root { --text: #000; --page: #fff; --box: #fff; --line: #bbb; --soft: #444 }
  body { max-width: none } .live { display: none } .still { display: block } }
"""

# Colours the axes like the page, now and whenever they change; a finger scrolls instead of zooming.
_SCRIPT = """
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const style = getComputedStyle(document.documentElement);
    const text = style.getPropertyValue("--soft").trim();
    const line = style.getPropertyValue("--line").trim();
    for (const page of Bokeh.documents) for (const model of page.all_models.values()) {
      if (model.type === "LinearAxis") model.setv({axis_label_text_color: text,
        major_label_text_color: text, axis_line_color: line, major_tick_line_color: line,
        minor_tick_line_color: null});
      if (model.type === "Grid") model.setv({grid_line_color: line});
      if (model.type === "Legend") model.setv({label_text_color: text});
      if (model.type === "Toolbar" && matchMedia("(pointer: coarse)").matches)
        model.setv({active_drag: null});
    }
  };
  const wait = () => Bokeh.documents.length ? paint() : setTimeout(wait, 30);
  addEventListener("load", wait);
  dark.addEventListener("change", paint);
})();
"""


class Report:
    """Collects paragraphs, tables and plots for an HTML page."""

    def __init__(self, title: str, inputs: Mapping[str, str | os.PathLike[str]]) -> None:
        """`inputs` are files and folders by name; the page states their hashes.

        The hashes are computed in the background, which takes seconds for large recordings.
        """
        self._title = html.escape(title)
        self._hashing = [_Hashing(name, Path(path)) for name, path in inputs.items()]
        self._parts: list[str] = []
        self._plots: list[Any] = []

    def heading(self, text: str) -> None:
        self._parts.append(f"<h2>{html.escape(text)}</h2>")

    def paragraph(self, text: str) -> None:
        self._parts.append(f"<p>{html.escape(text)}</p>")

    def sentence(self, text: str) -> None:
        """Add a message of the command as a full sentence."""
        self.paragraph(f"{text[0].upper()}{text[1:]}.")

    def note(self, text: str) -> None:
        """Add a paragraph that stands out."""
        self._parts.append(f'<p class="note">{html.escape(text)}</p>')

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        lines = ['<div class="wide"><table><thead>', _row("th", head), "</thead><tbody>"]
        lines += [_row("td", row) for row in rows]
        self._parts.append("\n".join([*lines, "</tbody></table></div>"]))

    def figure(self, image: bytes, caption: str) -> None:
        """Add a PNG picture."""
        self._parts.append(f"<figure>{_image(image, caption)}{_caption(caption)}</figure>")

    def plot(
        self,
        caption: str,
        panels: Sequence[Panel],
        beside: Sequence[Panel] = (),
        still: bytes = b"",
    ) -> None:
        """Add interactive panels, with others beside them on wide pages; `still` is for print."""
        sides = _columns([panels, beside] if beside else [panels])
        first = len(self._plots)
        self._plots += sides
        places = "".join(f"<div><!--plot {first + i}--></div>" for i in range(len(sides)))
        picture = _image(still or draw(caption, panels, beside), caption)
        self._parts.append(
            f'<figure><div class="live">{places}</div><div class="still">{picture}</div>'
            f"{_caption(caption)}</figure>"
        )

    def page(self) -> bytes:
        """Return the HTML file."""
        head, body = "", "\n".join(self._parts)
        if self._plots:
            from bokeh.embed import components
            from bokeh.resources import Resources

            script, places = components(self._plots)
            library = Resources(mode="inline", components=["bokeh"], minified=True).render_js()
            head = f"{library}<script>{_SCRIPT}</script>{script}"
            for index, place in enumerate(places):
                body = body.replace(f"<!--plot {index}-->", place)
        lines = [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{self._title}</title><style>{_STYLE}</style>{head}</head><body>",
            "<noscript><style>.live { display: none } .still { display: block }</style></noscript>",
            f"<h1>{self._title}</h1>",
            body,
            self._origin(),
            "</body></html>",
        ]
        return ("\n".join(lines) + "\n").encode()

    def _origin(self) -> str:
        """Return the origin of the page."""
        from . import __version__

        rows = {
            "made by": f"HOD {__version__}, Python {platform.python_version()}",
            "command": shlex.join([_program(), *sys.argv[1:]]),
            "on": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
            "at": f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC, after "
            f"{time.monotonic() - _BEGUN:.1f} s",
            **{hashing.label: f"SHA-256 {hashing.result()}" for hashing in self._hashing},
        }
        return f"<footer><table>{''.join(_row('td', row) for row in rows.items())}</table></footer>"


class _Hashing(Thread):
    """Computes the hash of an input; an interruption does not wait for it."""

    def __init__(self, label: str, path: Path) -> None:
        super().__init__(daemon=True)
        self.label, self._path = label, path
        self._found: str | OSError = ""
        self.start()

    def run(self) -> None:
        try:
            self._found = digest(self._path)
        except OSError as error:
            self._found = error

    def result(self) -> str:
        self.join()
        if isinstance(self._found, OSError):
            raise self._found
        return self._found


def digest(path: Path) -> str:
    """Return the hash of a file, or of all files in a folder with their names."""
    found = hashlib.sha256()
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    for file in files:
        if file != path:
            found.update(f"{file.relative_to(path)}\n".encode())
        with file.open("rb") as opened:
            while block := opened.read(_CHUNK):
                found.update(block)
    return found.hexdigest()


def _program() -> str:
    name = Path(sys.argv[0]).name
    return "hod" if name == "main.py" else name


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _columns(sides: Sequence[Sequence[Panel]]) -> list[Any]:
    """Return every side as a column; all share the time axis and one list of labels."""
    from bokeh.layouts import column

    ranges: list[Any] = []
    listed: set[str] = set()
    return [
        column([_panel(panel, ranges, listed) for panel in side], sizing_mode="stretch_width")
        for side in sides
    ]


def _panel(panel: Panel, ranges: list[Any], listed: set[str]) -> Any:
    from bokeh.models import HoverTool, Range1d
    from bokeh.plotting import figure

    labels = [curve.label for curve in panel.curves if curve.label]
    has_legend = len(labels) > 1 and not set(labels) <= listed
    plot = figure(
        height=_HEIGHT + (_LEGEND_HEIGHT if has_legend else 0),
        sizing_mode="stretch_width",
        tools="box_zoom,xpan,reset",
        active_drag="box_zoom",
        x_axis_label="time in s",
        y_axis_label=panel.name,
        background_fill_color=None,
        border_fill_color=None,
        outline_line_color=None,
    )
    if not ranges:
        first, last = (float(panel.curves[0].times[i]) for i in (0, -1))
        ranges.append(Range1d(first, last))
    plot.x_range = ranges[0]
    plot.toolbar.logo = None
    plot.toolbar.autohide = True
    drawn = [(curve.label, [_draw(plot, curve)]) for curve in panel.curves]
    plot.add_tools(
        HoverTool(tooltips=[("", "$name"), ("t", "$x{0.0000}"), ("", "$y")], line_policy="nearest")
    )
    if has_legend:
        _add_legend(plot, drawn)
        listed.update(labels)
    return plot


def _draw(plot: Any, curve: Curve) -> Any:
    if curve.deviations is not None:
        times, low, high = (numbers.astype("f4") for numbers in curve.edges)
        plot.varea(times, low, high, fill_color=curve.color, fill_alpha=0.25)
    times, values = curve.short
    return plot.line(
        times.astype("f4"),
        values.astype("f4"),
        line_color=curve.color,
        line_width=curve.width,
        name=curve.label or None,
    )


def _add_legend(plot: Any, drawn: Sequence[tuple[str, list[Any]]]) -> None:
    from bokeh.models import Legend

    plot.add_layout(
        Legend(
            items=[entry for entry in drawn if entry[0]],
            orientation="horizontal",
            ncols="auto" if len(drawn) > 4 else len(drawn),
            background_fill_color=None,
            border_line_color=None,
            click_policy="hide",
            label_text_font_size="12px",
            padding=2,
            margin=2,
        ),
        "above",
    )


def _image(image: bytes, caption: str) -> str:
    data = base64.b64encode(image).decode("ascii")
    return f'<img alt="{html.escape(caption)}" src="data:image/png;base64,{data}">'


def _caption(text: str) -> str:
    return f"<figcaption>{html.escape(text)}</figcaption>"


def _row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
