# SPDX-License-Identifier: Apache-2.0
"""Tables as files: `time,<column>,...`, numbers that read back as the same doubles."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ._core import table_header, table_rows
from .arrays import Numbers
from .output import output


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
    rows = table_rows(times, values)
    with output(path) as file:
        file.write(table_header(columns))
        file.write(rows)
