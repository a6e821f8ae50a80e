# SPDX-License-Identifier: Apache-2.0
"""`hod forces` with loads, friction, drives, limits and pictures, as its users meet it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hod
from command_line import run
from robots import ARM_JOINTS, write_motion
from smooth_motion import SineMotion

TIMES = np.arange(101) * 0.001  # as write_motion has them
ROBOT = """\
urdf: arm.urdf
loads: [{link: hand, frame: world, force: [0, 0, 5]}]
payload: {link: hand, mass: 0.5}
friction: {elbow: {viscous: 0.2, coulomb: 0.4}}
drives:
  shoulder: {stiffness: 2e4, damping: 20, motor_inertia: 1e-4, gear_ratio: 100}
  elbow: {stiffness: 1e4, motor_inertia: 1e-4, gear_ratio: 50}
limits: {elbow: {effort: 0.5}}
"""


@pytest.fixture
def files(tmp_path: Path, urdf: Path) -> Path:
    """Leave a robot, a motion and settings in a folder."""
    write_motion(tmp_path / "m.csv", SineMotion.random(3).at(TIMES))
    (tmp_path / "s.yaml").write_text(ROBOT)
    return tmp_path


def forces(folder: Path, *options: object):
    robot = () if "--robot" in options else ("--urdf", folder / "arm.urdf")
    return run("forces", *robot, "--motion", folder / "m.csv", *options, cwd=folder)


def read_columns(text: str) -> dict[str, np.ndarray]:
    header, *rows = text.splitlines()
    values = np.array([[float(field) for field in row.split(",")] for row in rows])
    return dict(zip(header.split(","), values.T, strict=True))


def module_robot(folder: Path, text: str = ROBOT) -> hod.Robot:
    (folder / "module.yaml").write_text(text)
    return hod.Robot.from_file(folder / "module.yaml")


def assert_columns(columns, name, rows, part=""):
    """Compare columns <joint>[.part].<name> with rows (instants, orders, joints)."""
    for k in range(rows.shape[1]):
        for j, joint in enumerate(ARM_JOINTS):
            key = f"{joint}{part}.{'' if k == 0 else f'd{k}'}{name}"
            np.testing.assert_allclose(columns[key], rows[:, k, j], rtol=1e-13, atol=1e-13)


def test_terms_of_a_robot_file_are_those_of_the_module(files):
    result = forces(files, "--robot", "s.yaml", "--terms")
    assert result.returncode == 0
    assert result.stderr.count("\n") == 1
    assert "springs and motor friction of joints shoulder, elbow do not count" in result.stderr
    columns = read_columns(result.stdout)
    terms = hod.force_terms(module_robot(files), SineMotion.random(3).at(TIMES), 2, TIMES)
    assert list(terms) == ["inertia", "gravity", "load", "friction", "rotor"]
    for name, rows in terms.items():
        assert_columns(columns, "Q", rows, f".{name}")
    assert_columns(columns, "Q", sum(terms.values()))
    assert len(columns) == 1 + 6 * 9


def test_a_robot_file_goes_on_top_of_another_urdf(files):
    (files / "other.urdf").write_text((files / "arm.urdf").read_text().replace('"1.0"', '"2.0"'))
    options = ("--robot", "s.yaml", "--gravity", "0", "0", "-1.6")
    result = forces(files, *options, "--urdf", "other.urdf")
    robot = hod.Robot.from_file(files / "s.yaml", files / "other.urdf").replace(
        gravity=(0, 0, -1.6)
    )
    rows = hod.forces(robot, SineMotion.random(3).at(TIMES), 2, TIMES)
    assert_columns(read_columns(result.stdout), "Q", rows)
    assert forces(files, *options).stdout != result.stdout


def test_friction_is_the_urdfs(files):
    result = forces(files, "--friction", "--terms")
    assert (result.returncode, result.stderr) == (0, "")
    robot = hod.Robot.from_urdf(files / "arm.urdf")
    motion = SineMotion.random(3).at(TIMES)
    friction = hod.force_terms(robot.replace(friction=True), motion, 2)["friction"]
    assert np.abs(friction[:, 0, 0]).max() > 0.1
    assert_columns(read_columns(result.stdout), "Q", friction, ".friction")


def test_elastic_drives_add_motor_motion_and_torque(files):
    result = forces(files, "--robot", "s.yaml", "--drive", "elastic", "--order", 3)
    assert (result.returncode, result.stderr) == (0, "")
    columns = read_columns(result.stdout)
    robot = module_robot(files, ROBOT + "drive: elastic\n")
    total, theta, tau = hod.motor(robot, SineMotion.random(3).at(TIMES), 3, TIMES)
    assert_columns(columns, "Q", total)
    assert_columns(columns, "theta", theta)
    assert_columns(columns, "tau", tau)
    assert len(columns) == 1 + 3 * (4 + 4 + 2)


def test_limits_are_said_and_only_strict_fails(files):
    quiet = forces(files, "--out", "q.csv")
    result = forces(files, "--limits", "--out", "l.csv")
    assert result.returncode == 0
    assert len(result.stderr.splitlines()) == 2
    assert "limits: all are kept, nearest is" in result.stderr
    assert "the largest speed-up that keeps them is" in result.stderr
    assert (files / "q.csv").read_bytes() == (files / "l.csv").read_bytes()
    (files / "limits.yaml").write_text("{urdf: arm.urdf, limits: {elbow: {effort: 0.5}}}")
    broken = forces(files, "--robot", "limits.yaml", "--strict", "--out", "b.csv")
    assert broken.returncode == 1
    assert "elbow effort" in broken.stderr
    assert "of 0.5 N m" in broken.stderr
    assert "beyond during" in broken.stderr
    assert (files / "q.csv").read_bytes() == (files / "b.csv").read_bytes(), "the table is whole"
    assert quiet.stderr == ""


def test_a_speed_up_that_was_said_can_be_run(files):
    (files / "s.yaml").write_text(ROBOT.replace("effort: 0.5", "effort: 8"))
    said = forces(files, "--limits", "--robot", "s.yaml", "--out", "f.csv").stderr
    speed = float(said.split("keeps them is ")[1].split(",")[0])
    motion = SineMotion.random(3).at(TIMES) * (0.9999 * speed) ** np.arange(7)[:, None]
    write_motion(files / "m.csv", motion)
    table = (files / "m.csv").read_text().splitlines()
    scaled = [table[0]]
    for line in table[1:]:
        time, rest = line.split(",", 1)
        scaled.append(f"{float(time) / (0.9999 * speed)!r},{rest}")
    (files / "m.csv").write_text("\n".join(scaled) + "\n")
    result = forces(files, "--limits", "--strict", "--robot", "s.yaml", "--out", "f.csv")
    assert (result.returncode, "all are kept" in result.stderr) == (0, True)


@pytest.mark.parametrize(
    ("suffix", "begin"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")]
)
def test_pictures_are_what_their_names_say(files, suffix, begin):
    result = forces(files, "--robot", "s.yaml", "--plot", f"p.{suffix}", "--out", "f.csv")
    assert result.returncode == 0
    assert (files / f"p.{suffix}").read_bytes().startswith(begin)


def test_without_any_option_nothing_changes(files):
    rows = hod.forces(hod.Robot.from_urdf(files / "arm.urdf"), SineMotion.random(3).at(TIMES, 5), 2)
    columns = read_columns(forces(files).stdout)
    assert list(columns)[:3] == ["time", "shoulder.Q", "shoulder.d1Q"]
    for k, key in enumerate(("elbow.Q", "elbow.d1Q", "elbow.d2Q")):
        np.testing.assert_array_equal(columns[key], rows[:, k, 1])


DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.skipif(not DOCS.exists(), reason="no docs beside hod_core")
@pytest.mark.parametrize("page", ["robot_file.md", "forces.md"])
def test_the_command_of_the_manual_runs_with_its_file(files, page):
    text = (DOCS / "robot_file.md").read_text("utf-8").split("```yaml\n")[1].split("```")[0]
    text = text.replace("joint_1", "shoulder").replace("tool", "hand")
    for name in ("arm.yaml", "cell.yaml"):
        (files / name).write_text(text)
    (files / "mass.yaml").write_text("links: {fore: [{shape: sphere, radius: 0.1, mass: 3}]}")
    (files / "grinding.csv").write_text("time,fx,d1fx\n0,1,2\n2,5,4\n")
    lines = (DOCS / page).read_text("utf-8").splitlines()
    command = next(line for line in lines if line.startswith("hod forces --robot")).split()[1:]
    result = run(*command, cwd=files)
    assert result.returncode == 0, result.stderr
    assert "limits: the largest speed-up that keeps them is" in result.stderr
    assert (files / "forces.csv").exists()
    assert (files / "terms.png").read_bytes().startswith(b"\x89PNG")


BAD_USAGE = [
    ["--drive", "soft"],
    ["--drive", "elastic"],
    ["--robot", "s.yaml", "--drive", "elastic", "--order", "1"],
    ["--robot", "s.yaml", "--mass-distribution", "m.yaml"],
    ["--robot"],
    ["--plot", "p.gif"],
    ["--plot", "p"],
]
BAD_DATA = [
    (["--robot", "nowhere.yaml"], "nowhere.yaml: found no readable file"),
    (["--robot", "."], ".: found a directory"),
    (["--robot", "typo.yaml"], "typo.yaml:1: found the key 'frictoin', expected 'friction'"),
    (["--robot", "short.yaml"], "expected"),
    (["--order", "3", "--plot", "nowhere/p.png"], "nowhere"),
]


@pytest.mark.parametrize("options", BAD_USAGE, ids=" ".join)
def test_bad_usage_is_exit_code_two_and_one_line(files, options):
    result = forces(files, *options, "--out", "f.csv")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert not (files / "f.csv").exists()


def test_a_table_and_a_picture_do_not_share_a_file(files):
    result = forces(files, "--out", "f.png", "--plot", "./f.png")
    assert (result.returncode, result.stdout) == (2, "")
    assert "found ./f.png for --out and --plot" in result.stderr
    assert not (files / "f.png").exists()


@pytest.mark.parametrize(("options", "words"), BAD_DATA, ids=lambda value: " ".join(value))
def test_bad_data_is_exit_code_one_and_one_line(files, options, words):
    (files / "typo.yaml").write_text("frictoin: {}\n")
    (files / "short.yaml").write_text(
        "{urdf: arm.urdf, friction: urdf, loads: {link: hand, table: short.csv}}"
    )
    (files / "short.csv").write_text("time,fx\n0,1\n0.05,1\n")
    before = {path.name for path in files.iterdir()}
    result = forces(files, *options, "--out", "f.csv")
    assert (result.returncode, result.stdout) == (1, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert {path.name for path in files.iterdir()} - before <= {"f.csv"}
    if "--plot" not in options:
        assert not (files / "f.csv").exists()


def test_a_picture_shows_no_rounding_as_a_signal():
    """About a vertical axis gravity does nothing; what is left of it is rounding."""
    from hod.forces_plot import ForcesPlot

    robot = hod.example_robot()
    times = np.linspace(0.0, 1.0, 50)
    motion = np.zeros((50, 5, robot.dof))
    motion[:, 0] = 0.3
    plot = ForcesPlot(robot, len(times))
    terms = hod.force_terms(robot, motion, 2)
    assert np.abs(terms["gravity"][:, 0, 0]).max() < 1e-12
    noisy = {name: table + 1e-17 for name, table in terms.items()}
    plot.add(times, {"Q": hod.forces(robot, motion, 2) + 1e-17, **noisy})
    _, tables = plot._tables()
    assert not tables["gravity"][:, 0, 0].any()
    assert not tables["Q"][:, 0, 0].any()
    assert np.abs(tables["gravity"][:, 0, 1]).min() > 1.0
