# SPDX-License-Identifier: Apache-2.0
"""The closing line of the tests must never turn a broken runner into a pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SUMMARY = Path(__file__).parents[1] / "summary.py"
MIXED = """<testsuites><testsuite tests="5">
<testcase classname="a" name="passes"/>
<testcase classname="a" name="fails"><failure message="x"/></testcase>
<testcase classname="a" name="breaks"><error message="x"/></testcase>
<testcase classname="a" name="is_skipped"><skipped/></testcase>
<testcase name="never_ran" status="notrun"/>
</testsuite></testsuites>"""
PASSING = '<testsuite><testcase name="one"/><testcase name="two" status="run"/></testsuite>'


def summarize(folder: Path, *runs: str) -> tuple[int, list[str]]:
    listing = folder / "runs.txt"
    listing.write_text("".join(run + "\n" for run in runs))
    command = [sys.executable, str(SUMMARY), str(listing)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout.splitlines()


def results(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_sums_all_runners_and_names_the_failures(tmp_path: Path) -> None:
    code, lines = summarize(
        tmp_path,
        f"ctest\t8\t{results(tmp_path, 'mixed.xml', MIXED)}",
        f"pytest\t0\t{results(tmp_path, 'passing.xml', PASSING)}",
    )
    assert code == 1
    assert lines[-1] == "3 passed, 2 failed, 2 skipped"
    assert lines[-3:-1] == ["FAILED a.fails", "FAILED a.breaks"]


def test_all_passed(tmp_path: Path) -> None:
    path = results(tmp_path, "passing.xml", PASSING)
    assert summarize(tmp_path, f"pytest\t0\t{path}") == (
        0,
        ["pytest: 2 passed, 0 failed, 0 skipped", "2 passed, 0 failed, 0 skipped"],
    )


def test_left_out_tests_are_counted_with_their_reason(tmp_path: Path) -> None:
    path = results(tmp_path, "passing.xml", PASSING)
    code, lines = summarize(tmp_path, f"pytest\t0\t{path}", "skipped\t7\tno ROS 2 here")
    assert (code, lines[-1]) == (0, "2 passed, 0 failed, 7 skipped")
    assert "left out: no ROS 2 here: 0 passed, 0 failed, 7 skipped" in lines


def test_a_runner_without_results_has_failed(tmp_path: Path) -> None:
    code, lines = summarize(tmp_path, f"ctest\t0\t{tmp_path}/none.xml")
    assert (code, lines[-1]) == (1, "0 passed, 1 failed, 0 skipped")


def test_a_runner_that_crashed_after_passing_tests_has_failed(tmp_path: Path) -> None:
    path = results(tmp_path, "passing.xml", PASSING)
    code, lines = summarize(tmp_path, f"pytest\t139\t{path}")
    assert (code, lines[-1]) == (1, "2 passed, 1 failed, 0 skipped")
    assert "FAILED pytest: ended with exit code 139" in lines


def test_truncated_results_are_a_failure(tmp_path: Path) -> None:
    path = results(tmp_path, "cut.xml", MIXED[:80])
    code, lines = summarize(tmp_path, f"ctest\t0\t{path}")
    assert (code, lines[-1]) == (1, "0 passed, 1 failed, 0 skipped")


def test_no_test_at_all_is_a_failure(tmp_path: Path) -> None:
    code, lines = summarize(tmp_path, "skipped\t3\tno ROS 2 here")
    assert (code, lines[-1]) == (1, "0 passed, 1 failed, 3 skipped")
