# SPDX-License-Identifier: Apache-2.0
"""A seven-axis arm with elastic joints follows a fast motion by feedforward."""

from __future__ import annotations

from pathlib import Path

from ...output import output
from ...plot import draw, png
from ...table import write_table


def run(folder: Path) -> None:
    """Leave the robot, the deviations, their plots and report.html in a folder."""
    from . import pages, study

    results = study.run()
    folder.mkdir(parents=True, exist_ok=True)
    write_table(
        folder / "deviations.csv",
        [f"{law}.{name}" for law in ("rigid", "higher", "compensated") for name in results.joints],
        results.times,
        results.columns(),
    )
    plots = {
        "motion": pages.motion_panels(results),
        "deviations": pages.deviation_panels(results.joints, results.times, results.deviations),
    }
    pictures = {
        "motion": draw("What the arm is to do", plots["motion"]),
        "deviations": draw("How far the links are off", plots["deviations"]),
        "rates": png(pages.plot_rates(results)),
    }
    contents = {
        "robot.urdf": study.urdf().encode(),
        **{f"{name}.png": picture for name, picture in pictures.items()},
        "report.html": pages.report(results, plots, pictures),
    }
    for name, content in contents.items():
        with output(folder / name) as file:
            file.write(content)
