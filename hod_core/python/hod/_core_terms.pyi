# SPDX-License-Identifier: Apache-2.0
"""Terms of the forces in the compiled part of hod."""

from collections.abc import Sequence

from numpy.typing import ArrayLike

from ._core import MassProperties, Robot
from .arrays import Numbers

class Load:
    """A load with one row of derivatives after the other, or a table of them at times."""

    def __init__(
        self, link: str, world: bool, point: ArrayLike, rows: Numbers, times: Numbers | None
    ) -> None: ...

def force_terms(
    robot: Robot,
    motion: ArrayLike,
    order: int,
    loads: Sequence[Load],
    friction: Numbers | None,
    rotors: Numbers | None,
    payloads: Sequence[tuple[str, MassProperties]],
    times: Numbers | None,
    threads: int,
) -> dict[str, Numbers]: ...
