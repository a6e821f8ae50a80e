# SPDX-License-Identifier: Apache-2.0
"""A table of loads: CSV with the columns `time,fx,fy,fz,mx,my,mz,d1fx,...`."""

from __future__ import annotations

import csv
import math
import os
import re
from pathlib import Path

import numpy as np

from ._core import Error
from .arrays import Numbers

_COMPONENTS = ("fx", "fy", "fz", "mx", "my", "mz")
_HIGHEST = 6
_NAME = re.compile(r"(?:d([1-9]\d*))?(" + "|".join(_COMPONENTS) + ")")


def read_load_table(path: str | os.PathLike[str]) -> tuple[Numbers, Numbers]:
    """Read times and wrenches (instants, rows, 6), row k holding the k-th derivatives.

    Components that are left out are zero; all that are there have the same derivatives.
    """
    source = os.fspath(path)
    with Path(path).open(newline="", encoding="utf-8", errors="replace") as file:
        lines = csv.reader(file)
        header = [name.strip() for name in next(lines, [])]
        places = _places(source, header)
        rows = [
            _numbers(f"{source}:{lines.line_num}", fields, len(header))
            for fields in lines
            if fields
        ]
    if len(rows) < 2:
        raise Error(f"{source}: found {len(rows)} instants, expected at least two")
    values = np.array(rows)
    times = values[:, 0]
    late = np.flatnonzero(np.diff(times) <= 0.0)
    if late.size:
        raise Error(
            f"{source}: found time {times[late[0] + 1]} after {times[late[0]]}, expected "
            "times that increase"
        )
    wrenches = np.zeros((len(rows), 1 + max(row for row, _ in places), len(_COMPONENTS)))
    for column, (row, component) in enumerate(places, 1):
        wrenches[:, row, component] = values[:, column]
    return times, wrenches


def _places(source: str, header: list[str]) -> list[tuple[int, int]]:
    """Return derivative and component of every column but the first."""
    if len(header) < 2 or header[0] != "time":
        found = header[0] if header else "nothing"
        raise Error(f"{source}:1: found the header '{found}', expected time,fx,fy,fz,mx,my,mz")
    places = []
    for name in header[1:]:
        match = _NAME.fullmatch(name)
        if match is None or int(match[1] or 0) > _HIGHEST:
            raise Error(f"{source}:1: found the column '{name}', expected fx, ... mz, d1fx, ...")
        places.append((int(match[1] or 0), _COMPONENTS.index(match[2])))
    highest = max(row for row, _ in places)
    for component in sorted({component for _, component in places}):
        rows = sorted(row for row, other in places if other == component)
        if rows != list(range(highest + 1)):
            raise Error(
                f"{source}:1: found derivatives {rows} of {_COMPONENTS[component]}, expected each "
                f"from 0 to {highest} once, as other columns have"
            )
    return places


def _numbers(where: str, fields: list[str], count: int) -> list[float]:
    if len(fields) != count:
        raise Error(f"{where}: found {len(fields)} fields, expected {count}")
    numbers = [_number(field) for field in fields]
    for field, number in zip(fields, numbers, strict=True):
        if not math.isfinite(number):
            raise Error(f"{where}: found {field!r}, expected a finite number")
    return numbers


def _number(field: str) -> float:
    try:
        return float(field)
    except ValueError:
        return math.nan
