# SPDX-License-Identifier: Apache-2.0
"""Acceleration energies by component: translation, and rotation in parts, per body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._core import Error, Robot
from ..arrays import Numbers
from .series import MovedBody, cross_matrix, moved_bodies

SWITCH = {-1: 1.0, 0: 1.0, 1: 0.0}
"""c(Delta) = (-1)^Delta (1 - Delta) / (1 + 3 Delta), used with Delta^2 = 1, 0, 1."""


@dataclass(frozen=True)
class EnergyComponents:
    """E of order p of every moving body, in summands [kg m^2/s^(2p+2)]."""

    p: int
    translation: Numbers
    """M |r_C(p+1)|^2 / 2."""
    highest: Numbers
    """w(p).I* w(p) / 2: for p = 1 the part of the angular acceleration."""
    mixed: Numbers
    """Linear in w(p): for p = 1 e.(w x I* w)."""
    lower: Numbers
    """Terms that contain neither w(p) nor w alone; zero for p = 1."""
    velocity: Numbers
    """(w.w)^p w.I* w / 2: for p = 1 of fourth order in w."""
    rotor: Numbers
    """B |q(p+1)|^2 / 2 of the rotor that turns with the body's joint, not part of the rotation."""

    @property
    def rotation(self) -> Numbers:
        """Everything except the translation (000 (92), 001 (106))."""
        return self.highest + self.mixed + self.lower + self.velocity

    def total(self, delta: int = -1) -> Numbers:
        """c(Delta_M) translation + Delta_M^2 rotation (001 (74)-(76), (110)).

        Delta_M is -1 in general, 0 for translation only and 1 for rotation only; the latter is
        correct only where the centre of mass is at rest. In general rotors count, so that the sum
        over the bodies is that of `hod.energies`.
        """
        if delta not in SWITCH:
            raise Error(f"Delta_M: found {delta}, expected -1, 0 or 1")
        rotors = self.rotor if delta == -1 else 0.0
        return SWITCH[delta] * self.translation + delta**2 * self.rotation + rotors


def energy_components(robot: Robot, motion: ArrayLike, p: int) -> EnergyComponents:
    """Return the summands of E of order p, 1 or more.

    001 (104)-(106), (110)-(119), 002 (4), (21), (37), 003 (101), (102).

    By König: R(p+1) R^T = [w(p) x] + terms in lower derivatives of w, and each summand is a product
    of the two with I_p* between them; rotors add their own. Needs p + 2 rows.
    """
    if p < 1:
        raise Error(f"energy by components: found order {p}, expected 1 or more")
    bodies = moved_bodies(robot, motion, p + 2, f"energy of order {p}")
    rates = np.asarray(motion, dtype=float)[p + 1]
    parts = np.array([(*_parts(body, p), _rotor(robot, body, rates)) for body in bodies])
    return EnergyComponents(p, *parts.reshape(-1, 6).T)


def _parts(moved: MovedBody, p: int) -> tuple[float, float, float, float, float]:
    planar, rates = moved.planar, moved.rates
    highest = cross_matrix(rates[p])
    lower = moved.spins[p] - highest
    velocity = np.linalg.matrix_power(cross_matrix(rates[0]), p + 1)
    steady = _half_trace(velocity, planar, velocity)
    return (
        0.5 * moved.body.mass.mass * moved.center[p + 1] @ moved.center[p + 1],
        _half_trace(highest, planar, highest),
        2.0 * _half_trace(highest, planar, lower),
        _half_trace(lower, planar, lower) - steady,
        steady,
    )


def _rotor(robot: Robot, moved: MovedBody, rates: Numbers) -> float:
    """Return the rotor energy as in `hod.energies`, which excludes motors behind springs."""
    joint = robot.joints[moved.body.joint]
    if robot.is_elastic and not joint.is_mimic:
        return 0.0
    inertia = joint.drive.gear_ratio**2 * joint.drive.motor_inertia
    return float(0.5 * inertia * (joint.multiplier * rates[joint.column]) ** 2)


def _half_trace(left: Numbers, planar: Numbers, right: Numbers) -> float:
    return 0.5 * float(np.sum(left @ planar * right))


def first_energy_about(
    robot: Robot, motion: ArrayLike, poles: ArrayLike = (0.0, 0.0, 0.0)
) -> Numbers:
    """E of order 1 of every moving body about a pole O of its own (001 (105), 003 (98)).

    M a_O^2 / 2 + M a_O.(e x d + w x (w x d)) + e.I_O e / 2 + e.(w x I_O w) + w^2 w.I_O w / 2, with
    d from O to the centre of mass: the same for every pole.

    Parameters
    ----------
    robot, motion
        At least three rows.
    poles
        (3,), or (bodies, 3): points in the frames of the bodies [m].

    """
    bodies = moved_bodies(robot, motion, 3, "energy of order 1")
    places = np.broadcast_to(np.asarray(poles, dtype=float), (len(bodies), 3))
    return np.array([_about(body, pole) for body, pole in zip(bodies, places, strict=True)])


def _about(moved: MovedBody, pole: Numbers) -> float:
    mass = moved.body.mass.mass
    omega, epsilon = moved.rates[:2]
    arm = moved.center[0] - moved.point(pole)[0]
    acceleration = moved.point(pole)[2]
    inertia = moved.inertia + mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    relative = np.cross(epsilon, arm) + np.cross(omega, np.cross(omega, arm))
    return float(
        0.5 * mass * acceleration @ acceleration
        + mass * acceleration @ relative
        + 0.5 * epsilon @ inertia @ epsilon
        + epsilon @ np.cross(omega, inertia @ omega)
        + 0.5 * (omega @ omega) * (omega @ inertia @ omega)
    )
