# SPDX-License-Identifier: Apache-2.0
"""Recordings as CSV: a header, times, columns of readings; an empty cell means no reading."""

from __future__ import annotations

import difflib
import io
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np

from .._core import Error, column_names, read_columns
from ..arrays import Numbers
from ..progress import SILENT, Progress
from ..sentence import few
from .signal import DATE, Signal
from .source import Recording, Source

_SECOND = 1_000_000_000
_LAST = (1 << 63) // _SECOND - 1
_BLOCK = 1 << 20  # bytes read at once, and bytes searched for the header


def read_table(
    path: str | os.PathLike[str],
    sources: Sequence[Source],
    time_column: str = "time",
    time_factor: float = 1.0,
    progress: Progress = SILENT,
) -> Recording:
    """Read the columns that the sources name; `time_factor` converts times to seconds."""
    name = "stdin" if path == "-" else os.fspath(path)
    with _opened(path) as file:
        header = column_names(file.read(_BLOCK), name)
        if len(header) == 1:
            raise Error(
                f"{name}:1: found one column {header[0][:60]!r}, expected names separated by commas"
            )
        wanted = list(dict.fromkeys([time_column, *(c for s in sources for c in s.columns)]))
        places = [_place(name, header, column) for column in wanted]
        progress.begin("reading", file.seek(0, os.SEEK_END) or None, "B")
        file.seek(0)
        arrays, whole, lines = read_columns(partial(_block, file, progress), name, places)
    if not len(lines):
        raise Error(f"{name}: found no rows after the header, expected readings")
    columns = dict(zip(wanted, arrays, strict=True))
    times = columns[time_column]
    if np.isnan(times).any():
        line = lines[int(np.argmax(np.isnan(times)))]
        raise Error(f"{name}:{line}: '{time_column}': found an empty cell, expected a number")
    origin = _origin(int(whole[0]), time_factor)
    if origin > _LAST:
        raise Error(
            f"{name}:{lines[0]}: '{time_column}': found {origin} s, expected a date that has "
            "nanoseconds in 64 bits, before the year 2262"
        )
    times = ((whole - round(origin / time_factor)) + times) * time_factor
    signals = []
    for source in sources:
        values = np.column_stack([columns[column] for column in source.columns]) * source.factor
        there = ~np.isnan(values).all(axis=1)
        _refuse_halves(name, source, values[there], lines[there])
        signal = Signal(source.name, times[there], values[there], source.unit)
        signals.append(signal.checked(name))
    return Recording(name, tuple(signals), origin * _SECOND)


def _block(file: BinaryIO, progress: Progress) -> bytes:
    block = file.read(_BLOCK)
    progress.done(len(block))
    return block


def _origin(first: int, factor: float) -> int:
    """Return the whole second before the first stamp if that is a date, else zero."""
    seconds = first // round(1.0 / factor)
    return seconds if seconds >= DATE else 0


def _opened(path: str | os.PathLike[str]) -> BinaryIO:
    return io.BytesIO(sys.stdin.buffer.read()) if path == "-" else Path(path).open("rb")


def _place(name: str, header: list[str], column: str) -> int:
    if column not in header:
        near = difflib.get_close_matches(column, header, 1)
        have = f"'{near[0]}'" if near else few(header)
        raise Error(f"{name}:1: found {have}, expected a column '{column}'")
    return header.index(column)


def _refuse_halves(name: str, source: Source, values: Numbers, lines: Numbers) -> None:
    half = np.isnan(values).any(axis=1)
    if half.any():
        raise Error(
            f"{name}:{lines[int(np.argmax(half))]}: {source.name}: found some of "
            f"{', '.join(source.columns)} empty, expected all of them or none"
        )
