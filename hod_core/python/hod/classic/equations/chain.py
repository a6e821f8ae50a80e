# SPDX-License-Identifier: Apache-2.0
"""A robot in symbols: the free joints, and the bodies between them.

The frame of every body has its origin on the axis of its joint and, while the free joints are at
zero, the axes of the base. These are the root link's axes, or rotated from them if that aligns all
joints with them. Joint axes and mass properties are thus those of that configuration, and the pose
of a body is T_i = T_parent [1, l_i; 0, 1] exp(xi_i q_i) (000 (71)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
import sympy as sp
from scipy.linalg import expm

from ..._core import Error, MassProperties, MovingBody, Robot
from ...arrays import Numbers
from ..mechanism import gravity_in_root, moving_bodies

ORDERS = 5  # q, q', ... q'''': all that occurs in Q'' and E3

_NOISE = 1e-12  # rounding errors of zeros, relative to their neighbours

_FAR = 1e6  # rad or m

_AXES = "xyz"


@dataclass(frozen=True)
class Link:
    """A free joint and everything that moves with it, in symbols.

    The chain's `values` has the numbers.
    """

    joint: str
    number: int
    parent: int
    """Index of the parent link, -1 for the base."""
    column: int
    """Index among the free joints."""
    multiplier: sp.Expr
    is_revolute: bool
    axis: sp.Matrix
    lever: sp.Matrix
    """l: from the parent's origin to its own, at position zero."""
    mass: sp.Expr
    center: sp.Matrix
    inertia: sp.Matrix
    """About the centre of mass."""

    @property
    def moment(self) -> sp.Matrix:
        """First moment M r_C."""
        return self.mass * self.center

    @property
    def planar(self) -> sp.Matrix:
        """I_p about the frame's origin, the upper left block of I_ps."""
        central = sp.eye(3) * self.inertia.trace() / 2 - self.inertia
        return (central + self.mass * self.center * self.center.T).applyfunc(sp.expand)


@dataclass(frozen=True)
class Chain:
    """The free joints of a robot; all others are held."""

    name: str
    joints: list[str]
    """Names of the free joints with their own columns: q_1, q_2, ..."""
    held: dict[str, float]
    """Position of every other joint [rad or m]."""
    links: list[Link]
    gravity: sp.Matrix
    """Minus the acceleration of free fall (000 (113))."""
    values: dict[sp.Symbol, float]
    """Value of every symbol that stands for a property of the robot."""
    screws: list[tuple[Numbers, Numbers]]
    """Axis k and a point p on it [m], in the axes of the base, by link."""
    base: Numbers
    """Axes of the base, as columns in the axes of the root link."""

    @property
    def dof(self) -> int:
        return len(self.joints)

    @property
    def motion(self) -> list[list[sp.Symbol]]:
        """q_j, d1q_j, ..., d4q_j: one row per derivative."""
        return [
            [sp.Symbol(f"{'' if k == 0 else f'd{k}'}q_{j + 1}") for j in range(self.dof)]
            for k in range(ORDERS)
        ]

    def angle(self, link: Link, derivative: int = 0) -> sp.Expr:
        """Position of a link's joint relative to its position at motion zero."""
        return link.multiplier * self.motion[derivative][link.column]

    def carries(self, link: int, other: int) -> bool:
        """Whether the joint of a link moves another."""
        while other > link:
            other = self.links[other].parent
        return other == link


def chain_of(
    robot: Robot, joints: Sequence[str] | None = None, at: Mapping[str, float] | None = None
) -> Chain:
    """Create the symbols of a robot whose `joints` are free and whose others are held.

    Parameters
    ----------
    robot
        The robot; friction, rotors, loads and springs do not count. Its base may have any
        orientation.
    joints
        Names, in any order: q_1 is the first one in the order of the robot. By default all.
    at
        Positions of joints that are not free [rad or m], by name; zero for the rest.

    """
    free = _free_joints(robot, joints)
    held = _held_joints(robot, free, at or {})
    return _Builder(robot, free, held).chain()


def _free_joints(robot: Robot, joints: Sequence[str] | None) -> list[str]:
    names = robot.joint_names
    chosen = names if joints is None else list(joints)
    for name in chosen:
        if name not in names:
            raise Error(f"joints: found '{name}', expected one of the robot's: {', '.join(names)}")
        if chosen.count(name) > 1:
            raise Error(f"joints: found '{name}' twice, expected every joint once")
    if not chosen:
        raise Error("joints: found none, expected one free joint or more")
    return [name for name in names if name in chosen]


def _held_joints(robot: Robot, free: list[str], at: Mapping[str, float]) -> dict[str, float]:
    for name, value in at.items():
        if name in free or name not in robot.joint_names:
            others = [other for other in robot.joint_names if other not in free]
            expected = f"one that is held: {', '.join(others)}" if others else "none, all are free"
            raise Error(f"position of a joint: found '{name}', expected {expected}")
        if not np.isfinite(value):
            raise Error(f"position of {name}: found {value}, expected a finite number")
    return {name: float(at.get(name, 0.0)) for name in robot.joint_names if name not in free}


class _Builder:
    """Walks over the bodies from the base and creates links for those with free joints."""

    def __init__(self, robot: Robot, free: list[str], held: dict[str, float]) -> None:
        self.robot = robot
        self.free = free
        self.held = held
        self.values: dict[sp.Symbol, float] = {}
        self.links: list[Link] = []
        self.screws: list[tuple[Numbers, Numbers]] = []

    def chain(self) -> Chain:
        bodies = moving_bodies(self.robot)
        self.base = _base_axes(self._axes(bodies), -gravity_in_root(self.robot))
        root = np.eye(4)
        root[:3, :3] = self.base.T
        poses: list[Numbers] = []  # products of exponentials at motion zero
        carriers: list[int] = []  # the free body that each body moves with, -1 for the base
        carried: dict[int, MassProperties] = {}
        for index, body in enumerate(bodies):
            parent = root if body.parent < 0 else poses[body.parent]
            poses.append(parent @ expm(body.twist * self._rest(body)))
            is_free = self.robot.joint_names[body.column] in self.free
            carriers.append(index if is_free else -1 if body.parent < 0 else carriers[body.parent])
            if carriers[-1] >= 0:
                mass = _moved(body.mass, poses[-1] @ body.home)
                known = carried.get(carriers[-1])
                carried[carriers[-1]] = mass if known is None else known + mass
        numbers = {index: number for number, index in enumerate(carried)}
        for index, mass in carried.items():
            body = bodies[index]
            parent = root if body.parent < 0 else poses[body.parent]
            above = -1 if body.parent < 0 else numbers.get(carriers[body.parent], -1)
            self._add(body, parent, above, mass)
        return Chain(
            self.robot.name,
            self.free,
            self.held,
            self.links,
            self._gravity(),
            self.values,
            self.screws,
            self.base,
        )

    def _axes(self, bodies: list[MovingBody]) -> list[Numbers]:
        """Axes of the free joints in those of the root link."""
        turns: list[Numbers] = []
        axes = []
        for body in bodies:
            parent = np.eye(4) if body.parent < 0 else turns[body.parent]
            turns.append(parent @ expm(body.twist * self._rest(body)))
            if self.robot.joint_names[body.column] in self.free:
                axes.append(parent[:3, :3] @ body.axis)
        return axes

    def _rest(self, body: MovingBody) -> float:
        """Position of a joint while the free ones are at motion zero."""
        name = self.robot.joint_names[body.column]
        position = body.multiplier * self.held.get(name, 0.0) + body.offset
        if abs(position) > _FAR:
            raise Error(
                f"position of {body.joint}: found {position:g}, expected at most {_FAR:g} rad or "
                "m, beyond which little but rounding is left of a pose"
            )
        return position

    def _add(self, body: MovingBody, parent: Numbers, above: int, mass: MassProperties) -> None:
        number = len(self.links) + 1
        axis = _cleaned(parent[:3, :3] @ body.axis)
        point = parent[:3, :3] @ body.point + parent[:3, 3]
        origin = self.screws[above][1] if above >= 0 else np.zeros(3)
        self.screws.append((axis, point))
        reach = max(float(np.abs(point).max()), float(np.abs(mass.center).max()), 1e-3)
        self.links.append(
            Link(
                joint=body.joint,
                number=number,
                parent=above,
                column=self.free.index(self.robot.joint_names[body.column]),
                multiplier=_exact(body.multiplier),
                is_revolute=body.is_revolute,
                axis=self._axis(axis, number),
                lever=self._vector(f"l_{number}", point - origin, reach),
                mass=self._symbol(f"m_{number}", mass.mass, 0.0),
                center=self._vector("{}_" + str(number), mass.center - point, reach),
                inertia=self._tensor(f"I_{number}", mass.inertia),
            )
        )

    def _symbol(self, name: str, value: float, zero: float) -> sp.Expr:
        if abs(value) <= zero:
            return sp.Integer(0)
        symbol = sp.Symbol(name)
        self.values[symbol] = float(value)
        return symbol

    def _axis(self, axis: Numbers, number: int) -> sp.Matrix:
        """Return numbers if the axis is one of the frame's, otherwise symbols."""
        if np.all(np.isin(axis, (-1.0, 0.0, 1.0))):
            return sp.Matrix([sp.Integer(int(entry)) for entry in axis])
        return self._vector(f"k_{number}", axis, 1.0)

    def _vector(self, name: str, entries: Numbers, size: float) -> sp.Matrix:
        names = [name.format(axis) if "{}" in name else f"{name}{axis}" for axis in _AXES]
        return sp.Matrix(
            [
                self._symbol(entry_name, entry, _NOISE * size)
                for entry_name, entry in zip(names, entries, strict=True)
            ]
        )

    def _tensor(self, name: str, tensor: Numbers) -> sp.Matrix:
        zero = _NOISE * float(np.abs(tensor).max(initial=0.0))
        result = sp.zeros(3, 3)
        for row in range(3):
            for column in range(row, 3):
                entry = self._symbol(
                    f"{name}{_AXES[row]}{_AXES[column]}", tensor[row, column], zero
                )
                result[row, column] = result[column, row] = entry
        return result

    def _gravity(self) -> sp.Matrix:
        upwards = -self.base.T @ gravity_in_root(self.robot)
        size = float(np.linalg.norm(upwards))
        upwards = np.where(np.abs(upwards) <= _NOISE * size, 0.0, upwards)
        if np.count_nonzero(upwards) == 1:
            g = self._symbol("g", size, 0.0)
            return sp.Matrix([g * int(np.sign(entry)) for entry in upwards])
        return self._vector("g_", upwards, size)


def _moved(mass: MassProperties, pose: Numbers) -> MassProperties:
    rotation = pose[:3, :3]
    return MassProperties(
        mass.mass,
        rotation @ mass.center + pose[:3, 3],
        rotation @ mass.inertia @ rotation.T,
    )


def _base_axes(axes: list[Numbers], upwards: Numbers) -> Numbers:
    """Return axes along all joints, nearest to the root link's; if there are none, the latter."""
    first = axes[0]
    others = [axis for axis in axes if np.linalg.norm(np.cross(axis, first)) > _NOISE]
    across = [np.cross(first, other) for other in (*others, upwards, *np.eye(3))]
    second = next(vector for vector in across if np.linalg.norm(vector) > 1e-6)
    second = second / np.linalg.norm(second)
    three = np.array([first, second, np.cross(first, second)])
    turns = [
        three[list(order)].T * signs
        for order in permutations(range(3))
        for signs in product((1.0, -1.0), repeat=3)
    ]
    nearest: Numbers = max((turn for turn in turns if np.linalg.det(turn) > 0.0), key=np.trace)
    cleaned = [_cleaned(nearest.T @ axis) for axis in axes]
    is_aligned = all(np.all(np.isin(axis, (-1.0, 0.0, 1.0))) for axis in cleaned)
    if is_aligned and np.abs(nearest - np.eye(3)).max() > _NOISE:
        return nearest
    return np.eye(3)


def _cleaned(axis: Numbers) -> Numbers:
    """Return the frame's axis if the difference is only rounding; no entry is -0."""
    nearest = np.round(axis)
    return (nearest if np.abs(axis - nearest).max() <= _NOISE else axis) + 0.0


def _exact(number: float) -> sp.Expr:
    """Return a decimal number as the exact fraction."""
    return sp.Rational(repr(float(number)))
