#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a running system and prints a line of JSON per figure, in a sourced workspace.

From start to first message, processor shares; with a recording, how fast it is replayed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import rclpy
import rosbag2_py
from ament_index_python.packages import get_package_prefix
from hod_msgs.msg import HigherOrderForces

WATCHED = 10.0  # s
MOVING = 5.0  # N m/s
TICKS = os.sysconf("SC_CLK_TCK")


def program(package: str, name: str) -> str:
    return str(Path(get_package_prefix(package)) / "lib" / package / name)


def say(figure: str, **values: object) -> None:
    print(json.dumps({"figure": figure, **values}), flush=True)


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def children(pid: int) -> dict[str, int]:
    """Processes of a launch by name."""
    found = {}
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        command = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0].decode()
        found[Path(command).name] = int(child)
    return found


def start_and_share(starts: int) -> None:
    delays, moves = [], []
    for _ in range(starts):
        node = rclpy.create_node("figures")
        arrived: list[float] = []
        moved: list[float] = []

        def look(message: HigherOrderForces, arrived: list = arrived, moved: list = moved) -> None:
            arrived.append(time.monotonic())
            # The first derivatives of the efforts, which an arm at rest does not have.
            rates = message.values[len(message.joint_names) : 2 * len(message.joint_names)]
            if any(abs(rate) > MOVING for rate in rates):
                moved.append(arrived[-1])

        node.create_subscription(HigherOrderForces, "/forces_node/forces", look, 10)
        begin = time.monotonic()
        run = subprocess.Popen(
            ["ros2", "launch", "hod_bringup", "fanuc_lrmate.launch.py"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        while not moved:
            rclpy.spin_once(node, timeout_sec=0.01)
        delays.append(round(arrived[0] - begin, 3))
        moves.append(round(moved[0] - begin, 3))
        if len(delays) == starts:
            share_of(run.pid)
        run.send_signal(signal.SIGINT)
        run.wait()
        node.destroy_node()
    load = [round(number, 1) for number in os.getloadavg()]
    for what, found in (("first message", delays), ("first motion", moves)):
        say(
            f"start to {what} [s]",
            median=round(statistics.median(found), 2),
            worst=max(found),
            all=found,
            load_average=load,
            processors=os.cpu_count(),
        )


def share_of(launch: int) -> None:
    pids = {n: p for n, p in children(launch).items() if n in ("forces_node", "ros2_control_node")}
    before = {name: processor_time(pid) for name, pid in pids.items()}
    time.sleep(WATCHED)
    for name, pid in pids.items():
        share = (processor_time(pid) - before[name]) / WATCHED
        say(f"share of a core, {name}, 500 Hz", percent=round(100 * share, 1))


def replay(bag: str, config: str) -> None:
    reader = rosbag2_py.SequentialReader()
    reader.open_uri(bag)
    duration = reader.get_metadata().duration.nanoseconds / 1e9
    with tempfile.TemporaryDirectory() as folder:
        words = [bag, "--config", config, "--out", f"{folder}/out"]
        begin, before = time.monotonic(), os.times()
        subprocess.run(
            [program("hod_ros", "replay_bag"), *words], check=True, stderr=subprocess.DEVNULL
        )
        took = time.monotonic() - begin
    after = os.times()
    used = sum(after[2:4]) - sum(before[2:4])
    say(
        "replay_bag",
        times_real_time=round(duration / took, 1),
        seconds=round(took, 2),
        processor_seconds=round(used, 2),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--bag")
    parser.add_argument("--config")
    given = parser.parse_args()
    rclpy.init()
    if given.starts > 0:
        start_and_share(given.starts)
    if given.bag:
        replay(given.bag, given.config)
    rclpy.shutdown()


if __name__ == "__main__":
    main()
