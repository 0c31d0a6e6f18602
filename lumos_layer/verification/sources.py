"""Where evidence comes from: a simulator, a live machine, or what was told of one (S67). All of it can only be looked at."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pydantic import JsonValue

from lumos_layer.environments.simulator import Simulator
from lumos_layer.perception.known_secrets import without
from lumos_layer.perception.observation import Observation
from lumos_layer.state.probing import MISSING, ActSeen, CommandResult, Missing, Sources
from lumos_layer.verification.commands import Refused, check_path
from lumos_layer.verification.running import Bounds, run

_LARGEST = 16 * 1024 * 1024  # bytes of a file
_MOST = 100_000  # files that are listed
_NOTHING: Mapping[str, JsonValue] = MappingProxyType({})


class SimulatorSources:
    """What a simulated machine holds: its files, the values that its app stored, and one look at it.

    Where a secret stands in a file or value, its name is told in its place.
    """

    def __init__(self, simulator: Simulator, observation: Observation, acts: Sequence[ActSeen] = ()) -> None:
        self._simulator = simulator
        self.observation, self.acts = observation, tuple(acts)

    def file(self, path: str) -> bytes | None:
        held = self._simulator.world.stage.files.get(path)
        return None if held is None else self._told(held).encode("utf-8", "replace")

    def files(self) -> Iterable[str] | None:
        return tuple(self._simulator.world.stage.files)

    def stored(self, key: str) -> JsonValue | Missing:
        held = self._simulator.world.stage.values.get(key, MISSING)
        return self._told(held) if isinstance(held, str) else held

    def run(self, argv: Sequence[str]) -> CommandResult:
        return CommandResult(error="A simulated machine runs no commands.")

    def _told(self, text: str) -> str:
        return without(text, self._simulator.world.secrets)


class LiveSources:
    """One look at a live surface, and the folders of the machine that may be looked into; the first is that of commands.

    `stored` are values that whoever knows the app has read from it.
    """

    def __init__(
        self,
        observation: Observation,
        roots: Sequence[str | os.PathLike[str]] = (),
        acts: Sequence[ActSeen] = (),
        stored: Mapping[str, JsonValue] | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self.observation, self.acts = observation, tuple(acts)
        self._roots = tuple(Path(os.path.realpath(root)) for root in roots)
        self._stored, self._bounds = stored, bounds

    def file(self, path: str) -> bytes | None:
        """A file under one of the folders. Raises OSError for what is none, lies elsewhere or is too large."""
        real = self._checked(path)
        try:
            handle = os.open(real, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            return None
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise OSError(f"{path} is no file")
            if found.st_size > _LARGEST:
                raise OSError(f"{path} is larger than {_LARGEST:,} bytes")
            return file.read(_LARGEST + 1)

    def files(self) -> Iterable[str] | None:
        return self._listed() if self._roots else None

    def stored(self, key: str) -> JsonValue | Missing:
        if self._stored is None:
            raise LookupError("nobody can tell what the app has stored")
        return self._stored.get(key, MISSING)

    def run(self, argv: Sequence[str]) -> CommandResult:
        return run(argv, self._roots, self._bounds)

    def _checked(self, path: str) -> Path:
        if not self._roots:
            raise OSError("no folder has been given that may be looked into")
        try:
            return check_path(path, self._roots)
        except Refused as problem:
            raise OSError(str(problem)) from None

    def _listed(self) -> Iterator[str]:
        count = 0
        for root in self._roots:
            for folder, _, names in os.walk(root):
                for name in names:
                    count += 1
                    if count > _MOST:
                        raise OSError(f"there are more than {_MOST:,} files")
                    yield str(Path(folder) / name)


class NamedSources:
    """The same sources, with the names of secrets in their place, as a look has them: a check names a secret in the same way."""

    def __init__(self, sources: Sources, secrets: Mapping[str, str]) -> None:
        self._sources, self._secrets = sources, secrets
        self.observation, self.acts = sources.observation, sources.acts

    def file(self, path: str) -> bytes | None:
        held = self._sources.file(path)
        try:
            return None if held is None else self._told(held.decode()).encode()
        except UnicodeDecodeError:
            return held  # no text of a common kind, in which none is known again

    def files(self) -> Iterable[str] | None:
        return self._sources.files()

    def stored(self, key: str) -> JsonValue | Missing:
        held = self._sources.stored(key)
        return self._told(held) if isinstance(held, str) else held

    def run(self, argv: Sequence[str]) -> CommandResult:
        said = self._sources.run(argv)
        return said.model_copy(update={"output": self._told(said.output), "error": self._told(said.error)})

    def _told(self, text: str) -> str:
        return without(text, self._secrets)


class ToldSources:
    """What somebody has told of a machine: a look, files, values and what commands said. What was not told is an error."""

    def __init__(
        self,
        observation: Observation,
        acts: Sequence[ActSeen] = (),
        files: Mapping[str, bytes] | None = None,
        stored: Mapping[str, JsonValue] | None = None,
        commands: Mapping[str, CommandResult] | None = None,
    ) -> None:
        self.observation, self.acts = observation, tuple(acts)
        self._files, self._stored, self._commands = files, stored, commands or {}

    def file(self, path: str) -> bytes | None:
        if self._files is None:
            raise OSError("nothing has been told of files")
        return self._files.get(path)

    def files(self) -> Iterable[str] | None:
        return None if self._files is None else tuple(self._files)

    def stored(self, key: str) -> JsonValue | Missing:
        if self._stored is None:
            raise LookupError("nothing has been told of stored values")
        return self._stored.get(key, MISSING)

    def run(self, argv: Sequence[str]) -> CommandResult:
        return self._commands.get(" ".join(argv)) or CommandResult(error="Nothing has been told of this command.")
