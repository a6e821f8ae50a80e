# SPDX-License-Identifier: Apache-2.0
"""What acts on a robot besides its links' inertia and weight, and every term of its forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import Error, MassProperties, Robot
from .arrays import Numbers

PerJoint = float | Sequence[float] | Numbers | Mapping[str, float]
"""One number for all joints, one for each in the robot's order, or some by the joints' names."""

Frame = Literal["link", "world"]


@dataclass(frozen=True)
class Load:
    """A wrench that the robot exerts on its environment, constant or with derivatives in time.

    `force` and `moment` (about `point`, which is in the link's frame) have components in the axes
    of `frame`; row k of `derivatives` holds their derivatives of order k + 1, force first.
    """

    link: str
    force: ArrayLike = (0.0, 0.0, 0.0)
    moment: ArrayLike = (0.0, 0.0, 0.0)
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: Frame = "link"
    derivatives: ArrayLike = ()

    def _compiled(self) -> _core.Load:
        wrench = np.hstack([_vector(self.force, "force"), _vector(self.moment, "moment")])
        rates = _numbers(self.derivatives, "derivatives").reshape(-1, 6) if _any(self) else ()
        rows = np.vstack([wrench, *rates])
        return _core.Load(self.link, _is_world(self.frame), self.point, rows, None)


@dataclass(frozen=True)
class LoadTable:
    """A load that changes along a motion: its wrenches (force, then moment) at given times.

    `wrenches` is (times, 6), straight lines in between, or (times, rows, 6) with derivatives, for
    polynomials that have them at both ends of every piece.
    """

    link: str
    times: ArrayLike
    wrenches: ArrayLike
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: Frame = "link"

    def _compiled(self) -> _core.Load:
        wrenches = _numbers(self.wrenches, "wrenches")
        if wrenches.ndim not in (2, 3) or wrenches.shape[-1] != 6:
            raise Error(
                f"wrenches: found shape {wrenches.shape}, expected (times, 6) or (times, rows, 6)"
            )
        rows = wrenches.reshape(len(wrenches), -1)
        times = _numbers(self.times, "times")
        return _core.Load(self.link, _is_world(self.frame), self.point, rows, times)


@dataclass(frozen=True)
class Payload:
    """Something that a link carries: its mass, centre and inertia about it in the link's axes."""

    link: str
    mass: float
    center: ArrayLike = (0.0, 0.0, 0.0)
    inertia: ArrayLike = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))

    @staticmethod
    def of(link: str, properties: MassProperties) -> Payload:
        """Return a payload with the mass properties of a body, which are in the link's frame."""
        return Payload(link, properties.mass, properties.center, properties.inertia)

    def _properties(self) -> MassProperties:
        inertia = _numbers(self.inertia, "inertia")
        mass = _numbers(self.mass, "mass")
        if inertia.shape != (3, 3) or mass.shape != ():
            raise Error(
                f"payload on link '{self.link}': found shapes {mass.shape} of the mass and "
                f"{inertia.shape} of the inertia, expected a number and (3, 3)"
            )
        properties = MassProperties(float(mass), _vector(self.center, "center"), inertia)
        if properties.flaw:
            raise Error(
                f"payload on link '{self.link}': found {properties.flaw}, expected mass "
                "properties that a body can have"
            )
        return properties


@dataclass(frozen=True, kw_only=True)
class Friction:
    """Friction of every joint: b q' + [F_c + F_s exp(-(q'/v_s)^2) + mu rho N] tanh(q'/eps).

    N is the part of the joint's force (of inertia, weight and loads) across its axis, rounded off
    by `smoothing_force`; rho is the bearing's radius, and 1 for joints that slide.
    """

    viscous: PerJoint = 0.0
    coulomb: PerJoint = 0.0
    stribeck: PerJoint = 0.0
    stribeck_speed: PerJoint = 0.05
    bearing_coefficient: PerJoint = 0.0
    bearing_radius: PerJoint = 0.0
    smoothing_speed: PerJoint = 0.01
    smoothing_force: PerJoint = 0.01

    @staticmethod
    def of(robot: Robot, **changes: PerJoint) -> Friction:
        """Return the viscous and Coulomb friction that the robot has (URDF: <dynamics>)."""
        return replace(Friction(viscous=robot.damping, coulomb=robot.friction), **changes)

    def _rows(self, robot: Robot) -> Numbers:
        return np.array(
            [
                _per_joint(robot, getattr(self, field.name), f"friction: {field.name}", default)
                for field in fields(self)
                if isinstance(default := field.default, float)
            ]
        )


@dataclass(frozen=True)
class Rotors:
    """The turning parts of the drives: gear_ratio^2 * inertia * q'', and nothing gyroscopic."""

    inertia: PerJoint
    gear_ratio: PerJoint = 1.0

    def _rows(self, robot: Robot) -> Numbers:
        return np.array(
            [
                _per_joint(robot, self.inertia, "rotors: inertia", 0.0),
                _per_joint(robot, self.gear_ratio, "rotors: gear_ratio", 1.0),
            ]
        )


def force_terms(
    robot: Robot,
    motion: ArrayLike,
    order: int = 2,
    *,
    loads: Sequence[Load | LoadTable] = (),
    friction: Friction | None = None,
    rotors: Rotors | None = None,
    payloads: Sequence[Payload] = (),
    times: ArrayLike | None = None,
    threads: int = 0,
) -> dict[str, Numbers]:
    """Return what the actuators must supply, term by term; their sum is the whole.

    "inertia" and "gravity" (both with payloads) are always there, "load", "friction" and "rotor"
    if given. Each has the shape of `forces`. `times` (a number, or one per state) is needed if a
    load is a table; `threads` is the number of cores for a batch (0: all).
    """
    terms = _core.force_terms(
        robot,
        motion,
        order,
        [load._compiled() for load in loads],
        None if friction is None else friction._rows(robot),
        None if rotors is None else rotors._rows(robot),
        [(payload.link, payload._properties()) for payload in payloads],
        None if times is None else _numbers(times, "times").reshape(-1),
        threads,
    )
    given = {"load": bool(loads), "friction": friction is not None, "rotor": rotors is not None}
    names = ["inertia", "gravity", *(name for name, there in given.items() if there)]
    return {name: terms[name] for name in names}


def _numbers(value: ArrayLike, name: str) -> Numbers:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise Error(f"{name}: found {value!r}, expected numbers") from None


def _vector(value: ArrayLike, name: str) -> Numbers:
    numbers = _numbers(value, name)
    if numbers.shape != (3,):
        raise Error(f"{name}: found {value!r}, expected three numbers")
    return numbers


def _any(load: Load) -> bool:
    rates = _numbers(load.derivatives, "derivatives")
    if rates.size and (rates.ndim != 2 or rates.shape[1] != 6):
        raise Error(f"derivatives: found shape {rates.shape}, expected (rows, 6)")
    return bool(rates.size)


def _is_world(frame: str) -> bool:
    if frame not in ("link", "world"):
        raise Error(f"frame: found {frame!r}, expected 'link' or 'world'")
    return frame == "world"


def _per_joint(robot: Robot, value: PerJoint, name: str, default: float) -> Numbers:
    if isinstance(value, Mapping):
        for joint in value:
            if joint not in robot.joint_names:
                raise Error(
                    f"{name}: found joint {joint!r}, expected names from "
                    f"{', '.join(robot.joint_names)}"
                )
        value = [value.get(joint, default) for joint in robot.joint_names]
    numbers = _numbers(value, name)
    if numbers.shape not in ((), (robot.dof,)):
        raise Error(
            f"{name}: found shape {numbers.shape}, expected a number or {robot.dof}, one per joint"
        )
    return np.broadcast_to(numbers, (robot.dof,))
