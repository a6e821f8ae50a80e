# SPDX-License-Identifier: Apache-2.0
"""Points on the shapes, for pictures of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import Numbers
from .body import Body

Patch = Numbers
"""A grid of points, (rows, columns, 3); one row is a line."""

_TURN = np.linspace(0.0, 2.0 * np.pi, 33)
_HALF_TURN = np.linspace(0.0, np.pi, 17)


def patches(body: Body) -> list[Patch]:
    """Return the surface of a body in its own frame as patches (meshes: see `triangles`)."""
    return _PATCHES[body.shape](**body.dimensions)


def triangles(body: Body) -> Numbers:
    """Return the corners of a mesh's triangles, (triangles, 3, 3), in the file's frame."""
    vertices, corners = body.compiled.corners
    found: Numbers = vertices[corners]
    return found


def _profile(radii: list[float], heights: list[float]) -> list[Patch]:
    """Rotate an outline, given by radius and height, about z."""
    radius, height = np.array(radii)[:, None], np.array(heights)[:, None]
    return [_grid(radius * np.cos(_TURN), radius * np.sin(_TURN), height)]


def _grid(x: Any, y: Any, z: Any) -> Patch:
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1).astype(np.float64)


def _ball(x: float, y: float, z: float, polar: Numbers = _HALF_TURN) -> list[Patch]:
    angle = polar[:, None]
    return [
        _grid(
            x * np.sin(angle) * np.cos(_TURN),
            y * np.sin(angle) * np.sin(_TURN),
            z * np.cos(angle),
        )
    ]


def _rod(length: float) -> list[Patch]:
    return [np.array([[[0.0, 0.0, -length / 2], [0.0, 0.0, length / 2]]])]


def _arc(radius: float, angle: float) -> list[Patch]:
    turn = np.linspace(-angle / 2, angle / 2, 65)
    return [_grid(radius * np.cos(turn), radius * np.sin(turn), 0.0)[None]]


def _rectangle(x: float, y: float) -> list[Patch]:
    return [_grid(np.array([[-x, x], [-x, x]]) / 2, np.array([[-y, -y], [y, y]]) / 2, 0.0)]


def _triangle(a: Any, b: Any, c: Any) -> list[Patch]:
    return [np.array([[a, b], [a, c]], dtype=np.float64)]


def _disk(radius: float, inner_radius: float = 0.0) -> list[Patch]:
    return _profile([inner_radius, radius], [0.0, 0.0])


def _shell(radius: float, length: float) -> list[Patch]:
    return _profile([radius, radius], [-length / 2, length / 2])


def _cylinder(radius: float, length: float, inner_radius: float = 0.0) -> list[Patch]:
    half = length / 2
    return _profile(
        [inner_radius, radius, radius, inner_radius, inner_radius],
        [-half, -half, half, half, -half],
    )


def _cone(radius: float, length: float, top_radius: float = 0.0) -> list[Patch]:
    return _profile([0.0, radius, top_radius, 0.0], [0.0, 0.0, length, length])


def _hemisphere(radius: float) -> list[Patch]:
    return [*_ball(radius, radius, radius, _HALF_TURN[:9]), *_disk(radius)]


def _torus(radius: float, tube_radius: float) -> list[Patch]:
    ring = radius + tube_radius * np.cos(_TURN)
    return _profile(ring.tolist(), (tube_radius * np.sin(_TURN)).tolist())


def _box(x: float, y: float, z: float) -> list[Patch]:
    size = np.array([x, y, z])
    faces = []
    for axis in range(3):
        for side in (-0.5, 0.5):
            corners = np.full((2, 2, 3), side)
            corners[..., (axis + 1) % 3] = [[-0.5, 0.5], [-0.5, 0.5]]
            corners[..., (axis + 2) % 3] = [[-0.5, -0.5], [0.5, 0.5]]
            faces.append(corners * size)
    return faces


def _tetrahedron(a: Any, b: Any, c: Any, d: Any) -> list[Patch]:
    return [*_triangle(a, b, c), *_triangle(a, b, d), *_triangle(a, c, d), *_triangle(b, c, d)]


_PATCHES: dict[str, Callable[..., list[Patch]]] = {
    "rod": _rod,
    "ring": lambda radius: _arc(radius, 2.0 * np.pi),
    "arc": _arc,
    "rectangle": _rectangle,
    "triangle": _triangle,
    "disk": _disk,
    "cylindrical_shell": _shell,
    "spherical_shell": lambda radius: _ball(radius, radius, radius),
    "box": _box,
    "cylinder": _cylinder,
    "sphere": lambda radius: _ball(radius, radius, radius),
    "hemisphere": _hemisphere,
    "cone": _cone,
    "ellipsoid": _ball,
    "torus": _torus,
    "tetrahedron": _tetrahedron,
}
