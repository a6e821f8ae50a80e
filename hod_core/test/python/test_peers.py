# SPDX-License-Identifier: Apache-2.0
"""Q of every URDF of example-robot-data against pinocchio.rnea, mimic joints honoured."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest

import hod

pin = pytest.importorskip("pinocchio")

PREFIX = Path(pin.__file__).parents[4]
ROBOTS = PREFIX / "share" / "example-robot-data" / "robots"
FILES = sorted(ROBOTS.rglob("*.urdf"))
# Pinocchio refuses both as well: one has no link, the other mimics joints that it does not have.
NO_ROBOTS = {"ur3.urdf", "alex_psyonic_hands.urdf"}
TOLERANCE = 1e-12

Numbers = npt.NDArray[np.float64]


def name_of(path: Path) -> str:
    return f"{path.relative_to(ROBOTS).parts[0]}-{path.stem}"


class Gears:
    """The mimic rules of a URDF: which joint drives which, read without either library."""

    def __init__(self, path: Path) -> None:
        self._rules: dict[str, tuple[str, float, float]] = {}
        for joint in ElementTree.parse(path).getroot().iter("joint"):
            mimic = joint.find("mimic")
            if mimic is not None:
                factor = float(mimic.get("multiplier", "1"))
                self._rules[joint.attrib["name"]] = (
                    mimic.attrib["joint"],
                    factor,
                    float(mimic.get("offset", "0")),
                )

    def drive(self, joint: str) -> tuple[str, float, float]:
        """Return the joint that moves this one in the end, and how."""
        factor, offset = 1.0, 0.0
        while joint in self._rules:
            joint, step, shift = self._rules[joint]
            factor, offset = factor * step, offset + factor * shift
        return joint, factor, offset


def pinocchio_forces(model: Any, gears: Gears, names: list[str], motion: Numbers) -> Numbers:
    """Return rnea's forces of a model without mimics, passed on to the joints that drive."""
    columns = {name: column for column, name in enumerate(names)}
    position, velocity, acceleration = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    transmission = np.zeros((model.nv, len(names)))
    for index in range(1, model.njoints):
        joint = model.joints[index]
        if joint.nv == 0:
            continue
        master, factor, offset = gears.drive(model.names[index])
        column = columns[master]
        angle = factor * motion[0, column] + offset
        # Unbounded joints are a cosine and a sine.
        state = (np.cos(angle), np.sin(angle)) if joint.nq == 2 else angle
        position[joint.idx_q : joint.idx_q + joint.nq] = state
        velocity[joint.idx_v] = factor * motion[1, column]
        acceleration[joint.idx_v] = factor * motion[2, column]
        transmission[joint.idx_v, column] = factor
    forces = pin.rnea(model, model.createData(), position, velocity, acceleration)
    return np.asarray(forces @ transmission)


def relative_error(found: Numbers, expected: Numbers) -> float:
    size = np.abs(expected).max(initial=0.0)
    difference = np.abs(found - expected).max(initial=0.0)
    return float(difference / size) if difference else 0.0


def pinocchio_model(path: Path) -> Any:
    """Return a model with mimics, or without where Pinocchio asks for masters to come first."""
    try:
        return pin.buildModelFromUrdf(str(path), mimic=True)
    except ValueError:
        return pin.buildModelFromUrdf(str(path))


@pytest.mark.skipif(not FILES, reason="no example-robot-data beside pinocchio")
def test_the_robots_are_there() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_forces_equal_rnea(path: Path) -> None:
    if path.name in NO_ROBOTS:
        with pytest.raises(hod.Error):
            hod.Robot.from_urdf(path)
        return
    theirs, ours, gears = pin.buildModelFromUrdf(str(path)), hod.Robot.from_urdf(path), Gears(path)
    masters = {gears.drive(name)[0] for name in list(theirs.names)[1:]}
    assert set(ours.joint_names) == masters
    random = np.random.default_rng(7)
    for _ in range(20):
        motion = random.uniform(-2.0, 2.0, (3, ours.dof))
        expected = pinocchio_forces(theirs, gears, ours.joint_names, motion)
        assert relative_error(hod.forces(ours, motion, order=0)[0], expected) <= TOLERANCE


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_pinocchio_model_is_the_same_robot(path: Path) -> None:
    if path.name in NO_ROBOTS:
        pytest.skip("no robot")
    theirs = pinocchio_model(path)
    theirs.gravity.linear = np.array([1.0, -2.0, 5.0])
    ours = hod.Robot.from_pinocchio(theirs)
    assert ours.dof == theirs.nv
    position = np.random.default_rng(8).uniform(-2.0, 2.0, ours.dof)
    velocity, acceleration = np.random.default_rng(9).uniform(-2.0, 2.0, (2, ours.dof))
    expected = pin.rnea(
        theirs, theirs.createData(), configuration(theirs, position), velocity, acceleration
    )
    found = hod.forces(ours, np.array([position, velocity, acceleration]), order=0)[0]
    assert relative_error(found, expected) <= TOLERANCE


def configuration(model: Any, position: Numbers) -> Numbers:
    """Return q as Pinocchio has it; its columns are HOD's, for it walks a tree in the same way."""
    result = np.zeros(model.nq)
    for joint in list(model.joints)[1:]:
        if joint.nv:
            angle = position[joint.idx_v]
            state = (np.cos(angle), np.sin(angle)) if joint.nq == 2 else angle
            result[joint.idx_q : joint.idx_q + joint.nq] = state
    return result
