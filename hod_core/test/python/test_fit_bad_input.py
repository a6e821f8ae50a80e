# SPDX-License-Identifier: Apache-2.0
"""What hod fit and hod replay refuse, in one sentence and without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from command_line import run
from fitting import errors, fit, generated
from hod.command.main import main

BAD_SETTINGS = {
    "unknown key": (("sensors", 0, "biass"), 0, "'biass': found an unknown key"),
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


@pytest.mark.parametrize("option", ["--out", "--plot", "--deviations"])
@pytest.mark.parametrize("place", ["no_folder/m", "."])
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    option, place, tmp_path, capsys, monkeypatch
):
    given = generated(tmp_path)
    monkeypatch.setattr("hod.command.fit.fitted", lambda *_: pytest.fail("it has begun"))
    arguments = ["fit", given / "recording", "--config", given / "fit.yaml", option]
    assert main([str(part) for part in [*arguments, tmp_path / place]]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["generate.yaml"]


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


@pytest.mark.parametrize("method", ["interpolate", "smooth"])
def test_too_few_accelerations_are_said_with_file_and_joint(method, tmp_path, capsys):
    (tmp_path / "d.csv").write_text("time,a\n0,1\n1,2\n")
    readings = [{"joint": "J3", "column": "a", "quantity": "acceleration"}]
    values = {"robot": {"urdf": "fanuc_lrmate"}, "joint_readings": readings}
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump(values | {"fit": {"method": method}}))
    arguments = ["fit", tmp_path / "d.csv", "--config", tmp_path / "fit.yaml"]
    sentence = refused(capsys, *arguments, "--out", tmp_path / "m.csv")
    assert sentence.startswith(f"hod: {tmp_path}/d.csv: J3 acceleration: ")


def test_efforts_alone_are_no_motion(tmp_path, capsys):
    (tmp_path / "d.csv").write_text("time,a\n0,1\n1,2\n")
    readings = [{"joint": "J3", "column": "a", "quantity": "effort"}]
    values = {"robot": {"urdf": "fanuc_lrmate"}, "joint_readings": readings}
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump(values))
    arguments = ["fit", tmp_path / "d.csv", "--config", tmp_path / "fit.yaml"]
    assert "found only efforts" in refused(capsys, *arguments, "--out", tmp_path / "m.csv")


def test_a_joint_that_turns_is_not_measured_in_millimetres(tmp_path, capsys):
    (tmp_path / "d.csv").write_text("time,a\n0,1\n1,2\n")
    readings = [{"joint": "J3", "column": "a", "unit": "mm"}]
    values = {"robot": {"urdf": "fanuc_lrmate"}, "joint_readings": readings}
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump(values))
    arguments = ["fit", tmp_path / "d.csv", "--config", tmp_path / "fit.yaml"]
    sentence = refused(capsys, *arguments, "--out", tmp_path / "m.csv")
    assert "found 'mm', expected" in sentence


def test_too_few_readings_of_a_sensor_are_said_with_file_and_sensor(tmp_path, capsys):
    given = generated(tmp_path, "--format", "csv")
    rows = (given / "recording.csv").read_text().splitlines()[:4]
    (given / "recording.csv").write_text("\n".join(rows))
    arguments = ["fit", given / "recording.csv", "--config", given / "fit.yaml"]
    sentence = refused(capsys, *arguments, "--out", tmp_path / "m.csv")
    assert sentence.startswith(f"hod: {given}/recording.csv: ")
