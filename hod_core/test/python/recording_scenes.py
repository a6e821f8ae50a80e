# SPDX-License-Identifier: Apache-2.0
"""Recordings of a generator that shares no code with the estimator, as the benchmark makes them."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from hod.example import example_urdf

_FOLDER = Path(__file__).resolve().parents[2] / "benchmark"


def _benchmark() -> ModuleType:
    """Load the benchmark of recordings, which is called as a module of these tests is."""
    sys.path.append(str(_FOLDER))
    spec = spec_from_file_location("recording_benchmark", _FOLDER / "recordings.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


benchmark = _benchmark()
generator = import_module("recording_generator")
strokes = import_module("recording_strokes")


def scene(seed: int) -> Any:
    """Two joints of the small arm, the others held."""
    rng = np.random.default_rng(seed)
    made = benchmark.Scene.moving(example_urdf("fanuc_lrmate"), rng, 3.0)
    made.motion = {joint: generator.strokes(rng, 3.0) for joint in ("J2", "J3")}
    made.hold = dict.fromkeys(("J1", "J4", "J5"), 0.0)
    made.add_encoders(100.0, 16)
    return made
