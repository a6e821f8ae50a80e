# SPDX-License-Identifier: Apache-2.0
"""Mass distribution: from homogeneous shapes to every tensor of a link.

Solids add and subtract::

    pipe = Cylinder(radius=0.05, length=0.2, density=2700) - Cylinder(
        radius=0.04, length=0.2, density=2700
    )
    pipe.at(xyz=(0, 0, 0.1)).properties.inertia

Lengths in m, angles in rad, masses in kg; densities per length, area or volume of the shape.
"""

from __future__ import annotations

from .._core import MassProperties, axial_from_planar, planar_from_axial, rotation_from_rpy
from .body import Body, Part, Sum
from .distribution import Distribution, Link
from .geometry import from_urdf
from .inertial import replace_inertials
from .robot import robot_urdf
from .shapes import (
    Arc,
    Box,
    Cone,
    Cylinder,
    CylindricalShell,
    Disk,
    Ellipsoid,
    Hemisphere,
    Mesh,
    Rectangle,
    Ring,
    Rod,
    Sphere,
    SphericalShell,
    Tetrahedron,
    Torus,
    Triangle,
)
from .tensors import FrameTensors, LinkTensors, link_tensors, robot_tensors

__all__ = [
    "Arc",
    "Body",
    "Box",
    "Cone",
    "Cylinder",
    "CylindricalShell",
    "Disk",
    "Distribution",
    "Ellipsoid",
    "FrameTensors",
    "Hemisphere",
    "Link",
    "LinkTensors",
    "MassProperties",
    "Mesh",
    "Part",
    "Rectangle",
    "Ring",
    "Rod",
    "Sphere",
    "SphericalShell",
    "Sum",
    "Tetrahedron",
    "Torus",
    "Triangle",
    "axial_from_planar",
    "from_urdf",
    "link_tensors",
    "planar_from_axial",
    "replace_inertials",
    "robot_tensors",
    "robot_urdf",
    "rotation_from_rpy",
]
