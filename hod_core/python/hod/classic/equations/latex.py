# SPDX-License-Identifier: Apache-2.0
"""Equations as a LaTeX document for pdflatex."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import sympy as sp

from .chain import Chain, Link
from .model import Equations, Value

_WIDTH = 74  # of a formula line, in printed characters

_LETTERS = ("q", r"\dot{q}", r"\ddot{q}", "q^{(3)}", "q^{(4)}")

_RESULTS = {
    "M": ("M", "000 (94), 002 (7)"),
    "V": (r"V(\dot q,\dot q)", "000 (95), 002 (8)"),
    "D": (r"D(\dot q,\dot q)", "000 (97), 002 (10)"),
    "H": (r"H(\dot q,\dot q)", "000 (101), 002 (24)"),
    "E1": ("E^{(1)}", "000 (93)"),
    "E2": ("E^{(2)}", "002 (22)"),
    "E3": ("E^{(3)}", "002 (40)"),
    "Q": ("Q", "000 (115), (152)"),
    "d1Q": (r"\dot Q", "000 (167), k = 2"),
    "d2Q": (r"\ddot Q", "000 (167), k = 3"),
}

_ONE_JOINT = {"E1": "(86)", "E2": "(87)", "E3": "(88)", "Q": "(89)", "d1Q": "(90)", "d2Q": "(91)"}
"""Equations of 002 for one revolute joint: corrected, and with gravity."""

_PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,graphicx}
\newcommand{\fitted}[1]{%
  \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{$\displaystyle #1$}}
\usepackage[margin=18mm]{geometry}
\allowdisplaybreaks
\setcounter{MaxMatrixCols}{20}
\setlength{\parindent}{0pt}
\begin{document}"""

_RECURSION = r"""
In body axes, with $R_i$ the rotation of joint $i$, $\Delta_i = 1$, $d_i = l_i$ (revolute) or
$\Delta_i = 0$, $d_i = l_i + k_i q_i$ (prismatic), $p$ the link that carries link $i$, $j$ those
that it carries, and $\hat\omega$ the matrix of $\omega \times$. A joint that follows another has
$q_i$ as the table above says; its force counts, times its multiplier, with that of the joint it
follows. Time derivatives follow by Leibniz's rule:
\begin{align*}
\omega_i &= R_i^T \omega_p + \Delta_i k_i \dot q_i, \qquad
U_i = \hat{\dot\omega}_i + \hat\omega_i \hat\omega_i, \qquad \bar g_i = R_i^T \bar g_p,\\
A_i &= R_i^T (A_p + U_p d_i + 2\,\omega_p \times \dot d_i + \ddot d_i),\\
f_i &= m_i (A_i + \bar g_i) + U_i m_i c_i + \textstyle\sum_j R_j f_j,\\
n_i &= (U_i J_i - J_i U_i^T)^\vee + m_i c_i \times (A_i + \bar g_i)
  + \textstyle\sum_j (R_j n_j + d_j \times R_j f_j),\\
Q_i^{(k)} &= k_i \cdot n_i^{(k)} \ \text{(revolute)}, \quad
  k_i \cdot f_i^{(k)} \ \text{(prismatic)},\\
E^{(p)} &= \textstyle\sum_i \tfrac12 m_i |a_{p+1}|^2 + a_{p+1} \cdot U_{p+1} m_i c_i
  + \tfrac12 \operatorname{tr}(U_{p+1} J_i U_{p+1}^T),\\
U_{k+1} &= \dot U_k + \hat\omega_i U_k, \quad a_{k+1} = \dot a_k + \omega_i \times a_k, \qquad
U_2 = U_i, \quad a_2 = A_i, \quad \bar g_0 = \bar g.
\end{align*}
A unit rate of joint $j$ gives link $i$ the turn $t_{ij}$ and the velocity $v_{ij}$,
\[t_{ij} = R_i^T t_{pj}, \quad v_{ij} = R_i^T (v_{pj} + t_{pj} \times d_i), \qquad
t_{ii} = \Delta_i k_i, \quad v_{ii} = (1 - \Delta_i) k_i.\]
With $\Psi_{ij} = [\,\hat t_{ij},\ v_{ij};\ 0,\ 0\,]$ and $B_i = [\,U_i,\ A_i;\ 0,\ 0\,]$ for
$\ddot q = 0$,
\begin{align*}
M_{jk} &= \textstyle\sum_i \operatorname{tr}(\Psi_{ij} I_{ps,i} \Psi_{ik}^T), \qquad
V_j(\dot q, \dot q) = \sum_i \operatorname{tr}(\Psi_{ij} I_{ps,i} B_i^T),\\
D_{jk}(\dot q, \dot q) &= \textstyle\sum_i
  \operatorname{tr}(\Psi_{ij} \Psi_{ik} I_{ps,i} B_i^T), \quad j \le k,\\
H_{jk}(\dot q, \dot q) &= \textstyle\sum_i
  \operatorname{tr}(\Psi_{ij} I_{ps,i} (\Psi_{ik} B_i + \partial B_i / \partial q_k)^T),\\
I_{ps,i} &= [\,J_i,\ m_i c_i;\ m_i c_i^T,\ m_i\,], \qquad
J_i = \tfrac12 \operatorname{tr}(I_i)\,1 - I_i + m_i c_i c_i^T.
\end{align*}
Written out for this robot these are %d assignments; \texttt{hod equations -{}-sympy} and
\texttt{-{}-matlab} have them.
"""


def latex_document(equations: Equations) -> str:
    """Return a document: axes, properties, poses, matrices, energies and forces."""
    return "\n".join([*_Writer(equations).lines(), r"\end{document}", ""])


class _Writer:
    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.names = {
            symbol: f"{letter}_{{{j}}}"
            for letter, row in zip(_LETTERS, equations.chain.motion, strict=True)
            for j, symbol in enumerate(row, start=1)
        }

    def lines(self) -> Iterator[str]:
        chain = self.equations.chain
        yield _PREAMBLE
        yield rf"\section*{{Equations of {_plain(chain.name)}}}"
        yield from self._joints(chain)
        yield from self._properties(chain)
        if self.equations.form == "closed":
            yield from self._closed()
        else:
            yield from self._recursive()

    def _joints(self, chain: Chain) -> Iterator[str]:
        yield r"\subsection*{Joints and screw axes}"
        yield (
            "Axes $k$ and points $p$ on them [m] in the axes of the base, free joints at zero; "
            r"$\xi = [\,\Delta \hat k,\ v;\ 0,\ 0\,]$, $v = \Delta\, p \times k + (1 - \Delta) k$ "
            "(000 (91))."
        )
        yield r"\begin{center}\begin{tabular}{lllll}"
        yield r"link & joint & position & $k$ & $p$ \\ \hline"
        for link, (axis, point) in zip(chain.links, chain.screws, strict=True):
            kind = "revolute" if link.is_revolute else "prismatic"
            position = self.tex(chain.angle(link))
            yield (
                f"{link.number} & {_plain(link.joint)} ({kind}) & ${position}$ & "
                rf"${_numbers(axis)}$ & ${_numbers(point)}$ \\"
            )
        yield r"\end{tabular}\end{center}"
        if np.any(chain.base != np.eye(3)):
            x, y, z = (_numbers(axis) for axis in chain.base.T)
            yield rf"The base's axes in those of the root link: $x = {x}$, $y = {y}$, $z = {z}$."
        else:
            yield "The base's axes are those of the root link."
        if chain.held:
            held = ", ".join(f"{_plain(name)} = {value:g}" for name, value in chain.held.items())
            yield f"Held: {held}."

    def _properties(self, chain: Chain) -> Iterator[str]:
        yield r"\subsection*{Properties}"
        yield (
            "Link $i$ is all that moves with joint $i$ alone; its frame has its origin on the "
            "axis, at $l_i$ from that of the link before it, and axes parallel to the base's "
            "at zero. "
            "$m_i$ mass, $(x_i, y_i, z_i)$ centre of mass, $I_i$ inertia about the centre of mass, "
            "$g$ gravity, SI units."
        )
        rows = [rf"{sp.latex(s)} &= {_number(v)}" for s, v in chain.values.items()]
        yield from _columns(rows, 4)
        yield from self._transformations(chain)

    def _transformations(self, chain: Chain) -> Iterator[str]:
        yield (
            "Rotation of link $i$ in the axes of the link before it, and displacement from there "
            "with the free joints at zero:"
        )
        for link in chain.links:
            turn = self.tex(_rotation(chain, link))
            yield (
                rf"\[R_{{{link.number}}} = {turn}, \quad l_{{{link.number}}} = "
                rf"{self.tex(link.lever.T)}^T\]"
            )

    def _closed(self) -> Iterator[str]:
        equations = self.equations
        if equations.steps:
            yield r"\subsection*{Lumped properties}"
            values = _values(equations)
            for symbol, value in equations.steps:
                number = _number(values[symbol])
                yield from self.formulas([(f"{number} = {sp.latex(symbol)}", value)])
        yield r"\subsection*{Poses and differential matrices (000 (71)--(89))}"
        for name, pose in equations.poses.items():
            yield from self._pose(name, pose)
        yield r"\subsection*{Entries of M, V, D, H (000 (94)--(101))}"
        yield (
            "$M_{i,j} = G(e_i; e_j)$, $V_{i,jk} = G(e_i; e_j, e_k)$, "
            "$D_{ij,kl} = G(e_i, e_j; e_k, e_l)$, $H_{i,jkl} = G(e_i; e_j, e_k, e_l)$, "
            "symmetric within either group; zeros left out."
        )
        yield from self.formulas(
            [(_indexed(c.name), c.value) for c in equations.components if c.value != 0]
        )
        yield r"\subsection*{Acceleration energies and forces}"
        for name in ("E1", "E2", "E3", "Q", "d1Q", "d2Q"):
            yield from self._result(name, equations.results[name])

    def _pose(self, name: str, pose: sp.Matrix) -> Iterator[str]:
        yield rf"\[\fitted{{{_indexed(name)} = {self.tex(pose)}}}\]"

    def _result(self, name: str, value: Value) -> Iterator[str]:
        symbol, source = _RESULTS[name]
        if len(self.equations.chain.links) == 1:
            source += f"; for one revolute joint 002 {_ONE_JOINT[name]}, corrected"
        yield rf"\paragraph{{${symbol}$ ({source})}}"
        entries = list(value) if isinstance(value, sp.MatrixBase) else None
        if entries is None:
            yield from self.formulas([(symbol, value)])
        else:
            names = (f"{symbol}_{{{j}}}" for j in range(1, len(entries) + 1))
            yield from self.formulas(list(zip(names, entries, strict=True)))

    def _recursive(self) -> Iterator[str]:
        yield r"\subsection*{Recursion over the links}"
        yield _RECURSION.strip() % len(self.equations.steps)

    def tex(self, value: Value) -> str:
        return str(sp.latex(value, symbol_names=self.names, mat_delim="["))

    def formulas(self, formulas: list[tuple[str, sp.Expr]]) -> Iterator[str]:
        """Yield left and right sides, with as many lines as needed."""
        lines = []
        for left, value in formulas:
            rows = _rows([self.tex(term) for term in _terms(value)])
            lines += [f"{left} ={{}}& {rows[0]}", *(rf"&\quad {row}" for row in rows[1:])]
        if lines:
            yield r"\begin{align*}"
            yield " \\\\\n".join(lines)
            yield r"\end{align*}"


def _indexed(name: str) -> str:
    letter, _, indices = name.partition("_")
    return f"{letter}_{{{indices}}}"


def _terms(value: sp.Expr) -> list[sp.Expr]:
    """Return summands; a product that contains a long sum is expanded for line breaking."""
    terms: list[sp.Expr] = []
    for term in sp.Add.make_args(value):
        is_long = any(len(factor.args) > 4 for factor in sp.Mul.make_args(term) if factor.is_Add)
        terms += sp.Add.make_args(sp.expand_mul(term)) if is_long else [term]
    return sp.Add(*terms, evaluate=False).as_ordered_terms() if terms else [value]


def _rows(terms: list[str]) -> list[str]:
    rows: list[str] = []
    width = 0
    for term in terms:
        signed = term if term.startswith("-") or not rows else f"+ {term}"
        length = _printed(signed)
        if rows and width + length <= _WIDTH:
            rows[-1] += f" {signed}"
            width += length
        else:
            rows.append(signed)
            width = length
    return rows or ["0"]


def _printed(text: str) -> int:
    """Return the approximate printed width: a command counts as one, braces and spaces as none."""
    fractions = re.sub(r"\\frac\{[^{}]*\}\{[^{}]*\}", "xx", text)
    return len(re.sub(r"[{}\s^_]|\\left|\\right", "", re.sub(r"\\[a-z]+", "x", fractions)))


def _columns(entries: list[str], count: int) -> Iterator[str]:
    if entries:
        yield r"\begin{align*}"
        rows = [entries[i : i + count] for i in range(0, len(entries), count)]
        yield " \\\\\n".join(" & ".join(row) for row in rows)
        yield r"\end{align*}"


def _rotation(chain: Chain, link: Link) -> sp.Matrix:
    if not link.is_revolute:
        return sp.eye(3)
    angle = chain.angle(link)
    cross = link.axis.hat()
    return sp.eye(3) + cross * sp.sin(angle) + cross * cross * (1 - sp.cos(angle))


def _values(equations: Equations) -> dict[sp.Symbol, float]:
    values = dict(equations.chain.values)
    return {symbol: float(value.subs(values)) for symbol, value in equations.steps}


def _numbers(values: object) -> str:
    return "(" + ", ".join(_number(value) for value in values) + ")"  # type: ignore[attr-defined]


def _number(value: float) -> str:
    mantissa, _, exponent = f"{value:.6g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def _plain(text: str) -> str:
    special = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}
    special |= {letter: f"\\{letter}" for letter in "#$%&_{}"}
    return "".join(special.get(letter, letter if letter.isprintable() else " ") for letter in text)
