"""A world as JSON and back: everything that makes it go on as if nothing had happened. No secret is written.

What a protected field holds is written as the name of the secret that it is, or else only as how long it is; wherever else a
secret stands, its name stands instead (see `keeping`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import TypeAdapter

from lumos_layer.environments.clock import Clock
from lumos_layer.environments.simulator import confiding
from lumos_layer.environments.simulator.confiding import Confided
from lumos_layer.environments.simulator.editing import Text
from lumos_layer.environments.simulator.effects import Effect
from lumos_layer.environments.simulator.faults import ShowAgain
from lumos_layer.environments.simulator.keeping import Keeper
from lumos_layer.environments.simulator.stage import Stage
from lumos_layer.environments.simulator.widget import Traits, Widget
from lumos_layer.environments.simulator.widgets.textbox import UNKNOWN_LENGTH
from lumos_layer.environments.simulator.world import World
from lumos_layer.errors import DamagedWorld
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.tree import Node, Rect

T = TypeVar("T")
_EFFECTS: TypeAdapter[list[Effect | ShowAgain]] = TypeAdapter(list[Effect | ShowAgain])
_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
_SHOWN = 5  # numbers of widgets in a message


class SavedWidget(Struct, omit_defaults=True):
    number: int
    parent: int
    node: Node
    tag: str
    place: str = ""
    confidence: float | None = None
    origin: str | None = None
    text: Text | None = None
    secret: str = ""  # the name of the secret that a protected field holds
    traits: Traits | None = None
    rows: list[int] | None = None


class SavedWorld(Struct):
    dialect: str
    app: str
    title: str
    url: str
    size: tuple[int, int] | None
    warnings: list[str]
    has_places: bool
    widgets: list[SavedWidget]
    next: int
    focused: int | None
    popups: list[tuple[int, int]]
    revealed: dict[int, list[int]]
    returns: dict[int, int]
    stage: Stage
    now: float
    delay: float
    timers: list[tuple[float, int, Any]]
    says_unfocused: bool
    says_offscreen: bool
    drawn: list[tuple[int, Rect, Rect | None]] = field(default_factory=list)
    laid_out: list[int] = field(default_factory=list)
    stacked: list[tuple[int, int, int]] = field(default_factory=list)
    confided: Confided = field(default_factory=Confided)
    away: list[int] = field(default_factory=list)


def save(world: World) -> SavedWorld:
    """The world as plain data, fit for JSON."""
    saved = [_widget(world, widget) for widget in world.order()]
    away = [widget for top in world.away.values() for widget in top.subtree()]
    saved += [_widget(world, widget) for widget in away]
    there = {each.number for each in saved}
    for holder in [*world.widgets.values(), *away]:
        for row in holder.rows or ():
            if row.number not in there:
                saved += [_widget(world, widget) for widget in row.subtree()]
    return SavedWorld(
        dialect=world.dialect,
        app=world.app,
        title=world.title,
        url=world.url,
        size=world.size,
        warnings=list(world.warnings),
        has_places=world.has_places,
        widgets=saved,
        next=world.next,
        away=list(world.away),
        focused=None if world.focused is None else world.focused.number,
        popups=list(world.popups),
        revealed=dict(world.revealed),
        returns=dict(world.returns),
        stage=world.stage,
        now=world.clock.now(),
        delay=world.delay,
        timers=[
            (time, count, [effect.model_dump(mode="json", exclude_defaults=True) for effect in effects])
            for time, count, effects in world.timers.waiting
        ],
        says_unfocused=world.says_unfocused,
        says_offscreen=world.says_offscreen,
        drawn=list(world.drawing.drawn),
        laid_out=sorted(world.drawing.laid_out),
        stacked=[(number, parent, height) for number, (parent, height) in world.drawing.stacked.items()],
        confided=world.confided,
    )


def load(saved: SavedWorld, clock: Clock | None = None, secrets: Mapping[str, str] | None = None) -> World:
    """The world as it was saved; what was under way goes on from the clock's time now.

    Raises DamagedWorld where widgets stand in no world: their parents form a circle, or are missing.
    """
    draft = Draft()
    draft.app, draft.title, draft.url, draft.size, draft.warnings = saved.app, saved.title, saved.url, saved.size, saved.warnings
    world = World(draft, _DIALECTS[saved.dialect], clock)
    world.secrets = secrets or {}
    world.has_places, world.delay = saved.has_places, saved.delay
    world.says_unfocused, world.says_offscreen = saved.says_unfocused, saved.says_offscreen
    widgets = {each.number: _restored(each, world.secrets) for each in saved.widgets}
    roots = _put_together(saved.widgets, widgets)
    world.away = {root.number: root for root in roots if root.number in saved.away}
    world.restore([root for root in roots if root.number not in world.away], saved.next)
    world.focused = widgets.get(saved.focused) if saved.focused is not None else None
    world.popups, world.revealed, world.returns = saved.popups, saved.revealed, saved.returns
    later = world.clock.now() - saved.now
    world.stage = replace(saved.stage, busy_until=saved.stage.busy_until + later, searched_at=saved.stage.searched_at + later)
    for time, count, effects in sorted(saved.timers):
        world.timers.put(time + later, count, tuple(_EFFECTS.validate_python(effects)))
    world.drawing.drawn, world.drawing.laid_out = saved.drawn, set(saved.laid_out)
    world.drawing.stacked = {number: (parent, height) for number, parent, height in saved.stacked}
    world.confided = saved.confided
    return world


def without_secrets(saved: Struct, secrets: Mapping[str, str], concealed: Container[int]) -> Any:
    """What is saved as plain data, with the names of secrets in place of them; `concealed` are widgets that hold short ones."""
    data = msgspec.to_builtins(saved, str_keys=True)
    widgets, confided = data["world"]["widgets"], data["world"].pop("confided")
    keeper = Keeper(_with_parts(confided, secrets))
    for widget in widgets:
        if widget.get("text") and any(keeper.holds_other_spelling(words) for words in _words_in(widget["text"])):
            widget["text"] |= {"done": [], "undone": []}  # edits tell places, which would be others afterwards
    data["world"]["widgets"] = []
    data = keeper.kept(data)
    data["world"]["widgets"] = [keeper.kept(widget, widget["number"] in concealed) for widget in widgets]
    data["world"]["confided"] = confided
    return data


def with_secrets(data: Any, kind: type[T], secrets: Mapping[str, str]) -> T:
    """What was saved so, with the secrets that have these names now; `data` stays as it is.

    Raises msgspec.ValidationError, or what else comes of data that is otherwise.
    """
    world = dict(data["world"])
    confided = world.pop("confided", {})
    data = Keeper(_with_parts(confided, secrets)).given_back({**data, "world": world})
    if confided:
        data["world"]["confided"] = confided
    return msgspec.convert(data, kind, str_keys=True)


def _with_parts(confided: Any, secrets: Mapping[str, str]) -> dict[str, str]:
    found = msgspec.convert(confided, Confided, str_keys=True)
    return confiding.known(secrets, found.parts)


def _words_in(text: Mapping[str, Any]) -> Iterator[str]:
    yield text.get("text", "")
    for edit in (*text.get("done", ()), *text.get("undone", ())):
        yield from (edit["taken"], edit["given"])


def _widget(world: World, widget: Widget) -> SavedWidget:
    text, secret = widget.text, ""
    if text is not None and widget.node.protected:
        secret = next((name for name, value in world.secrets.items() if value == text.text and not text.opaque), "")
        text = Text(limit=text.limit, opaque=0 if secret else text.opaque + len(text.text))
    return SavedWidget(
        number=widget.number,
        parent=0 if widget.parent is None or not _attached(widget) else widget.parent.number,
        node=widget.node,
        tag=widget.tag,
        place=widget.place,
        confidence=widget.confidence,
        origin=widget.origin,
        text=text,
        secret=secret,
        traits=widget.traits,
        rows=None if widget.rows is None else [row.number for row in widget.rows],
    )


def _attached(widget: Widget) -> bool:
    """False for a row of a virtual list that is out of the world: its list is its parent, but it is none of its children."""
    return widget.parent is not None and widget.parent.holds(widget)


def _put_together(saved: list[SavedWidget], widgets: Mapping[int, Widget]) -> list[Widget]:
    """The roots, also of pages put away, with all widgets in their places below. Raises DamagedWorld where one has none."""
    if len(widgets) < len(saved) or 0 in widgets:
        raise DamagedWorld("two widgets have one number, or one has 0, which stands for none")
    for each in saved:
        widget, parent = widgets[each.number], widgets.get(each.parent)
        if parent is not None:
            widget.parent = parent
            parent.children.append(widget)
        if each.rows is not None:
            widget.rows = [widgets[number] for number in each.rows]
    out = {row.number for widget in widgets.values() for row in widget.rows or () if row.parent is None}
    roots = [widgets[each.number] for each in saved if each.parent == 0 and each.number not in out]
    _check_all_within(roots, widgets)
    return roots


def _check_all_within(roots: list[Widget], widgets: Mapping[int, Widget]) -> None:
    """Raises DamagedWorld unless each widget stands under a root, or is a row out of view of one that does."""
    found: set[int] = set()
    waiting = list(roots)
    while waiting:
        widget = waiting.pop()
        if widget.number not in found:
            found.add(widget.number)
            waiting += widget.children
            waiting += widget.rows or ()
    lost = sorted(widgets.keys() - found)
    if lost:
        told = ", ".join(map(str, lost[:_SHOWN])) + (f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else "")
        raise DamagedWorld(f"widgets stand under no root, for their parents are missing or form a circle: {told}")


def _restored(saved: SavedWidget, secrets: Mapping[str, str]) -> Widget:
    widget = Widget(saved.number, saved.node, saved.tag, saved.place)
    widget.confidence, widget.origin, widget.text, widget.traits = saved.confidence, saved.origin, saved.text, saved.traits
    if widget.text is not None and saved.secret:
        held = secrets.get(saved.secret, "")
        widget.text.text, widget.text.caret, widget.text.anchor = held, len(held), len(held)
        if saved.secret not in secrets:
            widget.text.opaque = UNKNOWN_LENGTH
    return widget
