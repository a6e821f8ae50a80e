# SPDX-License-Identifier: Apache-2.0
"""Motions as people have them, against the same motion as a table of all derivatives."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

import hod
from command_line import run
from hod._core import motion_columns
from hod.motion_file import MotionFile
from hod.table import by_joint
from recordings import TYPES, header, write
from robots import ARM, ARM_JOINTS, motion, write_motion

ROBOT = hod.Robot.from_urdf(ARM)


@pytest.fixture
def expected(urdf, table) -> str:
    return run("forces", "--urdf", urdf, "--motion", table).stdout


def columns(batch: np.ndarray, times: np.ndarray) -> dict[str, np.ndarray]:
    names = motion_columns(ARM_JOINTS, batch.shape[1])
    return {"time": times, **dict(zip(names, by_joint(batch).T, strict=True))}


def forces(urdf: Path, path: Path, *options: object) -> str:
    result = run("forces", "--urdf", urdf, "--motion", path, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_parquet(urdf, expected, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table(columns(motion(10), np.arange(10) * 0.001))
    parquet.write_table(table, tmp_path / "m.parquet")
    assert forces(urdf, tmp_path / "m.parquet") == expected


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_archives_of_columns_and_of_arrays(save, urdf, expected, tmp_path):
    batch, times = motion(10), np.arange(10) * 0.001
    save(tmp_path / "columns.npz", **columns(batch, times))
    assert forces(urdf, tmp_path / "columns.npz") == expected
    rows = {f"d{k}q" if k else "q": batch[:, k, ::-1] for k in range(5)}
    names = np.array(ARM_JOINTS[::-1])
    save(tmp_path / "arrays.npz", time=times, joint_names=names, **rows)
    assert forces(urdf, tmp_path / "arrays.npz") == expected
    rows = {name: row[:, ::-1] for name, row in rows.items()}
    save(tmp_path / "nameless.npz", time=times, **rows)
    result = run("forces", "--urdf", urdf, "--motion", tmp_path / "nameless.npz")
    assert result.stdout == expected
    assert "columns taken for shoulder, elbow, slide" in result.stderr


def test_a_long_archive_comes_in_parts(urdf, tmp_path):
    batch, times = motion(40_000, rows=3), np.arange(40_000) * 0.001
    write_motion(tmp_path / "m.csv", batch)
    np.savez(tmp_path / "m.npz", **columns(batch, times))
    table = forces(urdf, tmp_path / "m.csv", "--order", 0)
    assert forces(urdf, tmp_path / "m.npz", "--order", 0) == table


def smooth_motion(times: np.ndarray) -> np.ndarray:
    """A sine per joint with five derivatives, (instants, 5, 3)."""
    rates = np.array([1.0, 1.7, 2.3])
    angles = times[:, None, None] * rates + np.arange(5)[None, :, None] * np.pi / 2
    return 0.3 * np.sin(angles) * rates ** np.arange(5)[:, None]


def test_positions_alone_are_smoothed(urdf, tmp_path):
    """A hundredth of a per cent of noise: Q and Q' come near those of the true motion."""
    times = np.arange(4000) * 0.001
    truth = smooth_motion(times)
    noisy = truth[:, :1] + 3e-5 * np.random.default_rng(2).standard_normal((4000, 1, 3))
    write_motion(tmp_path / "q.csv", noisy)
    result = run("forces", "--urdf", urdf, "--motion", tmp_path / "q.csv", "--out", tmp_path / "f")
    assert result.returncode == 0
    for joint in ARM_JOINTS:
        assert f"{joint}: positions only, smoothed with a cut-off of" in result.stderr
    found = np.genfromtxt(tmp_path / "f", delimiter=",", skip_header=1)[:, 1:]
    found = found.reshape(-1, 3, 3).swapaxes(1, 2)[200:-200]
    expected = hod.forces(ROBOT, truth, 2)[200:-200]
    for row, share in enumerate((0.002, 0.02, 0.2)):
        error = np.sqrt(np.mean((found[:, row] - expected[:, row]) ** 2))
        assert error < share * np.abs(expected[:, row]).max()
    stated = run("forces", "--urdf", urdf, "--motion", tmp_path / "q.csv", "--cutoff", 3)
    assert "cut-off of 3 Hz (as --cutoff says)" in stated.stderr


def test_few_positions_are_waypoints(urdf, tmp_path):
    times = np.array([0.0, 0.5, 1.2])
    points = np.array([[0.0, 0.1, 0.0], [0.4, -0.2, 0.1], [0.2, 0.3, 0.05]])
    rows = [
        ",".join(map(repr, [t, *q])) for t, q in zip(times.tolist(), points.tolist(), strict=True)
    ]
    header_line = "time,shoulder.q,elbow.q,slide.q"
    (tmp_path / "w.csv").write_text("\n".join([header_line, *rows]) + "\n")
    file = MotionFile(str(tmp_path / "w.csv"), rate=200.0)
    table = file.read(ROBOT, 5)
    found = table.match(ROBOT, 5).gather()
    planned = hod.minimum_snap(times, points)
    assert len(table) == 241
    np.testing.assert_allclose(found, planned.motion(table.times), atol=1e-9)
    np.testing.assert_allclose(found[100, 0], points[1], atol=1e-9)
    np.testing.assert_allclose(found[[0, -1], 1:3], 0.0, atol=1e-8)
    assert "3 waypoints (positions), joined with the least snap" in file.remarks[0]
    assert forces(urdf, tmp_path / "w.csv", "--rate", 200).count("\n") == 242


POINTS = [
    (0, [0.0, 0.1, 0.0], [0.0, 0.0, 0.0]),
    (500_000_000, [0.4, -0.2, 0.1], [0.1, 0.2, -0.1]),
    (1_200_000_000, [0.2, 0.3, 0.05], [0.0, 0.0, 0.0]),
]


def trajectory_bag(folder: Path, count: int = 1) -> Path:
    point = TYPES["trajectory_msgs/msg/JointTrajectoryPoint"]
    duration = TYPES["builtin_interfaces/msg/Duration"]
    nothing = np.zeros(0)
    points = [
        point(np.array(q), np.array(v), nothing, nothing, duration(t // 10**9, t % 10**9))
        for t, q, v in POINTS
    ]
    message = TYPES["trajectory_msgs/msg/JointTrajectory"](header(0), ARM_JOINTS, points)
    kind = "trajectory_msgs/msg/JointTrajectory"
    return write(folder, {"/plan": (kind, [(i, message) for i in range(count)])})


def test_a_trajectory_from_a_bag_and_from_yaml_is_the_same(urdf, tmp_path):
    bag = trajectory_bag(tmp_path / "bag", 2)
    lines = ["header: {frame_id: ''}", f"joint_names: [{', '.join(ARM_JOINTS)}]", "points:"]
    for t, q, v in POINTS:
        since = f"{{sec: {t // 10**9}, nanosec: {t % 10**9}}}"
        lines.append(f"- {{positions: {q}, velocities: {v}, accelerations: [], effort: [],")
        lines.append(f"   time_from_start: {since}}}")
    (tmp_path / "t.yaml").write_text("\n".join(lines) + "\n---\n")
    file = MotionFile(str(bag))
    table = file.read(ROBOT, 5)
    found = table.match(ROBOT, 5).gather()
    np.testing.assert_allclose(found[500, :2], [POINTS[1][1], POINTS[1][2]], atol=1e-9)
    assert "the first of several trajectories" in file.remarks[0]
    assert "(positions, velocities)" in file.remarks[1]
    slope = (found[2:, 3] - found[:-2, 3]) / 0.002
    np.testing.assert_allclose(slope, found[1:-1, 4], atol=0.01 * np.abs(found[:, 4]).max())
    assert forces(urdf, bag) == forces(urdf, tmp_path / "t.yaml")


def test_parquet_with_a_column_twice_is_refused(tmp_path):
    """Its times were twice as many as its rows, and values were read beyond the last."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    names = ["time", *motion_columns(ARM_JOINTS, 3), "time"]
    table = pyarrow.table([np.arange(4.0)] * len(names), names=names)
    parquet.write_table(table, tmp_path / "m.parquet")
    with pytest.raises(hod.Error, match='found a second column "time", expected one'):
        MotionFile(str(tmp_path / "m.parquet")).read(ROBOT, 3)


BAD = {
    "m.parquet": (b"time,a\n", "found no Parquet file"),
    "m.npz": (b"time,a\n", "found no complete NumPy archive"),
    "m.yaml": (b"a: 1\n", "found a, expected a JointTrajectory"),
    "deep.yaml": (b"[" * 5000 + b"]" * 5000, "deep.yaml"),
    "m.csv": ("time,a.q\n".encode("utf-16"), "found text in UTF-16"),
    "z.csv": (b"\x1f\x8b\x08\x00", "found gzip data"),
    "s.csv": (b"time;shoulder.q\n0;1\n", "separated by semicolons"),
    "t.csv": (b"time\tshoulder.q\n0\t1\n", "separated by tabs"),
    "one.csv": (b"time,shoulder.q\n0,1\n", "found one row of positions alone"),
    "two.csv": (b"time,shoulder.q,shoulder.d1q\n0,1,2\n", "found 2 columns, expected 5"),
    "none.mcap": (None, "no such file"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_motion_is_one_sentence(name, urdf, tmp_path):
    content, expected = BAD[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    result = run(
        "forces", "--urdf", urdf, "--motion", tmp_path / name, "--out", tmp_path / "out.csv"
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr
    assert name in result.stderr
    assert not (tmp_path / "out.csv").exists()


def bad_archives() -> dict[str, tuple[dict[str, np.ndarray], str]]:
    time = np.arange(3.0)
    return {
        "no time": ({"q": np.zeros((3, 3))}, "found q, expected 'time'"),
        "text": ({"time": time, "shoulder.q": np.array(["a", "b", "c"])}, "expected 3 rows of num"),
        "short": ({"time": time, "shoulder.q": np.zeros(2)}, "expected 3 rows of numbers"),
        "narrow": ({"time": time, "q": np.zeros((3, 2))}, "expected (instants, 3)"),
        "nan": ({"time": time, "shoulder.q": np.full(3, np.nan)}, "row 0: column"),
        "backwards": ({"time": -time, "shoulder.q": time}, "found time -1 after -0"),
        "object": ({"time": time, "shoulder.q": np.array([{}, {}, {}])}, "expected 3 rows of num"),
    }


@pytest.mark.parametrize("case", bad_archives())
def test_a_bad_archive_is_one_sentence(case, urdf, tmp_path):
    arrays, expected = bad_archives()[case]
    np.savez(tmp_path / "m.npz", **arrays)
    result = run("forces", "--urdf", urdf, "--motion", tmp_path / "m.npz")
    assert (result.returncode, result.stdout) == (1, "")
    assert expected in result.stderr
    assert result.stderr.splitlines()[-1].startswith(f"hod: {tmp_path}/m.npz: ")


def damaged_archives() -> dict[str, tuple[dict[str, bytes], int, str]]:
    """Members, how they are compressed, and what is said."""
    head = b"\x93NUMPY\x01\x00"
    scalar = io.BytesIO()
    np.save(scalar, np.float64(1.0))
    surrogate = io.BytesIO()
    np.save(surrogate, np.array(["shoulder", "elbow", "sl\ud83dide"]))
    rows = io.BytesIO()
    np.save(rows, np.ones((4, 3)))
    time = io.BytesIO()
    np.save(time, np.arange(4.0))
    whole = {"time.npy": time.getvalue(), "q.npy": rows.getvalue()}
    stored, lzma = zipfile.ZIP_STORED, zipfile.ZIP_LZMA
    return {
        "header": ({**whole, "q.npy": head + b"\x02\x00(\n"}, stored, "'q': found no array"),
        "scalar": ({"time.npy": scalar.getvalue()}, stored, "of shape (), expected 1 rows"),
        "half a letter": (
            {**whole, "joint_names.npy": surrogate.getvalue()},
            stored,
            "'joint_names': found an incomplete character",
        ),
        "compression": (whole, lzma, "found a compression that NumPy does not use"),
        "many names": ({f"{i}" * 1000: b"" for i in range(9)}, stored, "found no array"),
    }


@pytest.mark.parametrize("case", damaged_archives())
def test_a_damaged_archive_is_one_sentence(case, urdf, tmp_path):
    members, compression, expected = damaged_archives()[case]
    with zipfile.ZipFile(tmp_path / "m.npz", "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(hod.Error, match=re.escape(expected)):
        MotionFile(str(tmp_path / "m.npz")).read(hod.Robot.from_urdf(ARM), 3)


def test_sentences_name_a_few_columns(tmp_path):
    name, keys = "k" * 900, range(100)
    (tmp_path / "m.yaml").write_text("".join(f"{name}{key}: 1\n" for key in keys))
    with pytest.raises(hod.Error) as refused:
        MotionFile(str(tmp_path / "m.yaml")).read(hod.Robot.from_urdf(ARM), 3)
    assert len(str(refused.value)) < 1000


def test_a_rate_without_end_is_refused(urdf, tmp_path):
    bag = trajectory_bag(tmp_path / "bag")
    result = run("forces", "--urdf", urdf, "--motion", bag, "--rate", "1e12")
    assert result.returncode == 1
    assert "at 1e+12 Hz, expected 1 to 1000000000 instants" in result.stderr


def test_too_many_positions_are_refused_before_memory_ends(monkeypatch, tmp_path):
    monkeypatch.setattr("hod.motion_file._MOST_SAMPLES", 50)
    write_motion(tmp_path / "q.csv", motion(51, rows=1))
    with pytest.raises(hod.Error, match="found 51 rows of positions alone, expected at most 50"):
        MotionFile(str(tmp_path / "q.csv")).read(ROBOT, 5)
    assert len(MotionFile(str(tmp_path / "q.csv")).read(ROBOT, 1)) == 51
