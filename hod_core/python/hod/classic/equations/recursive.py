# SPDX-License-Identifier: Apache-2.0
"""The same quantities link by link, each intermediate result computed once: any number of joints.

In body axes, with R the rotation of a joint, and time derivatives of everything by the Leibniz
rule:

    omega_i = R^T omega_p + k q',       U_i = [omega' x] + [omega x]^2,
    A_i = R^T (A_p + U_p d + 2 omega_p x d' + d''),   d = l (revolute), l + k q (prismatic),
    f = M (A + g) + U M r_C,   n = vee(U I_p - (U I_p)^T) + M r_C x (A + g),

f and n are summed from the tips to the base, Q = k.n or k.f (000 (110), (111), (115)); energies by
U_k+1 = U_k' + [omega x] U_k, a_k+1 = a_k' + omega x a_k from U_2 = U, a_2 = A.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from .chain import Chain, Link

Array = NDArray[np.object_]
Jet = list[Array]
"""A quantity and its time derivatives."""

_ORDER = 2  # of the highest force derivative


class Tape:
    """Names for intermediate results, each computed once."""

    def __init__(self) -> None:
        self.steps: list[tuple[sp.Symbol, sp.Expr]] = []
        self._known: dict[sp.Expr, sp.Expr] = {}

    def name(self, value: Any) -> sp.Expr:
        expression = sp.sympify(value)
        if _is_short(expression):
            return expression
        if expression not in self._known:
            symbol = sp.Symbol(f"t{len(self.steps) + 1}")
            self.steps.append((symbol, expression))
            self._known[expression] = symbol
            self._known[-expression] = -symbol
        return self._known[expression]

    def all(self, values: Any) -> Array:
        array = np.asarray(values, dtype=object)
        result = np.empty(array.shape, dtype=object)
        for index in np.ndindex(*array.shape):
            result[index] = self.name(array[index])
        return result

    def only(self, wanted: list[sp.Expr]) -> list[tuple[sp.Symbol, sp.Expr]]:
        """Return the steps that some of the results need, in order."""
        needed = {symbol for expression in wanted for symbol in expression.free_symbols}
        kept = []
        for symbol, expression in reversed(self.steps):
            if symbol in needed:
                kept.append((symbol, expression))
                needed |= expression.free_symbols
        return kept[::-1]


def _is_short(expression: sp.Expr) -> bool:
    """Whether a name would not be shorter: a symbol, a number, or one times the other."""
    return expression.is_Atom or (
        expression.is_Mul
        and len(expression.args) == 2
        and expression.args[0].is_Number
        and expression.args[1].is_Atom
    )


@dataclass
class _State:
    """Motion of a link, in its own axes."""

    turn: Jet
    """R, from the link's axes to the parent's."""
    lever: Jet
    """d."""
    omega: Jet
    spread: Jet
    """U."""
    acceleration: Jet
    """A, of the origin, without gravity."""
    gravity: Jet


@dataclass
class _Varied:
    """Derivatives of a state with respect to the position of a joint."""

    omega: Array
    rate: Array
    spread: Array
    acceleration: Array


class Recursion:
    """Forces, energies and matrices of a chain on one tape."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.tape = Tape()
        self.motion = [np.array(row, dtype=object) for row in chain.motion]
        self.moments = [self.tape.all(_vector(link.moment)) for link in chain.links]
        self.planar = [self.tape.all(_square(link.planar)) for link in chain.links]
        self.states = self._forward(self.motion, _ORDER)
        nothing = np.array([sp.Integer(0)] * chain.dof, dtype=object)
        self.steady = self._forward([*self.motion[:2], nothing], 0)  # q'' = 0
        self._twists: list[dict[int, tuple[Array, Array]]] = []
        for index in range(len(chain.links)):
            self._twists.append(self._twists_of(index))

    def forces(self) -> list[list[sp.Expr]]:
        """Q, Q', Q''."""
        count = len(self.chain.links)
        rows = [[sp.Integer(0)] * self.chain.dof for _ in range(_ORDER + 1)]
        force = [self._zeros() for _ in range(count)]
        moment = [self._zeros() for _ in range(count)]
        for index in reversed(range(count)):
            link, state = self.chain.links[index], self.states[index]
            own_force, own_moment = self._wrench(index)
            force[index] = self._sum(force[index], own_force)
            moment[index] = self._sum(moment[index], own_moment)
            axis = _vector(link.axis)
            carried = moment[index] if link.is_revolute else force[index]
            for order in range(_ORDER + 1):
                rows[order][link.column] += link.multiplier * (axis @ carried[order])
            if link.parent >= 0:
                turned = self._product(state.turn, force[index])
                lever = self._product([_hat(d) for d in state.lever], turned)
                force[link.parent] = self._sum(force[link.parent], turned)
                moment[link.parent] = self._sum(
                    moment[link.parent],
                    self._sum(self._product(state.turn, moment[index]), lever),
                )
        return [[self.tape.name(entry) for entry in row] for row in rows]

    def energies(self) -> list[sp.Expr]:
        """E1, E2, E3 of all links together."""
        totals = [sp.Integer(0)] * (_ORDER + 1)
        for index, link in enumerate(self.chain.links):
            state = self.states[index]
            spread, point = state.spread, state.acceleration
            cross = [_hat(omega) for omega in state.omega]
            for p in range(_ORDER + 1):
                if p > 0:
                    spread = self._sum(spread[1:], self._product(cross, spread[:-1]))
                    point = self._sum(point[1:], self._product(cross, point[:-1]))
                moment, planar = self.moments[index], self.planar[index]
                inner = self.tape.all(spread[0] @ planar)
                totals[p] += self.tape.name(
                    link.mass * (point[0] @ point[0]) / 2
                    + point[0] @ self.tape.all(spread[0] @ moment)
                    + (inner * spread[0]).sum() / 2
                )
        return [self.tape.name(total) for total in totals]

    def mass_matrix(self) -> Array:
        """M (000 (94))."""
        return self._pairs(lambda link, i, j: self._trace(link, self._twist(link, i), j))

    def velocity_column(self) -> list[sp.Expr]:
        """V(q', q') (000 (95))."""
        column = [sp.Integer(0)] * self.chain.dof
        for index in range(len(self.chain.links)):
            steady = self._steady(index)
            for joint in self._twists[index]:
                term = self._weighted(index, self._twist(index, joint)) * steady
                column[self.chain.links[joint].column] += self._share(joint, term.sum())
        return [self.tape.name(entry) for entry in column]

    def d_matrix(self) -> Array:
        """D(q', q') (000 (97)): derivative of T by both, with its steady second derivative."""

        def entry(link: int, i: int, j: int) -> Any:
            outer, inner = self._twist(link, min(i, j)), self._twist(link, max(i, j))
            both = self.tape.all(outer[:, :3] @ inner)
            return (both * self._weighted(link, self._steady(link))).sum()

        return self._pairs(entry)

    def h_matrix(self) -> Array:
        """H(q', q') (000 (101)): derivative of T by one, with its third derivative."""
        states: list[dict[int, _Varied]] = []
        for index in range(len(self.chain.links)):
            states.append(self._varied_states(index, states))
        varied = [self._variations(index, states[index]) for index in range(len(states))]

        def entry(link: int, i: int, j: int) -> Any:
            return (self._weighted(link, self._twist(link, i)) * varied[link][j]).sum()

        return self._pairs(entry)

    def _zeros(self) -> Jet:
        return [_nothing() for _ in range(_ORDER + 1)]

    def _sum(self, left: Jet, right: Jet) -> Jet:
        return [self.tape.all(a + b) for a, b in zip(left, right, strict=False)]

    def _product(self, left: Jet, right: Jet) -> Jet:
        """Leibniz rule, as far as both are known."""
        return [
            self.tape.all(sum(comb(n, i) * (left[i] @ right[n - i]) for i in range(n + 1)))
            for n in range(min(len(left), len(right)))
        ]

    def _forward(self, motion: list[Array], order: int) -> list[_State]:
        states: list[_State] = []
        for link in self.chain.links:
            above = states[link.parent] if link.parent >= 0 else self._base(order)
            states.append(self._next(link, above, motion, order))
        return states

    def _base(self, order: int) -> _State:
        none = [_nothing() for _ in range(order + 2)]
        flat = [_square(sp.zeros(3, 3)) for _ in range(order + 1)]
        upwards = [_vector(self.chain.gravity), *none[1 : order + 1]]
        return _State([], [], none, flat, none[: order + 1], upwards)

    def _next(self, link: Link, above: _State, motion: list[Array], order: int) -> _State:
        position = [link.multiplier * row[link.column] for row in motion[: order + 3]]
        axis, cross = _vector(link.axis), _square(link.axis.hat())
        turn, lever = self._joint(link, position, axis, cross)
        back = [rotation.T for rotation in turn]
        omega = self._product(back, above.omega)
        pushed = self._product(above.spread, lever)
        pushed = self._sum(pushed, above.acceleration)
        if link.is_revolute:
            omega = [
                self.tape.all(w + axis * rate) for w, rate in zip(omega, position[1:], strict=False)
            ]
        else:
            twice = [_hat(2 * w) for w in above.omega]
            pushed = self._sum(pushed, self._product(twice, lever[1:]))
            pushed = self._sum(pushed, lever[2:])
        return _State(
            turn=turn,
            lever=lever,
            omega=omega,
            spread=self._spread(omega),
            acceleration=self._product(back, pushed),
            gravity=self._product(back, above.gravity),
        )

    def _spread(self, omega: Jet) -> Jet:
        cross = [_hat(w) for w in omega]
        return self._sum(cross[1:], self._product(cross, cross))

    def _joint(
        self, link: Link, position: list[sp.Expr], axis: Array, cross: Array
    ) -> tuple[Jet, Jet]:
        """R and d; rows beyond those of the motion are omitted."""
        none = _nothing()
        lever = _vector(link.lever)
        rows = len(position)
        if not link.is_revolute:
            turn = [_square(sp.eye(3)), *[_square(sp.zeros(3, 3))] * (rows - 1)]
            slide = [axis * value for value in position]
            return turn, [self.tape.all(lever + slide[0]), *slide[1:]]
        cosine = [self.tape.name(sp.cos(position[0]))]
        sine = [self.tape.name(sp.sin(position[0]))]
        for n in range(rows - 1):
            terms = [(comb(n, i), i, position[n + 1 - i]) for i in range(n + 1)]
            more = self.tape.name(sum(-c * sine[i] * rate for c, i, rate in terms))
            sine.append(self.tape.name(sum(c * cosine[i] * rate for c, i, rate in terms)))
            cosine.append(more)
        turn = [cross * s - cross @ cross * c for s, c in zip(sine, cosine, strict=True)]
        turn[0] = turn[0] + cross @ cross + _square(sp.eye(3))
        return [self.tape.all(t) for t in turn], [lever, *[none] * (rows - 1)]

    def _wrench(self, index: int) -> tuple[Jet, Jet]:
        """F and n of a link, about its own origin."""
        state, moment = self.states[index], self.moments[index]
        mass, planar = self.chain.links[index].mass, self.planar[index]
        force, torque = [], []
        for n in range(_ORDER + 1):
            lifted = self.tape.all(state.acceleration[n] + state.gravity[n])
            force.append(self.tape.all(mass * lifted + state.spread[n] @ moment))
            product = self.tape.all(state.spread[n] @ planar)
            skew = product - product.T
            turning = np.array([skew[2, 1], skew[0, 2], skew[1, 0]], dtype=object)
            torque.append(self.tape.all(turning + _hat(moment) @ lifted))
        return force, torque

    def _twists_of(self, index: int) -> dict[int, tuple[Array, Array]]:
        """Angular and linear velocity of a link for a unit rate of every joint that moves it."""
        link, state = self.chain.links[index], self.states[index]
        back = state.turn[0].T
        twists = {}
        if link.parent >= 0:
            for joint, (turn, velocity) in self._twists[link.parent].items():
                moved = velocity + _hat(turn) @ state.lever[0]
                twists[joint] = (self.tape.all(back @ turn), self.tape.all(back @ moved))
        none, axis = _nothing(), _vector(link.axis)
        twists[index] = (axis, none) if link.is_revolute else (none, axis)
        return twists

    def _twist(self, link: int, joint: int) -> Array:
        turn, velocity = self._twists[link][joint]
        return np.hstack([_hat(turn), velocity[:, None]])

    def _steady(self, link: int) -> Array:
        state = self.steady[link]
        return np.hstack([state.spread[0], state.acceleration[0][:, None]])

    def _weighted(self, link: int, matrix: Array) -> Array:
        """Upper three rows of B I_ps."""
        moment = self.moments[link]
        block = matrix[:, :3] @ self.planar[link] + np.outer(matrix[:, 3], moment)
        last = matrix[:, :3] @ moment + matrix[:, 3] * self.chain.links[link].mass
        return self.tape.all(np.hstack([block, last[:, None]]))

    def _trace(self, link: int, left: Array, joint: int) -> Any:
        return (self._weighted(link, left) * self._twist(link, joint)).sum()

    def _share(self, joint: int, value: Any) -> sp.Expr:
        return self.chain.links[joint].multiplier * self.tape.name(value)

    def _pairs(self, entry: Any) -> Array:
        """Sum over links and over all pairs of joints that move them, by columns."""
        matrix = _square(sp.zeros(self.chain.dof, self.chain.dof))
        links = self.chain.links
        for link in range(len(links)):
            for i in self._twists[link]:
                for j in self._twists[link]:
                    share = links[i].multiplier * self._share(j, entry(link, i, j))
                    matrix[links[i].column, links[j].column] += share
        return self.tape.all(matrix)

    def _variations(self, index: int, states: dict[int, _Varied]) -> dict[int, Array]:
        """Differentiate T's steady second derivative with respect to every joint, over T."""
        steady = self._steady(index)
        result = {}
        for joint, varied in states.items():
            turn = _hat(self._twists[index][joint][0])
            block = np.hstack([varied.spread, varied.acceleration[:, None]])
            result[joint] = self.tape.all(turn @ steady + block)
        return result

    def _varied_states(self, index: int, states: list[dict[int, _Varied]]) -> dict[int, _Varied]:
        """Differentiate a link's steady motion with respect to every joint that moves it."""
        link, state = self.chain.links[index], self.steady[index]
        back, cross = state.turn[0].T, _square(link.axis.hat())
        rate = link.multiplier * self.motion[1][link.column]
        result = {}
        for joint, above in (states[link.parent] if link.parent >= 0 else {}).items():
            omega = self.tape.all(back @ above.omega)
            change = back @ above.rate
            pushed = above.acceleration + above.spread @ state.lever[0]
            if link.is_revolute:
                change = change - rate * (cross @ omega)
            else:
                pushed = pushed + 2 * _hat(above.omega) @ state.lever[1]
            result[joint] = self._varied(state, omega, change, back @ pushed)
        if link.is_revolute:
            own = [-(cross @ vector) for vector in (*state.omega[:2], state.acceleration[0])]
            result[index] = self._varied(state, *own)
        elif link.parent >= 0:
            spread = self.steady[link.parent].spread[0]
            result[index] = self._varied(state, _nothing(), _nothing(), spread @ _vector(link.axis))
        else:
            result[index] = self._varied(state, _nothing(), _nothing(), _nothing())
        return result

    def _varied(self, state: _State, omega: Array, rate: Array, acceleration: Array) -> _Varied:
        known, varied = _hat(state.omega[0]), _hat(omega)
        return _Varied(
            *map(
                self.tape.all,
                (omega, rate, _hat(rate) + known @ varied + varied @ known, acceleration),
            )
        )


def _nothing() -> Array:
    return np.array([sp.Integer(0)] * 3, dtype=object)


def _vector(matrix: sp.Matrix) -> Array:
    return np.array(list(matrix), dtype=object)


def _square(matrix: sp.Matrix) -> Array:
    return np.array(matrix.tolist(), dtype=object)


def _hat(vector: Array) -> Array:
    x, y, z = vector
    zero = sp.Integer(0)
    return np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]], dtype=object)
