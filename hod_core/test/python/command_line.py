# SPDX-License-Identifier: Apache-2.0
"""The command hod as a process."""

from __future__ import annotations

import subprocess
import sys

COMMAND = [sys.executable, "-m", "hod_command"]


def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options
    )
