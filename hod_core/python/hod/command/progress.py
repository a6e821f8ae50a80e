# SPDX-License-Identifier: Apache-2.0
"""Progress with the time left, for whoever sits at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .report import shows_progress

_PATIENCE = 2.0  # s without a bar


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Callable[[int], object]]:
    """Yield what to tell how many units have come since; the bar goes when the block ends."""
    if not shows_progress():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, unit_scale=True, delay=_PATIENCE, leave=False) as bar:
        yield bar.update
