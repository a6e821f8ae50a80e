# SPDX-License-Identifier: Apache-2.0
"""Motions as polynomials: against SciPy where both have the same function, and against formulas."""

from __future__ import annotations

import pickle
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hod


def samples(count: int, channels: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Uneven times and random values."""
    generator = np.random.default_rng(seed)
    times = np.cumsum(generator.uniform(0.05, 0.2, count))
    return times, generator.normal(size=(count, channels))


def inside(times: np.ndarray, count: int = 301) -> np.ndarray:
    return np.linspace(times[0], times[-1], count)


@pytest.mark.parametrize(
    ("ends", "boundary"),
    [
        ("natural", "natural"),
        (("given", [[0.0, 0.0]]), "clamped"),
        (("given", [[0.3, -0.2]]), ((1, [0.3, -0.2]), (1, [0.3, -0.2]))),
        (("top", [[0.3, -0.2]]), ((2, [0.3, -0.2]), (2, [0.3, -0.2]))),
        ("periodic", "periodic"),
    ],
)
def test_order_two_is_scipys_cubic_spline(ends, boundary):
    interpolate = pytest.importorskip("scipy.interpolate")
    times, values = samples(30, 2)
    values[-1] = values[0]
    peer = interpolate.CubicSpline(times, values, bc_type=boundary)
    ours = hod.interpolate(times, values, 2, ends=ends)
    for k in range(4):
        np.testing.assert_allclose(
            ours(inside(times)[:-1], k), peer(inside(times)[:-1], k), 1e-8, 1e-8
        )


@pytest.mark.parametrize("order", [4, 6])
def test_given_ends_are_scipys_spline_of_the_same_degree(order):
    interpolate = pytest.importorskip("scipy.interpolate")
    times, values = samples(40, 1)
    rows = np.arange(1.0, order // 2 + 1)[:, np.newaxis]
    known = [(k + 1, row) for k, row in enumerate(rows)]
    peer = interpolate.make_interp_spline(times, values, order + 1, bc_type=(known, known))
    ours = hod.interpolate(times, values, order, ends=("given", rows))
    for k in range(order + 1):
        expected = peer(inside(times), k)
        error = np.abs(ours(inside(times), k) - expected).max()
        assert error < 1e-9 * np.abs(expected).max(), k


def test_the_papers_order_is_the_cubic_spline_of_the_acceleration_integrated_twice():
    interpolate = pytest.importorskip("scipy.interpolate")
    times, values = samples(52, 3)
    top = np.array([[0.5, -1.0, 2.0]])
    peer = interpolate.CubicSpline(times, values, bc_type=((2, top[0]), (2, top[0])))
    start = times[0]
    ours = hod.fit(
        times, values, ends=("top", top), position=[1.0, 2.0, 3.0], velocity=[0.1, 0.2, 0.3]
    )
    assert ours.degree == 5
    t = inside(times)
    for k in range(2, 5):
        np.testing.assert_allclose(ours(t, k), peer(t, k - 2), 1e-9, 1e-8)
    once, twice = peer.antiderivative(1), peer.antiderivative(2)
    velocity = np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(ours(t, 1), velocity + once(t) - once(start), atol=1e-12)
    np.testing.assert_allclose(
        ours(t),
        np.array([1, 2, 3]) + np.outer(t - start, velocity) + twice(t) - twice(start),
        atol=1e-12,
    )


def test_shapes_and_rows():
    times, values = samples(20, 2)
    motion = hod.fit(times, values)
    assert (motion.degree, motion.channels, motion.segments) == (5, 2, 19)
    assert motion.coefficients.shape == (19, 2, 6)
    np.testing.assert_array_equal(motion.knots, times)
    assert motion(0.7).shape == (2,)
    assert motion([[0.7, 0.8, 0.9]], derivative=3).shape == (1, 3, 2)
    assert motion.motion(0.7).shape == (5, 2)
    table = motion.motion(inside(times), 7)
    assert table.shape == (301, 8, 2)
    for k in range(8):
        np.testing.assert_array_equal(table[:, k], motion(inside(times), k))
    assert not table[:, 6:].any()
    assert motion([]).shape == (0, 2)
    one = hod.fit(times, values[:, 0])
    np.testing.assert_allclose(one(0.7), motion(0.7)[:1], rtol=1e-14)
    np.testing.assert_allclose(motion(times, 2), values, atol=1e-12)


def test_any_order_of_times_and_beyond_the_ends():
    times, values = samples(50, 1)
    motion = hod.interpolate(times, values)
    t = np.random.default_rng(3).uniform(times[0] - 0.3, times[-1] + 0.3, 500)
    expected = np.array([motion(x, 2) for x in t])
    np.testing.assert_array_equal(motion(t, 2), expected)
    c = motion.coefficients[-1, 0]
    u = (times[-1] + 0.2 - times[-2]) / (times[-1] - times[-2])
    np.testing.assert_allclose(motion(times[-1] + 0.2)[0], np.polyval(c[::-1], u), rtol=1e-10)


def test_a_motion_closes_and_says_how():
    times, values = samples(52, 2)
    drifted = values + 0.3 + 0.1 * (times - times[0])[:, np.newaxis]
    true = hod.fit(times, values)
    closed = hod.fit(times, drifted, end_position=true(times[-1]), end_velocity=true(times[-1], 1))
    assert true.correction is None
    np.testing.assert_allclose(closed.correction, [[-0.3, -0.3], [-0.1, -0.1]], atol=1e-11)
    np.testing.assert_allclose(closed.motion(inside(times)), true.motion(inside(times)), atol=1e-8)


def test_odd_orders_warn_and_even_ones_do_not():
    times, values = samples(20, 1)
    assert hod.fit(times, values).warnings == ()
    (sentence,) = hod.fit(times, values, order=5).warnings
    assert sentence.startswith("order 5 is odd")


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), order=st.sampled_from([2, 4, 6, 8]))
def test_every_motion_is_smooth_and_passes_its_samples(seed, order):
    times, values = samples(12, 2, seed)
    motion = hod.interpolate(times, values, order)
    np.testing.assert_allclose(motion(times), values, atol=1e-9)
    for k in range(order + 1):
        before = motion(np.nextafter(times[1:-1], 0.0), k)
        after = motion(times[1:-1], k)
        np.testing.assert_allclose(before, after, atol=1e-7 * (1.0 + np.abs(after).max()))


def test_minimum_jerk_and_snap_rest_at_the_ends_and_cost_least():
    times, values = samples(6, 1)
    t = inside(times, 20001)
    for plan, k in ((hod.minimum_jerk, 3), (hod.minimum_snap, 4)):
        motion = plan(times, values, given={(2, 1): 0.4})
        assert np.abs(motion.motion(times[[0, -1]], k - 1)[:, 1:]).max() < 1e-9
        np.testing.assert_allclose(motion(times[2], 1), [0.4], atol=1e-12)
        cost = np.mean(motion(t, k) ** 2)
        for change in (-0.3, 0.3):
            slope = motion(times[3], 1)[0] + change
            other = plan(times, values, given={(2, 1): 0.4, (3, 1): slope})
            assert np.mean(other(t, k) ** 2) > 1.001 * cost


def profile(t, p, v, a, j, **parts):
    nothing = SimpleNamespace(t=[0.0, 0.0], p=[0, 0], v=[0, 0], a=[0, 0], j=[0, 0])
    parts = {"brake": nothing, "accel": nothing} | parts
    return SimpleNamespace(t=t, p=p, v=v, a=a, j=j, **parts)


def test_what_ruckig_calculated_is_read_exactly():
    """A rest-to-rest bang-bang of jerk 6 over 4 x 0.5 s, after braking from jerk -1 for 1 s."""
    brake = SimpleNamespace(t=[1.0, 0.0], p=[1 / 6, 0], v=[-0.5, 0], a=[1.0, 0], j=[-1.0, 0])
    t = [0.5, 0.0, 0.5, 0.0, 0.5, 0.0, 0.5]
    j = [6.0, 0.0, -6.0, 0.0, -6.0, 0.0, 6.0]
    state, states = np.array([0.0, 0.0, 0.0]), []
    state[0] = 1 / 6 - 0.5 + 0.5 - 1 / 6
    for h, jerk in zip(t, j, strict=True):
        states.append(state.copy())
        q, v, a = state
        state = np.array(
            [q + v * h + a * h**2 / 2 + jerk * h**3 / 6, v + a * h + jerk * h**2 / 2, a + jerk * h]
        )
    p, v, a = np.array([*states, state]).T
    both = profile(t, p, v, a, j, brake=brake)
    motion = hod.from_ruckig(SimpleNamespace(profiles=[[both, both]]), start=2.0)
    assert motion.channels == 2
    np.testing.assert_allclose(motion.knots, [2.0, 3.0, 3.5, 4.0, 4.5, 5.0])
    np.testing.assert_allclose(motion.motion(5.0, 3)[:3, 0], [1.5, 0.0, 0.0], atol=1e-14)
    np.testing.assert_allclose(motion(2.5, 3), [-1.0, -1.0])
    np.testing.assert_allclose(motion([3.2, 3.7, 4.2, 4.7], 3)[:, 1], [6.0, -6.0, -6.0, 6.0])
    np.testing.assert_allclose(motion(4.0)[0], 0.75, atol=1e-14)


def test_ruckig_itself():
    ruckig = pytest.importorskip("ruckig")
    request = ruckig.InputParameter(2)
    request.current_velocity = [2.0, 0.1]
    request.current_acceleration = [0.5, 0.0]
    request.target_position = [1.0, -2.0]
    request.max_velocity = [1.0, 1.0]
    request.max_acceleration = [2.0, 2.0]
    request.max_jerk = [5.0, 5.0]
    trajectory = ruckig.Trajectory(2)
    ruckig.Ruckig(2).calculate(request, trajectory)
    motion = hod.from_ruckig(trajectory)
    for time in np.linspace(0.0, trajectory.duration, 101):
        expected = np.array(trajectory.at_time(time)[:3])
        np.testing.assert_allclose(motion.motion(time, 2), expected, atol=1e-12)


def test_a_polynomial_of_ones_own():
    motion = hod.Polynomial([0.0, 2.0, 3.0], [[[1.0, 4.0]], [[5.0, -1.0]]])
    np.testing.assert_allclose(motion([0.0, 1.0, 2.5])[:, 0], [1.0, 3.0, 4.5])
    np.testing.assert_allclose(motion([1.0, 2.5], 1)[:, 0], [2.0, -1.0])
    assert repr(motion) == "<hod.Polynomial of degree 1: 2 segments, 1 channels, 0 to 3 s>"


def test_a_polynomial_survives_pickling():
    times, values = samples(20, 2)
    motion = hod.fit(times, values, order=3, end_velocity=0.0)
    copy = pickle.loads(pickle.dumps(motion))
    np.testing.assert_array_equal(copy.motion(inside(times)), motion.motion(inside(times)))
    np.testing.assert_array_equal(copy.correction, motion.correction)
    assert copy.warnings == motion.warnings


def test_threads_share_a_polynomial():
    times, values = samples(2000, 7)
    motion = hod.fit(times, values)
    t = inside(times, 20001)
    expected = motion.motion(t, 4)
    same = []
    threads = [
        threading.Thread(target=lambda: same.append(np.array_equal(motion.motion(t, 4), expected)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert same == [True] * 4


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: hod.fit([0, 1, 2], [1, 2, 3]),
            "times: found 3 samples, expected at least 4 for order 4 with estimated ends",
        ),
        (
            lambda: hod.fit([0, 1, 1, 2], [1, 2, 3, 4]),
            "times: found 1 at index 2 after 1, expected strictly increasing times",
        ),
        (
            lambda: hod.fit([0, 1, 2, 3], [1, np.nan, 2, 3]),
            "accelerations: found nan at index 1, expected finite numbers",
        ),
        (lambda: hod.fit([0, 1, 2, 3], [1, 2, 3, 4], 1), "order: found 1, expected 2 to 12"),
        (
            lambda: hod.fit([0, 1, 2, 3], [1, 2, 3, 4], start="flat"),
            "start: found 'flat', expected 'estimated', 'natural', 'given', 'top' or 'periodic'",
        ),
        (
            lambda: hod.fit([0, 1, 2, 3], np.zeros((4, 2, 2))),
            "accelerations: found shape (4, 2, 2), expected (rows, channels), or (rows,) of "
            "one channel",
        ),
        (
            lambda: hod.interpolate([0, 1, 2], [1, 2, 3], 2, ends="periodic"),
            "positions: found 1 at the start and 3 at the end of channel 0, expected the same for "
            "periodic ends",
        ),
        (
            lambda: hod.from_sections([np.zeros((2, 4))]),
            "channel 0: found shape (2, 4), expected (sections, 5): duration, position, velocity, "
            "acceleration and jerk",
        ),
        (
            lambda: hod.fit([0, 1, 2, 3], ["a", "b", "c", "d"]),
            "accelerations: found <U1 values, expected an array of real numbers",
        ),
        (
            lambda: hod.Polynomial([0, 1], [[[1.0]]])(0.5, -1),
            "derivative: found -1, expected 0 to 999",
        ),
        (
            lambda: hod.Polynomial([0, 1], [[[1.0]]])("now"),
            "times: found <U3 values, expected an array of real numbers",
        ),
    ],
)
def test_bad_input_is_refused_in_a_sentence(call, sentence):
    with pytest.raises(hod.Error) as caught:
        call()
    assert str(caught.value) == sentence


def test_what_ruckig_has_not_calculated_is_refused():
    with pytest.raises(hod.Error, match=r"found a NoneType, expected a ruckig\.Trajectory"):
        hod.from_ruckig(None)
