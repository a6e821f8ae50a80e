# SPDX-License-Identifier: Apache-2.0
"""Bodies on the links of a robot."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from .._core import (
    Error,
    HomogeneousBody,
    LinkDistribution,
    MassDistribution,
    MassProperties,
    parse_distribution,
    read_distribution,
)
from .body import Body, Sum, body_of
from .inertial import replace_inertials


@dataclasses.dataclass(frozen=True)
class Link:
    """The bodies of a link and its resulting mass properties."""

    name: str
    bodies: tuple[Body, ...]
    contributions: tuple[MassProperties, ...]
    """Mass properties of each body, in the link's frame and without its sign."""
    properties: MassProperties
    """Mass properties of the signed sum, in the link's frame."""


class Distribution(MassDistribution):
    """Mass distribution of links, as accepted by a robot's `mass_distribution`."""

    def __init__(
        self,
        links: Mapping[str, Sum | Iterable[Sum]] | MassDistribution,
        source: str = "mass distribution",
    ) -> None:
        """Assign bodies to links by name, or copy a distribution."""
        if isinstance(links, MassDistribution):
            super().__init__(links)
        elif not isinstance(links, Mapping):
            raise TypeError(f"links: found {links!r}, expected a map from link names to bodies")
        else:
            super().__init__([(name, _compiled(part)) for name, part in links.items()], source)

    @classmethod
    def from_yaml(cls, path: str | os.PathLike[str]) -> Distribution:
        """Read `links: {<link>: [{shape: ..., ...}, ...]}` from a file."""
        return cls(read_distribution(path))

    @classmethod
    def from_string(
        cls, yaml: str, source: str = "mass distribution", directory: str | os.PathLike[str] = "."
    ) -> Distribution:
        """Read the same from a string; mesh files are searched in `directory`."""
        return cls(parse_distribution(yaml, source, directory))

    @property
    def links(self) -> dict[str, Link]:
        return {part.name: _link(part) for part in self.parts}

    def to_yaml(self) -> str:
        """Return YAML for `from_string`; the numbers read back as the same doubles."""
        lines = ["links:"]
        for link in self.links.values():
            lines.append(f"  {_text(link.name)}:")
            lines += [f"    - {_flow(body)}" for body in link.bodies]
        return "\n".join(lines) + "\n"

    def to_urdf(self, urdf: str) -> str:
        """Return a URDF with the inertials of the named links replaced, otherwise unchanged."""
        masses = {part.name: part.properties for part in self.parts}
        return replace_inertials(urdf.encode(), masses, self.source).decode()


def _compiled(part: Sum | Iterable[Sum]) -> list[HomogeneousBody]:
    sums = [part] if isinstance(part, Sum) or not isinstance(part, Iterable) else list(part)
    if not all(isinstance(item, Sum) for item in sums):
        raise Error(f"found {part!r}, expected bodies such as Cylinder(...) or sums of them")
    return [body.compiled for item in sums for body in item.bodies]


def _link(part: LinkDistribution) -> Link:
    bodies = tuple(body_of(body) for body in part.bodies)
    return Link(part.name, bodies, tuple(part.contributions), part.properties)


def _flow(body: Body) -> str:
    values: dict[str, Any] = {"shape": body.shape, **body.dimensions}
    for name in ("density", "mass"):
        if getattr(body, name) is not None:
            values[name] = getattr(body, name)
    for name in ("xyz", "rpy"):
        if any(getattr(body, name)):
            values[name] = getattr(body, name)
    if body.sign != 1:
        values["sign"] = body.sign
    return "{" + ", ".join(f"{key}: {_value(value)}" for key, value in values.items()) + "}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return _number(value)
    return "[" + ", ".join(_number(float(number)) for number in value) + "]"


def _number(value: float) -> str:
    text = repr(value)
    # YAML 1.1 takes 1e-05 for a word.
    return text.replace("e", ".0e") if "e" in text and "." not in text else text


def _text(text: str) -> str:
    # YAML reads an unquoted null as no value.
    is_plain = re.fullmatch(r"[A-Za-z_][\w./-]*", text) and text.lower() != "null"
    return text if is_plain else json.dumps(text)
