# SPDX-License-Identifier: Apache-2.0
"""Mutants are one change of one line each, and their tests are there."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mutate


@pytest.mark.parametrize("area", mutate.AREAS)
def test_every_pattern_finds_sources_and_every_test_is_there(area):
    for pattern in mutate.AREAS[area].sources:
        assert list(mutate.CORE.glob(pattern)), pattern
    for name in mutate.AREAS[area].tests:
        assert list(mutate.CORE.glob(f"test/*/test_{name}.cpp")), name


@pytest.mark.parametrize("area", mutate.AREAS)
def test_a_mutant_changes_one_line(area):
    mutants = mutate.mutants_of(area)
    assert len(mutants) > 300
    for mutant in mutants[::50]:
        before = mutant.path.read_text("utf-8").splitlines()
        after = mutate.changed(mutant)[0].splitlines()
        assert len(before) == len(after)
        assert [i for i, line in enumerate(after, 1) if line != before[i - 1]] == [mutant.line]


@pytest.mark.parametrize("area", mutate.AREAS)
def test_a_sample_is_the_same_every_time_and_goes_file_by_file(area):
    sample = mutate.sample_of(area, 100, 3)
    assert sample == mutate.sample_of(area, 100, 3)
    assert sample != mutate.sample_of(area, 100, 4)
    assert len({(m.path, m.line, m.begin, m.text) for m in sample}) == 100
    paths = [mutant.path for mutant in sample]
    changes = sum(a != b for a, b in pairwise(paths))
    assert changes == len(set(paths)) - 1


def test_a_sample_may_be_of_one_file_only():
    names = {mutant.path.name for mutant in mutate.sample_of("estimator", 100, 3, "banded")}
    assert names == {"banded_least_squares.cpp"}


def test_what_tells_nothing_about_tests_is_counted_apart():
    words = ["killed by forces", "killed by terms (endless)", "SURVIVED", "same code"]
    found = [{"verdict": word} for word in [*words, "killed by loads", "not compiled"]]
    assert mutate.summary("kernel", found) == (
        "kernel: 3 of 4 killed (75.0 %), 1 survived; 1 the same code, 1 not compiled"
    )
