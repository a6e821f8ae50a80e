# SPDX-License-Identifier: Apache-2.0
"""The path that the experiments' joints follow."""

from __future__ import annotations

from ..arrays import Numbers
from ..recording.profile import smooth_step, stretched


def rest_to_rest(times: Numbers, duration: float, rows: int) -> Numbers:
    """Return x, x', x'', ... (instants, rows) of a path from 0 at time 0 to 1 at `duration`.

    Its derivatives up to the fifth vanish at both ends, so that the second derivative of the forces
    begins and ends smoothly. It is at rest before and after.
    """
    return stretched(smooth_step(5), times / duration, duration, rows)
