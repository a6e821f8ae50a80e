# SPDX-License-Identifier: Apache-2.0
"""Folders of results that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ..output import undone_by


@contextmanager
def results(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield an empty folder; if the block succeeds, what is in it moves to `folder`.

    Files and folders of the same name are replaced, others stay.
    """
    target = Path(folder)
    parent = target.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix=".hod_", dir=parent) as scratch,
        undone_by(partial(shutil.rmtree, scratch, ignore_errors=True)),
    ):
        made, old = Path(scratch) / "made", Path(scratch) / "old"
        made.mkdir()
        yield made
        old.mkdir()
        target.mkdir(exist_ok=True)
        for entry in sorted(made.iterdir()):
            place = target / entry.name
            if place.is_dir():
                shutil.move(place, old / entry.name)
            entry.replace(place)
