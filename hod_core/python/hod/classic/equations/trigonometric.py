# SPDX-License-Identifier: Apache-2.0
"""Exact polynomials in sines and cosines of joint positions, in one canonical form.

Internally, s^2 is always written as 1 - c^2, so that equal expressions are the same polynomial. In
the output, a product of sines and cosines of consecutive joints with parallel axes is a sum of
sines and cosines of sums of their angles; those of other joints remain products. This form is
equally unique.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.polys.domains import QQ
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from .chain import Chain, Link

Polynomial = Any  # an element of the ring; SymPy has no types for it
Polynomials = NDArray[np.object_]

_Wave = tuple[tuple[str, tuple[int, ...]], ...]  # by group: cos or sin, and of which multiples

_Waves = dict[tuple[int, ...], tuple[Any, Any]]  # factors of exp(i k.phi), real and imaginary part


class Algebra:
    """The ring of a chain's properties, motion, and sines and cosines of its joints."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.properties = list(chain.values)
        self.motion = [symbol for row in chain.motion for symbol in row]
        self.turning = [link for link in chain.links if link.is_revolute]
        waves = [sp.Symbol(f"{name}_{link.number}") for link in self.turning for name in "cs"]
        self.ring = PolyRing([*self.properties, *self.motion, *waves], QQ, lex)
        self._first_motion = len(self.properties)
        self._first_wave = self._first_motion + len(self.motion)
        self._groups = _parallel_groups(chain, self.turning)
        self._waves: dict[tuple[int, ...], _Waves] = {}

    def of(self, matrix: sp.Matrix) -> Polynomials:
        """Polynomials for a matrix of properties and motion."""
        result = np.empty(matrix.shape, dtype=object)
        for index in np.ndindex(*matrix.shape):
            result[index] = self.ring.from_expr(sp.expand(matrix[index]))
        return result

    def zeros(self, *shape: int) -> Polynomials:
        return np.full(shape, self.ring.zero, dtype=object)

    def identity(self, size: int) -> Polynomials:
        result = self.zeros(size, size)
        for index in range(size):
            result[index, index] = self.ring.one
        return result

    def cosine(self, number: int) -> Polynomial:
        """Cosine of the position of the joint of link `number`."""
        return self.ring.gens[self._wave(number)]

    def sine(self, number: int) -> Polynomial:
        return self.ring.gens[self._wave(number) + 1]

    def _wave(self, number: int) -> int:
        turning = [link.number for link in self.turning]
        return self._first_wave + 2 * turning.index(number)

    def reduced(self, polynomials: Polynomials) -> Polynomials:
        """Write s^2 as 1 - c^2 in all entries."""
        result = np.empty(polynomials.shape, dtype=object)
        for index in np.ndindex(*polynomials.shape):
            result[index] = self._reduced(polynomials[index])
        return result

    def _reduced(self, polynomial: Polynomial) -> Polynomial:
        for cosine in range(self._first_wave, self.ring.ngens, 2):
            sine = cosine + 1
            if any(powers[sine] > 1 for powers in polynomial):
                terms: dict[tuple[int, ...], Any] = {}
                for powers, factor in polynomial.items():
                    pairs, odd = divmod(powers[sine], 2)
                    for i in range(pairs + 1):
                        key = (*powers[:cosine], powers[cosine] + 2 * i, odd, *powers[sine + 1 :])
                        terms[key] = terms.get(key, 0) + (-1) ** i * comb(pairs, i) * factor
                polynomial = self.ring.from_dict({k: v for k, v in terms.items() if v})
        return polynomial

    def partial(self, polynomials: Polynomials, column: int) -> Polynomials:
        """Differentiate by q_j."""
        rates = {self._first_motion + column: self.ring.one}
        for link in self.turning:
            if link.column == column:
                factor = self.ring.from_expr(link.multiplier)
                rates |= self._turned(link.number, factor)
        return self._differentiated(polynomials, rates)

    def rate(self, polynomials: Polynomials) -> Polynomials:
        """Differentiate by time; the highest derivative of q must not occur."""
        rates = {}
        for row, (now, then) in enumerate(pairwise(self.chain.motion)):
            for column, _ in enumerate(now):
                index = self._first_motion + row * self.chain.dof + column
                rates[index] = self.ring.from_expr(then[column])
        for link in self.turning:
            rates |= self._turned(link.number, self.ring.from_expr(self.chain.angle(link, 1)))
        return self._differentiated(polynomials, rates)

    def _turned(self, number: int, rate: Polynomial) -> dict[int, Polynomial]:
        wave = self._wave(number)
        return {wave: -self.sine(number) * rate, wave + 1: self.cosine(number) * rate}

    def _differentiated(
        self, polynomials: Polynomials, rates: dict[int, Polynomial]
    ) -> Polynomials:
        result = np.empty(polynomials.shape, dtype=object)
        for index in np.ndindex(*polynomials.shape):
            polynomial = polynomials[index]
            used = {gen for powers in polynomial for gen, power in enumerate(powers) if power}
            result[index] = sum(
                (polynomial.diff(self.ring.gens[gen]) * rates[gen] for gen in used & rates.keys()),
                self.ring.zero,
            )
        return self.reduced(result)

    def expression(self, polynomial: Polynomial, constant: Callable[[sp.Poly], sp.Expr]) -> sp.Expr:
        """Order by derivatives of q, then by waves, whose factors `constant` writes."""
        grouped: dict[tuple[int, ...], dict[_Wave, dict[Any, Any]]] = {}
        for powers, factor in polynomial.items():
            properties = powers[: self._first_motion]
            motion = powers[self._first_motion : self._first_wave]
            by_wave = grouped.setdefault(motion, {})
            for wave, share in self._sums_of_waves(powers[self._first_wave :]):
                terms = by_wave.setdefault(wave, {})
                terms[properties] = terms.get(properties, 0) + factor * share
        return sp.Add(
            *(
                self._product(motion) * self._waves_expression(by_wave, constant)
                for motion, by_wave in grouped.items()
            )
        )

    def _product(self, powers: tuple[int, ...]) -> sp.Expr:
        return sp.Mul(*(s**power for s, power in zip(self.motion, powers, strict=True)))

    def _waves_expression(
        self,
        by_wave: dict[_Wave, dict[Any, Any]],
        constant: Callable[[sp.Poly], sp.Expr],
    ) -> sp.Expr:
        by_function: dict[sp.Expr, list[sp.Poly]] = {}
        for wave, terms in by_wave.items():
            sign, function = self._function(wave)
            if function != 0:
                signed = {key: sign * value for key, value in terms.items()}
                poly = sp.Poly.from_dict(signed, *self.properties, domain=QQ)
                by_function.setdefault(function, []).append(poly)
        return sp.Add(
            *(
                function * constant(sum(polys[1:], polys[0]))
                for function, polys in by_function.items()
            )
        )

    def _function(self, wave: _Wave) -> tuple[int, sp.Expr]:
        """Return a product of cosines and sines, and the sign factored out."""
        sign, function = 1, sp.Integer(1)
        for group, (name, multiples) in zip(self._groups, wave, strict=True):
            angle = sp.Add(
                *(
                    k * self.chain.angle(self.turning[place])
                    for k, place in zip(multiples, group, strict=True)
                )
            )
            if angle.could_extract_minus_sign():
                angle = -angle
                sign *= -1 if name == "sin" else 1
            function *= sp.cos(angle) if name == "cos" else sp.sin(angle)
        return sign, function

    def _sums_of_waves(self, powers: tuple[int, ...]) -> list[tuple[_Wave, Any]]:
        """Write powers of cosines and sines as waves: one of every group, multiplied."""
        waves: list[tuple[_Wave, Any]] = [((), QQ(1))]
        for group in self._groups:
            own = tuple(power for place in group for power in powers[2 * place : 2 * place + 2])
            waves = [
                ((*before, wave), factor * share)
                for before, factor in waves
                for wave, share in self._sum_of_waves(own)
            ]
        return waves

    def _sum_of_waves(
        self, powers: tuple[int, ...]
    ) -> list[tuple[tuple[str, tuple[int, ...]], Any]]:
        """Return a product of cosines and sines as a sum of them: name and multiples, factor."""
        result = []
        for multiples, (real, imaginary) in self._exponentials(powers).items():
            first = next((k for k in multiples if k), 0)
            if first > 0:
                result += [(("cos", multiples), 2 * real), (("sin", multiples), -2 * imaginary)]
            elif first == 0:
                result.append((("cos", multiples), real))
        return [(wave, factor) for wave, factor in result if factor]

    def _exponentials(self, powers: tuple[int, ...]) -> _Waves:
        """C = (z + 1/z) / 2, s = (z - 1/z) / 2i for every angle, multiplied out."""
        if powers in self._waves:
            return self._waves[powers]
        waves: _Waves = {(): (QQ(1), QQ(0))}
        for cosines, sines in zip(powers[::2], powers[1::2], strict=True):
            turn = [(1, 0), (0, -1), (-1, 0), (0, 1)][sines % 4]  # of 1 / i^sines
            longer: _Waves = {}
            for multiples, (real, imaginary) in waves.items():
                for step, factor in _binomials(cosines, sines).items():
                    share = QQ(factor, 2 ** (cosines + sines))
                    key = (*multiples, step)
                    longer[key] = (
                        share * (real * turn[0] - imaginary * turn[1]),
                        share * (real * turn[1] + imaginary * turn[0]),
                    )
            waves = longer
        self._waves[powers] = waves
        return waves


def _parallel_groups(chain: Chain, turning: list[Link]) -> list[list[int]]:
    """Indices in `turning` of joints with parallel axes, each carried by the previous one."""
    groups: list[list[int]] = []
    for place, link in enumerate(turning):
        for group in groups:
            last = turning[group[-1]]
            if link.parent == chain.links.index(last) and link.axis.cross(last.axis).is_zero_matrix:
                group.append(place)
                break
        else:
            groups.append([place])
    return groups


def _binomials(plus: int, minus: int) -> dict[int, int]:
    """Powers of z in (z + 1/z)^plus (z - 1/z)^minus."""
    result: dict[int, int] = {}
    for i in range(plus + 1):
        for k in range(minus + 1):
            power = plus + minus - 2 * (i + k)
            result[power] = result.get(power, 0) + comb(plus, i) * (-1) ** k * comb(minus, k)
    return {power: factor for power, factor in result.items() if factor}
