# SPDX-License-Identifier: Apache-2.0
"""The entry point of the command `hod`, a separate package because importing `hod` is slow."""

from __future__ import annotations

import os
import signal
import sys


def main() -> int:
    """Run the command; a signal during the import ends it silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _replace_closed_streams()
    from hod.command.main import main as run

    return run()


def _replace_closed_streams() -> None:
    """Reopen closed standard streams, so that files opened later do not get their numbers.

    stdin is empty and stderr is discarded; writing to stdout fails, as on a full disk.
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
