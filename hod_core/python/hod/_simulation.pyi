# SPDX-License-Identifier: Apache-2.0
"""The compiled part of `hod.simulation`."""

from numpy.typing import ArrayLike

from ._core import BaseMotion, Robot
from .arrays import Numbers
from .values import Payload

class SimulatedArm:
    """A robot that moves as its motors make it, with all that acts on it.

    It is the inverse of `hod.forces`: those of its motion are its torques. In an elastic robot
    motors move their links through springs and dampers; the motor's values of a rigid joint are the
    link's own.
    """

    def __init__(self, robot: Robot) -> None: ...
    @property
    def robot(self) -> Robot: ...
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
    @property
    def acceleration(self) -> Numbers:
        """Of the links, under what acts at present."""

    @property
    def torque(self) -> Numbers:
        """Of the motors."""

    @property
    def joint_torque(self) -> Numbers:
        """What reaches the links: the springs' torques, of rigid joints the motors'."""

    def rest_at(self, position: ArrayLike, time: float = 0.0) -> None:
        """Start at rest, springs and torques holding the arm's weight and loads."""

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

    def set_payload(self, payload: Payload) -> None:
        """Put something on its link in place of all that the link carried so far."""

    def set_wrench(self, load: int, wrench: ArrayLike) -> None:
        """Set the wrench of one of the robot's loads: three forces, three moments."""

    def set_gravity(self, gravity: ArrayLike) -> None: ...
    def set_base_motion(self, motion: BaseMotion) -> None:
        """Set how the base moves at every instant from now on."""

    def step(self, duration: float, steps: int = 1) -> None:
        """Move on by equal steps of the Runge-Kutta method of order four."""

    def advance(self, duration: float, *, tolerance: float = 1e-10) -> None:
        """Move on by steps as long as the error per step stays below the tolerance."""
