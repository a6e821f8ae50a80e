# SPDX-License-Identifier: Apache-2.0
"""Properties of a robot's joints and what acts on its links: plain values, in SI units.

`dataclasses.replace` returns a modified copy; `Robot.replace` applies them to a robot.
"""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import Literal, NamedTuple

from numpy.typing import ArrayLike

from ._core import MassProperties
from .arrays import Numbers


@dataclass(frozen=True, kw_only=True)
class Friction:
    """Friction of a joint: b q' + [F_c + F_s exp(-(q'/v_s)^2) + mu rho N] tanh(q'/eps).

    N is the component of the joint's force (from inertia, gravity and loads) normal to its axis,
    rounded off by `smoothing_force`; rho is the bearing radius, and 1 for prismatic joints.

    Examples
    --------
    >>> Friction(viscous=0.4, coulomb=2.0).stribeck_speed
    0.05

    """

    viscous: float = 0.0
    """b [N m s/rad or N s/m]"""
    coulomb: float = 0.0
    """F_c [N m or N]"""
    stribeck: float = 0.0
    """F_s, breakaway force in excess of F_c [N m or N]"""
    stribeck_speed: float = 0.05
    """v_s [rad/s or m/s]"""
    bearing_coefficient: float = 0.0
    """mu"""
    bearing_radius: float = 0.0
    """rho [m]"""
    smoothing_speed: float = 0.01
    """eps, below which dry friction fades [rad/s or m/s]"""
    smoothing_force: float = 0.01
    """[N]"""


@dataclass(frozen=True, kw_only=True)
class Drive:
    """The drive of a joint: a motor behind a gear and, if elastic, behind a damped spring.

    All values except the first two refer to the link side of the gear.

    Examples
    --------
    >>> Drive(motor_inertia=1e-4, gear_ratio=100.0).inertia
    1.0

    """

    motor_inertia: float = 0.0
    """Inertia of the rotor, on the motor side of the gear [kg m²]"""
    gear_ratio: float = 1.0
    """Rotor turns per joint turn, or per metre; not 0, negative if they turn opposite ways
    [1 or rad/m]"""
    stiffness: float = math.inf
    """Infinite for a rigid joint [N m/rad or N/m]"""
    damping: float = 0.0
    """Damping of the spring [N m s/rad or N s/m]"""
    viscous_friction: float = 0.0
    """Viscous friction of the motor [N m s/rad or N s/m]"""
    coulomb_friction: float = 0.0
    """Coulomb friction of the motor [N m or N]"""
    smoothing_speed: float = 0.01
    """Speed below which the motor's Coulomb friction fades [rad/s or m/s]"""

    @property
    def inertia(self) -> float:
        """The rotor's inertia reflected to the joint [kg m² or kg]."""
        return self.gear_ratio**2 * self.motor_inertia


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of a joint, infinite where there is none.

    Velocity, effort and effort rate apply in both directions; a zero there (a placeholder in URDFs)
    counts as no limit.
    """

    lower: float = -math.inf
    """[rad or m]"""
    upper: float = math.inf
    """[rad or m]"""
    velocity: float = math.inf
    """[rad/s or m/s]"""
    effort: float = math.inf
    """Effort of the actuator [N m or N]"""
    effort_rate: float = math.inf
    """[N m/s or N/s]"""


@dataclass(frozen=True, kw_only=True)
class Joint:
    """A movable joint, as in `Robot.joints`."""

    name: str
    is_prismatic: bool
    is_mimic: bool
    """Whether it follows the joint of its column instead of having a column of its own."""
    column: int
    """Column of the motion that moves it."""
    multiplier: float
    """Position of the joint = multiplier * motion + offset."""
    offset: float
    limits: Limits
    friction: Friction
    drive: Drive


@dataclass(frozen=True, eq=False)
class Load:
    """A wrench that the robot exerts on its environment, constant or with derivatives in time.

    `force` and `moment` (about `point`, which is in the link's frame) have components in the axes
    of `frame`; row k of `derivatives` holds their derivatives of order k + 1, force first.

    Examples
    --------
    >>> Load("hand", (0.0, 0.0, -20.0), frame="world").link
    'hand'

    """

    link: str
    force: ArrayLike = (0.0, 0.0, 0.0)
    moment: ArrayLike = (0.0, 0.0, 0.0)
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: Literal["link", "world"] = "link"
    derivatives: ArrayLike = ()


@dataclass(frozen=True, eq=False)
class LoadTable:
    """A time-dependent load: its wrenches (force, then moment) at given times.

    `wrenches` is (times, 6), interpolated linearly, or (times, rows, 6) with derivatives,
    interpolated by polynomials that match them at both ends of every piece.
    """

    link: str
    times: ArrayLike
    wrenches: ArrayLike
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: Literal["link", "world"] = "link"


@dataclass(frozen=True, eq=False)
class Payload:
    """Something that a link carries: its mass, centre of mass and inertia in the link's axes."""

    link: str
    mass: float
    center: ArrayLike = (0.0, 0.0, 0.0)
    inertia: ArrayLike = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))

    @staticmethod
    def of(link: str, properties: MassProperties) -> Payload:
        """Return a payload with the mass properties of a body, given in the link's frame."""
        return Payload(link, properties.mass, properties.center, properties.inertia)


class Motor(NamedTuple):
    """Motion and torque of the motors of elastic drives; row k is the k-th derivative."""

    force: Numbers
    """Q, what the springs carry, (..., order + 1, joints) [N m or N]"""
    position: Numbers
    """Motor positions, on the output side of the gears, (..., order + 1, joints) [rad or m]"""
    torque: Numbers
    """Motor torques, on the output side of the gears, (..., order - 1, joints) [N m or N]"""


class JointMotion(NamedTuple):
    """A joint motion, and how well it produces the requested operational motion."""

    motion: Numbers
    """Row m is q of order m."""
    residual: Numbers
    """Entry m is |X of order m - what `motion` gives|; entry 0 is zero."""
    singular_values: Numbers
    """Singular values of J, descending."""
    rank: int
    """Number of singular values above rounding."""
    damped: bool
    """Whether one was below the threshold, so that the solution was damped."""
