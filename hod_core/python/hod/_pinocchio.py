# SPDX-License-Identifier: Apache-2.0
"""Reads a `pinocchio.Model` (Pinocchio 3 and 4) through its own Python bindings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._core import Error, JointDescription, MassProperties, Robot, RobotDescription
from .arrays import Numbers
from .values import Drive, Friction, Limits

_FAR = np.finfo(np.float64).max


def read(model: Any) -> Robot:
    """Return the robot that a model describes, with everything that `pinocchio.rnea` uses.

    Pinocchio has merged fixed links; their frames become massless links.
    """
    if not hasattr(model, "jointPlacements"):
        raise Error(f"found a {type(model).__name__}, expected a pinocchio.Model")
    if np.any(model.gravity.angular):
        raise Error(
            f"{_source(model)}: found a gravity with an angular part, expected a linear one alone"
        )
    _check_order(model)
    description = RobotDescription(_source(model), model.name, model.gravity.linear)
    links = _link_names(model)
    for index, inertia in enumerate(model.inertias):
        body = MassProperties(inertia.mass, inertia.lever, inertia.inertia)
        description.add_link(links[index], body)
    for index in range(1, model.njoints):
        description.add_joint(_joint(model, index, links))
    for frame in _body_frames(model):
        parent = links[frame.parentJoint]
        if frame.name != parent:
            pose = frame.placement
            description.add_link(frame.name, MassProperties(0.0, np.zeros(3), np.zeros((3, 3))))
            description.add_joint(
                JointDescription(
                    f"{frame.name}_merged",
                    "fixed",
                    parent,
                    frame.name,
                    pose.rotation,
                    pose.translation,
                    np.array([1.0, 0.0, 0.0]),
                )
            )
    return _with_columns(description.robot(), model)


def _check_order(model: Any) -> None:
    """Raise unless joints are depth first, as a robot's columns and Pinocchio's subtrees are."""
    for index in range(2, model.njoints):
        above = index - 1
        while above > model.parents[index]:
            above = model.parents[above]
        if above != model.parents[index]:
            raise Error(
                f"{_source(model)}: found joint '{model.names[index]}' after joint "
                f"'{model.names[index - 1]}' of another branch, expected joints depth first"
            )


def _source(model: Any) -> str:
    return f"pinocchio.Model '{model.name}'"


def _body_frames(model: Any) -> list[Any]:
    return [frame for frame in model.frames if frame.type.name == "BODY"]


def _link_names(model: Any) -> list[str]:
    """Return the link below each joint: the body frame that coincides with the joint's."""
    names = [f"{name}_link" for name in model.names]
    for frame in reversed(_body_frames(model)):
        if frame.placement.isIdentity():
            names[frame.parentJoint] = frame.name
    return names


def _joint(model: Any, index: int, links: list[str]) -> JointDescription:
    kind, axis = _shape(model, index)
    pose = model.jointPlacements[index]
    joint = JointDescription(
        model.names[index],
        kind,
        links[model.parents[index]],
        links[index],
        pose.rotation,
        pose.translation,
        axis,
    )
    if index in model.mimicking_joints:
        pair = list(model.mimicking_joints).index(index)
        follower = model.joints[index].extract()
        joint.set_mimic(model.names[model.mimicked_joints[pair]], follower.scaling, follower.offset)
    return joint


def _shape(model: Any, index: int) -> tuple[str, Numbers]:
    """Return type and axis of a joint from the motion it allows: one column (linear, angular)."""
    joint = model.joints[index]
    passed_on = {"JointModelFreeFlyer": "floating", "JointModelPlanar": "planar"}
    if joint.shortname() in passed_on:
        return passed_on[joint.shortname()], np.array([1.0, 0.0, 0.0])
    freedom = _freedom(model, joint)
    linear, angular = freedom[:3], freedom[3:]
    if joint.shortname() == "JointModelComposite" or linear.any() == angular.any():
        raise Error(
            f"{_source(model)}: joint '{model.names[index]}' is a {joint.shortname()}, "
            "expected a revolute, prismatic or mimic joint"
        )
    if linear.any():
        return "prismatic", linear / np.linalg.norm(linear)
    return ("continuous" if joint.nq == 2 else "revolute"), angular / np.linalg.norm(angular)


def _freedom(model: Any, joint: Any) -> Numbers:
    if joint.nvExtended != 1:
        return np.zeros(6)
    position = np.zeros(model.nq)
    position[joint.idx_q] = 1.0  # for an unbounded joint: the cosine of its angle
    data = joint.createData()
    joint.calc(data, position)
    freedom = np.array(data.S, dtype=np.float64).reshape(6)
    if joint.shortname() == "JointModelMimic":
        freedom *= np.sign(joint.extract().scaling)
    return freedom


def _with_columns(robot: Robot, model: Any) -> Robot:
    """Return the robot with the other properties of its independent joints.

    Friction is kept but, as in `pinocchio.rnea`, does not count.
    """
    newer = hasattr(model, "upperEffortLimit")  # Pinocchio 4
    effort = model.upperEffortLimit if newer else model.effortLimit
    velocity = model.upperVelocityLimit if newer else model.velocityLimit
    coulomb = model.upperDryFrictionLimit if newer else model.friction
    drives, limits, friction = {}, {}, {}
    for name in robot.joint_names:
        index = model.getJointId(name)
        column, place = model.idx_vs[index], model.idx_qs[index]
        is_bounded = model.joints[index].nq == 1
        drives[name] = Drive(motor_inertia=float(model.armature[column]))
        friction[name] = Friction(
            viscous=float(model.damping[column]), coulomb=float(coulomb[column])
        )
        limits[name] = Limits(
            lower=_limit(model.lowerPositionLimit[place]) if is_bounded else -math.inf,
            upper=_limit(model.upperPositionLimit[place]) if is_bounded else math.inf,
            velocity=_limit(velocity[column]),
            effort=_limit(effort[column]),
        )
    return robot.replace(drives=drives, limits=limits, friction=friction).replace(friction=False)


def _limit(value: float) -> float:
    """Return infinity for the largest double, Pinocchio's "no limit"; NaN is rejected later."""
    return float(np.copysign(np.inf, value)) if abs(value) >= _FAR else float(value)
