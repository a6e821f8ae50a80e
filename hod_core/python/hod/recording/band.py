# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of forces and energies, from the uncertainty of the motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .._core import Robot, energies, forces
from ..arrays import Deviations, Numbers
from ..progress import SILENT, Progress
from ..threads import in_threads
from .quantized import SmoothedReadings

Spread = Callable[[Numbers, int], Numbers]
"""Samples of possible motions minus the motion found, (instants, samples, rows, joints), as a
function of times and rows."""

_STATES = 2_000_000  # at most, of all samples at all instants
_AT_ONCE = 20_000


@dataclass(frozen=True)
class Bands:
    """Standard deviations; NaN where the uncertainty of the motion is unknown."""

    forces: Deviations
    """(instants, rows, joints)."""
    energies: Deviations
    """(instants, orders), from the first order on."""


def bands(
    robot: Robot,
    times: Numbers,
    motion: Numbers,
    spread: Spread | None,
    order: int,
    progress: Progress = SILENT,
) -> Bands:
    """Return the deviations of forces up to a derivative, and of energies up to one order more.

    They are the mean square over samples of [F(q + s) - F(q - s)] / 2, where s is all derivatives
    of all joints of a sample at once: results that depend on several of them include their
    correlations. For very long motions this is done at some instants only, with linear
    interpolation.
    """
    if spread is None:
        nothing = np.full((len(times), order + 1, robot.dof), np.nan, np.float32)
        return Bands(nothing, nothing[:, :, 0].copy())
    rows = order + 3
    samples = spread(times[:1], rows).shape[1]
    most = max(2, _STATES // (2 * samples))
    chosen = np.unique(np.linspace(0, len(times) - 1, min(most, len(times))).astype(int))
    at_once = max(1, _AT_ONCE // (2 * samples))
    progress.begin("bands", len(chosen), " instants")
    parts = []
    for part in in_threads(
        lambda part: _parts(robot, times[part], motion[part, :rows], spread, order),
        np.split(chosen, range(at_once, len(chosen), at_once)),
    ):
        parts.append(part)
        progress.done(len(part[0]))
    found = (np.concatenate(tables) for tables in zip(*parts, strict=True))
    return Bands(*(_between(times, times[chosen], table) for table in found))


def _parts(
    robot: Robot, times: Numbers, motion: Numbers, spread: Spread, order: int
) -> tuple[Numbers, Numbers]:
    around = spread(times, order + 3)
    unknown = ~np.isfinite(around[0]).all(axis=(0, 2))
    if unknown.any():
        around[:, :, unknown] = 0.0
    either = np.empty((*around.shape[:2], 2, *around.shape[2:]))
    np.add(motion[:, None], around, out=either[:, :, 0])
    np.subtract(motion[:, None], around, out=either[:, :, 1])
    stamps = np.broadcast_to(times[:, None, None], either.shape[:3])
    torques = _deviations(forces(robot, either, order, stamps))
    works = _deviations(energies(robot, either, order + 1)[..., 1:])
    if unknown.any():  # a derivative of forces needs two more of the motion
        first = max(0, int(np.argmax(unknown)) - 2)
        torques[:, first:] = works[:, first:] = np.inf
    return torques, works


def _deviations(values: Numbers) -> Numbers:
    halves = 0.5 * (values[:, :, 0] - values[:, :, 1])
    return np.asarray(np.sqrt(np.mean(halves**2, axis=1)))


def _between(times: Numbers, chosen: Numbers, table: Numbers) -> Deviations:
    if len(chosen) == len(times):
        return table.astype(np.float32)
    columns = table.reshape(len(chosen), -1).T
    whole = np.empty((len(times), len(columns)), np.float32)
    for i, column in enumerate(columns):
        whole[:, i] = np.interp(times, chosen, column)
    return whole.reshape(len(times), *table.shape[1:])


def spread_of_joints(found: Sequence[tuple[int, SmoothedReadings]], dof: int) -> Spread:
    """Return samples for joints that were smoothed one by one, each with its column.

    There are as many samples as unknowns of an instant, randomly rotated but orthogonal to each
    other, so that their covariance is exactly that of the smoothing.
    """

    def spread(times: Numbers, rows: int) -> Numbers:
        count = rows * len(found)
        turned = np.linalg.qr(np.random.RandomState(1).standard_normal((count, count)))[0]
        around = np.zeros((len(times), count, rows, dof))
        for i, (column, smoothed) in enumerate(found):
            roots = _root(smoothed.covariance(times, rows - 1))
            shares = np.sqrt(count) * turned[:, i * rows : (i + 1) * rows]
            around[:, :, :, column] = np.einsum("trk,sk->tsr", roots, shares)
            sure = np.isfinite(smoothed.deviations(times[:1], rows - 1)[0])
            around[:, :, ~sure, column] = np.inf
        return around

    return spread


def _root(covariance: Numbers) -> Numbers:
    """Return L of covariance = L Lᵀ for matrices whose rows differ by many powers of ten."""
    deviations = np.sqrt(np.einsum("tkk->tk", covariance))
    safe = np.where(deviations > 0.0, deviations, 1.0)
    values, vectors = np.linalg.eigh(covariance / (safe[:, :, None] * safe[:, None, :]))
    root: Numbers = safe[:, :, None] * vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
    return root
