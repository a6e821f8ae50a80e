# SPDX-License-Identifier: Apache-2.0
"""A five-axis arm whose joint 3 swings half a turn: joint torques and their rates."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np

from .. import Robot, forces
from .._core import force_columns, motion_columns
from ..arrays import Numbers
from ..example import example_urdf
from ..plot import Curve, Panel, draw, per_time, symbol
from ..progress import SILENT, Progress
from ..recording.folder import results
from ..recording.picture import force_panels
from ..report import Report
from ..table import by_joint, write_table
from .path import rest_to_rest

_SWINGING = "J3"
_ANGLE = pi
_DURATION = 2.5  # s; joint 3 then stays below its speed limit
_RATE = 1000  # 1/s
_ORDER = 2
_ROWS = _ORDER + 3


def run(folder: Path, progress: Progress = SILENT) -> None:
    """Write the robot, the motion, the forces, their plots and report.html to a folder."""
    urdf = example_urdf()
    robot = Robot.from_urdf(urdf)
    times = np.linspace(0.0, _DURATION, round(_DURATION * _RATE) + 1)
    motion = swing(robot, times)
    result = forces(robot, motion, _ORDER)

    plots = {
        "motion": _motion_panels(robot, times, motion),
        "forces": force_panels(robot, times, result),
    }
    titles = {
        "motion": f"Motion of {_SWINGING}",
        "forces": "Joint torques and their time derivatives",
    }
    pictures = {}
    progress.begin("drawing", len(plots), " pictures")
    for name, panels in plots.items():
        pictures[name] = draw(titles[name], panels)
        progress.done()
    names = robot.joint_names
    with results(folder) as made:
        (made / "robot.urdf").write_text(urdf, "utf-8")
        write_table(made / "motion.csv", motion_columns(names, _ROWS), times, by_joint(motion))
        write_table(made / "forces.csv", force_columns(names, _ORDER), times, by_joint(result))
        for name, picture in pictures.items():
            (made / f"{name}.png").write_bytes(picture)
        (made / "report.html").write_bytes(_report(robot, times, result, plots, pictures))


def swing(robot: Robot, times: Numbers) -> Numbers:
    """Return the motion (instants, rows, joints): joint 3 from rest to rest, the others at zero."""
    motion = np.zeros((len(times), _ROWS, robot.dof))
    column = robot.joint_names.index(_SWINGING)
    motion[:, :, column] = _ANGLE * rest_to_rest(times, _DURATION, _ROWS)
    return motion


def _motion_panels(robot: Robot, times: Numbers, motion: Numbers) -> list[Panel]:
    column = robot.joint_names.index(_SWINGING)
    return [
        Panel(
            f"{symbol('q', row)} in {per_time('rad', row)}",
            [Curve(_SWINGING, times, motion[:, row, column])],
        )
        for row in range(_ROWS)
    ]


def _report(
    robot: Robot,
    times: Numbers,
    result: Numbers,
    plots: dict[str, list[Panel]],
    pictures: dict[str, bytes],
) -> bytes:
    report = Report("FANUC LR Mate: joint torques and their rates", {})
    report.paragraph(
        f"{_SWINGING} swings half a turn in {_DURATION} s, from rest to rest along a polynomial of "
        "degree 11, while the other joints hold still. The robot is nominal: dimensions and masses "
        "are typical of this class of arm, not those of the manufacturer. Torques include the "
        "weight of the arm but no friction."
    )
    report.heading("Largest magnitudes")
    peaks = np.abs(result).max(axis=0)
    peaks[peaks < 1e-12 * peaks.max()] = 0.0  # rounding errors of forces that cancel
    head = [
        "joint",
        *(f"{symbol('Q', k)} in {per_time('N m', k)}" for k in range(_ORDER + 1)),
        "limit",
    ]
    rows = [
        [
            name,
            *(f"{peak:.4g}" for peak in peaks[:, column]),
            f"{robot.joints[name].limits.effort:g} N m",
        ]
        for column, name in enumerate(robot.joint_names)
    ]
    report.table(head, rows)
    report.heading("Motion")
    report.plot(f"{_SWINGING} and its derivatives", plots["motion"], still=pictures["motion"])
    report.heading("Torques")
    report.plot("Q, Q′ and Q″ of all joints", plots["forces"], still=pictures["forces"])
    report.heading("Check")
    report.paragraph(_check(times, result))
    report.paragraph(
        f"{len(times)} instants at {_RATE} Hz; numbers in motion.csv and forces.csv, robot in "
        "robot.urdf."
    )
    return report.page()


def _check(times: Numbers, result: Numbers) -> str:
    """Compare the derivatives with central differences of the row before."""
    step = times[1] - times[0]
    sentences = []
    for row in range(1, _ORDER + 1):
        before = result[:, row - 1]
        slope = (before[:-4] - 8 * before[1:-3] + 8 * before[3:-1] - before[4:]) / (12 * step)
        off = np.abs(slope - result[2:-2, row]).max() / np.abs(result[:, row]).max()
        name, source = symbol("Q", row), symbol("Q", row - 1)
        sentences.append(
            f"{name} differs from five-point differences of {source} by at most {off:.1e} of its "
            "largest value."
        )
    return " ".join(sentences)
