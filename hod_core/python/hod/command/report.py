# SPDX-License-Identifier: Apache-2.0
"""What is said on stderr."""

from __future__ import annotations

import sys


def say(sentence: str) -> None:
    """Write one line to stderr."""
    print(f"hod: {sentence}", file=sys.stderr, flush=True)
