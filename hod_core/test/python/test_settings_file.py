# SPDX-License-Identifier: Apache-2.0
"""The YAML file of loads, payload, friction, drives and limits."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.settings_file import read_settings_file
from robots import ARM, motion

WHOLE = """\
loads:
  - {link: hand, frame: world, point: [0, 0, 0.1], force: [1, 0, -5], moment: [0, 1e-1, 0]}
  - link: fore
    table: wrench.csv
payload: {link: hand, mass: 0.5, center: [0, 0, 0.2], inertia: [0.01, 0, 0.001, 0.02, 0, 0.02]}
friction:
  shoulder: {viscous: 0.7, stribeck: 1, stribeck_speed: 0.02}
  elbow: {coulomb: 0.4, smoothing_speed: 2e-3, bearing_coefficient: 0.01, bearing_radius: 0.02,
          smoothing_force: 0.1}
drive: elastic
drives:
  shoulder: {stiffness: 2e4, damping: 10, motor_inertia: 1e-4, gear_ratio: 100}
  elbow: {stiffness: 1e4, viscous_friction: 0.3, coulomb_friction: 0.2, smoothing_speed: 0.05}
limits:
  elbow: {lower: -1, upper: .inf, velocity: 3, effort: 20, effort_rate: 1e3}
"""
TABLE = "time,fx,d1fx,mz,d1mz\n0,1,2,3,4\n2,5,4,11,4\n"


@pytest.fixture(scope="module")
def robot() -> hod.Robot:
    return hod.Robot.from_urdf(ARM)


@pytest.fixture
def write(tmp_path: Path):
    (tmp_path / "wrench.csv").write_text(TABLE)

    def write_one(text: str, name: str = "s.yaml") -> Path:
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write_one


def test_a_file_gives_what_its_objects_give(robot, write):
    found = from_yaml(robot, write(WHOLE))
    load = hod.Load("hand", (1, 0, -5), (0, 0.1, 0), point=(0, 0, 0.1), frame="world")
    wrenches = np.zeros((2, 2, 6))
    wrenches[:, :, 0] = [[1, 2], [5, 4]]
    wrenches[:, :, 5] = [[3, 4], [11, 4]]
    table = hod.LoadTable("fore", [0.0, 2.0], wrenches)
    inertia = [[0.01, 0, 0.001], [0, 0.02, 0], [0.001, 0, 0.02]]
    shoulder = hod.Friction(viscous=0.7, coulomb=2.0, stribeck=1.0, stribeck_speed=0.02)
    elbow = hod.Friction(
        coulomb=0.4,
        bearing_coefficient=0.01,
        bearing_radius=0.02,
        smoothing_speed=0.002,
        smoothing_force=0.1,
    )
    expected = robot.replace(
        loads=(load, table),
        friction={"shoulder": shoulder, "elbow": elbow},
        payloads=(hod.Payload("hand", 0.5, (0, 0, 0.2), inertia),),
    )
    rows, times = motion(5), np.linspace(0.0, 1.0, 5)
    terms = hod.force_terms(expected, rows, 2, times)
    for name, values in hod.force_terms(found, rows, 2, times).items():
        np.testing.assert_array_equal(values, terms[name])
    assert found.joints["shoulder"].friction == shoulder


def test_elastic_drives_have_motors_behind_the_gear(robot, write):
    found = from_yaml(robot, write(WHOLE))
    assert found.is_elastic
    drives = [joint.drive for joint in found.joints.values()]
    assert [drive.stiffness for drive in drives] == [2e4, 1e4, math.inf]
    assert [drive.inertia for drive in drives] == pytest.approx([1.0, 0.0, 0.0])
    assert drives[0].damping == 10.0
    assert drives[1] == hod.Drive(
        stiffness=1e4, viscous_friction=0.3, coulomb_friction=0.2, smoothing_speed=0.05
    )


def test_rigid_drives_carry_their_rotors(robot, write):
    found = from_yaml(robot, write(WHOLE.replace("elastic", "rigid")))
    assert not found.is_elastic
    rows = motion(5)
    rotor = hod.force_terms(found, rows, 2, np.linspace(0.0, 1.0, 5))["rotor"]
    np.testing.assert_allclose(rotor, rows[:, 2:] * [1.0, 0.0, 0.0], rtol=1e-14)


def test_limits_are_the_models_with_changes(robot, write):
    bounds = [joint.limits for joint in from_yaml(robot, write(WHOLE)).joints.values()]
    assert [one.lower for one in bounds] == [-1.0, -1.0, -0.2]
    assert [one.effort for one in bounds] == [30.0, 20.0, 50.0]
    assert [one.effort_rate for one in bounds] == [math.inf, 1000.0, math.inf]


def test_a_payload_may_be_made_of_shapes(robot, write):
    bodies = "payload:\n  link: hand\n  bodies:\n    - {shape: sphere, radius: 0.1, mass: 2}\n"
    shaped = from_yaml(robot, write(bodies))
    inertia = "[0.008, 0, 0, 0.008, 0, 0.008]"
    plain = from_yaml(
        robot, write(f"payload: [{{link: hand, mass: 2, inertia: {inertia}}}]")
    )
    rows = motion(3)
    np.testing.assert_allclose(
        hod.forces(shaped, rows, 1), hod.forces(plain, rows, 1), rtol=1e-12
    )


def test_what_a_file_does_not_say_is_none(robot, write):
    file = read_settings_file(write("drives: {elbow: {stiffness: 10}}"), robot)
    assert (file.loads, file.payloads, file.friction, file.is_elastic, file.limits) == (None,) * 5


def test_the_file_of_the_manual_can_be_read(robot, write):
    manual = Path(__file__).parents[3] / "docs" / "forces.md"
    text = manual.read_text("utf-8").split("```yaml\n")[1].split("```")[0]
    path = write(text.replace("joint_1", "shoulder").replace("tool", "hand"))
    (path.parent / "grinding.csv").write_text(TABLE)
    found = from_yaml(robot, path)
    assert len(found.loads) == 2
    assert found.payloads[0].mass == 2.5
    assert found.is_elastic
    assert found.joints["shoulder"].limits.effort_rate == 4000


def from_yaml(robot: hod.Robot, path: Path) -> hod.Robot:
    return read_settings_file(path, robot).on(robot)


BAD = {
    "": "found no map",
    "[1, 2]": "found no map",
    "loads: [": ":1: found no YAML",
    "frictoin: {}": ":1: found the key 'frictoin', expected 'friction' perhaps",
    "colour: {}": "expected one of loads, payload, friction",
    "friction: {}\nfriction: {}": ":2: found the key 'friction' twice",
    "friction: 3": "'friction': found '3', expected a map",
    "friction:\n  elbo: {}": ":2: 'friction': found the joint 'elbo', expected 'elbow' perhaps",
    "friction: {elbow: {viscos: 1}}": "'viscous' perhaps",
    "friction: {elbow: {viscous: -1}}": "at least 0",
    "friction: {elbow: {viscous: much}}": "'viscous': found 'much', expected a finite number",
    "friction: {elbow: {viscous: '1'}}": "found '1', expected a finite number",
    "friction: {elbow: {viscous: .nan}}": "expected a finite number",
    "friction: {elbow: {smoothing_speed: 0}}": "found 0.0, expected a number above 0",
    "friction: {elbow: {stribeck_speed: 0}}": "above 0",
    "drive: soft": "'drive': found 'soft', expected one of rigid, elastic",
    "drive: elastic": ":1: 'drive': found 'elastic', expected the stiffness of a joint",
    "drives: {elbow: {stiffness: 0}}": "'stiffness': found 0.0, expected a number above 0",
    "drives: {elbow: {stiffness: -5}}": "above 0",
    "drives: {elbow: {stifness: 5}}": "'stiffness' perhaps",
    "limits: {elbow: {effort: 0}}": "above 0",
    "limits: {elbow: {\n lower: 2,\n upper: 1}}": ":2: 'limits': 'elbow': 'lower': found 2.0",
    "limits: {elbow: {efort: 1}}": "'effort' perhaps",
    "loads: [{force: [1, 2, 3]}]": "load 1: found no link",
    "loads: [{link: hnd, force: [1, 2, 3]}]": "found 'hnd', expected 'hand' perhaps",
    "loads: [{link: hand}]": "found no wrench",
    "loads: [{link: hand, force: [1, 2]}]": "found 2 numbers, expected 3",
    "loads: [{link: hand, force: 7}]": "found '7', expected a list",
    "loads: [{link: hand, frame: tool, force: [1, 2, 3]}]": "expected one of link, world",
    "loads: [{link: hand, table: wrench.csv, force: [1, 2, 3]}]": "expected one of them",
    "payload: {link: hand}": "found no mass",
    "payload: {link: hand, mass: 0}": "above 0",
    "payload: {link: hand, mass: 1, inertia: [1, 0, 0, 1, 0, 9]}": "expected what a body can have",
    "payload: {link: hand, mass: 1, bodies: []}": "expected one or the others",
    "payload: {link: hand, bodies: [{shape: spher}]}": "'bodies': body 1: unknown shape 'spher'",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_files_are_one_sentence_with_file_and_line(robot, write, text):
    path = write(text)
    with pytest.raises(hod.Error) as caught:
        from_yaml(robot, path)
    sentence = str(caught.value)
    assert BAD[text] in sentence
    assert sentence.startswith(str(path) + ":")
    assert "\n" not in sentence


BAD_TABLES = {
    "": "found the header 'nothing'",
    "t,fx\n0,1\n1,1\n": "found the header 't'",
    "time,fw\n0,1\n1,1\n": "found the column 'fw'",
    "time,d7fx,fx\n0,1,1\n1,1,1\n": "found the column 'd7fx'",
    "time,fx,fx\n0,1,1\n1,1,1\n": "found derivatives [0, 0] of fx",
    "time,fx,d2fx\n0,1,1\n1,1,1\n": "found derivatives [0, 2] of fx",
    "time,fx,d1fx,fy\n0,1,1,1\n1,1,1,1\n": "found derivatives [0] of fy",
    "time,fx\n0,1\n": "found 1 instants",
    "time,fx\n0,1\n0,1\n": "found time 0.0 after 0.0",
    "time,fx\n0,1\n1\n": ":3: found 1 fields, expected 2",
    "time,fx\n0,1\n1,one\n": ":3: found 'one', expected a finite number",
    "time,fx\n0,1\n1,inf\n": ":3: found 'inf', expected a finite number",
}


@pytest.mark.parametrize("text", BAD_TABLES)
def test_bad_tables_are_one_sentence_with_the_file(robot, write, text):
    table = write(text, "wrench.csv")
    with pytest.raises(hod.Error) as caught:
        from_yaml(robot, write("loads: {link: hand, table: wrench.csv}"))
    assert BAD_TABLES[text] in str(caught.value)
    assert str(caught.value).startswith(f"{table}:")


def test_a_table_that_ends_before_the_motion_is_refused(robot, write):
    loaded = from_yaml(robot, write("loads: {link: hand, table: wrench.csv}"))
    with pytest.raises(hod.Error, match="expected all of the motion, 2.5"):
        hod.forces(loaded, motion(3), 1, np.array([0.0, 1.0, 2.5]))
