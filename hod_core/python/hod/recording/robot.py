# SPDX-License-Identifier: Apache-2.0
"""The robot of a settings file, and the mounting of its sensors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from .._core import (
    Robot,
    read_settings,
    robot_of_section,
    rotation_from_rpy,
)
from .._core import SettingsSection as Section
from ..arrays import Numbers
from ..example import example_urdf
from ..urdf_text import is_xml
from .unit import STANDARD_GRAVITY

PACKAGED = "fanuc_lrmate"
"""The robot that comes with HOD."""

Kind = Literal["specific_force", "acceleration", "angular_velocity"]

KINDS: tuple[Kind, ...] = ("specific_force", "acceleration", "angular_velocity")


def read_robot(settings: Section) -> tuple[Robot, bytes]:
    """Return the robot of the key `robot` and its URDF, as it is in the file.

    The key names a robot file, or contains its entries.
    """
    item = settings.item("robot")
    if item is None:
        settings.fail("found no 'robot', expected a robot file or a map with the key 'urdf'")
    if not item.is_map:
        return _named_robot(settings.folder, item.text())
    urdf = settings.section("robot").text("urdf")
    if urdf == PACKAGED:
        text = example_urdf(PACKAGED)
        return robot_of_section(item, settings.folder, Robot.from_urdf(text)), text.encode()
    robot = robot_of_section(item, settings.folder)
    return robot, (settings.folder / urdf).read_bytes()


def _named_robot(folder: Path, name: str) -> tuple[Robot, bytes]:
    if name == PACKAGED:
        text = example_urdf(PACKAGED)
        return Robot.from_urdf(text), text.encode()
    path = folder / name
    robot = Robot.from_file(path)
    data = path.read_bytes()
    if not is_xml(data):
        data = (path.parent / read_settings(path).text("urdf")).read_bytes()
    return robot, data


@dataclass(frozen=True)
class Mounting:
    """Where a sensor is mounted and what it measures."""

    link: str
    """Empty: the frame named by its messages."""
    position: Numbers
    axes: Numbers
    """(k, 3), unit vectors in the link's frame."""
    kind: Kind
    range: float | None

    @property
    def components(self) -> int:
        return len(self.axes)

    @property
    def unit(self) -> str:
        return unit_of(self.kind)


def unit_of(kind: Kind) -> str:
    """Return the unit of the readings of a kind of sensor."""
    return "rad/s" if kind == "angular_velocity" else "m/s²"


def read_mounting(section: Section, robot: Robot, *, framed: bool = False) -> Mounting:
    """Read link, position, axes or rpy, kind and range of a sensor.

    With `framed`, the link may come from the frame in the messages.
    """
    link = ""
    if "link" in section or not framed:
        link = section.choice("link", robot.link_names)
    limit = section.number("range", low=1e-9) if "range" in section else None
    return Mounting(
        link,
        section.numbers("position", 3, (0.0, 0.0, 0.0)),
        _axes(section),
        KINDS[KINDS.index(section.choice("kind", KINDS, KINDS[0]))],
        limit,
    )


def density_to_noise(density: float, rate: float, kind: Kind = "specific_force") -> float:
    """Return the deviation of a reading from a density in µg/√Hz, for a gyroscope in °/s/√Hz.

    White noise of that density, sampled at a rate, has a bandwidth of half the rate.
    """
    unit = np.pi / 180 if kind == "angular_velocity" else 1e-6 * STANDARD_GRAVITY
    return density * unit * float(np.sqrt(rate / 2))


def _axes(section: Section) -> Numbers:
    if "rpy" in section:
        if "axes" in section:
            section.fail("found both 'axes' and 'rpy', expected one of them")
        turned: Numbers = rotation_from_rpy(section.numbers("rpy", 3)).T.copy()
        return turned
    if "axes" not in section:
        return np.eye(3)
    axes = section.matrix("axes", 3)
    largest = np.abs(axes).max(axis=1, keepdims=True)
    if len(axes) > 3 or not (largest > 1e-9).all():
        section.fail("found too many axes or one of length zero, expected up to three", "axes")
    axes = axes / largest  # squares of large numbers overflow
    return np.asarray(axes / np.linalg.norm(axes, axis=1, keepdims=True))
