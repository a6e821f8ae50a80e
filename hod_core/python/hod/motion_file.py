# SPDX-License-Identifier: Apache-2.0
"""Converts motions in common formats to motion tables: CSV, Parquet, NumPy archives, trajectories.

Tables with positions only are fitted, and so are the waypoints of a JointTrajectory.
"""

from __future__ import annotations

import math
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ._core import (
    Error,
    MotionTable,
    Robot,
    motion_columns,
    motion_table,
    read_motion_stream,
    unwrapped,
)
from .arrays import Numbers
from .motion_check import check_times, contradictions, leap, rare
from .polynomial import Polynomial
from .sentence import few
from .table import by_joint

if TYPE_CHECKING:
    import io

    from .smoothing import Smoothed

Tick = Callable[[int], object]
"""Called with the amount read since the last call."""

_BYTES_AT_ONCE = 1 << 20
_MOST_COLUMNS = 1_000_000
_MOST_TEXT = 1 << 24
_ROWS_AT_ONCE = 16384
_MOST_INSTANTS = 1_000_000_000
_FEW = 30  # positions that are waypoints rather than samples
_MOST_SAMPLES = 2_000_000  # limit of smoothing, which processes all samples at once
_LARGEST_GAP = 25.0  # median intervals; smoothing bridges smaller gaps
_EXACT = 1e-8  # of the range; below it, positions have neither noise nor quantization
_RATE = 1000.0  # Hz
_STATED = " as stated"  # in the warning that residuals contradict a stated noise
_UNEVEN = (
    "found readings that repeat without even steps, as from an encoder that was filtered or "
    "resampled; remaining steps may count as motion unless --cutoff HZ removes them"
)
_BAGS = (".mcap", ".db3")
_YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class MotionFile:
    """A file with a motion (- for stdin), and how to fit one that gives positions only."""

    path: str
    rate: float | None = None
    """Rate of the instants between waypoints [Hz]; 1000 unless given."""
    cutoff: float | None = None
    """Cut-off of the smoothing of positions [Hz]; without it, cross-validation decides."""
    remarks: list[str] = field(default_factory=list)
    """Sentences about processing of the motion beyond reading, and about suspicious findings."""

    @property
    def is_table(self) -> bool:
        return not self._is_bag and self._suffix not in _YAML

    @property
    def _suffix(self) -> str:
        return Path(self.path).suffix.lower()

    @property
    def _is_bag(self) -> bool:
        return self._suffix in _BAGS or Path(self.path).is_dir()

    def read(self, robot: Robot, rows: int, tick: Tick = lambda _: None) -> MotionTable:
        """Return the motion with at least `rows` derivative rows, if they can be found."""
        if not self.is_table:
            from .trajectory import read_trajectory

            trajectory = read_trajectory(self.path, self._is_bag, self.remarks)
            check_times(trajectory[0], trajectory[2])
            return self._between(*trajectory, rows)
        table = self._read_table(robot, tick)
        check_times(table.source, table.times)
        if rows > 1 and table.joints and max(table.joints.values()) == 1:
            return self._fitted(table, robot, rows)
        self._refuse_unused(table.source, "a motion that is taken as it is")
        self._warn(table.source, *contradictions(table, robot))
        return table

    def _read_table(self, robot: Robot, tick: Tick) -> MotionTable:
        if self._suffix == ".parquet":
            return _read_parquet(self.path, tick)
        if self._suffix == ".npz":
            return _read_archive(self.path, robot, tick, self.remarks)
        if self.path == "-":
            stdin = cast("io.BufferedReader", sys.stdin.buffer)
            return read_motion_stream(_told(stdin.read1, tick), "stdin")
        try:
            with open(self.path, "rb") as file:  # noqa: PTH123 (a Path turns "a//b" into "a/b")
                return read_motion_stream(_told(file.read, tick), self.path)
        except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
            raise Error(
                f"{self.path}: found {str(error.strerror).lower()}, expected a motion table"
            ) from None

    def _fitted(self, table: MotionTable, robot: Robot, rows: int) -> MotionTable:
        """Fit positions: few are waypoints, many are noisy samples."""
        if len(table) > _MOST_SAMPLES:
            raise Error(
                f"{table.source}: found {len(table)} rows of positions alone, expected at most "
                f"{_MOST_SAMPLES}, which can be smoothed at once, or derivatives up to d{rows - 1}q"
            )
        joints = [joint for joint in robot.joint_names if joint in table.joints]
        columns = [robot.joint_names.index(joint) for joint in joints]
        positions = table.match(robot, 1).gather()[:, 0, columns]
        times, source = table.times, table.source
        if len(times) < _FEW:
            if len(times) < 2:
                raise Error(
                    f"{source}: found one row of positions alone, expected two or more rows, or "
                    f"derivatives up to d{rows - 1}q"
                )
            return self._between(source, joints, times, {0: positions}, rows)
        self._refuse_unused(source, f"{len(times)} positions alone", "cutoff")
        _refuse_gaps(source, times)
        self._warn(source, rare(times))
        found = []
        for joint, column in zip(joints, positions.T, strict=True):
            where = f"{source}: {joint}"
            is_angle = not robot.joints[joint].is_prismatic
            readings = self._unwrapped(where, times, column) if is_angle else column
            found.append(self._smoothed(where, times, readings).polynomial)
        return _sampled(source, joints, found, times, rows)

    def _unwrapped(self, where: str, times: Numbers, angles: Numbers) -> Numbers:
        found, sentence = unwrapped(where, times, angles)
        if sentence:
            self.remarks.append(sentence)
        return found

    def _smoothed(self, where: str, times: Numbers, positions: Numbers) -> Smoothed:
        """Smooth the positions of one joint and report how."""
        smoothed, how, doubt = _smooth(times, positions, self.cutoff)
        report = smoothed.report
        self.remarks.append(
            f"{where}: positions only, smoothed with a cut-off of {report.cutoff:.4g} Hz{how}, "
            f"residual {report.residual[0]:.3g} rms"
        )
        said = [warning.removeprefix("channel 0: ") for warning in report.warnings]
        # The stated noise is that of quantization; a joint at rest shows less of it.
        said = [one.replace(_STATED, " of steps") for one in said if not one.endswith(_STATED)]
        self._warn(where, *said, doubt, leap(times, positions))
        return smoothed

    def _warn(self, where: str, *sentences: str | None) -> None:
        self.remarks.extend(f"warning: {where}: {sentence}" for sentence in sentences if sentence)

    def _refuse_unused(self, source: str, what: str, used: str = "") -> None:
        """Reject options that have no effect."""
        purposes = {
            "cutoff": f"with {_FEW} or more positions alone, which are smoothed",
            "rate": "with waypoints",
        }
        for option, purpose in purposes.items():
            if option != used and getattr(self, option) is not None:
                raise Error(f"{source}: found --{option} and {what}, expected it {purpose}")

    def _between(
        self,
        source: str,
        joints: Sequence[str],
        times: Numbers,
        given: dict[int, Numbers],
        rows: int,
    ) -> MotionTable:
        """Pass through waypoints as smoothly as possible, at rest at both ends."""
        from .interpolation import minimum_snap

        self._refuse_unused(source, f"{len(times)} waypoints", "rate")
        rate = self.rate or _RATE
        duration = float(times[-1] - times[0])
        count = duration * rate
        if not 1.0 <= count < _MOST_INSTANTS:
            raise Error(
                f"{source}: found {duration:.6g} s at {rate:.6g} Hz, expected 1 to "
                f"{_MOST_INSTANTS} instants (--rate)"
            )
        known = {
            (knot, order): values[knot]
            for order, values in given.items()
            if order > 0
            for knot in range(len(times))
            if np.isfinite(values[knot]).all()  # otherwise the point does not state it
        }
        motion = minimum_snap(times, given[0], given=known)
        instants = times[0] + np.arange(math.floor(count * (1 + 1e-12)) + 1) / rate
        also = "".join({1: ", velocities", 2: ", accelerations"}[k] for k in given if k)
        self.remarks.append(
            f"{source}: {len(times)} waypoints (positions{also}), joined with the least snap, at "
            f"rest at both ends where they do not say otherwise, at {rate:g} Hz (--rate)"
        )
        return _sampled(source, joints, [motion], instants, rows)


def _smooth(
    times: Numbers, positions: Numbers, cutoff: float | None
) -> tuple[Smoothed, str, str | None]:
    """Smooth as joint readings, considering rests and quantization; return how, and doubts."""
    from .recording.quantized import smooth_readings, steps_of
    from .smoothing import smooth

    if cutoff is not None:
        return smooth(times, positions, cutoff=cutoff), " (as --cutoff says)", None
    plain, steps = smooth(times, positions), steps_of(times, positions)
    noise, extent = plain.report.noise[0], float(np.ptp(positions))
    if not extent or max(noise, 0.0 if steps is None else steps.noise) <= _EXACT * extent:
        return plain, " (by cross-validation, --cutoff HZ decides)", None
    found = smooth_readings(times, positions, noise=None if steps is None else noise)
    why = "by cross-validation" if found.steps is None else f"for steps of {found.steps.size:.3g}"
    is_open = steps is not None and found.steps is None and steps.leave_open(noise)
    return (
        found.smoothed,
        f" that follows the motion ({why}, --cutoff HZ decides)",
        _UNEVEN if is_open else None,
    )


def _refuse_gaps(source: str, times: Numbers) -> None:
    steps = np.diff(times)
    longest, allowed = int(np.argmax(steps)), _LARGEST_GAP * float(np.median(steps))
    if steps[longest] > allowed:
        raise Error(
            f"{source}: found a gap of {steps[longest]:.4g} s after time {times[longest]:.10g}, "
            f"expected at most {allowed:.4g} s (make two tables of it, or a motion by hod fit with "
            "'gaps: bridge')"
        )


def _sampled(
    source: str,
    joints: Sequence[str],
    polynomials: Sequence[Polynomial],
    times: Numbers,
    rows: int,
) -> MotionTable:
    def blocks() -> Iterator[Numbers]:
        for first in range(0, len(times), _ROWS_AT_ONCE):
            part = times[first : first + _ROWS_AT_ONCE]
            motion = np.concatenate([one.motion(part, rows - 1) for one in polynomials], axis=2)
            yield np.hstack([part[:, np.newaxis], by_joint(motion)])

    return motion_table(["time", *motion_columns(joints, rows)], blocks(), source)


def _told(read: Callable[[int], bytes], tick: Tick) -> Callable[[], bytes]:
    def block() -> bytes:
        data = read(_BYTES_AT_ONCE)
        tick(len(data))
        return data

    return block


def _read_parquet(path: str, tick: Tick) -> MotionTable:
    import pyarrow
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            share = Path(path).stat().st_size / max(file.metadata.num_rows, 1)

            def blocks() -> Iterator[Numbers]:
                for batch in file.iter_batches(_ROWS_AT_ONCE):
                    columns = [_numbers(path, *pair) for pair in zip(names, batch, strict=True)]
                    yield np.column_stack(columns)
                    tick(round(share * batch.num_rows))

            return motion_table(names, blocks(), path)
    except Error:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.filename:
            raise
        text = " ".join(str(error).split(":")[-1].split()).split(".")[0]
        raise Error(f"{path}: found no Parquet file ({text}), expected one") from None


def _numbers(path: str, name: str, column: Any) -> Numbers:
    import pyarrow

    try:
        doubles = column.cast(pyarrow.float64())
    except pyarrow.ArrowException:
        raise Error(f"{path}: column '{name}': found {column.type}, expected numbers") from None
    numbers: Numbers = doubles.to_numpy(zero_copy_only=False)
    return numbers


def _read_archive(path: str, robot: Robot, tick: Tick, remarks: list[str]) -> MotionTable:
    """Read an .npz: columns named as in a motion table, or `time` and arrays q, d1q, ..."""
    try:
        with zipfile.ZipFile(path) as archive, ExitStack() as stack:
            members = _members(path, archive, stack)
            names = _archive_names(path, members, robot, remarks)
            used = [members[name] for name, _ in names]
            rows = used[0].rows
            for member in used:
                member.check(rows)

            def blocks() -> Iterator[Numbers]:
                for first in range(0, rows, _ROWS_AT_ONCE):
                    count = min(_ROWS_AT_ONCE, rows - first)
                    block = np.hstack([member.read(count) for member in used])
                    tick(block.nbytes)
                    yield block

            return motion_table([name for _, part in names for name in part], blocks(), path)
    except Error:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError) as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise Error(f"{path}: found no complete NumPy archive, expected one") from None


def _members(path: str, archive: zipfile.ZipFile, stack: ExitStack) -> dict[str, _Member]:
    for info in archive.infolist():
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Error(f"{path}: found a compression that NumPy does not use, expected its own")
    return {
        name.removesuffix(".npy"): _Member(path, name, stack.enter_context(archive.open(name)))
        for name in archive.namelist()
    }


def _archive_names(
    path: str, members: dict[str, _Member], robot: Robot, remarks: list[str]
) -> list[tuple[str, list[str]]]:
    """Return members, and the columns in each of them."""
    if "time" not in members:
        have = few(members) or "nothing"
        raise Error(f"{path}: found {have}, expected 'time' and '<joint>.q' or 'q', ...")
    if "q" not in members:
        return [(name, [name]) for name in members]
    if "joint_names" in members:
        joints = members["joint_names"].texts()
    else:
        joints = robot.joint_names
        remarks.append(f"{path}: no 'joint_names', columns taken for {few(joints)}")
    names = [("time", ["time"])]
    for name, member in members.items():
        if name not in ("time", "joint_names"):
            if member.shape[1:] != (len(joints),):
                raise Error(
                    f"{path}: '{name}': found shape {member.shape}, expected "
                    f"(instants, {len(joints)}), a column for each of {few(joints)}"
                )
            names.append((name, [f"{joint}.{name}" for joint in joints]))
    return names


class _Member:
    """An array in an archive, read row by row."""

    def __init__(self, path: str, name: str, file: Any) -> None:
        self._where, self._file = f"{path}: '{few([name.removesuffix('.npy')])}'", file
        try:
            version = np.lib.format.read_magic(file)
            read = {(1, 0): "read_array_header_1_0", (2, 0): "read_array_header_2_0"}[version]
            self.shape, self._is_fortran, self._type = getattr(np.lib.format, read)(file)
        except (ValueError, KeyError, TypeError, SyntaxError, EOFError, TokenError):
            raise Error(f"{self._where}: found no array, expected numbers") from None

    @property
    def rows(self) -> int:
        return self.shape[0] if self.shape else 1

    def check(self, rows: int) -> None:
        is_flat = len(self.shape) == 1 or (len(self.shape) == 2 and not self._is_fortran)
        if self._type.kind not in "fiu" or not is_flat or self.shape[0] != rows:
            raise Error(
                f"{self._where}: found {self._type} of shape {self.shape}, expected {rows} rows of "
                "numbers in C order"
            )

    def read(self, rows: int) -> Numbers:
        width = math.prod(self.shape[1:])
        if width > _MOST_COLUMNS:
            raise Error(f"{self._where}: found {width} columns, expected at most {_MOST_COLUMNS}")
        expected = rows * width * self._type.itemsize
        data = self._file.read(expected)
        if len(data) != expected:
            raise Error(f"{self._where}: found fewer numbers than its shape {self.shape} says")
        return np.frombuffer(data, self._type).reshape(rows, width).astype(np.float64)

    def texts(self) -> list[str]:
        if self._type.kind != "U":
            raise Error(f"{self._where}: found {self._type}, expected texts")
        size = math.prod(self.shape) * self._type.itemsize
        if size > _MOST_TEXT:
            raise Error(
                f"{self._where}: found {size} bytes of texts, expected at most {_MOST_TEXT}"
            )
        data = self._file.read(size)
        if len(data) != size or size == 0:
            raise Error(f"{self._where}: found fewer texts than its shape {self.shape} says")
        texts = [str(text) for text in np.frombuffer(data, self._type)]
        for text in texts:
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise Error(
                    f"{self._where}: found an incomplete character (a surrogate), expected text"
                )
        return texts
