# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy with masks: what is below a mask does not count as a number."""

from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, motion

TIMES = np.arange(50) * 0.01
VALUES = np.sin(TIMES)
MASKED = np.ma.masked_array(VALUES, VALUES > 0.45)
COUNT = int(MASKED.mask.sum())
CALLS = {
    "smooth": lambda values: hod.smooth(TIMES, values),
    "fit": lambda values: hod.fit(TIMES, values),
    "interpolate": lambda values: hod.interpolate(TIMES, values),
    "minimum_jerk": lambda values: hod.minimum_jerk(TIMES, values),
    "minimum_snap": lambda values: hod.minimum_snap(TIMES, values),
}


@pytest.mark.parametrize("name", CALLS)
def test_masked_entries_are_refused(name):
    with pytest.raises(hod.Error, match=f"found {COUNT} masked entries, expected none"):
        CALLS[name](MASKED)


@pytest.mark.parametrize("name", CALLS)
def test_masks_that_hide_nothing_are_taken(name):
    with_mask = CALLS[name](np.ma.masked_array(VALUES, np.zeros(50, bool)))(TIMES)
    np.testing.assert_array_equal(with_mask, CALLS[name](VALUES)(TIMES))


def test_masked_times_are_refused():
    times = np.ma.masked_array(TIMES, TIMES > 0.4)
    with pytest.raises(hod.Error, match="times: found"):
        hod.smooth(times, VALUES)


def test_limits_and_tables_refuse_them(tmp_path):
    robot = hod.example_robot()
    motion = np.ma.masked_array(np.zeros((2, 3, robot.dof)))
    motion[1, 1, 0] = np.ma.masked
    for judge in (hod.limits.check, hod.limits.largest_speed_up):
        with pytest.raises(hod.Error, match="motion: found 1 masked entries"):
            judge(robot, [0.0, 1.0], motion)
    with pytest.raises(hod.Error, match="values: found"):
        hod.write_table(tmp_path / "t.csv", ["x"], TIMES, MASKED[:, None])
    assert not list(tmp_path.iterdir())


def test_masked_motions_are_refused():
    robot = hod.Robot.from_urdf(ARM)
    values = np.ma.masked_array(motion(7), mask=False)
    np.testing.assert_array_equal(hod.forces(robot, values, 2), hod.forces(robot, values.data, 2))
    values[1, 0, 0] = np.ma.masked
    with pytest.raises(hod.Error, match="found 1 masked entries, expected none"):
        hod.forces(robot, values, 2)
