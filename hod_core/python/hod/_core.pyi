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
    """How something else carries the root link at one instant; what is left out is zero.

    Parameters
    ----------
    rotation
        (3, 3), takes the root link's components to the world's, in which gravity is constant.
    angular_velocity
        (rows, 3): row k is its k-th derivative in the root link's axes, as a gyroscope on it has them
        [rad/s^(1+k)].
    acceleration
        (rows, 3): row k is the k-th derivative of that of the root link's origin in the world's axes
        [m/s^(2+k)].
    velocity
        (3,), that of the origin in the world's axes [m/s]; only energies depend on it.

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
        """Whether it stands still, turned in any way."""

    def is_steady(self, gravity: ArrayLike = (0.0, 0.0, -9.81), order: int = 7) -> bool:
        """Whether every instant that follows can be like this one.

        In the base's own axes neither its angular velocity nor its proper acceleration, that of the origin
        less free fall, may change: angular accelerations are zero, and row k of `acceleration` is what row
        k - 1 becomes by turning with the base, to 1e-12. Only then can a motion of joints that takes time
        have it throughout.

        Parameters
        ----------
        gravity
            Free fall in the world's axes; zero where weight does not count [m/s^2].
        order
            Up to which derivative the acceleration is needed; beyond it, and beyond the first, rows of zeros
            count as not given.

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
        """Return the steady motion that is this one at this instant: see `is_steady`.

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
    """Bad data or a bad request, in one sentence: where, what was found, what was expected."""
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
    """Mass, centre and inertia about it of a rigid body, in the axes of one frame (its link's).

    Parameters
    ----------
    mass
        [kg]
    center
        Of mass, (3,) [m].
    inertia
        Axial-centrifugal, about the centre of mass, (3, 3) [kg m^2].

    Examples
    --------
    A rod along z, and twice of it, the other one beside it:

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
        """Return the same body where its frame stands in another one so.

        Parameters
        ----------
        xyz
            Of the frame's origin in the other one [m].
        rpy
            Its roll, pitch and yaw there [rad].
        """

    @property
    def center(self) -> Numbers:
        """Of mass, in the frame, (3,) [m]"""

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
        """Columns in the axes of the frame, (3, 3)"""

    @property
    def principal_moments(self) -> Numbers:
        """Of `inertia`, (3,) [kg m^2]"""

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
            How many, at most as many as there are; all that follow without it.

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
        """Joints of the robot that the table leaves out, which stand still at zero."""

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
    """A motion as a file gives it; `match` lays it out for a robot."""
    def __len__(self) -> int: ...
    @property
    def joints(self) -> dict[Any, Any]:
        """Rows q, q', ... of every joint by its name."""

    def match(self, robot: Robot, rows: int) -> MotionMatch:
        """Lay the table out for a robot.

        Parameters
        ----------
        robot
            The robot; joints that it lacks are refused, and those that the table lacks stand still.
        rows
            q, q', ...: how many of them are wanted of every joint.
        """

    @property
    def source(self) -> str:
        """The file, as sentences name it."""

    @property
    def times(self) -> Numbers:
        """(instants,) [s]"""

class MotorAlong:
    """What motors do along a motion that comes in parts: `motor`, with a memory.

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
        """Of the motion that drives it."""

    @property
    def home(self) -> Numbers:
        """T_i0, the body's frame, 4x4"""

    @property
    def is_revolute(self) -> bool:
        """Otherwise it is prismatic."""

    @property
    def joint(self) -> str:
        """Its name."""

    @property
    def mass(self) -> MassProperties:
        """Of all that moves with it, in the body's frame."""

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
    """A robot and all that acts on it: links, joints, payloads, loads, friction, drives, limits, gravity.

    Checked once and never changed afterwards, so any number of threads may share it; `replace` makes
    another one. It can be pickled.

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
        """How the root link moves."""

    @property
    def dof(self) -> int:
        """Number of columns of a motion."""

    @staticmethod
    def from_file(
        path: str | os.PathLike[str], urdf: str | os.PathLike[str] | None = None
    ) -> Robot:
        """Read a robot file (YAML): a URDF and what acts on the robot besides it.

        Parameters
        ----------
        path
            The robot file, or a plain URDF.
        urdf
            A URDF file, or a URDF itself (a string that begins with "<"), in place of the one that the
            robot file names.

        Returns
        -------
        Robot

        Raises
        ------
        Error
            For values that nothing can have and for joints and links that the robot lacks, with file and
            line.

        Examples
        --------
        >>> robot = hod.Robot.from_file("arm.yaml")  # doctest: +SKIP
        """

    @staticmethod
    def from_pinocchio(model: Any) -> Robot:
        """Take over a `pinocchio.Model` (Pinocchio 3 or 4) with all that `pinocchio.rnea` computes with.

        Gravity, armature (as rotors) and limits are taken over; friction and damping are kept and, as in
        rnea, do not count unless `replace(friction=True)` says so. Columns have the order of Pinocchio's
        joints; a continuous joint is one angle.

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

        Friction (`<dynamics>`) is read and does not count unless `replace(friction=True)` says so, as in
        every other library.

        Parameters
        ----------
        path_or_xml
            A file, or the URDF itself: a string that begins with "<".
        gravity
            Acceleration of free fall in the root link's frame [m/s^2].
        mass_distribution
            A YAML file or a `hod.mass.Distribution` that gives the links it names other mass properties.

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
        """A `Joint` for every joint that moves, mimics too, by name."""

    @property
    def link_names(self) -> list[str]:
        """All links, those joined by fixed joints too."""

    @property
    def loads(self) -> tuple[Load | LoadTable, ...]:
        """The wrenches that the robot exerts."""

    @property
    def masses(self) -> dict[Any, Any]:
        """Mass properties of every link by its name, in its own frame, without what it carries."""

    @property
    def name(self) -> str:
        """Of the URDF."""

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
        """Return the robot with something else acting on it; what is not given stays.

        Parameters
        ----------
        gravity
            Acceleration of free fall [m/s^2].
        payloads
            All that links carry: a list of `Payload`, empty for nothing.
        loads
            All wrenches that the robot exerts: a list of `Load` and `LoadTable`, empty for none.
        friction
            True or False: whether the joints' friction counts. A `Friction` for all joints, or a mapping of
            joint names to them, replaces theirs and counts.
        drives
            A `Drive` for all joints or a mapping of joint names to them. Rotors count at once.
        elastic
            Whether the springs of the drives count.
        limits
            A `Limits` for all joints or a mapping of joint names to them.
        base
            How the root link moves, a `BaseMotion`; for a motion that takes time, a steady one.

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
        """What was given but does not count, one sentence each: friction of a URDF, springs of rigid drives."""

    @property
    def warnings(self) -> list[str]:
        """What is suspicious but not wrong, a sentence each."""

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
        """Raise a sentence about it, with file and line."""

    @property
    def is_list(self) -> bool: ...
    @property
    def is_map(self) -> bool: ...
    def number(self) -> float:
        """A finite number."""

    def text(self) -> str: ...

class SettingsSection:
    """A map of a settings file, read key by key; a key that nobody asked for is refused at the end."""
    def __contains__(self, arg0: str) -> bool: ...
    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str: ...
    def fail(self, sentence: str, key: str | None = None) -> NoReturn:
        """Raise a sentence about this map, or about one of its keys."""

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""

    @property
    def folder(self) -> pathlib.Path:
        """Of the file: the names of other files count from it."""

    def integer(self, key: str, default: int | None = None, low: float = 0.0) -> int: ...
    def item(self, key: str) -> SettingsItem | None:
        """What is there, for keys of several kinds of values."""

    @property
    def keys(self) -> list[str]:
        """In the order of the file."""

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
        """A map inside, empty if it is not there."""

    def sections(self, key: str) -> list[SettingsSection]:
        """A list of maps inside, empty if not there."""

    def text(self, key: str, default: str | None = None) -> str: ...
    def texts(self, key: str, choices: Sequence[str] | None = None) -> list[str]:
        """A list of words, empty if it is not there."""

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
    """Scratch and results for calls in a loop: one state at a time, nothing allocated for it.

    It keeps the robot it was made from; what may change while a robot runs is set on it. Results are
    read-only views of its memory, which the next call overwrites. One thread at a time: give each
    thread its own.

    Parameters
    ----------
    robot
        The robot and all that acts on it.
    max_order
        Highest force derivative that will be asked of it, 0 to `MAX_ORDER`.

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
        """All five terms by themselves, unscaled, (order + 1, joints) each; zero if there is none."""

    def forces(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """Q, Q', ... up to `order` (default: `max_order`), (order + 1, joints); scales count."""

    @property
    def max_order(self) -> int:
        """Highest force derivative that it gives."""

    def reactions(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """Wrenches in the joints, (bodies, order + 1, 6), as `hod.reactions` has them."""

    @property
    def robot(self) -> Robot:
        """The robot it was made from."""

    def set_base_motion(self, motion: BaseMotion) -> None:
        """Set how the root link moves, a `BaseMotion`."""

    def set_gravity(self, gravity: ArrayLike) -> None:
        """Set the acceleration of free fall in the world's axes [m/s^2]."""

    def set_payload(self, payload: Payload) -> None:
        """Put a `Payload` on its link in place of all that the link carried; mass 0 puts it down."""

    def set_scales(
        self,
        *,
        inertia: float = 1.0,
        gravity: float = 1.0,
        load: float = 1.0,
        friction: float = 1.0,
        rotor: float = 1.0,
    ) -> None:
        """Set how much of each term counts; 0 switches one off."""

    def set_time(self, time: float) -> None:
        """Give every load that changes the wrench that its table has at a time [s]."""

    def set_wrench(self, load: int, wrench: ArrayLike) -> None:
        """Change the wrench of one of `robot.loads`, by its index: (6,), or (rows, 6) with derivatives."""

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
    """Acceleration energies; that of order p is half the integral of |r(p+1)|^2 dm.

    Order 0 is the kinetic energy. Payloads count, and rotors of rigid drives with the link that their
    joint moves.

    Parameters
    ----------
    robot
        The robot and all that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `max_order` + `derivatives` + 2 rows are needed, more are left unread.
    max_order
        Highest order.
    per_link
        Whether to tell the links apart, in the order of `robot.link_names`.
    derivatives
        Time derivatives of each energy, too; `max_order` + `derivatives` is at most `MAX_ORDER`.
    threads
        Cores to use, 0 for all. The interpreter lock is released meanwhile.
    bases
        How the base moves, a `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    (..., [derivatives + 1,] max_order + 1[, links]): entry p is the energy of order p, entry (a, p) its
    a-th derivative where derivatives are asked for [kg m^2/s^(2p+2+a)].

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
    """Every term of the joint forces by itself.

    Inertia, weight, loads and friction are 000 (152)-(155), (116), (130)-(132) and (157); static
    forces, 000 (115), are the weight and the loads.

    Parameters
    ----------
    robot
        The robot and all that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, more are left unread.
    order
        Highest derivative of the forces, 0 to `MAX_ORDER`.
    times
        One per state [s]; needed where a load comes from a table. With times, several states are a
        motion, for which a base of the robot's own must be steady: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released meanwhile.
    bases
        How the base moves, a `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    Terms under the names that `robot.term_names` has, each shaped like the result of `forces`:
    "inertia" and "gravity" (both with payloads), "load", "friction" and "rotor".

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

    What the actuators (with elastic drives, the springs) have to supply: the sum of `force_terms`
    (000 (150), (156), (160), (167)).

    Parameters
    ----------
    robot
        The robot and all that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, more are left unread.
    order
        Highest derivative of the forces, 0 to `MAX_ORDER`.
    times
        One per state [s]; needed where a load comes from a table. With times, several states are a
        motion, for which a base of the robot's own must be steady: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released meanwhile.
    bases
        How the base moves, a `BaseMotion` per state, in place of the robot's own base motion.

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
    link. Orders 0 and 1 are Pinocchio's `getFrameJacobian` and `getFrameJacobianTimeVariation` in
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

    The inverse of `operational_motion`: exact where J is square and regular, the smallest solution for
    redundant joints, least squares for too few. What is then left over is the residual.

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
        What is prescribed: "all", "linear" or "angular".
    point
        In the link's frame [m].
    threshold
        Singular values below this share of the largest one are damped,
    damping
        as far as this share of the largest one would.

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

    The rate of the one is the sum of all forces on the robot, of the other that of their moments.

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
    (..., order + 1, 6), linear first.

    Examples
    --------
    >>> hod.kinematics.momentum(hod.example_robot(), np.zeros((2, 5)), 0)
    array([[0., 0., 0., 0., 0., 0.]])
    """

def motion_columns(joints: Sequence[str], rows: int) -> list[str]: ...
def motion_table(columns: Sequence[str], blocks: Iterable[ArrayLike], source: str) -> MotionTable:
    """Make a motion table of named columns, time among them, and arrays (rows, columns) of them."""

def motor(
    robot: Robot,
    motion: ArrayLike,
    order: int = 2,
    times: ArrayLike | None = None,
    *,
    threads: int = 0,
    bases: Sequence[BaseMotion] | None = None,
) -> Motor:
    """What the motors of elastic drives do so that the links follow a motion.

    The springs carry Q = K (theta - q) + D (theta' - q'), the motors
    tau = B theta'' + Q + b theta' + c tanh(theta'/eps).

    Parameters
    ----------
    robot
        The robot and all that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, more are left unread.
    order
        Highest derivative of the forces, 2 to `MAX_ORDER`; torques follow to `order` - 2.
    times
        One per state [s]. A motion (instants, rows, joints) with times is one motion: damped springs
        remember what was before and are treated exactly. Otherwise each state stands for itself, and
        damping is a series in D/K, cut off at `order`. A base of the robot's own must be steady for a
        motion: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released meanwhile.
    bases
        How the base moves, a `BaseMotion` per state, in place of the robot's own base motion.

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
        Of the highest X, from 1.
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
    """Orientation of a link, a rotation matrix, and its derivatives.

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
    """Wrenches in the joints: what each parent exerts on the body below, with derivatives.

    Inertia, gravity and loads count; they are seen in the axes of the body that bears them and about
    its origin (000 (110), (111)).

    Parameters
    ----------
    robot
        The robot and all that acts on it.
    motion
        (..., rows, joints): row k is q's k-th derivative [rad/s^k or m/s^k], of one state or of any
        number of them; `order` + 3 rows are needed, more are left unread.
    order
        Highest derivative, 0 to `MAX_ORDER`.
    times
        One per state [s]; needed where a load comes from a table. With times, several states are a
        motion, for which a base of the robot's own must be steady: see `BaseMotion.is_steady`.
    threads
        Cores to use, 0 for all. The interpreter lock is released meanwhile.
    bases
        How the base moves, a `BaseMotion` per state, in place of the robot's own base motion.

    Returns
    -------
    (..., bodies, order + 1, 6): force, then moment. Body 0 is the base, whose row says what holds the
    robot; body i + 1 hangs on the i-th of `robot.joints`.

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
    """Read a motion table from what read() returns, bytes after bytes until they are empty."""

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
    """Read the sections of a robot file that stand inside of settings; with a robot, on top of it."""

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
