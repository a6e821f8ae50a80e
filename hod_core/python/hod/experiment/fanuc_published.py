# SPDX-License-Identifier: Apache-2.0
"""The papers' experiment as published, compared with the estimate from all readings and the truth.

As published (002, section 4): 51 segments between measured accelerations of joint 3, joined by the
interpolating polynomials (81)-(85), and the closing formulas (86)-(91) with one moment of inertia.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from .._core import Robot, energies, forces
from ..arrays import Numbers
from ..classic import (
    body_of,
    carried_bodies,
    moving_bodies,
    revolute_energy,
    revolute_force,
    revolute_inertia,
)
from ..interpolation import fit as interpolated
from ..mass import link_tensors, robot_tensors
from ..plot import ERROR, FOUND, TRUTH, Curve, Panel, draw
from ..progress import SILENT, Progress
from ..recording.fit import Fit, fit
from ..recording.fit_settings import read_fit_settings, read_recording
from ..recording.folder import results
from ..recording.generate import generate
from ..recording.plan import Plan, read_plan
from ..report import Report
from ..table import write_table
from .differentiation import differentiated

_JOINT = "J3"
_SEGMENTS = 51
_ORDERS = 3  # of the energies; forces to one order less
_GRAVITY = 9.81


@dataclass(frozen=True)
class Forearm:
    """Everything that moves with joint 3 while the other joints are at rest, as in 002 (86)."""

    mass: float
    """M_3 [kg]."""
    x: float
    """x_C, along the forearm [m]."""
    z: float
    """z_C [m]."""
    central: float
    """I_y about the centre of mass [kg m^2]."""

    @property
    def inertia(self) -> float:
        """J = M_3 (x_C^2 + z_C^2) + I_y [kg m^2]."""
        return revolute_inertia(self.mass, float(np.hypot(self.x, self.z)), self.central)

    @property
    def weight_moment(self) -> float:
        """M_3 g times the distance of the centre of mass from the axis [N m]."""
        return self.mass * _GRAVITY * float(np.hypot(self.x, self.z))

    @property
    def phase(self) -> float:
        """Angle of the centre of mass above the forearm's axis: the phase of its height."""
        return float(np.arctan2(self.z, self.x))


def forearm(robot: Robot) -> Forearm:
    """Sum everything that joint 3 carries, in the axes of its link at zero."""
    tensors = link_tensors(robot)
    first = list(robot.joints).index(_JOINT)
    carried = carried_bodies(robot, first)
    links = {name: tensors[name] for name in robot.link_names if body_of(robot, name) in carried}
    whole = robot_tensors(links)
    x, _, z = whole.root.center - moving_bodies(robot)[first].point
    return Forearm(whole.mass, _clean(x), _clean(z), float(whole.central.axial[1, 1]))


def _clean(length: float) -> float:
    """Replace rounding errors by zero."""
    return 0.0 if abs(length) < 1e-12 else float(length)


@dataclass(frozen=True)
class Course:
    """All quantities over time by one method: row by row q ... q(4), E1 ... E3, Q, Q', Q''."""

    motion: Numbers
    energies: Numbers
    forces: Numbers


def run(folder: Path, progress: Progress = SILENT) -> None:
    """Write the recording, a table of all three methods, pictures and a report."""
    with as_file(files("hod") / "data" / "fanuc_published.yaml") as config:
        plan = read_plan(config)
    with results(folder) as made:
        progress.begin("generating a recording")
        generate(plan, made / "recorded")
        settings = read_fit_settings(made / "recorded" / "fit.yaml", is_bag=True)
        recording = read_recording(made / "recorded" / "recording", settings, progress)
        found = fit(recording, settings, progress)
        progress.begin("the published formulas")
        arm = forearm(plan.robot)
        radius = float(plan.sensors[0].mounting.position[0])
        courses = {
            "truth": _course(plan.robot, plan.trajectory(found.times, _ORDERS + 2)),
            "published": published(plan, found, arm),
            "ours": _course(plan.robot, found.motion),
        }
        _write_table(made / "comparison.csv", found.times, courses)
        report = _report(plan, arm, found.times, courses, radius)
        plots = _plots(found.times, courses, radius)
        progress.begin("drawing", len(plots), " pictures")
        for name, (title, panels) in plots.items():
            picture = draw(title, panels)
            (made / f"{name}.png").write_bytes(picture)
            report.plot(title, panels, still=picture)
            progress.done()
        report.paragraph("Numbers are in comparison.csv, the recording is in the folder recorded.")
        page = report.page()
        (made / "report.html").write_bytes(page)


def _course(robot: Robot, motion: Numbers) -> Course:
    joint = robot.joint_names.index(_JOINT)
    return Course(
        motion[:, : _ORDERS + 2, joint].T,
        energies(robot, motion, _ORDERS)[:, 1:].T,
        forces(robot, motion, _ORDERS - 1)[:, :, joint].T,
    )


def published(plan: Plan, found: Fit, arm: Forearm) -> Course:
    """Follow 002: accelerations at the ends of 51 segments, interpolated; then (86)-(91).

    The papers do not say how gravity was removed from the readings. Here its share is removed with
    the angle found from all of them, the bias with the mean at rest. The forces are without
    gravity, as (89)-(91) are printed.
    """
    joint = plan.robot.joint_names.index(_JOINT)
    measured = differentiated(plan, found.recording.signals[0], found.motion)[:, 2, joint]
    knots = np.round(np.linspace(0, len(found.times) - 1, _SEGMENTS + 1)).astype(int)
    polynomial = interpolated(found.times[knots], measured[knots], 4, ends="natural")
    motion = polynomial.motion(found.times, _ORDERS + 1)[:, :, 0]
    rows = list(motion)
    works = [[revolute_energy(arm.inertia, q, p) for q in rows] for p in range(1, _ORDERS + 1)]
    torques = [[revolute_force(arm.inertia, 0.0, 0.0, q, k) for q in rows] for k in range(_ORDERS)]
    return Course(motion.T, np.array(works), np.array(torques))


_QUANTITIES = (
    ("motion", 0, "q", "rad"),
    ("motion", 1, "q′", "rad/s"),
    ("motion", 2, "q″", "rad/s²"),
    ("motion", 3, "q‴", "rad/s³"),
    ("motion", 4, "q⁗", "rad/s⁴"),
    ("energies", 0, "E⁽¹⁾", "kg m²/s⁴"),
    ("energies", 1, "E⁽²⁾", "kg m²/s⁶"),
    ("energies", 2, "E⁽³⁾", "kg m²/s⁸"),
    ("forces", 0, "Q", "N m"),
    ("forces", 1, "Q′", "N m/s"),
    ("forces", 2, "Q″", "N m/s²"),
)

_COLUMNS = ("q", "d1q", "d2q", "d3q", "d4q", "E1", "E2", "E3", "Q", "d1Q", "d2Q")

_ROUTES = {"truth": "truth", "published": "as published", "ours": "from all readings"}


def _write_table(path: Path, times: Numbers, courses: dict[str, Course]) -> None:
    columns = [f"{route}.{name}" for route in courses for name in _COLUMNS]
    values = [
        getattr(course, kind)[row] for course in courses.values() for kind, row, _, _ in _QUANTITIES
    ]
    write_table(path, columns, times, np.array(values).T)


def sudden_phases(times: Numbers, tangential: Numbers) -> list[tuple[float, float]]:
    """Return the phases during which the tangential acceleration exceeds g."""
    is_sudden = np.abs(tangential) > _GRAVITY
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_sudden, [False]]).astype(int)))
    last = len(times) - 1
    return [
        (float(times[begin]), float(times[min(end, last)]))
        for begin, end in zip(edges[::2], edges[1::2], strict=True)
    ]


def _plots(
    times: Numbers, courses: dict[str, Course], radius: float
) -> dict[str, tuple[str, list[Panel]]]:
    """By file name: titles and panels."""
    tangential = {name: radius * course.motion[2] for name, course in courses.items()}
    bound = np.full_like(times, _GRAVITY)
    figure_5 = [
        *_sudden(times, tangential["truth"]),
        *_curves(times, tangential),
        Curve("g", times, bound, "#999999", 0.8),
        Curve("", times, -bound, "#999999", 0.8),
    ]
    plots = {
        "tangential_acceleration": (
            "Tangential acceleration at the sensor, the paper's figure 5; above g the motion is "
            "called sudden",
            [Panel("tangential acceleration in m/s²", figure_5)],
        )
    }
    for name, kind, title in (
        ("forces", "forces", "Torque of joint 3 and its rates"),
        ("energies", "energies", "Acceleration energies"),
    ):
        panels = [
            Panel(
                f"{symbol} in {unit}",
                _curves(times, {key: getattr(c, kind)[row] for key, c in courses.items()}),
            )
            for of, row, symbol, unit in _QUANTITIES
            if of == kind
        ]
        plots[name] = (title, panels)
    return plots


def _sudden(times: Numbers, tangential: Numbers) -> list[Curve]:
    curves: list[Curve] = []
    for begin, end in sudden_phases(times, tangential):
        inside = (times >= begin) & (times <= end)
        label = "" if curves else "sudden: above g"
        curves.append(Curve(label, times[inside], tangential[inside], "#f0e442", 9.0))
    return curves


def _curves(times: Numbers, values: dict[str, Numbers]) -> list[Curve]:
    styles = {"truth": (TRUTH, 3.0), "published": (ERROR, 1.2), "ours": (FOUND, 1.0)}
    return [Curve(_ROUTES[name], times, row, *styles[name]) for name, row in values.items()]


def _report(
    plan: Plan,
    arm: Forearm,
    times: Numbers,
    courses: dict[str, Course],
    radius: float,
) -> Report:
    report = Report("FANUC LR Mate: the experiment as published, compared with HOD", {})
    largest = radius * float(np.abs(courses["truth"].motion[2]).max())
    report.paragraph(
        f"Joint 3 turns from 0 to π; the sensor {radius:g} m from it is exposed to up to "
        f"{largest:.3g} m/s² along its path, more than g, which the papers call sudden. The "
        f"recording is generated (seed {plan.seed}), as theirs is not published."
    )
    phases = sudden_phases(times, radius * courses["truth"].motion[2])
    report.table(
        ["sudden phase", "from in s", "to in s"],
        [[f"{i}", f"{a:.3f}", f"{b:.3f}"] for i, (a, b) in enumerate(phases, start=1)],
    )
    report.heading("The forearm")
    report.table(
        ["property", "value", "unit"],
        [
            ["M₃", f"{arm.mass:.4f}", "kg"],
            ["x_C", f"{arm.x:.4f}", "m"],
            ["z_C", f"{arm.z:.4f}", "m"],
            ["I_y, central", f"{arm.central:.5f}", "kg m²"],
            ["J = M₃ (x_C² + z_C²) + I_y", f"{arm.inertia:.5f}", "kg m²"],
        ],
    )
    report.paragraph(
        "With the moment about the axis in place of the central one, as printed below 002 (86), "
        "M₃ (x_C² + z_C²) would count twice."
    )
    report.heading("The closing formulas")
    for line in _FORMULAS:
        report.paragraph(line)
    report.heading("Errors (root mean square relative to the truth)")
    report.table(
        ["quantity", "unit", "largest", "as published", "from all readings"],
        [_error_row(courses, *quantity) for quantity in _QUANTITIES],
    )
    report.paragraph(
        f"As published: accelerations at the ends of {_SEGMENTS} segments, one reading each, "
        "interpolated by quintics, and forces without gravity. From all readings: the same "
        f"quintics on {_SEGMENTS} segments fitted to every reading, with gravity removed using the "
        "angle and added back to the forces."
    )
    return report


_FORMULAS = (
    "(86) 2E⁽¹⁾ = J (q″² + q′⁴)",
    "(87) 2E⁽²⁾ = J (q‴² − 2q′³q‴ + 9q′²q″² + q′⁶)",
    "(88), corrected: 2E⁽³⁾ = J (q⁗² − 12q′²q″q⁗ + 30q′⁴q″² + 16q′²q‴² + 9q″⁴ + q′⁸ + 24q′q″²q‴ − "
    "8q′⁵q‴)",
    "(89)–(91) Q = J q″, Q′ = J q‴, Q″ = J q⁗; a horizontal axis also has M₃ g x_C cos q and its "
    "derivatives, which they omit.",
)


def _error_row(
    courses: dict[str, Course], kind: str, row: int, symbol: str, unit: str
) -> list[str]:
    truth = getattr(courses["truth"], kind)[row]
    errors = [
        float(np.sqrt(np.mean((getattr(courses[name], kind)[row] - truth) ** 2)))
        for name in ("published", "ours")
    ]
    return [symbol, unit, f"{np.abs(truth).max():.4g}", *(f"{error:.3g}" for error in errors)]
