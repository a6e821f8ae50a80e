# SPDX-License-Identifier: Apache-2.0
"""Elastic drives in the compiled part of hod."""

from numpy.typing import ArrayLike

from .arrays import Numbers

class ElasticDrive:
    """Motors that move the links of an arm through springs with dampers beside them.

    Q = K (theta - q) + D (theta' - q') and tau = B theta'' + Q + b theta' + c tanh(theta' / eps),
    all values as seen on the link's side of the gear. Each argument is one number or one per joint.
    """

    def __init__(
        self,
        stiffness: ArrayLike,
        *,
        damping: ArrayLike = 0.0,
        inertia: ArrayLike = 0.0,
        viscous_friction: ArrayLike = 0.0,
        coulomb_friction: ArrayLike = 0.0,
        smoothing_speed: ArrayLike = 0.01,
        joints: int | None = None,
    ) -> None:
        """Stiffness K (infinite: a rigid joint), damping D, motor inertia B and friction b, c, eps.

        `joints` is needed only if every argument is a single number.
        """

    @property
    def dof(self) -> int: ...
    @property
    def stiffness(self) -> Numbers: ...
    @property
    def damping(self) -> Numbers: ...
    @property
    def inertia(self) -> Numbers: ...
    @property
    def viscous_friction(self) -> Numbers: ...
    @property
    def coulomb_friction(self) -> Numbers: ...
    @property
    def smoothing_speed(self) -> Numbers: ...
    def motor(
        self, motion: ArrayLike, forces: ArrayLike, *, times: ArrayLike | None = None
    ) -> tuple[Numbers, Numbers]:
        """Motor motion theta ... and torque tau ..., with as many and two fewer rows than `forces`.

        `motion` and `forces` (order 2 or more) are (rows, joints) or (instants, rows, joints).
        With `times` a damped joint is treated exactly from instant to instant; without, by the
        series in D/K as far as the forces' derivatives go.
        """
