# SPDX-License-Identifier: Apache-2.0
"""Shapes against integrals of what they are, and against other libraries."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import hod
from hod import mass
from mass_definitions import DEFINITIONS, dimensions, integral, points, sizes

SHAPES = pytest.mark.parametrize("shape", DEFINITIONS, ids=lambda shape: shape.shape)
STEADY = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def close(found: np.ndarray, expected: np.ndarray, tolerance: float = 1e-12) -> None:
    """Compare pseudo-inertias block by block, each against its own scale."""
    total = expected[3, 3]
    length = np.sqrt(np.trace(expected[:3, :3]) / total)
    scale = np.outer([length] * 3 + [1.0], [length] * 3 + [1.0]) * total
    assert np.max(np.abs(found - expected) / scale) <= tolerance


def draw_body(shape: type[mass.Body], data: Any, **options: Any) -> mass.Body:
    try:
        return shape(**data.draw(dimensions(shape)), **options)
    except hod.Error as error:
        assume("lie" not in str(error))  # flat triangles and tetrahedra
        raise


@SHAPES
@STEADY
@given(data=st.data(), density=sizes, xyz=points, rpy=points)
def test_a_shape_in_any_pose_is_the_integral_of_its_definition(
    shape: type[mass.Body], data: Any, density: float, xyz: Any, rpy: Any
) -> None:
    body = draw_body(shape, data, density=density, xyz=xyz, rpy=rpy)
    if "a" in shape.dimension_names():
        moments = np.linalg.eigvalsh(body.properties.planar)
        assume(moments[3 - body.extent] > 1e-4 * moments[2])  # not next to flat
    close(body.properties.pseudo, integral(body))


@SHAPES
@STEADY
@given(data=st.data(), xyz=points, rpy=points, more=points)
def test_a_body_moved_twice_is_moved_by_the_product(
    shape: type[mass.Body], data: Any, xyz: Any, rpy: Any, more: Any
) -> None:
    body = draw_body(shape, data, mass=2.5)
    moved = body.at(xyz, rpy).at(more, xyz)
    close(moved.properties.pseudo, body.properties.at(xyz, rpy).at(more, xyz).pseudo, 1e-11)
    assert body.properties.mass == 2.5


@SHAPES
@STEADY
@given(data=st.data(), xyz=points)
def test_what_is_added_and_cut_out_again_leaves_the_rest(
    shape: type[mass.Body], data: Any, xyz: Any
) -> None:
    body = draw_body(shape, data, density=1000.0, xyz=xyz)
    block = mass.Box(x=1.0, y=2.0, z=0.5, mass=body.properties.mass)
    close((block + body - body).properties.pseudo, block.properties.pseudo, 1e-10)
    close((block + body).properties.pseudo, block.properties.pseudo + body.properties.pseudo)


def test_pinocchio_has_the_same_inertias() -> None:
    pin = pytest.importorskip("pinocchio")
    box, cylinder = (
        mass.Box(x=0.3, y=0.5, z=0.7, mass=2.0),
        mass.Cylinder(radius=0.2, length=0.9, mass=3.0),
    )
    ball = mass.Ellipsoid(x=0.3, y=0.5, z=0.7, mass=2.0)
    for body, peer in [
        (mass.Sphere(radius=0.3, mass=1.5), pin.Inertia.FromSphere(1.5, 0.3)),
        (box, pin.Inertia.FromBox(2.0, 0.3, 0.5, 0.7)),
        (cylinder, pin.Inertia.FromCylinder(3.0, 0.2, 0.9)),
        (ball, pin.Inertia.FromEllipsoid(2.0, 0.3, 0.5, 0.7)),
    ]:
        np.testing.assert_allclose(body.properties.inertia, peer.inertia, rtol=1e-14, atol=1e-16)
    xyz, rpy = (0.1, -0.2, 0.3), (0.4, 0.5, -0.6)
    placement = pin.SE3(mass.rotation_from_rpy(rpy), np.array(xyz))
    joined = pin.Inertia.FromBox(2.0, 0.3, 0.5, 0.7) + placement.act(
        pin.Inertia.FromCylinder(3.0, 0.2, 0.9)
    )
    ours = (box + cylinder.at(xyz, rpy)).properties
    np.testing.assert_allclose(ours.center, joined.lever, rtol=1e-14)
    np.testing.assert_allclose(ours.inertia, joined.inertia, rtol=1e-13)
    np.testing.assert_allclose(ours.pseudo, joined.toPseudoInertia().toMatrix(), rtol=1e-13)


def test_a_capsule_is_a_cylinder_with_two_hemispheres() -> None:
    pin = pytest.importorskip("pinocchio")
    half = mass.Hemisphere(radius=0.2, density=700)
    tube = mass.Cylinder(radius=0.2, length=0.5, density=700)
    capsule = tube + half.at((0, 0, 0.25)) + half.at((0, 0, -0.25), (np.pi, 0, 0))
    found = capsule.properties
    peer = pin.Inertia.FromCapsule(found.mass, 0.2, 0.5)
    np.testing.assert_allclose(found.inertia, peer.inertia, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", ["box", "cylinder", "icosphere", "torus", "annulus"])
@pytest.mark.parametrize("suffix", [".stl", ".obj"])
def test_trimesh_has_the_same_mass_properties(
    name: str, suffix: str, tmp_path: pathlib.Path
) -> None:
    trimesh = pytest.importorskip("trimesh")
    create = {
        "box": lambda: trimesh.creation.box((0.3, 0.5, 0.7)),
        "cylinder": lambda: trimesh.creation.cylinder(0.2, 0.9, sections=200),
        "icosphere": lambda: trimesh.creation.icosphere(4, 0.3),
        "torus": lambda: trimesh.creation.torus(0.3, 0.1, 60, 40),
        "annulus": lambda: trimesh.creation.annulus(0.2, 0.4, 0.6),
    }
    made = create[name]()
    made.apply_transform(trimesh.transformations.euler_matrix(0.3, 0.2, 0.1))
    made.apply_translation((1.0, -2.0, 0.5))
    path = tmp_path / f"mesh{suffix}"
    made.export(path)
    peer = trimesh.load(path, force="mesh")
    peer.density = 2700.0
    found = mass.Mesh(file=path, density=2700.0).properties
    assert found.mass == pytest.approx(peer.mass, rel=1e-10)
    np.testing.assert_allclose(found.center, peer.center_mass, rtol=1e-10)
    scale = np.abs(found.inertia).max()
    np.testing.assert_allclose(found.inertia, peer.moment_inertia, rtol=0, atol=1e-10 * scale)


def test_conversions_and_principal_axes() -> None:
    found = mass.Box(x=1, y=2, z=3, mass=4, xyz=(1, 2, 3), rpy=(0.1, 0.2, 0.3)).properties
    np.testing.assert_allclose(mass.planar_from_axial(found.inertia), found.planar)
    np.testing.assert_allclose(mass.axial_from_planar(found.planar), found.inertia, rtol=1e-14)
    axes = found.principal_axes
    np.testing.assert_allclose(
        axes @ np.diag(found.principal_moments) @ axes.T, found.inertia, atol=1e-14
    )
    again = mass.MassProperties.from_pseudo(found.pseudo)
    np.testing.assert_allclose(again.inertia, found.inertia, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(
        found.inertia_about_origin, mass.axial_from_planar(found.planar_about_origin), rtol=1e-14
    )
    assert found.flaw is None
    assert "negative" in (mass.MassProperties(1.0, np.zeros(3), -np.eye(3)).flaw or "")


def test_bodies_are_values() -> None:
    pipe = mass.Cylinder(radius=0.05, length=0.2, density=2700)
    assert pipe == mass.Cylinder(radius=0.05, length=0.2, density=2700)
    cavity = -pipe
    assert cavity.sign == -1
    assert -cavity == pipe
    assert pipe.at((0, 0, 0.1), (0.3, 0, 0)).rpy == (0.3, 0.0, 0.0)
    assert isinstance(pipe.at(), mass.Cylinder)
    bored = mass.Cylinder(radius=0.05, length=0.2, inner_radius=0.03, density=2700)
    cut = pipe - mass.Cylinder(radius=0.03, length=0.2, density=2700)
    close(cut.properties.pseudo, bored.properties.pseudo)
    with pytest.raises(AttributeError):
        pipe.radius = 3.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: mass.Cylinder(radius=1, length=2), "cylinder: neither 'density' nor 'mass'"),
        (lambda: mass.Sphere(radius=-1, mass=1), "sphere: 'radius' is -1, expected more than 0"),
        (lambda: mass.Sphere(radius="wide", mass=1), "'radius' of a sphere must be a number"),
        (lambda: mass.Sphere(radius=True, mass=1), "'radius' must be a number"),
        (lambda: mass.Sphere(radius=1, mass=1, xyz=(0, 0)), "xyz: found"),
        (lambda: mass.Sphere(radius=1, mass=1, sign=2), "'sign' is 2"),
        (lambda: mass.Triangle(a=1, b=(1, 0, 0), c=(0, 1, 0), mass=1), "must be three"),
        (lambda: mass.Mesh(file="none.stl", density=1), "none.stl: cannot be read"),
        (lambda: mass.Distribution({"a": []}), "link 'a' has no body"),
        (
            lambda: mass.Distribution({"": mass.Sphere(radius=1, mass=1)}),
            "found a link without a name, expected a name",
        ),
        (lambda: mass.Distribution({"a": 3}), "found 3"),  # type: ignore[dict-item]
        (
            lambda: mass.Distribution({"a": -mass.Sphere(radius=1, mass=1)}),
            "the cavities of link 'a' take away 1 kg",
        ),
    ],
)
def test_bad_bodies_are_refused(make: Any, sentence: str) -> None:
    with pytest.raises(hod.Error, match=sentence):
        make()


def test_a_distribution_is_written_and_read_again() -> None:
    part = mass.Cone(radius=0.1, length=1e-5, top_radius=0.2, mass=0.3, rpy=(0.1, 0.2, 1e-17))
    tip = mass.Tetrahedron(a=(0, 0, 0), b=(0.1, 0, 0), c=(0, 1 / 3, 0), d=(0, 0, 1), density=1e4)
    bodies = {"a link": part - tip.at((0, 0, 1)), "b": [part, tip]}
    original = mass.Distribution({"b": bodies["b"]})
    again = mass.Distribution.from_string(original.to_yaml())
    assert again.links["b"].bodies == original.links["b"].bodies
    found, expected = again.links["b"].properties, original.links["b"].properties
    np.testing.assert_array_equal(found.pseudo, expected.pseudo)


@pytest.mark.parametrize(
    "name", ["a link", "~", "null", "Null", "NULL", "true", "1", ".5", "<<", "a: b", "it's", 'a"b']
)
def test_links_of_any_name_are_written_and_read_again(name: str) -> None:
    named = mass.Distribution({name: mass.Sphere(radius=1, mass=1)})
    assert list(mass.Distribution.from_string(named.to_yaml()).links) == [name]


def test_what_is_no_body_cannot_be_added() -> None:
    body: Any = mass.Sphere(radius=1, mass=1)
    for other in (3, None, body.properties):
        with pytest.raises(TypeError):
            body + other
        with pytest.raises(TypeError):
            body - other
    links: Any
    for links in ([1], 3, None):
        with pytest.raises(TypeError, match="expected a map from link names to bodies"):
            mass.Distribution(links)


def test_numbers_that_are_not_finite_are_a_flaw() -> None:
    for values in ((np.nan, np.zeros(3), np.eye(3)), (1.0, [0, np.inf, 0], np.eye(3))):
        assert mass.MassProperties(*values).flaw == "a value that is not finite"
    pseudo = np.eye(4)
    pseudo[0, 3] = np.nan
    assert mass.MassProperties.from_pseudo(pseudo).flaw == "a value that is not finite"
