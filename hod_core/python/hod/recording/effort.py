# SPDX-License-Identifier: Apache-2.0
"""Measured forces compared with those that the motion requires."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from .._core import Error, forces
from ..arrays import Deviations, Numbers
from .band import bands
from .fit import Fit
from .fit_settings import joint_unit


@dataclass(frozen=True)
class MeasuredForce:
    """The force that one joint's drive reports, and Q of the motion at the same times."""

    joint: str
    unit: str
    times: Numbers
    measured: Numbers
    expected: Numbers
    deviation: Deviations
    """Standard deviation of the expected force, from that of the motion; NaN if unknown."""

    @property
    def difference(self) -> Numbers:
        return self.measured - self.expected

    @property
    def figures(self) -> list[str]:
        """Cells of a table: count, root mean squares and mean."""
        rms = [sqrt(float(np.mean(x**2))) for x in (self.measured, self.difference)]
        numbers = [*rms, float(self.difference.mean()), float(np.abs(self.difference).max())]
        return [str(len(self.times)), *(f"{number:.4g} {self.unit}" for number in numbers)]


FIGURES = ("readings", "measured, rms", "less Q, rms", "less Q, mean", "less Q, at most")


def measured_forces(fit: Fit) -> list[MeasuredForce]:
    """Compare measured forces with Q, where there is a motion."""
    settings = fit.settings
    first = len(settings.sensors) + len(settings.joints)
    found = []
    for source, signal in zip(settings.efforts, fit.recording.signals[first:], strict=True):
        inside = (signal.times >= fit.times[0]) & (signal.times <= fit.times[-1])
        times = signal.times[inside]
        if not times.size:
            raise Error(
                f"{fit.recording.path}: {signal.name}: found no reading between "
                f"{fit.times[0]:.6g} s and {fit.times[-1]:.6g} s, where the motion is known, "
                "expected some"
            )
        motion = fit.at(times, 3)
        column = settings.robot.joint_names.index(source.joint)
        sure = bands(settings.robot, times, motion, fit.spread, 0)
        found.append(
            MeasuredForce(
                source.joint,
                joint_unit(settings.robot, source.joint, 3),
                times,
                signal.values[inside, 0],
                forces(settings.robot, motion, 0, times)[:, 0, column],
                sure.forces[:, 0, column],
            )
        )
    return found
