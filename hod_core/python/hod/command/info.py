# SPDX-License-Identifier: Apache-2.0
"""`hod info`: the parts of a robot, what acts on it, and what looks wrong."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from .. import Drive, Friction, Joint, LoadTable, Robot
from ..arrays import Numbers
from ..output import output
from .arguments import Parser, urdf_from_stdin
from .verb import Verb

_LIMITS = ("lower", "upper", "velocity", "effort", "effort_rate")


def _add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "robot", metavar="ROBOT", help="a robot file, or a URDF (- for one from stdin)"
    )
    parser.add_argument(
        "--urdf", metavar="F", help="a URDF in place of the one that the robot file names"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(arguments: argparse.Namespace) -> int:
    robot = (
        Robot.from_urdf(urdf_from_stdin())
        if arguments.robot == "-"
        else Robot.from_file(arguments.robot, arguments.urdf)
    )
    text = json.dumps(as_json(robot), indent=2) if arguments.json else "\n".join(as_lines(robot))
    with output(None) as file:
        file.write(f"{text}\n".encode())
    return 0


def as_json(robot: Robot) -> dict[str, Any]:
    """Return the output of `hod info --json`; null stands for no limit and no spring."""
    return {
        "name": robot.name,
        "gravity": robot.gravity.tolist(),
        "base": _base_json(robot),
        "has_friction": robot.has_friction,
        "is_elastic": robot.is_elastic,
        "joints": {name: _finite(asdict(joint)) for name, joint in robot.joints.items()},
        "links": {
            name: {
                "mass": mass.mass,
                "com": mass.center.tolist(),
                "inertia": mass.inertia.tolist(),
                "consistent": mass.flaw is None,
            }
            for name, mass in robot.masses.items()
        },
        "payloads": [payload.link for payload in robot.payloads],
        "loads": [load.link for load in robot.loads],
        "uncounted": robot.uncounted,
        "warnings": robot.warnings,
    }


def as_lines(robot: Robot) -> Iterator[str]:
    """Yield the tables."""
    joints = list(robot.joints.values())
    total = sum(mass.mass for mass in robot.masses.values())
    carried = sum(payload.mass for payload in robot.payloads)
    load = f" and payloads of {carried:.6g} kg" if carried else ""
    mimics = len(joints) - robot.dof
    yield f"{robot.name}: {robot.dof} independent joints, {mimics} mimics, {total:.6g} kg{load}"
    yield f"gravity [m/s²]: {_row(robot.gravity)}"
    yield from _base_lines(robot)
    yield from _joint_lines(joints)
    yield from _limit_lines(joints)
    yield from _value_lines(
        f"friction ({'counts' if robot.has_friction else 'does not count'})",
        {joint.name: asdict(joint.friction) for joint in joints},
        asdict(Friction()),
    )
    yield from _value_lines(
        f"drives ({'elastic' if robot.is_elastic else 'rigid'})",
        {joint.name: asdict(joint.drive) for joint in joints},
        asdict(Drive()),
    )
    yield from _link_lines(robot)
    yield from _acting_lines(robot)
    yield ""
    said = [*robot.warnings, *robot.uncounted, *_massless(robot)]
    yield "looks wrong or does not count:" if said else "nothing looks wrong"
    yield from (f"  {sentence}" for sentence in said)


_BASE = {
    "rpy": "[rad]",
    "velocity": "[m/s]",
    "angular_velocity": "[rad/s]",
    "acceleration": "[m/s²]",
}


def _base_json(robot: Robot) -> dict[str, Any]:
    """Return the base as in a robot file: rows are derivatives, without trailing zeros."""
    base = robot.base
    return {
        "rpy": _roll_pitch_yaw(base.rotation),
        "velocity": base.velocity.tolist(),
        "angular_velocity": _rows_that_count(base.angular_velocity),
        "acceleration": _rows_that_count(base.acceleration),
    }


def _roll_pitch_yaw(rotation: Numbers) -> list[float]:
    """Angles about the world's x, y and z in turn, as in a URDF."""
    cosine = float(np.hypot(rotation[0, 0], rotation[1, 0]))
    pitch = math.atan2(-rotation[2, 0], cosine)
    if cosine < 1e-9:  # roll and yaw are about the same axis, and only their sum is known
        return [math.atan2(-rotation[1, 2], rotation[1, 1]), pitch, 0.0]
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    return [roll, pitch, math.atan2(rotation[1, 0], rotation[0, 0])]


def _rows_that_count(rows: Numbers) -> list[list[float]]:
    count = max(np.flatnonzero(rows.any(axis=1)), default=0) + 1
    found: list[list[float]] = rows[:count].tolist()
    return found


def _base_lines(robot: Robot) -> Iterator[str]:
    for name, value in _base_json(robot).items():
        rows = np.atleast_2d(value)
        if rows.any():
            derivatives = "; ".join(map(_row, rows))
            yield f"base: {name.replace('_', ' ')} {_BASE[name]}: {derivatives}"


def _joint_lines(joints: Sequence[Joint]) -> Iterator[str]:
    independent = {joint.column: joint.name for joint in joints if not joint.is_mimic}
    rows = []
    for joint in joints:
        kind = "prismatic" if joint.is_prismatic else "revolute"
        law = f"{joint.multiplier:g} {independent[joint.column]} {joint.offset:+g}"
        rows.append([joint.name, kind, str(joint.column), law if joint.is_mimic else ""])
    yield from _table(["joint", "kind", "column", "follows"], rows)


def _limit_lines(joints: Sequence[Joint]) -> Iterator[str]:
    rows = []
    for joint in joints:
        numbers = [getattr(joint.limits, key) for key in _LIMITS]
        if any(map(math.isfinite, numbers)):
            rows.append([joint.name, *map(_number, numbers)])
    if rows:
        yield from _table(["limits", *(key.replace("_", " ") for key in _LIMITS)], rows)


def _value_lines(
    title: str, values: dict[str, dict[str, float]], usual: dict[str, float]
) -> Iterator[str]:
    """Only joints and numbers that differ from the defaults."""
    rows = {name: row for name, row in values.items() if row != usual}
    keys = [key for key in usual if any(row[key] != usual[key] for row in rows.values())]
    if rows:
        yield from _table(
            [title, *(key.replace("_", " ") for key in keys)],
            [[name, *(_number(row[key]) for key in keys)] for name, row in rows.items()],
        )


def _link_lines(robot: Robot) -> Iterator[str]:
    header = [
        "link",
        "mass [kg]",
        "centre of mass [m]",
        "inertia about it xx xy xz yy yz zz [kg m²]",
    ]
    six = np.triu_indices(3)
    rows = [
        [name, f"{mass.mass:.6g}", _row(mass.center), _row(mass.inertia[six])]
        for name, mass in robot.masses.items()
        if mass.mass != 0.0
    ]
    yield from _table(header, rows)


def _acting_lines(robot: Robot) -> Iterator[str]:
    if robot.payloads or robot.loads:
        yield ""
    for payload in robot.payloads:
        center = _row(np.asarray(payload.center))
        yield f"payload on {payload.link}: {payload.mass:.6g} kg at {center} m"
    for load in robot.loads:
        if isinstance(load, LoadTable):
            times = np.asarray(load.times)
            yield f"load on {load.link}: a table from {times[0]:.6g} to {times[-1]:.6g} s"
        else:
            force, moment = (_row(np.asarray(part)) for part in (load.force, load.moment))
            yield f"load on {load.link}: {force} N, {moment} N m ({load.frame} axes)"


def _massless(robot: Robot) -> Iterator[str]:
    names = [name for name, mass in robot.masses.items() if mass.mass == 0.0]
    if names:
        more = f" and {len(names) - 8} more" if len(names) > 8 else ""
        yield f"links without mass: {', '.join(names[:8])}{more}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns as wide as their widest entry, after an empty line."""
    columns = list(zip(header, *rows, strict=True))
    widths = [max(len(entry) for entry in column) for column in columns]
    yield ""
    for row in (header, *rows):
        cells = (entry.ljust(width) for entry, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _number(value: float) -> str:
    return f"{value:.6g}" if math.isfinite(value) else "-"


def _row(values: Any) -> str:
    return " ".join(f"{value:.6g}" for value in values)


def _finite(values: dict[str, Any]) -> dict[str, Any]:
    """JSON knows no infinity."""
    return {
        key: _finite(value)
        if isinstance(value, dict)
        else None
        if isinstance(value, float) and not math.isfinite(value)
        else value
        for key, value in values.items()
    }


VERB = Verb(
    summary="what a robot is made of, what acts on it, and what looks wrong",
    description="Reads a robot file or a URDF and prints joints (including mimics), limits, "
    "friction, drives, links with their tensors, payloads, loads, orientation and motion of the "
    "base, and what looks wrong, in SI units.",
    examples=(
        ("a URDF", "info arm.urdf"),
        ("a robot file, in machine-readable form", "info arm.yaml --json"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
