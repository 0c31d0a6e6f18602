"""Apps as data: a JSON document says which screens there are and what leads where. Its schema is schemas/app.schema.json.

Anything that data cannot say, a hook of one's own can: see `events.Hook`.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace
from pydantic import Field, ValidationError, model_validator

from lumos_layer.actions.lenient_json import strict_json
from lumos_layer.actions.repair import Unreadable
from lumos_layer.environments.clock import Clock
from lumos_layer.environments.simulator import navigating
from lumos_layer.environments.simulator import rows as trees
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.conditions import Condition
from lumos_layer.environments.simulator.effects import After, Busy, Effect, OpenWindow, Progress, Run, Show, TabTo
from lumos_layer.environments.simulator.events import Event, EventKind
from lumos_layer.environments.simulator.locator import Data, Locator
from lumos_layer.environments.simulator.rows import Row
from lumos_layer.environments.simulator.stage import Stage, Stored, Tab
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widget_effects import Set
from lumos_layer.environments.simulator.world import World
from lumos_layer.errors import DamagedApp
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.reading import read
from lumos_layer.tree import Rect, Role

_DIALECTS = {dialect.name: dialect for dialect in FORMATS}


class Rule(Data):
    """What comes of something that happens. The first rule that fits, and whose conditions hold, has the answer."""

    on: EventKind
    target: Locator | None = Field(default=None, description="The widget that it happens to; left out: any, or none.")
    onto: Locator | None = Field(default=None, description="Of `drop`: what it is dropped on.")
    detail: str | None = Field(default=None, description="What the event says more, all of it: of `key` the chord, such as ctrl+s.")
    screen: str | None = Field(default=None, description="Only while this screen is shown.")
    when: tuple[Condition, ...] = Field(default=(), description="All must hold.")
    do: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] | None = Field(default=None, description="What comes of it if not; left out: the next rule.")

    def fits(self, event: Event, world: World) -> bool:
        if self.screen is not None and world.stage.screen != self.screen:
            return False
        if self.detail is not None and event.detail.casefold() != self.detail.casefold():
            return False
        if self.target is not None and (event.widget is None or not self.target.means(world, event.widget)):
            return False
        return self.onto is None or self._onto(event, world) is not None

    def dropped_on(self, event: Event, world: World) -> str | None:
        """The name of what something was dropped on, as the rule means it."""
        onto = self._onto(event, world)
        return None if onto is None else onto.node.name

    def _onto(self, event: Event, world: World) -> Widget | None:
        """What the rule means by `onto`; nothing is dropped on itself."""
        if event.other is None or self.onto is None:
            return event.other
        onto = self.onto.told(world)
        found = next((above for above in event.other.chain() if onto.fits(above)), None)
        return None if found is event.widget else found


class Screen(Data):
    """A tree, as rows or as a dump in the app's folder, which `set` may change."""

    title: str = ""
    url: str = ""
    size: tuple[int, int] | None = None
    at: tuple[int, int] = Field(default=(0, 0), description="Where its corner lies: what all its boxes are moved by.")
    rows: tuple[Row, ...] = ()
    dump: str | None = Field(default=None, description="The path of a dump beside the document.")
    format: str | None = Field(default=None, description="Its dialect, where that is not to be recognised.")
    part: Locator | None = Field(default=None, description="What is taken of the dump: the first node that fits, with all in it.")

    @model_validator(mode="after")
    def _has_one_tree(self) -> Screen:
        if bool(self.rows) == (self.dump is not None):
            raise ValueError("A screen has either `rows` or a `dump`.")
        if self.dump is not None and (PurePosixPath(self.dump).is_absolute() or ".." in PurePosixPath(self.dump).parts):
            raise ValueError("A dump stands in the folder of its document.")
        if self.part is not None and (self.dump is None or self.part.within or self.part.holding or self.part.shown is not None):
            raise ValueError("A `part` is one of a dump, named without `within`, `holding` and `shown`.")
        return self


class Document(Data):
    """An app: its screens, and what leads from one to the other."""

    name: str = Field(min_length=1)
    dialect: str = Field(default="uia", description="The dialect that its screens are told in; of a page `browser`.")
    start: str = Field(description="The screen that it begins with.")
    url: str = Field(default="", description="The address that it begins with.")
    screens: dict[str, Screen] = Field(min_length=1)
    pages: dict[str, str] = Field(default={}, description="Beginnings of addresses, and the screens that they show.")
    programs: dict[str, str] = Field(default={}, description="Names of programs, and the screens whose windows `open_app` opens.")
    search: str | None = Field(default=None, description="The screen of the search overlay that the Start menu opens.")
    tabs: Locator | None = Field(default=None, description="A browser's row of tabs, which shows its tabs; choosing one shows it.")
    values: dict[str, Stored] = Field(default={}, description="Values stored at the beginning.")
    files: dict[str, str] = Field(default={}, description="Files of the simulated machine, by path.")
    begin: tuple[Effect, ...] = Field(default=(), description="What happens first, such as limits and steps of fields.")
    rules: tuple[Rule, ...] = ()
    procedures: dict[str, tuple[Effect, ...]] = Field(default={}, description="What `run` does, by name.")
    always: tuple[Effect, ...] = Field(default=(), description="What follows from how things are; done after whatever happens.")

    @model_validator(mode="after")
    def _names_screens(self) -> Document:
        if self.dialect not in _DIALECTS:
            raise ValueError(f"There is no dialect {self.dialect!r}. Known: {', '.join(_DIALECTS)}.")
        named = [self.start, *self.pages.values(), *self.programs.values(), *([self.search] if self.search else [])]
        missing = sorted({name for name in (*named, *_screens_of(self)) if name not in self.screens})
        if missing:
            raise ValueError(f"These screens are named and not there: {', '.join(missing)}. Known: {', '.join(self.screens)}.")
        return self

    @model_validator(mode="after")
    def _names_procedures(self) -> Document:
        said = (effect.name for effect in _effects_of(self) if isinstance(effect, Run))
        missing = sorted({name for name in said if name not in self.procedures})
        if missing:
            raise ValueError(f"These procedures are run and not there: {', '.join(missing)}.")
        runs = {name: _run_at_once(effects) for name, effects in self.procedures.items()}
        ended = next((name for name in runs if name in _reached(runs, name)), None)
        if ended is not None:
            raise ValueError(f"The procedure {ended!r} runs itself and would never end; let time pass in it (`after`).")
        return self


class App:
    """An app that worlds can be made of. It is the hook of each of them."""

    def __init__(self, document: Document, drafts: Mapping[str, Draft]) -> None:
        self.document, self.drafts = document, drafts

    @property
    def name(self) -> str:
        return self.document.name

    def world(self, clock: Clock | None = None) -> World:
        """The app as it begins."""
        document, draft = self.document, self.drafts[self.document.start]
        world = World(draft, _DIALECTS[document.dialect], clock)
        url = document.url or draft.url
        world.url = url
        world.stage = Stage(app=document.name, screen=document.start, values=dict(document.values), files=dict(document.files))
        if url:
            world.stage.tabs = [Tab([url], 0)]
        self.join(world)
        world.apply(document.begin)
        world.follow()
        return world

    def join(self, world: World) -> None:
        """Be the app of a world, of a new one or of one that was saved."""
        world.screens, world.pages = self.drafts, tuple(self.document.pages.items())
        world.programs = tuple(self.document.programs)
        world.procedures, world.always = self.document.procedures, self.document.always
        world.strip = self.document.tabs
        world.hooks.append(self)

    def on(self, event: Event, world: World) -> Iterable[Change] | None:
        """The effects of the first rule that has an answer; None if none has."""
        for rule in self._by_kind.get(event.kind, ()):
            if not rule.fits(event, world):
                continue
            world.stage.values["detail"] = event.detail
            world.stage.values["target"] = event.widget.node.name if event.widget is not None else None
            world.stage.values["onto"] = rule.dropped_on(event, world)
            if all(condition.holds(world) for condition in rule.when):
                return rule.do
            if rule.otherwise is not None:
                return rule.otherwise
        return self._of_itself(event, world)

    def _of_itself(self, event: Event, world: World) -> Sequence[Change] | None:
        """What an app's programs, search and tabs do without a rule."""
        if event.kind == "select" and event.widget is not None and self.document.tabs is not None:
            shown = navigating.tabs(world)
            return [TabTo(do="tab", how="show", number=shown.index(event.widget) + 1)] if event.widget in shown else None
        if event.kind == "open_app":
            screen = next((s for name, s in self.document.programs.items() if name.casefold() == event.detail.casefold()), None)
            return None if screen is None else [OpenWindow(do="open_window", screen=screen)]
        if event.kind == "search" and self.document.search is not None:
            opened: list[Change] = [OpenWindow(do="open_window", screen=self.document.search)]
            field = next((node for node in self.drafts[self.document.search].nodes if node.role in _FIELDS), None)
            if event.detail and field is not None:
                target = Locator(role=field.role, name=field.name)
                opened.append(Set(do="set", target=target, text=event.detail.replace("{", "{{").replace("}", "}}")))
            return opened
        return None

    @cached_property
    def _by_kind(self) -> Mapping[str, list[Rule]]:
        found: dict[str, list[Rule]] = {}
        for rule in self.document.rules:
            found.setdefault(rule.on, []).append(rule)
        return found


_FIELDS = frozenset((Role.SEARCHBOX, Role.TEXTBOX, Role.COMBOBOX))


def load(path: str | os.PathLike[str]) -> App:
    """The app that a document describes: its file, or the folder that holds it as `app.json`.

    Raises DamagedApp if it is no such document, and what `lumos_layer.read` raises if one of its dumps cannot be read.
    """
    file = Path(path)
    file = file / "app.json" if file.is_dir() else file
    said = file.read_bytes()
    try:
        document = Document.model_validate_json(said)
        strict_json(said.decode())
    except ValidationError as error:
        raise DamagedApp(str(file), _told(error)) from None
    except Unreadable as problem:
        raise DamagedApp(str(file), str(problem)) from None
    return App(document, {name: _draft(screen, file.parent) for name, screen in document.screens.items()})


def made(document: Mapping[str, Any], folder: str | os.PathLike[str] = ".") -> App:
    """The app of a document that is in memory; `folder` holds its dumps. Raises what `load` raises."""
    try:
        checked = Document.model_validate(document)
    except ValidationError as error:
        raise DamagedApp("the document", _told(error)) from None
    return App(checked, {name: _draft(screen, Path(folder)) for name, screen in checked.screens.items()})


def _draft(screen: Screen, folder: Path) -> Draft:
    draft = read(folder / screen.dump, screen.format).draft() if screen.dump is not None else trees.draft(screen.rows)
    if screen.part is not None:
        draft = _part(draft, screen.part, str(folder / (screen.dump or "")))
    if any(screen.at):
        draft.regions = None  # they say where things lay
    draft.title, draft.url, draft.size = screen.title or draft.title, screen.url or draft.url, screen.size or draft.size
    for i, node in enumerate(draft.nodes) if any(screen.at) else ():
        box = node.bounds
        if box is not None:
            draft.nodes[i] = replace(node, bounds=Rect(box.x + screen.at[0], box.y + screen.at[1], box.width, box.height))
    draft.places = []  # screens of several dumps and rows have no places in common
    return draft


def _part(draft: Draft, part: Locator, where: str) -> Draft:
    """The node that is named, with all in it. Raises DamagedApp."""
    found = [i for i, node in enumerate(draft.nodes) if part.says(node)]
    if len(found) < part.nth:
        raise DamagedApp(where, f"it has no part {part.model_dump(exclude_defaults=True, mode='json')}")
    start = found[part.nth - 1]
    end = draft.ends[start]
    made = Draft()
    made.nodes, made.tags = draft.nodes[start:end], draft.tags[start:end]
    made.parents = array("q", (max(parent - start, -1) for parent in draft.parents[start:end]))
    made.ends = array("q", (each - start for each in draft.ends[start:end]))
    made.confidence = {i - start: sure for i, sure in draft.confidence.items() if start <= i < end}
    made.origin = {i - start: who for i, who in draft.origin.items() if start <= i < end}
    made.app, made.title = draft.app, draft.nodes[start].name
    return made


def _told(error: ValidationError) -> str:
    """The first problems, each with where it is."""
    problems = error.errors(include_url=False, include_input=False)
    told = [f"{'.'.join(map(str, problem['loc'])) or 'the whole'}: {problem['msg']}" for problem in problems[:5]]
    more = f" ({len(problems) - 5} more)" if len(problems) > 5 else ""
    return "; ".join(told) + more


def _screens_of(document: Document) -> Iterator[str]:
    """The screens that rules and effects name."""
    yield from (rule.screen for rule in document.rules if rule.screen)
    yield from (effect.screen for effect in _effects_of(document) if isinstance(effect, Show | OpenWindow))


def _effects_of(document: Document) -> Iterator[Change]:
    """All effects of a document, however deep they stand in others."""
    waiting: list[Iterable[Any]] = [document.begin, document.always, *document.procedures.values()]
    for rule in document.rules:
        waiting += [rule.do, rule.otherwise or ()]
    while waiting:
        for effect in waiting.pop():
            yield effect
            waiting += [getattr(effect, "then", ()), getattr(effect, "otherwise", ())]


def _run_at_once(effects: Iterable[Any]) -> set[str]:
    """The procedures that effects run before any time passes."""
    found: set[str] = set()
    waiting = [effects]
    while waiting:
        for effect in waiting.pop():
            if isinstance(effect, Run):
                found.add(effect.name)
            elif not isinstance(effect, After | Busy | Progress):
                waiting += [getattr(effect, "then", ()), getattr(effect, "otherwise", ())]
    return found


def _reached(runs: Mapping[str, set[str]], name: str) -> set[str]:
    """All procedures that one leads to."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = runs.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
