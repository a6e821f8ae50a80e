# SPDX-License-Identifier: Apache-2.0
"""Pages of reports: whole by themselves, and true about where they come from."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import hod
from hod.command.main import main
from hod.envelope import Envelope, thinned
from hod.plot import Curve, Panel
from hod.report import Report, digest
from pages import written

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    assert main(["experiment", "demo", "--out", str(folder)]) == 0
    return folder


def test_nothing_is_fetched_from_elsewhere(demo):
    page = (demo / "report.html").read_text("utf-8")
    sources = re.findall(r'\b(?:src|href)="([^"]{22})', written(demo / "report.html"))
    assert set(sources) == {"data:image/png;base64,"}
    assert not re.search(r"<script[^>]*\bsrc=", page)
    library = max(re.findall(r"<script.*?</script>", page, flags=re.DOTALL), key=len)
    assert len(library) <= 2 << 20


def test_the_page_says_where_it_comes_from(demo):
    page = written(demo / "report.html")
    assert f"HOD {hod.__version__}" in page
    assert digest(demo / "recorded" / "fit.yaml") in page
    assert digest(demo / "recorded" / "recording") in page
    content = (demo / "recorded" / "fit.yaml").read_bytes()
    assert digest(demo / "recorded" / "fit.yaml") == hashlib.sha256(content).hexdigest()


def test_the_numbers_are_those_of_the_command(demo, tmp_path):
    """The table of the report against hod forces on the motion beside it."""
    urdf = demo / "recorded" / "robot.urdf"
    words = ["forces", "--urdf", urdf, "--motion", demo / "motion.csv", "--out", tmp_path / "f.csv"]
    assert main([str(word) for word in words]) == 0
    table = np.genfromtxt(tmp_path / "f.csv", delimiter=",", names=True, deletechars="")
    page = written(demo / "report.html")
    for joint in ("J2", "J3", "J4"):
        row = re.search(
            rf"<td>{joint}</td><td>([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td></tr>", page
        )
        assert row is not None
        for shown, name in zip(row.groups(), ("Q", "d1Q", "d2Q"), strict=True):
            assert shown == f"{np.abs(table[f'{joint}.{name}']).max():.6g}"


def test_all_that_was_promised_is_there(demo):
    page = written(demo / "report.html")
    headings = re.findall(r"<h2>([^<]*)</h2>", page)
    assert [h.split()[0] for h in headings] == [
        "What",
        "The",
        "Acceleration",
        "Torques,",
        "Limits,",
        "Elastic",
        "From",
    ]
    assert "The largest speed-up that keeps them is" in page
    assert re.search(r"are [0-9]+ times nearer", page) or "Left out: hod.simulation" in page


def test_texts_cannot_become_html(tmp_path):
    report = Report("<b>", {})
    report.paragraph("<script>alert(1)</script>")
    report.table(["<i>"], [["<u>"]])
    report.plot("<s>", [Panel("<q>", [Curve("<p>", np.arange(3.0), np.arange(3.0))])])
    (tmp_path / "report.html").write_bytes(report.page())
    page = written(tmp_path / "report.html")
    for tag in ("<b>", "alert(1)</script>", "<i>", "<u>", "<s>", "<q>", "<p></p>"):
        assert tag not in page


def test_thinning_keeps_the_peaks_wherever_parts_end():
    times = np.arange(100_003) * 1e-3
    values = np.random.default_rng(1).standard_normal((len(times), 2))
    values[77_777, 0], values[3, 1] = 50.0, -60.0
    envelope = Envelope(len(times), 1000)
    for first in range(0, len(times), 1234):
        envelope.add(times[first : first + 1234], values[first : first + 1234])
    short, kept = envelope.result()
    assert len(short) <= 1002
    assert (np.diff(short) >= 0).all()
    np.testing.assert_array_equal(kept.max(axis=0), values.max(axis=0))
    np.testing.assert_array_equal(kept.min(axis=0), values.min(axis=0))
    few = thinned(times[:10], values[:10])
    np.testing.assert_array_equal(few[1], values[:10])


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
def test_a_browser_draws_it_and_complains_of_nothing(demo, tmp_path):
    """Chromium's own log of the page's console, and the page after its scripts have run."""
    assert BROWSER is not None
    for width in (1280, 390):
        shown = subprocess.run(
            [
                BROWSER,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                f"--user-data-dir={tmp_path / 'profile'}",
                f"--window-size={width},900",
                "--virtual-time-budget=8000",
                "--dump-dom",
                (demo / "report.html").as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=110,
            check=True,
        )
        assert not re.search(r"CONSOLE.*(error|Uncaught)", shown.stderr, re.IGNORECASE)
        assert "document idle" in shown.stderr  # what Bokeh says when all is drawn
        assert shown.stdout.count("data-root-id") >= 7


def test_a_table_as_json_is_the_table(demo, tmp_path, capsysbinary):
    urdf = demo / "recorded" / "robot.urdf"
    words = ["energies", "--urdf", urdf, "--motion", demo / "motion.csv", "--max-order", "2"]
    assert main([str(word) for word in [*words, "--out", tmp_path / "e.csv"]]) == 0
    assert main([str(word) for word in [*words, "--json"]]) == 0
    found = json.loads(capsysbinary.readouterr().out)
    table = np.genfromtxt(tmp_path / "e.csv", delimiter=",", skip_header=1)
    assert found["columns"] == ["time", "E1", "E2"]
    np.testing.assert_array_equal(found["rows"], table)
    assert main([str(word) for word in [*words, "--out", tmp_path / "e.parquet"]]) == 0
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = parquet.read_table(tmp_path / "e.parquet").to_pydict()
    np.testing.assert_array_equal(np.column_stack(list(columns.values())), table)
