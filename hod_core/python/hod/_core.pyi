# SPDX-License-Identifier: Apache-2.0
"""The compiled part of hod."""

import os
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core_accelerometer import Accelerometer as Accelerometer
from ._core_accelerometer import FixedLagWindow as FixedLagWindow
from ._core_accelerometer import JointRecording as JointRecording
from ._core_accelerometer import MotionRecovery as MotionRecovery
from ._core_accelerometer import RecoveryOptions as RecoveryOptions
from ._core_accelerometer import SensorRecording as SensorRecording
from ._core_accelerometer import bias_at_rest as bias_at_rest
from ._core_accelerometer import integrated_motion as integrated_motion
from ._core_accelerometer import predicted_readings as predicted_readings
from ._core_accelerometer import recover_motion as recover_motion
from ._core_drive import ElasticDrive as ElasticDrive
from ._core_limits import check_limits as check_limits
from ._core_limits import largest_speed_up as largest_speed_up
from ._core_limits import motors_remember as motors_remember
from ._core_motion import PiecewisePolynomial as PiecewisePolynomial
from ._core_motion import from_jerk_sections as from_jerk_sections
from ._core_motion import interpolate_accelerations as interpolate_accelerations
from ._core_motion import interpolate_positions as interpolate_positions
from ._core_motion import interpolate_waypoints as interpolate_waypoints
from ._core_smoothing import SmoothedSignal as SmoothedSignal
from ._core_smoothing import SmoothingOptions as SmoothingOptions
from ._core_smoothing import SmoothingReport as SmoothingReport
from ._core_smoothing import smooth as smooth
from ._core_terms import Load as Load
from ._core_terms import force_terms as force_terms
from .arrays import Numbers

Path = str | os.PathLike[str]

MAX_ORDER: int
"""Highest force derivative."""

class Error(ValueError):
    """Bad data or a bad request, in one sentence: where, what was found, what was expected."""

class Robot:
    """A checked tree of joints and bodies. Never changes, so any number of threads may share it."""

    @staticmethod
    def from_urdf(
        path_or_xml: Path,
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        mass_distribution: Path | MassDistribution | None = None,
    ) -> Robot:
        """Read a URDF file, or a URDF itself: a string that begins with "<".

        `gravity` is the acceleration of free fall in the root link's frame; `mass_distribution`
        (YAML) gives the links it names other mass properties.
        """

    @staticmethod
    def from_pinocchio(
        pinocchio_model: Any,
        gravity: ArrayLike | None = None,
        mass_distribution: Path | MassDistribution | None = None,
    ) -> Robot:
        """Take over a `pinocchio.Robot`, with its gravity unless another is given.

        Columns have the order of Pinocchio's joints; a continuous joint is one angle.
        """

    def with_gravity(self, gravity: ArrayLike) -> Robot:
        """Return the same robot under another gravity."""

    @property
    def name(self) -> str: ...
    @property
    def dof(self) -> int:
        """Number of columns of a motion."""

    @property
    def joint_names(self) -> list[str]:
        """Joints in the order of a motion's columns."""

    @property
    def prismatic(self) -> list[bool]:
        """Whether each joint slides; it turns otherwise."""

    @property
    def link_names(self) -> list[str]: ...
    @property
    def gravity(self) -> Numbers: ...
    @property
    def warnings(self) -> list[str]:
        """What is suspicious but not wrong (inertias that no body can have), a sentence each."""

    @property
    def lower_limits(self) -> Numbers:
        """Lowest positions, -inf where there is no limit."""

    @property
    def upper_limits(self) -> Numbers: ...
    @property
    def velocity_limits(self) -> Numbers: ...
    @property
    def effort_limits(self) -> Numbers: ...
    @property
    def damping(self) -> Numbers: ...
    @property
    def friction(self) -> Numbers: ...

def forces(robot: Robot, motion: ArrayLike, order: int = 2, *, threads: int = 0) -> Numbers:
    """Joint forces Q and their time derivatives up to `order`.

    `motion` (rows, joints) gives (order + 1, joints); (states, rows, joints) gives (states,
    order + 1, joints), computed without the interpreter lock on `threads` cores (0: all). Row k of
    a motion is q's k-th derivative; order + 3 rows are needed, more are left unread. A motion in
    C-contiguous doubles is read in place. Any number of threads may call this.
    """

class BaseMotion:
    """How something else carries the root link at one instant; what is left out is zero."""

    def __init__(
        self,
        *,
        rotation: ArrayLike | None = None,
        angular_velocity: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
    ) -> None:
        """Row k of a vector is its k-th derivative.

        `rotation` takes the root link's components to the world's, in which gravity is constant.
        `angular_velocity` is in the root link's axes, as a gyroscope on it has it [rad/s^(1+k)];
        `acceleration` [m/s^(2+k)] and `velocity` [m/s] are those of its origin in the world's.
        """

class Workspace:
    """Scratch and results for calls in a loop: one state at a time without memory allocation.

    Results are views of the workspace's memory, which the next call overwrites. One thread at a
    time: give each thread its own.
    """

    def __init__(self, robot: Robot, max_order: int = 2) -> None: ...
    @property
    def robot(self) -> Robot: ...
    @property
    def max_order(self) -> int: ...
    def set_gravity(self, gravity: ArrayLike) -> None: ...
    def set_base_motion(self, motion: BaseMotion) -> None: ...
    def forces(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """Q and its derivatives up to `order` (default: `max_order`), a view of the results."""

    def inertia_forces(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """The same without gravity."""

class MotionMatch:
    """A table's joints in the order of a robot's columns."""

    @property
    def still(self) -> list[str]:
        """Joints that the table leaves out; they stand still at zero."""

    def gather(self, first: int = 0, count: int | None = None) -> Numbers:
        """Motion of `count` instants from `first` on, (instants, rows, joints)."""

class MotionTable:
    """A motion as a file gives it."""

    @property
    def source(self) -> str: ...
    @property
    def times(self) -> Numbers: ...
    @property
    def joints(self) -> dict[str, int]:
        """Number of rows (q, q', ...) of every joint."""

    def __len__(self) -> int: ...
    def match(self, robot: Robot, rows: int) -> MotionMatch:
        """Lay the table out for a robot, `rows` derivatives of every joint."""

def read_motion(path: Path) -> MotionTable:
    """Read a motion table: CSV with the columns `time,<joint>.q,<joint>.d1q,<joint>.d2q,...`."""

def parse_motion(text: bytes, source: str) -> MotionTable:
    """Read a motion table from its text; `source` stands for the file name in error sentences."""

def force_columns(joints: Sequence[str], order: int) -> list[str]: ...
def motion_columns(joints: Sequence[str], rows: int) -> list[str]: ...
def energy_columns(
    max_order: int, links: Sequence[str] = (), derivatives: int = 0
) -> list[str]: ...
def table_header(columns: Sequence[str]) -> bytes: ...
def table_rows(times: ArrayLike, values: ArrayLike) -> bytes: ...

class OutputFile:
    """A file that appears whole on `commit`, or not at all."""

    def __init__(self, path: Path) -> None: ...
    def write(self, text: bytes, /) -> None: ...
    def commit(self) -> None: ...
    def discard(self) -> None: ...

class JointDescription:
    """A joint before any of it has been checked."""

    axis: ArrayLike
    damping: float
    friction: float

    def __init__(self, name: str, type: str, parent: str, child: str) -> None: ...
    def set_origin(self, rotation: ArrayLike, translation: ArrayLike) -> None: ...
    def set_limits(self, lower: float, upper: float, effort: float, velocity: float) -> None: ...
    def set_mimic(self, master: str, multiplier: float, offset: float) -> None: ...

class RobotDescription:
    """What a robot is made of, before any of it has been checked."""

    def __init__(self, source: str, name: str) -> None: ...
    def add_link(self, name: str, mass: MassProperties) -> None: ...
    def add_joint(self, joint: JointDescription) -> None: ...

class MassProperties:
    """Mass, centre and spread of a rigid body, in the axes of one frame (usually its link's)."""

    def __init__(self, mass: float, center: ArrayLike, inertia: ArrayLike) -> None:
        """Take the mass, the centre of mass and the inertia I about it."""

    @staticmethod
    def from_pseudo(pseudo: ArrayLike) -> MassProperties:
        """Read a 4x4 pseudo-inertia about the frame's origin."""

    @property
    def mass(self) -> float: ...
    @property
    def center(self) -> Numbers: ...
    @property
    def inertia(self) -> Numbers:
        """Axial-centrifugal tensor I about the centre of mass."""

    @property
    def planar(self) -> Numbers:
        """Planar-centrifugal tensor I_p about the centre of mass."""

    @property
    def inertia_about_origin(self) -> Numbers: ...
    @property
    def planar_about_origin(self) -> Numbers: ...
    @property
    def pseudo(self) -> Numbers:
        """4x4 pseudo-inertia about the frame's origin."""

    @property
    def principal_moments(self) -> Numbers:
        """Eigenvalues of I, ascending."""

    @property
    def principal_axes(self) -> Numbers:
        """Right-handed unit eigenvectors of I, in columns."""

    @property
    def flaw(self) -> str | None:
        """Why no body can have these properties; None if one can."""

    def at(
        self, xyz: ArrayLike = (0.0, 0.0, 0.0), rpy: ArrayLike = (0.0, 0.0, 0.0)
    ) -> MassProperties:
        """Return them seen from a frame in which their own has this pose."""

    def __add__(self, other: MassProperties) -> MassProperties: ...
    def __sub__(self, other: MassProperties) -> MassProperties: ...

def planar_from_axial(axial: ArrayLike) -> Numbers:
    """Return I_p = tr(I)/2 1 - I."""

def axial_from_planar(planar: ArrayLike) -> Numbers:
    """Return I = tr(I_p) 1 - I_p."""

def rotation_from_rpy(rpy: ArrayLike) -> Numbers: ...

class HomogeneousBody:
    """A shape of one material, somewhere on a link."""

    def __init__(
        self,
        shape: str,
        dimensions: dict[str, Any],
        density: float | None,
        mass: float | None,
        xyz: ArrayLike,
        rpy: ArrayLike,
        sign: int,
    ) -> None: ...
    @property
    def shape(self) -> str: ...
    @property
    def dimensions(self) -> dict[str, Any]: ...
    @property
    def extent(self) -> int: ...
    @property
    def density(self) -> float | None: ...
    @property
    def mass(self) -> float | None: ...
    @property
    def xyz(self) -> Numbers: ...
    @property
    def rpy(self) -> Numbers: ...
    @property
    def sign(self) -> int: ...
    @property
    def properties(self) -> MassProperties: ...
    @property
    def corners(self) -> tuple[Numbers, NDArray[np.uint32]]: ...
    def moved(self, xyz: ArrayLike, rpy: ArrayLike) -> HomogeneousBody: ...
    def negated(self) -> HomogeneousBody: ...

def shape_names() -> list[str]: ...
def sum_of_bodies(bodies: Sequence[HomogeneousBody]) -> MassProperties: ...

class LinkDistribution:
    """How mass is spread over one link."""

    @property
    def name(self) -> str: ...
    @property
    def bodies(self) -> list[HomogeneousBody]: ...
    @property
    def contributions(self) -> list[MassProperties]: ...
    @property
    def properties(self) -> MassProperties: ...

class MassDistribution:
    """Bodies on the links of a robot, and the mass properties that follow from them."""

    @overload
    def __init__(
        self, links: Sequence[tuple[str, Sequence[HomogeneousBody]]], source: str
    ) -> None: ...
    @overload
    def __init__(self, other: MassDistribution) -> None: ...
    @property
    def source(self) -> str: ...
    @property
    def parts(self) -> list[LinkDistribution]: ...
    @property
    def warnings(self) -> list[str]: ...

def read_distribution(path: Path) -> MassDistribution: ...
def parse_distribution(yaml: str, source: str, directory: Path) -> MassDistribution: ...
def energies(
    robot: Robot,
    motion: ArrayLike,
    max_order: int = 4,
    per_link: bool = False,
    derivatives: int | None = None,
) -> Numbers:
    """Acceleration energies; entry p is that of order p, half the integral of |r(p+1)|^2 dm.

    Order 0 is the kinetic energy. `motion` (rows, joints) gives (max_order + 1,), (states, rows,
    joints) gives (states, max_order + 1); `per_link` adds a last dimension in the order of
    `robot.link_names`. With `derivatives`, entry (a, p) is the a-th time derivative of order p,
    a = 0 ... derivatives. max_order + derivatives + 2 rows are needed.
    """

MAX_KINEMATICS_ORDER: int
"""Highest derivative of a motion in kinematics."""

def jacobian(
    robot: Robot, motion: ArrayLike, link: str, order: int, point: ArrayLike
) -> Numbers: ...
def point_motion(
    robot: Robot, motion: ArrayLike, link: str, order: int, point: ArrayLike
) -> Numbers: ...
def orientation(robot: Robot, motion: ArrayLike, link: str, order: int) -> Numbers: ...
def operational_motion(
    robot: Robot, motion: ArrayLike, link: str, order: int, point: ArrayLike
) -> Numbers: ...
def joint_motion(
    robot: Robot,
    position: ArrayLike,
    operational: ArrayLike,
    link: str,
    rows: str,
    point: ArrayLike,
    threshold: float,
    damping: float,
) -> tuple[Numbers, Numbers, Numbers, int, bool]: ...
def momentum(robot: Robot, motion: ArrayLike, order: int, about: ArrayLike) -> Numbers: ...
def kinetic_energy(robot: Robot, motion: ArrayLike, order: int) -> Numbers: ...
def mass_moment(robot: Robot, motion: ArrayLike, order: int) -> Numbers: ...
def classic_differential_matrix(
    robot: Robot, position: ArrayLike, link: str, columns: Sequence[int]
) -> Numbers: ...
def classic_mass_matrix(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_v_column(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_d_matrix(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_h_matrix(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_k_column(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_k_star_column(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_n_matrix(
    robot: Robot, position: ArrayLike, vectors: Sequence[ArrayLike]
) -> Numbers: ...
def classic_energy_by_trace(robot: Robot, motion: ArrayLike, p: int) -> Numbers: ...
def classic_energy_derivatives(robot: Robot, motion: ArrayLike, p: int, order: int) -> Numbers: ...
def classic_energy_by_parts(
    robot: Robot, motion: ArrayLike, p: int, mixed_term: bool
) -> Numbers: ...
def classic_energy_by_rotation(robot: Robot, motion: ArrayLike, p: int) -> Numbers: ...
def classic_energy_explicit(robot: Robot, motion: ArrayLike, p: int) -> Numbers: ...
def classic_energy_by_matrices(robot: Robot, motion: ArrayLike, p: int) -> float: ...
def classic_energy_by_partitions(robot: Robot, motion: ArrayLike, p: int) -> float: ...
def classic_explicit_rotational_energy(p: int, rates: ArrayLike, planar: ArrayLike) -> float: ...
def classic_forces_by_leibniz(robot: Robot, motion: ArrayLike, order: int) -> Numbers: ...
def classic_forces_by_matrices(robot: Robot, motion: ArrayLike, order: int) -> Numbers: ...
def classic_gravity_forces(robot: Robot, motion: ArrayLike, order: int) -> Numbers: ...
def classic_energy_gradient(robot: Robot, motion: ArrayLike, p: int, a: int, m: int) -> Numbers: ...
def classic_generalized_force(
    robot: Robot, motion: ArrayLike, k: int, m: int, coefficients: Sequence[float]
) -> Numbers: ...
def classic_generalized_momentum(robot: Robot, motion: ArrayLike, k: int, m: int) -> Numbers: ...
def classic_force_by_tsenov_mangeron(robot: Robot, motion: ArrayLike, k: int) -> Numbers: ...
def classic_force_by_partial_derivatives(robot: Robot, motion: ArrayLike, k: int) -> Numbers: ...
def classic_gravity_force_by_lemma(robot: Robot, motion: ArrayLike, k: int, m: int) -> Numbers: ...
def classic_exact_coefficients(k: int) -> list[float]: ...
def classic_printed_coefficients(k: int) -> list[float]: ...
def classic_revolute_energy(inertia: float, motion: ArrayLike, p: int) -> float: ...
def classic_revolute_force(
    inertia: float, weight_moment: float, phase: float, motion: ArrayLike, k: int
) -> float: ...
