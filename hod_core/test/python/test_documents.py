# SPDX-License-Identifier: Apache-2.0
"""Every block of code of the README and of docs/ does what it says; those that cannot run say why.

A page is followed from top to bottom in a folder of its own, in which the repository's packages are
found. Python shares one namespace; `bash` must succeed; `console` must answer what the page shows;
YAML that begins with the name of a file becomes that file; C++ is compiled and run.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import SkipTest
from xml.etree import ElementTree

import pytest
import yaml
from sybil import Document, Example
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers import markdown, rest

import hod
import hod._core

REPOSITORY = Path(__file__).resolve().parents[3]
PAGES = [
    REPOSITORY / "README.md",
    REPOSITORY / "CONTRIBUTING.md",
    REPOSITORY / "examples" / "README.md",
    *sorted((REPOSITORY / "docs").rglob("*.md")),
    *sorted(REPOSITORY.glob("hod_*/README.md")),
    *sorted(REPOSITORY.glob("hod_*/doc/*.rst")),
]
PLAIN = {"text", "math", "diff"}
"""Languages of blocks that nobody can run: formulas, diagrams, what a program would say."""
HOME = Path(hod.__file__).absolute().parents[1]
BUILD = Path(hod._core.__file__).absolute().parents[2]

pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="no docs beside hod_core")


def shell(text: str) -> subprocess.CompletedProcess[str]:
    here = Path.cwd()
    path = f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        env={**os.environ, "PATH": path, "PYTHONPATH": str(HOME), "COLUMNS": "100"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        timeout=300,
        check=False,
    )


def bash(example: Example) -> None:
    done = shell(example.parsed)
    assert done.returncode == 0, done.stdout


def console(example: Example) -> None:
    """Compare what every command answers with the lines below it; … stands for anything."""
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for part in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
        command, wanted = re.fullmatch(r"((?:.*\\\n)*.*)\n?([\s\S]*)", part).groups()
        found = shell(command).stdout
        wanted = wanted.replace("…", "...")
        checker = doctest.OutputChecker()
        assert checker.check_output(wanted, found, options), f"{command}\n{found}"


def yaml_file(example: Example) -> None:
    assert yaml.safe_load(example.parsed) is not None
    if name := re.match(r"# ([\w./-]+\.yaml)\b", example.parsed):
        Path(name.group(1)).write_text(example.parsed)


def xml(example: Example) -> None:
    ElementTree.fromstring(example.parsed)


def cpp(example: Example) -> None:
    library = BUILD / "libhod_core.a"
    if not library.exists() or shutil.which("g++") is None:
        raise SkipTest("no C++ library beside the Python module")
    source = example.parsed
    if "int main" not in source:
        includes = "".join(re.findall(r"^#include.*\n", source, re.MULTILINE))
        body = re.sub(r"^#include.*\n", "", source, flags=re.MULTILINE)
        source = f"#include <hod/hod.hpp>\n{includes}int main()\n{{\n{body}\n}}\n"
    Path("example.cpp").write_text(source)
    done = shell(
        f"g++ ${{CXXFLAGS:-}} -std=c++17 -Wall -Wextra -Wno-unused -Werror example.cpp -o example "
        f"-I{REPOSITORY / 'hod_core/include'} -isystem /usr/include/eigen3 {library} "
        "-lpugixml -lyaml-cpp -pthread && ./example"
    )
    assert done.returncode == 0, done.stdout


EVALUATORS = {
    "python": PythonEvaluator(),
    "bash": bash,
    "console": console,
    "yaml": yaml_file,
    "xml": xml,
    "cpp": cpp,
}


def read(page: Path) -> Document:
    dialect = rest if page.suffix == ".rst" else markdown
    blocks = [dialect.CodeBlockParser(name, run) for name, run in EVALUATORS.items()]
    return Document.parse(str(page), *blocks, dialect.SkipParser())


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as a reader's: the repository's packages, `hod`, and `./dev hod`."""
    for entry in ("hod_core", "hod_bringup", "hod_ros", "examples", "docs"):
        (tmp_path / entry).symlink_to(REPOSITORY / entry)
    command = f'exec "{sys.executable}" -m hod_command'
    scripts = {
        "bin/hod": f'#!/bin/sh\n{command} "$@"\n',
        "bin/python": f'#!/bin/sh\nexec "{sys.executable}" "$@"\n',
        "dev": f'#!/bin/sh\n[ "$1" = hod ] || exit 3\nshift\n{command} "$@"\n',
    }
    (tmp_path / "bin").mkdir()
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_a_page_does_what_it_says(page: Path, workbench: Path) -> None:
    for example in read(page):
        try:
            example.evaluate()
        except SkipTest as reason:
            assert str(reason)
        except Exception as error:
            raise AssertionError(f"{page.name}, line {example.line}") from error


def languages(page: Path) -> list[str]:
    text = page.read_text()
    if page.suffix == ".rst":
        assert "::\n\n    " not in re.sub(r"\.\. [^\n]*::\n", "", text)
        return re.findall(r"^\.\. code-block:: *(\S*)", text, re.MULTILINE)
    return re.findall(r"^ *```+ *([^\s`]*)[^\n]*\n[\s\S]*?^ *```+$", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_every_block_has_a_language_that_is_run_or_cannot_be(page: Path) -> None:
    known = PLAIN | set(EVALUATORS)
    assert [name for name in languages(page) if name not in known and name[:1] != "{"] == []


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        if page.suffix == ".md":
            text = re.sub(r"```[\s\S]*?```", "", page.read_text())
            for target in re.findall(r"\]\(((?!https?:)[^)#\s]+)", text):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
