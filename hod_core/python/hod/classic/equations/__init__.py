# SPDX-License-Identifier: Apache-2.0
"""The explicit equations of a given robot by computer algebra (SymPy).

`derive` creates them; `text`, `latex`, `sympy` and `matlab` of an `Equations` write them.
"""

from __future__ import annotations

from .chain import Chain, Link, chain_of
from .model import Component, Equations, derive

__all__ = ["Chain", "Component", "Equations", "Link", "chain_of", "derive"]
