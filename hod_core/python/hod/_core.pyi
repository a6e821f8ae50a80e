# SPDX-License-Identifier: Apache-2.0
"""The compiled part of hod."""

import os
from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from .arrays import Numbers
from .mass import Distribution

Path = str | os.PathLike[str]

MAX_ORDER: int
"""Highest force derivative."""

class Error(ValueError):
    """Bad data or a bad request, in one sentence: where, what was found, what was expected."""

class Model:
    """A checked tree of joints and bodies. Never changes, so any number of threads may share it."""

    @staticmethod
    def from_urdf(
        path_or_xml: Path,
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        mass_distribution: Path | Distribution | None = None,
    ) -> Model:
        """Read a URDF file, or a URDF itself: a string that begins with "<".

        `gravity` is the acceleration of free fall in the root link's frame; `mass_distribution`
        (YAML) gives the links it names other mass properties.
        """

    @staticmethod
    def from_pinocchio(
        pinocchio_model: Any,
        gravity: ArrayLike | None = None,
        mass_distribution: Path | Distribution | None = None,
    ) -> Model:
        """Take over a `pinocchio.Model`, with its gravity unless another is given.

        Columns have the order of Pinocchio's joints; a continuous joint is one angle.
        """

    def with_gravity(self, gravity: ArrayLike) -> Model:
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

def forces(model: Model, motion: ArrayLike, order: int = 2, *, threads: int = 0) -> Numbers:
    """Joint forces Q and their time derivatives up to `order`.

    `motion` (rows, joints) gives (order + 1, joints); (states, rows, joints) gives (states,
    order + 1, joints), computed without the interpreter lock on `threads` cores (0: all). Row k of
    a motion is q's k-th derivative; order + 3 rows are needed, more are left unread. A motion in
    C-contiguous doubles is read in place. Any number of threads may call this.
    """

def force_terms(
    model: Model, motion: ArrayLike, order: int = 2, *, threads: int = 0
) -> dict[str, Numbers]:
    """The summands of `forces`, each in its shape: "inertia" and "gravity"."""

class Workspace:
    """Scratch and results for calls in a loop: one state at a time without memory allocation.

    Results are views of the workspace's memory, which the next call overwrites. One thread at a
    time: give each thread its own.
    """

    def __init__(self, model: Model, max_order: int = 2) -> None: ...
    @property
    def model(self) -> Model: ...
    @property
    def max_order(self) -> int: ...
    def set_gravity(self, gravity: ArrayLike) -> None: ...
    def forces(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """Q and its derivatives up to `order` (default: `max_order`), a view of the results."""

    def inertia_forces(self, motion: ArrayLike, order: int | None = None) -> Numbers:
        """The same without gravity."""

class MotionMatch:
    """A table's joints in the order of a model's columns."""

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
    def match(self, model: Model, rows: int) -> MotionMatch:
        """Lay the table out for a model, `rows` derivatives of every joint."""

def read_motion(path: Path) -> MotionTable:
    """Read a motion table: CSV with the columns `time,<joint>.q,<joint>.d1q,<joint>.d2q,...`."""

def parse_motion(text: bytes, source: str) -> MotionTable:
    """Read a motion table from its text; `source` stands for the file name in error sentences."""

def force_columns(joints: Sequence[str], order: int) -> list[str]: ...
def motion_columns(joints: Sequence[str], rows: int) -> list[str]: ...
def energy_columns(max_order: int, links: Sequence[str] = ()) -> list[str]: ...
def table_header(columns: Sequence[str]) -> bytes: ...
def table_rows(times: ArrayLike, values: ArrayLike) -> bytes: ...

class OutputFile:
    """A file that appears whole on `commit`, or not at all."""

    def __init__(self, path: Path) -> None: ...
    def write(self, text: bytes, /) -> None: ...
    def commit(self) -> None: ...
    def discard(self) -> None: ...

class MassValues:
    """Mass, centre of mass and inertia about it, in a link's frame."""

    def __init__(self, mass: float, center: ArrayLike, inertia: ArrayLike) -> None: ...

class JointDescription:
    """A joint before any of it has been checked."""

    axis: ArrayLike
    damping: float
    friction: float

    def __init__(self, name: str, type: str, parent: str, child: str) -> None: ...
    def set_origin(self, rotation: ArrayLike, translation: ArrayLike) -> None: ...
    def set_limits(self, lower: float, upper: float, effort: float, velocity: float) -> None: ...
    def set_mimic(self, master: str, multiplier: float, offset: float) -> None: ...

class ModelDescription:
    """What a robot is made of, before any of it has been checked."""

    def __init__(self, source: str, name: str) -> None: ...
    def add_link(self, name: str, mass: MassValues) -> None: ...
    def add_joint(self, joint: JointDescription) -> None: ...
