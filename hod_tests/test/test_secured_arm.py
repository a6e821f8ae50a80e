# SPDX-License-Identifier: Apache-2.0
"""The arm with SROS 2 enforced: it moves, who may watch can watch, and nobody else can do anything.

Left out where sros2 is missing or where the middleware was built without security.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ament_index_python.packages import get_package_share_directory

POLICY = Path(get_package_share_directory("hod_bringup")) / "security" / "policy.xml"
PATIENCE = 180  # s
PUBLISHES = """
import sys, rclpy
from trajectory_msgs.msg import JointTrajectory
rclpy.init()
rclpy.create_node(sys.argv[1]).create_publisher(JointTrajectory, sys.argv[2], 1)
"""
LISTENS = """
import sys, time, rclpy
from hod_msgs.msg import JointForces
from rclpy.qos import qos_profile_sensor_data
rclpy.init()
node = rclpy.create_node("viewer")
found = []
topic, look = "/forces_node/joints/J2", lambda message: found.append(message.effort_d1)
node.create_subscription(JointForces, topic, look, qos_profile_sensor_data)
end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end and not any(abs(rate) > 1.0 for rate in found):
    rclpy.spin_once(node, timeout_sec=0.1)
sys.exit(0 if any(abs(rate) > 1.0 for rate in found) else 3)
"""
TRAJECTORIES = "/feedforward_controller/joint_trajectory"


def python(
    environment: dict[str, str], program: str, *words: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    generation = pytest.importorskip("sros2.api._artifact_generation")
    folder = tmp_path_factory.mktemp("keys")
    generation.generate_artifacts(folder, [], [POLICY])
    probe = python(
        enforced(folder, "viewer"), "import rclpy; rclpy.init(); rclpy.create_node('viewer')"
    )
    if probe.returncode != 0:
        pytest.skip(f"the middleware has no security: {probe.stderr.strip().splitlines()[-1:]}")
    return folder


def enforced(keys: Path, enclave: str) -> dict[str, str]:
    return {
        **os.environ,
        "ROS_SECURITY_ENABLE": "true",
        "ROS_SECURITY_STRATEGY": "Enforce",
        "ROS_SECURITY_KEYSTORE": str(keys),
        "ROS_SECURITY_ENCLAVE_OVERRIDE": f"/hod/{enclave}",
    }


@pytest.fixture(scope="module")
def arm(keys: Path) -> Iterator[subprocess.Popen[bytes]]:
    run = subprocess.Popen(
        ["ros2", "launch", "hod_bringup", "fanuc_lrmate.launch.py", "enclaves:=/hod"],
        env=enforced(keys, "viewer"),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    yield run
    run.send_signal(signal.SIGINT)
    assert run.wait(PATIENCE) == 0


def test_who_may_watch_sees_it_move(arm: subprocess.Popen[bytes], keys: Path) -> None:
    assert python(enforced(keys, "viewer"), LISTENS, str(PATIENCE)).returncode == 0
    assert arm.poll() is None


def test_nobody_else_sees_anything(arm: subprocess.Popen[bytes]) -> None:
    assert python({**os.environ, "ROS_SECURITY_ENABLE": "false"}, LISTENS, "10").returncode == 3
    assert arm.poll() is None


def test_who_may_command_can_and_who_may_watch_cannot(keys: Path) -> None:
    allowed = python(enforced(keys, "operator"), PUBLISHES, "operator", TRAJECTORIES)
    assert allowed.returncode == 0, allowed.stderr
    denied = python(enforced(keys, "viewer"), PUBLISHES, "viewer", TRAJECTORIES)
    assert denied.returncode != 0
    assert "in create_publisher" in denied.stderr
