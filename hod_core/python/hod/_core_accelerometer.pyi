# SPDX-License-Identifier: Apache-2.0
"""The part of hod._core about accelerometers; _core.pyi passes it on."""

from collections.abc import Sequence

from numpy.typing import ArrayLike

from ._core import Robot
from ._core_motion import PiecewisePolynomial
from .arrays import Numbers

class Accelerometer:
    def __init__(
        self,
        name: str,
        link: str,
        position: ArrayLike,
        axes: ArrayLike,
        specific_force: bool,
        scale: ArrayLike,
        bias: ArrayLike,
        misalignment: ArrayLike,
        time_offset: float,
        noise: float,
        range: float,
    ) -> None: ...
    @property
    def bias(self) -> Numbers: ...
    @property
    def scale(self) -> Numbers: ...
    @property
    def time_offset(self) -> float: ...
    def check(self, robot: Robot) -> None:
        """Raise `hod.Error` unless the sensor can be on the robot."""

class SensorRecording:
    def __init__(self, times: ArrayLike, values: ArrayLike, name: str) -> None: ...

class JointRecording:
    def __init__(
        self, joint: str, times: ArrayLike, values: ArrayLike, derivative: int, noise: float
    ) -> None: ...

class RecoveryOptions:
    """`ends` is start, start velocity, end, end velocity; `estimates` are kinds and sensors."""

    def __init__(
        self,
        degree: int,
        knot_spacing: float,
        smoothing: float,
        ends: Sequence[ArrayLike | None],
        held: Sequence[tuple[str, float]],
        joint_recordings: Sequence[JointRecording],
        rests: Sequence[tuple[float, float]],
        estimates: Sequence[tuple[int, int]],
        bridge_gaps: bool,
        drop_saturated: bool,
        guess: PiecewisePolynomial | None,
    ) -> None: ...

class MotionRecovery:
    @property
    def motion(self) -> PiecewisePolynomial: ...
    @property
    def sensors(self) -> list[Accelerometer]: ...
    @property
    def unknowns(self) -> list[tuple[int, int, int, float, float]]:
        """Kind, sensor, axis, value, deviation."""

    @property
    def readings(self) -> list[tuple[Numbers, Numbers]]: ...
    @property
    def residuals(self) -> list[Numbers]: ...
    @property
    def noise_ratio(self) -> float: ...
    @property
    def cross_validation(self) -> float: ...
    @property
    def observability(
        self,
    ) -> tuple[list[str], Numbers, Numbers, Numbers, int, list[str], list[str]]: ...
    @property
    def deviations(self) -> Numbers: ...
    @property
    def iterations(self) -> int: ...
    @property
    def warnings(self) -> list[str]: ...

class FixedLagWindow:
    def __init__(
        self,
        robot: Robot,
        sensors: Sequence[Accelerometer],
        degree: int,
        knot_spacing: float,
        segments: int,
        most_readings: int,
        steps: int,
        smoothing: float,
        start_time: float,
        start: ArrayLike,
        start_velocity: ArrayLike,
        start_noise: float,
        held: Sequence[tuple[str, float]],
    ) -> None: ...
    def push(self, sensor: int, stamp: float, reading: ArrayLike) -> str:
        """Say what was expected instead, nothing if the reading was taken in."""

    def update(self, time: float) -> int: ...
    def motion(self, time: float, rows: int, joints: int) -> Numbers: ...
    @property
    def latency(self) -> float: ...
    @property
    def end(self) -> float: ...
    @property
    def final_end(self) -> float: ...

def recover_motion(
    robot: Robot,
    sensors: Sequence[Accelerometer],
    recordings: Sequence[SensorRecording],
    options: RecoveryOptions,
) -> MotionRecovery: ...
def predicted_readings(robot: Robot, sensor: Accelerometer, motion: Numbers) -> Numbers: ...
def integrated_motion(
    robot: Robot,
    sensors: Sequence[Accelerometer],
    recordings: Sequence[SensorRecording],
    sought: Sequence[int],
    start: ArrayLike,
    start_velocity: ArrayLike,
    bridge_gaps: bool,
    drop_saturated: bool,
) -> tuple[Numbers, Numbers, Numbers, Numbers, list[str]]: ...
def bias_at_rest(
    robot: Robot,
    sensor: Accelerometer,
    recording: SensorRecording,
    position: ArrayLike,
    start: float,
    end: float,
) -> Numbers: ...
