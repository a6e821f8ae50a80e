# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C and SIGTERM end the command within a second, whatever it is doing."""

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
_UNTIL_HEARD = 0.3  # s for compiled code to return to the interpreter
_UNTIL_UNDONE = 0.4  # s more to remove incomplete files
_UNTIL_GONE = 0.2  # s more for the interpreter to exit

_heard = threading.Event()
_undone = threading.Event()


def watch() -> None:
    """Start handling signals.

    Python handles signals between its own instructions. During a long call of compiled code there
    are none, and the interpreter waits for calls in other threads before it exits. In these cases a
    separate thread ends the process, after removing incomplete files.
    """
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _terminate)
    listening, telling = os.pipe()
    os.set_blocking(telling, False)
    signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(listening,), daemon=True).start()


def leave() -> None:
    """Stop handling interruptions: only the exit of the interpreter remains."""
    _undone.set()
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    _heard.set()
    raise KeyboardInterrupt


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    _heard.set()
    raise SystemExit(_TERMINATED)


def _wait(listening: int) -> None:
    codes = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: _TERMINATED}
    while True:
        code = codes.get(signal.Signals(os.read(listening, 1)[0]))
        if code is not None:
            _end(code)


def _end(code: int) -> NoReturn:
    """End the process unless it ends by itself in time."""
    if _heard.wait(_UNTIL_HEARD) and _undone.wait(_UNTIL_UNDONE):
        threading.Event().wait(_UNTIL_GONE)
        os._exit(code)
    discard_all()
    if code == INTERRUPTED:
        complain("interrupted, no incomplete file is left")
    os._exit(code)
