# SPDX-License-Identifier: Apache-2.0
"""The theorems of dynamics body by body, joint reactions, and wrenches reduced to a point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._core import Error, Robot
from ..arrays import Numbers
from ..values import Load
from .components import SWITCH
from .matrices import differential_matrix
from .mechanism import body_of, carried_bodies, gravity_in_root
from .series import MovedBody, axial_vector, leibniz, moved_bodies


@dataclass(frozen=True)
class BodyTheorems:
    """Quantities of every moving body in root link axes; row k is the k-th time derivative."""

    momentum: Numbers
    """M v_C, (bodies, order + 1, 3) [kg m/s^(k+1)] (003 (13))."""
    angular_momentum: Numbers
    """K about the pole, (bodies, order + 1, 3) [kg m^2/s^(k+1)] (003 (21), (44)-(48))."""
    kinetic_energy: Numbers
    """E of order 0, (bodies, order + 1) [kg m^2/s^(k+2)] (001 (70), 003 (58))."""
    force: Numbers
    """F* = M a_C, the rate of the momentum, (bodies, order + 1, 3) (003 (14))."""
    moment: Numbers
    """N* = I* e + w x I* w, the rate of K about the centre of mass (003 (15), (49), (50),
    000 (144))."""


def body_theorems(
    robot: Robot, motion: ArrayLike, order: int = 2, about: ArrayLike | None = None
) -> BodyTheorems:
    """Return momentum, angular momentum, kinetic energy, F* and N* of bodies with derivatives.

    K = integral of (r - O) x r' dm is twice the skew part of T' I_ps T^T; everything is such a
    product of two derivatives of T, differentiated by the Leibniz rule.

    Parameters
    ----------
    robot, motion
        At least `order` + 3 rows.
    order
        Highest time derivative.
    about
        The pole of the angular momenta, a point at rest in the axes of the root link [m]; by
        default the centre of mass of each body.

    """
    if order < 0:
        raise Error(f"theorems: found order {order}, expected 0 or more")
    bodies = moved_bodies(robot, motion, order + 3, "theorems")
    pole = None if about is None else np.asarray(about, dtype=float)
    if pole is not None and pole.shape != (3,):
        raise Error(f"about: found shape {pole.shape}, expected (3,)")
    parts = [_theorems(moved, order, pole) for moved in bodies]
    return BodyTheorems(*(np.array(part) for part in zip(*parts, strict=True)))


def _theorems(moved: MovedBody, order: int, pole: Numbers | None) -> tuple[Numbers, ...]:
    mass, center = moved.body.mass.mass, moved.center
    momentum = mass * center[1:]
    spin = np.array([_spin(moved, k) for k in range(order + 2)])  # K about the centre of mass
    angular = spin[: order + 1].copy()
    if pole is not None:
        arms = np.vstack([center[0] - pole, center[1:]])
        angular += [leibniz(arms, momentum, k, np.cross) for k in range(order + 1)]
    kinetic = [_kinetic_energy(moved, k) for k in range(order + 1)]
    force = momentum[1 : order + 2]
    return momentum[: order + 1], angular, np.array(kinetic), force, spin[1 : order + 2]


def _spin(moved: MovedBody, k: int) -> Numbers:
    """k-th derivative of K about the centre of mass: the axial vector of R' I_p R^T, twice."""
    rotation = moved.rotation
    rates = rotation[1:] @ moved.body.mass.planar
    product = leibniz(rates, rotation.transpose(0, 2, 1), k)
    return axial_vector(product - product.T)


def _kinetic_energy(moved: MovedBody, k: int) -> float:
    mass, velocity, rates = moved.body.mass, moved.center[1:], moved.rotation[1:]
    turning = np.trace(leibniz(rates @ mass.planar, rates.transpose(0, 2, 1), k))
    return 0.5 * float(mass.mass * leibniz(velocity, velocity, k) + turning)


@dataclass(frozen=True)
class _Acting:
    """The forces on a body at one instant, in the axes of the root link."""

    center: Numbers
    force: Numbers
    moment: Numbers
    weight: Numbers
    """M g-bar: the force that balances its weight."""
    loads: list[tuple[Numbers, Numbers, Numbers]]
    """Point, force and moment that the robot exerts there."""


def joint_reactions(
    robot: Robot, motion: ArrayLike, *, delta_m: int = -1, delta_theta: int = 1
) -> Numbers:
    """f_i and n_i that each joint's body receives from the previous one, (bodies, 6).

    000 (110), (111), (133), (134), corrected: Delta_m^2 [Delta_theta inertia + weight] + c(Delta_m)
    load, in the axes of the root link, moments about the origin of the body's frame.

    Parameters
    ----------
    robot, motion
        At least three rows; time-dependent loads are rejected.
    delta_m
        -1 for everything, 1 without loads, 0 for loads only.
    delta_theta
        0 excludes inertia, as for an arm at rest.

    """
    if delta_m not in SWITCH or delta_theta not in (0, 1):
        raise Error(
            f"operators: found Delta_m {delta_m}, Delta_theta {delta_theta}, expected -1, 0 or 1 "
            "and 0 or 1"
        )
    moved, acting = _acting(robot, motion)
    wrenches = []
    for index, body in enumerate(moved):
        origin = body.pose[0, :3, 3]
        parts = _reduced(acting, carried_bodies(robot, index), origin)
        wrenches.append(
            delta_m**2 * (delta_theta * parts["inertia"] + parts["gravity"])
            + SWITCH[delta_m] * parts["load"]
        )
    return np.array(wrenches).reshape(-1, 6)


def reduced_wrenches(robot: Robot, motion: ArrayLike, point: ArrayLike) -> dict[str, Numbers]:
    """The wrenches F_X of gravity, inertia and loads moved by each joint, reduced to a point.

    000 (125)-(127), (129)-(132), (153)-(155) without the factors (1 - Delta_i) and Delta_i inside:
    Q_i = J_i^T F_X with the column J_i of `screw_jacobian`.

    Parameters
    ----------
    robot, motion
        At least three rows.
    point
        p, in the axes of the root link [m].

    Returns
    -------
    dict
        "gravity", "inertia", "load": (bodies, 6), force first.

    """
    moved, acting = _acting(robot, motion)
    where = np.asarray(point, dtype=float)
    parts = [_reduced(acting, carried_bodies(robot, i), where) for i in range(len(moved))]
    return {
        name: np.array([part[name] for part in parts]).reshape(-1, 6)
        for name in ("gravity", "inertia", "load")
    }


def _reduced(acting: list[_Acting], carried: list[int], point: Numbers) -> dict[str, Numbers]:
    parts = {name: np.zeros(6) for name in ("gravity", "inertia", "load")}
    for index in carried:
        body = acting[index]
        arm = body.center - point
        parts["gravity"] += np.hstack([body.weight, np.cross(arm, body.weight)])
        parts["inertia"] += np.hstack([body.force, np.cross(arm, body.force) + body.moment])
        for place, force, moment in body.loads:
            parts["load"] += np.hstack([force, np.cross(place - point, force) + moment])
    return parts


def _acting(robot: Robot, motion: ArrayLike) -> tuple[list[MovedBody], list[_Acting]]:
    moved = moved_bodies(robot, motion, 3, "wrenches of joints")
    loads: list[list[tuple[Numbers, Numbers, Numbers]]] = [[] for _ in moved]
    position = np.asarray(motion, dtype=float)[0]
    for load in robot.loads:
        if not isinstance(load, Load):
            raise Error(f"load on {load.link}: found a table, expected a constant wrench")
        body = body_of(robot, load.link)
        if body >= 0:
            pose = differential_matrix(robot, position, load.link)
            loads[body].append(_placed(pose, robot.base.rotation, load))
    upwards = -gravity_in_root(robot)
    acting = []
    for one, wrenches in zip(moved, loads, strict=True):
        omega, epsilon = one.rates[:2]
        moment = one.inertia @ epsilon + np.cross(omega, one.inertia @ omega)
        mass = one.body.mass.mass
        acting.append(
            _Acting(one.center[0], mass * one.center[2], moment, mass * upwards, wrenches)
        )
    return moved, acting


def _placed(pose: Numbers, base: Numbers, load: Load) -> tuple[Numbers, Numbers, Numbers]:
    turn = pose[:3, :3] if load.frame == "link" else base.T
    place = pose[:3, :3] @ np.asarray(load.point, dtype=float) + pose[:3, 3]
    force, moment = (np.asarray(part, dtype=float) for part in (load.force, load.moment))
    return place, turn @ force, turn @ moment
