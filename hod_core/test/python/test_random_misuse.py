# SPDX-License-Identifier: Apache-2.0
"""Random calls of the bindings and random damage to bags: answered, never crashed or endless."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

import fuzz_readers
import hod
from hod._core import motion_columns
from hod.motion_file import MotionFile
from hod.recording import Source, read_bag
from hod.recording.fit_settings import read_fit_settings
from recordings import ORIGIN, data_file, imu_bag
from robots import ARM, write_motion

HERE = Path(__file__).parent
STAMPS = [ORIGIN + i * 1_000_000 for i in range(20)]
IMU = Source("sensor", topic="/imu")


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_are_answered(seed, tmp_path):
    finished = subprocess.run(
        [sys.executable, HERE / "random_misuse.py", str(seed), "1000"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(HERE), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    last = (tmp_path / "calls.log").read_text().splitlines()[-1:]
    assert finished.returncode == 0, f"{last}\n{finished.stderr[-3000:]}"
    assert finished.stdout == "1000 calls\n"


def damaged(rng: random.Random, content: bytes) -> bytes:
    """With some bytes changed, cut out, doubled or cut off."""
    data = bytearray(content)
    for _ in range(1 + rng.randrange(4)):
        place = rng.randrange(len(data) or 1)
        length = rng.choice([1, 2, 4, 8, 64])
        kind = rng.randrange(5)
        if kind == 0:
            data[place : place + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            data[place : place + length] = rng.choice([b"\0", b"\xff"]) * length
        elif kind == 2:
            del data[place : place + length]
        elif kind == 3:
            data[place:place] = data[place : place + length]
        else:
            del data[place:]
    return bytes(data)


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_damaged_bags_are_refused_or_read(storage, tmp_path):
    bag = imu_bag(tmp_path / "bag", STAMPS, storage)
    file = data_file(bag)
    whole = file.read_bytes()
    rng = random.Random(17)
    refused = 0
    for _ in range(150):
        file.write_bytes(damaged(rng, whole))
        for path in (bag, file):
            try:
                recording = read_bag(path, [IMU])
            except hod.Error as error:
                assert "\n" not in str(error)
                refused += 1
                continue
            signal = recording.signals[0]
            assert np.isfinite(signal.values).all()
            assert (np.diff(signal.times) > 0).all()
    assert refused > 20


@pytest.mark.parametrize("kind", [".npz", ".parquet", ".csv"])
def test_damaged_motions_are_refused_or_read(kind, tmp_path):
    robot = hod.Robot.from_urdf(ARM)
    file = tmp_path / f"motion{kind}"
    times = np.linspace(0.0, 1.0, 30)
    motion = np.random.default_rng(3).normal(size=(30, 3, robot.dof))
    if kind == ".npz":
        rows = dict(zip(("q", "d1q", "d2q"), motion.transpose(1, 0, 2), strict=True))
        np.savez_compressed(file, time=times, joint_names=robot.joint_names, **rows)
    elif kind == ".parquet":
        names = motion_columns(robot.joint_names, 3)
        columns = motion.transpose(0, 2, 1).reshape(30, -1).T
        table = pyarrow.table([times, *columns], names=["time", *names])
        pyarrow.parquet.write_table(table, file)
    else:
        write_motion(file, motion)
    whole = file.read_bytes()
    MotionFile(str(file)).read(robot, 3)
    rng = random.Random(19)
    for _ in range(300):
        file.write_bytes(damaged(rng, whole))
        try:
            table = MotionFile(str(file)).read(robot, 3)
        except hod.Error as error:
            assert "\n" not in str(error)
            continue
        assert (np.diff(table.times) > 0).all()


def test_damaged_metadata_is_refused_or_read(tmp_path):
    bag = imu_bag(tmp_path / "bag", STAMPS)
    file = bag / "metadata.yaml"
    whole = file.read_bytes()
    rng = random.Random(18)
    for _ in range(150):
        file.write_bytes(damaged(rng, whole))
        try:
            read_bag(bag, [IMU])
        except hod.Error as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("target", fuzz_readers.TARGETS)
def test_damaged_inputs_of_every_reader_are_refused_or_read(target, tmp_path):
    whole = fuzz_readers.whole_input(target, tmp_path)
    assert fuzz_readers.accepted(target, tmp_path, whole)
    rng = random.Random(20)
    read = [fuzz_readers.accepted(target, tmp_path, damaged(rng, whole)) for _ in range(100)]
    assert not all(read)


LATIN = {
    "trajectory": fuzz_readers.TRAJECTORY.replace("shoulder", "sh\xb3oulder"),
    "fit_settings": fuzz_readers.FIT.replace("arm.urdf", "ar\xed.urdf"),
    "plan": fuzz_readers.PLAN.replace("arm.urdf", "ar\xa1.urdf"),
}


@pytest.mark.parametrize("target", LATIN)
def test_settings_that_are_not_utf_8_are_refused_by_a_sentence(target, tmp_path):
    """Found by atheris: bytes of another encoding were a UnicodeDecodeError."""
    assert not fuzz_readers.accepted(target, tmp_path, LATIN[target].encode("latin-1"))
    assert fuzz_readers.accepted(target, tmp_path, fuzz_readers.whole_input(target, tmp_path))


def test_axes_of_any_length_are_directions(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    path = tmp_path / "fit.yaml"
    path.write_text(fuzz_readers.FIT.replace("[[0, 0, 1]]", "[[1e200, 0, 0]]"))
    settings = read_fit_settings(path, is_bag=True)
    assert settings.sensors[0].mounting.axes.tolist() == [[1.0, 0.0, 0.0]]
