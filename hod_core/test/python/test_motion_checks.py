# SPDX-License-Identifier: Apache-2.0
"""Motions as they go wrong: encoders' steps, angles that wrap, columns that contradict others."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import hod
from command_line import run
from hod._core import motion_columns, motion_table
from hod.motion_check import contradictions
from hod.motion_file import MotionFile
from hod.table import write_table
from robots import ARM, ARM_JOINTS, Numbers, motion, write_motion

ROBOT = hod.Robot.from_urdf(ARM)
TIMES = np.arange(4000) * 0.001
TURN = 2 * np.pi


def strokes(times: Numbers = TIMES) -> Numbers:
    """From rest to rest within two seconds, (instants, 5, 3)."""
    stroke = np.polynomial.Polynomial([0, 0, 0, 0, 0, 126, -420, 540, -315, 70])
    rows = np.zeros((len(times), 5, 3))
    for joint, (start, reach) in enumerate([(0.5, 0.6), (0.7, 0.7), (1.0, 0.2)]):
        share = np.clip((times - start) / 2.0, 0.0, 1.0)
        for k in range(5):
            rows[:, k, joint] = reach * stroke.deriv(k)(share) / 2.0**k
    return rows


def waves(times: Numbers, rows: int = 3) -> Numbers:
    """A sine per joint, (instants, rows, 3)."""
    rates = np.array([2.0, 3.0, 1.3])
    angles = times[:, None, None] * rates + np.arange(rows)[:, None] * np.pi / 2 + [0.3, 1.0, 0.2]
    return 0.5 * np.sin(angles) * rates ** np.arange(rows)[:, None]


def steps_of_bits(positions: Numbers, bits: int) -> Numbers:
    size = TURN / 2**bits
    return np.round(positions / size) * size


def read(path: Path, times: Numbers, batch: Numbers, rows: int = 5, **options: float) -> MotionFile:
    """Write a motion and read it for so many rows; return what says how."""
    values = batch.swapaxes(1, 2).reshape(len(times), -1)
    write_table(path, motion_columns(ARM_JOINTS, batch.shape[1]), times, values)
    file = MotionFile(str(path), **options)
    file.read(ROBOT, rows)
    return file


def warnings(file: MotionFile) -> list[str]:
    return [remark for remark in file.remarks if remark.startswith("warning: ")]


@pytest.mark.parametrize(
    ("bits", "share"), [(10, 0.04), (11, 0.04), (12, 0.03), (13, 0.02), (14, 0.005)]
)
def test_steps_of_an_encoder_are_no_motion(bits, share, tmp_path):
    """Cross-validation of one weight follows the steps: forces were wrong by hundreds of N m."""
    truth = strokes()
    write_motion(tmp_path / "q.csv", steps_of_bits(truth[:, :1], bits))
    file = MotionFile(str(tmp_path / "q.csv"))
    table = file.read(ROBOT, 5)
    found = hod.forces(ROBOT, table.match(ROBOT, 5).gather(), 0)[:, 0]
    expected = hod.forces(ROBOT, truth, 0)[:, 0]
    assert np.abs(found - expected).max() < share * np.abs(expected).max()
    assert "shoulder: positions only, smoothed with a cut-off of" in file.remarks[0]
    assert f"(for steps of {TURN / 2**bits:.3g}, --cutoff HZ decides)" in file.remarks[0]
    assert not warnings(file)


def test_a_reading_off_the_grid_leaves_the_steps_as_they_are(tmp_path):
    positions = steps_of_bits(strokes()[:, :1], 12)
    positions[1000, 0, 0] += 0.1 * TURN / 2**12
    write_motion(tmp_path / "q.csv", positions)
    file = MotionFile(str(tmp_path / "q.csv"))
    file.read(ROBOT, 5)
    assert f"(for steps of {TURN / 2**12:.3g}, --cutoff HZ decides)" in file.remarks[0]


def test_steps_that_were_filtered_are_doubted(tmp_path):
    positions = steps_of_bits(strokes()[:, :1], 12)
    filtered = positions.copy()
    for i in range(1, len(filtered)):
        filtered[i] = 0.7 * filtered[i - 1] + 0.3 * positions[i]
    write_motion(tmp_path / "q.csv", np.round(filtered, 6))
    file = MotionFile(str(tmp_path / "q.csv"))
    file.read(ROBOT, 5)
    assert any("repeat without even steps" in warning for warning in warnings(file))


def test_noise_of_positions_that_rest_is_smoothed_by_a_weight_that_follows(tmp_path):
    truth = strokes()
    noisy = truth[:, :1] + 1e-4 * np.random.default_rng(3).standard_normal((4000, 1, 3))
    write_motion(tmp_path / "q.csv", noisy)
    table = MotionFile(str(tmp_path / "q.csv")).read(ROBOT, 5)
    for joint in range(3):
        uniform = hod.smooth(TIMES, noisy[:, 0, joint]).motion(TIMES)[:, 4, 0]
        found = table.match(ROBOT, 5).gather()[:, 4, joint]
        errors = [np.sqrt(np.mean((q - truth[:, 4, joint]) ** 2)) for q in (found, uniform)]
        assert errors[0] < errors[1]


@pytest.mark.parametrize("make", [strokes, lambda: np.round(strokes(), 10), lambda: waves(TIMES)])
def test_exact_positions_are_smoothed_as_ever(make, tmp_path):
    positions = make()[:, :1]
    write_motion(tmp_path / "q.csv", positions)
    table = MotionFile(str(tmp_path / "q.csv")).read(ROBOT, 5)
    expected = [hod.smooth(TIMES, column).motion(TIMES)[..., 0] for column in positions[:, 0].T]
    np.testing.assert_array_equal(table.match(ROBOT, 5).gather(), np.stack(expected, axis=-1))


def test_what_smoothing_warns_of_is_passed_on(tmp_path):
    times = np.arange(60) / 20
    file = read(tmp_path / "q.csv", times, waves(times, 1))
    assert len(warnings(file)) == 3
    assert warnings(file)[0] == (
        f"warning: {tmp_path}/q.csv: shoulder: no noise is found, so the samples are hardly "
        "smoothed: if they were filtered or resampled, state a cut-off"
    )


def wrapped(angles: Numbers) -> Numbers:
    return (angles + np.pi) % TURN - np.pi


def resting_at_half_a_turn() -> Numbers:
    return np.pi + 1e-4 * np.random.default_rng(1).standard_normal(4000)


@pytest.mark.parametrize(
    "angles",
    [
        pytest.param(np.pi * np.sin(3 * TIMES) + 1.0, id="through half a turn"),
        pytest.param(resting_at_half_a_turn(), id="at half a turn"),
        pytest.param(4.0 * TIMES, id="on and on"),
    ],
)
def test_angles_that_leap_by_a_turn_go_on(angles, tmp_path):
    batch = strokes()[:, :1]
    forces = []
    for positions in (angles, wrapped(angles)):
        batch[:, 0, 1] = positions
        file = MotionFile(str(tmp_path / "q.csv"))
        write_table(tmp_path / "q.csv", motion_columns(ARM_JOINTS, 1), TIMES, batch[:, 0])
        forces.append(hod.forces(ROBOT, file.read(ROBOT, 5).match(ROBOT, 5).gather(), 2))
    scale, off = (np.abs(one).max(axis=(0, 2)) for one in (forces[0], forces[1] - forces[0]))
    assert (off < [1e-6, 1e-5, 3e-3] * scale).all(), "angles are rounded where they are"
    assert re.search(r"elbow: found (a leap|\d+ leaps) by a turn", file.remarks[1])


def test_metres_do_not_wrap(tmp_path):
    batch = strokes()[:, :1]
    batch[:, 0, 2] = wrapped(4.0 * TIMES)
    read(tmp_path / "q.csv", TIMES, batch)


@pytest.mark.parametrize(("rate", "seed"), [(10, 1), (250, 2), (1000, 3)])
def test_random_positions_do_not_wrap_nor_leap(rate, seed, tmp_path):
    """Not even those that are held, so that most steps are none."""
    times = np.arange(2000) / rate
    random = np.random.default_rng(seed)
    for batch in (
        random.uniform(-np.pi, np.pi, (2000, 1, 3)),
        np.repeat(random.uniform(-np.pi, np.pi, (200, 1, 3)), 10, axis=0),
        np.cumsum(random.normal(0.0, 0.01, (2000, 1, 3)), axis=0),
    ):
        assert "leap" not in "".join(warnings(read(tmp_path / "q.csv", times, batch)))


def test_a_joint_that_turns_about_from_reading_to_reading_does_not_wrap(tmp_path):
    """Ten rows a second of a sensor that gives one."""
    times = np.arange(400) / 10
    batch = np.tile(held(6.2 * times)[:, None, None], (1, 1, 3))
    read(tmp_path / "q.csv", times, batch)


def test_a_stroke_between_two_slow_samples_is_no_leap(tmp_path):
    times = np.arange(400) / 10
    still = 1e-4 * np.random.default_rng(1).standard_normal((400, 1, 3))
    batch = still + np.where(times > 20.0, 0.5, 0.0)[:, None, None]
    assert "leap" not in "".join(warnings(read(tmp_path / "q.csv", times, batch)))


def test_a_leap_is_named(tmp_path):
    random = np.random.default_rng(1)
    batch = waves(TIMES, 1) + 1e-4 * random.standard_normal((4000, 1, 3))
    batch[1500:, 0, 0] += 0.02
    batch[2000:2300, 0, 1] = batch[2000, 0, 1]
    given = warnings(read(tmp_path / "q.csv", TIMES, batch))
    found = [warning for warning in given if "found a leap" in warning]
    assert len(found) == 2
    assert re.search(r"shoulder: found a leap of 0\.0\d+ at time 1.5, which no robot", found[0])
    assert re.search(r"elbow: found a leap of -?0\.\d+ at time 2.3, which no robot", found[1])


def held(positions: Numbers) -> Numbers:
    return positions[np.arange(len(positions)) // 10 * 10]


@pytest.mark.parametrize(
    "batch",
    [
        pytest.param(steps_of_bits(waves(TIMES, 1), 10), id="encoder"),
        pytest.param(steps_of_bits(strokes()[:, :1], 10), id="encoder at rest"),
        pytest.param(np.round(strokes()[:, :1], 2), id="decimals"),
        pytest.param(held(waves(TIMES, 1)), id="100 Hz at 1 kHz"),
        pytest.param(waves(TIMES, 1) + np.where(TIMES == 2.0, 0.5, 0.0)[:, None, None], id="one"),
    ],
)
def test_steps_of_sensors_are_no_leaps(batch, tmp_path):
    assert not any("leap" in one for one in warnings(read(tmp_path / "q.csv", TIMES, batch)))


@pytest.mark.parametrize(
    ("factor", "unit"), [(1.7e18, "ns"), (1.7e15, "µs"), (1.7e12, "ms"), (-1.7e18, "ns")]
)
@pytest.mark.parametrize("rows", [1, 5])
def test_times_that_are_no_seconds_are_refused(factor, unit, rows, tmp_path):
    times = factor + np.arange(40) * abs(factor) * 1e-9
    with pytest.raises(hod.Error, match=rf"found time .*, expected seconds .*are these {unit}"):
        read(tmp_path / "q.csv", times, waves(times, rows))


def test_seconds_since_1970_are_seconds(tmp_path):
    read(tmp_path / "q.csv", 1.7e9 + TIMES, waves(TIMES, 5))


def test_samples_that_are_far_apart_are_remarked(tmp_path):
    times = np.arange(50) * 1e6
    found = warnings(read(tmp_path / "q.csv", times, waves(times * 1e-7, 1)))
    assert "found samples every 1e+06 s, expected more of a robot" in found[0]


def test_what_can_be_done_about_a_gap_is_said(tmp_path):
    times = np.concatenate([TIMES[:500], TIMES[800:]])
    expected = r"found a gap of 0.301 s after time 0.499, expected at most 0.025 s \(make two tab"
    with pytest.raises(hod.Error, match=expected):
        read(tmp_path / "q.csv", times, waves(times, 1))


@pytest.mark.parametrize(
    ("rows", "count", "options", "expected"),
    [
        (5, 40, {"cutoff": 3.0}, "found --cutoff and a motion that is taken as it is"),
        (5, 40, {"rate": 100.0}, "found --rate and a motion that is taken as it is"),
        (1, 40, {"rate": 100.0}, "found --rate and 40 positions alone, expected it with waypoints"),
        (1, 10, {"cutoff": 3.0}, "found --cutoff and 10 waypoints, expected it with 30 or more"),
    ],
)
def test_options_that_change_nothing_are_refused(rows, count, options, expected, tmp_path):
    times = np.arange(count) / 100
    with pytest.raises(hod.Error, match=re.escape(expected)):
        read(tmp_path / "m.csv", times, waves(times, rows), **options)


def test_two_forms_of_table_are_refused(urdf, table, tmp_path):
    out = tmp_path / "o.parquet"
    result = run("forces", "--urdf", urdf, "--motion", table, "--json", "--out", out)
    assert (result.returncode, result.stdout) == (2, "")
    assert f"found --json and --out {out}, expected one form of table" in result.stderr
    assert not out.exists()


def found_in(times: Numbers, batch: Numbers) -> list[str]:
    values = np.column_stack([times, batch.swapaxes(1, 2).reshape(len(times), -1)])
    names = ["time", *motion_columns(ARM_JOINTS, batch.shape[1])]
    return contradictions(motion_table(names, iter([values]), "m.csv"), ROBOT)


def scaled(*factors: float) -> Numbers:
    return waves(TIMES) * np.array(factors)[:, None]


def scaled_above(*factors: float) -> Numbers:
    return waves(TIMES, 5) * np.array([1.0, 1.0, 1.0, *factors])[:, None]


def lapsed() -> Numbers:
    batch = scaled(1, 1, 1)
    batch[2500:, 0, 0] += 1.0
    return batch


def turned() -> Numbers:
    batch = scaled(8, 8, 8)
    batch[:, 0, :2] = wrapped(batch[:, 0, :2])
    return batch


WRONG = {
    "ms": (TIMES * 1000, scaled(1, 1, 1), "shoulder, elbow, slide: q changes 0.001 times as fast"),
    "deg": (TIMES, scaled(57.3, 1, 1), "shoulder, elbow, slide: q changes 57 times as fast as d1q"),
    "deg of two": (TIMES, scaled(57.3, 57.3, 1), "slide: d1q changes 57 times as fast as d2q says"),
    "exchanged": (TIMES, waves(TIMES)[:, [1, 0, 2]], "q does not change as d1q says, expected"),
    "negative": (TIMES, scaled(1, -1, 1), "q does not change as d1q says, expected its derivati"),
    "d3q deg": (TIMES, scaled_above(57.3, 1), "slide: d2q changes 0.017 times as fast as d3q says"),
    "d4q deg": (TIMES, scaled_above(1, 57.3), "slide: d3q changes 0.017 times as fast as d4q says"),
    "d3q, d4q exchanged": (
        TIMES,
        waves(TIMES, 5)[:, [0, 1, 2, 4, 3]],
        "d3q does not change as d4q says, expected its derivative in d4q",
    ),
    "d6q negative": (
        TIMES,
        waves(TIMES, 7) * np.array([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0])[:, None],
        "d5q does not change as d6q says, expected its derivative in d6q",
    ),
    "leap": (TIMES, lapsed(), "shoulder: q leaps by 1.0"),
    "turns": (TIMES, turned(), "shoulder: q leaps by -6.27"),
}


@pytest.mark.parametrize("block", [1000, 16384])
@pytest.mark.parametrize("case", WRONG)
def test_columns_that_contradict_each_other_are_named(case, block, monkeypatch):
    monkeypatch.setattr("hod.motion_check._ROWS_AT_ONCE", block)
    times, batch, expected = WRONG[case]
    found = found_in(times, batch)
    assert any(expected in sentence for sentence in found), found


def recorded(seed: int) -> Numbers:
    """An encoder, a noisy velocity with a bias, and an acceleration of the same kind."""
    random = np.random.default_rng(seed)
    batch = strokes()[:, :3] + random.standard_normal((4000, 3, 3)) * [[1e-4], [1e-2], [0.3]]
    batch[:, 0] = steps_of_bits(batch[:, 0], 12)
    return batch + np.array([[0.0], [5e-3], [0.05]])


def differentiated(seed: int) -> Numbers:
    """Positions with noise, and the differences of their differences."""
    random = np.random.default_rng(seed)
    rows = [strokes()[:, 0] + 1e-5 * random.standard_normal((4000, 3))]
    for _ in range(4):
        rows.append(np.gradient(rows[-1], TIMES, axis=0))
    return np.stack(rows, axis=1)


def noisy(seed: int) -> Numbers:
    """All derivatives with noise of their own: of a thousandth in q, and of a third in d4q."""
    random, batch = np.random.default_rng(seed), strokes()
    shares = np.array([1e-3, 1e-2, 0.03, 0.1, 0.3])[:, None]
    return batch + shares * batch.std(axis=0) * random.standard_normal(batch.shape)


def jerky() -> Numbers:
    """Sections of constant q''', whose jumps no d4q tells of."""
    batch = np.zeros((4000, 5, 3))
    batch[:, 3] = np.repeat([[1.0], [-1.0], [-1.0], [1.0], [0.0]] * 4, 200, axis=0)
    for row in (2, 1, 0):
        batch[:, row] = np.cumsum(batch[:, row + 1], axis=0) * 1e-3
    return batch


def swept(*counts: int) -> Numbers:
    """Every combination of positions, velocities and accelerations, for maps of torques."""
    axes = [np.linspace(-1.0, 1.0, count) for count in counts]
    grid = np.stack([axis.reshape(-1) for axis in np.meshgrid(*axes, indexing="ij")], axis=1)
    return np.repeat(grid[:, :, None], 3, axis=2)


def resting() -> Numbers:
    return np.broadcast_to(np.array([[0.5], [1.0], [0.0]]), (4000, 3, 3)).copy()


RIGHT = {
    "waves": waves(TIMES),
    "two rows": waves(TIMES, 2),
    "strokes": strokes()[:, :3],
    "recorded": recorded(1),
    "five waves": waves(TIMES, 5),
    "five strokes": strokes(),
    "differentiated": differentiated(1),
    "noisy": noisy(1),
    "jerky": jerky(),
    "five unrelated": motion(4000, rows=5),
    "five swept": swept(5, 5, 5, 5, 5),
    "unrelated": motion(4000, rows=3),
    "sorted": np.sort(motion(4000, rows=3), axis=0)[:, :1] * [[1.0], [0.0], [0.0]],
    "constant": resting(),
    "swept": swept(12, 12, 12),
    "fast velocities": swept(4, 100, 3),
    "fast positions": swept(2, 2, 1000)[:, ::-1],
    "decimals": np.round(waves(TIMES), 2),
}


MOTIONS = (
    "two rows",
    "recorded",
    "decimals",
    "five waves",
    "five strokes",
    "differentiated",
    "noisy",
    "jerky",
)


@pytest.mark.parametrize("interval", [0.001, 1.0])
@pytest.mark.parametrize("case", [name for name in RIGHT if name not in ("waves", "strokes")])
def test_rows_that_are_no_motion_or_a_right_one_are_left_alone(case, interval):
    is_motion = case in MOTIONS
    batch = RIGHT[case]
    times = TIMES if is_motion else np.arange(len(batch)) * interval
    assert not found_in(times, batch)


@pytest.mark.parametrize("samples", [20, 12, 8, 6, 4, 3, 2.5])
def test_coarse_samples_of_a_right_motion_are_left_alone(samples):
    """So many for a period of the fastest wave."""
    times = np.arange(600) * (TURN / 3.0 / samples)
    assert not found_in(times, waves(times))
    assert not found_in(times, waves(times, 5))


def test_pauses_of_a_right_motion_are_left_alone():
    kept = (TIMES < 0.8) | ((TIMES > 1.4) & (TIMES < 2.0)) | (TIMES > 2.7)
    assert not found_in(TIMES[kept], strokes()[kept, :3])
    assert not found_in(TIMES[kept], waves(TIMES)[kept])
    bursts = np.concatenate([start + TIMES[:300] for start in range(0, 90, 2)])
    assert not found_in(bursts, waves(bursts))


def test_contradictions_are_warnings_of_the_command(urdf, tmp_path):
    batch = scaled(57.3, 1, 1)
    write_motion(tmp_path / "m.csv", batch)
    result = run(
        "forces",
        "--urdf",
        urdf,
        "--motion",
        tmp_path / "m.csv",
        "--order",
        0,
        "--out",
        tmp_path / "f",
    )
    assert result.returncode == 0
    assert result.stderr == (
        f"hod: warning: {tmp_path}/m.csv: shoulder, elbow, slide: q changes 57 times as fast as "
        "d1q says, expected times in s, and rad or m in all columns\n"
    )
