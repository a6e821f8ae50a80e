# SPDX-License-Identifier: Apache-2.0
"""hod fit and hod replay: from files to motions, against the truth of generated recordings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

import hod
from command_line import run
from hod.command.main import main
from hod.recording import Signal
from hod.recording.fit import noise_in
from hod.recording.robot import packaged_urdf
from hod.table import write_table
from recordings import ORIGIN, joint_state, write

GENERATE = """
robot: {urdf: fanuc_lrmate}
seed: 3
start: 1700000000
duration: 1.6
motion:
  J3: {from: 0.2, to: 1.2, start: 0.3, duration: 1.0, shape: smooth}
sensors:
  - {name: fore, link: link_3, position: [0.2, 0, 0], axes: [[0, 0, 1]], rate: 500}
fit: {segments: 40}
"""


def generated(folder: Path, *options: str, **sensor: object) -> Path:
    """Generate a recording whose sensor differs as stated; return its folder."""
    values = yaml.safe_load(GENERATE)
    values["sensors"][0].update(sensor)
    config = folder / "generate.yaml"
    config.write_text(yaml.safe_dump(values))
    out = folder / "given"
    assert main(["generate", str(config), "--out", str(out), *options]) == 0
    return out


def fit(given: Path, out: Path, data: str = "recording", config: str = "fit.yaml") -> None:
    arguments = ["fit", given / data, "--config", given / config, "--out", out]
    assert main([str(part) for part in arguments]) == 0


def motion_of(table: Path, given: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return times and the motion of joint 3, (instants, rows)."""
    model = hod.Model.from_urdf(given / "robot.urdf")
    motion = hod.read_motion(table)
    column = model.joint_names.index("J3")
    return motion.times, motion.match(model, 5).gather()[:, :, column]


def errors(given: Path, found: Path) -> np.ndarray:
    """Return the rms errors of q ... q'''' as shares of the largest true values."""
    times, motion = motion_of(found, given)
    true_times, truth = motion_of(given / "motion.csv", given)
    truth = np.stack([np.interp(times, true_times, row) for row in truth.T], axis=1)
    return np.sqrt(np.mean((motion - truth) ** 2, axis=0)) / np.abs(truth).max(axis=0)


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
    np.testing.assert_allclose(a[:, :3], b[:, :3], atol=1e-6)


def test_stdout_gets_the_table_and_a_picture_is_drawn(tmp_path):
    given = generated(tmp_path)
    arguments = [given / "recording", "--config", given / "fit.yaml"]
    fit(given, tmp_path / "m.csv")
    result = run("fit", *arguments, "--plot", tmp_path / "m.png")
    assert result.returncode == 0
    assert result.stdout == (tmp_path / "m.csv").read_text()
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


def joint_case(folder: Path, **settings: object) -> Path:
    """Write settings for accelerations of joint J3 in a table."""
    (folder / "robot.urdf").write_text(packaged_urdf())
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
        "forces.csv",
        "forces.png",
        "motion.csv",
        "motion.png",
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
    page = (out / "report.html").read_text()
    assert page.count("data:image/png;base64,") == 4
    assert "1700000000000000000 ns after the epoch" in page
    assert "bias of axis 0" in page


def test_noise_is_estimated_from_differences():
    times = np.arange(5000) * 1e-3
    noise = np.random.RandomState(2).standard_normal((5000, 1))
    signal = Signal("s", times, 0.3 * noise + 50 * np.sin(5 * times)[:, None], "m/s²")
    assert noise_in(signal) == pytest.approx(0.3, rel=0.05)


BAD_SETTINGS = {
    "unknown key": (("sensors", 0, "biass"), 0, "'biass': found a key that means nothing"),
    "unknown section": (("sensor",), [], "'sensors' perhaps"),
    "nothing to read": (("sensors",), [], "found neither 'sensors' nor"),
    "no topic": (("sensors", 0, "topic"), None, "found no 'topic'"),
    "other topic": (("sensors", 0, "topic"), "/other", "expected topic '/other'"),
    "other link": (("sensors", 0, "link"), "link_9", "found 'link_9'"),
    "other kind": (("sensors", 0, "kind"), "force", "found 'force', expected"),
    "components": (("sensors", 0, "components"), "xy", "found 'xy', expected 1 of x, y, z"),
    "stamp": (("sensors", 0, "stamp"), "sent", "found 'sent'"),
    "unit": (("sensors", 0, "unit"), "ft/s^2", "found 'ft/s^2'"),
    "two noises": (("sensors", 0), {"noise": 1, "noise_density": 1}, "found both 'noise'"),
    "joint": (("start",), {"J9": 0}, "'J9'"),
    "estimate": (("estimate",), ["gain"], "found 'gain'"),
    "gaps": (("gaps",), "ignore", "found 'ignore', expected one of refuse, bridge"),
    "segments": (("fit",), {"segments": 0}, "found 0"),
    "two spacings": (("fit",), {"segments": 5, "knot_spacing": 1}, "found both 'segments'"),
    "order": (("fit",), {"order": 4.5}, "expected a whole number"),
    "urdf": (("robot", "urdf"), None, "found no 'urdf'"),
}


def changed(settings: dict, keys: tuple, value: object) -> dict:
    place = settings
    for key in keys[:-1]:
        place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
    if value is None:
        del place[keys[-1]]
    elif isinstance(value, dict) and not isinstance(keys[-1], str):
        place[keys[-1]].update(value)
    else:
        place[keys[-1]] = value
    return settings


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generated(tmp_path_factory.mktemp("sample"))


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Run what must end with one sentence and exit code 1; return the sentence."""
    capsys.readouterr()
    assert main([str(part) for part in arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "found" in said.err
    assert "expected" in said.err
    return said.err


@pytest.mark.parametrize("case", BAD_SETTINGS)
def test_bad_settings_are_one_sentence_and_leave_nothing(case, sample, tmp_path, capsys):
    keys, value, expected = BAD_SETTINGS[case]
    settings = changed(yaml.safe_load((sample / "fit.yaml").read_text()), keys, value)
    if "urdf" in settings["robot"]:
        settings["robot"]["urdf"] = str(sample / "robot.urdf")
    config = tmp_path / "fit.yaml"
    config.write_text(yaml.safe_dump(settings))
    for verb, out in (("fit", "m.csv"), ("replay", "out")):
        arguments = [verb, sample / "recording", "--config", config, "--out", tmp_path / out]
        assert expected in refused(capsys, *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["fit.yaml"]


def test_a_gap_is_refused_by_name_and_bridged_on_request(tmp_path, capsys):
    given = generated(tmp_path, gaps=[[0.6, 0.65]])
    config, out = given / "fit.yaml", tmp_path / "m.csv"
    sentence = refused(capsys, "fit", given / "recording", "--config", config, "--out", out)
    assert "fore: found a gap of 0.054 s at time 0.598" in sentence
    assert not out.exists()
    config.write_text(config.read_text() + "gaps: bridge\n")
    fit(given, out)
    assert (errors(given, out) < [1e-4, 1e-3, 1e-2, 0.1, 0.3]).all()


def test_saturation_and_a_wrong_unit_are_refused(tmp_path, capsys):
    given = generated(tmp_path, range=9.75)
    arguments = [
        "fit",
        given / "recording",
        "--config",
        given / "fit.yaml",
        "--out",
        tmp_path / "m",
    ]
    assert "range" in refused(capsys, *arguments)
    given = generated(tmp_path)
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["rest"] = [[0, 0.2]]
    settings["sensors"][0]["unit"] = "g"
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    assert "unit" in refused(capsys, *arguments)


def test_a_joint_that_no_sensor_sees_is_named(tmp_path, capsys):
    given = generated(tmp_path)
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    del settings["hold"]["J5"]
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    arguments = [
        "fit",
        given / "recording",
        "--config",
        given / "fit.yaml",
        "--out",
        tmp_path / "m",
    ]
    assert "J5" in refused(capsys, *arguments)


def test_bad_usage_is_exit_code_two(tmp_path):
    for arguments in (["fit"], ["fit", "x.csv"], ["replay", "x"], ["generate"]):
        result = run(*arguments, cwd=tmp_path)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1


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
