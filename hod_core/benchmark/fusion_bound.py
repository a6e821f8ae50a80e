# SPDX-License-Identifier: Apache-2.0
"""How well encoders and accelerometers are fused, and how well any weighed roughness could do it.

    python hod_core/benchmark/fusion_bound.py [SEED ...]

UR5, encoders of 14 bits at 50 Hz, three sensors of 300 µg/√Hz at 200 Hz. For the last row the
readings, made linear about the true motion by differences of the generator, are smoothed by
B-splines with the weight of the roughness that the truth asks for: inversely as the mean square of
the true derivative around each instant, of each joint. Derivative, window, floor and overall weight
are those that turn out best by the truth. Shares no code with the estimator.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable

import numpy as np
import recording_generator as generator
from scipy.interpolate import BSpline
from scipy.linalg import LinAlgError, solveh_banded

import hod
from hod.recording.quantized import smooth_readings
from recordings import LINKS, Scene, _line, urdf_of

_SPACING = 0.02  # s
_DEGREE = 7
_STEP = 1e-5  # of the differences
_WEIGHTS = (3.0, 10.0, 30.0, 100.0, 300.0)  # 1/s
_SHAPES = ((0.0, 0.0), (0.6, 0.3), (0.6, 0.03), (0.3, 0.03))  # window in s, floor
_DERIVATIVES = (5, 6, 7)


class Basis:
    """Clamped B-splines of a duration and all their derivatives."""

    def __init__(self, duration: float) -> None:
        self.knots = np.linspace(0.0, duration, round(duration / _SPACING) + 1)
        self.step = self.knots[1]
        ends = np.zeros(_DEGREE), np.full(_DEGREE, duration)
        self.points = len(self.knots) - 1 + _DEGREE
        first = BSpline(
            np.concatenate([ends[0], self.knots, ends[1]]), np.eye(self.points), _DEGREE
        )
        self.splines = [first, *(first.derivative(k) for k in range(1, _DEGREE + 1))]

    def local(self, times: np.ndarray, derivative: int) -> tuple[np.ndarray, np.ndarray]:
        """Segments of instants, and the values of the splines that are not zero there."""
        last = len(self.knots) - 2
        segments = np.clip(np.searchsorted(self.knots, times, "right") - 1, 0, last)
        rows = self.splines[derivative](times)
        columns = segments[:, None] + np.arange(_DEGREE + 1)
        return segments, np.take_along_axis(rows, columns, axis=1)


class Normal:
    """The squares of linear equations in the control points of all joints: lower bands."""

    def __init__(self, basis: Basis, joints: int) -> None:
        self.basis, self.joints = basis, joints
        self.width = (_DEGREE + 1) * joints
        self.bands = np.zeros((self.width, basis.points * joints))
        self.right = np.zeros(basis.points * joints)

    def add(self, times: np.ndarray, shares: np.ndarray, values: np.ndarray, noise: float) -> None:
        """Values that are shares (instants, axes, derivatives, joints) of q, q', ..."""
        rows = 0.0
        for k in range(shares.shape[2]):
            segments, local = self.basis.local(times, k)
            rows = rows + local[:, None, :, None] * shares[:, :, k, None, :]
        rows = np.reshape(rows, (*shares.shape[:2], self.width)) / noise
        for segment in np.unique(segments):
            here = segments == segment
            part = rows[here].reshape(-1, self.width)
            squares, first = part.T @ part, segment * self.joints
            for column in range(self.width):
                self.bands[: self.width - column, first + column] += squares[column:, column]
            right = part.T @ (values[here].reshape(-1) / noise)
            self.right[first : first + self.width] += right

    def smoothed(self, derivative: int, weights: np.ndarray) -> np.ndarray:
        """Control points, for a weight of each segment and joint."""
        bands = self.bands.copy()
        places, shares = np.polynomial.legendre.leggauss(_DEGREE - derivative + 1)
        for place, share in zip(places, shares, strict=True):
            times = self.basis.knots[:-1] + 0.5 * (1.0 + place) * self.basis.step
            segments, local = self.basis.local(times, derivative)
            scaled = 0.5 * share * self.basis.step * weights
            for a, b in itertools.combinations_with_replacement(range(_DEGREE + 1), 2):
                product = (local[:, a] * local[:, b])[:, None] * scaled
                columns = (segments + a)[:, None] * self.joints + np.arange(self.joints)
                np.add.at(bands[(b - a) * self.joints], columns, product)
        return solveh_banded(bands, self.right, lower=True).reshape(-1, self.joints)


def equations(scene: Scene) -> Normal:
    names = list(scene.motion)
    normal = Normal(Basis(scene.duration), len(names))
    for sensor, (times, values) in zip(scene.sensors, scene.recordings, strict=True):
        rows = {joint: moves(times, 2) for joint, moves in scene.motion.items()}
        place, axes = np.asarray(sensor.position), np.asarray(sensor.axes)
        shares = np.zeros((*values.shape, 3, len(names)))
        for column, joint in enumerate(names):
            for k in range(3):
                either = []
                for step in (_STEP, -_STEP):
                    moved = {name: row.copy() for name, row in rows.items()}
                    moved[joint][:, k] += step
                    either.append(generator.readings(scene.tree, sensor.link, place, axes, moved))
                shares[:, :, k, column] = (either[0] - either[1]) / (2 * _STEP)
        truth = np.stack([rows[joint] for joint in names], axis=2)
        noise = values - generator.readings(scene.tree, sensor.link, place, axes, rows)
        linear = np.einsum("nakj,nkj->na", shares, truth) + noise
        normal.add(times, shares, linear, float(np.ravel(sensor.noise)[0]))
    for encoder in scene.encoders:
        shares = np.zeros((len(encoder.times), 1, 1, len(names)))
        shares[:, :, :, names.index(encoder.joint)] = 1.0
        normal.add(np.asarray(encoder.times), shares, np.asarray(encoder.values), encoder.noise)
    return normal


def true_squares(scene: Scene, basis: Basis, derivative: int) -> np.ndarray:
    """Mean squares of the true derivative on each segment, a column per joint."""
    inside = (np.arange(8) + 0.5) / 8
    times = (basis.knots[:-1, None] + basis.step * inside).ravel()
    values = [moves(times, derivative)[:, derivative] for moves in scene.motion.values()]
    squares: np.ndarray = np.mean(np.square(values).reshape(len(values), -1, 8), axis=2).T
    return squares


def around(squares: np.ndarray, count: int) -> np.ndarray:
    """Means over so many segments before and after each, fewer at the ends."""
    if count == 0:
        return np.tile(squares.mean(axis=0), (len(squares), 1))
    kernel = np.hanning(count + 2)[1:-1]
    parts = [
        np.convolve(np.pad(s, count, "edge"), kernel / kernel.sum(), "same") for s in squares.T
    ]
    return np.stack(parts, axis=1)[count:-count]


def best(scene: Scene, normal: Normal, times: np.ndarray) -> np.ndarray:
    """The motion of least error of q⁗."""
    truth = scene.truth(times)[:, 4]
    found, least = np.zeros(0), np.inf
    for derivative in _DERIVATIVES:
        squares = true_squares(scene, normal.basis, derivative)
        for (window, floor), weight in itertools.product(_SHAPES, _WEIGHTS):
            usual = around(squares, round(window / _SPACING)) + floor * squares.mean(axis=0)
            try:
                points = normal.smoothed(derivative, weight / usual)
            except LinAlgError:
                continue  # more than double precision can tell
            error = float(np.mean((normal.basis.splines[4](times) @ points - truth) ** 2))
            if error < least:
                found, least = points, error
    motion = [normal.basis.splines[k](times) @ found for k in range(5)]
    return np.stack(motion, axis=1)


def smoothed(scene: Scene, times: np.ndarray) -> np.ndarray:
    """Encoder by encoder, without the sensors."""
    found = [smooth_readings(encoder.times, encoder.values) for encoder in scene.encoders]
    return np.concatenate([part.smoothed.motion(times, 4) for part in found], axis=2)


def main(seeds: Iterable[int]) -> None:
    for seed in seeds:
        rng = np.random.default_rng(seed)
        scene = Scene.moving(urdf_of("ur5", rng), rng, 6.0)
        scene.add_encoders(50.0, 14)
        for link in LINKS:
            scene.add_sensor(rng, link, 200.0, 300.0, np.eye(3))
        times = scene.times(200.0)[20:-20]
        truth = scene.truth(times)
        forces = hod.forces(scene.robot, truth, 2)
        _line("the motion itself", truth, forces)
        for name, motion in (
            ("encoders", smoothed(scene, times)),
            ("fused", scene.recover().motion(times, 4)),
            ("best by truth", best(scene, equations(scene), times)),
        ):
            _line(name, motion - truth, hod.forces(scene.robot, motion, 2) - forces)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [0, 1])
