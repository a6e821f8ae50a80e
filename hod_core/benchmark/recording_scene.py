# SPDX-License-Identifier: Apache-2.0
"""Robots that move as is known, what is recorded of them, and the motions found from that."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import recording_generator as generator
from recording_generator import MICRO_G, Strokes, Tree

import hod
from hod import accelerometer
from hod.example import example_urdf
from hod.recording.band import Spread, spread_of_joints
from hod.recording.quantized import smooth_readings

_FOLDER = Path(sysconfig.get_path("purelib")) / "cmeel.prefix/share/example-robot-data/robots"
FILES = {
    "ur5": _FOLDER / "ur_description/urdf/ur5_robot.urdf",
    "panda": _FOLDER / "panda_description/urdf/panda.urdf",
}
FINGERS = ("panda_finger_joint1", "panda_finger_joint2")


def urdf_of(name: str, rng: np.random.Generator) -> str:
    if name == "fanuc":
        return example_urdf("fanuc_lrmate")
    if name == "tree":
        return random_tree(rng)
    return FILES[name].read_text("utf-8")


def random_tree(rng: np.random.Generator) -> str:
    """A trunk of two joints with two branches of one or two joints."""
    parts = ['<robot name="tree"><link name="base"/>']
    trunk, parents = "base", []
    for i in range(2):
        parts.append(_joint(rng, f"trunk_{i}", trunk, f"trunk_link_{i}"))
        trunk = f"trunk_link_{i}"
    for branch in "ab":
        parent = trunk
        for i in range(int(rng.integers(1, 3))):
            parts.append(_joint(rng, f"{branch}_{i}", parent, f"{branch}_link_{i}"))
            parent = f"{branch}_link_{i}"
        parents.append(parent)
    return "".join([*parts, "</robot>"])


def _joint(rng: np.random.Generator, name: str, parent: str, child: str) -> str:
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    xyz, rpy = rng.uniform(-0.4, 0.4, 3), rng.uniform(-1.5, 1.5, 3)
    words = [" ".join(f"{x:.6f}" for x in v) for v in (xyz, rpy, axis)]
    return (
        f'<link name="{child}"><inertial><mass value="2"/><inertia ixx="0.02" iyy="0.03" izz="0.04"'
        f' ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="{name}" type="revolute">'
        f'<parent link="{parent}"/><child link="{child}"/><origin xyz="{words[0]}" rpy="{words[1]}"'
        f'/><axis xyz="{words[2]}"/><limit lower="-6" upper="6" effort="99" velocity="9"/></joint>'
    )


def _parts(times: np.ndarray) -> list[np.ndarray]:
    return np.array_split(times, 1 + len(times) // 20000)


@dataclass
class Scene:
    """A robot, its true motion and what was recorded of it."""

    robot: hod.Robot
    tree: Tree
    motion: dict[str, Strokes]
    duration: float
    sensors: list[accelerometer.Sensor] = field(default_factory=list)
    recordings: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    encoders: list[accelerometer.JointReading] = field(default_factory=list)
    hold: dict[str, float] = field(default_factory=dict)
    gap: tuple[float, float] | None = None
    """From when to when nothing was recorded."""

    @classmethod
    def moving(
        cls, urdf: str, rng: np.random.Generator, duration: float, shape: str = "smooth"
    ) -> Scene:
        robot = hod.Robot.from_urdf(urdf)
        hold = {joint: 0.0 for joint in robot.joint_names if joint in FINGERS}
        motion = {
            joint: generator.strokes(rng, duration, shape=shape)
            for joint in robot.joint_names
            if joint not in hold
        }
        return cls(robot, Tree.of(urdf), motion, duration, hold=hold)

    @property
    def columns(self) -> list[int]:
        """Those of the joints that move."""
        return [self.robot.joint_names.index(joint) for joint in self.motion]

    def truth(self, times: np.ndarray, orders: int = 4) -> np.ndarray:
        rows = np.zeros((len(times), orders + 1, self.robot.dof))
        for column, moves in zip(self.columns, self.motion.values(), strict=True):
            rows[:, :, column] = moves(times, orders)
        return rows

    def times(self, rate: float) -> np.ndarray:
        return np.arange(round(self.duration * rate) + 1) / rate

    def add_sensor(
        self, rng: np.random.Generator, link: str, rate: float, density: float, axes: np.ndarray
    ) -> None:
        """Of a noise density in µg/√Hz, as `hod fit` is told it."""
        position = rng.uniform(-0.15, 0.15, 3)
        times = self.times(rate)
        noise = density * MICRO_G * np.sqrt(rate / 2)
        values = np.concatenate(
            [self.readings(link, position, axes, part) for part in _parts(times)]
        )
        values = values + noise * rng.standard_normal(values.shape)
        name = f"imu_{len(self.sensors)}"
        self.sensors.append(
            accelerometer.Sensor(link, position, axes, name=name, noise=max(noise, 1e-9))
        )
        self.recordings.append((times, values))

    def add_gyroscope(
        self, rng: np.random.Generator, link: str, rate: float, density: float, axes: np.ndarray
    ) -> None:
        """Of a noise density in °/s/√Hz."""
        times = self.times(rate)
        rows = {joint: moves(times, 2) for joint, moves in self.motion.items()}
        noise = np.radians(density) * np.sqrt(rate / 2)
        values = generator.turning(self.tree, link, axes, rows)
        values = values + noise * rng.standard_normal(values.shape)
        name = f"gyro_{len(self.sensors)}"
        self.sensors.append(
            accelerometer.Sensor(
                link, axes=axes, kind="angular_velocity", name=name, noise=max(noise, 1e-12)
            )
        )
        self.recordings.append((times, values))

    def readings(
        self, link: str, position: np.ndarray, axes: np.ndarray, times: np.ndarray
    ) -> np.ndarray:
        rows = {joint: moves(times, 2) for joint, moves in self.motion.items()}
        return generator.readings(self.tree, link, position, axes, rows)

    def add_encoders(self, rate: float, bits: int) -> None:
        times = self.times(rate)
        noise = 2 * np.pi / 2**bits / np.sqrt(12)
        for joint, moves in self.motion.items():
            values = generator.quantized(moves(times, 0)[:, 0], bits)
            self.encoders.append(accelerometer.JointReading(joint, times, values, noise=noise))

    def leave_gap(self, start: float, end: float) -> None:
        self.gap = (start, end)

        def kept(times: np.ndarray) -> np.ndarray:
            return (times <= start) | (times >= end)

        self.recordings = [(t[kept(t)], values[kept(t)]) for t, values in self.recordings]
        self.encoders = [
            replace(e, times=t[kept(t)], values=np.asarray(e.values)[kept(t)])
            for e, t in ((e, np.asarray(e.times)) for e in self.encoders)
        ]

    def recover(self, **options) -> accelerometer.Recovery:
        return accelerometer.recover(
            self.robot,
            self.sensors,
            self.recordings,
            hold=self.hold,
            joint_readings=self.encoders,
            bridge_gaps=self.gap is not None,
            **options,
        )


LINKS = ("upper_arm_link", "forearm_link", "wrist_3_link")


@dataclass
class Found:
    """A motion found, and how sure it is."""

    motion: np.ndarray
    deviations: np.ndarray
    spread: Spread


Finder = Callable[[Scene, np.ndarray], Found]


def smoothed(scene: Scene, times: np.ndarray) -> Found:
    """Joint by joint from the encoders alone, as `hod fit` does."""
    longest = None if scene.gap is None else scene.duration
    motion, deviations = (np.zeros((len(times), 5, scene.robot.dof)) for _ in range(2))
    found = [smooth_readings(e.times, e.values, largest_gap=longest) for e in scene.encoders]
    parts = list(zip(scene.columns, found, strict=True))
    for column, part in parts:
        motion[:, :, column] = part.smoothed.motion(times, 4)[:, :, 0]
        deviations[:, :, column] = part.deviations(times, 4)
    return Found(motion, deviations, spread_of_joints(parts, scene.robot.dof))


def recovered(scene: Scene, times: np.ndarray, **options) -> Found:
    found = scene.recover(**options)
    return Found(
        found.motion(times, 4),
        found.deviations(times, 4),
        lambda times, rows: found.samples(times, rows - 1),
    )
