# SPDX-License-Identifier: Apache-2.0
"""A prescribed motion of the base against the same motion made by joints, and against gravity."""

from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, motion


@pytest.fixture
def robot():
    return hod.Robot.from_urdf(ARM)


def test_a_base_that_accelerates_upwards_is_more_gravity(robot):
    workspace = hod.Workspace(robot)
    given = motion(rows=5)
    workspace.set_base_motion(hod.BaseMotion(acceleration=[[0, 0, 2.5]]))
    heavier = hod.Robot.from_urdf(ARM, gravity=(0, 0, -9.81 - 2.5))
    np.testing.assert_allclose(workspace.forces(given), hod.forces(heavier, given), rtol=1e-12)


def test_a_tilted_base_sees_gravity_from_the_side(robot):
    workspace = hod.Workspace(robot)
    given = motion(rows=5)
    about_x = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])  # base y is the world's z
    workspace.set_base_motion(hod.BaseMotion(rotation=about_x))
    tilted = hod.Robot.from_urdf(ARM, gravity=(0, -9.81, 0))
    np.testing.assert_allclose(
        workspace.forces(given), hod.forces(tilted, given), rtol=1e-12, atol=1e-12
    )


def test_a_turning_base_loads_a_resting_arm(robot):
    """In space, what turns about its own centre of rotation feels the spin and its changes."""
    workspace = hod.Workspace(robot)
    workspace.set_gravity((0, 0, 0))
    still = motion(rows=5)
    still[1:] = 0.0
    assert not workspace.forces(still).any()
    workspace.set_base_motion(hod.BaseMotion(angular_velocity=[[0, 0, 2.0]]))
    steady = workspace.forces(still).copy()
    assert np.abs(steady[0]).max() > 1e-3
    np.testing.assert_allclose(steady[1:], 0.0, atol=1e-12)
    workspace.set_base_motion(hod.BaseMotion(angular_velocity=[[0, 0, 4.0]]))
    np.testing.assert_allclose(workspace.forces(still)[0], 4.0 * steady[0], rtol=1e-12)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({"rotation": np.zeros((3, 3))}, "rotation: found something else"),
        ({"rotation": -np.eye(3)}, "rotation matrix"),
        ({"angular_velocity": [1, 2, 3]}, "angular_velocity: found shape"),
        ({"acceleration": np.zeros((9, 3))}, "at most 8"),
        ({"acceleration": [[0, np.nan, 0]]}, "not finite in row 0"),
        ({"velocity": [1, 2]}, "velocity"),
    ],
)
def test_what_is_no_motion_is_said_in_a_sentence(what, words):
    with pytest.raises(hod.Error, match=words):
        hod.BaseMotion(**what)
