"""What holds for all worked apps alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Event, Simulator, World, apps
from lumos_layer.environments.simulator.change import Change
from lumos_layer.perception.doctor import examine
from tests.environments.simulator.apps.story import APPS, BLUEPRINTS, Story

CHECKOUT = BLUEPRINTS.parent
SECRETS = {"bank": "correct horse", "new": "battery staple"}

# By screen, the acts that lead to it: verb and name; what is not listed is there at the beginning.
_WAYS: dict[str, dict[str, list[dict[str, Any]]]] = {
    "browser": {
        "history": [{"verb": "click", "name": "History"}],
        "blank": [{"verb": "click", "name": "New tab"}],
        "not found": [{"verb": "open_url", "url": "https://nowhere.invalid/"}],
    },
    "editor": {
        "open": [{"verb": "press_key", "key": "Control+o"}],
        "save as": [{"verb": "press_key", "key": "Control+Shift+S"}],
        "find": [{"verb": "set_text", "name": "Text editor", "text": "x"}, {"verb": "press_key", "key": "Control+f"}],
        "replace": [{"verb": "set_text", "name": "Text editor", "text": "x"}, {"verb": "press_key", "key": "Control+h"}],
        "unsaved": [{"verb": "set_text", "name": "Text editor", "text": "x"}, {"verb": "click", "name": "New"}],
    },
    "settings": {
        "password": [{"verb": "click", "name": "Accounts"}, {"verb": "click", "name": "Change password..."}],
        "delete account": [{"verb": "click", "name": "Accounts"}, {"verb": "click", "name": "Delete account..."}],
    },
    "files": {
        "new folder": [{"verb": "click", "name": "New folder"}],
        "rename": [{"verb": "select", "name": "todo.txt"}, {"verb": "click", "name": "Rename"}],
        "preview": [{"verb": "double_click", "name": "todo.txt"}],
    },
    "mail": {"compose": [{"verb": "click", "name": "New message"}]},
    "search": {"overlay": [{"verb": "open_windows_search"}]},
}


class Visited:
    """Takes down which screens have been opened."""

    def __init__(self) -> None:
        self.screens: set[str] = set()

    def on(self, event: Event, world: World) -> Iterable[Change] | None:
        self.screens |= {event.detail} if event.kind == "open" else {world.stage.screen} if event.kind == "load" else set()
        return None


def visited(app: str, ways: Iterable[dict[str, Any]]) -> set[str]:
    story, hook = Story(app), Visited()
    story.simulator.world.hooks.append(hook)
    for act in ways:
        fields = {key: value for key, value in act.items() if key not in ("verb", "name")}
        story.ask(act["verb"], act.get("name", ""), **fields)
    story.wait(1)
    return hook.screens


@pytest.mark.parametrize("app", APPS)
def test_every_screen_can_be_reached(app: str) -> None:
    document = apps.load(BLUEPRINTS / app).document
    begun = {document.start, *(effect.screen for effect in document.begin if effect.do == "open_window")}
    by_act = {screen for screen, ways in _WAYS.get(app, {}).items() if screen in visited(app, ways)}
    urls = {url for url in document.pages if url.startswith("https:")}
    by_page = {screen for url in urls for screen in visited(app, [{"verb": "open_url", "url": url}])}
    by_name = {screen for name in document.programs for screen in visited(app, [{"verb": "open_app", "app": name}])}
    assert begun | by_act | by_page | by_name == set(document.screens)


@pytest.mark.parametrize("app", APPS)
def test_every_document_is_valid_by_the_published_schema(app: str) -> None:
    schema = json.loads((CHECKOUT / "schemas" / "app.schema.json").read_bytes())
    jsonschema.validate(json.loads((BLUEPRINTS / app / "app.json").read_bytes()), schema)


@pytest.mark.parametrize(("app", "screen"), [(app, s) for app in APPS for s in apps.load(BLUEPRINTS / app).document.screens])
def test_no_control_on_any_screen_is_without_a_name(app: str, screen: str) -> None:
    document = apps.load(BLUEPRINTS / app)
    world = document.world(ManualClock())
    draft = document.drafts[screen]
    unnamed = [finding.message for finding in examine(Simulator(World(draft, world.format)).observe()) if finding.kind == "unnamed"]
    assert unnamed == []


@pytest.mark.parametrize("app", APPS)
def test_looking_and_letting_nothing_happen_changes_nothing(app: str) -> None:
    simulator = Simulator.from_app(apps.load(BLUEPRINTS / app))
    first = simulator.observe()
    simulator.world.follow()
    assert simulator.observe() is first


# What may be done with an element, and the values that it may be done with.
_ACTS: dict[str, dict[str, list[Any]]] = {
    "click": {},
    "double_click": {},
    "select": {},
    "focus": {},
    "expand": {"expanded": [True, False]},
    "set_checked": {"checked": [True, False]},
    "set_text": {"text": ["", "a", "12345", "bo@example.com", "한글 {x}", "a/b"]},
    "type_text": {"text": ["x", "1.50"]},
    "set_value": {"value": [0, 50, 101]},
}
_KEYS = ("Enter", "Escape", "Tab", "ArrowDown", "Control+s", "Control+z", "Delete", "F2", " ", "Alt+ArrowLeft")


def anything(random: Random, look: Observation) -> dict[str, Any]:
    """Any act, on anything that is there."""
    places = sorted(look.refs.values())
    if not places or random.random() < 0.25:
        waits = {"type": "wait", "seconds": random.choice((0.13, 2.01, 31))}
        return random.choice((waits, {"type": "press_key", "key": random.choice(_KEYS)}))
    verb = random.choice(list(_ACTS))
    return {"type": verb, "place": random.choice(places), **{name: random.choice(of) for name, of in _ACTS[verb].items()}}


def perform(simulator: Simulator, act: dict[str, Any], id: str) -> None:
    look = simulator.observe()
    document = {name: value for name, value in act.items() if name != "place"}
    if "place" in act:
        document["ref"] = look.ref_of(act["place"])
    grounded = validate(document, look)
    if isinstance(grounded, GroundedAction):
        simulator.perform(id, grounded)


@pytest.mark.parametrize("app", APPS)
@settings(max_examples=8)
@given(random=st.randoms(use_true_random=False), before=st.integers(1, 12), after=st.integers(0, 6))
def test_whatever_is_done_it_goes_on_alike_after_saving_and_loading(app: str, random: Random, before: int, after: int) -> None:
    made = apps.load(BLUEPRINTS / app)
    one = Simulator.from_app(made, clock=ManualClock(), secrets=SECRETS)
    for k in range(before):
        perform(one, anything(random, one.observe()), f"before-{k}")
    one.observe()
    other = Simulator.load(one.save(), clock=ManualClock(500), secrets=SECRETS, app=made)
    for k in range(after):
        assert list(one.observe().tree) == list(other.observe().tree)
        act = anything(random, one.observe())
        perform(one, act, f"after-{k}")
        perform(other, act, f"after-{k}")
    assert list(one.observe().tree) == list(other.observe().tree)
    assert one.world.stage.files == other.world.stage.files


def sizes(app: str) -> tuple[int, int, int]:
    """Screens, and of the first look elements with a ref and tokens of its blueprint."""
    made = apps.load(BLUEPRINTS / app)
    look = Simulator.from_app(made, clock=ManualClock()).observe()
    return len(made.document.screens), len(look.refs), look.blueprint().tokens()


PAGE = (CHECKOUT / "docs" / "apps.md").read_text("utf-8")
_ROW = re.compile(r"^\| \[`(\w+)`\].*?\| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


def test_the_sizes_are_as_documented() -> None:
    told = {row[1]: tuple(int(figure) for figure in row.groups()[1:]) for row in _ROW.finditer(PAGE)}
    assert told == {app: sizes(app) for app in APPS}
