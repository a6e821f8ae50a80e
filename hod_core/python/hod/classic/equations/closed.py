# SPDX-License-Identifier: Apache-2.0
"""Closed formulas: poses, differential matrices, M, V, D, H, energies and forces.

With T' = T Theta_1 and d T / d q_j = T S_j, where Theta_1 has angular velocity and velocity of the
origin in body axes and S_j is its derivative with respect to q'_j, every differential matrix is T
times a matrix that satisfies (T B)' = T (Theta_1 B + B'). Traces do not depend on T: G(...; ...) is
a sum of tr(B I_ps B^T) over the upper three rows (000 (94)-(101), 002 (7)-(44)).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import sympy as sp
from sympy.polys.domains import QQ

from .chain import Chain, Link
from .trigonometric import Algebra, Polynomial, Polynomials

MAX_JOINTS = 3

_Index = tuple[int, ...]


class Closed:
    """All results for a chain in one canonical form; properties lumped as C_1, C_2, ..."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.algebra = Algebra(chain)
        self.lumped: list[tuple[sp.Symbol, sp.Expr]] = []
        self._known: dict[sp.Poly, sp.Symbol] = {}
        self._rates: list[Polynomials] = []  # Theta_1 of every link, 4x4
        for link in chain.links:
            self._rates.append(self._rate_matrix(link))
        self._inertias = [self._pseudo(link) for link in chain.links]
        self._directions: dict[tuple[int, _Index], Polynomials] = {}

    def pose(self, link: int) -> sp.Matrix:
        """T_i (000 (71))."""
        return self._matrix(self._pose(link))

    def differential(self, link: int, columns: _Index) -> sp.Matrix:
        """A_ij, A_ijk, ... (000 (71)-(89))."""
        return self._matrix(self.algebra.reduced(self._pose(link) @ self._direction(link, columns)))

    def contraction(self, left: _Index, right: _Index) -> sp.Expr:
        """G of unit vectors: M_ij = G(i; j), V_ijk = G(i; jk), D = G(ij; kl), H = G(i; jkl)."""
        return self._expression(self._contraction(left, right))

    def energy(self, p: int) -> sp.Expr:
        """E of order p (000 (92))."""
        total = self.algebra.zeros(1)
        for link in range(len(self.chain.links)):
            theta = self._derivative(link, p + 1)
            total[0] += self._trace(link, theta, theta)
        return self._expression(self.algebra.reduced(total)[0] * QQ(1, 2))

    def forces(self, order: int) -> list[list[sp.Expr]]:
        """Q, Q', ... of every column, from inertia and gravity."""
        rows = [self._inertia_forces() + self._gravity_forces()]
        for _ in range(order):
            rows.append(self.algebra.rate(rows[-1]))
        return [[self._expression(entry) for entry in row] for row in rows]

    def gravity_forces(self) -> list[sp.Expr]:
        """Q_g (000 (116))."""
        return [self._expression(entry) for entry in self._gravity_forces()]

    def _inertia_forces(self) -> Polynomials:
        forces = self.algebra.zeros(self.chain.dof)
        for column in range(self.chain.dof):
            for link in range(len(self.chain.links)):
                direction = self._direction(link, (column,))
                forces[column] += self._trace(link, direction, self._derivative(link, 2))
        return self.algebra.reduced(forces)

    def _gravity_forces(self) -> Polynomials:
        upwards = self.algebra.of(self.chain.gravity)[:, 0]
        forces = self.algebra.zeros(self.chain.dof)
        for column in range(self.chain.dof):
            for index, link in enumerate(self.chain.links):
                moved = self._pose(index) @ self._direction(index, (column,))
                weight = np.append(self.algebra.of(link.moment)[:, 0], self.algebra.ring(0))
                weight[3] = self.algebra.ring.from_expr(sp.sympify(link.mass))
                forces[column] += upwards @ (moved[:3] @ weight)
        return self.algebra.reduced(forces)

    def _derivative(self, link: int, order: int) -> Polynomials:
        """Theta_k with T of order k = T Theta_k."""
        theta = self._rates[link]
        for _ in range(order - 1):
            theta = self.algebra.rate(theta) + self.algebra.reduced(self._rates[link] @ theta)
        return theta

    def _direction(self, link: int, columns: _Index) -> Polynomials:
        """B with the derivative of T by all of the columns = T B."""
        key = (link, tuple(sorted(columns)))
        if key not in self._directions:
            *more, column = key[1]
            if not more:
                velocity = self.algebra.ring.from_expr(self.chain.motion[1][column])
                rate = self._rates[link]
                self._directions[key] = np.vectorize(lambda p: p.diff(velocity), otypes=[object])(
                    rate
                )
            else:
                first = self._direction(link, (column,))
                rest = self._direction(link, tuple(more))
                self._directions[key] = self.algebra.partial(rest, column) + self.algebra.reduced(
                    first @ rest
                )
        return self._directions[key]

    def _contraction(self, left: _Index, right: _Index) -> Polynomial:
        total = self.algebra.zeros(1)
        for link in range(len(self.chain.links)):
            total[0] += self._trace(link, self._direction(link, left), self._direction(link, right))
        return self.algebra.reduced(total)[0]

    def _trace(self, link: int, left: Polynomials, right: Polynomials) -> Any:
        return (left[:3] @ self._inertias[link] * right[:3]).sum()

    def _pseudo(self, link: Link) -> Polynomials:
        matrix = sp.zeros(4, 4)
        matrix[:3, :3] = link.planar
        matrix[:3, 3] = link.moment
        matrix[3, :3] = link.moment.T
        matrix[3, 3] = link.mass
        return self.algebra.of(matrix)

    def _step(self, link: Link) -> tuple[Polynomials, Polynomials]:
        """Return rotation and displacement from the parent's frame to the link's."""
        algebra = self.algebra
        lever = algebra.of(link.lever)[:, 0]
        if not link.is_revolute:
            slide = algebra.ring.from_expr(self.chain.angle(link))
            return algebra.identity(3), lever + algebra.of(link.axis)[:, 0] * slide
        cross = algebra.of(link.axis.hat())
        sine, cosine = algebra.sine(link.number), algebra.cosine(link.number)
        rotation = algebra.identity(3) + cross * sine + cross @ cross * (1 - cosine)
        return rotation, lever

    def _rate_matrix(self, link: Link) -> Polynomials:
        algebra = self.algebra
        rotation, lever = self._step(link)
        above = self._rates[link.parent] if link.parent >= 0 else algebra.zeros(4, 4)
        axis = link.axis * self.chain.angle(link, 1)
        turn = axis.hat() if link.is_revolute else sp.zeros(3, 3)
        slide = sp.zeros(3, 1) if link.is_revolute else axis
        rate = algebra.zeros(4, 4)
        rate[:3, :3] = rotation.T @ above[:3, :3] @ rotation + algebra.of(turn)
        rate[:3, 3] = rotation.T @ (above[:3, 3] + above[:3, :3] @ lever) + algebra.of(slide)[:, 0]
        return algebra.reduced(rate)

    def _pose(self, link: int) -> Polynomials:
        rotation, lever = self._step(self.chain.links[link])
        step = self.algebra.identity(4)
        step[:3, :3], step[:3, 3] = rotation, lever
        parent = self.chain.links[link].parent
        return step if parent < 0 else self.algebra.reduced(self._pose(parent) @ step)

    def _matrix(self, polynomials: Polynomials) -> sp.Matrix:
        return sp.Matrix(*polynomials.shape, [self._expression(p) for p in polynomials.flat])

    def _expression(self, polynomial: Polynomial) -> sp.Expr:
        return self.algebra.expression(polynomial, self._constant)

    def _constant(self, terms: sp.Poly) -> sp.Expr:
        """Return a name for a sum of properties, up to a factor; a single product as it is."""
        if len(terms.terms()) <= 1:
            return terms.as_expr()
        content, primitive = terms.primitive()
        if primitive.LC() < 0:
            content, primitive = -content, -primitive
        if primitive not in self._known:
            self._known[primitive] = sp.Symbol(f"C_{len(self.lumped) + 1}")
            self.lumped.append((self._known[primitive], primitive.as_expr()))
        return content * self._known[primitive]


def multi_indices(dof: int, length: int) -> list[_Index]:
    """Columns in ascending order: the distinct entries of a symmetric tensor."""
    return list(combinations_with_replacement(range(dof), length))
