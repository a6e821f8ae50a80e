# SPDX-License-Identifier: Apache-2.0
"""Gyroscopes, frames, calibration, encoders' residuals and measured forces, from file to report."""

from __future__ import annotations

import csv
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from rosbags.rosbag2 import Reader

import hod
from command_line import run
from fitting import errors, fit, generated
from hod.accelerometer import Sensor, recover
from hod.example import example_urdf
from pages import written
from recordings import STORE, TYPES, header, imu, vector, write
from smooth_motion import SineMotion

START = 1_700_000_000 * 10**9


def table(path: Path) -> dict[str, np.ndarray]:
    with path.open() as file:
        rows = list(csv.reader(file))
    columns = np.array([[float(cell or "nan") for cell in row] for row in rows[1:]]).T
    return dict(zip(rows[0], columns, strict=True))


@pytest.mark.parametrize("kind", ["mcap", "csv"])
def test_a_gyroscope_beside_an_accelerometer_has_its_own_bias(kind, tmp_path, capsys):
    gyro = {"noise_density": 0.005, "bias": [0.02]}
    axis = {"axes": [[0, 1, 0]]}  # that of the joint
    given = generated(tmp_path, "--format", kind, noise_density=300, bias=[0.1], gyro=gyro, **axis)
    data = "recording" if kind == "mcap" else "recording.csv"
    fit(given, tmp_path / "m.csv", data)
    said = capsys.readouterr().err
    found = float(said.split("fore gyro: bias of axis 0 found to be ")[1].split()[0])
    assert found == pytest.approx(0.02, abs=3e-4)
    assert "fore gyro: 801 readings, residual 0.00" in said
    assert "rad/s rms" in said
    with_gyro = errors(given, tmp_path / "m.csv")
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    del settings["sensors"][0]["gyro"]
    settings["sensors"][0]["axes"] = [[0, 1, 0]]
    (given / "alone.yaml").write_text(yaml.safe_dump(settings))
    assert with_gyro[0] < 2e-3
    assert with_gyro[1] < 5e-3
    result = run("fit", given / data, "--config", given / "alone.yaml")
    assert result.returncode == 1  # the axis feels nothing of the joint


def test_a_gyroscope_alone_gives_the_motion(tmp_path):
    # The axis of the joint is -y.
    given = generated(tmp_path, kind="angular_velocity", axes=[[0, -1, 0]], noise_density=0.002)
    fit(given, tmp_path / "m.csv")
    assert (errors(given, tmp_path / "m.csv")[:3] < [1e-3, 2e-3, 3e-2]).all()
    truth = table(given / "readings.csv")
    motion = table(given / "motion.csv")
    speed = np.interp(truth["time"], motion["time"], motion["J3.d1q"])
    np.testing.assert_allclose(truth["fore.x"], speed, atol=1e-4)


def test_messages_that_say_they_have_no_angular_velocity_are_refused(tmp_path, capsys):
    given = generated(tmp_path)
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["sensors"][0]["gyro"] = {}
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    result = run("fit", given / "recording", "--config", given / "fit.yaml")
    assert result.returncode == 1
    assert "/fore, message 0: found a message that says it has no angular velocity" in result.stderr


def test_a_sensor_is_where_its_messages_say(tmp_path):
    given = generated(tmp_path)
    fit(given, tmp_path / "stated.csv")
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    del settings["sensors"][0]["link"]
    (given / "framed.yaml").write_text(yaml.safe_dump(settings))
    fit(given, tmp_path / "framed.csv", config="framed.yaml")
    assert (tmp_path / "framed.csv").read_bytes() == (tmp_path / "stated.csv").read_bytes()


def test_a_frame_that_contradicts_the_settings_is_named(tmp_path):
    """The link behind a joint at rest moves as one with the one before it."""
    given = generated(tmp_path)
    joints = ElementTree.parse(given / "robot.urdf").iter("joint")
    origins = [joint.find("origin") for joint in joints if joint.get("name") == "J4"]
    assert origins[0] is not None
    place = [float(word) for word in origins[0].get("xyz", "").split()]
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["sensors"][0]["link"] = "link_4"
    settings["sensors"][0]["position"] = [0.2 - place[0], -place[1], -place[2]]
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    result = run("fit", given / "recording", "--config", given / "fit.yaml")
    assert result.returncode == 0, result.stderr
    named = "fore: its messages speak in the frame of 'link_3', the settings say 'link_4'"
    assert named in result.stderr


def test_a_frame_that_is_no_link_or_changes_is_refused(tmp_path):
    given = generated(tmp_path)
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    del settings["sensors"][0]["link"]
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))

    def sentence(frames: list[str]) -> str:
        messages = []
        for i, frame in enumerate(frames):
            message = imu(START + i * 2_000_000, 1.0, 2.0, 3.0)
            message.header.frame_id = frame
            messages.append((START + i * 2_000_000, message))
        bag = write(tmp_path / "-".join(frames[-2:]), {"/fore": ("sensor_msgs/msg/Imu", messages)})
        result = run("fit", bag, "--config", given / "fit.yaml")
        assert result.returncode == 1
        return result.stderr

    assert "found frame_id 'camera', which is no link of" in sentence(["camera"] * 50)
    assert "found frame_id 'link_3' and 'link_2'" in sentence(["link_3"] * 9 + ["link_2"])


def test_a_fixed_frame_of_the_urdf_places_a_sensor(tmp_path):
    """A frame that is moved and turned says the same as position and axes in the link's frame."""
    turned = '<origin xyz="0.2 0.01 0.02" rpy="0 0 1.5707963267948966"/>'
    joint = f'<joint name="mount" type="fixed"><parent link="link_3"/><child link="imu"/>{turned}'
    urdf = example_urdf().replace("</robot>", f'<link name="imu"/>{joint}</joint></robot>')
    robot = hod.Robot.from_urdf(urdf)
    motion = SineMotion.random(3, robot.dof).at(np.linspace(0, 1, 20), 3)
    here = Sensor("imu", position=(0.0, 0.03, 0.0), axes=(1.0, 0.0, 0.0))
    there = Sensor("link_3", position=(0.17, 0.01, 0.02), axes=(0.0, 1.0, 0.0))
    np.testing.assert_allclose(
        hod.accelerometer.predict(robot, here, motion),
        hod.accelerometer.predict(robot, there, motion),
        atol=1e-12,
    )


def test_what_the_motion_leaves_of_encoders_is_in_the_report(tmp_path):
    given = generated(tmp_path, noise_density=50)
    folder = tmp_path / "encoders"
    folder.mkdir()
    config = yaml.safe_load((tmp_path / "generate.yaml").read_text())
    config["joint_states"] = {"rate": 100, "noise": 2e-4}
    (folder / "generate.yaml").write_text(yaml.safe_dump(config))
    assert run("generate", folder / "generate.yaml", "--out", folder / "given").returncode == 0
    given, out = folder / "given", folder / "out"
    result = run("replay", given / "recording", "--config", given / "fit.yaml", "--out", out)
    assert result.returncode == 0, result.stderr
    figure = result.stderr.split("J3 position: 161 readings, residual ")[1].split()[0]
    assert float(figure) == pytest.approx(2e-4, rel=0.2)
    assert "J3 position: 161 readings" in written(out / "report.html")


def test_measured_forces_are_compared_with_those_of_the_motion(tmp_path):
    """Forces of the true motion by `hod forces`, with an offset, in a bag of their own topic."""
    given = generated(tmp_path, noise_density=50)
    robot = hod.Robot.from_urdf(given / "robot.urdf")
    motion = hod.read_motion(given / "motion.csv")
    true = hod.forces(robot, motion.match(robot, 3).gather(), 0)[:, 0]
    state = TYPES["sensor_msgs/msg/JointState"]
    messages = []
    for time, torque in zip(motion.times[::10], true[::10] + 0.25, strict=True):
        stamp = START + round(time * 1e9)
        nothing = np.zeros(0)
        message = state(header(stamp), robot.joint_names, nothing, nothing, torque)
        messages.append((stamp, message))
    with Reader(given / "recording") as reader:
        read = [
            (stamp, STORE.deserialize_cdr(data, connection.msgtype))
            for connection, stamp, data in reader.messages()
        ]
    bag = write(
        tmp_path / "both",
        {
            "/fore": ("sensor_msgs/msg/Imu", read),
            "/drives": ("sensor_msgs/msg/JointState", messages),
        },
    )
    settings = yaml.safe_load((given / "fit.yaml").read_text())
    settings["joint_readings"] = [
        {"joint": joint, "topic": "/drives", "quantity": "effort"} for joint in ("J2", "J3")
    ]
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    out = tmp_path / "out"
    arguments = ["replay", bag, "--config", given / "fit.yaml", "--out", out, "--bag"]
    result = run(*arguments, "--rate", "50")
    assert result.returncode == 0, result.stderr
    found = table(out / "measured_forces.csv")
    for joint, column in (("J2", 1), ("J3", 2)):
        np.testing.assert_allclose(found[f"{joint}.measured"], true[::10, column] + 0.25)
        np.testing.assert_allclose(found[f"{joint}.Q"], true[::10, column], atol=0.02)
        assert (found[f"{joint}.deviation"] < 0.02).all()
    page = written(out / "report.html")
    assert "Measured forces" in page
    assert "0.25 N m" in page
    with Reader(out / "replay.mcap") as reader:
        counts = {c.topic: c.msgcount for c in reader.connections}
    assert counts["/forces_node/joints/J3"] == 81


def test_lever_and_orientation_of_a_sensor_beside_exact_encoders():
    robot = hod.example_robot()
    times = np.linspace(0.0, 2.0, 401)
    path = SineMotion.random(5, robot.dof, 0.4)
    true = Sensor("link_3", position=(0.22, 0.03, -0.01), misalignment=(0.04, -0.06, 0.02))
    readings = hod.accelerometer.predict(robot, true, path.at(times, 3))
    encoders = [
        hod.accelerometer.JointReading(joint, times, path.at(times, 1)[:, 0, i], noise=1e-7)
        for i, joint in enumerate(robot.joint_names)
    ]
    nominal = Sensor("link_3", position=(0.2, 0.0, 0.0), noise=1e-3)
    found = recover(
        robot,
        [nominal],
        [(times, readings)],
        joint_readings=encoders,
        estimate=["position", "orientation"],
    )
    np.testing.assert_allclose(found.positions[0], true.position, atol=2e-4)
    turned = [u.value for u in found.unknowns if u.kind == "orientation"]
    np.testing.assert_allclose(turned, true.misalignment, atol=1e-4)
    assert [u.axis for u in found.unknowns] == [0, 1, 2, 0, 1, 2]
    at_rest = hod.accelerometer.predict(robot, nominal, np.zeros((401, 3, robot.dof)))
    with pytest.raises(hod.Error, match="the position of sensor 'link_3' along"):
        recover(
            robot,
            [nominal],
            [(times, at_rest)],
            hold={joint: 0.0 for joint in robot.joint_names if joint != "J3"},
            start=0.0,
            start_velocity=0.0,
            end=0.0,
            end_velocity=0.0,
            estimate=["position"],
        )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"hold": {"J3": 0.1}}, "found 'J3' moving or elsewhere, expected the position in 'hold'"),
        ({"output": {"orders": 6}}, "found 6, expected at most 4, the 'order' of 'fit'"),
        ({"estimate": ["position", "drift"]}, "drift"),
    ],
)
def test_settings_that_cannot_be_are_named(change, expected, tmp_path):
    given = generated(tmp_path)
    settings = yaml.safe_load((given / "fit.yaml").read_text()) | change
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    result = run("fit", given / "recording", "--config", given / "fit.yaml")
    assert result.returncode == 1
    assert expected in result.stderr


def test_the_vectors_of_a_message_are_told_apart(tmp_path):
    """Values 1, 2, 3 of the acceleration and 4, 5, 6 of the angular velocity."""
    from hod.recording import Source, read_bag

    messages = []
    for i in range(5):
        message = imu(START + i * 10**6, 1.0, 2.0, 3.0)
        message.angular_velocity = vector(4.0, 5.0, 6.0)
        messages.append((START + i * 10**6, message))
    bag = write(tmp_path / "bag", {"/imu": ("sensor_msgs/msg/Imu", messages)})
    sources = [Source("a", topic="/imu"), Source("w", topic="/imu", angular=True)]
    felt, turned = read_bag(bag, sources).signals
    assert (felt.values[0].tolist(), turned.values[0].tolist()) == ([1, 2, 3], [4, 5, 6])
    assert felt.frames == turned.frames == ("link",)


def test_what_acts_on_the_robot_acts_in_a_replay_and_motors_have_a_table(tmp_path):
    """Payload, friction and elastic drives of the robot: the same as `hod forces` says of it."""
    given = generated(tmp_path)
    drive = {"stiffness": 8000.0, "motor_inertia": 1e-4, "gear_ratio": 80}
    drives = {f"J{i}": drive for i in range(1, 6)}
    robot = {"urdf": "robot.urdf", "drive": "elastic", "drives": drives}
    robot |= {"payload": {"link": "link_5", "mass": 1.5}, "friction": "urdf"}
    (given / "arm.yaml").write_text(yaml.safe_dump(robot))
    settings = yaml.safe_load((given / "fit.yaml").read_text()) | {"robot": "arm.yaml"}
    (given / "fit.yaml").write_text(yaml.safe_dump(settings))
    out = tmp_path / "out"
    result = run("replay", given / "recording", "--config", given / "fit.yaml", "--out", out)
    assert result.returncode == 0, result.stderr
    motion = ["--robot", given / "arm.yaml", "--motion", out / "motion.csv"]
    assert run("forces", *motion, "--out", tmp_path / "q.csv").returncode == 0
    expected, motors = table(tmp_path / "q.csv"), table(out / "motors.csv")
    assert len(motors) == 1 + 5 * (3 + 1)
    for name, column in motors.items():
        np.testing.assert_allclose(column, expected[name], rtol=1e-9, atol=1e-9)
    for name, column in table(out / "forces.csv").items():
        np.testing.assert_allclose(column, expected[name], rtol=1e-9, atol=1e-9)


def test_settings_without_effect_are_named(tmp_path):
    times = np.linspace(0, 2, 201)
    lines = [f"{t!r},{float(0.3 * np.sin(3 * t) ** 4)!r}" for t in times.tolist()]
    (tmp_path / "d.csv").write_text("\n".join(["time,q", *lines]))
    settings = {
        "robot": {"urdf": "fanuc_lrmate"},
        "joint_readings": [{"joint": "J3", "column": "q", "noise": 1e-5}],
        "fit": {"order": 99, "segments": 7},
    }
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump(settings))
    deviations = ["--deviations", tmp_path / "s.csv"]
    result = run("fit", tmp_path / "d.csv", "--config", tmp_path / "fit.yaml", *deviations)
    assert result.returncode == 0
    assert "warning: fit: order, segments: not used where joints are smoothed" in result.stderr
    sure = table(tmp_path / "s.csv")
    assert set(result.stdout.split("\n")[0].split(",")) == set(sure)
    assert 1e-6 < np.median(sure["J3.q"]) < 1e-5
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump(settings | {"output": {"orders": 6}}))
    result = run("fit", tmp_path / "d.csv", "--config", tmp_path / "fit.yaml")
    assert (result.returncode, result.stdout) == (1, "")
    assert "found 6, expected at most 5" in result.stderr
