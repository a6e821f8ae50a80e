#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs controller and forces node at 1 kHz on a chain of many joints with every term, for long.

In a sourced workspace. Prints a line of JSON per figure: memory over time, computing times, cycles
that were late. Exits with 1 if memory grows or a process ends.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import rclpy
import yaml
from ament_index_python.packages import get_package_prefix
from diagnostic_msgs.msg import DiagnosticArray
from hod_bringup.description import MOCK, with_hardware
from hod_msgs.msg import HigherOrderForces
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.signals import SignalHandlerOptions

LAW = "feedforward_controller"
RATE = 1000  # Hz
# s, in which memory may grow: caches, queues, and what each thread keeps of its heap, to which a
# thread that plans its first goal late still adds after minutes.
WARM_UP = 300.0
EVERY = 2.0  # s between looks at memory
SAY_EVERY = 60.0  # s, so that a run that is killed has left something
GROWTH = 0.02  # of a process's own memory, in parts of all it has after the warm-up
PAGE = os.sysconf("SC_PAGE_SIZE")


def program(package: str, name: str) -> str:
    return str(Path(get_package_prefix(package)) / "lib" / package / name)


def say(figure: str, **values: object) -> None:
    print(json.dumps({"figure": figure, **values}), flush=True)


def chain(joints: int) -> str:
    """Links of falling mass, axes in turn across and along."""
    parts = ['<robot name="chain"><link name="link_0"/>']
    for i in range(1, joints + 1):
        axis = "1 0 0" if i % 2 else "0 1 0"
        parts.append(
            f'<link name="link_{i}"><inertial><origin xyz="0.02 0.01 0.1"/><mass value="{4 / i}"/>'
            '<inertia ixx="0.02" iyy="0.03" izz="0.01" ixy="0.001" ixz="0" iyz="0"/></inertial>'
            f'</link><joint name="joint_{i}" type="revolute"><parent link="link_{i - 1}"/>'
            f'<child link="link_{i}"/><origin xyz="0 0 0.2" rpy="{0.3 * (i % 3)} 0 0"/>'
            f'<axis xyz="{axis}"/><limit lower="-3" upper="3" velocity="30" effort="10000"/>'
            '<dynamics damping="0.5" friction="0.4"/></joint>'
        )
    return "".join([*parts, "</robot>"])


def robot_file(names: list[str]) -> dict:
    """Every term: friction, a load, a payload, motors behind springs."""
    last = f"link_{len(names)}"
    drive = {"motor_inertia": 1e-4, "gear_ratio": 100, "stiffness": 1e4, "damping": 5.0}
    return {
        "friction": "urdf",
        "drive": "elastic",
        "drives": dict.fromkeys(names, drive),
        "loads": [{"link": last, "frame": "world", "force": [1.0, 2.0, 3.0]}],
        "payload": {"link": last, "mass": 0.5, "center": [0.0, 0.0, 0.1]},
    }


def write(folder: Path, name: str, content: dict) -> str:
    path = folder / f"{name}.yaml"
    dumper = yaml.SafeDumper
    dumper.ignore_aliases = lambda *_: True  # hod's reader and that of ROS know none
    path.write_text(yaml.dump(content, Dumper=dumper))
    return str(path)


def parameters_of(names: list[str], robot: str) -> dict:
    times = [1.0, 2.0, 3.0, 4.0]
    turns = [0.5, 0.0, -0.5, 0.0]
    of_node = {
        "robot_state_publisher": {
            "robot_description": with_hardware(chain(len(names)), names, MOCK, {})
        },
        "forces_node": {"robot_file": robot, "wrench_link": "link_1"},
        "controller_manager": {
            "update_rate": RATE,
            LAW: {"type": "hod_ros/HigherOrderFeedforwardController"},
            "joint_state_broadcaster": {"type": "joint_state_broadcaster/JointStateBroadcaster"},
        },
        LAW: {
            "joints": names,
            "robot_file": robot,
            "command_interfaces": ["effort", "position", "velocity"],
            "wrench_link": "link_1",
            "lead": 0.5,
            "hold_correction": True,
            "publish_rate": float(RATE),
            "gains": {name: {"kp": 10.0, "kd": 1.0} for name in names},
            "trajectory": {"on_limits": "warn"},
        },
        "demo_motion": {
            "controller": LAW,
            "joints": names,
            "times": times,
            "positions": [turn for turn in turns for _ in names],
        },
    }
    return {node: {"ros__parameters": given} for node, given in of_node.items()}


class Watch(Node):
    """Computing times of every message, and the last diagnostics."""

    def __init__(self) -> None:
        super().__init__("watch")
        self.times: dict[str, list[float]] = {"controller": [], "node": []}
        self.said: dict[str, dict[str, str]] = {}
        self.largest: dict[str, float] = {}
        quality = QoSProfile(depth=RATE, reliability=ReliabilityPolicy.BEST_EFFORT)
        for who, topic in (("controller", f"/{LAW}/forces"), ("node", "/forces_node/forces")):
            self.create_subscription(
                HigherOrderForces,
                topic,
                lambda data, times=self.times[who]: times.append(compute_time(data)),
                quality,
                raw=True,
            )
        self.create_subscription(DiagnosticArray, "/diagnostics", self.look, 10)

    def look(self, message: DiagnosticArray) -> None:
        for status in message.status:
            if status.name.startswith((LAW, "forces_node")):
                values = {value.key: value.value for value in status.values}
                self.said[status.name] = values
                for key, value in values.items():
                    if "[s]" in key or "[us]" in key:
                        key = f"{status.name}: {key}"
                        self.largest[key] = max(self.largest.get(key, 0.0), float(value))


def compute_time(data: bytes) -> float:
    """Return the last field of a serialized message [us]; reading all of it costs too much."""
    return 1e6 * struct.unpack_from("<d", data, len(data) - 8)[0]


class Memory(NamedTuple):
    """Resident memory [MiB]."""

    own: float
    """Heap and stacks: what leaks."""
    shared: float
    """Files, and segments of the transport, whose pages count when they are first touched."""


def memory_of(run: subprocess.Popen) -> Memory:
    _, resident, shared = Path(f"/proc/{run.pid}/statm").read_text().split()[:3]
    return Memory((int(resident) - int(shared)) * PAGE / 2**20, int(shared) * PAGE / 2**20)


def report(who: str, times: list[float]) -> None:
    if not times:
        say(f"computing time, {who}", messages=0)
        return
    p50, p999, p9999 = np.quantile(times, [0.5, 0.999, 0.9999])
    say(
        f"computing time, {who}",
        messages=len(times),
        **{"p50_us": round(p50, 1), "p99.9_us": round(p999, 1), "p99.99_us": round(p9999, 1)},
        longest_us=round(max(times), 1),
    )


def soak(joints: int, seconds: float, folder: Path) -> bool:
    names = [f"joint_{i}" for i in range(1, joints + 1)]
    parameters = write(
        folder, "parameters", parameters_of(names, write(folder, "robot", robot_file(names)))
    )
    programs = [
        program("robot_state_publisher", "robot_state_publisher"),
        program("hod_ros", "forces_node"),
        program("controller_manager", "ros2_control_node"),
        program("hod_bringup", "demo_motion"),
    ]
    watched = Path(programs[1]).name, Path(programs[2]).name
    runs: dict[str, subprocess.Popen] = {}
    for words in programs:
        with (folder / f"{Path(words).name}.log").open("wb") as log:
            runs[Path(words).name] = subprocess.Popen(
                [words, "--ros-args", "--params-file", parameters], stdout=log, stderr=log
            )
    watch = Watch()
    try:
        spawner = [program("controller_manager", "spawner"), "joint_state_broadcaster", LAW]
        subprocess.run(
            [*spawner, "--activate-as-group", "--param-file", parameters], check=True, timeout=300
        )
        memory = observe(watch, {name: runs[name] for name in watched}, seconds)
    finally:
        for run in runs.values():
            run.send_signal(signal.SIGINT)
        codes = {name: run.wait(timeout=60) for name, run in runs.items()}
    say("exit codes after SIGINT", **codes)
    for who, times in watch.times.items():
        report(who, times)
    for name, values in watch.said.items():
        say(name, **values)
    say("largest of diagnostics", **watch.largest)
    return not any(codes.values()) and all(is_flat(name, row) for name, row in memory.items())


def observe(
    watch: Watch, runs: dict[str, subprocess.Popen], seconds: float
) -> dict[str, list[Memory]]:
    """Return the memory of each process over time, after the warm-up."""
    memory: dict[str, list[Memory]] = {name: [] for name in runs}
    begin = time.monotonic()
    next_look = begin + min(WARM_UP, 0.4 * seconds)
    loads = []
    try:
        while time.monotonic() < begin + seconds:
            rclpy.spin_once(watch, timeout_sec=0.1)
            if time.monotonic() >= next_look:
                next_look += EVERY
                loads.append(os.getloadavg()[0])
                for name, run in runs.items():
                    memory[name].append(memory_of(run))
                if len(loads) % round(SAY_EVERY / EVERY) == 0:
                    so_far = {f"{name}_mib": rounded(row[-1]) for name, row in memory.items()}
                    say("so far", seconds=round(time.monotonic() - begin), load=loads[-1], **so_far)
    except KeyboardInterrupt:
        pass  # what has been seen until then is a figure, too
    say(
        "ran",
        seconds=round(time.monotonic() - begin),
        load_least=min(loads, default=None),
        load_most=max(loads, default=None),
        processors=os.cpu_count(),
    )
    return memory


def rounded(memory: Memory) -> dict[str, float]:
    return {kind: round(value, 2) for kind, value in memory._asdict().items()}


def is_flat(name: str, row: list[Memory]) -> bool:
    if not row:
        return False  # interrupted before the first look
    first, last = row[0], row[-1]
    say(f"memory, {name}", first_mib=rounded(first), last_mib=rounded(last), looks=len(row))
    return last.own <= first.own + GROWTH * (first.own + first.shared)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--joints", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=3600.0)
    given = parser.parse_args()
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    with tempfile.TemporaryDirectory(prefix="hod_soak_") as folder:
        good = soak(given.joints, given.seconds, Path(folder))
    rclpy.try_shutdown()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
