# SPDX-License-Identifier: Apache-2.0
"""Homogeneous bodies and their signed sums."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from numpy.typing import ArrayLike

from .._core import HomogeneousBody, MassProperties, sum_of_bodies

_HOME = (0.0, 0.0, 0.0)
_Body = TypeVar("_Body", bound="Body")

# Every shape's class by its name in a mass distribution.
_CLASSES: dict[str, type[Body]] = {}


class Sum(ABC):
    """An object with mass: bodies that are added or cut out."""

    @property
    @abstractmethod
    def bodies(self) -> tuple[Body, ...]:
        """Bodies in one frame; a cavity has the sign -1."""

    @property
    def properties(self) -> MassProperties:
        """Mass, centre of mass and tensors of the signed sum."""
        return sum_of_bodies([body.compiled for body in self.bodies])

    def at(self, xyz: ArrayLike = _HOME, rpy: ArrayLike = _HOME) -> Sum:
        """Return a moved copy: rotated by roll, pitch, yaw as in a URDF, then shifted."""
        return Part(tuple(body.at(xyz, rpy) for body in self.bodies))

    def __add__(self, other: Sum) -> Part:
        if not isinstance(other, Sum):
            return NotImplemented
        return Part(self.bodies + other.bodies)

    def __sub__(self, other: Sum) -> Part:
        if not isinstance(other, Sum):
            return NotImplemented
        return Part(self.bodies + tuple(-body for body in other.bodies))


@dataclasses.dataclass(frozen=True)
class Part(Sum):
    """A signed sum of bodies in one frame."""

    parts: tuple[Body, ...]

    @property
    def bodies(self) -> tuple[Body, ...]:
        return self.parts


@dataclasses.dataclass(frozen=True, kw_only=True)
class Body(Sum):
    """A shape with one of density and mass, at a pose; a cavity has the sign -1."""

    shape: ClassVar[str]
    compiled: ClassVar[HomogeneousBody]  # of the instance, set in addition to the fields

    density: float | None = None
    mass: float | None = None
    xyz: Sequence[float] = _HOME
    rpy: Sequence[float] = _HOME
    sign: int = 1

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _CLASSES[cls.shape] = cls

    def __post_init__(self) -> None:
        dimensions = {name: getattr(self, name) for name in self.dimension_names()}
        compiled = HomogeneousBody(
            self.shape, dimensions, self.density, self.mass, self.xyz, self.rpy, self.sign
        )
        _fill(self, compiled)

    @classmethod
    def dimension_names(cls) -> list[str]:
        """Names of the shape's dimensions."""
        common = {field.name for field in dataclasses.fields(Body)}
        return [field.name for field in dataclasses.fields(cls) if field.name not in common]

    @property
    def dimensions(self) -> dict[str, Any]:
        """The shape's dimensions; optional ones only if they differ from their defaults."""
        values = self.compiled.dimensions
        return {name: values[name] for name in self.dimension_names() if name in values}

    @property
    def bodies(self) -> tuple[Body, ...]:
        return (self,)

    @property
    def extent(self) -> int:
        """1, 2 or 3: whether the density is per length, area or volume."""
        return self.compiled.extent

    def at(self: _Body, xyz: ArrayLike = _HOME, rpy: ArrayLike = _HOME) -> _Body:
        return _fill(_empty(type(self)), self.compiled.moved(xyz, rpy))

    def __neg__(self: _Body) -> _Body:
        return _fill(_empty(type(self)), self.compiled.negated())


def body_of(compiled: HomogeneousBody) -> Body:
    """Return an instance of the shape's class for a body that has been checked."""
    return _fill(_empty(_CLASSES[compiled.shape]), compiled)


def _empty(kind: type[_Body]) -> _Body:
    return object.__new__(kind)


def _fill(body: _Body, compiled: HomogeneousBody) -> _Body:
    values: dict[str, Any] = {
        field.name: field.default
        for field in dataclasses.fields(body)
        if field.default is not dataclasses.MISSING
    }
    values.update(compiled.dimensions)
    for name in ("density", "mass", "xyz", "rpy", "sign"):
        values[name] = getattr(compiled, name)
    values["compiled"] = compiled
    for name, value in values.items():
        plain = tuple(value.tolist()) if hasattr(value, "tolist") else value
        object.__setattr__(body, name, plain)
    return body
