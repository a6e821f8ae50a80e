# SPDX-License-Identifier: Apache-2.0
"""replay_bag on damaged bags: one sentence and no bag, or a bag whose forces are numbers.

HOD_DAMAGED_BAGS of each kind: for hours if wanted.
"""

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rosbag2_py
from ament_index_python.packages import get_package_prefix
from hod_msgs.msg import HigherOrderForces
from rclpy.serialization import deserialize_message

PROGRAM = Path(get_package_prefix("hod_ros")) / "lib" / "hod_ros" / "replay_bag"
RECORDING = Path(__file__).parent / "bags" / "imus_and_encoders"
COUNT = int(os.environ.get("HOD_DAMAGED_BAGS", "10"))
ODD = [b"\x00" * 8, b"\xff" * 8, b"\xff\xff\xff\x7f", b"\xf0\x7f", b"\x00\x00\xf8\x7f", b"\n"]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return it with some bytes changed, inserted, taken out or cut off."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data = data[:place] + chance.choice(ODD) + data[place + chance.randrange(9) :]
        elif kind == 1:
            data = data[:place] + data[place + chance.randrange(1, 40) :]
        elif kind == 2 and place < len(data):
            data = (
                data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]
            )
        elif chance.random() < 0.2:
            data = data[:place]
    return data or b"\0"  # SQLite keeps no message of nothing


def write_bag(folder: Path, storage: str, change: Callable[[bytes], bytes]) -> Path:
    """Write the recording with its messages changed, as a bag without compression."""
    reader = rosbag2_py.SequentialReader()
    reader.open_uri(str(RECORDING / "recording"))
    writer = rosbag2_py.SequentialWriter()
    writer.open(
        rosbag2_py.StorageOptions(uri=str(folder), storage_id=storage),
        rosbag2_py.ConverterOptions("cdr", "cdr"),
    )
    for topic in reader.get_all_topics_and_types():
        writer.create_topic(topic)
    while reader.has_next():
        topic, data, received = reader.read_next()
        writer.write(topic, change(data), received)
    writer.close()
    return folder


def forces_of(bag: Path) -> np.ndarray:
    reader = rosbag2_py.SequentialReader()
    reader.open_uri(str(bag))
    found = []
    while reader.has_next():
        topic, data, _ = reader.read_next()
        if topic == "/forces_node/forces":
            found.append(deserialize_message(data, HigherOrderForces).values)
    return np.array(found)


def check(bag: Path, tmp_path: Path, what: str) -> bool:
    """Whether it was taken; refused by a sentence is an answer, too."""
    out = tmp_path / "out"
    run = subprocess.run(
        [str(PROGRAM), str(bag), "--config", str(RECORDING / "fit.yaml"), "--out", str(out)],
        capture_output=True,
        timeout=120,
        check=False,
    )
    said = run.stderr.decode(errors="replace")
    assert run.returncode in (0, 1), f"{what}: {run.returncode}: {said}"
    if run.returncode == 0:
        forces = forces_of(out)
        assert len(forces), what
        assert np.isfinite(forces).all(), what
        shutil.rmtree(out)
        return True
    last = said.strip().splitlines()[-1]
    assert "replay_bag: " in last, f"{what}: {said}"
    assert last.isprintable(), f"{what}: {last!r}"
    assert "terminate" not in said, f"{what}: {said}"
    assert not list(tmp_path.glob("out*")), f"{what}: left {list(tmp_path.glob('out*'))}"
    return False


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_damaged_files(tmp_path: Path, storage: str) -> None:
    whole = write_bag(tmp_path / "whole", storage, lambda data: data)
    assert check(whole, tmp_path, "whole")
    taken = 0
    for seed in range(COUNT):
        chance = random.Random(seed)
        bag = tmp_path / f"bag_{seed}"
        shutil.copytree(whole, bag)
        file = chance.choice(sorted(bag.iterdir()))
        file.write_bytes(damaged(file.read_bytes(), chance))
        taken += check(bag, tmp_path, f"{storage}, seed {seed}, {file.name}")
        shutil.rmtree(bag)
    assert taken < COUNT


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_damaged_messages(tmp_path: Path, storage: str) -> None:
    taken = 0
    for seed in range(COUNT):
        chance = random.Random(1000 + seed)
        share = chance.choice([0.001, 0.01])
        bag = write_bag(
            tmp_path / f"bag_{seed}",
            storage,
            lambda data, chance=chance, share=share: (
                damaged(data, chance) if chance.random() < share else data
            ),
        )
        taken += check(bag, tmp_path, f"{storage}, seed {seed}")
        shutil.rmtree(bag)
    assert taken < COUNT
