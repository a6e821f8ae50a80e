# SPDX-License-Identifier: Apache-2.0
"""Equations as code: a Python module that needs only SymPy, and a MATLAB function."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from .chain import Chain
from .model import Equations, Value

_WIDTH = 110

_CONTINUATION = " ..."

_MEANINGS = {
    "M": "mass matrix",
    "V": "velocity forces V(q', q')",
    "D": "D(q', q')",
    "H": "H(q', q')",
    "Q": "joint forces, inertia and gravity",
    "d1Q": "first time derivative of Q",
    "d2Q": "second time derivative of Q",
}


def sympy_module(equations: Equations) -> str:
    """Return the text of a Python module with symbols, properties, steps and results."""
    chain = equations.chain
    return "\n".join(
        [
            f'"""Equations of {_harmless(chain.name)}, {equations.form} form.',
            "",
            *(_harmless(line) for line in _heading(chain)),
            "",
            "`steps` define intermediate symbols one after the other, `results` are in them;",
            "`evaluate(q, d1q, d2q, d3q, d4q)` gives numbers.",
            '"""',
            "",
            "import sympy as sp",
            "from sympy import Matrix, S, cos, sin",
            "",
            *_symbols("motion", [symbol for row in chain.motion for symbol in row]),
            *_symbols("properties", list(chain.values)),
            *_symbols("intermediate", [symbol for symbol, _ in equations.steps]),
            "values = {",
            *(f"    {symbol}: {value!r}," for symbol, value in chain.values.items()),
            "}",
            "steps = [",
            *(f"    ({symbol}, {_python(value)})," for symbol, value in equations.steps),
            "]",
            "results = {",
            *(f'    "{name}": {_python(value)},' for name, value in equations.results.items()),
            "}",
            *_poses_and_tensors(equations),
            "",
            "",
            *_EVALUATE,
        ]
    )


_EVALUATE = '''\
_functions = []


def evaluate(q, d1q, d2q, d3q, d4q):
    """Return the results as numbers, by name."""
    if not _functions:
        outputs = list(results.values())
        arguments = [*motion, *properties]
        _functions.append(sp.lambdify(arguments, outputs, cse=lambda _: (steps, outputs)))
    rows = [*q, *d1q, *d2q, *d3q, *d4q]
    return dict(zip(results, _functions[0](*rows, *values.values())))
'''.splitlines()


def _poses_and_tensors(equations: Equations) -> Iterator[str]:
    if equations.form == "closed":
        yield "poses = {"
        yield from (f'    "{name}": {_python(pose)},' for name, pose in equations.poses.items())
        yield "}"
        yield "tensors = {"
        yield from (f'    "{c.name}": {_python(c.value)},' for c in equations.components)
        yield "}"


def _symbols(title: str, symbols: list[sp.Symbol]) -> Iterator[str]:
    yield f"{title} = ["
    yield from (f'    {name} := sp.Symbol("{name}"),' for name in map(str, symbols))
    yield "]"


def _harmless(text: str) -> str:
    """Return a comment line: names from files must end neither it nor a surrounding string."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return printable.replace("\\", "/").replace('"', "'")


def _python(value: Value) -> str:
    return str(sp.sstr(value, sympy_integers=True))


def matlab_function(equations: Equations, name: str = "hod_equations") -> str:
    """Return the text of a MATLAB (or Octave) function whose result is a struct."""
    chain = equations.chain
    arguments = ["q", *(f"d{k}q" for k in range(1, len(chain.motion)))]
    lines = [
        f"function r = {name}({', '.join(arguments)})",
        f"% Equations of {_harmless(chain.name)}, {equations.form} form.",
        *(f"% {_harmless(line)}".rstrip() for line in _heading(chain)),
    ]
    lines += [
        f"% r.{key}: {_MEANINGS.get(key, 'acceleration energy')}" for key in equations.results
    ]
    for argument, row in zip(arguments, chain.motion, strict=True):
        lines += [f"{symbol} = {argument}({j});" for j, symbol in enumerate(row, start=1)]
    lines += [f"{symbol} = {value!r};" for symbol, value in chain.values.items()]
    lines += [f"{symbol} = {_matlab(value)};" for symbol, value in equations.steps]
    lines += [f"r.{key} = {_matlab(value)};" for key, value in equations.results.items()]
    return "\n".join([*(_folded(line) for line in lines), "end", ""])


def _matlab(value: Value) -> str:
    """Return MATLAB code, matrix entries separated by commas: with blanks, signs are ambiguous."""
    if not isinstance(value, sp.MatrixBase):
        return str(sp.octave_code(value))
    rows = (", ".join(sp.octave_code(entry) for entry in row) for row in value.tolist())
    return f"[{'; '.join(rows)}]"


def _folded(line: str) -> str:
    """Break a long statement between terms, in MATLAB syntax."""
    pieces = [line]
    while len(pieces[-1]) > _WIDTH:
        rest = pieces.pop()
        cut = max(rest.rfind(mark, 0, _WIDTH) for mark in (" + ", " - ", ", ", "; "))
        if cut <= 0:
            return " ...\n    ".join([*pieces, rest])
        pieces += [rest[: cut + 1].rstrip(), rest[cut + 1 :]]
    return f"{_CONTINUATION}\n    ".join(pieces)


def _heading(chain: Chain) -> Iterator[str]:
    for j, joint in enumerate(chain.joints, start=1):
        yield f"q_{j}: {joint}"
    for joint, position in chain.held.items():
        yield f"{joint} is held at {position:g}"
