# SPDX-License-Identifier: Apache-2.0
"""Joint motion from accelerometers on the FANUC arm, with Pinocchio for a second opinion."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pytest

import hod
from accelerometer_cases import (
    DURATION,
    clock,
    ends,
    hold,
    on_each_link,
    only,
    records,
    smooth_motion,
    swing,
)
from hod import accelerometer
from hod.accelerometer import JointReading, Sensor
from hod.mass import robot_urdf

pin = pytest.importorskip("pinocchio")

NOISE = 100e-6 * 9.81 * np.sqrt(500.0)  # 100 µg/√Hz up to half of 1 kHz


@pytest.fixture(scope="module")
def urdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("robot") / "fanuc.urdf"
    with as_file(files("hod") / "data" / "fanuc_lrmate.yaml") as robot:
        path.write_text(robot_urdf(robot))
    return path


@pytest.fixture(scope="module")
def robot(urdf: Path) -> hod.Robot:
    return hod.Robot.from_urdf(urdf)


@pytest.mark.parametrize("kind", ["specific_force", "acceleration"])
def test_readings_are_pinocchios(urdf: Path, robot: hod.Robot, kind: accelerometer.Kind) -> None:
    arm = pin.buildModelFromUrdf(str(urdf))
    data = arm.createData()
    position, axes = np.array([0.1, -0.05, 0.2]), np.linalg.qr(np.arange(9.0).reshape(3, 3) ** 2)[0]
    sensor = Sensor("link_5", position, axes, kind, scale=(1.1, 0.9, 1.0), bias=(0.1, 0.2, 0.3))
    for seed in range(5):
        rows = smooth_motion(np.array([0.3]), robot.dof, 3, seed)[0]
        pin.forwardKinematics(arm, data, *rows)
        frame = arm.addFrame(
            pin.Frame(
                f"sensor_{seed}",
                arm.getJointId("J5"),
                pin.SE3(np.eye(3), position),
                pin.FrameType.OP_FRAME,
            )
        )
        data = arm.createData()
        pin.forwardKinematics(arm, data, *rows)
        pin.updateFramePlacements(arm, data)
        felt = pin.getFrameClassicalAcceleration(arm, data, frame, pin.LOCAL).linear
        if kind == "specific_force":
            felt = felt - data.oMf[frame].rotation.T @ robot.gravity
        expected = np.array([1.1, 0.9, 1.0]) * (axes @ felt) + np.array([0.1, 0.2, 0.3])
        found = accelerometer.predict(robot, sensor, rows)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)


def test_exact_recordings_give_the_motion(robot: hod.Robot) -> None:
    times = clock()
    motion = smooth_motion(times, robot.dof)
    sensors = on_each_link(robot)
    found = accelerometer.recover(
        robot, sensors, records(robot, sensors, motion, times), knot_spacing=0.025, **ends(motion)
    )
    error = np.abs(found.motion(times) - motion).max(axis=(0, 2))
    assert error[0] < 1e-9
    assert error[4] < 0.2
    assert found.observability.unseen == []
    assert found.observability.singular_values.shape == (50, robot.dof)
    assert found.deviations(times[:4].reshape(2, 2)).shape == (2, 2, 5, robot.dof)
    assert found.samples(times[:4].reshape(2, 2)).shape == (2, 2, 96, 5, robot.dof)

    assert [r.shape for r in found.residuals] == [(len(times), 3)] * robot.dof
    assert not found.warnings
    np.testing.assert_array_equal(found(times, 2), found.motion(times, 2)[:, 2])


def test_samples_are_motions_whose_mean_squares_are_the_deviations(robot: hod.Robot) -> None:
    times = clock()
    motion = swing(times, robot)
    sensors = on_each_link(robot, noise=0.02)
    random = np.random.default_rng(1)
    readings = [
        (stamps, values + 0.02 * random.standard_normal(values.shape))
        for stamps, values in records(robot, sensors, motion, times)
    ]
    found = accelerometer.recover(robot, sensors, readings, knot_spacing=0.05, **ends(motion))
    places = np.concatenate([[0.0], np.linspace(0.013, DURATION - 0.011, 37), [DURATION]])
    samples = found.samples(places, 5)
    assert samples.shape == (39, 96, 6, robot.dof)
    assert np.isinf(samples[:, :, 5]).all()  # a spline of degree 5
    spread = np.sqrt(np.mean(samples[:, :, :5] ** 2, axis=1))
    sure = found.deviations(places)
    assert (np.abs(spread - sure) < 1e-3 * sure.max(axis=0)).all()
    step = 1e-4
    before, after = (found.samples(places[1:-1] + side * step, 3) for side in (-1, 1))
    slope = (after - before)[:, :, :3] / (2 * step)
    largest = np.abs(samples[1:-1, :, 1:4]).max(axis=(0, 1, 3))
    error = np.abs(slope - samples[1:-1, :, 1:4]).max(axis=(0, 1, 3))
    assert (error < 1e-3 * largest).all()


def test_one_axis_on_the_forearm_between_known_ends(robot: hod.Robot) -> None:
    times = clock(1000.0)
    motion = swing(times, robot)
    sensor = Sensor("link_3", (0.2, 0.0, 0.02), (0.0, 0.0, 1.0), name="forearm", noise=NOISE)
    random = np.random.default_rng(8)
    values = accelerometer.predict(robot, sensor, motion) + 0.3
    values += NOISE * random.standard_normal(values.shape)
    found = accelerometer.recover(
        robot,
        [sensor],
        [(times, values[:, 0])],
        start=0.0,
        start_velocity=0.0,
        end=only(np.pi, robot),
        end_velocity=0.0,
        hold=hold(robot),
        estimate=["bias"],
    )
    error = np.abs(found.motion(times) - motion).max(axis=(0, 2))
    assert error[0] < 2e-3
    assert error[2] < 0.1
    assert found.noise_ratio == pytest.approx(1.0, abs=0.06)
    (bias,) = found.unknowns
    assert (bias.sensor, bias.kind, bias.axis) == ("forearm", "bias", 0)
    assert abs(bias.value - 0.3) < 5 * bias.deviation < 0.01
    np.testing.assert_array_equal(found.biases[0], [bias.value])
    np.testing.assert_allclose(found.motion(times)[:, 0, [0, 1, 3, 4]], 0.0, atol=1e-15)


def test_knots_follow_the_noise(robot: hod.Robot) -> None:
    times = clock(1000.0)
    motion = swing(times, robot)
    sensor = Sensor("link_3", (0.2, 0.0, 0.0), (0.0, 0.0, 1.0))
    exact = accelerometer.predict(robot, sensor, motion)
    noisy = exact + NOISE * np.random.default_rng(1).standard_normal(exact.shape)
    known = {"start": 0.0, "start_velocity": 0.0, "hold": hold(robot)}
    known |= {"end": only(np.pi, robot), "end_velocity": 0.0}
    fine = accelerometer.recover(robot, [sensor], [(times, exact)], **known)
    coarse = accelerometer.recover(robot, [sensor], [(times, noisy)], **known)
    assert fine.polynomial.segments >= 100
    assert coarse.polynomial.segments <= 40


def test_measured_positions_stand_in_for_a_sensor(robot: hod.Robot) -> None:
    times = clock()
    motion = smooth_motion(times, robot.dof)
    sensors = on_each_link(robot)[:-1]
    readings = records(robot, sensors, motion, times)
    with pytest.raises(hod.Error, match=r"do not observe 'J5' \(rank 4 for 5 joints\)"):
        accelerometer.recover(robot, sensors, readings, knot_spacing=0.05, **ends(motion))
    encoder = JointReading("J5", times[::5], motion[::5, 0, 4])
    found = accelerometer.recover(
        robot, sensors, readings, joint_readings=[encoder], knot_spacing=0.025, **ends(motion)
    )
    assert np.abs(found.motion(times, 0)[:, 0] - motion[:, 0]).max() < 1e-7


def test_instant_by_instant(robot: hod.Robot) -> None:
    times = clock(1000.0)
    motion = smooth_motion(times, robot.dof)
    sensors = on_each_link(robot)
    found = accelerometer.accelerations(
        robot,
        sensors,
        records(robot, sensors, motion, times),
        start=motion[0, 0],
        start_velocity=motion[0, 1],
    )
    np.testing.assert_array_equal(found.times, times)
    assert np.abs(found.acceleration[:200] - motion[:200, 2]).max() < 1e-3
    assert np.abs(found.position[:200] - motion[:200, 0]).max() < 1e-5


def test_bias_at_rest(robot: hod.Robot) -> None:
    sensor = Sensor("link_3", bias=5.0)
    position = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    still = np.zeros((50, 3, 5))
    still[:, 0] = position
    values = accelerometer.predict(robot, Sensor("link_3", bias=(0.1, 0.2, 0.3)), still)
    recording = accelerometer.Recording(np.arange(50) / 100, values)
    found = accelerometer.bias_at_rest(robot, sensor, recording, position, (0.0, 0.3))
    np.testing.assert_allclose(found, [0.1, 0.2, 0.3], atol=1e-12)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"link": "tail"}, "sensor 's': found the link 'tail', expected a link of"),
        ({"axes": (0, 0, 2)}, "axis 0: found the length 2, expected a unit vector"),
        ({"axes": np.zeros((4, 3))}, r"axes: found shape \(4, 3\)"),
        ({"kind": "force"}, "found kind 'force', expected 'specific_force', 'acceleration' or"),
        ({"bias": (1.0, 2.0)}, r"bias: found shape \(2,\), expected \(1,\)"),
        ({"position": (0, 0)}, "position: found"),
        ({"range": 5.0}, "expected less than the range of 5 m/s²"),
    ],
)
def test_sensors_that_cannot_be(robot: hod.Robot, change: dict[str, object], message: str) -> None:
    times = clock()
    motion = swing(times, robot)
    values = 10.0 + np.zeros(len(times))
    sensor = Sensor(**({"link": "link_3", "axes": (0, 0, 1), "name": "s"} | change))  # type: ignore[arg-type]
    with pytest.raises(hod.Error, match=message):
        accelerometer.recover(
            robot, [sensor], [(times, values)], hold=hold(robot), knot_spacing=0.1, **ends(motion)
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"estimate": ["drift"]}, "estimate: found 'drift', expected one of bias, scale"),
        ({"estimate": [("bias", "t")]}, "estimate: found the sensor 't'"),
        ({"knot_spacing": 0.0}, "knot_spacing: found 0.0, expected a positive number"),
        ({"start": [0.0, 1.0]}, r"start: found shape \(2,\), expected one number or one per joint"),
        ({"hold": {"J9": 0.0}}, "the joint 'J9'"),
        ({"rest": [(1.0, 0.0)]}, "expected an end after the start"),
        ({"rest": [(0.0, 0.5)]}, "so the unit cannot be right"),
    ],
)
def test_requests_that_cannot_be(
    robot: hod.Robot, options: dict[str, object], message: str
) -> None:
    times = clock()
    sensor = Sensor("link_3", (0.2, 0.0, 0.0), name="s")
    values = accelerometer.predict(robot, sensor, swing(times, robot)) / 9.81
    chosen = {"start": 0.0, "hold": hold(robot), "knot_spacing": 0.1} | options
    with pytest.raises(hod.Error, match=message):
        accelerometer.recover(robot, [sensor], [(times, values)], **chosen)  # type: ignore[arg-type]


def test_recordings_that_cannot_be(robot: hod.Robot) -> None:
    times = clock()
    motion = swing(times, robot)
    sensor = Sensor("link_3", (0.2, 0.0, 0.0), (0, 0, 1), name="s")
    values = accelerometer.predict(robot, sensor, motion)
    known = ends(motion) | {"hold": hold(robot), "knot_spacing": 0.1}
    repeated = times.copy()
    repeated[7] = repeated[6]
    with pytest.raises(hod.Error, match=r"sensor 's', reading 8: found the stamp 0\.012 s after"):
        accelerometer.recover(robot, [sensor], [(repeated, values)], **known)
    holed = np.delete(np.arange(len(times)), slice(100, 200))
    with pytest.raises(hod.Error, match=r"found a gap from 0.198 s to 0.4 s"):
        accelerometer.recover(robot, [sensor], [(times[holed], values[holed])], **known)
    bridged = accelerometer.recover(
        robot, [sensor], [(times[holed], values[holed])], bridge_gaps=True, **known
    )
    assert "bridged" in bridged.warnings[0]
    with pytest.raises(hod.Error, match="sensors: found 1 with 0 recordings"):
        accelerometer.recover(robot, [sensor], [], **known)
    with pytest.raises(hod.Error, match="found 1001 readings of 2 axes"):
        accelerometer.recover(robot, [sensor], [(times, np.hstack([values, values]))], **known)


def test_a_better_guess_is_where_it_begins(robot: hod.Robot) -> None:
    times = clock()
    motion = smooth_motion(times, robot.dof)
    sensors = on_each_link(robot)
    readings = records(robot, sensors, motion, times)
    first = accelerometer.recover(robot, sensors, readings, knot_spacing=0.1, **ends(motion))
    again = accelerometer.recover(
        robot,
        sensors,
        readings,
        knot_spacing=0.025,
        start=motion[0, 0],
        initial=first.polynomial,
    )
    assert again.iterations < 6
    assert np.abs(again.motion(times, 0)[:, 0] - motion[:, 0]).max() < 1e-9


def test_the_heading_about_the_vertical_shows_in_no_reading(robot: hod.Robot) -> None:
    times = clock()
    motion = smooth_motion(times, robot.dof)
    sensors = on_each_link(robot)
    readings = records(robot, sensors, motion, times)
    with pytest.raises(hod.Error, match="readings that leave 'J1' open near"):
        accelerometer.recover(robot, sensors, readings, knot_spacing=0.1)


def test_online_with_a_fixed_lag(robot: hod.Robot) -> None:
    times = clock(1000.0)
    motion = swing(times, robot)
    sensor = Sensor("link_3", (0.2, 0.0, 0.0), name="forearm", noise=NOISE)
    values = accelerometer.predict(robot, sensor, motion)
    lag = accelerometer.FixedLag(robot, [sensor], start=0.0, hold=hold(robot), segments=8)
    assert lag.latency == pytest.approx(0.16)
    worst = 0.0
    for time, reading in zip(times, values, strict=True):
        lag.push("forearm", time, reading)
        if lag.update(time):
            at = lag.final_end
            worst = max(worst, abs(lag.motion(at)[0, 2] - swing(np.array([at]), robot)[0, 0, 2]))
    assert worst < 1e-7
    assert lag.end == pytest.approx(DURATION)
    assert lag.final_end == pytest.approx(DURATION - 0.14)
    assert lag.begin == pytest.approx(DURATION - 0.18)
    for time in (-5.0, lag.begin - 0.001, lag.end + 0.001, np.inf, np.nan):
        with pytest.raises(hod.Error, match=r"expected one in the window, from \S+ to \S+ s"):
            lag.motion(time)
    assert np.isfinite([lag.motion(time) for time in (lag.begin, lag.end)]).all()
    with pytest.raises(hod.Error, match="expected a stamp after the sensor's last one"):
        lag.push(0, 1.0, values[0])
    with pytest.raises(hod.Error, match="found the sensor 'tail'"):
        lag.push("tail", 3.0, values[0])
    with pytest.raises(hod.Error, match="expected one of its sensors"):
        lag.push(3, 3.0, values[0])
