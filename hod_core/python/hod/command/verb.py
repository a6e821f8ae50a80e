# SPDX-License-Identifier: Apache-2.0
"""A verb of the command: its words, its arguments and its action."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from .arguments import Parser


@dataclass(frozen=True)
class Verb:
    """A verb; its module `hod.command.<name>` names it VERB and does slow imports in run()."""

    summary: str
    """One line for the list of verbs."""
    description: str
    examples: tuple[tuple[str, str], ...]
    """Pairs of a purpose and its command line, without the word hod."""
    add_arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    """Returns the exit code."""

    def add_to(self, verbs: argparse._SubParsersAction[Parser], name: str) -> None:
        """Add the verb's parser."""
        parser = verbs.add_parser(
            name,
            help=self.summary,
            description=self.description,
            epilog=_examples(self.examples),
        )
        self.add_arguments(parser)
        parser.add_argument("--quiet", action="store_true", help="print only errors on stderr")
        parser.set_defaults(run=self.run, usage=parser.error)


def _examples(examples: tuple[tuple[str, str], ...]) -> str:
    parts = (f"  {purpose}:\n    hod {line}" for purpose, line in examples)
    return "\n".join(["examples:", *parts])
