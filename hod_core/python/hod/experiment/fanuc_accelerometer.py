# SPDX-License-Identifier: Apache-2.0
"""The papers' experiment: an accelerometer on the forearm, joint 3 from 0 to π, and the results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from .._core import Robot, energies, energy_columns, force_columns, forces
from ..arrays import Deviations, Numbers
from ..plot import ERROR, FOUND, TRUTH, Curve, Panel, draw
from ..progress import SILENT, Progress
from ..recording.fit import Fit, fit
from ..recording.fit_settings import FitSettings, read_fit_settings, read_recording
from ..recording.folder import results
from ..recording.generate import generate
from ..recording.plan import Plan, read_plan
from ..recording.replay import write_motion
from ..recording.source import Recording
from ..report import Report
from ..table import by_joint, write_table
from .differentiation import differentiated

_SEGMENTS = (20, 30, 40, 51, 70, 100, 150)
_ORDER = 2
_JOINT = "J3"


_Plots = dict[str, tuple[str, list[Panel], list[Panel]]]
"""By file name: title, panels, and the panels beside them."""


@dataclass(frozen=True)
class Quantity:
    """A quantity found from the recording, and its true course."""

    symbol: str
    name: str
    unit: str
    found: Numbers
    truth: Numbers
    naive: Numbers

    @property
    def error(self) -> float:
        return _rms(self.found - self.truth)

    @property
    def naive_error(self) -> float:
        return _rms(self.naive - self.truth)


_FIGURES: dict[str, tuple[str, list[str]]] = {
    "acceleration": ("Acceleration", ["q″"]),
    "angle": ("Angle", ["q"]),
    "velocity": ("Velocity", ["q′"]),
    "higher_accelerations": ("Accelerations of second and third order", ["q‴", "q⁗"]),
    "energies": ("Acceleration energies", ["E⁽¹⁾", "E⁽²⁾", "E⁽³⁾"]),
    "force": ("Driving torque of joint 3", ["Q"]),
    "force_rates": ("Time derivatives of the torque", ["Q′", "Q″"]),
}
"""In the order of the paper's figures 5 to 11."""


def run(folder: Path, progress: Progress = SILENT) -> None:
    """Write recording and truth, the motion found, forces, energies, pictures and a report."""
    with as_file(files("hod") / "data" / "fanuc_accelerometer.yaml") as config:
        plan = read_plan(config)
    with results(folder) as made:
        progress.begin("generating a recording")
        generate(plan, made / "recorded")
        settings = read_fit_settings(made / "recorded" / "fit.yaml", is_bag=True)
        recording = read_recording(made / "recorded" / "recording", settings, progress)
        found = fit(recording, settings, progress)
        write_tables(made, plan.robot, found)
        quantities = compare(plan, found)
        plots: _Plots = {"reading": ("The recording and its residuals", reading_panels(found), [])}
        plots |= {
            name: (title, *compared(quantities, symbols, found.times))
            for name, (title, symbols) in _FIGURES.items()
        }
        pictures = {}
        progress.begin("drawing", len(plots), " pictures")
        for name, plot in plots.items():
            pictures[name] = draw(*plot)
            (made / f"{name}.png").write_bytes(pictures[name])
            progress.done()
        cut_offs = _cut_offs(plan, recording, settings, progress)
        progress.begin("report")
        page = _report(plan, found, quantities, cut_offs, plots, pictures)
        (made / "report.html").write_bytes(page)


def write_tables(made: Path, robot: Robot, found: Fit) -> None:
    torques = forces(robot, found.motion, _ORDER)
    columns = force_columns(robot.joint_names, _ORDER)
    write_motion(made / "motion.csv", found)
    write_table(made / "forces.csv", columns, found.times, by_joint(torques))
    works = energies(robot, found.motion, _ORDER + 1)[:, 1:]
    write_table(made / "energies.csv", energy_columns(_ORDER + 1), found.times, works)


def compare(plan: Plan, found: Fit) -> dict[str, Quantity]:
    """Compare the results with the truth and with plain differentiation."""
    truth = plan.trajectory(found.times, _ORDER + 3)
    naive = differentiated(plan, found.recording.signals[0], found.motion)
    columns = [_columns(plan.robot, motion) for motion in (found.motion, truth, naive)]
    return {
        symbol: Quantity(symbol, name, unit, *values)
        for (symbol, name, unit), *values in zip(_NAMES, *columns, strict=True)
    }


_NAMES = (
    ("q", "angle", "rad"),
    ("q′", "velocity", "rad/s"),
    ("q″", "acceleration", "rad/s²"),
    ("q‴", "second acceleration", "rad/s³"),
    ("q⁗", "third acceleration", "rad/s⁴"),
    ("E⁽¹⁾", "energy of first order", "kg m²/s⁴"),
    ("E⁽²⁾", "energy of second order", "kg m²/s⁶"),
    ("E⁽³⁾", "energy of third order", "kg m²/s⁸"),
    ("Q", "torque", "N m"),
    ("Q′", "torque rate", "N m/s"),
    ("Q″", "second torque rate", "N m/s²"),
)


def _columns(robot: Robot, motion: Numbers) -> list[Numbers]:
    """Return the quantities in _NAMES over time."""
    joint = robot.joint_names.index(_JOINT)
    torques = forces(robot, motion, _ORDER)
    works = energies(robot, motion, _ORDER + 1)
    return [
        *(motion[:, row, joint] for row in range(_ORDER + 3)),
        *(works[:, order] for order in range(1, _ORDER + 2)),
        *(torques[:, row, joint] for row in range(_ORDER + 1)),
    ]


def _cut_offs(
    plan: Plan, recording: Recording, settings: FitSettings, progress: Progress
) -> list[list[str]]:
    """Return the errors of Q, Q′ and Q″ for several numbers of segments."""
    joint = plan.robot.joint_names.index(_JOINT)
    rows = []
    progress.begin("other cut-offs", len(_SEGMENTS), " fits")
    for segments in _SEGMENTS:
        shape = replace(settings.shape, segments=segments)
        found = fit(recording, replace(settings, shape=shape))
        truth = forces(plan.robot, plan.trajectory(found.times, _ORDER + 3), _ORDER)
        errors = forces(plan.robot, found.motion, _ORDER)[:, :, joint] - truth[:, :, joint]
        cut_off = segments / (2 * plan.duration)
        rows.append([f"{segments}", f"{cut_off:.3g}", *(f"{_rms(e):.3g}" for e in errors.T)])
        progress.done()
    return rows


def _rms(values: Numbers) -> float:
    return float(np.sqrt(np.mean(values**2)))


def reading_panels(found: Fit) -> list[Panel]:
    """Show the readings, and the part that the motion does not explain."""
    signal, residual = found.recording.signals[0], found.residuals[0]
    return [
        Panel("reading in m/s²", [Curve("reading", signal.times, signal.values[:, 0], FOUND, 0.8)]),
        Panel("residual in m/s²", [Curve("", residual.times, residual.values[:, 0], FOUND, 0.5)]),
    ]


def compared(
    quantities: dict[str, Quantity],
    symbols: list[str],
    times: Numbers,
    deviations: dict[str, Deviations] | None = None,
) -> tuple[list[Panel], list[Panel]]:
    """Show quantities over their truth, and their errors with bands beside them."""
    chosen = [quantities[symbol] for symbol in symbols]
    panels = [
        Panel(
            f"{q.symbol} in {q.unit}",
            [
                Curve("truth", times, q.truth, TRUTH, 3.0),
                Curve("from the accelerometer", times, q.found),
            ],
        )
        for q in chosen
    ]
    errors = [
        Panel(
            f"error of {q.symbol} in {q.unit}",
            [
                Curve(
                    "found minus truth",
                    times,
                    q.found - q.truth,
                    ERROR,
                    0.8,
                    (deviations or {}).get(q.symbol),
                )
            ],
        )
        for q in chosen
    ]
    return panels, errors


def _report(
    plan: Plan,
    found: Fit,
    quantities: dict[str, Quantity],
    cut_offs: list[list[str]],
    plots: _Plots,
    pictures: dict[str, bytes],
) -> bytes:
    report = Report("FANUC LR Mate: from one accelerometer to torques and their rates", {})

    def plot(name: str) -> None:
        report.plot(*plots[name], still=pictures[name])

    report.paragraph(_opening(plan, found))
    for sentence in found.summary:
        report.sentence(sentence)
    plot("reading")
    report.heading("Errors")
    add_errors(report, quantities)
    report.paragraph(
        "Errors are root mean squares over the whole recording relative to the truth from which it "
        "was generated. By differences: acceleration from each reading separately, with gravity's "
        "share known from the motion found, and its derivatives by central differences; the last "
        "column states how many times larger these errors are."
    )
    report.heading("Errors against cut-off")
    head = ["segments", "cut-off in Hz", "Q in N m", "Q′ in N m/s", "Q″ in N m/s²"]
    report.table(head, cut_offs)
    report.paragraph(
        "Half the number of segments per second is the highest frequency that the polynomial "
        "function can follow. Fewer segments miss the sudden start and stop, more segments pass "
        "more noise."
    )
    report.heading("Gravity")
    report.paragraph(_gravity(plan, found, quantities))
    report.heading("The paper's figures 5 to 11, with the truth behind them")
    for name in _FIGURES:
        plot(name)
    report.paragraph(
        "Numbers are in motion.csv, forces.csv and energies.csv; the recording, the true motion "
        "and the settings for hod fit are in the folder recorded."
    )
    return report.page()


def _opening(plan: Plan, found: Fit) -> str:
    """Return a description of the experiment."""
    sensor, shape = plan.sensors[0], found.settings.shape
    return (
        f"A mono-axial accelerometer sits on the forearm, {sensor.mounting.position[0]:g} m from "
        "joint 3, across it. Joint 3 turns from 0 to π with a sudden start and stop. The recording "
        f"is generated (seed {plan.seed}): specific force at {sensor.rate:g} Hz with "
        f"{sensor.noise_density:g} µg/√Hz of noise, and a bias of {sensor.bias[0]:g} m/s². The "
        f"motion is recovered as a polynomial function of order {shape.order} (degree "
        f"{shape.order + 1}) on {shape.segments} segments, from the readings, the positions of the "
        "arm before and after, and its being at rest there."
    )


def add_errors(report: Report, quantities: dict[str, Quantity]) -> None:
    head = ["quantity", "unit", "largest", "error", "of largest", "by differences", "ratio"]
    report.table(head, [_row(quantity) for quantity in quantities.values()])


def _row(q: Quantity) -> list[str]:
    largest = float(np.abs(q.truth).max())
    return [
        f"{q.name} {q.symbol}",
        q.unit,
        f"{largest:.4g}",
        f"{q.error:.3g}",
        f"{100 * q.error / largest:.2g} %",
        f"{q.naive_error:.3g}" if q.naive_error > q.error else "",
        f"{q.naive_error / q.error:.3g}" if q.naive_error > q.error else "",
    ]


def _gravity(plan: Plan, found: Fit, quantities: dict[str, Quantity]) -> str:
    """Return the effect of neglecting gravity on the torque, as the papers' closing formulas do."""
    joint = plan.robot.joint_names.index(_JOINT)
    weightless = forces(plan.robot.replace(gravity=(0.0, 0.0, 0.0)), found.motion, _ORDER)[
        :, :, joint
    ]
    off = [
        f"{_rms(weightless[:, row] - q.truth):.3g} {q.unit} in {q.symbol}"
        for row, q in enumerate(quantities[symbol] for symbol in ("Q", "Q′", "Q″"))
    ]
    return (
        "The torque and its rates above include the weight of the arm, whose moment changes as "
        f"joint 3 turns. Formulas without it would have these errors (rms): {', '.join(off)}. The "
        "accelerometer also measures gravity's share; it is removed with the angle that is being "
        "estimated."
    )
