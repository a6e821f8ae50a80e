# SPDX-License-Identifier: Apache-2.0
"""Whether a motion keeps the limits of its joints, and how fast it could be run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from numpy.typing import ArrayLike

from ._core import MotionMatch, Robot, check_limits
from ._core import largest_speed_up as _largest_speed_up

KINDS = ("position", "velocity", "effort", "effort_rate")


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

    @classmethod
    def of(cls, begin: float, end: float, peak: Extreme) -> Violation:
        return cls(peak.joint, peak.kind, begin, end, peak.limit, peak)


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
    """The speeds at which a motion keeps its limits."""

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
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, *, threads: int = 0
) -> Check:
    """Compare a motion (instants, rows, joints) with the limits of all joints, mimics too.

    The effort of an independent joint is what its actuator supplies, with an elastic drive the
    motor's torque; that of a mimic is the force that this joint itself transmits. Between samples,
    values run as the cubics through values and rates; straight for the highest derivative that
    the rows of the motion allow. Where efforts have limits, the robot's base must be steady: see
    `BaseMotion.is_steady`.

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
    """Find the largest λ for which the motion q(λ t) keeps the limits of all joints.

    Every term is known at every λ: q⁽ᵏ⁾ grows with λᵏ, the k-th derivatives of gravity and loads
    with λᵏ, of viscous friction with λᵏ⁺¹, of inertia and rotors with λᵏ⁺²; dry friction is
    computed again. Loads belong to the places of the motion: tables of them are run faster with
    it. A base that moves does so at its own pace, steadily: see `BaseMotion.is_steady`. Damped
    springs are taken as their series in D/K; `check` follows them exactly and may find a limit
    exceeded at the λ found, the more so the larger D/K: check the motion at that speed.

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
