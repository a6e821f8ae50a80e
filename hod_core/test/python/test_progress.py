# SPDX-License-Identifier: Apache-2.0
"""How far a fit and a replay are: told stage by stage, shown on terminals."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import struct
import sys
import termios
import threading
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from hod.experiment import EXPERIMENTS
from hod.experiment.elastic_joint import study
from hod.progress import Progress
from hod.recording.fit import fit
from hod.recording.fit_settings import read_fit_settings, read_recording
from hod.recording.replay import replay
from recordings import ORIGIN, joint_state, write

SAMPLE = Path(__file__).resolve().parents[3] / "hod_bringup" / "bags" / "fanuc_accelerometer"

pytestmark = pytest.mark.skipif(not SAMPLE.exists(), reason="no hod_bringup beside hod_core")


class Told(Progress):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.counts: dict[str, int] = {}
        self.searched: list[tuple[int, float, float]] = []

    def begin(self, stage: str, total: int | None = None, unit: str = "") -> None:
        self.stages.append((stage, total))
        self.counts[stage] = 0

    def done(self, count: int = 1) -> None:
        self.counts[self.stages[-1][0]] += count

    def finished(self) -> bool:
        """Whether every stage has done as much as it said that it would."""
        stated = {name: total for name, total in self.stages if total is not None}
        return stated == {name: self.counts[name] for name in stated}

    def search(self, passes: int, spacing: float, share: float) -> None:
        assert self.stages[-1][0] == "finding the motion"
        self.searched.append((passes, spacing, share))


def test_every_stage_comes_to_its_end(tmp_path):
    told = Told()
    settings = read_fit_settings(SAMPLE / "fit.yaml", is_bag=True)
    found = fit(read_recording(SAMPLE / "recording", settings, told), settings, told)
    replay(found, tmp_path / "replayed", 100.0, told)
    assert [name for name, _ in told.stages] == [
        "reading",
        "finding the motion",
        "evaluating the motion",
        "bands",
        "forces and energies",
        "drawing",
        "report",
        "writing",
        "writing messages",
    ]
    stated = {name: total for name, total in told.stages if total is not None}
    assert told.finished()
    assert stated["reading"] == 3401
    assert {"bands", "drawing", "writing"} < set(stated)
    passes = [number for number, _, _ in told.searched]
    assert passes == sorted(passes)
    assert all(0.0 <= share < 1.0 for _, _, share in told.searched)


def test_joints_are_counted_where_there_is_no_sensor(tmp_path):
    stamps = [ORIGIN + i * 10_000_000 for i in range(60)]
    messages = [(s, joint_state(s, ["J2"], [1e-4 * i * i])) for i, s in enumerate(stamps)]
    write(tmp_path / "bag", {"/joint_states": ("sensor_msgs/msg/JointState", messages)})
    (tmp_path / "fit.yaml").write_text(
        "robot: {urdf: fanuc_lrmate}\n"
        "joint_readings: [{joint: J2, topic: /joint_states, noise: 1.0e-4}]\n"
    )
    settings = read_fit_settings(tmp_path / "fit.yaml", is_bag=True)
    told = Told()
    fit(read_recording(tmp_path / "bag", settings, told), settings, told)
    assert told.counts["reading"] == 60
    assert ("finding the motion", 1) in told.stages
    assert told.counts["finding the motion"] == 1


@pytest.mark.parametrize("name", ["fanuc_lrmate", "fanuc_accelerometer", "your_robot"])
def test_experiments_tell_their_stages(name, tmp_path):
    told = Told()
    robot = hod.example_robot() if EXPERIMENTS[name].takes_robot else None
    EXPERIMENTS[name].run(tmp_path / "out", robot, progress=told)
    stages = [stage for stage, _ in told.stages]
    assert len(stages) == len(set(stages))
    assert told.finished()
    assert stages[-1] in ("drawing", "report")


def test_the_runs_of_elastic_joints_are_counted(monkeypatch):
    monkeypatch.setattr(study.Trial, "error", lambda _: 1e-3)
    monkeypatch.setattr(study.Trial, "deviations", lambda _: np.zeros((1, 7)))
    told = Told()
    study.run(told)
    assert [name for name, _ in told.stages] == [
        "laws",
        "rates of control",
        "wrong beliefs",
        "damped springs",
    ]
    assert told.finished()
    assert told.counts["rates of control"] == 4 * len(study.RATES)


def empty(terminal: int, shown: bytearray) -> None:
    with contextlib.suppress(OSError):  # the end of a terminal
        while part := os.read(terminal, 4096):
            shown += part


@pytest.mark.parametrize("verb", ["fit", "replay"])
@pytest.mark.parametrize("quiet", [False, True])
def test_a_terminal_shows_the_stages_unless_quiet(verb, quiet, tmp_path, monkeypatch):
    monkeypatch.setattr("hod.command.progress._PATIENCE", 0)
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    words = [verb, SAMPLE / "recording", "--config", SAMPLE / "fit.yaml", "--out", tmp_path / "out"]
    shown = bytearray()
    # A read gives 4 KB at most, and the slower the machine, the more is shown.
    reader = threading.Thread(target=empty, args=(leader, shown), daemon=True)
    reader.start()
    with os.fdopen(follower, "w") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr)
        assert main([str(word) for word in words] + ["--quiet"] * quiet) == 0
    reader.join()
    os.close(leader)
    assert bool(shown) != quiet
    for part in (b"reading", b"finding the motion", *([b"drawing"] if verb == "replay" else [])):
        assert (part in shown) != quiet
