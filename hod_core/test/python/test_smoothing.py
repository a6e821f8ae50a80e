# SPDX-License-Identifier: Apache-2.0
"""Smoothing polynomials: against SciPy where both solve the same problem, and what Python adds."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hod


def sines(times: np.ndarray, derivative: int = 0) -> np.ndarray:
    phase = 0.5 * np.pi * derivative
    return 5.0**derivative * np.sin(5 * times + phase) + 0.3 * 14.0**derivative * np.sin(
        14 * times + 1 + phase
    )


def noisy(count: int = 1000, derivative: int = 0, noise: float = 1e-3, seed: int = 1) -> tuple:
    times = 1e-3 * np.arange(count)
    normal = np.random.default_rng(seed).standard_normal(count)
    return times, sines(times, derivative) + noise * normal


@pytest.mark.parametrize("cutoff", [2.0, 10.0, 100.0])
def test_cubic_is_scipys_smoothing_spline(cutoff):
    interpolate = pytest.importorskip("scipy.interpolate")
    times, values = noisy(200)
    weights = np.random.default_rng(2).uniform(0.5, 2.0, 200)
    ours = hod.smooth(
        times, values, weights=weights, cutoff=cutoff, penalty=2, degree=3, knot_spacing=1e-3
    )
    strength = ours.report.weight / ours.report.interval * weights.mean()
    theirs = interpolate.make_smoothing_spline(times, values, weights, lam=strength)
    fine = np.linspace(times[0], times[-1], 1001)
    for k in range(3):
        scale = np.abs(theirs(fine, nu=k)).max()
        np.testing.assert_allclose(ours(fine, k)[:, 0], theirs(fine, nu=k), atol=1e-7 * scale)


def test_cross_validation_finds_what_scipys_does():
    interpolate = pytest.importorskip("scipy.interpolate")
    times, values = noisy(300, noise=0.05)
    ours = hod.smooth(times, values, penalty=2, degree=3, knot_spacing=1e-3)
    scaled = 50 * times  # SciPy's search for the weight depends on the unit of time
    theirs = interpolate.make_smoothing_spline(scaled, values)
    np.testing.assert_allclose(ours(times)[:, 0], theirs(scaled), atol=2e-3)


def test_second_force_derivative_is_ten_times_better_than_by_differences():
    arm = hod.Robot.from_urdf(
        '<robot name="arm"><link name="base"/><link name="arm"><inertial><origin xyz="0 0 -0.5"/>'
        '<mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/>'
        '</inertial></link><joint name="joint" type="continuous"><parent link="base"/>'
        '<child link="arm"/><axis xyz="0 1 0"/></joint></robot>'
    )
    times, values = noisy(3000, derivative=2, noise=0.044)
    motion = np.stack([sines(times, k) for k in range(5)], axis=1)[:, :, None]
    exact = hod.forces(arm, motion)[:, 2]
    start = motion[0, :2]
    smoothed = hod.smooth(times, values, signal="acceleration", start=start)
    differences = motion.copy()
    differences[:, 2, 0] = values
    differences[:, 3, 0] = np.gradient(values, times)
    differences[:, 4, 0] = np.gradient(differences[:, 3, 0], times)
    error = np.std(hod.forces(arm, smoothed.motion(times))[:, 2] - exact)
    naive = np.std(hod.forces(arm, differences)[:, 2] - exact)
    assert error < naive / 100


def test_shapes_of_results():
    times, values = noisy()
    smoothed = hod.smooth(times, np.stack([values, -values], axis=1))
    assert smoothed(0.3).shape == (2,)
    assert smoothed(times[:, None]).shape == (1000, 1, 2)
    assert smoothed.motion(times).shape == (1000, 5, 2)
    assert smoothed.deviations(0.3).shape == (5, 2)
    assert smoothed.deviations(times[:4].reshape(2, 2), 2).shape == (2, 2, 3, 2)
    np.testing.assert_array_equal(smoothed.motion(times)[:, 3], smoothed(times, 3))
    np.testing.assert_allclose(smoothed(times)[:, 0], -smoothed(times)[:, 1], rtol=1e-12)


def test_report_says_how():
    times, values = noisy(4000)
    report = hod.smooth(times, values).report
    assert report.noise[0] == pytest.approx(1e-3, rel=0.05)
    assert report.residual[0] < report.noise[0]
    assert 6 < report.degrees_of_freedom < 400
    assert report.weight == pytest.approx((2 * np.pi * report.cutoff) ** -12)
    assert report.interval == pytest.approx(1e-3)
    assert report.warnings == []


def test_rules():
    times, values = noisy(4000)
    assert hod.smooth(times, values, cutoff=8).report.cutoff == pytest.approx(8)
    assert hod.smooth(times, values, weight=1e-20).report.weight == pytest.approx(1e-20)
    assert hod.smooth(times, values, noise=2e-3).report.noise == [2e-3]
    residual = hod.smooth(times, values, residual=1.1e-3).report.residual
    assert residual == pytest.approx([1.1e-3], rel=1e-4)


def test_warnings_are_the_polynomials():
    times, values = noisy(4000)
    smoothed = hod.smooth(times, values, noise=5e-3)
    assert smoothed.polynomial.warnings == tuple(smoothed.report.warnings)
    assert "not 0.005 as stated" in smoothed.polynomial.warnings[-1]


def test_accelerations_begin_at_the_given_start():
    times, values = noisy(derivative=2)
    smoothed = hod.smooth(times, values, signal="acceleration", start=[[0.4], [-2.0]])
    np.testing.assert_allclose(smoothed.motion(0.0, 1)[:, 0], [0.4, -2.0], atol=1e-14)
    drift = smoothed(times)[:, 0] - sines(times) - (0.4 - sines(0)) - (-2 - sines(0, 1)) * times
    assert np.abs(drift).max() < 1e-3


@settings(max_examples=30, deadline=None)
@given(st.integers(7, 60), st.floats(1e-3, 1e4), st.integers(0, 2**31), st.integers(0, 3))
def test_any_samples_give_finite_numbers(count, cutoff, seed, signal):
    generator = np.random.default_rng(seed)
    times = np.cumsum(generator.uniform(0.001, 0.02, count)) + generator.uniform(-1e6, 1e6)
    values = generator.standard_normal((count, 2)) * 10.0 ** generator.uniform(-6, 6)
    name = ("position", "velocity", "acceleration", "jerk")[signal]
    smoothed = hod.smooth(times, values, cutoff=cutoff, signal=name)
    assert np.isfinite(smoothed.motion(times)).all()
    assert np.isfinite(smoothed.deviations(times)).all()
    assert smoothed.report.degrees_of_freedom <= count * (1 + 1e-2)


def test_threads_may_smooth_at_the_same_time():
    times, values = noisy()
    expected = hod.smooth(times, values)(times)
    found: list[np.ndarray] = []
    threads = [
        threading.Thread(target=lambda: found.append(hod.smooth(times, values)(times)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for other in found:
        np.testing.assert_array_equal(other, expected)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"signal": "force"}, "signal: found 'force', expected one of position"),
        ({"noise": 1, "cutoff": 2}, "found noise and cutoff, expected one of them"),
        ({"noise": -1.0}, "noise: found -1"),
        ({"noise": []}, "noise: found no number"),
        ({"noise": "much"}, "noise"),
        ({"cutoff": 0}, "cutoff: found 0, expected a positive number"),
        ({"weights": [1, 2]}, "weights: found 2, expected 1000"),
        ({"weights": -np.ones(1000)}, "weights, row 0: found -1"),
        ({"values": np.zeros(999)}, "rows of values: found 999, expected 1000"),
        ({"values": np.zeros((10, 10, 10))}, "values: found shape"),
        ({"values": np.full(1000, np.nan)}, "values"),
        ({"times": np.zeros(1000)}, "times"),
        ({"times": np.arange(6.0), "values": np.zeros(6)}, "times: found 6"),
        ({"signal": "acceleration", "start": [[1.0]]}, "rows of start: found 1, expected 2"),
        ({"degree": 3}, "degree: found 3, expected 6 to 11"),
        ({"penalty": 20}, "penalty: found 20, expected 1 to 15"),
        ({"penalty": 16, "signal": "jerk"}, "penalty: found 16, expected 4 to 15"),
        ({"largest_gap": -1.0}, "largest gap: found -1"),
    ],
)
def test_bad_input(change, message):
    times, values = noisy()
    arguments = {"times": times, "values": values} | change
    with pytest.raises(hod.Error, match=message.replace("(", r"\(")) as error:
        hod.smooth(arguments.pop("times"), arguments.pop("values"), **arguments)
    assert "\n" not in str(error.value)


def test_gap_is_named():
    times, values = noisy()
    times[500:] += 0.2
    with pytest.raises(hod.Error, match=r"a gap of 0\.201 s after time 0\.499"):
        hod.smooth(times, values)
    smoothed = hod.smooth(times, values, largest_gap=1)
    assert "bridged a gap of" in smoothed.report.warnings[0]
