# SPDX-License-Identifier: Apache-2.0
"""Replaces inertials in a URDF and leaves every other byte unchanged."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from xml.parsers import expat

from .._core import Error, MassProperties
from ..sentence import few
from ..urdf_text import wide_encoding

_START_TAG = re.compile(rb"""<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>""")


@dataclasses.dataclass
class _Place:
    """Byte ranges of a link's start tag and of its inertial, if any."""

    start: int
    tag_end: int
    inertial: tuple[int, int] | None = None


class _Finder:
    """Finds the places of a robot's links and their inertials."""

    def __init__(self, urdf: bytes, source: str, encoding: str | None) -> None:
        self.urdf = urdf
        self.source = source
        self.places: dict[str, _Place] = {}
        self._path: list[str] = []
        self._link = ""
        self._inertial_start = 0
        self._parser = expat.ParserCreate(encoding)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        try:
            self._parser.Parse(urdf, True)
        except expat.ExpatError as error:
            reason = expat.errors.messages[error.code]
            raise Error(f"{source}:{error.lineno}: not a URDF: {reason}") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name)
        offset = self._parser.CurrentByteIndex
        if self._path == ["robot", "link"]:
            self._link = attributes.get("name", "")
            if self._link in self.places:
                raise Error(f"{self._where()}: the link '{self._link}' comes twice")
            self.places[self._link] = _Place(offset, self._tag_end(offset))
        elif self._path == ["robot", "link", "inertial"]:
            if self.places[self._link].inertial is not None:
                raise Error(f"{self._where()}: the link '{self._link}' has two inertials")
            self._inertial_start = offset

    def _end(self, _name: str) -> None:
        if self._path == ["robot", "link", "inertial"]:
            # The parser does not report reliably where an empty element ends.
            end = self._tag_end(self._inertial_start)
            if self.urdf[end - 2 : end] != b"/>":
                end = self._tag_end(self._parser.CurrentByteIndex)
            self.places[self._link].inertial = (self._inertial_start, end)
        self._path.pop()

    def _tag_end(self, offset: int) -> int:
        match = _START_TAG.match(self.urdf, offset)
        return match.end() if match else offset

    def _where(self) -> str:
        return f"{self.source}:{self._parser.CurrentLineNumber}"


def replace_inertials(
    urdf: bytes,
    masses: Mapping[str, MassProperties],
    source: str = "mass distribution",
    urdf_source: str = "URDF",
) -> bytes:
    """Return the URDF with the inertials of the named links replaced or added.

    A link that is not in the URDF is an error. The numbers read back as the same doubles.
    """
    wide = wide_encoding(urdf)
    if wide is None:
        return _replace_all(urdf, masses, source, urdf_source)
    try:
        text = urdf.decode(wide)
    except UnicodeDecodeError as error:
        raise Error(f"{urdf_source}: not a URDF: {error}") from None
    # Tags and line ends are searched for in single bytes.
    replaced = _replace_all(text.encode(), masses, source, urdf_source, encoding="utf-8")
    return replaced.decode().encode(wide)


def _replace_all(
    urdf: bytes,
    masses: Mapping[str, MassProperties],
    source: str,
    urdf_source: str,
    encoding: str | None = None,
) -> bytes:
    """Replace in the encoding that the URDF declares, or in another."""
    places = _Finder(urdf, urdf_source, encoding).places
    for name in masses:
        if name not in places:
            raise Error(f"{source}: link '{name}' is not in {urdf_source}, which has {few(places)}")
    for name in sorted(masses, key=lambda link: places[link].start, reverse=True):
        urdf = _replace(urdf, places[name], masses[name])
    return urdf


def _replace(urdf: bytes, place: _Place, properties: MassProperties) -> bytes:
    line_start = urdf.rfind(b"\n", 0, place.start) + 1
    before = urdf[line_start : place.start].decode("latin-1")
    margin = before if not before.strip() else ""
    newline = "\r\n" if urdf[line_start - 2 : line_start] == b"\r\n" else "\n"
    step = "\t" if "\t" in margin else "  "
    block = newline.join(inertial_lines(properties, margin + step, step)).encode()
    if place.inertial is not None:
        start, end = place.inertial
        return urdf[:start] + block.lstrip() + urdf[end:]
    tag = urdf[place.start : place.tag_end]
    after = b""
    if tag.endswith(b"/>"):
        tag = tag[:-2].rstrip() + b">"
        after = (newline + margin + "</link>").encode()
    return urdf[: place.start] + tag + newline.encode() + block + after + urdf[place.tag_end :]


def inertial_lines(properties: MassProperties, margin: str, step: str = "  ") -> list[str]:
    """Return the element <inertial>, about the centre of mass in the link's axes."""
    inertia = properties.inertia
    entries = " ".join(
        f'i{"xyz"[row]}{"xyz"[column]}="{number(inertia[row, column])}"'
        for row in range(3)
        for column in range(row, 3)
    )
    center = " ".join(number(value) for value in properties.center)
    return [
        f"{margin}<inertial>",
        f'{margin}{step}<origin xyz="{center}" rpy="0 0 0"/>',
        f'{margin}{step}<mass value="{number(properties.mass)}"/>',
        f"{margin}{step}<inertia {entries}/>",
        f"{margin}</inertial>",
    ]


def number(value: float) -> str:
    """Return the shortest text that reads back as the same double, without a needless ".0"."""
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text
