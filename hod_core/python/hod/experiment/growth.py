# SPDX-License-Identifier: Apache-2.0
"""Time against joints and order: the fast pass compared with the classic forms."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .. import Robot, classic, energies
from ..arrays import Numbers
from ..plot import png
from ..progress import SILENT, Progress
from ..recording.folder import results
from ..report import Report

_STATES = 500  # of the fast pass in one call, so that the interpreter does not count
_LONGEST = 0.5  # s; a form is not taken to more joints once it needs longer
_JOINTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
_ORDERS = (1, 2, 3, 4)
_ORDER_OF_JOINTS = 3  # the order at which joints are varied
_JOINTS_OF_ORDER = 4  # the number of joints at which the order is varied


class Form(NamedTuple):
    name: str
    orders: tuple[int, ...]
    run: Callable[[Robot, Numbers, int], object]
    states: int = 1


class Sample(NamedTuple):
    form: str
    joints: int
    order: int
    seconds: float


def _fast(robot: Robot, motion: Numbers, p: int) -> object:
    batch = np.broadcast_to(motion, (_STATES, *motion.shape)).copy()
    return energies(robot, batch, p)


FORMS = (
    Form("fast pass", (*_ORDERS, 5, 6), _fast, _STATES),
    Form("4x4 traces", (*_ORDERS, 5, 6), classic.energy_by_trace),
    Form("explicit in w", _ORDERS, classic.energy_explicit),
    Form("generalized equation", _ORDERS, lambda m, q, p: classic.generalized_force(m, q, p)),
    Form("partitions", _ORDERS, classic.energy_by_partitions),
    Form("matrices M V D H K N", _ORDERS, classic.energy_by_matrices),
)


def chain(joints: int) -> Robot:
    """Return a chain of revolute joints with axes in three directions."""
    axes = ("0 0 1", "0 1 0", "1 0 0")
    parts = ['<robot name="chain"><link name="l0"/>']
    for i in range(joints):
        parts.append(
            f'<link name="l{i + 1}"><inertial><origin xyz="0.1 0.02 0.05"/><mass value="1"/>'
            '<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/>'
            f'<origin xyz="0.2 0 0.1"/><axis xyz="{axes[i % 3]}"/></joint>'
        )
    return Robot.from_urdf("".join(parts) + "</robot>")


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


def samples(form: Form) -> Iterator[Sample]:
    """Yield the measurements of a form that take an acceptable time."""
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
    """Return the exponent of time against joints over the upper half of the range measured.

    NaN where the machine was too slow for two numbers of joints.
    """
    points = [(s.joints, s.seconds) for s in table if s.form == form and s.order == 3]
    if len(points) < 2:
        return np.nan
    upper = np.log(np.array(sorted(points)[min(len(points) // 2, len(points) - 2) :]))
    return float(np.polyfit(upper[:, 0], upper[:, 1], 1)[0])


def picture(table: list[Sample]) -> bytes:
    """Draw time against joints and against order."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for form in FORMS:
        mine = sorted(s for s in table if s.form == form.name)
        joints = [(s.joints, s.seconds) for s in mine if s.order == _ORDER_OF_JOINTS]
        orders = sorted((s.order, s.seconds) for s in mine if s.joints == _JOINTS_OF_ORDER)
        label = f"{form.name}, $n^{{{slope(table, form.name):.1f}}}$"
        left.loglog(*zip(*joints, strict=True), marker="o", markersize=4, label=label)
        right.loglog(*zip(*orders, strict=True), marker="o", markersize=4, label=label)
    left.set(xlabel="joints", ylabel="time of one evaluation in s", title="energy of order 3")
    right.set(xlabel="order of the energy", title=f"{_JOINTS_OF_ORDER} joints")
    right.set_xticks([1, 2, 3, 4, 5, 6], ["1", "2", "3", "4", "5", "6"])
    right.minorticks_off()
    for axes in (left, right):
        axes.grid(which="major", color="0.9")
    right.legend(frameon=False, fontsize=9, loc="upper left")
    return png(figure)


def run(folder: Path, progress: Progress = SILENT) -> None:
    """Write growth.csv, growth.png and a report."""
    with results(folder) as made:
        table: list[Sample] = []
        progress.begin("measuring", len(FORMS), " forms")
        for form in FORMS:
            table += samples(form)
            progress.done()
        image = picture(table)
        with (made / "growth.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(Sample._fields)
            writer.writerows((*sample[:3], f"{sample.seconds:.3e}") for sample in table)
        (made / "growth.png").write_bytes(image)
        (made / "report.html").write_bytes(_report(table, image))


def _report(table: list[Sample], image: bytes) -> bytes:
    report = Report("What derivatives cost: time against joints and order", {})
    report.paragraph(
        "Time of one acceleration energy of order 3 of chains of revolute joints, one core, the "
        "fastest of several runs: the pass behind hod.energies, which gives orders 0 to 3 "
        "together, and the forms of the papers, which are meant for reading and comparison."
    )
    joints = (4, 16, 64)
    known = {(s.form, s.joints): s.seconds for s in table if s.order == _ORDER_OF_JOINTS}
    report.table(
        ["form", *(f"{n} joints, in µs" for n in joints), "grows like"],
        [
            [
                form.name,
                *(_micro(known.get((form.name, n))) for n in joints),
                f"n^{slope(table, form.name):.1f}",
            ]
            for form in FORMS
        ],
    )
    report.figure(image, "Time against the number of joints and the order of the energy")
    report.paragraph(
        "Exponents refer to the upper half of each range. Times are those of the machine below; "
        "only their growth applies elsewhere."
    )
    return report.page()


def _micro(seconds: float | None) -> str:
    return "too long" if seconds is None else f"{1e6 * seconds:.3g}"
