# SPDX-License-Identifier: Apache-2.0
"""Recordings as CSV: a header, times, columns of readings; an empty cell is no reading."""

from __future__ import annotations

import contextlib
import csv
import difflib
import os
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import numpy as np

from .._core import Error
from ..arrays import Numbers
from .signal import Signal
from .source import Recording, Source

_BINARY = b"\x00"
_LOOK = 4096  # bytes that tell text from something else


def read_table(
    path: str | os.PathLike[str],
    sources: Sequence[Source],
    time_column: str = "time",
    time_factor: float = 1.0,
) -> Recording:
    """Read the columns that the sources name; `time_factor` turns times into seconds."""
    name = os.fspath(path)
    header, rows, lines = _read(name)
    times = _column(name, header, rows, lines, time_column)
    if np.isnan(times).any():
        line = lines[int(np.argmax(np.isnan(times)))]
        raise Error(f"{name}:{line}: '{time_column}': found an empty cell, expected a number")
    signals = []
    for source in sources:
        columns = [_column(name, header, rows, lines, column) for column in source.columns]
        values = np.column_stack(columns) * source.factor
        there = ~np.isnan(values).all(axis=1)
        _refuse_halves(name, source, values[there], np.flatnonzero(there), lines)
        signal = Signal(source.name, times[there] * time_factor, values[there], source.unit)
        signals.append(signal.checked(name))
    return Recording(name, tuple(signals))


def _read(name: str) -> tuple[list[str], list[list[str]], list[int]]:
    """Return the header, the rows and the number of each row's line."""
    text = _text(name)
    reader = csv.reader(text.splitlines())
    header = [field.strip() for field in next(reader, [])]
    if not header or not any(header):
        raise Error(f"{name}:1: found nothing, expected a header with the names of the columns")
    if len(header) == 1:
        raise Error(
            f"{name}:1: found one column {header[0][:60]!r}, expected names separated by commas"
        )
    double = [field for field in header if header.count(field) > 1]
    if double:
        raise Error(f"{name}:1: found column '{double[0]}' twice, expected each name once")
    rows, lines = [], []
    for row in reader:
        if not row:
            continue
        if len(row) != len(header):
            raise Error(
                f"{name}:{reader.line_num}: found {len(row)} fields, expected {len(header)} as in "
                "the header"
            )
        rows.append(row)
        lines.append(reader.line_num)
    if not rows:
        raise Error(f"{name}: found no rows after the header, expected readings")
    return header, rows, lines


def _text(name: str) -> str:
    data = Path(name).read_bytes()
    if _BINARY in data[:_LOOK]:
        raise Error(f"{name}: found binary data, expected a CSV file or a rosbag2")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Error(
            f"{name}: found byte {data[error.start]:#04x} at offset {error.start}, expected text "
            "in UTF-8"
        ) from None


def _column(
    name: str, header: list[str], rows: list[list[str]], lines: list[int], column: str
) -> Numbers:
    """Return a column, NaN where a cell is empty."""
    if column not in header:
        near = difflib.get_close_matches(column, header, 1)
        have = f"'{near[0]}'" if near else ", ".join(header)
        raise Error(f"{name}:1: found {have}, expected a column '{column}'")
    cells = [row[header.index(column)] for row in rows]
    try:
        values = np.array([float(cell) for cell in cells])
    except ValueError:
        return _cell_by_cell(name, column, cells, lines)
    if not np.isfinite(values).all():
        return _cell_by_cell(name, column, cells, lines)
    return values


def _cell_by_cell(name: str, column: str, cells: list[str], lines: list[int]) -> Numbers:
    """Read a column with empty cells, or say which cell is not a number."""
    values = np.full(len(cells), np.nan)
    for i, cell in enumerate(cells):
        if not cell.strip():
            continue
        with contextlib.suppress(ValueError):
            values[i] = float(cell)
        if not isfinite(values[i]):
            found = cell.strip()
            raise Error(f"{name}:{lines[i]}: '{column}': found {found!r}, expected a finite number")
    return values


def _refuse_halves(
    name: str,
    source: Source,
    values: Numbers,
    rows: np.ndarray[tuple[int], np.dtype[np.intp]],
    lines: list[int],
) -> None:
    half = np.isnan(values).any(axis=1)
    if half.any():
        line = lines[int(rows[int(np.argmax(half))])]
        raise Error(
            f"{name}:{line}: {source.name}: found some of {', '.join(source.columns)} empty, "
            "expected all of them or none"
        )
