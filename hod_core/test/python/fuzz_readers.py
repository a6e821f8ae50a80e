# SPDX-License-Identifier: Apache-2.0
"""The readers of Python under atheris: `fuzz_readers.py TARGET FOLDER [libFuzzer's options]`.

FOLDER keeps the corpus, which begins with one whole input of TARGET, and the file that is read.
What is refused is refused by one printable sentence; what is accepted has finite values at
ascending times. Whatever else happens ends the program, and the input stays behind.

Atheris is none of the locked packages (`pip install atheris`). Without it, the corpus is read once;
`test_random_misuse.py` reads damaged inputs of every target.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from unicodedata import category

import numpy as np

HAS_ATHERIS = importlib.util.find_spec("atheris") is not None
if HAS_ATHERIS:
    import atheris
READERS = ["hod.recording", "hod.motion_file", "hod.trajectory", "rosbags.rosbag2"]
with atheris.instrument_imports(include=READERS) if HAS_ATHERIS else nullcontext():
    import hod
    import hod.trajectory  # imported by motion_file where it is needed, too late to be counted
    from hod.motion_file import MotionFile
    from hod.recording import Recording, Source, read_bag, read_table
    from hod.recording.fit_settings import read_fit_settings
    from hod.recording.plan import read_plan
    from recordings import ORIGIN, data_file, imu_bag
    from robots import ARM, motion, write_motion

ROBOT = hod.Robot.from_urdf(ARM)
IMU = Source("sensor", topic="/imu")
COLUMN = Source("sensor", columns=("ax", "ay"))
STAMPS = [ORIGIN + i * 1_000_000 for i in range(5)]

FIT = """robot: {urdf: arm.urdf, gravity: [0, 0, -9.81]}
sensors:
- {name: a, link: upper, topic: /imu, components: x, position: [0.2, 0, 0], axes: [[0, 0, 1]],
   kind: specific_force, range: 78.5, noise_density: 100.0}
start: {shoulder: {position: 0.0, velocity: 0.0}}
hold: {elbow: 0.0, slide: 0.0}
fit: {segments: 51}
estimate: [bias]
"""
PLAN = """robot: {urdf: arm.urdf}
seed: 1
start: 1700000000
duration: 3.4
rate: 1000
motion:
  shoulder: {from: 0, to: 3.1, start: 0.5, duration: 2.4, shape: sudden, ramp: 0.5}
sensors:
- {name: a, link: upper, position: [0.2, 0, 0], axes: [[0, 0, 1]], kind: specific_force, rate: 1000,
   range: 78.5, noise_density: 100, bias: [0.05], topic: /imu, message: imu}
fit: {order: 4, segments: 51}
"""


def check_recording(recording: Recording) -> None:
    for signal in recording.signals:
        assert np.isfinite(signal.values).all(), "values that are not finite"
        assert (np.diff(signal.times) > 0).all(), "times that do not ascend"


def bag_seed(storage: str) -> Callable[[Path], bytes]:
    return lambda folder: data_file(imu_bag(folder / "seed_bag", STAMPS, storage)).read_bytes()


def read_data_of_bag(path: Path) -> None:
    check_recording(read_bag(path, [IMU]))


def metadata_seed(folder: Path) -> bytes:
    return (imu_bag(folder / "bag", STAMPS) / "metadata.yaml").read_bytes()


def read_metadata(path: Path) -> None:
    if not (path.parent / "bag").exists():
        metadata_seed(path.parent)
    bag = path.parent / "bag"
    (bag / "metadata.yaml").write_bytes(path.read_bytes())
    check_recording(read_bag(bag, [IMU]))


def archive_seed(folder: Path) -> bytes:
    rows = dict(zip(("q", "d1q", "d2q"), np.ones((3, 4, ROBOT.dof)), strict=True))
    np.savez(folder / "seed.npz", time=np.arange(4.0), joint_names=ROBOT.joint_names, **rows)
    return (folder / "seed.npz").read_bytes()


def parquet_seed(folder: Path) -> bytes:
    import pyarrow
    import pyarrow.parquet

    names = hod._core.motion_columns(ROBOT.joint_names, 3)
    columns = [np.arange(4.0) for _ in range(1 + len(names))]
    pyarrow.parquet.write_table(pyarrow.table(columns, names=["time", *names]), folder / "seed")
    return (folder / "seed").read_bytes()


def motion_seed(folder: Path) -> bytes:
    write_motion(folder / "seed.csv", motion(4))
    return (folder / "seed.csv").read_bytes()


def read_motion_file(path: Path) -> None:
    table = MotionFile(str(path)).read(ROBOT, 3)
    assert (np.diff(table.times) > 0).all(), "times that do not ascend"


def beside_a_robot(read: Callable[[Path], object]) -> Callable[[Path], None]:
    def reader(path: Path) -> None:
        (path.parent / "arm.urdf").write_text(ARM)
        read(path)

    return reader


TRAJECTORY = """joint_names: [shoulder, elbow, slide]
points:
- {positions: [0, 0, 0], time_from_start: {sec: 0, nanosec: 0}}
- {positions: [1, 2, 3], time_from_start: {sec: 1, nanosec: 5}}
- {positions: [0, 0, 1], time_from_start: 2.5}
"""
READINGS = "time,ax,ay\n1700000000.0,1,2\n1700000000.1,,\n1700000000.2,3e-1,-4\n"

Target = tuple[str, Callable[[Path], bytes], Callable[[Path], object]]
TARGETS: dict[str, Target] = {
    "mcap": (".mcap", bag_seed("mcap"), read_data_of_bag),
    "sqlite": (".db3", bag_seed("sqlite3"), read_data_of_bag),
    "metadata": (".yaml", metadata_seed, read_metadata),
    "archive": (".npz", archive_seed, read_motion_file),
    "parquet": (".parquet", parquet_seed, read_motion_file),
    "motion": (".csv", motion_seed, read_motion_file),
    "trajectory": (".yaml", lambda _: TRAJECTORY.encode(), read_motion_file),
    "readings": (
        ".csv",
        lambda _: READINGS.encode(),
        lambda path: check_recording(read_table(path, [COLUMN])),
    ),
    "fit_settings": (
        ".yaml",
        lambda _: FIT.encode(),
        beside_a_robot(lambda path: read_fit_settings(path, is_bag=True)),
    ),
    "plan": (".yaml", lambda _: PLAN.encode(), beside_a_robot(read_plan)),
}


def accepted(target: str, folder: Path, content: bytes) -> bool:
    """Whether it was read; refused by a sentence is an answer, too."""
    suffix, _, read = TARGETS[target]
    path = folder / f"input{suffix}"
    path.write_bytes(content)
    try:
        read(path)
    except hod.Error as error:
        sentence = str(error)
        assert 0 < len(sentence) < 4000, f"a sentence of {len(sentence)} letters"
        assert all(category(letter) != "Cc" for letter in sentence), f"no sentence: {sentence!r}"
        return False
    return True


def whole_input(target: str, folder: Path) -> bytes:
    return TARGETS[target][1](folder)


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in TARGETS:
        print(f"usage: fuzz_readers.py {'|'.join(TARGETS)} FOLDER [OPTIONS]", file=sys.stderr)
        return 2
    target, folder = sys.argv[1], Path(sys.argv[2]) / sys.argv[1]
    work, corpus = folder / "work", folder / "corpus"
    for place in (work, corpus):
        place.mkdir(parents=True, exist_ok=True)
    seed = corpus / "whole"
    if not seed.exists():
        seed.write_bytes(whole_input(target, work))
    if not accepted(target, work, seed.read_bytes()):
        print(f"{target}: the whole input is refused, expected it to be read", file=sys.stderr)
        return 1
    if not HAS_ATHERIS:
        read = [accepted(target, work, path.read_bytes()) for path in sorted(corpus.iterdir())]
        print(f"{len(read)} inputs, {sum(read)} of them accepted")
        return 0
    options = [f"-artifact_prefix={folder}/", "-timeout=20", "-rss_limit_mb=2048"]
    atheris.Setup(
        [sys.argv[0], str(corpus), *options, *sys.argv[3:]],
        lambda content: accepted(target, work, content),
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
