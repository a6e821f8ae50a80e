# SPDX-License-Identifier: Apache-2.0
"""Joint forces of a URDF from Newton's and Euler's equations of every link in the world frame.

The independent route of the tests: slow, without recursion over forces, nothing of HOD in it.
Derivatives of the forces are taken by differences.
"""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

import numpy as np

GRAVITY = np.array([0.0, 0.0, -9.81])


def skew(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    k = skew(axis)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def origin_of(element: ElementTree.Element) -> tuple[np.ndarray, np.ndarray]:
    """Rotation and translation of an <origin>."""
    origin = element.find("origin")
    numbers = {"xyz": "0 0 0", "rpy": "0 0 0"} | ({} if origin is None else origin.attrib)
    roll, pitch, yaw = map(float, numbers["rpy"].split())
    x, y, z = np.eye(3)
    turn = rotation(z, yaw) @ rotation(y, pitch) @ rotation(x, roll)
    return turn, np.array(numbers["xyz"].split(), dtype=float)


@dataclass
class Link:
    mass: float = 0.0
    center: np.ndarray = field(default_factory=lambda: np.zeros(3))
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))


@dataclass
class State:
    """Of a link, in the world frame; the base accelerates upwards, which is gravity."""

    turn: np.ndarray
    place: np.ndarray
    omega: np.ndarray
    alpha: np.ndarray
    acceleration: np.ndarray


def link_of(element: ElementTree.Element) -> Link:
    inertial = element.find("inertial")
    if inertial is None:
        return Link()
    turn, center = origin_of(inertial)
    i = {name: float(value) for name, value in inertial.find("inertia").attrib.items()}
    tensor = np.array(
        [
            [i["ixx"], i["ixy"], i["ixz"]],
            [i["ixy"], i["iyy"], i["iyz"]],
            [i["ixz"], i["iyz"], i["izz"]],
        ]
    )
    return Link(float(inertial.find("mass").get("value")), center, turn @ tensor @ turn.T)


class Robot:
    """A tree of revolute, prismatic and fixed joints."""

    def __init__(self, urdf: str) -> None:
        root = ElementTree.fromstring(urdf)
        self.links = {link.get("name"): link_of(link) for link in root.findall("link")}
        self.joints = {joint.find("child").get("link"): joint for joint in root.findall("joint")}
        self.joint_names = [
            joint.get("name") for joint in root.findall("joint") if joint.get("type") != "fixed"
        ]

    def forces(self, q: np.ndarray, d1q: np.ndarray, d2q: np.ndarray) -> np.ndarray:
        """Q for the joints in the order of joint_names."""
        motion = dict(zip(self.joint_names, zip(q, d1q, d2q, strict=False), strict=False))
        self._states: dict[str, State] = {}
        total = np.zeros(len(self.joint_names))
        for name, link in self.links.items():
            state = self._state(name, motion)
            arm = state.turn @ link.center
            force = link.mass * (
                state.acceleration
                + np.cross(state.alpha, arm)
                + np.cross(state.omega, np.cross(state.omega, arm))
            )
            inertia = state.turn @ link.inertia @ state.turn.T
            moment = inertia @ state.alpha + np.cross(state.omega, inertia @ state.omega)
            self._share(name, state.place + arm, force, moment, total)
        return total

    def derivatives(self, jet: np.ndarray, step: float = 2e-3) -> np.ndarray:
        """Q, Q', Q'' of the motion whose derivatives are the rows of jet, by differences."""
        factorials = np.cumprod([1.0, *range(1, len(jet))])

        def at(time: float) -> np.ndarray:
            rows = [
                sum(jet[k + j] * time**j / factorials[j] for j in range(len(jet) - k))
                for k in range(3)
            ]
            return self.forces(*rows)

        samples = [at(i * step) for i in range(-3, 4)]
        first = np.dot([-1, 9, -45, 0, 45, -9, 1], samples) / (60 * step)
        second = np.dot([2, -27, 270, -490, 270, -27, 2], samples) / (180 * step**2)
        return np.array([samples[3], first, second])

    def _state(self, link: str, motion: dict) -> State:
        if link not in self._states:
            self._states[link] = self._moved(link, motion)
        return self._states[link]

    def _moved(self, link: str, motion: dict) -> State:
        if link not in self.joints:
            zero = np.zeros(3)
            return State(np.eye(3), zero, zero, zero, -GRAVITY)
        joint = self.joints[link]
        parent = self._state(joint.find("parent").get("link"), motion)
        turn, offset = origin_of(joint)
        q, d1q, d2q = motion.get(joint.get("name"), (0.0, 0.0, 0.0))
        turn = parent.turn @ turn
        axis = self._axis(joint)
        along = turn @ axis
        arm = parent.turn @ offset
        omega, alpha = parent.omega, parent.alpha
        relative = np.zeros(3)
        if joint.get("type") == "prismatic":
            arm = arm + along * q
            relative = along * d2q + 2 * np.cross(omega, along * d1q)
        else:
            turn = turn @ rotation(axis, q)
            alpha = alpha + along * d2q + np.cross(omega, along * d1q)
            omega = omega + along * d1q
        acceleration = (
            parent.acceleration
            + np.cross(parent.alpha, arm)
            + np.cross(parent.omega, np.cross(parent.omega, arm))
            + relative
        )
        return State(turn, parent.place + arm, omega, alpha, acceleration)

    def _share(
        self, link: str, point: np.ndarray, force: np.ndarray, moment: np.ndarray, total: np.ndarray
    ) -> None:
        """Add what one link's motion needs to every joint between it and the base."""
        while link in self.joints:
            joint = self.joints[link]
            name = joint.get("name")
            if name in self.joint_names:
                state = self._states[link]
                along = state.turn @ self._axis(joint)
                if joint.get("type") == "prismatic":
                    need = along @ force
                else:
                    need = along @ (moment + np.cross(point - state.place, force))
                total[self.joint_names.index(name)] += need
            link = joint.find("parent").get("link")

    @staticmethod
    def _axis(joint: ElementTree.Element) -> np.ndarray:
        element = joint.find("axis")
        axis = np.array((element.get("xyz") if element is not None else "1 0 0").split(), float)
        return axis / np.linalg.norm(axis)
