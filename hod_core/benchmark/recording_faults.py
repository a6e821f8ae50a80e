# SPDX-License-Identifier: Apache-2.0
"""Recordings that are described wrongly in one way: whether they are refused, and what is said.

    python hod_core/benchmark/recording_faults.py [SEEDS [FAULT...]]

Of each fault: how many recordings are refused, of how many the sentence names the fault, how many
are found with positions within 0.01 rad or four deviations (`right`, as the fault does no harm) or
are not (`wrong`), and the seconds of processor that it takes, in the median and at most.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from recording_generator import GRAVITY

import recordings
from recordings import Scene

LINKS = {
    "ur5": ("upper_arm_link", "forearm_link", "wrist_3_link"),
    "panda": ("panda_link2", "panda_link4", "panda_link7"),
    "fanuc": ("link_2", "link_3", "link_5"),
}
STANDARD_GRAVITY = 9.80665


@dataclass
class Case:
    """A scene, what is said of its ends, and the sensor that is described wrongly."""

    scene: Scene
    known: dict
    bad: int
    rng: np.random.Generator

    def change_sensor(self, **changes) -> None:
        self.scene.sensors[self.bad] = replace(self.scene.sensors[self.bad], **changes)

    def change_readings(self, change: Callable[[np.ndarray], np.ndarray], *which: int) -> None:
        for i in which or (self.bad,):
            times, values = self.scene.recordings[i]
            self.scene.recordings[i] = (times, change(values.copy()))

    def change_stamps(self, change: Callable[[np.ndarray], np.ndarray]) -> None:
        times, values = self.scene.recordings[self.bad]
        self.scene.recordings[self.bad] = (change(times), values)

    @property
    def name(self) -> str:
        return f"'imu_{self.bad}'"


def case(seed: int, encoders: bool) -> Case:
    rng = np.random.default_rng(seed)
    name = ("ur5", "panda", "fanuc")[seed % 3]
    scene = Scene.moving(recordings.urdf_of(name, rng), rng, 4.0)
    for link in LINKS[name]:
        scene.add_sensor(rng, link, 200.0, 200.0, np.eye(3))
    known: dict = {}
    if encoders:
        scene.add_encoders(100.0, 14)
    else:
        ends = scene.truth(np.array([0.0, scene.times(200.0)[-1]]), 1)
        known = {"start": ends[0, 0], "start_velocity": 0.0}
        known |= {"end": ends[1, 0], "end_velocity": ends[1, 1]}
    return Case(scene, known, int(rng.integers(0, 3)), rng)


def _sign(case: Case) -> str:
    axis = int(case.rng.integers(0, 3))
    signs = np.where(np.arange(3) == axis, -1.0, 1.0)
    case.change_readings(lambda values: values * signs)
    return f"axis {axis} of sensor {case.name} with the other sign"


def _exchange(case: Case) -> str:
    order = [[1, 0, 2], [2, 1, 0], [0, 2, 1]][int(case.rng.integers(0, 3))]
    case.change_readings(lambda values: values[:, order])
    first, second = (i for i in range(3) if order[i] != i)
    return f"axes {first} and {second} of sensor {case.name} exchanged"


def _unit(case: Case) -> str:
    case.change_readings(lambda values: values / STANDARD_GRAVITY)
    return f"sensor {case.name} in g"


def _all_units(case: Case) -> str:
    case.change_readings(lambda values: values / STANDARD_GRAVITY, 0, 1, 2)
    return "all sensors in g"


def _without_gravity(case: Case) -> str:
    scene, sensor = case.scene, case.scene.sensors[case.bad]
    times, values = scene.recordings[case.bad]
    rows = {joint: moves(times, 0)[:, :1] for joint, moves in scene.motion.items()}
    rows = {joint: np.hstack([row, 0 * row, 0 * row]) for joint, row in rows.items()}
    pose = scene.tree.pose(sensor.link, rows, len(times))[0][:, :3, :3]
    gravity = np.einsum("nji,j->ni", pose, GRAVITY)
    scene.recordings[case.bad] = (times, values + gravity)
    return f"sensor {case.name} reading acceleration without gravity"


def _bias(case: Case) -> str:
    bias = np.where(np.arange(3) == case.rng.integers(0, 3), 1.0, 0.0)
    case.change_readings(lambda values: values + bias)
    return f"a bias of sensor {case.name}"


def _late(case: Case) -> str:
    case.change_stamps(lambda times: times + 0.03)
    return f"another time offset of sensor {case.name}"


def _drift(case: Case) -> str:
    case.change_stamps(lambda times: times * 1.01)
    return f"a clock of sensor {case.name} that drifts"


def _place(case: Case) -> str:
    moved = np.asarray(case.scene.sensors[case.bad].position) + np.array([0.1, -0.1, 0.1])
    case.change_sensor(position=moved)
    return f"another place of sensor {case.name}"


def _orientation(case: Case) -> str:
    turn = 0.25 * np.array([1.0, -1.0, 1.0])
    case.change_sensor(misalignment=turn)
    return f"another orientation of sensor {case.name}"


def _link(case: Case) -> str:
    others = [sensor.link for sensor in case.scene.sensors]
    case.change_sensor(link=others[(case.bad + 1) % 3])
    return f"another place or direction of sensor {case.name}"


def _end(case: Case) -> str:
    case.known["end"] = case.known["end"] + 0.5 * (np.arange(case.scene.robot.dof) == 1)
    return "another end"


def _start(case: Case) -> str:
    case.known["start"] = case.known["start"] + 0.5 * (np.arange(case.scene.robot.dof) == 1)
    return "another start"


def _late_encoders(case: Case) -> str:
    case.scene.encoders[:] = [
        replace(encoder, times=np.asarray(encoder.times) + 0.05) for encoder in case.scene.encoders
    ]
    return "another time offset of all joint readings"


def _encoder(case: Case, change: Callable[[np.ndarray], np.ndarray]) -> str:
    encoder = case.scene.encoders[1]
    values = change(np.asarray(encoder.values))
    case.scene.encoders[1] = replace(encoder, values=values)
    return f"of joint '{encoder.joint}'"


def _encoder_sign(case: Case) -> str:
    return f"readings {_encoder(case, lambda values: -values)} with the other sign"


def _encoder_zero(case: Case) -> str:
    return f"another zero {_encoder(case, lambda values: values + 0.2)}"


def _encoder_degrees(case: Case) -> str:
    return f"readings {_encoder(case, np.degrees)} in degrees"


BESIDE_ENCODERS: dict[str, Callable[[Case], str]] = {
    "sign": _sign,
    "exchange": _exchange,
    "unit": _unit,
    "all_units": _all_units,
    "without_gravity": _without_gravity,
    "bias": _bias,
    "late": _late,
    "drift": _drift,
    "place": _place,
    "orientation": _orientation,
    "link": _link,
    "late_encoders": _late_encoders,
    "encoder_sign": _encoder_sign,
    "encoder_zero": _encoder_zero,
    "encoder_degrees": _encoder_degrees,
}
BETWEEN_ENDS = {name: fault for name, fault in BESIDE_ENCODERS.items() if "encoder" not in name} | {
    "end": _end,
    "start": _start,
}


def _table(title: str, faults: dict[str, Callable[[Case], str]], seeds: int) -> None:
    print(f"{title}\n| fault | refused | named | right | wrong | s of processor, at most |")
    print(f"| --- |{' --- |' * 5}")
    for name, fault in faults.items():
        counts: Counter[str] = Counter()
        spent = []
        for seed in range(seeds):
            made = case(seed, "encoders" in title)
            hint = fault(made)
            begin = time.process_time()
            word, figures = recordings.verdict(made.scene, made.known)
            spent.append(time.process_time() - begin)
            counts[word] += 1
            counts["named"] += word == "refused" and hint in figures
            print(f"{seed:3} {name:16} {word:8} [{hint}] {figures}", file=sys.stderr, flush=True)
        cells = [str(counts[key]) for key in ("refused", "named", "right", "wrong")]
        cells.append(f"{np.median(spent):.1f}, {max(spent):.1f}")
        print(f"| {name.replace('_', ' ')} | {' | '.join(cells)} |", flush=True)


def main(seeds: int, names: list[str]) -> None:
    def chosen(faults: dict[str, Callable[[Case], str]]) -> dict[str, Callable[[Case], str]]:
        return {name: fault for name, fault in faults.items() if not names or name in names}

    _table("beside encoders", chosen(BESIDE_ENCODERS), seeds)
    _table("between known ends", chosen(BETWEEN_ENDS), seeds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6, sys.argv[2:])
