# SPDX-License-Identifier: Apache-2.0
"""What `hod.accelerometer.recover` makes of recordings whose truth is known.

    python hod_core/benchmark/recordings.py cases [COUNT]     random cases: right, refused or wrong
    python hod_core/benchmark/recordings.py fusion [SEEDS]    encoders with and without sensors
    python hod_core/benchmark/recordings.py bands [SEEDS [FIRST LAST]]   how often bands hold
    python hod_core/benchmark/recordings.py strokes [SEEDS]   how often, by the shape of strokes
    python hod_core/benchmark/recordings.py calibration [SEEDS]   places, orientations and clocks
    python hod_core/benchmark/recordings.py size [SECONDS [SENSORS]]   time and memory of recoveries
    python hod_core/benchmark/recordings.py lag [SECONDS [SENSORS]]   share of a core of FixedLag
    python hod_core/benchmark/recordings.py peers [SEEDS]     beside SciPy and pykalman
    python hod_core/benchmark/recordings.py bag FOLDER SECONDS [SENSORS]   a bag, its settings

Recordings come from `recording_generator.py`, which shares no code with the library.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import recorded_bag
from recording_scene import FILES, LINKS, Finder, Scene, recovered, smoothed, urdf_of

import hod
from hod import accelerometer
from hod.recording.band import bands

ROBOTS = ("ur5", "panda", "fanuc", "tree")


def random_scene(seed: int) -> tuple[Scene, dict, str]:
    """A case, what is known of its ends, and its name."""
    rng = np.random.default_rng(seed)
    name = ROBOTS[seed % 4]
    scene = Scene.moving(urdf_of(name, rng), rng, rng.uniform(2.0, 6.0))
    links = [
        link
        for link in scene.robot.link_names
        if any(joint.kind in ("revolute", "continuous") for joint in scene.tree.path(link))
        and not any(word in link for word in ("finger", "hand"))
    ]
    count = int(rng.integers(1, 7))
    with_encoders = bool(rng.integers(0, 2))
    rate = float(rng.choice([100, 200, 500, 1000, 2000, 4000]))
    density = float(10 ** rng.uniform(1, 3))
    parents = {joint.parent for joint in scene.tree.joints.values()}
    leaves = [link for link in links if name == "tree" and link not in parents] or links[-1:]
    for link in [*leaves, *rng.choice(links, count)][: max(count, len(leaves))]:
        scene.add_sensor(rng, str(link), rate, density, np.eye(3))
    if with_encoders:
        scene.add_encoders(float(rng.choice([50, 100, 250])), int(rng.integers(12, 19)))
    known: dict = {}
    kind = rng.choice(["ends", "start", "none"] if with_encoders else ["ends", "start"])
    ends = scene.truth(np.array([0.0, scene.times(rate)[-1]]), 1)
    if kind != "none":
        known |= {"start": ends[0, 0], "start_velocity": 0.0}
    if kind == "ends":
        known |= {"end": ends[1, 0], "end_velocity": ends[1, 1]}
    text = f"{name} {count} sensors {rate:g} Hz {density:.0f} µg/√Hz {kind}"
    return scene, known, text + (" encoders" if with_encoders else "")


def verdict(scene: Scene, known: dict) -> tuple[str, str]:
    """`right`, `wrong` or `refused`, and figures."""
    begin = time.perf_counter()
    try:
        found = scene.recover(**known)
    except hod.Error as error:
        return "refused", f"{time.perf_counter() - begin:5.1f} s {error}"
    spent = time.perf_counter() - begin
    times = np.linspace(0.0, scene.duration, 400)[1:-1]
    times = times[times < scene.recordings[0][0][-1]]
    error = found.motion(times, 4) - scene.truth(times)
    rms = np.sqrt(np.mean(error**2, axis=0)).max(axis=1)
    band = np.sqrt(np.mean(found.deviations(times, 4) ** 2, axis=0)).max(axis=1)
    figures = " ".join(f"{r:.2g} (±{b:.2g})" for r, b in zip(rms, band, strict=True))
    right = rms[0] < max(0.01, 4 * band[0]) and rms[0] < 0.5
    return "right" if right else "wrong", f"{spent:5.1f} s errors {figures}"


def cases(count: int, first: int = 0) -> None:
    """Whether any motion that was not refused is wrong."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        scene, known, name = random_scene(seed)
        word, figures = verdict(scene, known)
        counts[word] += 1
        print(f"{seed:4} {word:7} {name}: {figures[:230]}", flush=True)
    print(dict(counts))


def _arm(seed: int, rate: float = 0.0, bits: int = 0) -> Scene:
    rng = np.random.default_rng(seed)
    scene = Scene.moving(urdf_of("ur5", rng), rng, 6.0)
    if rate:
        scene.add_encoders(rate, bits)
    return scene


def _encoders(seed: int) -> tuple[Scene, Finder]:
    return _arm(seed, 100.0, 18), smoothed


def _coarse_encoders(seed: int) -> tuple[Scene, Finder]:
    return _arm(seed, 50.0, 14), smoothed


def _fused(seed: int) -> tuple[Scene, Finder]:
    scene, rng = _arm(seed, 50.0, 14), np.random.default_rng(seed + 500)
    for link in LINKS:
        scene.add_sensor(rng, link, 200.0, 300.0, np.eye(3))
    return scene, recovered


def _with_gyroscopes(seed: int) -> tuple[Scene, Finder]:
    rng = np.random.default_rng(seed + 700)
    scene, find = _fused(seed)
    for link in LINKS:
        scene.add_gyroscope(rng, link, 200.0, 0.01, np.eye(3))
    return scene, find


def _faulty(seed: int) -> tuple[Scene, Finder]:
    """Unknown biases, scales and time offsets."""
    scene, _ = _fused(seed)
    rng = np.random.default_rng(seed + 1000)
    for i, (times, values) in enumerate(scene.recordings):
        scale, bias = rng.normal(1.0, 0.01, 3), rng.normal(0.0, 0.1, 3)
        scene.recordings[i] = (times + rng.uniform(-0.01, 0.01), values * scale + bias)
    estimate = ["bias", "scale", "time_offset"]
    return scene, lambda scene, times: recovered(scene, times, estimate=estimate)


def _between_ends(seed: int) -> tuple[Scene, Finder]:
    """No encoders: positions and velocities at both ends known."""
    scene, rng = _arm(seed), np.random.default_rng(seed + 500)
    for link in LINKS:
        scene.add_sensor(rng, link, 200.0, 300.0, np.eye(3))
    ends = scene.truth(np.array([0.0, scene.times(200.0)[-1]]), 1)
    known = {"start": ends[0, 0], "start_velocity": 0.0, "end": ends[1, 0], "end_velocity": 0.0}
    return scene, lambda scene, times: recovered(scene, times, **known)


def _with_gap(case: Callable[[int], tuple[Scene, Finder]], length: float):
    """The same without anything recorded for a while."""

    def made(seed: int) -> tuple[Scene, Finder]:
        scene, find = case(seed)
        start = np.random.default_rng(seed + 2000).uniform(1.0, scene.duration - 1.0 - length)
        scene.leave_gap(start, start + length)
        return scene, find

    return made


BAND_CASES: dict[str, Callable[[int], tuple[Scene, Finder]]] = {
    "encoders of 18 bits at 100 Hz, smoothed": _encoders,
    "encoders of 14 bits at 50 Hz, smoothed": _coarse_encoders,
    "these and three accelerometers": _fused,
    "these and three gyroscopes": _with_gyroscopes,
    "accelerometers with unknown bias, scale, offset": _faulty,
    "accelerometers between known ends": _between_ends,
    "encoders of 18 bits, nothing for 0.1 s": _with_gap(_encoders, 0.1),
    "encoders and accelerometers, nothing for 0.1 s": _with_gap(_fused, 0.1),
    "the same, nothing for 0.3 s": _with_gap(_fused, 0.3),
}


def band_shares(scene: Scene, find: Finder) -> np.ndarray:
    """How many in 100 errors are within the 95 % band: a row for each of the places.

    Columns: five of q, three of Q, three of E.
    """
    times = np.linspace(0.0, scene.duration, 601)
    times = times[(times > 0.01) & (times < scene.duration - 0.01)]
    middle = (times > 0.05 * scene.duration) & (times < 0.95 * scene.duration)
    places = [middle, ~middle]
    if scene.gap is not None:
        times = np.linspace(*scene.gap, 101)
        places = [times > 0.0]
    found = find(scene, times)
    truth = scene.truth(times)
    sure = bands(scene.robot, times, found.motion, found.spread, 2)
    works = [hod.energies(scene.robot, motion, 3)[:, 1:] for motion in (found.motion, truth)]
    tables = [
        (found.motion - truth, found.deviations),
        (hod.forces(scene.robot, found.motion) - hod.forces(scene.robot, truth), sure.forces),
        ((works[0] - works[1])[:, :, None], sure.energies[:, :, None]),
    ]
    inside = [np.abs(error) <= 1.96 * deviation for error, deviation in tables]
    return np.array(
        [
            np.concatenate([100.0 * part[rows].mean(axis=(0, 2)) for part in inside])
            for rows in places
        ]
    )


def band_table(seeds: int, first: int = 0, last: int = len(BAND_CASES)) -> None:
    """How often the 95 % bands hold in some of the cases, as a table in Markdown."""
    names = ["q", "q′", "q″", "q‴", "q⁗", "Q", "Q′", "Q″", "E⁽¹⁾", "E⁽²⁾", "E⁽³⁾"]
    print(f"| readings | where | {' | '.join(names)} |\n| --- | --- |{' --- |' * len(names)}")
    for name, case in list(BAND_CASES.items())[first:last]:
        found = []
        for seed in range(seeds):
            try:
                found.append(band_shares(*case(seed)))
            except hod.Error as error:
                print(f"seed {seed} refused: {error}", file=sys.stderr)
        if not found:
            continue
        rows = np.mean(found, axis=0)
        for where, row in zip(
            ("middle", "ends") if len(rows) == 2 else ("gap",), rows, strict=True
        ):
            print(f"| {name} | {where} | {' | '.join(f'{x:.0f}' for x in row)} |", flush=True)


def _line(name: str, motion: np.ndarray, forces: np.ndarray) -> None:
    q, f = (np.sqrt(np.mean(errors**2, axis=(0, 2))) for errors in (motion, forces))
    print(f"{name:16} q {' '.join(f'{x:9.3g}' for x in q)}  Q {' '.join(f'{x:9.3g}' for x in f)}")


def peers(seeds: int) -> None:
    """UR5, encoders of 14 bits at 50 Hz, and three sensors of 300 µg/√Hz at 200 Hz: a table."""
    errors: dict[str, list[np.ndarray]] = {}
    seconds: dict[str, float] = {}
    for seed in range(seeds):
        scene, _ = _fused(seed)
        for name, find in _peers_of(scene).items():
            begin = time.process_time()
            motion = find()
            seconds[name] = seconds.get(name, 0.0) + time.process_time() - begin
            errors.setdefault(name, []).append(_squares(scene, motion))
    names = ["q", "q′", "q″", "q‴", "q⁗", "Q", "Q′", "Q″", "s of processor"]
    print(f"| | {' | '.join(names)} |\n| --- |{' --- |' * len(names)}")
    for name, squares in errors.items():
        cells = [f"{x:.2g}" for x in np.sqrt(np.mean(squares, axis=0))]
        print(f"| {name} | {' | '.join(cells)} | {seconds[name] / seeds:.1f} |")


def _squares(scene: Scene, motion: np.ndarray) -> np.ndarray:
    """Mean squares of the errors of q to q⁗ and Q to Q″, but for the first and last 0.1 s."""
    times = scene.times(len(motion) // scene.duration)
    inside = slice(round(0.1 / times[1]), -round(0.1 / times[1]))
    truth = scene.truth(times)
    torques = hod.forces(scene.robot, motion, 2) - hod.forces(scene.robot, truth, 2)
    parts = ((motion - truth)[inside], torques[inside])
    return np.concatenate([np.mean(part**2, axis=(0, 2)) for part in parts])


def _peers_of(scene: Scene) -> dict[str, Callable[[], np.ndarray]]:
    import recording_peers as others

    slow, fast = (scene.times(rate) for rate in (50.0, 200.0))
    encoders = [
        (np.asarray(encoder.times), np.asarray(encoder.values)) for encoder in scene.encoders
    ]
    noise = float(scene.encoders[0].noise)
    chains = others.Chains(scene.robot.dof, fast)
    sensors = [
        (sensor.link, np.asarray(sensor.position), np.asarray(sensor.axes))
        for sensor in scene.sensors
    ]
    felt = others.felt_by(scene.tree, scene.robot.joint_names, sensors)
    sensed = np.concatenate([values for _, values in scene.recordings], axis=1)

    def chosen(times: np.ndarray, find: Callable[[], list[np.ndarray]]) -> np.ndarray:
        inside = slice(round(0.1 / times[1]), -round(0.1 / times[1]))
        return others.best(find(), scene.truth(times), inside)

    def fused() -> list[np.ndarray]:
        quiet = float(scene.sensors[0].noise)
        return others.extended_kalman(chains, encoders, noise, felt, sensed, quiet)

    return {
        "encoders: SciPy, smoothing spline of degree 5": lambda: others.spline(encoders, noise),
        "encoders: SciPy, Savitzky–Golay": lambda: chosen(
            slow, lambda: others.savitzky_golay(encoders)
        ),
        "encoders: pykalman, RTS": lambda: chosen(
            fast, lambda: others.kalman(chains, encoders, noise)
        ),
        "encoders: HOD": lambda: smoothed(scene, fast).motion,
        "with sensors: pykalman, extended RTS": lambda: chosen(fast, fused),
        "with sensors: HOD": lambda: scene.recover().motion(fast, 4),
    }


def long_scene(seconds: float, count: int) -> Scene:
    """UR5, sensors of 100 µg/√Hz and encoders of 18 bits, all at 1 kHz."""
    rng = np.random.default_rng(1)
    scene = Scene.moving(urdf_of("ur5", rng), rng, seconds)
    for link in [*LINKS, "wrist_1_link", "wrist_2_link", "tool0"][:count]:
        scene.add_sensor(rng, link, 1000.0, 100.0, np.eye(3))
    scene.add_encoders(1000.0, 18)
    return scene


def bag(folder: Path, seconds: float, count: int = 6) -> None:
    """Leave such a recording as `bag`, and `fit.yaml` beside it."""
    scene = long_scene(seconds, count)
    folder.mkdir(parents=True)
    (folder / "robot.urdf").write_text(FILES["ur5"].read_text("utf-8"), "utf-8")
    topics = [
        recorded_bag.imu_topic(f"/{sensor.name}", sensor.link, *recording)
        for sensor, recording in zip(scene.sensors, scene.recordings, strict=True)
    ]
    joints = [encoder.joint for encoder in scene.encoders]
    angles = np.column_stack([encoder.values for encoder in scene.encoders])
    topics.append(recorded_bag.joint_topic("/joint_states", joints, scene.times(1000.0), angles))
    recorded_bag.write_bag(folder / "bag", topics)
    sensors = [
        {
            "name": sensor.name,
            "link": sensor.link,
            "topic": f"/{sensor.name}",
            "position": [round(float(x), 12) for x in sensor.position],
            "noise_density": 100,
        }
        for sensor in scene.sensors
    ]
    read = [{"joint": joint, "topic": "/joint_states"} for joint in joints]
    settings = {"robot": {"urdf": "robot.urdf"}, "sensors": sensors, "joint_readings": read}
    recorded_bag.write_settings(folder / "fit.yaml", settings)


def lag(seconds: float, count: int = 3) -> None:
    """Readings as they come, and the time of the calls that make a motion of them."""
    scene = long_scene(seconds, count)
    begin = scene.truth(np.zeros(1), 1)[0]
    window = accelerometer.FixedLag(
        scene.robot, scene.sensors, start=begin[0], start_velocity=begin[1]
    )
    times = scene.times(1000.0)
    readings = [values.tolist() for _, values in scene.recordings]
    updates, pushes = [], 0.0
    for i, stamp in enumerate(times.tolist()):
        first = time.process_time()
        for sensor, values in enumerate(readings):
            window.push(sensor, stamp, values[i])
        second = time.process_time()
        window.update(stamp)
        pushes += second - first
        updates.append(time.process_time() - second)
    spent = sum(updates)
    print(
        f"{seconds:g} s, {count} sensors: update() takes {100 * spent / seconds:.0f} % of a core, "
        f"{1000 * float(np.quantile(updates, 0.99)):.2f} ms in 99 of 100 calls, of which one in "
        f"{round(0.02 * 1000)} has a segment to do; pushes from Python {100 * pushes / seconds:.0f}"
        f" %; latency {window.latency:g} s",
        flush=True,
    )


def size(seconds: float, count: int = 3) -> None:
    scene = long_scene(seconds, count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    begin = time.perf_counter(), time.process_time()
    found = scene.recover()
    spent, processor = time.perf_counter() - begin[0], time.process_time() - begin[1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    times = scene.times(100.0)[10:-10]
    error = np.sqrt(np.mean((found.motion(times) - scene.truth(times)) ** 2, axis=(0, 2)))
    errors = " ".join(f"{x:.2g}" for x in error)
    print(
        f"{seconds:g} s, {count} sensors: {spent:.1f} s, {processor:.1f} s of processors, "
        f"{memory:.2f} GB at most (before {before:.2f}), {found.iterations} steps, errors {errors}",
        flush=True,
    )


if __name__ == "__main__":
    what, words = sys.argv[1], sys.argv[2:]
    numbers = [] if what == "bag" else [float(word) for word in words]
    if what == "cases":
        cases(*(int(x) for x in numbers or [500]))
    elif what == "fusion":
        from fusion_bound import main as fusion

        fusion(range(int(numbers[0]) if numbers else 3))
    elif what == "calibration":
        from recording_calibration import calibration

        calibration(*(int(x) for x in numbers or [5]))
    elif what == "bands":
        band_table(*(int(x) for x in numbers or [20]))
    elif what == "strokes":
        from recording_strokes import stroke_table

        stroke_table(*(int(x) for x in numbers or [25]))
    elif what == "lag":
        lag(numbers[0] if numbers else 20.0, *(int(x) for x in numbers[1:]))
    elif what == "peers":
        peers(*(int(x) for x in numbers or [3]))
    elif what == "bag":
        bag(Path(words[0]), float(words[1]), *map(int, words[2:]))
    elif what == "size":
        size(numbers[0] if numbers else 600.0, *(int(x) for x in numbers[1:]))
