# SPDX-License-Identifier: Apache-2.0
"""The papers' experiment by their own formulas, beside the estimate and the truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from hod.experiment.fanuc_published import forearm, sudden_phases

RADIUS = 0.2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("experiment") / "published"
    assert main(["experiment", "fanuc_published", "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def table(folder: Path) -> dict[str, np.ndarray]:
    with (folder / "comparison.csv").open() as file:
        names = file.readline().strip().split(",")
        values = np.loadtxt(file, delimiter=",")
    return dict(zip(names, values.T, strict=True))


def rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2)))


def test_the_forearm_is_the_published_one_of_the_nominal_arm():
    arm = forearm(hod.example_robot())
    assert arm.mass == pytest.approx(5.4648, abs=5e-5)
    assert arm.x == pytest.approx(0.1183, abs=5e-5)
    assert arm.z == 0.0
    assert arm.central == pytest.approx(0.08898, abs=5e-6)
    assert arm.inertia == pytest.approx(0.16548, abs=5e-6)
    state = np.zeros((3, 5))
    state[2, 2] = 1.0
    weightless = hod.example_robot().replace(gravity=(0.0, 0.0, 0.0))
    assert hod.forces(weightless, state, 0)[0, 2] == pytest.approx(arm.inertia, rel=1e-12)
    assert abs(hod.forces(hod.example_robot(), np.zeros((3, 5)), 0)[0, 2]) == pytest.approx(
        arm.weight_moment, rel=1e-12
    )


def test_the_motion_is_sudden_and_within_the_limits(table):
    largest = RADIUS * np.abs(table["truth.d2q"]).max()
    assert largest > 9.81
    limits = hod.example_robot().joints["J3"].limits
    assert np.abs(table["truth.d1q"]).max() < limits.velocity
    assert np.abs(table["truth.Q"]).max() < limits.effort
    phases = sudden_phases(table["time"], RADIUS * table["truth.d2q"])
    assert len(phases) == 2
    for begin, end in phases:
        inside = (table["time"] > begin) & (table["time"] < end)
        assert np.all(RADIUS * np.abs(table["truth.d2q"][inside]) > 9.81)


def test_phases_run_to_the_end():
    times = np.arange(5.0)
    assert sudden_phases(times, np.array([20.0, 0, 0, 20, 20])) == [(0.0, 1.0), (3.0, 4.0)]
    assert sudden_phases(times, np.zeros(5)) == []


def test_the_published_way_lacks_the_weight_and_ours_does_not(table):
    for name in ("d2q", "E1", "Q"):
        ours = rms(table[f"ours.{name}"] - table[f"truth.{name}"])
        theirs = rms(table[f"published.{name}"] - table[f"truth.{name}"])
        assert ours < theirs
        assert ours < 0.1 * np.abs(table[f"truth.{name}"]).max()
    arm = forearm(hod.example_robot())
    np.testing.assert_allclose(table["published.Q"], arm.inertia * table["published.d2q"])
    weight = arm.weight_moment * np.cos(table["truth.q"])
    np.testing.assert_allclose(
        table["truth.Q"], arm.inertia * table["truth.d2q"] + weight, atol=1e-11
    )


def test_energies_of_the_truth_are_the_closing_formulas(table):
    arm = forearm(hod.example_robot())
    q1, q2, q3 = (table[f"truth.d{k}q"] for k in (1, 2, 3))
    first = arm.inertia * (q2**2 + q1**4) / 2
    second = arm.inertia * (q3**2 - 2 * q1**3 * q3 + 9 * q1**2 * q2**2 + q1**6) / 2
    np.testing.assert_allclose(table["truth.E1"], first, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(table["truth.E2"], second, rtol=1e-9, atol=1e-7)


def test_the_report_shows_the_numbers(folder):
    page = (folder / "report.html").read_text()
    for said in ("5.4648", "0.1183", "0.08898", "0.16548", "sudden", "(86)", "51 segments"):
        assert said in page
    for name in ("tangential_acceleration", "forces", "energies"):
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
