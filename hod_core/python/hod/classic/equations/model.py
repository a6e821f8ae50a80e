# SPDX-License-Identifier: Apache-2.0
"""The equations of a robot: derived, evaluated, and compared with the fast pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from ... import energies, force_terms
from ..._core import Error, Robot
from ...arrays import Numbers
from .chain import ORDERS, Chain, chain_of
from .closed import MAX_JOINTS, Closed, multi_indices
from .recursive import Recursion

Form = Literal["closed", "recursive"]

Value: TypeAlias = sp.Expr | sp.Matrix

_SQUARE = ("M", "D", "H")

_SEED = 20  # of the states at which the equations are checked


@dataclass(frozen=True)
class Component:
    """An entry of a tensor as a closed formula, such as V_1,23 = G(e_1; e_2, e_3)."""

    name: str
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: sp.Expr


@dataclass(frozen=True)
class Equations:
    """The model of a robot's free joints in symbols.

    `results` has M, V(q', q'), D(q', q'), H(q', q'), E1, E2, E3, Q, d1Q, d2Q, in the symbols of
    `chain.motion` and `chain.values` and the intermediate ones defined in order by `steps`. Closed
    forms also have the poses T_i, the differential matrices A_ij, A_ijk and the entries of M, V, D
    and H as functions of q alone.
    """

    chain: Chain
    form: Form
    steps: list[tuple[sp.Symbol, sp.Expr]]
    results: dict[str, Value]
    poses: dict[str, sp.Matrix]
    components: list[Component]

    def function(self) -> Callable[[ArrayLike], dict[str, Numbers]]:
        """Compile to a function of rows q, q', ... q'''' of the free joints; results are arrays."""
        motion = [symbol for row in self.chain.motion for symbol in row]
        arguments = [*motion, *self.chain.values]
        flat = [entry for value in self.results.values() for entry in sp.Matrix([value])]
        compiled = sp.lambdify(arguments, flat, "math", cse=lambda outputs: (self.steps, outputs))
        properties = list(self.chain.values.values())

        def evaluate(rows: ArrayLike) -> dict[str, Numbers]:
            given = np.zeros((ORDERS, self.chain.dof))
            array = np.asarray(rows, dtype=float)
            if array.ndim != 2 or array.shape[1] != self.chain.dof or len(array) > ORDERS:
                raise Error(
                    f"motion: found shape {array.shape}, expected up to {ORDERS} rows of "
                    f"{self.chain.dof} free joints"
                )
            given[: len(array)] = array
            numbers = iter(compiled(*given.ravel().tolist(), *properties))
            return {name: _shaped(name, value, numbers) for name, value in self.results.items()}

        return evaluate

    def text(self) -> str:
        """Return them as plain text, one line per formula."""
        from .text import plain_text

        return plain_text(self)

    def latex(self) -> str:
        """Return them as a document for pdflatex."""
        from .latex import latex_document

        return latex_document(self)

    def sympy(self) -> str:
        """Return them as a Python module that needs only SymPy."""
        from .code import sympy_module

        return sympy_module(self)

    def matlab(self, name: str = "hod_equations") -> str:
        """Return them as a function for MATLAB and Octave."""
        from .code import matlab_function

        return matlab_function(self, name)

    def error(self, robot: Robot, states: int = 3) -> float:
        """Return the largest difference from the fast pass, relative to the largest entry.

        Q, Q', Q'' without friction, rotors and loads, and E1, E2, E3, in random states.
        """
        compiled = self.function()
        free = [robot.joint_names.index(name) for name in self.chain.joints]
        worst = 0.0
        for rows in np.random.default_rng(_SEED).standard_normal((states, ORDERS, len(free))):
            motion = np.zeros((ORDERS, robot.dof))
            for name, position in self.chain.held.items():
                motion[0, robot.joint_names.index(name)] = position
            motion[:, free] = rows
            terms = force_terms(robot, motion, 2)
            expected = dict(
                zip(("Q", "d1Q", "d2Q"), terms["inertia"] + terms["gravity"], strict=True)
            )
            found = compiled(rows)
            for name, row in expected.items():
                worst = max(worst, _difference(found[name], row[free]))
            for p, energy in enumerate(energies(robot, motion, 3)):
                if p > 0:
                    worst = max(worst, _difference(found[f"E{p}"], energy))
        return worst


def derive(
    robot: Robot,
    joints: Sequence[str] | None = None,
    at: Mapping[str, float] | None = None,
    form: Form | None = None,
) -> Equations:
    """Derive the equations of a robot by computer algebra.

    Parameters
    ----------
    robot
        The robot; masses, joints and gravity count; friction, rotors, loads and springs do not. Its
        base may have any orientation but must not move.
    joints
        Names of the free joints; by default all.
    at
        Positions at which the others are held [rad or m], by default zero.
    form
        Closed formulas, for up to three free joints, or the recursion over the links, for any
        number; by default closed if possible.

    Examples
    --------
    >>> from hod.classic import equations
    >>> arm = equations.derive(hod.example_robot(), ["J3"])
    >>> arm.results["E1"]
    C_1*d1q_1**4/2 + C_1*d2q_1**2/2
    >>> arm.steps[0]
    (C_1, I_1yy + m_1*x_1**2)
    >>> bool(arm.error(hod.example_robot()) < 1e-10)
    True

    """
    chain = chain_of(robot, joints, at)
    obstacle = _obstacle(chain)
    if form == "closed" and obstacle:
        raise Error(f"equations: {obstacle} for closed formulas (the recursive form has no bound)")
    return _recursive(chain) if form == "recursive" or obstacle else _closed(chain)


def _obstacle(chain: Chain) -> str | None:
    """Return why closed formulas would be too long to compute or read."""
    if chain.dof > MAX_JOINTS:
        return f"found {chain.dof} free joints, expected at most {MAX_JOINTS}"
    askew = [link for link in chain.links if link.is_revolute and link.axis.free_symbols]
    if len(askew) > 1:
        names = ", ".join(link.joint for link in askew)
        return (
            f"found axes of {names} neither parallel nor at right angles to the others, expected "
            "at most one such joint"
        )
    return None


def _recursive(chain: Chain) -> Equations:
    recursion = Recursion(chain)
    results: dict[str, Value] = {
        "M": sp.Matrix(recursion.mass_matrix().tolist()),
        "V": sp.Matrix(recursion.velocity_column()),
        "D": sp.Matrix(recursion.d_matrix().tolist()),
        "H": sp.Matrix(recursion.h_matrix().tolist()),
        **_energies(recursion.energies()),
        **_forces(recursion.forces()),
    }
    wanted = [entry for value in results.values() for entry in sp.Matrix([value])]
    return Equations(chain, "recursive", recursion.tape.only(wanted), results, {}, [])


def _closed(chain: Chain) -> Equations:
    closed = Closed(chain)
    poses = {}
    for index, link in enumerate(chain.links):
        moving = sorted(
            {one.column for i, one in enumerate(chain.links) if chain.carries(i, index)}
        )
        poses[f"T_{link.number}"] = closed.pose(index)
        for length in (1, 2):
            for columns in multi_indices(chain.dof, length):
                if set(columns) <= set(moving):
                    name = f"A_{link.number},{_digits(columns)}"
                    poses[name] = closed.differential(index, columns)
    components = _components(closed)
    results: dict[str, Value] = {
        **_matrices(chain, components),
        **_energies([closed.energy(p) for p in (1, 2, 3)]),
        **_forces(closed.forces(2)),
    }
    return Equations(chain, "closed", closed.lumped, results, poses, components)


_TENSORS = {"M": (1, 1), "V": (1, 2), "D": (2, 2), "H": (1, 3)}
"""Numbers of indices on either side of G."""


def _components(closed: Closed) -> list[Component]:
    dof = closed.chain.dof
    components = []
    for name, (before, after) in _TENSORS.items():
        for left in multi_indices(dof, before):
            for right in multi_indices(dof, after):
                if before != after or left <= right:
                    value = closed.contraction(left, right)
                    label = f"{name}_{_digits(left)},{_digits(right)}"
                    components.append(Component(label, left, right, value))
    return components


def _matrices(chain: Chain, components: list[Component]) -> dict[str, Value]:
    """M, and V, D, H contracted with the velocities."""
    known = {(c.name[0], c.left, c.right): c.value for c in components}
    known |= {("M", c.right, c.left): c.value for c in components if c.name[0] == "M"}
    known |= {("D", c.right, c.left): c.value for c in components if c.name[0] == "D"}
    velocity, columns = chain.motion[1], range(chain.dof)

    def entry(name: str, *indices: int) -> sp.Expr:
        before, _ = _TENSORS[name]
        return known[name, tuple(sorted(indices[:before])), tuple(sorted(indices[before:]))]

    def contracted(name: str, *indices: int) -> sp.Expr:
        return sp.Add(
            *(
                velocity[k] * velocity[m] * entry(name, *indices, k, m)
                for k in columns
                for m in columns
            )
        )

    return {
        "M": sp.Matrix(chain.dof, chain.dof, lambda i, j: entry("M", i, j)),
        "V": sp.Matrix([contracted("V", i) for i in columns]),
        "D": sp.Matrix(chain.dof, chain.dof, lambda i, j: contracted("D", i, j)),
        "H": sp.Matrix(chain.dof, chain.dof, lambda i, j: contracted("H", i, j)),
    }


def _energies(energies: list[sp.Expr]) -> dict[str, Value]:
    return {f"E{p}": energy for p, energy in enumerate(energies, start=1)}


def _forces(rows: list[list[sp.Expr]]) -> dict[str, Value]:
    return {"Q" if order == 0 else f"d{order}Q": sp.Matrix(row) for order, row in enumerate(rows)}


def _digits(columns: tuple[int, ...]) -> str:
    return "".join(str(column + 1) for column in columns)


def _shaped(name: str, value: Value, numbers: Iterator[float]) -> Numbers:
    if not isinstance(value, sp.MatrixBase):
        return np.array(next(numbers), dtype=float)
    array: Numbers = np.array([next(numbers) for _ in value], dtype=float)
    return array.reshape(value.shape) if name in _SQUARE else array


def _difference(found: Numbers, expected: Numbers) -> float:
    size = float(np.max(np.abs(expected), initial=1e-12))
    return float(np.max(np.abs(found - expected), initial=0.0)) / size
