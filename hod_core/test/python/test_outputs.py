# SPDX-License-Identifier: Apache-2.0
"""Where results cannot go: one sentence, nothing left behind, nothing that was read is lost."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from command_line import run

MOTION = "time,J3.q,J3.d1q,J3.d2q,J3.d3q,J3.d4q\n0,0.3,1,2,-5,40\n0.1,0.4,1,2,-5,40\n"
PLAN = files("hod") / "data" / "fanuc_accelerometer.yaml"


@pytest.fixture
def motion(tmp_path: Path) -> Path:
    path = tmp_path / "motion.csv"
    path.write_text(MOTION)
    return path


def sentence(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "expected" in done.stderr
    return done.stderr


def test_what_is_read_is_not_written_over(motion, urdf):
    (motion.parent / "link.csv").symlink_to(motion)
    for out in (motion, motion.parent / "link.csv", motion.parent / "." / "motion.csv"):
        for verb in ("forces", "energies", "kinematics"):
            words = ["--link", "link_3"] * (verb == "kinematics")
            done = run(verb, "--urdf", urdf, "--motion", motion, "--out", out, *words)
            assert "for --motion and --out" in sentence(done, 2)
    assert motion.read_text() == MOTION


def box(path: Path) -> None:
    """Write a tetrahedron as STL."""
    corners = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    lines = ["solid body"]
    for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)):
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(map(str, corners[corner])) for corner in face]
        lines += ["endloop", "endfacet"]
    path.write_text("\n".join([*lines, "endsolid body"]) + "\n")


@pytest.fixture
def robot_file(urdf: Path) -> Path:
    """A robot file that names one of everything."""
    folder = urdf.parent
    box(folder / "body.stl")
    box(folder / "tool.stl")
    mesh = "{{shape: mesh, file: {}, density: 1000}}"
    (folder / "masses.yaml").write_text(f"links: {{fore: [{mesh.format('body.stl')}]}}\n")
    (folder / "load.csv").write_text("time,fz\n0,20\n10,20\n")
    (folder / "arm.yaml").write_text(
        f"urdf: {urdf.name}\nmass_distribution: masses.yaml\n"
        "loads: [{link: hand, table: load.csv}]\n"
        f"payload: {{link: hand, bodies: [{mesh.format('tool.stl')}]}}\n"
    )
    return folder / "arm.yaml"


BEHIND = ["arm.urdf", "masses.yaml", "load.csv", "body.stl", "tool.stl"]


@pytest.mark.parametrize("name", BEHIND)
def test_what_a_robot_file_names_is_not_written_over(name, robot_file, table):
    path = robot_file.parent / name
    before = path.read_bytes()
    (robot_file.parent / "link").symlink_to(path)
    words = ["--robot", robot_file, "--motion", table, "--order", 0]
    for out in (path, robot_file.parent / "link"):
        done = run("forces", *words, "--out", out)
        assert "for --robot (which reads it) and --out, expected a file for each" in sentence(
            done, 2
        )
    assert path.read_bytes() == before
    assert run("forces", *words, "--out", robot_file.parent / "f.csv").returncode == 0
    words = ["--robot", robot_file, "--joints", "slide"]
    assert "for --robot (which reads it)" in sentence(run("equations", *words, "--out", path), 2)
    assert path.read_bytes() == before


@pytest.fixture
def settings(robot_file: Path) -> Path:
    """Settings of `hod fit` beside that robot file, and a recording."""
    folder = robot_file.parent
    rows = [f"{0.01 * i:.2f},{1e-4 * i * i:.6f}" for i in range(60)]
    (folder / "recording.csv").write_text("\n".join(["time,q", *rows]) + "\n")
    (folder / "fit.yaml").write_text(
        "robot: arm.yaml\njoint_readings: [{joint: slide, column: q, noise: 1.0e-4}]\n"
    )
    return folder / "fit.yaml"


@pytest.mark.parametrize("name", ["arm.yaml", *BEHIND])
@pytest.mark.parametrize("option", ["--out", "--deviations", "--plot"])
def test_what_settings_name_is_not_written_over(name, option, settings):
    path = settings.parent / name
    before = path.read_bytes()
    done = run("fit", settings.parent / "recording.csv", "--config", settings, option, path)
    assert f"for --config (which reads it) and {option}" in sentence(done, 2)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["recording.csv", "load.csv", "arm.urdf"])
def test_a_replay_does_not_take_the_place_of_what_it_reads(name, settings):
    """Its tables have names of their own, which a file that is read may have, too."""
    folder = settings.parent
    other = {"recording.csv": "motion.csv", "load.csv": "forces.csv", "arm.urdf": "robot.urdf"}
    for file in ("fit.yaml", "arm.yaml"):
        (folder / file).write_text((folder / file).read_text().replace(name, other[name]))
    path = (folder / name).rename(folder / other[name])
    recording = path if name == "recording.csv" else folder / "recording.csv"
    before = {file: file.read_bytes() for file in folder.iterdir()}
    done = run("replay", recording, "--config", settings, "--out", folder)
    if name == "arm.urdf":  # its copy has the same bytes
        assert done.returncode == 0, done.stderr
    else:
        assert f"found {path.name} there, which is read" in sentence(done, 1)
        assert set(folder.iterdir()) == set(before)
    assert {file: file.read_bytes() for file in before} == before


def test_a_replay_leaves_an_input_alone_that_has_the_bytes_of_its_copy(settings):
    folder = settings.parent
    (folder / "robot.urdf").symlink_to("arm.urdf")
    for name in ("fit.yaml", "arm.yaml"):
        (folder / name).write_text((folder / name).read_text().replace("arm.urdf", "robot.urdf"))
    before = (folder / "arm.urdf").stat().st_mtime_ns
    done = run("replay", folder / "recording.csv", "--config", settings, "--out", folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "robot.urdf").readlink() == Path("arm.urdf")
    assert (folder / "arm.urdf").stat().st_mtime_ns == before
    assert (folder / "motion.csv").exists()


def test_a_replay_refuses_before_it_works(settings):
    """Settings that name no joint show that they have not been read yet."""
    recording = (settings.parent / "recording.csv").rename(settings.parent / "motion.csv")
    settings.write_text(settings.read_text().replace("slide", "nobody"))
    done = run("replay", recording, "--config", settings, "--out", settings.parent)
    assert "found motion.csv there, which is read" in sentence(done, 1)


def test_a_summary_of_replays_does_not_take_the_place_of_a_recording(settings):
    folder = settings.parent
    summary = (folder / "recording.csv").rename(folder / "summary.csv")
    (folder / "other.csv").write_text(before := summary.read_text())
    words = [folder / "other.csv", summary, "--config", settings, "--out", folder]
    assert "for a recording and the summary" in sentence(run("replay", *words), 2)
    assert summary.read_text() == before


def test_a_generated_recording_does_not_take_the_place_of_its_settings(tmp_path):
    plan = tmp_path / "fit.yaml"
    plan.write_text(PLAN.read_text())
    done = run("generate", plan, "--out", tmp_path)
    assert "found fit.yaml there, which is read and would be replaced" in sentence(done, 1)
    assert plan.read_text() == PLAN.read_text()
    assert list(tmp_path.iterdir()) == [plan]


def test_an_experiment_does_not_take_the_place_of_what_its_robot_reads(robot_file):
    load = (robot_file.parent / "load.csv").rename(robot_file.parent / "forces.csv")
    robot_file.write_text(robot_file.read_text().replace("load.csv", "forces.csv"))
    before = load.read_text()
    done = run("experiment", "your_robot", "--robot", robot_file, "--out", load.parent)
    assert done.returncode == 1
    assert "found forces.csv there, which is read" in done.stderr
    assert load.read_text() == before


def test_masses_are_not_written_over_what_they_come_from(robot_file):
    folder = robot_file.parent
    for name in ("arm.urdf", "masses.yaml", "body.stl"):
        before = (folder / name).read_bytes()
        words = [folder / "masses.yaml", "--urdf", folder / "arm.urdf"]
        done = run("mass", *words, "--out-urdf", folder / name)
        assert "and --out-urdf, expected a file for each" in sentence(done, 2)
        assert (folder / name).read_bytes() == before
    assert run("mass", *words, "--out-urdf", folder / "new.urdf").returncode == 0


def test_a_urdf_from_its_shapes_is_not_written_over_them(robot_file):
    folder = robot_file.parent
    (folder / "shapes.urdf").write_text(
        '<robot name="r"><link name="a"><collision><geometry><mesh filename="body.stl"/>'
        "</geometry></collision></link></robot>"
    )
    for name in ("shapes.urdf", "body.stl"):
        before = (folder / name).read_bytes()
        words = ["--from-urdf", folder / "shapes.urdf", "--density", 1000]
        done = run("mass", *words, "--out-urdf", folder / name)
        assert "for --from-urdf" in sentence(done, 2)
        assert (folder / name).read_bytes() == before


def test_what_a_bag_consists_of_is_not_written_over(urdf, tmp_path):
    (tmp_path / "bag").mkdir()
    inside = tmp_path / "bag" / "plan_0.mcap"
    inside.write_bytes(b"\x89MCAP0\r\n")
    done = run("forces", "--urdf", urdf, "--motion", tmp_path / "bag", "--out", inside)
    assert "for --motion (which reads it) and --out" in sentence(done, 2)
    assert inside.read_bytes() == b"\x89MCAP0\r\n"


def test_results_do_not_go_into_a_file_or_where_nothing_can(motion):
    assert "found a file" in sentence(run("experiment", "fanuc_lrmate", "--out", motion), 1)
    text = sentence(run("experiment", "fanuc_lrmate", "--out", "/proc/results"), 1)
    assert text.startswith("hod: /proc/results: found no such file or directory")
    assert motion.read_text() == MOTION


@pytest.mark.parametrize("words", ["experiment fanuc_lrmate", f"generate {PLAN}"])
@pytest.mark.parametrize("blocks", [1, 60])
def test_a_disk_that_is_full(words, blocks, tmp_path):
    """Files of so many KiB at most stand for it: the same call of the system fails."""
    out = tmp_path / "results"
    command = f"ulimit -f {blocks}; {shlex.quote(sys.executable)} -m hod_command {words}"
    done = subprocess.run(
        ["bash", "-c", f"{command} --out {out}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    text = sentence(done, 1)
    assert text.startswith(f"hod: {out}")
    assert "large" in text
    assert list(tmp_path.iterdir()) == []


def test_a_rate_that_nobody_has_room_for(tmp_path):
    run("generate", PLAN, "--out", tmp_path / "given")
    settings = tmp_path / "given" / "fit.yaml"
    settings.write_text(settings.read_text() + "output: {rate: 1.0e12}\n")
    recording = tmp_path / "given" / "recording"
    done = run("fit", recording, "--config", settings, "--out", tmp_path / "found.csv")
    assert "3.4e+12 instants" in sentence(done, 1)
    plan = tmp_path / "plan.yaml"
    plan.write_text(PLAN.read_text().replace("rate: 1000", "rate: 1.0e12", 1))
    done = run("generate", plan, "--out", tmp_path / "generated")
    assert "'rate': found 1.0e12" in sentence(done, 1)
    assert {path.name for path in tmp_path.iterdir()} == {"given", "plan.yaml"}
