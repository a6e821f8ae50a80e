# SPDX-License-Identifier: Apache-2.0
"""Recordings of accelerometers and encoders that share no code with the estimator.

Homogeneous transforms of a URDF, multiplied out with their first and second time derivatives;
motions are polynomials between rests. Needs only NumPy.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

import numpy as np

GRAVITY = np.array([0.0, 0.0, -9.81])
MICRO_G = 9.80665e-6

SHAPES = {
    "smooth": np.polynomial.Polynomial(
        np.concatenate([np.zeros(6), [462.0, -1980.0, 3465.0, -3080.0, 1386.0, -252.0]])
    ),
    "minimum snap": np.polynomial.Polynomial([0.0, 0.0, 0.0, 0.0, 35.0, -84.0, 70.0, -20.0]),
    "minimum jerk": np.polynomial.Polynomial([0.0, 0.0, 0.0, 10.0, -15.0, 6.0]),
}
"""Polynomials from rest to rest: the first five, three and two derivatives are zero at the ends."""


@dataclass
class Joint:
    name: str
    kind: str
    parent: str
    child: str
    origin: np.ndarray
    axis: np.ndarray


@dataclass
class Tree:
    """The joints of a URDF; `moving` are the names of those that move, as HOD sorts them."""

    joints: dict[str, Joint] = field(default_factory=dict)

    @classmethod
    def of(cls, urdf: str) -> Tree:
        tree = cls()
        for item in ET.fromstring(urdf).findall("joint"):
            parent, child = item.find("parent"), item.find("child")
            assert parent is not None
            assert child is not None
            origin, axis = item.find("origin"), item.find("axis")
            xyz = _numbers(origin, "xyz", "0 0 0")
            rpy = _numbers(origin, "rpy", "0 0 0")
            place = np.eye(4)
            place[:3, :3] = _turn(rpy[2], 2) @ _turn(rpy[1], 1) @ _turn(rpy[0], 0)
            place[:3, 3] = xyz
            direction = _numbers(axis, "xyz", "1 0 0")
            name = item.get("name", "")
            tree.joints[child.get("link", "")] = Joint(
                name,
                item.get("type", "fixed"),
                parent.get("link", ""),
                child.get("link", ""),
                place,
                direction / np.linalg.norm(direction) if np.any(direction) else direction,
            )
        return tree

    def path(self, link: str) -> list[Joint]:
        """The joints from the root to a link."""
        joints = []
        while link in self.joints:
            joints.append(self.joints[link])
            link = self.joints[link].parent
        return joints[::-1]

    def pose(self, link: str, motion: dict[str, np.ndarray], count: int) -> np.ndarray:
        """T, T', T'' of a link for (instants, 3) rows q, q', q'' of each joint: (3, n, 4, 4)."""
        total = np.zeros((3, count, 4, 4))
        total[0] = np.eye(4)
        for joint in self.path(link):
            total = _product(total, _step(joint, motion.get(joint.name), count))
        return total


def readings(
    tree: Tree, link: str, position: np.ndarray, axes: np.ndarray, motion: dict[str, np.ndarray]
) -> np.ndarray:
    """What a perfect accelerometer reads: (instants, axes)."""
    count = len(next(iter(motion.values())))
    pose = tree.pose(link, motion, count)
    acceleration = (pose[2] @ np.append(position, 1.0))[:, :3] - GRAVITY
    inside = np.einsum("nji,nj->ni", pose[0][:, :3, :3], acceleration)
    return inside @ np.atleast_2d(axes).T


def turning(tree: Tree, link: str, axes: np.ndarray, motion: dict[str, np.ndarray]) -> np.ndarray:
    """What a perfect gyroscope reads, from R^T R': (instants, axes)."""
    count = len(next(iter(motion.values())))
    pose = tree.pose(link, motion, count)
    inside = np.einsum("nji,njk->nik", pose[0][:, :3, :3], pose[1][:, :3, :3])
    rate = np.stack([inside[:, 2, 1], inside[:, 0, 2], inside[:, 1, 0]], axis=1)
    return rate @ np.atleast_2d(axes).T


@dataclass
class Strokes:
    """Moves of one joint, one after the other, at rest between them."""

    begin: float
    moves: list[tuple[float, float, float]]  # start, duration, change
    shape: str = "smooth"

    def __call__(self, times: np.ndarray, orders: int = 4) -> np.ndarray:
        """(instants, orders + 1), of instants that increase."""
        rows = np.zeros((len(times), orders + 1))
        position, after = self.begin, 0
        shape = SHAPES[self.shape]
        for start, duration, change in self.moves:
            first, last = np.searchsorted(times, [start, start + duration])
            rows[after:first, 0] = position
            u = (times[first:last] - start) / duration
            for k in range(orders + 1):
                rows[first:last, k] = change * shape.deriv(k)(u) / duration**k
            rows[first:last, 0] += position
            position, after = position + change, last
        rows[after:, 0] = position
        return rows


def strokes(
    rng: np.random.Generator, duration: float, reach: float = 1.2, shape: str = "smooth"
) -> Strokes:
    """Between one and a few moves that fill a duration, with rests at both ends."""
    moves = []
    time = rng.uniform(0.05, 0.3)
    while duration - time > 0.7:
        length = rng.uniform(0.6, min(2.0, duration - time - 0.05))
        moves.append((time, length, rng.uniform(-reach, reach)))
        time += length + rng.choice([0.0, rng.uniform(0.0, 0.4)])
    return Strokes(rng.uniform(-1.5, 1.5), moves, shape)


def quantized(values: np.ndarray, bits: int) -> np.ndarray:
    """An encoder of so many bits in a turn."""
    step = 2 * np.pi / 2**bits
    return step * np.round(values / step)


def _numbers(item: ET.Element | None, key: str, otherwise: str) -> np.ndarray:
    text = otherwise if item is None else item.get(key, otherwise)
    return np.array([float(word) for word in text.split()])


def _turn(angle: float, axis: int) -> np.ndarray:
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[i, i] = turn[j, j] = np.cos(angle)
    turn[i, j], turn[j, i] = -np.sin(angle), np.sin(angle)
    return turn


def _step(joint: Joint, rows: np.ndarray | None, count: int) -> np.ndarray:
    step = np.zeros((3, count, 4, 4))
    step[0] = np.eye(4)
    if rows is not None and joint.kind != "fixed":
        x, y, z = joint.axis
        q, speed, acceleration = rows[:, 0], rows[:, 1], rows[:, 2]
        if joint.kind == "prismatic":
            for k, values in enumerate((q, speed, acceleration)):
                step[k, :, :3, 3] = values[:, None] * joint.axis
        else:
            cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            square = cross @ cross
            sine, cosine = np.sin(q)[:, None, None], np.cos(q)[:, None, None]
            step[0, :, :3, :3] += sine * cross + (1 - cosine) * square
            first, second = cosine * cross + sine * square, cosine * square - sine * cross
            step[1, :, :3, :3] = speed[:, None, None] * first
            step[2, :, :3, :3] = (
                acceleration[:, None, None] * first + (speed**2)[:, None, None] * second
            )
    return joint.origin @ step


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.stack(
        [a[0] @ b[0], a[1] @ b[0] + a[0] @ b[1], a[2] @ b[0] + 2 * a[1] @ b[1] + a[0] @ b[2]]
    )
