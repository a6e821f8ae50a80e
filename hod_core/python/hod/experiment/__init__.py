# SPDX-License-Identifier: Apache-2.0
"""Complete examples, from a robot to a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from .._core import Robot
from ..progress import SILENT, Progress


@dataclass(frozen=True)
class Experiment:
    """An experiment: the module `hod.experiment.<name>` has `run(folder, progress)`."""

    name: str
    summary: str
    takes_robot: bool = False

    def run(
        self,
        folder: str | Path,
        robot: Robot | None = None,
        inputs: Sequence[str] = (),
        progress: Progress = SILENT,
    ) -> None:
        """Write tables, plots and a report to the folder, created if necessary.

        `inputs` are the files that the robot was read from.
        """
        run: Callable[..., None] = import_module(f"{__name__}.{self.name}").run
        if self.takes_robot:
            run(Path(folder), robot, inputs, progress)
        else:
            run(Path(folder), progress)


EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment("demo", "everything on one page, from an accelerometer's bag to elastic drives"),
        Experiment("fanuc_lrmate", "FANUC LR Mate: joint 3 swings half a turn, forces to order 2"),
        Experiment(
            "fanuc_accelerometer",
            "the papers' experiment: an accelerometer on the forearm, motion and torques from it",
        ),
        Experiment(
            "fanuc_published",
            "the papers' experiment with their own formulas, compared with HOD's and the truth",
        ),
        Experiment(
            "elastic_joint", "seven axes with elastic joints: the benefit of Q″ in feedforward"
        ),
        Experiment("growth", "what derivatives cost: time against joints and order"),
        Experiment(
            "your_robot",
            "any robot (--urdf or --robot): a smooth random motion within its limits",
            takes_robot=True,
        ),
    )
}
