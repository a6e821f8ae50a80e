# SPDX-License-Identifier: Apache-2.0
"""The tests' own dynamics against closed forms: a pendulum, and a mass on a lift."""

import numpy as np

from newton_euler import Robot

PENDULUM = """
<robot name="pendulum">
  <link name="base"/>
  <link name="bar"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
    <inertia ixx="0" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="swing" type="revolute"><parent link="base"/><child link="bar"/>
    <axis xyz="0 -1 0"/></joint>
</robot>
"""
LIFT = """
<robot name="lift">
  <link name="base"/>
  <link name="cabin"><inertial><mass value="3"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="rail" type="prismatic"><parent link="base"/><child link="cabin"/>
    <axis xyz="0 0 2"/></joint>
</robot>
"""


def test_pendulum() -> None:
    q, d1q, d2q, d3q, d4q = 0.7, 1.3, -0.4, 2.0, 0.5
    forces = Robot(PENDULUM).derivatives(np.array([[q], [d1q], [d2q], [d3q], [d4q]]))[:, 0]
    inertia, weight = 0.1 + 2 * 0.25, 2 * 9.81 * 0.5
    expected = [
        inertia * d2q + weight * np.cos(q),
        inertia * d3q - weight * np.sin(q) * d1q,
        inertia * d4q - weight * (np.sin(q) * d2q + np.cos(q) * d1q**2),
    ]
    np.testing.assert_allclose(forces, expected, rtol=1e-6)


def test_lift() -> None:
    forces = Robot(LIFT).forces(np.array([0.2]), np.array([1.0]), np.array([0.5]))
    np.testing.assert_allclose(forces, [3 * (9.81 + 0.5)])
