# SPDX-License-Identifier: Apache-2.0
"""The sample bag of hod_bringup is what its settings generate."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from hod.recording import Source, read_bag, read_table

SAMPLE = Path(__file__).resolve().parents[3] / "hod_bringup" / "bags" / "fanuc_accelerometer"
IMU = Source("forearm", topic="/forearm/imu", components=(0,))

pytestmark = pytest.mark.skipif(not SAMPLE.exists(), reason="no hod_bringup beside hod_core")


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "again"
    with as_file(files("hod") / "data" / "fanuc_accelerometer.yaml") as settings:
        assert main(["generate", str(settings), "--out", str(folder)]) == 0
    return folder


def test_the_bag_says_what_is_generated_again(again):
    """Up to rounding, which may differ from machine to machine."""
    kept, new = (read_bag(folder / "recording", [IMU]) for folder in (SAMPLE, again))
    assert kept.origin == new.origin == 1_700_000_000 * 10**9
    np.testing.assert_array_equal(kept.signals[0].times, new.signals[0].times)
    np.testing.assert_allclose(kept.signals[0].values, new.signals[0].values, atol=1e-9)
    assert len(kept.signals[0]) == 3401


def test_settings_and_truth_are_those_of_the_bag(again):
    for name in ("fit.yaml", "robot.urdf", "recording/metadata.yaml"):
        assert (SAMPLE / name).read_text() == (again / name).read_text()
    robot = hod.Robot.from_urdf(SAMPLE / "robot.urdf")
    motions = [
        hod.read_motion(folder / "motion.csv").match(robot, 5).gather()
        for folder in (SAMPLE, again)
    ]
    scale = np.abs(motions[1]).max(axis=(0, 2))
    np.testing.assert_allclose(motions[0] / scale[:, None], motions[1] / scale[:, None], atol=1e-9)
    source = Source("forearm", columns=("forearm.x",))
    readings = [
        read_table(folder / "readings.csv", [source]).signals[0].values
        for folder in (SAMPLE, again)
    ]
    np.testing.assert_allclose(*readings, atol=1e-9)


def test_the_robot_is_that_of_the_package():
    """Both come from one mass distribution."""
    ours = hod.Robot.from_urdf(SAMPLE / "robot.urdf")
    theirs = hod.Robot.from_urdf(SAMPLE.parents[1] / "urdf" / "fanuc_lrmate.urdf")
    state = np.random.RandomState(4).standard_normal((5, ours.dof))
    np.testing.assert_allclose(hod.forces(ours, state), hod.forces(theirs, state), rtol=1e-12)


def test_the_bag_is_small():
    assert sum(path.stat().st_size for path in (SAMPLE / "recording").iterdir()) < 300_000
