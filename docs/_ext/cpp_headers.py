# SPDX-License-Identifier: Apache-2.0
"""The directive cpp-headers: the reference of all public headers of a room, in their own words."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

INCLUDE = Path(__file__).resolve().parents[2] / "hod_core" / "include"


class CppHeaders(SphinxDirective):
    """``cpp-headers PLACE`` in a Markdown page: a header, or a folder with a section for each."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        place = INCLUDE / "hod" / self.arguments[0]
        headers = sorted(place.rglob("*.hpp")) if place.is_dir() else [place]
        text = ""
        for header in headers:
            self.env.note_dependency(str(header))
            name = header.relative_to(INCLUDE).as_posix()
            text += f"## {name}\n\n```{{doxygenfile}} {name}\n```\n\n"
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def open_namespaces(_app: Sphinx, page: nodes.document) -> None:
    """Show what is in a namespace without the frame around it."""
    for frame in list(page.findall(addnodes.desc)):
        if frame[0].astext().startswith("namespace"):
            place = nodes.target("", "", ids=frame[0]["ids"])
            frame.parent.replace(frame, [place, *frame[-1].children])


def name_files_by_path(app: Sphinx) -> None:
    """Let Breathe tell headers of one name apart, whose folders Doxygen's index leaves out."""
    xml = Path(app.config.breathe_projects["hod"])
    index = ElementTree.parse(xml / "index.xml")
    for compound in index.iterfind("compound[@kind='file']"):
        own = ElementTree.parse(xml / f"{compound.get('refid')}.xml")
        location, name = own.find("compounddef/location"), compound.find("name")
        if location is not None and name is not None:
            name.text = location.get("file")
    index.write(xml / "index.xml", encoding="utf-8")


def leave_out_private_members(app: Sphinx) -> None:
    """Of classes only what their users can call is documented."""
    for path in Path(app.config.breathe_projects["hod"]).glob("*.xml"):
        tree = ElementTree.parse(path)
        for parent in tree.iter("compounddef"):
            for section in parent.findall("sectiondef"):
                if section.get("kind", "").startswith(("private", "friend")):
                    parent.remove(section)
        tree.write(path, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", name_files_by_path)
    app.connect("builder-inited", leave_out_private_members)
    app.connect("doctree-read", open_namespaces, priority=100)
    app.add_directive("cpp-headers", CppHeaders)
    return {"parallel_read_safe": True}
