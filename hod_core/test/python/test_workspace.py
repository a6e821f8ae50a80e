# SPDX-License-Identifier: Apache-2.0
"""What is set on a workspace is what a robot of that kind gives."""

from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, motion

ROBOT = hod.Robot.from_urdf(ARM).replace(
    payloads=[hod.Payload("hand", 0.5)],
    loads=[hod.Load("hand", (1.0, 2.0, 3.0))],
    friction=hod.Friction(viscous=0.3, coulomb=0.2, smoothing_speed=0.3),
    drives=hod.Drive(motor_inertia=0.01, gear_ratio=3.0),
)
STATE = motion(rows=6)


@pytest.fixture
def workspace() -> hod.Workspace:
    return hod.Workspace(ROBOT, 3)


def same(workspace: hod.Workspace, robot: hod.Robot) -> None:
    np.testing.assert_allclose(
        workspace.forces(STATE), hod.forces(robot, STATE, 3), rtol=1e-12, atol=1e-12
    )


def test_payloads_take_the_place_of_what_a_link_carried(workspace):
    heavy = hod.Payload("hand", 2.0, (0.1, 0.0, 0.2), 0.02 * np.eye(3))
    workspace.set_payload(heavy)
    same(workspace, ROBOT.replace(payloads=[heavy]))
    workspace.set_payload(hod.Payload("hand", 0.0))
    same(workspace, ROBOT.replace(payloads=[]))


def test_wrenches_may_have_derivatives(workspace):
    rates = np.random.default_rng(1).standard_normal((3, 6))
    workspace.set_wrench(0, rates)
    load = hod.Load("hand", rates[0, :3], rates[0, 3:], derivatives=rates[1:])
    same(workspace, ROBOT.replace(loads=[load]))
    workspace.set_wrench(0, np.zeros(6))
    same(workspace, ROBOT.replace(loads=[]))


def test_gravity_and_the_base_may_change(workspace):
    workspace.set_gravity((1.0, 0.0, -3.0))
    same(workspace, ROBOT.replace(gravity=(1.0, 0.0, -3.0)))
    lift = hod.BaseMotion(acceleration=[[0, 1, 0]], angular_velocity=[[0, 0, 1], [0, 1, 0]])
    workspace.set_base_motion(lift)
    same(workspace, ROBOT.replace(gravity=(1.0, 0.0, -3.0), base=lift))


def test_time_chooses_the_wrench_of_a_table():
    table = hod.LoadTable("hand", [0.0, 1.0], np.arange(12.0).reshape(2, 6))
    robot = ROBOT.replace(loads=[table])
    workspace = hod.Workspace(robot, 2)
    with pytest.raises(hod.Error, match="not known at this time"):
        workspace.forces(STATE)
    for time in (0.25, 1.0):
        workspace.set_time(time)
        np.testing.assert_allclose(
            workspace.forces(STATE), hod.forces(robot, STATE, 2, time), rtol=1e-12
        )
    with pytest.raises(hod.Error, match="not known at this time"):
        workspace.set_time(1.5)


def test_terms_add_up_and_scales_weigh_them(workspace):
    terms = {name: term.copy() for name, term in workspace.force_terms(STATE).items()}
    assert list(terms) == ["inertia", "gravity", "load", "friction", "rotor"]
    np.testing.assert_allclose(sum(terms.values()), workspace.forces(STATE), rtol=1e-12)
    workspace.set_scales(inertia=0.5, gravity=2.0, load=0.0, friction=-1.0, rotor=3.0)
    expected = (
        0.5 * terms["inertia"] + 2 * terms["gravity"] - terms["friction"] + 3 * terms["rotor"]
    )
    np.testing.assert_allclose(workspace.forces(STATE), expected, rtol=1e-11, atol=1e-11)


def test_energies_and_reactions_are_those_of_the_functions(workspace):
    energies = workspace.energies(STATE, 2)
    assert energies.shape == (4, 3)
    np.testing.assert_allclose(energies.sum(axis=0), hod.energies(ROBOT, STATE, 2), rtol=1e-12)
    reactions = workspace.reactions(STATE, 2)
    np.testing.assert_array_equal(reactions, hod.reactions(ROBOT, STATE, 2))
    for view in (energies, reactions, workspace.force_terms(STATE)["load"]):
        with pytest.raises(ValueError, match="read-only"):
            view[...] = 0.0


def test_reactions_carry_the_joint_forces():
    """Along its axis (or about it) a joint transmits inertia, gravity and loads."""
    robot = hod.Robot.from_urdf(ARM).replace(loads=[hod.Load("hand", (1.0, 2.0, 3.0))])
    axis = np.array([0.2, 1.0, -0.4]) / np.linalg.norm([0.2, 1.0, -0.4])
    batch = motion(8, rows=5).reshape(2, 4, 5, 3)
    wrenches, force = hod.reactions(robot, batch), hod.forces(robot, batch)
    assert wrenches.shape == (2, 4, 4, 3, 6)
    for column, rows in ((0, slice(3, 6)), (1, slice(3, 6)), (2, slice(0, 3))):
        along = wrenches[:, :, column + 1, :, rows] @ axis
        np.testing.assert_allclose(along, force[..., column], rtol=1e-10, atol=1e-10)
