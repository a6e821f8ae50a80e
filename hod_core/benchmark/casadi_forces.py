#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Q, Q', Q'' of given robots as C code that CasADi generates: a peer of hod_speed.

usage: casadi_forces.py ROBOT.json... OUT.c   (what `hod_speed ROBOT --describe` prints)

Newton and Euler's recursion as an expression graph, differentiated twice along the motion.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np


def joint_rotation(axis: np.ndarray, angle: ca.SX) -> ca.SX:
    """Rodrigues' formula; an axis along z leaves structural zeros."""
    skew = ca.SX(ca.skew(ca.DM(axis)))
    return ca.SX.eye(3) + ca.sin(angle) * skew + (1 - ca.cos(angle)) * (skew @ skew)


@dataclass
class Link:
    """Motion of a body in its own axes, and what it and all it carries exert on its joint."""

    rotation: ca.SX
    place: ca.SX
    spin: ca.SX
    spin_rate: ca.SX
    rise: ca.SX
    force: ca.SX
    moment: ca.SX


def outwards(body: dict[str, Any], parent: Link, q: ca.SX, v: ca.SX, a: ca.SX) -> Link:
    """Return the motion of a body from its parent's, and its own inertia forces."""
    axis = np.array(body["axis"])
    rotation = ca.SX(ca.DM(np.array(body["rotation"]).reshape(3, 3)))
    place = ca.SX(ca.DM(body["translation"]))
    turn, turn_rate, slide, slide_rate = (ca.SX.zeros(3) for _ in range(4))
    if body["prismatic"]:
        place += rotation @ axis * q
        slide, slide_rate = axis * v, axis * a
    else:
        rotation = rotation @ joint_rotation(axis, q)
        turn, turn_rate = axis * v, axis * a
    carried = rotation.T @ parent.spin
    w = carried + turn
    w_rate = rotation.T @ parent.spin_rate + turn_rate + ca.cross(carried, turn)
    lift = ca.cross(parent.spin_rate, place) + ca.cross(parent.spin, ca.cross(parent.spin, place))
    rise = rotation.T @ (parent.rise + lift) + slide_rate + 2 * ca.cross(w, slide)
    center, inertia = ca.DM(body["center"]), ca.DM(np.array(body["inertia"]).reshape(3, 3))
    at_center = rise + ca.cross(w_rate, center) + ca.cross(w, ca.cross(w, center))
    force = body["mass"] * at_center
    moment = inertia @ w_rate + ca.cross(w, inertia @ w) + ca.cross(center, force)
    return Link(rotation, place, w, w_rate, rise, force, moment)


def forces(robot: dict[str, Any], motion: ca.SX) -> ca.SX:
    """Return Q of one state."""
    zero = ca.SX.zeros(3)
    links = [Link(ca.SX.eye(3), zero, zero, zero, -ca.SX(robot["gravity"]), zero, zero)]
    for index, body in enumerate(robot["bodies"]):
        state = (motion[index, order] for order in range(3))
        links.append(outwards(body, links[body["parent"]], *state))
    result = []
    for body, link in zip(reversed(robot["bodies"]), reversed(links), strict=False):
        felt = link.force if body["prismatic"] else link.moment
        result.append(ca.dot(ca.DM(body["axis"]), felt))
        passed = link.rotation @ link.force
        parent = links[body["parent"]]
        parent.force += passed
        parent.moment += link.rotation @ link.moment + ca.cross(link.place, passed)
    return ca.vertcat(*reversed(result))


def forces_and_derivatives(robot: dict[str, Any]) -> ca.Function:
    """Rows q … q'''' in, rows Q, Q', Q'' out (CasADi's columns are C's rows)."""
    count = len(robot["bodies"])
    motion = ca.SX.sym("motion", count, 5)
    state = ca.vec(motion[:, :4])
    rate = ca.vec(motion[:, 1:])
    q = forces(robot, motion)
    q_dot = ca.jtimes(q, state, rate)
    q_ddot = ca.jtimes(q_dot, state, rate)
    return ca.Function(f"forces_{robot['name']}", [motion], [ca.horzcat(q, q_dot, q_ddot)])


def main(arguments: list[str]) -> int:
    """Write one C file with a function per robot."""
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    out = Path(arguments[-1])
    code = ca.CodeGenerator(out.name)
    for path in arguments[:-1]:
        code.add(forces_and_derivatives(json.loads(Path(path).read_text())))
    code.generate(f"{out.parent.resolve()}/")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
