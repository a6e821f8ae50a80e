# SPDX-License-Identifier: Apache-2.0
"""The forces node as a process of its own: how it ends."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from ament_index_python.packages import get_package_prefix

PROGRAM = Path(get_package_prefix("hod_ros")) / "lib" / "hod_ros" / "forces_node"


@pytest.mark.parametrize(
    "parameter",
    ["order:=9", "order:=2.5", "joint_states.window:=-1.0", "joint_states.estimator:=foo"],
)
def test_a_parameter_that_cannot_be_ends_it_with_a_sentence(parameter: str) -> None:
    run = subprocess.run(
        [str(PROGRAM), "--ros-args", "-p", parameter],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 1, run.stdout
    assert parameter.split(":=")[0] in run.stdout
    assert "terminate called" not in run.stdout


@pytest.mark.parametrize("delay", [0.02, 0.05, 0.1, 0.2, 0.4])
def test_an_interruption_while_it_starts_ends_it_quietly(delay: float) -> None:
    with subprocess.Popen([str(PROGRAM)], stderr=subprocess.PIPE, text=True) as process:
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
    # Before it listens for signals, the signal itself is its end.
    assert process.returncode in (0, -signal.SIGINT), errors
    assert "terminate called" not in errors
