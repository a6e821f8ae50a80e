# SPDX-License-Identifier: Apache-2.0
"""Replays many recordings in many processes, locally or on a Dask cluster."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Any

import numpy as np

from .._core import Error, forces
from ..output import output
from .fit import Fit, fit
from .fit_settings import FitSettings, is_bag, read_fit_settings, read_recording
from .replay import refuse_to_replace, refuse_to_view, replay

Row = dict[str, Any]
"""Result of a recording: `bag`, `error` (empty if all went well) and figures."""

_RECORD = "replay.json"
SUMMARIES = ("summary.csv", "summary.parquet")


@dataclass(frozen=True)
class Task:
    """A recording, how to read it, and the folder for its results."""

    name: str
    bag: str
    config: str
    folder: str
    view_rate: float | None = None
    """Rate of messages in replay.mcap, 1/s; None for no such file."""

    @property
    def record(self) -> Path:
        """The file that is written last: with it, the folder is complete."""
        return Path(self.folder) / _RECORD

    def run(self) -> Row:
        """Replay the recording unless it is complete and unchanged; never raise Error."""
        try:
            settings = read_fit_settings(self.config, is_bag=is_bag(self.bag))
            key = _key(self.bag, settings, self.view_rate)
            done = self.finished(key)
            if done is not None:
                return done
            refuse_to_replace(self.bag, self.config, self.folder)
            recording = read_recording(self.bag, settings)
            if self.view_rate is not None:
                refuse_to_view(recording, settings)
            found = fit(recording, settings)
            made = replay(found, Path(self.folder), self.view_rate)
            row = {"bag": self.name, "error": "", **figures(found)}
            files = self._stats(path.name for path in made)
            with output(self.record) as file:
                record = {"key": key, "files": files, "row": row}
                file.write(json.dumps(record, indent=1).encode())
        except Error as error:
            return {"bag": self.name, "error": str(error)}
        except OSError as error:
            return {"bag": self.name, "error": f"{error.filename or self.bag}: {error.strerror}"}
        return row

    def finished(self, key: str) -> Row | None:
        """Return the previous result, if it has the same key and is still present."""
        try:
            record = json.loads(self.record.read_bytes())
            files = record["files"]
            is_done = record["key"] == key and files == self._stats(files)
            return dict(record["row"]) if is_done else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _stats(self, names: Iterable[str]) -> dict[str, list[int]]:
        """Return sizes and dates of files in the folder, which reveal changes."""
        stats = {name: (Path(self.folder) / name).stat() for name in names}
        return {name: [stat.st_size, stat.st_mtime_ns] for name, stat in stats.items()}


def find_tasks(
    bags: Sequence[str], config: str, out: str, view_rate: float | None = None
) -> list[Task]:
    """Return a task for every bag, and for every bag below a folder that is not a bag itself."""
    tasks: dict[str, Task] = {}
    for given in bags:
        for name, bag in _bags_of(given):
            task = Task(name, bag, config, str(Path(out) / name), view_rate)
            other = tasks.setdefault(name, task)
            if other.bag != bag:
                raise Error(
                    f"found two recordings called {name}: {other.bag} and {bag}, expected one"
                )
    return [tasks[name] for name in sorted(tasks)]


def _bags_of(given: str) -> Iterator[tuple[str, str]]:
    path = Path(given)
    if not path.exists():
        raise Error(f"{given}: found no such file, expected a recording, or a folder of some")
    if not path.is_dir() or _is_one(path):
        yield path.resolve().stem if path.is_file() else path.resolve().name, given
        return
    found = sorted({file.parent for file in path.rglob("metadata.yaml")})
    inside = set(found)
    found += sorted(
        file
        for kind in ("*.mcap", "*.db3")
        for file in path.rglob(kind)
        if file.parent not in inside
    )
    if not found:
        raise Error(f"{given}: found no rosbag2 in this folder, expected at least one")
    for bag in found:
        relative = bag.relative_to(path)
        yield str(relative if bag.is_dir() else relative.with_suffix("")), str(bag)


def _is_one(folder: Path) -> bool:
    return (folder / "metadata.yaml").is_file()


def _key(bag: str, settings: FitSettings, view_rate: float | None) -> str:
    """Return a key of the recording (sizes and dates), settings, robot and version."""
    from .. import __version__

    path = Path(bag)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    stats = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    text = Path(settings.path).read_text("utf-8")
    parts = [__version__, stats, text, settings.urdf, view_rate]
    return hashlib.sha256(pickle.dumps((parts, settings.robot))).hexdigest()


def figures(found: Fit) -> Row:
    """Return the figures of a recording for the summary table."""
    robot = found.settings.robot
    order = min(2, found.settings.orders - 2)
    torques = np.abs(forces(robot, found.motion, order, found.times)).max(axis=0)
    row: Row = {
        "start": float(found.times[0]),
        "end": float(found.times[-1]),
        "instants": len(found.times),
        "warnings": len(found.warnings),
    }
    for residual in found.residuals:
        row[f"{residual.name}.residual"] = float(np.sqrt(np.mean(residual.values**2)))
    for column, joint in enumerate(robot.joint_names):
        for k in range(order + 1):
            row[f"{joint}.largest_{'d' + str(k) if k else ''}Q"] = float(torques[k, column])
    return row


def run_here(tasks: Sequence[Task], jobs: int) -> Iterator[Row]:
    """Yield a row per task as they complete, from this many processes.

    If a process dies (for lack of memory, say), no other result is lost: all tasks that were
    running then are retried, one at a time.
    """
    waiting, suspects = list(tasks), list[Task]()
    running: dict[Future[Row], Task] = {}
    while waiting:
        pool = _pool(jobs)
        try:
            yield from _run_in(pool, waiting, running, jobs)
        except BrokenProcessPool:
            suspects += running.values()
            running.clear()
        finally:
            _stop(pool)
    for task in suspects:
        with _pool(1) as pool:
            try:
                yield _submitted(pool, task).result()
            except BrokenProcessPool:
                yield {"bag": task.name, "error": f"{task.bag}: its process was killed"}


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_end_with_the_command
    )


def _end_with_the_command() -> None:
    """End this process immediately when its parent has ended.

    Otherwise a killed command would leave processes behind that collide with the next one.
    """
    command = parent_process()
    assert command is not None

    def watch(sentinel: int) -> None:
        connection.wait([sentinel])
        os._exit(1)

    Thread(target=watch, args=(command.sentinel,), daemon=True).start()


def _run_in(
    pool: ProcessPoolExecutor, waiting: list[Task], running: dict[Future[Row], Task], jobs: int
) -> Iterator[Row]:
    """Run the waiting tasks; if the pool breaks, `running` holds those that were running."""
    while waiting or running:
        while waiting and len(running) < jobs:
            running[_submitted(pool, waiting[0])] = waiting[0]
            waiting.pop(0)
        done, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
        for future in done:
            row = future.result()
            del running[future]
            yield row


def _submitted(pool: ProcessPoolExecutor, task: Task) -> Future[Row]:
    """Submit a task to processes that ignore Ctrl-C: the command handles it and ends them."""
    with _ctrl_c_later():
        return pool.submit(task.run)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Block SIGINT while the block runs; processes started by it never receive it.

    Other threads may receive it meanwhile, and Python handles it in this one: a process interrupted
    during its start would print a traceback.
    """
    heard: list[int] = []
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    is_main = current_thread() is main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if is_main else 0
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes immediately."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)


def run_on(scheduler: str, tasks: Sequence[Task]) -> Iterator[Row]:
    """Yield a row per task from a Dask cluster with the same files; lost workers only cost time."""
    import distributed

    connect: Any = distributed.Client
    as_completed: Any = distributed.as_completed
    by_key = {f"hod-{task.name}": task for task in tasks}
    try:
        client = connect(scheduler, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise Error(f"{scheduler}: found no Dask scheduler ({reason}), expected one") from None
    with client:
        futures = [
            client.submit(task.run, key=key, pure=False, retries=3) for key, task in by_key.items()
        ]
        for future in as_completed(futures):
            try:
                yield future.result()
            except Exception as error:
                task = by_key[future.key]
                reason = " ".join(str(error).split())[:160]
                yield {
                    "bag": task.name,
                    "error": f"{task.bag}: the cluster gave up on it ({reason})",
                }


def write_summary(out: Path, rows: Sequence[Row]) -> None:
    """Write summary.csv and summary.parquet, one row per recording."""
    import pyarrow
    from pyarrow import csv, parquet

    rows = sorted(rows, key=lambda row: str(row["bag"]))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    table = pyarrow.table({name: [row.get(name) for row in rows] for name in columns})
    writers: tuple[Callable[[Any, Any], object], ...] = (csv.write_csv, parquet.write_table)
    for name, write in zip(SUMMARIES, writers, strict=True):
        buffer = pyarrow.BufferOutputStream()
        write(table, buffer)
        with output(out / name) as file:
            file.write(buffer.getvalue().to_pybytes())


def clear_scratch(out: Path) -> None:
    """Remove temporary folders of killed processes."""
    for folder in out.rglob(".hod_*"):
        shutil.rmtree(folder, ignore_errors=True)
