# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main

pytest.importorskip("hod._simulation")

from hod.experiment.elastic_joint.arm import DURATION, make_arm, motion_at
from hod.experiment.elastic_joint.trial import Gains, Hold, Law, Trial
from pages import written


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("experiment") / "elastic"
    assert main(["experiment", "elastic_joint", "--out", str(folder)]) == 0
    return folder


def test_everything_is_there(folder):
    names = sorted(path.name for path in folder.iterdir())
    expected = ["deviations.csv", "deviations.png", "motion.png", "rates.png"]
    assert names == [*expected, "report.html", "robot.urdf"]
    page = written(folder / "report.html")
    assert len(re.findall('src="data:image/png;base64,', page)) == 3
    assert not re.search(r">[^<]*\b(nan|inf)\b", page)


def test_what_the_derivatives_are_worth(folder):
    """Nearly three orders of magnitude at 1 kHz, more than six with the hold compensated."""
    table = np.loadtxt(folder / "deviations.csv", delimiter=",", skiprows=1)
    rigid, higher, compensated = np.abs(table[:, 1:].reshape(len(table), 3, 7)).max(axis=(0, 2))
    assert 1e-3 < rigid < 1e-2
    assert higher < rigid / 500
    assert compensated < rigid / 1_000_000


def test_what_is_left_is_the_hold():
    arm = make_arm()
    errors = [Trial(arm, arm, Law.HIGHER, rate).error() for rate in (1000, 2000)]
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)
    late = [Trial(arm, arm, Law.HIGHER, rate, hold=Hold.START).error() for rate in (1000, 2000)]
    assert late[0] / late[1] == pytest.approx(2.0, rel=0.05)


def test_the_motion_is_one_that_the_arm_can_make(folder):
    robot = hod.Robot.from_urdf(folder / "robot.urdf")
    assert robot.warnings == []
    times = np.linspace(0.0, DURATION, 601)
    motion = motion_at(times)
    step = times[1]
    for row in range(4):
        slope = (motion[2:, row] - motion[:-2, row]) / (2 * step)
        scale = np.abs(motion[:, row + 1]).max()
        np.testing.assert_allclose(slope, motion[1:-1, row + 1], atol=1e-3 * scale)
    assert not motion[[0, -1], 1:].any()
    assert not motion_at(np.array([-0.1, DURATION + 0.1]), 9)[:, 1:].any()
    motors = hod.motor(make_arm(), motion)
    limits = [joint.limits for joint in robot.joints.values()]
    assert (np.abs(motors.position[:, 1]).max(axis=0) < [one.velocity for one in limits]).all()
    assert (np.abs(motors.torque[:, 0]).max(axis=0) < [one.effort for one in limits]).all()


def test_wrong_masses_are_wrong_by_the_given_share():
    right, wrong = make_arm(), make_arm(mass=1.05)
    motion = motion_at(np.array([0.2]))
    np.testing.assert_allclose(
        hod.forces(wrong, motion, 2), 1.05 * hod.forces(right, motion, 2), rtol=1e-12
    )


def test_feedback_of_the_right_motor_motion_does_no_harm():
    arm = make_arm()
    alone = Trial(arm, arm, Law.HIGHER, 2000).error()
    helped = Trial(arm, arm, Law.HIGHER, 2000, Gains.of_bandwidth(5.0)).error()
    assert helped < 3 * alone
