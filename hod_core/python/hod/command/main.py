# SPDX-License-Identifier: Apache-2.0
"""The command `hod`: finds the verb, runs it, and turns errors into sentences."""

from __future__ import annotations

import argparse
import ctypes
import errno
import io
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from .. import Error, __version__
from .arguments import Parser, nearest
from .interruption import INTERRUPTED, leave, watch
from .report import begin, complain
from .verb import Verb

_GROUPS = {
    "a robot along a motion": ("forces", "energies", "reactions", "kinematics", "momentum"),
    "a robot": ("info", "mass", "equations"),
    "a recording": ("fit", "replay", "generate"),
    "views, examples and tools": ("view", "experiment", "bench", "completion"),
}
"""The verbs, each a module of this package."""

_EXTRAS = {
    "bokeh": "plots",
    "distributed": "cluster",
    "matplotlib": "plots",
    "pyarrow": "tables",
    "rosbags": "bags",
    "shtab": "all",
    "sympy": "equations",
}

_BROKEN_PIPE = 141
_MMAP_THRESHOLD = -3  # of mallopt()
_LARGE = 8 << 20  # bytes


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    _show_every_letter()
    if arguments is None:
        _give_memory_back()
        watch()
        arguments = sys.argv[1:]
    try:
        return _run(arguments)
    except KeyboardInterrupt as interruption:
        leave()
        if os.environ.get("HOD_TRACEBACK"):
            raise
        complain(str(interruption) or "interrupted, nothing was written")
        return _leave_stdout(INTERRUPTED)
    finally:
        leave()


def _answer(arguments: Sequence[str]) -> int:
    if not arguments:
        print(overview())
        return 0
    chosen = make_parser(arguments).parse_args(arguments)
    begin(quiet=chosen.quiet)
    return int(chosen.run(chosen))


def _show_every_letter() -> None:
    """On an ASCII-only terminal, escape other characters instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _give_memory_back() -> None:
    """Return the memory of large tables to the system as soon as each is done.

    The GNU C library soon retains blocks below 32 MiB for later use: half a gigabyte of unused
    memory for recordings of ten minutes.
    """
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def _run(arguments: Sequence[str]) -> int:
    """Run the verb, and turn any error into a sentence."""
    if os.environ.get("HOD_TRACEBACK"):
        return _answer(arguments)
    try:
        try:
            return _answer(arguments)
        finally:
            sys.stdout.flush()  # otherwise the interpreter reports the error itself at exit
    except Error as error:
        complain(str(error))
    except BrokenPipeError:
        return _leave_stdout(_BROKEN_PIPE)
    except OSError as error:
        found = "it closed" if error.errno == errno.EBADF else error.strerror
        complain(f"{error.filename or 'stdout'}: found {found}, expected to read or write there")
        return _leave_stdout(1)
    except MemoryError:
        complain("found too little memory, expected more, or a shorter motion or a lower rate")
    except Exception as error:
        complain(_surprise(error))
    return 1


def verbs() -> dict[str, Verb]:
    """Return all verbs by name."""
    names = [name for group in _GROUPS.values() for name in group]
    return {name: import_module(f"{__package__}.{name}").VERB for name in names}


def overview() -> str:
    """Return an overview of the command, shown without arguments."""
    known = verbs()
    width = max(map(len, known))
    lines = [f"hod {__version__}: joint forces, their time derivatives and acceleration energies"]
    for title, names in _GROUPS.items():
        lines += ["", f"{title}:"]
        for name in names:
            start = f"  {name.ljust(width)}  "
            lines += textwrap.wrap(
                known[name].summary,
                max(shutil.get_terminal_size().columns, 40),
                initial_indent=start,
                subsequent_indent=" " * len(start),
            )
    lines += ["", "hod VERB --help shows the arguments of a verb, with examples. To get started:"]
    lines += ["  hod experiment fanuc_lrmate --out report"]
    return "\n".join(lines)


def make_parser(given: Sequence[str] = ()) -> Parser:
    """Return the parser of the whole command, which rejects unknown verbs."""
    parser = Parser(
        prog="hod",
        usage="hod VERB ...",
        description="Joint forces, their time derivatives and acceleration energies.",
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_Overview, help="show this list")
    parser.add_argument("--version", action="version", version=f"hod {__version__}")
    known = verbs()
    if given and not given[0].startswith("-") and given[0] not in known:
        expected = nearest(given[0], known) or f"one of {', '.join(known)}"
        parser.error(f"found verb {given[0]!r}, expected {expected}")
    choices: argparse._SubParsersAction[Parser] = parser.add_subparsers(
        prog="hod", dest="verb", metavar="VERB", required=True
    )
    for name, verb in known.items():
        verb.add_to(choices, name)
    return parser


class _Overview(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(overview())
        parser.exit(0)


def _surprise(error: Exception) -> str:
    """Return what is missing, or a sentence about an unexpected error."""
    extra = _EXTRAS.get(error.name or "") if isinstance(error, ModuleNotFoundError) else None
    if extra is not None:
        return f"{error}, expected the packages of pip install 'hod[{extra}]'"
    return f"found an unexpected error ({error!r}), set HOD_TRACEBACK=1 to see where"


def _leave_stdout(code: int) -> int:
    """Keep the interpreter from writing to a closed stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


if __name__ == "__main__":
    sys.exit(main())
