# SPDX-License-Identifier: Apache-2.0
"""Energies by component, theorems per body, reactions, wrenches and Jacobian factors."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import pytest

import hod
from hod import classic
from hod.command.main import main
from hod.kinematics import (
    kinetic_energy,
    mass_moment,
    momentum,
    operational_motion,
    point_motion,
)
from robots import FORKED, UNEQUAL_ARM, motion, write_motion

ROBOT = hod.Robot.from_urdf(UNEQUAL_ARM)
LINKS = ROBOT.link_names[1:]  # one body each, in the order of the bodies
ORDERS = 9


@pytest.fixture
def given():
    return motion(rows=ORDERS, seed=11)


@pytest.fixture(params=[UNEQUAL_ARM, FORKED], ids=["arm", "forked"])
def robot(request):
    return hod.Robot.from_urdf(request.param)


@pytest.fixture
def moved(robot):
    return motion(rows=ORDERS, dof=robot.dof, seed=13)


def by_column(robot, columns):
    """Sum columns of bodies whose joints follow the same one, (6, bodies) to (6, joints)."""
    summed = np.zeros((6, robot.dof))
    for body, column in zip(classic.moving_bodies(robot), columns.T, strict=True):
        summed[:, body.column] += body.multiplier * column
    return summed


def path_to(robot, link):
    """Bodies between the base and a link, the nearest to the base first."""
    bodies, path = classic.moving_bodies(robot), [classic.body_of(robot, link)]
    while bodies[path[0]].parent >= 0:
        path.insert(0, bodies[path[0]].parent)
    return path


def rates(link, given, rows=6):
    """w, w', ... by the fast pass."""
    return operational_motion(ROBOT, given, link, rows)[:, 3:]


def turned(link, given, tensor):
    rotation = classic.differential_matrix(ROBOT, given[0], link)[:3, :3]
    return rotation @ tensor @ rotation.T


def particles(link):
    """Seven masses with the mass, centre and inertia of a link, in its frame."""
    body = ROBOT.masses[link]
    moments = body.principal_moments.sum() / 2 - body.principal_moments  # of I_p
    points, masses = [body.center], [body.mass / 2]
    for axis, moment in zip(body.principal_axes.T, moments, strict=True):
        for sign in (1, -1):
            masses.append(body.mass / 12)
            points.append(body.center + sign * axis * np.sqrt(moment / 2 / masses[-1]))
    return np.array(masses), np.array(points)


def paths(link, given, rows=ORDERS - 1):
    """Masses and positions of the particles with derivatives, (particles, rows, 3)."""
    masses, points = particles(link)
    moved = [point_motion(ROBOT, given, link, rows - 1, point=point) for point in points]
    return masses, np.array(moved)


@pytest.mark.parametrize("p", [1, 2, 3, 4, 5])
def test_components_add_up_to_the_energy(robot, moved, p):
    parts = classic.energy_components(robot, moved, p)
    np.testing.assert_allclose(parts.total(), classic.energy_by_trace(robot, moved, p), rtol=1e-11)
    np.testing.assert_array_equal(parts.total(0), parts.translation)
    np.testing.assert_array_equal(parts.total(1), parts.rotation)


@pytest.mark.parametrize("elastic", [False, True])
def test_components_add_up_to_the_energy_with_rotors(robot, moved, elastic):
    sprung = hod.Drive(motor_inertia=0.02, gear_ratio=5.0, stiffness=1e4)
    drives = {
        name: replace(sprung, stiffness=np.inf) if joint.is_mimic else sprung
        for name, joint in robot.joints.items()
    }
    driven = robot.replace(drives=drives, elastic=elastic)
    for p in (1, 2, 3):
        found = classic.energy_components(driven, moved, p).total().sum()
        np.testing.assert_allclose(found, hod.energies(driven, moved, p)[p], rtol=1e-11)


@pytest.mark.parametrize("p", [1, 2, 3])
def test_components_are_what_they_are_called(given, p):
    """Each scales by its own power when one derivative of w alone is made larger."""
    parts = classic.energy_components(ROBOT, given, p)
    for index, link in enumerate(LINKS):
        body, w = ROBOT.masses[link], rates(link, given)
        center = point_motion(ROBOT, given, link, p + 1, point=body.center)[p + 1]
        inertia = turned(link, given, body.inertia)
        np.testing.assert_allclose(parts.translation[index], body.mass * center @ center / 2)
        np.testing.assert_allclose(parts.highest[index], w[p] @ inertia @ w[p] / 2)
        steady = (w[0] @ w[0]) ** p * w[0] @ inertia @ w[0] / 2
        np.testing.assert_allclose(parts.velocity[index], steady)
        planar = turned(link, given, body.planar)
        rotation = [
            classic.explicit_rotational_energy(p, np.vstack([w[:p], s * w[p]]), planar)
            for s in (1.0, -1.0)
        ]
        np.testing.assert_allclose(parts.rotation[index], rotation[0])
        np.testing.assert_allclose(parts.mixed[index], (rotation[0] - rotation[1]) / 2, atol=1e-15)
    if p == 1:
        np.testing.assert_allclose(parts.lower, 0.0, atol=1e-13)


def test_first_energy_is_the_same_about_any_pole(given):
    expected = classic.energy_by_trace(ROBOT, given, 1)
    np.testing.assert_allclose(classic.first_energy_about(ROBOT, given), expected, rtol=1e-12)
    poles = np.random.default_rng(3).standard_normal((3, 3))
    found = classic.first_energy_about(ROBOT, given, poles)
    np.testing.assert_allclose(found, expected, rtol=1e-11)


@pytest.mark.parametrize("about", [None, [0.3, -1.0, 2.0]])
def test_theorems_are_those_of_particles(given, about):
    order = 3
    found = classic.body_theorems(ROBOT, given, order, about)
    for index, link in enumerate(LINKS):
        masses, path = paths(link, given)
        center = np.tensordot(masses, path, 1) / masses.sum()
        pole = np.zeros_like(center)
        pole[0] = 0.0 if about is None else about
        arms = path - (center if about is None else pole)
        for k in range(order + 1):
            weighted = np.tensordot(masses, path, 1)
            np.testing.assert_allclose(found.momentum[index, k], weighted[k + 1], rtol=1e-9)
            np.testing.assert_allclose(found.force[index, k], weighted[k + 2], rtol=1e-9)
            about_pole = moments(masses, arms, path[:, 1:], k)
            np.testing.assert_allclose(found.angular_momentum[index, k], about_pole, rtol=1e-9)
            about_center = moments(masses, path - center, path[:, 2:], k)
            np.testing.assert_allclose(found.moment[index, k], about_center, rtol=1e-8, atol=1e-9)
            speeds = sum(
                comb(k, i) * masses @ np.sum(path[:, i + 1] * path[:, k - i + 1], axis=1)
                for i in range(k + 1)
            )
            np.testing.assert_allclose(found.kinetic_energy[index, k], speeds / 2, rtol=1e-9)


def moments(masses, arms, vectors, k):
    """k-th derivative of the sum of m arm x vector."""
    terms = [comb(k, i) * np.cross(arms[:, i], vectors[:, k - i]) for i in range(k + 1)]
    return masses @ np.sum(terms, axis=0)


def test_theorems_of_the_bodies_add_up_to_those_of_the_robot(robot, moved):
    found = classic.body_theorems(robot, moved, 2, [1.0, 2.0, 3.0])
    total = momentum(robot, moved, 2, about=[1.0, 2.0, 3.0])
    np.testing.assert_allclose(found.momentum.sum(axis=0), total[:, :3], rtol=1e-11)
    np.testing.assert_allclose(found.angular_momentum.sum(axis=0), total[:, 3:], rtol=1e-10)
    np.testing.assert_allclose(found.kinetic_energy.sum(axis=0), kinetic_energy(robot, moved, 2))


def test_moment_is_eulers(given):
    found = classic.body_theorems(ROBOT, given, 0)
    for index, link in enumerate(LINKS):
        w, e = rates(link, given, 2)
        inertia = turned(link, given, ROBOT.masses[link].inertia)
        np.testing.assert_allclose(found.moment[index, 0], inertia @ e + np.cross(w, inertia @ w))


LOADED = ROBOT.replace(
    loads=[
        hod.Load("hand", (3.0, -2.0, 5.0), (0.4, 0.1, -0.6), point=(0.1, 0.2, 0.0)),
        hod.Load("fore", (1.0, 1.0, 2.0), (0.0, 0.3, 0.2), frame="world"),
    ]
)


def in_world(robot, given, wrenches):
    """Wrenches in body axes (hod.reactions) in those of the root link."""
    turns = [classic.differential_matrix(robot, given[0], link)[:3, :3] for link in LINKS]
    return np.array(
        [np.hstack([t @ w[:3], t @ w[3:]]) for t, w in zip(turns, wrenches, strict=True)]
    )


@pytest.mark.parametrize(
    ("delta_m", "delta_theta", "without"),
    [
        (-1, 1, ()),
        (1, 1, ("loads",)),
        (0, 1, ("gravity", "motion")),
        (-1, 0, ("motion",)),
        (1, 0, ("loads", "motion")),
    ],
)
def test_reactions_are_those_of_the_fast_pass(given, delta_m, delta_theta, without):
    """The operators leave out what the fast pass is not given."""
    less = {"loads": {"loads": []}, "gravity": {"gravity": (0.0, 0.0, 0.0)}}
    robot, moved = LOADED, given.copy()
    for name in without:
        if name == "motion":
            moved[1:] = 0.0
        else:
            robot = robot.replace(**less[name])
    expected = in_world(robot, moved, hod.reactions(robot, moved, 0)[1:, 0])
    found = classic.joint_reactions(LOADED, given, delta_m=delta_m, delta_theta=delta_theta)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-11)


def test_everything_counts_unless_it_is_left_out(given):
    everything = classic.joint_reactions(LOADED, given, delta_m=-1, delta_theta=1)
    np.testing.assert_array_equal(classic.joint_reactions(LOADED, given), everything)
    assert classic.body_theorems(ROBOT, given).momentum.shape == (len(LINKS), 3, 3)


@pytest.mark.parametrize("point", [(0.0, 0.0, 0.0), (0.4, -2.0, 1.0)])
def test_reduced_wrenches_give_the_forces_by_their_jacobian(given, point):
    terms = hod.force_terms(LOADED, given, 0)
    jacobian = classic.screw_jacobian(LOADED, given[0], "hand", point)
    for name, wrenches in classic.reduced_wrenches(LOADED, given, point).items():
        forces = np.sum(jacobian.T * wrenches, axis=1)
        np.testing.assert_allclose(forces, terms[name][0], rtol=1e-10, atol=1e-11, err_msg=name)


def test_jacobian_by_screws_and_by_factors_is_that_of_the_fast_pass(robot, moved):
    for link in robot.link_names[1:]:
        point = point_motion(robot, moved, link, 0)[0]
        screws = classic.screw_jacobian(robot, moved[0], link, point)
        expected = hod.jacobian(robot, moved, link, order=0)[0]
        np.testing.assert_allclose(by_column(robot, screws), expected, atol=1e-12)
        factors = classic.jacobian_factors(robot, moved[0], link)
        path = path_to(robot, link)
        columns = np.array([factor.product for factor in factors]).T
        np.testing.assert_allclose(columns, screws[:, path], atol=1e-12)
        for i, factor in enumerate(factors):
            assert factor.third.shape == (9, 12 + 3 * (len(path) - 1 - i))


def test_wrenches_of_a_tree_are_those_of_the_fast_pass():
    robot = hod.Robot.from_urdf(FORKED)
    robot = robot.replace(loads=[hod.Load("hand", (3.0, -2.0, 5.0), (0.4, 0.1, -0.6))])
    given = motion(rows=3, dof=robot.dof, seed=14)
    bodies = classic.moving_bodies(robot)
    reactions = classic.joint_reactions(robot, given)
    own = hod.reactions(robot, given, 0)[1:, 0]
    terms = hod.force_terms(robot, given, 0)
    point = np.array([0.3, -0.4, 0.8])
    wrenches = classic.reduced_wrenches(robot, given, point)
    forces = {name: np.zeros(robot.dof) for name in wrenches}
    for index, body in enumerate(bodies):
        link = next(name for name in robot.link_names if classic.body_of(robot, name) == index)
        pose = classic.differential_matrix(robot, given[0], link)
        expected = np.hstack([pose[:3, :3] @ own[index, :3], pose[:3, :3] @ own[index, 3:]])
        np.testing.assert_allclose(reactions[index], expected, atol=1e-11)
        column = classic.screw_jacobian(robot, given[0], link, point)[:, index]
        for name, wrench in wrenches.items():
            forces[name][body.column] += body.multiplier * column @ wrench[index]
    for name, force in forces.items():
        np.testing.assert_allclose(force, terms[name][0], atol=1e-11, err_msg=name)


def test_screws_are_in_the_axes_of_the_root_link():
    bodies = classic.moving_bodies(ROBOT)
    assert [body.joint for body in bodies] == ROBOT.joint_names
    for body in bodies:
        twist = np.zeros((4, 4))
        if body.is_revolute:
            twist[:3, :3] = np.cross(np.eye(3), body.axis)
            twist[:3, 3] = np.cross(body.point, body.axis)
        else:
            twist[:3, 3] = body.axis
        np.testing.assert_allclose(body.twist, twist, atol=1e-15)
    assert [classic.body_of(ROBOT, link) for link in ROBOT.link_names] == [-1, 0, 1, 2]


def test_command_writes_components(tmp_path):
    (tmp_path / "arm.urdf").write_text(UNEQUAL_ARM)
    batch = motion(3, rows=4, seed=12)
    write_motion(tmp_path / "motion.csv", batch)
    given = ["energies", "--urdf", f"{tmp_path}/arm.urdf", "--motion", f"{tmp_path}/motion.csv"]
    out = tmp_path / "out.csv"
    assert main([*given, "--max-order", "2", "--components", "--out", str(out)]) == 0
    names = out.read_text().splitlines()[0].split(",")
    values = np.loadtxt(out, delimiter=",", skiprows=1)
    table = dict(zip(names, values.T, strict=True))
    assert len(names) == 3 + len(LINKS) * 2 * 5
    for p in (1, 2):
        summands = [row for name, row in table.items() if f".E{p}." in name]
        np.testing.assert_allclose(np.sum(summands, axis=0), table[f"E{p}"], rtol=1e-11)
        for state, rows in enumerate(batch):
            parts = classic.energy_components(ROBOT, rows, p)
            for body, link in enumerate(LINKS):
                assert table[f"{link}.E{p}.mixed"][state] == parts.mixed[body]
                assert table[f"{link}.E{p}.translation"][state] == parts.translation[body]


@pytest.mark.parametrize(
    ("drives", "columns"),
    [
        ("{elbow: {motor_inertia: 0.1}}", 6),
        ("{elbow: {motor_inertia: 0.1, stiffness: 1000}}\ndrive: elastic", 5),
    ],
)
def test_components_of_the_command_have_the_rotors_that_count(tmp_path, drives, columns):
    (tmp_path / "arm.urdf").write_text(UNEQUAL_ARM)
    (tmp_path / "arm.yaml").write_text(f"urdf: arm.urdf\ndrives: {drives}\n")
    write_motion(tmp_path / "motion.csv", motion(3, rows=3, seed=12))
    out = tmp_path / "out.csv"
    given = ["--robot", f"{tmp_path}/arm.yaml", "--motion", f"{tmp_path}/motion.csv"]
    options = ["--max-order", "1", "--components", "--out", str(out)]
    assert main(["energies", *given, *options]) == 0
    values = np.loadtxt(out, delimiter=",", skiprows=1)
    assert values.shape == (3, 2 + columns * len(LINKS))
    np.testing.assert_allclose(values[:, 2:].sum(axis=1), values[:, 1], rtol=1e-11)


def test_components_of_the_command_with_a_base_that_moves_are_refused(tmp_path, capsys):
    (tmp_path / "arm.urdf").write_text(UNEQUAL_ARM)
    (tmp_path / "arm.yaml").write_text("urdf: arm.urdf\nbase: {acceleration: [[1, 2, 3]]}\n")
    write_motion(tmp_path / "motion.csv", motion(3, rows=3, seed=12))
    given = ["--robot", f"{tmp_path}/arm.yaml", "--motion", f"{tmp_path}/motion.csv"]
    assert main(["energies", *given, "--max-order", "1", "--components"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "found a base that moves, expected one at rest: summands of energies" in said.err


TURN = np.array([[0.0, 0.0, 1.0], [0.8, 0.6, 0.0], [-0.6, 0.8, 0.0]])  # of a base on a wall


def test_wrenches_of_a_turned_base_are_those_of_the_fast_pass(given):
    """In the axes of the root link, in which gravity and the loads of the world are turned back."""
    turned_base = LOADED.replace(base=hod.BaseMotion(rotation=TURN))
    terms = hod.force_terms(turned_base, given, 0)
    point = np.array([0.3, -0.4, 0.8])
    jacobian = classic.screw_jacobian(turned_base, given[0], "hand", point)
    for name, wrenches in classic.reduced_wrenches(turned_base, given, point).items():
        forces = np.sum(jacobian.T * wrenches, axis=1)
        np.testing.assert_allclose(forces, terms[name][0], rtol=1e-10, atol=1e-11, err_msg=name)
    expected = in_world(turned_base, given, hod.reactions(turned_base, given, 0)[1:, 0])
    found = classic.joint_reactions(turned_base, given)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize(
    "call",
    [
        lambda robot, rows: classic.joint_reactions(robot, rows),
        lambda robot, rows: classic.reduced_wrenches(robot, rows, np.zeros(3)),
        lambda robot, rows: classic.body_theorems(robot, rows, 1),
        lambda robot, rows: classic.energy_components(robot, rows, 1),
        lambda robot, rows: classic.first_energy_about(robot, rows),
        lambda robot, rows: classic.energy_by_trace(robot, rows, 1),
        lambda robot, rows: classic.energy_by_parts(robot, rows, 1),
        lambda robot, rows: classic.energy_by_rotation(robot, rows, 1),
        lambda robot, rows: classic.energy_explicit(robot, rows, 1),
        lambda robot, rows: classic.energy_by_matrices(robot, rows, 1),
        lambda robot, rows: classic.energy_by_partitions(robot, rows, 1),
        lambda robot, rows: classic.energy_derivatives(robot, rows, 1),
        lambda robot, rows: classic.forces_by_leibniz(robot, rows),
        lambda robot, rows: classic.forces_by_matrices(robot, rows),
        lambda robot, rows: classic.gravity_forces(robot, rows),
        lambda robot, rows: classic.gravity_force_by_lemma(robot, rows, 1),
        lambda robot, rows: kinetic_energy(robot, rows, 0),
        lambda robot, rows: momentum(robot, rows, 0),
        lambda robot, rows: mass_moment(robot, rows, 1),
        lambda robot, rows: point_motion(robot, rows, "hand", 1),
        lambda robot, rows: operational_motion(robot, rows, "hand", 1),
    ],
)
@pytest.mark.parametrize("way", ["velocity", "angular_velocity", "acceleration"])
def test_a_base_that_moves_is_refused(call, way, given):
    rates = (1.0, 0.0, 0.0) if way == "velocity" else [(1.0, 0.0, 0.0)]
    carried = ROBOT.replace(base=hod.BaseMotion(**{way: rates}))
    with pytest.raises(hod.Error, match=r"^arm: found a base that moves, expected one at rest: "):
        call(carried, given)


def test_positions_are_those_seen_from_a_base_that_moves(given):
    carried = ROBOT.replace(base=hod.BaseMotion(velocity=(1.0, 0.0, 0.0)))
    for call in (mass_moment, lambda *rest: point_motion(*rest[:2], "hand", rest[2])):
        np.testing.assert_array_equal(call(carried, given, 0), call(ROBOT, given, 0))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: classic.energy_components(ROBOT, motion(rows=2), 1), "at least 3 rows"),
        (lambda: classic.energy_components(ROBOT, motion(rows=3), 0), "order 0"),
        (lambda: classic.energy_components(ROBOT, motion(rows=3), 1).total(2), "Delta_M"),
        (lambda: classic.body_theorems(ROBOT, motion(rows=3), 1), "at least 4 rows"),
        (lambda: classic.body_theorems(ROBOT, motion(rows=3), -1), "order -1"),
        (lambda: classic.body_theorems(ROBOT, motion(rows=3), 0, [1.0]), "about"),
        (lambda: classic.joint_reactions(ROBOT, motion(rows=3), delta_m=2), "Delta_m 2"),
        (lambda: classic.jacobian_factors(ROBOT, [0.0], "hand"), "position"),
        (lambda: classic.screw_jacobian(ROBOT, np.zeros(3), "nose", np.zeros(3)), "nose"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(call, words):
    with pytest.raises(hod.Error, match=words):
        call()
