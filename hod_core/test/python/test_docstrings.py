# SPDX-License-Identifier: Apache-2.0
"""Examples in docstrings, those of the compiled module too, run and say what they say."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import hod

MODULES = (
    "kinematics",
    "limits",
    "mass",
    "classic",
    "classic.equations",
    "accelerometer",
    "values",
    "example",
    *(["simulation"] if find_spec("hod._simulation") else []),
)
COMPILED = (
    "forces",
    "force_terms",
    "reactions",
    "energies",
    "motor",
    "jacobian",
    "Robot",
    "Workspace",
    "BaseMotion",
    "read_motion",
)


def documented() -> Iterator[tuple[str, Any]]:
    """Yield everything public under its name, once."""
    seen = set()
    for home in (hod, *(importlib.import_module(f"hod.{name}") for name in MODULES)):
        names = getattr(home, "__all__", None) or [n for n in vars(home) if not n.startswith("_")]
        for name in names:
            value = getattr(home, name)
            if callable(value) and id(value) not in seen and "hod" in (value.__module__ or ""):
                seen.add(id(value))
                yield f"{home.__name__}.{name}", value


def examples(name: str, value: Any) -> list[doctest.DocTest]:
    parser, found = doctest.DocTestParser(), []
    parts = [(name, value)]
    if inspect.isclass(value):
        parts += [(f"{name}.{key}", part) for key, part in vars(value).items() if key[0] != "_"]
    for title, part in parts:
        text = inspect.getdoc(getattr(part, "__func__", part)) or ""
        globs = {"hod": hod, "np": np, **vars(importlib.import_module("hod.values"))}
        globs["example_robot"] = hod.example_robot
        test = parser.get_doctest(text, globs, title, None, None)
        if test.examples:
            found.append(test)
    return found


TESTS = [test for name, value in documented() for test in examples(name, value)]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_an_example_says_what_happens(test: doctest.DocTest) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test, out=report.append).failed == 0, "".join(report)


@pytest.mark.parametrize("name", COMPILED)
def test_what_users_call_most_has_documentation_and_an_example(name: str) -> None:
    text = inspect.getdoc(getattr(hod, name)) or ""
    assert len(text.splitlines()) > 5
    assert "Examples\n--------" in text


@pytest.mark.parametrize(
    "kind",
    [hod.MotionMatch, hod.MotionTable, hod.mass.MassProperties],
    ids=lambda kind: kind.__name__,
)
def test_methods_and_properties_say_what_they_are(kind: type) -> None:
    """What is compiled has its signature as the first line."""
    parts = {name: part for name, part in vars(kind).items() if not name.startswith("_")}
    texts = {name: inspect.getdoc(getattr(part, "__func__", part)) for name, part in parts.items()}
    said = {name: (text or "").partition("\n")[2] or text for name, text in texts.items()}
    assert [name for name, text in said.items() if not text or "->" in text] == []


def test_every_public_thing_says_what_it_is() -> None:
    assert [name for name, value in documented() if len(inspect.getdoc(value) or "") < 20] == []
