#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills, stalls and restarts node, controller and recorders at random under 1 kHz of load.

In a sourced workspace, on this machine alone. Prints a line of JSON per figure; exits with 1 if a
process did not come back, a bag cannot be read, an action client waits in vain, or a number that
was recorded is not finite where it has to be.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import rclpy
import rosbag2_py
import yaml
from action_msgs.msg import GoalStatus
from ament_index_python.packages import get_package_prefix, get_package_share_directory
from control_msgs.action import FollowJointTrajectory
from hod_bringup import modes
from hod_bringup.description import moving_joints, read_description
from hod_msgs.msg import HigherOrderForces
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from rclpy.serialization import deserialize_message
from trajectory_msgs.msg import JointTrajectoryPoint

BRINGUP = Path(get_package_share_directory("hod_bringup"))
LAW = "feedforward_controller"
FORCES = {"node": "/forces_node/forces", "controller": f"/{LAW}/forces"}
RECORDED = ["/joint_states", "/forces_node/joint_states", *FORCES.values()]
RATE = 1000  # Hz
PAUSES = (1.0, 5.0)  # s between faults
STALL = 0.7  # s
PATIENCE = 180.0  # s, for what has to come back; a machine may have other work
ANSWER = 200.0  # s, for the answer to a goal

NAMES = {value: name[7:] for name, value in vars(GoalStatus).items() if name.startswith("STATUS_")}


def program(package: str, name: str) -> str:
    return str(Path(get_package_prefix(package)) / "lib" / package / name)


def say(figure: str, **values: object) -> None:
    print(json.dumps({"figure": figure, **values}), flush=True)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"waited in vain for {what}")
        time.sleep(0.02)


class Process:
    """A program that can be killed and started again."""

    def __init__(self, words: list[str], log: Path) -> None:
        self.words = words
        self.log = log
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.starts += 1
        with self.log.open("ab") as log:
            self.run = subprocess.Popen(
                self.words, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )

    def end(self, how: signal.Signals) -> int:
        """Signal the program and all that it started, and wait for it; return its exit code."""
        if self.run.poll() is None:
            os.killpg(self.run.pid, how)
        try:
            return self.run.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.run.pid, signal.SIGKILL)
            self.run.wait()
            return -signal.SIGABRT

    def stall(self) -> None:
        os.killpg(self.run.pid, signal.SIGSTOP)
        time.sleep(STALL)
        os.killpg(self.run.pid, signal.SIGCONT)


class System:
    """The FANUC LR Mate, simulated at 1 kHz, with forces node and two recorders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bags: list[Path] = []
        bare = read_description(str(BRINGUP / "urdf" / "fanuc_lrmate.urdf"))
        self.joints = moving_joints(bare)
        robot_file = str(BRINGUP / "config" / "fanuc_lrmate.yaml")
        arm = modes.controlled(modes.SIM, bare, self.joints, robot_file, "elastic")
        self.parameters = self.write("parameters", self.parameters_of(arm))
        files = ["--params-file", self.parameters]
        self.publisher = self.process(
            program("robot_state_publisher", "robot_state_publisher"), "--ros-args", *files
        )
        self.node = self.process(program("hod_ros", "forces_node"), "--ros-args", *files)
        manager = program("controller_manager", "ros2_control_node")
        self.manager = self.process(manager, "--ros-args", *files)
        self.spawn()
        self.recorders = [self.record("mcap"), self.record("sqlite3")]

    def process(self, *words: str) -> Process:
        return Process(list(words), self.folder / f"{Path(words[0]).name}.log")

    def write(self, name: str, content: object) -> str:
        path = self.folder / f"{name}.yaml"
        path.write_text(yaml.safe_dump(content))
        return str(path)

    def parameters_of(self, arm: modes.Controlled) -> dict:
        gains = (BRINGUP / "config" / "fanuc_lrmate_controllers.yaml").read_text()
        law = yaml.safe_load(gains)[f"/**/{LAW}"]["ros__parameters"]
        of_node = {
            "robot_state_publisher": {"robot_description": arm.description},
            "forces_node": {"robot_file": arm.law["robot_file"]},
            "controller_manager": {
                "update_rate": RATE,
                LAW: {"type": "hod_ros/HigherOrderFeedforwardController"},
                "joint_state_broadcaster": {
                    "type": "joint_state_broadcaster/JointStateBroadcaster"
                },
            },
            LAW: {**law, **arm.law, "publish_rate": float(RATE)},
        }
        return {node: {"ros__parameters": given} for node, given in of_node.items()}

    def spawn(self) -> None:
        """Start the controllers; the spawner waits for the manager."""
        words = [program("controller_manager", "spawner"), "joint_state_broadcaster", LAW]
        words += ["--activate-as-group", "--param-file", self.parameters]
        with (self.folder / "spawner.log").open("ab") as log:
            subprocess.run(words, stdout=log, stderr=log, check=True, timeout=4 * PATIENCE)

    def record(self, storage: str) -> Process:
        bag = self.folder / f"bag_{len(self.bags)}_{storage}"
        self.bags.append(bag)
        words = ["ros2", "bag", "record", "--storage", storage, "--output", str(bag)]
        recorder = Process([*words, "--topics", *RECORDED], self.folder / "recorder.log")
        wait_until(lambda: any(file.stat().st_size > 0 for file in bag.glob("*")), str(bag))
        return recorder

    def end(self) -> list[int]:
        processes = [*self.recorders, self.node, self.manager, self.publisher]
        return [process.end(signal.SIGINT) for process in processes]


class Client(Node):
    """Sends goal after goal and notes what becomes of each; notes how old the newest forces are."""

    def __init__(self, joints: list[str], seed: int) -> None:
        super().__init__("client")
        self.random = np.random.default_rng(seed)
        self.goal = FollowJointTrajectory.Goal()
        self.goal.trajectory.joint_names = joints
        self.client = ActionClient(self, FollowJointTrajectory, f"/{LAW}/follow_joint_trajectory")
        self.outcomes: Counter[str] = Counter()
        self.waiting_since: float | None = None
        self.killed_at = 0.0
        self.number = 0
        self.newest = dict.fromkeys(FORCES, 0.0)
        for who, topic in FORCES.items():
            self.create_subscription(
                HigherOrderForces,
                topic,
                lambda data, who=who: self.newest.update({who: stamp_of(data)}),
                qos_profile_sensor_data,
                raw=True,
            )
        self.create_timer(0.05, self.look)

    def look(self) -> None:
        """Send the next goal; give up one whose server was killed, which nothing can answer."""
        now = time.monotonic()
        if self.waiting_since is None:
            if self.client.server_is_ready():
                self.send()
        elif self.waiting_since < self.killed_at < now - 5.0:
            self.close("died with its server")
        elif now > self.waiting_since + ANSWER:
            self.close("no answer")

    def send(self) -> None:
        point = JointTrajectoryPoint(positions=self.random.uniform(-0.5, 0.5, 5).tolist())
        point.time_from_start.nanosec = 900_000_000
        self.goal.trajectory.points = [point]
        self.waiting_since = time.monotonic()
        self.number += 1
        number = self.number

        def accepted(future: object) -> None:
            handle = future.result()
            if handle is None or not handle.accepted:
                self.close("refused", number)
                return
            result = handle.get_result_async()
            result.add_done_callback(
                lambda future: self.close(NAMES[future.result().status].lower(), number)
            )

        self.client.send_goal_async(self.goal).add_done_callback(accepted)

    def close(self, outcome: str, number: int | None = None) -> None:
        if self.waiting_since is None or number not in (None, self.number):
            return  # given up before
        self.outcomes[outcome] += 1
        self.waiting_since = None

    def wait_for(self, who: str, since: float) -> bool:
        """Whether forces of after an instant come [s]."""
        end = time.monotonic() + PATIENCE
        while self.newest[who] < since and time.monotonic() < end:
            time.sleep(0.01)
        return self.newest[who] >= since


def stamp_of(data: bytes) -> float:
    """Return the stamp of a serialized message [s]."""
    sec, nanosec = struct.unpack_from("<iI", data, 4)
    return sec + 1e-9 * nanosec


def faults_of(system: System, client: Client) -> dict[str, tuple[str, Callable[[], None]]]:
    """Every fault by name, and who has to come back after it."""

    def restart(process: Process, how: signal.Signals) -> None:
        process.end(how)
        process.start()

    def kill_manager() -> None:
        client.killed_at = time.monotonic()
        restart(system.manager, signal.SIGKILL)
        system.spawn()
        client.killed_at = time.monotonic()

    def restart_recorder(index: int, storage: str) -> None:
        system.recorders[index].end(signal.SIGKILL)
        system.recorders[index] = system.record(storage)

    def switch() -> None:
        for verb in ("--deactivate", "--activate"):
            words = ["ros2", "control", "switch_controllers", verb, LAW]
            subprocess.run(words, check=True, timeout=2 * PATIENCE, capture_output=True)

    return {
        "node killed": ("node", lambda: restart(system.node, signal.SIGKILL)),
        "node interrupted": ("node", lambda: restart(system.node, signal.SIGINT)),
        "node stalled": ("node", system.node.stall),
        "controller manager killed": ("controller", kill_manager),
        "controller manager stalled": ("controller", system.manager.stall),
        "controller off and on": ("controller", switch),
        "mcap recorder killed": ("node", lambda: restart_recorder(0, "mcap")),
        "sqlite3 recorder killed": ("node", lambda: restart_recorder(1, "sqlite3")),
    }


def read(bag: Path) -> tuple[int, bool, bool]:
    """Return how many messages a bag has, whether its end was missing, and if all is finite."""
    storage = bag.name.rsplit("_", 1)[1]
    options = rosbag2_py.StorageOptions(uri=str(bag), storage_id=storage)
    was_cut = not (bag / "metadata.yaml").exists()
    if was_cut:
        rosbag2_py.Reindexer().reindex(options)
    reader = rosbag2_py.SequentialReader()
    reader.open(options, rosbag2_py.ConverterOptions("", ""))
    count, finite = 0, True
    while reader.has_next():
        topic, data, _ = reader.read_next()
        count += 1
        if topic == FORCES["node"] and count % 7 == 0:
            finite = finite and bool(
                np.isfinite(deserialize_message(data, HigherOrderForces).values).all()
            )
    return count, was_cut, finite


def survive(
    system: System, client: Client, minutes: float, seed: int
) -> dict[str, list[float]] | None:
    """Return how long it took after every fault until forces came again; None if they did not."""
    chosen = random.Random(seed)
    faults = faults_of(system, client)
    delays: dict[str, list[float]] = {name: [] for name in faults}
    if not all(client.wait_for(who, time.time()) for who in FORCES):
        return None
    end = time.monotonic() + 60.0 * minutes
    while time.monotonic() < end:
        time.sleep(chosen.uniform(*PAUSES))
        name = chosen.choice(list(faults))
        who, fault = faults[name]
        begin = time.monotonic()
        fault()
        if not client.wait_for(who, time.time()):
            say("did not come back", who=who, after=name)
            return None
        delays[name].append(time.monotonic() - begin)
    wait_until(lambda: client.waiting_since is None, "an answer to the last goal")
    return delays


def run(minutes: float, seed: int, folder: Path) -> bool:
    system = System(folder)
    client = Client(system.joints, seed)
    executor = SingleThreadedExecutor()
    executor.add_node(client)
    has_ended = threading.Event()

    def listen() -> None:
        while not has_ended.is_set():
            executor.spin_once(timeout_sec=0.1)

    listener = threading.Thread(target=listen)
    listener.start()
    delays = None
    try:
        delays = survive(system, client, minutes, seed)
    finally:
        has_ended.set()
        listener.join()
        codes = system.end()
    load = [round(number, 1) for number in os.getloadavg()]
    say("load of the machine at the end", average=load, processors=os.cpu_count())
    for name, found in (delays or {}).items():
        if found:
            say(name, times=len(found), longest_until_forces_come_s=round(max(found), 2))
    say("goals", **client.outcomes)
    say("exit codes after SIGINT", codes=codes)
    good = delays is not None and client.outcomes["no answer"] == 0 and not any(codes)
    for bag in system.bags:
        count, was_cut, finite = read(bag)
        say("bag", name=bag.name, messages=count, end_missing=was_cut, finite=finite)
        good = good and finite and count > 0
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="of logs and bags; default: a temporary one")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="hod_faults_"))
    folder.mkdir(parents=True, exist_ok=True)
    rclpy.init()
    good = run(given.minutes, given.seed, folder)
    rclpy.try_shutdown()
    say("all survived" if good else "something was lost", logs=str(folder))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
