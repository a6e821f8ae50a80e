# SPDX-License-Identifier: Apache-2.0
"""Messages on stderr, coloured if it is a terminal."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

_RED, _YELLOW, _PLAIN = "\033[31m", "\033[33m", "\033[0m"
_WARNING = "warning: "

_said: list[str] = []
_is_quiet = False


def begin(*, quiet: bool) -> None:
    """Clear earlier messages; with `quiet`, only errors are shown from now on."""
    global _is_quiet
    _is_quiet = quiet
    _said.clear()


def is_quiet() -> bool:
    return _is_quiet


def said() -> list[str]:
    """Return every remark so far, shown or not."""
    return list(_said)


def say(sentence: str) -> None:
    """Write a remark to stderr, on a line of its own."""
    _said.append(sentence)
    if not _is_quiet:
        if sentence.startswith(_WARNING):
            sentence = _coloured(_WARNING, _YELLOW) + sentence[len(_WARNING) :]
        _write(f"hod: {sentence}")


def json_of(**found: Any) -> str:
    """Return results as JSON, with every remark so far."""
    return json.dumps({**found, "remarks": said()}, indent=1)


def complain(sentence: str) -> None:
    """Write an error to stderr."""
    _write(f"{_coloured('hod:', _RED)} {sentence}")


def shows_progress() -> bool:
    """Whether a progress bar would be visible."""
    return sys.stderr.isatty() and not _is_quiet


def _write(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _coloured(text: str, colour: str) -> str:
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return text if plain or not sys.stderr.isatty() else f"{colour}{text}{_PLAIN}"
