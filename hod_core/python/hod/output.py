# SPDX-License-Identifier: Apache-2.0
"""Destinations of results: a file that appears complete or not at all, or stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from ._core import OutputFile


class Writer(Protocol):
    """An object that accepts bytes."""

    def write(self, text: bytes, /) -> object: ...


@contextmanager
def output(path: str | os.PathLike[str] | None) -> Iterator[Writer]:
    """Yield a writer; a file replaces an older one only if the block succeeds."""
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
    """Reject an output file that cannot be written before the work begins."""
    if path is None or path == "-":
        return
    place = Path(path)
    if place.exists() and not (place.is_file() or place.is_dir()):
        return  # opening a pipe would already be noticed at its other end
    OutputFile(path).discard()


_undo: list[Callable[[], object]] = []


@contextmanager
def undone_by(undo: Callable[[], object]) -> Iterator[None]:
    """While the block runs, register `undo` with `discard_all`."""
    _undo.append(undo)
    try:
        yield
    finally:
        _undo.remove(undo)


def discard_all() -> None:
    """Remove all incomplete files, for a process that ends immediately."""
    for undo in list(_undo):
        undo()
