# SPDX-License-Identifier: Apache-2.0
"""The path that the experiments' joints follow."""

from __future__ import annotations

from math import comb

import numpy as np

from ..arrays import Numbers


def rest_to_rest(times: Numbers, duration: float, rows: int) -> Numbers:
    """Return x, x', x'', ... (instants, rows) of a path from 0 at time 0 to 1 at `duration`.

    The polynomial of degree 11 whose derivatives up to the fifth vanish at both ends, so that the
    second derivative of the forces begins and ends smoothly:
    u⁶ Σ C(5 + k, k) (1 - u)ᵏ for k = 0 ... 5 with u from 0 to 1. It stands still before and after.
    """
    power, rest = np.polynomial.Polynomial([0.0, 1.0]), np.polynomial.Polynomial([1.0, -1.0])
    path = power**6 * sum((comb(5 + k, k) * rest**k for k in range(6)), start=0 * power)
    shares = np.clip(times / duration, 0.0, 1.0)
    derivatives = [path, *(path.deriv(row) for row in range(1, rows))]
    values = np.stack([d(shares) / duration**row for row, d in enumerate(derivatives)], axis=-1)
    values[(times < 0.0) | (times > duration), 1:] = 0.0
    return values
