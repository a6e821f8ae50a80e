# SPDX-License-Identifier: Apache-2.0
"""Reports as they are read."""

from __future__ import annotations

import re
from pathlib import Path


def written(report: Path) -> str:
    """Return a report without its scripts and its icon."""
    page = re.sub(r"<script.*?</script>", "", report.read_text("utf-8"), flags=re.DOTALL)
    return page.replace('<link rel="icon" href="data:,">', "")
