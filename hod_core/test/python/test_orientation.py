# SPDX-License-Identifier: Apache-2.0
"""Twelve sets of angles against SciPy, and derivatives against a fit through exact rotations."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial, chebyshev
from scipy.spatial.transform import Rotation

import hod
from hod import classic
from robots import motion

ROWS = 4


@pytest.fixture(params=classic.ANGLE_SETS)
def axes(request):
    return request.param


@pytest.fixture
def angles():
    return motion(rows=ROWS, dof=3, seed=9)


def at(angles, time):
    """Angles at a time, from their derivatives at zero."""
    factors = np.cumprod([1.0, *(time / k for k in range(1, len(angles)))])
    return factors @ angles


def derivatives(function, count):
    """Taylor's, through values at Chebyshev's points."""
    times = chebyshev.chebpts1(17) * 0.2
    values = np.array([np.ravel(function(time)) for time in times])
    fits = [Polynomial.fit(times, column, 16) for column in values.T]
    return np.array([[fit.deriv(k)(0.0) if k else fit(0.0) for fit in fits] for k in range(count)])


def test_there_are_twelve_sets():
    assert len(set(classic.ANGLE_SETS)) == 12


def test_rotation_and_derivatives_are_scipys(axes, angles):
    found = classic.rotation_matrix(axes, angles)
    expected = derivatives(
        lambda time: Rotation.from_euler(axes.upper(), at(angles, time)).as_matrix(), ROWS
    )
    np.testing.assert_allclose(found.reshape(ROWS, 9), expected, atol=1e-7)


def test_angular_velocity_is_that_of_the_rotation(axes, angles):
    rotation = classic.rotation_matrix(axes, angles)
    velocity = classic.angular_velocity(axes, angles)
    for row, (slope, still) in enumerate([(rotation[1], rotation[0])]):
        skew = slope @ still.T
        np.testing.assert_allclose(velocity[row], [skew[2, 1], skew[0, 2], skew[1, 0]], atol=1e-13)

    def omega(time):
        here = np.array([at(angles, time), at(angles[1:], time)])
        return classic.angular_velocity(axes, here)[0]

    np.testing.assert_allclose(velocity, derivatives(omega, ROWS - 1), atol=1e-7)


def test_angle_jacobian_has_its_derivatives(axes, angles):
    found = classic.angle_jacobian(axes, angles)
    expected = derivatives(
        lambda time: classic.angle_jacobian(axes, at(angles, time)[None])[0], ROWS
    )
    np.testing.assert_allclose(found.reshape(ROWS, 9), expected, atol=1e-7)
    np.testing.assert_allclose(found[0] @ angles[1], classic.angular_velocity(axes, angles)[0])


def test_angles_come_back(axes, angles):
    for seed in range(20):
        rotation = Rotation.random(random_state=seed).as_matrix()
        again = classic.rotation_matrix(axes, classic.angles_of(axes, rotation))[0]
        np.testing.assert_allclose(again, rotation, atol=1e-12)
    motion_again = classic.angle_motion(axes, angles[0], classic.angular_velocity(axes, angles))
    np.testing.assert_allclose(motion_again, angles, rtol=1e-9)


def test_angles_times_their_jacobian_are_no_rotation_vector():
    """001 (29), 000 (138) as printed: the rate of J_psi angles is not w."""
    given = motion(rows=3, dof=3, seed=9)
    jacobian = classic.angle_jacobian("xyz", given)
    printed = jacobian[1] @ given[0] + jacobian[0] @ given[1]
    assert np.abs(printed - classic.angular_velocity("xyz", given)[0]).max() > 0.1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: classic.rotation_matrix("xxz", np.zeros(3)), "'xxz', expected one of xyz"),
        (lambda: classic.rotation_matrix("xyz", np.zeros(2)), "shape"),
        (lambda: classic.angular_velocity("xyz", np.zeros((1, 3))), "rates"),
        (lambda: classic.angles_of("zxz", np.eye(3)), "parallel"),
        (lambda: classic.angles_of("xyz", np.zeros((3, 3))), "rotation matrix"),
        (lambda: classic.angles_of("xyz", np.diag([1.0, 1.0, -1.0])), "rotation matrix"),
        (lambda: classic.angles_of("xyz", np.full((3, 3), np.nan)), "rotation matrix"),
        (lambda: classic.angle_motion("xyz", [0, np.pi / 2, 0], np.ones((1, 3))), "parallel"),
        (lambda: classic.angle_motion("zyz", [0, 0, 1], np.ones((1, 3))), "parallel"),
        (lambda: classic.angle_motion("xyz", [0, 0, 1], np.ones(3)), "velocity"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(call, words):
    with pytest.raises(hod.Error, match=words):
        call()
