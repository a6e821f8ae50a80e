# SPDX-License-Identifier: Apache-2.0
"""`hod mass` as its users see it."""

from __future__ import annotations

import json
import pathlib

import numpy as np
import pytest

from hod import mass
from hod.command.main import main
from test_mass_urdf import ARM, GEOMETRY

YAML = """links:
  link_3:
    - {shape: cylinder, radius: 0.05, length: 0.2, density: 2700, xyz: [0, 0, 0.1]}
    - {shape: box, x: 0.1, y: 0.1, z: 0.02, mass: 0.4, sign: -1}
"""
URDF = '<robot name="r">\n  <link name="base"/>\n  <link name="link_3"/>\n</robot>\n'


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("f.yaml").write_text(YAML)
    pathlib.Path("in.urdf").write_text(URDF)
    return tmp_path


def run(line: str) -> int:
    try:
        return main(["mass", *line.split()])
    except SystemExit as leaving:
        return int(leaving.code or 0)


def test_json_has_the_promised_keys(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run("f.yaml --json") == 0
    out = capfd.readouterr()
    assert out.err == ""
    link = json.loads(out.out)["links"]["link_3"]
    found = mass.Distribution.from_string(YAML).links["link_3"].properties
    assert link["mass"] == found.mass
    for key, value in [
        ("com", found.center),
        ("inertia", found.inertia),
        ("planar", found.planar),
        ("pseudo", found.pseudo),
        ("principal_moments", found.principal_moments),
    ]:
        np.testing.assert_array_equal(link[key], value)
    assert [body["sign"] for body in link["bodies"]] == [1, -1]
    assert link["bodies"][1]["mass"] == 0.4


def test_the_table_names_links_bodies_and_totals(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run("f.yaml --urdf in.urdf") == 0
    out = capfd.readouterr().out
    for text in ("link_3: 3.84115 kg", "+ cylinder", "- box", "-0.4", "I_ps", "total mass of 1"):
        assert text in out


def test_a_urdf_is_written_with_the_new_inertial(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run("f.yaml --urdf in.urdf --out-urdf out.urdf") == 0
    capfd.readouterr()
    expected = mass.Distribution.from_string(YAML).to_urdf(URDF)
    assert pathlib.Path("out.urdf").read_text() == expected
    assert run("f.yaml --urdf in.urdf --out-urdf -") == 0
    assert capfd.readouterr().out == expected


def test_the_arm_makes_its_urdf(folder: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(f"{ARM} --out-urdf arm.urdf") == 0
    assert pathlib.Path("arm.urdf").read_text() == mass.robot_urdf(ARM)


def test_a_urdf_is_filled_with_a_density(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pathlib.Path("shapes.urdf").write_text(GEOMETRY)
    assert run("--from-urdf shapes.urdf --density 2700 --geometry visual --json") == 0
    found = json.loads(capfd.readouterr().out)["links"]["a"]["mass"]
    assert found == mass.Sphere(radius=0.5, density=2700).properties.mass
    assert run("--from-urdf shapes.urdf --density 1 --geometry visual --out-urdf o.urdf") == 0
    assert "<inertial>" in pathlib.Path("o.urdf").read_text()


def test_pictures_are_drawn_of_every_link(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pathlib.Path("part.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    )
    shapes = """
links:
  lines: [{shape: rod, length: 1, mass: 1}, {shape: ring, radius: 1, mass: 1},
          {shape: arc, radius: 1, angle: 1, mass: 1}]
  plates: [{shape: rectangle, x: 1, y: 2, mass: 1}, {shape: disk, radius: 1, mass: 1},
           {shape: triangle, a: [0, 0, 0], b: [1, 0, 0], c: [0, 1, 0], mass: 1},
           {shape: cylindrical_shell, radius: 1, length: 1, mass: 1},
           {shape: spherical_shell, radius: 1, mass: 1}]
  solids: [{shape: box, x: 1, y: 1, z: 1, mass: 9}, {shape: sphere, radius: 1, mass: 1, sign: -1},
           {shape: hemisphere, radius: 1, mass: 1}, {shape: cone, radius: 1, length: 1, mass: 1},
           {shape: ellipsoid, x: 1, y: 2, z: 3, mass: 1}, {shape: mesh, file: part.obj, mass: 1},
           {shape: torus, radius: 2, tube_radius: 1, mass: 1},
           {shape: tetrahedron, a: [0, 0, 0], b: [1, 0, 0], c: [0, 1, 0], d: [0, 0, 1], mass: 1},
           {shape: cylinder, radius: 1, length: 1, inner_radius: 0.5, mass: 1}]
"""
    pathlib.Path("shapes.yaml").write_text(shapes)
    assert run("shapes.yaml --plot pictures") == 0
    assert capfd.readouterr().err == ""
    for name in ("lines", "plates", "solids"):
        content = pathlib.Path(f"pictures/{name}.png").read_bytes()
        assert content.startswith(b"\x89PNG")
        assert len(content) > 20000


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "found both or neither of FILE.yaml and --from-urdf"),
        ("f.yaml --from-urdf in.urdf --density 1", "found both or neither"),
        ("--from-urdf in.urdf", "found one of --from-urdf and --density"),
        ("f.yaml --density 3", "found one of --from-urdf and --density"),
        ("--from-urdf in.urdf --density 0", "found '0', expected a number above 0"),
        ("--from-urdf in.urdf --density 1 --geometry hull", "invalid choice: 'hull'"),
    ],
)
def test_bad_usage_exits_with_two(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    assert run(line) == 2
    out = capfd.readouterr()
    assert sentence in out.err
    assert out.out == ""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("none.yaml", "none.yaml: found no readable file"),
        ("bad.yaml", "bad.yaml:1: link 'a', body 1: 'length' is missing; a rod takes length"),
        ("f.yaml --urdf none.urdf", "No such file"),
        (
            "f.yaml --urdf other.urdf --out-urdf o.urdf",
            "f.yaml: link 'link_3' is not in other.urdf",
        ),
        ("f.yaml --out-urdf o.urdf", "f.yaml: found no 'robot' with 'joints'"),
        ("--from-urdf in.urdf --density 1 --out-urdf o.urdf", "in.urdf: no link has a <collision>"),
        ("--from-urdf none.urdf --density 1", "none.urdf"),
    ],
)
def test_bad_data_exits_with_one_sentence_and_no_file(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    pathlib.Path("bad.yaml").write_text("links: {a: [{shape: rod, mass: 1}]}")
    pathlib.Path("other.urdf").write_text('<robot name="r"><link name="x"/></robot>')
    assert run(line) == 1
    out = capfd.readouterr()
    assert sentence in out.err
    assert out.err.count("\n") == 1
    assert out.out == ""
    assert not pathlib.Path("o.urdf").exists()


def test_a_tensor_that_cannot_be_is_reported(
    folder: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pathlib.Path("odd.yaml").write_text(
        "links: {a: [{shape: sphere, radius: 1, mass: 3}, "
        "{shape: rod, length: 9, mass: 1, sign: -1}]}"
    )
    assert run("odd.yaml") == 0
    out = capfd.readouterr()
    assert "warning: odd.yaml:1: link 'a' cannot exist: " in out.err
    assert "I_ps positive semi-definite  NO: " in out.out
