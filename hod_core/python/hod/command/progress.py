# SPDX-License-Identifier: Apache-2.0
"""Progress with the remaining time, for interactive terminals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..progress import SILENT, Progress
from .report import shows_progress

if TYPE_CHECKING:
    from tqdm import tqdm

_PATIENCE = 2.0  # s without a bar


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Callable[[int], object]]:
    """Yield a function that takes the number of new units; the bar ends with the block."""
    if not shows_progress():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, unit_scale=True, delay=_PATIENCE, leave=False) as bar:
        yield bar.update


@contextmanager
def stages() -> Iterator[Progress]:
    """Yield a receiver of consecutive stages, each with a bar of its own."""
    if not shows_progress():
        yield SILENT
        return
    told = _Bars()
    try:
        yield told
    finally:
        told.end()


class _Bars(Progress):
    """The completed share, the elapsed time, and the remaining time where it is known."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: tqdm[Any] | None = None

    def begin(self, stage: str, total: int | None = None, unit: str = "") -> None:
        from tqdm import tqdm

        self.end()
        self._bar = tqdm(
            desc=stage,
            total=total,
            unit=unit,
            unit_scale=True,
            delay=max(0.0, _PATIENCE - (time.monotonic() - self._start)),
            leave=False,
            miniters=1,
            bar_format=None if total else "{desc} [{elapsed}]",
        )

    def done(self, count: int = 1) -> None:
        if self._bar is not None:
            self._bar.update(count)

    def search(self, passes: int, spacing: float, share: float) -> None:
        """Show no remaining time: the number of passes is not known in advance."""
        if self._bar is not None:
            self._bar.set_description_str(
                f"finding the motion: pass {passes}, {100.0 * share:.0f} % of it, knots every "
                f"{1e3 * spacing:.3g} ms",
                refresh=False,
            )
            self._bar.update()

    def end(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
