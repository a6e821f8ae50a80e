# SPDX-License-Identifier: Apache-2.0
"""Noisy accelerations of an arm to Q'': smoothing polynomials beside other ways, and their speed.

    python hod_core/benchmark/smoothing.py [SAMPLES]

prints the tables of docs/smoothing.md; SAMPLES (default 1000000) is for the speed.
"""

from __future__ import annotations

import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from scipy import interpolate, signal

import hod
from hod.arrays import Numbers

_ROBOT = (
    Path(sysconfig.get_path("purelib"))
    / "cmeel.prefix/share/example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"
)
_RATE = 1000.0  # Hz
_DENSITY = 100e-6 * 9.80665  # m/s² per √Hz
_RADIUS = 0.5  # m, of the accelerometers on their links
_NOISE = _DENSITY * np.sqrt(_RATE / 2) / _RADIUS  # rad/s², of each sample of q''
_DURATION = 3.0  # s
_UNITS = 50.0  # of time in a second, for SciPy
_SEEDS = range(10)
_ROWS = ("q''", "q'''", "q''''", "Q", "Q'", "Q''")
Estimate = Callable[[Numbers, Numbers, Numbers], Numbers]


def truth(times: Numbers, joints: int) -> Numbers:
    """Return q … q'''' of a motion from rest to rest and back: polynomials of degree 11."""
    shape = np.polynomial.Polynomial([0.0, 1.0])
    slope = np.polynomial.Polynomial([0.0, 1.0, -1.0]) ** 5
    shape = slope.integ() / slope.integ()(1.0)
    motion = np.zeros((times.size, 5, joints))
    for joint in range(joints):
        length = _DURATION / (2 + 2 * (joint % 2))  # two or four strokes
        stroke = np.minimum(times // length, _DURATION / length - 1)
        local = times / length - stroke
        sign = np.where(stroke % 2 == 0, 1.0, -1.0)
        for k in range(5):
            part = (shape.deriv(k) if k else shape)(local) / length**k
            reach = (1.0 - 0.1 * joint) * sign
            motion[:, k, joint] = reach * part + (reach < 0) * (k == 0) * (1.0 - 0.1 * joint)
    return motion


def integrated(times: Numbers, start: Numbers, second: Numbers) -> tuple[Numbers, Numbers]:
    """Positions and velocities by the trapezoidal rule."""
    step = times[1] - times[0]

    def integral(rates: Numbers, first: Numbers) -> Numbers:
        steps = 0.5 * step * (rates[1:] + rates[:-1])
        return first + np.concatenate([np.zeros_like(steps[:1]), np.cumsum(steps, axis=0)])

    first = integral(second, start[1])
    return integral(first, start[0]), first


def from_accelerations(
    times: Numbers, start: Numbers, second: Numbers, third: Numbers, fourth: Numbers
) -> Numbers:
    position, velocity = integrated(times, start, second)
    return np.stack([position, velocity, second, third, fourth], axis=1)


def central_differences(times: Numbers, values: Numbers, start: Numbers) -> Numbers:
    step = times[1] - times[0]
    third = np.gradient(values, step, axis=0)
    return from_accelerations(times, start, values, third, np.gradient(third, step, axis=0))


def savitzky_golay(window: int, order: int) -> Estimate:
    def estimate(times: Numbers, values: Numbers, start: Numbers) -> Numbers:
        step = times[1] - times[0]
        parts = [
            signal.savgol_filter(values, window, order, deriv=k, delta=step, axis=0)
            for k in range(3)
        ]
        return from_accelerations(times, start, *parts)

    return estimate


def splines(fit: Callable[[Numbers, Numbers], Callable[..., Numbers]]) -> Estimate:
    """SciPy's splines, channel by channel, in a unit of time that suits their search."""

    def estimate(times: Numbers, values: Numbers, start: Numbers) -> Numbers:
        scaled = times * _UNITS
        fits = [fit(scaled, column) for column in values.T]
        parts = [np.stack([_UNITS**k * one(scaled, k) for one in fits], axis=1) for k in range(3)]
        return from_accelerations(times, start, *parts)

    return estimate


def smoothing_polynomials(**options: float) -> Estimate:
    def estimate(times: Numbers, values: Numbers, start: Numbers) -> Numbers:
        smoothed = hod.smooth(times, values, signal="acceleration", start=start, **options)
        return smoothed.motion(times, 4)

    return estimate


def ways() -> Iterator[tuple[str, Estimate]]:
    """Every way with the figures that it needs; windows and cut-offs are tried out."""
    yield "central differences", central_differences
    for window in (21, 41, 61, 81, 121):
        yield f"Savitzky–Golay, {window} samples, degree 4", savitzky_golay(window, 4)
    yield (
        "SciPy `make_smoothing_spline` (cross-validation)",
        splines(lambda t, y: interpolate.make_smoothing_spline(t, y)),
    )
    yield (
        "SciPy `UnivariateSpline(k=5, s=Nσ²)`",
        splines(lambda t, y: interpolate.UnivariateSpline(t, y, k=5, s=t.size * _NOISE**2)),
    )
    for cutoff in (5.0, 7.0, 10.0, 15.0, 20.0, 40.0, 80.0):
        yield f"HOD, cut-off {cutoff:g} Hz", smoothing_polynomials(cutoff=cutoff)
    yield "HOD, residual = σ", smoothing_polynomials(residual=_NOISE)
    yield "HOD, noise = σ", smoothing_polynomials(noise=_NOISE)
    yield "HOD, cross-validation", smoothing_polynomials()


def outcome(robot: hod.Robot, motion: Numbers) -> list[Numbers]:
    forces = hod.forces(robot, np.ascontiguousarray(motion), 2)
    return [motion[:, 2], motion[:, 3], motion[:, 4], forces[:, 0], forces[:, 1], forces[:, 2]]


def root_mean_square(parts: list[Numbers]) -> Numbers:
    return np.array([np.sqrt(np.mean(part**2)) for part in parts])


def accuracy() -> None:
    robot = hod.Robot.from_urdf(_ROBOT)
    times = np.arange(int(_DURATION * _RATE) + 1) / _RATE
    motion = truth(times, robot.dof)
    exact = outcome(robot, motion)
    print("| root mean square of … | " + " | ".join(_ROWS) + " |")
    print("| --- " * 7 + "|")
    row("the motion itself", root_mean_square(exact))
    for name, estimate in ways():
        squares = np.zeros(6)
        for seed in _SEEDS:
            noise = _NOISE * np.random.default_rng(seed).standard_normal(motion[:, 2].shape)
            found = outcome(robot, estimate(times, motion[:, 2] + noise, motion[0, :2]))
            errors = [a - b for a, b in zip(found, exact, strict=True)]
            squares += root_mean_square(errors) ** 2 / len(_SEEDS)
        row(name, np.sqrt(squares))


def row(name: str, numbers: Numbers) -> None:
    print(f"| {name} | " + " | ".join(f"{number:.2g}" for number in numbers) + " |", flush=True)


def speed(samples: int) -> None:
    times = np.arange(samples) / _RATE
    noise = 1e-3 * np.random.default_rng(1).standard_normal(samples)
    print(f"\n| {samples} samples | seconds |\n| --- | --- |")
    for name, frequency, options in (
        ("cut-off 20 Hz", 1, {"cutoff": 20.0}),
        ("stated noise", 1, {"noise": 1e-3}),
        ("cross-validation", 1, {}),
        ("cross-validation of a sine of 60 Hz", 60, {}),
    ):
        values = np.sin(2 * np.pi * frequency * times) + noise
        begin = time.perf_counter(), time.process_time()
        hod.smooth(times, values, **options)
        wall, processor = time.perf_counter() - begin[0], time.process_time() - begin[1]
        print(f"| {name} | {wall:.2f} ({processor:.2f} of the processor) |", flush=True)


if __name__ == "__main__":
    accuracy()
    speed(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
