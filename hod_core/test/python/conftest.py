# SPDX-License-Identifier: Apache-2.0
"""Files that several tests of the command read."""

from __future__ import annotations

from pathlib import Path

import pytest

from robots import ARM, motion, write_motion


@pytest.fixture
def urdf(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    write_motion(tmp_path / "m.csv", motion(10))
    return tmp_path / "m.csv"
