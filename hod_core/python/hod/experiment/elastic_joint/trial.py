# SPDX-License-Identifier: Apache-2.0
"""One run of the simulated arm: motor commands and resulting deviations of the links."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from ... import Robot, forces, motor
from ...arrays import Numbers
from .arm import DURATION, MOTOR_INERTIA, REST, START, motion_at

STEPS_PER_SECOND = 20_000  # of the integration; a multiple of the control rates


class Law(Enum):
    """How a controller takes the springs into account."""

    RIGID = "rigid"  # not at all
    STATIC = "static"  # motor position for which the spring carries Q; rigid torque
    HIGHER = "higher-order"  # motor position, velocity and torque with Q' and Q''


class Hold(Enum):
    """Which torque of a control period is held throughout it."""

    START = "start of the period"
    MIDDLE = "middle of the period"
    COMPENSATED = "middle, less h²τ″/24"  # minus the effect of holding, to second order


@dataclass(frozen=True)
class Command:
    """Torques τ, τ', ... (instants, rows, joints) and, for feedback, motor motion."""

    torque: Numbers
    position: Numbers
    velocity: Numbers


@dataclass(frozen=True)
class Gains:
    """Gains of a PD feedback from the motor encoders, per joint."""

    position: Numbers
    velocity: Numbers

    @classmethod
    def of_bandwidth(cls, frequency: float) -> Gains:
        """Make every motor, without its link, a critically damped oscillator [Hz]."""
        omega = 2.0 * np.pi * frequency
        return cls(MOTOR_INERTIA * omega**2, 2.0 * MOTOR_INERTIA * omega)


NO_FEEDBACK = Gains.of_bandwidth(0.0)


def command(
    arm: Robot, law: Law, times: Numbers, *, order: int = 2, history: bool = False
) -> Command:
    """Return the motor commands of a law; with `history`, damping is treated exactly."""
    motion = motion_at(times, order + 3)
    if law is Law.HIGHER:
        asked = motor(arm, motion, order, times if history else None)
        return Command(asked.torque, asked.position[:, 0], asked.position[:, 1])
    force = forces(arm, motion, order)
    drives = [arm.joints[name].drive for name in arm.joint_names]
    torque = force + np.array([drive.inertia for drive in drives]) * motion[:, 2:]
    stiffness = np.array([drive.stiffness for drive in drives])
    deflection = force[:, 0] / stiffness if law is Law.STATIC else 0.0
    return Command(torque, motion[:, 0] + deflection, motion[:, 1])


@dataclass(frozen=True)
class Trial:
    """A controller with the model `believed` drives the arm `plant`."""

    plant: Robot
    believed: Robot
    law: Law
    rate: int = 1000  # control rate [1/s]; torques are held in between
    gains: Gains = NO_FEEDBACK
    hold: Hold = Hold.MIDDLE
    order: int = 2  # of the forces; compensating the hold needs 4
    history: bool = False  # damping exactly, from sample to sample

    def deviations(self) -> Numbers:
        """Return q - q_desired of the links after every integration step (instants, joints)."""
        from ...simulation import SimulatedArm

        ticks = np.arange(round((DURATION + REST) * self.rate)) / self.rate
        torque = self._held(ticks)
        reference = self._command(ticks)
        arm = SimulatedArm(self.plant)
        arm.rest_at(START)
        steps = STEPS_PER_SECOND // self.rate
        positions = np.empty((len(ticks) * steps, arm.dof))
        for tick in range(len(ticks)):
            feedback = self.gains.position * (reference.position[tick] - arm.motor_position)
            feedback += self.gains.velocity * (reference.velocity[tick] - arm.motor_velocity)
            arm.set_torque(torque[tick] + feedback)
            for step in range(tick * steps, (tick + 1) * steps):
                arm.step(1.0 / STEPS_PER_SECOND)
                positions[step] = arm.position
        return positions - motion_at(instants())[:, 0]

    def _command(self, times: Numbers) -> Command:
        return command(self.believed, self.law, times, order=self.order, history=self.history)

    def _held(self, ticks: Numbers) -> Numbers:
        """Return one torque for each control period."""
        period = 1.0 / self.rate
        late = 0.0 if self.hold is Hold.START else period / 2.0
        torque = self._command(ticks + late).torque
        if self.hold is Hold.COMPENSATED:
            return torque[:, 0] - period**2 / 24.0 * torque[:, 2]
        return torque[:, 0]

    def error(self) -> float:
        """Return the largest deviation of any joint at any time [rad]."""
        return float(np.abs(self.deviations()).max())


def instants() -> Numbers:
    """Return the times of `Trial.deviations`."""
    return np.arange(1, round((DURATION + REST) * STEPS_PER_SECOND) + 1) / STEPS_PER_SECOND
