# SPDX-License-Identifier: Apache-2.0
"""A seven-axis arm with elastic joints follows a fast motion by feedforward."""

from __future__ import annotations

from pathlib import Path

from ...output import output
from ...report import png
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
    pictures = {
        "motion.png": png(pages.plot_motion(results)),
        "deviations.png": png(pages.plot_deviations(results)),
        "rates.png": png(pages.plot_rates(results)),
    }
    contents = {
        "robot.urdf": study.urdf().encode(),
        **pictures,
        "report.html": pages.report(results, pictures),
    }
    for name, content in contents.items():
        with output(folder / name) as file:
            file.write(content)
