#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the stubs of the compiled modules from their docstrings, whose first lines are signatures.

Usage: make_stubs.py [--check]; with it nothing is written, and the exit code is 1 for a stub that
is not what the extension says.
"""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1] / "hod_core" / "python" / "hod"
MODULES = ("_core", "_simulation")
HEADER = """\
# SPDX-License-Identifier: Apache-2.0
# Written by tools/make_stubs.py.
"""
NUMBERS = "Numbers"
WORDS = (
    (r"typing\.SupportsInt \| typing\.SupportsIndex", "int"),
    (r"typing\.SupportsFloat \| typing\.SupportsIndex", "float"),
    (r"(typing\.)?Annotated\[numpy\.typing\.ArrayLike, numpy\.float64, \"[^\"]*\"\]", "ArrayLike"),
    (r"(typing\.)?Annotated\[numpy\.typing\.NDArray\[numpy\.float64\], \"[^\"]*\"\]", NUMBERS),
    (r"numpy\.typing\.NDArray\[numpy\.float64\]", NUMBERS),
    (r"numpy\.typing\.NDArray", "NDArray"),
    (r"numpy\.typing\.ArrayLike", "ArrayLike"),
    (r"numpy\.", "np."),
    (r"\b(?:hod\.)?(?:[\w]+\.)*(?=(?:MassProperties|SimulatedArm)\b)", ""),
    (r"\bhod\.(?:_core\.|_simulation\.)?", ""),
    (r"collections\.abc\.(\w+)", r"\1"),
    (r"typing\.(\w+)", r"\1"),
    (r"\bobject\b(?=[,)=]| =)", "Any"),
    (r"-> object\b", "-> Any"),
    (r"\btuple\b(?!\[)", "tuple[Any, ...]"),
    (r"\bdict\b(?!\[)", "dict[Any, Any]"),
    (r"\blist\b(?!\[)", "list[Any]"),
    (r"\bSequence\b(?!\[)", "Sequence[Any]"),
    (r"\bCallable\b(?!\[)", "Callable[..., Any]"),
    (r"= -?inf\b", "= ..."),
    (r"(\bfail\(.*-> )None", r"\1NoReturn"),
    (r"Annotated\[ArrayLike, np\.float64\]", "ArrayLike"),
)
HOMES = {
    "ArrayLike": "numpy.typing",
    "NDArray": "numpy.typing",
    "Any": "typing",
    "Annotated": "typing",
    "NoReturn": "typing",
    "overload": "typing",
    "Callable": "collections.abc",
    "Iterable": "collections.abc",
    "Mapping": "collections.abc",
    "Sequence": "collections.abc",
    NUMBERS: ".arrays",
    **dict.fromkeys(
        (
            "Drive",
            "Friction",
            "Joint",
            "JointMotion",
            "Limits",
            "Load",
            "LoadTable",
            "Motor",
            "Payload",
        ),
        ".values",
    ),
    **dict.fromkeys(("BaseMotion", "Robot"), "._core"),
}


def typed(signature: str) -> str:
    """Return a signature in the words of a stub."""
    for pattern, word in WORDS:
        signature = re.sub(pattern, word, signature)
    return signature


def signatures(docstring: str) -> list[tuple[str, str]]:
    """Return each signature of a docstring with the text that follows it."""
    first, _, rest = docstring.partition("\n")
    if rest.lstrip().startswith("Overloaded function."):
        parts = re.split(r"^\d+\. (?=\w+\()", rest, flags=re.MULTILINE)[1:]
        return [(one.partition("\n")[0], one.partition("\n")[2].strip()) for one in parts]
    return [(first, rest.strip())]


def text_of(documentation: str) -> str:
    """Return a docstring as it stands in a file, empty if there is none."""
    if not documentation:
        return ""
    quoted = documentation.replace("\\", "\\\\")
    if "\n" not in quoted:
        return f'"""{quoted}"""'
    return f'"""{quoted}\n"""'


def body_of(documentation: str) -> str:
    text = text_of(documentation)
    return f"\n{textwrap.indent(text, '    ')}\n" if text else " ...\n"


def function(value: Any, decorator: str = "") -> Iterator[str]:
    found = signatures(value.__doc__ or "")
    for signature, documentation in found:
        overload = "@overload\n" if len(found) > 1 else ""
        # Methods take self and static ones say so; the type of self goes without saying.
        plain = re.sub(r"\(self: [^,)]+", "(self", typed(signature))
        yield f"{overload}{decorator}def {plain}:{body_of(documentation)}"


def prop(name: str, value: property) -> Iterator[str]:
    signature, documentation = signatures(value.fget.__doc__ or "")[0]
    documentation = (value.__doc__ or "").strip() or documentation
    if documentation.startswith("("):
        documentation = signatures(documentation)[0][1] or documentation
    result = typed(signature.partition(" -> ")[2]) or "Any"
    yield f"@property\ndef {name}(self) -> {result}:{body_of(documentation)}"


def members(value: type) -> Iterator[str]:
    for name, member in sorted(vars(value).items()):
        if isinstance(member, property):
            yield from prop(name, member)
        elif isinstance(member, staticmethod):
            yield from function(member.__func__, "@staticmethod\n")
        elif name in ("__getstate__", "__setstate__"):
            continue
        elif name != "__repr__" and re.match(rf"{name}\((self|\*args)", member.__doc__ or ""):
            yield from function(member)


def class_stub(value: type) -> str:
    bases = [
        base.__name__
        for base in value.__bases__
        if base.__name__ not in ("object", "pybind11_object")
    ]
    head = f"class {value.__name__}{f'({bases[0]})' if bases else ''}:"
    documentation = text_of(inspect.cleandoc(value.__doc__)) if value.__doc__ else ""
    inside = ([documentation] if documentation else []) + list(members(value))
    return f"{head}\n{textwrap.indent(chr(10).join(inside) or '...', '    ')}"


def parts(module: ModuleType) -> Iterator[str]:
    for name, value in sorted(vars(module).items()):
        if name.startswith("__"):
            continue
        if isinstance(value, type):
            yield class_stub(value)
        elif callable(value):
            yield from function(value)
        else:
            yield f"{name}: {type(value).__name__}\n"


def stub(module: ModuleType) -> str:
    """Return the stub of a module, as ruff formats it."""
    text = "\n".join(parts(module))
    own = {name for name, value in vars(module).items() if isinstance(value, type)}
    imports = ["import os", "import pathlib", "import numpy as np"]
    for name, home in sorted(HOMES.items()):
        if name not in own and re.search(rf"\b{name}\b", text):
            imports.append(f"from {home} import {name}")
    whole = HEADER + f'"""{module.__doc__}"""\n\n' + "\n".join(imports) + "\n\n" + text
    for command in (["check", "--fix", "--select", "F401,I"], ["format"]):
        ruff = Path(sys.executable).parent / "ruff"
        done = subprocess.run(
            [ruff, *command, "--quiet", "--stdin-filename", PACKAGE / "_stub.pyi", "-"],
            input=whole,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.stderr:
            raise SystemExit(done.stderr)
        whole = done.stdout
    return whole


def main(arguments: list[str]) -> int:
    stale = 0
    for name in MODULES:
        path = PACKAGE / f"{name}.pyi"
        text = stub(importlib.import_module(f"hod.{name}"))
        if path.exists() and path.read_text("utf-8") == text:
            continue
        if arguments == ["--check"]:
            print(f"{path}: found what the extension does not say, expected tools/make_stubs.py's")
            stale = 1
        else:
            path.write_text(text, "utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
