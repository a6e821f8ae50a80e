# SPDX-License-Identifier: Apache-2.0
"""Joint motion, torques and torque rates from one accelerometer on the forearm.

The readings are simulated here, so that what is found can be compared with the truth; of a recorded
bag `hod replay` does the same.
"""

import numpy as np

import hod
from hod.accelerometer import Sensor, predict, recover

robot = hod.example_robot()
times = np.arange(0.0, 2.5005, 0.002)
moving = robot.joint_names.index("J3")
true = np.zeros((len(times), 5, robot.dof))
true[:, :, moving] = hod.minimum_snap([0.0, 2.5], [0.0, np.pi]).motion(times, 4).reshape(-1, 5)

# A mono-axial sensor, 0.2 m from the elbow: specific force, with bias and noise.
sensor = Sensor("link_3", position=(0.2, 0, 0.02), axes=(0, 0, 1), noise=0.022)
noise = 0.022 * np.random.default_rng(1).standard_normal((len(times), 1))
readings = np.reshape(predict(robot, sensor, true), (-1, 1)) + 0.05 + noise

end = np.full(robot.dof, np.nan)
end[moving] = np.pi
found = recover(
    robot,
    [sensor],
    [(times, readings)],
    start=0.0,
    start_velocity=0.0,
    end=end,
    end_velocity=0.0,
    hold={"J1": 0, "J2": 0, "J4": 0, "J5": 0},
    estimate=["bias"],
)
motion = found.motion(times, orders=4)
error = np.abs(motion - true)[:, :, moving].max(axis=0)
print("errors of q, q', q'':", error[:3])
assert error[0] < 2e-3

torque, truth = hod.forces(robot, motion, order=2), hod.forces(robot, true, order=2)
off = np.sqrt(np.mean((torque - truth)[:, :, moving] ** 2, axis=0))
largest = np.abs(truth[:, :, moving]).max(axis=0)
print(f"error of Q  (root mean square): {off[0]:.3f} N m of {largest[0]:.1f}")
print(f"error of Q' (root mean square): {off[1]:.2f} N m/s of {largest[1]:.1f}")
