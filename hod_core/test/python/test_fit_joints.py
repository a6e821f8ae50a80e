# SPDX-License-Identifier: Apache-2.0
"""hod fit from readings of the joints themselves: accelerations, as in the papers, or positions."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import yaml

from fitting import fit, motion_of
from hod.command.main import main
from hod.example import example_urdf
from hod.table import write_table
from recordings import ORIGIN, joint_state, write


def joint_case(folder: Path, **settings: object) -> Path:
    """Write settings for accelerations of joint J3 in a table."""
    (folder / "robot.urdf").write_text(example_urdf())
    values = {"robot": {"urdf": "robot.urdf"}, **settings}
    (folder / "fit.yaml").write_text(yaml.safe_dump(values))
    return folder


def swing(times: np.ndarray) -> np.ndarray:
    """Return q ... q'''' of 0.3 (1 - cos 2 t), (rows, instants)."""
    phases = [2 * times + k * np.pi / 2 for k in range(5)]
    rows = np.stack([-0.3 * 2**k * np.cos(p) for k, p in enumerate(phases)])
    rows[0] += 0.3
    return rows


ACCELERATION = {"joint": "J3", "column": "a", "quantity": "acceleration"}


def test_an_angle_that_leaps_by_a_turn_goes_on(tmp_path, capsys):
    times = np.arange(0.0, 4.0, 0.002)
    truth = 2.5 * np.sin(2.0 * times) + 2.0
    angles = (truth + np.pi) % (2.0 * np.pi) - np.pi
    write_table(tmp_path / "d.csv", ["a"], times, angles[:, None])
    folder = joint_case(tmp_path, joint_readings=[{"joint": "J3", "column": "a"}])
    fit(folder, tmp_path / "m.csv", "d.csv")
    said = "J3 position: found 3 leaps by a turn, the first at time 0.238, taken for angles that go"
    assert said in capsys.readouterr().err
    _, motion = motion_of(tmp_path / "m.csv", folder)
    np.testing.assert_allclose(motion[:, 0], truth, atol=1e-6)


@pytest.mark.parametrize("method", ["interpolate", "smooth"])
def test_joint_accelerations_are_integrated_to_the_known_ends(method, tmp_path, capsys):
    """The papers' case, with a drift that the known end takes away."""
    times = np.linspace(0, np.pi, 401)
    truth = swing(times)
    drift = 0.02 - 0.01 * times
    write_table(tmp_path / "d.csv", ["a"], times, (truth[2] + drift)[:, None])
    folder = joint_case(
        tmp_path,
        joint_readings=[ACCELERATION | ({"noise": 1e-6} if method == "smooth" else {})],
        start={"J3": {"position": 0, "velocity": 0}},
        end={"J3": {"position": 0, "velocity": 0}},
        hold={"J2": 0.4},
        fit={"method": method},
    )
    fit(folder, tmp_path / "m.csv", "d.csv")
    found_times, motion = motion_of(tmp_path / "m.csv", folder)
    np.testing.assert_allclose(found_times, times, atol=1e-9)
    for row, tolerance in enumerate([1e-6, 1e-6, 3e-6, 2e-3, 0.2]):
        np.testing.assert_allclose(motion[:, row], truth[row], atol=tolerance)
    said = capsys.readouterr().err
    residual = float(said.split("residual ")[1].split()[0])
    assert residual < 1e-6
    assert "hod: warning: no readings of J1, J4, J5, standing still at zero\n" in said
    assert "J3: drift removed, -0.02 + 0.01 t" in said
    assert np.unique(np.loadtxt(tmp_path / "m.csv", delimiter=",", skiprows=1)[:, 6]) == [0.4]


def test_noisy_accelerations_are_smoothed_and_the_band_holds_the_error(tmp_path, capsys):
    times = np.arange(3001) * 1e-3
    truth = swing(times)
    noisy = truth[2] + 0.02 * np.random.RandomState(8).standard_normal(len(times))
    write_table(tmp_path / "d.csv", ["a"], times, noisy[:, None])
    start = {"J3": {"position": 0, "velocity": 0}}
    folder = joint_case(tmp_path, joint_readings=[ACCELERATION], start=start)
    fit(folder, tmp_path / "m.csv", "d.csv")
    _, motion = motion_of(tmp_path / "m.csv", folder)
    said = capsys.readouterr().err
    assert "cut-off" in said
    bands = [float(part.split()[0].strip(",")) for part in said.split("± ")[1:]]
    for row in (2, 3, 4):
        error = np.sqrt(np.mean((motion[:, row] - truth[row]) ** 2))
        assert 0.1 * bands[row] < error < 5 * bands[row]


@pytest.mark.parametrize(("segments", "is_told"), [(5, True), (100, False)])
def test_residuals_that_contradict_the_stated_noise_are_named(segments, is_told, tmp_path, capsys):
    times = np.arange(0.0, 3.0, 0.01)
    positions = swing(times)[0] + 1e-4 * np.random.RandomState(8).standard_normal(len(times))
    write_table(tmp_path / "d.csv", ["q"], times, positions[:, None])
    readings = [{"joint": "J3", "column": "q", "noise": 1e-4}]
    shape = {"method": "interpolate", "segments": segments}
    folder = joint_case(tmp_path, joint_readings=readings, fit=shape)
    fit(folder, tmp_path / "m.csv", "d.csv")
    told = "hod: warning: J3: the residuals indicate a noise of" in capsys.readouterr().err
    assert told == is_told


@pytest.mark.parametrize(
    ("segments", "noise", "step", "is_told"),
    [
        pytest.param(6, 1e-4, 0.0, True, id="too few"),
        pytest.param(15, 1e-4, 0.0, True, id="few"),
        pytest.param(100, 1e-4, 0.0, False, id="enough"),
        pytest.param(100, 1e-2, 0.0, False, id="enough, much noise"),
        pytest.param(6, 0.0, 0.0, True, id="too few for exact ones"),
        pytest.param(100, 0.0, 0.0, False, id="enough for exact ones"),
        pytest.param(100, 0.0, 2e-2, False, id="steps of an encoder"),
        pytest.param(6, 0.0, 2e-3, True, id="too few for steps"),
    ],
)
@pytest.mark.parametrize("uneven", [0.0, 0.4])
def test_residuals_far_beyond_what_neighbours_indicate_are_named(
    segments, noise, step, is_told, uneven, tmp_path, capsys
):
    random = np.random.RandomState(8)
    times = (np.arange(1500) + uneven * random.uniform(size=1500)) * 2e-3
    positions = swing(times)[0] + noise * random.standard_normal(len(times))
    positions = np.round(positions / step) * step if step else positions
    write_table(tmp_path / "d.csv", ["q"], times, positions[:, None])
    shape = {"method": "interpolate", "segments": segments}
    readings = [{"joint": "J3", "column": "q"}]
    folder = joint_case(tmp_path, joint_readings=readings, fit=shape)
    fit(folder, tmp_path / "m.csv", "d.csv")
    told = re.search(
        r"J3: the residuals of \S+ rms are far beyond the noi", capsys.readouterr().err
    )
    assert bool(told) == is_told


def test_segments_take_means_of_the_readings_around_each_knot(tmp_path):
    times = np.arange(3001) * 1e-3
    truth = swing(times)
    noisy = truth[2] + 0.02 * np.random.RandomState(8).standard_normal(len(times))
    write_table(tmp_path / "d.csv", ["a"], times, noisy[:, None])
    shape = {"method": "interpolate", "segments": 30}
    folder = joint_case(tmp_path, joint_readings=[ACCELERATION], fit=shape)
    fit(folder, tmp_path / "m.csv", "d.csv")
    _, motion = motion_of(tmp_path / "m.csv", folder)
    error = np.sqrt(np.mean((motion[:, 2] - truth[2]) ** 2))
    assert error < 0.5 * 0.02


def test_positions_in_a_bag_of_joint_states_are_enough(tmp_path):
    times = np.arange(1001) * 0.002
    truth = swing(times)
    stamps = [ORIGIN + round(t * 1e9) for t in times]
    messages = [
        (s, joint_state(s, ["J1", "J3"], [0.0, q])) for s, q in zip(stamps, truth[0], strict=True)
    ]
    write(tmp_path / "bag", {"/joint_states": ("sensor_msgs/msg/JointState", messages)})
    reading = {"joint": "J3", "topic": "/joint_states", "noise": 1e-7}
    folder = joint_case(tmp_path, joint_readings=[reading])
    fit(folder, tmp_path / "m.csv", "bag")
    _, motion = motion_of(tmp_path / "m.csv", folder)
    inside = slice(100, -100)
    for row, tolerance in enumerate([1e-6, 1e-5, 1e-4, 5e-3, 0.2]):
        np.testing.assert_allclose(motion[inside, row], truth[row, inside], atol=tolerance)


def test_what_is_for_sensors_or_for_accelerations_is_said_to_be_unused(tmp_path, capsys):
    times = np.arange(301) * 0.01
    write_table(tmp_path / "d.csv", ["q"], times, swing(times)[0][:, None])
    reading = {"joint": "J3", "column": "q", "noise": 1e-7}
    folder = joint_case(
        tmp_path,
        joint_readings=[reading],
        rest=[[0, 0.1]],
        estimate=["bias"],
        start={"J3": 0},
        end={"J3": {"velocity": 0}},
        fit={"smoothing": 1},
    )
    fit(folder, tmp_path / "m.csv", "d.csv")
    said = capsys.readouterr().err
    assert "warning: rest, estimate, smoothing: not used, as there are no sensors\n" in said
    assert "warning: J3: start position not used beside readings of its position\n" in said
    assert "warning: J3: end velocity not used beside readings of its position\n" in said
    assert "velocity not used" not in said.replace("end velocity", "")


def test_a_gap_that_joints_share_is_said_once(tmp_path, capsys):
    times = np.delete(np.arange(601) * 0.01, slice(200, 240))
    readings = np.stack([swing(times)[0], swing(times)[1]], axis=1)
    write_table(tmp_path / "d.csv", ["a", "b"], times, readings)
    joints = [
        {"joint": joint, "column": column, "noise": 1e-7}
        for joint, column in (("J2", "a"), ("J3", "b"))
    ]
    folder = joint_case(tmp_path, joint_readings=joints, gaps="bridge")
    fit(folder, tmp_path / "m.csv", "d.csv")
    said = capsys.readouterr().err
    assert "warning: J2, J3: bridged a gap of 0.41 s after time 1.99\n" in said
    assert said.count("bridged") == 1


def test_a_joint_is_held_or_read(tmp_path, capsys):
    times = np.arange(301) * 0.01
    write_table(tmp_path / "d.csv", ["q"], times, swing(times)[0][:, None])
    reading = {"joint": "J3", "column": "q"}
    folder = joint_case(tmp_path, joint_readings=[reading], hold={"J3": 1})
    arguments = ["fit", str(folder / "d.csv"), "--config", str(folder / "fit.yaml")]
    assert main(arguments) == 1
    assert "found joint 'J3' held and read, expected one of the two\n" in capsys.readouterr().err
