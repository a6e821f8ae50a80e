# SPDX-License-Identifier: Apache-2.0
"""What a recording says: the motion, its forces and energies, pictures and a report."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from .._core import Error, energies, energy_columns, force_columns, forces, motion_columns
from ..arrays import Numbers
from ..report import Report
from ..table import by_joint, write_table
from .fit import Fit
from .folder import results
from .picture import (
    Curve,
    Panel,
    derivative_name,
    draw,
    fit_picture,
    force_unit,
    joint_curves,
    residual_picture,
)

_ENERGY = "#0072b2"


def write_motion(path: str | os.PathLike[str] | None, fit: Fit) -> None:
    """Write the motion table that `hod forces` reads."""
    names = fit.settings.robot.joint_names
    columns = motion_columns(names, fit.motion.shape[1])
    write_table(path, columns, fit.times, by_joint(fit.motion))


def replay(fit: Fit, folder: Path) -> None:
    """Leave motion, forces and energies as tables and pictures, and report.html, in a folder."""
    robot, order = fit.settings.robot, fit.settings.orders - 2
    if order < 0:
        raise Error(
            f"{fit.settings.path}: found output orders {order + 2}, expected 2 or more for forces"
        )
    torques = forces(robot, fit.motion, order, fit.times)
    works = energies(robot, fit.motion, order + 1)[:, 1:]
    pictures = {
        "motion.png": fit_picture(fit),
        "forces.png": forces_picture(fit, torques),
        "energies.png": energies_picture(fit, works),
        "residuals.png": residual_picture(fit),
    }
    with results(folder) as made:
        (made / "robot.urdf").write_text(fit.settings.urdf, "utf-8")
        write_motion(made / "motion.csv", fit)
        write_table(
            made / "forces.csv",
            force_columns(robot.joint_names, order),
            fit.times,
            by_joint(torques),
        )
        write_table(made / "energies.csv", energy_columns(order + 1), fit.times, works)
        for name, picture in pictures.items():
            (made / name).write_bytes(picture)
        (made / "report.html").write_bytes(_report(fit, torques, works, pictures))


def forces_picture(fit: Fit, torques: Numbers) -> bytes:
    """Draw the forces of all joints, derivative by derivative."""
    robot = fit.settings.robot
    columns = list(range(robot.dof))
    panels = [
        Panel(
            f"{derivative_name('Q', row)} in {force_unit(robot, columns, row)}",
            joint_curves(robot, columns, fit.times, torques[:, row]),
        )
        for row in range(torques.shape[1])
    ]
    return draw("Joint forces and their time derivatives", panels)


def energies_picture(fit: Fit, works: Numbers) -> bytes:
    """Draw the acceleration energies."""
    panels = [
        Panel(energy_name(p + 1), [Curve("", fit.times, works[:, p], _ENERGY)])
        for p in range(works.shape[1])
    ]
    return draw("Acceleration energies", panels)


def energy_name(order: int) -> str:
    """Return the name of an acceleration energy and its unit, as matplotlib sets formulas."""
    return f"$E^{{({order})}}$ in kg m$^2$/s$^{{{2 * order + 2}}}$"


def _report(fit: Fit, torques: Numbers, works: Numbers, pictures: dict[str, bytes]) -> bytes:
    robot = fit.settings.robot
    report = Report(f"{robot.name}: what a recording says about forces")
    report.paragraph(
        f"{Path(fit.recording.path).name}, {fit.times[0]:.6g} to {fit.times[-1]:.6g} s, "
        f"{len(fit.times)} instants."
        + (f" Time 0 is {fit.recording.origin} ns after the epoch." if fit.recording.origin else "")
    )
    report.heading("What was found")
    for sentence in fit.summary:
        report.paragraph(sentence + ".")
    report.figure(pictures["motion.png"], "The motion and its derivatives")
    report.figure(pictures["residuals.png"], "What the motion leaves unexplained")
    report.heading("Joint forces")
    head = ["joint", *(f"largest |Q{'′' * row}|" for row in range(torques.shape[1]))]
    peaks = np.abs(torques).max(axis=0)
    rows = [
        [name, *(f"{peak:.4g}" for peak in peaks[:, i])] for i, name in enumerate(robot.joint_names)
    ]
    report.table(head, rows)
    for sentence in robot.uncounted:
        report.paragraph(sentence + ".")
    report.figure(pictures["forces.png"], "Joint forces with gravity, and their derivatives")
    report.heading("Acceleration energies")
    totals = [[f"E{p + 1}", f"{works[:, p].max():.4g}"] for p in range(works.shape[1])]
    report.table(["energy", "largest"], totals)
    report.figure(pictures["energies.png"], "Acceleration energies of the whole robot")
    report.paragraph("Numbers are in motion.csv, forces.csv and energies.csv, in SI units.")
    return report.page()
