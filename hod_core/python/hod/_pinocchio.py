# SPDX-License-Identifier: Apache-2.0
"""What a `pinocchio.Robot` (Pinocchio 3 and 4) is made of, read through its own Python bindings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import Error, JointDescription, MassProperties, RobotDescription
from .arrays import Numbers

_FAR = np.finfo(np.float64).max


def gravity(robot: Any) -> Numbers:
    """Return a robot's gravity, the acceleration of free fall in its universe frame."""
    return np.array(robot.gravity.linear)


def describe(robot: Any) -> RobotDescription:
    """Describe a robot. Pinocchio has merged fixed links; their frames become massless links."""
    if not hasattr(robot, "jointPlacements"):
        raise Error(f"found a {type(robot).__name__}, expected a pinocchio.Robot")
    description = RobotDescription(_source(robot), robot.name)
    links = _link_names(robot)
    for index, inertia in enumerate(robot.inertias):
        description.add_link(links[index], MassProperties(inertia.mass, inertia.lever, inertia.inertia))
    for index in range(1, robot.njoints):
        description.add_joint(_joint(robot, index, links))
    for frame in _body_frames(robot):
        parent = links[frame.parentJoint]
        if frame.name != parent:
            description.add_link(frame.name, MassProperties(0.0, np.zeros(3), np.zeros((3, 3))))
            joint = JointDescription(f"{frame.name}_merged", "fixed", parent, frame.name)
            joint.set_origin(frame.placement.rotation, frame.placement.translation)
            description.add_joint(joint)
    return description


def _source(robot: Any) -> str:
    return f"pinocchio.Robot '{robot.name}'"


def _body_frames(robot: Any) -> list[Any]:
    return [frame for frame in robot.frames if frame.type.name == "BODY"]


def _link_names(robot: Any) -> list[str]:
    """Name the link below each joint: the body frame that coincides with the joint's own."""
    names = [f"{name}_link" for name in robot.names]
    for frame in reversed(_body_frames(robot)):
        if frame.placement.isIdentity():
            names[frame.parentJoint] = frame.name
    return names


def _joint(robot: Any, index: int, links: list[str]) -> JointDescription:
    name = robot.names[index]
    kind, axis = _shape(robot, index)
    joint = JointDescription(name, kind, links[robot.parents[index]], links[index])
    joint.axis = axis
    placement = robot.jointPlacements[index]
    joint.set_origin(placement.rotation, placement.translation)
    if index in robot.mimicking_joints:
        pair = list(robot.mimicking_joints).index(index)
        follower = robot.joints[index].extract()
        joint.set_mimic(robot.names[robot.mimicked_joints[pair]], follower.scaling, follower.offset)
    elif kind not in ("floating", "planar"):
        _read_drive(robot, index, kind, joint)
    return joint


def _shape(robot: Any, index: int) -> tuple[str, Numbers]:
    """Type and axis of a joint, from the motion that it allows: one column (linear, angular)."""
    joint = robot.joints[index]
    passed_on = {"JointModelFreeFlyer": "floating", "JointModelPlanar": "planar"}
    if joint.shortname() in passed_on:
        return passed_on[joint.shortname()], np.array([1.0, 0.0, 0.0])
    freedom = _freedom(robot, joint)
    linear, angular = freedom[:3], freedom[3:]
    if joint.shortname() == "JointModelComposite" or linear.any() == angular.any():
        raise Error(
            f"{_source(robot)}: joint '{robot.names[index]}' is a {joint.shortname()}, "
            "expected a revolute, prismatic or mimic joint"
        )
    if linear.any():
        return "prismatic", linear / np.linalg.norm(linear)
    return ("continuous" if joint.nq == 2 else "revolute"), angular / np.linalg.norm(angular)


def _freedom(robot: Any, joint: Any) -> Numbers:
    if joint.nvExtended != 1:
        return np.zeros(6)
    position = np.zeros(robot.nq)
    position[joint.idx_q] = 1.0  # of an unbounded joint: the cosine of its angle
    data = joint.createData()
    joint.calc(data, position)
    freedom = np.array(data.S, dtype=np.float64).reshape(6)
    if joint.shortname() == "JointModelMimic":
        freedom *= np.sign(joint.extract().scaling)
    return freedom


def _read_drive(robot: Any, index: int, kind: str, joint: JointDescription) -> None:
    """Read what a joint with a column of its own has beyond its shape."""
    column = robot.idx_vs[index]
    if robot.armature[column] != 0.0:
        raise Error(
            f"{_source(robot)}: joint '{robot.names[index]}' has a rotor inertia (armature) of "
            f"{robot.armature[column]}, expected zero"
        )
    newer = hasattr(robot, "upperEffortLimit")  # Pinocchio 4
    effort = robot.upperEffortLimit if newer else robot.effortLimit
    velocity = robot.upperVelocityLimit if newer else robot.velocityLimit
    friction = robot.upperDryFrictionLimit if newer else robot.friction
    lower, upper = -np.inf, np.inf
    if kind != "continuous":
        place = robot.idx_qs[index]
        lower = _limit(robot.lowerPositionLimit[place])
        upper = _limit(robot.upperPositionLimit[place])
    joint.set_limits(lower, upper, _limit(effort[column]), _limit(velocity[column]))
    joint.damping = robot.damping[column]
    joint.friction = friction[column]


def _limit(value: float) -> float:
    """Pinocchio writes no limit as the largest double."""
    return float(value) if abs(value) < _FAR else float(np.copysign(np.inf, value))
