# SPDX-License-Identifier: Apache-2.0
"""The directive command-help: what every verb of the command says of itself."""

from __future__ import annotations

import os
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from hod.command.main import make_parser, overview, verbs


class CommandHelp(SphinxDirective):
    """``.. command-help::``: the overview, then a section with the help of each verb."""

    def run(self) -> list[nodes.Node]:
        os.environ["COLUMNS"] = "90"
        found: list[nodes.Node] = [text_block(overview())]
        parser = make_parser()
        choices: dict[str, Any] = parser._subparsers._group_actions[0].choices  # type: ignore[union-attr, assignment]
        for name, verb in verbs().items():
            section = nodes.section(ids=[f"hod-{name}"], names=[f"hod {name}"])
            section += nodes.title(text=f"hod {name}")
            section += nodes.paragraph(text=f"{verb.summary[0].upper()}{verb.summary[1:]}.")
            section += text_block(choices[name].format_help())
            self.state.document.note_explicit_target(section)
            found.append(section)
        return found


def text_block(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="text")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
