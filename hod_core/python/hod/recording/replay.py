# SPDX-License-Identifier: Apache-2.0
"""The results of a recording: the motion, its forces and energies, pictures and a report."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from .._core import (
    Error,
    energies,
    energy_columns,
    force_columns,
    forces,
    motion_columns,
    motor,
)
from ..arrays import Deviations, Numbers
from ..inputs import recording_files, settings_files
from ..plot import Panel, draw, symbol
from ..progress import SILENT, Progress
from ..report import Report
from ..table import Table, by_joint, tables_beside, write_table
from .band import Bands, bands
from .effort import FIGURES, MeasuredForce, measured_forces
from .figure import with_deviation
from .fit import Fit
from .fit_settings import FitSettings
from .folder import refuse_in_place, results
from .generator import Readings
from .picture import effort_panels, energy_panels, fit_panels, force_panels, residual_panels
from .source import Recording
from .view import RECORDING, refuse_shared_topics, refuse_stamps, write_origin, write_view
from .writer import write_recording_table

_ROUNDING = 1e-12  # of the largest of all joints

_ALWAYS_WRITTEN = (
    *(
        f"{name}{kind}.csv"
        for name in ("motion", "forces", "energies")
        for kind in ("", "_deviations")
    ),
    *(f"{name}.png" for name in ("motion", "forces", "energies", "residuals")),
    "report.html",
    RECORDING,
)

_Plots = dict[str, tuple[str, list[Panel]]]
"""By file name: caption and panels."""


def write_motion(path: str | os.PathLike[str] | None, fit: Fit) -> None:
    """Write the motion table that `hod forces` reads."""
    names = fit.settings.robot.joint_names
    columns = motion_columns(names, fit.motion.shape[1])
    write_table(path, columns, fit.times, by_joint(fit.motion))


def write_deviations(path: str | os.PathLike[str], fit: Fit) -> None:
    """Write the standard deviations of the motion, in the columns of its table."""
    columns = motion_columns(fit.settings.robot.joint_names, fit.motion.shape[1])
    write_table(path, columns, fit.times, by_joint(fit.deviations))


def refuse_to_replace(
    bag: str | os.PathLike[str], config: str | os.PathLike[str], folder: str | os.PathLike[str]
) -> None:
    """Refuse a folder where results would replace inputs, before the work begins.

    Some results depend on the recording and its settings: `replay` looks again.
    """
    refuse_in_place(Path(folder), _ALWAYS_WRITTEN, _inputs(bag, config))


def _inputs(bag: str | os.PathLike[str], config: str | os.PathLike[str]) -> set[str]:
    return settings_files(config) | recording_files(bag)


def refuse_to_view(recording: Recording, settings: FitSettings) -> None:
    """Refuse what cannot become messages, as far as it is known before the motion is."""
    refuse_shared_topics(settings.path, settings.robot.joint_names)
    refuse_stamps(recording.path, [_begin(recording, settings)], recording.origin)


def _begin(recording: Recording, settings: FitSettings) -> float:
    """Return a time after which the motion does not begin."""
    if not settings.sensors:
        return recording.start
    starts = [float(signal.times[0]) for signal in recording.signals]
    count = len(settings.sensors)
    sensed = [
        start - known.time_offset
        for known, start in zip(settings.sensors, starts[:count], strict=True)
    ]
    # Sensor readings before those of the joints may be left out.
    read = starts[count : count + len(settings.joints)]
    return max(min(sensed), min(read, default=-np.inf))


def replay(
    fit: Fit, folder: Path, view_rate: float | None = None, progress: Progress = SILENT
) -> list[Path]:
    """Write motion, forces and energies as tables and pictures, and report.html; return the files.

    With `view_rate` also as messages, that many instants per second, in replay.mcap. The samples of
    the recovery, which take most of the memory for long recordings, are freed on the way.
    """
    order = fit.settings.orders - 2
    if order < 0:
        raise Error(
            f"{fit.settings.path}: found output orders {order + 2}, expected 2 or more for forces"
        )
    if view_rate is not None:
        refuse_stamps(fit.recording.path, fit.times[[0, -1]].tolist(), fit.recording.origin)
    with results(folder, _inputs(fit.recording.path, fit.settings.path)) as made:
        with tables_beside(progress) as write:
            _replay(fit, made, order, write, progress)
        if view_rate is not None:
            progress.begin("writing messages")
            write_view(made, made / "replay.mcap", view_rate)
        names = sorted(path.name for path in made.iterdir())
    return [folder / name for name in names]


def _replay(
    fit: Fit, made: Path, order: int, write: Callable[[Table], object], progress: Progress
) -> None:
    """Draw while tables are being written."""
    robot = fit.settings.robot
    names = robot.joint_names
    report = Report(
        f"{robot.name}: forces from a recording",
        {path: path for path in (fit.recording.path, fit.settings.path)},
    )
    (made / "robot.urdf").write_bytes(fit.settings.urdf)
    write_origin(made, fit.recording.origin)
    columns = motion_columns(names, fit.motion.shape[1])
    write(Table(made / "motion.csv", columns, fit.times, fit.motion))
    write(Table(made / "motion_deviations.csv", columns, fit.times, fit.deviations))
    sure = bands(robot, fit.times, fit.motion, fit.spread, order, progress)
    measured = measured_forces(fit)
    if fit.recovery is not None:
        fit.recovery.forget_samples()
    progress.begin("forces and energies")
    torques = forces(robot, fit.motion, order, fit.times)
    columns = force_columns(names, order)
    write(Table(made / "forces.csv", columns, fit.times, torques))
    write(Table(made / "forces_deviations.csv", columns, fit.times, sure.forces))
    works = energies(robot, fit.motion, order + 1)[:, 1:]
    columns = energy_columns(order + 1)
    write(Table(made / "energies.csv", columns, fit.times, works))
    write(Table(made / "energies_deviations.csv", columns, fit.times, sure.energies))
    if robot.is_elastic and order >= 2:
        _write_motors(made / "motors.csv", fit, order)
    if measured:
        _write_measured(made / "measured_forces.csv", measured)
    plots: _Plots = {
        "motion": (
            "The motion and its derivatives, with bands of two standard deviations",
            fit_panels(fit),
        ),
        "forces": (
            "Joint forces with gravity and their derivatives, with bands of two standard "
            "deviations",
            force_panels(robot, fit.times, torques, sure.forces),
        ),
        "energies": (
            "Acceleration energies of the whole robot, with bands of two standard deviations",
            energy_panels(fit.times, works, sure.energies),
        ),
        "residuals": ("Residuals of the readings", residual_panels(fit)),
    }
    if measured:
        plots["measured_forces"] = (
            "Measured forces and those of the motion",
            effort_panels(measured),
        )
    pictures = {}
    progress.begin("drawing", len(plots), " pictures")
    for name, (title, panels) in plots.items():
        pictures[name] = draw(title, panels)
        (made / f"{name}.png").write_bytes(pictures[name])
        progress.done()
    progress.begin("report")
    _fill(report, fit, torques, works, sure, measured, plots, pictures)
    (made / "report.html").write_bytes(report.page())


def _write_motors(path: Path, fit: Fit, order: int) -> None:
    """Write positions and torques of the motors of elastic drives, as `hod forces` does."""
    robot = fit.settings.robot
    _, position, torque = motor(robot, fit.motion, order, fit.times)
    names = [
        f"{joint}.{f'd{k}' if k else ''}{name}"
        for name, rows in (("theta", order), ("tau", order - 2))
        for joint in robot.joint_names
        for k in range(rows + 1)
    ]
    write_table(path, names, fit.times, np.hstack([by_joint(position), by_joint(torque)]))


def _write_measured(path: Path, measured: Sequence[MeasuredForce]) -> None:
    """Write a line for every reading of any joint; cells of other joints are empty."""
    columns, parts = [], []
    for force in measured:
        columns += [f"{force.joint}.{name}" for name in ("measured", "Q", "deviation")]
        values = np.column_stack([force.measured, force.expected, force.deviation])
        parts.append(Readings(force.joint, force.times, force.times, values, values))
    write_recording_table(path, columns, parts)


def _fill(
    report: Report,
    fit: Fit,
    torques: Numbers,
    works: Numbers,
    sure: Bands,
    measured: Sequence[MeasuredForce],
    plots: _Plots,
    pictures: dict[str, bytes],
) -> None:
    robot = fit.settings.robot

    def plot(name: str) -> None:
        report.plot(*plots[name], still=pictures[name])

    report.paragraph(
        f"{Path(fit.recording.path).name}, {fit.times[0]:.6g} to {fit.times[-1]:.6g} s, "
        f"{len(fit.times)} instants."
        + (f" Time 0 is {fit.recording.origin} ns after the epoch." if fit.recording.origin else "")
    )
    report.heading("Findings")
    for sentence in fit.summary:
        report.sentence(sentence)
    plot("motion")
    plot("residuals")
    report.heading("Joint forces")
    head = ["joint", *(f"largest |{symbol('Q', row)}|" for row in range(torques.shape[1]))]
    rounding = _ROUNDING * np.abs(torques).max(axis=(0, 2))
    rows = [
        [name, *map(_largest, torques[:, :, i].T, sure.forces[:, :, i].T, rounding)]
        for i, name in enumerate(robot.joint_names)
    ]
    report.table(head, rows)
    for sentence in robot.uncounted:
        report.sentence(sentence)
    plot("forces")
    if measured:
        report.heading("Measured forces")
        report.table(["joint", *FIGURES], [[f.joint, *f.figures] for f in measured])
        plot("measured_forces")
    report.heading("Acceleration energies")
    totals = [
        [f"E{p + 1}", _largest(work, deviation)]
        for p, (work, deviation) in enumerate(zip(works.T, sure.energies.T, strict=True))
    ]
    report.table(["energy", "largest"], totals)
    plot("energies")
    report.paragraph(
        "Numbers are in motion.csv, forces.csv and energies.csv, in SI units, and their standard "
        "deviations in motion_deviations.csv, forces_deviations.csv and energies_deviations.csv. "
        "Deviations and values after ± come from the motion; errors in the robot's description are "
        "not included."
    )


def _largest(values: Numbers, deviations: Deviations, rounding: float = 0.0) -> str:
    """Return the largest magnitude with its standard deviation; values below rounding are 0."""
    place = int(np.argmax(np.abs(values)))
    if abs(values[place]) <= rounding:
        return "0"
    return with_deviation(abs(float(values[place])), float(deviations[place]))
