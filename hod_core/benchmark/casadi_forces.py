#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Q, Q', Q'' of given robots as C code that CasADi generates: a peer of hod_speed.

usage: casadi_forces.py ROBOT.json... OUT.c   (what `hod_speed ROBOT --describe` prints)

Newton and Euler's recursion as an expression graph, differentiated twice along the motion.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np


def joint_rotation(axis: np.ndarray, angle: ca.SX) -> ca.SX:
    """Rodrigues' formula; an axis along z leaves structural zeros."""
    skew = ca.SX(ca.skew(ca.DM(axis)))
    return ca.SX.eye(3) + ca.sin(angle) * skew + (1 - ca.cos(angle)) * (skew @ skew)


def forces(robot: dict[str, Any], position: ca.SX, velocity: ca.SX, acceleration: ca.SX) -> ca.SX:
    """Q of one state: outwards to motions and body forces, inwards to joint forces."""
    zero = ca.SX.zeros(3)
    spin, spin_rate, rise = [zero], [zero], [-ca.SX(robot["gravity"])]
    force, moment, pose = [zero], [zero], [(ca.SX.eye(3), zero)]
    for index, body in enumerate(robot["bodies"]):
        q, v, a = position[index], velocity[index], acceleration[index]
        axis = np.array(body["axis"])
        placed = ca.SX(ca.DM(np.array(body["rotation"]).reshape(3, 3)))
        place = ca.SX(ca.DM(body["translation"]))
        parent = body["parent"]
        above, above_rate = spin[parent], spin_rate[parent]
        if body["prismatic"]:
            rotation, place = placed, place + placed @ axis * q
            turn, turn_rate, slide, slide_rate = zero, zero, axis * v, axis * a
        else:
            rotation = placed @ joint_rotation(axis, q)
            turn, turn_rate, slide, slide_rate = axis * v, axis * a, zero, zero
        w = rotation.T @ above + turn
        w_rate = rotation.T @ above_rate + turn_rate + ca.cross(rotation.T @ above, turn)
        lift = rise[parent] + ca.cross(above_rate, place) + ca.cross(above, ca.cross(above, place))
        up = rotation.T @ lift + slide_rate + 2 * ca.cross(w, slide)
        center, inertia = ca.DM(body["center"]), ca.DM(np.array(body["inertia"]).reshape(3, 3))
        body_force = body["mass"] * (up + ca.cross(w_rate, center) + ca.cross(w, ca.cross(w, center)))
        body_moment = inertia @ w_rate + ca.cross(w, inertia @ w) + ca.cross(center, body_force)
        spin.append(w)
        spin_rate.append(w_rate)
        rise.append(up)
        force.append(body_force)
        moment.append(body_moment)
        pose.append((rotation, place))
    result = []
    for index in range(len(robot["bodies"]), 0, -1):
        body = robot["bodies"][index - 1]
        rotation, place = pose[index]
        axis = ca.DM(body["axis"])
        result.append(ca.dot(axis, force[index] if body["prismatic"] else moment[index]))
        passed = rotation @ force[index]
        force[body["parent"]] += passed
        moment[body["parent"]] += rotation @ moment[index] + ca.cross(place, passed)
    return ca.vertcat(*reversed(result))


def forces_and_derivatives(robot: dict[str, Any]) -> ca.Function:
    """Rows q … q'''' in, rows Q, Q', Q'' out (CasADi's columns are C's rows)."""
    count = len(robot["bodies"])
    motion = ca.SX.sym("motion", count, 5)
    state = ca.vec(motion[:, :4])
    rate = ca.vec(motion[:, 1:])
    q = forces(robot, motion[:, 0], motion[:, 1], motion[:, 2])
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
