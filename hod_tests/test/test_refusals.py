# SPDX-License-Identifier: Apache-2.0
"""What the launch files cannot start, they refuse with one sentence before anything runs."""

import subprocess

import pytest


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mode:=flight"], 'provided value "flight" is not valid'),
        (["rvis:=true"], "found argument rvis:=true, expected some of: mode, demo"),
        (["robot_file:=arm.yml"], "robot_file:=arm.yml: found no such file"),
        (["mode:=mock", "drive:=elastic"], "drive:=elastic has no effect with mode:=mock"),
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
