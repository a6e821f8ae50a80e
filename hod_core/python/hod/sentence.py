# SPDX-License-Identifier: Apache-2.0
"""Common parts of error sentences."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

_NAMED = 8
_LONGEST = 60
_WIDE = ("count", "columns", "first", "other")
"""Arguments that may be integers of 64 bits; all others are of 32."""


def few(names: Iterable[str]) -> str:
    """List the first names in a file, each truncated: a file may have any number of any length.

    Examples
    --------
    >>> few(["q", "d1q"])
    'q, d1q'
    >>> few(str(i) for i in range(1000))
    '0, 1, 2, 3, 4, 5, 6, 7, …'

    """
    listed = [
        name if len(name) <= _LONGEST else name[:_LONGEST] + "…"
        for name in islice(names, _NAMED + 1)
    ]
    return ", ".join(listed[:_NAMED] + ["…"] * (len(listed) > _NAMED))


def wrong_argument(signature: str, given: Sequence[Any], named: Mapping[str, Any]) -> str | None:
    """Return which argument of a compiled function does not match its signature, if any.

    Examples
    --------
    >>> wrong_argument("f(order: typing.SupportsInt | typing.SupportsIndex) -> None", [2**31], {})
    'order: found 2147483648 (int), expected an int from -2147483648 to 2147483647'
    >>> wrong_argument("f(order: typing.SupportsInt | typing.SupportsIndex = 2) -> None", [2.0], {})
    'order: found 2.0 (float), expected an int'
    >>> wrong_argument("f(name: str) -> None", [], {})
    "f: found no argument 'name', expected one"

    """
    function, parameters = _parsed(signature)
    positional = [one.name for one in parameters if not one.is_keyword]
    if len(given) > len(positional):
        return f"{function}: found {len(given)} arguments, expected at most {len(positional)}"
    values = dict(zip(positional, given, strict=False))
    wrong_name = _wrong_name(parameters, values, named)
    if wrong_name is not None:
        return f"{function}: found {wrong_name}"
    values |= named
    for one in parameters:
        expected = _misfit(one, values[one.name]) if one.name in values else None
        if expected is not None:
            return f"{one.name}: found {_shown(values[one.name])}, expected {expected}"
    return None


def _wrong_name(
    parameters: Sequence[_Parameter], given: Mapping[str, Any], named: Mapping[str, Any]
) -> str | None:
    known = [one.name for one in parameters]
    for name in named:
        if name not in known:
            return f"an argument '{name}', expected {few(known)}"
        if name in given:
            return f"the argument '{name}' twice, expected it once"
    for one in parameters:
        if not (one.has_default or one.name in given or one.name in named):
            return f"no argument '{one.name}', expected one"
    return None


class _Parameter(NamedTuple):
    name: str
    kind: str
    has_default: bool
    is_keyword: bool


def _parsed(signature: str) -> tuple[str, list[_Parameter]]:
    function, _, rest = signature.partition("(")
    inside = rest[: rest.rindex(") ->")] if ") ->" in rest else rest.rstrip(")")
    parameters = []
    is_keyword = False
    for part in _split(inside):
        if part == "*":
            is_keyword = True
        else:
            declared, equals, _ = part.partition(" = ")
            name, _, kind = declared.partition(": ")
            parameters.append(_Parameter(name, kind, bool(equals), is_keyword))
    return function, parameters


def _split(inside: str) -> Iterator[str]:
    """Yield the parts between commas outside brackets."""
    depth, part = 0, ""
    for letter in inside:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield part.strip()
            part = ""
        else:
            part += letter
    if part.strip():
        yield part.strip()


def _misfit(parameter: _Parameter, value: Any) -> str | None:
    """Return what is expected if the value neither is of that kind nor can be converted."""
    kind = parameter.kind
    if kind.endswith(" | None"):
        if value is None:
            return None
        kind = kind.removesuffix(" | None")
    if kind.startswith("typing.SupportsInt"):
        return _misfit_of_int(value, is_wide=parameter.name in _WIDE)
    if kind.startswith("typing.SupportsFloat"):
        is_number = hasattr(value, "__float__") or hasattr(value, "__index__")
        return None if is_number else "a number"
    if kind == "bool":
        return None if hasattr(value, "__bool__") else "a bool"
    if kind == "str":
        return None if isinstance(value, (str, bytes)) else "a str"
    if kind in ("hod.Robot", "hod.BaseMotion"):
        from . import _core

        return None if isinstance(value, getattr(_core, kind[4:])) else f"a {kind}"
    return None


def _misfit_of_int(value: Any, *, is_wide: bool) -> str | None:
    if not hasattr(value, "__index__"):
        is_int = hasattr(value, "__int__") and not isinstance(value, float)
        return None if is_int else "an int"
    is_small = is_wide or -(2**31) <= operator.index(value) < 2**31
    return None if is_small else "an int from -2147483648 to 2147483647"


def _shown(value: Any) -> str:
    if value is None:
        return "None"
    text = " ".join(repr(value).split())
    kind = type(value).__name__
    return f"a {kind}" if len(text) > _LONGEST else f"{text} ({kind})"
