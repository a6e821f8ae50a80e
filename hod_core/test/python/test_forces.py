# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hod
from robots import ARM, motion


@pytest.fixture
def robot():
    return hod.Robot.from_urdf(ARM)


def test_shapes_follow_the_motion(robot):
    assert hod.forces(robot, motion(), 2).shape == (3, 3)
    assert hod.forces(robot, motion(7), 2).shape == (7, 3, 3)
    assert hod.forces(robot, motion(0), 2).shape == (0, 3, 3)
    assert hod.forces(robot, motion(24).reshape(2, 3, 4, 5, 3), 2).shape == (2, 3, 4, 3, 3)
    assert hod.forces(robot, motion(rows=9), 6).shape == (7, 3)
    assert hod.forces(robot, motion(rows=9)).shape == (3, 3)


def test_a_batch_gives_what_its_states_give(robot):
    batch = motion(100)
    together = hod.forces(robot, batch, 2)
    alone = np.array([hod.forces(robot, state, 2) for state in batch])
    np.testing.assert_allclose(together, alone, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(together, hod.forces(robot, batch, 2, threads=1))


def test_derivatives_are_the_rates_of_the_forces(robot):
    """Q along a polynomial motion, differentiated numerically, gives the other rows."""
    start, step = motion(rows=7), 1e-3
    times = np.arange(-3, 4) * step
    factorials = [1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0]
    along = np.array(
        [
            [sum(start[k + i] * t**i / factorials[i] for i in range(7 - k)) for k in range(3)]
            for t in times
        ]
    )
    q = hod.forces(robot, along, 0)[:, 0]
    exact = hod.forces(robot, start, 2)
    rate = (-q[0] + 9 * q[1] - 45 * q[2] + 45 * q[4] - 9 * q[5] + q[6]) / (60 * step)
    second = (2 * (q[0] + q[6]) - 27 * (q[1] + q[5]) + 270 * (q[2] + q[4]) - 490 * q[3]) / (
        180 * step**2
    )
    np.testing.assert_allclose(exact[1], rate, rtol=1e-9, atol=1e-8)
    np.testing.assert_allclose(exact[2], second, rtol=1e-7, atol=1e-6)


@pytest.mark.parametrize("states", [None, 20])
def test_terms_add_up_and_each_is_what_it_says(robot, states):
    given = motion(states)
    terms = hod.force_terms(robot, given, 2)
    assert sorted(terms) == ["gravity", "inertia"]
    np.testing.assert_allclose(
        terms["inertia"] + terms["gravity"], hod.forces(robot, given, 2), rtol=1e-12
    )
    weightless = robot.replace(gravity=(0, 0, 0))
    np.testing.assert_allclose(terms["inertia"], hod.forces(weightless, given, 2), rtol=1e-12)


def test_gravity_alone_is_left_when_nothing_moves(robot):
    still = np.zeros((5, 3))
    still[0] = motion()[0]
    terms = hod.force_terms(robot, still, 2)
    assert np.abs(terms["inertia"]).max() == 0.0
    assert np.abs(terms["gravity"][0]).max() > 1.0
    assert np.abs(terms["gravity"][1:]).max() == 0.0


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.astype(np.float32),
        lambda m: np.asfortranarray(m),
        lambda m: np.repeat(m, 2, axis=-1)[..., ::2],
        lambda m: m[..., ::-1, :][..., ::-1, :],
        lambda m: m.tolist(),
        lambda m: m.astype(">f8"),
    ],
)
@pytest.mark.parametrize("states", [None, 5])
def test_any_layout_and_real_type_is_accepted(robot, change, states):
    given = motion(states).astype(np.float32).astype(np.float64)
    np.testing.assert_array_equal(hod.forces(robot, change(given)), hod.forces(robot, given))


def test_integers_are_numbers(robot):
    whole = np.arange(15).reshape(5, 3)
    np.testing.assert_array_equal(
        hod.forces(robot, whole), hod.forces(robot, whole.astype(np.float64))
    )


def test_the_motion_is_not_changed(robot):
    given = motion(5)
    before = given.copy()
    given.flags.writeable = False
    hod.forces(robot, given)
    hod.force_terms(robot, given)
    np.testing.assert_array_equal(given, before)


@pytest.mark.parametrize(
    ("given", "order", "complaint"),
    [
        (motion(rows=4), 2, "motion: found 4 rows, expected 5 .* for order 2"),
        (motion(3, rows=4), 2, "motion: found 4 rows, expected 5"),
        (motion(dof=4), 2, "motion: found 4 columns, expected 3"),
        (motion(dof=0), 2, "motion: found 0 columns, expected 3"),
        (motion(), -1, "order: found -1, expected 0 to 6"),
        (motion(rows=12), 7, "order: found 7, expected 0 to 6"),
        (np.zeros(3), 0, r"motion: found shape \(3,\), expected"),
        (3.0, 0, "motion: found shape"),
        (None, 0, "motion: found object values, expected an array of real numbers"),
        ("text", 0, "motion: found .*, expected an array of real numbers"),
        ([[1, 2, 3], [4, 5]], 0, "motion: found a list, expected an array of real numbers"),
        (np.zeros((5, 3), complex), 2, "motion: found complex128 values"),
    ],
)
@pytest.mark.parametrize("call", [hod.forces, hod.force_terms])
def test_what_does_not_fit_is_refused_in_one_sentence(robot, call, given, order, complaint):
    with pytest.raises(hod.Error, match=complaint) as refusal:
        call(robot, given, order)
    assert "\n" not in str(refusal.value)


def test_one_model_serves_many_threads(robot):
    batches = [motion(500, seed=seed) for seed in range(16)]
    expected = [hod.forces(robot, batch) for batch in batches]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            results = list(pool.map(lambda batch: hod.forces(robot, batch), batches))
            for result, reference in zip(results, expected, strict=True):
                np.testing.assert_array_equal(result, reference)


def test_workspaces_of_their_own_let_threads_work_side_by_side(robot):
    batches = [motion(50, seed=seed) for seed in range(8)]

    def in_a_loop(batch):
        workspace = hod.Workspace(robot)
        return np.array([workspace.forces(state).copy() for state in batch])

    with ThreadPoolExecutor(8) as pool:
        for batch, result in zip(batches, pool.map(in_a_loop, batches), strict=True):
            np.testing.assert_allclose(result, hod.forces(robot, batch), rtol=1e-12, atol=1e-12)


def test_a_workspace_gives_views_of_its_own_memory(robot):
    workspace = hod.Workspace(robot, max_order=3)
    assert repr(workspace) == "<hod.Workspace of 'arm' to order 3>"
    assert workspace.robot.joint_names == robot.joint_names
    assert workspace.max_order == 3
    first = workspace.forces(motion(rows=6), order=2)
    assert not first.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 1.0
    np.testing.assert_array_equal(first, hod.forces(robot, motion(rows=6), 2))
    second = workspace.forces(motion(rows=6, seed=2), order=2)
    np.testing.assert_array_equal(first, second)
    assert workspace.forces(motion(rows=6)).shape == (4, 3)
    del workspace
    assert np.isfinite(second).all()


def test_a_workspace_takes_another_gravity(robot):
    workspace = hod.Workspace(robot)
    workspace.set_scales(gravity=0.0)
    inertia = workspace.forces(motion()).copy()
    workspace.set_scales()
    workspace.set_gravity((0, 0, 0))
    np.testing.assert_array_equal(workspace.forces(motion()), inertia)
    with pytest.raises(hod.Error, match="gravity: found"):
        workspace.set_gravity((0, 0))


def test_a_workspace_refuses_what_it_was_not_made_for(robot):
    workspace = hod.Workspace(robot, max_order=1)
    with pytest.raises(hod.Error, match="order: found 2, expected at most 1"):
        workspace.forces(motion(), order=2)
    with pytest.raises(hod.Error, match="found many states, expected one, \\(rows, joints\\)"):
        workspace.forces(motion(5), order=1)
    with pytest.raises(hod.Error, match="order 7, expected 0 to 6"):
        hod.Workspace(robot, max_order=7)


@pytest.mark.parametrize(
    "function", [hod.forces, hod.energies, hod.force_terms, hod.reactions], ids=lambda f: f.__name__
)
def test_less_than_no_threads_are_refused(function):
    robot = hod.example_robot()
    with pytest.raises(hod.Error, match="threads: found -5, expected 0, one per core"):
        function(robot, np.zeros((2, 8, robot.dof)), threads=-5)
