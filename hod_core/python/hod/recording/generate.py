# SPDX-License-Identifier: Apache-2.0
"""A recording, the truth behind it, and the settings with which `hod fit` reads it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from .._core import motion_columns
from ..inputs import settings_files
from ..table import by_joint, write_table
from ..urdf_text import is_xml
from .folder import results
from .generator import Readings, encoder_readings, gyro_readings, sensor_readings
from .plan import Plan, SensorPlan
from .robot import PACKAGED
from .writer import encoder_stream, sensor_stream, write_bag, write_recording_table

FORMATS = ("mcap", "sqlite3", "csv")

_LETTERS = "xyz"


def generate(plan: Plan, folder: Path, kind: str = "mcap") -> list[Path]:
    """Write recording, robot.urdf, motion.csv, readings.csv and fit.yaml to a folder; return them.

    motion.csv is the true motion; readings.csv has the readings of perfect accelerometers, at the
    times at which the readings were actually taken.
    """
    sensors = [sensor_readings(plan, sensor) for sensor in plan.sensors]
    gyros = [
        None if sensor.gyro is None else gyro_readings(plan, sensor, sensor.gyro, readings)
        for sensor, readings in zip(plan.sensors, sensors, strict=True)
    ]
    turning = [gyro for gyro in gyros if gyro is not None]
    encoders = encoder_readings(plan, plan.encoders) if plan.encoders else None
    with results(folder, settings_files(plan.source)) as made:
        if kind == "csv":
            parts = [*sensors, *turning, *([encoders] if encoders else [])]
            write_recording_table(made / "recording.csv", _columns(plan, encoders), parts)
        else:
            streams = [
                sensor_stream(sensor, readings, plan.start, gyro)
                for sensor, readings, gyro in zip(plan.sensors, sensors, gyros, strict=True)
            ]
            if encoders:
                joints = plan.robot.joint_names
                streams.append(encoder_stream(encoders.name, joints, encoders, plan.start))
            write_bag(made / "recording", streams, kind)
        (made / "robot.urdf").write_bytes(plan.urdf)
        _write_truth(plan, made, [*sensors, *turning])
        (made / "fit.yaml").write_text(_fit_settings(plan, kind), "utf-8")
        names = sorted(path.name for path in made.iterdir())
    return [folder / name for name in names]


def _columns(plan: Plan, encoders: Readings | None) -> list[str]:
    columns = _all_columns(plan)
    return columns + ([f"{joint}.q" for joint in plan.robot.joint_names] if encoders else [])


def _all_columns(plan: Plan) -> list[str]:
    """Return the columns of all sensors, then those of their gyroscopes."""
    columns = [column for sensor in plan.sensors for column in _sensor_columns(sensor)]
    gyros = [sensor for sensor in plan.sensors if sensor.gyro is not None]
    return columns + [column for sensor in gyros for column in _sensor_columns(sensor, "w")]


def _sensor_columns(sensor: SensorPlan, before: str = "") -> list[str]:
    return [f"{sensor.name}.{before}{_LETTERS[i]}" for i in range(sensor.mounting.components)]


def _write_truth(plan: Plan, made: Path, sensors: Sequence[Readings]) -> None:
    motion = plan.trajectory(plan.times, plan.orders + 1)
    away = np.flatnonzero(motion.any(axis=(0, 1)))  # joints missing from the table are at zero
    columns = motion_columns([plan.robot.joint_names[i] for i in away], plan.orders + 1)
    write_table(made / "motion.csv", columns, plan.times, by_joint(motion[:, :, away]))
    if sensors:
        names = _all_columns(plan)
        perfect = [Readings(r.name, r.times, r.times, r.truth, r.truth) for r in sensors]
        write_recording_table(made / "readings.csv", names, perfect)


def _fit_settings(plan: Plan, kind: str) -> str:
    robot = _robot_settings(Path(plan.source)) | {
        "urdf": "robot.urdf",
        "gravity": plan.robot.gravity.tolist(),
    }
    ends = plan.trajectory(np.array([0.0, plan.duration]), 2)
    columns = [plan.robot.joint_names.index(joint) for joint in plan.moving]
    still = [i for i in range(plan.robot.dof) if i not in columns]
    settings: dict[str, Any] = {
        "robot": robot,
        "sensors": [_sensor_settings(sensor, kind) for sensor in plan.sensors],
        "start": _rest(plan, columns, ends[0]),
        "end": _rest(plan, columns, ends[1]),
        "hold": {plan.robot.joint_names[i]: float(ends[0, 0, i]) for i in still},
    }
    if plan.encoders:
        settings["joint_readings"] = [
            {"joint": joint, "noise": max(plan.encoders.noise, 1e-9)}
            | ({"column": f"{joint}.q"} if kind == "csv" else {"topic": plan.encoders.topic})
            for joint in plan.moving
        ]
    if plan.shape.changes:
        settings["fit"] = plan.shape.changes
    biases = [s.bias for s in plan.sensors] + [s.gyro.bias for s in plan.sensors if s.gyro]
    if any(np.any(bias) for bias in biases):
        settings["estimate"] = ["bias"]
    text = yaml.safe_dump(
        {key: value for key, value in settings.items() if value}, sort_keys=False, width=100
    )
    return f"# Made by `hod generate`: the sensors as their user knows them.\n{text}"


def _robot_settings(source: Path) -> dict[str, Any]:
    """Return the robot entries of the settings or of their robot file, with absolute file paths."""
    said = yaml.safe_load(source.read_text("utf-8-sig"))["robot"]
    folder = source.resolve().parent
    if isinstance(said, str):
        path = folder / said
        data = b"" if said == PACKAGED else path.read_bytes()
        said = {} if not data or is_xml(data) else yaml.safe_load(data.decode("utf-8-sig"))
        folder = path.parent
    settings = dict(said)
    if isinstance(distribution := settings.get("mass_distribution"), str):
        settings["mass_distribution"] = str(folder / distribution)
    if "loads" in settings:
        settings["loads"] = [
            load | ({"table": str(folder / load["table"])} if "table" in load else {})
            for load in settings["loads"]
        ]
    return settings


def _rest(plan: Plan, columns: Sequence[int], motion: Any) -> dict[str, Any]:
    names = plan.robot.joint_names
    return {
        names[i]: {"position": float(motion[0, i]), "velocity": float(motion[1, i])}
        for i in columns
    }


def _sensor_settings(sensor: SensorPlan, kind: str) -> dict[str, Any]:
    mounting = sensor.mounting
    settings: dict[str, Any] = {"name": sensor.name, "link": mounting.link}
    if kind == "csv":
        settings["columns"] = _sensor_columns(sensor)
    else:
        settings["topic"] = sensor.topic
        if sensor.message != "float64" and mounting.components < 3:
            settings["components"] = _LETTERS[: mounting.components]
    settings["position"] = mounting.position.tolist()
    settings["axes"] = mounting.axes.tolist()
    settings["kind"] = mounting.kind
    if mounting.range is not None:
        settings["range"] = mounting.range
    if sensor.noise_density:
        settings["noise_density"] = sensor.noise_density
    if sensor.gyro is not None:
        columns = {"columns": _sensor_columns(sensor, "w")} if kind == "csv" else {}
        density = sensor.gyro.noise_density
        settings["gyro"] = columns | ({"noise_density": density} if density else {})
    return settings
