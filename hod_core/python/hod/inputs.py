# SPDX-License-Identifier: Apache-2.0
"""All files that are read when one is named; none of them must be overwritten."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ._core import Error, SettingsSection, read_settings

_BAG_FILES = ("metadata.yaml", "*.mcap", "*.db3", "*.zstd")


def recording_files(path: str | os.PathLike[str]) -> set[str]:
    """Return the files of a recording or motion: the file itself, or those in a bag's folder."""
    place = Path(path)
    names = (file for kind in _BAG_FILES for file in place.glob(kind)) if place.is_dir() else [path]
    return _resolved(names)


def settings_files(path: str | os.PathLike[str]) -> set[str]:
    """Return a robot file, mass distribution or settings file and all files that it names.

    Files that cannot be read are skipped; their actual reader reports the error.
    """
    seen: set[Path] = set()
    _add_settings(Path(path), seen)
    return _resolved(seen)


def _resolved(paths: Iterable[str | os.PathLike[str]]) -> set[str]:
    return {os.path.realpath(path) for path in paths if Path(path).is_file()}


def _add_settings(path: Path, seen: set[Path]) -> None:
    if path in seen or not path.is_file():  # reading a pipe would leave nothing for its real reader
        return
    seen.add(path)
    with suppress(Error):
        _add_named(read_settings(path), seen)


def _add_named(section: SettingsSection, seen: set[Path]) -> None:
    """Add the files that the keys of any kind of settings name."""
    for key in ("robot", "mass_distribution"):
        item = section.item(key)
        if item is not None and item.is_map:
            _add_named(section.section(key), seen)
        elif item is not None:
            _add_settings(section.path(key), seen)
    if "urdf" in section:
        seen.add(section.path("urdf"))
    for one in (*_maps(section, "loads"), *_maps(section, "motion")):
        if "table" in one:
            seen.add(one.path("table"))
    _add_meshes(
        [b for payload in _maps(section, "payload") for b in _maps(payload, "bodies")], seen
    )
    links = section.section("links")
    _add_meshes([body for link in links.keys for body in _maps(links, link)], seen)


def _add_meshes(bodies: Iterable[SettingsSection], seen: set[Path]) -> None:
    for body in bodies:
        if "file" in body:
            path = body.path("file")
            # The reader resolves ".." by name: behind a symbolic link this may be another file.
            seen.update((path, Path(os.path.normpath(path.absolute()))))


def _maps(section: SettingsSection, key: str) -> Iterator[SettingsSection]:
    """Yield the maps of a list, or a single one."""
    item = section.item(key)
    if item is not None:
        yield from [section.section(key)] if item.is_map else section.sections(key)
