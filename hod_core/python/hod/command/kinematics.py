# SPDX-License-Identifier: Apache-2.0
"""`hod kinematics`: a motion table in, the motion of a point of a link out."""

from __future__ import annotations

import argparse

import numpy as np

from .. import Robot
from ..arrays import Numbers
from .arguments import (
    Parser,
    add_robot,
    chosen,
    finite_number,
    order_up_to,
    read_robot,
    refuse_moving_base,
)
from .motion import add_motion, check_motion, derivative_columns, read_along, write_along
from .verb import Verb

_MAX_ORDER = 6


def _add_arguments(parser: Parser) -> None:
    add_robot(parser, without=("--gravity", "--mass-distribution"))
    add_motion(parser)
    parser.add_argument(
        "--link", action="append", metavar="NAME", help="(default: the last); may be repeated"
    )
    parser.add_argument(
        "--point",
        nargs=3,
        type=finite_number,
        default=(0.0, 0.0, 0.0),
        metavar=("X", "Y", "Z"),
        help="point in the link's frame [m] (default: its origin)",
    )
    parser.add_argument(
        "--order",
        type=order_up_to(_MAX_ORDER),
        default=3,
        metavar="K",
        help="highest derivative of the position (default: 3, the jerk)",
    )


def run(arguments: argparse.Namespace) -> int:
    check_motion(arguments)
    robot, order = read_robot(arguments), arguments.order
    if order:
        refuse_moving_base(robot, "velocities and higher derivatives")
    links = chosen(arguments, "--link", robot.link_names, robot.link_names[-1:])
    columns = [column for link in links for column in _columns(link, order)]

    quaternions = [Quaternions() for _ in links]

    def compute(_times: Numbers, motion: Numbers) -> Numbers:
        parts = [
            _values(robot, motion, link, arguments.point, order, of_link)
            for link, of_link in zip(links, quaternions, strict=True)
        ]
        return np.concatenate(parts, axis=1)

    write_along(arguments, read_along(arguments, robot, order + 1), columns, compute)
    return 0


def _columns(link: str, order: int) -> list[str]:
    names = derivative_columns(link, ("x", "y", "z"), order)
    names += [f"{link}.{name}" for name in ("qx", "qy", "qz", "qw")]
    return names + (derivative_columns(link, ("wx", "wy", "wz"), order - 1) if order else [])


class Quaternions:
    """Quaternions of one link along a motion, whose signs do not leap; the first has qw >= 0."""

    def __init__(self) -> None:
        self._last: Numbers | None = None

    def of(self, turns: Numbers) -> Numbers:
        from scipy.spatial.transform import Rotation

        found: Numbers = Rotation.from_matrix(turns).as_quat(canonical=True)
        before = np.concatenate([found[:1] if self._last is None else self._last, found[:-1]])
        leaps = np.einsum("ik,ik->i", before, found) < 0.0
        found[np.cumsum(leaps) % 2 == 1] *= -1.0
        self._last = found[-1:]
        return found


def _values(
    robot: Robot, motion: Numbers, link: str, point: Numbers, order: int, quaternions: Quaternions
) -> Numbers:
    from ..kinematics import operational_motion, orientation, point_motion

    place = point_motion(robot, motion, link, order, point=point).reshape(len(motion), -1)
    turn = orientation(robot, motion, link)[:, 0]
    parts = [place, quaternions.of(turn)]
    if order:
        spin = operational_motion(robot, motion, link, order, point=point)[:, :, 3:]
        parts.append(spin.reshape(len(motion), -1))
    return np.concatenate(parts, axis=1)


VERB = Verb(
    summary="how a point of a link moves along a motion: position to jerk and beyond",
    description="Writes time,<link>.x,<link>.y,<link>.z,<link>.d1x,... in the axes of the root "
    "link, then the link's orientation as a quaternion qx, qy, qz, qw (of its two signs the one "
    "nearer to the row before, in the first row the one with qw >= 0) and its angular velocity wx, "
    "wy, wz with one derivative fewer; all in SI units.",
    examples=(
        (
            "the tool's position, velocity, acceleration and jerk",
            "kinematics --urdf arm.urdf --motion m.csv --link tool0",
        ),
        (
            "the acceleration of a sensor away from the link's origin",
            "kinematics --urdf arm.urdf --motion m.csv --link link_3 --point 0.1 0 0.05 --order 2",
        ),
    ),
    add_arguments=_add_arguments,
    run=run,
)
