# SPDX-License-Identifier: Apache-2.0
"""hod fit and hod replay: from sensors to motions, against the truth of generated recordings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
import yaml

import hod
from command_line import run
from fitting import GENERATE, errors, fit, generated, motion_of
from hod.command.main import main
from hod.recording import Signal
from hod.recording.fit import noise_in
from pages import written


@pytest.mark.parametrize(("kind", "data"), [("mcap", "recording"), ("csv", "recording.csv")])
def test_a_clean_recording_gives_the_motion_back(kind, data, tmp_path, capsys):
    given = generated(tmp_path, "--format", kind)
    fit(given, tmp_path / "m.csv", data)
    assert (errors(given, tmp_path / "m.csv") < [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]).all()
    said = capsys.readouterr()
    assert said.out == ""
    assert "hod: fore: 801 readings, residual" in said.err


def test_bias_is_found_and_said_and_noise_averaged(tmp_path, capsys):
    given = generated(tmp_path, bias=[0.07], noise_density=100)
    fit(given, tmp_path / "m.csv")
    assert (errors(given, tmp_path / "m.csv") < [5e-4, 2e-3, 1e-2, 3e-2, 8e-2]).all()
    said = capsys.readouterr().err
    bias = float(said.split("bias of axis 0 found to be ")[1].split()[0])
    assert bias == pytest.approx(0.07, abs=0.004)


def test_units_and_components_are_taken_as_the_settings_say(tmp_path):
    given = generated(tmp_path, "--format", "csv")
    header, *rows = (given / "recording.csv").read_text().splitlines()
    cells = [row.split(",") for row in rows]
    lines = [f"{float(t) * 1e3!r},{float(x) / 9.80665e-3!r}" for t, x in cells]
    (given / "other.csv").write_text("\n".join(["ms,mg", *lines]))
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["time"] = {"column": "ms", "unit": "ms"}
    settings["sensors"][0] |= {"columns": ["mg"], "unit": "mg"}
    (given / "other.yaml").write_text(yaml.safe_dump(settings))
    fit(given, tmp_path / "a.csv", "recording.csv")
    fit(given, tmp_path / "b.csv", "other.csv", "other.yaml")
    a, b = motion_of(tmp_path / "a.csv", given)[1], motion_of(tmp_path / "b.csv", given)[1]
    assert header == "time,fore.x"
    np.testing.assert_allclose(a[:, :3], b[:, :3], atol=1e-5)


def test_stdout_gets_the_table_and_a_picture_is_drawn(tmp_path):
    given = generated(tmp_path)
    arguments = [given / "recording", "--config", given / "fit.yaml"]
    fit(given, tmp_path / "m.csv")
    result = run("fit", *arguments, "--plot", tmp_path / "m.png")
    assert result.returncode == 0
    assert result.stdout == (tmp_path / "m.csv").read_text()
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


def test_a_motion_table_out_is_one_that_forces_take_in(tmp_path):
    given = generated(tmp_path)
    fit(given, tmp_path / "m.csv")
    arguments = ["--urdf", given / "robot.urdf", "--motion", tmp_path / "m.csv"]
    result = run("forces", *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("time,J1.Q,J1.d1Q,J1.d2Q,")


def test_replay_leaves_tables_pictures_and_a_report(tmp_path):
    given = generated(tmp_path, bias=[0.07], noise_density=50)
    out = tmp_path / "out"
    arguments = ["replay", given / "recording", "--config", given / "fit.yaml", "--out", out]
    assert main([str(part) for part in arguments]) == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "energies.csv",
        "energies.png",
        "energies_deviations.csv",
        "forces.csv",
        "forces.png",
        "forces_deviations.csv",
        "motion.csv",
        "motion.png",
        "motion_deviations.csv",
        "recording.json",
        "report.html",
        "residuals.png",
        "robot.urdf",
    ]
    fit(given, tmp_path / "m.csv")
    assert (out / "motion.csv").read_bytes() == (tmp_path / "m.csv").read_bytes()
    by_command = tmp_path / "forces.csv"
    motion = ["--urdf", out / "robot.urdf", "--motion", out / "motion.csv"]
    assert main([str(part) for part in ["forces", *motion, "--out", by_command]]) == 0
    assert (out / "forces.csv").read_bytes() == by_command.read_bytes()
    page = written(out / "report.html")
    assert page.count('src="data:image/png;base64,') == 4
    assert "1700000000000000000 ns after the epoch" in page
    assert "bias of axis 0" in page


def test_noise_is_estimated_from_differences():
    times = np.arange(5000) * 1e-3
    noise = np.random.RandomState(2).standard_normal((5000, 1))
    signal = Signal("s", times, 0.3 * noise + 50 * np.sin(5 * times)[:, None], "m/s²")
    assert noise_in(signal) == pytest.approx(0.3, rel=0.05)


def test_two_joints_from_two_sensors_of_different_rates_beside_encoders(tmp_path, capsys):
    values = yaml.safe_load(GENERATE)
    values["motion"]["J2"] = {"from": 0.0, "to": 0.6, "start": 0.4, "duration": 0.9}
    values["sensors"] = [
        {"name": "upper", "link": "link_2", "position": [0, 0, 0.2], "rate": 400, "bias": [0.1] * 3}
        | {"message": "accel_stamped", "noise_density": 50},
        {"name": "fore", "link": "link_3", "position": [0.2, 0, 0], "rate": 1000}
        | {"axes": [[0, 0, 1], [1, 0, 0]], "noise_density": 50, "time_offset": 0.004},
    ]
    values["joint_states"] = {"rate": 50, "noise": 1e-4}
    config = tmp_path / "generate.yaml"
    config.write_text(yaml.safe_dump(values))
    given = tmp_path / "given"
    assert main(["generate", str(config), "--out", str(given)]) == 0
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["sensors"][1]["time_offset"] = 0.004
    settings["output"] = {"rate": 250}
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    fit(given, tmp_path / "m.csv")
    assert (errors(given, tmp_path / "m.csv") < [5e-4, 2e-3, 1e-2, 3e-2, 0.1]).all()
    said = capsys.readouterr().err
    assert float(said.split("upper: bias of axis 2 found to be ")[1].split()[0]) == pytest.approx(
        0.1, abs=0.01
    )
    times = hod.read_motion(tmp_path / "m.csv").times
    np.testing.assert_allclose(np.diff(times), 0.004, rtol=1e-6)


def test_the_motion_is_where_the_sensors_read(tmp_path, capsys):
    """Encoders that ran for longer change nothing, and the table has no rows beside the sensors."""
    times, read = np.arange(500, 1101) / 1000, np.arange(0, 1601, 10) / 1000
    given = generated(tmp_path, "--format", "csv", rate=1000)
    rows = dict.fromkeys([*times, *read], ("", ""))
    readings = np.loadtxt(given / "recording.csv", delimiter=",", skiprows=1)
    rows |= {t: (repr(float(x)), "") for t, x in zip(times, readings[500:1101, 1], strict=True)}
    truth_times, truth = motion_of(given / "motion.csv", given)
    for t in read:
        rows[t] = (rows[t][0], repr(float(np.interp(t, truth_times, truth[:, 0]))))
    lines = [f"{float(t)!r},{a},{q}" for t, (a, q) in sorted(rows.items())]
    (given / "both.csv").write_text("\n".join(["time,fore.x,q", *lines]))
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings |= {"joint_readings": [{"joint": "J3", "column": "q", "noise": 1e-5}]}
    settings |= {"start": {}, "end": {}, "estimate": []}
    (given / "both.yaml").write_text(yaml.safe_dump(settings))
    fit(given, tmp_path / "m.csv", "both.csv", "both.yaml")
    found, motion = motion_of(tmp_path / "m.csv", given)
    np.testing.assert_allclose(found, times, atol=1e-9)
    np.testing.assert_allclose(motion[:, 0], np.interp(times, truth_times, truth[:, 0]), atol=1e-4)
    assert "when no sensor read, were left out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("unit", "noise", "is_told"),
    [
        ("deg", np.degrees(1e-4), True),
        ("deg", 1e-4, False),
        ("rad", 1e-4, False),
        ("rad", np.degrees(1e-4), False),
        ("deg", None, False),
    ],
)
def test_noise_in_the_unit_of_the_readings_is_named(unit, noise, is_told, tmp_path, capsys):
    given = generated(tmp_path, "--format", "csv", noise_density=200)
    (given / "both.csv").write_text(with_encoder(given, unit))
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    reading = {"joint": "J3", "column": "q", "unit": unit}
    reading |= {} if noise is None else {"noise": float(noise)}
    settings |= {"joint_readings": [reading]}
    (given / "both.yaml").write_text(yaml.safe_dump(settings))
    fit(given, tmp_path / "m.csv", "both.csv", "both.yaml")
    expected = r"J3 position: the readings indicate a noise of \S+ rad, not 0.00573 as stated"
    assert bool(re.search(expected, capsys.readouterr().err)) == is_told


def with_encoder(given: Path, unit: str) -> str:
    """Return the recording with a column of positions at 100 Hz with a noise of 1e-4 rad."""
    times, readings = np.loadtxt(given / "recording.csv", delimiter=",", skiprows=1).T
    true_times, truth = motion_of(given / "motion.csv", given)
    positions = np.interp(times, true_times, truth[:, 0])
    positions += 1e-4 * np.random.default_rng(4).standard_normal(len(times))
    positions = np.degrees(positions) if unit == "deg" else positions
    cells = [repr(float(q)) if i % 5 == 0 else "" for i, q in enumerate(positions)]
    rows = zip(times.tolist(), readings.tolist(), cells, strict=True)
    return "\n".join(["time,fore.x,q", *(f"{t!r},{a!r},{q}" for t, a, q in rows)])


@pytest.mark.parametrize("offset", [3600.0, -3600.0])
def test_a_sensor_whose_clock_is_an_hour_off(offset, tmp_path):
    given = generated(tmp_path, time_offset=offset)
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["sensors"][0]["time_offset"] = offset
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    fit(given, tmp_path / "m.csv")
    times, motion = motion_of(tmp_path / "m.csv", given)
    true_times, truth = motion_of(given / "motion.csv", given)
    np.testing.assert_allclose(times + offset, true_times[::2], atol=1e-6)  # counted from a stamp
    np.testing.assert_allclose(motion[:, 0], truth[::2, 0], atol=1e-5)


def test_a_recording_from_stdin_is_the_one_from_its_file(tmp_path):
    given = generated(tmp_path, "--format", "csv")
    fit(given, tmp_path / "m.csv", "recording.csv")
    text = (given / "recording.csv").read_text()
    found = run("fit", "-", "--config", given / "fit.yaml", input=text)
    assert found.stdout == (tmp_path / "m.csv").read_text()


def test_a_missing_recording_is_not_blamed_on_the_settings(tmp_path):
    given = generated(tmp_path)
    found = run("fit", tmp_path / "no.csv", "--config", given / "fit.yaml")
    assert found.stderr == f"hod: {tmp_path}/no.csv: found no such file, expected a recording\n"


def test_the_picture_has_readings_residuals_and_bands(tmp_path):
    from hod.recording.fit import fit as find
    from hod.recording.fit_settings import read_fit_settings, read_recording
    from hod.recording.picture import fit_panels, residual_panels

    given = generated(tmp_path)
    settings = read_fit_settings(given / "fit.yaml", is_bag=True)
    result = find(read_recording(given / "recording", settings), settings)
    panels = fit_panels(result)
    assert len(panels) == 5
    for row, panel in enumerate(panels):
        (curve,) = panel.curves
        np.testing.assert_array_equal(curve.deviations, result.deviations[:, row, 2])
    assert 0.0 < result.deviations[:, 0, 2].max() < 0.01
    assert len(residual_panels(result)) == 1


def test_json_says_what_stderr_does(tmp_path):
    given = generated(tmp_path)
    fit(given, tmp_path / "m.csv")
    words = [given / "recording", "--config", given / "fit.yaml"]
    found = json.loads(run("fit", *words, "--json", "--quiet").stdout)
    table = np.genfromtxt(tmp_path / "m.csv", delimiter=",", skip_header=1)
    np.testing.assert_array_equal(found["rows"], table)
    assert any("residual" in remark for remark in found["remarks"])
    replayed = run("replay", *words, "--out", tmp_path / "out", "--json", "--quiet")
    (row,) = json.loads(replayed.stdout)
    assert replayed.stderr == ""
    assert row["remarks"] == found["remarks"]
    forces = np.genfromtxt(tmp_path / "out/forces.csv", delimiter=",", names=True, deletechars="")
    assert row["J3.largest_d1Q"] == np.abs(forces["J3.d1Q"]).max()
