# SPDX-License-Identifier: Apache-2.0
"""The settings that docs/recordings.md shows are settings that the command takes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import yaml

from hod.example import example_urdf
from hod.recording.fit_settings import read_fit_settings
from hod.recording.plan import read_plan

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
    assert [source.name for source in settings.sources] == [
        "forearm",
        "forearm gyro",
        "J3 position",
    ]
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


def test_the_robot_may_be_a_robot_file_or_a_urdf(blocks):
    values = yaml.safe_load(blocks[0].read_text())
    folder = blocks[0].parent
    (folder / "sub").mkdir()
    (folder / "sub" / "arm.yaml").write_text(
        "{urdf: ../robot.urdf, gravity: [0, 0, -1.6], payload: {link: link_5, mass: 2}}"
    )
    for name, gravity in (("sub/arm.yaml", -1.6), ("robot.urdf", -9.81), ("fanuc_lrmate", -9.81)):
        blocks[0].write_text(yaml.safe_dump(values | {"robot": name}))
        settings = read_fit_settings(blocks[0], is_bag=True)
        assert settings.robot.gravity[2] == gravity
        assert len(settings.robot.payloads) == (name == "sub/arm.yaml")
        assert settings.urdf == example_urdf().encode()
    whole = {"urdf": "robot.urdf", "payload": {"link": "link_5", "mass": 2}, "friction": "urdf"}
    blocks[0].write_text(yaml.safe_dump(values | {"robot": whole}))
    robot = read_fit_settings(blocks[0], is_bag=True).robot
    assert robot.has_friction
    assert robot.payloads[0].mass == 2
    for bad, words in (("none.yaml", "none.yaml: found no readable file"), (3.5, "3.5: found no")):
        blocks[0].write_text(yaml.safe_dump(values | {"robot": bad}))
        with pytest.raises(ValueError, match=words):
            read_fit_settings(blocks[0], is_bag=True)
