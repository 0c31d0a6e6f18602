"""What an app does to the files of the simulated machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from lumos_layer.environments.simulator import confiding, parts
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.rows import Row
from lumos_layer.environments.simulator.stage import Stored
from lumos_layer.environments.simulator.texts import filled, said_by
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class WriteFile(Change):
    """Write a file of the simulated machine: the text given, or what a widget holds."""

    do: Literal["write_file"]
    path: str
    text: str = ""
    of: Locator | None = None

    def apply(self, world: World) -> None:
        widget = self.of.find(world) if self.of is not None else None
        text = filled(world, self.text) if widget is None else confiding.words_of(world, widget, str(said_by(widget)))
        world.stage.files[filled(world, self.path)] = text


class ReadFile(Change):
    """Keep what a file of the simulated machine holds as a value; nothing if it is not there."""

    do: Literal["read_file"]
    path: str
    name: str = Field(pattern=r"^[A-Za-z_][\w.]*$", description="The name of the value.")

    def apply(self, world: World) -> None:
        world.stage.values[self.name] = world.stage.files.get(filled(world, self.path))
        confiding.stored(world, self.name, None)


class DeleteFile(Change):
    """Delete a file of the simulated machine, or a folder with all in it."""

    do: Literal["delete_file"]
    path: str

    def apply(self, world: World) -> None:
        for path in _from(world, filled(world, self.path)):
            del world.stage.files[path]


class MoveFile(Change):
    """Give a file another path, or a folder with all in it; what was there is replaced. No folder goes into itself."""

    do: Literal["move_file"]
    path: str
    to: str

    def apply(self, world: World) -> None:
        path, to = filled(world, self.path).rstrip("/"), filled(world, self.to).rstrip("/")
        for old in _from(world, path) if not f"{to}/".startswith(f"{path}/") else ():
            world.stage.files[to + old[len(path) :]] = world.stage.files.pop(old)


class ListFiles(Change):
    """Fill a container with a part for each folder and each file in a folder of the simulated machine, folders first.

    In the rows `{file}` stands for the name, `{kind}` for `Folder` or the ending, `{size}` for the number of characters,
    `{content}` for the first line; afterwards `{count}` for how many there are. A folder without anything in it is a file
    whose path ends with `/`. What stood in the container goes, but what is no row of the list and what heads its columns.
    """

    do: Literal["list_files"]
    into: Locator
    folder: str
    row: tuple[Row, ...] = Field(min_length=1)
    by: str = Field(default="file", description="What they are sorted by: file, size or kind; -size: the other way round.")

    def apply(self, world: World) -> None:
        into = self.into.find(world)
        if into is None:
            return
        role = self.row[0].role
        parts.clear(world, into, [part for part in into.held() if part.node.role is role and not _heads(part)])
        entries = self._sorted(world)
        for entry in entries:
            world.stage.values.update(entry)
            parts.add(world, into, self.row, stack=True)
        world.stage.values["count"] = len(entries)

    def _sorted(self, world: World) -> list[dict[str, Stored]]:
        entries = _entries(world, filled(world, self.folder).rstrip("/") + "/")
        entries.sort(key=lambda entry: str(entry["file"]).casefold())
        by = filled(world, self.by)
        if by.lstrip("-") in _SORTED:
            entries.sort(key=lambda entry: _order(entry[by.lstrip("-")]), reverse=by.startswith("-"))
        return sorted(entries, key=lambda entry: entry["kind"] != FOLDER)


FOLDER = "Folder"
_SORTED = ("file", "size", "kind")


def _from(world: World, path: str) -> list[str]:
    """The paths of a file, or of a folder and all in it."""
    folder = path.rstrip("/") + "/"
    return [other for other in world.stage.files if other in (path, folder) or other.startswith(folder)]


def _entries(world: World, folder: str) -> list[dict[str, Stored]]:
    """What is right in the folder: the values by which its parts are made."""
    found: dict[str, dict[str, Stored]] = {}
    for path, text in world.stage.files.items():
        if not path.startswith(folder) or path == folder:
            continue
        name, inside, _ = path[len(folder) :].partition("/")
        if inside:
            found[name] = {"file": name, "kind": FOLDER, "size": None, "content": ""}
        else:
            ending = name.rpartition(".")[2].upper() if "." in name else "File"
            found[name] = {"file": name, "kind": ending, "size": len(text), "content": text.partition("\n")[0]}
    return list(found.values())


def _order(value: Stored) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, str(value).casefold())


def _heads(part: Widget) -> bool:
    return any(inner.node.role is Role.COLUMNHEADER for inner in part.inside())
