# SPDX-License-Identifier: Apache-2.0
"""What acts on a robot besides inertia and gravity, and what its drives are like."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ._core import ElasticDrive, Robot
from .arrays import Numbers
from .settings_file import JointNumbers, of_key, read_settings_file
from .terms import Friction, Load, LoadTable, Payload, Rotors, force_terms


@dataclass(frozen=True)
class ForceSettings:
    """Loads, payloads, friction and drives; nothing of any of them by default."""

    loads: tuple[Load | LoadTable, ...] = ()
    payloads: tuple[Payload, ...] = ()
    friction: Friction | None = None
    rotors: Rotors | None = None
    drive: ElasticDrive | None = None
    """None for rigid drives."""

    @classmethod
    def from_yaml(cls, robot: Robot, path: str | os.PathLike[str]) -> ForceSettings:
        """Read a settings file; what it says about limits is left to `Limits.from_yaml`."""
        file = read_settings_file(path, robot)
        settings = cls(file.loads or (), file.payloads or (), file.friction)
        return settings.with_drives(robot, file.drives, bool(file.is_elastic))

    def with_drives(
        self, robot: Robot, drives: JointNumbers | None, is_elastic: bool
    ) -> ForceSettings:
        """Return them with other drives: of elastic ones the motors are behind the springs."""
        if is_elastic:
            return replace(self, rotors=None, drive=_elastic_drive(robot, drives or {}))
        inertia = of_key(drives, "motor_inertia")
        if not inertia:
            return replace(self, rotors=None, drive=None)
        rotors = Rotors(inertia=inertia, gear_ratio=of_key(drives, "gear_ratio"))
        return replace(self, rotors=rotors, drive=None)

    @property
    def remembers(self) -> bool:
        """Whether motor torques depend on what was before: damped springs make them."""
        drive = self.drive
        return drive is not None and bool(
            ((drive.damping > 0.0) & np.isfinite(drive.stiffness)).any()
        )

    @property
    def term_names(self) -> list[str]:
        """The keys of `terms`."""
        given = {"load": self.loads, "friction": self.friction, "rotor": self.rotors}
        return ["inertia", "gravity", *(name for name, value in given.items() if value)]

    def terms(
        self, robot: Robot, motion: Numbers, order: int, times: Numbers | None = None
    ) -> dict[str, Numbers]:
        """Return every term of what the joints need, each (instants, order + 1, joints)."""
        return force_terms(
            robot,
            motion,
            order,
            loads=self.loads,
            friction=self.friction,
            rotors=self.rotors,
            payloads=self.payloads,
            times=times,
        )


def _elastic_drive(robot: Robot, drives: JointNumbers) -> ElasticDrive:
    """Return the drive as the joints feel it; joints without stiffness are rigid."""

    def of_each(key: str, default: float) -> Numbers:
        return _of_each_joint(robot, of_key(drives, key), default)

    return ElasticDrive(
        of_each("stiffness", math.inf),
        damping=of_each("damping", 0.0),
        inertia=of_each("motor_inertia", 0.0) * of_each("gear_ratio", 1.0) ** 2,
        viscous_friction=of_each("viscous_friction", 0.0),
        coulomb_friction=of_each("coulomb_friction", 0.0),
        smoothing_speed=of_each("smoothing_speed", 0.01),
        joints=robot.dof,
    )


def _of_each_joint(robot: Robot, numbers: Mapping[str, float], default: float) -> Numbers:
    return np.array([numbers.get(joint, default) for joint in robot.joint_names])
