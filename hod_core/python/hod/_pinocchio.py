# SPDX-License-Identifier: Apache-2.0
"""What a `pinocchio.Model` (Pinocchio 3 and 4) is made of, read through its own Python bindings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import Error, JointDescription, MassProperties, ModelDescription
from .arrays import Numbers

_FAR = np.finfo(np.float64).max


def gravity(model: Any) -> Numbers:
    """Return a model's gravity, the acceleration of free fall in its universe frame."""
    return np.array(model.gravity.linear)


def describe(model: Any) -> ModelDescription:
    """Describe a model. Pinocchio has merged fixed links; their frames become massless links."""
    if not hasattr(model, "jointPlacements"):
        raise Error(f"found a {type(model).__name__}, expected a pinocchio.Model")
    robot = ModelDescription(_source(model), model.name)
    links = _link_names(model)
    for index, inertia in enumerate(model.inertias):
        robot.add_link(links[index], MassProperties(inertia.mass, inertia.lever, inertia.inertia))
    for index in range(1, model.njoints):
        robot.add_joint(_joint(model, index, links))
    for frame in _body_frames(model):
        parent = links[frame.parentJoint]
        if frame.name != parent:
            robot.add_link(frame.name, MassProperties(0.0, np.zeros(3), np.zeros((3, 3))))
            joint = JointDescription(f"{frame.name}_merged", "fixed", parent, frame.name)
            joint.set_origin(frame.placement.rotation, frame.placement.translation)
            robot.add_joint(joint)
    return robot


def _source(model: Any) -> str:
    return f"pinocchio.Model '{model.name}'"


def _body_frames(model: Any) -> list[Any]:
    return [frame for frame in model.frames if frame.type.name == "BODY"]


def _link_names(model: Any) -> list[str]:
    """Name the link below each joint: the body frame that coincides with the joint's own."""
    names = [f"{name}_link" for name in model.names]
    for frame in reversed(_body_frames(model)):
        if frame.placement.isIdentity():
            names[frame.parentJoint] = frame.name
    return names


def _joint(model: Any, index: int, links: list[str]) -> JointDescription:
    name = model.names[index]
    kind, axis = _shape(model, index)
    joint = JointDescription(name, kind, links[model.parents[index]], links[index])
    joint.axis = axis
    placement = model.jointPlacements[index]
    joint.set_origin(placement.rotation, placement.translation)
    if index in model.mimicking_joints:
        pair = list(model.mimicking_joints).index(index)
        follower = model.joints[index].extract()
        joint.set_mimic(model.names[model.mimicked_joints[pair]], follower.scaling, follower.offset)
    elif kind not in ("floating", "planar"):
        _read_drive(model, index, kind, joint)
    return joint


def _shape(model: Any, index: int) -> tuple[str, Numbers]:
    """Type and axis of a joint, from the motion that it allows: one column (linear, angular)."""
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
    position[joint.idx_q] = 1.0  # of an unbounded joint: the cosine of its angle
    data = joint.createData()
    joint.calc(data, position)
    freedom = np.array(data.S, dtype=np.float64).reshape(6)
    if joint.shortname() == "JointModelMimic":
        freedom *= np.sign(joint.extract().scaling)
    return freedom


def _read_drive(model: Any, index: int, kind: str, joint: JointDescription) -> None:
    """Read what a joint with a column of its own has beyond its shape."""
    column = model.idx_vs[index]
    if model.armature[column] != 0.0:
        raise Error(
            f"{_source(model)}: joint '{model.names[index]}' has a rotor inertia (armature) of "
            f"{model.armature[column]}, expected zero"
        )
    newer = hasattr(model, "upperEffortLimit")  # Pinocchio 4
    effort = model.upperEffortLimit if newer else model.effortLimit
    velocity = model.upperVelocityLimit if newer else model.velocityLimit
    friction = model.upperDryFrictionLimit if newer else model.friction
    lower, upper = -np.inf, np.inf
    if kind != "continuous":
        place = model.idx_qs[index]
        lower = _limit(model.lowerPositionLimit[place])
        upper = _limit(model.upperPositionLimit[place])
    joint.set_limits(lower, upper, _limit(effort[column]), _limit(velocity[column]))
    joint.damping = model.damping[column]
    joint.friction = friction[column]


def _limit(value: float) -> float:
    """Pinocchio writes no limit as the largest double."""
    return float(value) if abs(value) < _FAR else float(np.copysign(np.inf, value))
