# SPDX-License-Identifier: Apache-2.0
"""`hod reactions`, `hod kinematics` and `hod momentum` against other calls of the module."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import hod
from command_line import run
from hod import kinematics
from hod.command.kinematics import Quaternions
from robots import motion, write_motion


def columns_of(result) -> dict[str, np.ndarray]:
    assert (result.returncode, result.stderr) == (0, "")
    header, *rows = result.stdout.splitlines()
    values = np.array([[float(field) for field in row.split(",")] for row in rows])
    return dict(zip(header.split(","), values.T, strict=True))


def vector(columns: dict[str, np.ndarray], names: str) -> np.ndarray:
    return np.stack([columns[name] for name in names.split()], axis=-1)


def test_a_bearing_carries_along_its_axis_what_the_actuator_does(urdf, table):
    """The component along the axis is Q: of the shoulder its moment, of the slide its force."""
    robot = hod.Robot.from_urdf(urdf)
    found = columns_of(run("reactions", "--urdf", urdf, "--motion", table))
    force = hod.forces(robot, motion(10), 2)
    wrenches = hod.reactions(robot, motion(10), 2)
    for body, joint in enumerate(robot.joints, start=1):
        for k, prefix in enumerate(("", "d1", "d2")):
            names = " ".join(f"{joint}.{prefix}{a}" for a in ("fx", "fy", "fz", "mx", "my", "mz"))
            np.testing.assert_array_equal(vector(found, names), wrenches[:, body, k])
    along = {name: vector(found, f"{name}.mx {name}.my {name}.mz") for name in ("shoulder",)}
    size = np.linalg.norm(along["shoulder"], axis=1)
    assert (size >= np.abs(force[:, 0, robot.joint_names.index("shoulder")]) - 1e-9).all()


def test_one_joint_alone_and_what_holds_the_robot(urdf, table):
    everything = columns_of(run("reactions", "--urdf", urdf, "--motion", table, "--order", 0))
    root = hod.Robot.from_urdf(urdf).link_names[0]
    words = ["--joint", "elbow", "--joint", root, "--order", 0]
    some = columns_of(run("reactions", "--urdf", urdf, "--motion", table, *words))
    assert list(some)[1] == "elbow.fx"
    assert len(some) == 13
    for name, values in some.items():
        np.testing.assert_array_equal(values, everything[name])


def test_a_joint_named_as_the_root_link_has_columns_of_its_own(urdf, table):
    root = hod.Robot.from_urdf(urdf).link_names[0]
    urdf.write_text(urdf.read_text().replace('link name="' + root, 'link name="shoulder'))
    urdf.write_text(urdf.read_text().replace('parent link="' + root, 'parent link="shoulder'))
    found = columns_of(run("reactions", "--urdf", urdf, "--motion", table, "--order", 0))
    wrenches = hod.reactions(hod.Robot.from_urdf(urdf), motion(10), 0)
    np.testing.assert_array_equal(found["link shoulder.fz"], wrenches[:, 0, 0, 2])
    np.testing.assert_array_equal(found["shoulder.fz"], wrenches[:, 1, 0, 2])


def test_momentum_changes_as_the_base_and_gravity_push(urdf, table):
    """P' = F_base + m g and L' = M_base + c x m g: a route over reactions."""
    robot = hod.Robot.from_urdf(urdf)
    root, mass = robot.link_names[0], sum(m.mass for m in robot.masses.values())
    found = columns_of(run("momentum", "--urdf", urdf, "--motion", table))
    held = columns_of(run("reactions", "--urdf", urdf, "--motion", table, "--joint", root))
    weight = mass * robot.gravity
    push = vector(held, f"{root}.fx {root}.fy {root}.fz")
    turn = vector(held, f"{root}.mx {root}.my {root}.mz")
    center = vector(found, "cx cy cz")
    np.testing.assert_allclose(vector(found, "d1px d1py d1pz"), push + weight, atol=1e-9)
    moment = turn + np.cross(center, weight)
    np.testing.assert_allclose(vector(found, "d1Lx d1Ly d1Lz"), moment, atol=1e-9)
    np.testing.assert_allclose(mass * vector(found, "d1cx d1cy d1cz"), vector(found, "px py pz"))
    weightless = hod.forces(robot.replace(gravity=(0, 0, 0)), motion(10), 0)[:, 0]
    power = np.sum(weightless * motion(10)[:, 1], axis=1)
    np.testing.assert_allclose(found["d1T"], power, rtol=1e-9)


def test_angular_momentum_about_another_point(urdf, table):
    about = np.array([0.3, -0.2, 0.5])
    here = columns_of(run("momentum", "--urdf", urdf, "--motion", table))
    there = columns_of(run("momentum", "--urdf", urdf, "--motion", table, "--about", *about))
    shift = np.cross(-about, vector(here, "px py pz"))
    expected = vector(here, "Lx Ly Lz") + shift
    np.testing.assert_allclose(vector(there, "Lx Ly Lz"), expected, atol=1e-12)


def test_the_motion_of_a_point(urdf, table):
    """A point off the origin turns with the link; orientation and spin fit together."""
    robot, point = hod.Robot.from_urdf(urdf), (0.1, -0.2, 0.3)
    words = ["kinematics", "--urdf", urdf, "--motion", table, "--link", "hand"]
    found = columns_of(run(*words, "--point", *point))
    origin = columns_of(run(*words))
    turn = Rotation.from_quat(vector(found, "hand.qx hand.qy hand.qz hand.qw"))
    arm = turn.apply(point)
    place, spin = vector(found, "hand.x hand.y hand.z"), vector(found, "hand.wx hand.wy hand.wz")
    np.testing.assert_allclose(place - vector(origin, "hand.x hand.y hand.z"), arm, atol=1e-12)
    velocity = vector(found, "hand.d1x hand.d1y hand.d1z")
    base = vector(origin, "hand.d1x hand.d1y hand.d1z")
    np.testing.assert_allclose(velocity - base, np.cross(spin, arm), atol=1e-12)
    jerk = kinematics.point_motion(robot, motion(10), "hand", 3, point=point)[:, 3]
    np.testing.assert_array_equal(vector(found, "hand.d3x hand.d3y hand.d3z"), jerk)


def test_quaternions_keep_their_sign_along_a_motion(urdf, tmp_path):
    turning = np.zeros((200, 1, 3))
    turning[:, 0, 1] = np.linspace(0.0, 4.0 * np.pi, 200)
    write_motion(tmp_path / "turning.csv", turning)
    words = ["--motion", tmp_path / "turning.csv", "--link", "fore", "--link", "hand"]
    found = columns_of(run("kinematics", "--urdf", urdf, *words, "--order", 0))
    for link in ("fore", "hand"):
        values = vector(found, " ".join(f"{link}.{name}" for name in ("qx", "qy", "qz", "qw")))
        assert values[0, 3] >= 0.0
        assert np.abs(np.diff(values, axis=0)).max() < 0.05


def test_the_sign_of_quaternions_goes_on_from_part_to_part():
    turns = Rotation.from_euler("z", np.linspace(0.0, 12.0, 60)[:, None]).as_matrix()
    parts = Quaternions()
    found = np.concatenate([parts.of(part) for part in np.array_split(turns, 7)])
    np.testing.assert_array_equal(found, Quaternions().of(turns))
    assert np.abs(np.diff(found, axis=0)).max() < 0.11


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["kinematics", "--link", "hand", "--link", "hand"], "--link: found 'hand' 2 times"),
        (["reactions", "--joint", "elbow", "--joint", "elbow"], "--joint: found 'elbow' 2 times"),
        (["kinematics", "--link", "hnad"], "--link: found 'hnad', expected hand"),
        (["reactions", "--joint", "wing"], "--joint: found 'wing', expected one of"),
    ],
)
def test_names_that_the_robot_lacks_or_that_repeat(words, expected, urdf, table):
    result = run(*words, "--urdf", urdf, "--motion", table)
    assert (result.returncode, result.stdout) == (1, "")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["kinematics", "--gravity", "0", "0", "-1"],
        ["momentum", "--gravity", "0", "0", "-1"],
        ["energies", "--gravity", "0", "0", "-1"],
        ["kinematics", "--mass-distribution", "m.yaml"],
        ["momentum", "--angles", "zyx"],
        ["experiment", "fanuc_lrmate", "--out", "nowhere", "--gravity", "0", "0", "-1"],
    ],
    ids=" ".join,
)
def test_options_that_change_nothing_are_refused(words, urdf, table):
    robot = [] if words[0] == "experiment" else ["--urdf", urdf, "--motion", table]
    result = run(*words, *robot)
    assert (result.returncode, result.stdout) == (2, "")
    assert f"hod {words[0]}: found " in result.stderr
    assert result.stderr.count("\n") == 1
    assert "--gravity" not in run("kinematics", "--help").stdout


def test_payloads_count_in_the_centre_of_mass(urdf, table, tmp_path):
    link = hod.Robot.from_urdf(urdf).link_names[-1]
    arm = tmp_path / "arm.yaml"
    arm.write_text(
        f"urdf: {urdf}\npayload: {{link: {link}, mass: 1.0e+9, center: [0, 0.1, 0.2]}}\n"
    )
    found = columns_of(run("momentum", "--robot", arm, "--motion", table, "--order", 0))
    point = (0.0, 0.1, 0.2)
    expected = [
        kinematics.point_motion(hod.Robot.from_file(arm), state, link, 0, point=point)[0]
        for state in motion(10)
    ]
    np.testing.assert_allclose(vector(found, "cx cy cz"), expected, atol=1e-6)


@pytest.mark.parametrize("verb", ["momentum", "kinematics"])
def test_an_arm_on_a_base_that_moves_is_refused(verb, urdf, table, tmp_path):
    arm = tmp_path / "arm.yaml"
    arm.write_text(f"urdf: {urdf}\nbase: {{velocity: [1, 0, 0]}}\n")
    result = run(verb, "--robot", arm, "--motion", table)
    assert (result.returncode, result.stdout) == (1, "")
    assert "found a base that moves, expected one at rest" in result.stderr


def test_positions_of_an_arm_on_a_base_that_moves_are_seen_from_it(urdf, table, tmp_path):
    arm = tmp_path / "arm.yaml"
    arm.write_text(f"urdf: {urdf}\nbase: {{velocity: [1, 0, 0]}}\n")
    rest = run("kinematics", "--urdf", urdf, "--motion", table, "--order", 0)
    carried = run("kinematics", "--robot", arm, "--motion", table, "--order", 0)
    assert (carried.returncode, carried.stdout) == (0, rest.stdout)


UNSTEADY = "{angular_velocity: [0, 1, 0]}"
STEADY = "{angular_velocity: [0, 0, 1], acceleration: [0, 0, 2]}"


@pytest.mark.parametrize(
    ("verb", "options"), [("forces", ["--limits"]), ("forces", ["--terms"]), ("reactions", [])]
)
def test_one_instant_of_a_base_that_tumbles_is_refused_for_a_motion(
    verb, options, urdf, table, tmp_path
):
    arm, out = tmp_path / "arm.yaml", tmp_path / "out.csv"
    arm.write_text(f"urdf: {urdf}\nbase: {UNSTEADY}\n")
    result = run(verb, "--robot", arm, "--motion", table, "--out", out, *options)
    assert (result.returncode, result.stdout, out.exists()) == (1, "", False)
    assert (
        "found a base at one instant of a motion that changes, expected a steady" in result.stderr
    )
    one = tmp_path / "one.csv"
    one.write_text("".join(table.read_text().splitlines(keepends=True)[:2]))
    assert run(verb, "--robot", arm, "--motion", one, *options).returncode == 0
    arm.write_text(f"urdf: {urdf}\nbase: {STEADY}\n")
    assert run(verb, "--robot", arm, "--motion", table, *options).returncode == 0


def test_energies_do_not_weigh(urdf, table, tmp_path):
    arm = tmp_path / "arm.yaml"
    command = ("energies", "--robot", arm, "--motion", table, "--max-order", 2)
    arm.write_text(f"urdf: {urdf}\nbase: {UNSTEADY}\n")
    assert run(*command).returncode == 0
    arm.write_text(f"urdf: {urdf}\nbase: {{acceleration: [[0, 0, 1], [0, 0, 1]]}}\n")
    result = run(*command)
    assert (result.returncode, result.stdout) == (1, "")
    assert "angular velocity nor its acceleration may change" in result.stderr
