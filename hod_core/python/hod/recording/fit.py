# SPDX-License-Identifier: Apache-2.0
"""From a recording to the motion behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import comb, sqrt

import numpy as np

from .. import accelerometer
from .._core import Error, Robot, unwrapped
from ..arrays import Deviations, Numbers
from ..progress import SILENT, Progress
from .band import Spread, spread_of_joints
from .figure import with_deviation
from .fit_settings import FitSettings, JointSettings, SensorSettings
from .joint_fit import JointFit, fit_joints, warnings_of
from .quantized import steps_of
from .robot import density_to_noise
from .signal import Signal
from .source import Recording

_NO_NOISE = 1e-9  # in place of zero, which would give a signal infinite weight
_MOST_INSTANTS = 2e7  # of a motion table
_AT_ONCE = 20_000  # instants
_DIFFERENCES = 4  # order of the differences in which noise dominates the motion
_CONTRADICTED = 5.0  # times the noise that the readings show, or a part of it
_EXPLAINED = 3.0  # the same in the unit of the readings


@dataclass(frozen=True)
class Residual:
    """The part of one signal that the motion does not explain."""

    name: str
    unit: str
    times: Numbers
    values: Numbers

    @property
    def sentence(self) -> str:
        rms, largest = sqrt(float(np.mean(self.values**2))), float(np.abs(self.values).max())
        return (
            f"{self.name}: {len(self.times)} readings, residual {rms:.4g} {self.unit} rms, "
            f"{largest:.4g} at most"
        )


@dataclass(frozen=True)
class Fit:
    """A motion, and the evidence for it."""

    settings: FitSettings
    recording: Recording
    times: Numbers
    """Instants of the motion table."""
    motion: Numbers
    """(instants, rows, joints)."""
    deviations: Deviations
    """Standard deviations of the motion; NaN where unknown."""
    residuals: tuple[Residual, ...]
    at: Callable[[Numbers, int], Numbers]
    """The motion at some times, with a number of rows: (times, rows, joints)."""
    sentences: tuple[str, ...] = field(default=())
    """Other findings: biases, drift, bands."""
    warnings: tuple[str, ...] = field(default=())
    recovery: accelerometer.Recovery | None = None
    """With accelerometers: how the motion was found."""
    spread: Spread | None = None
    """Samples of possible motions; None where the uncertainty is unknown."""

    @property
    def summary(self) -> list[str]:
        """One sentence per line, for display."""
        remarks = [remark for signal in self.recording.signals for remark in signal.remarks]
        if self.recording.origin:
            remarks.append(f"time 0 is {self.recording.origin} ns after the epoch")
        return [
            *remarks,
            *(residual.sentence for residual in self.residuals),
            *self.sentences,
            *(f"warning: {warning}" for warning in self.warnings),
        ]


@dataclass(frozen=True)
class _Found:
    """The result of either method of finding a motion; the names are those of `Fit`."""

    times: Numbers
    at: Callable[[Numbers, int], Numbers]
    deviations: Deviations
    residuals: tuple[Residual, ...]
    sentences: tuple[str, ...]
    warnings: tuple[str, ...]
    recovery: accelerometer.Recovery | None
    spread: Spread | None


def fit(recording: Recording, settings: FitSettings, progress: Progress = SILENT) -> Fit:
    """Find the motion: with accelerometers from all readings at once, otherwise joint by joint."""
    find = _by_sensors if settings.sensors else _by_joints
    try:
        _check_rate(recording, settings)
        recording = _unwrapped(recording, settings)
        found = find(recording, settings, progress)
    except Error as error:
        raise Error(f"{recording.path}: {error}") from None
    motion = found.at(found.times, settings.orders + 1)
    return Fit(settings, recording, motion=motion, **vars(found))


def _check_rate(recording: Recording, settings: FitSettings) -> None:
    count = (recording.end - recording.start) * (settings.rate or 0.0)
    if count > _MOST_INSTANTS:
        raise Error(
            f"found {count:.4g} instants at the output's rate of {settings.rate:g} Hz, expected at "
            f"most {_MOST_INSTANTS:g}"
        )


def _unwrapped(recording: Recording, settings: FitSettings) -> Recording:
    """Unwrap angles that wrap within one turn."""
    signals = list(recording.signals)
    for place, known in enumerate(settings.joints, len(settings.sensors)):
        signal = signals[place]
        if known.derivative == 0 and not settings.robot.joints[known.joint].is_prismatic:
            angles, sentence = unwrapped(signal.name, signal.times, signal.values[:, 0])
            if sentence:
                remarks = (*signal.remarks, sentence)
                signals[place] = replace(signal, values=angles[:, None], remarks=remarks)
    return replace(recording, signals=tuple(signals))


def noise_in(signal: Signal) -> float:
    """Return the deviation of white noise in a signal, from differences in which motion is small.

    The k-th difference of white noise has a variance of C(2k, k) times that of the noise.
    """
    order = min(_DIFFERENCES, len(signal) - 1)
    differences = np.diff(signal.values, order, axis=0)
    return float(np.median(np.abs(differences)) / 0.6745 / sqrt(comb(2 * order, order)))


def output_times(recording: Recording, settings: FitSettings, start: float, end: float) -> Numbers:
    """Return the instants of the motion table: at the stated rate or that of the fastest signal.

    The first is the start.
    """
    if end < start:
        raise Error(
            f"found readings from {start:.6g} s on and a motion until {end:.6g} s, expected one "
            "that covers them (is a time_offset beyond the recording?)"
        )
    rate = settings.rate or 1.0 / min(signal.step for signal in recording.signals)
    rate = round(rate) if abs(rate - round(rate)) < 1e-3 * rate and rate > 1 else rate
    return start + np.arange(int((end - start) * rate * (1 + 1e-12) + 1e-6) + 1) / rate


def _by_joints(recording: Recording, settings: FitSettings, progress: Progress) -> _Found:
    times = output_times(recording, settings, recording.start, recording.end)
    found = fit_joints(recording, settings, progress)
    progress.begin("evaluating the motion")
    deviations = np.zeros((len(times), settings.orders + 1, settings.robot.dof), np.float32)
    for part in found:
        column = settings.robot.joint_names.index(part.joint)
        deviations[:, :, column] = part.deviations(times, settings.orders)
    residuals = tuple(
        Residual(part.signal.name, part.signal.unit, part.signal.times, part.residual)
        for part in found
    )
    sentences = tuple(sentence for part in found for sentence in part.sentences)
    warnings = warnings_of(found)
    unused = _of_sensors(settings)
    if unused:
        warnings += (f"{', '.join(unused)}: not used, as there are no sensors",)
    unused = settings.shape.unused_by_joints
    if unused:
        warnings += (f"fit: {', '.join(unused)}: not used where joints are smoothed",)
    known = {*settings.hold, *(part.joint for part in found)}
    still = [joint for joint in settings.robot.joint_names if joint not in known]
    if still:
        warnings += (f"no readings of {', '.join(still)}, standing still at zero",)
    smoothed = [
        (settings.robot.joint_names.index(part.joint), part.smoothed)
        for part in found
        if part.smoothed is not None
    ]
    return _Found(
        times,
        _motion_of(settings, found),
        deviations,
        residuals,
        sentences,
        warnings,
        recovery=None,
        spread=spread_of_joints(smoothed, settings.robot.dof) if smoothed else None,
    )


def _motion_of(
    settings: FitSettings, found: Sequence[JointFit]
) -> Callable[[Numbers, int], Numbers]:
    """Return the motion of all joints, those without readings at rest."""

    def at(times: Numbers, rows: int) -> Numbers:
        motion = np.zeros((len(times), rows, settings.robot.dof))
        for joint, position in settings.hold.items():
            motion[:, 0, settings.robot.joint_names.index(joint)] = position
        for part in found:
            column = settings.robot.joint_names.index(part.joint)
            motion[:, :, column] = part.polynomial.motion(times, rows - 1)[:, :, 0]
        return motion

    return at


def _of_sensors(settings: FitSettings) -> list[str]:
    """Name requested settings that apply only to sensors."""
    asked = {
        "rest": settings.rest,
        "estimate": settings.estimate,
        "saturated": settings.drop_saturated,
        "knot_spacing": settings.shape.knot_spacing,
        "smoothing": settings.shape.smoothing,
    }
    return [name for name, value in asked.items() if value]


def _by_sensors(recording: Recording, settings: FitSettings, progress: Progress) -> _Found:
    progress.begin("finding the motion")
    count = len(settings.sensors)
    signals = recording.signals[:count]
    joint_signals = recording.signals[count : count + len(settings.joints)]
    sensed = Recording(recording.path, signals)  # joint readings may extend beyond those of sensors
    recovery = accelerometer.recover(
        settings.robot,
        [_sensor(settings.robot, *pair) for pair in zip(settings.sensors, signals, strict=True)],
        signals,
        start=settings.start.position,
        start_velocity=settings.start.velocity,
        end=settings.end.position,
        end_velocity=settings.end.velocity,
        hold=settings.hold,
        joint_readings=[_reading(*p) for p in zip(settings.joints, joint_signals, strict=True)],
        rest=settings.rest,
        estimate=settings.estimate,
        degree=settings.shape.order + 1,
        knot_spacing=_knot_spacing(sensed, settings),
        smoothing=settings.shape.smoothing,
        bridge_gaps=settings.bridge,
        drop_saturated=settings.drop_saturated,
        progress=progress.search,
    )
    progress.begin("evaluating the motion")
    knots = recovery.polynomial.knots
    first, last = _span(settings, signals)
    start, end = max(first, float(knots[0])), min(last, float(knots[-1]))
    times = output_times(recording, settings, start, end)
    residuals = tuple(
        Residual(signal.name, signal.unit, used.times, values)
        for signal, used, values in zip(
            signals, recovery.recordings, recovery.residuals, strict=True
        )
    )
    encoders = zip(settings.joints, joint_signals, strict=True)
    residuals += tuple(_joint_residual(settings.robot, recovery, *pair) for pair in encoders)
    warnings = (*recovery.warnings, *_elsewhere(settings, signals))
    warnings += tuple(_in_units_of_readings(settings.joints, joint_signals))
    unused = settings.shape.unused_by_sensors
    if unused:
        warnings += (f"fit: {', '.join(unused)}: not used, as there are sensors",)
    deviations = _deviations(recovery, times, settings.orders)
    bands = _bands(settings.robot, recovery.observability.joints, deviations)
    sentences = (*map(_unknown, recovery.unknowns), *bands)
    return _Found(
        times,
        lambda times, rows: recovery.motion(times, rows - 1),
        deviations,
        residuals,
        sentences,
        warnings,
        recovery,
        lambda times, rows: recovery.samples(times, rows - 1),
    )


def _span(settings: FitSettings, signals: Sequence[Signal]) -> tuple[float, float]:
    """Return the times of the first and the last reading of all sensors."""
    offsets = [known.time_offset for known in settings.sensors]
    starts = [float(s.times[0]) - offset for s, offset in zip(signals, offsets, strict=True)]
    ends = [float(s.times[-1]) - offset for s, offset in zip(signals, offsets, strict=True)]
    return min(starts), max(ends)


def _deviations(recovery: accelerometer.Recovery, times: Numbers, orders: int) -> Deviations:
    """Return deviations without another full table in double precision."""
    parts = np.array_split(times, 1 + len(times) // _AT_ONCE)
    return np.concatenate([recovery.deviations(part, orders).astype(np.float32) for part in parts])


def _joint_residual(
    robot: Robot, recovery: accelerometer.Recovery, known: JointSettings, signal: Signal
) -> Residual:
    """Return the residual of a joint's own readings, where there is a motion."""
    knots = recovery.polynomial.knots
    inside = (signal.times >= knots[0]) & (signal.times <= knots[-1])
    times, values = signal.times, signal.values[:, 0]
    if not inside.all():
        times, values = times[inside], values[inside]
    column = robot.joint_names.index(known.joint)
    parts = np.array_split(times, 1 + len(times) // _AT_ONCE)
    found = np.concatenate([recovery(part, known.derivative)[:, column] for part in parts])
    return Residual(signal.name, signal.unit, times, (values - found)[:, None])


def _sensor(robot: Robot, known: SensorSettings, signal: Signal) -> accelerometer.Sensor:
    return accelerometer.Sensor(
        link=_link(robot, known, signal),
        position=known.mounting.position,
        axes=known.mounting.axes,
        kind=known.mounting.kind,
        name=signal.name,
        scale=known.scale,
        bias=known.bias,
        misalignment=known.misalignment,
        time_offset=known.time_offset,
        noise=_noise(known, signal),
        range=known.mounting.range,
        bias_wander=known.bias_wander,
    )


def _link(robot: Robot, known: SensorSettings, signal: Signal) -> str:
    """Return the link in the settings, otherwise the one named by the messages' frame."""
    if known.mounting.link:
        return known.mounting.link
    if len(signal.frames) != 1 or signal.frames[0] not in robot.link_names:
        found = "' and '".join(signal.frames[:2])
        raise Error(
            f"{signal.name}: found frame_id '{found}', which is no link of '{robot.name}', and no "
            "'link' in the settings, expected one of the two"
        )
    return signal.frames[0]


def _reading(known: JointSettings, signal: Signal) -> accelerometer.JointReading:
    noise = known.noise or noise_in(signal) or _NO_NOISE
    values = signal.values[:, 0]
    return accelerometer.JointReading(known.joint, signal.times, values, known.derivative, noise)


def _in_units_of_readings(
    joints: Sequence[JointSettings], signals: Sequence[Signal]
) -> Iterator[str]:
    """Name noise that the readings contradict, unless it is in their unit instead of SI's."""
    for known, signal in zip(joints, signals, strict=True):
        steps = steps_of(signal.times, signal.values[:, 0])
        shown = max(noise_in(signal), steps.noise if steps else 0.0)
        if known.noise and shown:
            ratio = known.noise / shown
            if _apart(ratio) > _CONTRADICTED and _apart(ratio * known.source.factor) < _EXPLAINED:
                yield (
                    f"{signal.name}: the readings indicate a noise of {shown:.2g} {signal.unit}, "
                    f"not {known.noise:.3g} as stated ('noise' is in {signal.unit}, whatever the "
                    "'unit' of the readings)"
                )


def _apart(ratio: float) -> float:
    return max(ratio, 1.0 / ratio)


def _bands(robot: Robot, joints: Sequence[str], deviations: Deviations) -> list[str]:
    """Return sentences about the uncertainty of the motion."""
    usual = np.sqrt(np.einsum("tkj,tkj->kj", deviations, deviations, dtype=float) / len(deviations))
    sentences = []
    for joint in joints:
        column = robot.joint_names.index(joint)
        names = ["q", *(f"d{k}q" for k in range(1, len(usual)))]
        band = ", ".join(f"{n} ± {d:.2g}" for n, d in zip(names, usual[:, column], strict=True))
        worst = deviations[:, 0, column].max()
        sentences.append(
            f"{joint}: usual error {band} (SI units), of the position at most ± {worst:.2g}"
        )
    return sentences


def _unknown(unknown: accelerometer.Unknown) -> str:
    name = unknown.kind.replace("_", " ")
    which = f" of axis {unknown.axis}"
    if unknown.kind in ("position", "orientation"):
        which = f" {'along' if unknown.kind == 'position' else 'about'} {'xyz'[unknown.axis]}"
    elif unknown.kind in ("time_offset", "clock_drift"):
        which = ""
    elif unknown.kind == "wander":
        name, which = "bias", f"{which} has wandered until {unknown.stamp:.6g} s,"
    figure = with_deviation(unknown.value, unknown.deviation)
    return f"{unknown.sensor}: {name}{which} found to be {figure}"


def _elsewhere(settings: FitSettings, signals: Sequence[Signal]) -> Iterator[str]:
    """Name sensors whose messages have the frame of another link than the settings."""
    for known, signal in zip(settings.sensors, signals, strict=True):
        others = [
            frame
            for frame in signal.frames
            if known.mounting.link not in ("", frame) and frame in settings.robot.link_names
        ]
        if others:
            yield (
                f"{signal.name}: its messages speak in the frame of '{others[0]}', the settings "
                f"say '{known.mounting.link}', which counts"
            )


def _noise(known: SensorSettings, signal: Signal) -> float:
    if known.noise is not None:
        return known.noise
    if known.noise_density is not None:
        return density_to_noise(known.noise_density, 1.0 / signal.step, known.mounting.kind)
    return noise_in(signal) or _NO_NOISE


def _knot_spacing(sensed: Recording, settings: FitSettings) -> float | None:
    if settings.shape.segments is not None:
        return (sensed.end - sensed.start) / settings.shape.segments
    return settings.shape.knot_spacing
