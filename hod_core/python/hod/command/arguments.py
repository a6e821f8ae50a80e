# SPDX-License-Identifier: Apache-2.0
"""Arguments that verbs share, and a parser that reports errors in one sentence."""

from __future__ import annotations

import argparse
import difflib
import math
import os
import pathlib
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from .. import MAX_ORDER, Error, Robot
from ..inputs import recording_files, settings_files
from ..output import check_writable
from ..urdf_text import urdf_text
from .report import say

_SETTINGS = ("robot", "mass_distribution", "config", "file")
_READ = ("motion", "urdf", "from_urdf", "data", *_SETTINGS)
_WRITTEN = ("out", "plot", "deviations")
_OPTIONS = {"data": "the recording", "file": "the mass distribution"}


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves examples unchanged and wraps the description."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


class Parser(argparse.ArgumentParser):
    """Exits with code 2 and one line for bad usage."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, **options)
        # The standard library's matcher takes "-1e-3" for an option.
        self._negative_number_matcher = re.compile(r"^-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}, see {self.prog} --help\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Reject unknown arguments here, so that the error names the verb."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            known = nearest(unknown[0].split("=")[0], self._option_string_actions)
            self.error(f"found {unknown[0]!r}, expected {known or 'no more arguments'}")
        return found, unknown


def nearest(word: str, known: Sequence[str] | Any) -> str | None:
    """Return the known word that was probably meant."""
    return next(iter(difflib.get_close_matches(word, list(known), 1, 0.6)), None)


class _Refused(argparse.Action):
    """An option of other verbs that has no effect here."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        _values: Any,
        option: str | None = None,
    ) -> NoReturn:
        parser.error(f"found {option}, which has no effect here, expected none")


def add_robot(parser: argparse.ArgumentParser, without: Sequence[str] = ()) -> None:
    """Add the robot options; those in `without`, which have no effect, are rejected."""

    def add(option: str, **settings: Any) -> None:
        refused = {"action": _Refused, "nargs": "*", "help": argparse.SUPPRESS}
        parser.add_argument(option, **(refused if option in without else settings))

    add(
        "--robot",
        metavar="F.yaml",
        help="the robot file: a URDF, what acts on the robot, its drives and its limits",
    )
    add(
        "--urdf",
        metavar="F",
        help="a URDF (- for stdin), on its own or in place of the robot file's",
    )
    add(
        "--gravity",
        nargs=3,
        type=finite_number,
        metavar=("X", "Y", "Z"),
        help="acceleration of free fall in the world's axes (default: the robot file's, or "
        "0 0 -9.81)",
    )
    add(
        "--mass-distribution",
        metavar="F.yaml",
        help="mass properties for the links that it names; for --urdf without --robot",
    )
    add(
        "--free-base",
        action="store_true",
        help="let the base of --urdf move: its three displacements and three angles become joints "
        "free.x, free.y, free.z, free.alpha, free.beta, free.gamma",
    )
    add(
        "--angles",
        metavar="AXES",
        help="rotation axes of a free base and of floating joints in --urdf, such as zyx (default: "
        "xyz with --free-base); their coordinates, and those of planar joints, become joints",
    )


def read_robot(arguments: argparse.Namespace) -> Robot:
    """Read the robot and print its warnings."""
    if arguments.robot is None and arguments.urdf is None:
        arguments.usage("found no robot, expected --robot or --urdf")
    if arguments.robot is not None and arguments.mass_distribution is not None:
        arguments.usage(
            "found --mass-distribution beside --robot, expected 'mass_distribution' in that file"
        )
    robot = _read_robot(arguments)
    if arguments.gravity is not None:
        robot = robot.replace(gravity=arguments.gravity)
    for warning in robot.warnings:
        say(f"warning: {warning}")
    return robot


def _read_robot(arguments: argparse.Namespace) -> Robot:
    urdf = arguments.urdf
    if urdf == "-":
        urdf = urdf_from_stdin()
    if arguments.free_base or arguments.angles is not None:
        if urdf is None:
            arguments.usage("found --free-base or --angles alone, expected --urdf with them")
        urdf = _with_free_joints(arguments, urdf)
    if arguments.robot is not None:
        return Robot.from_file(arguments.robot, urdf)
    return Robot.from_urdf(urdf, mass_distribution=arguments.mass_distribution)


def _with_free_joints(arguments: argparse.Namespace, urdf: str) -> str:
    from ..classic.free_body import has_free_joints, with_free_joints

    text = _text_of(urdf)
    if not arguments.free_base and not has_free_joints(text):
        arguments.usage(
            "found --angles for a URDF without floating and planar joints, expected one that has "
            "them, or --free-base"
        )
    axes = "xyz" if arguments.angles is None else arguments.angles
    return with_free_joints(text, axes, base="free" if arguments.free_base else None)


def _text_of(urdf: str) -> str:
    if urdf.startswith("<"):
        return urdf
    try:
        return urdf_text(pathlib.Path(urdf).read_bytes())
    except OSError:
        raise Error(f"{urdf}: found no readable file, expected a URDF") from None


def urdf_from_stdin() -> str:
    """Return stdin as text that cannot be taken for a path."""
    urdf = urdf_text(sys.stdin.buffer.read())
    return urdf if urdf.lstrip().startswith("<") else f"<{urdf}"


def refuse_moving_base(robot: Robot, what: str) -> None:
    """Reject a moving base before a table is begun."""
    if not robot.base.is_at_rest:
        raise Error(
            f"{robot.name}: found a base that moves, expected one at rest: {what} are those seen "
            "from the root link"
        )


def refuse_changing_base(robot: Robot, count: int, order: int, *, weighs: bool = True) -> None:
    """Refuse one instant of a base's motion for several of the joints, unless it is steady."""
    gravity = robot.gravity if weighs else (0.0, 0.0, 0.0)
    if count > 1 and not robot.base.is_steady(gravity, order):
        free_fall = " less free fall" if weighs else ""
        raise Error(
            f"{robot.name}: found a base at one instant of a motion that changes, expected a "
            f"steady one for a motion of {count} instants: in the base's own axes neither its "
            f"angular velocity nor its acceleration{free_fall} may change"
        )


def check_outputs(arguments: argparse.Namespace, written: Sequence[str] = _WRITTEN) -> None:
    """Reject one file for two outputs, an output that is also an input, or an unwritable one."""
    places = files_read(arguments)
    for option, path in _named(arguments, written):
        refuse_one_for_two(arguments, places, path, option)
        places[os.path.realpath(path)] = option
        check_writable(path)


def files_read(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the files that the arguments name, and those named in them, by what names them."""
    places: dict[str, str] = {}
    for option, path in _named(arguments, _SETTINGS):
        places |= dict.fromkeys(settings_files(path), f"{option} (which reads it)")
    for option, path in _named(arguments, ("motion", "data")):
        places |= dict.fromkeys(recording_files(path), f"{option} (which reads it)")
    return places | {os.path.realpath(path): option for option, path in _named(arguments, _READ)}


def refuse_one_for_two(
    arguments: argparse.Namespace, places: dict[str, str], path: str, option: str
) -> None:
    """Reject a path that already has another purpose."""
    other = places.get(os.path.realpath(path))
    if other is not None:
        arguments.usage(f"found {path} for {other} and {option}, expected a file for each")


def _named(arguments: argparse.Namespace, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield options and the files given for them."""
    for name in names:
        path = getattr(arguments, name, None)
        if path not in (None, "-"):
            yield _OPTIONS.get(name, f"--{name.replace('_', '-')}"), path


def finite_number(text: str) -> float:
    """Convert an argument to a finite number."""
    number = _number(text)
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a finite number")
    return number


def positive(text: str) -> float:
    """Convert an argument to a number above zero."""
    number = finite_number(text)
    if number <= 0.0:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a number above 0")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def order_up_to(highest: int) -> Callable[[str], int]:
    """Return a converter for orders from 0 to the highest."""

    def read(text: str) -> int:
        if text not in [str(order) for order in range(highest + 1)]:
            raise argparse.ArgumentTypeError(f"found {text!r}, expected 0 to {highest}")
        return int(text)

    return read


force_order = order_up_to(MAX_ORDER)


def chosen(
    arguments: argparse.Namespace, option: str, known: Sequence[str], default: Sequence[str] = ()
) -> list[str]:
    """Return the names that an option lists, each once; each must exist in the robot."""
    names: list[str] = getattr(arguments, option.lstrip("-"))
    if not names:
        return list(default or known)
    for name in names:
        if name not in known:
            expected = nearest(name, known) or f"one of {', '.join(known)}"
            raise Error(f"{option}: found {name!r}, expected {expected}")
        if names.count(name) > 1:
            raise Error(f"{option}: found {name!r} {names.count(name)} times, expected it once")
    return names
