# SPDX-License-Identifier: Apache-2.0
"""Everything on one page: from accelerometer readings to the limits of drives."""

from __future__ import annotations

import os
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from .. import limits
from .._core import Error, Robot, force_terms
from ..arrays import Deviations
from ..command.limits_report import check_sentences, speed_sentence
from ..plot import COLORS, Curve, Panel, per_time, symbol
from ..progress import SILENT, Progress
from ..recording.fit import Fit, fit
from ..recording.fit_settings import read_fit_settings, read_recording
from ..recording.folder import results
from ..recording.generate import generate
from ..recording.plan import read_plan
from ..report import Report
from .fanuc_accelerometer import (
    Quantity,
    add_errors,
    compare,
    compared,
    reading_panels,
    write_tables,
)

_JOINT = "J3"
_ORDER = 2
_TERMS = ("inertia", "gravity", "friction", "rotor", "load")
_KINDS = {"position": "rad", "velocity": "rad/s", "effort": "N m", "effort_rate": "N m/s"}


def run(folder: Path, progress: Progress = SILENT) -> None:
    """Write recording, motion, forces, energies and report.html."""
    with as_file(files("hod") / "data" / "fanuc_accelerometer.yaml") as config:
        plan = read_plan(config)
    with results(folder) as made:
        progress.begin("generating a recording")
        generate(plan, made / "recorded")
        settings = read_fit_settings(made / "recorded" / "fit.yaml", is_bag=True)
        recording = read_recording(made / "recorded" / "recording", settings, progress)
        found = fit(recording, settings, progress)
        progress.begin("forces, energies and limits")
        write_tables(made, plan.robot, found)
        quantities = compare(plan, found)
        inputs = {
            f"recorded/{name}": made / "recorded" / name for name in ("recording", "fit.yaml")
        }
        report = Report("HOD: from one accelerometer to torques, their rates and their use", inputs)
        _open(report)
        _add_reading(report, found)
        _add_motion(report, found, quantities)
        _add_energies(report, found, quantities)
        _add_forces(report, plan.robot, found)
        _add_limits(report, plan.robot, found)
        progress.begin("elastic joints")
        _add_elastic(report)
        _close(report)
        progress.begin("report")
        (made / "report.html").write_bytes(report.page())


def _open(report: Report) -> None:
    report.paragraph(
        "A FANUC LR Mate (nominal dimensions and masses) turns joint 3 from 0 to π. One mono-axial "
        "accelerometer on the forearm is recorded in a ROS 2 bag, with noise and an unknown bias. "
        "Everything below is computed from that bag. The recording is generated, so the truth is "
        "known; it is drawn in grey."
    )
    distribution = os.environ.get("ROS_DISTRO")
    if distribution:
        report.note(
            f"ROS 2 {distribution} is sourced: after colcon build, ros2 launch hod_bringup "
            "fanuc_lrmate.launch.py mode:=replay shows the same live."
        )


def _add_reading(report: Report, found: Fit) -> None:
    report.heading("What the accelerometer measured")
    signal = found.recording.signals[0]
    report.paragraph(
        f"{len(signal)} readings of specific force, {1.0 / signal.step:.6g} per second. Below "
        "them is the part that the motion found does not explain, which is noise."
    )
    report.plot("Readings and residuals", reading_panels(found))
    for sentence in found.summary:
        report.sentence(sentence)


def _add_motion(report: Report, found: Fit, quantities: dict[str, Quantity]) -> None:
    report.heading("The recovered motion")
    report.paragraph(
        "Angle to fourth derivative from the readings alone, with their errors beside them. The "
        "band about the error of the angle is two standard deviations as estimated by the fit "
        "itself, without knowledge of the truth."
    )
    panels, errors = compared(
        quantities, ["q", "q′", "q″", "q‴", "q⁗"], found.times, {"q": _deviations(found)}
    )
    report.plot("Joint 3 and its errors", panels, errors)
    add_errors(report, quantities)
    report.paragraph(
        "Root mean squares. By differences: each reading separately, differentiated numerically; "
        "the last column states how many times larger these errors are."
    )


def _deviations(found: Fit) -> Deviations:
    return found.deviations[:, 0, found.settings.robot.joint_names.index(_JOINT)]


def _add_energies(report: Report, found: Fit, quantities: dict[str, Quantity]) -> None:
    report.heading("Acceleration energies")
    report.paragraph("E⁽ᵖ⁾ is half the integral over all masses of the square of r⁽ᵖ⁺¹⁾.")
    panels, errors = compared(quantities, ["E⁽¹⁾", "E⁽²⁾", "E⁽³⁾"], found.times)
    report.plot("Energies of the whole arm and their errors", panels, errors)


def _add_forces(report: Report, robot: Robot, found: Fit) -> None:
    report.heading("Torques, their rates and their terms")
    terms = force_terms(robot, found.motion, _ORDER, found.times)
    joint = robot.joint_names.index(_JOINT)
    colors = dict(zip(_TERMS, COLORS, strict=False))
    panels = []
    for row in range(_ORDER + 1):
        whole = np.sum([table[:, row, joint] for table in terms.values()], axis=0)
        curves = [Curve("total torque of the drive", found.times, whole, "#8a8a8a", 2.4)]
        curves += [
            Curve(name, found.times, table[:, row, joint], colors[name])
            for name, table in terms.items()
        ]
        panels.append(Panel(f"{symbol('Q', row)} in {per_time('N m', row)}", curves))
    report.plot("Torque of joint 3 and its derivatives, by term", panels)
    largest = np.abs(sum(terms.values())).max(axis=0)
    largest[largest < 1e-12 * largest.max()] = 0.0  # rounding errors of joints at rest
    head = ["joint", *(f"largest |{symbol('Q', k)}| in {per_time('N m', k)}" for k in range(3))]
    report.table(
        head,
        [
            [name, *(f"{value:.6g}" for value in largest[:, column])]
            for column, name in enumerate(robot.joint_names)
        ],
    )
    report.paragraph("The same numbers as those of hod forces on motion.csv, in forces.csv.")


def _add_limits(report: Report, robot: Robot, found: Fit) -> None:
    report.heading("Limits, and the largest possible speed")
    result = limits.check(robot, found.times, found.motion)
    for sentence in check_sentences(robot, result):
        report.sentence(sentence)
    speed = limits.largest_speed_up(robot, found.times, found.motion)
    sentence = speed_sentence(robot, speed)
    report.note(f"{sentence[0].upper()}{sentence[1:]}.")
    rows = [
        [
            one.joint,
            one.kind.replace("_", " "),
            f"{one.value:.4g} {_KINDS[one.kind]}",
            f"{one.limit:.4g} {_KINDS[one.kind]}",
            f"{100 * one.ratio:.3g} %",
            f"{one.time:.3f} s",
        ]
        for one in result.worst
        if one.joint == _JOINT
    ]
    report.table(["joint", "what", "nearest", "limit", "of it", "at"], rows)


def _add_elastic(report: Report) -> None:
    from .elastic_joint import pages, study
    from .elastic_joint.arm import DURATION

    report.heading("Elastic joints: the benefit of Q″")
    try:
        times, deviations = study.headline()
    except Error as error:
        report.note(f"Left out: {error}.")
        return
    worst = {law: float(np.abs(values).max()) for law, values in deviations.items()}
    ratio = worst[study.RIGID] / worst[study.HIGHER]
    report.note(
        f"The links of a seven-axis arm with elastic joints are {ratio:.0f} times nearer to "
        "their desired positions if the motor torques include Q″: at most "
        f"{worst[study.HIGHER]:.2g} rad instead of {worst[study.RIGID]:.2g} rad, in a motion of "
        f"{DURATION:g} s without any feedback."
    )
    joints = study.joint_names()
    report.plot(
        "Deviations of the links, with Q alone and with Q″ (note the units)",
        pages.deviation_panels(joints, times, deviations),
    )


def _close(report: Report) -> None:
    report.heading("From here")
    report.paragraph(
        "In the folder of this page: motion.csv, forces.csv, energies.csv, and recorded/ with the "
        "bag, the true motion and the settings of the fit. hod without arguments lists all other "
        "commands; hod experiment elastic_joint and hod experiment fanuc_accelerometer give more "
        "detail."
    )
