# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import hod
from hod._core import OutputFile, parse_motion, table_header, table_rows
from hod.output import output
from robots import ARM, ARM_JOINTS, motion, write_motion


def outcome(call, *arguments):
    """Return what the call returns and nothing, or None and the sentence that refuses."""
    try:
        return call(*arguments), ""
    except hod.Error as error:
        return None, str(error)


FINITE = st.floats(allow_nan=False, allow_infinity=False)


def test_a_motion_reads_back_in_the_order_of_the_model(tmp_path):
    batch = motion(20)
    times = write_motion(tmp_path / "m.csv", batch[:, :, ::-1], ARM_JOINTS[::-1])
    table = hod.read_motion(tmp_path / "m.csv")
    assert len(table) == 20
    assert table.joints == {"shoulder": 5, "elbow": 5, "slide": 5}
    np.testing.assert_array_equal(table.times, times)
    match = table.match(hod.Robot.from_urdf(ARM), rows=4)
    assert match.still == []
    np.testing.assert_array_equal(match.gather(), batch[:, :4])
    np.testing.assert_array_equal(match.gather(3, 5), batch[3:8, :4])
    assert match.gather(18, 100).shape == (2, 4, 3)
    assert match.gather(30).shape == (0, 4, 3)


def test_a_match_outlives_the_names_of_its_table(tmp_path):
    write_motion(tmp_path / "m.csv", motion(3))
    match = hod.read_motion(tmp_path / "m.csv").match(hod.Robot.from_urdf(ARM), 5)
    np.testing.assert_array_equal(match.gather(), motion(3))


def test_joints_left_out_stand_still(tmp_path):
    write_motion(tmp_path / "m.csv", motion(3)[:, :, 1:2], ["elbow"])
    match = hod.read_motion(tmp_path / "m.csv").match(hod.Robot.from_urdf(ARM), 5)
    assert match.still == ["shoulder", "slide"]
    expected = motion(3)
    expected[:, :, [0, 2]] = 0.0
    np.testing.assert_array_equal(match.gather(), expected)


@given(values=arrays(np.float64, st.tuples(st.integers(1, 5), st.just(3)), elements=FINITE))
def test_every_double_reads_back_as_itself(values):
    times = np.arange(len(values), dtype=np.float64)
    text = table_header(["a.q", "b.q", "b.d1q"]) + table_rows(times, values)
    robot = hod.Robot.from_urdf(
        '<robot name="r"><link name="0"/><link name="1"/><link name="2"/>'
        '<joint name="a" type="continuous"><parent link="0"/><child link="1"/></joint>'
        '<joint name="b" type="continuous"><parent link="1"/><child link="2"/></joint></robot>'
    )
    copy = parse_motion(text, "copy").match(robot, 1).gather()
    assert copy[:, 0].tobytes() == np.ascontiguousarray(values[:, :2]).tobytes()


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_no_bytes_crash_the_table_reader(text):
    table, complaint = outcome(parse_motion, text, "fuzz")
    assert table is None or len(table) > 0
    assert table or "expected" in complaint
    assert "\n" not in complaint


WORDS = 'time a.q a.d1q a.d2q b.q .q a " "a,"".q" 0 1e3 -1 nan inf 1e999 0x1 é.q 1_0 +-1'
FIELDS = st.sampled_from([*WORDS.split(), "", " 2 ", "\ufeff"])
LINES = st.lists(FIELDS, min_size=1, max_size=4).map(",".join)


@settings(max_examples=500)
@given(
    st.lists(LINES, max_size=5),
    st.sampled_from(["\n", "\r\n", "\n\n", "\r"]),
    st.sampled_from(["time,a.q\n", "time,a.q,a.d1q\n", ""]),
)
def test_no_table_crashes_the_reader_and_what_it_reads_is_sound(lines, end, header):
    table, complaint = outcome(parse_motion, (header + end.join(lines)).encode(), "fuzz")
    assert table or "expected" in complaint
    times = table.times if table else np.zeros(1)
    assert (np.diff(times) > 0).all()
    assert np.isfinite(times).all()


TAGS = st.sampled_from(["robot", "link", "joint", "parent", "child", "inertial", "mass", "mimic"])
NAMES = st.sampled_from(["a", "b", "", "é", "1 0 0", "nan", "-1", "fixed", "revolute", "${x}"])
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["name", "type", "link", "joint", "value", "xyz", "ixx", "lower"]), NAMES
)


@st.composite
def elements(draw, depth=0):
    tag = draw(TAGS)
    text = "".join(f' {key}="{value}"' for key, value in draw(ATTRIBUTES).items())
    count = draw(st.integers(0, 3 if depth < 3 else 0))
    inside = "".join(draw(elements(depth + 1)) for _ in range(count))
    return f"<{tag}{text}>{inside}</{tag}>"


@settings(max_examples=300)
@given(
    st.one_of(
        st.text(max_size=200).map("<".__add__),
        elements(),
        elements().map("<robot>{}</robot>".format),
    )
)
def test_no_text_crashes_the_urdf_reader(xml):
    robot, complaint = outcome(hod.Robot.from_urdf, xml)
    assert robot is not None or complaint
    assert "\n" not in complaint


@settings(max_examples=200)
@given(st.integers(0, len(ARM) - 1), st.characters(codec="utf-8"))
def test_no_changed_letter_crashes_the_urdf_reader(place, letter):
    robot, complaint = outcome(hod.Robot.from_urdf, ARM[:place] + letter + ARM[place + 1 :])
    assert "\n" not in complaint
    if robot is not None:
        assert hod.forces(robot, np.zeros((3, robot.dof)), 0).shape == (1, robot.dof)


def test_rows_must_fit_their_times():
    with pytest.raises(hod.Error, match="values: found shape"):
        table_rows([0.0, 1.0], np.zeros((3, 2)))
    with pytest.raises(hod.Error, match="values: found"):
        table_rows([0.0], [["a"]])


def test_columns_must_fit_their_names(tmp_path):
    for columns, times, values in (
        (["a"], [0.0], [[1.0, 2.0]]),
        (["a"], [0.0, 1.0], [[1.0]]),
        (["a"], [0.0], [1.0]),
    ):
        with pytest.raises(hod.Error, match=r"values: found shape .*, expected"):
            hod.write_table(tmp_path / "out.csv", columns, times, values)
    assert list(tmp_path.iterdir()) == []


def test_an_output_file_appears_on_commit_only(tmp_path):
    file = OutputFile(tmp_path / "out")
    file.write(b"text")
    assert not (tmp_path / "out").exists()
    file.commit()
    assert (tmp_path / "out").read_bytes() == b"text"
    OutputFile(tmp_path / "other").discard()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit, ValueError])
def test_an_interrupted_output_leaves_the_old_file_and_nothing_else(tmp_path, interruption):
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(interruption), output(path) as file:  # noqa: PT012
        file.write(b"new")
        assert len(list(tmp_path.iterdir())) == 2
        raise interruption
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]
    assert path.read_text() == "old"


def test_a_table_that_cannot_be_written_leaves_nothing(tmp_path):
    with pytest.raises(hod.Error, match="cannot be written"):
        hod.write_table(tmp_path / "none" / "out.csv", ["a"], [0.0], [[1.0]])
    assert list(tmp_path.iterdir()) == []
