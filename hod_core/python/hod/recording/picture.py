# SPDX-License-Identifier: Apache-2.0
"""Pictures of recordings and motions: panels over one time axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .._core import Robot
from ..arrays import Deviations, Numbers
from ..plot import COLORS, ERROR, TRUTH, Curve, Panel, draw, energy_name, per_time, symbol
from .effort import MeasuredForce
from .fit import Fit


def joint_unit(robot: Robot, columns: Sequence[int], order: int) -> str:
    """Return the unit of a derivative of positions."""
    return per_time("m" if _slide(robot, columns) else "rad", order)


def force_unit(robot: Robot, columns: Sequence[int], order: int) -> str:
    """Return the unit of a derivative of forces."""
    return per_time("N" if _slide(robot, columns) else "N m", order)


def _slide(robot: Robot, columns: Sequence[int]) -> bool:
    return all(robot.joints[robot.joint_names[i]].is_prismatic for i in columns)


def moving_joints(motion: Numbers) -> list[int]:
    """Return the columns of joints that move."""
    spread = np.ptp(motion[:, 0], axis=0)
    moving = [int(i) for i in np.flatnonzero(spread > 1e-9)]
    return moving or list(range(motion.shape[2]))


def joint_curves(robot: Robot, columns: Sequence[int], times: Numbers, row: Numbers) -> list[Curve]:
    """Return a curve for each of some joints from (instants, joints)."""
    return [
        Curve(robot.joint_names[i], times, row[:, i], COLORS[n % len(COLORS)])
        for n, i in enumerate(columns)
    ]


def motion_panels(robot: Robot, times: Numbers, motion: Numbers) -> list[Panel]:
    """Return the derivatives of the joints that move, (instants, rows, joints)."""
    columns = moving_joints(motion)
    return [
        Panel(
            f"{symbol('q', row)} in {joint_unit(robot, columns, row)}",
            joint_curves(robot, columns, times, motion[:, row]),
        )
        for row in range(motion.shape[1])
    ]


def force_panels(
    robot: Robot, times: Numbers, forces: Numbers, deviations: Deviations | None = None
) -> list[Panel]:
    """Return the forces of all joints, derivative by derivative, with bands if there are any."""
    columns = list(range(robot.dof))
    panels = []
    for row in range(forces.shape[1]):
        curves = joint_curves(robot, columns, times, forces[:, row])
        if deviations is not None:
            curves = [
                replace(curve, deviations=_known(deviations[:, row, column]))
                for column, curve in zip(columns, curves, strict=True)
            ]
        panels.append(Panel(f"{symbol('Q', row)} in {force_unit(robot, columns, row)}", curves))
    return panels


def energy_panels(
    times: Numbers, works: Numbers, deviations: Deviations | None = None
) -> list[Panel]:
    """Return the acceleration energies from the first order on, with bands if there are any."""
    bands = [None] * works.shape[1] if deviations is None else [_known(d) for d in deviations.T]
    return [
        Panel(energy_name(p + 1), [Curve("", times, works[:, p], deviations=bands[p])])
        for p in range(works.shape[1])
    ]


def residual_panels(fit: Fit) -> list[Panel]:
    """Return the residuals of each signal."""
    panels = []
    for residual in fit.residuals:
        values = residual.values.reshape(len(residual.times), -1)
        curves = [
            Curve(f"axis {i}", residual.times, column, COLORS[i], 0.7)
            for i, column in enumerate(values.T)
        ]
        panels.append(Panel(f"{residual.name} in {residual.unit}", curves))
    return panels


def fit_panels(fit: Fit) -> list[Panel]:
    """Return the motion found, with the readings of joints and its uncertainty where known."""
    robot, columns = fit.settings.robot, moving_joints(fit.motion)
    panels = motion_panels(robot, fit.times, fit.motion)
    for row, panel in enumerate(panels):
        curves = [
            replace(curve, deviations=_known(fit.deviations[:, row, column]))
            for column, curve in zip(columns, panel.curves, strict=True)
        ]
        panels[row] = replace(panel, curves=curves)
    joints = [robot.joint_names[column] for column in columns]
    first = len(fit.settings.sensors)
    signals = fit.recording.signals[first : first + len(fit.settings.joints)]
    for known, signal in zip(fit.settings.joints, signals, strict=True):
        if known.joint in joints and known.derivative < len(panels):
            panel = panels[known.derivative]
            label = f"{known.joint}, read"
            read = Curve(label, signal.times, signal.values[:, 0], TRUTH, 0.8)
            panels[known.derivative] = replace(panel, curves=[read, *panel.curves])
    return panels


def _known(deviations: Deviations) -> Deviations | None:
    """Return standard deviations; None where they are unknown."""
    return deviations if np.isfinite(deviations).all() and deviations.any() else None


def effort_panels(measured: Sequence[MeasuredForce]) -> list[Panel]:
    """Return measured forces over those of the motion, and their differences."""
    panels = []
    for force in measured:
        panels.append(
            Panel(
                f"{force.joint} in {force.unit}",
                [
                    Curve("measured", force.times, force.measured, TRUTH, 0.8),
                    Curve("Q", force.times, force.expected, deviations=_known(force.deviation)),
                ],
            )
        )
        less = Curve("measured minus Q", force.times, force.difference, ERROR, 0.8)
        panels.append(Panel(f"{force.joint}, difference in {force.unit}", [less]))
    return panels


def fit_picture(fit: Fit) -> bytes:
    """Draw the motion found over the readings, and the residuals below."""
    robot, columns = fit.settings.robot, moving_joints(fit.motion)
    names = ", ".join(robot.joint_names[i] for i in columns)
    return draw(
        f"Motion found in the recording ({names}), and the residuals of the readings",
        [*fit_panels(fit), *residual_panels(fit)],
    )
