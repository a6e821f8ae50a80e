# SPDX-License-Identifier: Apache-2.0
"""The text of a URDF in any encoding that its reader takes."""

from __future__ import annotations

import codecs
import os
import re
from contextlib import suppress
from pathlib import Path

from ._core import Robot

_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
"""How files in UTF-16 and UTF-32 begin."""

_LATIN = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["'](?:iso-8859-1|latin1)["']""", re.I)
_ENCODING = re.compile(r"""(<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')""")
_BEGINNING = 4096  # bytes in which the first element of a URDF begins


def urdf_text(data: bytes) -> str:
    """Return the text of a URDF file, without the name of an encoding that is not UTF-8."""
    encoding = _wide(data) or ("latin-1" if _LATIN.match(data) else "utf-8-sig")
    text = data.decode(encoding, "replace")
    return text if encoding == "utf-8-sig" else _ENCODING.sub(r"\1", text, count=1)


def is_xml(data: bytes) -> bool:
    """Whether a robot file is a URDF."""
    return urdf_text(data[:_BEGINNING]).lstrip().startswith("<")


def robot_from_file(path: str | os.PathLike[str], urdf: str | None = None) -> Robot:
    """Read a robot file as `Robot.from_file`, which takes a URDF in UTF-16 for YAML."""
    if urdf is None and _is_wide_xml(Path(path)):
        return Robot.from_urdf(Path(path))
    return Robot.from_file(path, urdf)


def _is_wide_xml(path: Path) -> bool:
    with suppress(OSError):  # the actual reader reports it
        if path.is_file():  # reading a pipe would leave nothing for its real reader
            with path.open("rb") as file:
                beginning = file.read(_BEGINNING)
            return _wide(beginning) is not None and is_xml(beginning)
    return False


def _wide(data: bytes) -> str | None:
    return next((name for mark, name in _WIDE if data.startswith(mark)), None)
