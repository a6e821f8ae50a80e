# SPDX-License-Identifier: Apache-2.0
"""Plots and report of the experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ... import motor
from ...arrays import Numbers
from ...plot import COLORS, Curve, Panel
from ...report import Report
from .arm import DURATION, MOTOR_INERTIA, REST, STIFFNESS, make_arm, motion_at
from .study import COMPENSATED, HIGHER, RATE, RATES, RELAXATION, RIGID, Errors, Results
from .trial import STEPS_PER_SECOND, Law

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def motion_panels(results: Results) -> list[Panel]:
    """Show the task: positions, speeds, and the torques of the higher-order law."""
    times = np.linspace(0.0, DURATION, 601)
    motion = motion_at(times)
    torque = motor(make_arm(), motion).torque
    names = ("q in rad", "q′ in rad/s", "motor torque τ in N m")
    return [
        Panel(name, _curves(results.joints, times, values))
        for name, values in zip(names, (motion[:, 0], motion[:, 1], torque[:, 0]), strict=True)
    ]


def deviation_panels(
    joints: Sequence[str], times: Numbers, deviations: Mapping[str, Numbers]
) -> list[Panel]:
    """Show the deviations of the links, law by law, each at its own scale."""
    scales = ((RIGID, 1e3, "mrad"), (HIGHER, 1e6, "µrad"), (COMPENSATED, 1e9, "nrad"))
    return [
        Panel(f"{law}: deviation in {unit}", _curves(joints, times, scale * deviations[law]))
        for law, scale, unit in scales
        if law in deviations
    ]


def _curves(joints: Sequence[str], times: Numbers, values: Numbers) -> list[Curve]:
    return [
        Curve(name, times, values[:, i], COLORS[i % len(COLORS)]) for i, name in enumerate(joints)
    ]


def plot_rates(results: Results) -> Figure:
    """Draw the errors over the control rate."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    axis = figure.subplots()
    for (name, errors), marker in zip(results.rates.items(), "so^d", strict=True):
        axis.loglog(RATES, errors, marker=marker, label=name)
    axis.set_xlabel("control rate in Hz")
    axis.set_ylabel("largest deviation of a link in rad")
    axis.set_title("Torques held for one control period")
    axis.grid(alpha=0.3, which="both")
    axis.legend()
    return figure


def report(
    results: Results, plots: Mapping[str, list[Panel]], pictures: Mapping[str, bytes]
) -> bytes:
    """Write everything to one page."""
    page = Report("Elastic joints: feedforward with and without the forces' derivatives", {})
    _setting(page, results)
    page.plot("Motion and motor torques", plots["motion"], still=pictures["motion"])
    _comparison(page, results)
    page.plot(
        f"Deviations of the links at {RATE} Hz, no feedback; the motion ends at {DURATION:g} s. "
        "Note the units; the band is a ripple.",
        plots["deviations"],
        still=pictures["deviations"],
    )
    _rates(page, results, pictures["rates"])
    _beliefs(page, results)
    _damping(page, results)
    return page.page()


def _setting(page: Report, results: Results) -> None:
    page.paragraph(
        "A seven-axis arm with elastic joints moves all joints at once from rest to rest in "
        f"{DURATION:g} s and is observed for {REST:g} s more. Its motors receive torques "
        "computed in advance; without feedback, nothing corrects them. The arm is simulated, each "
        f"motor behind a spring, with {STEPS_PER_SECOND} Runge-Kutta steps per second. All data "
        "are nominal, none are from a manufacturer."
    )
    rows = [
        [
            name,
            f"{STIFFNESS[joint]:g}",
            f"{MOTOR_INERTIA[joint]:g}",
            f"{results.peak_speed[joint]:.2f} of {results.velocity_limits[joint]:g}",
            f"{results.peak_torque[joint]:.1f} of {results.effort_limits[joint]:g}",
        ]
        for joint, name in enumerate(results.joints)
    ]
    head = ["joint", "K in N m/rad", "B in kg m²", "speed in rad/s", "motor torque in N m"]
    page.table(head, rows)


def _comparison(page: Report, results: Results) -> None:
    page.heading("Feedforward alone")
    rows = []
    for name in results.deviations:
        higher = name in (HIGHER, COMPENSATED)
        moving, after = results.largest(name)
        rows.append([name, "Q + B θ″" if higher else "Q + B q″", f"{moving:.2g}", f"{after:.2g}"])
    page.table(["law", "torque", "while moving, in rad", "after the end, in rad"], rows)
    page.paragraph(
        f"Largest deviations of any link. Torques are held for a period h of {1000 / RATE:g} ms, "
        "each computed for the middle of the period. The static law accounts for the deflection of "
        "the springs (θ = q + Q/K) but not for its rate: its torque is the rigid one, so without "
        "feedback there is no difference. The higher-order law has θ″ = q″ + Q″/K, which needs the "
        "motion up to its fourth derivative. What remains is the effect of the hold, which acts "
        "like h²τ″/24 added to the torque; with the forces up to order four, τ″ is known and this "
        "term can be subtracted. Deviations grow after the end because an arm without feedback "
        "does not return to its target."
    )


def _rates(page: Report, results: Results, picture: bytes) -> None:
    page.heading("Control rate")
    page.table(
        ["sampled for", *(f"{rate} Hz" for rate in RATES)],
        [[name, *(f"{error:.2g}" for error in errors)] for name, errors in results.rates.items()],
    )
    page.paragraph(
        "Largest deviations in rad. Torques for the start of a period are late by half a period, "
        "an error of first order; those for its middle leave an error of second order; with that "
        "subtracted too, the remainder is of fourth order or less and soon reaches the rounding "
        "errors of the simulation. The rigid law gains nothing from a higher rate."
    )
    page.figure(picture, "Deviation over the control rate")


def _beliefs(page: Report, results: Results) -> None:
    page.heading("Errors in the controller's model")
    laws = [law.value for law in Law]
    page.table(
        ["the controller believes", *laws, *(f"{law}, PD" for law in laws)],
        [[name, *_row(alone), *_row(helped)] for name, (alone, helped) in results.beliefs.items()],
    )
    page.paragraph(
        f"Largest deviations in rad at {RATE} Hz, torques for the middle of the period, alone and "
        "with PD feedback from the motor encoders (5 Hz, critically damped). A wrong stiffness "
        "leaves uncorrected the fraction by which it is wrong: still an order of magnitude better "
        "than no correction. Wrong masses have nothing to do with springs: with masses assumed 5 % "
        "too high, the arm rises without feedback, whatever the law; with this feedback, the ratio "
        "of the wrong weight to the gain dominates, and which law is better is a matter of chance."
    )


def _row(errors: Errors) -> list[str]:
    return [f"{errors[law]:.2g}" for law in Law]


def _damping(page: Report, results: Results) -> None:
    page.heading("Damped springs")
    page.table(
        ["law", "largest deviation in rad"],
        [[name, f"{error:.2g}"] for name, error in results.damping.items()],
    )
    page.paragraph(
        f"All springs with D/K = {1000 * RELAXATION:g} ms, no feedback, {STEPS_PER_SECOND} Hz so "
        "that the hold does not hide the differences. The torque of one instant with forces up to "
        "Q″ is the one without damping; Q‴ adds the first term of the series. The exact treatment "
        "proceeds from sample to sample and needs only Q″."
    )
