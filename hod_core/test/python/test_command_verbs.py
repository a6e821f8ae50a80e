# SPDX-License-Identifier: Apache-2.0
"""The list of verbs, their help, and what is said about words that are not quite right."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess

import pytest

import hod
from command_line import run
from hod.command import report
from hod.command.main import main, make_parser, verbs
from hod.experiment import EXPERIMENTS


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]], ids=str)
def test_alone_the_command_says_what_it_can_do(arguments, capsys):
    try:
        assert main(arguments) == 0
    except SystemExit as left:
        assert left.code == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    for name, verb in verbs().items():
        assert f"  {name} " in shown.out
        assert verb.summary in " ".join(shown.out.split())


@pytest.mark.parametrize("name", verbs())
def test_every_verb_shows_examples_that_it_takes(name):
    verb = verbs()[name]
    assert len(verb.examples) >= 2
    shown = run(name, "--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    for purpose, line in verb.examples:
        assert f"  {purpose}:\n    hod {line}\n" in shown.stdout
        words = shlex.split(line.split(">")[0])
        assert make_parser(words).parse_args(words).run is verb.run


@pytest.mark.parametrize("words", [[], ["forces", "--help"]], ids=str)
def test_help_fits_a_narrow_terminal(words):
    shown = run(*words, env={**os.environ, "COLUMNS": "60"})
    text = re.split("examples:|hod VERB", shown.stdout.partition("\n")[2])[0]
    assert max(map(len, text.splitlines())) <= 60


def test_version():
    assert run("--version").stdout == f"hod {hod.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["forcs"], "hod: found verb 'forcs', expected forces"),
        (["fly"], "hod: found verb 'fly', expected one of forces,"),
        (
            ["forces", "--urdf", "a", "--motion", "b", "--limts"],
            "hod forces: found '--limts', expected --limits",
        ),
        (["info", "a", "b"], "hod info: found 'b', expected no more arguments"),
    ],
)
def test_the_nearest_word_is_named(arguments, expected):
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(expected)
    assert result.stderr.count("\n") == 1


def test_quiet_leaves_nothing_but_errors(urdf, tmp_path):
    (tmp_path / "m.csv").write_text("time,shoulder.q\n0,0\n")
    words = ["forces", "--urdf", urdf, "--motion", tmp_path / "m.csv", "--order", "0"]
    short = run(*words, "--quiet", "--gravity", 0, 0, 0)
    assert (short.returncode, short.stderr.count("\n")) == (1, 1)
    (tmp_path / "m.csv").write_text("time,shoulder.q,shoulder.d1q,shoulder.d2q\n0,0,0,0\n")
    assert "standing still" in run(*words).stderr
    assert run(*words, "--quiet").stderr == ""


def test_colours_are_for_terminals(capsys, monkeypatch):
    report.begin(quiet=False)
    report.say("warning: odd")
    assert capsys.readouterr().err == "hod: warning: odd\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    report.say("warning: odd")
    assert capsys.readouterr().err == "hod: \033[33mwarning: \033[0modd\n"
    monkeypatch.setenv("NO_COLOR", "1")
    report.say("warning: odd")
    assert capsys.readouterr().err == "hod: warning: odd\n"


VERBS: dict[str, argparse.ArgumentParser] = next(
    action.choices for action in make_parser()._actions if action.dest == "verb"
)


def flags_of(parser: argparse.ArgumentParser) -> set[str]:
    shown = (action for action in parser._actions if action.help != argparse.SUPPRESS)
    return {flag for action in shown for flag in action.option_strings}


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_completes_what_the_parser_takes():
    """All verbs; of each all flags and what stands for choices, asked as bash asks."""
    script = run("completion", "bash")
    assert (script.returncode, script.stderr) == (0, "")
    questions = {"hod ": set(VERBS), "hod -": flags_of(make_parser())}
    questions |= {f"hod {name} -": flags_of(parser) for name, parser in VERBS.items()}
    questions["hod forces --drive "] = {"rigid", "elastic"}
    questions["hod completion "] = {"bash", "zsh", "tcsh"}
    questions["hod experiment "] = set(EXPERIMENTS)
    questions["hod fo"] = {"forces"}
    ask = "COMP_WORDS=({}); COMP_CWORD={}; _shtab_hod; echo ${{COMPREPLY[@]}}"
    lines = [
        ask.format(question + '""' * question.endswith(" "), question.count(" "))
        for question in questions
    ]
    asked = subprocess.run(
        ["bash", "-c", "\n".join([script.stdout, *lines])],
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [set(line.split()) for line in asked.stdout.splitlines()]
    assert dict(zip(questions, answers, strict=True)) == questions


def test_zsh_and_tcsh_hear_of_every_verb_and_flag():
    zsh = run("completion", "zsh").stdout
    for name, parser in VERBS.items():
        options = zsh.split(f"_shtab_hod_{name}_options=(")[1].split("\n)")[0]
        assert set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*(?=[\[,}])", options)) == flags_of(parser)
    tcsh = run("completion", "tcsh").stdout
    listed = re.search(r"'c/--/\((.*?)\)/'", tcsh)
    flags = set.union(*map(flags_of, VERBS.values()), flags_of(make_parser()))
    assert {f"--{word}" for word in listed[1].split()} == {f for f in flags if f.startswith("--")}
    assert re.search(r"'p/1/\((.*?)\)/'", tcsh)[1].split() == list(VERBS)


def test_the_script_comes_as_json_too():
    found = json.loads(run("completion", "bash", "--json").stdout)
    assert found == {"shell": "bash", "script": run("completion", "bash").stdout.removesuffix("\n")}


ASCII = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["experiment"],
        ["mass", "--help"],
        ["kinematics", "--help"],
        ["view", "nowhere", "--out", "\u2033.mcap"],
    ],
    ids=str,
)
def test_a_locale_of_ascii_alone_takes_every_letter(arguments):
    shown = run(*arguments, env={**os.environ, **ASCII})
    assert "Traceback" not in shown.stderr
    assert shown.returncode == (1 if "nowhere" in arguments else 0)


def test_info_and_mass_read_stdin(urdf):
    by_name = run("info", urdf, "--json").stdout.replace(str(urdf), "URDF string")
    assert run("info", "-", "--json", input=urdf.read_text()).stdout == by_name
    text = "links: {hand: [{shape: sphere, radius: 0.1, mass: 5}]}"
    assert "hand" in run("mass", "-", input=text).stdout
    refused = run("info", "-", input="no robot")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
