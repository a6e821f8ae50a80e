# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from hod.experiment import EXPERIMENTS
from pages import written
from robots import joint, link, urdf_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("experiment") / "made" / "if_need_be"
    assert main(["experiment", "fanuc_lrmate", "--out", str(folder)]) == 0
    return folder


def test_everything_is_there(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        "forces.csv",
        "forces.png",
        "motion.csv",
        "motion.png",
        "report.html",
        "robot.urdf",
    ]


def test_the_motion_is_half_a_turn_of_joint_3_from_rest_to_rest(folder):
    robot = hod.Robot.from_urdf(folder / "robot.urdf")
    assert robot.warnings == []
    match = hod.read_motion(folder / "motion.csv").match(robot, 5)
    assert match.still == []
    motion = match.gather()
    swinging = robot.joint_names.index("J3")
    np.testing.assert_allclose(motion[0, :, swinging], 0, atol=1e-12)
    np.testing.assert_allclose(motion[-1, :, swinging], [np.pi, 0, 0, 0, 0], atol=1e-10)
    assert not np.delete(motion, swinging, axis=2).any()
    assert np.abs(motion[:, 1]).max() < robot.joints[robot.joint_names[swinging]].limits.velocity
    step = 0.001
    for row in range(4):
        slope = (motion[2:, row] - motion[:-2, row]) / (2 * step)
        np.testing.assert_allclose(slope, motion[1:-1, row + 1], atol=1e-3)


def test_the_command_makes_the_same_forces_of_the_same_motion(folder, tmp_path):
    arguments = ["forces", "--urdf", folder / "robot.urdf", "--motion", folder / "motion.csv"]
    assert main([str(a) for a in [*arguments, "--out", tmp_path / "forces.csv"]]) == 0
    assert (tmp_path / "forces.csv").read_bytes() == (folder / "forces.csv").read_bytes()


def test_the_report_needs_no_other_file(folder):
    page = written(folder / "report.html")
    sources = re.findall(r'(?:src|href)="([^"]{22})', page)
    assert sources == ["data:image/png;base64,"] * 2
    for name in ("motion.png", "forces.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    check = re.findall(r"by at most ([0-9.e-]+) of its", page)
    assert len(check) == 2
    assert all(float(deviation) < 1e-8 for deviation in check)


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_any_robot_moves_within_its_limits(kind, tmp_path):
    limit = '<limit lower="-0.4" upper="0.6" effort="40" velocity="0.7"/>'
    robot_file = tmp_path / "arm.urdf"
    robot_file.write_text(
        urdf_of(link("a"), link("b"), link("c"), joint("j", "a", "b", limit, kind)).replace(
            "</robot>", joint("free", "b", "c", kind="continuous") + "</robot>"
        )
    )
    words = ["experiment", "your_robot", "--urdf", robot_file, "--out", tmp_path / "out"]
    assert main([str(word) for word in words]) == 0
    robot = hod.Robot.from_urdf(robot_file)
    table = hod.read_motion(tmp_path / "out/motion.csv")
    motion = table.match(robot, 5).gather()
    found = hod.limits.check(robot, table.times, motion)
    assert found.is_kept
    assert max(one.ratio for one in found.worst if one.kind != "position") > 0.4
    assert np.ptp(motion[:, 0, 0]) > 0.3
    np.testing.assert_allclose(motion[[0, -1], 1:3], 0.0, atol=1e-9)
    page = written(tmp_path / "out/report.html")
    assert hashlib.sha256(robot_file.read_bytes()).hexdigest() in page


def test_only_some_experiments_take_a_robot(tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        main(["experiment", "fanuc_lrmate", "--urdf", "a.urdf", "--out", str(tmp_path)])
    assert left.value.code == 2
    with pytest.raises(SystemExit) as left:
        main(["experiment", "your_robot", "--out", str(tmp_path)])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_growth_has_no_exponent_where_one_number_of_joints_was_measured():
    from hod.experiment.growth import Sample, slope

    slow = [Sample("slow", 1, 3, 2e-3)]
    assert np.isnan(slope(slow, "slow"))
    assert slope([*slow, Sample("slow", 2, 3, 8e-3)], "slow") == pytest.approx(2.0)


def test_growth_measures_every_form(tmp_path, monkeypatch):
    """With few joints and little patience; how it grows is for the page to say."""
    from hod.experiment import growth

    monkeypatch.setattr(growth, "_LONGEST", 1e-3)
    monkeypatch.setattr(growth, "_JOINTS", (1, 2, 3, 4))
    monkeypatch.setattr(growth, "_ORDERS", (1, 2))
    assert main(["experiment", "growth", "--out", str(tmp_path)]) == 0
    rows = (tmp_path / "growth.csv").read_text().splitlines()
    assert {row.split(",")[0] for row in rows[1:]} == {form.name for form in growth.FORMS}
    assert "what derivatives cost" in written(tmp_path / "report.html").lower()


@pytest.mark.parametrize("name", ["fanuc_lrmate", "elastic_joint", "growth", "demo"])
def test_a_failure_leaves_nothing_of_an_experiment(name, tmp_path, monkeypatch, capsys):
    """A disk that is full when the report is written, and a folder that cannot be made."""

    def full(self: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device", str(self))

    (tmp_path / "file").write_text("")
    with pytest.raises(hod.Error, match="expected a folder to write into"):
        EXPERIMENTS[name].run(tmp_path / "file" / "out")
    if name != "elastic_joint":  # which takes long
        monkeypatch.setattr(Path, "write_bytes", full)
        monkeypatch.setattr("hod.experiment.growth._JOINTS", (1, 2, 3, 4))
        monkeypatch.setattr("hod.experiment.growth._ORDERS", (1, 2))
        monkeypatch.setattr("hod.experiment.growth._LONGEST", 1e-3)
        capsys.readouterr()
        assert main(["experiment", name, "--out", str(tmp_path / "out")]) == 1
        assert "no space left" in capsys.readouterr().err.lower()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
