# SPDX-License-Identifier: Apache-2.0
"""Starts somebody else's robot with feedforward.launch.py: a xacro file, a robot file, a motion."""

import unittest
from pathlib import Path

import launch_testing
import numpy as np
import pytest
from control_msgs.msg import JointTrajectoryControllerState
from hod_msgs.msg import JointForces
from launch import LaunchDescription
from sensor_msgs.msg import JointState

from system import SystemTest, complaints, failures, seconds, system_of

CONFIG = Path(__file__).parent / "config"


@pytest.mark.launch_test
@launch_testing.parametrize("mode", ["sim", "mock"])
def generate_test_description(mode: str) -> LaunchDescription:
    return system_of(
        "feedforward.launch.py",
        mode=mode,
        urdf=str(CONFIG / "lift.urdf.xacro"),
        robot_file=str(CONFIG / "lift.yaml"),
        demo=str(CONFIG / "lift_demo.yaml"),
    )


class TestOwnRobot(SystemTest):
    def test_it_moves_as_it_should(self) -> None:
        states = self.collect(JointState, "/joint_states")
        follows = self.collect(JointTrajectoryControllerState, "/feedforward_controller/state")
        lift = self.collect(JointForces, "/forces_node/joints/lift")
        arm = self.collect(JointForces, "/forces_node/joints/shoulder_pan")

        def moved() -> bool:
            rows = [s.position for s in states if len(s.name) == 2]
            return bool(lift and arm and rows) and (np.ptp(rows, axis=0) > 0.25).all()

        self.spin_until(moved, "motion")
        assert {name for state in states for name in state.name} == {"lift", "shoulder-pan"}
        lowest = min(state.position[state.name.index("lift")] for state in states)
        assert lowest > 0.45  # it starts in the middle of its range: zero is beyond it
        weight = 9.81 * (5.0 + 2.0 + 0.5 + 1.0)
        assert lift[0].effort == pytest.approx(weight, rel=0.2)
        errors = [f.error.positions for f in follows if seconds(f) > 0.0]  # the first is empty
        assert np.abs(errors).max() < 0.02


@launch_testing.post_shutdown_test()
class TestShutdown(unittest.TestCase):
    def test_everything_ended_without_a_crash(self, proc_info: object, proc_output: object) -> None:
        assert not complaints(proc_output)
        assert not failures(proc_info)
