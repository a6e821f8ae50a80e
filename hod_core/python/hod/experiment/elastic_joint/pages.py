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
    """Show what is asked: positions, speeds, and the torques of the higher-order law."""
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
    """Show how far the links are off, law by law, each at its own scale."""
    scales = ((RIGID, 1e3, "mrad"), (HIGHER, 1e6, "µrad"), (COMPENSATED, 1e9, "nrad"))
    return [
        Panel(f"{law}: off by, in {unit}", _curves(joints, times, scale * deviations[law]))
        for law, scale, unit in scales
        if law in deviations
    ]


def _curves(joints: Sequence[str], times: Numbers, values: Numbers) -> list[Curve]:
    return [
        Curve(name, times, values[:, i], COLORS[i % len(COLORS)]) for i, name in enumerate(joints)
    ]


def plot_rates(results: Results) -> Figure:
    """Draw the errors over the rate of control."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    axis = figure.subplots()
    for (name, errors), marker in zip(results.rates.items(), "so^d", strict=True):
        axis.loglog(RATES, errors, marker=marker, label=name)
    axis.set_xlabel("rate of control in Hz")
    axis.set_ylabel("largest deviation of a link in rad")
    axis.set_title("Torques held for one period of control")
    axis.grid(alpha=0.3, which="both")
    axis.legend()
    return figure


def report(
    results: Results, plots: Mapping[str, list[Panel]], pictures: Mapping[str, bytes]
) -> bytes:
    """Put everything on a page."""
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
        "A seven-axis arm whose joints are springs moves all joints at once from rest to rest in "
        f"{DURATION:g} s and is watched for {REST:g} s more. Its motors get torques computed "
        "in advance; without feedback, nobody corrects them. The arm is simulated, each motor "
        "behind a spring, with "
        f"{STEPS_PER_SECOND} Runge-Kutta steps a second. All data are nominal, none is a maker's."
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
        "each that of the period's middle. The static law knows that springs bend (θ = q + Q/K) "
        "but not how fast: its torque is the rigid one, so without feedback nothing differs. The "
        "higher-order law has θ″ = q″ + Q″/K, which needs the motion to its fourth derivative. "
        "What is then left is the hold itself, which acts like h²τ″/24 added to the torque; with "
        "the forces to order four τ″ is known and can be taken off. Deviations grow after the end "
        "because an arm without feedback does not come back to where it was sent."
    )


def _rates(page: Report, results: Results, picture: bytes) -> None:
    page.heading("Rate of control")
    page.table(
        ["sampled for", *(f"{rate} Hz" for rate in RATES)],
        [[name, *(f"{error:.2g}" for error in errors)] for name, errors in results.rates.items()],
    )
    page.paragraph(
        "Largest deviations in rad. Torques for the start of a period are late by half of it, an "
        "error of first order; those for its middle leave one of second order; with that taken off "
        "too, what remains is of fourth order or less and soon the rounding of the simulation. The "
        "rigid law gains nothing from a faster clock."
    )
    page.figure(picture, "Deviation over the rate of control")


def _beliefs(page: Report, results: Results) -> None:
    page.heading("What the controller does not know")
    laws = [law.value for law in Law]
    page.table(
        ["the controller believes", *laws, *(f"{law}, PD" for law in laws)],
        [[name, *_row(alone), *_row(helped)] for name, (alone, helped) in results.beliefs.items()],
    )
    page.paragraph(
        f"Largest deviations in rad at {RATE} Hz, torques of the middle of the period, alone and "
        "with a PD feedback from the motor encoders (5 Hz, critically damped). A wrong stiffness "
        "leaves the share of the correction by which it is wrong: still an order of magnitude "
        "better than none. Wrong masses are no matter of springs: an arm that believes itself 5 % "
        "heavier lifts off without feedback, whatever the law; with this feedback the wrong weight "
        "over the gain decides, and which law comes out ahead is chance."
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
        "that the hold does not hide what differs. The torque of one instant with forces to Q″ "
        "alone is the one without damping; Q‴ brings the first term of the series. The exact "
        "treatment goes from sample to sample and needs Q″ only."
    )
