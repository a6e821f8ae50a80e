# SPDX-License-Identifier: Apache-2.0
"""Differentiation of accelerometer readings, for comparison."""

from __future__ import annotations

import numpy as np

from ..arrays import Numbers
from ..recording.generator import ideal_readings
from ..recording.plan import Plan
from ..recording.signal import Signal

_REST = 0.4  # s at the beginning during which the arm is at rest


def differentiated(plan: Plan, signal: Signal, motion: Numbers) -> Numbers:
    """Return a motion with q″ from each reading separately and its derivatives by differences.

    Position and velocity are those of the given motion, which also determines gravity's share.
    (Integrating readings instant by instant diverges: an error of the angle changes that share, and
    grows.) The bias is the mean at rest.
    """
    joint = plan.robot.joint_names.index(plan.moving[0])
    still = np.zeros((len(motion), 3, plan.robot.dof))
    still[:, 0] = motion[:, 0]
    shares = _readings(plan, still)
    moved = np.zeros((2, 3, plan.robot.dof))
    moved[1, 2, joint] = 1.0
    gain = float(np.diff(_readings(plan, moved))[0])
    readings = signal.values[:, 0]
    bias = np.mean((readings - shares)[signal.times < _REST])
    result: Numbers = motion.copy()
    result[:, 2, joint] = (readings - bias - shares) / gain
    for row in range(3, motion.shape[1]):
        result[:, row, joint] = np.gradient(result[:, row - 1, joint], signal.step)
    return result


def _readings(plan: Plan, motion: Numbers) -> Numbers:
    """Return the readings of a perfect sensor."""
    readings: Numbers = ideal_readings(plan.robot, plan.sensors[0].mounting, motion)[:, 0]
    return readings
