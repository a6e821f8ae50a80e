# SPDX-License-Identifier: Apache-2.0
"""Calls the bindings with whatever comes to hand: `random_misuse.py SEED COUNT`.

A program of its own, so that a crash has an exit code and a hang a time limit. Every call leaves a
line in `calls.log` of the present folder before it is made.
"""

from __future__ import annotations

import faulthandler
import inspect
import random
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import hod
import hod._core as core
from robots import ARM

LIMIT = 30.0
"""Seconds that a call may take."""
ANSWERS = (TypeError, ValueError, AttributeError, LookupError, OverflowError, OSError)
"""What bad arguments may raise; MemoryError, SystemError or RuntimeError would be findings."""
LEFT_OUT = {"Error", "OutputFile"}
"""What would write files wherever a random name says."""


def text_values() -> list[Any]:
    return [
        "",
        "elbow",
        "hand",
        "base",
        "q",
        "\0",
        "\ud800",
        "x" * 5000,
        "{}",
        "[1",
        "*a",
        "<robot/>",
    ]


def numbers() -> list[Any]:
    inf = float("inf")
    return [
        0,
        1,
        2,
        3,
        -1,
        7,
        10**6,
        2**31,
        2**63,
        -(2**63) - 1,
        0.0,
        1.0,
        0.5,
        1e308,
        5e-324,
        inf,
        np.nan,
    ]


def arrays(rng: random.Random) -> list[Any]:
    shape = tuple(rng.choice([0, 1, 2, 3, 5, 6, 9]) for _ in range(rng.randrange(4)))
    fill = rng.choice([0.0, 1.0, -2.5, 1e300, np.nan])
    plain = np.full(shape, fill)
    return [
        plain,
        plain.astype(rng.choice(["f4", "i8", "u1", "?"]), casting="unsafe"),
        plain.T,
        np.full(shape, None),
        np.full(shape, 1j),
        plain.tolist(),
        np.zeros((5, 3)),
        np.zeros((2, 5, 3)),
        np.arange(5.0),
    ]


class Pool:
    """Arguments, among them everything that calls have returned so far."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        robot = hod.Robot.from_urdf(ARM)
        bare = hod.Robot.from_urdf("<robot name='r'><link name='base'/></robot>")
        self.made: list[Any] = [robot, robot, bare, core.Workspace(robot, 2), core.BaseMotion()]
        self.made.append(core.parse_motion(b"time,elbow.q\n0,1\n1,2\n", "m.csv"))

    def value(self) -> Any:
        kind = self._rng.randrange(12)
        if kind == 0:
            return self._rng.choice([None, object(), {}, [], (), b"time,a.q\n0,1\n", print, True])
        if kind < 3:
            return self._rng.choice(numbers())
        if kind == 3:
            return self._rng.choice(text_values())
        if kind < 8:
            return self._rng.choice(arrays(self._rng))
        return self._rng.choice(self.made)

    def keep(self, value: Any) -> None:
        if value is not None and len(self.made) < 200:
            self.made.append(value)
        elif value is not None:
            self.made[self._rng.randrange(6, 200)] = value


def callables(thing: Any) -> list[tuple[str, Callable[..., Any]]]:
    found = []
    for name in dir(thing):
        if name.startswith("_") or name in LEFT_OUT:
            continue
        value = getattr(thing, name)
        if callable(value):
            found.append((name, value))
    return found


def arity(call: Callable[..., Any]) -> int:
    """As many arguments as the first signature in the docstring has, or three."""
    text = (inspect.getdoc(call) or "").partition("(")[2].partition(")")[0]
    return text.count(":") if text else 3


def one_call(rng: random.Random, pool: Pool, log: Any) -> None:
    own = [made for made in pool.made if type(made).__module__.startswith("hod")]
    thing: Any = core if rng.randrange(3) else rng.choice(own)
    calls = callables(thing)
    if not calls:
        return
    name, call = rng.choice(calls)
    arguments = [pool.value() for _ in range(max(0, arity(call) + rng.choice([0, 0, 0, -1, 1])))]
    log.write(f"{type(thing).__name__}.{name}{[repr(a)[:80] for a in arguments]}\n")
    log.flush()
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    try:
        pool.keep(call(*arguments))
    except ANSWERS as error:
        assert str(error) != "" or not isinstance(error, hod.Error), f"{name}: an empty sentence"
    finally:
        faulthandler.cancel_dump_traceback_later()


def main(seed: int, count: int) -> None:
    faulthandler.enable()
    warnings.simplefilter("ignore")
    rng = random.Random(seed)
    pool = Pool(rng)
    with Path("calls.log").open("w", errors="backslashreplace") as log:
        for _ in range(count):
            one_call(rng, pool, log)
    print(f"{count} calls")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
