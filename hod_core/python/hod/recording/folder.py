# SPDX-License-Identifier: Apache-2.0
"""Folders of results that appear complete or not at all."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from .._core import Error
from ..output import undone_by


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, if necessary."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Error(f"{folder}: found a file, expected a folder to write into") from None
    except OSError as error:
        raise _no_place(folder, error) from None


def _beside(target: Path) -> TemporaryDirectory[str]:
    """Create an empty folder from which results can be moved to their destination."""
    if target.exists() and not target.is_dir():
        raise Error(f"{target}: found a file, expected a folder to write into")
    parent = target.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        return TemporaryDirectory(prefix=".hod_", dir=parent)
    except OSError as error:
        raise _no_place(target, error) from None


def _no_place(folder: Path, error: OSError) -> Error:
    reason = (error.strerror or str(error)).lower()
    return Error(f"{folder}: found {reason}, expected a folder to write into")


@contextmanager
def _named_as(target: Path, made: Path) -> Iterator[None]:
    """Name the requested folder in errors, not the one beside it."""
    try:
        yield
    except Error as error:
        raise Error(str(error).replace(str(made), str(target))) from None
    except OSError as error:
        if error.filename is not None and not str(error.filename).startswith(str(made)):
            raise
        raise _no_place(target, error) from None


def refuse_in_place(target: Path, names: Iterable[str], read: Collection[str]) -> None:
    """Refuse a folder where files or folders of these names are inputs or hold some."""
    for name in names:
        place = Path(os.path.realpath(target / name))
        for file in map(Path, read):
            if file.is_relative_to(place):
                raise Error(
                    f"{target}: found {file.name} there, which is read and would be replaced, "
                    "expected another folder to write into"
                )


def _changing(made: Path, target: Path) -> Iterator[str]:
    """Yield the names of all results but the files that are already there with the same bytes."""
    for entry in sorted(made.iterdir()):
        place = target / entry.name
        is_same = entry.is_file() and place.is_file() and filecmp.cmp(entry, place, shallow=False)
        if not is_same:
            yield entry.name


@contextmanager
def results(folder: str | os.PathLike[str], read: Collection[str] = ()) -> Iterator[Path]:
    """Yield an empty folder; if the block succeeds, its contents move to `folder`.

    Files and folders of the same name are replaced, others stay. If one of them is among the files
    `read`, which are without symbolic links, nothing moves; with the same bytes it stays as it is.
    """
    target = Path(folder)
    with (
        _beside(target) as scratch,
        undone_by(partial(shutil.rmtree, scratch, ignore_errors=True)),
    ):
        made, old = Path(scratch) / "made", Path(scratch) / "old"
        made.mkdir()
        with _named_as(target, made):
            yield made
        refuse_in_place(target, _changing(made, target), read)
        old.mkdir()
        target.mkdir(exist_ok=True)
        for entry in sorted(made.iterdir()):
            place = target / entry.name
            if os.path.realpath(place) in read:
                continue
            if place.is_dir():
                shutil.move(place, old / entry.name)
            entry.replace(place)
