# SPDX-License-Identifier: Apache-2.0
"""What sentences of errors have in common."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

_NAMED = 8
_LONGEST = 60


def few(names: Iterable[str]) -> str:
    """List the first names of a file, each cut short: a file may have any number of any length.

    Examples
    --------
    >>> few(["q", "d1q"])
    'q, d1q'
    >>> few(str(i) for i in range(1000))
    '0, 1, 2, 3, 4, 5, 6, 7, …'

    """
    listed = [
        name if len(name) <= _LONGEST else name[:_LONGEST] + "…"
        for name in islice(names, _NAMED + 1)
    ]
    return ", ".join(listed[:_NAMED] + ["…"] * (len(listed) > _NAMED))
