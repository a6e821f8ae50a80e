# SPDX-License-Identifier: Apache-2.0
"""Any robot: a smooth random motion within its limits, as fast as they allow."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, pi
from pathlib import Path

import numpy as np

from .._core import Error, Robot, energies, energy_columns, force_columns, forces, motion_columns
from ..arrays import Numbers
from ..command.limits_report import check_sentences, speed_sentence
from ..inputs import settings_files
from ..interpolation import minimum_snap
from ..limits import SpeedUp, check, largest_speed_up
from ..plot import per_time, symbol
from ..progress import SILENT, Progress
from ..recording.folder import results
from ..recording.picture import energy_panels, force_panels, motion_panels
from ..report import Report
from ..table import by_joint, write_table

_SEED = 1
_WAYPOINTS = 6
_PACE = 1.0  # s from one waypoint to the next, before scaling to the limits
_SHARE = 0.8  # of the range of a joint, and of the speed that the limits allow
_TURN, _STROKE = pi, 0.25  # rad and m to either side where a joint has no limits
_INSTANTS = 2001
_ORDER = 2
_ROWS = _ORDER + 3


def run(folder: Path, robot: Robot, inputs: Sequence[str], progress: Progress = SILENT) -> None:
    """Write motion, forces and energies as tables, and a report."""
    if not robot.dof:
        raise Error(f"{robot.name}: found no joint that moves, expected at least one")
    progress.begin("finding the largest speed")
    points = _waypoints(robot)
    speed = largest_speed_up(robot, *_motion(points, 1.0))
    pace = _SHARE * speed.largest if speed.is_possible and isfinite(speed.largest) else 1.0
    times, motion = _motion(points, pace)
    progress.begin("forces and energies")
    torques = forces(robot, motion, _ORDER, times)
    works = energies(robot, motion, _ORDER + 1)[:, 1:]
    read = {file for path in inputs for file in settings_files(path)}
    with results(folder, read) as made:
        names = robot.joint_names
        write_table(made / "motion.csv", motion_columns(names, _ROWS), times, by_joint(motion))
        write_table(made / "forces.csv", force_columns(names, _ORDER), times, by_joint(torques))
        write_table(made / "energies.csv", energy_columns(_ORDER + 1), times, works)
        progress.begin("report")
        page = _report(inputs, robot, speed, pace, times, motion, torques, works)
        (made / "report.html").write_bytes(page)


def _waypoints(robot: Robot) -> Numbers:
    """Return random positions whose smooth motion stays within the limits, (waypoints, joints)."""
    middle, half = np.array([_range(robot, name) for name in robot.joint_names]).T
    unit = np.random.default_rng(_SEED).uniform(-1.0, 1.0, (_WAYPOINTS, robot.dof))
    _, motion = _motion(unit, 1.0)
    reach = np.abs(motion[:, 0]).max(axis=0)  # the motion swings beyond its waypoints
    points: Numbers = middle + _SHARE * half * unit / reach
    return points


def _range(robot: Robot, name: str) -> tuple[float, float]:
    """Return the middle of a joint's range and half of its width."""
    joint = robot.joints[name]
    lower, upper = joint.limits.lower, joint.limits.upper
    free = _STROKE if joint.is_prismatic else _TURN
    if not isfinite(lower):
        lower = upper - 2.0 * free if isfinite(upper) else -free
    if not isfinite(upper):
        upper = lower + 2.0 * free
    return (lower + upper) / 2.0, (upper - lower) / 2.0


def _motion(points: Numbers, pace: float) -> tuple[Numbers, Numbers]:
    knots = np.arange(len(points)) * _PACE / pace
    times = np.linspace(0.0, knots[-1], _INSTANTS)
    return times, minimum_snap(knots, points).motion(times, _ROWS - 1)


def _report(
    inputs: Sequence[str],
    robot: Robot,
    speed: SpeedUp,
    pace: float,
    times: Numbers,
    motion: Numbers,
    torques: Numbers,
    works: Numbers,
) -> bytes:
    title = f"{robot.name}: a motion within its limits, and its forces"
    report = Report(title, {path: path for path in inputs})
    report.paragraph(
        f"{_WAYPOINTS} random positions (seed {_SEED}) within {100 * _SHARE:g} % of every joint's "
        f"range, joined with minimum snap, from rest to rest in {times[-1]:.4g} s."
    )
    report.note(_pace(robot, speed, pace))
    for warning in [*robot.warnings, *robot.uncounted]:
        report.note(f"Looks wrong or does not count: {warning}.")
    report.heading("Motion")
    report.plot("Positions to snap", motion_panels(robot, times, motion))
    report.heading("Forces")
    report.plot("Joint forces and their derivatives", force_panels(robot, times, torques))
    peaks = np.abs(torques).max(axis=0)
    units = ["N" if robot.joints[name].is_prismatic else "N m" for name in robot.joint_names]
    report.table(
        ["joint", *(f"largest |{symbol('Q', k)}|" for k in range(_ORDER + 1)), "limit of Q"],
        [
            [
                name,
                *(f"{peaks[k, i]:.4g} {per_time(units[i], k)}" for k in range(_ORDER + 1)),
                f"{robot.joints[name].limits.effort:.4g} {units[i]}",
            ]
            for i, name in enumerate(robot.joint_names)
        ],
    )
    report.heading("Acceleration energies")
    report.plot("Of the whole robot", energy_panels(times, works))
    report.heading("Limits")
    for sentence in check_sentences(robot, check(robot, times, motion)):
        report.sentence(sentence)
    report.paragraph("Numbers are in motion.csv, forces.csv and energies.csv, in SI units.")
    return report.page()


def _pace(robot: Robot, speed: SpeedUp, pace: float) -> str:
    if not speed.is_possible:
        return f"Limits are not kept at any speed: {speed_sentence(robot, speed)}."
    if not isfinite(speed.largest):
        return "The robot has no velocity or effort limits that this motion could approach."
    return (
        f"Run at {100 * _SHARE:g} % of the speed that its limits allow: of a motion with "
        f"{_PACE:g} s between positions, {speed_sentence(robot, speed)}; shown is {pace:.4g}."
    )
