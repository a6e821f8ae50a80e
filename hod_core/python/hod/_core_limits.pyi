# SPDX-License-Identifier: Apache-2.0
"""Limits in the compiled part of hod."""

from typing import Any

from numpy.typing import ArrayLike

from ._core import MotionMatch, Robot

def check_limits(
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, threads: int = 0
) -> tuple[Any, ...]:
    """Return the worst points and the violations: see hod.limits.check."""

def largest_speed_up(
    robot: Robot, times: ArrayLike, motion: ArrayLike | MotionMatch, threads: int = 0
) -> tuple[Any, ...]:
    """Return whether any speed is possible, the largest, the smallest and what limits it."""
