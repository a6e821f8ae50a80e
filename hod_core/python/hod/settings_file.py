# SPDX-License-Identifier: Apache-2.0
"""The YAML file of loads, payload, friction, drives and limits."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np
import yaml

from ._core import Error, MassProperties, Robot
from .arrays import Numbers
from .load_file import read_load_table
from .mass import Distribution
from .strict_yaml import Item, read_yaml
from .values import Drive, Friction, Limits, Load, LoadTable, Payload

SECTIONS = ("loads", "payload", "friction", "drive", "drives", "limits")

_FRICTION = {
    "viscous": 0.0,
    "coulomb": 0.0,
    "stribeck": 0.0,
    "stribeck_speed": None,
    "bearing_coefficient": 0.0,
    "bearing_radius": 0.0,
    "smoothing_speed": None,
    "smoothing_force": None,
}
"""The lowest value of each key; None: any above zero."""

_DRIVE = {
    "stiffness": None,
    "damping": 0.0,
    "motor_inertia": 0.0,
    "gear_ratio": None,
    "viscous_friction": 0.0,
    "coulomb_friction": 0.0,
    "smoothing_speed": None,
}

LIMITS = ("lower", "upper", "velocity", "effort", "effort_rate")
DRIVES = ("rigid", "elastic")

_POSITIONS = {"lower": -math.inf, "upper": math.inf}
_LOAD = ("link", "frame", "point", "force", "moment", "table")
_FRAMES = ("link", "world")
_PAYLOAD = ("link", "mass", "center", "inertia", "bodies")
_ORIGIN = (0.0, 0.0, 0.0)

_Value = TypeVar("_Value")

JointNumbers = dict[str, dict[str, float]]
"""Joint name to key to number."""


@dataclass(frozen=True)
class SettingsFile:
    """What a file says, checked for a robot; None for what it does not mention."""

    loads: tuple[Load | LoadTable, ...] | None = None
    payloads: tuple[Payload, ...] | None = None
    friction: dict[str, Friction] | None = None
    is_elastic: bool | None = None
    drives: dict[str, Drive] | None = None
    limits: dict[str, Limits] | None = None

    def on(self, robot: Robot) -> Robot:
        """Return the robot with all of it."""
        return robot.replace(
            loads=self.loads,
            payloads=self.payloads,
            friction=self.friction,
            elastic=self.is_elastic,
            drives=self.drives,
            limits=self.limits,
        )


def read_settings_file(path: str | os.PathLike[str], robot: Robot) -> SettingsFile:
    """Read and check a file."""
    document = read_yaml(path)
    sections = document.map(SECTIONS)
    reader = _Reader(robot, Path(path).parent)
    drives = _if_there(sections.get("drives"), reader.drives)
    is_elastic = _if_there(sections.get("drive"), lambda item: item.text(DRIVES) == "elastic")
    if is_elastic and not has_springs(drives):
        sections["drive"].fail("found 'elastic', expected the stiffness of a joint under 'drives'")
    return SettingsFile(
        loads=_if_there(sections.get("loads"), reader.loads),
        payloads=_if_there(sections.get("payload"), reader.payloads),
        friction=_if_there(sections.get("friction"), reader.friction),
        is_elastic=is_elastic,
        drives=drives,
        limits=_if_there(sections.get("limits"), reader.limits),
    )


def has_springs(drives: Mapping[str, Drive] | None) -> bool:
    """Whether any drive has a stiffness."""
    return any(math.isfinite(drive.stiffness) for drive in (drives or {}).values())


def _if_there(item: Item | None, read: Callable[[Item], _Value]) -> _Value | None:
    return None if item is None else read(item)


@dataclass(frozen=True)
class _Reader:
    robot: Robot
    folder: Path

    def numbers(self, item: Item, keys: Mapping[str, float | None]) -> JointNumbers:
        """Read {joint: {key: number}}, each at least its lowest value, or above zero."""
        result: JointNumbers = {}
        for joint, entries in item.map(self.robot.joints, "joint").items():
            result[joint] = {}
            for key, value in entries.map(keys).items():
                lowest = keys[key]
                result[joint][key] = (
                    value.number(above=0.0) if lowest is None else value.number(at_least=lowest)
                )
        return result

    def friction(self, item: Item) -> dict[str, Friction]:
        """Read what differs from the robot's own friction."""
        joints = self.robot.joints
        return {
            joint: replace(joints[joint].friction, **numbers)
            for joint, numbers in self.numbers(item, _FRICTION).items()
        }

    def drives(self, item: Item) -> dict[str, Drive]:
        return {joint: Drive(**numbers) for joint, numbers in self.numbers(item, _DRIVE).items()}

    def limits(self, item: Item) -> dict[str, Limits]:
        result: dict[str, Limits] = {}
        for joint, entries in item.map(self.robot.joints, "joint").items():
            items = entries.map(LIMITS)
            changes = {
                key: value.number(above=-math.inf if key in _POSITIONS else 0.0, infinite=True)
                for key, value in items.items()
            }
            bounds = [changes.get(key, fall) for key, fall in _POSITIONS.items()]
            if bounds[0] > bounds[1]:
                items["lower"].fail(f"found {bounds[0]}, expected at most upper, {bounds[1]}")
            result[joint] = replace(self.robot.joints[joint].limits, **changes)
        return result

    def loads(self, item: Item) -> tuple[Load | LoadTable, ...]:
        entries = item.list() if not item.is_map else [item]
        return tuple(
            self._load(entry.named(f"load {place}: ")) for place, entry in enumerate(entries, 1)
        )

    def _load(self, item: Item) -> Load | LoadTable:
        entries = item.map(_LOAD)
        link = self._link(item, entries)
        is_world = "frame" in entries and entries["frame"].text(_FRAMES) == "world"
        frame: Literal["link", "world"] = "world" if is_world else "link"
        point = entries["point"].numbers(3) if "point" in entries else _ORIGIN
        if "table" in entries:
            if "force" in entries or "moment" in entries:
                item.fail("found 'table' and a wrench, expected one of them")
            times, wrenches = read_load_table(self.folder / entries["table"].text())
            return LoadTable(link, times, wrenches, point=point, frame=frame)
        if "force" not in entries and "moment" not in entries:
            item.fail("found no wrench, expected 'force', 'moment' or 'table'")
        force, moment = (
            entries[key].numbers(3) if key in entries else _ORIGIN for key in ("force", "moment")
        )
        return Load(link, force, moment, point=point, frame=frame)

    def payloads(self, item: Item) -> tuple[Payload, ...]:
        entries = [item] if item.is_map else item.list()
        return tuple(self._payload(entry.named("payload: ")) for entry in entries)

    def _payload(self, item: Item) -> Payload:
        entries = item.map(_PAYLOAD)
        link = self._link(item, entries)
        if "bodies" in entries:
            if len(entries) > 2:
                item.fail("found 'bodies' and other keys, expected one or the others")
            return Payload.of(link, self._bodies(link, entries["bodies"]))
        if "mass" not in entries:
            item.fail("found no mass, expected 'mass' or 'bodies'")
        mass = entries["mass"].number(above=0.0)
        center = entries["center"].numbers(3) if "center" in entries else _ORIGIN
        inertia = _symmetric(entries["inertia"].numbers(6) if "inertia" in entries else (0.0,) * 6)
        flaw = MassProperties(mass, center, inertia).flaw
        if flaw is not None:
            entries.get("inertia", item).fail(f"found {flaw}, expected what a body can have")
        return Payload(link, mass, center, inertia)

    def _bodies(self, link: str, item: Item) -> MassProperties:
        """Read shapes as a mass distribution has them."""
        text = yaml.serialize(item.node)
        indented = "".join(f"    {line}\n" for line in text.splitlines())
        document = f"links:\n  {json.dumps(link)}:\n{indented}"
        try:
            return Distribution.from_string(document, "", self.folder).links[link].properties
        except Error as error:
            item.fail(re.sub(r"^:?\d*:? *(link '.*?', )?", "", str(error)))

    def _link(self, item: Item, entries: Mapping[str, Item]) -> str:
        if "link" not in entries:
            item.fail("found no link, expected the key 'link'")
        return entries["link"].text(self.robot.link_names)


def _symmetric(six: tuple[float, ...]) -> Numbers:
    xx, xy, xz, yy, yz, zz = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
