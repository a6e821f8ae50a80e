# SPDX-License-Identifier: Apache-2.0
"""What to generate: the settings of `hod generate`, read and checked."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .._core import Robot, read_motion, read_settings
from .._core import SettingsSection as Section
from ..arrays import Numbers
from .profile import SHAPES, Move, TableMotion, joint_motion
from .robot import Mounting, density_to_noise, read_mounting, read_robot
from .shape import Shape, read_shape

_FASTEST = 1e6  # Hz
_MOST_INSTANTS = 2e7  # instants of a generated motion

MESSAGES = ("imu", "accel_stamped", "accel", "float64")

Trajectory = Callable[[Numbers, int], Numbers]
"""(times, rows) to (instants, rows, joints)."""


@dataclass(frozen=True)
class GyroPlan:
    """A gyroscope in the same messages, and its errors."""

    noise: float
    """Deviation of one reading, rad/s."""
    noise_density: float
    """°/s/√Hz."""
    bias: Numbers
    scale: Numbers


@dataclass(frozen=True)
class SensorPlan:
    """An accelerometer or gyroscope, and all its errors."""

    name: str
    mounting: Mounting
    topic: str
    message: str
    rate: float
    noise: float
    """Deviation of one reading, m/s²."""
    noise_density: float
    bias: Numbers
    scale: Numbers
    misalignment: Numbers
    """Rotation vector in the link's frame, rad."""
    time_offset: float
    """Stamp minus time of the reading."""
    jitter: float
    """Deviation of a stamp, s."""
    loss: float
    """Probability that a reading is missing."""
    gaps: tuple[tuple[float, float], ...] = field(default=())
    gyro: GyroPlan | None = None


@dataclass(frozen=True)
class EncoderPlan:
    """Joint positions in sensor_msgs/JointState."""

    topic: str
    rate: float
    noise: float


@dataclass(frozen=True)
class Plan:
    """A recording to generate."""

    source: str
    robot: Robot
    urdf: bytes
    """As it is in its file."""
    trajectory: Trajectory
    times: Numbers
    """Of the true motion."""
    orders: int
    moving: tuple[str, ...]
    sensors: tuple[SensorPlan, ...]
    encoders: EncoderPlan | None
    seed: int
    start: int
    """Stamp of time 0 in s."""
    shape: Shape
    """Settings with which `hod fit` is to find the motion."""

    @property
    def duration(self) -> float:
        return float(self.times[-1])


def read_plan(path: str | os.PathLike[str]) -> Plan:
    """Read the settings of `hod generate`."""
    settings = read_settings(path)
    robot, urdf = read_robot(settings)
    _check_base(settings, robot)
    trajectory, times, moving = _motion(settings, robot)
    sensors = tuple(_sensor(s, robot, float(times[-1])) for s in settings.sections("sensors"))
    encoders = _encoders(settings.section("joint_states")) if "joint_states" in settings else None
    _check_names(settings, sensors, encoders)
    plan = Plan(
        os.fspath(path),
        robot,
        urdf,
        trajectory,
        times,
        settings.integer("orders", 4),
        moving,
        sensors,
        encoders,
        settings.integer("seed", 1),
        settings.integer("start", 0),
        read_shape(settings.section("fit")),
    )
    settings.finish()
    return plan


def _check_base(settings: Section, robot: Robot) -> None:
    """Apply the check for sensors to encoders too: robot.urdf does not contain the base."""
    if not (robot.base.is_at_rest and np.array_equal(robot.base.rotation, np.eye(3))):
        settings.fail(
            "found a robot whose base moves or is turned, expected one at rest in the world's axes",
            "robot",
        )


def _check_names(
    settings: Section, sensors: tuple[SensorPlan, ...], encoders: EncoderPlan | None
) -> None:
    topics = [sensor.topic for sensor in sensors] + ([encoders.topic] if encoders else [])
    for names in ([sensor.name for sensor in sensors], topics):
        for name, times in Counter(names).items():
            if times > 1:
                settings.fail(f"found '{name}' twice, expected a name and a topic for each")
    if not topics:
        settings.fail("found neither 'sensors' nor 'joint_states', expected something to record")


def _motion(settings: Section, robot: Robot) -> tuple[Trajectory, Numbers, tuple[str, ...]]:
    rate = settings.number("rate", 1000.0, low=1e-3, high=_FASTEST)
    section = settings.section("motion")
    if "table" in section:
        table = read_motion(section.path("table"))
        section.finish()
        motion = TableMotion(table, robot)
        return motion, motion.times, tuple(j for j in robot.joint_names if j in table.joints)
    begin = np.zeros(robot.dof)
    moves: list[list[Move]] = [[] for _ in range(robot.dof)]
    for column, joint in enumerate(robot.joint_names):
        begin[column], moves[column] = _joint(section, joint)
    section.finish()
    last = max((move.end for joint in moves for move in joint), default=0.0)
    duration = settings.number("duration", last or 1.0, low=last or 1e-3)

    def trajectory(times: Numbers, rows: int) -> Numbers:
        columns = [joint_motion(m, b, times, rows) for m, b in zip(moves, begin, strict=True)]
        return np.stack(columns, axis=2)

    if duration * rate > _MOST_INSTANTS:
        settings.fail(
            f"found {duration * rate:.4g} instants in {duration:g} s, expected at most "
            f"{_MOST_INSTANTS:g}",
            "rate",
        )
    moving = tuple(j for j, m in zip(robot.joint_names, moves, strict=True) if m)
    return trajectory, np.arange(round(duration * rate) + 1) / rate, moving


def _joint(motion: Section, joint: str) -> tuple[float, list[Move]]:
    """Return the start of a joint and its moves."""
    item = motion.item(joint)
    if item is None:
        return 0.0, []
    if not (item.is_map or item.is_list):
        return item.number(), []
    sections = [motion.section(joint)] if item.is_map else motion.sections(joint)
    moves: list[Move] = []
    here = begin = sections[0].number("from", 0.0) if sections else 0.0
    for section in sections:
        moves.append(_move(section, here, moves[-1].end if moves else 0.0))
        here += moves[-1].shift
    return begin, moves


def _move(section: Section, here: float, earliest: float) -> Move:
    if section.number("from", here) != here:
        section.fail(f"found another place, expected {here:g}, where the move before ends", "from")
    start = section.number("start", earliest, low=earliest)
    duration = section.number("duration", low=1e-6)
    shape = section.choice("shape", SHAPES, "smooth")
    ramp = 0.0
    if shape == "sudden":
        ramp = section.number("ramp", 0.1 * duration, low=1e-6, high=0.5 * duration)
    move = Move(start, duration, section.number("to") - here, shape, ramp)
    section.finish()
    return move


def _sensor(section: Section, robot: Robot, last: float) -> SensorPlan:
    name = section.text("name")
    if set(name) & set(',"\n\r'):
        section.fail(f"found {name!r}, expected a name that can head a column of a CSV", "name")
    mounting = read_mounting(section, robot)
    rate = section.number("rate", 1000.0, low=1e-3, high=_FASTEST)
    density = section.number("noise_density", 0.0, low=0.0)
    message = section.choice("message", MESSAGES, "imu")
    if message == "float64" and mounting.components > 1:
        section.fail(f"found {message}, expected a message with a place for each axis", "message")
    gyro = None
    if mounting.kind == "angular_velocity" and message not in ("imu", "float64"):
        section.fail(f"found {message}, expected a message with an angular velocity", "message")
    if "gyro" in section:
        if mounting.kind == "angular_velocity" or message != "imu":
            section.fail("found a gyro, expected it of an accelerometer with imu messages", "gyro")
        gyro = _gyro(section.section("gyro"), mounting.components, rate)
    plan = SensorPlan(
        name,
        mounting,
        section.text("topic", f"/{name}"),
        message,
        rate,
        density_to_noise(density, rate, mounting.kind),
        density,
        section.numbers("bias", mounting.components, [0.0] * mounting.components),
        1.0 + section.numbers("scale_error", mounting.components, [0.0] * mounting.components),
        section.numbers("misalignment", 3, (0.0, 0.0, 0.0)),
        section.number("time_offset", 0.0),
        section.number("jitter", 0.0, low=0.0, high=0.2 / rate),
        section.number("dropouts", 0.0, low=0.0, high=0.9),
        _gaps(section, last),
        gyro,
    )
    section.finish()
    return plan


def _gyro(section: Section, count: int, rate: float) -> GyroPlan:
    density = section.number("noise_density", 0.0, low=0.0)
    plan = GyroPlan(
        density_to_noise(density, rate, "angular_velocity"),
        density,
        section.numbers("bias", count, [0.0] * count),
        1.0 + section.numbers("scale_error", count, [0.0] * count),
    )
    section.finish()
    return plan


def _gaps(section: Section, last: float) -> tuple[tuple[float, float], ...]:
    if "gaps" not in section:
        return ()
    rows = section.matrix("gaps", 2)
    for start, end in rows:
        if not 0.0 <= start < min(end, last):
            section.fail(
                f"found [{start:g}, {end:g}], expected a start within 0 to {last:g} s, where the "
                "motion ends, and a later end",
                "gaps",
            )
    return tuple((float(start), float(end)) for start, end in rows)


def _encoders(section: Section) -> EncoderPlan:
    plan = EncoderPlan(
        section.text("topic", "/joint_states"),
        section.number("rate", 100.0, low=1e-3, high=_FASTEST),
        section.number("noise", 0.0, low=0.0),
    )
    section.finish()
    return plan
