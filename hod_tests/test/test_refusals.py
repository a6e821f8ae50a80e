# SPDX-License-Identifier: Apache-2.0
"""What the launch files cannot start, they refuse with one sentence before anything runs."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from ament_index_python.packages import get_package_prefix

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


def test_controllers_that_do_not_start_end_the_launch(tmp_path: Path) -> None:
    gains = tmp_path / "gains.yaml"
    gains.write_text(
        "/**/feedforward_controller: {ros__parameters: {gains: {lift: {kp: -5.0, kd: 0.0}}}}"
    )
    run = subprocess.run(
        ["ros2", "launch", "hod_bringup", OWN, f"urdf:={LIFT}", f"controllers:={gains}"],
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    output = run.stdout + run.stderr
    assert "the controller manager could not load feedforward_controller" in output
    assert run.returncode == 1


def test_a_recording_that_cannot_be_replayed_ends_the_launch(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes(b"no recording")
    run = subprocess.run(
        ["ros2", "launch", "hod_bringup", FANUC, "mode:=replay", f"bag:={damaged}"],
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert f"replay_bag: {damaged}: found no readable rosbag2" in run.stdout + run.stderr
    assert run.returncode == 1


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("start_controllers", "controllers: found no name, expected those to start"),
        ("demo_motion", "found 0 joints, 0 times and 0 positions, expected ascending times"),
    ],
)
def test_programs_refuse_what_says_nothing(program: str, sentence: str) -> None:
    path = Path(get_package_prefix("hod_bringup")) / "lib" / "hod_bringup" / program
    run = subprocess.run([path], capture_output=True, text=True, timeout=150, check=False)
    assert run.returncode == 1
    assert sentence in run.stderr
