# SPDX-License-Identifier: Apache-2.0
"""The text of a URDF in any encoding that its reader takes."""

from __future__ import annotations

import codecs
import re

_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
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
    encoding = wide_encoding(data) or ("latin-1" if _LATIN.match(data) else "utf-8-sig")
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    return text if encoding == "utf-8-sig" else _ENCODING.sub(r"\1", text, count=1)


def is_xml(data: bytes) -> bool:
    """Whether a robot file is a URDF."""
    return urdf_text(data[:_BEGINNING]).lstrip().startswith("<")


def wide_encoding(data: bytes) -> str | None:
    """Name the encoding of a file in UTF-16 or UTF-32; a mark at its beginning is a character."""
    return next((name for mark, name in _WIDE if data.startswith(mark)), None)
