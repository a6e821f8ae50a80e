# SPDX-License-Identifier: Apache-2.0
"""Limits of motions, compared with forces of the same motions run at many speeds."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hod
from hod import limits
from robots import ARM, joint, link, motion, urdf_of, write_motion
from smooth_motion import SineMotion

TIMES = np.linspace(0.0, 4.0, 201)
DENSE = np.linspace(0.0, 4.0, 4001)
TIGHT = {
    "shoulder": {"effort": 18.0, "effort_rate": 60.0},
    "elbow": {"effort": 8.0, "effort_rate": 50.0, "velocity": 2.0},
    "slide": {"lower": -1.0, "upper": 1.0, "velocity": 3.0, "effort": 16.0},
}


@pytest.fixture(scope="module")
def robot() -> hod.Robot:
    return hod.Robot.from_urdf(ARM)


def limited(robot: hod.Robot, changes: dict[str, dict[str, float]]) -> hod.Robot:
    return robot.replace(
        limits={name: replace(robot.joints[name].limits, **one) for name, one in changes.items()}
    )


def largest_ratio(robot, motion, times=DENSE):
    """How much of its limit anything takes, from the forces of a motion sampled anew."""
    rows = motion.at(times)
    supplied = actuation(robot, times, rows)
    bounds = [robot.joints[name].limits for name in robot.joint_names]
    ratios = [
        np.abs(rows[:, 1]) / [one.velocity for one in bounds],
        np.abs(supplied[:, 0]) / [one.effort for one in bounds],
        np.abs(supplied[:, 1]) / [one.effort_rate for one in bounds],
    ]
    return max(float(ratio.max()) for ratio in ratios)


def actuation(robot, times, rows):
    if robot.is_elastic:
        return hod.motor(robot, rows, 4, times).torque
    return hod.forces(robot, rows, 2, times)


def test_worst_values_are_forces_at_their_times(robot):
    motion = SineMotion.random(3)
    result = limits.check(limited(robot, TIGHT), TIMES, motion.at(TIMES))
    for worst in result.worst:
        rows = motion.at(np.array([worst.time]))
        column = robot.joint_names.index(worst.joint)
        value = {
            "position": rows[0, 0],
            "velocity": rows[0, 1],
            "effort": hod.forces(robot, rows, 1)[0, 0],
            "effort_rate": hod.forces(robot, rows, 1)[0, 1],
        }[worst.kind][column]
        assert worst.value == pytest.approx(value, rel=1e-6, abs=1e-6)
    kinds = {(worst.joint, worst.kind) for worst in result.worst}
    assert ("elbow", "effort_rate") in kinds
    assert ("elbow", "position") not in kinds, "a continuous joint has no such limit"


def test_violations_are_where_the_forces_are_beyond(robot):
    motion = SineMotion.random(3)
    bounded = limited(robot, {"elbow": {"effort": 2.0}})
    result = limits.check(bounded, TIMES, motion.at(TIMES))
    found = [one for one in result.violations if one.kind == "effort"]
    assert found
    assert {one.joint for one in found} == {"elbow"}
    force = hod.forces(robot, motion.at(DENSE), 0)[:, 0, 1]
    inside = np.zeros(DENSE.size, dtype=bool)
    for one in found:
        inside |= (one.begin <= DENSE) & (one.end >= DENSE)
        assert abs(one.peak.value) > 2.0
        assert one.peak.ratio == pytest.approx(abs(one.peak.value) / 2.0)
    clear = np.abs(np.abs(force) - 2.0) > 1e-5
    np.testing.assert_array_equal(inside[clear], np.abs(force[clear]) > 2.0)


CHANGES = {
    "inertia and gravity": {},
    "viscous friction and rotors": {
        "friction": hod.Friction(viscous=0.8),
        "drives": hod.Drive(motor_inertia=0.002, gear_ratio=10.0),
    },
    "dry friction": {
        "friction": hod.Friction(
            viscous=0.3, coulomb=0.4, stribeck=0.2, stribeck_speed=1.0, smoothing_speed=0.5
        )
    },
    "bearings under a load and a payload": {
        "loads": (hod.Load("hand", (1.0, -2.0, 0.5), (0.1, 0.0, 0.2), frame="world"),),
        "payloads": (hod.Payload("hand", 0.3, (0.0, 0.0, 0.1)),),
        "friction": hod.Friction(
            bearing_coefficient=0.05, bearing_radius=0.1, smoothing_speed=0.3, smoothing_force=1.0
        ),
    },
    "elastic drive": {
        "drives": hod.Drive(stiffness=400.0, motor_inertia=0.2, viscous_friction=0.3),
        "elastic": True,
    },
    "elastic drive with dry friction in the motors alone": {
        "drives": hod.Drive(
            stiffness=400.0, motor_inertia=0.2, coulomb_friction=0.5, smoothing_speed=0.5
        ),
        "elastic": True,
    },
    "elastic drive with dry friction before and behind the springs": {
        "friction": hod.Friction(viscous=0.1, coulomb=0.2, smoothing_speed=0.4),
        "drives": {
            name: hod.Drive(
                stiffness=400.0, motor_inertia=0.2, coulomb_friction=dry, smoothing_speed=0.5
            )
            for name, dry in (("shoulder", 0.0), ("elbow", 0.5), ("slide", 0.2))
        },
        "elastic": True,
    },
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("seed", [1, 3, 5])
def test_largest_speed_up_is_what_trying_many_speeds_finds(robot, name, seed):
    motion = SineMotion.random(seed)
    robot = limited(robot, TIGHT).replace(**CHANGES[name])
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES))
    tried = np.arange(0.05, 4.0, 0.05)
    kept = [one for one in tried if keeps(robot, motion.faster(one), DENSE / one)]
    assert speed.is_possible
    assert max(kept) - 1e-5 <= speed.largest < max(kept) + 0.05
    assert speed.smallest == 0.0
    at_limit = largest_ratio(robot, motion.faster(speed.largest), DENSE / speed.largest)
    assert at_limit == pytest.approx(1.0, abs=1e-5)
    assert speed.limit is not None
    assert abs(speed.limit.value) == pytest.approx(abs(speed.limit.limit), rel=1e-6)


def keeps(robot, motion, times):
    return largest_ratio(robot, motion, times[::8]) <= 1.0


def test_damped_springs_are_taken_into_account(robot):
    motion = SineMotion.random(1)
    drive = hod.Drive(stiffness=400.0, damping=4.0, motor_inertia=0.2)
    robot = limited(robot, TIGHT).replace(drives=drive, elastic=True)
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES))
    ratio = largest_ratio(robot, motion.faster(speed.largest), DENSE / speed.largest)
    assert ratio == pytest.approx(1.0, abs=1e-4)


def test_a_table_of_loads_is_run_faster_with_the_motion(robot):
    motion = SineMotion.random(4)
    waves = np.stack([[np.sin(TIMES), np.cos(TIMES), -np.sin(TIMES)]] * 6, axis=-1)
    table = hod.LoadTable("hand", TIMES, 3.0 * waves.swapaxes(0, 1))
    friction = hod.Friction(bearing_coefficient=0.1, bearing_radius=0.1, smoothing_speed=0.3)
    robot = limited(robot, TIGHT).replace(loads=(table,), friction=friction)
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES))
    powers = speed.largest ** np.arange(3)[:, None]
    faster = hod.LoadTable("hand", TIMES / speed.largest, 3.0 * waves.swapaxes(0, 1) * powers)
    at_limit = largest_ratio(
        robot.replace(loads=(faster,)),
        motion.faster(speed.largest),
        np.minimum(DENSE / speed.largest, TIMES[-1] / speed.largest),
    )
    assert at_limit == pytest.approx(1.0, abs=1e-4)


def test_no_speed_keeps_a_limit_below_the_weight(robot):
    motion = SineMotion.random(5)
    bounded = limited(robot, {"slide": {"effort": 0.1}})
    speed = limits.largest_speed_up(bounded, TIMES, motion.at(TIMES))
    assert not speed.is_possible
    assert math.isnan(speed.largest)
    assert speed.limit is not None
    assert (speed.limit.joint, speed.limit.kind) == ("slide", "effort")
    still = motion.at(np.array([speed.limit.time]))
    still[:, 1:] = 0.0
    assert speed.limit.value == pytest.approx(hod.forces(robot, still, 0)[0, 0, 2], rel=1e-4)


def test_nothing_limits_a_joint_without_limits():
    motion = SineMotion.random(1, joints=1).at(TIMES)
    assert limits.check(FREE, TIMES, motion) == limits.Check((), ())
    assert limits.largest_speed_up(FREE, TIMES, motion).largest == math.inf


def test_positions_are_beyond_at_every_speed(robot):
    motion = SineMotion.random(6).at(TIMES)
    motion[:, 0, 0] += 2.5
    result = limits.check(robot, TIMES, motion)
    assert {one.kind for one in result.violations} == {"position"}
    assert not limits.largest_speed_up(robot, TIMES, motion).is_possible


def test_few_rows_do_for_few_limits(robot):
    motion = SineMotion.random(1)
    short = limits.check(robot, TIMES, motion.at(TIMES, rows=3))
    long = limits.check(robot, TIMES, motion.at(TIMES, rows=7))
    for one, other in zip(short.worst, long.worst, strict=True):
        assert one.value == pytest.approx(other.value, rel=1e-3)
    with pytest.raises(hod.Error, match="found 3 rows, expected 4"):
        limits.check(limited(robot, TIGHT), TIMES, motion.at(TIMES, rows=3))


def test_a_limit_of_zero_counts_as_none():
    robot = hod.Robot.from_urdf(ARM.replace('effort="30"', 'effort="0"'))
    motion = SineMotion.random(1).at(TIMES)
    worst = limits.check(robot, TIMES, motion).worst
    assert ("shoulder", "effort") not in {(one.joint, one.kind) for one in worst}
    assert "the effort limit 0 of joint shoulder counts as none" in robot.warnings[0]


def test_bad_motions_are_refused(robot):
    motion = SineMotion.random(1).at(TIMES)
    with pytest.raises(hod.Error, match="found shape"):
        limits.check(robot, TIMES[:-1], motion)
    with pytest.raises(hod.Error, match="times that increase"):
        limits.check(robot, TIMES[::-1], motion)
    motion[7, 1, 0] = math.nan
    with pytest.raises(hod.Error, match="finite"):
        limits.largest_speed_up(robot, TIMES, motion)


FREE = hod.Robot.from_urdf(
    urdf_of(link("base"), link("arm"), joint("turn", "base", "arm", kind="continuous"))
)
LOOSE = '<limit effort="0" velocity="0" lower="-inf" upper="inf"/>'
NUMBERS = st.floats(-3.0, 3.0)
ROUNDING = 1e-12


@settings(max_examples=200, deadline=None)
@given(
    samples=st.lists(st.tuples(st.floats(0.01, 2.0), NUMBERS, NUMBERS), min_size=1, max_size=8),
    bound=st.floats(0.01, 2.0),
)
def test_crossings_part_what_is_beyond_from_what_is_not(samples, bound):
    steps, values, slopes = (np.array(column) for column in zip(*samples, strict=True))
    times = np.cumsum(steps)
    bounded = FREE.replace(limits=hod.Limits(lower=-bound, upper=bound))
    motion = np.stack([values, slopes, 0.0 * values], axis=1)[:, :, None]
    result = limits.check(bounded, times, motion)
    (worst,) = result.worst
    assert times[0] <= worst.time <= times[-1]
    assert abs(worst.value) >= np.abs(values).max() - ROUNDING
    for side in (-bound, bound):
        spans = [(one.begin, one.end) for one in result.violations if one.limit == side]
        assert all(end <= begin + ROUNDING for (_, end), (begin, _) in itertools.pairwise(spans))
    for one in result.violations:
        assert one.begin - ROUNDING <= one.peak.time <= one.end + ROUNDING
        assert bound < abs(one.peak.value) <= abs(worst.value) + ROUNDING
    for at, value in zip(times, values, strict=True):
        inside = any(one.begin <= at <= one.end for one in result.violations)
        assert (abs(value) > bound) <= inside
    if abs(abs(worst.value) - bound) > ROUNDING:
        assert result.is_kept == (abs(worst.value) <= bound)


def gripper(inside: str) -> hod.Robot:
    return hod.Robot.from_urdf(
        urdf_of(
            link("base"),
            link("left"),
            link("right"),
            joint("grip", "base", "left", LOOSE, kind="prismatic"),
            joint("follow", "left", "right", inside + LOOSE, kind="prismatic"),
        )
    )


@pytest.mark.parametrize("multiplier", [-0.7, 50.0])
def test_a_mimic_has_limits_of_its_own(multiplier):
    mimic = f'<mimic joint="grip" multiplier="{multiplier}" offset="0.01"/>'
    friction = hod.Friction(viscous=2.0, coulomb=1.0, smoothing_speed=0.5)
    drives = hod.Drive(motor_inertia=1e-3, gear_ratio=20.0)
    robot = gripper(mimic).replace(friction=friction, drives=drives)
    free = gripper("").replace(friction=friction, drives=drives)
    master = SineMotion.random(2, joints=1).at(TIMES)
    motion = np.concatenate([master, multiplier * master], axis=2)
    motion[:, 0, 1] += 0.01
    own = hod.forces(free, motion, 1)[:, :, 1]
    for kind, key, values in (
        ("position", "upper", motion[:, 0, 1]),
        ("velocity", "velocity", np.abs(motion[:, 1, 1])),
        ("effort", "effort", np.abs(own[:, 0])),
        ("effort_rate", "effort_rate", np.abs(own[:, 1])),
    ):
        largest = float(values.max())
        bounded = limited(robot, {"follow": {key: largest / 90.0}})
        (worst,) = limits.check(bounded, TIMES, master).worst
        assert (worst.joint, worst.kind) == ("follow", kind)
        assert abs(worst.value) == pytest.approx(largest, rel=1e-3)
        assert not limits.check(bounded, TIMES, master).is_kept
        assert limits.check(
            limited(robot, {"follow": {key: largest * 1.01}}), TIMES, master
        ).is_kept


def test_a_table_is_as_good_as_an_array(robot, tmp_path):
    motion = SineMotion.random(3).at(TIMES)
    path = tmp_path / "motion.csv"
    times = write_motion(path, motion) * 1.0
    table = hod.read_motion(path)
    match = table.match(robot, motion.shape[1])
    bounded = limited(robot, TIGHT)
    assert limits.check(bounded, times, match) == limits.check(bounded, times, motion)
    assert limits.largest_speed_up(bounded, times, match) == limits.largest_speed_up(
        bounded, times, motion
    )
    with pytest.raises(hod.Error, match="found a table of 201 instants"):
        limits.check(bounded, times[:-1], match)


def test_a_motion_may_have_to_be_slowed_down_without_end(robot):
    quick = motion(2)
    quick[:, 1] = 1e8
    one = limited(robot.replace(limits=hod.Limits()), {"elbow": {"velocity": 10.0}})
    found = limits.largest_speed_up(one, [0.0, 1.0], quick)
    assert found.is_possible
    assert found.largest == pytest.approx(1e-7, rel=1e-12)
    assert found.smallest == 0.0
    assert (found.limit.kind, found.limit.value) == ("velocity", 10.0)
    slow = quick * found.largest ** np.arange(5)[:, np.newaxis]
    assert limits.check(one, np.array([0.0, 1.0]) / found.largest, slow).is_kept
