# SPDX-License-Identifier: Apache-2.0
"""What the launch files cannot start, they refuse with one sentence before anything runs."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

FANUC, OWN, REPLAY = (f"{name}.launch.py" for name in ("fanuc_lrmate", "feedforward", "replay"))
HERE = Path(__file__)
LIFT = HERE.parent / "config" / "lift.urdf.xacro"


@pytest.mark.parametrize(
    ("file", "arguments", "sentence"),
    [
        (FANUC, ["mode:=flight"], 'provided value "flight" is not valid'),
        (FANUC, ["rvis:=true"], "found argument rvis:=true, expected some of: mode, demo"),
        (FANUC, ["robot_file:=arm.yml"], "robot_file:=arm.yml: found no such file"),
        (FANUC, ["mode:=mock", "drive:=elastic"], "drive:=elastic has no effect with mode:=mock"),
        (FANUC, ["bag:=x.mcap"], "bag:=x.mcap has no effect with mode:=sim"),
        (FANUC, ["mode:=replay", "demo:=true"], "demo:=true has no effect with mode:=replay"),
        (FANUC, ["mode:=replay", "bag:=none"], "bag:=none: found no such file"),
        (FANUC, ["mode:=replay", f"robot_file:={HERE}"], "has no effect with mode:=replay"),
        (OWN, [], "urdf"),
        (OWN, ["urdf:=none.urdf"], "urdf:=none.urdf: found no such file"),
        (OWN, [f"urdf:={HERE}"], "expected a URDF or a xacro file"),
        (OWN, [f"urdf:={LIFT}", "joints:=lift,elbow"], "found 'elbow', expected some of"),
        (OWN, [f"urdf:={LIFT}", "mode:=hardware"], "found no <ros2_control> in the URDF"),
        (REPLAY, ["config:=x"], "bag"),
        (REPLAY, [f"bag:={HERE}"], "found neither config nor urdf"),
        (REPLAY, [f"bag:={HERE}", f"config:={HERE}"], "found no URDF under the key 'robot'"),
    ],
)
def test_refuses(file: str, arguments: list[str], sentence: str) -> None:
    run = subprocess.Popen(
        ["ros2", "launch", "hod_bringup", file, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = run.communicate(timeout=60)
    finally:
        if run.poll() is None:  # it has started after all
            os.killpg(run.pid, signal.SIGTERM)
    assert run.returncode != 0
    assert sentence in output
    assert "process started" not in output
