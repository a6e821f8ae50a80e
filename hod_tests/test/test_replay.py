# SPDX-License-Identifier: Apache-2.0
"""mode:=replay plays a recording again and again, with its forces beside it.

They are found from the whole recording beforehand, by the forces node from accelerometers as they
come, or from the joint states that the recording has.
"""

import unittest
from pathlib import Path

import launch_testing
import numpy as np
import pytest
from hod_msgs.msg import AccelerationEnergies, HigherOrderForces, JointForces
from launch import LaunchDescription
from rclpy.qos import qos_profile_sensor_data
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Imu
from tf2_msgs.msg import TFMessage

from system import SystemTest, complaints, failures, seconds, system_of

WITH_JOINT_STATES = Path(__file__).parent / "bags" / "imus_and_encoders" / "recording"
WAYS = {
    "beforehand": {"exact": "true"},
    "as it comes": {"exact": "false"},
    "from joint states": {"config": "none", "bag": str(WITH_JOINT_STATES)},
}


@pytest.mark.launch_test
@launch_testing.parametrize("way", list(WAYS))
def generate_test_description(way: str) -> LaunchDescription:
    return system_of("fanuc_lrmate.launch.py", mode="replay", **WAYS[way])


class TestReplay(SystemTest):
    def test_all_topics_go_round(self) -> None:
        elbow = self.collect(JointForces, "/forces_node/joints/J3")
        others = [
            self.collect(HigherOrderForces, "/forces_node/forces"),
            self.collect(AccelerationEnergies, "/forces_node/energies"),
            self.collect(Imu, "/forearm/imu"),
            self.collect(Clock, "/clock", qos_profile_sensor_data),
            self.collect(TFMessage, "/tf"),
        ]

        def has_begun_again() -> bool:
            times = np.array([seconds(message) for message in elbow])
            return bool((np.diff(times) < -1.0).any())

        def has_moved(row: str) -> bool:
            values = np.array([getattr(message, row) for message in elbow])
            values = values[np.isfinite(values)]
            return values.size > 1 and bool(np.ptp(values) > 1.0)

        # On a busy machine few messages of a round arrive; there is always another round.
        self.spin_until(has_begun_again, "the second round")
        self.spin_until(lambda: all(others), "every topic")
        for row in ("effort", "effort_d1"):
            self.spin_until(lambda row=row: has_moved(row), f"{row} that changes")


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object, proc_output: object) -> None:
        assert not complaints(proc_output)
        assert not failures(proc_info, (0, 2, -2))
