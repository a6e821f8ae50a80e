# SPDX-License-Identifier: Apache-2.0
"""Motions from readings of the joints themselves, joint by joint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .. import interpolation
from .._core import Error, noise_among_neighbours
from ..arrays import Numbers
from ..polynomial import Polynomial
from ..progress import SILENT, Progress
from .fit_settings import QUANTITIES, FitSettings, JointSettings
from .quantized import SmoothedReadings, smooth_readings, steps_of
from .signal import Signal
from .source import Recording

_SURE = 5  # derivatives whose errors smoothing can estimate
_BEYOND = 5.0  # times the noise that neighbours indicate; readings that were filtered share errors
_OF_MOTION = 1e-3  # of the readings' deviation; exact readings have no noise to compare with


@dataclass(frozen=True)
class JointFit:
    """The motion of one joint and the residuals of its readings."""

    joint: str
    signal: Signal
    polynomial: Polynomial
    residual: Numbers
    sentences: tuple[str, ...]
    warnings: tuple[str, ...]
    """Without the name of the joint, since joints that are read together share them."""
    smoothed: SmoothedReadings | None = None

    def deviations(self, times: Numbers, orders: int) -> Numbers:
        """Standard deviations of the motion, (instants, rows); NaN for an interpolated one."""
        if self.smoothed is None:
            return np.full((len(times), orders + 1), np.nan)
        return self.smoothed.deviations(times, orders)


@dataclass(frozen=True)
class _Ends:
    """Known end values of one joint; NaN: unknown."""

    position: float
    velocity: float
    end_position: float
    end_velocity: float


def fit_joints(
    recording: Recording, settings: FitSettings, progress: Progress = SILENT
) -> list[JointFit]:
    """Fit every joint in the settings; each has one kind of reading."""
    joints = [known.joint for known in settings.joints]
    for joint in joints:
        if joints.count(joint) > 1:
            raise Error(f"found joint '{joint}' twice and no sensor, expected it once")
        if joint in settings.hold:
            raise Error(f"found joint '{joint}' held and read, expected one of the two")
    progress.begin("finding the motion", len(joints), " joints")
    found = []
    for known, signal in zip(settings.joints, recording.signals[: len(joints)], strict=True):
        found.append(_fit_joint(known, signal, settings))
        progress.done()
    return found


def warnings_of(found: Sequence[JointFit]) -> tuple[str, ...]:
    """Every warning once, prefixed with the names of all joints that it is about."""
    joints: dict[str, list[str]] = {}
    for part in found:
        for warning in part.warnings:
            joints.setdefault(warning, []).append(part.joint)
    return tuple(f"{', '.join(names)}: {warning}" for warning, names in joints.items())


def _fit_joint(known: JointSettings, signal: Signal, settings: FitSettings) -> JointFit:
    find = _smoothed if settings.shape.method == "smooth" else _interpolated
    try:
        return find(known, signal, _ends(settings, known.joint), settings)
    except Error as error:
        raise Error(f"{signal.name}: {error}") from None


def _ends(settings: FitSettings, joint: str) -> _Ends:
    column = settings.robot.joint_names.index(joint)
    return _Ends(
        float(settings.start.position[column]),
        float(settings.start.velocity[column]),
        float(settings.end.position[column]),
        float(settings.end.velocity[column]),
    )


def _interpolated(
    known: JointSettings, signal: Signal, ends: _Ends, settings: FitSettings
) -> JointFit:
    """Interpolate knots: all readings, or as many means of them as `segments` requests."""
    times, values = _at_knots(signal, settings)
    order = settings.shape.order
    if known.derivative == 0:
        polynomial = interpolation.interpolate(times, values, order)
    elif known.derivative == 2:
        polynomial = interpolation.fit(
            times,
            values,
            order,
            position=_or_zero(ends.position),
            velocity=_or_zero(ends.velocity),
            end_position=_or_none(ends.end_position),
            end_velocity=_or_none(ends.end_velocity),
        )
    else:
        raise Error(
            "found method 'interpolate' for velocities, expected positions or accelerations"
        )
    drift = np.zeros(2)
    if polynomial.correction is not None:
        drift[:] = polynomial.correction[:, 0]
    found = _result(known, signal, polynomial, ends, drift, (), polynomial.warnings)
    beyond = _beyond_noise(known.noise, found) if known.noise else _beyond_neighbours(found)
    return replace(found, warnings=(*found.warnings, *beyond))


def _beyond_noise(noise: float, found: JointFit) -> Iterator[str]:
    """Say that residuals contradict the stated noise, as smoothing does."""
    count = len(found.residual)
    rms = float(np.sqrt(np.mean(found.residual**2)))
    if rms > (1.1 + 3.0 / np.sqrt(2 * count)) * noise:
        yield (
            f"the residuals indicate a noise of {rms:.3g}, not {noise:.3g} as stated (too "
            "few 'segments' leave part of the motion)"
        )


def _beyond_neighbours(found: JointFit) -> Iterator[str]:
    """Say that residuals are larger than neighbouring readings differ, where none is stated."""
    times, values = found.signal.times, found.signal.values[:, 0]
    rms = float(np.sqrt(np.mean(found.residual**2)))
    if len(times) < 5 or rms <= _OF_MOTION * float(np.std(values)):
        return
    steps = steps_of(times, values)
    noise = max(noise_among_neighbours(times, values), steps.noise if steps else 0.0)
    if rms > _BEYOND * noise:
        yield (
            f"the residuals of {rms:.3g} rms are far beyond the noise of {noise:.2g} that "
            "neighbouring readings indicate (too few 'segments' leave part of the motion; if the "
            "readings were filtered, state their 'noise')"
        )


def _smoothed(known: JointSettings, signal: Signal, ends: _Ends, settings: FitSettings) -> JointFit:
    """Smooth; if the end of accelerations is known, correct them by b0 + b1 (t - start)."""
    start = [[_or_zero(ends.position)], [_or_zero(ends.velocity)]][: known.derivative]
    largest_gap = float(signal.times[-1] - signal.times[0]) if settings.bridge else None

    def smoothed(values: Numbers) -> SmoothedReadings:
        return smooth_readings(
            signal.times,
            values,
            signal=QUANTITIES[known.derivative],
            start=start or None,
            noise=known.noise,
            largest_gap=largest_gap,
        )

    values, drift = signal.values[:, 0], np.zeros(2)
    result = smoothed(values)
    if known.derivative == 2:
        drift = _closing(result.smoothed.polynomial, ends)
        result = smoothed(values + _line(drift, signal.times))
    report, orders = result.smoothed.report, min(settings.orders, _SURE)
    bands = result.deviations(signal.times, orders)
    usual = np.sqrt(np.mean(bands**2, axis=0))
    names = ["q", *(f"d{k}q" for k in range(1, orders + 1))]
    band = ", ".join(f"{n} ± {d:.2g}" for n, d in zip(names, usual, strict=True))
    sentence = f"{known.joint}: cut-off {report.cutoff:.4g} Hz, usual error {band} (SI units)"
    # Quantization noise was not stated by the user.
    warnings = tuple(w for w in report.warnings if known.noise or " as stated" not in w)
    found = _result(known, signal, result.smoothed.polynomial, ends, drift, (sentence,), warnings)
    return replace(found, smoothed=result)


def _closing(polynomial: Polynomial, ends: _Ends) -> Numbers:
    """Return b0 and b1, the smallest correction of the acceleration that reaches the known end."""
    start, end = polynomial.knots[0], polynomial.knots[-1]
    span = end - start
    found = polynomial.motion(end, 1)[:, 0]
    wanted = np.array([ends.end_position, ends.end_velocity])
    rows = np.array([[span**2 / 2, span**3 / 6], [span, span**2 / 2]])
    known = np.isfinite(wanted)
    if not known.any():
        return np.zeros(2)
    if known.all():
        return np.linalg.solve(rows, wanted - found)
    row = int(np.argmax(known))
    return np.array([(wanted - found)[row] / rows[row, 0], 0.0])


def _line(drift: Numbers, times: Numbers) -> Numbers:
    line: Numbers = drift[0] + drift[1] * (times - times[0])
    return line


def _result(
    known: JointSettings,
    signal: Signal,
    polynomial: Polynomial,
    ends: _Ends,
    drift: Numbers,
    sentences: tuple[str, ...],
    warnings: Sequence[str],
) -> JointFit:
    joint, derivative = known.joint, known.derivative
    if drift.any():
        sign = "-" if drift[1] < 0 else "+"
        text = f"{drift[0]:.4g} {sign} {abs(drift[1]):.4g} t added to the acceleration"
        sentences = (*sentences, f"{joint}: drift removed, {text}")
    said = [warning.removeprefix("channel 0: ") for warning in warnings]
    for what in ("position", "velocity")[:derivative]:
        if np.isnan(getattr(ends, what)):
            said.append(f"no {what} at the start, taken for zero")
    known_ends = ("position", "velocity", "end_position", "end_velocity")
    for what in known_ends[derivative : 4 if derivative < 2 else 2]:
        if not np.isnan(getattr(ends, what)):
            name = what.replace("_", " ") if what.startswith("end") else f"start {what}"
            said.append(f"{name} not used beside readings of its {QUANTITIES[derivative]}")
    robot = polynomial(signal.times, derivative)[:, 0]
    residual = signal.values[:, 0] + _line(drift, signal.times) - robot
    return JointFit(joint, signal, polynomial, residual[:, None], sentences, tuple(said))


def _at_knots(signal: Signal, settings: FitSettings) -> tuple[Numbers, Numbers]:
    """Return all readings, or at equal distances the line fitted to the surrounding ones."""
    segments = settings.shape.segments
    if segments is None or segments >= len(signal) - 1:
        return signal.times, signal.values[:, 0]
    knots = np.linspace(signal.times[0], signal.times[-1], segments + 1)
    reach = 0.5 * (knots[1] - knots[0])
    values = np.empty(len(knots))
    for i, knot in enumerate(knots):
        near = np.abs(signal.times - knot) <= reach
        if near.sum() < 2:
            raise Error(
                f"found {near.sum()} readings around knot {i} at time {knot:.9g}, expected two or "
                "more (fewer 'segments' help)"
            )
        line = np.polynomial.Polynomial.fit(signal.times[near] - knot, signal.values[near, 0], 1)
        values[i] = line(0.0)
    return knots, values


def _or_zero(value: float) -> float:
    return 0.0 if np.isnan(value) else value


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value
