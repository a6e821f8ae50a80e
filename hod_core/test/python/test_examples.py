# SPDX-License-Identifier: Apache-2.0
"""The Python examples of the repository run, without a warning, and say something.

Those in C++ are built and run by ctest (hod_core/test/CMakeLists.txt).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hod

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"

pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="no examples beside hod_core")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    if "hod.simulation" in path.read_text():
        pytest.importorskip("hod._simulation")
    home = str(Path(hod.__file__).absolute().parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert not done.stderr


def test_there_are_examples() -> None:
    assert len(list(EXAMPLES.glob("*.py"))) >= 4
