# SPDX-License-Identifier: Apache-2.0
"""Other libraries on the recordings of `recordings.py`: SciPy joint by joint, pykalman's smoother.

What they have to be told beside the readings (a window, the strength of the driving noise) is the
best of several values by the truth, which nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import factorial

import numpy as np
import recording_generator as generator
from pykalman import KalmanFilter
from scipy.interpolate import UnivariateSpline
from scipy.signal import savgol_filter

ORDERS = 5  # q to q''''
_WINDOWS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.6)  # s
_STRENGTHS = tuple(10.0**k for k in range(-2, 9))  # of the white noise in q⁽⁵⁾, rad²/s⁹
_STEPS = 3  # linearizations of what the sensors read
_SMALL = 1e-6

Truth = np.ndarray
Readings = tuple[np.ndarray, np.ndarray]  # times, values


def best(found: Iterable[np.ndarray], truth: np.ndarray, rows: slice) -> np.ndarray:
    """The motion with the least error of the highest derivative."""
    return min(found, key=lambda motion: float(np.mean((motion - truth)[rows, ORDERS - 1] ** 2)))


def spline(encoders: Sequence[Readings], noise: float) -> np.ndarray:
    """SciPy's smoothing spline of degree 5 with the sum of squares that the noise stands for."""
    columns = []
    for times, values in encoders:
        fitted = UnivariateSpline(times, values, k=5, s=len(times) * noise**2)
        columns.append(np.column_stack([fitted.derivative(k)(times) for k in range(ORDERS)]))
    return np.stack(columns, axis=2)


def savitzky_golay(encoders: Sequence[Readings]) -> list[np.ndarray]:
    """Polynomials of degree 6 in windows of several lengths."""
    step = float(encoders[0][0][1] - encoders[0][0][0])
    sizes = sorted({max(9, round(window / step) // 2 * 2 + 1) for window in _WINDOWS})
    return [
        np.stack(
            [
                np.column_stack(
                    [savgol_filter(values, size, 6, deriv=k, delta=step) for k in range(ORDERS)]
                )
                for _, values in encoders
            ],
            axis=2,
        )
        for size in sizes
    ]


class Chains:
    """q to q'''' of joints, q⁽⁵⁾ being white noise, in equal steps of time."""

    def __init__(self, joints: int, times: np.ndarray) -> None:
        self.joints, self.times = joints, times
        step = float(times[1] - times[0])
        ones = np.eye(joints)
        powers = [
            [step ** (j - i) / factorial(j - i) if j >= i else 0.0 for j in range(ORDERS)]
            for i in range(ORDERS)
        ]
        self._transition = np.kron(np.array(powers), ones)
        last = ORDERS - 1
        noise = [
            [
                step ** (2 * last + 1 - i - j)
                / ((2 * last + 1 - i - j) * factorial(last - i) * factorial(last - j))
                for j in range(ORDERS)
            ]
            for i in range(ORDERS)
        ]
        self._noise = np.kron(np.array(noise), ones)

    def smooth(
        self, strength: float, matrices: np.ndarray, readings: np.ndarray, noises: np.ndarray
    ) -> np.ndarray:
        """(instants, rows, joints); a row of zeros in a matrix is no reading."""
        begin = np.zeros(ORDERS * self.joints)
        spread = np.repeat([10.0, 10.0, 1e2, 1e3, 1e4], self.joints) ** 2
        smoother = KalmanFilter(
            self._transition,
            matrices,
            strength * self._noise,
            np.diag(noises**2),
            initial_state_mean=begin,
            initial_state_covariance=np.diag(spread),
        )
        means, _ = smoother.smooth(readings)
        return means.reshape(len(self.times), ORDERS, self.joints)


def _encoder_equations(
    chains: Chains, encoders: Sequence[Readings]
) -> tuple[np.ndarray, np.ndarray]:
    """Matrices and readings at all instants, zero where no encoder was read."""
    count, joints = len(chains.times), chains.joints
    matrices = np.zeros((count, joints, ORDERS * joints))
    readings = np.zeros((count, joints))
    for joint, (times, values) in enumerate(encoders):
        rows = np.searchsorted(chains.times, times - 1e-9)
        matrices[rows, joint, joint] = 1.0
        readings[rows, joint] = values
    return matrices, readings


def kalman(chains: Chains, encoders: Sequence[Readings], noise: float) -> list[np.ndarray]:
    """The smoother of Rauch, Tung and Striebel on encoders, for several strengths."""
    matrices, readings = _encoder_equations(chains, encoders)
    noises = np.full(chains.joints, noise)
    return [chains.smooth(strength, matrices, readings, noises) for strength in _STRENGTHS]


Felt = Callable[[np.ndarray], np.ndarray]
"""What all sensors read at instants: (instants, numbers) of motions (instants, 3, joints)."""


def felt_by(
    tree: generator.Tree,
    joints: Sequence[str],
    sensors: Sequence[tuple[str, np.ndarray, np.ndarray]],
) -> Felt:
    """Of sensors as link, position and axes."""

    def felt(motion: np.ndarray) -> np.ndarray:
        rows = {joint: motion[:, :, i] for i, joint in enumerate(joints)}
        return np.concatenate(
            [generator.readings(tree, *sensor, rows) for sensor in sensors], axis=1
        )

    return felt


def extended_kalman(
    chains: Chains,
    encoders: Sequence[Readings],
    noise: float,
    felt: Felt,
    sensed: np.ndarray,
    sensed_noise: float,
) -> list[np.ndarray]:
    """The same with sensors, linearized about the motion of the step before."""
    known, readings = _encoder_equations(chains, encoders)
    beginnings = kalman(chains, encoders, noise)
    numbers = sensed.shape[1]
    noises = np.concatenate([np.full(chains.joints, noise), np.full(numbers, sensed_noise)])
    found = []
    for strength, motion in zip(_STRENGTHS, beginnings, strict=True):
        for _ in range(_STEPS):
            there, slopes = _linearized(felt, motion)
            state = motion.reshape(len(motion), -1)
            left = sensed - there + np.einsum("tns,ts->tn", slopes, state)
            matrices = np.concatenate([known, slopes], axis=1)
            both = np.concatenate([readings, left], axis=1)
            motion = chains.smooth(strength, matrices, both, noises)
        found.append(motion)
    return found


def _linearized(felt: Felt, motion: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is read along a motion, and by central differences how it follows q, q' and q''."""
    there = felt(motion[:, :3])
    slopes = np.zeros((*there.shape, motion[0].size))
    for row in range(3):
        for joint in range(motion.shape[2]):
            moved = np.zeros_like(motion[:, :3])
            moved[:, row, joint] = _SMALL
            rise = felt(motion[:, :3] + moved) - felt(motion[:, :3] - moved)
            slopes[:, :, row * motion.shape[2] + joint] = rise / (2.0 * _SMALL)
    return there, slopes
