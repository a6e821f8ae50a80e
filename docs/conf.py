# SPDX-License-Identifier: Apache-2.0
"""The documentation site. The root of its sources is the repository, so that links hold in both."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "docs" / "_ext"), str(ROOT / "tools")]

from make_stubs import typed  # noqa: E402

import hod  # noqa: E402

project = "HOD"
version = release = hod.__version__
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/**.md",
    "examples/README.md",
    "hod_*/README.md",
    "hod_*/CHANGELOG.rst",
    "hod_ros/doc/*.rst",
]
exclude_patterns = ["docs/_*"]

extensions = [
    "breathe",
    "cpp_headers",
    "command_help",
    "myst_parser",
    "ros_parameters",
    "sphinx-mathjax-offline",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
suppress_warnings = ["config.cache", "duplicate_declaration.cpp"]

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4

default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True, "undoc-members": False}
napoleon_google_docstring = False
napoleon_use_rtype = False
python_use_unqualified_type_names = True
add_module_names = False

breathe_projects = {"hod": str(ROOT / "build" / "docs" / "doxygen" / "xml")}
breathe_default_project = "hod"
breathe_show_include = False
cpp_index_common_prefix = ["hod::"]

copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

StandaloneHTMLBuilder.supported_image_types = [
    *StandaloneHTMLBuilder.supported_image_types,
    "image/webp",
]

html_theme = "furo"
html_title = "HOD"
html_static_path = ["_static"]
html_css_files = ["hod.css"]
templates_path = ["_templates"]
html_additional_pages = {"index": "start.html"}
html_show_copyright = False
html_show_sphinx = False
smartquotes = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False, "navigation_with_keys": True}


def short_signature(*event: Any) -> tuple[str | None, str | None]:
    """Show the types of compiled functions as the stubs have them."""
    *_, arguments, result = event
    return typed(arguments) if arguments else None, typed(result) if result else None


def plain_bars(*event: Any) -> None:
    """Keep |x| in a docstring from being read as a substitution."""
    lines: list[str] = event[-1]
    lines[:] = [line if ">>>" in line else line.replace("|", "\\|") for line in lines]


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-signature", short_signature)
    app.connect("autodoc-process-docstring", plain_bars, priority=400)
