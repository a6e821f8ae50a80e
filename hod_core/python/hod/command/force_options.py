# SPDX-License-Identifier: Apache-2.0
"""Options that say what acts on the robot, what its drives are like and what its limits are."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from .. import Error, Robot
from ..force_settings import ForceSettings
from ..limits import Limits
from ..settings_file import DRIVES, SettingsFile, of_key, read_settings_file
from ..terms import Friction
from .report import say

_OF_THE_MODEL = ""  # --friction without a file

_Section = TypeVar("_Section")


def add_force_options(parser: argparse.ArgumentParser) -> None:
    """Add them; docs/forces.md describes the files."""
    options = parser.add_argument_group("what else acts, and the drives")
    options.add_argument(
        "--settings", metavar="F.yaml", help="all that this file says of the following"
    )
    options.add_argument("--load", metavar="F.yaml", help="loads, from the file's 'loads'")
    options.add_argument(
        "--payload", metavar="F.yaml", help="what a link carries, from its 'payload'"
    )
    options.add_argument(
        "--friction",
        nargs="?",
        const=_OF_THE_MODEL,
        help="friction, from its 'friction'; without a file from the URDF's <dynamics>",
        metavar="F.yaml",
    )
    options.add_argument(
        "--drive", choices=DRIVES, help="rigid or elastic (default: what the file says, or rigid)"
    )
    options.add_argument("--drive-file", metavar="F.yaml", help="the drives, from its 'drives'")
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--limits",
        action="store_true",
        help="compare with the limits of the URDF, or of --limits-file or --settings, and say the "
        "largest speed-up that keeps them",
    )
    limits.add_argument("--limits-file", metavar="F.yaml", help="limits, from its 'limits'")
    limits.add_argument("--strict", action="store_true", help="exit with 1 if a limit is not kept")


@dataclass(frozen=True)
class ForceOptions:
    """What the options say."""

    settings: ForceSettings
    limits: Limits | None
    """None if nobody asked."""


def read_force_options(arguments: argparse.Namespace, robot: Robot) -> ForceOptions:
    """Read the files that the options name, each once."""
    return _Files(arguments, robot).options()


class _Files:
    def __init__(self, arguments: argparse.Namespace, robot: Robot) -> None:
        self._arguments = arguments
        self._robot = robot
        self._read: dict[str, SettingsFile] = {}

    def options(self) -> ForceOptions:
        arguments = self._arguments
        settings = ForceSettings(
            self._section(arguments.load, "loads", lambda file: file.loads) or (),
            self._section(arguments.payload, "payload", lambda file: file.payloads) or (),
            self._friction(),
        )
        return ForceOptions(self._with_drives(settings), self._limits())

    def _file(self, path: str | None) -> SettingsFile:
        if path is None:
            return SettingsFile()
        if path not in self._read:
            self._read[path] = read_settings_file(path, self._robot)
        return self._read[path]

    def _friction(self) -> Friction | None:
        path = self._arguments.friction
        of_the_model = path == _OF_THE_MODEL
        found = self._section(
            None if of_the_model else path, "friction", lambda file: file.friction
        )
        return Friction.of(self._robot) if found is None and of_the_model else found

    def _with_drives(self, settings: ForceSettings) -> ForceSettings:
        arguments = self._arguments
        drives = self._section(arguments.drive_file, "drives", lambda file: file.drives)
        if arguments.drive is None:
            said = self._file(arguments.drive_file).is_elastic
            is_elastic = self._file(arguments.settings).is_elastic if said is None else said
        else:
            is_elastic = arguments.drive == "elastic"
        if is_elastic and not of_key(drives, "stiffness"):
            arguments.usage(
                "found an elastic drive without stiffness, expected --drive-file or --settings "
                "with a file that gives it under 'drives'"
            )
        return settings.with_drives(self._robot, drives, bool(is_elastic))

    def _limits(self) -> Limits | None:
        arguments = self._arguments
        if not (arguments.limits or arguments.limits_file or arguments.strict):
            return None
        changes = self._section(arguments.limits_file, "limits", lambda file: file.limits)
        limits = Limits.of(self._robot, changes)
        for note in limits.notes:
            say(f"warning: {note}")
        return limits

    def _section(
        self, path: str | None, name: str, of: Callable[[SettingsFile], _Section | None]
    ) -> _Section | None:
        """Return one section of a file that must have it; without a file that of --settings."""
        if path is None:
            return of(self._file(self._arguments.settings))
        found = of(self._file(path))
        if found is None:
            raise Error(f"{path}: found no '{name}', expected that key")
        return found
