# SPDX-License-Identifier: Apache-2.0
"""Joint motion from whole recordings of accelerometers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from .._core import Error, PiecewisePolynomial, Robot
from ..arrays import Numbers
from ..polynomial import Polynomial
from .sensor import AnyReadings, Recording, Sensor, all_joints, recordings_of

UnknownKind = Literal[
    "bias", "scale", "time_offset", "position", "orientation", "clock_drift", "wander"
]

_UNKNOWNS: tuple[UnknownKind, ...] = (
    "bias",
    "scale",
    "time_offset",
    "position",
    "orientation",
    "clock_drift",
    "wander",
)
ESTIMATES = _UNKNOWNS[:-1]
"""What can be estimated on request."""


@dataclass(frozen=True)
class JointReading:
    """A joint's position, or one of its derivatives, measured by other means."""

    joint: str
    times: ArrayLike
    values: ArrayLike
    derivative: int = 0
    noise: float = 1e-4


@dataclass(frozen=True)
class Unknown:
    """A property of a sensor that was estimated with the motion."""

    sensor: str
    kind: UnknownKind
    axis: int
    """From 0; for position and orientation, x, y or z of the link's frame."""
    value: float
    """In SI units. The orientation is a rotation vector relative to the stated one, the clock drift
    what the clock gains per second, the wander the change of the bias up to `stamp`."""
    deviation: float
    """Standard deviation of the value, from the residuals."""
    stamp: float = 0.0
    """Time of the wander."""


@dataclass(frozen=True)
class Observability:
    """How well the sensors distinguish the joints along the motion."""

    joints: list[str]
    """The joints that were estimated."""
    times: Numbers
    singular_values: Numbers
    """Singular values of all axes times J, descending, one row per time."""
    condition: Numbers
    """Largest over smallest; infinite where q'' does not follow from the readings of one
    instant."""
    rank: int
    """Highest rank along the motion, gravity included."""
    unseen: list[str]
    weak_times: list[str]
    """Where the condition exceeds 1e4, in words."""


@dataclass(frozen=True)
class Recovery:
    """A joint motion, and the evidence for it."""

    polynomial: Polynomial
    unknowns: list[Unknown]
    biases: list[Numbers]
    """For each sensor, one per axis; estimated or as given. The same holds for `scales` and
    `time_offsets`."""
    scales: list[Numbers]
    time_offsets: list[float]
    positions: list[Numbers]
    """In the link's frame."""
    axes: list[Numbers]
    """True direction of each axis in the link's frame, one row each."""
    recordings: list[Recording]
    """The readings that were used."""
    residuals: list[Numbers]
    """Reading minus model for each sensor, (readings, axes)."""
    noise_ratio: float
    """Root mean square of residual over stated noise: about 1 if the stated noise was right."""
    cross_validation: float
    observability: Observability
    iterations: int
    warnings: list[str]
    _core: _core.MotionRecovery

    def __call__(self, t: ArrayLike, derivative: int = 0) -> Numbers:
        """One derivative at one or more times: shape of t, then joints."""
        return self.polynomial(t, derivative)

    def motion(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """q, q', ... as `hod.forces` takes them: shape of t, orders + 1, joints."""
        return self.polynomial.motion(t, orders)

    def deviations(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """Standard deviations of what `motion` returns, infinite from the spline's degree on."""
        times = np.asarray(t, dtype=float)
        table = self._core.deviations(times.reshape(-1), orders + 1)
        return table.reshape(*times.shape, orders + 1, self.polynomial.channels)

    def samples(self, t: ArrayLike, orders: int = 4) -> Numbers:
        """Motions that the readings allow, minus the motion found.

        Shape of t, samples, orders + 1, joints: shows correlations. The mean squares over the
        samples are approximately the squares of `deviations`; infinite from the spline's degree on.
        """
        times = np.asarray(t, dtype=float)
        if not self._core.has_samples:
            raise Error("samples: found none after forget_samples(), expected a call before it")
        found: Numbers = self._core.samples(times.reshape(-1), orders + 1)
        common = self._core.common_deviations(times.reshape(-1))
        signs = np.random.RandomState(1).choice([-1.0, 1.0], size=found.shape[1::2])
        found[:, :, 0] += common[:, None] * signs
        return found.reshape(*times.shape, *found.shape[1:])

    def forget_samples(self) -> None:
        """Free the memory of `samples`, which are no longer available afterwards.

        For long recordings they take most of the memory of a recovery.
        """
        self._core.forget_samples()


def recover(
    robot: Robot,
    sensors: Sequence[Sensor],
    recordings: Sequence[AnyReadings],
    *,
    start: ArrayLike | None = None,
    start_velocity: ArrayLike | None = None,
    end: ArrayLike | None = None,
    end_velocity: ArrayLike | None = None,
    hold: Mapping[str, float] | None = None,
    joint_readings: Sequence[JointReading] = (),
    rest: Sequence[tuple[float, float]] = (),
    estimate: Sequence[str | tuple[str, str]] = (),
    degree: int = 5,
    knot_spacing: float | None = None,
    smoothing: float = 0.0,
    bridge_gaps: bool = False,
    drop_saturated: bool = False,
    initial: Polynomial | None = None,
    progress: Callable[[int, float, float], object] | None = None,
) -> Recovery:
    """Find the motion that best fits whole recordings, each reading at its own time.

    `start` to `end_velocity` are known values at the first and the last instant, one number per
    joint or one for all; NaN or None: unknown. A joint that no sensor observes must be in `hold`
    (at that position) or in `joint_readings`; joint readings count only between the first and the
    last reading of the sensors. During `rest` phases all joints stand still. `estimate` names what
    else is estimated, for all sensors or, as a pair with its name, for one: "bias", "scale",
    "time_offset", "position" (of accelerometers), "orientation", "clock_drift". This is an error if
    the readings do not determine it.

    Without a `knot_spacing`, the knots are as dense as the motion needs, the spline's degree is one
    higher than `degree`, and the roughness of each joint is weighted for maximum likelihood of the
    readings, of which the fastest sensor must give four per second. With one, the spline is of that
    `degree`, and `smoothing` weights the integral of the square of its derivative of order
    degree - 1.

    A motion that leaves more than a small fraction of a sensor's readings unexplained is rejected;
    the error states what would explain them, if anything that was tried does. Gaps and saturated
    readings are rejected unless allowed. `initial` is an initial guess of the motion. `progress` is
    called ten times a second with the number of passes over the readings so far (the total is not
    known in advance), the usual knot spacing in this pass, and the completed share of it; an
    exception raised by it ends the search.
    """
    compiled = [sensor.core() for sensor in sensors]
    readings = recordings_of(sensors, recordings)
    joints, left_out = _sensed(joint_readings, *_span(sensors, recordings))
    options = _core.RecoveryOptions(
        degree,
        0.0 if knot_spacing is None else _spacing(knot_spacing),
        smoothing,
        [
            None if values is None else all_joints(robot, values, name)
            for values, name in (
                (start, "start"),
                (start_velocity, "start_velocity"),
                (end, "end"),
                (end_velocity, "end_velocity"),
            )
        ],
        [(joint, float(position)) for joint, position in (hold or {}).items()],
        [_core.JointRecording(r.joint, r.times, r.values, r.derivative, r.noise) for r in joints],
        [(float(first), float(last)) for first, last in rest],
        _estimates(sensors, estimate),
        bridge_gaps,
        drop_saturated,
        None if initial is None else PiecewisePolynomial(initial.knots, initial.coefficients),
    )
    found = _core.recover_motion(robot, compiled, readings, options, progress)
    return _recovery(sensors, recordings, found, [*left_out, *found.warnings])


def _span(sensors: Sequence[Sensor], recordings: Sequence[AnyReadings]) -> tuple[float, float]:
    """Return the first and the last instant with a reading of a sensor."""
    times = np.concatenate(
        [
            np.ravel(np.asarray(recording[0] if isinstance(recording, tuple) else recording.times))
            - sensor.time_offset
            for sensor, recording in zip(sensors, recordings, strict=True)
        ]
        or [np.zeros(0)]
    )
    return (float(times.min()), float(times.max())) if times.size else (-math.inf, math.inf)


def _sensed(
    joint_readings: Sequence[JointReading], start: float, end: float
) -> tuple[list[JointReading], list[str]]:
    """Drop joint readings outside those of the sensors, where there is no motion; report it."""
    kept, warnings = [], []
    for reading in joint_readings:
        times, values = np.asarray(reading.times), np.asarray(reading.values)
        if times.ndim != 1 or times.shape != values.shape:
            kept.append(reading)  # rejected below, with what is expected
            continue
        outside = (times < start) | (times > end)
        if not outside.any():
            kept.append(reading)
        else:
            kept.append(replace(reading, times=times[~outside], values=values[~outside]))
            where = f"readings of joint '{reading.joint}' before {start:.6g} s or after {end:.6g} s"
            if outside.all():
                raise Error(f"joint_readings: found only {where}, expected some between")
            warnings.append(f"{outside.sum()} {where}, when no sensor read, were left out")
    return kept, warnings


def _spacing(value: float) -> float:
    if not value > 0.0:
        raise Error(f"knot_spacing: found {value}, expected a positive number of seconds")
    return float(value)


def _estimates(
    sensors: Sequence[Sensor], estimate: Sequence[str | tuple[str, str]]
) -> list[tuple[int, int]]:
    chosen = []
    for entry in estimate:
        kind, name = (entry, None) if isinstance(entry, str) else entry
        if kind not in ESTIMATES:
            raise Error(f"estimate: found '{kind}', expected one of {', '.join(ESTIMATES)}")
        matches = [i for i, sensor in enumerate(sensors) if name in (None, sensor.label)]
        if not matches:
            raise Error(f"estimate: found the sensor '{name}', expected the name of one of them")
        if kind == "position" and name is None:
            matches = [i for i in matches if sensors[i].kind != "angular_velocity"]
            if not matches:
                raise Error(
                    "estimate: found 'position' of gyroscopes alone, expected accelerometers"
                )
        chosen += [(_UNKNOWNS.index(kind), i) for i in matches]
    return chosen


def _recovery(
    sensors: Sequence[Sensor],
    recordings: Sequence[AnyReadings],
    found: _core.MotionRecovery,
    warnings: list[str],
) -> Recovery:
    return Recovery(
        Polynomial.wrap(found.motion, tuple(warnings)),
        [
            Unknown(sensors[sensor].label, _UNKNOWNS[kind], axis, value, deviation, stamp)
            for kind, sensor, axis, value, deviation, stamp in found.unknowns
        ],
        [sensor.bias for sensor in found.sensors],
        [sensor.scale for sensor in found.sensors],
        [sensor.time_offset for sensor in found.sensors],
        [sensor.position for sensor in found.sensors],
        [sensor.directions for sensor in found.sensors],
        [_used(*pair) for pair in zip(recordings, found.take_readings(), strict=True)],
        found.residuals,
        found.noise_ratio,
        found.cross_validation,
        Observability(*found.observability),
        found.iterations,
        warnings,
        found,
    )


def _used(given: AnyReadings, used: tuple[Numbers, Numbers]) -> Recording:
    """Return what was used: the same arrays, not a copy, if everything was used."""
    all_given = given if isinstance(given, tuple) else (given.times, given.values)
    times, values = (np.asarray(numbers, dtype=float) for numbers in all_given)
    return Recording(times, values) if values.shape == used[1].shape else Recording(*used)
