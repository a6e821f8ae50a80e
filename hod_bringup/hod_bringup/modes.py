# SPDX-License-Identifier: Apache-2.0
"""Arms that are simulated, mocked or real: what each needs of hardware and control law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .arguments import SWITCH, Argument
from .description import MOCK, SIMULATED, has_hardware, with_hardware

SIM = "sim"
MOCKED = "mock"
REAL = "hardware"

MODES = {
    SIM: "an arm that is simulated, under the controller's efforts",
    MOCKED: "hardware that follows positions exactly and without dynamics",
    REAL: "that of the URDF's <ros2_control> section",
}

DRIVE = Argument(
    "drive",
    "drives of arm and controller: rigid, elastic, or as the robot file says",
    "robot",
    ("robot", "rigid", "elastic"),
    modes=(SIM, REAL),
)
CHAINED = Argument(
    "chained",
    "put a joint_trajectory_controller in front of the feedforward controller",
    "false",
    SWITCH,
    modes=(SIM, MOCKED, REAL),
)


@dataclass(frozen=True)
class Controlled:
    """An arm with hardware, and the parameters of the controller that go with it."""

    description: str
    law: dict[str, Any]


def controlled(
    mode: str, bare: str, joints: Sequence[str], robot_file: str, drive: str
) -> Controlled:
    """Return an arm in a mode; mock hardware has no springs."""
    common = {"robot_file": robot_file, "drive": "rigid" if mode == MOCKED else drive}
    if mode == MOCKED:
        return Controlled(
            with_hardware(bare, joints, MOCK, {}),
            {**common, "command_interfaces": ["effort", "position", "velocity"]},
        )
    if mode == SIM:
        motors = {
            "side": "motor",
            "position_interface": "motor_position",
            "velocity_interface": "motor_velocity",
        }
        return Controlled(
            with_hardware(bare, joints, SIMULATED, common if robot_file else {}),
            {**common, "feedback": motors},
        )
    if not has_hardware(bare):
        raise RuntimeError(
            "mode:=hardware: found no <ros2_control> in the URDF, expected one (mode:=sim and "
            "mode:=mock bring their own)"
        )
    return Controlled(bare, common)


def path_or_empty(path: str) -> str:
    """Return a path that counts from nowhere; none stays none."""
    return str(Path(path).absolute()) if path else ""
