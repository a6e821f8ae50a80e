# SPDX-License-Identifier: Apache-2.0
"""Runs work that releases the interpreter lock on all cores."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_threads(work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """Yield the result of the work on every item, in order; few results are queued.

    A consumer that stops early or is interrupted waits only for results in progress.
    """
    if len(items) < 2:
        yield from map(work, items)
        return
    cores = os.cpu_count() or 1
    pool = ThreadPoolExecutor(cores)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > 2 * cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
