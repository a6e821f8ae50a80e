# SPDX-License-Identifier: Apache-2.0
"""Recordings: signals from CSV files and bags, generated recordings, and the motion behind them."""

from __future__ import annotations

from .bag import read_bag, topics_of
from .signal import Gap, Signal
from .source import Recording, Source
from .table import read_table

__all__ = ["Gap", "Recording", "Signal", "Source", "read_bag", "read_table", "topics_of"]
