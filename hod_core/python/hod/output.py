# SPDX-License-Identifier: Apache-2.0
"""Where results go: a file that appears whole or not at all, or stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from ._core import OutputFile


class Writer(Protocol):
    """What takes bytes."""

    def write(self, text: bytes, /) -> object: ...


@contextmanager
def output(path: str | os.PathLike[str] | None) -> Iterator[Writer]:
    """Yield what takes bytes; a file replaces an older one only if the block succeeds."""
    if path is None or path == "-":
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    file = OutputFile(path)
    with undone_by(file.discard):
        try:
            yield file
            file.commit()
        finally:
            file.discard()


def check_writable(path: str | os.PathLike[str] | None) -> None:
    """Refuse a file that cannot be written before the work whose results it is to take."""
    if path is None or path == "-":
        return
    place = Path(path)
    if place.exists() and not (place.is_file() or place.is_dir()):
        return  # opening a pipe would already be heard at its other end
    OutputFile(path).discard()


_undo: list[Callable[[], object]] = []


@contextmanager
def undone_by(undo: Callable[[], object]) -> Iterator[None]:
    """While the block runs, have `discard_all` undo what it does."""
    _undo.append(undo)
    try:
        yield
    finally:
        _undo.remove(undo)


def discard_all() -> None:
    """Remove everything half-written, for a process that ends at once."""
    for undo in list(_undo):
        undo()
