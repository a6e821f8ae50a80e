# SPDX-License-Identifier: Apache-2.0
"""Tensors of links in three frames against particles, and `hod mass --urdf`."""

from __future__ import annotations

import json

import numpy as np
import pytest

import hod
from hod import classic
from hod.command.main import main
from hod.mass import link_tensors, robot_tensors
from robots import UNEQUAL_ARM

ROBOT = hod.Robot.from_urdf(UNEQUAL_ARM)
POSITION = np.array([0.4, -1.1, 0.2])


def particles(name):
    """Seven masses that have a link's mass, centre and inertia, in its frame."""
    body = ROBOT.masses[name]
    moments = body.principal_moments.sum() / 2 - body.principal_moments
    points, masses = [body.center], [body.mass / 2]
    for axis, moment in zip(body.principal_axes.T, moments, strict=True):
        for sign in (1, -1):
            masses.append(body.mass / 12)
            points.append(body.center + sign * axis * np.sqrt(moment / 2 / masses[-1]))
    return np.array(masses), np.array(points)


def sums(masses, points):
    """Axial, planar and pseudo tensors by their definition."""
    planar = sum(m * np.outer(r, r) for m, r in zip(masses, points, strict=True))
    axial = sum(
        m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, points, strict=True)
    )
    four = np.column_stack([points, np.ones(len(points))])
    return axial, planar, (four.T * masses) @ four


def check(frame, masses, points):
    axial, planar, pseudo = sums(masses, points)
    np.testing.assert_allclose(frame.axial, axial, atol=1e-13)
    np.testing.assert_allclose(frame.planar, planar, atol=1e-13)
    np.testing.assert_allclose(frame.pseudo, pseudo, atol=1e-13)
    np.testing.assert_allclose(frame.polar, masses @ np.sum(points**2, axis=1))
    np.testing.assert_allclose(frame.center, masses @ points / masses.sum(), atol=1e-13)


def in_root(name):
    masses, points = particles(name)
    pose = classic.differential_matrix(ROBOT, POSITION, name)
    return masses, points @ pose[:3, :3].T + pose[:3, 3]


@pytest.mark.parametrize("name", ROBOT.link_names)
def test_tensors_are_sums_over_particles_in_every_frame(name):
    link = link_tensors(ROBOT, POSITION)[name]
    masses, points = particles(name)
    check(link.central, masses, points - ROBOT.masses[name].center)
    check(link.link, masses, points)
    check(link.root, *in_root(name))


def test_the_robot_is_all_its_links():
    everything = robot_tensors(link_tensors(ROBOT, POSITION))
    parts = [in_root(name) for name in ROBOT.link_names]
    masses, points = (np.concatenate(part) for part in zip(*parts, strict=True))
    check(everything.root, masses, points)
    center = masses @ points / masses.sum()
    check(everything.central, masses, points - center)


@pytest.mark.parametrize("position", [[0.0], [0.0, 0.0, np.inf]])
def test_a_position_that_does_not_fit_is_refused(position):
    with pytest.raises(hod.Error, match="expected 3 finite numbers"):
        link_tensors(ROBOT, position)


@pytest.fixture
def urdf(tmp_path):
    (tmp_path / "arm.urdf").write_text(UNEQUAL_ARM)
    return f"{tmp_path}/arm.urdf"


def test_command_prints_the_tensors_of_a_urdf(urdf, capsys):
    at = ["shoulder=0.4", "elbow=-1.1", "slide=0.2"]
    assert main(["mass", "--urdf", urdf, "--at", *at, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    tensors = link_tensors(ROBOT, POSITION)
    assert found["links"].keys() == tensors.keys()
    for name, link in tensors.items():
        np.testing.assert_array_equal(found["links"][name]["root"]["inertia"], link.root.axial)
        np.testing.assert_array_equal(
            found["links"][name]["central"]["planar"], link.central.planar
        )
        assert found["links"][name]["link"]["polar"] == link.link.polar
    assert main(["mass", "--urdf", urdf]) == 0
    table = capsys.readouterr().out
    assert table.count("polar moment") == 3 * len(ROBOT.link_names) + 1
    assert f"all 4 links: {sum(m.mass for m in ROBOT.masses.values()):g} kg" in table


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["--at", "nose=1"], 1, "'nose'"),
        (["--at", "elbow"], 2, "JOINT=NUMBER"),
        (["--at", "elbow=1", "elbow=2"], 2, "two positions"),
        (["--out-urdf", "x.urdf"], 2, "--out-urdf"),
    ],
)
def test_command_refuses_in_one_sentence(urdf, capsys, more, code, words):
    try:
        found = main(["mass", "--urdf", urdf, *more])
    except SystemExit as stop:
        found = stop.code
    captured = capsys.readouterr()
    assert (found, captured.out) == (code, "")
    assert words in captured.err
