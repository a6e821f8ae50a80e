# SPDX-License-Identifier: Apache-2.0
"""Arguments of launch files, of which none is ignored silently."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity
from launch.actions import (
    DeclareLaunchArgument,
    OpaqueFunction,
    PopLaunchConfigurations,
    PushLaunchConfigurations,
)

SWITCH = ("true", "false")
NONE = "none"
"""Stands for an empty value, which `ros2 launch` takes from no command line."""

Given = Mapping[str, str]
Start = Callable[[Given], list[LaunchDescriptionEntity]]


@dataclass(frozen=True)
class Argument:
    """An argument and the modes in which it does something."""

    name: str
    description: str
    default: str | None = None
    """None: it has to be given."""
    choices: Sequence[str] = ()
    modes: Sequence[str] = ()
    """Empty: all."""
    is_file: bool = False
    may_be_none: bool = False
    is_positive: bool = False
    """Whether it is a number above zero."""

    def value_of(self, given: str) -> str:
        """Return what a word stands for."""
        return "" if self.may_be_none and given == NONE else given

    def declared(self) -> DeclareLaunchArgument:
        """Return what --show-args shows."""
        where = f" (mode {', '.join(self.modes)})" if self.modes else ""
        return DeclareLaunchArgument(
            self.name,
            default_value=self.default,
            description=self.description + where,
            choices=list(self.choices) or None,
        )


def launch_description(file: str, arguments: Sequence[Argument], start: Start) -> LaunchDescription:
    """Return a description that checks its arguments before anything is started.

    @param file: the launch file's __file__.
    """
    named: dict[str, str] = {}

    def note(context: LaunchContext) -> None:
        named.update(context.launch_configurations)

    def checked_start(context: LaunchContext) -> list[LaunchDescriptionEntity]:
        _check_names(file, arguments)
        said = context.launch_configurations
        given = {one.name: one.value_of(said[one.name]) for one in arguments}
        _check(arguments, given, named)
        return start(given)

    return LaunchDescription(
        [
            PushLaunchConfigurations(),  # so that defaults do not reach what is launched after this
            OpaqueFunction(function=note),  # before defaults are there
            *(argument.declared() for argument in arguments),
            OpaqueFunction(function=checked_start),
            PopLaunchConfigurations(),
        ]
    )


def _check_names(file: str, arguments: Sequence[Argument]) -> None:
    """Refuse names that are no arguments, which `ros2 launch` lets pass."""
    if Path(file).name not in [Path(word).name for word in sys.argv]:
        return  # included by another file, whose arguments these are
    known = [argument.name for argument in arguments]
    for word in sys.argv:
        name = word.split(":=")[0]
        if ":=" in word and name not in known:
            raise RuntimeError(f"found argument {word}, expected some of: {', '.join(known)}")


def _check(arguments: Sequence[Argument], given: Given, named: Given) -> None:
    mode = given.get("mode")
    for argument in arguments:
        value = given[argument.name]
        if argument.modes and mode not in argument.modes and argument.name in named:
            raise RuntimeError(
                f"{argument.name}:={value} has no effect with mode:={mode}, expected it with "
                f"mode:={' or '.join(argument.modes)} alone"
            )
        if argument.is_file and value and not Path(value).exists():
            raise RuntimeError(f"{argument.name}:={value}: found no such file, expected one")
        if argument.is_positive and not _is_positive(value):
            raise RuntimeError(f"{argument.name}:={value}: expected a number above zero")


def _is_positive(word: str) -> bool:
    try:
        return 0.0 < float(word) < float("inf")
    except ValueError:
        return False
