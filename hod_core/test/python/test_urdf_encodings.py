# SPDX-License-Identifier: Apache-2.0
"""URDFs in encodings other than UTF-8: what its reader takes, every verb takes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

import hod
from command_line import run
from fitting import GENERATE
from hod.command.main import main
from hod.example import example_urdf
from hod.table import write_table
from hod.urdf_text import urdf_text
from robots import motion, write_motion

MARK = "\ufeff"
ENCODINGS = {
    "ISO-8859-1": ("latin-1", ""),
    "UTF-8": ("utf-8", MARK),
    "UTF-16, little-endian": ("utf-16-le", MARK),
    "UTF-16, big-endian": ("utf-16-be", MARK),
    "UTF-16, big-endian without a mark": ("utf-16-be", ""),
    "UTF-32, little-endian": ("utf-32-le", MARK),
    "UTF-32, big-endian": ("utf-32-be", MARK),
}


@pytest.fixture(params=ENCODINGS)
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def urdf(encoding: str, tmp_path: Path) -> Path:
    body = example_urdf().split("?>", 1)[1].replace("base_link", "étude")
    codec, mark = ENCODINGS[encoding]
    text = f'{mark}<?xml version="1.0" encoding="{encoding.split(",")[0]}"?>{body}'
    path = tmp_path / "arm.urdf"
    path.write_bytes(text.encode(codec))
    return path


def test_a_robot_is_made_of_it(urdf, tmp_path):
    assert hod.Robot.from_urdf(urdf).link_names[0] == "étude"
    assert hod.Robot.from_file(urdf).link_names[0] == "étude"
    (tmp_path / "arm.yaml").write_text("{urdf: arm.urdf, payload: {link: étude, mass: 2}}", "utf-8")
    assert hod.Robot.from_file(tmp_path / "arm.yaml").link_names[0] == "étude"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_a_robot_file_is_in_utf8(codec, tmp_path):
    path = tmp_path / "arm.yaml"
    path.write_bytes(f"{MARK}urdf: arm.urdf".encode(codec))
    with pytest.raises(hod.Error, match="found text in UTF-16, expected YAML in UTF-8"):
        hod.Robot.from_file(path)


def test_masses_are_replaced_in_it_and_nothing_else(urdf, encoding, tmp_path):
    (tmp_path / "m.yaml").write_text("links: {étude: [{shape: sphere, radius: 1, mass: 7}]}")
    out = tmp_path / "out.urdf"
    words = ["--urdf", str(urdf), "--out-urdf", str(out)]
    assert main(["mass", str(tmp_path / "m.yaml"), *words]) == 0
    codec = ENCODINGS[encoding][0]
    before, after = (path.read_bytes().decode(codec) for path in (urdf, out))
    assert '<mass value="7"/>' in after
    place = before.index('<link name="étude">')
    assert after[:place] == before[:place]
    rest = before[before.index("</inertial>") :]
    assert after.endswith(rest)
    assert hod.Robot.from_urdf(out).masses["étude"].mass == 7


def test_its_shapes_are_filled(urdf, tmp_path):
    out = tmp_path / "out.urdf"
    words = ["--from-urdf", str(urdf), "--density", "2700", "--out-urdf", str(out)]
    assert main(["mass", *words]) == 0
    assert hod.Robot.from_urdf(out).link_names[0] == "étude"


def test_what_is_not_utf16_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "arm.urdf"
    path.write_bytes((MARK + example_urdf()).encode("utf-16-le")[:-1])
    (tmp_path / "m.yaml").write_text("links: {link_3: [{shape: sphere, radius: 1, mass: 7}]}")
    out = ["--out-urdf", str(tmp_path / "out.urdf")]
    assert main(["mass", str(tmp_path / "m.yaml"), "--urdf", str(path), *out]) == 1
    said = capsys.readouterr().err
    assert "arm.urdf: not a URDF" in said
    assert said.count("\n") == 1


def test_verbs_about_a_robot_take_it(urdf, tmp_path, capsys):
    write_motion(tmp_path / "m.csv", motion(3, dof=5), ["J1", "J2", "J3", "J4", "J5"])
    assert main(["info", str(urdf)]) == 0
    assert "étude" in capsys.readouterr().out
    words = ["--motion", str(tmp_path / "m.csv"), "--out", str(tmp_path / "out.csv")]
    assert main(["momentum", "--robot", str(urdf), *words]) == 0
    assert main(["momentum", "--free-base", "--urdf", str(urdf), *words]) == 0
    with urdf.open("rb") as file:
        assert "étude" in run("info", "-", stdin=file).stdout


@pytest.mark.parametrize("is_named", [True, False])
def test_verbs_about_recordings_take_it_and_copy_its_bytes(is_named, urdf, tmp_path):
    robot = urdf.name if is_named else {"urdf": urdf.name}
    (tmp_path / "plan.yaml").write_text(yaml.safe_dump(yaml.safe_load(GENERATE) | {"robot": robot}))
    given = tmp_path / "given"
    assert main(["generate", str(tmp_path / "plan.yaml"), "--out", str(given)]) == 0
    assert (given / "robot.urdf").read_bytes() == urdf.read_bytes()
    times = np.arange(100) * 0.01
    write_table(tmp_path / "d.csv", ["q"], times, np.sin(times)[:, None])
    readings = [{"joint": "J3", "column": "q", "noise": 1e-4}]
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump({"robot": robot, "joint_readings": readings}))
    words = [str(tmp_path / "d.csv"), "--config", str(tmp_path / "fit.yaml"), "--out"]
    assert main(["fit", *words, str(tmp_path / "m.csv")]) == 0
    assert main(["replay", *words, str(tmp_path / "out"), "--bag"]) == 0
    assert (tmp_path / "out" / "robot.urdf").read_bytes() == urdf.read_bytes()
    told = urdf_text(urdf.read_bytes())
    assert hod.Robot.from_urdf(told).link_names[0] == "étude"


def test_what_nobody_can_read_is_one_sentence(tmp_path, capsys):
    (tmp_path / "arm.urdf").write_bytes(example_urdf().replace("link_3", "d\xe9").encode("latin-1"))
    (tmp_path / "d.csv").write_text("time,q\n0,0\n1,1\n")
    (tmp_path / "fit.yaml").write_text(
        "robot: {urdf: arm.urdf}\njoint_readings: [{joint: J3, column: q}]\n"
    )
    words = [str(tmp_path / "d.csv"), "--config", str(tmp_path / "fit.yaml"), "--out"]
    assert main(["replay", *words, str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "not in UTF-8" in said
    assert said.count("\n") == 1
