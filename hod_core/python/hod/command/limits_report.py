# SPDX-License-Identifier: Apache-2.0
"""Sentences about a motion's limits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from .. import Robot
from .._core import MotionMatch
from ..arrays import Numbers
from ..limits import Check, Extreme, SpeedUp, Violation, check, largest_speed_up
from ..values import Joint
from .report import say

_STRETCHES = 3  # periods that a sentence names
_SENTENCES = 40  # limits beyond this number are counted, not named
_UNITS = {
    "position": ("rad", "m"),
    "velocity": ("rad/s", "m/s"),
    "effort": ("N m", "N"),
    "effort_rate": ("N m/s", "N/s"),
}


def report_limits(robot: Robot, times: Numbers, motion: MotionMatch) -> tuple[bool, dict[str, Any]]:
    """Print which limits are violated and how fast the motion may run.

    Return whether all are respected, and the results for JSON.
    """
    result = check(robot, times, motion)
    for sentence in check_sentences(robot, result):
        say(f"limits: {sentence}")
    found: dict[str, Any] = {
        "kept": result.is_kept,
        "worst": [_finite(asdict(one)) for one in result.worst],
        "violations": [
            asdict(one) | {"peak": _finite(asdict(one.peak))} for one in result.violations
        ],
    }
    if result.worst:
        speed = largest_speed_up(robot, times, motion)
        say(f"limits: {speed_sentence(robot, speed)}")
        limit = None if speed.limit is None else _finite(asdict(speed.limit))
        found["speed_up"] = _finite(asdict(speed)) | {"limit": limit}
    return result.is_kept, found


def _finite(values: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinity: use null instead."""
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value
        for key, value in values.items()
    }


def check_sentences(robot: Robot, result: Check) -> list[str]:
    """One sentence for every joint and kind beyond its limit, or one for all."""
    if not result.worst:
        return ["the robot has none"]
    if result.is_kept:
        return [f"all are kept, nearest is {_extreme(robot.joints, _nearest(result))}"]
    stretches: dict[tuple[str, str], list[Violation]] = {}
    for one in result.violations:
        stretches.setdefault((one.joint, one.kind), []).append(one)
    joints = robot.joints
    sentences = [
        f"{_extreme(joints, worst)}, beyond during {_during(stretches[worst.joint, worst.kind])}"
        for worst in result.worst
        if (worst.joint, worst.kind) in stretches
    ]
    rest = len(sentences) - _SENTENCES
    return sentences[:_SENTENCES] + ([f"{rest} more are not kept"] if rest > 0 else [])


def speed_sentence(robot: Robot, speed: SpeedUp) -> str:
    """Return how fast a motion may run."""
    if speed.limit is None:
        return "no speed is too high"
    where = _extreme(robot.joints, speed.limit)
    if not speed.is_possible:
        return f"no speed keeps them, even at rest {where}"
    sentence = f"the largest speed-up that keeps them is {speed.largest:.6g}, then {where}"
    if speed.smallest > 0.0:
        sentence += f"; below {speed.smallest:.6g} it is too slow"
    return sentence


def _nearest(result: Check) -> Extreme:
    return max(result.worst, key=lambda one: -math.inf if math.isnan(one.ratio) else one.ratio)


def _extreme(joints: Mapping[str, Joint], one: Extreme) -> str:
    unit = _UNITS[one.kind][int(joints[one.joint].is_prismatic)]
    # For a position it would be a percentage of half its range, which means little.
    is_share = math.isfinite(one.ratio) and one.kind != "position"
    share = f" ({100 * one.ratio:.4g} %)" if is_share else ""
    kind = one.kind.replace("_", " ")
    return (
        f"{one.joint} {kind} {one.value:.6g} {unit} of {one.limit:.6g} {unit}{share} at "
        f"{one.time:.6g} s"
    )


def _during(stretches: Sequence[Violation]) -> str:
    named = ", ".join(f"{one.begin:.6g} to {one.end:.6g} s" for one in stretches[:_STRETCHES])
    rest = len(stretches) - _STRETCHES
    return f"{named} and {rest} more" if rest > 0 else named
