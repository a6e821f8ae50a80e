# SPDX-License-Identifier: Apache-2.0
"""The compiled part of `hod.simulation`."""

from numpy.typing import ArrayLike

from ._core import ElasticDrive, Robot
from .arrays import Numbers

class SimulatedArm:
    """Links by the articulated-body algorithm, each joint's motor behind a spring and a damper.

    A rigid joint (infinite stiffness) carries its motor's inertia itself, and its motor values are
    the link's own.
    """

    def __init__(self, robot: Robot, drive: ElasticDrive) -> None: ...
    @property
    def dof(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def position(self) -> Numbers: ...
    @property
    def velocity(self) -> Numbers: ...
    @property
    def motor_position(self) -> Numbers: ...
    @property
    def motor_velocity(self) -> Numbers: ...
    def rest_at(self, position: ArrayLike) -> None:
        """Start at time zero and at rest, springs and torques holding the arm's weight."""

    def set_state(
        self,
        time: float,
        position: ArrayLike,
        velocity: ArrayLike,
        motor_position: ArrayLike,
        motor_velocity: ArrayLike,
    ) -> None: ...
    def set_torque(self, torque: ArrayLike) -> None:
        """Set the motor torques, which act until others are set."""

    def step(self, duration: float, steps: int = 1) -> None:
        """Move on by equal steps of the Runge-Kutta method of order four."""

    def advance(self, duration: float, *, tolerance: float = 1e-10) -> None:
        """Move on by steps as long as the error per step stays below the tolerance."""
