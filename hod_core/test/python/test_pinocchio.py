# SPDX-License-Identifier: Apache-2.0
"""Models taken over from Pinocchio compute what Pinocchio computes for them."""

from __future__ import annotations

import numpy as np
import pytest

import hod
from robots import ARM, joint, link, urdf_of

pin = pytest.importorskip("pinocchio")


def body(seed: int) -> object:
    random = np.random.default_rng(seed)
    shape = random.standard_normal((3, 3))
    planar = shape @ shape.T * 0.01
    inertia = np.trace(planar) * np.eye(3) - planar
    return pin.Inertia(random.uniform(0.5, 2.0), random.standard_normal(3) * 0.1, inertia)


def placement(seed: int) -> object:
    random = np.random.default_rng(seed)
    return pin.SE3(pin.exp3(random.standard_normal(3)), random.standard_normal(3) * 0.3)


def add_link(model: object, name: str, parent: int, pose: object) -> None:
    model.addFrame(pin.Frame(name, parent, 0, pose, pin.FrameType.BODY))


def tree() -> object:
    """A tree of every kind of joint that is supported, apart from mimics."""
    model = pin.Model()
    model.name = "tree"
    joints = [
        pin.JointModelRX(),
        pin.JointModelRevoluteUnaligned(0.6, 0.0, 0.8),
        pin.JointModelPY(),
        pin.JointModelRUBZ(),
        pin.JointModelPrismaticUnaligned(0.0, -0.8, 0.6),
        pin.JointModelRZ(),
    ]
    parents = [0, 1, 2, 1, 4, 5]
    for index, (kind, parent) in enumerate(zip(joints, parents, strict=True)):
        number = model.addJoint(parent, kind, placement(index), f"joint{index}")
        model.appendBodyToJoint(number, body(index), pin.SE3.Identity())
        add_link(model, f"link{index}", number, pin.SE3.Identity())
    add_link(model, "tool", model.njoints - 1, placement(99))
    return model


def rnea(model: object, ours: hod.Robot, motion: np.ndarray) -> np.ndarray:
    """Pinocchio's torques in the order of our columns."""
    position, velocity, acceleration = np.zeros(model.nq), np.zeros(model.nv), np.zeros(model.nv)
    places = []
    for column, name in enumerate(ours.joint_names):
        kind = model.joints[model.getJointId(name)]
        turn = motion[0, column]
        both = [np.cos(turn), np.sin(turn)]
        position[kind.idx_q : kind.idx_q + kind.nq] = both if kind.nq == 2 else turn
        velocity[kind.idx_v], acceleration[kind.idx_v] = motion[1:, column]
        places.append(kind.idx_v)
    return pin.rnea(model, model.createData(), position, velocity, acceleration)[places]


def assert_same_forces(model: object, ours: hod.Robot, seed: int = 0) -> None:
    for motion in np.random.default_rng(seed).standard_normal((5, 3, ours.dof)):
        expected = rnea(model, ours, motion)
        result = hod.forces(ours, motion, 0)[0]
        np.testing.assert_allclose(result, expected, atol=1e-12 * np.abs(expected).max())


def test_every_kind_of_joint_in_a_tree():
    model = tree()
    ours = hod.Robot.from_pinocchio(model)
    assert ours.name == "tree"
    assert ours.dof == 6
    assert "tool" in ours.link_names
    assert_same_forces(model, ours)


def test_gravity_is_pinocchios_unless_another_is_given():
    model = tree()
    model.gravity.linear = np.array([1.0, 2.0, 3.0])
    assert_same_forces(model, hod.Robot.from_pinocchio(model))
    moon = hod.Robot.from_pinocchio(model).replace(gravity=(0, 0, -1.62))
    model.gravity.linear = np.array([0, 0, -1.62])
    assert_same_forces(model, moon)


def test_a_mimic_follows_its_master_forwards_and_backwards():
    for multiplier in (0.5, -2.0):
        limit = '<limit lower="-9" upper="9" effort="9" velocity="9"/>'
        follows = limit + f'<mimic joint="a" multiplier="{multiplier}" offset="0.3"/>'
        urdf = urdf_of(
            *(link(name) for name in "0123"),
            joint("a", "0", "1", limit),
            joint("b", "1", "2", follows),
            joint("c", "2", "3", follows, "prismatic"),
        )
        model = pin.buildModelFromXML(urdf, mimic=True)
        ours = hod.Robot.from_pinocchio(model)
        assert ours.joint_names == ["a"]
        assert_same_forces(model, ours)
        assert_same_forces(model, hod.Robot.from_urdf(urdf))


def test_a_urdf_gives_the_same_robot_on_either_way():
    model = pin.buildModelFromXML(ARM)
    there, here = hod.Robot.from_pinocchio(model), hod.Robot.from_urdf(ARM)
    assert sorted(there.joint_names) == sorted(here.joint_names)
    for name, found in there.joints.items():
        assert found.limits == here.joints[name].limits
        assert found.friction.viscous == here.joints[name].friction.viscous
        assert found.drive == here.joints[name].drive
    assert_same_forces(model, there)
    assert_same_forces(model, here)


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        ("JointModelSpherical", "JointModelSpherical, expected a revolute, prismatic or mimic"),
        ("JointModelFreeFlyer", "floating"),
        ("JointModelPlanar", "planar"),
        ("JointModelHelicalUnaligned", "JointModelHelicalUnaligned, expected"),
        ("JointModelComposite", "JointModelComposite, expected"),
    ],
)
def test_other_joints_are_refused(kind, complaint):
    made = {
        "JointModelHelicalUnaligned": lambda: pin.JointModelHelicalUnaligned(0, 0, 1, 0.5),
        "JointModelComposite": lambda: pin.JointModelComposite(pin.JointModelRX()),
    }
    model = pin.Model()
    model.addJoint(0, made.get(kind, getattr(pin, kind))(), pin.SE3.Identity(), "odd")
    with pytest.raises(hod.Error, match=complaint) as refusal:
        hod.Robot.from_pinocchio(model)
    assert "odd" in str(refusal.value)


def test_joints_that_are_not_depth_first_are_refused():
    """Columns would be in another order than those of the model."""
    model = pin.Model()
    arm = model.addJoint(0, pin.JointModelRX(), pin.SE3.Identity(), "arm")
    model.addJoint(0, pin.JointModelRX(), pin.SE3.Identity(), "lamp")
    assert hod.Robot.from_pinocchio(model).joint_names == ["arm", "lamp"]
    model.addJoint(arm, pin.JointModelRX(), pin.SE3.Identity(), "hand")
    with pytest.raises(hod.Error, match="joint 'hand' after joint 'lamp' of another branch"):
        hod.Robot.from_pinocchio(model)


def test_armature_is_a_rotor_and_friction_waits_to_be_asked_for():
    model = tree()
    model.armature = np.linspace(0.1, 0.6, model.nv)
    model.damping = np.full(model.nv, 0.5)
    ours = hod.Robot.from_pinocchio(model)
    assert_same_forces(model, ours)
    assert not ours.has_friction
    motion = np.random.default_rng(1).standard_normal((3, ours.dof))
    rubbing = hod.forces(ours.replace(friction=True), motion, 0)
    np.testing.assert_allclose(rubbing - hod.forces(ours, motion, 0), 0.5 * motion[1:2], atol=1e-12)


def test_what_is_no_pinocchio_model_is_refused():
    with pytest.raises(hod.Error, match=r"found a str, expected a pinocchio\.Model"):
        hod.Robot.from_pinocchio("robot.urdf")


def test_a_gravity_that_turns_is_refused():
    model = tree()
    model.gravity = pin.Motion(np.array([0.0, 0.0, -9.81]), np.array([0.1, 0.0, 0.0]))
    with pytest.raises(hod.Error, match="found a gravity with an angular part, expected a linear"):
        hod.Robot.from_pinocchio(model)


def test_limits_that_are_not_numbers_are_refused():
    model = tree()
    efforts = model.upperEffortLimit if hasattr(model, "upperEffortLimit") else model.effortLimit
    efforts[:] = np.inf
    assert hod.Robot.from_pinocchio(model).joints[model.names[1]].limits.effort == np.inf
    efforts[0] = np.nan
    with pytest.raises(hod.Error, match="found an effort limit = nan, expected"):
        hod.Robot.from_pinocchio(model)
