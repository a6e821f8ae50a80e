# SPDX-License-Identifier: Apache-2.0
"""Recordings as CSV, and what makes a signal unfit for use."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hod
from hod.recording import Signal, Source, read_table

X = Source("sensor", columns=("x",))
XY = Source("sensor", columns=("x", "y"))


def table(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "data.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def sentence(path: Path, source: Source = X, **options: object) -> str:
    with pytest.raises(hod.Error) as caught:
        read_table(path, [source], **options)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "found" in text
    assert "expected" in text
    assert "\n" not in text
    return text


def test_columns_are_found_by_name_in_any_order_and_unit(tmp_path):
    path = table(tmp_path, "\ufefft, y ,x\n100,1,2\n110,3,4\n\n120,5,6\n")
    source = Source("sensor", columns=("x", "y"), factor=10.0)
    signal = read_table(path, [source], "t", 1e-3).signals[0]
    np.testing.assert_allclose(signal.times, [0.1, 0.11, 0.12])
    np.testing.assert_array_equal(signal.values, [[20, 10], [40, 30], [60, 50]])


def test_empty_cells_are_no_readings(tmp_path):
    """Sensors of different rates in one table."""
    path = table(tmp_path, "time,fast,slow\n0,1,2\n0.1,3,\n0.2,5,6\n")
    sources = [Source("fast", columns=("fast",)), Source("slow", columns=("slow",))]
    fast, slow = read_table(path, sources).signals
    assert (len(fast), len(slow)) == (3, 2)
    np.testing.assert_array_equal(slow.times, [0, 0.2])


BAD = {
    "nothing": ("", "found nothing, expected a table"),
    "no table": ("Dear Sir,\nI write to you\n", ":1: found Dear Sir"),
    "one word": ("hello\nworld\n", ":1: found one column 'hello'"),
    "no rows": ("time,x\n", "no rows"),
    "twice": ("time,x,x\n0,1,2\n", 'second column "x"'),
    "no date": ("time,x\n9223372036854775807,1\n", "expected a date that has nanoseconds in 64"),
    "no column": ("time,y\n0,1\n1,2\n", "expected a column 'x'"),
    "near name": ("time,X1,ax\n0,1,2\n", "expected a column 'x'"),
    "no time": ("t,x\n0,1\n", "expected a column 'time'"),
    "text": ("time,x\n0,1\n1,left\n", ':3: column "x": found "left"'),
    "nan": ("time,x\n0,nan\n1,2\n", ':2: column "x": found "nan"'),
    "infinite": ("time,x\n0,1\n1,1e999\n", ':3: column "x": found "1e999"'),
    "empty time": ("time,x\n0,1\n,2\n", ":3: 'time'"),
    "ragged": ("time,x\n0,1\n1\n", ":3: found 1 fields, expected 2"),
    "same time": ("time,x\n0,1\n0.5,1\n0.5,2\n", "in reading 2, the same time"),
    "time back": ("time,x\n0,1\n0.5,1\n0.25,2\n", "found time 0.250000000 in reading 2, after 0.5"),
    "one row": ("time,x\n0,1\n", "one reading"),
    "no reading": ("time,x\n0,\n1,\n", "no readings"),
    "binary": (b"time\x00x\n0,1\n", "found binary data"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "found a picture"),
    "gzip": (b"\x1f\x8b\x08\x00\x00", "found gzip data"),
    "control": (b"time,a\x0cb\n0,1\n", ":1: found time, a b, expected a column 'x'"),
    "utf-16": ("time,x\n0,1\n".encode("utf-16"), "found text in UTF-16"),
    "parquet": (b"PAR1\x15\x04\x15", "found a Parquet file"),
    "archive": (b"PK\x03\x04\x14\x00", "found a zip archive"),
    "semicolons": ("time;x\n0;1\n", ":1: found columns separated by semicolons, expected commas"),
    "tabs": ("time\tx\n0\t1\n", ":1: found columns separated by tabs, expected commas"),
    "latin": (b"time,x\n0,\xe4\n", ':2: column "x": found'),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_table_is_one_sentence(case, tmp_path):
    text, expected = BAD[case]
    assert expected in sentence(table(tmp_path, text))


@pytest.mark.parametrize("half", ["1,2,", "1,,2"])
def test_half_a_reading_is_refused(half, tmp_path):
    path = table(tmp_path, f"time,x,y\n0,1,2\n{half}\n2,3,4\n")
    assert ":3: sensor: found some of x, y empty" in sentence(path, XY)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_an_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "data.csv"
    path.write_bytes(data)
    with pytest.raises(hod.Error, match="found"):
        read_table(path, [X])


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(1, 98), max_size=60))
def test_gaps_are_where_readings_are_missing(lost):
    """A gap is five missing steps or more in a row."""
    kept = np.array([i for i in range(100) if i not in lost])
    signal = Signal("s", kept * 0.01, np.zeros((len(kept), 1)), "m/s²")
    steps = np.diff(kept)
    expected = [(kept[i], kept[i + 1]) for i in np.flatnonzero(steps > 5 * np.median(steps))]
    found = [(round(gap.start * 100), round(gap.end * 100)) for gap in signal.gaps]
    assert found == expected


def test_a_gap_is_named_with_its_place_and_length():
    times = np.concatenate([np.arange(50), np.arange(70, 100)]) * 0.01
    signal = Signal("wrist", times, np.zeros((80, 1)), "m/s²")
    with pytest.raises(hod.Error, match=r"d.csv: wrist: found a gap of 0.21 s at time 0.49, exp"):
        signal.check_gaps("d.csv")
    times = np.concatenate([np.arange(50), np.arange(70, 80), np.arange(90, 100)]) * 0.01
    signal = Signal("wrist", times, np.zeros((70, 1)), "m/s²")
    with pytest.raises(hod.Error, match=r"and 1 more, expected readings every 0.01 s"):
        signal.check_gaps("d.csv")


@pytest.mark.parametrize(
    ("unit", "stamps"),
    [
        ("ns", ["1700000000123456789", "1700000000123456790", "1700000001123456791"]),
        ("s", ["1700000000.123456789", "1700000000.12345679", "1700000001.123456791"]),
    ],
)
def test_stamps_that_are_dates_keep_every_nanosecond(unit, stamps, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("time,a\n" + "".join(f"{stamp},{i}\n" for i, stamp in enumerate(stamps)))
    factor = {"ns": 1e-9, "s": 1.0}[unit]
    recording = read_table(path, [Source("a", columns=("a",))], "time", factor)
    assert recording.origin == 1_700_000_000 * 10**9
    expected = [0.123456789, 0.12345679, 1.123456791]
    np.testing.assert_allclose(recording.signals[0].times, expected, rtol=0, atol=3e-16)


def test_times_that_are_no_dates_stay_as_they_are(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("time,a\n-1.5,0\n0.25,1\n1e3,2\n1000.5,3\n")
    recording = read_table(path, [Source("a", columns=("a",))])
    assert recording.origin == 0
    np.testing.assert_array_equal(recording.signals[0].times, [-1.5, 0.25, 1e3, 1000.5])
