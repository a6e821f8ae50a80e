# SPDX-License-Identifier: Apache-2.0
"""Whether a motion keeps the limits of its joints, and how fast it could be run."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._core import HIGHEST_SPEED, LOWEST_SPEED, Error, Robot, check_curve
from ._core import largest_speed_up as _largest_speed_up
from .arrays import Numbers
from .force_settings import ForceSettings
from .limited import Quantity, quantities_along
from .settings_file import read_settings_file
from .strict_yaml import suggestion

KINDS = ("position", "velocity", "effort", "effort_rate")
KEYS = ("lower", "upper", "velocity", "effort", "effort_rate")
"""What a joint's limits are made of; the last three hold in both directions."""


@dataclass(frozen=True)
class Limits:
    """Limits of every joint of a robot, infinite where there is none."""

    lower: Numbers
    upper: Numbers
    velocity: Numbers
    effort: Numbers
    """Of what the actuator supplies, Q; with an elastic drive the motor's torque."""
    effort_rate: Numbers
    notes: tuple[str, ...] = ()
    """What was taken for no limit, a sentence each."""

    @classmethod
    def of(cls, robot: Robot, changes: Mapping[str, Mapping[str, float]] | None = None) -> Limits:
        """Take the robot's limits (a URDF's <limit>) and change some: {joint: {key: number}}.

        A velocity or effort limit of zero in the robot counts as none. Infinity takes a limit away.
        """
        notes: list[str] = []
        values = {
            "lower": robot.lower_limits.copy(),
            "upper": robot.upper_limits.copy(),
            "velocity": _without_zeros(robot, "velocity", robot.velocity_limits, notes),
            "effort": _without_zeros(robot, "effort", robot.effort_limits, notes),
            "effort_rate": np.full(robot.dof, math.inf),
        }
        for joint, entries in (changes or {}).items():
            _change(values, robot, joint, entries)
        return cls(**values, notes=tuple(notes))

    @classmethod
    def from_yaml(cls, robot: Robot, path: str | os.PathLike[str]) -> Limits:
        """Take the robot's limits, changed as the 'limits' of a settings file say."""
        return cls.of(robot, read_settings_file(path, robot).limits)

    def bounds(self, kind: str, joint: int) -> tuple[float, float]:
        """Return the lowest and the highest value allowed."""
        if kind == "position":
            return float(self.lower[joint]), float(self.upper[joint])
        limit = float(getattr(self, kind)[joint])
        return -limit, limit


def _without_zeros(robot: Robot, key: str, values: Numbers, notes: list[str]) -> Numbers:
    result: Numbers = np.where(values == 0.0, math.inf, values)
    joints = [name for name, value in zip(robot.joint_names, values, strict=True) if value == 0.0]
    if joints:
        notes.append(f"{key} limit 0 of {', '.join(joints)} counts as none")
    return result


def _change(
    values: dict[str, Numbers], robot: Robot, joint: str, entries: Mapping[str, float]
) -> None:
    if joint not in robot.joint_names:
        expected = suggestion(joint, robot.joint_names)
        raise Error(f"limits: found the joint '{joint}', expected {expected}")
    index = robot.joint_names.index(joint)
    for key, value in entries.items():
        if key not in KEYS:
            expected = suggestion(key, KEYS)
            raise Error(f"limits of '{joint}': found '{key}', expected {expected}")
        if math.isnan(value) or (key not in ("lower", "upper") and value <= 0.0):
            raise Error(f"limits of '{joint}': found {key} {value!r}, expected a number above 0")
        values[key][index] = value
    lower, upper = values["lower"][index], values["upper"][index]
    if not lower <= upper:
        raise Error(
            f"limits of '{joint}': found lower {lower} above upper {upper}, expected them the "
            "other way round"
        )


@dataclass(frozen=True)
class Extreme:
    """Where a number is farthest beyond its limit, or nearest to it."""

    joint: str
    kind: str
    """One of KINDS."""
    time: float
    value: float
    limit: float
    ratio: float
    """How far from the middle of its limits, which are at 1; nan where only one side has one."""


@dataclass(frozen=True)
class Violation:
    """A time during which a number is beyond one of its limits."""

    joint: str
    kind: str
    begin: float
    """Where it crosses the limit, found between the samples, or the first time of the motion."""
    end: float
    limit: float
    peak: Extreme


@dataclass(frozen=True)
class Check:
    """How a motion stands to its limits."""

    worst: tuple[Extreme, ...]
    """Of every joint and kind that has a limit."""
    violations: tuple[Violation, ...]
    """In the order of joints, kinds and time."""

    @property
    def is_kept(self) -> bool:
        return not self.violations


@dataclass(frozen=True)
class SpeedUp:
    """At which speeds a motion keeps its limits."""

    is_possible: bool
    """Whether any speed does."""
    largest: float
    """The largest factor λ for which q(λ t) does; infinite if nothing limits it."""
    smallest: float
    """The slowest; above 0 where a motion has to be fast for inertia to carry its weight."""
    limit: Extreme | None
    """What limits it, in the time of the given motion; if none is possible, what is too much even
    at rest."""


def check(
    robot: Robot,
    times: ArrayLike,
    motion: ArrayLike,
    limits: Limits | None = None,
    settings: ForceSettings | None = None,
) -> Check:
    """Compare a motion (instants, rows, joints) with limits (default: the robot's).

    Between samples, values run as the cubics through values and rates; straight for the highest
    derivative that the rows of the motion allow.
    """
    instants = np.asarray(times, dtype=np.float64)
    worst: list[Extreme] = []
    violations: list[Violation] = []
    for quantity in quantities_along(robot, instants, motion, limits or Limits.of(robot), settings):
        point, found = check_curve(instants, *quantity.curve(), quantity.lower, quantity.upper)
        worst.append(_extreme(quantity, *point))
        for begin, end, limit, time, value in found:
            peak = _extreme(quantity, time, value)
            violations.append(Violation(quantity.joint, quantity.kind, begin, end, limit, peak))
    return Check(tuple(worst), tuple(violations))


def largest_speed_up(
    robot: Robot,
    times: ArrayLike,
    motion: ArrayLike,
    limits: Limits | None = None,
    settings: ForceSettings | None = None,
) -> SpeedUp:
    """Find the largest λ for which the motion q(λ t) keeps limits (default: the robot's).

    Every term is known at every λ: q⁽ᵏ⁾ grows with λᵏ, the k-th derivatives of gravity and loads
    with λᵏ, of viscous friction with λᵏ⁺¹, of inertia and rotors with λᵏ⁺²; dry friction is
    computed again. Loads belong to the places of the motion: tables of them are run faster with
    it.
    """
    instants = np.asarray(times, dtype=np.float64)
    quantities = list(
        quantities_along(robot, instants, motion, limits or Limits.of(robot), settings)
    )
    possible, largest, smallest, index, point = _largest_speed_up(
        instants, [quantity.compiled() for quantity in quantities]
    )
    if possible and largest >= HIGHEST_SPEED:
        return SpeedUp(True, math.inf, _or_zero(smallest), None)
    limit = _extreme(quantities[index], *point)
    if not possible:
        return SpeedUp(False, math.nan, math.nan, limit)
    return SpeedUp(True, largest, _or_zero(smallest), limit)


def _or_zero(smallest: float) -> float:
    return 0.0 if smallest <= LOWEST_SPEED else smallest


def _extreme(quantity: Quantity, time: float, value: float) -> Extreme:
    lower, upper = quantity.lower, quantity.upper
    limit = upper if value - upper >= lower - value else lower
    half = 0.5 * (upper - lower)
    ratio = abs(value - (lower + half)) / half if math.isfinite(half) and half > 0.0 else math.nan
    return Extreme(quantity.joint, quantity.kind, time, value, limit, ratio)
