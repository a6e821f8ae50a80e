# SPDX-License-Identifier: Apache-2.0
"""What the actuators supply along a motion, as a function of how fast it is run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ._core import Robot, force_terms
from .arrays import Numbers
from .values import Load, LoadTable

RestRows = Callable[[float, int, int], Numbers]
"""(speed, first instant, instants) to rows that are no power of the speed, over the time of the
faster motion."""

_POWERS = {"inertia": 2, "gravity": 0, "load": 0, "rotor": 2}


@dataclass(frozen=True)
class Rows:
    """A term (instants, rows, joints): row k grows with the speed to the `power` + k."""

    power: int
    values: Numbers


@dataclass(frozen=True)
class Actuation:
    """What the actuators supply: Σ of powers of the speed, and a rest."""

    total: Numbers
    """(instants, rows, joints): row k is the k-th derivative, at the speed of the motion."""
    powers: tuple[Rows, ...]
    rest: RestRows
    has_rest: NDArray[np.bool_]
    """Which joints' rest is not always zero."""


def rigid_actuation(robot: Robot, times: Numbers, motion: Numbers, order: int) -> Actuation:
    """Return the joint forces to some order, which are what rigid drives supply."""
    terms = force_terms(robot, motion, order, times)
    powers = [Rows(_POWERS[name], terms[name]) for name in terms if name in _POWERS]
    total: Numbers = np.sum(list(terms.values()), axis=0)
    if not robot.has_friction:
        still = np.zeros(robot.dof, dtype=bool)
        return Actuation(total, tuple(powers), partial(_no_rest, robot.dof, order), still)
    viscous = _with_friction(robot, coulomb=0.0, stribeck=0.0, bearing_coefficient=0.0)
    dry = _with_friction(robot, viscous=0.0)
    powers.append(Rows(1, _friction(viscous, motion, order, times)))
    now = _friction(dry, motion, order, times)
    rest = _Faster(dry, times, motion, order)
    return Actuation(total, tuple(powers), rest, np.any(now != 0.0, axis=(0, 1)))


def _no_rest(dof: int, order: int, _speed: float, _first: int, count: int) -> Numbers:
    return np.zeros((count, order + 1, dof))


def _with_friction(robot: Robot, **changes: float) -> Robot:
    return robot.replace(
        friction={name: replace(joint.friction, **changes) for name, joint in robot.joints.items()}
    )


def _friction(robot: Robot, motion: Numbers, order: int, times: Numbers) -> Numbers:
    none: Numbers = np.zeros((len(motion), order + 1, robot.dof))
    return force_terms(robot, motion, order, times).get("friction", none)


class _Faster:
    """Dry friction of the motion at any speed."""

    def __init__(self, robot: Robot, times: Numbers, motion: Numbers, order: int) -> None:
        self._robot = robot
        self._times = times
        self._motion = motion[:, : order + 3]
        self._order = order
        self._last: tuple[tuple[float, int, int], Numbers] | None = None

    def __call__(self, speed: float, first: int, count: int) -> Numbers:
        asked = (speed, first, count)
        if self._last is None or self._last[0] != asked:  # every joint asks for the same
            self._last = (asked, self._rows(speed, slice(first, first + count)))
        return self._last[1]

    def _rows(self, speed: float, part: slice) -> Numbers:
        motion = faster_motion(self._motion[part], speed)
        times = self._times[part] / speed
        return _friction(faster_robot(self._robot, speed), motion, self._order, times)


def faster_motion(motion: Numbers, speed: float) -> Numbers:
    """Return the rows (…, rows, joints) of q(λ t)."""
    return np.ascontiguousarray(motion * speed ** np.arange(motion.shape[-2])[:, None])


def faster_robot(robot: Robot, speed: float) -> Robot:
    """Return the robot with the same loads at the same places of a faster motion."""
    loads = [_faster_load(load, speed) for load in robot.loads]
    return robot.replace(loads=loads) if loads else robot


def _faster_load(load: Load | LoadTable, speed: float) -> Load | LoadTable:
    if isinstance(load, LoadTable):
        wrenches = np.asarray(load.wrenches, dtype=np.float64)
        rows = wrenches.reshape(len(wrenches), -1, 6)
        powers = speed ** np.arange(rows.shape[1])[:, None]
        return replace(
            load, times=np.asarray(load.times, dtype=np.float64) / speed, wrenches=rows * powers
        )
    rates = np.asarray(load.derivatives, dtype=np.float64).reshape(-1, 6)
    return replace(load, derivatives=rates * speed ** np.arange(1, len(rates) + 1)[:, None])
