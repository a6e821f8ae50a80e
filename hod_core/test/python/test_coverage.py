# SPDX-License-Identifier: Apache-2.0
"""The table of coverage: every term of a robot in every route, each against a value of its own.

A term or a route that is added later and not to this table fails the tests at its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hod
from hod import _core
from hod.command import main as command
from robots import Numbers, joint, link, urdf_of, write_motion
from smooth_motion import SineMotion

FOLLOWS = '<mimic joint="elbow" multiplier="-2" offset="0.3"/>'
MULTIPLIER = -2.0
TOOL = (
    '<link name="tool"><inertial><origin xyz="0.1 0 0.2"/><mass value="0.7"/>'
    '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.015"/></inertial></link>'
    '<joint name="mount" type="fixed"><parent link="hand"/><child link="tool"/></joint>'
)


def urdf(*more: str) -> str:
    return urdf_of(
        *(link(name) for name in ("base", "upper", "fore", "hand", "finger")),
        joint("shoulder", "base", "upper", kind="continuous"),
        joint("elbow", "upper", "fore", kind="continuous"),
        joint(
            "slide",
            "fore",
            "hand",
            '<limit lower="-9" upper="9" effort="0" velocity="0"/>',
            "prismatic",
        ),
        joint("follower", "hand", "finger", FOLLOWS, "continuous"),
        *more,
    )


ROBOT = hod.Robot.from_urdf(urdf())
JOINTS = ROBOT.joint_names
N = ROBOT.dof
MASS = 5.0
TIMES = np.linspace(0.0, 0.4, 81)
MOTION = SineMotion.random(2, N, 0.4)
FORCE, MOMENT, POINT = np.array([3.0, -2.0, 5.0]), np.array([0.4, 0.3, -0.2]), (0.1, 0.2, 0.3)
FRICTION = hod.Friction(viscous=0.4, coulomb=0.7, smoothing_speed=0.5)
ROTOR = hod.Drive(motor_inertia=2e-3, gear_ratio=10.0)
SPRING = hod.Drive(motor_inertia=2e-3, gear_ratio=10.0, stiffness=800.0, viscous_friction=0.3)
LIFT = np.array([0.3, -0.2, 2.0])
DRIFT = np.array([0.5, 0.1, -0.2])


def papers(robot: hod.Robot, rows: Numbers) -> Numbers:
    """Inertia and gravity with their rates by the papers' own forms."""
    found: Numbers = hod.classic.forces_by_leibniz(robot, rows, 1)
    return found + hod.classic.gravity_forces(robot, rows, 1)


def by_jacobian(rows: Numbers, frame: str, share: float = 1.0, rate: float = 0.0) -> Numbers:
    """J^T w and its rate, of the wrench times share, which grows at a rate."""
    jacobian = hod.jacobian(ROBOT, rows, "hand", order=1, point=POINT)
    turns = hod.kinematics.orientation(ROBOT, rows, "hand", 1)
    turns = turns if frame == "link" else np.stack([np.eye(3), np.zeros((3, 3))])
    own, moved = (np.concatenate([turn @ FORCE, turn @ MOMENT]) for turn in turns)
    return np.stack(
        [
            share * jacobian[0].T @ own,
            share * (jacobian[1].T @ own + jacobian[0].T @ moved) + rate * jacobian[0].T @ own,
        ]
    )


def rubbing(rows: Numbers, multiplier: float = 1.0) -> Numbers:
    """The friction of joints that all move with a multiple of the motion, passed on to it."""
    speed, rate = multiplier * rows[1], multiplier * rows[2]
    sign = np.tanh(speed / FRICTION.smoothing_speed)
    slope = FRICTION.viscous + FRICTION.coulomb * (1 - sign**2) / FRICTION.smoothing_speed
    return multiplier * np.stack([FRICTION.viscous * speed + FRICTION.coulomb * sign, slope * rate])


def motor_torque(rows: Numbers) -> Numbers:
    """B theta'' + Q + b theta' with theta = q + Q/K, Q by differences of the papers' forms."""
    step = 1e-3
    around = [papers(ROBOT, shifted(rows, at * step))[1] for at in (-2, -1, 1, 2)]
    second = (around[0] - 8 * around[1] + 8 * around[2] - around[3]) / (12 * step)
    force = papers(ROBOT, rows)
    stiffness, inertia = SPRING.stiffness, SPRING.inertia
    torque = inertia * (rows[2] + second / stiffness) + force[0]
    return torque + SPRING.viscous_friction * (rows[1] + force[1] / stiffness)


def shifted(rows: Numbers, step: float) -> Numbers:
    """The rows a moment later, by Taylor's polynomial."""
    count = len(rows)
    factors = np.cumprod([1.0, *(step / k for k in range(1, count))])
    return np.array([factors[: count - k] @ rows[k:] for k in range(count)])


def only(column: str, values: Numbers) -> Numbers:
    """Keep what one column gets."""
    kept = np.zeros_like(values)
    kept[..., JOINTS.index(column)] = values[..., JOINTS.index(column)]
    return kept


def share_at(time: float) -> float:
    return 1.0 + 2.0 * time


@dataclass(frozen=True)
class Term:
    """A term: how a robot gets it, in Python and in a robot file, and what it must come to."""

    changes: dict[str, Any]
    file: str
    forces: Callable[[Numbers, float, float], Numbers]
    """(rows, place in the motion, speed) to the forces Q, Q' of the whole."""
    energies: Callable[[Numbers], Numbers] | None = None
    """Rows to E0, E1, E2 of the whole; None where they are the bare robot's."""
    motors: Callable[[Numbers], Numbers] | None = None
    files: dict[str, str] = field(default_factory=dict)


def energies_of(robot: hod.Robot) -> Callable[[Numbers], Numbers]:
    return lambda rows: np.array(
        [hod.classic.energy_by_partitions(robot, rows, p) for p in range(3)]
    )


def added(
    more: Callable[[Numbers, float, float], Numbers],
) -> Callable[[Numbers, float, float], Numbers]:
    return lambda rows, place, speed: papers(ROBOT, rows) + more(rows, place, speed)


def rotor_forces(multiplier: float) -> Callable[[Numbers, float, float], Numbers]:
    square = multiplier**2 * ROTOR.inertia
    return added(lambda rows, *_: only("elbow", square * rows[2:4]))


def rotor_energies(multiplier: float) -> Callable[[Numbers], Numbers]:
    square = multiplier**2 * ROTOR.inertia
    column = JOINTS.index("elbow")
    return lambda rows: energies_of(ROBOT)(rows) + 0.5 * square * rows[1:4, column] ** 2


def carried_energies(rows: Numbers) -> Numbers:
    """König for a base whose origin moves: the momenta of the arm come in."""
    momentum = hod.kinematics.momentum(ROBOT, rows, 1)[:, :3]
    more = [
        DRIFT @ momentum[0] + 0.5 * MASS * DRIFT @ DRIFT,
        LIFT @ momentum[1] + 0.5 * MASS * LIFT @ LIFT,
        0.0,
    ]
    return energies_of(ROBOT)(rows) + np.array(more)


CARRYING = hod.Robot.from_urdf(urdf(TOOL))
LIFTED = ROBOT.replace(gravity=np.array([0.0, 0.0, -9.81]) - LIFT)
MOON = (0.5, -0.3, -1.62)
WRENCH = "force: [3, -2, 5], moment: [0.4, 0.3, -0.2], point: [0.1, 0.2, 0.3]"
TABLE = np.array([share_at(0.0), share_at(1.0)])[:, None] * np.concatenate([FORCE, MOMENT])
RUB = "{viscous: 0.4, coulomb: 0.7, smoothing_speed: 0.5}"

TERMS: dict[str, Term] = {
    "inertia": Term(
        {"gravity": (0, 0, 0)},
        "gravity: [0, 0, 0]",
        lambda rows, *_: np.asarray(hod.classic.forces_by_leibniz(ROBOT, rows, 1)),
    ),
    "gravity": Term(
        {"gravity": MOON},
        f"gravity: {list(MOON)}",
        lambda rows, *_: papers(ROBOT.replace(gravity=MOON), rows),
    ),
    "payload": Term(
        {"payloads": [hod.Payload("hand", 0.7, (0.1, 0, 0.2), np.diag([0.01, 0.02, 0.015]))]},
        "payload: {link: hand, mass: 0.7, center: [0.1, 0, 0.2], "
        "inertia: [0.01, 0, 0, 0.02, 0, 0.015]}",
        lambda rows, *_: papers(CARRYING, rows),
        energies_of(CARRYING),
    ),
    "load in the link's axes": Term(
        {"loads": [hod.Load("hand", FORCE, MOMENT, point=POINT)]},
        f"loads: [{{link: hand, {WRENCH}}}]",
        added(lambda rows, *_: by_jacobian(rows, "link")),
    ),
    "load in the world's axes": Term(
        {"loads": [hod.Load("hand", FORCE, MOMENT, point=POINT, frame="world")]},
        f"loads: [{{link: hand, frame: world, {WRENCH}}}]",
        added(lambda rows, *_: by_jacobian(rows, "world")),
    ),
    "load from a table": Term(
        {"loads": [hod.LoadTable("hand", [0.0, 1.0], TABLE, point=POINT)]},
        "loads: [{link: hand, table: load.csv, point: [0.1, 0.2, 0.3]}]",
        added(lambda rows, place, speed: by_jacobian(rows, "link", share_at(place), 2.0 * speed)),
        files={
            "load.csv": "time,fx,fy,fz,mx,my,mz\n"
            + "".join(
                f"{time}," + ",".join(map(repr, row.tolist())) + "\n"
                for time, row in zip((0, 1), TABLE, strict=True)
            )
        },
    ),
    "friction": Term(
        {"friction": {"elbow": FRICTION}},
        f"friction: {{elbow: {RUB}}}",
        added(lambda rows, *_: only("elbow", rubbing(rows))),
    ),
    "friction of a mimic": Term(
        {"friction": {"follower": FRICTION}},
        f"friction: {{follower: {RUB}}}",
        added(lambda rows, *_: only("elbow", rubbing(rows, MULTIPLIER))),
    ),
    "rotor": Term(
        {"drives": {"elbow": ROTOR}},
        "drives: {elbow: {motor_inertia: 2e-3, gear_ratio: 10}}",
        rotor_forces(1.0),
        rotor_energies(1.0),
    ),
    "rotor of a mimic": Term(
        {"drives": {"follower": ROTOR}},
        "drives: {follower: {motor_inertia: 2e-3, gear_ratio: 10}}",
        rotor_forces(MULTIPLIER),
        rotor_energies(MULTIPLIER),
    ),
    "elastic drive": Term(
        {"drives": dict.fromkeys(JOINTS, SPRING), "elastic": True},
        "drive: elastic\ndrives:\n"
        + "".join(
            f"  {name}: {{motor_inertia: 2e-3, gear_ratio: 10, stiffness: 800, "
            "viscous_friction: 0.3}\n"
            for name in JOINTS
        ),
        lambda rows, *_: papers(ROBOT, rows),
        motors=motor_torque,
    ),
    "moving base": Term(
        {"base": hod.BaseMotion(acceleration=[LIFT], velocity=DRIFT)},
        f"base: {{acceleration: {LIFT.tolist()}, velocity: {DRIFT.tolist()}}}",
        lambda rows, *_: papers(LIFTED, rows),
        carried_energies,
    ),
}


def robot_with(term: Term) -> hod.Robot:
    return ROBOT.replace(**term.changes)


def assert_forces(term: Term, found: Numbers, tolerance: float = 1e-9) -> None:
    """Compare Q and Q' of all instants."""
    rows = MOTION.at(TIMES)
    expected = np.array(
        [term.forces(one, time, 1.0) for one, time in zip(rows, TIMES, strict=True)]
    )
    np.testing.assert_allclose(
        found[:, :2], expected, rtol=tolerance, atol=tolerance * np.abs(expected).max()
    )


def assert_motors(term: Term, torque: Numbers) -> None:
    if term.motors is not None:
        rows = MOTION.at(TIMES)
        expected = np.array([term.motors(one) for one in rows])
        np.testing.assert_allclose(torque, expected, rtol=1e-7, atol=1e-7)


def in_a_workspace(term: Term, _folder: Path) -> None:
    workspace = hod.Workspace(robot_with(term), 1)
    found = []
    for rows, time in zip(MOTION.at(TIMES), TIMES, strict=True):
        workspace.set_time(time)
        found.append(workspace.forces(rows).copy())
    assert_forces(term, np.array(found))


def one_by_one(term: Term, _folder: Path) -> None:
    robot = robot_with(term)
    rows = MOTION.at(TIMES)
    alone = [hod.forces(robot, one, 1, time) for one, time in zip(rows, TIMES, strict=True)]
    assert_forces(term, np.array(alone))


def in_a_batch(term: Term, _folder: Path) -> None:
    rows = np.repeat(MOTION.at(TIMES)[None], 16, axis=0)  # enough for threads and lanes
    found = hod.forces(robot_with(term), rows, 1, np.repeat(TIMES[None], 16, axis=0), threads=2)
    np.testing.assert_allclose(found[0], found[15], rtol=1e-13, atol=1e-13)
    assert_forces(term, found[7])


def term_by_term(term: Term, _folder: Path) -> None:
    robot = robot_with(term)
    terms = hod.force_terms(robot, MOTION.at(TIMES), 1, TIMES)
    assert list(terms) == robot.term_names
    assert_forces(term, np.sum(list(terms.values()), axis=0))


def of_the_motors(term: Term, _folder: Path) -> None:
    found = hod.motor(robot_with(term), MOTION.at(TIMES), 2, TIMES)
    assert_forces(term, found.force)
    assert_motors(term, found.torque[:, 0])


def energies(term: Term, _folder: Path) -> None:
    rows = MOTION.at(TIMES[::10])
    expected = np.array([(term.energies or energies_of(ROBOT))(one) for one in rows])
    robot = robot_with(term)
    np.testing.assert_allclose(hod.energies(robot, rows, 2), expected, rtol=1e-9)
    each = hod.energies(robot, rows, 2, per_link=True).sum(axis=-1)
    np.testing.assert_allclose(each, expected, rtol=1e-9)


def robot_file(term: Term, folder: Path) -> Path:
    (folder / "arm.urdf").write_text(urdf())
    for name, text in term.files.items():
        (folder / name).write_text(text)
    (folder / "arm.yaml").write_text(f"urdf: arm.urdf\n{term.file}\n")
    return folder / "arm.yaml"


def from_a_file(term: Term, folder: Path) -> None:
    robot = hod.Robot.from_file(robot_file(term, folder))
    assert_forces(term, hod.forces(robot, MOTION.at(TIMES), 1, TIMES))


def written_table(folder: Path) -> Path:
    path = folder / "m.csv"
    write_motion(path, MOTION.at(TIMES), JOINTS)
    lines = path.read_text().splitlines()
    places = (
        f"{time!r},{line.split(',', 1)[1]}"
        for time, line in zip(TIMES.tolist(), lines[1:], strict=True)
    )
    path.write_text("\n".join([lines[0], *places]) + "\n")
    return path


def read_columns(path: Path) -> dict[str, Numbers]:
    header = path.read_text().partition("\n")[0].split(",")
    return dict(zip(header, np.loadtxt(path, delimiter=",", skiprows=1).T, strict=True))


def by_the_command(term: Term, folder: Path) -> None:
    out = folder / "f.csv"
    arguments = ["--robot", robot_file(term, folder), "--motion", written_table(folder)]
    assert command.main(["forces", *map(str, arguments), "--out", str(out)]) == 0
    columns = read_columns(out)
    rows = [[columns[f"{name}.{key}"] for name in JOINTS] for key in ("Q", "d1Q")]
    assert_forces(term, np.array(rows).transpose(2, 0, 1))
    if term.motors is not None:
        assert_motors(term, np.array([columns[f"{name}.tau"] for name in JOINTS]).T)


def energies_by_the_command(term: Term, folder: Path) -> None:
    out = folder / "e.csv"
    arguments = ["--robot", robot_file(term, folder), "--motion", written_table(folder)]
    options = ["--max-order", "2", "--out", str(out)]
    assert command.main(["energies", *map(str, arguments), *options]) == 0
    expected = np.array([(term.energies or energies_of(ROBOT))(one) for one in MOTION.at(TIMES)])
    columns = read_columns(out)
    np.testing.assert_allclose(columns["E1"], expected[:, 1], rtol=1e-8)
    np.testing.assert_allclose(columns["E2"], expected[:, 2], rtol=1e-8)


def in_a_replay(term: Term, folder: Path) -> None:
    from hod.recording import replay

    robot = hod.Robot.from_file(robot_file(term, folder))
    settings = SimpleNamespace(
        robot=robot,
        orders=4,
        urdf=urdf().encode(),
        path="fit.yaml",
        sensors=(),
        joints=(),
        efforts=(),
    )
    motion = MOTION.at(TIMES, 5)
    fit = SimpleNamespace(
        settings=settings,
        times=TIMES,
        motion=motion,
        deviations=0 * motion,
        spread=None,
        recovery=None,
        recording=SimpleNamespace(signals=(), path="recording", origin=0),
    )
    with pytest.MonkeyPatch.context() as patch:
        for name in ("fit_panels", "force_panels", "energy_panels", "residual_panels"):
            patch.setattr(replay, name, lambda *_: [])
        patch.setattr(replay, "draw", lambda *_: b"")
        patch.setattr(replay, "Report", lambda *_: SimpleNamespace(page=lambda: b""))
        patch.setattr(replay, "_fill", lambda *_: None)
        replay.replay(fit, folder / "out")  # type: ignore[arg-type]
    columns = read_columns(folder / "out" / "forces.csv")
    rows = [[columns[f"{name}.{key}"] for name in JOINTS] for key in ("Q", "d1Q")]
    assert_forces(term, np.array(rows).transpose(2, 0, 1))


def largest(term: Term, speed: float, column: int) -> float:
    """What the actuator of a column supplies at most when the motion is run at a speed."""
    times = np.linspace(0.0, TIMES[-1], 801)
    rows = MOTION.faster(speed).at(times / speed)
    supplied = [
        term.forces(one, time, speed)[0] if term.motors is None else term.motors(one)
        for one, time in zip(rows, times, strict=True)
    ]
    return float(np.abs(np.array(supplied)[:, column]).max())


def against_limits(term: Term, _folder: Path) -> None:
    """The effort at its peak, and the speed at which the peak reaches a limit."""
    column = JOINTS.index("elbow")
    peak = largest(term, 1.0, column)
    bound = {"elbow": hod.Limits(effort=1.2 * peak)}
    robot = robot_with(term).replace(limits={name: hod.Limits() for name in ROBOT.joints})
    robot = robot.replace(limits=bound)
    (worst,) = hod.limits.check(robot, TIMES, MOTION.at(TIMES)).worst
    assert (worst.joint, worst.kind) == ("elbow", "effort")
    assert abs(worst.value) == pytest.approx(peak, rel=1e-4)
    found = hod.limits.largest_speed_up(robot, TIMES, MOTION.at(TIMES))
    assert found.is_possible
    if np.isfinite(found.largest):
        assert largest(term, found.largest, column) == pytest.approx(1.2 * peak, rel=1e-3)
    else:
        assert largest(term, 50.0, column) < 1.2 * peak


def in_the_simulator(term: Term, _folder: Path) -> None:
    """Under the torques that the terms ask for, the arm accelerates as it was to."""
    simulation = pytest.importorskip("hod.simulation")
    arm = simulation.SimulatedArm(robot_with(term))
    for rows, time in zip(MOTION.at(TIMES)[::20], TIMES[::20], strict=True):
        force = term.forces(rows, time, 1.0)
        if term.motors is None:
            arm.set_state(time, rows[0], rows[1], rows[0], rows[1])
            arm.set_torque(force[0])
        else:
            bent = force / SPRING.stiffness
            arm.set_state(time, rows[0], rows[1], rows[0] + bent[0], rows[1] + bent[1])
            arm.set_torque(term.motors(rows))
        np.testing.assert_allclose(arm.acceleration, rows[2], rtol=1e-7, atol=1e-7)


ROUTES: dict[str, Callable[[Term, Path], None]] = {
    "a workspace": in_a_workspace,
    "single states": one_by_one,
    "a batch": in_a_batch,
    "terms": term_by_term,
    "motors": of_the_motors,
    "energies": energies,
    "a robot file": from_a_file,
    "hod forces": by_the_command,
    "hod energies": energies_by_the_command,
    "replay": in_a_replay,
    "limits and speed-up": against_limits,
    "the simulator": in_the_simulator,
}

NOT = {
    ("motors", name): "of rigid drives the motors' torques are the joint forces"
    for name in TERMS
    if name != "elastic drive"
}
"""The cells of the table in which nothing can be compared, and why."""


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("route", ROUTES)
def test_every_term_counts_in_every_route(route: str, term: str, tmp_path: Path) -> None:
    if (route, term) in NOT:
        with pytest.raises(hod.Error):
            ROUTES[route](TERMS[term], tmp_path)
        return
    ROUTES[route](TERMS[term], tmp_path)


PARTS = {
    "source": "no physics",
    "name": "no physics",
    "links": "inertia",
    "joints": "inertia, friction, rotor, elastic drive; limits",
    "gravity": "gravity",
    "base": "moving base",
    "payloads": "payload",
    "loads": "load",
    "has_friction": "friction",
    "is_elastic": "elastic drive",
    "unread": "no physics",
}
JOINT_PARTS = {
    "name",
    "type",
    "parent",
    "child",
    "origin",
    "axis",
    "limits",
    "friction",
    "drive",
    "mimic",
}
VERBS = {
    "forces": "hod forces",
    "energies": "hod energies",
    "replay": "replay",
    "fit": "no forces; its robot is replay's",
    "generate": "no forces; its robot gives the truth's kinematics",
    "mass": "no forces",
    "info": "no forces; says what a robot has",
    "reactions": "no joint forces; inertia, gravity, payloads and loads, as hod.reactions has them",
    "kinematics": "no forces",
    "momentum": "no forces; inertia and payloads",
    "equations": "the explicit forms of the classic module: inertia and gravity",
    "view": "no forces; shows replay's",
    "completion": "no robot",
    "experiment": "made of the others",
    "bench": "no results but times",
}


def members_of(name: str) -> list[str]:
    """The members of a struct, in the words of its header."""
    header = Path(__file__).parents[2] / "include" / "hod" / "robot" / "description.hpp"
    text = re.sub(r"//.*", "", header.read_text("utf-8"))
    body = text.partition(f"struct {name}\n{{")[2].partition("\n};")[0]
    members = re.findall(r"^  (?!static)[\w:<>]+ (\w+)(?: =[^;]*)?;", body, re.MULTILINE)
    assert members
    return members


def test_no_part_of_a_robot_is_missing_from_the_table():
    assert set(members_of("RobotDescription")) == set(PARTS)
    assert set(members_of("JointDescription")) == JOINT_PARTS
    replaced = re.findall(r"(\w+): ", (hod.Robot.replace.__doc__ or "").partition(") ->")[0])
    changed = {name for term in TERMS.values() for name in term.changes} | {"limits"}
    assert set(replaced) - {"self"} == changed


def test_no_term_of_the_forces_is_missing_from_the_table():
    everything = hod.Workspace(ROBOT).force_terms(MOTION.at(TIMES[:1])[0])
    assert set(everything) == {"inertia", "gravity", "load", "friction", "rotor"}


def test_no_verb_is_missing_from_the_table():
    assert set(command.verbs()) <= set(VERBS)


def test_no_function_of_a_robot_is_missing_from_the_table():
    """What takes a robot and a motion is a route, or says that no term but inertia is in it."""
    taken = {
        name
        for name, value in vars(_core).items()
        if callable(value)
        and re.search(r"robot: .*motion: ", (value.__doc__ or "").partition("\n")[0])
    }
    routes = {"forces", "force_terms", "motor", "energies", "check_limits", "largest_speed_up"}
    kinematic = {
        "jacobian",
        "kinetic_energy",
        "mass_moment",
        "momentum",
        "operational_motion",
        "orientation",
        "point_motion",
        "predicted_readings",
    }
    partial = {"reactions"}  # inertia, gravity and loads, in test_workspace.py
    assert {
        name for name in taken if not name.startswith("classic_")
    } == routes | kinematic | partial
