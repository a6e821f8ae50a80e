# SPDX-License-Identifier: Apache-2.0
"""The settings of `hod fit` and `hod replay` for a recording, read and checked."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from .._core import Robot, read_settings
from .._core import SettingsSection as Section
from ..accelerometer.recovery import ESTIMATES
from ..arrays import Numbers
from ..progress import SILENT, Progress
from .bag import is_ros1, read_bag
from .robot import Kind, Mounting, read_mounting, read_robot
from .shape import METHODS, Shape, read_shape
from .source import Recording, Source
from .table import read_table
from .unit import ACCELERATIONS, ANGULAR_VELOCITIES, SECONDS, SLIDING_UNITS, TURNING_UNITS

QUANTITIES = ("position", "velocity", "acceleration")
_EFFORT = "effort"

_SMOOTHED = 5  # derivatives of joints that are smoothed, and the uncertainty of each
_GYRO: Kind = "angular_velocity"
_BAG_FILES = (".mcap", ".db3", ".bag")
_LETTERS = "xyz"


@dataclass(frozen=True)
class SensorSettings:
    """An accelerometer or gyroscope as the user describes it."""

    source: Source
    mounting: Mounting
    scale: Numbers
    bias: Numbers
    misalignment: Numbers
    time_offset: float
    noise: float | None
    """Standard deviation of a reading; None if unknown."""
    noise_density: float | None
    """µg/√Hz, for a gyroscope °/s/√Hz."""
    bias_wander: float = 0.0
    """Density of the random walk of its biases, in the reading's unit per √s."""


@dataclass(frozen=True)
class JointSettings:
    """Direct readings of a joint."""

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
    """Known values of the joints at one end of the recording; NaN: unknown."""

    position: Numbers
    velocity: Numbers


@dataclass(frozen=True)
class FitSettings:
    """Everything in the settings file."""

    path: str
    robot: Robot
    urdf: bytes
    """As it is in its file."""
    sensors: tuple[SensorSettings, ...]
    joints: tuple[JointSettings, ...]
    """Readings from which the motion is found."""
    efforts: tuple[Source, ...]
    """Measured forces, to be compared with those of the motion."""
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
        """Sensors, joint readings and efforts, in this order."""
        read = [s.source for s in self.sensors] + [j.source for j in self.joints]
        return [*read, *self.efforts]


def read_fit_settings(path: str | os.PathLike[str], *, is_bag: bool) -> FitSettings:
    """Read a settings file for a bag or for a table."""
    settings = read_settings(path)
    robot, urdf = read_robot(settings)
    sensors = tuple(
        sensor for s in settings.sections("sensors") for sensor in _sensors(s, robot, is_bag)
    )
    all_joints = [_joint(s, robot, is_bag) for s in settings.sections("joint_readings")]
    joints = tuple(joint for joint in all_joints if not joint.source.effort)
    efforts = tuple(joint.source for joint in all_joints if joint.source.effort)
    if efforts and not sensors and not joints:
        settings.fail(
            "found only efforts, which say nothing of the motion, expected 'sensors' or "
            "'joint_readings' of another quantity"
        )
    if not sensors and not joints:
        settings.fail("found neither 'sensors' nor 'joint_readings', expected one of them")
    names = [s.source.name for s in sensors] + [j.source.name for j in all_joints]
    for name, times in Counter(names).items():
        if times > 1:
            settings.fail(f"found '{name}' twice, expected each sensor and joint reading once")
    time = settings.section("time")
    output = settings.section("output")
    result = FitSettings(
        os.fspath(path),
        robot,
        urdf,
        sensors,
        joints,
        efforts,
        _end(settings.section("start"), robot),
        _end(settings.section("end"), robot),
        _hold(settings.section("hold"), robot),
        _rest(settings),
        tuple(settings.texts("estimate", ESTIMATES)),
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
    _refuse_contradictions(settings, result)
    most, why = result.shape.order, "the 'order' of 'fit'"
    if not sensors and result.shape.method == METHODS[0]:
        most, why = _SMOOTHED, "the derivatives that smoothing joints gives"
    if result.orders > most:
        output.fail(f"found {result.orders}, expected at most {most}, {why}", "orders")
    return result


def is_bag(path: str | os.PathLike[str]) -> bool:
    """Whether a path names a bag, readable or not; otherwise it is a table."""
    return Path(path).is_dir() or Path(path).suffix in _BAG_FILES or is_ros1(os.fspath(path))


def read_recording(
    path: str | os.PathLike[str], settings: FitSettings, progress: Progress = SILENT
) -> Recording:
    """Read the signals that the settings name."""
    if is_bag(path):
        recording = read_bag(path, settings.sources, progress)
    else:
        column, factor = settings.time_column, settings.time_factor
        recording = read_table(path, settings.sources, column, factor, progress)
    if not settings.bridge:
        for signal in recording.signals:
            signal.check_gaps(os.fspath(path))
    return recording


def _sensors(section: Section, robot: Robot, is_bag: bool) -> Iterator[SensorSettings]:
    """Read a sensor, and its gyroscope if there is one."""
    mounting = read_mounting(section, robot, framed=is_bag)
    units = ANGULAR_VELOCITIES if mounting.kind == _GYRO else ACCELERATIONS
    name = section.text("name", mounting.link or section.text("topic"))
    place = _in_bag(section, mounting.components) if is_bag else None
    sensor = SensorSettings(
        _signal(section, name, mounting, units, place),
        mounting,
        misalignment=section.numbers("misalignment", 3, (0.0, 0.0, 0.0)),
        time_offset=section.number("time_offset", 0.0),
        **_errors(section, mounting.components),
    )
    yield sensor
    if "gyro" in section:
        if mounting.kind == _GYRO:
            section.fail(
                "found a gyro of a sensor of angular velocity, expected it of an accelerometer",
                "gyro",
            )
        yield _gyro(section.section("gyro"), sensor, place)
    section.finish()


def _gyro(section: Section, beside: SensorSettings, place: Source | None) -> SensorSettings:
    """Read a gyroscope: by default at the sensor's place and in the same messages."""
    limit = section.number("range", low=1e-9) if "range" in section else None
    mounting = replace(beside.mounting, kind=_GYRO, range=limit)
    if place is not None and "topic" in section:
        place = replace(place, topic=section.text("topic"))
    section.item("topic")
    name = f"{beside.source.name} gyro"
    gyro = replace(
        beside,
        source=_signal(section, name, mounting, ANGULAR_VELOCITIES, place),
        mounting=mounting,
        **_errors(section, mounting.components),
    )
    section.finish()
    return gyro


def _signal(
    section: Section,
    name: str,
    mounting: Mounting,
    units: Mapping[str, float],
    place: Source | None,
) -> Source:
    """Read place and unit of readings: in messages if stated there, otherwise in a table."""
    factor = units[section.choice("unit", list(units), next(iter(units)))]
    there = _in_table(section, mounting.components) if place is None else place
    section.item("columns"), section.item("column")
    angular = mounting.kind == _GYRO
    return replace(there, name=name, unit=mounting.unit, factor=factor, angular=angular)


def _errors(section: Section, count: int) -> dict[str, Any]:
    """Read the settings that a sensor and its gyroscope have separately."""
    if "noise" in section and "noise_density" in section:
        section.fail("found both 'noise' and 'noise_density', expected one of them")
    return {
        "scale": section.numbers("scale", count, [1.0] * count),
        "bias": section.numbers("bias", count, [0.0] * count),
        "noise": section.number("noise", low=1e-12) if "noise" in section else None,
        "noise_density": (
            section.number("noise_density", low=1e-9) if "noise_density" in section else None
        ),
        "bias_wander": section.number("bias_wander", 0.0, low=0.0),
    }


def _joint(section: Section, robot: Robot, is_bag: bool) -> JointSettings:
    joint = section.choice("joint", robot.joint_names)
    words = (*QUANTITIES, _EFFORT)
    word = section.choice("quantity", words, "position")
    quantity = words.index(word)
    slides = robot.joints[joint].is_prismatic
    units = (SLIDING_UNITS if slides else TURNING_UNITS)[quantity]
    factor = units[section.choice("unit", list(units), next(iter(units)))]
    source = Source(
        f"{joint} {word}",
        joint=joint,
        derivative=0 if word == _EFFORT else quantity,
        effort=word == _EFFORT,
        unit=joint_unit(robot, joint, quantity),
        factor=factor,
        columns=() if is_bag else (section.text("column"),),
        topic=section.text("topic") if is_bag else "",
        stamp=_stamp(section),
    )
    section.item("column"), section.item("topic")
    noise = section.number("noise", low=1e-12) if "noise" in section else None
    section.finish()
    return JointSettings(source, noise)


def _in_bag(section: Section, count: int) -> Source:
    """Read where a sensor is in a bag; keys about tables are ignored."""
    letters = section.text("components", _LETTERS[:count])
    if len(letters) != count or not set(letters) <= set(_LETTERS):
        section.fail(f"found '{letters}', expected {count} of x, y, z, one per axis", "components")
    components = tuple(_LETTERS.index(letter) for letter in letters)
    return Source("", topic=section.text("topic"), components=components, stamp=_stamp(section))


def _in_table(section: Section, count: int) -> Source:
    """Read where a sensor is in a table; keys about bags are ignored."""
    for key in ("topic", "components", "stamp"):
        section.item(key)
    columns = [section.text("column")] if "column" in section else section.texts("columns")
    if len(columns) != count:
        section.fail(f"found {len(columns)} columns, expected {count}, one for each axis")
    return Source("", columns=tuple(columns))


def _stamp(section: Section) -> str:
    return section.choice("stamp", ("header", "receive"), "header")


def _end(section: Section, robot: Robot) -> End:
    """Read the known values of each joint: a position, or position and velocity."""
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


def joint_unit(robot: Robot, joint: str, quantity: int) -> str:
    """Return the SI unit of a derivative of a joint's position, or (3) of its force."""
    slides = robot.joints[joint].is_prismatic
    unit = ("m", "m/s", "m/s²", "N") if slides else ("rad", "rad/s", "rad/s²", "N m")
    return unit[quantity]


def _refuse_contradictions(settings: Section, result: FitSettings) -> None:
    """Reject ends that contradict `hold`: a held joint stays in place."""
    for joint, place in result.hold.items():
        column = result.robot.joint_names.index(joint)
        for key, end in (("start", result.start), ("end", result.end)):
            there, speed = end.position[column], end.velocity[column]
            if (np.isfinite(there) and there != place) or (np.isfinite(speed) and speed != 0.0):
                settings.fail(
                    f"found '{joint}' moving or elsewhere, expected the position in 'hold', or "
                    "nothing",
                    key,
                )


def _hold(section: Section, robot: Robot) -> dict[str, float]:
    held = {joint: section.number(joint) for joint in robot.joint_names if joint in section}
    section.finish()
    return held


def _rest(settings: Section) -> tuple[tuple[float, float], ...]:
    if "rest" not in settings:
        return ()
    return tuple((float(a), float(b)) for a, b in settings.matrix("rest", 2))
