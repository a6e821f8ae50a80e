# SPDX-License-Identifier: Apache-2.0
"""An arm with elastic joints, driven by feedforward alone: with and without the derivatives of Q.

Needs the simulator, which is there where HOD was built with Pinocchio.
"""

import numpy as np

import hod
from hod.simulation import SimulatedArm

drive = hod.Drive(motor_inertia=6e-5, gear_ratio=100, stiffness=2e4)
arm = hod.example_robot().replace(drives=drive, elastic=True)

step = 0.001
points = np.outer([0.0, 1.0], [0.4, 0.3, 0.8, 0.2, 0.5])
plan = hod.minimum_snap([0.0, 0.8], points)
middles = np.arange(0.0, 0.8, step) + step / 2
motion = plan.motion(middles, 4)

elastic = hod.motor(arm, motion, order=2).torque[:, 0]
rigid = hod.forces(arm.replace(elastic=False), motion, order=0)[:, 0]


def largest_deviation(torques: np.ndarray) -> float:
    """Run the arm on these torques, each held for a step; return the largest error of a link."""
    simulated = SimulatedArm(arm)
    simulated.rest_at(points[0])
    worst = 0.0
    for i, torque in enumerate(torques):
        simulated.set_torque(torque)
        simulated.step(step, steps=20)
        wanted = plan((i + 1) * step)
        worst = max(worst, float(np.abs(simulated.position - wanted).max()))
    return worst


as_rigid, as_elastic = largest_deviation(rigid), largest_deviation(elastic)
print(f"torques of a rigid arm:   links off by up to {as_rigid:.1e} rad")
print(f"torques with Q' and Q'':  links off by up to {as_elastic:.1e} rad")
assert as_elastic < as_rigid / 50
