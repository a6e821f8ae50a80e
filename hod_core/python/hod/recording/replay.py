# SPDX-License-Identifier: Apache-2.0
"""What a recording says: the motion, its forces and energies, pictures and a report."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from .._core import Error, energies, energy_columns, force_columns, forces, motion_columns
from ..arrays import Numbers
from ..plot import Panel, draw, symbol
from ..report import Report
from ..table import by_joint, write_table
from .fit import Fit
from .folder import results
from .picture import energy_panels, fit_panels, force_panels, residual_panels

_Plots = dict[str, tuple[str, list[Panel]]]
"""By file name: what it shows, and the panels."""


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
    plots: _Plots = {
        "motion": ("The motion and its derivatives, the band of two deviations", fit_panels(fit)),
        "forces": (
            "Joint forces with gravity, and their derivatives",
            force_panels(robot, fit.times, torques),
        ),
        "energies": (
            "Acceleration energies of the whole robot",
            energy_panels(fit.times, works),
        ),
        "residuals": ("What the motion leaves unexplained", residual_panels(fit)),
    }
    pictures = {name: draw(title, panels) for name, (title, panels) in plots.items()}
    with results(folder) as made:
        (made / "robot.urdf").write_text(fit.settings.urdf, "utf-8")
        write_motion(made / "motion.csv", fit)
        write_table(
            made / "motion_deviations.csv",
            motion_columns(robot.joint_names, fit.motion.shape[1]),
            fit.times,
            by_joint(fit.deviations),
        )
        write_table(
            made / "forces.csv",
            force_columns(robot.joint_names, order),
            fit.times,
            by_joint(torques),
        )
        write_table(made / "energies.csv", energy_columns(order + 1), fit.times, works)
        for name, picture in pictures.items():
            (made / f"{name}.png").write_bytes(picture)
        (made / "report.html").write_bytes(_report(fit, torques, works, plots, pictures))


def _report(
    fit: Fit, torques: Numbers, works: Numbers, plots: _Plots, pictures: dict[str, bytes]
) -> bytes:
    robot = fit.settings.robot
    report = Report(
        f"{robot.name}: what a recording says about forces",
        {path: path for path in (fit.recording.path, fit.settings.path)},
    )

    def plot(name: str) -> None:
        report.plot(*plots[name], still=pictures[name])

    report.paragraph(
        f"{Path(fit.recording.path).name}, {fit.times[0]:.6g} to {fit.times[-1]:.6g} s, "
        f"{len(fit.times)} instants."
        + (f" Time 0 is {fit.recording.origin} ns after the epoch." if fit.recording.origin else "")
    )
    report.heading("What was found")
    for sentence in fit.summary:
        report.sentence(sentence)
    plot("motion")
    plot("residuals")
    report.heading("Joint forces")
    head = ["joint", *(f"largest |{symbol('Q', row)}|" for row in range(torques.shape[1]))]
    peaks = np.abs(torques).max(axis=0)
    rows = [
        [name, *(f"{peak:.4g}" for peak in peaks[:, i])] for i, name in enumerate(robot.joint_names)
    ]
    report.table(head, rows)
    for sentence in robot.uncounted:
        report.sentence(sentence)
    plot("forces")
    report.heading("Acceleration energies")
    totals = [[f"E{p + 1}", f"{works[:, p].max():.4g}"] for p in range(works.shape[1])]
    report.table(["energy", "largest"], totals)
    plot("energies")
    report.paragraph(
        "Numbers are in motion.csv, forces.csv and energies.csv, in SI units, and the standard "
        "deviations of the motion in motion_deviations.csv."
    )
    return report.page()
