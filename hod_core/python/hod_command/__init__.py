# SPDX-License-Identifier: Apache-2.0
"""The entry of the command `hod`, a package of its own because `hod` takes long to import."""

from __future__ import annotations

import os
import signal
import sys


def main() -> int:
    """Run the command; while it is being imported, a signal ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _replace_closed_streams()
    from hod.command.main import main as run

    return run()


def _replace_closed_streams() -> None:
    """Open what the shell has closed, or files that are opened next would take its number.

    There is nothing on stdin, and nobody hears stderr; what is written to stdout fails, as on a
    disk that is full.
    """
    for number, (name, mode, flags) in enumerate(
        (
            ("stdin", "r", os.O_RDONLY),
            ("stdout", "w", os.O_RDONLY),
            ("stderr", "w", os.O_WRONLY),
        )
    ):
        if getattr(sys, name) is None:
            file = os.open(os.devnull, flags)
            if file != number:
                os.dup2(file, number)
                os.close(file)
            os.set_inheritable(number, True)
            stream = open(number, mode, errors="backslashreplace", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
