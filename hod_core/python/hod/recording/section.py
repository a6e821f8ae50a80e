# SPDX-License-Identifier: Apache-2.0
"""Settings in YAML, read key by key: what nobody asked for is refused, with the nearest key."""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from .._core import Error
from ..arrays import Numbers

_REQUIRED: Any = object()


class Section:
    """A map of a settings file; `where` says which in error sentences."""

    def __init__(self, where: str, values: Mapping[Any, Any], folder: Path) -> None:
        self.where = where
        self.folder = folder
        self._values = values
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        self._know(key)
        return self._values.get(key) is not None

    @property
    def names(self) -> list[str]:
        """Keys of a map whose keys are the user's own names."""
        return [str(key) for key in self._values]

    def fail(self, found: object, expected: str, key: str | None = None) -> Error:
        """Return the error to raise about this map or one of its keys."""
        place = self.where if key is None else f"{self.where}: '{key}'"
        return Error(f"{place}: found {found}, expected {expected}")

    def text(self, key: str, default: str = _REQUIRED) -> str:
        value = self._get(key, default)
        if not isinstance(value, str):
            raise self.fail(repr(value), "text", key)
        return value

    def choice(self, key: str, choices: Sequence[str], default: str = _REQUIRED) -> str:
        value = self._get(key, default)
        if value not in choices:
            raise self.fail(repr(value), "one of " + ", ".join(choices), key)
        return str(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self.fail(repr(value), "true or false", key)
        return value

    def number(
        self, key: str, default: float = _REQUIRED, low: float = -math.inf, high: float = math.inf
    ) -> float:
        """Return a finite number between `low` and `high`."""
        value = self._get(key, default)
        number = as_number(value)
        if number is None or not low <= number <= high:
            raise self.fail(repr(value), _range("a number", low, high), key)
        return number

    def integer(self, key: str, default: int = _REQUIRED, low: int = 0) -> int:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < low:
            raise self.fail(repr(value), f"a whole number from {low}", key)
        return value

    def numbers(self, key: str, count: int, default: Sequence[float] = _REQUIRED) -> Numbers:
        """Return a list of `count` finite numbers."""
        value = self._get(key, default)
        numbers = [as_number(entry) for entry in value] if isinstance(value, (list, tuple)) else []
        if len(numbers) != count or None in numbers:
            raise self.fail(repr(value), f"a list of {count} numbers", key)
        return np.array(numbers, dtype=np.float64)

    def matrix(self, key: str, columns: int) -> Numbers:
        """Return rows of `columns` finite numbers, at least one."""
        value = self._get(key, _REQUIRED)
        rows = value if isinstance(value, list) and value else [None]
        numbers = [[as_number(e) for e in row] if isinstance(row, list) else [] for row in rows]
        if any(len(row) != columns or None in row for row in numbers):
            raise self.fail(repr(value), f"a list of lists of {columns} numbers", key)
        return np.array(numbers, dtype=np.float64)

    def texts(self, key: str, default: Sequence[str] = _REQUIRED) -> list[str]:
        value = self._get(key, default)
        if not isinstance(value, (list, tuple)) or not all(isinstance(e, str) for e in value):
            raise self.fail(repr(value), "a list of names", key)
        return list(value)

    def raw(self, key: str) -> Any:
        """Return what is there, for keys that take more than one kind of value."""
        return self._get(key, None)

    def section(self, key: str) -> Section:
        """Return a map inside this one, empty if it is not there."""
        value = self._get(key, {})
        return self._inside(f"{self.where}: {key}", value)

    def sections(self, key: str) -> list[Section]:
        """Return a list of maps inside this one, empty if it is not there."""
        value = self._get(key, [])
        if not isinstance(value, list):
            raise self.fail(repr(value), "a list of maps", key)
        return [self._inside(f"{self.where}: {key}[{i}]", entry) for i, entry in enumerate(value)]

    def path(self, key: str) -> Path:
        """Return a file name, relative to the settings file."""
        return self.folder / self.text(key)

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._values:
            if key not in self._known:
                raise self.fail(f"'{key}'", _suggestion(str(key), self._known))

    def _inside(self, where: str, value: Any) -> Section:
        if not isinstance(value, dict):
            raise Error(f"{where}: found {value!r}, expected a map")
        return Section(where, value, self.folder)

    def _know(self, key: str) -> None:
        if key not in self._known:
            self._known.append(key)

    def _get(self, key: str, default: Any) -> Any:
        self._know(key)
        value = self._values.get(key)
        if value is not None:
            return value
        if default is _REQUIRED:
            similar = [str(k) for k in self._values if k not in self._known]
            near = difflib.get_close_matches(key, similar, 1)
            found = f"'{near[0]}'" if near else "nothing"
            raise Error(f"{self.where}: found {found}, expected '{key}'")
        return default


def as_number(value: object) -> float | None:
    """Return a finite number, also from text such as 1e-5, which YAML takes for a word."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def read_settings(path: str | os.PathLike[str]) -> Section:
    """Read a settings file."""
    source = os.fspath(path)
    try:
        values = yaml.load(Path(source).read_bytes(), _Loader)
    except yaml.YAMLError as error:
        raise Error(f"{source}{_line(error)}: found no YAML ({_problem(error)})") from None
    if not isinstance(values, dict):
        raise Error(f"{source}: found {_kind(values)}, expected a map of settings")
    return Section(source, values, Path(source).parent)


class _Loader(yaml.SafeLoader):
    """Refuses a key that is there twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"'{key.value}' twice in one map", problem_mark=key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _line(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f":{mark.line + 1}" if mark is not None else ""


def _problem(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "not text"
    return " ".join(str(problem).split())


def _kind(value: object) -> str:
    return "nothing" if value is None else repr(value)[:60]


def _range(what: str, low: float, high: float) -> str:
    if math.isinf(high):
        return what if math.isinf(low) else f"{what} from {low:g}"
    return f"{what} from {low:g} to {high:g}"


def _suggestion(key: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(key, known, 1)
    return f"'{near[0]}'" if near else "one of " + ", ".join(sorted(known))
