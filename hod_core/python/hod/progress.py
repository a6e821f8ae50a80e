# SPDX-License-Identifier: Apache-2.0
"""What is told how far something is that lasts."""

from __future__ import annotations


class Progress:
    """Is told one stage after the other; this one keeps it to itself."""

    def begin(self, stage: str, total: int | None = None, unit: str = "") -> None:
        """Begin a stage of so many units; None: nobody knows how many."""

    def done(self, count: int = 1) -> None:
        """Take note that so many more units of the stage are done."""

    def search(self, passes: int, spacing: float, share: float) -> None:
        """Take note of where `hod.accelerometer.recover` is."""


SILENT = Progress()
