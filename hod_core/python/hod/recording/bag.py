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
from .messages import JOINT_TYPES, SENSOR_TYPES, Extractor, stamp_of, typestore
from .signal import Signal
from .source import Recording, Source

_SECOND = 1_000_000_000
_DATE = 1_000_000 * _SECOND  # later stamps are dates, earlier ones count from a start


def read_bag(path: str | os.PathLike[str], sources: Sequence[Source]) -> Recording:
    """Read what the sources name from a bag's folder or its one file (.mcap, .db3).

    Stamps that are dates are counted from the whole second before the first of them, which
    `Recording.origin` keeps: a date in ns does not fit into a double.
    """
    name = os.fspath(path)
    with _opened(name) as reader:
        return _recording(name, reader, sources)


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
            yield _message(name, connection, data, place)


def _recording(name: str, reader: Any, sources: Sequence[Source]) -> Recording:
    if not reader.message_count:
        raise Error(f"{name}: found a bag without messages, expected readings")
    for source in sources:
        _check_topic(name, reader, source)
    by_topic = {source.topic: [s for s in sources if s.topic == source.topic] for source in sources}
    taken: dict[str, _Taken] = {source.name: _Taken(source) for source in sources}
    wanted = [c for c in reader.connections if c.topic in by_topic]
    for connection, received, data in reader.messages(wanted):
        place = len(taken[by_topic[connection.topic][0].name].values)
        message = _message(name, connection, data, place)
        for source in by_topic[connection.topic]:
            taken[source.name].add(name, connection.msgtype, received, message)
    origin = _origin(list(taken.values()))
    signals = tuple(entry.signal(name, origin) for entry in taken.values())
    return Recording(name, signals, origin)


class _Taken:
    """Readings of one source while the bag is read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.stamps: list[int] = []
        self.values: list[list[float]] = []
        self.stampless = False

    def add(self, name: str, kind: str, received: int, message: Any) -> None:
        extract: Extractor = _types(self.source)[kind]
        try:
            values = extract(message, self.source)
        except Error as error:
            where = f"{self.source.topic}, message {len(self.values)}"
            raise Error(f"{name}: {where}: {error}") from None
        if values is None:
            return
        stamp = stamp_of(message) if self.source.stamp == "header" else received
        self.stampless = self.stampless or stamp is None
        self.stamps.append(received if stamp is None else stamp)
        self.values.append(values)

    def signal(self, name: str, origin: int) -> Signal:
        source = self.source
        if not self.values and source.joint:
            what = f"derivative {source.derivative} of joint '{source.joint}'"
            raise Error(f"{name}: {source.topic}: found no message with {what}, expected some")
        remarks: tuple[str, ...] = ()
        if self.stampless:
            remarks = (f"{source.topic} has no stamps of its own, times are those of the bag",)
        times: Numbers = (np.array(self.stamps, dtype=np.int64) - origin) / 1e9
        values: Numbers = np.array(self.values).reshape(len(times), -1) * source.factor
        signal = Signal(source.name, times, values, source.unit, remarks)
        return signal.checked(f"{name}: {source.topic}")


def _types(source: Source) -> dict[str, Extractor]:
    return JOINT_TYPES if source.joint else SENSOR_TYPES


def _check_topic(name: str, reader: Any, source: Source) -> None:
    found = {c.topic: c.msgtype for c in reader.connections}
    if source.topic not in found:
        have = ", ".join(sorted(found)) or "no topics"
        raise Error(f"{name}: found {have}, expected topic '{source.topic}' for {source.name}")
    kinds = {c.msgtype for c in reader.connections if c.topic == source.topic}
    for kind in kinds:
        if kind not in _types(source):
            known = ", ".join(_types(source))
            raise Error(f"{name}: {source.topic}: found type {kind}, expected one of {known}")
    if not sum(c.msgcount for c in reader.connections if c.topic == source.topic):
        raise Error(f"{name}: {source.topic}: found no messages, expected readings")


def _message(name: str, connection: Any, data: bytes, place: int) -> Any:
    try:
        return typestore().deserialize_cdr(data, connection.msgtype)
    except Exception as error:
        where = f"{connection.topic}, message {place}"
        raise Error(
            f"{name}: {where}: found bytes that are no {connection.msgtype} "
            f"({_first_line(error)}), expected one"
        ) from None


def _origin(entries: Sequence[_Taken]) -> int:
    stamps = [min(entry.stamps) for entry in entries if entry.stamps]
    first = min(stamps, default=0)
    return first // _SECOND * _SECOND if first >= _DATE else 0


@contextmanager
def _opened(name: str) -> Iterator[Any]:
    """Open a bag; whatever goes wrong inside the reader becomes one sentence."""
    if not Path(name).exists():
        raise Error(f"{name}: found no such file, expected a rosbag2")
    try:
        with Reader(name) as reader:
            yield reader
    except Error:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise Error(
            f"{name}: found no readable rosbag2 ({_first_line(error)}), expected a folder with "
            "metadata.yaml and all its files, or one complete .mcap or .db3 file"
        ) from None


def _first_line(error: Exception) -> str:
    text = " ".join(str(error).split()).strip().rstrip(".")
    return text[:160] or type(error).__name__
