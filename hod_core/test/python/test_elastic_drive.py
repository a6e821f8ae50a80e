# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import hod
from robots import ARM

MODEL = hod.Robot.from_urdf(ARM)
N = MODEL.dof


def swing(times: np.ndarray, rows: int = 5) -> np.ndarray:
    """Every joint a sine, with its derivatives: (instants, rows, joints)."""
    omega = 2.0 + np.arange(N)
    return np.stack(
        [
            0.4 * omega**k * np.sin(np.multiply.outer(times, omega) + k * np.pi / 2)
            for k in range(rows)
        ],
        axis=1,
    )


def test_the_motor_is_where_the_spring_carries_the_force():
    drive = hod.ElasticDrive(900.0, inertia=np.linspace(0.1, 0.3, N), viscous_friction=0.2)
    motion = swing(np.linspace(0, 1, 7))
    force = hod.forces(MODEL, motion, 2)
    theta, torque = drive.motor(motion, force)
    assert theta.shape == (7, 3, N)
    assert torque.shape == (7, 1, N)
    np.testing.assert_allclose(theta, motion[:, :3] + force / 900.0, rtol=1e-14)
    expected = drive.inertia * theta[:, 2] + force[:, 0] + 0.2 * theta[:, 1]
    np.testing.assert_allclose(torque[:, 0], expected, rtol=1e-13)
    one, one_torque = drive.motor(motion[3], force[3])
    np.testing.assert_array_equal(one, theta[3])
    np.testing.assert_array_equal(one_torque, torque[3])


def test_more_derivatives_of_the_forces_give_torque_rates():
    drive = hod.ElasticDrive(np.full(N, 500.0), inertia=0.2)
    times = np.linspace(0, 1, 2001)
    motion = swing(times, 7)
    _, torque = drive.motor(motion, hod.forces(MODEL, motion, 4))
    assert torque.shape == (2001, 3, N)
    slope = np.gradient(torque[:, 0], times, axis=0, edge_order=2)
    np.testing.assert_allclose(slope, torque[:, 1], atol=2e-5 * np.abs(torque[:, 1]).max())


def test_with_times_the_equation_of_the_damped_springs_holds():
    stiffness, damping = 800.0, np.full(N, 15.0)
    drive = hod.ElasticDrive(stiffness, damping=damping, inertia=0.2)
    times = np.linspace(0, 1, 501)
    motion = swing(times)
    force = hod.forces(MODEL, motion, 2)
    theta, _ = drive.motor(motion, force, times=times)
    bent = theta - motion[:, :3]
    carried = stiffness * bent[:, :2] + damping * bent[:, 1:]
    np.testing.assert_allclose(carried, force[:, :2], atol=1e-9 * np.abs(force).max())
    # The deflections of each row are the derivatives of those before: it is one motion.
    slope = np.gradient(bent[:, 0], times, axis=0, edge_order=2)
    np.testing.assert_allclose(slope, bent[:, 1], atol=1e-4 * np.abs(bent[:, 1]).max())
    series, _ = drive.motor(motion, force)
    assert np.abs(series[0] - theta[0]).max() < 1e-15
    assert np.abs(series[-1] - theta[-1]).max() > 1e-6


def test_parameters_are_one_number_or_one_per_joint():
    drive = hod.ElasticDrive([np.inf, 100.0], inertia=0.5)
    assert drive.dof == 2
    np.testing.assert_array_equal(drive.stiffness, [np.inf, 100.0])
    np.testing.assert_array_equal(drive.inertia, [0.5, 0.5])
    assert hod.ElasticDrive(100.0, joints=3).dof == 3
    theta, _ = drive.motor(np.ones((3, 2)), np.full((3, 2), 50.0))
    np.testing.assert_array_equal(theta, [[1.0, 1.5]] * 3)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"stiffness": [1.0, 0.0]},
            "drive of joint 1: found a stiffness of 0, expected a positive",
        ),
        ({"stiffness": [-3.0]}, "found a stiffness of -3"),
        ({"stiffness": [np.nan]}, "found a stiffness of nan"),
        ({"stiffness": [1.0], "damping": -1}, "found a damping of -1, expected zero or a positive"),
        ({"stiffness": [1.0], "inertia": -1}, "found a motor inertia of -1"),
        ({"stiffness": [1.0], "smoothing_speed": 0}, "found a smoothing speed of 0"),
        ({"stiffness": [1.0, 2.0], "inertia": [1.0]}, r"inertia: found shape \(1,\), expected one"),
        ({"stiffness": 1.0}, "found single numbers only, expected joints="),
        ({"stiffness": "soft"}, "stiffness: found "),
    ],
)
def test_parameters_that_no_drive_has(arguments, sentence):
    with pytest.raises(hod.Error, match=sentence):
        hod.ElasticDrive(**arguments)


@pytest.mark.parametrize(
    ("motion", "forces", "times", "sentence"),
    [
        ((3, 2), (2, 2), None, "found forces to order 1, expected order 2 to 6, because"),
        ((2, 2), (3, 2), None, "motion: found 2 rows, expected 3 or more"),
        ((3, 3), (3, 2), None, r"motion: found shape \(3, 3\), expected \(rows, 2\)"),
        ((3, 2), (3, 3), None, "forces: found shape"),
        ((4, 3, 2), (3, 2), None, "expected as many instants"),
        ((4, 3, 2), (5, 3, 2), None, "expected as many instants"),
        ((2, 3, 2), (2, 3, 2), [0.0], "expected one time per instant"),
        ((3, 2), (3, 2), [0.0], "expected one time per instant"),
        ((2, 3, 2), (2, 3, 2), [1.0, 1.0], "found 1 s after 1 s in row 1, expected ascending"),
    ],
)
def test_tables_that_do_not_fit(motion, forces, times, sentence):
    drive = hod.ElasticDrive([1.0, 2.0], damping=1.0)
    with pytest.raises(hod.Error, match=sentence):
        drive.motor(np.zeros(motion), np.zeros(forces), times=times)


def test_without_the_extension_a_sentence_says_so():
    program = (
        "import sys; sys.modules['hod._simulation'] = None\n"
        "from hod.command.main import main\n"
        "sys.exit(main(['experiment', 'elastic_joint', '--out', '/nonexistent/folder']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "built without Pinocchio, expected one built with it" in done.stderr
