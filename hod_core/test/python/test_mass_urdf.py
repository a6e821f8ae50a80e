# SPDX-License-Identifier: Apache-2.0
"""URDFs that carry a mass distribution, and mass distributions that come from URDFs."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import hod
from hod import mass

DATA = pathlib.Path(hod.__file__).resolve().parent / "data"
if not DATA.is_dir():
    DATA = pathlib.Path(mass.__file__).resolve().parents[1] / "data"
ARM = DATA / "fanuc_lrmate.yaml"
BRINGUP = pathlib.Path(__file__).resolve().parents[3] / "hod_bringup" / "urdf"

URDF = """<?xml version="1.0"?>
<!-- <link name="base"> in a comment -->
<robot  name='arm' >
  <link name="base"/>
  <link
     name='a&amp;b' ><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0"
     iyy="1" iyz="0" izz="1"/></inertial><visual/></link>
\t<link name="tip"   >
\t\t<visual><geometry><sphere radius="1"/></geometry></visual>
\t</link>
  <link name="empty"><inertial /></link>
  <joint name="inertial" type="fixed"><parent link="base"/><child link="a&amp;b"/></joint>
  <joint name="j" type="fixed"><parent link="a&amp;b"/><child link="tip"/></joint>
  <joint name="k" type="fixed"><parent link="tip"/><child link="empty"/></joint>
</robot>
<!-- end -->"""

BODY = mass.Box(x=0.1, y=0.2, z=1 / 3, density=2700, xyz=(0.1, 1e-9, -3), rpy=(0.1, 0.2, 0.3))


def without_inertials(urdf: str) -> str:
    """Leave out inertials and what an added one brings with it."""
    urdf = re.sub(r"\s*(<inertial\s*/>|<inertial>.*?</inertial>)", "", urdf, flags=re.DOTALL)
    return re.sub(r"\s*/>|>\s*</link>", "|", urdf)


@pytest.mark.parametrize("link", ["base", "a&b", "tip", "empty"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_only_the_inertial_of_the_named_link_changes(link: str, newline: str) -> None:
    before = URDF.replace("\n", newline)
    after = mass.Distribution({link: BODY}).to_urdf(before)
    assert without_inertials(after) == without_inertials(before)
    assert after.count("<inertial>") == before.count("<inertial>") + (link != "a&b")
    assert ("\r\n" in after) == (newline == "\r\n")
    assert after.count("\n") == after.count(newline)
    assert mass.Distribution({link: BODY}).to_urdf(after) == after


def test_a_link_without_an_inertial_gets_one_in_its_style() -> None:
    urdf = '<robot name="r">\n\t<link name="a"/>\n</robot>'
    expected = (
        '<robot name="r">\n\t<link name="a">\n\t\t<inertial>\n'
        '\t\t\t<origin xyz="0 0 0" rpy="0 0 0"/>\n\t\t\t<mass value="3"/>\n'
        '\t\t\t<inertia ixx="0.5" ixy="0" ixz="0" iyy="0.5" iyz="0" izz="0.5"/>\n'
        "\t\t</inertial>\n\t</link>\n</robot>"
    )
    block = mass.Box(x=1, y=1, z=1, mass=3)
    assert mass.Distribution({"a": block}).to_urdf(urdf) == expected


def test_pinocchio_reads_the_same_doubles() -> None:
    pin = pytest.importorskip("pinocchio")
    urdf = mass.Distribution({"tip": BODY}).to_urdf(
        URDF.replace('name="j" type="fixed"', 'name="j" type="continuous"')
    )
    inertia = pin.buildModelFromXML(urdf).inertias[1]
    assert inertia.mass == BODY.properties.mass
    np.testing.assert_array_equal(inertia.lever, BODY.properties.center)
    symmetric = np.tril(BODY.properties.inertia.T) + np.tril(BODY.properties.inertia.T, -1).T
    np.testing.assert_array_equal(inertia.inertia, symmetric)


@pytest.mark.parametrize(
    ("urdf", "sentence"),
    [
        ("<robot><link name='a'/></robot>", "link 'tip' is not in URDF, which has a"),
        ("<robot><link name='tip'></robot>", "URDF:1: not a URDF: mismatched tag"),
        ("<robot>\n<link name='tip'/>\n<link name='tip'/></robot>", "URDF:3: the link 'tip' comes"),
        ("<robot><link name='tip'><inertial/><inertial/></link></robot>", "has two inertials"),
    ],
)
def test_bad_urdfs_are_refused(urdf: str, sentence: str) -> None:
    with pytest.raises(hod.Error, match=sentence):
        mass.Distribution({"tip": BODY}).to_urdf(urdf)


def check_urdf(path: pathlib.Path) -> str:
    program = shutil.which("check_urdf", path=f"{pathlib.Path(sys.executable).parent}")
    program = program or shutil.which("check_urdf")
    if program is None:
        pytest.skip("no check_urdf on this machine")
    result = subprocess.run([program, path], capture_output=True, text=True, check=True)
    return result.stdout


def test_the_arm_is_what_the_tool_makes_of_its_description(tmp_path: pathlib.Path) -> None:
    made = mass.robot_urdf(ARM)
    if not BRINGUP.is_dir():
        pytest.skip("hod_bringup is not beside hod_core")
    assert (BRINGUP / "fanuc_lrmate.urdf").read_text() == made
    path = tmp_path / "arm.urdf"
    path.write_text(made)
    assert "Successfully Parsed XML" in check_urdf(path)


def test_the_arm_is_of_its_class() -> None:
    distribution = mass.Distribution.from_yaml(ARM)
    assert distribution.warnings == []
    total = sum(link.properties.mass for link in distribution.links.values())
    assert 30.0 < total < 40.0
    robot = hod.Robot.from_urdf(mass.robot_urdf(ARM))
    assert robot.joint_names == ["J1", "J2", "J3", "J4", "J5"]
    assert robot.warnings == []
    assert robot.joints["J3"].limits.lower < 0.0
    assert robot.joints["J3"].limits.upper > np.pi


def test_the_arm_has_its_axes_and_tensors_in_pinocchio() -> None:
    pin = pytest.importorskip("pinocchio")
    robot = pin.buildModelFromXML(mass.robot_urdf(ARM))
    links = mass.Distribution.from_yaml(ARM).links
    for joint in range(1, 6):
        found = links[f"link_{joint}"].properties
        np.testing.assert_allclose(robot.inertias[joint].inertia, found.inertia, rtol=1e-13)
        np.testing.assert_allclose(
            robot.inertias[joint].toPseudoInertia().toMatrix(), found.pseudo, atol=1e-14
        )
    data = robot.createData()
    pin.computeJointJacobians(robot, data, np.zeros(5))
    axes = [pin.getJointJacobian(robot, data, i + 1, pin.WORLD)[3:, i] for i in range(5)]
    expected = [[0, 0, 1], [0, 1, 0], [0, -1, 0], [0, -1, 0], [1, 0, 0]]
    np.testing.assert_allclose(axes, expected, atol=1e-15)
    pin.framesForwardKinematics(robot, data, np.zeros(5))
    tool = data.oMf[robot.getFrameId("tool0")]
    np.testing.assert_allclose(tool.translation, [0.35, 0.0, 0.6], atol=1e-15)


def test_a_model_takes_a_distribution() -> None:
    urdf = (BRINGUP / "fanuc_lrmate.urdf") if BRINGUP.is_dir() else mass.robot_urdf(ARM)
    heavier = mass.Distribution(
        {"link_5": [*mass.Distribution.from_yaml(ARM).links["link_5"].bodies, BODY]}
    )
    robot = hod.Robot.from_urdf(urdf, mass_distribution=heavier)
    written = heavier.to_urdf(mass.robot_urdf(ARM))
    motion = np.random.default_rng(3).normal(size=(5, robot.dof))
    np.testing.assert_array_equal(
        hod.forces(robot, motion), hod.forces(hod.Robot.from_urdf(written), motion)
    )
    with pytest.raises(hod.Error, match="link 'hand' is not in"):
        hod.Robot.from_urdf(urdf, mass_distribution=mass.Distribution({"hand": BODY}))


GEOMETRY = """<robot name="r">
  <link name="a">
    <collision><geometry><box size="1 2 3"/></geometry></collision>
    <collision><origin xyz="0 0 4" rpy="0 0.5 0"/>
      <geometry><cylinder radius="0.5" length="2"/></geometry></collision>
    <visual><geometry><sphere radius="0.5"/></geometry></visual>
  </link>
  <link name="b"><collision><geometry>
    <mesh filename="package://parts/meshes/part.obj" scale="2 -1 1"/></geometry></collision></link>
  <link name="none"/>
</robot>"""
PART = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


@pytest.fixture
def shaped(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "parts" / "meshes").mkdir(parents=True)
    (tmp_path / "parts" / "meshes" / "part.obj").write_text(PART)
    path = tmp_path / "r.urdf"
    path.write_text(GEOMETRY)
    return path


@pytest.mark.parametrize("folder", [".", "parts"])
def test_shapes_of_a_urdf_are_filled(shaped: pathlib.Path, folder: str) -> None:
    found = mass.from_urdf(shaped, 10.0, package_path=[shaped.parent / folder])
    assert list(found.links) == ["a", "b"]
    expected = mass.Box(x=1, y=2, z=3, density=10) + mass.Cylinder(
        radius=0.5, length=2, density=10
    ).at((0, 0, 4), (0, 0.5, 0))
    np.testing.assert_array_equal(found.links["a"].properties.pseudo, expected.properties.pseudo)
    corners: dict[str, Any] = {"a": (0, 0, 0), "b": (2, 0, 0), "c": (0, -1, 0), "d": (0, 0, 1)}
    part = mass.Tetrahedron(density=10, **corners).properties
    np.testing.assert_allclose(found.links["b"].properties.pseudo, part.pseudo, rtol=1e-13)
    ball = mass.from_urdf(shaped, 10.0, "visual").links
    assert list(ball) == ["a"]
    assert ball["a"].properties.mass == mass.Sphere(radius=0.5, density=10).properties.mass


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('size="1 2 3"', 'size="1 2"', "link 'a', collision 1: found '1 2', expected 3 numbers"),
        ('size="1 2 3"', "", "link 'a', collision 1: <box> lacks 'size'"),
        ('size="1 2 3"', 'size="1 2 -3"', "collision 1: box: 'z' is -3, expected more than 0"),
        ("<box", "<capsule", "found <capsule>, expected a box, cylinder, sphere or mesh"),
        ('radius="0.5" length', 'radius="wide" length', "found 'wide', expected 1 number"),
        ("part.obj", "other.obj", "found no file 'package://parts/meshes/other.obj', looked at"),
        (
            "parts/meshes",
            "parts/../..",
            "found 'package://parts/../../part.obj', expected a file in",
        ),
        ("parts/meshes/part.obj", "parts//etc/x.obj", "expected a file inside its package"),
        ("parts/meshes", "../meshes", "expected a file inside its package"),
        ("<robot", '<!DOCTYPE r [<!ENTITY a "b">]><robot', "found XML with entities of its own"),
        ('name="r"', 'name="r', "not a URDF"),
        ("collision", "collusion", "no link has a <collision> shape"),
        ("rpy=", "quat_xyzw=", "collision 2: found quat_xyzw, expected rpy"),
    ],
)
def test_bad_shapes_of_a_urdf_are_refused(
    shaped: pathlib.Path, old: str, new: str, sentence: str
) -> None:
    shaped.write_text(GEOMETRY.replace(old, new))
    with pytest.raises(hod.Error, match=re.escape(sentence)):
        mass.from_urdf(shaped, 10.0, package_path=[shaped.parent])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("robot:", "robot: arm\nlinks_of:", "found the key 'links_of'"),
        (
            "type: revolute",
            "type: ball",
            "'joints': 'J1': 'type': found 'ball', expected one of revolute",
        ),
        ("effort: 120, ", "", "'J1': found no 'effort', expected one: a revolute joint needs it"),
        ("effort: 120", "effort: big", "'J1': 'effort': found 'big', expected a finite number"),
        ("child: link_1", "kid: link_1", "'J1': found no 'child', expected one"),
        ("axis: [0, 0, 1]", "axis: [0, 1]", "'J1': 'axis': found 2 numbers, expected 3"),
        ("child: link_5", "child: link_6", "link 'link_5' is at no joint"),
        (
            "child: link_5",
            "child: link_4",
            "'J5': 'child': found 'link_4', which is the child of 'J4', expected a link of its own",
        ),
        ("axis: [0, 0, 1]", "axis: [0, 0, 0]", "arm.yaml: 'robot': <axis> of joint \"J1\": found"),
        ("lower: -2.79", "lower: 5", "arm.yaml: 'robot': joint 'J1'"),
        ("damping: 1.2", "damping: -1.2", "arm.yaml: 'robot': joint 'J1'"),
        ("child: link_1", "child: base_link", "arm.yaml: 'robot': "),
    ],
)
def test_bad_robots_are_refused(tmp_path: pathlib.Path, old: str, new: str, sentence: str) -> None:
    path = tmp_path / "arm.yaml"
    text = ARM.read_text().replace("parent: link_5", "parent: link_4", 1)
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(hod.Error, match=re.escape(sentence)):
        mass.robot_urdf(path)


def test_a_distribution_without_a_robot_makes_no_urdf(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text("links: {a: [{shape: rod, length: 1, mass: 1}]}")
    with pytest.raises(hod.Error, match="found no 'robot' with 'joints'"):
        mass.robot_urdf(path)
