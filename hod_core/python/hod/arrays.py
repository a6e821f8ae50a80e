# SPDX-License-Identifier: Apache-2.0
"""Names of array types."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Deviations = NDArray[np.float32]
"""Of long recordings, with more digits than standard deviations deserve."""
