# SPDX-License-Identifier: Apache-2.0
"""Generated recordings: what the truth says, what the settings spoil, the same bytes for a seed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import yaml

import hod
from command_line import run
from hod.command.main import main
from hod.recording import Source, read_bag, read_table
from hod.recording.profile import SHAPES, Move, joint_motion, smooth_step
from hod.recording.unit import STANDARD_GRAVITY

SETTINGS = """
robot: {urdf: fanuc_lrmate}
seed: 5
start: 1700000000
duration: 1.2
motion:
  J2: 0.3
  J3: {from: 0.1, to: 1.1, start: 0.1, duration: 1.0, shape: sudden, ramp: 0.2}
sensors:
  - name: mono
    link: link_3
    position: [0.2, 0, 0]
    axes: [[0, 0, 2]]
    rate: 500
    message: accel_stamped
  - {name: tri, link: link_4, position: [0.05, 0.01, 0], rpy: [0.1, 0.2, 0.3], rate: 200}
joint_states: {rate: 50}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "generate.yaml"
    path.write_text(SETTINGS)
    return path


def generate(config: Path, out: Path, *options: object) -> Path:
    assert main([str(part) for part in ("generate", config, "--out", out, *options)]) == 0
    return out


@pytest.mark.parametrize("kind", ["mcap", "csv"])
def test_json_names_what_was_written(config, tmp_path, capsys, kind):
    out = generate(config, tmp_path / "out", "--format", kind, "--json", "--seed", 5)
    found = json.loads(capsys.readouterr().out)
    assert found["files"] == sorted(map(str, out.iterdir()))
    assert found["seed"] == 5


def changed(config: Path, sensor: int, **entries: object) -> Path:
    """Return settings in which one sensor differs, as another file."""
    values = yaml.safe_load(config.read_text())
    values["sensors"][sensor].update(entries)
    path = config.with_name("changed.yaml")
    path.write_text(yaml.safe_dump(values))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def mono(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    source = Source("mono", topic="/mono", components=(0,))
    signal = read_bag(folder / "recording", [source]).signals[0]
    return signal.times, signal.values[:, 0]


def perfect(folder: Path, column: str) -> tuple[np.ndarray, np.ndarray]:
    """Return when the readings were taken and what they should have been."""
    signal = read_table(folder / "readings.csv", [Source("r", columns=(column,))]).signals[0]
    return signal.times, signal.values[:, 0]


@pytest.mark.parametrize("kind", ["mcap", "sqlite3", "csv"])
def test_the_same_seed_gives_the_same_bytes_and_another_does_not(kind, config, tmp_path):
    noisy = changed(config, 0, noise_density=100, jitter=1e-5, dropouts=0.01)
    first = contents(generate(noisy, tmp_path / "a", "--format", kind))
    assert contents(generate(noisy, tmp_path / "b", "--format", kind)) == first
    other = contents(generate(noisy, tmp_path / "c", "--format", kind, "--seed", 6))
    assert {name for name in first if first[name] != other[name]} & {
        "recording.csv",
        "recording/recording.mcap",
        "recording/recording.db3",
    }
    assert other["motion.csv"] == first["motion.csv"]


def test_another_sensor_changes_nothing_about_the_first(config, tmp_path):
    noisy = changed(config, 0, noise_density=100)
    one = mono(generate(noisy, tmp_path / "one"))
    two = mono(generate(changed(noisy, 1, noise_density=7, rate=111), tmp_path / "two"))
    np.testing.assert_array_equal(one, two)


def test_a_perfect_sensor_reads_the_acceleration_less_gravity_along_its_axis(config, tmp_path):
    """Against formulas of the arm: J2 leans the upper arm, J3 turns the forearm, radius 0.2 m."""
    out = generate(config, tmp_path / "out")
    times, values = mono(out)
    robot = hod.Robot.from_urdf(out / "robot.urdf")
    match = hod.read_motion(out / "motion.csv").match(robot, 3)
    motion = match.gather()[::2, :, robot.joint_names.index("J3")]
    np.testing.assert_allclose(times, np.arange(601) * 0.002, atol=1e-9)
    expected = 0.2 * motion[:, 2] + 9.81 * np.cos(motion[:, 0] - 0.3)
    np.testing.assert_allclose(values, expected, atol=1e-9)
    np.testing.assert_allclose(perfect(out, "mono.x")[1], expected, atol=1e-9)


def test_the_true_motion_is_the_one_asked_for(config, tmp_path):
    out = generate(config, tmp_path / "out")
    table = hod.read_motion(out / "motion.csv")
    robot = hod.Robot.from_urdf(out / "robot.urdf")
    motion = table.match(robot, 5).gather()
    column = robot.joint_names.index("J3")
    np.testing.assert_allclose(motion[[0, -1], 0, column], [0.1, 1.1], atol=1e-12)
    np.testing.assert_allclose(motion[[0, -1], 1:, column], 0, atol=1e-9)
    np.testing.assert_array_equal(motion[:, 0, robot.joint_names.index("J2")], 0.3)
    # Constant velocity between the ramps: 1 rad in 1 s less one ramp.
    cruising = (table.times > 0.31) & (table.times < 0.89)
    np.testing.assert_allclose(motion[cruising, 1, column], 1 / 0.8, rtol=1e-9)


def test_bias_scale_and_misalignment_are_what_they_say(config, tmp_path):
    _, values = mono(generate(config, tmp_path / "good"))
    spoiled = changed(config, 0, bias=[0.5], scale_error=[0.02])
    np.testing.assert_allclose(mono(generate(spoiled, tmp_path / "a"))[1], 1.02 * values + 0.5)
    turned = changed(config, 0, misalignment=[0, 0.01, 0])
    out = generate(turned, tmp_path / "b")
    # Turned about y, the axis z leans towards x, along which centripetal acceleration lies.
    robot = hod.Robot.from_urdf(out / "robot.urdf")
    motion = hod.read_motion(out / "motion.csv").match(robot, 3).gather()[::2, :, 2]
    along = -0.2 * motion[:, 1] ** 2 + 9.81 * np.sin(motion[:, 0] - 0.3)
    expected = np.cos(0.01) * values + np.sin(0.01) * along
    np.testing.assert_allclose(mono(out)[1], expected, atol=1e-9)
    np.testing.assert_allclose(perfect(out, "mono.x")[1], values, atol=1e-9)


def test_noise_has_the_stated_density(config, tmp_path):
    noisy = changed(config, 0, noise_density=100, rate=5000)
    out = generate(noisy, tmp_path / "out")
    error = mono(out)[1] - perfect(out, "mono.x")[1]
    expected = 100e-6 * STANDARD_GRAVITY * np.sqrt(5000 / 2)
    assert np.std(error) == pytest.approx(expected, rel=0.03)
    assert abs(np.mean(error)) < 3 * expected / np.sqrt(len(error))
    assert np.corrcoef(error[1:], error[:-1])[0, 1] == pytest.approx(0, abs=0.04)


def test_stamps_are_late_by_the_offset_and_spread_by_the_jitter(config, tmp_path):
    late = changed(config, 0, time_offset=0.01, jitter=1e-4)
    out = generate(late, tmp_path / "out")
    error = mono(out)[0] - perfect(out, "mono.x")[0]
    assert np.mean(error) == pytest.approx(0.01, abs=2e-5)
    assert np.std(error) == pytest.approx(1e-4, rel=0.15)
    assert np.abs(error - 0.01).max() < 2.01e-4


def test_dropouts_and_gaps_take_readings_away(config, tmp_path):
    lossy = changed(config, 0, dropouts=0.2, gaps=[[0.5, 0.6]])
    times, _ = mono(generate(lossy, tmp_path / "out"))
    assert not ((times > 0.5) & (times < 0.6)).any()
    assert 0.72 * 551 < len(times) < 0.88 * 551


def test_readings_end_at_the_range(config, tmp_path):
    clipped = changed(config, 0, range=9.0)
    _, values = mono(generate(clipped, tmp_path / "out"))
    assert values.max() == 9.0
    assert (values == 9.0).sum() > 10


def test_every_format_says_the_same(config, tmp_path):
    mcap = mono(generate(config, tmp_path / "mcap"))
    sqlite = mono(generate(config, tmp_path / "sqlite", "--format", "sqlite3"))
    out = generate(config, tmp_path / "csv", "--format", "csv")
    sources = [Source("mono", columns=("mono.x",)), Source("J3", columns=("J3.q",))]
    table, encoder = read_table(out / "recording.csv", sources).signals
    np.testing.assert_array_equal(mcap, sqlite)
    np.testing.assert_allclose(table.times, mcap[0], atol=1e-9)
    np.testing.assert_array_equal(table.values[:, 0], mcap[1])
    assert len(encoder) == 61


def test_a_motion_table_serves_as_well_as_a_profile(config, tmp_path):
    out = generate(config, tmp_path / "profile")
    values = yaml.safe_load(config.read_text())
    values["motion"] = {"table": "profile/motion.csv"}
    del values["duration"]
    by_table = config.with_name("table.yaml")
    by_table.write_text(yaml.safe_dump(values))
    again = generate(by_table, tmp_path / "table")
    np.testing.assert_allclose(mono(again)[1], mono(out)[1], atol=1e-7)


@pytest.mark.parametrize("shape", SHAPES)
def test_profiles_go_from_rest_to_rest_and_are_their_own_derivatives(shape):
    move = Move(0.3, 1.4, -2.0, shape, 0.3 if shape == "sudden" else 0.0)
    times = np.linspace(0.0, 2.0, 20001)
    motion = joint_motion([move], 0.5, times, 4)
    np.testing.assert_allclose(motion[0], [0.5, 0, 0, 0])
    np.testing.assert_allclose(motion[-1, 0], -1.5, atol=1e-12)
    np.testing.assert_array_equal(motion[-1, 1:], 0)
    for row in range(3):
        slope = np.gradient(motion[:, row], times)
        size = np.abs(motion[:, row + 1]).max()
        inside = np.abs(slope - motion[:, row + 1]) < 2e-3 * size
        # A minimum-jerk motion has steps in its third derivative, at the two ends.
        assert (~inside).sum() <= (4 if shape == "minimum_jerk" and row == 2 else 0)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_a_smooth_step_is_flat_at_both_ends(order):
    step = smooth_step(order)
    assert step.degree() == 2 * order + 1
    np.testing.assert_allclose(step(np.array([0.0, 0.5, 1.0])), [0, 0.5, 1], atol=1e-12)
    for row in range(1, order + 1):
        np.testing.assert_allclose(step.deriv(row)(np.array([0.0, 1.0])), 0, atol=1e-8)
    assert abs(step.deriv(order + 1)(0.0)) > 1


BAD = {
    "unknown key": ("rate: 500", "rtae: 500", "'rtae': found an unknown key"),
    "unknown link": ("link: link_3", "link: link_8", "'link': found 'link_8'"),
    "no motion": ("duration: 1.0,", "", "found no 'duration'"),
    "unknown joint": ("J2: 0.3", "J9: 0.3", "'J9'"),
    "bad number": ("rate: 500", "rate: fast", "found 'fast', expected a finite number"),
    "negative rate": ("rate: 500", "rate: -1", "found -1"),
    "too fast a ramp": ("ramp: 0.2", "ramp: 0.8", "expected at most 0.5"),
    "zero axis": ("[[0, 0, 2]]", "[[0, 0, 0]]", "of length zero"),
    "one axis too many": ("[[0, 0, 2]]", "[[1,0,0],[0,1,0],[0,0,1],[1,1,1]]", "up to three"),
    "two numbers": ("[0.2, 0, 0]", "[0.2, 0]", "found 2 numbers, expected 3"),
    "float for three": ("rate: 200}", "rate: 200, message: float64}", "a place for each axis"),
    "comma": ("name: tri", "name: 'a,b'", "found 'a,b', expected a name that can head a column"),
    "same name": ("name: tri", "name: mono", "found 'mono' twice"),
    "too short": ("duration: 1.2", "duration: 0.5", "expected at least 1.1"),
    "stamps below zero": ("rate: 200}", "rate: 200, time_offset: -2.0e+9}", "found a stamp of"),
    "everything lost": ("rate: 200}", "rate: 200, gaps: [[0, 9]]}", "found 0 readings left"),
    "gap reversed": ("rate: 200}", "rate: 200, gaps: [[0.6, 0.4]]}", "found [0.6, 0.4], expected"),
    "gap empty": ("rate: 200}", "rate: 200, gaps: [[0.6, 0.6]]}", "found [0.6, 0.6], expected"),
    "gap below zero": ("rate: 200}", "rate: 200, gaps: [[-1, 0.4]]}", "found [-1, 0.4], expected"),
    "gap beyond": ("rate: 200}", "rate: 200, gaps: [[2, 3]]}", "0 to 1.2 s"),
    "no YAML": ("robot: {", "robot: {{", "found no YAML"),
    "key twice": ("seed: 5", "seed: 5\nseed: 6", "'seed' twice"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_settings_are_one_sentence_and_leave_nothing(case, tmp_path, capsys):
    old, new, expected = BAD[case]
    assert old in SETTINGS
    config = tmp_path / "bad.yaml"
    config.write_text(SETTINGS.replace(old, new, 1))
    assert main(["generate", str(config), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert expected in said.err
    assert "found" in said.err
    assert "expected" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.yaml"]


def test_a_robot_that_is_not_there_is_named(config, tmp_path):
    config.write_text(SETTINGS.replace("fanuc_lrmate", "other.urdf"))
    result = run("generate", config, "--out", tmp_path / "out")
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert str(tmp_path / "other.urdf") in result.stderr


def test_what_was_there_before_is_replaced_and_other_files_stay(config, tmp_path):
    out = generate(config, tmp_path / "out")
    (out / "mine.txt").write_text("mine")
    before = contents(out)
    generate(config, out, "--seed", 9)
    assert contents(out).keys() == before.keys()
    assert (out / "mine.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["generate.yaml", "out"]


def test_the_settings_to_fit_keep_what_acts_on_the_robot(config, tmp_path):
    acting = "{urdf: fanuc_lrmate, payload: {link: link_5, mass: 2.0, center: [0, 0, 0.1]}}"
    config.write_text(SETTINGS.replace("{urdf: fanuc_lrmate}", acting))
    out = generate(config, tmp_path / "out")
    kept = yaml.safe_load((out / "fit.yaml").read_text())["robot"]
    assert kept["payload"] == {"link": "link_5", "mass": 2.0, "center": [0, 0, 0.1]}
    arm = tmp_path / "arm.yaml"
    arm.write_text("urdf: arm.urdf\nloads: [{link: link_5, force: [0, 0, 3]}]\n")
    (tmp_path / "arm.urdf").write_text((out / "robot.urdf").read_text())
    config.write_text(SETTINGS.replace("{urdf: fanuc_lrmate}", "arm.yaml"))
    out = generate(config, tmp_path / "other")
    kept = yaml.safe_load((out / "fit.yaml").read_text())["robot"]
    assert kept["loads"] == [{"link": "link_5", "force": [0, 0, 3]}]


def test_a_base_that_moves_is_refused(config, tmp_path, capsys):
    moving = "{urdf: fanuc_lrmate, base: {acceleration: [[0, 0, 5]]}}"
    config.write_text(SETTINGS.replace("{urdf: fanuc_lrmate}", moving))
    assert main(["generate", str(config), "--out", str(tmp_path / "out")]) == 1
    assert "whose base moves or is turned, expected one at rest" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
