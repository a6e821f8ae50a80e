# SPDX-License-Identifier: Apache-2.0
"""Names of array types, and a check against masked arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._core import Error

Numbers = NDArray[np.float64]
Deviations = NDArray[np.float32]
"""For long recordings; single precision has more digits than standard deviations need."""


def refuse_masked(**arrays: object) -> None:
    """Reject arrays with masked entries: the values below the masks would otherwise count."""
    for name, array in arrays.items():
        masked = np.count_nonzero(array.mask) if isinstance(array, np.ma.MaskedArray) else 0
        if masked:
            raise Error(
                f"{name}: found {masked} masked entries, expected none: remove them, or "
                "replace them with filled()"
            )
