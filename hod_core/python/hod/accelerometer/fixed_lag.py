# SPDX-License-Identifier: Apache-2.0
"""Joint motion while accelerometer readings arrive."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from .._core import Error, Robot
from ..arrays import Numbers
from .sensor import Sensor, all_joints, check_request


class FixedLag:
    """The motion over a window of the last `segments` times `knot_spacing` seconds.

    The motion at t is final once all readings up to t + `latency` have arrived. Everything before
    the window enters as a prior; drift remains where neither gravity nor redundant axes constrain
    it. Use from one thread at a time.
    """

    def __init__(
        self,
        robot: Robot,
        sensors: Sequence[Sensor],
        *,
        start: ArrayLike,
        start_velocity: ArrayLike = 0.0,
        start_time: float = 0.0,
        start_noise: float = 1e-4,
        hold: Mapping[str, float] | None = None,
        degree: int = 5,
        knot_spacing: float = 0.02,
        segments: int = 10,
        max_readings: int = 100,
        steps: int = 2,
        smoothing: float = 0.0,
    ) -> None:
        """Begin at a known start, whose standard deviation is `start_noise`.

        `max_readings` is the largest number of readings per sensor between two knots, `steps` the
        number of iterations per segment.
        """
        check_request(robot, sensors, hold or {})
        self._axes = [len(np.atleast_2d(np.asarray(sensor.axes))) for sensor in sensors]
        self._labels = [sensor.label for sensor in sensors]
        self._joints = robot.dof
        self._core = _core.FixedLagWindow(
            robot,
            [sensor.core() for sensor in sensors],
            degree,
            knot_spacing,
            segments,
            max_readings,
            steps,
            smoothing,
            start_time,
            all_joints(robot, start, "start"),
            all_joints(robot, start_velocity, "start_velocity"),
            start_noise,
            [(joint, float(position)) for joint, position in (hold or {}).items()],
        )

    @property
    def latency(self) -> float:
        """Time from a reading to the final motion, plus the time a segment takes to fill [s]."""
        return self._core.latency

    @property
    def begin(self) -> float:
        """Start of the segment that the window left last, the earliest time of `motion` [s]."""
        return self._core.begin

    @property
    def end(self) -> float:
        """End of the last complete segment [s]."""
        return self._core.end

    @property
    def final_end(self) -> float:
        """End of the last segment that no further reading changes [s]."""
        return self._core.final_end

    def push(self, sensor: int | str, stamp: float, reading: ArrayLike) -> None:
        """Add a reading, one number per axis; `sensor` is its index in the list or its name."""
        if isinstance(sensor, str):
            if sensor not in self._labels:
                raise Error(f"push: found the sensor '{sensor}', expected one of {self._labels}")
            sensor = self._labels.index(sensor)
        size = np.size(reading)
        if 0 <= sensor < len(self._axes) and size != self._axes[sensor]:
            raise Error(
                f"push: found a reading of {size} numbers of sensor {sensor} at {stamp} s, "
                f"expected {self._axes[sensor]}, one per axis"
            )
        expected = self._core.push(sensor, stamp, reading)
        if expected:
            raise Error(
                f"push: found a reading of sensor {sensor} at {stamp} s, expected {expected}"
            )

    def update(self, time: float) -> int:
        """Declare readings before `time` complete; return how many segments this completed."""
        if not math.isfinite(time):
            raise Error(f"update: found the time {time}, expected a finite one")
        return self._core.update(time)

    def motion(self, t: float, orders: int = 4) -> Numbers:
        """q, q', ... at a time from `begin` to `end`, (orders + 1, joints)."""
        if orders < 0:
            raise Error(f"orders: found {orders}, expected 0 or more")
        motion = self._core.motion(t, orders + 1, self._joints)
        if np.isnan(motion).all() and not self.begin <= t <= self.end:
            raise Error(
                f"motion: found the time {t} s, expected one in the window, from {self.begin:.10g} "
                f"to {self.end:.10g} s"
            )
        return motion
