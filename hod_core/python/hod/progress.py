# SPDX-License-Identifier: Apache-2.0
"""Receivers of progress reports."""

from __future__ import annotations


class Progress:
    """Receives the stages of a task in turn; this base class ignores them."""

    def begin(self, stage: str, total: int | None = None, unit: str = "") -> None:
        """Begin a stage of this many units; None if the number is unknown."""

    def done(self, count: int = 1) -> None:
        """Record that this many more units of the stage are done."""

    def search(self, passes: int, spacing: float, share: float) -> None:
        """Record the progress of `hod.accelerometer.recover`."""


SILENT = Progress()
