# SPDX-License-Identifier: Apache-2.0
"""The command among full disks, closed pipes, signals and terminals."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import numpy as np
import pytest

from command_line import COMMAND, run
from hod.command.main import main
from robots import motion, write_motion


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this machine")
def test_a_full_disk_is_said_in_one_line(urdf, table):
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*COMMAND, "forces", "--urdf", urdf, "--motion", table],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert "stdout" in result.stderr
    to_file = run("forces", "--urdf", urdf, "--motion", table, "--out", "/dev/full")
    assert to_file.returncode == 1
    assert to_file.stderr.count("\n") == 1


def closed(streams: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a shell does with >&- and the like."""
    line = " ".join(map(shlex.quote, [*COMMAND, *map(str, words)]))
    return subprocess.run(["bash", "-c", f"{line} {streams}"], capture_output=True, text=True)


@pytest.mark.parametrize("verb", ["forces", "info", "--help", "--version", "experiment", ""])
def test_a_closed_stdout_is_said_in_one_line(verb, urdf, table):
    words = {"forces": ["--urdf", urdf, "--motion", table], "info": [urdf]}.get(verb, [])
    done = closed(">&-", *([verb] if verb else []), *words)
    assert done.returncode == 1
    assert done.stderr == "hod: stdout: found it closed, expected to read or write there\n"


def test_what_goes_to_a_file_needs_no_streams(urdf, table, tmp_path):
    words = ["forces", "--urdf", urdf, "--motion", table]
    expected = run(*words).stdout
    done = closed("2>&-", *words)
    assert (done.returncode, done.stdout) == (0, expected)
    assert closed("<&- >&- 2>&-", *words, "--out", tmp_path / "f.csv").returncode == 0
    assert (tmp_path / "f.csv").read_text() == expected
    assert closed(">&- 2>&-", *words).returncode == 1


def test_a_closed_stdin_is_an_empty_one(urdf):
    done = closed("<&-", "forces", "--urdf", urdf, "--motion", "-")
    assert done.returncode == 1
    assert done.stderr.startswith("hod: stdin: found nothing, expected a table")


def test_a_reader_that_leaves_early_hears_nothing(urdf, tmp_path):
    write_motion(tmp_path / "m.csv", motion(20000))
    with subprocess.Popen(
        [*COMMAND, "forces", "--urdf", urdf, "--motion", tmp_path / "m.csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 128 + signal.SIGPIPE


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_no_file(number, urdf, tmp_path):
    """The motion never ends: once it has read what there is, the command sleeps."""
    lines = "".join(f"{i},0\n" for i in range(20000))
    with started(urdf, tmp_path, number, "-") as process:
        process.stdin.write(f"time,shoulder.q\n{lines}".encode())
        process.stdin.flush()
        while Path(f"/proc/{process.pid}/stat").read_text().rsplit(")")[-1].split()[0] != "S":
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(60) == 128 + number
        assert b"Traceback" not in process.stderr.read()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arm.urdf"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_compiled_code_is_interrupted_too(number, urdf, tmp_path):
    """A column with a million samples takes many seconds to smooth, in one call."""
    noise = np.random.default_rng(1).standard_normal(1_000_000)
    np.savez(tmp_path / "m.npz", **{"time": np.arange(1e6) * 1e-3, "shoulder.q": noise})
    with started(urdf, tmp_path, number, tmp_path / "m.npz") as process:
        process.stdin.close()
        while read_bytes(process.pid) < 16_000_000:
            time.sleep(0.02)
        time.sleep(0.7)
        process.send_signal(number)
        assert process.wait(60) == 128 + number
        assert process.stderr.read().count(b"\n") == (1 if number == signal.SIGINT else 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arm.urdf", "m.npz"]


@pytest.mark.parametrize("verb", [["info"], ["mass"], ["fit", "--config"], ["forces", "--urdf"]])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_reader_of_a_file_that_does_not_end_is_interrupted_too(number, verb, tmp_path):
    """A pipe that nobody writes to: the compiled reader waits for more."""
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    more = {"forces": ["--motion", "-"], "fit": ["-"]}.get(verb[0], [])
    with (
        subprocess.Popen(
            [*COMMAND, *verb, pipe, *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
        ) as process,
        pipe.open("w"),
    ):  # waits for the reader
        while Path(f"/proc/{process.pid}/stat").read_text().rsplit(")")[-1].split()[0] != "S":
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(60) == 128 + number
        assert process.stderr.read().count(b"\n") == (1 if number == signal.SIGINT else 0)


def read_bytes(pid: int) -> int:
    """Return how much a process has read so far."""
    return int(Path(f"/proc/{pid}/io").read_text().split()[1])


def started(urdf: Path, tmp_path: Path, number: int, motion: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "forces", "--urdf", urdf, "--motion", motion, "--out", tmp_path / "out.csv"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A background job of a shell inherits an ignored SIGINT.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )


def test_no_progress_bar_for_a_short_batch_even_on_a_terminal(urdf, table):
    leader, follower = pty.openpty()
    subprocess.run(
        [*COMMAND, "forces", "--urdf", urdf, "--motion", table],
        stdout=subprocess.DEVNULL,
        stderr=follower,
        check=True,
    )
    os.close(follower)
    os.set_blocking(leader, False)
    with pytest.raises((BlockingIOError, OSError)):
        os.read(leader, 1)
    os.close(leader)


def awaited(leader: int, text: bytes) -> bytes:
    """Read a terminal, which passes on in its own time, until it shows a text or 10 s are over."""
    shown, end = b"", time.monotonic() + 10.0
    while text not in shown and time.monotonic() < end:
        try:
            shown += os.read(leader, 1000)
        except BlockingIOError:
            time.sleep(0.01)
    return shown


@pytest.mark.parametrize("terminal", [True, False])
def test_a_long_batch_shows_its_progress_on_a_terminal(
    urdf, table, tmp_path, monkeypatch, terminal
):
    monkeypatch.setattr("hod.command.progress._PATIENCE", 0)
    leader, follower = pty.openpty()
    os.set_blocking(leader, False)
    size = struct.pack("HHHH", 24, 80, 0, 0)  # a new terminal has no columns for a bar
    fcntl.ioctl(follower, termios.TIOCSWINSZ, size)
    with os.fdopen(follower, "w") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr if terminal else io.StringIO())
        arguments = ["forces", "--urdf", urdf, "--motion", table, "--out", tmp_path / "out.csv"]
        assert main([str(argument) for argument in arguments]) == 0
        shown = awaited(leader, b"states") if terminal else sys.stderr.getvalue().encode()
    os.close(leader)
    assert (b"states" in shown) == terminal


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_while_the_package_is_imported_says_nothing(number, tmp_path):
    """A numpy that takes a minute to import stands for a slow disk."""
    (tmp_path / "numpy.py").write_text("import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    said = interrupted_where_it_says([*COMMAND, "--help"], number, PYTHONPATH=str(tmp_path))
    assert said == (-number, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_while_verbs_are_imported_is_one_line(number):
    slow = (
        "import sys, time\n"
        "from hod.command import main\n"
        "main.verbs = lambda: (print('here', flush=True), time.sleep(60))\n"
        "sys.exit(main.main())\n"
    )
    code, said = interrupted_where_it_says([sys.executable, "-c", slow], number)
    assert code == 128 + number
    assert said.count(b"\n") == (1 if number == signal.SIGINT else 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_on_the_way_out_changes_nothing(number):
    """Results are there; what is left is the interpreter's own end."""
    slow = (
        "import atexit, sys, time\n"
        "from hod.command.main import main\n"
        "atexit.register(lambda: (print('here', flush=True), time.sleep(0.5)))\n"
        "sys.exit(main())\n"
    )
    assert interrupted_where_it_says([sys.executable, "-c", slow, "info"], number)[0] == 2
    assert interrupted_where_it_says([sys.executable, "-c", slow, "bench", "-h"], number)[0] == 0


def interrupted_where_it_says(words: list[str], number: int, **more: str) -> tuple[int, bytes]:
    """Send a signal once a line begins with 'here'; return exit code and stderr."""
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **more},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"here"):
            pass
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        return process.returncode, said
