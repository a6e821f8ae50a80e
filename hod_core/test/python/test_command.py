# SPDX-License-Identifier: Apache-2.0
"""The command as its users meet it: a process with files, streams and an exit code."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hod
from command_line import run
from robots import ARM, joint, link, motion, urdf_of, write_motion


def read_table(text: str) -> tuple[list[str], np.ndarray]:
    header, *rows = text.splitlines()
    return header.split(","), np.array([[float(field) for field in row.split(",")] for row in rows])


def test_forces_are_those_of_the_module(urdf, table):
    result = run("forces", "--urdf", urdf, "--motion", table)
    assert (result.returncode, result.stderr) == (0, "")
    columns, values = read_table(result.stdout)
    assert columns[:5] == ["time", "shoulder.Q", "shoulder.d1Q", "shoulder.d2Q", "elbow.Q"]
    expected = hod.forces(hod.Robot.from_urdf(urdf), motion(10), 2)
    np.testing.assert_array_equal(values[:, 1:].reshape(10, 3, 3).swapaxes(1, 2), expected)
    np.testing.assert_array_equal(values[:, 0], np.arange(10) * 0.001)


def test_a_file_gets_what_stdout_would_get(urdf, table, tmp_path):
    before = sorted(path.name for path in tmp_path.iterdir())
    to_stdout = run("forces", "--urdf", urdf, "--motion", table, "--out", "-")
    to_file = run("forces", "--urdf", urdf, "--motion", table, "--out", tmp_path / "out.csv")
    assert (to_file.returncode, to_file.stdout, to_file.stderr) == (0, "", "")
    assert (tmp_path / "out.csv").read_text() == to_stdout.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*before, "out.csv"])


def test_options_reach_the_model(urdf, table, tmp_path):
    other = tmp_path / "mass.yaml"
    other.write_text("links: {hand: [{shape: sphere, radius: 0.1, mass: 5}]}")
    options = ["--order", "1", "--gravity", "0", "-1e-3", "-1", "--mass-distribution", other]
    result = run("forces", "--urdf", urdf, "--motion", table, *options)
    assert (result.returncode, result.stderr) == (0, "")
    robot = hod.Robot.from_urdf(urdf, gravity=(0, -1e-3, -1), mass_distribution=other)
    _, values = read_table(result.stdout)
    expected = hod.forces(robot, motion(10), 1)
    np.testing.assert_array_equal(values[:, 1:].reshape(10, 3, 2).swapaxes(1, 2), expected)


def test_terms_add_up_to_the_forces(urdf, table):
    result = run("forces", "--urdf", urdf, "--motion", table, "--terms")
    columns, values = read_table(result.stdout)
    of = dict(zip(columns, values.T, strict=True))
    assert len(of) == 1 + 3 * 3 * 3
    for name in ("shoulder.Q", "elbow.d1Q", "slide.d2Q"):
        joint_name, suffix = name.split(".")
        total = of[f"{joint_name}.inertia.{suffix}"] + of[f"{joint_name}.gravity.{suffix}"]
        np.testing.assert_allclose(total, of[name], rtol=1e-12)


def test_stdin_serves_for_either_input(urdf, table):
    expected = run("forces", "--urdf", urdf, "--motion", table).stdout
    assert (
        run("forces", "--urdf", urdf, "--motion", "-", input=table.read_text()).stdout == expected
    )
    assert run("forces", "--urdf", "-", "--motion", table, input=ARM).stdout == expected


def test_long_tables_come_in_parts_that_fit_together(urdf, tmp_path):
    batch = motion(40000, rows=3)
    write_motion(tmp_path / "m.csv", batch)
    result = run("forces", "--urdf", urdf, "--motion", tmp_path / "m.csv", "--order", 0)
    _, values = read_table(result.stdout)
    expected = hod.forces(hod.Robot.from_urdf(urdf), batch, 0)[:, 0]
    np.testing.assert_allclose(values[:, 1:], expected, rtol=1e-12, atol=1e-12)


def test_missing_joints_and_odd_inertias_are_said_once(tmp_path):
    urdf = tmp_path / "odd.urdf"
    urdf.write_text(ARM.replace('ixx="0.03"', 'ixx="3"', 1))
    write_motion(tmp_path / "m.csv", motion(50)[:, :, :1], ["shoulder"])
    result = run("forces", "--urdf", urdf, "--motion", tmp_path / "m.csv")
    assert result.returncode == 0
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("hod: warning: ")
    assert "base" in lines[0]
    assert lines[1] == (
        f"hod: {tmp_path}/m.csv: no columns for elbow, slide, standing still at zero"
    )


BAD_USAGE = [
    ["fly"],
    ["forces"],
    ["forces", "--urdf", "a.urdf"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--order", "7"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--order", "-1"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--order", "two"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--gravity", "0", "0"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--gravity", "0", "0", "nan"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--gravity", "0", "0", "down"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "--colour"],
    ["forces", "--urdf", "a.urdf", "--motion", "m.csv", "extra"],
    ["forces", "--urdf", "-", "--motion", "-"],
    ["experiment", "nothing", "--out", "x"],
    ["experiment", "fanuc_lrmate"],
]


@pytest.mark.parametrize("arguments", BAD_USAGE, ids=" ".join)
def test_bad_usage_is_exit_code_two_and_one_line(arguments, tmp_path):
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("hod")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


TWO = link("a") + link("b")
BAD_ROBOTS = {
    "malformed": ARM[:-20],
    "nothing": "",
    "no robot": "<sdf/>",
    "joint type": urdf_of(TWO, joint("j", "a", "b", kind="ball")),
    "floating": urdf_of(TWO, joint("j", "a", "b", kind="floating")),
    "planar": urdf_of(TWO, joint("j", "a", "b", kind="planar")),
    "cycle": urdf_of(TWO, link("c"), joint("j", "b", "c"), joint("k", "c", "b")),
    "two roots": urdf_of(TWO),
    "two parents": urdf_of(TWO, link("c"), joint("j", "a", "c"), joint("k", "b", "c")),
    "negative mass": urdf_of(link("a"), link("b", mass=-1), joint("j", "a", "b")),
    "nan mass": urdf_of(link("a"), link("b", mass="nan"), joint("j", "a", "b")),
    "unknown master": urdf_of(TWO, joint("j", "a", "b", '<mimic joint="x"/>')),
    "own master": urdf_of(TWO, joint("j", "a", "b", '<mimic joint="j"/>')),
    "same name": urdf_of(link("a"), link("a")),
    "xacro": '<robot name="r" xmlns:xacro="x"><xacro:include filename="f"/></robot>',
}

BAD_TABLES = {
    "nothing": "",
    "header only": "time,shoulder.q\n",
    "no time": "shoulder.q\n1\n",
    "wrong column": "time,shoulder.position\n0,1\n",
    "too few": "time,shoulder.q,shoulder.d1q\n0,1,2\n",
    "gap": "time,shoulder.q,shoulder.d2q\n0,1,2\n",
    "ragged": "time,shoulder.q\n0,1\n1\n",
    "nan": "time,shoulder.q\n0,nan\n",
    "text": "time,shoulder.q\n0,left\n",
    "time back": "time,shoulder.q\n1,0\n0,0\n",
    "time stands": "time,shoulder.q\n1,0\n1,0\n",
    "unknown joint": "time,knee.q,knee.d1q,knee.d2q,knee.d3q,knee.d4q\n0,1,2,3,4,5\n",
    "too fast": "time,elbow.q,elbow.d1q,elbow.d2q,elbow.d3q,elbow.d4q\n0,0,1e300,0,0,0\n",
}


def refuses(tmp_path: Path, *arguments: object) -> str:
    """Run what must fail with one sentence and without a trace; return the sentence."""
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = run(*arguments, "--out", tmp_path / "out.csv")
    assert result.returncode == 1
    assert result.stdout == ""
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    *remarks, sentence = result.stderr.splitlines()
    assert all("standing still" in remark for remark in remarks)
    assert sentence.startswith("hod: ")
    assert "expected" in sentence
    assert "Traceback" not in result.stderr
    return sentence


@pytest.mark.parametrize("case", BAD_ROBOTS)
def test_a_bad_robot_is_exit_code_one_and_one_sentence(case, table, tmp_path):
    path = tmp_path / "bad.urdf"
    path.write_text(BAD_ROBOTS[case])
    assert str(path) in refuses(tmp_path, "forces", "--urdf", path, "--motion", table)


@pytest.mark.parametrize("case", BAD_TABLES)
def test_a_bad_table_is_exit_code_one_and_one_sentence(case, urdf, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text(BAD_TABLES[case])
    assert str(path) in refuses(tmp_path, "forces", "--urdf", urdf, "--motion", path)


def test_files_that_are_not_there_are_named(urdf, table, tmp_path):
    nowhere = tmp_path / "nowhere"
    assert str(nowhere) in refuses(tmp_path, "forces", "--urdf", nowhere, "--motion", table)
    assert str(nowhere) in refuses(tmp_path, "forces", "--urdf", urdf, "--motion", nowhere)
    both = ["--urdf", urdf, "--motion", table]
    assert str(nowhere) in refuses(tmp_path, "forces", *both, "--mass-distribution", nowhere)


def test_a_failure_leaves_the_older_file_as_it_was(urdf, tmp_path):
    out = tmp_path / "out.csv"
    out.write_text("old")
    table = tmp_path / "bad.csv"
    table.write_text(BAD_TABLES["too fast"])
    assert run("forces", "--urdf", urdf, "--motion", table, "--out", out).returncode == 1
    assert out.read_text() == "old"


def test_an_output_that_cannot_be_written_is_said(urdf, table, tmp_path):
    for out in (tmp_path / "no_folder" / "out.csv", tmp_path):
        result = run("forces", "--urdf", urdf, "--motion", table, "--out", out)
        assert result.returncode == 1
        assert str(out) in result.stderr
        assert result.stderr.count("\n") == 1


def test_experiments_are_listed():
    result = run("experiment")
    assert result.returncode == 0
    assert "fanuc_lrmate" in result.stdout


def test_help_and_version_are_there():
    assert "forces" in run("--help").stdout
    assert "--terms" in run("forces", "--help").stdout
    assert run("--version").stdout.startswith("hod ")
