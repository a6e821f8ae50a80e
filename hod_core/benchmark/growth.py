# SPDX-License-Identifier: Apache-2.0
"""Time against joints and order: the fast pass beside the classic forms.

    python hod_core/benchmark/growth.py [FOLDER]

writes growth.csv and growth.png into the folder (default: docs/theory).
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

import hod
from hod import classic

_STATES = 500  # of the fast pass in one call, so that the interpreter does not count
_LONGEST = 0.5  # s; a form is not taken to more joints once it needs longer
_JOINTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
_ORDERS = (1, 2, 3, 4)
_ORDER_OF_JOINTS = 3  # the order at which joints are varied
_JOINTS_OF_ORDER = 4  # the number of joints at which the order is varied


class Form(NamedTuple):
    name: str
    orders: tuple[int, ...]
    run: Callable[[hod.Robot, hod.arrays.Numbers, int], object]
    states: int = 1


class Sample(NamedTuple):
    form: str
    joints: int
    order: int
    seconds: float


def _fast(robot: hod.Robot, motion: hod.arrays.Numbers, p: int) -> object:
    batch = np.broadcast_to(motion, (_STATES, *motion.shape)).copy()
    return hod.energies(robot, batch, p)


FORMS = (
    Form("fast pass", (*_ORDERS, 5, 6), _fast, _STATES),
    Form("4x4 traces", (*_ORDERS, 5, 6), classic.energy_by_trace),
    Form("explicit in w", _ORDERS, classic.energy_explicit),
    Form("generalized equation", _ORDERS, lambda m, q, p: classic.generalized_force(m, q, p)),
    Form("partitions", _ORDERS, classic.energy_by_partitions),
    Form("matrices M V D H K N", _ORDERS, classic.energy_by_matrices),
)


def chain(joints: int) -> hod.Robot:
    """Make a chain of revolute joints with axes in three directions."""
    axes = ("0 0 1", "0 1 0", "1 0 0")
    parts = ['<robot name="chain"><link name="l0"/>']
    for i in range(joints):
        parts.append(
            f'<link name="l{i + 1}"><inertial><origin xyz="0.1 0.02 0.05"/><mass value="1"/>'
            '<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/>'
            f'<origin xyz="0.2 0 0.1"/><axis xyz="{axes[i % 3]}"/></joint>'
        )
    return hod.Robot.from_urdf("".join(parts) + "</robot>")


def seconds(form: Form, joints: int, order: int) -> float:
    """Return the shortest of several runs, per state."""
    robot = chain(joints)
    motion = np.random.default_rng(1).standard_normal((order + 2, joints)) * 0.5
    best, spent = np.inf, 0.0
    for _ in range(20):
        start = time.perf_counter()
        form.run(robot, motion, order)
        elapsed = time.perf_counter() - start
        best, spent = min(best, elapsed), spent + elapsed
        if spent > 2 * _LONGEST:
            break
    return float(best) / form.states


def samples() -> Iterator[Sample]:
    """Yield every measurement that is worth waiting for."""
    for form in FORMS:
        for joints in _JOINTS:
            sample = Sample(form.name, joints, _ORDER_OF_JOINTS, seconds(form, joints, 3))
            yield sample
            if sample.seconds > _LONGEST:
                break
        for order in form.orders:
            if order != _ORDER_OF_JOINTS:
                needed = seconds(form, _JOINTS_OF_ORDER, order)
                yield Sample(form.name, _JOINTS_OF_ORDER, order, needed)


def slope(table: list[Sample], form: str) -> float:
    """Return the exponent of time against joints over the upper half of the range measured."""
    points = [(s.joints, s.seconds) for s in table if s.form == form and s.order == 3]
    upper = np.log(np.array(sorted(points)[len(points) // 2 :]))
    return float(np.polyfit(upper[:, 0], upper[:, 1], 1)[0])


def draw(table: list[Sample], path: Path) -> None:
    """Draw time against joints and against order."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6), sharey=True)
    for form in FORMS:
        mine = sorted(s for s in table if s.form == form.name)
        joints = [(s.joints, s.seconds) for s in mine if s.order == _ORDER_OF_JOINTS]
        orders = sorted((s.order, s.seconds) for s in mine if s.joints == _JOINTS_OF_ORDER)
        label = f"{form.name}, $n^{{{slope(table, form.name):.1f}}}$"
        left.loglog(*zip(*joints, strict=True), marker="o", markersize=4, label=label)
        right.loglog(*zip(*orders, strict=True), marker="o", markersize=4, label=label)
    left.set(xlabel="joints", ylabel="time of one evaluation [s]", title="energy of order 3")
    right.set(xlabel="order of the energy", title=f"{_JOINTS_OF_ORDER} joints")
    right.set_xticks([1, 2, 3, 4, 5, 6], ["1", "2", "3", "4", "5", "6"])
    right.minorticks_off()
    for axes in (left, right):
        axes.grid(which="major", color="0.9")
        axes.spines[["top", "right"]].set_visible(False)
    right.legend(frameon=False, fontsize=9, loc="upper left")
    figure.tight_layout()
    figure.savefig(path, dpi=140)


def main() -> None:
    """Measure, write the table and draw it."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/theory")
    table = []
    for sample in samples():
        where = f"{sample.joints} joints, order {sample.order}"
        print(f"{sample.form:22} {where:20} {sample.seconds:.2e} s")
        table.append(sample)
    with (folder / "growth.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Sample._fields)
        writer.writerows((*sample[:3], f"{sample.seconds:.3e}") for sample in table)
    draw(table, folder / "growth.png")


if __name__ == "__main__":
    main()
