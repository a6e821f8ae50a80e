# SPDX-License-Identifier: Apache-2.0
"""Options that say what acts on the robot, what its drives are like and what its limits are."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Literal, TypeVar

from .. import Drive, Error, Friction, Robot
from ..settings_file import DRIVES, SettingsFile, has_springs, read_settings_file

_OF_THE_URDF = ""  # --friction without a file

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
        const=_OF_THE_URDF,
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


def with_force_options(arguments: argparse.Namespace, robot: Robot) -> Robot:
    """Return the robot with what the files that the options name say, each read once."""
    return _Files(arguments, robot).with_options()


def asks_for_limits(arguments: argparse.Namespace) -> bool:
    return bool(arguments.limits or arguments.limits_file or arguments.strict)


class _Files:
    def __init__(self, arguments: argparse.Namespace, robot: Robot) -> None:
        self._arguments = arguments
        self._robot = robot
        self._read: dict[str, SettingsFile] = {}

    def with_options(self) -> Robot:
        arguments = self._arguments
        drives = self._section(arguments.drive_file, "drives", lambda file: file.drives)
        return self._robot.replace(
            loads=self._section(arguments.load, "loads", lambda file: file.loads),
            payloads=self._section(arguments.payload, "payload", lambda file: file.payloads),
            friction=self._friction(),
            drives=drives,
            elastic=self._is_elastic(drives),
            limits=self._section(arguments.limits_file, "limits", lambda file: file.limits),
        )

    def _file(self, path: str | None) -> SettingsFile:
        if path is None:
            return SettingsFile()
        if path not in self._read:
            self._read[path] = read_settings_file(path, self._robot)
        return self._read[path]

    def _friction(self) -> dict[str, Friction] | Literal[True] | None:
        path = self._arguments.friction
        of_the_urdf = path == _OF_THE_URDF
        found = self._section(None if of_the_urdf else path, "friction", lambda file: file.friction)
        return True if found is None and of_the_urdf else found

    def _is_elastic(self, drives: dict[str, Drive] | None) -> bool:
        arguments = self._arguments
        if arguments.drive is None:
            said = self._file(arguments.drive_file).is_elastic
            is_elastic = self._file(arguments.settings).is_elastic if said is None else said
        else:
            is_elastic = arguments.drive == "elastic"
        if is_elastic and not has_springs(drives):
            arguments.usage(
                "found an elastic drive without stiffness, expected --drive-file or --settings "
                "with a file that gives it under 'drives'"
            )
        return bool(is_elastic)

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
