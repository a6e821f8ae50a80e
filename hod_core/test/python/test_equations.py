# SPDX-License-Identifier: Apache-2.0
"""Equations by computer algebra against the fast pass, the papers' forms and definitions."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import hod
from hod import classic
from hod.command.main import main
from robots import UNEQUAL_ARM, joint, link, motion, urdf_of

sp = pytest.importorskip("sympy")
equations = pytest.importorskip("hod.classic.equations")


TREE = urdf_of(
    *(
        link(name, 1.0 + 0.3 * i)
        for i, name in enumerate(("base", "trunk", "left", "right", "tip"))
    ),
    *(
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{more}</joint>\n'
        for name, kind, parent, child, xyz, rpy, axis, more in (
            ("waist", "continuous", "base", "trunk", "0 0 0.4", "0 0 0", "0 0 1", ""),
            (
                "port",
                "continuous",
                "trunk",
                "left",
                "0.1 0.3 0",
                "1.5707963267948966 0 0",
                "0 0 1",
                "",
            ),
            (
                "slide",
                "prismatic",
                "trunk",
                "right",
                "0 -0.2 0.1",
                "0 0 0",
                "0 1 0",
                '<limit lower="-1" upper="1" effort="1" velocity="1"/>',
            ),
            (
                "follower",
                "continuous",
                "left",
                "tip",
                "0 0 0.5",
                "0 0 0",
                "0 0 1",
                '<mimic joint="port" multiplier="-0.5" offset="0.3"/>',
            ),
        )
    ),
)


def chain(count: int) -> hod.Robot:
    """Make an arm of revolute joints, alternately about z and y, with bodies of every moment."""
    parts = ['<robot name="chain"><link name="l0"/>']
    for i in range(count):
        axis = "0 0 1" if i % 2 == 0 else "0 1 0"
        parts.append(
            link(f"l{i + 1}", 4.0 - 0.4 * i)
            + f'<joint name="a{i + 1}" type="continuous"><parent link="l{i}"/>'
            f'<child link="l{i + 1}"/><origin xyz="0.1 0 0.2"/><axis xyz="{axis}"/></joint>'
        )
    return hod.Robot.from_urdf("".join(parts) + "</robot>")


FOLLOWING = urdf_of(
    link("base"),
    link("upper", 2.0),
    link("fore", 0.7),
    joint("bend", "base", "upper", kind="continuous"),
    joint(
        "follow",
        "upper",
        "fore",
        '<mimic joint="bend" multiplier="-0.5" offset="0.3"/>',
        "continuous",
    ),
).replace('rpy="0.3 -0.2 0.5"/><axis xyz="0.2 1 -0.4"', '/><axis xyz="0 1 0"')
"""Parallel axes, where a joint turns back against the one that it follows."""

ROBOTS = {
    "one": (hod.example_robot(), ["J3"], {}, "closed"),
    "bent": (hod.example_robot(), ["J2", "J3"], {"J1": 0.7, "J4": -1.2}, "closed"),
    "spatial": (hod.example_robot(), ["J1", "J3"], {"J2": 0.4}, "closed"),
    "following": (hod.Robot.from_urdf(FOLLOWING), None, {}, "closed"),
    "following, recursive": (hod.Robot.from_urdf(FOLLOWING), None, {}, "recursive"),
    "tree": (hod.Robot.from_urdf(TREE), None, {}, "closed"),
    "tree, recursive": (hod.Robot.from_urdf(TREE), None, {}, "recursive"),
    "askew": (hod.Robot.from_urdf(UNEQUAL_ARM), None, {}, "recursive"),
    "tilted": (
        hod.Robot.from_urdf(UNEQUAL_ARM, gravity=(1.0, -2.0, 3.0)),
        ["elbow"],
        {"shoulder": 0.2},
        "closed",
    ),
    "slide": (hod.Robot.from_urdf(UNEQUAL_ARM), ["slide"], {}, "closed"),
    "six": (chain(6), None, {}, "recursive"),
}


@cache
def derived_of(name):
    """Derive what a robot of this file is to have; the form is asked for only where it must be."""
    robot, joints, at, form = ROBOTS[name]
    derived = equations.derive(robot, joints, at, form if "recursive" in name else None)
    assert derived.form == form
    return robot, derived


@pytest.fixture(params=ROBOTS)
def case(request):
    return derived_of(request.param)


def embedded(robot, derived, rows):
    """Put a motion of the free joints into one of all, and back."""
    free = [robot.joint_names.index(name) for name in derived.chain.joints]
    whole = np.zeros((len(rows), robot.dof))
    for name, position in derived.chain.held.items():
        whole[0, robot.joint_names.index(name)] = position
    whole[:, free] = rows
    return whole, free


def test_forces_and_energies_are_those_of_the_fast_pass(case):
    robot, derived = case
    assert derived.error(robot) < 1e-12


@pytest.mark.parametrize(
    "rotation",
    [np.diag([1.0, -1.0, -1.0]), [[0.0, 0.0, 1.0], [0.8, 0.6, 0.0], [-0.6, 0.8, 0.0]]],
    ids=["ceiling", "wall"],
)
@pytest.mark.parametrize("form", ["closed", "recursive"])
def test_the_base_may_be_turned(form, rotation):
    robot = hod.example_robot().replace(base=hod.BaseMotion(rotation=rotation))
    assert equations.derive(robot, ["J2", "J3"], form=form).error(robot) < 1e-11


def test_positions_that_leave_no_pose_are_refused():
    with pytest.raises(hod.Error, match=r"position of J1: found 1e\+300, expected at most 1e\+06"):
        equations.derive(hod.example_robot(), ["J3"], {"J1": 1e300})


def test_a_base_that_moves_is_refused():
    robot = hod.example_robot().replace(base=hod.BaseMotion(acceleration=[[0.0, 0.0, 1.0]]))
    with pytest.raises(hod.Error, match="found a base that moves, expected one at rest"):
        equations.derive(robot, ["J3"])


def test_matrices_are_the_contractions_of_differential_matrices(case):
    robot, derived = case
    rows = motion(rows=5, dof=derived.chain.dof, seed=4)
    whole, free = embedded(robot, derived, rows)
    q, v = whole[:2]
    found = derived.function()(rows)
    square = np.ix_(free, free)
    expected = {
        "M": classic.mass_matrix(robot, q)[square],
        "V": classic.v_column(robot, q, v, v)[free],
        "D": classic.d_matrix(robot, q, v, v)[square],
        "H": classic.h_matrix(robot, q, v, v)[square],
    }
    for name, matrix in expected.items():
        np.testing.assert_allclose(found[name], matrix, rtol=1e-11, atol=1e-12, err_msg=name)


def test_one_revolute_joint_is_the_published_example():
    derived = equations.derive(hod.example_robot(), ["J3"])
    q, q1, q2, q3, q4 = (row[0] for row in derived.chain.motion)
    ((inertia, definition),) = derived.steps
    assert str(definition) == "I_1yy + m_1*x_1**2"  # M (x_C^2 + z_C^2) + I_y, z_C being zero
    twice = {
        "E1": q2**2 + q1**4,
        "E2": q3**2 - 2 * q1**3 * q3 + 9 * q1**2 * q2**2 + q1**6,
        "E3": q4**2
        - 12 * q1**2 * q2 * q4
        + 30 * q1**4 * q2**2
        + 16 * q1**2 * q3**2
        + 9 * q2**4
        + q1**8
        + 24 * q1 * q2**2 * q3
        - 8 * q1**5 * q3,
    }
    for name, expected in twice.items():
        assert sp.expand(2 * derived.results[name] / inertia - expected) == 0, name
    g, mass, x = sp.symbols("g m_1 x_1")
    weight = g * mass * x * sp.cos(q)
    rate = sp.diff(weight, q) * q1
    forces = [inertia * q2 + weight, inertia * q3 + rate]
    forces.append(inertia * q4 + sp.diff(rate, q) * q1 + sp.diff(rate, q1) * q2)
    for name, expected in zip(("Q", "d1Q", "d2Q"), forces, strict=True):
        assert sp.expand(derived.results[name][0] - expected) == 0, name


def test_forces_are_gradients_of_energies_exactly():
    """Gibbs and Appell; 001 (130); 001 (131) with 2/3: without gravity, as polynomials."""
    robot = hod.example_robot().replace(gravity=(0.0, 0.0, 0.0))
    derived = equations.derive(robot, ["J2", "J3"])
    q, q1, q2, q3, q4 = derived.chain.motion
    first, second, third = (derived.results[f"E{p}"] for p in (1, 2, 3))
    for j in range(2):
        expected = [
            sp.diff(first, q2[j]),
            sp.diff(second, q3[j]) + sp.diff(first, q1[j]) / 2,
            sp.diff(third, q4[j])
            + sp.Rational(2, 3) * sp.diff(second, q2[j])
            + sp.diff(first, q[j]),
        ]
        for name, gradient in zip(("Q", "d1Q", "d2Q"), expected, strict=True):
            assert sp.expand(derived.results[name][j] - gradient) == 0, name


def test_differential_matrices_are_derivatives_of_the_poses():
    _, derived = derived_of("tree")
    assert len(derived.poses) > 20
    for name, matrix in derived.poses.items():
        letter, _, indices = name.partition("_")
        if letter == "A":
            number, _, columns = indices.partition(",")
            pose = derived.poses[f"T_{number}"]
            for column in columns:
                pose = pose.diff(derived.chain.motion[0][int(column) - 1])
            assert (matrix - pose).applyfunc(sp.expand) == sp.zeros(4, 4), name


def test_poses_of_links_are_those_of_the_robot():
    robot = hod.example_robot()
    derived = equations.derive(robot, ["J2", "J3"], {"J1": 0.4})
    values = derived.chain.values
    q = [0.3, -0.8]
    found = derived.poses["T_2"].subs(
        {**values, **dict(zip(derived.chain.motion[0], q, strict=True))}
    )
    whole, _ = embedded(robot, derived, np.array([q]))
    hand = robot.link_names[3]
    pose = classic.differential_matrix(robot, whole[0], hand)
    still, _ = embedded(robot, derived, np.zeros((1, 2)))
    home = classic.differential_matrix(robot, still[0], hand)
    turned = np.array(found.tolist(), dtype=float)
    base = derived.chain.base
    turned = np.block([[base @ turned[:3, :3] @ base.T, base @ turned[:3, 3:]], [0, 0, 0, 1.0]])
    np.testing.assert_allclose(turned[:3, :3] @ home[:3, :3], pose[:3, :3], atol=1e-12)
    np.testing.assert_allclose(turned[:3, 3], pose[:3, 3], atol=1e-12)


def test_second_energy_is_made_of_the_matrices():
    """E1 = q2 M q2 / 2 + q2 V + q1 D q1 / 2 (000 (93)), exactly."""
    derived = equations.derive(hod.example_robot(), ["J2", "J3"])
    _, q1, q2, *_ = (sp.Matrix(row) for row in derived.chain.motion)
    mass, velocity, d_matrix = (derived.results[name] for name in "MVD")
    made = (q2.T * mass * q2 / 2 + q2.T * velocity + q1.T * d_matrix * q1 / 2)[0]
    assert sp.expand(made - derived.results["E1"]) == 0


@pytest.mark.parametrize("name", ["bent", "tree, recursive"])
def test_the_written_module_computes_the_same(name):
    _, derived = derived_of(name)
    rows = motion(rows=5, dof=derived.chain.dof, seed=5)
    space: dict[str, object] = {}
    exec(compile(derived.sympy(), "equations.py", "exec"), space)
    expected = derived.function()(rows)
    for key, value in space["evaluate"](*rows).items():
        found = np.array(value, dtype=float).reshape(expected[key].shape)
        np.testing.assert_allclose(found, expected[key], rtol=1e-13, atol=1e-13, err_msg=key)


@pytest.mark.parametrize("name", ["bent", "tree, recursive"])
def test_the_written_function_for_matlab_computes_the_same(name):
    """Read as Python: statements are assignments, with ^ for powers and [a, b; c, d]."""
    _, derived = derived_of(name)
    rows = motion(rows=5, dof=derived.chain.dof, seed=6)
    text = derived.matlab("arm").replace(" ...\n    ", " ")
    first, *lines = text.splitlines()
    assert first == "function r = arm(q, d1q, d2q, d3q, d4q)"
    space: dict[str, object] = {"cos": np.cos, "sin": np.sin}
    for argument, row in zip(("q", "d1q", "d2q", "d3q", "d4q"), rows, strict=True):
        space[argument] = lambda index, row=row: row[index - 1]
    found = {}
    for line in lines:
        if " = " in line and not line.startswith("%"):
            target, value = line.rstrip(";").split(" = ")
            value = re.sub(r"\.?\^", "**", value).replace(".*", "*").replace("./", "/")
            value = re.sub(r";", "],[", value)
            value = f"[{value}]" if value.startswith("[") else value
            number = np.array(eval(value, space), dtype=float)
            space[target.removeprefix("r.")] = number
            if target.startswith("r."):
                found[target.removeprefix("r.")] = number
    expected = derived.function()(rows)
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        np.testing.assert_allclose(found[key].reshape(value.shape), value, rtol=1e-13, atol=1e-13)


def test_the_document_is_complete_and_compiles(tmp_path):
    robot, joints, at, _ = ROBOTS["bent"]
    for form in ("closed", "recursive"):
        text = equations.derive(robot, joints, at, form).latex()
        begun, ended = (re.findall(rf"\\{word}\{{(\w+\*?)\}}", text) for word in ("begin", "end"))
        assert sorted(begun) == sorted(ended)
        assert text.count("{") == text.count("}")
        if shutil.which("pdflatex"):
            (tmp_path / "arm.tex").write_text(text)
            command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "arm.tex"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout[-2000:]


def test_the_text_names_every_property_and_result():
    derived = equations.derive(hod.example_robot(), ["J3"])
    text = derived.text()
    for name in [*map(str, derived.chain.values), *derived.results, *derived.poses]:
        assert f"\n{name} = " in text


def test_q_grows_as_the_motion_is_sped_up():
    """Without gravity, q(c t) multiplies row k of the forces by c^(k+2)."""
    derived = equations.derive(chain(6).replace(gravity=(0.0, 0.0, 0.0)))
    rows = motion(rows=5, dof=6, seed=7)
    function = derived.function()
    slow, fast = function(rows), function(rows * 1.7 ** np.arange(5)[:, None])
    for k, name in enumerate(("Q", "d1Q", "d2Q")):
        np.testing.assert_allclose(fast[name], slow[name] * 1.7 ** (k + 2), rtol=1e-11, atol=1e-11)
    for p in (1, 2, 3):
        np.testing.assert_allclose(fast[f"E{p}"], slow[f"E{p}"] * 1.7 ** (2 * p + 2), rtol=1e-11)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"joints": ["J9"]}, "found 'J9', expected one of the robot's: J1"),
        ({"joints": ["J1", "J1"]}, "twice"),
        ({"joints": []}, "found none"),
        ({"joints": ["J1"], "at": {"J1": 0.1}}, "one that is held: J2, J3, J4, J5"),
        ({"at": {"J1": 0.1}}, "none, all are free"),
        ({"joints": ["J1"], "at": {"J2": np.nan}}, "finite"),
        ({"form": "closed"}, "5 free joints, expected at most 3 .* recursive"),
    ],
)
def test_what_cannot_be_derived_is_said_in_a_sentence(arguments, words):
    with pytest.raises(hod.Error, match=words):
        equations.derive(hod.example_robot(), **arguments)


def test_axes_askew_make_no_closed_formulas():
    with pytest.raises(hod.Error, match=r"axes of shoulder, elbow .* recursive"):
        equations.derive(hod.Robot.from_urdf(UNEQUAL_ARM), ["shoulder", "elbow"], form="closed")


def test_command_writes_every_kind(tmp_path, capsys):
    (tmp_path / "arm.urdf").write_text(TREE)
    given = ["equations", "--urdf", f"{tmp_path}/arm.urdf", "--joints", "waist", "--at", "port=0.3"]
    for option, begin in (
        ([], "arm: closed form"),
        (["--latex"], r"\documentclass"),
        (["--sympy"], '"""Equations of arm'),
        (["--matlab"], "function r = result("),
    ):
        out = tmp_path / "result.txt"
        assert main([*given, *option, "--out", str(out)]) == 0
        assert out.read_text().startswith(begin)
        assert "from the fast pass" in capsys.readouterr().err


def test_command_writes_json_around_any_kind(tmp_path, capsys):
    (tmp_path / "arm.urdf").write_text(TREE)
    given = ["equations", "--urdf", f"{tmp_path}/arm.urdf", "--joints", "waist", "--matlab"]
    assert main(given) == 0
    text = capsys.readouterr().out
    assert main([*given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["equations"] == text
    assert (found["robot"], found["joints"], found["form"]) == ("arm", ["waist"], "closed")
    assert found["error"] < 1e-10
    assert any("from the fast pass" in remark for remark in found["remarks"])


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["--joints", "nose"], 1, "nose"),
        (["--at", "port"], 2, "JOINT=NUMBER"),
        (["--at", "port=0", "port=1"], 2, "two positions of port"),
        (["--latex", "--sympy"], 2, "not allowed"),
    ],
)
def test_command_refuses_in_one_sentence(tmp_path, capsys, more, code, words):
    (tmp_path / "arm.urdf").write_text(TREE)
    out = Path(tmp_path / "result")
    given = ["equations", "--urdf", f"{tmp_path}/arm.urdf", "--out", str(out), *more]
    try:
        found = main(given)
    except SystemExit as stop:
        found = stop.code
    assert found == code
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error
    assert not out.exists()


def test_names_from_a_file_stay_text():
    """Whatever a robot is called: what is generated has it in a comment, as text."""
    hostile = "x&quot;&quot;&quot;+done.append(1)+&quot;&quot;&quot;\\u^&#10;y"
    text = urdf_of(link("base"), link("arm"), joint("turn", "base", "arm", kind="continuous"))
    robot = hod.Robot.from_urdf(text.replace('name="arm">\n<link', f'name="{hostile}">\n<link', 1))
    made = equations.derive(robot, ["turn"])
    done: list[int] = []
    exec(made.sympy(), {"done": done})
    assert not done
    assert all(line.startswith(("%", "function")) for line in made.matlab().splitlines()[:3])
    assert r"\textbackslash{}u\^{}" in made.latex()
