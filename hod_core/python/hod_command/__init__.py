# SPDX-License-Identifier: Apache-2.0
"""The entry of the command `hod`, a package of its own because `hod` takes long to import."""

from __future__ import annotations

import signal


def main() -> int:
    """Run the command; while it is being imported, a signal ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from hod.command.main import main as run

    return run()
