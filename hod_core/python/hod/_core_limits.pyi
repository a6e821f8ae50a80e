# SPDX-License-Identifier: Apache-2.0
"""Limits in the compiled part of hod."""

from numpy.typing import ArrayLike

from ._core import MotionMatch, Robot
from .limits import Check, SpeedUp

def motors_remember(robot: Robot) -> bool:
    """Whether motor torques depend on what was before: damped springs make them."""

def check_limits(
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, threads: int = 0
) -> Check: ...
def largest_speed_up(
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, threads: int = 0
) -> SpeedUp: ...
