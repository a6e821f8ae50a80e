# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import hod
from robots import ARM

ROBOT = hod.Robot.from_urdf(ARM)
N = ROBOT.dof


def elastic(drives: hod.Drive | dict[str, hod.Drive]) -> hod.Robot:
    return ROBOT.replace(drives=drives, elastic=True)


def swing(times: np.ndarray, rows: int = 5) -> np.ndarray:
    """Every joint a sine, with its derivatives: (instants, rows, joints)."""
    omega = 2.0 + np.arange(N)
    return np.stack(
        [
            0.4 * omega**k * np.sin(np.multiply.outer(times, omega) + k * np.pi / 2)
            for k in range(rows)
        ],
        axis=1,
    )


def test_the_motor_is_where_the_spring_carries_the_force():
    inertia = np.linspace(0.1, 0.3, N)
    robot = elastic(
        {
            name: hod.Drive(stiffness=900.0, motor_inertia=one, viscous_friction=0.2)
            for name, one in zip(ROBOT.joint_names, inertia.tolist(), strict=True)
        }
    )
    motion = swing(np.linspace(0, 1, 7))
    force, theta, torque = hod.motor(robot, motion)
    np.testing.assert_array_equal(force, hod.forces(ROBOT, motion, 2))
    assert theta.shape == (7, 3, N)
    assert torque.shape == (7, 1, N)
    np.testing.assert_allclose(theta, motion[:, :3] + force / 900.0, rtol=1e-14)
    expected = inertia * theta[:, 2] + force[:, 0] + 0.2 * theta[:, 1]
    np.testing.assert_allclose(torque[:, 0], expected, rtol=1e-13)
    one = hod.motor(robot, motion[3])
    np.testing.assert_allclose(one.position, theta[3], rtol=1e-14)
    np.testing.assert_allclose(one.torque, torque[3], rtol=1e-13)


def test_more_derivatives_of_the_forces_give_torque_rates():
    robot = elastic(hod.Drive(stiffness=500.0, motor_inertia=0.2))
    times = np.linspace(0, 1, 2001)
    motion = swing(times, 7)
    torque = hod.motor(robot, motion, 4).torque
    assert torque.shape == (2001, 3, N)
    slope = np.gradient(torque[:, 0], times, axis=0, edge_order=2)
    np.testing.assert_allclose(slope, torque[:, 1], atol=2e-5 * np.abs(torque[:, 1]).max())


def test_with_times_the_equation_of_the_damped_springs_holds():
    stiffness, damping = 800.0, 15.0
    robot = elastic(hod.Drive(stiffness=stiffness, damping=damping, motor_inertia=0.2))
    times = np.linspace(0, 1, 501)
    motion = swing(times)
    force, theta, _ = hod.motor(robot, motion, times=times)
    bent = theta - motion[:, :3]
    carried = stiffness * bent[:, :2] + damping * bent[:, 1:]
    np.testing.assert_allclose(carried, force[:, :2], atol=1e-9 * np.abs(force).max())
    # The deflections of each row are the derivatives of those before: it is one motion.
    slope = np.gradient(bent[:, 0], times, axis=0, edge_order=2)
    np.testing.assert_allclose(slope, bent[:, 1], atol=1e-4 * np.abs(bent[:, 1]).max())
    series = hod.motor(robot, motion).position
    assert np.abs(series[0] - theta[0]).max() < 1e-15
    assert np.abs(series[-1] - theta[-1]).max() > 1e-6


def test_a_motion_of_another_shape_is_states_for_themselves():
    robot = elastic(hod.Drive(stiffness=800.0, damping=15.0))
    times = np.linspace(0, 1, 20)
    motion = swing(times)
    apart = hod.motor(robot, motion.reshape(4, 5, 5, N), times=times.reshape(4, 5))
    series = hod.motor(robot, motion)
    assert apart.torque.shape == (4, 5, 1, N)
    np.testing.assert_array_equal(apart.position.reshape(20, 3, N), series.position)


@pytest.mark.parametrize(
    ("motion", "order", "times", "sentence"),
    [
        ((5, N), 1, None, "found forces to order 1, expected order 2 to 6, because"),
        ((4, N), 2, None, "motion: found 4 rows, expected 5"),
        ((5, N + 1), 2, None, "motion: found 4 columns, expected 3"),
        ((2, 5, N), 2, [0.0], "times: found 1, expected 2"),
        ((2, 5, N), 2, [1.0, 1.0], "motor motion at 1 s: .*times that increase"),
    ],
)
def test_motions_that_do_not_fit(motion, order, times, sentence):
    robot = elastic(hod.Drive(stiffness=1.0, damping=1.0))
    with pytest.raises(hod.Error, match=sentence):
        hod.motor(robot, np.zeros(motion), order, times)


def test_a_robot_without_springs_is_refused():
    with pytest.raises(hod.Error, match="found a robot with rigid drives"):
        hod.motor(ROBOT, np.zeros((5, N)))


def test_without_the_extension_a_sentence_says_so():
    program = (
        "import sys; sys.modules['hod._simulation'] = None\n"
        "from hod.command.main import main\n"
        "sys.exit(main(['experiment', 'elastic_joint', '--out', '/nonexistent/folder']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "built without Pinocchio, expected one built with it" in done.stderr
