# SPDX-License-Identifier: Apache-2.0
"""`hod completion`: what a shell needs to complete the command's words."""

from __future__ import annotations

import argparse
import re
from typing import Any

from .arguments import Parser
from .verb import Verb

_FILE = re.compile(r"^F$|FILE|DIR|BAG|DATA|ROBOT|CONFIG|\.[a-z]+$")
"""What stands for a file among the words for arguments."""

_SHELLS = ("bash", "zsh", "tcsh")


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def run(arguments: argparse.Namespace) -> int:
    import shtab

    from .main import make_parser, verbs

    parser = make_parser()
    known: Any = next(action for action in parser._actions if action.dest == "verb")
    for name in verbs():
        for action in known.choices[name]._actions:
            if _FILE.search(str(action.metavar)):
                action.complete = shtab.FILE
    print(shtab.complete(parser, shell=arguments.shell))
    return 0


VERB = Verb(
    summary="a script that lets the shell complete verbs, options and files",
    description="Prints a script for bash, zsh or tcsh.",
    examples=(
        ("bash", "completion bash > ~/.local/share/bash-completion/completions/hod"),
        ("zsh", 'completion zsh > "${fpath[1]}/_hod"'),
    ),
    add_arguments=_add_arguments,
    run=run,
)
