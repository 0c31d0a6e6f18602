"""Recorded dumps in folders: which files they are, and which of them lumos_layer can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import lumos_layer
from lumos_layer.errors import InputError

_REPOSITORY = Path(__file__).parents[1]
OWN_FOLDERS = (_REPOSITORY / "blueprints", _REPOSITORY / "tests")
_NO_DUMPS = ("steps.json", "manifest.json", "check.json")


class Recorded(NamedTuple):
    """A dump as it was recorded; `folder` is the name of the folder it was found in, `name` the path from there."""

    folder: str
    name: str
    path: Path
    data: bytes


def recorded(folders: Sequence[Path]) -> Iterator[Recorded]:
    """Every readable dump below the folders, in the order of their names; other files are passed over."""
    for folder in folders:
        folder = folder.resolve()
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".xml", ".json") and not _is_other(path):
                data = path.read_bytes()
                if _readable(data):
                    yield Recorded(folder.name, path.relative_to(folder).as_posix(), path, data)


def _is_other(path: Path) -> bool:
    return path.name in _NO_DUMPS or path.name.endswith(".hits.json")


def _readable(data: bytes) -> bool:
    try:
        lumos_layer.read(data)
    except InputError:
        return False
    return True
