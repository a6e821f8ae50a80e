# SPDX-License-Identifier: Apache-2.0
"""Floating and planar joints as coordinates, against Pinocchio's free flyer and planar joint."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial, chebyshev

import hod
from hod import classic
from hod.command.main import main
from robots import UNEQUAL_ARM, link, motion, urdf_of, write_motion

pin = pytest.importorskip("pinocchio")


def polynomial(rows, time):
    """A motion at a time, from its derivatives at zero; so many rows again."""
    moved = np.zeros_like(rows)
    for k in range(len(rows)):
        factor = 1.0
        for i in range(k, len(rows)):
            moved[k] += factor * rows[i]
            factor *= time / (i - k + 1)
    return moved


def derivatives(function, count):
    """Taylor's, through values at Chebyshev's points."""
    times = chebyshev.chebpts1(21) * 0.15
    values = np.array([function(time) for time in times])
    fits = [Polynomial.fit(times, column, 20) for column in values.T]
    return np.array([[fit.deriv(k)(0.0) if k else fit(0.0) for fit in fits] for k in range(count)])


def flyer(model, data, axes, rows):
    """Forces of displacements, angles and joints by a free flyer's wrench in body axes."""
    place, angles, joints = rows[:, :3], rows[:, 3:6], rows[:, 6:]
    rotation = classic.rotation_matrix(axes, angles[:1])[0]
    omega, epsilon = classic.angular_velocity(axes, angles[:3])
    body_omega, velocity = rotation.T @ omega, rotation.T @ place[1]
    turn = pin.Quaternion(rotation).coeffs()
    acceleration = rotation.T @ place[2] - np.cross(body_omega, velocity)
    shoulder, elbow, slide = joints[0]
    configuration = [shoulder, np.cos(elbow), np.sin(elbow), slide]  # the elbow is continuous
    force = pin.rnea(
        model,
        data,
        np.concatenate([place[0], turn, configuration]),
        np.concatenate([velocity, body_omega, joints[1]]),
        np.concatenate([acceleration, rotation.T @ epsilon, joints[2]]),
    )
    jacobian = classic.angle_jacobian(axes, angles[:1])[0]
    moment = jacobian.T @ rotation @ force[3:6]
    return np.concatenate([rotation @ force[:3], moment, force[6:]])


@pytest.mark.parametrize("axes", ["xyz", "zyx", "zxz", "yxy"])
def test_forces_are_those_of_pinocchios_free_flyer(axes, tmp_path):
    (tmp_path / "arm.urdf").write_text(UNEQUAL_ARM)
    model = pin.buildModelFromUrdf(str(tmp_path / "arm.urdf"), pin.JointModelFreeFlyer())
    data = model.createData()
    robot = hod.Robot.from_urdf(classic.with_free_joints(UNEQUAL_ARM, axes, base="free"))
    assert robot.dof == 9
    assert robot.joint_names[0] == "free.x"
    order = [robot.joint_names.index(name) for name in ("shoulder", "elbow", "slide")]
    assert order == [6, 7, 8]
    assert list(model.names)[2:] == ["shoulder", "elbow", "slide"]
    rows = motion(rows=5, dof=9, seed=21)
    found = hod.forces(robot, rows, 2)
    expected = derivatives(lambda t: flyer(model, data, axes, polynomial(rows, t)), 3)
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found[1:], expected[1:], rtol=1e-5, atol=1e-4)


def test_energies_and_momenta_count_the_free_body(tmp_path):
    """A free body alone: translation and rotation, and no force but its weight at rest."""
    body = urdf_of(link("body", 2.0))
    robot = hod.Robot.from_urdf(classic.with_free_joints(body, "zyx", base="free"))
    rows = motion(rows=5, dof=6, seed=22)
    whole = classic.energy_components(robot, rows, 1)
    assert np.count_nonzero(whole.translation) == 1
    np.testing.assert_allclose(whole.total().sum(), hod.energies(robot, rows, 1)[1], rtol=1e-12)
    still = np.zeros((3, 6))
    np.testing.assert_allclose(hod.forces(robot, still, 0)[0, :3], [0, 0, 2 * 9.81], atol=1e-12)


PLANAR = urdf_of(
    link("base"),
    link("sled", 3.0),
    '<joint name="ice" type="planar"><parent link="base"/><child link="sled"/>'
    '<origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.5"/><axis xyz="0 0 2"/></joint>',
)


def test_a_planar_joint_is_pinocchios(tmp_path):
    robot = hod.Robot.from_urdf(classic.with_free_joints(PLANAR))
    assert robot.joint_names == ["ice.u", "ice.v", "ice.angle"]
    model = pin.Model()
    sled = robot.masses["sled"]
    placement = pin.SE3(pin.rpy.rpyToMatrix(0.3, -0.2, 0.5), np.array([0.1, 0.2, 0.3]))
    joint = model.addJoint(0, pin.JointModelPlanar(), placement, "ice")
    inertia = pin.Inertia(sled.mass, sled.center, sled.inertia)
    model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
    rows = motion(rows=3, dof=3, seed=23)
    axes = np.array([_axis(robot, name) for name in ("ice.u", "ice.v")])[:, :2]
    place = rows[:, :2] @ axes  # in Pinocchio's x and y
    angle, rate, second = rows[:, 2]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    velocity = turn.T @ place[1]
    acceleration = turn.T @ place[2] - rate * np.array([-velocity[1], velocity[0]])
    force = pin.rnea(
        model,
        model.createData(),
        np.array([*place[0], np.cos(angle), np.sin(angle)]),
        np.array([*velocity, rate]),
        np.array([*acceleration, second]),
    )
    expected = [*(axes @ turn @ force[:2]), force[2]]
    np.testing.assert_allclose(hod.forces(robot, rows, 0)[0], expected, rtol=1e-11, atol=1e-11)


def test_axes_in_a_plane_across_z_are_x_and_y():
    robot = hod.Robot.from_urdf(classic.with_free_joints(PLANAR))
    axes = [_axis(robot, name) for name in robot.joint_names]
    np.testing.assert_allclose(axes, np.eye(3), atol=1e-15)


def _axis(robot, name):
    """Axis of a joint in the axes of the planar joint."""
    body = next(body for body in classic.moving_bodies(robot) if body.joint == name)
    return body.home[:3, :3].T @ body.axis


@pytest.mark.parametrize("normal", ["1 0 0", "0 -1 0", "1 2 3"])
def test_axes_of_a_planar_joint_are_right_handed(normal):
    text = PLANAR.replace("0 0 2", normal)
    robot = hod.Robot.from_urdf(classic.with_free_joints(text))
    first, second, third = (_axis(robot, name) for name in robot.joint_names)
    given = np.array([float(number) for number in normal.split()])
    np.testing.assert_allclose(third, given / np.linalg.norm(given), atol=1e-15)
    np.testing.assert_allclose(np.cross(first, second), third, atol=1e-14)


def test_command_takes_a_free_base_and_floating_joints(tmp_path):
    body = urdf_of(link("body", 2.0))
    fixed = '<joint name="free" type="floating"><parent link="base"/><child link="body"/></joint>'
    robot = hod.Robot.from_urdf(classic.with_free_joints(body, "zyx", base="free"))
    rows = motion(4, rows=5, dof=6, seed=24)
    write_motion(tmp_path / "motion.csv", rows, robot.joint_names)
    expected = hod.forces(robot, rows, 2).swapaxes(1, 2).reshape(4, -1)
    for name, urdf, options in (
        ("free.urdf", body, ["--free-base", "--angles", "zyx"]),
        ("floating.urdf", urdf_of(link("base"), link("body", 2.0), fixed), ["--angles", "zyx"]),
    ):
        (tmp_path / name).write_text(urdf)
        out = tmp_path / "forces.csv"
        files = ["--urdf", f"{tmp_path}/{name}", "--motion", f"{tmp_path}/motion.csv"]
        assert main(["forces", *files, *options, "--out", str(out)]) == 0
        found = np.loadtxt(out, delimiter=",", skiprows=1)
        np.testing.assert_allclose(found[:, 1:], expected, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--angles", "xyz"], 2, "--urdf"),
        (["--urdf", "body.urdf", "--free-base", "--angles", "xxy"], 1, "'xxy', expected one of"),
        (["--urdf", "body.urdf", "--angles", "zyx"], 2, "without floating and planar joints"),
        (["--urdf", "none.urdf", "--free-base"], 1, "none.urdf"),
        (["--urdf", "world.urdf", "--free-base"], 1, "not named world"),
        (["--urdf", "planar.urdf"], 1, "'ice' is planar"),
    ],
)
def test_command_refuses_in_one_sentence(options, code, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "body.urdf").write_text(urdf_of(link("body")))
    (tmp_path / "world.urdf").write_text(urdf_of(link("world")))
    (tmp_path / "planar.urdf").write_text(PLANAR)
    (tmp_path / "arm.yaml").write_text("urdf: planar.urdf")
    robot = [] if "--urdf" in options else ["--robot", "arm.yaml"]
    try:
        found = main(["forces", *robot, *options, "--motion", "m.csv", "--out", "f.csv"])
    except SystemExit as stop:
        found = stop.code
    assert found == code
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error
    assert len(error.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: classic.with_free_joints(UNEQUAL_ARM, "xxx"), "'xxx', expected one of xyz"),
        (lambda: classic.with_free_joints("arm.urdf"), "no XML"),
        (lambda: classic.with_free_joints(PLANAR.replace("0 0 2", "0 0 0")), "three numbers"),
        (lambda: classic.with_free_joints(PLANAR.replace("0 0 2", "up")), "three numbers"),
        (
            lambda: classic.with_free_joints(UNEQUAL_ARM.replace('"base"', '"world"'), base="f"),
            "world",
        ),
        (lambda: classic.with_free_joints(urdf_of(link("a"), link("b")), base="f"), "a, b"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(call, words):
    with pytest.raises(hod.Error, match=words):
        call()
