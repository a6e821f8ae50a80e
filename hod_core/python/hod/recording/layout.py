# SPDX-License-Identifier: Apache-2.0
"""Where readings are in the bytes of a message, so that thousands are read at once.

Messages of one topic mostly contain the same names and therefore have the same layout: it is
determined from one message and holds for all that agree with it in every byte that affects it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arrays import Numbers
from .blocks import Block, Places, numbers_at
from .messages import (
    MISSING,
    PADDING,
    Extractor,
    accel,
    accel_stamped,
    float64,
    imu,
    joint_state,
)
from .source import Source

_STAMP = 4, 12  # bytes of a header's stamp
_LITTLE_ENDIAN = b"\x00\x01"
_MOST_LAYOUTS = 16  # among messages of one length


@dataclass(frozen=True)
class Layout:
    """Layout of a message."""

    doubles: tuple[int, ...]
    """Places of the readings."""
    fixed: tuple[tuple[int, int], ...]
    """Byte ranges (from, to) that must be the same in another message."""
    end: int
    """Length of the whole message."""
    frame: str = ""
    """Frame of the message."""
    covariance: int | None = None
    """Place of a number that states whether the readings are valid."""


class _Cursor:
    """Walks through a CDR message; alignment is relative to the end of its first four bytes."""

    def __init__(self, message: bytes, place: int) -> None:
        self._message, self.place = message, place

    def count(self) -> int:
        """Return the number with which strings and sequences begin."""
        self.place += -self.place % 4 + 4
        if self.place > len(self._message):
            raise ValueError
        return int.from_bytes(self._message[self.place - 4 : self.place], "little")

    def string(self) -> str:
        size = self.count()
        self.place += size
        return self._message[self.place - size : self.place - 1].decode()

    def doubles(self, count: int) -> int:
        """Return the place of the next numbers and skip them."""
        if count:
            self.place += (4 - self.place) % 8
        self.place += 8 * count
        return self.place - 8 * count


def _behind_frame(message: bytes) -> tuple[_Cursor, tuple[int, int], str]:
    """Return a cursor after the header, the bytes of its frame, and the frame."""
    cursor = _Cursor(message, _STAMP[1])
    frame = cursor.string()
    return cursor, (_STAMP[1], cursor.place), frame


def _vector(source: Source, place: int) -> tuple[int, ...]:
    return tuple(place + 8 * i for i in source.components)


def _imu(message: bytes, source: Source) -> Layout:
    cursor, taken, frame = _behind_frame(message)
    cursor.doubles(4 + 9)
    turning, turning_covariance = cursor.doubles(3), cursor.doubles(9)
    felt, felt_covariance = cursor.doubles(3), cursor.doubles(9)
    place, covariance = felt, felt_covariance
    if source.angular:
        place, covariance = turning, turning_covariance
    return Layout(_vector(source, place), (taken,), cursor.place, frame, covariance)


def _accel_stamped(message: bytes, source: Source) -> Layout:
    cursor, taken, frame = _behind_frame(message)
    place = cursor.doubles(6)
    return Layout(_vector(source, place), (taken,), cursor.place, frame)


def _accel(_message: bytes, source: Source) -> Layout:
    return Layout(_vector(source, 4), (), 4 + 6 * 8)


def _float64(_message: bytes, _source: Source) -> Layout:
    return Layout((4,), (), 4 + 8)


def _joint_state(message: bytes, source: Source) -> Layout | None:
    cursor, taken, frame = _behind_frame(message)
    begin = cursor.place
    names = [cursor.string() for _ in range(cursor.count())]
    fixed = [taken, (begin, cursor.place)]
    places, counts = [], []
    for _ in range(3):
        counts.append(cursor.count())
        fixed.append((cursor.place - 4, cursor.place))
        places.append(cursor.doubles(counts[-1]))
    field = 2 if source.effort else source.derivative
    if names.count(source.joint) != 1 or (source.derivative > 1 and not source.effort):
        return None
    index = names.index(source.joint)
    if index >= counts[field]:
        return None
    return Layout((places[field] + 8 * index,), tuple(fixed), cursor.place, frame)


_LAYOUTS: dict[Extractor, Callable[[bytes, Source], Layout | None]] = {
    imu: _imu,
    accel_stamped: _accel_stamped,
    accel: _accel,
    float64: _float64,
    joint_state: _joint_state,
}
_STAMPED = (imu, accel_stamped, joint_state)


@dataclass(frozen=True)
class Found:
    """Readings of some messages of a block."""

    rows: Places
    """Indices of the messages."""
    stamps: Places | None
    """Stamps of their headers in ns, None without a header."""
    values: Numbers
    """(messages, components)"""
    frame: str
    """Their frame."""


def read_at_once(block: Block, extract: Extractor, source: Source) -> Iterator[Found]:
    """Yield what can be read without examining single messages; the rest is missing."""
    find = _LAYOUTS.get(extract)
    if find is None:
        return
    for length in np.unique(block.lengths):
        rows = np.flatnonzero(block.lengths == length)
        for _ in range(_MOST_LAYOUTS):
            if not len(rows):
                break
            first = block.message(int(rows[0]))
            layout = _layout(first, find, source)
            if layout is None:
                rows = rows[1:]
                continue
            alike = _agree(block, rows, ((0, 2), *layout.fixed), first)
            if layout.covariance is not None:
                place = block.starts[rows[alike]] + layout.covariance
                is_missing = numbers_at(block.data, place, "<f8") == MISSING
                if is_missing.any():
                    return  # reading them one by one reports it
            yield _found(block, rows[alike], layout, extract in _STAMPED)
            rows = rows[~alike]


def _layout(
    message: bytes, find: Callable[[bytes, Source], Layout | None], source: Source
) -> Layout | None:
    try:
        layout = find(message, source) if message.startswith(_LITTLE_ENDIAN) else None
    except (ValueError, UnicodeDecodeError):
        return None
    fits = layout is not None and layout.end <= len(message) <= layout.end + PADDING
    return layout if fits else None


def _found(block: Block, rows: Places, layout: Layout, has_stamp: bool) -> Found:
    starts = block.starts[rows]
    values = [numbers_at(block.data, starts + place, "<f8") for place in layout.doubles]
    stamps = _stamps(block, starts) if has_stamp else None
    return Found(rows, stamps, np.column_stack(values), layout.frame)


def _agree(
    block: Block, rows: Places, fixed: tuple[tuple[int, int], ...], first: bytes
) -> NDArray[np.bool_]:
    """Compare bytes, eight at once where there are as many."""
    good = np.ones(len(rows), dtype=bool)
    starts, pattern = block.starts[rows], np.frombuffer(first, np.uint8)
    for begin, end in fixed:
        size = next(size for size in (8, 4, 2, 1) if size <= max(end - begin, 1))
        for place in range(begin, end, size):
            there = min(place, end - size)  # the last ones overlap
            kind = f"<u{size}"
            same = numbers_at(pattern, np.array([there]), kind)
            good &= numbers_at(block.data, starts + there, kind) == same
    return good


def _stamps(block: Block, starts: Places) -> Places:
    seconds = numbers_at(block.data, starts + _STAMP[0], "<i4").astype(np.int64)
    rest = numbers_at(block.data, starts + _STAMP[0] + 4, "<u4").astype(np.int64)
    total: Places = seconds * 1_000_000_000 + rest
    return total
