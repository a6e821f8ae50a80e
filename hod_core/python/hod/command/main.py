# SPDX-License-Identifier: Apache-2.0
"""The command `hod`: finds the verb, runs it, and turns what goes wrong into a sentence."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from .. import Error, __version__
from . import bench, energies, experiment, fit, forces, generate, info, mass, replay
from .arguments import Parser
from .report import say

# Each verb's module has add_parser(subparsers) and run(arguments) -> exit code, and imports what is
# slow to import only in run().
_VERBS = (forces, energies, info, mass, fit, replay, generate, experiment, bench)

_EXTRAS = {"matplotlib": "plots", "rosbags": "bags"}

_INTERRUPTED = 130
_BROKEN_PIPE = 141
_TERMINATED = 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    signal.signal(signal.SIGTERM, _terminate)
    chosen = _parser().parse_args(arguments)
    if os.environ.get("HOD_TRACEBACK"):
        return int(chosen.run(chosen))
    try:
        return int(chosen.run(chosen))
    except Error as error:
        say(str(error))
    except BrokenPipeError:
        return _leave_stdout(_BROKEN_PIPE)
    except OSError as error:
        say(
            f"{error.filename or 'stdout'}: found {error.strerror}, expected to read or write there"
        )
        return _leave_stdout(1)
    except KeyboardInterrupt:
        say("interrupted, nothing was written")
        return _leave_stdout(_INTERRUPTED)
    except Exception as error:
        say(_surprise(error))
    return 1


def _surprise(error: Exception) -> str:
    """Say what is missing, or that nobody thought of what happened."""
    extra = _EXTRAS.get(error.name or "") if isinstance(error, ModuleNotFoundError) else None
    if extra is not None:
        return f"{error}, expected what pip install 'hod[{extra}]' brings"
    return f"found no way to go on ({error!r}), HOD_TRACEBACK=1 shows where"


def _parser() -> Parser:
    parser = Parser(
        prog="hod", description="Joint forces, their time derivatives and acceleration energies."
    )
    parser.add_argument("--version", action="version", version=f"hod {__version__}")
    verbs: argparse._SubParsersAction[Parser] = parser.add_subparsers(
        title="verbs", metavar="VERB", required=True
    )
    for verb in _VERBS:
        verb.add_parser(verbs).set_defaults(run=verb.run)
    return parser


def _leave_stdout(code: int) -> int:
    """Keep the interpreter from writing to a stdout that no longer takes anything."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(_TERMINATED)


if __name__ == "__main__":
    sys.exit(main())
