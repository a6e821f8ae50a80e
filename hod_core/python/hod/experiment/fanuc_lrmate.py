# SPDX-License-Identifier: Apache-2.0
"""A five-axis arm whose joint 3 swings half a turn: joint torques and their rates."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .. import Robot, forces
from .._core import force_columns, motion_columns
from ..arrays import Numbers
from ..example import example_urdf
from ..output import output
from ..report import Report, png
from ..table import by_joint, write_table
from .path import rest_to_rest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SWINGING = "J3"
_ANGLE = pi
_DURATION = 2.5  # s, for which joint 3 stays below its speed limit
_RATE = 1000  # 1/s
_ORDER = 2
_ROWS = _ORDER + 3
_MOTION_UNITS = ("rad", "rad/s", "rad/s²", "rad/s³", "rad/s⁴")
_FORCE_UNITS = ("Nm", "Nm/s", "Nm/s²")


def run(folder: Path) -> None:
    """Leave the robot, the motion, the forces, their plots and report.html in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    urdf = example_urdf()
    robot = Robot.from_urdf(urdf)
    times = np.linspace(0.0, _DURATION, round(_DURATION * _RATE) + 1)
    motion = swing(robot, times)
    result = forces(robot, motion, _ORDER)

    _write(folder / "robot.urdf", urdf.encode())
    write_table(
        folder / "motion.csv", motion_columns(robot.joint_names, _ROWS), times, by_joint(motion)
    )
    write_table(
        folder / "forces.csv", force_columns(robot.joint_names, _ORDER), times, by_joint(result)
    )
    pictures = {
        "motion.png": png(_plot_motion(robot, times, motion)),
        "forces.png": png(_plot_forces(robot, times, result)),
    }
    for name, picture in pictures.items():
        _write(folder / name, picture)
    _write(folder / "report.html", _report(robot, times, motion, result, pictures))


def swing(robot: Robot, times: Numbers) -> Numbers:
    """Return the motion (instants, rows, joints): joint 3 from rest to rest, the others at zero."""
    motion = np.zeros((len(times), _ROWS, robot.dof))
    column = robot.joint_names.index(_SWINGING)
    motion[:, :, column] = _ANGLE * rest_to_rest(times, _DURATION, _ROWS)
    return motion


def _write(path: Path, content: bytes) -> None:
    with output(path) as file:
        file.write(content)


def _plot_motion(robot: Robot, times: Numbers, motion: Numbers) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 10), layout="constrained")
    axes = figure.subplots(_ROWS, 1, sharex=True)
    column = robot.joint_names.index(_SWINGING)
    for row, axis in enumerate(axes):
        axis.plot(times, motion[:, row, column], color="#1f4e79")
        axis.set_ylabel(f"{_symbol('q', row)} in {_MOTION_UNITS[row]}")
        axis.grid(alpha=0.3)
    axes[0].set_title(f"Motion of {_SWINGING}")
    axes[-1].set_xlabel("time in s")
    figure.align_ylabels()
    return figure


def _plot_forces(robot: Robot, times: Numbers, result: Numbers) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 9), layout="constrained")
    axes = figure.subplots(_ORDER + 1, 1, sharex=True)
    for row, axis in enumerate(axes):
        for column, name in enumerate(robot.joint_names):
            axis.plot(times, result[:, row, column], label=name)
        axis.set_ylabel(f"{_symbol('Q', row)} in {_FORCE_UNITS[row]}")
        axis.grid(alpha=0.3)
    axes[0].set_title("Joint torques and their time derivatives")
    axes[0].legend(ncols=robot.dof, loc="lower center", bbox_to_anchor=(0.5, 1.1), frameon=False)
    axes[-1].set_xlabel("time in s")
    figure.align_ylabels()
    return figure


def _symbol(letter: str, order: int) -> str:
    """Return a letter with its primes, as matplotlib sets formulas."""
    return "$" + letter + "'" * order + "$"


def _dashes(order: int) -> str:
    return ("", "′", "″")[order]


def _report(
    robot: Robot, times: Numbers, motion: Numbers, result: Numbers, pictures: dict[str, bytes]
) -> bytes:
    report = Report("FANUC LR Mate: joint torques and their rates")
    report.paragraph(
        f"{_SWINGING} swings half a turn in {_DURATION} s, from rest to rest along a polynomial of "
        "degree 11, while the other joints hold still. The robot is nominal: dimensions and masses "
        "are of this class of arm, not the maker's. Torques carry the weight of the arm; friction "
        "is left out."
    )
    report.heading("Largest magnitudes")
    peaks = np.abs(result).max(axis=0)
    peaks[peaks < 1e-12 * peaks.max()] = 0.0  # rounding of what the motion leaves in balance
    head = ["joint", *(f"Q{_dashes(k)} in {unit}" for k, unit in enumerate(_FORCE_UNITS)), "limit"]
    rows = [
        [
            name,
            *(f"{peak:.4g}" for peak in peaks[:, column]),
            f"{robot.joints[name].limits.effort:g} Nm",
        ]
        for column, name in enumerate(robot.joint_names)
    ]
    report.table(head, rows)
    report.heading("Motion")
    report.figure(pictures["motion.png"], f"{_SWINGING} and its derivatives")
    report.heading("Torques")
    report.figure(pictures["forces.png"], "Q, Q′ and Q″ of all joints")
    report.heading("Check")
    report.paragraph(_check(times, result))
    report.paragraph(
        f"{len(motion)} instants at {_RATE} Hz; numbers in motion.csv and forces.csv, robot in "
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
        name, source = f"Q{_dashes(row)}", f"Q{_dashes(row - 1)}"
        sentences.append(
            f"{name} differs from five-point differences of {source} by at most {off:.1e} of its "
            "largest value."
        )
    return " ".join(sentences)
