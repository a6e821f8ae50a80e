# SPDX-License-Identifier: Apache-2.0
"""Units that a recording may be in, as factors to SI."""

from __future__ import annotations

from math import pi

STANDARD_GRAVITY = 9.80665  # m/s², exact by definition

_DEGREE = pi / 180.0

SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}

ACCELERATIONS = {
    "m/s^2": 1.0,
    "mm/s^2": 1e-3,
    "g": STANDARD_GRAVITY,
    "mg": 1e-3 * STANDARD_GRAVITY,
}

ANGULAR_VELOCITIES = {"rad/s": 1.0, "deg/s": _DEGREE}

TURNING_UNITS = (
    {"rad": 1.0, "deg": _DEGREE},
    ANGULAR_VELOCITIES,
    {"rad/s^2": 1.0, "deg/s^2": _DEGREE},
    {"N m": 1.0},
)
"""Units for revolute joints, by order of derivative, and for efforts; the first is the default."""

SLIDING_UNITS = (
    {"m": 1.0, "mm": 1e-3},
    {"m/s": 1.0, "mm/s": 1e-3},
    ACCELERATIONS,
    {"N": 1.0},
)
"""Same for prismatic joints."""
