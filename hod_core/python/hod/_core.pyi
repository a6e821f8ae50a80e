# SPDX-License-Identifier: Apache-2.0
# Written by tools/make_stubs.py.
"""The compiled part of hod."""

import os
import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Numbers
from .values import Drive, Friction, Joint, JointMotion, Limits, Load, LoadTable, Motor, Payload

class Accelerometer:
    def __init__(
        self,
        name: str,
        link: str,
        position: Any,
        axes: Any,
        quantity: int,
        scale: Any,
        bias: Any,
        misalignment: Any,
        time_offset: float,
        noise: float,
        range: float,
        bias_wander: float,
    ) -> None: ...
    @property
    def bias(self) -> Numbers: ...
    def check(self, robot: Robot) -> None: ...
    @property
    def directions(self) -> Numbers: ...
    @property
    def position(self) -> Numbers: ...
    @property
    def scale(self) -> Numbers: ...
    @property
    def time_offset(self) -> float: ...

class BaseMotion:
    """Motion of the root link at one instant when something else carries it.

      Omitted arguments and rows count as zero.

    Parameters
    ----------
    rotation
        (3, 3), rotates components from root link axes to world axes, in which gravity is constant.
    angular_velocity
        (rows, 3): row k is its k-th derivative in the root link's axes, as a gyroscope on the link
        measures it [rad/s^(1+k)].
    acceleration
        (rows, 3): row k is the k-th derivative of the acceleration of the root link's origin in the
        world's axes [m/s^(2+k)].
    velocity
        (3,), velocity of the origin in the world's axes [m/s]; only energies depend on it.

    Examples
    --------
    >>> lift = hod.BaseMotion(acceleration=[[0.0, 0.0, 2.0]])
    >>> still = np.zeros((3, 5))
    >>> robot = hod.example_robot()
    >>> heavier = robot.replace(gravity=(0.0, 0.0, -11.81))
    >>> lifted = hod.forces(robot.replace(base=lift), still, 0)
    >>> bool(np.allclose(lifted, hod.forces(heavier, still, 0)))
    True
    """
    def __init__(
        self,
        *,
        rotation: ArrayLike | None = None,
        angular_velocity: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
    ) -> None: ...
    @property
    def acceleration(self) -> Numbers:
        """(8, 3) [m/s^(2+k)]"""

    @property
    def angular_velocity(self) -> Numbers:
        """(8, 3) [rad/s^(1+k)]"""

    @property
    def is_at_rest(self) -> bool:
        """Whether it is at rest, in any orientation."""

    def is_steady(self, gravity: ArrayLike = (0.0, 0.0, -9.81), order: int = 7) -> bool:
        """Whether the motion is steady, so that a joint motion that takes time can be combined with it.

        In the base's own axes, neither its angular velocity nor its proper acceleration (that of the origin
        minus free fall) changes: angular accelerations are zero, and each row of `acceleration` results from
        the one before by turning with the base, to 1e-12.

        Parameters
        ----------
        gravity
            Free fall in the world's axes; zero if weight does not matter [m/s^2].
        order
            Highest derivative of the acceleration that is needed; above it and above the first, rows of
            zeros are taken as not given.

        Examples
        --------
        >>> spin = [[0.0, 0.0, 2.0]]
        >>> hod.BaseMotion(angular_velocity=spin).is_steady()
        True
        >>> hod.BaseMotion(angular_velocity=[[2.0, 0.0, 0.0]]).is_steady()  # gravity turns in its axes
        False
        >>> hod.BaseMotion(angular_velocity=spin, acceleration=[[1.0, 0.0, 0.0]]).is_steady()
        False
        """

    @property
    def rotation(self) -> Numbers:
        """(3, 3)"""

    def steadied(self, gravity: ArrayLike = (0.0, 0.0, -9.81)) -> BaseMotion:
        """Return the steady motion with the same rotation, velocities and acceleration: see `is_steady`.

        Parameters
        ----------
        gravity
            Free fall in the world's axes [m/s^2].

        Examples
        --------
        >>> carousel = hod.BaseMotion(angular_velocity=[[0, 0, 2.0]], acceleration=[[-8.0, 0, 0]]).steadied()
        >>> carousel.acceleration[1].tolist()
        [0.0, -16.0, 0.0]
        >>> carousel.is_steady()
        True
        """

    @property
    def velocity(self) -> Numbers:
        """(3,) [m/s]"""

class Error(ValueError):
    """Invalid data or an invalid request, in one sentence: where, what was found, what was expected."""
    def __str__(self) -> str: ...

class FixedLagWindow:
    def __init__(
        self,
        robot: Robot,
        sensors: Sequence[Accelerometer],
        degree: int,
        knot_spacing: float,
        segments: int,
        max_readings: int,
        steps: int,
        smoothing: float,
        start_time: float,
        start: Any,
        start_velocity: Any,
        start_noise: float,
        held: Sequence[tuple[str, float]],
    ) -> None: ...
    @property
    def begin(self) -> float: ...
    @property
    def end(self) -> float: ...
    @property
    def final_end(self) -> float: ...
    @property
    def latency(self) -> float: ...
    def motion(self, time: float, rows: int, joints: int) -> Numbers: ...
    def push(self, sensor: int, stamp: float, reading: Any) -> str: ...
    def update(self, time: float) -> int: ...

class HomogeneousBody:
    def __init__(
        self,
        shape: str,
        dimensions: dict[Any, Any],
        density: float | None,
        mass: float | None,
        xyz: Any,
        rpy: Any,
        sign: int,
    ) -> None: ...
    @property
    def corners(self) -> tuple[Any, ...]: ...
    @property
    def density(self) -> float | None: ...
    @property
    def dimensions(self) -> dict[Any, Any]: ...
    @property
    def extent(self) -> int: ...
    @property
    def mass(self) -> float | None: ...
    def moved(self, xyz: Any, rpy: Any) -> HomogeneousBody: ...
    def negated(self) -> HomogeneousBody: ...
    @property
    def properties(self) -> MassProperties: ...
    @property
    def rpy(self) -> Numbers: ...
    @property
    def shape(self) -> str: ...
    @property
    def sign(self) -> int: ...
    @property
    def xyz(self) -> Numbers: ...

class JointDescription:
    def __init__(
        self,
        name: str,
        type: str,
        parent: str,
        child: str,
        rotation: ArrayLike,
        translation: ArrayLike,
        axis: ArrayLike,
    ) -> None: ...
    def set_mimic(self, master: str, multiplier: float, offset: float) -> None: ...

class JointRecording:
    def __init__(
        self, joint: str, times: Any, values: Any, derivative: int, noise: float
    ) -> None: ...

class LinkDistribution:
    @property
    def bodies(self) -> list[HomogeneousBody]: ...
    @property
    def contributions(self) -> list[MassProperties]: ...
    @property
    def name(self) -> str: ...
    @property
    def properties(self) -> MassProperties: ...

MAX_KINEMATICS_ORDER: int

MAX_ORDER: int

class MassDistribution:
    @overload
    def __init__(
        self, links: Sequence[tuple[str, Sequence[HomogeneousBody]]], source: str
    ) -> None: ...
    @overload
    def __init__(self, other: MassDistribution) -> None: ...
    @property
    def parts(self) -> list[LinkDistribution]: ...
    @property
    def source(self) -> str: ...
    @property
    def warnings(self) -> list[Any]: ...

class MassProperties:
    """Mass, centre of mass and inertia of a rigid body, in the axes of one frame (its link's).

    Parameters
    ----------
    mass
        [kg]
    center
        Centre of mass, (3,) [m].
    inertia
        Axial-centrifugal, about the centre of mass, (3, 3) [kg m^2].

    Examples
    --------
    A rod along z, and two of them side by side:

    >>> rod = hod.mass.MassProperties(1.2, [0.0, 0.0, 0.5], np.diag([0.1, 0.1, 0.0]))
    >>> round(float(rod.inertia_about_origin[0, 0]), 12)
    0.4
    >>> both = rod + rod.at(xyz=(0.2, 0.0, 0.0))
    >>> float(both.mass), both.center.tolist()
    (2.4, [0.1, 0.0, 0.5])
    """
    def __add__(self, arg0: MassProperties) -> MassProperties:
        """Join two bodies in the same frame."""

    def __init__(self, mass: float, center: ArrayLike, inertia: ArrayLike) -> None: ...
    def __sub__(self, arg0: MassProperties) -> MassProperties:
        """Cut one body out of another in the same frame."""

    def at(self, xyz: Any = (0.0, 0.0, 0.0), rpy: Any = (0.0, 0.0, 0.0)) -> MassProperties:
        """Return the same body in another frame.

        Parameters
        ----------
        xyz
            Origin of the body's frame in the other frame [m].
        rpy
            Roll, pitch and yaw of the body's frame in the other frame [rad].
        """

    @property
    def center(self) -> Numbers:
        """Centre of mass in the frame, (3,) [m]"""

    @property
    def flaw(self) -> str | None:
        """Why no body can have these properties; None if one can."""

    @staticmethod
    def from_pseudo(pseudo: ArrayLike) -> MassProperties:
        """Return the body of a pseudo-inertia, (4, 4): the inverse of `pseudo`."""

    @property
    def inertia(self) -> Numbers:
        """Axial-centrifugal, about the centre of mass, (3, 3) [kg m^2]"""

    @property
    def inertia_about_origin(self) -> Numbers:
        """About the frame's origin, (3, 3) [kg m^2]"""

    @property
    def mass(self) -> float:
        """[kg]"""

    @property
    def planar(self) -> Numbers:
        """Planar-centrifugal, about the centre of mass, (3, 3) [kg m^2]"""

    @property
    def planar_about_origin(self) -> Numbers:
        """About the frame's origin, (3, 3) [kg m^2]"""

    @property
    def principal_axes(self) -> Numbers:
        """Principal axes as columns, in the axes of the frame, (3, 3)"""

    @property
    def principal_moments(self) -> Numbers:
        """Principal moments of `inertia`, (3,) [kg m^2]"""

    @property
    def pseudo(self) -> Numbers:
        """Pseudo-inertia about the frame's origin, (4, 4): planar moments, first moments and mass."""

class MotionMatch:
    """The joints of a motion table in the order of a robot's columns."""
    def gather(self, first: int = 0, count: int | None = None) -> Numbers:
        """Return the motion at some instants, or at all of them.

        Parameters
        ----------
        first
            Index of the first instant.
        count
            Number of instants, at most as many as there are; by default all from `first` on.

        Returns
        -------
        (instants, rows, joints), as `hod.forces` takes it.

        Examples
        --------
        >>> from hod._core import parse_motion
        >>> table = parse_motion(b"time,J2.q,J2.d1q\\n0,0.5,1\\n0.1,0.6,1\\n", "table")
        >>> match = table.match(hod.example_robot(), rows=2)
        >>> match.gather(first=1)[0, :, 1]
        array([0.6, 1. ])
        >>> match.still
        ['J1', 'J3', 'J4', 'J5']
        """

    @property
    def still(self) -> list[str]:
        """Joints of the robot that are missing from the table; they stand still at zero."""

class MotionRecovery:
    def common_deviations(self, times: Any) -> Numbers: ...
    @property
    def cross_validation(self) -> float: ...
    def deviations(self, times: Any, rows: int) -> Numbers: ...
    def forget_samples(self) -> None: ...
    @property
    def has_samples(self) -> bool: ...
    @property
    def iterations(self) -> int: ...
    @property
    def motion(self) -> PiecewisePolynomial: ...
    @property
    def noise_ratio(self) -> float: ...
    @property
    def observability(self) -> tuple[Any, ...]: ...
    @property
    def residuals(self) -> list[Any]: ...
    def samples(self, times: Any, rows: int) -> Numbers: ...
    @property
    def sensors(self) -> list[Accelerometer]: ...
    def take_readings(self) -> list[Any]: ...
    @property
    def unknowns(self) -> list[Any]: ...
    @property
    def warnings(self) -> list[str]: ...

class MotionTable:
    """A motion as read from a file; `match` lays it out for a robot."""
    def __len__(self) -> int: ...
    @property
    def joints(self) -> dict[Any, Any]:
        """Number of rows q, q', ... of every joint, by name."""

    def match(self, robot: Robot, rows: int) -> MotionMatch:
        """Lay the table out for a robot.

        Parameters
        ----------
        robot
            The robot. Joints of the table that it does not have are an error; joints that the table does
            not have stand still.
        rows
            Number of rows q, q', ... for every joint.
        """

    @property
    def source(self) -> str:
        """Name of the file, as quoted in messages."""

    @property
    def times(self) -> Numbers:
        """(instants,) [s]"""

class MotorAlong:
    """Motor motion along a motion that arrives in parts: `motor` with a memory.

    Parameters
    ----------
    robot
        A robot with elastic drives.
    order
        Highest derivative of the forces, 2 to `MAX_ORDER`.

    Examples
    --------
    >>> drive = hod.Drive(stiffness=1e4, damping=5.0)
    >>> robot = hod.example_robot().replace(drives=drive, elastic=True)
    >>> motion, times = np.zeros((10, 5, robot.dof)), np.arange(10) / 1000
    >>> along = hod._core.MotorAlong(robot, 2)
    >>> parts = [along.run(motion[:4], times[:4]), along.run(motion[4:], times[4:])]
    >>> torque = np.concatenate([part.torque for part in parts])
    >>> bool(np.all(torque == hod.motor(robot, motion, 2, times).torque))
    True
    """
    def __init__(self, robot: Robot, order: int = 2) -> None: ...
    def run(self, motion: ArrayLike, times: ArrayLike, *, threads: int = 0) -> Motor:
        """Return force, position and torque of the next part, (instants, rows, joints), at its times."""

class MovingBody:
    """A joint and the body that it moves, in the axes of the root link at joint position zero."""
    @property
    def axis(self) -> Numbers:
        """k, 000 (90)"""

    @property
    def column(self) -> int:
        """Column of the motion that drives it."""

    @property
    def home(self) -> Numbers:
        """T_i0, the body's frame, 4x4"""

    @property
    def is_revolute(self) -> bool:
        """True for revolute, false for prismatic."""

    @property
    def joint(self) -> str:
        """Name of the joint."""

    @property
    def mass(self) -> MassProperties:
        """Of everything that moves with it, in the body's frame."""

    @property
    def moment(self) -> Numbers:
        """v of 000 (91), 002 (53)"""

    @property
    def multiplier(self) -> float:
        """Position = multiplier * motion + offset."""

    @property
    def offset(self) -> float:
        """[rad or m]"""

    @property
    def parent(self) -> int:
        """Index of the body it is mounted on, -1 for the base."""

    @property
    def point(self) -> Numbers:
        """p, on the axis [m]"""

    @property
    def twist(self) -> Numbers:
        """The 4x4 matrix of 000 (91)"""

class OutputFile:
    def __init__(self, path: Any) -> None: ...
    def commit(self) -> None: ...
    def discard(self) -> None: ...
    def write(self, text: bytes) -> None: ...

class PiecewisePolynomial:
    def __init__(self, knots: Any, coefficients: Any) -> None: ...
    @property
    def channels(self) -> int: ...
    @property
    def coefficients(self) -> Numbers: ...
    @property
    def degree(self) -> int: ...
    def derivatives(self, times: Any, first: int, last: int) -> Numbers: ...
    @property
    def knots(self) -> Numbers: ...

class RecoveryOptions:
    def __init__(
        self,
        degree: int,
        knot_spacing: float,
        smoothing: float,
        ends: Sequence[Any],
        held: Sequence[tuple[str, float]],
        joint_recordings: Sequence[JointRecording],
        rests: Sequence[tuple[float, float]],
        estimates: Sequence[tuple[int, int]],
        bridge_gaps: bool,
        drop_saturated: bool,
        guess: PiecewisePolynomial | None,
    ) -> None: ...

class Robot:
    """A robot and everything that acts on it: payloads, loads, friction, drives, limits, gravity.

    Checked once and immutable afterwards, so any number of threads may share it; `replace` returns a
    modified copy. It can be pickled.

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> robot
    <hod.Robot 'fanuc_lrmate', 5 joints>
    >>> robot.joints["J3"].limits.upper > 3.0
    True
    """
    @property
    def base(self) -> BaseMotion:
        """Motion of the root link."""

    @property
    def dof(self) -> int:
        """Number of columns of a motion."""

    @staticmethod
    def from_file(
        path: str | os.PathLike[str], urdf: str | os.PathLike[str] | None = None
    ) -> Robot:
        """Read a robot file (YAML): a URDF and everything else that acts on the robot.

        Parameters
        ----------
        path
            The robot file, or a plain URDF.
        urdf
            A URDF file, or the URDF itself (a string that begins with "<"), in place of the one that the
            robot file names.

        Returns
        -------
        Robot

        Raises
        ------
        Error
            For invalid values, and for joints and links that are not in the robot, with file and line.

        Examples
        --------
        >>> robot = hod.Robot.from_file("arm.yaml")  # doctest: +SKIP
        """

    @staticmethod
    def from_pinocchio(model: Any) -> Robot:
        """Convert a `pinocchio.Model` (Pinocchio 3 or 4) with everything that `pinocchio.rnea` uses.

        Gravity, armature (as rotors) and limits are included. Friction and damping are kept but, as in
        rnea, do not count unless `replace(friction=True)` enables them. Columns are in the order of
        Pinocchio's joints, which must be depth first; a continuous joint is one angle.

        Parameters
        ----------
        model
            The model.

        Returns
        -------
        Robot

        Examples
        --------
        >>> robot = hod.Robot.from_pinocchio(model)  # doctest: +SKIP
        """

    @staticmethod
    def from_urdf(
        path_or_xml: str | os.PathLike[str],
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        mass_distribution: str | os.PathLike[str] | MassDistribution | None = None,
    ) -> Robot:
        """Read a URDF.

        Friction (`<dynamics>`) is read but does not count unless `replace(friction=True)` enables it, as in
        other libraries.

        Parameters
        ----------
        path_or_xml
            A file, or the URDF itself: a string that begins with "<".
        gravity
            Acceleration of free fall in the root link's frame [m/s^2].
        mass_distribution
            A YAML file or a `hod.mass.Distribution` with new mass properties for the links that it names.

        Returns
        -------
        Robot

        Examples
        --------
        >>> robot = hod.Robot.from_urdf('<robot name="rod"><link name="base"/></robot>')
        >>> robot.dof, robot.link_names
        (0, ['base'])
        """

    @property
    def gravity(self) -> Numbers:
        """Acceleration of free fall [m/s^2]."""

    @property
    def has_friction(self) -> bool:
        """Whether friction counts."""

    @property
    def is_elastic(self) -> bool:
        """Whether springs count."""

    @property
    def joint_names(self) -> list[str]:
        """Joints in the order of a motion's columns."""

    @property
    def joints(self) -> dict[str, Joint]:
        """A `Joint` for every movable joint, including mimics, by name."""

    @property
    def link_names(self) -> list[str]:
        """All links, including those on fixed joints."""

    @property
    def loads(self) -> tuple[Load | LoadTable, ...]:
        """The wrenches that the robot exerts."""

    @property
    def masses(self) -> dict[Any, Any]:
        """Mass properties of every link by name, in its own frame, without payloads."""

    @property
    def name(self) -> str:
        """Name in the URDF."""

    @property
    def payloads(self) -> tuple[Payload, ...]:
        """What links carry."""

    def replace(
        self,
        *,
        gravity: ArrayLike | None = None,
        payloads: Sequence[Payload] | None = None,
        loads: Sequence[Load | LoadTable] | None = None,
        friction: bool | Friction | Mapping[str, Friction] | None = None,
        drives: Drive | Mapping[str, Drive] | None = None,
        elastic: bool | None = None,
        limits: Limits | Mapping[str, Limits] | None = None,
        base: BaseMotion | None = None,
    ) -> Robot:
        """Return a copy of the robot with changes to what acts on it; other properties stay the same.

        Parameters
        ----------
        gravity
            Acceleration of free fall [m/s^2].
        payloads
            Everything that links carry: a list of `Payload`, empty for nothing.
        loads
            All wrenches that the robot exerts: a list of `Load` and `LoadTable`, empty for none.
        friction
            True or False: whether the joints' friction counts. A `Friction` for all joints, or a mapping
            from joint names to `Friction`, replaces it and makes it count.
        drives
            A `Drive` for all joints or a mapping from joint names to `Drive`. Rotors count immediately.
        elastic
            Whether the springs of the drives count.
        limits
            A `Limits` for all joints or a mapping from joint names to `Limits`.
        base
            Motion of the root link, a `BaseMotion`; a steady one for a motion that takes time.

        Returns
        -------
        Robot

        Examples
        --------
        >>> robot = hod.example_robot()
        >>> loaded = robot.replace(payloads=[hod.Payload("tool0", 2.0)], friction=True)
        >>> loaded
        <hod.Robot 'fanuc_lrmate', 5 joints, 1 payload, friction>
        >>> loaded.payloads[0].mass
        2.0
        """

    @property
    def term_names(self) -> list[str]:
        """The terms of `force_terms`."""

    @property
    def uncounted(self) -> list[str]:
        """One sentence for everything that was given but does not count: friction of a URDF, springs of rigid drives."""

    @property
    def warnings(self) -> list[str]:
        """One sentence for everything that is suspicious but not an error."""

class RobotDescription:
    def __init__(self, source: str, name: str, gravity: ArrayLike) -> None: ...
    def add_joint(self, joint: JointDescription) -> None: ...
    def add_link(self, name: str, mass: MassProperties) -> None: ...
    def robot(self) -> Robot: ...

class SensorRecording:
    def __init__(self, times: Any, values: Any, name: str) -> None: ...

class SettingsItem:
    """A value of a settings file."""
    def fail(self, sentence: str) -> NoReturn:
        """Raise an error with this sentence, file and line."""

    @property
    def is_list(self) -> bool: ...
    @property
    def is_map(self) -> bool: ...
    def number(self) -> float:
        """A finite number."""

    def text(self) -> str: ...

class SettingsSection:
    """A map of a settings file, read key by key; finish() rejects keys that were never requested."""
    def __contains__(self, arg0: str) -> bool: ...
    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str: ...
    def fail(self, sentence: str, key: str | None = None) -> NoReturn:
        """Raise an error with a sentence about this map, or about one of its keys."""

    def finish(self) -> None:
        """Reject keys that were never requested."""

    @property
    def folder(self) -> pathlib.Path:
        """Folder of the file; names of other files are relative to it."""

    def integer(self, key: str, default: int | None = None, low: float = 0.0) -> int: ...
    def item(self, key: str) -> SettingsItem | None:
        """The value, for keys with several kinds of values."""

    @property
    def keys(self) -> list[str]:
        """Keys in the order of the file."""

    def matrix(self, key: str, columns: int) -> np.ndarray:
        """Rows of finite numbers, at least one."""

    def number(
        self, key: str, default: float | None = None, low: float = ..., high: float = ...
    ) -> float:
        """A finite number between `low` and `high`."""

    def numbers(self, key: str, count: int, default: ArrayLike | None = None) -> Numbers:
        """A list of `count` finite numbers."""

    def path(self, key: str) -> pathlib.Path:
        """A file name, relative to the settings file."""

    def section(self, key: str) -> SettingsSection:
        """A nested map, empty if missing."""

    def sections(self, key: str) -> list[SettingsSection]:
        """A list of nested maps, empty if missing."""

    def text(self, key: str, default: str | None = None) -> str: ...
    def texts(self, key: str, choices: Sequence[str] | None = None) -> list[str]:
        """A list of words, empty if missing."""

class SmoothedSignal:
    def covariance(self, times: Any, rows: int, channel: int) -> Numbers: ...
    def deviations(self, times: Any, rows: int) -> Numbers: ...
    @property
    def polynomial(self) -> PiecewisePolynomial: ...
    @property
    def report(self) -> SmoothingReport: ...

class SmoothingOptions:
    def __init__(
        self,
        signal: int,
        penalty: int,
        degree: int,
        knot_spacing: float,
        largest_gap: float,
        varying: bool,
    ) -> None: ...

class SmoothingReport:
    @property
    def cutoff(self) -> float: ...
    @property
    def degrees_of_freedom(self) -> float: ...
    @property
    def interval(self) -> float: ...
    @property
    def noise(self) -> list[float]: ...
    @property
    def residual(self) -> list[float]: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def weight(self) -> float: ...

class Workspace:
    """Scratch memory and results for calls in a loop: one state at a time, without allocation.

    It keeps the robot it was made from; setters change what may change while a robot runs. Results are
    read-only views of its memory, which the next call overwrites. Use each workspace from one thread at
    a time.

    Parameters
    ----------
    robot
        The robot and everything that acts on it.
    max_order
        Highest force derivative that will be requested, 0 to `MAX_ORDER`.

    Examples
    --------
    >>> workspace = hod.Workspace(hod.example_robot(), max_order=1)
    >>> workspace.set_gravity((0.0, 0.0, -1.62))
    >>> workspace.forces(np.zeros((4, 5))).shape
    (2, 5)
    """
    def __init__(self, robot: Robot, max_order: int = 2) -> None: ...
    def energies(self, motion: ArrayLike, max_order: int | None = None) -> Numbers:
        """Acceleration energies of every body, (bodies, max_order + 1); their sum is the robot's."""

    def force_terms(self, motion: ArrayLike, order: int | None = None) -> dict[str, Numbers]:
        """All five terms separately, unscaled, (order + 1, joints) each; zero if missing."""

    def forces(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """Q, Q', ... up to `order` (default: `max_order`), (order + 1, joints), with scales."""

    @property
    def max_order(self) -> int:
        """Highest force derivative that it computes."""

    def reactions(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """Wrenches in the joints, (bodies, order + 1, 6), as in `hod.reactions`."""

    @property
    def robot(self) -> Robot:
        """The robot it was made from."""

    def set_base_motion(self, motion: BaseMotion) -> None:
        """Set the motion of the root link, a `BaseMotion`."""

    def set_gravity(self, gravity: ArrayLike) -> None:
        """Set the acceleration of free fall in the world's axes [m/s^2]."""

    def set_payload(self, payload: Payload) -> None:
        """Replace the payload of a link by a `Payload`; mass 0 removes it."""

    def set_scales(
        self,
        *,
        inertia: float = 1.0,
        gravity: float = 1.0,
        load: float = 1.0,
        friction: float = 1.0,
        rotor: float = 1.0,
    ) -> None:
        """Set the scale of each term; 0 switches it off."""

    def set_time(self, time: float) -> None:
        """Set every time-dependent load to the wrench in its table at a time [s]."""

    def set_wrench(self, load: int, wrench: ArrayLike) -> None:
        """Set the wrench of one of `robot.loads` by index: (6,), or (rows, 6) with derivatives."""

def axial_from_planar(planar: ArrayLike) -> Numbers: ...
def bias_at_rest(
    robot: Robot,
    sensor: Accelerometer,
    recording: SensorRecording,
    position: Any,
    start: float,
    end: float,
) -> Numbers: ...
def check_limits(
    robot: Robot, times: ArrayLike, motion: ArrayLike, threads: int = 0
) -> tuple[Any, ...]:
    """Return the worst points and the violations: see hod.limits.check."""

def classic_body_of(robot: Robot, link: str) -> int: ...
def classic_d_matrix(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def classic_differential_matrix(
    robot: Robot, position: Any, link: str, columns: Sequence[int]
) -> Numbers: ...
def classic_energy_by_matrices(robot: Robot, motion: Any, p: int) -> float: ...
def classic_energy_by_partitions(robot: Robot, motion: Any, p: int) -> float: ...
def classic_energy_by_parts(robot: Robot, motion: Any, p: int, mixed_term: bool) -> Numbers: ...
def classic_energy_by_rotation(robot: Robot, motion: Any, p: int) -> Numbers: ...
def classic_energy_by_trace(robot: Robot, motion: Any, p: int) -> Numbers: ...
def classic_energy_derivatives(robot: Robot, motion: Any, p: int, order: int) -> Numbers: ...
def classic_energy_explicit(robot: Robot, motion: Any, p: int) -> Numbers: ...
def classic_energy_gradient(robot: Robot, motion: Any, p: int, a: int, m: int) -> Numbers: ...
def classic_exact_coefficients(arg0: int) -> list[float]: ...
def classic_explicit_rotational_energy(arg0: int, arg1: Any, arg2: Any) -> float: ...
def classic_force_by_partial_derivatives(robot: Robot, motion: Any, k: int) -> Numbers: ...
def classic_force_by_tsenov_mangeron(robot: Robot, motion: Any, k: int) -> Numbers: ...
def classic_forces_by_leibniz(robot: Robot, motion: Any, order: int) -> Numbers: ...
def classic_forces_by_matrices(robot: Robot, motion: Any, order: int) -> Numbers: ...
def classic_generalized_force(
    robot: Robot, motion: Any, k: int, m: int, coefficients: Sequence[float]
) -> Numbers: ...
def classic_generalized_momentum(robot: Robot, motion: Any, k: int, m: int) -> Numbers: ...
def classic_gravity_force_by_lemma(robot: Robot, motion: Any, k: int, m: int) -> Numbers: ...
def classic_gravity_forces(robot: Robot, motion: Any, order: int) -> Numbers: ...
def classic_h_matrix(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def classic_k_column(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def classic_k_star_column(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def classic_mass_matrix(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def classic_mechanism(robot: Robot) -> list[MovingBody]: ...
def classic_n_matrix(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def classic_printed_coefficients(arg0: int) -> list[float]: ...
def classic_revolute_energy(arg0: float, arg1: Any, arg2: int) -> float: ...
def classic_revolute_force(
    arg0: float, arg1: float, arg2: float, arg3: Any, arg4: int
) -> float: ...
def classic_v_column(robot: Robot, position: Any, vectors: Sequence[object]) -> Numbers: ...
def column_names(beginning: bytes, source: str) -> list[str]:
    """Return the names in the header of a CSV file."""

def energies(
    robot: Robot,
    motion: ArrayLike,
    max_order: int = 4,
    per_link: bool = False,
    derivatives: int | None = None,
    *,
    threads: int = 0,
    bases: Sequence[BaseMotion] | None = None,
) -> Numbers:
    """Acceleration energies; the energy of order p is half the integral of |r(p+1)|^2 dm.

    Order 0 is the kinetic energy. Payloads are included, and rotors of rigid drives with the link that
    their joint moves.

    Parameters
    ----------
    robot
        The robot and everything that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `max_order` + `derivatives` + 2 rows are needed, further rows are ignored.
    max_order
        Highest order.
    per_link
        Whether to return each link separately, in the order of `robot.link_names`.
    derivatives
        Number of time derivatives of each energy; `max_order` + `derivatives` is at most `MAX_ORDER`.
    threads
        Cores to use, 0 for all. The interpreter lock is released during the computation.
    bases
        Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    (..., [derivatives + 1,] max_order + 1[, links]): entry p is the energy of order p, entry (a, p) its
    a-th derivative if derivatives are requested [kg m^2/s^(2p+2+a)].

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> hod.energies(robot, np.zeros((6, robot.dof)))
    array([0., 0., 0., 0., 0.])
    >>> hod.energies(robot, np.ones((4, robot.dof)), 1, per_link=True, derivatives=1).shape
    (2, 2, 7)
    """

def energy_columns(
    max_order: int, links: Sequence[str] = [], derivatives: int = 0
) -> list[str]: ...
def force_columns(joints: Sequence[str], order: int) -> list[str]: ...
def force_terms(
    robot: Robot,
    motion: ArrayLike,
    order: int = 2,
    times: ArrayLike | None = None,
    *,
    threads: int = 0,
    bases: Sequence[BaseMotion] | None = None,
) -> dict[str, Numbers]:
    """Each term of the joint forces separately.

    Inertia, gravity, loads and friction are 000 (152)-(155), (116), (130)-(132) and (157); static
    forces, 000 (115), are gravity and loads.

    Parameters
    ----------
    robot
        The robot and everything that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, further rows are ignored.
    order
        Highest derivative of the forces, 0 to `MAX_ORDER`.
    times
        One per state [s], in any order; needed if a load comes from a table. With times, several states
        are a motion, for which the robot's own base motion must be steady: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released during the computation.
    bases
        Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    Terms under the names in `robot.term_names`, each shaped like the result of `forces`: "inertia" and
    "gravity" (both with payloads), "load", "friction" and "rotor".

    Examples
    --------
    >>> robot = hod.example_robot().replace(friction=hod.Friction(viscous=0.5))
    >>> terms = hod.force_terms(robot, np.ones((5, robot.dof)))
    >>> list(terms)
    ['inertia', 'gravity', 'friction']
    >>> terms["friction"][0]
    array([0.5, 0.5, 0.5, 0.5, 0.5])
    """

def forces(
    robot: Robot,
    motion: ArrayLike,
    order: int = 2,
    times: ArrayLike | None = None,
    *,
    threads: int = 0,
    bases: Sequence[BaseMotion] | None = None,
) -> Numbers:
    """Joint forces and their time derivatives.

    The forces that the actuators (with elastic drives, the springs) must supply: the sum of
    `force_terms` (000 (150), (156), (160), (167)).

    Parameters
    ----------
    robot
        The robot and everything that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, further rows are ignored.
    order
        Highest derivative of the forces, 0 to `MAX_ORDER`.
    times
        One per state [s], in any order; needed if a load comes from a table. With times, several states
        are a motion, for which the robot's own base motion must be steady: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released during the computation.
    bases
        Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    Q, Q', ...: (..., order + 1, joints) [N m/s^k or N/s^k].

    See Also
    --------
    force_terms, motor, reactions, Workspace

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> still = np.zeros((5, robot.dof))
    >>> hod.forces(robot, still).shape
    (3, 5)
    >>> hod.forces(robot, np.stack([still, still]), order=0).shape
    (2, 1, 5)
    """

def from_jerk_sections(channels: Sequence[Any], start: float) -> PiecewisePolynomial: ...
def integrated_motion(
    robot: Robot,
    sensors: Sequence[Accelerometer],
    recordings: Sequence[SensorRecording],
    moving: Sequence[int],
    start: Any,
    start_velocity: Any,
    bridge_gaps: bool,
    drop_saturated: bool,
) -> tuple[Any, ...]: ...
def interpolate_accelerations(
    times: Any,
    accelerations: Any,
    order: int,
    start: tuple[Any, ...],
    end: tuple[Any, ...],
    start_motion: tuple[Any, ...],
    end_motion: tuple[Any, ...],
) -> tuple[Any, ...]: ...
def interpolate_positions(
    times: Any,
    positions: Any,
    order: int,
    start: tuple[Any, ...],
    end: tuple[Any, ...],
    given: dict[Any, Any],
) -> tuple[Any, ...]: ...
def interpolate_waypoints(
    times: Any, positions: Any, derivative: int, given: dict[Any, Any]
) -> tuple[Any, ...]: ...
def jacobian(
    robot: Robot,
    motion: ArrayLike,
    link: str,
    order: int = 2,
    *,
    point: ArrayLike = (0.0, 0.0, 0.0),
) -> Numbers:
    """Jacobians of a point of a link and their time derivatives (002 (47)-(56)).

    Rows are those of the point's velocity, then of the link's angular velocity, in the axes of the root
    link. Orders 0 and 1 equal Pinocchio's `getFrameJacobian` and `getFrameJacobianTimeVariation` in
    LOCAL_WORLD_ALIGNED.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ... of one state or of many; `order` + 1 rows.
    link
        Name of the link.
    order
        Highest derivative, at most `MAX_KINEMATICS_ORDER`.
    point
        In the link's frame [m].

    Returns
    -------
    J, J', ...: (..., order + 1, 6, joints).

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> J, rate = hod.jacobian(robot, np.zeros((2, 5)), "tool0", order=1)
    >>> J.shape
    (6, 5)
    """

def joint_motion(
    robot: Robot,
    position: ArrayLike,
    operational: ArrayLike,
    link: str,
    *,
    rows: str = "all",
    point: ArrayLike = (0.0, 0.0, 0.0),
    threshold: float = 0.001,
    damping: float = 0.01,
) -> JointMotion:
    """Joint derivatives that produce X', X'', ... at a position (001 (60), 002 (48)).

    The inverse of `operational_motion`: exact where J is square and regular, the minimum-norm solution
    for redundant joints, least squares for too few. What remains is the residual.

    Parameters
    ----------
    robot
        The robot.
    position
        q, one number per joint.
    operational
        (orders, 6), or (orders, 3) for "linear" or "angular" rows: row m - 1 is X of order m.
    link
        Name of the link.
    rows
        Which rows are prescribed: "all", "linear" or "angular".
    point
        In the link's frame [m].
    threshold
        Singular values below this fraction of the largest one are damped,
    damping
        as much as this fraction of the largest one would be damped at a singular value of zero.

    Returns
    -------
    JointMotion

    Examples
    --------
    >>> robot, position = hod.example_robot(), np.linspace(0.1, 0.5, 5)
    >>> up = [[0.0, 0.0, 0.1]]
    >>> found = hod.kinematics.joint_motion(robot, position, up, "tool0", rows="linear")
    >>> bool(found.residual[1] < 1e-9)
    True
    """

def kinetic_energy(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Kinetic energy T of the links and its derivatives (001 (69), (70), (73), 003 (57), (58)).

    T' is the power of the inertia forces.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ...; `order` + 2 rows.
    order
        Highest derivative.

    Returns
    -------
    T, T', ...: (..., order + 1) [J/s^k].

    Examples
    --------
    >>> hod.kinematics.kinetic_energy(hod.example_robot(), np.zeros((2, 5)), 0)
    array([0.])
    """

def largest_speed_up(
    robot: Robot, times: ArrayLike, motion: ArrayLike, threads: int = 0
) -> tuple[Any, ...]:
    """Return whether any speed is possible, the largest, the smallest and what limits it: see hod.limits.largest_speed_up."""

def mass_moment(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Mass times the position of the centre of mass, and its derivatives.

    The potential energy is minus its scalar product with `robot.base.rotation.T @ robot.gravity`.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ...; `order` + 1 rows.
    order
        Highest derivative.

    Returns
    -------
    (..., order + 1, 3) [kg m/s^k].

    Examples
    --------
    >>> hod.kinematics.mass_moment(hod.example_robot(), np.zeros((3, 5))).shape
    (3, 3)
    """

def momentum(
    robot: Robot, motion: ArrayLike, order: int = 2, *, about: ArrayLike = (0.0, 0.0, 0.0)
) -> Numbers:
    """Linear and angular momentum of the robot and their derivatives (003 (21), (33), (44)-(47)).

    The rate of the linear momentum is the sum of all forces on the robot, that of the angular momentum
    the sum of their moments.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ...; `order` + 2 rows.
    order
        Highest derivative.
    about
        A point at rest [m].

    Returns
    -------
    (..., order + 1, 6), linear momentum first.

    Examples
    --------
    >>> hod.kinematics.momentum(hod.example_robot(), np.zeros((2, 5)), 0)
    array([[0., 0., 0., 0., 0., 0.]])
    """

def motion_columns(joints: Sequence[str], rows: int) -> list[str]: ...
def motion_table(columns: Sequence[str], blocks: Iterable[ArrayLike], source: str) -> MotionTable:
    """Make a motion table from column names, time among them, and arrays (rows, columns)."""

def motor(
    robot: Robot,
    motion: ArrayLike,
    order: int = 2,
    times: ArrayLike | None = None,
    *,
    threads: int = 0,
    bases: Sequence[BaseMotion] | None = None,
) -> Motor:
    """Motion and torque of the motors of elastic drives so that the links follow a motion.

    The springs carry Q = K (theta - q) + D (theta' - q'), and the motors supply
    tau = B theta'' + Q + b theta' + c tanh(theta'/eps).

    Parameters
    ----------
    robot
        The robot and everything that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, further rows are ignored.
    order
        Highest derivative of the forces, 2 to `MAX_ORDER`; torques are given up to `order` - 2.
    times
        One per state [s]. A motion (instants, rows, joints) with times is treated as one motion: damped
        springs are treated exactly, from sample to sample, at times that increase, and the robot's own
        base motion must be steady: see `BaseMotion.is_steady`. Otherwise each state is independent, and
        damping is a series in D/K, truncated at `order`.
    threads
        Cores to use, 0 for all. The interpreter lock is released during the computation.
    bases
        Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    Motor
        The joint forces, and positions and torques of the motors.

    Examples
    --------
    >>> drive = hod.Drive(stiffness=1e4, motor_inertia=0.2)
    >>> robot = hod.example_robot().replace(drives=drive, elastic=True)
    >>> found = hod.motor(robot, np.zeros((5, robot.dof)))
    >>> found.position.shape, found.torque.shape
    ((3, 5), (1, 5))
    >>> bool(np.allclose(found.position[0], found.force[0] / 1e4))
    True
    """

def noise_among_neighbours(times: Any, values: Any) -> float: ...
def operational_motion(
    robot: Robot,
    motion: ArrayLike,
    link: str,
    order: int = 4,
    *,
    point: ArrayLike = (0.0, 0.0, 0.0),
) -> Numbers:
    """Operational motion X', X'', ... of a point of a link (001 (59), 002 (47)).

    X' is the velocity of the point and the angular velocity of the link.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ...; `order` + 1 rows.
    link
        Name of the link.
    order
        Order of the highest X, from 1.
    point
        In the link's frame [m].

    Returns
    -------
    (..., order, 6): row m - 1 is X of order m.

    Examples
    --------
    >>> hod.kinematics.operational_motion(hod.example_robot(), np.zeros((5, 5)), "tool0").shape
    (4, 6)
    """

def orientation(robot: Robot, motion: ArrayLike, link: str, order: int = 0) -> Numbers:
    """Orientation of a link as a rotation matrix, and its derivatives.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ...; `order` + 1 rows.
    link
        Name of the link.
    order
        Highest derivative.

    Returns
    -------
    R, R', ...: (..., order + 1, 3, 3).

    Examples
    --------
    >>> hod.kinematics.orientation(hod.example_robot(), np.zeros((1, 5)), "base_link")[0, 0]
    array([1., 0., 0.])
    """

def parse_distribution(yaml: str, source: str, directory: Any) -> MassDistribution: ...
def parse_motion(text: bytes, source: str) -> MotionTable: ...
def planar_from_axial(axial: ArrayLike) -> Numbers: ...
def point_motion(
    robot: Robot,
    motion: ArrayLike,
    link: str,
    order: int = 4,
    *,
    point: ArrayLike = (0.0, 0.0, 0.0),
) -> Numbers:
    """Position, velocity, acceleration, jerk, ... of a point of a link.

    Parameters
    ----------
    robot
        The robot.
    motion
        (..., rows, joints): q, q', ...; `order` + 1 rows.
    link
        Name of the link.
    order
        Highest derivative.
    point
        In the link's frame [m].

    Returns
    -------
    (..., order + 1, 3), in the axes of the root link [m/s^k].

    Examples
    --------
    >>> hod.kinematics.point_motion(hod.example_robot(), np.zeros((1, 5)), "base_link", order=0)
    array([[0., 0., 0.]])
    """

def predicted_readings(robot: Robot, sensor: Accelerometer, motion: ArrayLike) -> Numbers: ...
def reactions(
    robot: Robot,
    motion: ArrayLike,
    order: int = 2,
    times: ArrayLike | None = None,
    *,
    threads: int = 0,
    bases: Sequence[BaseMotion] | None = None,
) -> Numbers:
    """Wrenches in the joints, which each parent exerts on the body below, with derivatives.

    Inertia, gravity and loads are included. Components are in the axes of the body that the wrench acts
    on, moments about its origin (000 (110), (111)).

    Parameters
    ----------
    robot
        The robot and everything that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, further rows are ignored.
    order
        Highest derivative, 0 to `MAX_ORDER`.
    times
        One per state [s], in any order; needed if a load comes from a table. With times, several states
        are a motion, for which the robot's own base motion must be steady: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released during the computation.
    bases
        Motion of the base, one `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    (..., bodies, order + 1, 6): force, then moment. Body 0 is the base, whose wrench holds the robot;
    body i + 1 hangs on the i-th of `robot.joints`.

    Examples
    --------
    >>> robot = hod.example_robot()
    >>> held = hod.reactions(robot, np.zeros((3, robot.dof)), order=0)
    >>> held.shape
    (6, 1, 6)
    >>> bool(held[0, 0, 2] > 0.0)
    True
    """

def read_columns(read: Callable[..., Any], source: str, columns: Sequence[int]) -> tuple[Any, ...]:
    """Read columns of a CSV file by their places: numbers, nan for an empty field; whole numbers that come on top of the first column; and lines."""

def read_distribution(path: Any) -> MassDistribution: ...
def read_motion(path: Any) -> MotionTable:
    """Read a motion table: CSV with the columns time,<joint>.q,<joint>.d1q,<joint>.d2q,...

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    MotionTable

    Examples
    --------
    >>> from hod._core import parse_motion  # the same from text
    >>> table = parse_motion(b"time,J2.q,J2.d1q\\n0,0.5,1\\n0.1,0.6,1\\n", "table")
    >>> table.joints
    {'J2': 2}
    >>> table.match(hod.example_robot(), rows=2).gather().shape
    (2, 2, 5)
    """

def read_motion_stream(read: Callable[..., Any], source: str) -> MotionTable:
    """Read a motion table from read(), called for bytes until it returns none."""

def read_settings(path: str | os.PathLike[str]) -> SettingsSection:
    """Read a settings file (YAML)."""

def reading_steps(values: Any) -> tuple[float, NDArray[np.int64], float]: ...
def recover_motion(
    robot: Robot,
    sensors: Sequence[Accelerometer],
    recordings: Sequence[SensorRecording],
    options: RecoveryOptions,
    progress: Any = None,
) -> MotionRecovery: ...
def robot_of_section(
    section: SettingsItem, folder: str | os.PathLike[str], robot: Robot | None = None
) -> Robot:
    """Read the sections of a robot file inside settings; if a robot is given, on top of it."""

def rotation_from_rpy(rpy: ArrayLike) -> Numbers: ...
def shape_names() -> list[str]: ...
def smooth(
    times: Any,
    values: Any,
    weights: Any,
    start: Any,
    rule: str,
    figure: Any,
    options: SmoothingOptions,
) -> SmoothedSignal: ...
def sum_of_bodies(bodies: Sequence[HomogeneousBody]) -> MassProperties: ...
def table_header(columns: Sequence[str]) -> bytes: ...
def table_rows(times: Any, values: Any) -> bytes: ...
def unwrapped(where: str, times: Any, angles: Any) -> tuple[Numbers, str]: ...
def wraps_of(times: Any, angles: Any) -> NDArray[np.int64]: ...
