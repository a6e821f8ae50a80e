# SPDX-License-Identifier: Apache-2.0
"""The list of verbs, their help, and what is said about words that are not quite right."""

from __future__ import annotations

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


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_completes_verbs_and_options():
    script = run("completion", "bash")
    assert (script.returncode, script.stderr) == (0, "")
    question = "COMP_WORDS=(hod {}); COMP_CWORD={}; _shtab_hod; printf '%s\\n' ${{COMPREPLY[@]}}"
    for words, place, expected in (("fo", 1, "forces"), ("forces --lim", 2, "--limits")):
        asked = subprocess.run(
            ["bash", "-c", script.stdout + "\n" + question.format(words, place)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert expected in asked.stdout.split()


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
