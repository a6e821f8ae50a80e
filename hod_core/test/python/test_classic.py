# SPDX-License-Identifier: Apache-2.0
"""The papers' forms against the fast pass, against each other and against Pinocchio."""

from __future__ import annotations

import numpy as np
import pytest

import hod
from hod import classic
from hod.command.main import main
from robots import UNEQUAL_ARM, joint, link, motion, urdf_of, write_motion


@pytest.fixture
def robot():
    return hod.Robot.from_urdf(UNEQUAL_ARM)


def test_every_form_of_the_energy_is_the_fast_pass(robot):
    given = motion(rows=7)
    fast = hod.energies(robot, given, 5)
    for p in range(1, 5):
        totals = [
            classic.energy_by_trace(robot, given, p).sum(),
            classic.energy_by_parts(robot, given, p).sum(),
            classic.energy_by_rotation(robot, given, p).sum(),
            classic.energy_explicit(robot, given, p).sum(),
            classic.energy_by_matrices(robot, given, p),
            classic.energy_by_partitions(robot, given, p),
        ]
        np.testing.assert_allclose(totals, fast[p], rtol=1e-11)
    np.testing.assert_allclose(classic.energy_by_partitions(robot, given, 5), fast[5], rtol=1e-11)


def test_energy_derivatives_begin_with_the_energy_and_the_power(robot):
    given = motion(rows=7)
    for p in range(5):
        derivatives = classic.energy_derivatives(robot, given, p, 1)
        np.testing.assert_allclose(derivatives[0], hod.energies(robot, given)[p], rtol=1e-11)
    kinetic = hod.kinematics.kinetic_energy(robot, given, 4)
    np.testing.assert_allclose(classic.energy_derivatives(robot, given, 0, 4), kinetic, rtol=1e-11)


def test_energy_derivatives_are_those_of_the_matrix_products(robot):
    given = motion(rows=9)
    fast = hod.energies(robot, given, 4, derivatives=2)
    assert fast.shape == (3, 5)
    np.testing.assert_allclose(fast[0], hod.energies(robot, given, 4), rtol=1e-12)
    for p in range(5):
        classic_derivatives = classic.energy_derivatives(robot, given, p, 2)
        np.testing.assert_allclose(fast[:, p], classic_derivatives, rtol=1e-10)
    of_links = hod.energies(robot, given, 4, per_link=True, derivatives=2)
    np.testing.assert_allclose(of_links.sum(axis=-1), fast, rtol=1e-11)


def test_gravity_of_a_turned_base_is_that_of_the_fast_pass(robot):
    turned = robot.replace(base=hod.BaseMotion(rotation=np.diag([1.0, -1.0, -1.0])))
    given = motion(rows=5)
    expected = hod.force_terms(turned, given, 2)["gravity"]
    np.testing.assert_allclose(classic.gravity_forces(turned, given, 2), expected, rtol=1e-11)
    for k in (1, 2, 3):
        found = classic.gravity_force_by_lemma(turned, given, k)
        np.testing.assert_allclose(found, expected[k - 1], rtol=1e-10, atol=1e-10)


def test_the_potential_energy_of_a_turned_base(robot):
    """Its rate is the power of the forces that hold the weight."""
    tilt = np.array([[1.0, 0.0, 0.0], [0.0, 0.6, -0.8], [0.0, 0.8, 0.6]])
    turned = robot.replace(base=hod.BaseMotion(rotation=tilt))
    given = motion(rows=3)
    rate = -hod.kinematics.mass_moment(turned, given, 1)[1] @ (tilt.T @ turned.gravity)
    power = hod.force_terms(turned, given, 0)["gravity"][0] @ given[1]
    np.testing.assert_allclose(rate, power, rtol=1e-11)


def test_energies_do_not_depend_on_the_order_of_children():
    parts = [
        link("base") + link("trunk") + link("left", 2.0) + link("right", 3.0),
        joint("waist", "base", "trunk"),
        joint("port", "trunk", "left"),
        joint("starboard", "trunk", "right", kind="prismatic"),
    ]
    one = hod.Robot.from_urdf(urdf_of(*parts))
    other = hod.Robot.from_urdf(urdf_of(parts[0], parts[3], parts[2], parts[1]))
    assert one.joint_names != other.joint_names
    given = motion(rows=6)
    swapped = given[:, [one.joint_names.index(name) for name in other.joint_names]]
    np.testing.assert_allclose(hod.energies(one, given), hod.energies(other, swapped), rtol=1e-13)


def test_every_form_of_the_force_is_the_fast_pass(robot):
    given = motion(rows=8)
    weight = classic.gravity_forces(robot, given, 5)
    inertia = hod.forces(robot, given, 5) - weight
    np.testing.assert_allclose(hod.force_terms(robot, given, 5)["gravity"], weight, atol=1e-10)
    leibniz = classic.forces_by_leibniz(robot, given, 5)
    np.testing.assert_allclose(leibniz, inertia, rtol=1e-10, atol=1e-9)
    np.testing.assert_allclose(
        classic.forces_by_matrices(robot, given, 3), inertia[:4], rtol=1e-10, atol=1e-9
    )
    for k in range(1, 6):
        for m in (None, k + 2):
            force = classic.generalized_force(robot, given, k, m)
            np.testing.assert_allclose(force, inertia[k - 1], rtol=1e-9, atol=1e-8)
        np.testing.assert_allclose(
            classic.gravity_force_by_lemma(robot, given, k, 2), weight[k - 1], rtol=1e-9, atol=1e-9
        )
    for k in range(1, 4):
        force = classic.force_by_partial_derivatives(robot, given, k)
        np.testing.assert_allclose(force, inertia[k - 1], rtol=1e-10, atol=1e-9)
    force = classic.force_by_tsenov_mangeron(robot, given, 3)
    np.testing.assert_allclose(force, inertia[0], rtol=1e-10, atol=1e-10)


def test_printed_coefficients_are_wrong_from_four_on(robot):
    given = motion(rows=8)
    assert classic.exact_coefficients(5) == [1, 2, 5, 14, 42]
    assert classic.printed_coefficients(5) == [1, 2, 5, 9, 14]
    for k in range(1, 6):
        exact = classic.generalized_force(robot, given, k)
        printed = classic.generalized_force(
            robot, given, k, coefficients=classic.printed_coefficients(k)
        )
        assert np.allclose(printed, exact, rtol=1e-9) == (k <= 3)


def test_mass_matrix_is_pinocchios():
    pin = pytest.importorskip("pinocchio")
    peer = pin.buildSampleModelManipulator()
    robot = hod.Robot.from_pinocchio(peer)
    q = motion(rows=1, dof=robot.dof)[0]
    upper = pin.crba(peer, peer.createData(), q)
    expected = np.triu(upper) + np.triu(upper, 1).T
    np.testing.assert_allclose(classic.mass_matrix(robot, q), expected, rtol=1e-12, atol=1e-12)


def test_first_energy_by_its_matrices(robot):
    q, v, a = motion(rows=3)
    mass = classic.mass_matrix(robot, q)
    energy = (
        0.5 * a @ mass @ a
        + a @ classic.v_column(robot, q, v, v)
        + 0.5 * v @ classic.d_matrix(robot, q, v, v) @ v
    )
    np.testing.assert_allclose(energy, classic.energy_by_matrices(robot, [q, v, a], 1), rtol=1e-12)


def test_second_energy_by_its_matrices(robot):
    q, v, a, j = motion(rows=4)
    energy = (
        0.5 * j @ classic.mass_matrix(robot, q) @ j
        + 3 * j @ classic.v_column(robot, q, v, a)
        + j @ classic.h_matrix(robot, q, v, v) @ v
        + 4.5 * a @ classic.d_matrix(robot, q, v, a) @ v
        + 3 * a @ classic.k_column(robot, q, v)
        + 0.5 * v @ classic.n_matrix(robot, q, v) @ v
    )
    expected = hod.energies(robot, [q, v, a, j], 2)[2]
    np.testing.assert_allclose(energy, expected, rtol=1e-12)


def test_differential_matrices_are_derivatives_of_the_pose(robot):
    q = motion(rows=1)[0]
    hand, step = robot.link_names[-1], 1e-5
    for column in range(robot.dof):
        moved = [q + step * np.eye(3)[column] * sign for sign in (1, -1)]
        above, below = (classic.differential_matrix(robot, at, hand) for at in moved)
        exact = classic.differential_matrix(robot, q, hand, [robot.joint_names[column]])
        np.testing.assert_allclose((above - below) / (2 * step), exact, atol=1e-8)
    mixed = classic.differential_matrix(robot, q, hand, [0, 2, 1])
    np.testing.assert_allclose(mixed, classic.differential_matrix(robot, q, hand, [2, 1, 0]))
    base = classic.differential_matrix(robot, q, robot.link_names[0])
    np.testing.assert_array_equal(base, np.eye(4))


def test_one_revolute_joint_has_the_closed_forms():
    pendulum = hod.Robot.from_urdf(
        '<robot name="pendulum"><link name="base"/><link name="arm"><inertial>'
        '<origin xyz="0.25 0 0"/><mass value="6"/><inertia ixx="0.05" ixy="0" ixz="0" iyy="0.09" '
        'iyz="0" izz="0.07"/></inertial></link><joint name="q" type="continuous">'
        '<parent link="base"/><child link="arm"/><axis xyz="0 -1 0"/></joint></robot>'
    )
    given = motion(rows=6, dof=1)
    inertia = classic.revolute_inertia(6.0, 0.25, 0.09)
    energies = hod.energies(pendulum, given)
    forces = hod.forces(pendulum, given, 3)
    for p in range(1, 5):
        closed = classic.revolute_energy(inertia, given[:, 0], p)
        np.testing.assert_allclose(closed, energies[p], rtol=1e-11)
    for k in range(4):
        closed = classic.revolute_force(inertia, 6 * 9.81 * 0.25, 0.0, given[:, 0], k)
        np.testing.assert_allclose(closed, forces[k, 0], rtol=1e-10)


def test_rotational_energy_of_a_steady_rotation():
    planar = np.diag([0.1, 0.2, 0.3])
    rates = np.zeros((3, 3))
    rates[0] = [1.0, 2.0, -1.0]
    inertia = np.trace(planar) * np.eye(3) - planar
    expected = 0.5 * (rates[0] @ rates[0]) ** 2 * rates[0] @ inertia @ rates[0]
    np.testing.assert_allclose(classic.explicit_rotational_energy(2, rates, planar), expected)


def test_link_energies_add_up_also_where_links_are_joined(robot):
    joined = hod.Robot.from_urdf(
        UNEQUAL_ARM.replace(
            "</robot>",
            '<link name="tool"><inertial><mass value="2"/><inertia ixx="0.01" ixy="0" ixz="0" '
            'iyy="0.01" iyz="0" izz="0.01"/></inertial></link><joint name="mount" type="fixed">'
            '<parent link="hand"/><child link="tool"/><origin xyz="0 0 0.2"/></joint></robot>',
        )
    )
    batch = motion(4, rows=6)
    of_links = hod.energies(joined, batch, 4, per_link=True)
    assert of_links.shape == (4, 5, len(joined.link_names))
    np.testing.assert_allclose(of_links.sum(axis=2), hod.energies(joined, batch, 4), rtol=1e-11)
    alone = hod.energies(robot, batch, 4, per_link=True)
    for name in robot.link_names:
        np.testing.assert_allclose(
            of_links[:, :, joined.link_names.index(name)],
            alone[:, :, robot.link_names.index(name)],
            rtol=1e-11,
        )


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda m: classic.energy_by_trace(m, motion(rows=4), 3), "expected 5"),
        (lambda m: classic.energy_by_matrices(m, motion(rows=9), 5), "expected 1 to 4"),
        (lambda m: classic.generalized_force(m, motion(rows=9), 3, 3), "m of k"),
        (lambda m: classic.generalized_force(m, motion(rows=4), 3), "expected 5"),
        (lambda m: classic.generalized_force(m, motion(), 2, coefficients=[1.0]), "coefficients"),
        (lambda m: classic.differential_matrix(m, np.zeros(3), "nose"), "nose"),
        (lambda m: classic.differential_matrix(m, np.zeros(3), "hand", ["nose"]), "nose"),
        (lambda m: classic.differential_matrix(m, np.zeros(3), "hand", [7]), "index 7"),
        (lambda m: classic.mass_matrix(m, np.zeros(2)), "shape"),
        (lambda m: classic.explicit_rotational_energy(2, np.zeros((2, 3)), np.eye(3)), "shapes"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(robot, call, words):
    with pytest.raises(hod.Error, match=words):
        call(robot)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "arm.urdf").write_text(UNEQUAL_ARM)
    batch = motion(5, rows=6)
    times = write_motion(tmp_path / "motion.csv", batch)
    return tmp_path, batch, times


def test_command_writes_derivatives_of_energies(files, robot):
    folder, batch, _times = files
    arguments = ["--urdf", f"{folder}/arm.urdf", "--motion", f"{folder}/motion.csv"]
    out = folder / "energies.csv"
    options = ["--max-order", "2", "--derivatives", "2", "--per-link"]
    assert main(["energies", *arguments, *options, "--out", str(out)]) == 0
    columns = out.read_text().splitlines()[0].split(",")
    table = dict(zip(columns, np.loadtxt(out, delimiter=",", skiprows=1).T, strict=True))
    of_links = hod.energies(robot, batch, 2, per_link=True, derivatives=2)
    np.testing.assert_array_equal(
        table["d2E1"], hod.energies(robot, batch, 2, derivatives=2)[:, 2, 1]
    )
    last = robot.link_names[-1]
    np.testing.assert_array_equal(table[f"{last}.d1E2"], of_links[:, 1, 2, -1])
    assert columns[1:8] == ["E1", "d1E1", "d2E1", "E2", "d1E2", "d2E2", f"{robot.link_names[0]}.E1"]


def test_command_writes_energies(files, robot):
    folder, batch, times = files
    arguments = ["--urdf", f"{folder}/arm.urdf", "--motion", f"{folder}/motion.csv"]
    out = folder / "energies.csv"
    assert main(["energies", *arguments, "--per-link", "--out", str(out)]) == 0
    header, *lines = out.read_text().splitlines()
    columns = header.split(",")
    assert columns[:5] == ["time", "E1", "E2", "E3", "E4"]
    assert columns[5:] == [f"{name}.E{p}" for name in robot.link_names for p in range(1, 5)]
    table = np.array([[float(entry) for entry in line.split(",")] for line in lines])
    np.testing.assert_array_equal(table[:, 0], times)
    np.testing.assert_array_equal(table[:, 1:5], hod.energies(robot, batch, 4)[:, 1:])
    hand = columns.index("hand.E2")
    of_links = hod.energies(robot, batch, 4, per_link=True)
    np.testing.assert_array_equal(table[:, hand], of_links[:, 2, robot.link_names.index("hand")])


def test_command_refuses_orders_and_short_tables(files, capsys):
    folder, _, _ = files
    arguments = ["--urdf", f"{folder}/arm.urdf", "--motion", f"{folder}/motion.csv"]
    with pytest.raises(SystemExit) as usage:
        main(["energies", *arguments, "--max-order", "7"])
    assert usage.value.code == 2
    out = folder / "energies.csv"
    assert main(["energies", *arguments, "--max-order", "6", "--out", str(out)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 2
    assert not out.exists()
