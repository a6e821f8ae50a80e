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

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
COPIES = {"copy": copy.copy, "deepcopy": copy.deepcopy} | {
    f"pickle {protocol}": lambda value, to=protocol: pickle.loads(pickle.dumps(value, to))
    for protocol in PROTOCOLS
}
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


@pytest.fixture(params=COPIES)
def copied(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return COPIES[request.param]


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


def test_robots_and_base_motions(copied: Callable[[Any], Any]) -> None:
    base = hod.BaseMotion(
        angular_velocity=[[0, 0, 2]], acceleration=[[0, 1, 0]], velocity=(3, 0, 0)
    )
    robot = hod.example_robot().replace(base=base, payloads=[hod.Payload("link_2", 1.5)])
    motion = np.random.default_rng(0).normal(size=(5, robot.dof))
    np.testing.assert_array_equal(hod.forces(copied(robot), motion), hod.forces(robot, motion))
    for name in ("rotation", "angular_velocity", "acceleration", "velocity"):
        np.testing.assert_array_equal(getattr(copied(base), name), getattr(base, name))


def test_polynomials(copied: Callable[[Any], Any]) -> None:
    polynomial = hod.minimum_snap([0, 1, 3], [[0, 1], [2, -1], [0, 0]])
    at = np.linspace(0, 3, 11)
    np.testing.assert_array_equal(copied(polynomial).motion(at), polynomial.motion(at))


def classes() -> list[type]:
    return [
        value
        for module in (hod._core, pytest.importorskip("hod._simulation"))
        for value in vars(module).values()
        if isinstance(value, type) and type(value).__name__ == "pybind11_type"
    ]


def test_every_class_has_a_pickle_or_refuses_one() -> None:
    kept = {one.__name__ for one in classes() if hasattr(one, "__setstate__")}
    assert kept == {
        "BaseMotion",
        "HomogeneousBody",
        "LinkDistribution",
        "MassDistribution",
        "MassProperties",
        "PiecewisePolynomial",
        "Robot",
        "SmoothedSignal",
        "SmoothingReport",
    }  # what the tests above copy; none is left that no test does


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_has_no_pickle_says_so(protocol: int) -> None:
    simulation = pytest.importorskip("hod.simulation")
    robot = hod.example_robot()
    for value in (hod.Workspace(robot), simulation.SimulatedArm(robot)):
        with pytest.raises(TypeError, match=f"cannot pickle '{type(value).__name__}' object"):
            pickle.dumps(value, protocol)
        with pytest.raises(TypeError, match="cannot pickle"):
            value.__reduce_ex__(protocol)


def test_an_object_is_reduced_to_its_class_and_state() -> None:
    robot = hod.example_robot()
    make, arguments, state = robot.__reduce__()
    assert arguments == (hod.Robot,)
    found = make(*arguments)
    found.__setstate__(state)
    assert found.joint_names == robot.joint_names
    for protocol in PROTOCOLS:
        assert robot.__reduce_ex__(protocol) == robot.__reduce__()
