# SPDX-License-Identifier: Apache-2.0
"""The directive generate_parameter_library_details, under the name that it has on docs.ros.org.

Lists the parameters of a generate_parameter_library file: type, default, what is accepted, meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Parameters(SphinxDirective):
    """``.. generate_parameter_library_details:: FILE``, relative to the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(path)
        (tree,) = yaml.safe_load(Path(path).read_text(encoding="utf-8")).values()
        listed = nodes.definition_list(classes=["ros-parameters"])
        for name, about in parameters(tree):
            listed += self.entry(name, about)
        return [listed]

    def entry(self, name: str, about: dict[str, Any]) -> nodes.definition_list_item:
        kind = f" {about['type']}" + (", read-only" if about.get("read_only") else "")
        term = nodes.term(
            "", "", nodes.literal(text=name), nodes.inline(text=kind, classes=["kind"])
        )
        texts = [about["description"]]
        if "default_value" in about:
            texts.append(f"Default: ``{yaml_text(about['default_value'])}``.")
        texts += [accepted(rule, values) for rule, values in about.get("validation", {}).items()]
        found = nodes.definition()
        found += self.parse_text_to_nodes("\n\n".join((escape(texts[0]), " ".join(texts[1:]))))
        return nodes.definition_list_item("", term, found)


def parameters(tree: dict[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parameters below a node with their full names; __map_x stands for any x."""
    for key, below in tree.items():
        name = above + (f"<{key.removeprefix('__map_')}>" if key.startswith("__map_") else key)
        if "type" in below and isinstance(below["type"], str):
            yield name, below
        else:
            yield from parameters(below, f"{name}.")


def accepted(rule: str, values: Any) -> str:
    """Say what a validator accepts."""
    name = rule.split("::")[-1].removesuffix("<>").replace("_", " ")
    given = ", ".join(f"``{yaml_text(v)}``" for v in (values if isinstance(values, list) else []))
    return f"Accepted: {name} {given}".rstrip() + "."


def yaml_text(value: Any) -> str:
    text = yaml.safe_dump(value, default_flow_style=True).strip()
    return text.removesuffix("\n...").strip()


def escape(text: str) -> str:
    """Keep what reStructuredText would read as markup."""
    return text.replace("\\", "\\\\").replace("*", "\\*").replace("|", "\\|").replace("`", "\\`")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("generate_parameter_library_details", Parameters)
    return {"parallel_read_safe": True}
