# SPDX-License-Identifier: Apache-2.0
"""Tables as files: `time,<column>,...`, with numbers that read back as the same doubles."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import Error, table_header, table_rows
from .arrays import Numbers, refuse_masked
from .output import output
from .progress import SILENT, Progress
from .threads import in_threads

_ROWS_AT_ONCE = 16384
_Number = TypeVar("_Number", bound=np.floating[Any])


def by_joint(rows: NDArray[_Number]) -> NDArray[_Number]:
    """Put the derivatives of each joint side by side: (n, rows, joints) to (n, columns)."""
    return np.ascontiguousarray(rows.swapaxes(1, 2)).reshape(len(rows), -1)


def write_table(
    path: str | os.PathLike[str] | None,
    columns: Sequence[str],
    times: ArrayLike,
    values: ArrayLike,
) -> None:
    """Write a complete table or nothing; to stdout if the path is None or "-".

    `values` has one row per time and one column per name in `columns`; single precision is written
    with its own number of digits.
    """
    refuse_masked(times=times, values=values)
    instants, rows = np.asarray(times), np.asarray(values)
    if rows.ndim != 2 or rows.shape != (instants.size, len(columns)):
        raise Error(
            f"values: found shape {rows.shape}, expected {(instants.size, len(columns))}, a row "
            "for every time and a column for every name"
        )
    _write(Table(path, columns, instants, rows), Event())


@dataclass(frozen=True)
class Table:
    """A table to be written, its rows laid out part by part."""

    path: str | os.PathLike[str] | None
    columns: Sequence[str]
    times: Numbers
    values: NDArray[np.floating[Any]]
    """(times, columns), or derivatives of joints as (times, rows, joints). Single precision is
    written with its own number of digits."""

    def text(self, part: slice) -> bytes:
        values = self.values[part]
        return table_rows(self.times[part], by_joint(values) if values.ndim == 3 else values)


@contextmanager
def tables_beside(progress: Progress = SILENT) -> Iterator[Callable[[Table], object]]:
    """Yield a function that takes tables; they are complete when the block ends.

    If the block fails, incomplete tables are discarded.
    """
    stop = Event()
    pool = ThreadPoolExecutor(1)
    waiting: list[Future[None]] = []
    try:
        yield lambda table: waiting.append(pool.submit(_write, table, stop))
        progress.begin("writing", len(waiting), " tables")
        for future in waiting:
            future.result()
            progress.done()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


class _StoppedError(Exception):
    """The table is no longer needed."""


def _write(table: Table, stop: Event) -> None:
    with output(table.path) as file:
        file.write(table_header(table.columns))
        for text in _texts(table):
            if stop.is_set():
                raise _StoppedError
            file.write(text)


def _texts(table: Table) -> Iterator[bytes]:
    """Yield the lines, formatted on several cores; few of them are queued."""
    count = len(table.times)
    parts = [slice(i, i + _ROWS_AT_ONCE) for i in range(0, count, _ROWS_AT_ONCE)]
    return in_threads(table.text, parts)
