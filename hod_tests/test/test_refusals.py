# SPDX-License-Identifier: Apache-2.0
"""What the launch file cannot start, it refuses with one sentence."""

import subprocess

import pytest


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mode:=sim"], "mode:=sim is not available"),
        (["mode:=replay", "bag:=x"], "mode:=replay is not available"),
        (["drive:=elastic"], "drive:=elastic is not available"),
        (["bag:=x.mcap"], "bag:=x.mcap has no use with mode:=mock"),
        (["mode:=flight"], 'provided value "flight" is not valid'),
    ],
)
def test_refuses(arguments: list[str], sentence: str) -> None:
    run = subprocess.run(
        ["ros2", "launch", "hod_bringup", "fanuc_lrmate.launch.py", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert sentence in output
    assert "process started" not in output
