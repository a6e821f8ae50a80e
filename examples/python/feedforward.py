# SPDX-License-Identifier: Apache-2.0
"""Feedforward torques of a stroke, its limits, and how fast it may be.

Usage: feedforward.py [ARM.urdf] [OUT.csv]
"""

import sys

import numpy as np

import hod

robot = hod.Robot.from_urdf(sys.argv[1]) if len(sys.argv) > 1 else hod.example_robot()
robot = robot.replace(friction=True, payloads=[hod.Payload(robot.link_names[-1], 2.0)])

# From rest to rest with the least snap, so that Q'' is continuous.
times = np.arange(0.0, 0.8005, 0.001)
points = np.outer([0.0, 1.0], np.linspace(0.3, 0.6, robot.dof))
motion = hod.minimum_snap([0.0, 0.8], points).motion(times, 4)

forces = hod.forces(robot, motion, order=2)
print("largest torque      ", np.abs(forces[:, 0]).max(axis=0).round(2), "N m")
print("largest torque rate ", np.abs(forces[:, 1]).max(axis=0).round(0), "N m/s")
for name, term in hod.force_terms(robot, motion, order=2).items():
    print(f"{name:10} {np.abs(term[:, 0]).max(axis=0).round(2)}")

check = hod.limits.check(robot, times, motion)
print("limits are", "broken" if check.violations else "kept")
speed = hod.limits.largest_speed_up(robot, times, motion)
print(f"could run {speed.largest:.2f} times as fast, then {speed.limit.joint} {speed.limit.kind}")

if len(sys.argv) > 2:
    names = [f"{joint}.Q" for joint in robot.joint_names]
    hod.write_table(sys.argv[2], names, times, forces[:, 0])
