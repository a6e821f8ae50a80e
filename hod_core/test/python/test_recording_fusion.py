# SPDX-License-Identifier: Apache-2.0
"""Sensors beside encoders, and without them, against an independent generator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hod
from hod.example import example_urdf
from hod.recording.quantized import smooth_readings
from recording_scenes import benchmark, scene


def errors(made: Any, motion: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Mean squares of the errors of q … q⁗ and Q … Q″."""
    truth = made.truth(times)
    forces = hod.forces(made.robot, motion) - hod.forces(made.robot, truth)
    squares = [np.mean(error**2, axis=(0, 2)) for error in (motion - truth, forces)]
    return np.concatenate(squares)


def test_a_sensor_more_makes_no_derivative_worse():
    """Encoders alone, then one sensor after the other, each with noise that is worth having."""
    times = np.linspace(0.1, 2.9, 300)
    counts: list[list[np.ndarray]] = [[], [], [], []]
    for seed in range(30, 36):
        made = scene(seed)
        alone = np.zeros((len(times), 5, made.robot.dof))
        for encoder in made.encoders:
            column = made.robot.joint_names.index(encoder.joint)
            smoothed = smooth_readings(np.asarray(encoder.times), np.asarray(encoder.values))
            alone[:, :, column] = smoothed.smoothed.motion(times)[:, :, 0]
        counts[0].append(errors(made, alone, times))
        rng = np.random.default_rng(seed)
        for place, link in enumerate(("link_2", "link_3", "link_4")):
            made.add_sensor(rng, link, 200.0, 300.0, np.eye(3))
            counts[place + 1].append(errors(made, made.recover().motion(times), times))
    rms = np.sqrt(np.mean(counts, axis=1))
    assert (rms[1:] <= 1.1 * rms[:-1]).all(), rms
    assert (rms[3, 3:5] < 0.8 * rms[0, 3:5]).all(), rms  # and is worth its wires
    assert (rms[3, 6:] < 0.8 * rms[0, 6:]).all(), rms


def test_positions_are_no_surer_than_the_step_of_an_encoder_that_stands_still():
    """Equal readings have one error, however many they are."""
    errors_at_rest, deviations = [], []
    for seed in range(8):
        made = scene(seed)
        rng = np.random.default_rng(seed)
        for joint, moves in made.motion.items():
            made.motion[joint] = type(moves)(moves.begin, [(1.0, 1.0, rng.uniform(0.3, 1.0))])
        made.encoders.clear()
        made.add_encoders(100.0, 12)
        made.add_sensor(rng, "link_3", 200.0, 300.0, np.eye(3))
        found = made.recover()
        times = np.array([0.5, 2.5])
        columns = [made.robot.joint_names.index(joint) for joint in made.motion]
        errors_at_rest.append((found.motion(times) - made.truth(times))[:, 0, columns])
        deviations.append(found.deviations(times)[:, 0, columns])
        around = np.sqrt(np.mean(found.samples(times)[:, :, 0] ** 2, axis=1))[:, columns]
        np.testing.assert_allclose(around, deviations[-1], rtol=0.2)
    normalized = np.array(errors_at_rest) / np.array(deviations)
    assert np.abs(normalized).max() < 2.0
    assert 0.6 < np.sqrt(np.mean(normalized**2)) < 1.3


def whole_arm(seed: int) -> tuple[Any, dict[str, np.ndarray]]:
    """Five joints, three sensors, no encoders, and a start that is known."""
    rng = np.random.default_rng(seed)
    made = benchmark.Scene.moving(example_urdf("fanuc_lrmate"), rng, 2.5)
    for link in ("link_2", "link_3", "link_5"):
        made.add_sensor(rng, link, 200.0, 50.0, np.eye(3))
    return made, {"start": made.truth(np.zeros(1))[0, 0], "start_velocity": np.zeros(5)}


def test_a_known_start_is_enough_where_the_end_is_free():
    times = np.linspace(0.02, 2.48, 100)
    for seed in range(50, 53):
        made, known = whole_arm(seed)
        found = made.recover(**known)
        error = (found.motion(times) - made.truth(times))[:, 0]
        band = found.deviations(times)[:, 0]
        assert np.sqrt(np.mean(error**2)) < max(0.01, 3 * np.sqrt(np.mean(band**2)))
        assert np.abs(error).max() < 0.3


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        (
            1114,
            "the readings do not bear out",
        ),  # else wrong by 0.2 rad
        (1131, "times the noise, expected about 1"),
        (1204, "found two motions that explain the readings"),
    ],
)
def test_what_would_be_wrong_without_encoders_is_refused(seed, why):
    made, known, _ = benchmark.random_scene(seed)
    with pytest.raises(hod.Error, match=why):
        made.recover(**known)


def test_where_an_arm_may_go_on_either_way_both_are_tried():
    """The beginnings lead to a motion that is wrong by 0.3 rad at the wrist."""
    made, find = benchmark.BAND_CASES["accelerometers between known ends"](5)
    times = np.linspace(0.1, 5.9, 200)
    found = find(made, times)
    error = np.abs(found.motion - made.truth(times))[:, 0]
    assert error.max() < 0.05
    assert (error < 3.0 * found.deviations[:, 0]).mean() > 0.95


def test_a_motion_that_is_found_is_kept_when_it_is_begun_with():
    made, known = whole_arm(60)
    times = np.linspace(0.02, 2.48, 100)
    found = made.recover(**known)
    again = made.recover(**known, initial=found.polynomial)
    band = found.deviations(times)[:, 0]
    assert np.abs(again.motion(times) - found.motion(times))[:, 0].max() < 0.5 * band.max()
    assert again.iterations < found.iterations
