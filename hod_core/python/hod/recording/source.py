# SPDX-License-Identifier: Apache-2.0
"""Where a signal is in a recording, and the recording after reading."""

from __future__ import annotations

from dataclasses import dataclass, field

from .signal import Signal


@dataclass(frozen=True)
class Source:
    """Columns of a table, or a topic of a bag with the parts of its messages to use."""

    name: str
    """For error sentences, and the name of the signal."""
    columns: tuple[str, ...] = ()
    topic: str = ""
    components: tuple[int, ...] = (0, 1, 2)
    """Which of x, y, z to take from a vector."""
    joint: str = ""
    """Which joint to take from messages with several joints."""
    derivative: int = 0
    """Which derivative of the joint's position."""
    effort: bool = False
    """Whether it is the joint's force instead."""
    angular: bool = False
    """Whether to take the angular velocity from a message that has both."""
    stamp: str = "header"
    """`header` (where a message has one) or `receive`."""
    unit: str = "m/s²"
    """SI unit of the signal."""
    factor: float = 1.0
    """Factor that converts a reading to SI units."""


@dataclass(frozen=True)
class Recording:
    """Signals on one time axis."""

    path: str
    signals: tuple[Signal, ...]
    """In the order of the sources."""
    origin: int = 0
    """Time 0 in ns since the epoch; 0 if the recording's own times count from there."""
    remarks: tuple[str, ...] = field(default=())

    @property
    def start(self) -> float:
        """Time of the first reading of all."""
        return min(float(signal.times[0]) for signal in self.signals)

    @property
    def end(self) -> float:
        """Time of the last reading of all."""
        return max(float(signal.times[-1]) for signal in self.signals)
