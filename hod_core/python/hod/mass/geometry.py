# SPDX-License-Identifier: Apache-2.0
"""A mass distribution from the shapes in a URDF."""

from __future__ import annotations

import os
import pathlib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from typing import Any

from .._core import Error
from ..urdf_text import urdf_text, wide_encoding
from .body import Body
from .distribution import Distribution
from .shapes import Box, Cylinder, Mesh, Sphere

Path = str | os.PathLike[str]


def from_urdf(
    path: Path,
    density: float,
    geometry: str = "collision",
    package_path: Sequence[Path] = (),
) -> Distribution:
    """Fill the <collision> or <visual> shapes of a URDF file with a density [kg/m³].

    Where shapes overlap, their mass counts twice. `package://` is resolved in the folders of
    `package_path`, then among the installed ROS packages. Links without geometry are omitted.
    """
    if geometry not in ("collision", "visual"):
        raise Error(f"geometry: found {geometry!r}, expected 'collision' or 'visual'")
    source = os.fspath(path)
    data = pathlib.Path(path).read_bytes()
    # Entities are searched for in single bytes, and the parser does not read UTF-32.
    text = data if wide_encoding(data) is None else urdf_text(data).encode()
    if b"<!ENTITY" in text or b"\0" in text:
        raise Error(f"{source}: found XML with entities of its own or binary data, expected a URDF")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Error(f"{source}:{error.position[0]}: not a URDF: {error}") from None
    reader = _Reader(pathlib.Path(path), density, [pathlib.Path(folder) for folder in package_path])
    links = {}
    for link in root.iterfind("link"):
        bodies = list(reader.bodies(link, geometry))
        if bodies:
            links[link.get("name", "")] = bodies
    if not links:
        raise Error(f"{source}: no link has a <{geometry}> shape, expected one or more")
    return Distribution(links, source)


class _Reader:
    def __init__(
        self, path: pathlib.Path, density: float, package_path: list[pathlib.Path]
    ) -> None:
        self._path = path
        self._density = density
        self._package_path = package_path

    def bodies(self, link: ElementTree.Element, kind: str) -> Iterator[Body]:
        for index, element in enumerate(link.iterfind(kind), 1):
            where = f"{self._path}: link '{link.get('name')}', {kind} {index}"
            try:
                yield self._body(element)
            except Error as error:
                raise Error(f"{where}: {error}") from None

    def _body(self, element: ElementTree.Element) -> Body:
        origin = element.find("origin")
        common: dict[str, Any] = {"density": self._density}
        if origin is not None:
            if "quat_xyzw" in origin.attrib:
                raise Error("found quat_xyzw, expected rpy")
            common["xyz"] = _numbers(origin.get("xyz", "0 0 0"), 3)
            common["rpy"] = _numbers(origin.get("rpy", "0 0 0"), 3)
        for shape in element.iterfind("geometry/*"):
            return self._shape(shape, common)
        raise Error("found no geometry, expected a box, cylinder, sphere or mesh")

    def _shape(self, shape: ElementTree.Element, common: dict[str, Any]) -> Body:
        if shape.tag == "box":
            x, y, z = _numbers(_attribute(shape, "size"), 3)
            return Box(x=x, y=y, z=z, **common)
        if shape.tag == "sphere":
            return Sphere(radius=_number(shape, "radius"), **common)
        if shape.tag == "cylinder":
            radius, length = _number(shape, "radius"), _number(shape, "length")
            return Cylinder(radius=radius, length=length, **common)
        if shape.tag == "mesh":
            scale = _numbers(shape.get("scale", "1 1 1"), 3)
            return Mesh(file=self._file(_attribute(shape, "filename")), scale=scale, **common)
        raise Error(f"found <{shape.tag}>, expected a box, cylinder, sphere or mesh")

    def _file(self, name: str) -> pathlib.Path:
        places = list(self._places(name))
        for place in places:
            if place.is_file():
                return place
        looked = ", ".join(str(place) for place in places) or "no package path at all"
        raise Error(f"found no file '{name}', looked at {looked}")

    def _places(self, name: str) -> Iterator[pathlib.Path]:
        if name.startswith("file://"):
            yield pathlib.Path(name[len("file://") :])
        elif name.startswith("package://"):
            package, _, rest = name[len("package://") :].partition("/")
            if ".." in (package, *pathlib.PurePosixPath(rest).parts) or rest.startswith("/"):
                raise Error(f"found '{name}', expected a file inside its package")
            for folder in [*self._package_path, *_installed_packages()]:
                yield folder / package / rest
                if folder.name == package:
                    yield folder / rest
        else:
            yield self._path.parent / name


def _installed_packages() -> list[pathlib.Path]:
    prefixes = os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    return [pathlib.Path(prefix) / "share" for prefix in prefixes if prefix]


def _attribute(element: ElementTree.Element, name: str) -> str:
    value = element.get(name)
    if value is None:
        raise Error(f"<{element.tag}> lacks '{name}'")
    return value


def _number(element: ElementTree.Element, name: str) -> float:
    return _numbers(_attribute(element, name), 1)[0]


def _numbers(text: str, count: int) -> list[float]:
    try:
        numbers = [float(word) for word in text.split()]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        raise Error(f"found '{text}', expected {count} number{'s' if count > 1 else ''}")
    return numbers
