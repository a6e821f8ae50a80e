# SPDX-License-Identifier: Apache-2.0
"""The settings of `hod fit` and `hod replay` for a recording, read and checked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from .._core import Robot, read_settings
from .._core import SettingsSection as Section
from ..arrays import Numbers
from .bag import read_bag
from .robot import Mounting, read_mounting, read_robot
from .shape import Shape, read_shape
from .source import Recording, Source
from .table import read_table
from .unit import ACCELERATIONS, JOINT_UNITS, SECONDS

QUANTITIES = ("position", "velocity", "acceleration")
UNKNOWNS = ("bias", "scale", "time_offset")

_BAG_FILES = (".mcap", ".db3")
_LETTERS = "xyz"
_SI = ("rad", "rad/s", "rad/s^2")


@dataclass(frozen=True)
class SensorSettings:
    """An accelerometer as its user knows it."""

    source: Source
    mounting: Mounting
    scale: Numbers
    bias: Numbers
    misalignment: Numbers
    time_offset: float
    noise: float | None
    """Deviation of a reading, m/s²; None if not known."""
    noise_density: float | None
    """µg/√Hz."""


@dataclass(frozen=True)
class JointSettings:
    """Readings of a joint itself."""

    source: Source
    noise: float | None

    @property
    def joint(self) -> str:
        return self.source.joint

    @property
    def derivative(self) -> int:
        return self.source.derivative


@dataclass(frozen=True)
class End:
    """What is known of the joints at one end of the recording; NaN: nothing."""

    position: Numbers
    velocity: Numbers


@dataclass(frozen=True)
class FitSettings:
    """Everything in the settings file."""

    path: str
    robot: Robot
    urdf: str
    sensors: tuple[SensorSettings, ...]
    joints: tuple[JointSettings, ...]
    start: End
    end: End
    hold: Mapping[str, float]
    rest: tuple[tuple[float, float], ...]
    estimate: tuple[str, ...]
    bridge: bool
    drop_saturated: bool
    shape: Shape
    rate: float | None
    orders: int
    time_column: str = field(default="time")
    time_factor: float = field(default=1.0)

    @property
    def sources(self) -> list[Source]:
        return [s.source for s in self.sensors] + [j.source for j in self.joints]


def read_fit_settings(path: str | os.PathLike[str], *, is_bag: bool) -> FitSettings:
    """Read a settings file for a bag or for a table."""
    settings = read_settings(path)
    robot, urdf = read_robot(settings)
    sensors = tuple(_sensor(s, robot, is_bag) for s in settings.sections("sensors"))
    joints = tuple(_joint(s, robot, is_bag) for s in settings.sections("joint_readings"))
    if not sensors and not joints:
        settings.fail("found neither 'sensors' nor 'joint_readings', expected one of them")
    names = [s.source.name for s in sensors] + [j.source.name for j in joints]
    for name in names:
        if names.count(name) > 1:
            settings.fail(f"found '{name}' twice, expected each sensor and joint reading once")
    time = settings.section("time")
    output = settings.section("output")
    result = FitSettings(
        os.fspath(path),
        robot,
        urdf,
        sensors,
        joints,
        _end(settings.section("start"), robot),
        _end(settings.section("end"), robot),
        _hold(settings.section("hold"), robot),
        _rest(settings),
        tuple(settings.texts("estimate", UNKNOWNS)),
        settings.choice("gaps", ("refuse", "bridge"), "refuse") == "bridge",
        settings.choice("saturated", ("refuse", "drop"), "refuse") == "drop",
        read_shape(settings.section("fit")),
        output.number("rate", low=1e-3) if "rate" in output else None,
        output.integer("orders", 4),
        time.text("column", "time"),
        SECONDS[time.choice("unit", list(SECONDS), "s")],
    )
    for section in (time, output, settings):
        section.finish()
    if result.orders > result.shape.order:
        output.fail(
            f"found {result.orders}, expected at most {result.shape.order}, the 'order' of 'fit'",
            "orders",
        )
    return result


def is_bag(path: str | os.PathLike[str]) -> bool:
    """Whether a path names a rosbag2; otherwise it is a table."""
    return Path(path).is_dir() or Path(path).suffix in _BAG_FILES


def read_recording(path: str | os.PathLike[str], settings: FitSettings) -> Recording:
    """Read what the settings name."""
    if is_bag(path):
        recording = read_bag(path, settings.sources)
    else:
        column, factor = settings.time_column, settings.time_factor
        recording = read_table(path, settings.sources, column, factor)
    if not settings.bridge:
        for signal in recording.signals:
            signal.check_gaps(os.fspath(path))
    return recording


def _sensor(section: Section, robot: Robot, is_bag: bool) -> SensorSettings:
    mounting = read_mounting(section, robot)
    count = mounting.components
    unit = ACCELERATIONS[section.choice("unit", list(ACCELERATIONS), "m/s^2")]
    source = Source(section.text("name", mounting.link), unit="m/s²", factor=unit)
    if "noise" in section and "noise_density" in section:
        section.fail("found both 'noise' and 'noise_density', expected one of them")
    settings = SensorSettings(
        _in_bag(section, source, count) if is_bag else _in_table(section, source, count),
        mounting,
        section.numbers("scale", count, [1.0] * count),
        section.numbers("bias", count, [0.0] * count),
        section.numbers("misalignment", 3, (0.0, 0.0, 0.0)),
        section.number("time_offset", 0.0),
        section.number("noise", low=1e-12) if "noise" in section else None,
        section.number("noise_density", low=1e-9) if "noise_density" in section else None,
    )
    section.finish()
    return settings


def _joint(section: Section, robot: Robot, is_bag: bool) -> JointSettings:
    joint = section.choice("joint", robot.joint_names)
    derivative = QUANTITIES.index(section.choice("quantity", QUANTITIES, "position"))
    units = JOINT_UNITS[derivative]
    factor = units[section.choice("unit", list(units), _SI[derivative])]
    source = Source(
        f"{joint} {QUANTITIES[derivative]}",
        joint=joint,
        derivative=derivative,
        unit=_SI[derivative].replace("^2", "²"),
        factor=factor,
        columns=() if is_bag else (section.text("column"),),
        topic=section.text("topic") if is_bag else "",
        stamp=_stamp(section),
    )
    section.item("column"), section.item("topic")
    noise = section.number("noise", low=1e-12) if "noise" in section else None
    section.finish()
    return JointSettings(source, noise)


def _in_bag(section: Section, source: Source, count: int) -> Source:
    """Read where a sensor is in a bag; keys about tables are left alone."""
    section.item("columns"), section.item("column")
    letters = section.text("components", _LETTERS[:count])
    if len(letters) != count or not set(letters) <= set(_LETTERS):
        section.fail(f"found '{letters}', expected {count} of x, y, z, one per axis", "components")
    components = tuple(_LETTERS.index(letter) for letter in letters)
    topic = section.text("topic")
    return replace(source, topic=topic, components=components, stamp=_stamp(section))


def _in_table(section: Section, source: Source, count: int) -> Source:
    """Read where a sensor is in a table; keys about bags are left alone."""
    for key in ("topic", "components", "stamp"):
        section.item(key)
    columns = [section.text("column")] if "column" in section else section.texts("columns")
    if len(columns) != count:
        section.fail(f"found {len(columns)} columns, expected {count}, one for each axis")
    return replace(source, columns=tuple(columns))


def _stamp(section: Section) -> str:
    return section.choice("stamp", ("header", "receive"), "header")


def _end(section: Section, robot: Robot) -> End:
    """Read what is known of each joint: a position alone, or position and velocity."""
    position, velocity = np.full(robot.dof, np.nan), np.full(robot.dof, np.nan)
    for column, joint in enumerate(robot.joint_names):
        item = section.item(joint)
        if item is None:
            continue
        if not item.is_map:
            position[column] = item.number()
            continue
        known = section.section(joint)
        position[column] = known.number("position") if "position" in known else np.nan
        velocity[column] = known.number("velocity") if "velocity" in known else np.nan
        known.finish()
    section.finish()
    return End(position, velocity)


def _hold(section: Section, robot: Robot) -> dict[str, float]:
    held = {joint: section.number(joint) for joint in robot.joint_names if joint in section}
    section.finish()
    return held


def _rest(settings: Section) -> tuple[tuple[float, float], ...]:
    if "rest" not in settings:
        return ()
    return tuple((float(a), float(b)) for a, b in settings.matrix("rest", 2))
