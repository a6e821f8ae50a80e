# SPDX-License-Identifier: Apache-2.0
"""Mass properties as a table to read and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .._core import MassProperties
from ..arrays import Numbers
from .body import Body
from .distribution import Distribution, Link


def as_json(distribution: Distribution) -> dict[str, Any]:
    """Return the output of `hod mass --json`: numbers in SI units, matrices as lists of rows."""
    return {
        "source": distribution.source,
        "warnings": distribution.warnings,
        "links": {name: _link_json(link) for name, link in distribution.links.items()},
    }


def _link_json(link: Link) -> dict[str, Any]:
    bodies = [
        {"shape": body.shape, "sign": body.sign, **_properties_json(properties)}
        for body, properties in zip(link.bodies, link.contributions, strict=True)
    ]
    return {**_properties_json(link.properties), "bodies": bodies}


def _properties_json(properties: MassProperties) -> dict[str, Any]:
    return {
        "mass": properties.mass,
        "com": properties.center.tolist(),
        "inertia": properties.inertia.tolist(),
        "planar": properties.planar.tolist(),
        "pseudo": properties.pseudo.tolist(),
        "principal_moments": properties.principal_moments.tolist(),
        "principal_axes": properties.principal_axes.tolist(),
        "consistent": properties.flaw is None,
    }


def as_table(distribution: Distribution) -> str:
    """Return the tensors of every link and the contribution of each body."""
    links = distribution.links.values()
    lines = [line for link in links for line in [*_link_lines(link), ""]]
    total = sum(link.properties.mass for link in links)
    lines.append(f"total mass of {len(distribution.links)} links: {total:.6g} kg")
    return "\n".join(lines) + "\n"


def _link_lines(link: Link) -> Iterator[str]:
    properties = link.properties
    yield f"{link.name}: {properties.mass:.6g} kg"
    yield f"  centre of mass [m]           {_row(properties.center)}"
    yield f"  principal moments [kg m²]    {_row(properties.principal_moments)}"
    flaw = properties.flaw
    yield f"  I_ps positive semi-definite  {'yes' if flaw is None else 'NO: ' + flaw}"
    yield "  about the centre of mass, link axes [kg m²]:"
    yield f"  {'axial-centrifugal I':<42}planar-centrifugal I_p"
    for axial, planar in zip(properties.inertia, properties.planar, strict=True):
        yield f"  {_row(axial)}  {_row(planar)}"
    yield "  pseudo-inertia I_ps about the link's origin [kg m², kg m, kg]:"
    for row in properties.pseudo:
        yield f"  {_row(row)}"
    yield from _body_lines(link)


def _body_lines(link: Link) -> Iterator[str]:
    yield f"  {'bodies':<58}{'mass [kg]':>10}  centre of mass [m]"
    for body, properties in zip(link.bodies, link.contributions, strict=True):
        text = f"{'+' if body.sign > 0 else '-'} {describe(body)}"
        yield f"  {text:<58}{body.sign * properties.mass:>10.5g}  {_row(properties.center)}"


def describe(body: Body) -> str:
    """Return a short description of a body, such as "cylinder radius 0.05 length 0.2"."""
    sizes = [f"{name} {_short(value)}" for name, value in body.dimensions.items()]
    return " ".join([body.shape, *sizes])


def _short(value: Any) -> str:
    if isinstance(value, str):
        return value.rsplit("/", 1)[-1]
    if isinstance(value, float):
        return f"{value:.5g}"
    return "(" + " ".join(f"{number:.4g}" for number in value) + ")"


def _row(values: Numbers) -> str:
    """Return numbers in columns; rounding errors are shown as 0."""
    largest = float(np.max(np.abs(values), initial=0.0))
    return " ".join(f"{0.0 if abs(value) <= 1e-15 * largest else value:>12.5g}" for value in values)
