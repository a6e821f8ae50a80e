# SPDX-License-Identifier: Apache-2.0
"""YAML read strictly: complaints say file and line, and what an unknown key perhaps meant."""

from __future__ import annotations

import difflib
import math
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import yaml

from ._core import Error

# YAML 1.1 takes 1e-3 for a word; here it is a number.
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?\.?inf", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """A value of a document, and where it is."""

    source: str
    where: str
    """What begins a sentence about it, as "friction of 'elbow': "."""
    node: yaml.Node

    def fail(self, sentence: str) -> NoReturn:
        line = self.node.start_mark.line + 1
        raise Error(f"{self.source}:{line}: {self.where}{sentence}")

    def named(self, where: str) -> Item:
        """Return the same value under another name."""
        return Item(self.source, where, self.node)

    @property
    def found(self) -> str:
        """What it is, in a few words."""
        if isinstance(self.node, yaml.ScalarNode):
            return repr(self.node.value) if self.node.value else "nothing"
        return "a list" if isinstance(self.node, yaml.SequenceNode) else "a map"

    @property
    def is_map(self) -> bool:
        return isinstance(self.node, yaml.MappingNode)

    def map(self, known: Iterable[str] | None = None, what: str = "key") -> dict[str, Item]:
        """Return the entries of a map, none twice and all of them known (None: any will do)."""
        if not isinstance(self.node, yaml.MappingNode):
            self.fail(f"found {self.found}, expected a map")
        allowed = None if known is None else list(known)
        entries: dict[str, Item] = {}
        for key_node, node in self.node.value:
            key = Item(self.source, self.where, key_node)
            name = key_node.value if isinstance(key_node, yaml.ScalarNode) else key.found
            if name in entries:
                key.fail(f"found the {what} '{name}' twice, expected it once")
            if allowed is not None and name not in allowed:
                key.fail(f"found the {what} '{name}', expected {suggestion(name, allowed)}")
            entries[name] = Item(self.source, f"{self.where}'{name}': ", node)
        return entries

    def list(self) -> list[Item]:
        if not isinstance(self.node, yaml.SequenceNode):
            self.fail(f"found {self.found}, expected a list")
        return [Item(self.source, self.where, node) for node in self.node.value]

    def text(self, choices: Iterable[str] | None = None) -> str:
        """Return a word; one of some if they are given."""
        if not isinstance(self.node, yaml.ScalarNode) or not self.node.value:
            self.fail(f"found {self.found}, expected text")
        value = str(self.node.value)
        if choices is not None and value not in (known := list(choices)):
            self.fail(f"found '{value}', expected {suggestion(value, known)}")
        return value

    def number(
        self, *, above: float = -math.inf, at_least: float = -math.inf, infinite: bool = False
    ) -> float:
        value = self._number()
        if value is None or not (infinite or math.isfinite(value)):
            self.fail(f"found {self.found}, expected a {'' if infinite else 'finite '}number")
        if value <= above and not (above == value == -math.inf and infinite):
            self.fail(f"found {value!r}, expected a number above {above:g}")
        if value < at_least:
            self.fail(f"found {value!r}, expected at least {at_least:g}")
        return value

    def _number(self) -> float | None:
        node = self.node
        is_plain = isinstance(node, yaml.ScalarNode) and node.style is None
        if not is_plain or not _NUMBER.fullmatch(node.value):
            return None
        return float(node.value.lower().replace(".inf", "inf"))

    def numbers(self, count: int) -> tuple[float, ...]:
        """Return so many finite numbers."""
        values = tuple(item.number() for item in self.list())
        if len(values) != count:
            self.fail(f"found {len(values)} numbers, expected {count}")
        return values


def read_yaml(path: str | os.PathLike[str]) -> Item:
    """Read one document, a map."""
    text = Path(path).read_bytes()
    source = os.fspath(path)
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        raise Error(f"{source}{line}: found no YAML ({error.problem}), expected a map") from None
    except yaml.YAMLError as error:
        reason = str(error).splitlines()[0]
        raise Error(f"{source}: found no YAML ({reason}), expected a map") from None
    if not isinstance(node, yaml.MappingNode):
        raise Error(f"{source}: found no map, expected one with keys")
    return Item(source, "", node)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Say what a name perhaps should have been, or what there is."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return f"'{close[0]}' perhaps"
    return "one of " + ", ".join(names) if names else "none"
