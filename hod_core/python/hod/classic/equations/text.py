# SPDX-License-Identifier: Apache-2.0
"""Equations as plain text, one line each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import sympy as sp

from .model import Equations, Value


def plain_text(equations: Equations) -> str:
    """Return every symbol with its value and every formula."""
    return "\n".join(_lines(equations)) + "\n"


def _lines(equations: Equations) -> Iterator[str]:
    chain = equations.chain
    yield f"{chain.name}: {equations.form} form"
    for j, joint in enumerate(chain.joints, start=1):
        yield f"q_{j}: {joint}"
    for joint, position in chain.held.items():
        yield f"{joint} held at {position:g}"
    yield ""
    if np.any(chain.base != np.eye(3)):
        x, y, z = (_row(axis) for axis in chain.base.T)
        yield f"axes of the base in those of the root link: x = {x}, y = {y}, z = {z}"
    yield "screws in the axes of the base, free joints at zero (000 (91)):"
    for link, (axis, point) in zip(chain.links, chain.screws, strict=True):
        kind = "revolute" if link.is_revolute else "prismatic"
        yield f"  {link.joint}: {kind}, k = {_row(axis)}, p = {_row(point)} m"
    yield ""
    yield from (f"{symbol} = {value:.10g}" for symbol, value in chain.values.items())
    yield ""
    yield from (f"{symbol} = {value}" for symbol, value in equations.steps)
    for name, pose in equations.poses.items():
        yield f"{name} = {_text(pose)}"
    for component in equations.components:
        if component.value != 0:
            yield f"{component.name} = {component.value}"
    yield from (f"{name} = {_text(value)}" for name, value in equations.results.items())


def _text(value: Value) -> str:
    return str(value.tolist()) if isinstance(value, sp.MatrixBase) else str(value)


def _row(values: object) -> str:
    return "(" + ", ".join(f"{value:.6g}" for value in values) + ")"  # type: ignore[attr-defined]
