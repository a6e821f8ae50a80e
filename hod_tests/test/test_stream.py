# SPDX-License-Identifier: Apache-2.0
"""The forces node by itself: the numbers of hod_core, for whoever comes and goes."""

import json
import os
import signal
import subprocess
import unittest
from pathlib import Path

import launch_testing.actions
import numpy as np
import pytest
from ament_index_python.packages import get_package_prefix
from diagnostic_msgs.msg import DiagnosticArray
from hod_msgs.msg import HigherOrderForces, JointForces, JointMotion, MassDistribution
from launch import LaunchDescription
from launch_ros.actions import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState

from system import BRINGUP, JOINTS, PATIENCE, SystemTest, failures

URDF = BRINGUP / "urdf" / "fanuc_lrmate.urdf"
ROBOT_FILE = BRINGUP / "config" / "fanuc_lrmate.yaml"
REFERENCE = Path(get_package_prefix("hod_tests")) / "lib" / "hod_tests" / "reference_forces"
ORDER = 2
STREAM = REFERENCE.with_name("stream_joint_states")
SECONDS = 60
DEEP = 5000  # messages that wait where the machine stalls
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


@pytest.mark.launch_test
def generate_test_description() -> tuple[LaunchDescription, dict]:
    publisher = Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        parameters=[{"robot_description": URDF.read_text()}],
    )
    node = Node(
        package="hod_ros",
        executable="forces_node",
        parameters=[
            {
                "robot_file": str(ROBOT_FILE),
                "order": ORDER,
                "qos_overrides./joint_states.subscription.reliability": "reliable",
                "qos_overrides./joint_states.subscription.depth": DEEP,
                "qos_overrides./forces_node/forces.publisher.depth": DEEP,
            }
        ],
        respawn=True,
    )
    return LaunchDescription([publisher, node, launch_testing.actions.ReadyToTest()]), {
        "node": node
    }


def forces_by_hod_core(motions: np.ndarray) -> np.ndarray:
    """Q, Q', Q'' of motions (instants, rows, joints)."""
    lines = "\n".join(" ".join(map(repr, motion.ravel().tolist())) for motion in motions)
    run = subprocess.run(
        [str(REFERENCE), str(URDF), str(ROBOT_FILE), str(ORDER)],
        input=lines + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [[float(word) for word in line.split()] for line in run.stdout.splitlines()]
    return np.reshape(rows, (len(motions), ORDER + 1, len(JOINTS)))


class TestStream(SystemTest):
    def test_1_numbers_are_those_of_hod_core(self) -> None:
        motions = np.random.default_rng(4).uniform(-1.0, 1.0, (20, 5, len(JOINTS)))
        expected = forces_by_hod_core(motions)
        forces = self.collect(HigherOrderForces, "/forces_node/forces")
        publisher = self.node.create_publisher(JointMotion, "/forces_node/motion", 50)

        def send(index: int) -> None:
            message = JointMotion(joint_names=JOINTS, order=4)
            message.header.frame_id = str(index)
            message.derivatives = motions[index].ravel().tolist()
            publisher.publish(message)

        for index in range(len(motions)):

            def answered(index: int = index) -> bool:
                return str(index) in [message.header.frame_id for message in forces]

            while not answered():
                send(index)
                self.spin_for(0.05)
        for message in forces:
            index = int(message.header.frame_id)
            found = np.reshape(message.values, (ORDER + 1, -1))
            scale = np.abs(expected[index]).max(axis=1, keepdims=True)
            assert list(message.joint_names) == JOINTS
            assert (np.abs(found - expected[index]) / scale).max() < 1e-12

    def test_2_who_comes_late_learns_the_masses(self) -> None:
        mass = self.collect(MassDistribution, "/forces_node/mass_distribution", LATCHED)
        self.spin_until(lambda: bool(mass), "the latched mass distribution")
        assert sum(link.mass for link in mass[0].links) > 10.0

    def test_3_a_minute_at_1_khz_without_a_drop(self) -> None:
        diagnostics = self.collect(DiagnosticArray, "/diagnostics")
        stream = subprocess.Popen(
            [STREAM, str(SECONDS), *JOINTS], stdout=subprocess.PIPE, text=True
        )
        try:
            self.spin_until(lambda: stream.poll() is not None, "the end", SECONDS + PATIENCE)
            self.spin_for(1.5)  # diagnostics of the last second
        finally:
            stream.kill()
        assert stream.returncode == 0, "the last message was not answered"
        seen = json.loads(stream.communicate()[0])
        assert seen["sent"] == 1000 * SECONDS
        assert seen["gaps"] == 0, seen
        # All but those until the window is full and those that are younger than its latency.
        assert seen["first"] < 100.0
        assert seen["last"] < 100.0
        assert seen["answered"] > seen["sent"] - 200
        values = [{v.key: v.value for v in d.status[0].values} for d in diagnostics]
        # What came before the robot's description was ignored then, and is counted still.
        assert len({v["messages ignored"] for v in values}) == 1, values
        assert len({v["messages lost"] for v in values}) == 1, values

    def test_4_a_node_that_dies_is_back_in_the_middle_of_the_stream(self, node: Node) -> None:
        elbow = self.collect(JointForces, "/forces_node/joints/J3")
        publisher = self.node.create_publisher(JointState, "/joint_states", 50)
        sent = 0

        def send() -> None:
            nonlocal sent
            sent += 1
            message = JointState(name=JOINTS)
            message.header.stamp.sec, message.header.stamp.nanosec = divmod(sent * 5_000_000, 10**9)
            phase = 0.005 * sent + np.arange(5.0)
            message.position = (0.3 * np.sin(phase)).tolist()
            message.velocity = (0.3 * np.cos(phase)).tolist()
            publisher.publish(message)

        timer = self.node.create_timer(0.005, send)
        self.spin_until(lambda: len(elbow) > 20, "answers")
        before = node.process_details["pid"]
        os.kill(before, signal.SIGKILL)
        self.spin_until(lambda: node.process_details["pid"] not in (None, before), "a new process")
        died = sent
        elbow.clear()
        self.spin_until(
            lambda: any(m.header.stamp.sec * 200 > died for m in elbow), "answers of the new one"
        )
        self.node.destroy_timer(timer)
        assert all(np.isfinite(message.effort) for message in elbow)


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object) -> None:
        assert not failures(proc_info, (0, -signal.SIGKILL))
