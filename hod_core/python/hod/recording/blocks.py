# SPDX-License-Identifier: Apache-2.0
"""Messages of a bag in blocks of thousands, as stored in its files.

Read one by one in Python, ten minutes of seven topics at 1 kHz would take longer than the fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rosbags.rosbag2.storage_mcap import McapReader, decompress
from rosbags.rosbag2.storage_sqlite3 import Sqlite3Reader

from .._core import Error

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]

_BYTES = 8 << 20  # of a block, about
_MESSAGES = 8192  # of a block where their size is not known before
_MESSAGE, _MESSAGE_INDEX = 0x05, 0x07  # MCAP's records
_RECORD, _MESSAGE_HEAD = 9, 22  # bytes of operation code and length, of what precedes the data


@dataclass(frozen=True)
class Block:
    """Messages of one topic and type."""

    topic: str
    kind: str
    received: Places
    """In ns."""
    data: Bytes
    """Bytes of all messages, and possibly of others."""
    starts: Places
    """Place of each message in the data."""
    lengths: Places

    def __len__(self) -> int:
        return len(self.received)

    def message(self, i: int) -> bytes:
        start = int(self.starts[i])
        return self.data[start : start + int(self.lengths[i])].tobytes()


def blocks_of(reader: Any, topics: Sequence[str]) -> Iterator[Block]:
    """Yield the messages of some topics, for each topic in the order of the files."""
    folder = reader.storage
    for storage in getattr(folder, "storages", [folder]):
        wanted = [c for c in storage.connections if c.topic in topics]
        if folder.metadata.compression_mode == "message" or not wanted:
            continue
        if isinstance(storage, McapReader) and _is_indexed(storage):
            yield from _mcap(storage, wanted)
        elif isinstance(storage, Sqlite3Reader):
            yield from _sqlite(storage, wanted)
        else:
            yield from _one_by_one(storage, wanted)
    if folder.metadata.compression_mode == "message":
        yield from _one_by_one(reader, [c for c in reader.connections if c.topic in topics])


def numbers_at(data: Bytes, places: Places, kind: str) -> Any:
    """Return the numbers at some places among bytes, aligned or not."""
    size = np.dtype(kind).itemsize
    everywhere: Any = np.ndarray(max(len(data) - size + 1, 0), kind, data, strides=(1,))
    return everywhere[places]


def _one_by_one(storage: Any, wanted: Sequence[Any]) -> Iterator[Block]:
    messages = iter(storage.messages(wanted))
    names = {c.id: (c.topic, c.msgtype) for c in wanted}
    while rows := list(islice(messages, _MESSAGES)):
        yield from _by_topic(names, [(c.id, received, data) for c, received, data in rows])


def _sqlite(storage: Any, wanted: Sequence[Any]) -> Iterator[Block]:
    ids = ",".join(str(int(c.id)) for c in wanted)
    names = {c.id: (c.topic, c.msgtype) for c in wanted}
    query = f"SELECT topic_id, timestamp, data FROM messages WHERE topic_id IN ({ids})"
    _refuse_cut(storage)
    messages = storage.dbconn.execute(query)
    while rows := list(islice(messages, _MESSAGES)):
        yield from _by_topic(names, rows)


def _refuse_cut(storage: Any) -> None:
    """Reject a truncated file, which may have all messages but lack an index at its end."""
    (pages,), (size,) = (
        storage.dbconn.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size")
    )
    found = storage.path.stat().st_size
    if found < pages * size:
        raise Error(f"{storage.path}: found {found} bytes, expected {pages * size}: it was cut off")


def _by_topic(
    names: dict[int, tuple[str, str]], rows: Sequence[tuple[int, int, bytes]]
) -> Iterator[Block]:
    """Group messages by topic."""
    topics = np.fromiter(map(itemgetter(0), rows), np.int64, len(rows))
    received = np.fromiter(map(itemgetter(1), rows), np.int64, len(rows))
    texts = [row[2] for row in rows]
    lengths = np.fromiter(map(len, texts), np.int64, len(rows))
    data = np.frombuffer(b"".join(texts), np.uint8)
    starts = np.cumsum(lengths) - lengths
    for topic, (name, kind) in names.items():
        own = topics == topic
        if own.any():
            yield Block(name, kind, received[own], data, starts[own], lengths[own])


def _is_indexed(storage: Any) -> bool:
    """Whether the index of every chunk exists and names all messages."""
    counts = [sum(chunk.channel_count.values()) for chunk in storage.chunks]
    return bool(sum(counts) == storage.statistics.message_count and sum(counts))


def _mcap(storage: Any, wanted: Sequence[Any]) -> Iterator[Block]:
    """Find messages by the index that follows every chunk."""
    ids = {c.id for c in wanted}
    chunks = [chunk for chunk in storage.chunks if ids & set(chunk.message_index_offsets)]
    while chunks:
        size, count = 0, 0
        while count < len(chunks) and size < _BYTES:
            size += chunks[count].uncompressed_size
            count += 1
        yield from _mcap_blocks(storage, chunks[:count], wanted)
        del chunks[:count]


def _mcap_blocks(storage: Any, chunks: Sequence[Any], wanted: Sequence[Any]) -> Iterator[Block]:
    texts: list[bytes] = []
    places: dict[int, list[Places]] = {c.id: [] for c in wanted}
    size = 0
    for chunk in chunks:
        texts.append(_chunk_bytes(storage, chunk))
        for channel, index in _indices(storage, chunk):
            if channel in places:
                places[channel].append(index[:, 1] + size)
        size += len(texts[-1])
    data = np.frombuffer(b"".join(texts), np.uint8)
    for connection in wanted:
        if places[connection.id]:
            offsets = np.concatenate(places[connection.id])
            yield _mcap_block(storage, connection, data, offsets)


def _chunk_bytes(storage: Any, chunk: Any) -> bytes:
    storage.bio.seek(chunk.chunk_start_offset + _RECORD + 24)
    crc = int.from_bytes(storage.bio.read(4), "little")
    storage.bio.seek(chunk.chunk_start_offset + _RECORD + 40 + len(chunk.compression))
    packed = storage.bio.read(chunk.compressed_size)
    return bytes(decompress(packed, chunk.compression, chunk.uncompressed_size, crc))


def _indices(storage: Any, chunk: Any) -> Iterator[tuple[int, Places]]:
    """Yield channels and (time, place in the chunk) of their messages."""
    start = chunk.chunk_start_offset + chunk.chunk_length
    storage.bio.seek(start)
    records = storage.bio.read(chunk.message_index_length)
    for offset in chunk.message_index_offsets.values():
        place = offset - start
        head = records[place : place + _RECORD + 6]
        size = int.from_bytes(head[_RECORD + 2 :], "little")
        first = place + len(head)
        if place < 0 or len(head) < _RECORD + 6 or head[0] != _MESSAGE_INDEX or size % 16:
            raise Error(f"{storage.path}: found a damaged index of messages, expected a whole one")
        index = np.frombuffer(records[first : first + size], "<u8").reshape(-1, 2)
        ordered = index[np.argsort(index[:, 1], kind="stable")].astype(np.int64)
        yield int.from_bytes(head[_RECORD : _RECORD + 2], "little"), ordered


def _mcap_block(storage: Any, connection: Any, data: Bytes, offsets: Places) -> Block:
    heads = _RECORD + _MESSAGE_HEAD
    if not (offsets.min() >= 0 and offsets.max() + heads <= len(data)):
        raise Error(f"{storage.path}: found an index of messages beyond its chunk, expected within")
    lengths = numbers_at(data, offsets + 1, "<u8").astype(np.int64) - _MESSAGE_HEAD
    received = numbers_at(data, offsets + _RECORD + 6, "<u8").astype(np.int64)
    channels = numbers_at(data, offsets + _RECORD, "<u2")
    starts = offsets + heads
    fits = (lengths >= 0) & (lengths <= len(data) - starts) & (data[offsets] == _MESSAGE)
    if not (fits & (channels == connection.id)).all():
        raise Error(f"{storage.path}: found an index that leads to no message, expected one")
    return Block(connection.topic, connection.msgtype, received, data, starts, lengths)
