# SPDX-License-Identifier: Apache-2.0
"""Whether a motion respects the limits of its joints, and how fast it could run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from numpy.typing import ArrayLike

from ._core import MotionMatch, Robot, check_limits
from ._core import largest_speed_up as _largest_speed_up

KINDS = ("position", "velocity", "effort", "effort_rate")


@dataclass(frozen=True)
class Extreme:
    """The point where a quantity exceeds its limit most, or is closest to it."""

    joint: str
    kind: str
    """One of KINDS."""
    time: float
    value: float
    limit: float
    ratio: float
    """Distance from the midpoint of the limits, scaled so that they are at 1; nan where only one
    side has a limit."""


@dataclass(frozen=True)
class Violation:
    """A period during which a quantity exceeds one of its limits."""

    joint: str
    kind: str
    begin: float
    """When it crosses the limit, interpolated between samples, or the start of the motion."""
    end: float
    limit: float
    peak: Extreme

    @classmethod
    def of(cls, begin: float, end: float, peak: Extreme) -> Violation:
        return cls(peak.joint, peak.kind, begin, end, peak.limit, peak)


@dataclass(frozen=True)
class Check:
    """The comparison of a motion with its limits."""

    worst: tuple[Extreme, ...]
    """One per joint and kind with a limit."""
    violations: tuple[Violation, ...]
    """Ordered by joint, kind and time."""

    @property
    def is_kept(self) -> bool:
        return not self.violations


@dataclass(frozen=True)
class SpeedUp:
    """The speeds at which a motion respects its limits."""

    is_possible: bool
    """Whether there is any such speed."""
    largest: float
    """The largest factor λ for which q(λ t) respects them; infinite if nothing limits it."""
    smallest: float
    """The smallest one; above 0 where a motion has to be fast so that inertia carries its
    weight."""
    limit: Extreme | None
    """What limits the speed, in the time of the given motion; if no speed is possible, what is too
    large even at rest."""


def check(
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, *, threads: int = 0
) -> Check:
    """Compare a motion (instants, rows, joints) with the limits of all joints, including mimics.

    The effort of an independent joint is what its actuator supplies: with an elastic drive, the
    motor's torque. That of a mimic joint is the force that this joint itself transmits. Between
    samples, values are interpolated by cubics through values and rates, and linearly for the
    highest derivative for which the motion has rows. If efforts are limited, the robot's base
    motion must be steady: see `BaseMotion.is_steady`.

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> robot = robot.replace(limits=hod.Limits(velocity=2.0))
    >>> motion = np.zeros((2, 3, robot.dof))
    >>> motion[:, 1, 0] = 1.5, 2.5
    >>> found = hod.limits.check(robot, [0.0, 1.0], motion)
    >>> [(one.kind, one.end, one.peak.value) for one in found.violations]
    [('velocity', 1.0, 2.5)]

    """
    worst, violations = check_limits(robot, times, cast("ArrayLike", motion), threads)
    return Check(
        tuple(Extreme(*one) for one in worst),
        tuple(Violation.of(begin, end, Extreme(*peak)) for begin, end, peak in violations),
    )


def largest_speed_up(
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, *, threads: int = 0
) -> SpeedUp:
    """Find the largest λ for which the motion q(λ t) respects the limits of all joints.

    Every term is known at every λ: q⁽ᵏ⁾ grows with λᵏ, the k-th derivatives of gravity and loads
    with λᵏ, of viscous friction with λᵏ⁺¹, of inertia and rotors with λᵏ⁺²; dry friction is
    recomputed. Loads belong to positions along the motion: tables of loads are sped up with it. A
    moving base keeps its own pace; it must be steady: see `BaseMotion.is_steady`. Damped springs
    are taken as their series in D/K; `check` treats them exactly and may find a limit exceeded at
    the λ found, by more the larger D/K is: check the motion at that speed.

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> robot = robot.replace(limits=hod.Limits(velocity=2.0))
    >>> motion = np.zeros((2, 3, robot.dof))
    >>> motion[:, 1, 0] = 1.5, 2.5
    >>> hod.limits.largest_speed_up(robot, [0.0, 1.0], motion).largest
    0.8

    """
    possible, largest, smallest, limit = _largest_speed_up(
        robot, times, cast("ArrayLike", motion), threads
    )
    return SpeedUp(possible, largest, smallest, None if limit is None else Extreme(*limit))
