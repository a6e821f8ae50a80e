# SPDX-License-Identifier: Apache-2.0
"""Tables written part by part: CSV, JSON or Parquet."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from .._core import table_header, table_rows
from ..arrays import Numbers
from ..output import Writer
from .report import said


class TableOut(Protocol):
    """Writes rows under the columns it was created with."""

    def rows(self, times: Numbers, values: Numbers) -> None: ...
    def end(self, more: dict[str, Any], /) -> None: ...


def add_table_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        metavar="F",
        help="file to write: CSV, or by its ending .parquet or .json (default, and -: stdout)",
    )
    parser.add_argument(
        "--json", action="store_true", help="write JSON: columns, rows and all remarks"
    )


def check_table_out(arguments: argparse.Namespace) -> None:
    """Reject JSON output to a name that ends in .parquet."""
    if arguments.json and (arguments.out or "").lower().endswith(".parquet"):
        arguments.usage(f"found --json and --out {arguments.out}, expected one form of table")


def table_out(arguments: argparse.Namespace, file: Writer, columns: Sequence[str]) -> TableOut:
    """Return a writer for the requested format."""
    name = (arguments.out or "").lower()
    if arguments.json or name.endswith(".json"):
        return _Json(file, columns)
    return _Parquet(file, columns) if name.endswith(".parquet") else _Csv(file, columns)


class _Csv:
    def __init__(self, file: Writer, columns: Sequence[str]) -> None:
        self._file = file
        file.write(table_header(columns))

    def rows(self, times: Numbers, values: Numbers) -> None:
        self._file.write(table_rows(times, values))

    def end(self, _more: dict[str, Any]) -> None:
        """Do nothing: CSV cannot hold anything else."""


class _Json:
    def __init__(self, file: Writer, columns: Sequence[str]) -> None:
        self._file, self._comma = file, b""
        file.write(b'{"columns": ' + json.dumps(["time", *columns]).encode() + b',\n"rows": [')

    def rows(self, times: Numbers, values: Numbers) -> None:
        lines = table_rows(times, values).rstrip().replace(b"\n", b"],\n[")
        self._file.write(self._comma + b"\n[" + lines + b"]")
        self._comma = b","

    def end(self, more: dict[str, Any]) -> None:
        text = json.dumps({"remarks": said(), **more}, indent=1, allow_nan=False)
        self._file.write(b"\n],\n" + text[1:].lstrip().encode() + b"\n")


class _Parquet:
    def __init__(self, file: Writer, columns: Sequence[str]) -> None:
        import pyarrow
        from pyarrow import parquet

        self._names = ["time", *columns]
        schema = pyarrow.schema([(name, pyarrow.float64()) for name in self._names])
        self._sink = pyarrow.PythonFile(_Sink(file), "w")
        self._writer = parquet.ParquetWriter(self._sink, schema)

    def rows(self, times: Numbers, values: Numbers) -> None:
        import pyarrow

        columns = [times, *np.ascontiguousarray(values.T)]
        self._writer.write_batch(pyarrow.record_batch(columns, names=self._names))

    def end(self, _more: dict[str, Any]) -> None:
        self._writer.close()
        self._sink.close()


class _Sink:
    """A writer as a file object for pyarrow."""

    closed = False

    def __init__(self, file: Writer) -> None:
        self._file = file

    def write(self, data: Any) -> int:
        self._file.write(bytes(data))
        return len(data)

    def flush(self) -> None:
        """The file flushes when it closes."""

    def close(self) -> None:
        self.closed = True
