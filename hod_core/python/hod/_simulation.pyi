# SPDX-License-Identifier: Apache-2.0
# Written by tools/make_stubs.py.
"""The part of hod that simulates arms."""

from typing import Any

from numpy.typing import ArrayLike

from ._core import BaseMotion, Robot
from .arrays import Numbers

class SimulatedArm:
    """Forward dynamics of a robot driven by its motors, with everything that acts on it.

    Payloads, loads, friction, rotors, springs of elastic drives, mimic joints, gravity and the motion
    of its base are included. It is the inverse of `hod.forces`: the forces of the resulting motion are
    the torques applied. It starts at time zero, at rest at position zero and without torques.

    Parameters
    ----------
    robot
        The robot. Motors of elastic joints need an inertia, and every joint must move some mass.

    Examples
    --------
    A millisecond at a time, each integrated in twenty steps:

    >>> from hod.simulation import SimulatedArm
    >>> arm = SimulatedArm(hod.example_robot())
    >>> arm.rest_at([0.1, 0.2, 0.3, 0.4, 0.5])
    >>> arm.set_torque(arm.torque + [1.0, 0.0, 0.0, 0.0, 0.0])
    >>> for _ in range(10):
    ...     arm.step(0.001, steps=20)
    >>> round(arm.time, 6), bool(arm.velocity[0] > 0.0)
    (0.01, True)

    The forces of its motion equal its torques:

    >>> motion = [arm.position, arm.velocity, arm.acceleration]
    >>> bool(np.allclose(hod.forces(arm.robot, motion, 0)[0], arm.joint_torque))
    True
    """
    def __init__(self, robot: Robot) -> None: ...
    @property
    def acceleration(self) -> Numbers:
        """q'', (joints,) [rad/s^2 or m/s^2]"""

    def advance(self, duration: float, *, tolerance: float = 1e-10) -> None:
        """Advance by the method of Dormand and Prince with adaptive steps.

        Parameters
        ----------
        duration
            [s]
        tolerance
            Error of a step, absolute and relative.

        Raises
        ------
        hod.Error
            If steps become too short, or a state is not finite, with the time and the joint; the arm stays
            at the previous step.
        """

    @property
    def dof(self) -> int:
        """Number of joints."""

    @property
    def joint_torque(self) -> Numbers:
        """Torque at the links, Q of `hod.forces`, (joints,) [N m or N].

        In an elastic robot Q does not include the motors: it is the spring's torque or, for a joint that is
        nevertheless rigid, the motor's torque minus friction and B q'' of the motor. In a robot that is not
        elastic it is equal to `torque`, as rotors are a term of Q.
        """

    @property
    def motor_position(self) -> Numbers:
        """Motors, on the output side of their gears; q for rigid joints, (joints,) [rad or m]"""

    @property
    def motor_velocity(self) -> Numbers:
        """(joints,) [rad/s or m/s]"""

    @property
    def position(self) -> Numbers:
        """q, (joints,) [rad or m]"""

    def rest_at(self, position: ArrayLike, time: float = 0.0) -> None:
        """Start at rest, with springs and torques that hold the arm against all that acts on it.

        Parameters
        ----------
        position
            q, one number per joint [rad or m].
        time
            Of the start [s].
        """

    @property
    def robot(self) -> Robot:
        """The simulated robot."""

    def set_base_motion(self, motion: BaseMotion) -> None:
        """Set the motion of the root link, a `hod.BaseMotion`; its orientation stays constant."""

    def set_gravity(self, gravity: ArrayLike) -> None:
        """Set the acceleration of free fall in the world's axes [m/s^2]."""

    def set_payload(self, payload: Any) -> None:
        """Replace the payload of a link.

        Parameters
        ----------
        payload
            A `hod.Payload`.
        """

    def set_state(
        self,
        time: float,
        position: ArrayLike,
        velocity: ArrayLike,
        motor_position: ArrayLike,
        motor_velocity: ArrayLike,
    ) -> None:
        """Start in any state.

        Parameters
        ----------
        time
            Of the start [s].
        position, velocity
            q and q', one number per joint.
        motor_position, motor_velocity
            Of the motors, on the output side of their gears; ignored for rigid joints.
        """

    def set_torque(self, torque: ArrayLike) -> None:
        """Set the torques of the motors, which act until others are set, (joints,) [N m or N]."""

    def set_wrench(self, load: int, wrench: ArrayLike) -> None:
        """Change a load.

        Parameters
        ----------
        load
            Index into `robot.loads`; the load must not have a table.
        wrench
            Force, then moment, (6,), in the axes of the load [N, N m].
        """

    def step(self, duration: float, steps: int = 1) -> None:
        """Advance in equal steps of the classic Runge-Kutta method.

        Parameters
        ----------
        duration
            Of all steps together [s].
        steps
            Number of steps. The error grows without bound if a step is longer than about 2.7 over the
            fastest angular frequency, or rate of decay, of a spring or of friction around standstill.

        Raises
        ------
        hod.Error
            If an intermediate state is not finite, with the time and the joint; the arm stays at the
            previous step.
        """

    @property
    def time(self) -> float:
        """[s]"""

    @property
    def torque(self) -> Numbers:
        """Motors, on the output side of their gears, (joints,) [N m or N]"""

    @property
    def velocity(self) -> Numbers:
        """q', (joints,) [rad/s or m/s]"""
