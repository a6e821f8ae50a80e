# SPDX-License-Identifier: Apache-2.0
"""Two arms in namespaces of their own: each has its topics and its motion.

The one that moves is made of links alone, without friction and motors.
"""

import unittest

import launch_testing.actions
import numpy as np
import pytest
from hod_msgs.msg import HigherOrderForces, JointForces
from launch import LaunchDescription
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from system import SystemTest, complaints, failures, started


@pytest.mark.launch_test
def generate_test_description() -> LaunchDescription:
    return LaunchDescription(
        [
            started("fanuc_lrmate.launch.py", namespace="left", robot_file="none"),
            started("fanuc_lrmate.launch.py", namespace="right", mode="mock", demo="false"),
            launch_testing.actions.ReadyToTest(),
        ]
    )


class TestTwoArms(SystemTest):
    def test_one_moves_and_the_other_rests(self) -> None:
        left = self.collect(JointState, "/left/joint_states")
        right = self.collect(JointState, "/right/joint_states")
        forces = {
            side: self.collect(JointForces, f"/{side}/forces_node/joints/J2")
            for side in ("left", "right")
        }
        controlled = self.collect(HigherOrderForces, "/right/feedforward_controller/forces")
        frames = {side: self.collect(TFMessage, f"/{side}/tf") for side in ("left", "right")}
        common = [self.collect(TFMessage, "/tf"), self.collect(JointState, "/joint_states")]

        def moved() -> bool:
            rows = [state.position for state in left]
            return len(rows) > 1 and bool(controlled) and (np.ptp(rows, axis=0) > 0.3).all()

        self.spin_until(moved, "motion")
        self.spin_for(1.0)  # until whoever started the controllers has left
        assert all(forces.values())
        assert all(frames.values())
        assert not any(common)
        assert np.ptp([state.position for state in right], axis=0).max() < 1e-9
        assert np.abs([state.velocity for state in left]).max() < 5.0
        assert np.ptp([message.effort for message in forces["left"]]) > 1.0


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object, proc_output: object) -> None:
        assert not complaints(proc_output)
        assert not failures(proc_info)
