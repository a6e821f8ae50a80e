# SPDX-License-Identifier: Apache-2.0
"""Starts that are so sudden that knots have to be closer than the nodes of dense readings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from hod.command.main import main
from hod.recording.fit import fit
from hod.recording.fit_settings import read_fit_settings, read_recording

SENSORS = {"upper": "link_2", "forearm": "link_3", "hand": "link_5"}


def recorded(folder: Path) -> Path:
    """Record two joints that start within 50 ms, at 1 kHz."""
    stroke = {"duration": 0.8, "shape": "sudden", "ramp": 0.05}
    plan = {
        "robot": {"urdf": "fanuc_lrmate"},
        "seed": 1,
        "duration": 3.0,
        "motion": {
            "J2": {"from": 0.1, "to": 0.9, "start": 0.4, **stroke},
            "J3": {"from": 0.0, "to": 1.2, "start": 1.5, **stroke},
        },
        "sensors": [
            {"name": name, "link": link, "noise_density": 100, "rate": 1000}
            for name, link in SENSORS.items()
        ],
        "joint_states": {"topic": "/joint_states", "rate": 100, "noise": 1e-4},
    }
    (folder / "plan.yaml").write_text(yaml.safe_dump(plan))
    made = folder / "made"
    arguments = ["generate", folder / "plan.yaml", "--out", made, "--format", "csv", "--quiet"]
    assert main([str(argument) for argument in arguments]) == 0
    return made


@pytest.mark.parametrize("shape", ["", "fit: {knot_spacing: 0.005}\n"])
def test_starts_within_50_ms_are_found(shape, tmp_path):
    """One spacing was refused as what no motion explains; the other was wrong by 195 rad/s²."""
    made = recorded(tmp_path)
    with (made / "fit.yaml").open("a") as file:
        file.write(shape)
    settings = read_fit_settings(made / "fit.yaml", is_bag=False)
    found = fit(read_recording(made / "recording.csv", settings), settings)
    truth = np.genfromtxt(made / "motion.csv", delimiter=",", names=True)
    for joint in ("J2", "J3"):
        column = settings.robot.joint_names.index(joint)
        expected = np.interp(found.times, truth["time"], truth[f"{joint}d2q"])
        assert np.abs(expected).max() > 20.0
        np.testing.assert_allclose(found.motion[:, 2, column], expected, atol=1.0)
    assert not found.warnings
