# SPDX-License-Identifier: Apache-2.0
"""The shapes, each in its own frame: rotational ones about z, centred unless stated otherwise."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .body import Body

Point = Sequence[float]


@dataclass(frozen=True, kw_only=True)
class Rod(Body):
    """A thin line along z."""

    shape: ClassVar[str] = "rod"
    length: float


@dataclass(frozen=True, kw_only=True)
class Ring(Body):
    """A thin circle in the xy plane."""

    shape: ClassVar[str] = "ring"
    radius: float


@dataclass(frozen=True, kw_only=True)
class Arc(Body):
    """A part of a circle in xy, opening `angle` about x; origin at the circle's centre."""

    shape: ClassVar[str] = "arc"
    radius: float
    angle: float


@dataclass(frozen=True, kw_only=True)
class Rectangle(Body):
    """A plate in xy with the sides x and y."""

    shape: ClassVar[str] = "rectangle"
    x: float
    y: float


@dataclass(frozen=True, kw_only=True)
class Triangle(Body):
    """A plate with three corners."""

    shape: ClassVar[str] = "triangle"
    a: Point
    b: Point
    c: Point


@dataclass(frozen=True, kw_only=True)
class Disk(Body):
    """A round plate in xy, optionally with a concentric hole."""

    shape: ClassVar[str] = "disk"
    radius: float
    inner_radius: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CylindricalShell(Body):
    """The lateral surface of a cylinder, without its ends."""

    shape: ClassVar[str] = "cylindrical_shell"
    radius: float
    length: float


@dataclass(frozen=True, kw_only=True)
class SphericalShell(Body):
    """The surface of a ball."""

    shape: ClassVar[str] = "spherical_shell"
    radius: float


@dataclass(frozen=True, kw_only=True)
class Box(Body):
    """A block with the sides x, y and z."""

    shape: ClassVar[str] = "box"
    x: float
    y: float
    z: float


@dataclass(frozen=True, kw_only=True)
class Cylinder(Body):
    """A cylinder, optionally with a concentric bore."""

    shape: ClassVar[str] = "cylinder"
    radius: float
    length: float
    inner_radius: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Sphere(Body):
    """A ball about the origin."""

    shape: ClassVar[str] = "sphere"
    radius: float


@dataclass(frozen=True, kw_only=True)
class Hemisphere(Body):
    """Half a ball: flat face in xy, origin at its centre, dome towards +z."""

    shape: ClassVar[str] = "hemisphere"
    radius: float


@dataclass(frozen=True, kw_only=True)
class Cone(Body):
    """A cone or frustum: base in xy, origin at its centre, towards +z."""

    shape: ClassVar[str] = "cone"
    radius: float
    length: float
    top_radius: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Ellipsoid(Body):
    """A solid with the semi-axes x, y and z."""

    shape: ClassVar[str] = "ellipsoid"
    x: float
    y: float
    z: float


@dataclass(frozen=True, kw_only=True)
class Torus(Body):
    """A tube whose centre runs on a circle in xy."""

    shape: ClassVar[str] = "torus"
    radius: float
    tube_radius: float


@dataclass(frozen=True, kw_only=True)
class Tetrahedron(Body):
    """A solid with four corners, in any order."""

    shape: ClassVar[str] = "tetrahedron"
    a: Point
    b: Point
    c: Point
    d: Point


@dataclass(frozen=True, kw_only=True)
class Mesh(Body):
    """The inside of a closed triangle mesh (STL or OBJ), in the file's frame, scaled."""

    shape: ClassVar[str] = "mesh"
    file: str | os.PathLike[str]
    scale: float | Sequence[float] = 1.0
