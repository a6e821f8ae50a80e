# SPDX-License-Identifier: Apache-2.0
"""A seven-axis arm with elastic joints follows a fast motion by feedforward."""

from __future__ import annotations

from pathlib import Path

from ...plot import draw, png
from ...progress import SILENT, Progress
from ...recording.folder import results
from ...table import write_table


def run(folder: Path, progress: Progress = SILENT) -> None:
    """Write the robot, the deviations, their plots and report.html to a folder."""
    from . import pages, study

    with results(folder) as made:
        found = study.run(progress)
        progress.begin("report")
        laws = ("rigid", "higher", "compensated")
        columns = [f"{law}.{name}" for law in laws for name in found.joints]
        write_table(made / "deviations.csv", columns, found.times, found.columns())
        plots = {
            "motion": pages.motion_panels(found),
            "deviations": pages.deviation_panels(found.joints, found.times, found.deviations),
        }
        pictures = {
            "motion": draw("The task of the arm", plots["motion"]),
            "deviations": draw("Deviations of the links", plots["deviations"]),
            "rates": png(pages.plot_rates(found)),
        }
        for name, picture in pictures.items():
            (made / f"{name}.png").write_bytes(picture)
        (made / "robot.urdf").write_text(study.urdf(), "utf-8")
        (made / "report.html").write_bytes(pages.report(found, plots, pictures))
