"""The worked examples that come with the package, by name, from whichever folder one works in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import lumos_layer

APP, TASK = "app.json", "task.json"
_FOLDER = "blueprints"
_PACKAGE = Path(lumos_layer.__file__).parent
_SCREENS = (APP, "dump.xml", "dump.json", "notes.json")  # of an example, the one that its name stands for


def found(name: str) -> Path | None:
    """The file or folder of an example called so, as `mail`, `blueprints/mail` or `blueprints/login/dump.json`.

    None where something here is called so itself, or no example is. Examples of the folder that one works in go first.
    """
    parts = Path(name).parts
    if not parts or Path(name).exists() or Path(name).is_absolute() or ".." in parts:
        return None
    inner = Path(*parts[1:]) if parts[0] == _FOLDER else Path(name)
    return next((path for folder in _folders() if inner.parts and (path := folder / inner).exists()), None)


def screen(name: str) -> Path | None:
    """What an example called so is looked at by: the folder of an app, or a dump. None as for `found`."""
    path = found(name)
    return path if path is None or path.is_file() else _shown(path)


def _shown(folder: Path) -> Path | None:
    inside = next((folder / file for file in _SCREENS if (folder / file).is_file()), None)
    return folder if inside is not None and inside.name == APP else inside


def task(name: str) -> Path | None:
    """The task file of an example called so, or that is called so. None as for `found`."""
    path = found(name)
    if path is not None and path.is_dir():
        path /= TASK
    return path if path is not None and path.is_file() else None


def names() -> tuple[str, ...]:
    """What the examples are called."""
    return tuple(sorted({path.name for folder in _folders() for path in folder.iterdir() if _shown(path)}))


def known() -> str:
    """The examples in words, for an error; empty if there are none."""
    return f" The examples are: {', '.join(names())}." if names() else ""


def _folders() -> Iterator[Path]:
    """Where examples are: of the folder that one works in, of an installed package, of a checkout."""
    for folder in (Path(_FOLDER), _PACKAGE / _FOLDER, _PACKAGE.parent / _FOLDER):
        if folder.is_dir():
            yield folder
