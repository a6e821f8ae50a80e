#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/theory/equations.md: from the papers' equation numbers to functions and tests.

Numbers are those that docstrings and public headers cite, as in "000 (93), 002 (22), (40)"; tests
are the files in which a function's name occurs; docs/theory/left_out.yaml says what is not
implemented and why. Verbs of the command are those that import such a function.

Usage: make_equation_index.py [--check]; with it nothing is written, and the exit code is 1 if an
equation or a function is missing or gone, if a test that is named no longer has the function, or
if an erratum is about an equation that is not in the index.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "theory" / "equations.md"
LEFT_OUT = ROOT / "docs" / "theory" / "left_out.yaml"
ERRATA = ROOT / "docs" / "theory" / "errata.md"
PYTHON = ROOT / "hod_core" / "python" / "hod"
HEADERS = ("hod_core/include", "hod_ros/include")
TESTS = ("hod_core/test", "hod_ros/test", "hod_tests/test", "hod_bringup/test")
PUBLIC = ("classic", "kinematics", "mass", "limits", "accelerometer", "")
TITLES = {
    "000": "000, a review on dynamic formulations in multibody systems",
    "001": "001, acceleration energies and higher-order dynamic equations",
    "002": "002, advanced notions and differential principles of motion",
    "003": "003, energies of higher order",
    "004": "004, mass distribution",
}
MAX_TESTS = 3

_INTRODUCTION = """\
Written by `tools/make_equation_index.py` from the numbers that docstrings and headers cite; the
papers are listed in the [theory pages](README.md), their misprints in the [errata](errata.md).
Names with dots are Python, with `::` C++; `hod VERB` is the command, files are what calls the
function in ROS 2. Tests are those in which the function occurs. Equations that are not listed have
no function or erratum of their own here."""

_EQUATIONS = "hod.classic.equations.derive"

_NUMBERS = r"\(\d+\)(?:\s*[-–]\s*\(\d+\))?"
_CITATION = re.compile(rf"\b(00[0-4])\s+({_NUMBERS}(?:,?\s+(?:and\s+)?{_NUMBERS})*)")

Equation = tuple[str, int]


def cited(text: str) -> Iterator[Equation]:
    """Yield every equation that a text cites, ranges number by number."""
    flat = re.sub(r"\s*\n\s*(?:///?<?|\*|#)?\s*", " ", text)
    for paper, numbers in _CITATION.findall(flat):
        for part in re.findall(_NUMBERS, numbers):
            first, *last = map(int, re.findall(r"\d+", part))
            yield from ((paper, number) for number in range(first, (last or [first])[0] + 1))


def python_places() -> Iterator[tuple[str, str]]:
    """Yield the public name of everything that has a docstring, and the docstring."""
    for path, tree in python_sources().items():
        module = ".".join(path.relative_to(PYTHON.parent).with_suffix("").parts)
        yield from _documented(module.removesuffix(".__init__"), tree)


@cache
def python_sources() -> dict[Path, ast.Module]:
    paths = sorted([*PYTHON.rglob("*.py"), *PYTHON.glob("*.pyi")])
    return {path: ast.parse(path.read_text()) for path in paths}


def _documented(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_":
            name = public_name(module, node.name)
            if name:
                yield name, ast.get_docstring(node) or ""
                if isinstance(node, ast.ClassDef):
                    inside = _inside(name, node)
                    whole = name == _EQUATIONS
                    yield from ((name if whole else place, text) for place, text in inside)


def _inside(name: str, node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Methods, and attributes that a string explains."""
    for before, part in pairwise([None, *node.body]):
        if isinstance(part, ast.FunctionDef):
            yield f"{name}.{part.name}", ast.get_docstring(part) or ""
        elif (
            isinstance(before, ast.AnnAssign)
            and isinstance(before.target, ast.Name)
            and isinstance(part, ast.Expr)
            and isinstance(part.value, ast.Constant)
        ):
            yield f"{name}.{before.target.id}", str(part.value.value)


def public_name(module: str, name: str) -> str | None:
    """Return the name that users write; equations are all got from one function."""
    if module.startswith("hod.classic.equations"):
        return _EQUATIONS
    for package in PUBLIC:
        is_home = module.startswith(f"hod.{package}") or module == "hod._core"
        if is_home and name in exported(package):
            return ".".join(filter(None, ("hod", package, name)))
    return None


@cache
def verbs() -> dict[str, set[str]]:
    """Return the verbs of the command that import a public function."""
    users: dict[str, set[str]] = defaultdict(set)
    for path in sorted((PYTHON / "command").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                for alias in node.names:
                    name = ".".join(filter(None, ("hod", node.module, alias.name)))
                    name += ".derive" if name == "hod.classic.equations" else ""
                    users[name].add(f"hod {path.stem}")
    return users


@cache
def ros_users(name: str) -> list[str]:
    """Return what calls a function of the library in hod_ros."""
    call = re.compile(rf"\b{re.escape(name)}\(")
    files = sorted((ROOT / "hod_ros" / "src").glob("*.cpp"))
    return [f"hod_ros/src/{path.name}" for path in files if call.search(path.read_text())]


@cache
def exported(package: str) -> frozenset[str]:
    home = PYTHON / package
    path = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def header_places() -> Iterator[tuple[str, str]]:
    """Yield what every documented declaration of a public header is called, and its comment."""
    for text in headers():
        yield from _declarations(text)


@cache
def headers() -> list[str]:
    paths = (path for folder in HEADERS for path in sorted((ROOT / folder).rglob("*.hpp")))
    return [path.read_text() for path in paths]


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    lines = text.splitlines()
    namespace, outer, comment = "", "", ""
    for index, line in enumerate(lines):
        code, _, trailing = line.partition("///<")
        if found := re.match(r"namespace ([\w:]+)", line):
            namespace = found[1]
        if found := re.match(r"(?:class|struct) (\w+)", line):
            outer = found[1]
        if line.startswith("}"):
            outer = ""
        if line.lstrip().startswith("//"):
            comment += "\n" + line.lstrip().lstrip("/")
            continue
        if code.strip() and (comment or trailing):
            continued = lines[index - 1] if lines[index - 1].endswith(("(", "=")) else ""
            following = (line for line in lines[index + 1 : index + 6] if "//" not in line)
            name = _declared(" ".join([continued, code, *following]))
            if name and "detail" not in namespace:
                parts = [namespace, outer if outer != name else "", name]
                yield "::".join(filter(None, parts)), f"{comment}\n{trailing}"
        comment = ""


def _declared(code: str) -> str:
    """Name of what a piece of C++ declares."""
    if found := re.match(r"\s*(?:class|struct|enum class|using) (\w+)", code):
        return found[1]
    if re.match(r"\s*(?:template|namespace|#|\}|\{|public|private)", code):
        return ""
    found = re.search(r"(operator\W|\w+)\s*[(=;{]", code)
    return found[1] if found else ""


@cache
def tests() -> dict[str, str]:
    files = [path for folder in TESTS for path in (ROOT / folder).rglob("test_*")]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for path in sorted(files)
        if path.suffix in (".py", ".cpp")
    }


@cache
def has_test(name: str, path: str) -> bool:
    """Whether a test file calls a function or names a verb."""
    language = ".cpp" if "::" in name else ".py"
    if " " in name or "/" in name or Path(path).suffix != language:
        return False
    text = tests()[path]
    *_, home, short = re.split(r"::|\.", name)
    short = re.escape(short)
    pattern = rf"\b{short}(?!\w)"
    if home[:1].isupper():  # a member
        pattern = rf"(?:\.|->){short}\b"
        if not re.search(rf"\b(?:{'|'.join(makers(home))})\b", text):
            return False
    elif language == ".py":
        pattern = rf"\b{home}\.{short}\b|import[^\n]*\b{short}\b|import \([^)]*\b{short}\b"
    elif ("::classic::" in name) != ("/classic/" in path):
        return False
    return re.search(pattern, text) is not None


@cache
def makers(owner: str) -> frozenset[str]:
    """Return a class's name, and the names of functions from which an object of it comes."""
    found = {owner}
    mention = re.compile(rf"\b{owner}\b")
    for tree in python_sources().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                found |= {node.name} if mention.search(ast.unparse(node.returns)) else set()
            elif isinstance(node, ast.ClassDef) and node.name != owner:
                kinds = (part.annotation for part in node.body if isinstance(part, ast.AnnAssign))
                if any(mention.search(ast.unparse(kind)) for kind in kinds):
                    found |= makers(node.name)
    for text in headers():
        found |= set(re.findall(rf"\b{owner}[>&* ]+(\w+)\(", text))
    return frozenset(found)


def index() -> dict[Equation, list[str]]:
    """Return the functions of every equation."""
    places: dict[Equation, set[str]] = defaultdict(set)
    for name, text in (*python_places(), *header_places()):
        for equation in cited(text):
            places[equation].add(name)
    for names in places.values():
        for name in list(names):
            names |= verbs()[name] | set(ros_users(name) if "::" in name else ())
    return {equation: sorted(places[equation]) for equation in sorted(places)}


def left_out() -> dict[Equation, str]:
    entries = yaml.safe_load(LEFT_OUT.read_text())
    return {
        equation: entry["because"] for entry in entries for equation in cited(entry["equations"])
    }


def page() -> str:
    """Return the page: a table for every paper."""
    lines = [
        "# Where each equation is",
        "",
        *_INTRODUCTION.splitlines(),
    ]
    places, missing = index(), left_out()
    for paper, title in TITLES.items():
        lines += ["", f"## {title}", "", "| equation | where | tests |", "| --- | --- | --- |"]
        for first, last, equation in _ranges(paper, places, missing):
            numbers = f"({first})" if first == last else f"({first})–({last})"
            names = places.get(equation, [])
            where = ", ".join(f"`{name}`" for name in names)
            if equation in missing:
                because = f"not implemented: {missing[equation]}"
                where = f"{because}; beside it {where}" if names else because
            lines.append(f"| {numbers} | {where} | {', '.join(_tests_of(names))} |")
    return "\n".join(lines) + "\n"


def _ranges(
    paper: str, places: dict[Equation, list[str]], missing: dict[Equation, str]
) -> Iterator[tuple[int, int, Equation]]:
    """Yield neighbours with the same entries as one."""
    numbers = sorted({number for home, number in (*places, *missing) if home == paper})
    entry = {n: (places.get((paper, n)), missing.get((paper, n))) for n in numbers}
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1 or entry[number] != entry[last]:
            yield first, last, (paper, first)
            first = number
        last = number
    yield first, last, (paper, first)


def _tests_of(names: list[str]) -> list[str]:
    found: dict[str, int] = defaultdict(int)
    for path in tests():
        for name in names:
            found[path] += has_test(name, path)
    best = sorted((path for path in found if found[path]), key=lambda path: (-found[path], path))
    return [f"[{Path(path).name}](../../{path})" for path in sorted(best[:MAX_TESTS])]


def problems(written: str) -> list[str]:
    """Return what the page says that no longer holds, and what it leaves out."""
    now = page()
    rows, expected = (dict(_rows(text)) for text in (written, now))
    complaints = [f"{key}: missing" for key in expected.keys() - rows.keys()]
    complaints += [f"{key}: gone" for key in rows.keys() - expected.keys()]
    for (_, _, where), files in rows.items():
        names = re.findall(r"`([^`]+)`", where)
        for path in re.findall(r"\(\.\./\.\./([^)]+)\)", files):
            if path not in tests() or not any(has_test(name, path) for name in names):
                complaints.append(f"{path}: does not have {where}")
    for (_, _, where), files in rows.items():
        if not files and not where.startswith("not implemented"):
            complaints.append(f"no test has {where}")
    known = {*index(), *left_out()}
    erratum = {equation for equation in cited(_table_cells()) if equation not in known}
    complaints += [f"{paper} ({number}): in the errata only" for paper, number in sorted(erratum)]
    return complaints


def _table_cells() -> str:
    """Return the equations that the errata are about, the first cells of their tables."""
    lines = ERRATA.read_text().splitlines()
    return "\n".join(line.split("|")[1] for line in lines if line.startswith("| 00"))


def _rows(text: str) -> Iterator[tuple[tuple[str, str, str], str]]:
    title = ""
    for line in text.splitlines():
        if line.startswith("## "):
            title = line
        elif line.startswith("| ("):
            numbers, where, files = (cell.strip() for cell in line.strip("|").split(" | "))
            yield (title, numbers, where), files


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        found = problems(PAGE.read_text())
        print("\n".join(found) or f"{PAGE.relative_to(ROOT)}: good")
        return 1 if found else 0
    PAGE.write_text(page())
    found = problems(PAGE.read_text())
    print("\n".join([f"wrote {PAGE.relative_to(ROOT)}", *found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
