"""Endings as data: what was wanted, how it ended, and what was really achieved. The format is told in benchmarks/endings.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError, model_validator

from lumos_layer.environments.simulator import apps
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.rows import Row
from lumos_layer.errors import InputError
from lumos_layer.state.probing import ActSeen, CommandResult
from lumos_layer.state.requirement import Requirement

_BLUEPRINTS = Path(__file__).resolve().parents[2] / "blueprints"


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Bytes(_Data):
    """What a file holds that is no text."""

    base64: str


class ActTold(BaseModel):
    """An action as planners write it, with locators of the simulator in place of refs."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    on: Locator | None = None
    onto: Locator | None = None
    boundary: bool = Field(default=False, description="The verifier looks right after it.")


class LookTold(_Data):
    """One look: a screen as rows or as a dump, and what the machine holds from then on."""

    title: str = ""
    url: str = ""
    app: str = ""
    size: tuple[int, int] | None = None
    dialect: str = "uia"
    rows: tuple[Row, ...] = ()
    dump: str | None = None
    format: str | None = None
    acts: tuple[ActSeen, ...] = Field(default=(), description="What was done since the look before.")
    files: dict[str, str | Bytes | None] | None = None
    values: dict[str, JsonValue] | None = None
    commands: dict[str, CommandResult] | None = None
    boundary: bool = Field(default=True, description="False: nobody saw it.")

    @model_validator(mode="after")
    def _shows_one_screen(self) -> LookTold:
        if bool(self.rows) == (self.dump is not None):
            raise ValueError("A look has either `rows` or a `dump`.")
        return self


class Ending(_Data):
    """What was wanted, how it ended, and for every requirement whether it is really met at the very end."""

    name: str = Field(min_length=1)
    kind: str = ""
    goal: str = Field(min_length=1)
    requirements: Annotated[tuple[Requirement, ...], Field(min_length=1)]
    app: str | dict[str, JsonValue] | None = None
    acts: tuple[ActTold, ...] = ()
    looks: tuple[LookTold, ...] = ()
    stale: bool = Field(default=False, description="The last acts came after the last look.")
    done: dict[str, bool]
    why: str = ""

    @model_validator(mode="after")
    def _ends_in_one_way(self) -> Ending:
        if bool(self.looks) == (self.app is not None):
            raise ValueError("An ending has either an `app` with acts, or `looks`.")
        if self.looks and self.acts:
            raise ValueError("The acts that led to a look stand in that look.")
        if set(self.done) != {each.id for each in self.requirements}:
            raise ValueError("`done` says of every requirement whether it is met, and of nothing else.")
        return self


_ENDINGS: TypeAdapter[list[Ending]] = TypeAdapter(list[Ending])


def endings_in(folders: Iterable[Path]) -> Iterator[tuple[Path, Ending]]:
    """The endings below folders, or in files, in the order of their names. Raises InputError for what holds none."""
    for folder in folders:
        for path in sorted(folder.rglob("*.json")) if folder.is_dir() else [folder]:
            if path.name != "app.json":
                for ending in read_endings(path):
                    yield path, ending


def read_endings(path: Path) -> list[Ending]:
    """The endings of one file, which holds one or a list of them. Raises InputError if it is no such file."""
    text = path.read_bytes().strip()
    try:
        return _ENDINGS.validate_json(text if text.startswith(b"[") else b"[" + text + b"]")
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()[:5])
        raise InputError(f"{path} holds no endings: {problems}. The format stands in benchmarks/endings.py.") from None


def app_of(ending: Ending, folder: Path) -> apps.App:
    """The app that an ending happens in; `folder` is that of the ending. Raises DamagedApp, or InputError if there is none."""
    if isinstance(ending.app, dict):
        return apps.made(ending.app, folder)
    for place in (folder / str(ending.app), _BLUEPRINTS / str(ending.app)):
        if place.exists():
            return apps.load(place)
    raise InputError(f"{ending.name}: there is no app {ending.app!r}. Give a folder of blueprints/ or one beside the ending.")


def document_of(act: ActTold) -> dict[str, Any]:
    """The action of an act, without what tells whom it is for."""
    return act.model_dump(exclude={"on", "onto", "boundary"})
