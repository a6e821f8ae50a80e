# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the README from real runs: python docs/pictures/draw.py [FOLDER]."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import hod
from hod.simulation import SimulatedArm

BLUE, ORANGE, GREY = "#1f77b4", "#d95f0e", "0.6"
TITLES = ("Q [N m]", "Q′ [N m/s]", "Q″ [N m/s²]")
SIZE = (9.0, 2.7)
EXAMPLES = Path(__file__).parents[2] / "examples" / "python"


def terms(path: Path) -> None:
    """Draw the terms of one joint's torque and of its rates along a stroke."""
    robot = hod.example_robot().replace(payloads=[hod.Payload("tool0", 2.0)])
    times = np.linspace(0.0, 0.8, 401)
    points = np.outer([0.0, 1.0], [0.4, 0.9, 0.8, 0.2, 0.5])
    motion = hod.minimum_snap([0.0, 0.8], points).motion(times, 4)
    joint = robot.joint_names.index("J2")
    parts = hod.force_terms(robot, motion, order=2)
    figure, axes = plt.subplots(1, 3, figsize=SIZE, layout="constrained")
    for k, axis in enumerate(axes):
        axis.plot(times, sum(parts.values())[:, k, joint], color="black", lw=1.8, label="sum")
        axis.plot(times, parts["inertia"][:, k, joint], color=BLUE, label="inertia")
        axis.plot(times, parts["gravity"][:, k, joint], color=ORANGE, label="gravity")
        axis.set(title=TITLES[k], xlabel="time [s]")
    axes[0].legend(frameon=False, fontsize=8)
    save(figure, path)


def recording(path: Path) -> None:
    """Draw the torque and its rates found from a noisy accelerometer, beside the truth."""
    example = runpy.run_path(str(EXAMPLES / "imu_recording.py"))
    times, joint = example["times"], example["moving"]
    truth, recovered = example["truth"][:, :, joint], example["torque"][:, :, joint]
    figure, axes = plt.subplots(1, 3, figsize=SIZE, layout="constrained")
    for k, axis in enumerate(axes):
        axis.plot(times, truth[:, k], color=GREY, lw=4, label="truth")
        axis.plot(times, recovered[:, k], color=BLUE, lw=1.2, label="from the accelerometer")
        axis.set(title=TITLES[k], xlabel="time [s]")
    axes[0].legend(frameon=False, fontsize=8)
    save(figure, path)


def elastic(path: Path) -> None:
    """Draw how far the links are off, driven by feedforward alone at 1 kHz."""
    drive = hod.Drive(motor_inertia=6e-5, gear_ratio=100, stiffness=2e4)
    arm = hod.example_robot().replace(drives=drive, elastic=True)
    step, points = 0.001, np.outer([0.0, 1.0], [0.4, 0.3, 0.8, 0.2, 0.5])
    plan = hod.minimum_snap([0.0, 0.8], points)
    motion = plan.motion(np.arange(0.0, 0.8, step) + step / 2, 4)
    laws = {
        "torques of a rigid arm": hod.forces(arm.replace(elastic=False), motion, order=0)[:, 0],
        "torques with Q′ and Q″": hod.motor(arm, motion, order=2).torque[:, 0],
    }
    figure, axis = plt.subplots(figsize=SIZE, layout="constrained")
    for (name, torques), color in zip(laws.items(), (ORANGE, BLUE), strict=True):
        simulated = SimulatedArm(arm)
        simulated.rest_at(points[0])
        off = []
        for i, torque in enumerate(torques):
            simulated.set_torque(torque)
            simulated.step(step, steps=20)
            off.append(np.abs(simulated.position - plan((i + 1) * step)).max())
        axis.semilogy(step * np.arange(1, len(off) + 1), off, color=color, label=name)
    axis.set(xlabel="time [s]", title="largest deviation of a link [rad]", ylim=(1e-9, 2e-3))
    axis.legend(frameon=False, fontsize=8, loc="lower right")
    save(figure, path)


def save(figure: plt.Figure, path: Path) -> None:
    for axis in figure.axes:
        axis.grid(alpha=0.3)
    figure.savefig(path, dpi=110)
    plt.close(figure)
    print(path)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    plt.rcParams.update({"font.size": 8, "axes.titlesize": 9})
    for draw in (terms, recording, elastic):
        draw(folder / f"{draw.__name__}.png")
