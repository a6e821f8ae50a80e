# SPDX-License-Identifier: Apache-2.0
"""Where results cannot go: one sentence, nothing left behind, nothing that was read is lost."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from command_line import run

MOTION = "time,J3.q,J3.d1q,J3.d2q,J3.d3q,J3.d4q\n0,0.3,1,2,-5,40\n0.1,0.4,1,2,-5,40\n"
PLAN = files("hod") / "data" / "fanuc_accelerometer.yaml"


@pytest.fixture
def motion(tmp_path: Path) -> Path:
    path = tmp_path / "motion.csv"
    path.write_text(MOTION)
    return path


def sentence(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "expected" in done.stderr
    return done.stderr


def test_what_is_read_is_not_written_over(motion, urdf):
    (motion.parent / "link.csv").symlink_to(motion)
    for out in (motion, motion.parent / "link.csv", motion.parent / "." / "motion.csv"):
        for verb in ("forces", "energies", "kinematics"):
            words = ["--link", "link_3"] * (verb == "kinematics")
            done = run(verb, "--urdf", urdf, "--motion", motion, "--out", out, *words)
            assert "for --motion and --out" in sentence(done, 2)
    assert motion.read_text() == MOTION


def test_results_do_not_go_into_a_file_or_where_nothing_can(motion):
    assert "found a file" in sentence(run("experiment", "fanuc_lrmate", "--out", motion), 1)
    text = sentence(run("experiment", "fanuc_lrmate", "--out", "/proc/results"), 1)
    assert text.startswith("hod: /proc/results: found no such file or directory")
    assert motion.read_text() == MOTION


@pytest.mark.parametrize("words", ["experiment fanuc_lrmate", f"generate {PLAN}"])
@pytest.mark.parametrize("blocks", [1, 60])
def test_a_disk_that_is_full(words, blocks, tmp_path):
    """Files of so many KiB at most stand for it: the same call of the system fails."""
    out = tmp_path / "results"
    command = f"ulimit -f {blocks}; {shlex.quote(sys.executable)} -m hod_command {words}"
    done = subprocess.run(
        ["bash", "-c", f"{command} --out {out}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    text = sentence(done, 1)
    assert text.startswith(f"hod: {out}")
    assert "large" in text
    assert list(tmp_path.iterdir()) == []


def test_a_rate_that_nobody_has_room_for(tmp_path):
    run("generate", PLAN, "--out", tmp_path / "given")
    settings = tmp_path / "given" / "fit.yaml"
    settings.write_text(settings.read_text() + "output: {rate: 1.0e12}\n")
    recording = tmp_path / "given" / "recording"
    done = run("fit", recording, "--config", settings, "--out", tmp_path / "found.csv")
    assert "3.4e+12 instants" in sentence(done, 1)
    plan = tmp_path / "plan.yaml"
    plan.write_text(PLAN.read_text().replace("rate: 1000", "rate: 1.0e12", 1))
    done = run("generate", plan, "--out", tmp_path / "generated")
    assert "'rate': found 1.0e12" in sentence(done, 1)
    assert {path.name for path in tmp_path.iterdir()} == {"given", "plan.yaml"}
