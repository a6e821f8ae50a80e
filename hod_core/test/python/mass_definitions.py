# SPDX-License-Identifier: Apache-2.0
"""What the shapes are, as maps from parameters in [0, 1] to points and their measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from hod import mass

TURN = 2.0 * np.pi

sizes = st.floats(0.05, 3.0)
fractions = st.floats(0.0, 0.95)
coordinates = st.floats(-2.0, 2.0)
points = st.tuples(coordinates, coordinates, coordinates)


def polar(radius: Any, angle: Any, z: Any = 0.0) -> np.ndarray:
    parts = np.broadcast_arrays(radius * np.cos(angle), radius * np.sin(angle), z)
    return np.stack(parts, axis=-1)


def _ball(axes: Any, half: float, u: Any, v: Any, w: Any) -> tuple[Any, Any]:
    sine = np.sin(half * v)
    direction = polar(sine, TURN * w, np.cos(half * v))
    return np.array(axes) * u[:, None] * direction, np.prod(axes) * TURN * half * u * u * sine


def _line(point: Any, measure: float, u: Any) -> tuple[Any, Any]:
    return point, measure + 0.0 * u


def _disk(b: Any, u: Any, v: Any) -> tuple[Any, Any]:
    width = b.radius - b.inner_radius
    radius = b.inner_radius + u * width
    return polar(radius, TURN * v), TURN * radius * width


def _cylinder(b: Any, u: Any, v: Any, w: Any) -> tuple[Any, Any]:
    point, measure = _disk(b, u, v)
    point[:, 2] = b.length * (w - 0.5)
    return point, measure * b.length


def _cone(b: Any, u: Any, v: Any, w: Any) -> tuple[Any, Any]:
    radius = b.radius + u * (b.top_radius - b.radius)
    return polar(radius * v, TURN * w, b.length * u), TURN * radius**2 * v * b.length


def _torus(b: Any, u: Any, v: Any, w: Any) -> tuple[Any, Any]:
    tube = b.tube_radius * u
    radius = b.radius + tube * np.cos(TURN * v)
    point = polar(radius, TURN * w, tube * np.sin(TURN * v))
    return point, TURN**2 * b.tube_radius * tube * radius


def _shell(b: Any, u: Any, v: Any) -> tuple[Any, Any]:
    point = b.radius * polar(np.sin(np.pi * u), TURN * v, np.cos(np.pi * u))
    return point, TURN * np.pi * b.radius**2 * np.sin(np.pi * u)


def _simplex(corners: list[Any], *parameters: Any) -> tuple[Any, Any]:
    """Collapse a box onto a simplex: point = a + u (b - a + v (c - b + w (d - c)))."""
    edges = np.diff(np.array(corners, dtype=float), axis=0)
    point, weight = np.zeros(3), 1.0
    for depth, parameter in reversed(list(enumerate(parameters))):
        point = parameter[:, None] * (edges[depth] + point)
        weight = weight * parameter ** (len(parameters) - 1 - depth)
    measure = np.sqrt(np.linalg.det(edges @ edges.T))
    return point + corners[0], measure * weight


def _box(b: Any, u: Any, v: Any, w: Any) -> tuple[Any, Any]:
    size = np.array([b.x, b.y, b.z])
    return size * (np.stack([u, v, w], axis=-1) - 0.5), np.prod(size) + 0.0 * u


def _rectangle(b: Any, u: Any, v: Any) -> tuple[Any, Any]:
    point = np.stack([b.x * (u - 0.5), b.y * (v - 0.5), 0.0 * u], axis=-1)
    return point, b.x * b.y + 0.0 * u


def _tube(b: Any, u: Any, v: Any) -> tuple[Any, Any]:
    point = polar(b.radius, TURN * u, b.length * (v - 0.5))
    return point, TURN * b.radius * b.length + 0.0 * u


DEFINITIONS: dict[type[mass.Body], Callable[..., tuple[Any, Any]]] = {
    mass.Rod: lambda b, u: _line(polar(0.0, u, b.length * (u - 0.5)), b.length, u),
    mass.Ring: lambda b, u: _line(polar(b.radius, TURN * u), TURN * b.radius, u),
    mass.Arc: lambda b, u: _line(polar(b.radius, b.angle * (u - 0.5)), b.radius * b.angle, u),
    mass.Rectangle: _rectangle,
    mass.Triangle: lambda b, *uv: _simplex([b.a, b.b, b.c], *uv),
    mass.Disk: _disk,
    mass.CylindricalShell: _tube,
    mass.SphericalShell: _shell,
    mass.Box: _box,
    mass.Cylinder: _cylinder,
    mass.Sphere: lambda b, *uvw: _ball([b.radius] * 3, np.pi, *uvw),
    mass.Hemisphere: lambda b, *uvw: _ball([b.radius] * 3, np.pi / 2, *uvw),
    mass.Ellipsoid: lambda b, *uvw: _ball([b.x, b.y, b.z], np.pi, *uvw),
    mass.Cone: _cone,
    mass.Torus: _torus,
    mass.Tetrahedron: lambda b, *uvw: _simplex([b.a, b.b, b.c, b.d], *uvw),
}


def dimensions(shape: type[mass.Body]) -> st.SearchStrategy[dict[str, Any]]:
    """Random dimensions of a shape."""
    names = shape.dimension_names()
    drawn = {name: points if len(name) == 1 and name in "abcd" else sizes for name in names}
    if "angle" in names:
        drawn["angle"] = st.floats(0.01, TURN)

    def within(values: dict[str, Any], fraction: float) -> dict[str, Any]:
        for name in ("inner_radius", "tube_radius"):
            if name in values:
                values[name] = max(fraction, 0.05) * values["radius"]
        return values

    return st.builds(within, st.fixed_dictionaries(drawn), fractions)


def integral(body: mass.Body, nodes: int = 32) -> np.ndarray:
    """Integrate [r;1][r;1]' over a body at its pose, by a product of Gauss-Legendre rules."""
    turn, shift = mass.rotation_from_rpy(body.rpy), np.array(body.xyz)
    positions, weights = np.polynomial.legendre.leggauss(nodes)
    grid = np.meshgrid(*[(positions + 1.0) / 2.0] * body.extent)
    weight = np.prod(np.meshgrid(*[weights / 2.0] * body.extent), axis=0).ravel()
    point, measure = DEFINITIONS[type(body)](body, *[axis.ravel() for axis in grid])
    homogeneous = np.concatenate([point @ turn.T + shift, np.ones((len(point), 1))], axis=1)
    return body.density * (homogeneous.T * (weight * measure)) @ homogeneous
