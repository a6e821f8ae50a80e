# SPDX-License-Identifier: Apache-2.0
"""The settings that docs/recordings.md shows are settings that the command takes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import yaml

from hod.recording.fit_settings import read_fit_settings
from hod.recording.plan import read_plan
from hod.example import example_urdf

PAGE = Path(__file__).resolve().parents[3] / "docs" / "recordings.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="no docs beside hod_core")


@pytest.fixture
def blocks(tmp_path: Path) -> list[Path]:
    """Write each block of YAML as a file, beside the files that it names."""
    (tmp_path / "robot.urdf").write_text(example_urdf())
    (tmp_path / "mass.yaml").write_text("links: {link_5: [{shape: sphere, radius: 0.1, mass: 1}]}")
    paths = []
    for i, block in enumerate(re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)):
        paths.append(tmp_path / f"block_{i}.yaml")
        paths[-1].write_text(block)
    return paths


@pytest.mark.parametrize("is_bag", [True, False])
def test_the_settings_of_hod_fit_are_read(is_bag, blocks):
    text = blocks[0].read_text()
    if not is_bag:
        text = text.replace("topic: /joint_states ", "column: J3.q ")
        blocks[0].write_text(text)
    settings = read_fit_settings(blocks[0], is_bag=is_bag)
    assert [source.name for source in settings.sources] == ["forearm", "J3 position"]
    assert settings.sensors[0].source.topic == ("/forearm/imu" if is_bag else "")
    assert settings.shape.segments == 51
    assert settings.start.position[2] == 0
    assert np.isnan(settings.start.position[0])
    assert settings.hold == {"J1": 0, "J2": 0, "J4": 0, "J5": 0}
    assert settings.orders == 4


def test_the_settings_of_hod_generate_are_read(blocks):
    plan = read_plan(blocks[1])
    assert plan.moving == ("J3", "J4")
    assert plan.sensors[0].scale == 1.01
    assert plan.encoders is not None


def test_every_key_of_the_page_is_one_that_the_reader_knows(blocks):
    """A key that is spoilt is refused, so none of them is left unread."""
    values = yaml.safe_load(blocks[0].read_text())
    for key in values:
        spoilt = {k + "_" * (k == key): v for k, v in values.items()}
        blocks[0].write_text(yaml.safe_dump(spoilt))
        with pytest.raises(ValueError, match="found"):
            read_fit_settings(blocks[0], is_bag=True)
