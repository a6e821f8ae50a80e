# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C and SIGTERM end the command within a second, whatever it is at."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import NoReturn

from ..output import discard_all
from .report import complain

INTERRUPTED = 130
_TERMINATED = 143
_PATIENCE = 0.6  # s that compiled code has to come back to the interpreter

_heard = threading.Event()


def watch() -> None:
    """Begin to watch for signals.

    Python acts on them between its own instructions. While a long call of compiled code runs there
    are none, so that a thread then ends the process, after what was half-written is gone.
    """
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _terminate)
    listening, telling = os.pipe()
    os.set_blocking(telling, False)
    signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(listening,), daemon=True).start()


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    _heard.set()
    raise KeyboardInterrupt


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    _heard.set()
    raise SystemExit(_TERMINATED)


def _wait(listening: int) -> None:
    codes = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: _TERMINATED}
    while code := codes.get(signal.Signals(os.read(listening, 1)[0]), -1):
        if code > 0 and not _heard.wait(_PATIENCE):
            discard_all()
            if code == INTERRUPTED:
                complain("interrupted, nothing was written")
            os._exit(code)
