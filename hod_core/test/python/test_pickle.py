# SPDX-License-Identifier: Apache-2.0
"""Copies and pickles: what comes back is what went in, digit for digit."""

from __future__ import annotations

import copy
import pathlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hod
from hod import mass

COPIES = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


@pytest.fixture(params=COPIES, ids=["copy", "deepcopy", "pickle"])
def copied(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    function: Callable[[Any], Any] = request.param
    return function


def check_same(found: mass.MassProperties, expected: mass.MassProperties) -> None:
    assert found.mass == expected.mass
    np.testing.assert_array_equal(found.center, expected.center)
    np.testing.assert_array_equal(found.inertia, expected.inertia)


def test_mass_properties(copied: Callable[[Any], Any]) -> None:
    properties = hod.example_robot().masses["link_2"]
    check_same(copied(properties), properties)


@pytest.mark.parametrize(
    "body",
    [
        mass.Cylinder(radius=1, length=2, inner_radius=0.1, mass=3, xyz=(1, 2, 3), rpy=(1, 0, 0.1)),
        -mass.Arc(radius=1, angle=0.3, density=2),
        mass.Tetrahedron(a=(0, 0, 0), b=(1, 0, 0), c=(0, 1, 0), d=(0, 0, 0.7), density=5),
    ],
)
def test_bodies(copied: Callable[[Any], Any], body: mass.Body) -> None:
    found = copied(body)
    assert found == body
    check_same(found.properties, body.properties)
    check_same(found.at((1, 2, 3), (1, 2, 3)).properties, body.at((1, 2, 3), (1, 2, 3)).properties)
    total = copied(body + mass.Sphere(radius=1, mass=50))
    check_same(total.properties, (body + mass.Sphere(radius=1, mass=50)).properties)


def test_a_mesh_needs_its_file_no_more(
    tmp_path: pathlib.Path, copied: Callable[[Any], Any]
) -> None:
    path = tmp_path / "part.obj"
    path.write_text(OBJ)
    body = mass.Mesh(file=path, scale=(1, -2, 3), density=10)
    kept = pickle.dumps(body)
    expected = body.properties
    path.unlink()
    check_same(copied(body).properties, expected)
    check_same(pickle.loads(kept).properties, expected)
    assert pickle.loads(kept) == body
    assert mass.Mesh.at(pickle.loads(kept), (0, 0, 1)).properties.center[2] == pytest.approx(
        expected.center[2] + 1
    )


def test_distributions(copied: Callable[[Any], Any]) -> None:
    yaml = """links:
  a: [{shape: sphere, radius: 1, mass: 2}, {shape: box, x: 0.1, y: 0.1, z: 3, mass: 1.9, sign: -1}]
  b: [{shape: rod, length: 1, mass: 1, xyz: [1, 2, 3]}]
"""
    distribution = mass.Distribution.from_string(yaml, "arm.yaml")
    found = copied(distribution)
    assert type(found) is mass.Distribution
    assert found.source == "arm.yaml"
    assert found.warnings == distribution.warnings != []
    assert found.to_yaml() == distribution.to_yaml()
    for name, link in distribution.links.items():
        check_same(found.links[name].properties, link.properties)
        check_same(found.links[name].contributions[0], link.contributions[0])


def test_smoothed_signals(copied: Callable[[Any], Any]) -> None:
    times = np.linspace(0, 1, 200)
    noise = np.random.default_rng(0).normal(size=(200, 2))
    smoothed = hod.smooth(times, np.sin(3 * times)[:, None] + 0.01 * noise, varying=True)
    found = copied(smoothed)
    at = np.linspace(0, 1, 17)
    np.testing.assert_array_equal(found.motion(at), smoothed.motion(at))
    np.testing.assert_array_equal(found.deviations(at), smoothed.deviations(at))
    np.testing.assert_array_equal(found.covariance(at), smoothed.covariance(at))
    for name in ("weight", "cutoff", "interval", "residual", "noise", "warnings"):
        assert getattr(found.report, name) == getattr(smoothed.report, name)


def test_robots_keep_what_they_warn_of(copied: Callable[[Any], Any]) -> None:
    robot = hod.Robot.from_urdf('<robot name="r"><link name="a" xzy="1"/></robot>')
    assert copied(robot).warnings == robot.warnings
    assert "the attribute 'xzy' of link 'a'" in robot.warnings[0]
