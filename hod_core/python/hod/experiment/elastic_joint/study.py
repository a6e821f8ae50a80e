# SPDX-License-Identifier: Apache-2.0
"""The runs of the experiment: laws, control rates, wrong model parameters, damping."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ... import Robot, motor
from ...arrays import Numbers
from ...progress import SILENT, Progress
from .arm import DURATION, make_arm, motion_at, nominal_urdf
from .trial import NO_FEEDBACK, STEPS_PER_SECOND, Gains, Hold, Law, Trial, instants

RATES = (250, 500, 1000, 2000, 4000, 10_000, 20_000)  # 1/s
RATE = 1000  # 1/s, of all runs except those that vary it
WRONG = 1.05
FEEDBACK = Gains.of_bandwidth(5.0)
RELAXATION = 5e-4  # s, D/K in the runs with damped springs

RIGID = "rigid"
HIGHER = "higher-order"
COMPENSATED = "higher-order, hold compensated"

Errors = dict[Law, float]


@dataclass(frozen=True)
class Results:
    """Largest deviations of any link in rad; deviations have one row per instant of `times`."""

    joints: list[str]
    times: Numbers
    deviations: dict[str, Numbers]
    rates: dict[str, list[float]]
    """Law and torque held: errors at RATES."""
    beliefs: dict[str, tuple[Errors, Errors]]
    """Assumption of the controller: errors without and with feedback."""
    damping: dict[str, float]
    peak_speed: Numbers
    peak_torque: Numbers
    velocity_limits: Numbers
    effort_limits: Numbers

    def columns(self) -> Numbers:
        """Return the deviations of the rigid, higher-order and compensated laws side by side."""
        return np.hstack([self.deviations[name] for name in (RIGID, HIGHER, COMPENSATED)])

    def largest(self, name: str) -> tuple[float, float]:
        """Return the largest deviations during the motion and after it [rad]."""
        moving = self.times <= DURATION
        sizes = np.abs(self.deviations[name]).max(axis=1)
        return float(sizes[moving].max()), float(sizes[~moving].max())


def urdf() -> str:
    """Return the URDF of the arm."""
    return nominal_urdf()


def joint_names() -> list[str]:
    return make_arm().joint_names


def headline() -> tuple[Numbers, dict[str, Numbers]]:
    """Return times, and the deviations of the rigid and the higher-order law."""
    plant = make_arm()
    trial = Trial(plant, plant, Law.RIGID, RATE)
    return instants(), {
        RIGID: trial.deviations(),
        HIGHER: replace(trial, law=Law.HIGHER).deviations(),
    }


def run(progress: Progress = SILENT) -> Results:
    """Do all runs."""
    plant = make_arm()
    trial = Trial(plant, plant, Law.RIGID, RATE)
    times = np.linspace(0.0, DURATION, 601)
    limits = [plant.joints[name].limits for name in plant.joint_names]
    drives = motor(plant, motion_at(times))
    progress.begin("laws")
    return Results(
        joints=plant.joint_names,
        times=instants(),
        deviations={
            RIGID: trial.deviations(),
            "static": replace(trial, law=Law.STATIC).deviations(),
            HIGHER: replace(trial, law=Law.HIGHER).deviations(),
            COMPENSATED: _compensated(trial).deviations(),
        },
        rates=_vary_rate(trial, progress),
        beliefs=_vary_belief(plant, progress),
        damping=_vary_damping(progress),
        peak_speed=np.abs(drives.position[:, 1]).max(axis=0),
        peak_torque=np.abs(drives.torque[:, 0]).max(axis=0),
        velocity_limits=np.array([limit.velocity for limit in limits]),
        effort_limits=np.array([limit.effort for limit in limits]),
    )


def _compensated(trial: Trial) -> Trial:
    return replace(trial, law=Law.HIGHER, hold=Hold.COMPENSATED, order=4)


def _vary_rate(trial: Trial, progress: Progress) -> dict[str, list[float]]:
    variants = {
        f"rigid, {Hold.MIDDLE.value}": trial,
        f"higher-order, {Hold.START.value}": replace(trial, law=Law.HIGHER, hold=Hold.START),
        f"higher-order, {Hold.MIDDLE.value}": replace(trial, law=Law.HIGHER),
        f"higher-order, {Hold.COMPENSATED.value}": _compensated(trial),
    }
    progress.begin("rates of control", len(variants) * len(RATES), " runs")
    return {
        name: [_told(replace(variant, rate=rate), progress) for rate in RATES]
        for name, variant in variants.items()
    }


def _told(trial: Trial, progress: Progress) -> float:
    error = trial.error()
    progress.done()
    return error


def _vary_belief(plant: Robot, progress: Progress) -> dict[str, tuple[Errors, Errors]]:
    beliefs = {
        "the truth": plant,
        "stiffness 5 % too high": make_arm(stiffness=WRONG),
        "stiffness 5 % too low": make_arm(stiffness=2.0 - WRONG),
        "masses 5 % too high": make_arm(mass=WRONG),
        "both 5 % too high": make_arm(stiffness=WRONG, mass=WRONG),
    }
    progress.begin("wrong beliefs", 2 * len(Law) * len(beliefs), " runs")

    def of_each_law(believed: Robot, gains: Gains) -> Errors:
        return {law: _told(Trial(plant, believed, law, RATE, gains), progress) for law in Law}

    return {
        name: (of_each_law(believed, NO_FEEDBACK), of_each_law(believed, FEEDBACK))
        for name, believed in beliefs.items()
    }


def _vary_damping(progress: Progress) -> dict[str, float]:
    plant = make_arm(relaxation=RELAXATION)
    trial = Trial(plant, plant, Law.HIGHER, STEPS_PER_SECOND)
    variants = {
        "rigid": replace(trial, law=Law.RIGID),
        "higher-order, damping unknown": replace(trial, believed=make_arm()),
        "higher-order, series in D/K to Q″": trial,
        "higher-order, series in D/K to Q‴": replace(trial, order=3),
        "higher-order, exact": replace(trial, history=True),
    }
    progress.begin("damped springs", len(variants), " runs")
    return {name: _told(variant, progress) for name, variant in variants.items()}
