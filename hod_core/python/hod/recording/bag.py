# SPDX-License-Identifier: Apache-2.0
"""Recordings as rosbag2, sqlite3 or MCAP, read without ROS."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rosbags.rosbag2 import Reader

from .._core import Error
from ..arrays import Numbers
from ..progress import SILENT, Progress
from ..sentence import few
from .blocks import Block, Places, blocks_of
from .layout import read_at_once
from .messages import (
    EFFORT_TYPES,
    GYRO_TYPES,
    JOINT_TYPES,
    SENSOR_TYPES,
    Extractor,
    deserialized,
    frame_of,
    stamp_of,
)
from .signal import DATE, Signal
from .source import Recording, Source

_SECOND = 1_000_000_000
_BELIEVED = 1_000_000  # messages of a topic to allocate for; more only as they arrive
_MCAP = b"\x89MCAP0\r\n"  # at both ends of a file


def read_bag(
    path: str | os.PathLike[str], sources: Sequence[Source], progress: Progress = SILENT
) -> Recording:
    """Read the sources from a bag's folder or its single file (.mcap, .db3).

    Stamps that are dates are counted from the whole second before the first of them, which is kept
    in `Recording.origin`: a date in ns does not fit into a double.
    """
    name = os.fspath(path)
    with _opened(name) as reader:
        return _recording(name, reader, sources, progress)


def topics_of(path: str | os.PathLike[str]) -> dict[str, str]:
    """Return the topics of a bag and their types."""
    with _opened(os.fspath(path)) as reader:
        return {connection.topic: connection.msgtype for connection in reader.connections}


def messages_of(path: str | os.PathLike[str], topic: str) -> Iterator[Any]:
    """Yield the messages of a topic."""
    name = os.fspath(path)
    with _opened(name) as reader:
        wanted = [c for c in reader.connections if c.topic == topic]
        for place, (connection, _, data) in enumerate(reader.messages(wanted)):
            yield _message(name, connection.topic, connection.msgtype, data, place)


def _recording(name: str, reader: Any, sources: Sequence[Source], progress: Progress) -> Recording:
    if not reader.message_count:
        raise Error(f"{name}: found a bag without messages, expected readings")
    for source in sources:
        _check_topic(name, reader, source)
    by_topic = {source.topic: [s for s in sources if s.topic == source.topic] for source in sources}
    stated = {topic: _stated(reader, topic) for topic in by_topic}
    taken = {source.name: _Taken(source, stated[source.topic]) for source in sources}
    counts = dict.fromkeys(by_topic, 0)
    progress.begin("reading", sum(stated.values()), " messages")
    for block in blocks_of(reader, list(by_topic)):
        counts[block.topic] += len(block)
        progress.done(len(block))
        for source in by_topic[block.topic]:
            taken[source.name].add(name, block)
    for topic, count in counts.items():
        if count != stated[topic]:
            raise _not_whole(name, topic, count, stated[topic])
    origin = _origin(list(taken.values()))
    signals = tuple(taken.pop(source.name).signal(name, origin) for source in sources)
    return Recording(name, signals, origin)


def _not_whole(name: str, topic: str, count: int, stated: int) -> Error:
    """Return the error for a bag with fewer or more messages than it declares."""
    return Error(
        f"{name}: {topic}: found {count} of {stated} messages, expected all of them: the file is "
        "damaged"
    )


def _stated(reader: Any, topic: str) -> int:
    """Return how many messages of a topic the bag declares."""
    return sum(c.msgcount for c in reader.connections if c.topic == topic)


class _Taken:
    """Readings of one source while the bag is being read, in the order of its messages."""

    def __init__(self, source: Source, stated: int) -> None:
        self.source = source
        self.stampless = False
        self.first: int | None = None
        """The earliest stamp."""
        self._messages = 0
        self._stated = stated
        self._received = self._stamps = np.empty(0, np.int64)
        self._values = np.empty((0, 0))
        self._given = np.empty(0, bool)
        """Whether each message has a reading."""
        self._frames: dict[str, None] = {}
        """Frames of the messages, in order."""

    def add(self, name: str, block: Block) -> None:
        self._make_room(name, self._messages + len(block))
        extract: Extractor = _types(self.source)[block.kind]
        left = np.ones(len(block), dtype=bool)
        for found in read_at_once(block, extract, self.source):
            left[found.rows] = False
            self._frames[found.frame] = None
            self._keep(block, found.rows, found.stamps, found.values)
        for row in np.flatnonzero(left):
            self._add_message(name, block, int(row), extract)
        self._messages += len(block)

    def _make_room(self, name: str, count: int) -> None:
        """Allocate for the number of messages that the bag declares, unless it is implausible."""
        room = len(self._given)
        if count > self._stated:
            raise _not_whole(name, self.source.topic, count, self._stated)
        if count <= room:
            return
        more = min(self._stated, max(count, 2 * room, _BELIEVED)) - room
        self._received, self._stamps = (
            np.concatenate([numbers, np.empty(more, np.int64)])
            for numbers in (self._received, self._stamps)
        )
        width = self._width
        self._values = np.concatenate([self._values.reshape(room, width), np.empty((more, width))])
        self._given = np.concatenate([self._given, np.zeros(more, bool)])

    @property
    def _width(self) -> int:
        return 1 if self.source.joint else len(self.source.components)

    def _add_message(self, name: str, block: Block, row: int, extract: Extractor) -> None:
        place = self._messages + row
        message = _message(name, block.topic, block.kind, block.message(row), place)
        try:
            values = extract(message, self.source)
        except Error as error:
            raise Error(f"{name}: {self.source.topic}, message {place}: {error}") from None
        if values is not None:
            stamp = stamp_of(message)
            self._frames[frame_of(message)] = None
            stamps = None if stamp is None else np.array([stamp])
            self._keep(block, np.array([row]), stamps, np.array([values]))

    def _keep(self, block: Block, rows: Places, stamps: Places | None, values: Numbers) -> None:
        received = block.received[rows]
        if self.source.stamp != "header":
            stamps = received
        elif stamps is None:
            self.stampless, stamps = True, received
        first = int(stamps.min())
        self.first = first if self.first is None else min(self.first, first)
        places = self._messages + rows
        self._received[places], self._stamps[places] = received, stamps
        self._values[places], self._given[places] = values, True

    def signal(self, name: str, origin: int) -> Signal:
        source = self.source
        if not self._given.any():
            quantity = "effort" if source.effort else f"derivative {source.derivative}"
            of_joint = f"{quantity} of joint '{source.joint}'"
            what = f"message with {of_joint}" if source.joint else "messages"
            raise Error(f"{name}: {source.topic}: found no {what}, expected some")
        remarks: tuple[str, ...] = ()
        if self.stampless:
            remarks = (f"{source.topic} has no stamps of its own, times are those of the bag",)
        order = np.flatnonzero(self._given)
        order = order[np.argsort(self._received[order], kind="stable")]
        times: Numbers = (self._stamps[order] - origin) / 1e9
        readings, frames = self._values[order] * source.factor, tuple(self._frames)
        signal = Signal(source.name, times, readings, source.unit, remarks, frames)
        return signal.checked(f"{name}: {source.topic}")


def _types(source: Source) -> dict[str, Extractor]:
    if source.joint:
        return EFFORT_TYPES if source.effort else JOINT_TYPES
    return GYRO_TYPES if source.angular else SENSOR_TYPES


def _check_topic(name: str, reader: Any, source: Source) -> None:
    found = {c.topic: c.msgtype for c in reader.connections}
    if source.topic not in found:
        have = few(sorted(found)) or "no topics"
        raise Error(f"{name}: found {have}, expected topic '{source.topic}' for {source.name}")
    kinds = {c.msgtype for c in reader.connections if c.topic == source.topic}
    for kind in kinds:
        if kind not in _types(source):
            known = ", ".join(_types(source))
            raise Error(f"{name}: {source.topic}: found type {kind}, expected one of {known}")
    if not _stated(reader, source.topic):
        raise Error(f"{name}: {source.topic}: found no messages, expected readings")


def _message(name: str, topic: str, kind: str, data: bytes, place: int) -> Any:
    try:
        return deserialized(data, kind)
    except Exception as error:
        raise Error(
            f"{name}: {topic}, message {place}: found bytes that are no {kind} "
            f"({_first_line(error)}), expected one"
        ) from None


def _origin(entries: Sequence[_Taken]) -> int:
    stamps = [entry.first for entry in entries if entry.first is not None]
    first = min(stamps, default=0)
    return first // _SECOND * _SECOND if first >= DATE * _SECOND else 0


@contextmanager
def _opened(name: str) -> Iterator[Any]:
    """Open a bag; any failure inside the reader becomes one sentence."""
    if not Path(name).exists():
        raise Error(f"{name}: found no such file, expected a rosbag2")
    if is_ros1(name):
        raise Error(
            f"{name}: found a bag of ROS 1, expected a rosbag2 ('rosbags-convert' makes one of it)"
        )
    try:
        with Reader(name) as reader:
            yield reader
    except Error:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise Error(f"{name}: {_damage(name, error)}") from None


def is_ros1(name: str) -> bool:
    """Whether a file is a ROS 1 bag, whatever its name."""
    return Path(name).is_file() and _beginning(Path(name)).startswith(b"#ROSBAG ")


def _damage(name: str, error: Exception) -> str:
    """Return what is wrong with a bag that cannot be read."""
    path = Path(name)
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    for file in files:
        if file.is_file() and _beginning(file) == _MCAP and _end(file) != _MCAP:
            return (
                f"found {file.name} cut off or damaged at its end, expected a whole MCAP file "
                "('mcap recover' saves what is readable)"
            )
    return (
        f"found no readable rosbag2 ({_first_line(error)}), expected a folder with "
        "metadata.yaml and all its files, or one complete .mcap or .db3 file"
    )


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(_MCAP))


def _end(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-min(len(_MCAP), path.stat().st_size), os.SEEK_END)
        return file.read()


def _first_line(error: Exception) -> str:
    text = " ".join(str(error).split()).strip().rstrip(".")
    return text[:160] or type(error).__name__
