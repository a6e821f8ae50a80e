# SPDX-License-Identifier: Apache-2.0
"""Accelerometers on a robot, their predicted readings, and recordings of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from .._core import Error, Robot
from ..arrays import Numbers

Kind = Literal["specific_force", "acceleration", "angular_velocity"]

_KINDS: tuple[Kind, ...] = ("specific_force", "acceleration", "angular_velocity")
_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Sensor:
    """An accelerometer or gyroscope with one to three axes, in SI units and its link's frame."""

    link: str
    position: ArrayLike = (0.0, 0.0, 0.0)
    axes: ArrayLike = _AXES
    """One unit vector, or up to three as rows."""
    kind: Kind = "specific_force"
    """What it measures: acceleration with gravity ("specific_force", a - g) or without it
    ("acceleration"), or for a gyroscope "angular_velocity"."""
    name: str = ""
    """Name used in messages; that of the link if empty."""
    scale: ArrayLike = 1.0
    """One number, or one for each axis."""
    bias: ArrayLike = 0.0
    """One number, or one for each axis."""
    misalignment: ArrayLike = (0.0, 0.0, 0.0)
    """Small angles about the link's axes, or the matrix that rotates the axes to the true ones."""
    time_offset: float = 0.0
    """A reading stamped t was taken at t - time_offset."""
    noise: float = 1.0
    """Standard deviation of one reading: weights sensors against each other."""
    range: float | None = None
    """Full scale: largest magnitude it can read."""
    bias_wander: float = 0.0
    """Density of the random walks by which the biases drift from their values at the first reading,
    in the reading's unit per sqrt(s); 0: constant biases. Used by `recover`."""

    @property
    def label(self) -> str:
        return self.name or self.link

    def core(self) -> _core.Accelerometer:
        """The compiled sensor."""
        if self.kind not in _KINDS:
            raise Error(
                f"sensor '{self.label}': found kind '{self.kind}', expected 'specific_force', "
                "'acceleration' or 'angular_velocity'"
            )
        return _core.Accelerometer(
            self.label,
            self.link,
            self.position,
            self.axes,
            _KINDS.index(self.kind),
            self.scale,
            self.bias,
            self.misalignment,
            float(self.time_offset),
            float(self.noise),
            0.0 if self.range is None else float(self.range),
            float(self.bias_wander),
        )


class Readings(Protocol):
    """Anything with stamps and readings."""

    @property
    def times(self) -> Numbers: ...
    @property
    def values(self) -> Numbers: ...


@dataclass(frozen=True)
class Recording:
    """What one sensor recorded: stamps [s] and readings [m/s² or rad/s], one row per stamp."""

    times: Numbers
    values: Numbers


AnyReadings = Readings | tuple[ArrayLike, ArrayLike]


def predict(robot: Robot, sensor: Sensor, motion: ArrayLike) -> Numbers:
    """Return the noise-free readings of a sensor: (axes,) for a motion of rows q, q', q'', ...

    (instants, rows, joints) gives (instants, axes).
    """
    rows = np.asarray(motion, dtype=float)
    single = rows.ndim == 2
    readings = _core.predicted_readings(
        robot, sensor.core(), np.ascontiguousarray(rows[None] if single else rows)
    )
    return readings[0] if single else readings


def bias_at_rest(
    robot: Robot,
    sensor: Sensor,
    recording: AnyReadings,
    position: ArrayLike,
    phase: tuple[float, float],
) -> Numbers:
    """Return the bias that explains the mean reading of a phase at rest at a known position."""
    (compiled,) = recordings_of([sensor], [recording])
    return _core.bias_at_rest(robot, sensor.core(), compiled, position, *map(float, phase))


def recordings_of(
    sensors: Sequence[Sensor], recordings: Sequence[AnyReadings]
) -> list[_core.SensorRecording]:
    """The compiled recordings."""
    if len(sensors) != len(recordings):
        raise Error(
            f"sensors: found {len(sensors)} with {len(recordings)} recordings, expected one "
            "recording per sensor"
        )
    compiled = []
    for sensor, recording in zip(sensors, recordings, strict=True):
        times, values = (
            recording if isinstance(recording, tuple) else (recording.times, recording.values)
        )
        compiled.append(_core.SensorRecording(times, values, f"sensor '{sensor.label}'"))
    return compiled


def check_request(robot: Robot, sensors: Sequence[Sensor], hold: Mapping[str, float]) -> None:
    """Reject requests without sensors or movable joints, and joints held at an unknown position."""
    if not sensors:
        raise Error("sensors: found none, expected at least one")
    for joint, position in hold.items():
        if not np.isfinite(position):
            raise Error(f"hold: found {position} for joint '{joint}', expected a finite position")
    if all(joint in hold for joint in robot.joint_names):
        raise Error("joints: found none that may move, expected at least one that is not held")


def all_joints(robot: Robot, values: ArrayLike, name: str) -> Numbers:
    """One number per joint: as given, or one for all."""
    numbers = np.asarray(values, dtype=float)
    if numbers.shape not in ((), (robot.dof,)):
        raise Error(
            f"{name}: found shape {numbers.shape}, expected one number or one per joint, "
            f"{robot.dof} of them"
        )
    return np.array(np.broadcast_to(numbers, robot.dof))
