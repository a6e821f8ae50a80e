# SPDX-License-Identifier: Apache-2.0
"""Representation of a motion: the key `fit` of the settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .._core import SettingsSection as Section

METHODS = ("smooth", "interpolate")


@dataclass(frozen=True)
class Shape:
    """Representation of the motion."""

    order: int = 4
    """m of the papers: q of that derivative is continuous, the degree is one more."""
    segments: int | None = None
    knot_spacing: float | None = None
    smoothing: float = 0.0
    method: str = METHODS[0]
    """For joints' own readings without accelerometers."""

    @property
    def changes(self) -> dict[str, Any]:
        """Differences from the default, as written in a settings file."""
        usual = asdict(Shape())
        return {key: value for key, value in asdict(self).items() if value != usual[key]}

    @property
    def unused_by_joints(self) -> list[str]:
        """Requested settings that are ignored when joints are smoothed one by one."""
        return (
            []
            if self.method != METHODS[0]
            else [key for key in self.changes if key in ("order", "segments")]
        )

    @property
    def unused_by_sensors(self) -> list[str]:
        """Requested settings that have no effect with sensors."""
        is_free = self.segments is None and self.knot_spacing is None
        return [key for key in self.changes if key == "method" or (key == "smoothing" and is_free)]


def read_shape(section: Section) -> Shape:
    """Read and check it."""
    shape = Shape(
        section.integer("order", 4, 2),
        section.integer("segments", low=1) if "segments" in section else None,
        section.number("knot_spacing", low=1e-9) if "knot_spacing" in section else None,
        section.number("smoothing", 0.0, low=0.0),
        section.choice("method", METHODS, METHODS[0]),
    )
    if shape.segments and shape.knot_spacing:
        section.fail("found both 'segments' and 'knot_spacing', expected one of them")
    section.finish()
    return shape
