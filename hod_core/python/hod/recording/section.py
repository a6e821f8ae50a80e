# SPDX-License-Identifier: Apache-2.0
"""Maps of a settings file, read key by key; a key that nobody asked for is refused."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import numpy as np
import yaml

from ..arrays import Numbers
from ..strict_yaml import Item, read_yaml, suggestion

_REQUIRED: Any = object()

T = TypeVar("T")


class Section:
    """A map of a settings file, whose reader asks for every key that it knows."""

    def __init__(self, item: Item, folder: Path) -> None:
        """Take an item of a file in a folder, from which file names count."""
        self.folder = folder
        self._item = item
        self._entries = item.map()
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        return self.item(key) is not None

    def item(self, key: str) -> Item | None:
        """Return what is there, for keys that take more than one kind of value."""
        self._know(key)
        return self._entries.get(key)

    def fail(self, sentence: str, key: str | None = None) -> NoReturn:
        """Raise a sentence about this map, or about one of its keys."""
        (self._entries.get(key or "") or self._item).fail(sentence)

    def text(self, key: str, default: str = _REQUIRED) -> str:
        return self._read(key, default, lambda item: item.text())

    def choice(self, key: str, choices: Sequence[str], default: str = _REQUIRED) -> str:
        return self._read(key, default, lambda item: item.text(choices))

    def number(
        self, key: str, default: float = _REQUIRED, low: float = -math.inf, high: float = math.inf
    ) -> float:
        """Return a finite number between `low` and `high`."""

        def read(item: Item) -> float:
            value = item.number(at_least=low)
            if value > high:
                item.fail(f"found {value!r}, expected at most {high:g}")
            return value

        return self._read(key, default, read)

    def integer(self, key: str, default: int = _REQUIRED, low: int = 0) -> int:
        def read(item: Item) -> int:
            value = item.number(at_least=low)
            if value != int(value):
                item.fail(f"found {value!r}, expected a whole number")
            return int(value)

        return self._read(key, default, read)

    def numbers(self, key: str, count: int, default: Sequence[float] = _REQUIRED) -> Numbers:
        """Return a list of `count` finite numbers."""
        return np.array(self._read(key, default, lambda item: item.numbers(count)), np.float64)

    def matrix(self, key: str, columns: int) -> Numbers:
        """Return rows of `columns` finite numbers, at least one."""

        def read(item: Item) -> list[tuple[float, ...]]:
            rows = [row.numbers(columns) for row in item.list()]
            if not rows:
                item.fail(f"found an empty list, expected lists of {columns} numbers")
            return rows

        return np.array(self._read(key, _REQUIRED, read), np.float64)

    def texts(self, key: str, choices: Iterable[str] | None = None) -> list[str]:
        """Return a list of words, empty if it is not there."""
        return self._read(key, [], lambda item: [entry.text(choices) for entry in item.list()])

    def section(self, key: str) -> Section:
        """Return a map inside this one, empty if it is not there."""
        item = self.item(key)
        return Section(item or _empty(self._item, key), self.folder)

    def sections(self, key: str) -> list[Section]:
        """Return a list of maps inside this one, empty if it is not there."""
        item = self.item(key)
        return [Section(entry, self.folder) for entry in item.list()] if item else []

    def path(self, key: str) -> Path:
        """Return a file name, relative to the settings file."""
        return self.folder / self.text(key)

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key, item in self._entries.items():
            if key not in self._known:
                near = suggestion(key, sorted(self._known))
                item.fail(f"found a key that means nothing here, expected {near}")

    def _know(self, key: str) -> None:
        if key not in self._known:
            self._known.append(key)

    def _read(self, key: str, default: T, read: Callable[[Item], T]) -> T:
        item = self.item(key)
        if item is not None:
            return read(item)
        if default is _REQUIRED:
            self._item.fail(f"found no '{key}', expected one")
        return default


def read_settings(path: str | os.PathLike[str]) -> Section:
    """Read a settings file."""
    return Section(read_yaml(path), Path(path).parent)


def _empty(parent: Item, key: str) -> Item:
    """Return a map without entries in place of one that is not there."""
    mark = parent.node.start_mark
    node = yaml.MappingNode("tag:yaml.org,2002:map", [], mark, mark)
    return Item(parent.source, f"{parent.where}'{key}': ", node)
