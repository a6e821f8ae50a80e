# SPDX-License-Identifier: Apache-2.0
"""Limits of motions, compared with forces of the same motions run at many speeds."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hod
from hod import limits
from hod._core import check_curve
from hod.force_settings import ForceSettings
from robots import ARM, joint, link, robot
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


def largest_ratio(robot, motion, bounds, force_settings, times=DENSE):
    """How much of its limit anything takes, from the forces of a motion sampled anew."""
    rows = motion.at(times)
    supplied = actuation(robot, times, rows, force_settings)
    ratios = [
        np.abs(rows[:, 1]) / bounds.velocity,
        np.abs(supplied[:, 0]) / bounds.effort,
        np.abs(supplied[:, 1]) / bounds.effort_rate,
    ]
    return max(float(ratio.max()) for ratio in ratios)


def actuation(robot, times, rows, force_settings):
    if force_settings is None:
        return hod.forces(robot, rows, 2)
    terms = force_settings.terms(robot, rows, 4, times)
    total = sum(terms.values())
    drive = force_settings.drive
    return total if drive is None else drive.motor(rows, total, times=times)[1]


def test_worst_values_are_forces_at_their_times(robot):
    motion = SineMotion.random(3)
    result = limits.check(robot, TIMES, motion.at(TIMES), limits.Limits.of(robot, TIGHT))
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
    bounds = limits.Limits.of(robot, {"elbow": {"effort": 2.0}})
    result = limits.check(robot, TIMES, motion.at(TIMES), bounds)
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


FORCE_SETTINGS = {
    "inertia and gravity": lambda robot: None,
    "viscous friction and rotors": lambda robot: ForceSettings(
        friction=hod.Friction(viscous=0.8), rotors=hod.Rotors(0.002, gear_ratio=10.0)
    ),
    "dry friction": lambda robot: ForceSettings(
        friction=hod.Friction(
            viscous=0.3, coulomb=0.4, stribeck=0.2, stribeck_speed=1.0, smoothing_speed=0.5
        )
    ),
    "bearings under a load and a payload": lambda robot: ForceSettings(
        loads=(hod.Load("hand", (1.0, -2.0, 0.5), (0.1, 0.0, 0.2), frame="world"),),
        payloads=(hod.Payload("hand", 0.3, (0.0, 0.0, 0.1)),),
        friction=hod.Friction(
            bearing_coefficient=0.05, bearing_radius=0.1, smoothing_speed=0.3, smoothing_force=1.0
        ),
    ),
    "elastic drive": lambda robot: ForceSettings(
        drive=hod.ElasticDrive(400.0, inertia=0.2, viscous_friction=0.3, joints=3)
    ),
    "elastic drive with dry friction before and behind the springs": lambda robot: ForceSettings(
        friction=hod.Friction(viscous=0.1, coulomb=0.2, smoothing_speed=0.4),
        drive=hod.ElasticDrive(
            400.0, inertia=0.2, coulomb_friction=[0.0, 0.5, 0.2], smoothing_speed=0.5, joints=3
        ),
    ),
}


@pytest.mark.parametrize("name", FORCE_SETTINGS)
@pytest.mark.parametrize("seed", [1, 3, 5])
def test_largest_speed_up_is_what_trying_many_speeds_finds(robot, name, seed):
    motion = SineMotion.random(seed)
    bounds = limits.Limits.of(robot, TIGHT)
    force_settings = FORCE_SETTINGS[name](robot)
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES), bounds, force_settings)
    tried = np.arange(0.05, 4.0, 0.05)
    kept = [
        one
        for one in tried
        if keeps(robot, motion.faster(one), bounds, force_settings, DENSE / one)
    ]
    assert speed.is_possible
    assert max(kept) - 1e-5 <= speed.largest < max(kept) + 0.05
    assert speed.smallest == 0.0
    at_limit = largest_ratio(
        robot, motion.faster(speed.largest), bounds, force_settings, DENSE / speed.largest
    )
    assert at_limit == pytest.approx(1.0, abs=1e-5)
    assert speed.limit is not None
    assert abs(speed.limit.value) == pytest.approx(abs(speed.limit.limit), rel=1e-6)


def keeps(robot, motion, bounds, force_settings, times):
    return largest_ratio(robot, motion, bounds, force_settings, times[::8]) <= 1.0


def test_damped_springs_are_taken_into_account(robot):
    motion = SineMotion.random(1)
    bounds = limits.Limits.of(robot, TIGHT)
    drive = hod.ElasticDrive(400.0, damping=4.0, inertia=0.2, joints=3)
    force_settings = ForceSettings(drive=drive)
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES), bounds, force_settings)
    ratio = largest_ratio(
        robot, motion.faster(speed.largest), bounds, force_settings, DENSE / speed.largest
    )
    assert ratio == pytest.approx(1.0, abs=1e-4)


def test_a_table_of_loads_is_run_faster_with_the_motion(robot):
    motion = SineMotion.random(4)
    waves = np.stack([[np.sin(TIMES), np.cos(TIMES), -np.sin(TIMES)]] * 6, axis=-1)
    table = hod.LoadTable("hand", TIMES, 3.0 * waves.swapaxes(0, 1))
    friction = hod.Friction(bearing_coefficient=0.1, bearing_radius=0.1, smoothing_speed=0.3)
    force_settings = ForceSettings(loads=(table,), friction=friction)
    bounds = limits.Limits.of(robot, TIGHT)
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES), bounds, force_settings)
    powers = speed.largest ** np.arange(3)[:, None]
    faster = hod.LoadTable("hand", TIMES / speed.largest, 3.0 * waves.swapaxes(0, 1) * powers)
    at_limit = largest_ratio(
        robot,
        motion.faster(speed.largest),
        bounds,
        ForceSettings(loads=(faster,), friction=friction),
        np.minimum(DENSE / speed.largest, TIMES[-1] / speed.largest),
    )
    assert at_limit == pytest.approx(1.0, abs=1e-4)


def test_no_speed_keeps_a_limit_below_the_weight(robot):
    motion = SineMotion.random(5)
    bounds = limits.Limits.of(robot, {"slide": {"effort": 0.1}})
    speed = limits.largest_speed_up(robot, TIMES, motion.at(TIMES), bounds)
    assert not speed.is_possible
    assert math.isnan(speed.largest)
    assert speed.limit is not None
    assert (speed.limit.joint, speed.limit.kind) == ("slide", "effort")
    still = motion.at(np.array([speed.limit.time]))
    still[:, 1:] = 0.0
    assert speed.limit.value == pytest.approx(hod.forces(robot, still, 0)[0, 0, 2], rel=1e-4)


def test_nothing_limits_a_joint_without_limits():
    free = robot(link("base"), link("arm"), joint("turn", "base", "arm", kind="continuous"))
    robot = hod.Robot.from_urdf(free)
    motion = SineMotion.random(1, joints=1).at(TIMES)
    assert limits.check(robot, TIMES, motion) == limits.Check((), ())
    assert limits.largest_speed_up(robot, TIMES, motion).largest == math.inf


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
        limits.check(robot, TIMES, motion.at(TIMES, rows=3), limits.Limits.of(robot, TIGHT))


def test_limits_come_from_the_model_and_zeros_count_as_none():
    text = ARM.replace('effort="30"', 'effort="0"')
    bounds = limits.Limits.of(hod.Robot.from_urdf(text), {"slide": {"upper": 9.0}})
    np.testing.assert_array_equal(bounds.effort, [math.inf, math.inf, 50.0])
    np.testing.assert_array_equal(bounds.velocity, [4.0, math.inf, 1.0])
    np.testing.assert_array_equal(bounds.upper, [2.0, math.inf, 9.0])
    assert bounds.notes == ("effort limit 0 of shoulder counts as none",)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"elbo": {}}, "'elbow' perhaps"),
        ({"elbow": {"efort": 1.0}}, "'effort' perhaps"),
        ({"elbow": {"effort": 0.0}}, "above 0"),
        ({"elbow": {"effort_rate": -1.0}}, "above 0"),
        ({"elbow": {"effort": math.nan}}, "above 0"),
        ({"elbow": {"lower": 2.0, "upper": 1.0}}, "lower 2.0 above upper 1.0"),
        ({"shoulder": {"lower": 3.0}}, "above upper 2.0"),
    ],
)
def test_bad_limits_are_refused(robot, changes, words):
    with pytest.raises(hod.Error, match=words):
        limits.Limits.of(robot, changes)


def test_bad_motions_are_refused(robot):
    motion = SineMotion.random(1).at(TIMES)
    with pytest.raises(hod.Error, match="found shape"):
        limits.check(robot, TIMES[:-1], motion)
    with pytest.raises(hod.Error, match="times that increase"):
        limits.check(robot, TIMES[::-1], motion)
    motion[7, 1, 0] = math.nan
    with pytest.raises(hod.Error, match="finite"):
        limits.largest_speed_up(robot, TIMES, motion)


NUMBERS = st.floats(-3.0, 3.0)
ROUNDING = 1e-12


@settings(max_examples=200, deadline=None)
@given(
    samples=st.lists(st.tuples(st.floats(0.01, 2.0), NUMBERS, NUMBERS), min_size=1, max_size=8),
    bound=st.floats(0.01, 2.0),
    straight=st.booleans(),
)
def test_crossings_part_what_is_beyond_from_what_is_not(samples, bound, straight):
    steps, values, slopes = (np.array(column) for column in zip(*samples, strict=True))
    times = np.cumsum(steps)
    (time, worst), found = check_curve(times, values, None if straight else slopes, -bound, bound)
    assert times[0] <= time <= times[-1]
    assert abs(worst) >= np.abs(values).max() - ROUNDING
    for side in (-bound, bound):
        spans = [(begin, end) for begin, end, limit, _, _ in found if limit == side]
        assert all(end <= begin + ROUNDING for (_, end), (begin, _) in itertools.pairwise(spans))
    for begin, end, _, peak_time, peak in found:
        assert begin - ROUNDING <= peak_time <= end + ROUNDING
        assert bound < abs(peak) <= abs(worst) + ROUNDING
    for at, value in zip(times, values, strict=True):
        assert (abs(value) > bound) <= any(begin <= at <= end for begin, end, *_ in found)
    if abs(abs(worst) - bound) > ROUNDING:
        assert bool(found) == (abs(worst) > bound)
