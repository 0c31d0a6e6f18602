"""Which files of a folder are dumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

_ENDINGS = frozenset((".xml", ".json", ".txt", ".yaml", ".yml", ".uix"))
_OTHERS = frozenset(("steps.json", "manifest.json", "check.json", "app.json", "readme.txt", "license.txt"))
_OTHER_ENDINGS = (".hits.json", ".schema.json", "secrets.json")


def dumps_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files among the paths, and those in folders and below that may be dumps, by their names, in order."""
    for path in paths:
        if path.is_dir():
            yield from (file for file in sorted(path.rglob("*")) if may_be_dump(file) and file.is_file())
        else:
            yield path


def may_be_dump(file: Path) -> bool:
    """False for pictures, notes, hit tests, lists of steps, apps, secrets and whatever else stands beside dumps."""
    name = file.name.lower()
    return file.suffix.lower() in _ENDINGS and name not in _OTHERS and not name.endswith(_OTHER_ENDINGS)
