# SPDX-License-Identifier: Apache-2.0
"""Requests about accelerometers that cannot be, and joints that were read for longer than they."""

from __future__ import annotations

from importlib.resources import as_file, files

import numpy as np
import pytest

import hod
from accelerometer_cases import DURATION, hold, swing
from hod import accelerometer
from hod.accelerometer import FixedLag, JointReading, Sensor, accelerations
from hod.mass import robot_urdf

FOREARM = Sensor("link_3", (0.2, 0.0, 0.0), (0, 0, 1), noise=0.02)


@pytest.fixture(scope="module")
def robot() -> hod.Robot:
    with as_file(files("hod") / "data" / "fanuc_lrmate.yaml") as robot:
        return hod.Robot.from_urdf(robot_urdf(robot))


@pytest.mark.parametrize(
    ("sensors", "changes", "message"),
    [
        ([], {}, "sensors: found none, expected at least one"),
        ([FOREARM], {"J3": 0.0}, "found none that may move, expected at least one that is not"),
        ([FOREARM], {"J2": np.nan}, "hold: found nan for joint 'J2', expected a finite position"),
    ],
)
def test_requests_without_anything_to_find(
    robot: hod.Robot, sensors: list[Sensor], changes: dict[str, float], message: str
) -> None:
    times = np.linspace(0.0, 1.0, 101)
    recordings = [(times, np.zeros((101, 1)))] * len(sensors)
    held = hold(robot) | changes
    with pytest.raises(hod.Error, match=message):
        accelerations(robot, sensors, recordings, start=0.0, hold=held)
    with pytest.raises(hod.Error, match=message):
        FixedLag(robot, sensors, start=0.0, hold=held)


def test_calls_of_a_fixed_lag_that_cannot_be(robot: hod.Robot) -> None:
    lag = FixedLag(robot, [FOREARM], start=0.0, hold=hold(robot))
    for time in (np.nan, np.inf):
        with pytest.raises(hod.Error, match="expected a finite one"):
            lag.update(time)
    with pytest.raises(hod.Error, match="found a reading of 3 numbers of sensor 0 at 0 s"):
        lag.push(0, 0, [0.0, 0.0, 9.81])
    with pytest.raises(hod.Error, match="orders: found -1, expected 0 or more"):
        lag.motion(0.0, orders=-1)


def test_joints_that_were_read_for_longer_than_the_sensors(robot: hod.Robot) -> None:
    """Readings outside tell nothing of the motion between: the result is the one without them."""
    times = np.arange(0.5, 1.5, 0.001)
    values = accelerometer.predict(robot, FOREARM, swing(times, robot))
    read = np.arange(0.0, DURATION, 0.01)
    path = swing(read, robot)[:, 0, 2]
    inside = (read >= times[0]) & (read <= times[-1])

    def recovered(chosen: np.ndarray) -> accelerometer.Recovery:
        reading = JointReading("J3", read[chosen], path[chosen])
        return accelerometer.recover(
            robot,
            [FOREARM],
            [(times, values)],
            hold=hold(robot),
            joint_readings=[reading],
            knot_spacing=0.05,
        )

    longer, same = recovered(np.ones_like(inside)), recovered(inside)
    np.testing.assert_array_equal(longer.motion(times), same.motion(times))
    assert np.abs(longer.motion(times, 0)[:, 0] - swing(times, robot)[:, 0]).max() < 1e-6
    assert same.warnings == []
    left_out = f"{(~inside).sum()} readings of joint 'J3' before 0.5 s or after 1.499 s"
    assert [warning.startswith(left_out) for warning in longer.warnings] == [True]
    with pytest.raises(hod.Error, match="found only readings of joint 'J3' before"):
        recovered(read < 0.5)
