# SPDX-License-Identifier: Apache-2.0
"""Tables as files: `time,<column>,...`, numbers that read back as the same doubles."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numpy.typing import ArrayLike

from ._core import Error, table_header, table_rows
from .arrays import Numbers
from .output import output

_ROWS_AT_ONCE = 16384


def by_joint(rows: Numbers) -> Numbers:
    """Lay the derivatives of each joint beside each other: (n, rows, joints) to (n, columns)."""
    return np.ascontiguousarray(rows.swapaxes(1, 2)).reshape(len(rows), -1)


def write_table(
    path: str | os.PathLike[str] | None,
    columns: Sequence[str],
    times: ArrayLike,
    values: ArrayLike,
) -> None:
    """Write a table, the whole of it or nothing; to stdout if the path is None or "-".

    `values` has one row per time and one column per name in `columns`.
    """
    instants, rows = np.asarray(times), np.asarray(values)
    if rows.ndim != 2 or rows.shape != (instants.size, len(columns)):
        raise Error(
            f"values: found shape {rows.shape}, expected {(instants.size, len(columns))}, a row "
            "for every time and a column for every name"
        )
    with output(path) as file:
        file.write(table_header(columns))
        for text in _texts(instants, rows):
            file.write(text)


def _texts(instants: Numbers, rows: Numbers) -> Iterator[bytes]:
    """Yield the lines, which several cores make; few wait to be written."""
    parts = [slice(i, i + _ROWS_AT_ONCE) for i in range(0, len(rows), _ROWS_AT_ONCE)]
    if len(parts) < 2:
        yield from (table_rows(instants[part], rows[part]) for part in parts)
        return
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        waiting: deque[Future[bytes]] = deque()
        for part in parts:
            waiting.append(pool.submit(table_rows, instants[part], rows[part]))
            if len(waiting) > 2 * cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
