# SPDX-License-Identifier: Apache-2.0
"""`hod completion`: the script with which a shell completes the command's words."""

from __future__ import annotations

import argparse
import json
import re
from typing import Any

from .arguments import Parser
from .verb import Verb

_FILE = re.compile(r"^F$|FILE|DIR|BAG|DATA|ROBOT|CONFIG|\.[a-z]+$")
"""The placeholder for a file among the words for arguments."""

_SHELLS = ("bash", "zsh", "tcsh")


def _add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))
    parser.add_argument(
        "--json", action="store_true", help="print the script as JSON, with the shell's name"
    )


def run(arguments: argparse.Namespace) -> int:
    import shtab

    script: str = shtab.complete(_described(), shell=arguments.shell)
    if arguments.json:
        script = json.dumps({"shell": arguments.shell, "script": script}, indent=1)
    print(script)
    return 0


def _described() -> Parser:
    """Return the parser of the command with the completions that shells are to offer."""
    import shtab

    from ..experiment import EXPERIMENTS
    from .main import make_parser, verbs

    parser = make_parser()
    known: Any = next(action for action in parser._actions if action.dest == "verb")
    for name, verb in verbs().items():
        of_verb = known.choices[name]
        of_verb.description = verb.summary
        for action in of_verb._actions:
            if _FILE.search(str(action.metavar)):
                action.complete = shtab.FILE
            if (name, action.dest) == ("experiment", "name"):
                action.choices = list(EXPERIMENTS)
    return parser


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
