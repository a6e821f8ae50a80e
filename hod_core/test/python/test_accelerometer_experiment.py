# SPDX-License-Identifier: Apache-2.0
"""The papers' experiment, from the generated recording to torques and energies, by the truth."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from hod.experiment.differentiation import differentiated
from hod.recording.fit import fit
from hod.recording.fit_settings import read_fit_settings, read_recording
from hod.recording.plan import read_plan
from pages import written

FIGURES = [
    "acceleration",
    "angle",
    "energies",
    "force",
    "force_rates",
    "higher_accelerations",
    "reading",
    "velocity",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("experiment") / "made" / "if_need_be"
    assert main(["experiment", "fanuc_accelerometer", "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def robot(folder: Path) -> hod.Robot:
    return hod.Robot.from_urdf(folder / "recorded" / "robot.urdf")


def motion_in(path: Path, robot: hod.Robot) -> np.ndarray:
    return hod.read_motion(path).match(robot, 5).gather()


def rms(values: np.ndarray) -> np.ndarray:
    return np.sqrt(np.mean(values**2, axis=0))


def test_everything_is_there(folder):
    tables = ["energies.csv", "forces.csv", "motion.csv", "recorded", "report.html"]
    pictures = [f"{name}.png" for name in FIGURES]
    assert sorted(path.name for path in folder.iterdir()) == sorted(tables + pictures)
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in pictures)


def test_the_motion_is_that_of_the_truth(folder, robot):
    """Shares of the largest values; noise of 100 µg/√Hz at 1 kHz is in the recording."""
    truth = motion_in(folder / "recorded" / "motion.csv", robot)[:, :, 2]
    found = motion_in(folder / "motion.csv", robot)[:, :, 2]
    shares = rms(found - truth) / np.abs(truth).max(axis=0)
    assert (shares < [1e-4, 1e-3, 3e-3, 2e-2, 5e-2]).all()
    np.testing.assert_allclose(found[[0, -1], 0], [0, np.pi], atol=1e-9)
    np.testing.assert_allclose(found[[0, -1], 1], 0, atol=1e-9)


def test_torques_energies_and_their_errors_are_those_of_the_motion(folder, robot):
    truth = motion_in(folder / "recorded" / "motion.csv", robot)
    found = motion_in(folder / "motion.csv", robot)
    torques = np.loadtxt(folder / "forces.csv", delimiter=",", skiprows=1)[:, 7:10]
    np.testing.assert_allclose(torques, hod.forces(robot, found)[:, :, 2], rtol=1e-12, atol=1e-12)
    expected = hod.forces(robot, truth)[:, :, 2]
    shares = rms(torques - expected) / np.abs(expected).max(axis=0)
    assert (shares < [1e-3, 2e-2, 5e-2]).all()
    works = np.loadtxt(folder / "energies.csv", delimiter=",", skiprows=1)[:, 1:]
    expected = hod.energies(robot, truth, 3)[:, 1:]
    shares = rms(works - expected) / np.abs(expected).max(axis=0)
    assert (shares < [3e-3, 3e-2, 6e-2]).all()


def test_gravity_is_in_the_torque(folder, robot):
    """At the end the forearm lies back horizontally, as at the beginning ahead: weight alone."""
    torques = np.loadtxt(folder / "forces.csv", delimiter=",", skiprows=1)[:, 7]
    motion = np.zeros((3, robot.dof))
    weight = hod.forces(robot, motion, 0)[0, 2]
    assert weight > 5
    np.testing.assert_allclose(torques[[0, -1]], [weight, -weight], atol=0.05)


def test_the_second_rate_beats_differences_by_far_more_than_ten(folder, robot):
    recorded = folder / "recorded"
    settings = read_fit_settings(recorded / "fit.yaml", is_bag=True)
    recording = read_recording(recorded / "recording", settings)
    found = fit(recording, settings)
    plan = read_plan(Path(hod.__file__).parent / "data" / "fanuc_accelerometer.yaml")
    naive = differentiated(plan, recording.signals[0], found.motion)
    truth = hod.forces(robot, plan.trajectory(found.times, 5))[:, :, 2]
    ours = rms(hod.forces(robot, found.motion)[:, :, 2] - truth)
    theirs = rms(hod.forces(robot, naive)[:, :, 2] - truth)
    assert (theirs / ours > [3, 30, 300]).all()


def test_the_report_states_the_errors_that_are_there(folder, robot):
    page = written(folder / "report.html")
    assert set(re.findall(r'(?:src|href)="([^"]{22})', page)) == {"data:image/png;base64,"}
    truth = motion_in(folder / "recorded" / "motion.csv", robot)
    found = motion_in(folder / "motion.csv", robot)
    error = rms(hod.forces(robot, found)[:, 2, 2] - hod.forces(robot, truth)[:, 2, 2])
    row = re.search(r"<td>second torque rate Q″</td>(.*?)</tr>", page)
    assert row is not None
    cells = re.findall(r"<td>(.*?)</td>", row[1])
    assert float(cells[2]) == pytest.approx(error, rel=0.01)
    segments = re.search(r"<td>51</td>(.*?)</tr>", page)
    assert segments is not None
    assert re.findall(r"<td>(.*?)</td>", segments[1])[-1] == cells[2]


def test_what_is_recorded_serves_hod_fit(folder, tmp_path):
    recorded = folder / "recorded"
    arguments = ["fit", recorded / "recording", "--config", recorded / "fit.yaml"]
    assert main([str(part) for part in [*arguments, "--out", tmp_path / "m.csv"]]) == 0
    assert (tmp_path / "m.csv").read_bytes() == (folder / "motion.csv").read_bytes()
