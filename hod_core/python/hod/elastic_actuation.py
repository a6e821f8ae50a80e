# SPDX-License-Identifier: Apache-2.0
"""What motors behind springs supply, as a function of how fast a motion is run."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ._core import Robot, motor
from .actuation import Actuation, Rows, faster_motion, faster_robot, rigid_actuation
from .arrays import Numbers


def elastic_actuation(
    robot: Robot, times: Numbers, motion: Numbers, order: int
) -> Actuation:
    """Return the motor torques that follow from the joint forces to some order, two orders less.

    The torque τ = B θ'' + Q + b θ' is linear in q and Q as long as the motor has no dry friction,
    so each power of the speed stays one; with it, τ is computed again at every speed. At other
    speeds than the motion's own, damped springs are taken as the series in D/K, cut off at `order`.
    """
    drive = _Drives(robot)
    joints = rigid_actuation(robot, times, motion, order)
    torque = motor(robot, motion, order, times).torque
    rows = order - 1
    powers = [Rows(2, drive.inertia * motion[:, 2 : 2 + rows])]
    powers.append(Rows(1, drive.viscous_friction * motion[:, 1 : 1 + rows]))
    for term in joints.powers:
        powers += [Rows(term.power + more, part) for more, part in _behind(drive, term.values)]
    is_dry = drive.coulomb_friction > 0.0
    if is_dry.any():
        powers = [Rows(term.power, np.where(is_dry, 0.0, term.values)) for term in powers]

    def rest(speed: float, first: int, count: int) -> Numbers:
        parts = _behind(drive, joints.rest(speed, first, count))
        linear: Numbers = np.sum([values for _, values in parts], axis=0)
        if not is_dry.any():
            return linear
        part = slice(first, first + count)
        faster = faster_motion(motion[part], speed)
        whole = _motor_of_each(faster_robot(robot, speed), faster, order, times[part] / speed)
        result: Numbers = np.where(is_dry, whole, linear)
        return result

    return Actuation(torque, tuple(powers), rest, joints.has_rest | is_dry)


def remembers(robot: Robot) -> bool:
    """Whether motor torques depend on what was before: damped springs make them."""
    drives = [joint.drive for joint in robot.joints.values()]
    return robot.is_elastic and any(
        drive.damping > 0.0 and math.isfinite(drive.stiffness) for drive in drives
    )


class _Drives:
    """The drives' numbers as rows, one per column."""

    def __init__(self, robot: Robot) -> None:
        drives = [robot.joints[name].drive for name in robot.joint_names]
        self.stiffness = np.array([drive.stiffness for drive in drives])
        self.damping = np.array([drive.damping for drive in drives])
        self.inertia = np.array([drive.inertia for drive in drives])
        self.viscous_friction = np.array([drive.viscous_friction for drive in drives])
        self.coulomb_friction = np.array([drive.coulomb_friction for drive in drives])


def _motor_of_each(robot: Robot, motion: Numbers, order: int, times: Numbers) -> Numbers:
    """Return the torques of every instant by itself, damping as a series."""
    return motor(robot, motion[:, None], order, times[:, None]).torque[:, 0]


def _behind(drive: _Drives, force: Numbers) -> Iterator[tuple[int, Numbers]]:
    """Yield the summands of Q + b δ' + B δ'', δ being the deflection, and their further powers.

    δ⁽ᵏ⁾ = Σᵢ (−D/K)ⁱ Q⁽ᵏ⁺ⁱ⁾/K, where Q⁽ᵏ⁺ⁱ⁾ takes the speed to the power i more than Q⁽ᵏ⁾.
    """
    rows = force.shape[1] - 2
    yield 0, force[:, :rows]
    is_damped = (drive.damping > 0.0).any()
    for i in range(rows if is_damped else 1):
        share = (-drive.damping / drive.stiffness) ** i / drive.stiffness
        for derivative, factor in ((1, drive.viscous_friction), (2, drive.inertia)):
            if (factor > 0.0).any():
                yield i + derivative, _padded(factor * share * force[:, i + derivative :], rows)


def _padded(values: Numbers, rows: int) -> Numbers:
    padded: Numbers = np.zeros((values.shape[0], rows, values.shape[2]))
    kept = min(rows, values.shape[1])
    padded[:, :kept] = values[:, :kept]
    return padded
