# SPDX-License-Identifier: Apache-2.0
"""Bands of motions, forces and energies: whether the truth of an independent generator is within.

The full count, of more cases and more recordings: `python hod_core/benchmark/recordings.py bands`.
"""

from __future__ import annotations

import numpy as np
import pytest

import hod
from hod.recording.band import bands, spread_of_joints
from hod.recording.figure import with_deviation
from hod.recording.quantized import smooth_readings, steps_of
from recording_scenes import benchmark, generator, scene, strokes


def inside(error: np.ndarray, deviation: np.ndarray) -> np.ndarray:
    """Shares within 95 % bands, a number per row of (instants, rows, joints)."""
    moves = (deviation > 0).any(axis=(0, 1))
    return np.asarray((np.abs(error) <= 1.96 * deviation)[:, :, moves].mean(axis=(0, 2)))


@pytest.mark.parametrize("with_sensors", [False, True])
def test_bands_of_forces_and_energies_hold_the_truth(with_sensors):
    shares = []
    times = np.linspace(0.05, 2.95, 150)
    for seed in range(4):
        made = scene(seed)
        columns = [made.robot.joint_names.index(joint) for joint in made.motion]
        if with_sensors:
            made.add_sensor(np.random.default_rng(seed), "link_3", 200.0, 200.0, np.eye(3))
            found = made.recover()
            motion, deviation = found.motion(times), found.deviations(times)
            spread = lambda t, rows, found=found: found.samples(t, rows - 1)  # noqa: E731
        else:
            parts = [smooth_readings(e.times, e.values) for e in made.encoders]
            motion, deviation = (np.zeros((len(times), 5, made.robot.dof)) for _ in range(2))
            for column, part in zip(columns, parts, strict=True):
                motion[:, :, column] = part.smoothed.motion(times)[:, :, 0]
                deviation[:, :, column] = part.deviations(times, 4)
            spread = spread_of_joints(list(zip(columns, parts, strict=True)), made.robot.dof)
        truth = made.truth(times)
        sure = bands(made.robot, times, motion, spread, 2)
        forces, works = hod.forces(made.robot, motion), hod.energies(made.robot, motion, 3)
        shares.append(
            np.concatenate(
                [
                    inside(motion - truth, deviation),
                    inside(forces - hod.forces(made.robot, truth), sure.forces),
                    inside(
                        (works - hod.energies(made.robot, truth, 3))[:, 1:, None],
                        sure.energies[:, :, None],
                    ),
                ]
            )
        )
    mean = np.mean(shares, axis=0)
    assert (mean > 0.85).all(), mean
    assert mean.mean() == pytest.approx(0.95, abs=0.04)


def shares_of(case: str, seeds: int) -> np.ndarray:
    """In hundreds, a row for each place of a recording."""
    made = [benchmark.band_shares(*benchmark.BAND_CASES[case](seed)) for seed in range(seeds)]
    return np.asarray(np.mean(made, axis=0))


def test_bands_of_encoders_hold_in_the_middle_and_at_the_ends():
    """With one roughness all along, 91 in a hundred of q⁗ at the ends."""
    middle, ends = shares_of("encoders of 18 bits at 100 Hz, smoothed", 8)
    assert (middle[:5] > 93).all(), middle
    assert (middle[1:5] < 99.5).all(), middle
    assert (ends[:5] > 93).all(), ends
    assert (ends[5:] > 90).all(), ends


@pytest.mark.parametrize("with_sensors", [False, True])
def test_bands_of_seven_joints_hold_as_those_of_six(with_sensors):
    shares = {
        robot: np.mean(
            [
                strokes.stroke_shares(*strokes.stroke_case(robot, "smooth", with_sensors, seed))
                for seed in range(6)
            ],
            axis=0,
        )
        for robot in ("ur5", "panda")
    }
    assert (shares["panda"][0] > 94).all(), shares
    np.testing.assert_allclose(shares["panda"][0], shares["ur5"][0], atol=2)


@pytest.mark.parametrize("shape", ["minimum snap", "minimum jerk"])
def test_bands_of_motions_whose_derivatives_jump_hold_away_from_the_jumps(shape):
    cases = [strokes.stroke_case("panda", shape, True, seed) for seed in range(4)]
    _, _, elsewhere = np.mean([strokes.stroke_shares(*case) for case in cases], axis=0)
    assert (elsewhere > 94).all(), elsewhere


@pytest.mark.parametrize("dither", [0.0, 0.3, 0.5, 1.0])
def test_an_encoder_that_toggles_beside_rests_is_smoothed_by_the_noise_that_it_shows(dither):
    """That of its steps alone is too small by then: q⁗ was wrong by 1e7."""
    for seed in range(3):
        rng = np.random.default_rng(seed)
        moves = generator.strokes(rng, 6.0)
        times = np.arange(1501) / 250.0
        truth = moves(times)
        step = 2 * np.pi / 2**14
        noisy = truth[:, 0] + dither * step * rng.standard_normal(len(times))
        found = smooth_readings(times, generator.quantized(noisy, 14))
        inner = slice(25, -25)
        error = (found.smoothed.motion(times)[:, :, 0] - truth)[inner]
        assert np.sqrt(np.mean(error[:, 2] ** 2)) < 0.3
        assert np.sqrt(np.mean(error[:, 4] ** 2)) < 900.0
        inside_band = np.abs(error) <= 1.96 * found.deviations(times, 4)[inner]
        assert (inside_band.mean(axis=0) > 0.8).all(), inside_band.mean(axis=0)


def test_a_joint_that_never_moves_stays_where_it_is():
    found = smooth_readings(np.arange(500) / 100.0, np.full(500, 0.7))
    assert np.abs(found.smoothed.motion(np.linspace(0, 4.99, 50))[:, 1:]).max() < 1e-3


def test_bands_hold_where_nothing_was_read():
    """With a single polynomial across the gap, 69 to 86 in a hundred."""
    (gap,) = shares_of("the same, nothing for 0.3 s", 4)
    assert (gap > 90).all(), gap


def test_forces_count_how_derivatives_and_joints_vary_together():
    """Of a linear function of the motion the deviation is known: that of what it adds up to."""
    robot = hod.example_robot().replace(gravity=(0.0, 0.0, 0.0))
    times = np.linspace(0.0, 1.0, 5)
    motion = np.zeros((5, 5, robot.dof))  # at rest without gravity Q = M q''
    mass = hod.forces(robot, np.eye(5)[:, None] * np.array([0, 0, 1.0, 0, 0])[:, None], 0)[:, 0]
    random = np.random.default_rng(2)
    root = 1e-3 * random.standard_normal((robot.dof, robot.dof))
    samples = random.standard_normal((4000, robot.dof)) @ root.T

    def spread(instants: np.ndarray, rows: int) -> np.ndarray:
        around = np.zeros((len(instants), len(samples), rows, robot.dof))
        around[:, :, 2] = samples
        return around

    sure = bands(robot, times, motion, spread, 0)
    expected = np.sqrt(np.diag(mass.T @ (samples.T @ samples / len(samples)) @ mass))
    np.testing.assert_allclose(sure.forces[:, 0], np.tile(expected, (5, 1)), rtol=1e-6)


def test_a_motion_of_which_nothing_says_how_sure_it_is_has_bands_that_are_no_numbers():
    robot = hod.example_robot()
    sure = bands(robot, np.arange(3.0), np.zeros((3, 5, robot.dof)), None, 2)
    assert np.isnan(sure.forces).all()
    assert sure.energies.shape == (3, 3)
    assert np.isnan(sure.energies).all()


def test_long_motions_have_bands_at_some_instants_and_straight_lines_between(monkeypatch):
    from hod.recording import band

    made = scene(1)
    parts = [smooth_readings(e.times, e.values) for e in made.encoders]
    columns = [made.robot.joint_names.index(joint) for joint in made.motion]
    spread = spread_of_joints(list(zip(columns, parts, strict=True)), made.robot.dof)
    times = np.linspace(0.5, 2.5, 401)
    motion = made.truth(times)
    whole = bands(made.robot, times, motion, spread, 1)
    monkeypatch.setattr(band, "_STATES", 200 * 2 * 8)
    some = bands(made.robot, times, motion, spread, 1)
    np.testing.assert_array_equal(some.forces[[0, -1]], whole.forces[[0, -1]])
    moving = whole.forces[:, 0, columns]
    np.testing.assert_allclose(some.forces[:, 0, columns], moving, rtol=0.3)
    assert (some.forces != whole.forces).any()


def test_the_covariance_of_smoothing_is_that_of_repeated_smoothing():
    """Of the same signal with other noise: errors of q, q', q'' vary together as it says."""
    times = np.linspace(0.0, 2.0, 201)
    random = np.random.default_rng(3)
    at = np.array([1.0])
    errors = []
    for _ in range(400):
        found = hod.smooth(times, 1e-3 * random.standard_normal(201), noise=1e-3, cutoff=None)
        errors.append(found.motion(at, 2)[0, :, 0])
    found = hod.smooth(times, 1e-3 * random.standard_normal(201), weight=found.report.weight)
    stated = found.covariance(at, 2)[0, 0]
    np.testing.assert_allclose(
        np.sqrt(np.diag(stated)), found.deviations(at, 2)[0, :, 0], rtol=1e-12
    )
    correlation = stated / np.sqrt(np.outer(np.diag(stated), np.diag(stated)))
    assert correlation[0, 2] < -0.3  # a bump too high bends down too much
    measured = np.corrcoef(np.array(errors).T)
    assert measured[0, 2] < -0.3
    assert abs(correlation[0, 1]) < 0.05  # symmetric about the middle


def test_steps_of_an_encoder_are_found_and_what_readings_have_in_common():
    times = np.arange(100) / 100
    values = np.round(np.concatenate([np.zeros(50), np.linspace(0, 1, 50)]) / 0.05) * 0.05
    steps = steps_of(times, values)
    assert steps is not None
    assert steps.size == pytest.approx(0.05)
    assert steps.lengths[10] > 50
    assert steps.common[10] == pytest.approx(0.05 / np.sqrt(12), rel=0.02)
    assert steps_of(times, np.sin(times)) is None
    assert steps_of(times, np.zeros(100)) is None


@pytest.mark.parametrize(
    ("value", "deviation", "text"),
    [
        (0.0512345, 0.000623, "0.05123 ± 0.00062"),
        (-12345.678, 234.5, "-12350 ± 230"),
        (3.0, float("nan"), "3"),
        (1.5, 0.0, "1.5"),
        (1e-9, 2e-10, "1.00e-09 ± 2.0e-10"),
    ],
)
def test_figures_have_the_digits_that_they_deserve(value, deviation, text):
    assert with_deviation(value, deviation) == text


def test_gyroscopes_and_accelerometers_read_what_an_independent_generator_says():
    made = scene(5)
    random = np.random.default_rng(1)
    made.add_gyroscope(random, "link_3", 100.0, 0.0, np.eye(3))
    made.add_sensor(random, "link_3", 100.0, 0.0, np.eye(3))
    for sensor, (times, values) in zip(made.sensors, made.recordings, strict=True):
        expected = hod.accelerometer.predict(made.robot, sensor, made.truth(times, 2))
        np.testing.assert_allclose(values, expected, atol=1e-11)
    assert np.ptp(made.recordings[0][1], axis=0).max() > 0.5  # rad/s
