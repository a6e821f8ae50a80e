# SPDX-License-Identifier: Apache-2.0
# Written by tools/make_stubs.py.
"""The part of hod that simulates arms."""

from typing import Any

from numpy.typing import ArrayLike

from ._core import BaseMotion, Robot
from .arrays import Numbers

class SimulatedArm:
    """A robot that moves as its motors make it, with all that acts on it.

    Payloads, loads, friction, rotors, springs of elastic drives, joints that mimic, gravity and the
    motion of its base count. It is the inverse of `hod.forces`: those of its motion are its torques. It
    starts at time zero, at rest at position zero and without torques.

    Parameters
    ----------
    robot
        The robot. Motors of elastic joints need an inertia, and every joint mass to move.

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

    The forces of its motion are its torques:

    >>> motion = [arm.position, arm.velocity, arm.acceleration]
    >>> bool(np.allclose(hod.forces(arm.robot, motion, 0)[0], arm.joint_torque))
    True
    """
    def __init__(self, robot: Robot) -> None: ...
    @property
    def acceleration(self) -> Numbers:
        """q'' at present, (joints,) [rad/s^2 or m/s^2]"""

    def advance(self, duration: float, *, tolerance: float = 1e-10) -> None:
        """Move on by the method of Dormand and Prince, in steps of a length of its own.

        Parameters
        ----------
        duration
            [s]
        tolerance
            Of the error of a step, absolute and relative.

        Raises
        ------
        hod.Error
            If steps become too short, or a state is not finite, with the time and the joint; the arm stays
            at the step before.
        """

    @property
    def dof(self) -> int:
        """Number of joints."""

    @property
    def joint_torque(self) -> Numbers:
        """What reaches the links, Q of `hod.forces`, (joints,) [N m or N].

        In an elastic robot Q knows of no motor: it is what the springs carry, and of a joint that is rigid
        none the less the motor's torque less the friction and B q'' of its motor. In a robot that is not
        elastic it is `torque`, rotors being a term of Q.
        """

    @property
    def motor_position(self) -> Numbers:
        """Of the motors, seen behind their gears; q in rigid joints, (joints,) [rad or m]"""

    @property
    def motor_velocity(self) -> Numbers:
        """(joints,) [rad/s or m/s]"""

    @property
    def position(self) -> Numbers:
        """q, (joints,) [rad or m]"""

    def rest_at(self, position: ArrayLike, time: float = 0.0) -> None:
        """Start at rest, springs and torques holding the arm against all that acts on it.

        Parameters
        ----------
        position
            q, one number per joint [rad or m].
        time
            Of the start [s].
        """

    @property
    def robot(self) -> Robot:
        """What it was made from."""

    def set_base_motion(self, motion: BaseMotion) -> None:
        """Set how the root link moves from now on, a `hod.BaseMotion`; it does not turn any further."""

    def set_gravity(self, gravity: ArrayLike) -> None:
        """Set the acceleration of free fall in the world's axes [m/s^2]."""

    def set_payload(self, payload: Any) -> None:
        """Put something on a link in place of all that it carried so far.

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
            Of the motors, seen behind their gears; those of rigid joints are not read.
        """

    def set_torque(self, torque: ArrayLike) -> None:
        """Set the torques of the motors, which act until others are set, (joints,) [N m or N]."""

    def set_wrench(self, load: int, wrench: ArrayLike) -> None:
        """Change a load.

        Parameters
        ----------
        load
            Index into `robot.loads`, of one without a table.
        wrench
            Force, then moment, (6,), in the axes of that load [N, N m].
        """

    def step(self, duration: float, steps: int = 1) -> None:
        """Move on in equal steps of the classic Runge-Kutta method.

        Parameters
        ----------
        duration
            Of all steps together [s].
        steps
            How many. Their error grows beyond all bounds where one is longer than about 2.7 over the fastest
            angular frequency, or rate of decay, of a spring or of friction around standstill.

        Raises
        ------
        hod.Error
            If a state on the way is not finite, with the time and the joint; the arm stays at the step
            before.
        """

    @property
    def time(self) -> float:
        """[s]"""

    @property
    def torque(self) -> Numbers:
        """Of the motors, seen behind their gears, (joints,) [N m or N]"""

    @property
    def velocity(self) -> Numbers:
        """q', (joints,) [rad/s or m/s]"""
