"""Whatever is asked and whatever breaks: an outcome by the schema, nothing twice, and nothing done to another element."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.outcomes import ANY_OUTCOME, Outcome, as_json
from lumos_layer.environments.port import Delivery
from lumos_layer.errors import NotSent
from lumos_layer.execution import OutcomesInMemory
from lumos_layer.tree import Rect
from tests.execution.surfaces import Surface, do, window
from tests.trees import Row, button, field, node, text

SCHEMA = Draft202012Validator(json.loads((Path(__file__).parents[2] / "schemas" / "outcome.schema.json").read_text("utf-8")))
REFS = ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A40", "W1")
WORDS = ("", "new", "old", "line 1\nline 2", "e\u0301", "🙂", "12:30", "[secret:pin]")


def screen() -> list[Row]:
    return [
        *window(
            field("Name", "old"),
            field("Subject", ""),
            node("checkbox", "Terms", "toggle", checked="false"),
            node("combobox", "Colour", "expand", value="Red", expanded=False),
            node("slider", "Size", "range", value="5", minimum=0, maximum=10),
            button("Save"),
        ),
        (1, button("Delete", box=(250, 10, 90, 30), enabled=False)),
        (1, text("12:00", box=(250, 50, 90, 30))),
    ]


def value_of(kind: str, random: Random) -> Any:
    """A value for a field of an action, fitting or not."""
    fitting: dict[str, tuple[Any, ...]] = {
        "ref": REFS,
        "text": (*WORDS, {"secret": "pin"}),
        "checked": (True, False),
        "expanded": (True, False),
        "value": (0, 3.5, 10, 11),
        "option": ("Blue", "Red"),
        "key": ("Enter", "Control+a", "x", "ArrowDown"),
        "seconds": (1, 0.5),
        "point": ({"x": 20, "y": 20}, {"x": 260, "y": 20}, {"x": -5, "y": 900}),
        "start": ({"ref": "A1"}, {"point": {"x": 20, "y": 20}}),
        "end": ({"ref": "A2"}, {"point": {"x": 20, "y": 60}}),
        "direction": ("up", "down"),
        "edge": ("top", "bottom"),
        "url": ("https://a.test/", "https://b.test/x"),
        "app": ("Editor",),
        "title": ("Window", "Other"),
        "condition": ({"kind": "text", "text": "new", "shown": True}, {"kind": "element", "ref": "A1", "state": "filled"}),
        "success": (True,),
        "reason": ("it is done",),
    }
    strange: tuple[Any, ...] = (None, True, 3, -1, "x", "", [], {}, {"secret": "nobody"}, float("inf"))
    return random.choice(fitting.get(kind, strange) if random.random() < 0.93 else strange)


def documents(random: Random) -> Any:
    if random.random() < 0.05:
        return random.choice((None, [], "click it", "{", '{"type": "click", "ref": "A1"} or so', {"type": "fly"}, 5, {}))
    kind = BY_TYPE[random.choice(list(BY_TYPE))]
    document: dict[str, Any] = {"type": kind.verb()}
    for name, about in kind.model_fields.items():
        if name != "type" and (about.is_required() or random.random() < 0.5):
            document[name] = value_of(name, random)
    if random.random() < 0.03:
        document["speed"] = 3
    return document


class Trouble:
    """What happens to a surface between looks and acts."""

    def __init__(self, surface: Surface, random: Random) -> None:
        self.surface, self.random = surface, random
        self.touched: list[str] = []  # names of the elements that acts were done to

    def between(self) -> None:
        surface, random = self.surface, self.random
        i = random.randrange(1, len(surface.rows)) if len(surface.rows) > 1 else 0
        level, made = surface.rows[i]
        match random.randrange(12):
            case 0:
                surface.rows[i] = level, replace(made, enabled=random.random() < 0.5)
            case 1 if made.bounds is not None:
                surface.rows[i] = level, replace(made, bounds=Rect(made.bounds.x + 40, made.bounds.y, 90, 20))
            case 2 if len(surface.rows) > 3:
                del surface.rows[i]
            case 3:
                surface.rows.insert(i, (1, button(random.choice(("Save", "Send", "Name")), box=(10, 10, 90, 30))))
            case 4:
                surface.add((1, node("dialog", "Sure?", box=(0, 0, 400, 300), modal=True)))
            case 5:
                surface.rows[i] = level, replace(made, hidden=not made.hidden)
            case 6:
                surface.title = random.choice(("Window", "Other"))
            case 7:
                surface.rows[i] = level, replace(made, focused=True)

    def react(self, surface: Surface, action: Any) -> Delivery | None:
        self.touched.append(action.node.name if action.node is not None else "")
        chance = self.random.random()
        if chance < 0.06:
            raise NotSent("the bus is gone")
        if chance < 0.12:
            raise RuntimeError("connection lost")
        if chance < 0.18:
            return Delivery(action_id="", status="refused", reason="stale", note="It has moved.")
        if chance < 0.24:
            return Delivery(action_id="", status="uncertain")
        if chance < 0.34:
            return None  # it is lost, and nobody says so
        if chance < 0.4:
            do(surface, action)
        do(surface, action)
        if chance > 0.94:
            raise OSError("broken after it was sent")
        if self.random.random() < 0.2:
            self.between()
        return None


def run(seed: int, *, steps: int = 12) -> list[tuple[Any, Outcome, Trouble]]:
    random = Random(seed)
    surface = Surface(*screen(), secrets={"pin": "quince-42-canary"})
    trouble = Trouble(surface, random)
    surface.react = trouble.react
    executor = surface.executor(memory=OutcomesInMemory())
    found = []

    def blind() -> None:
        if random.random() < 0.04:
            raise OSError("no display")

    surface.each_look = blind
    ids: list[str] = []
    for step in range(steps):
        if random.random() < 0.4:
            trouble.between()
        action_id = random.choice(ids) if ids and random.random() < 0.1 else f"s{step}"
        ids.append(action_id)
        document = documents(random)
        found.append((document, executor.run(document, action_id=action_id), trouble))
    return found


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_every_document_gets_an_outcome_by_the_schema(seed: int) -> None:
    for _, outcome, _ in run(seed):
        said = json.loads(as_json(outcome))
        assert [error.message for error in SCHEMA.iter_errors(said)] == []
        assert ANY_OUTCOME.validate_python(said) == outcome
        assert "quince" not in json.dumps(said)


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_no_act_is_sent_twice(seed: int) -> None:
    found = run(seed)
    surface = found[0][2].surface
    ids = [action_id for _, action_id in surface.sent]
    assert len(ids) == len(set(ids))
    assert len(found[0][2].touched) == len(ids)


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_an_act_goes_to_the_element_named_or_nowhere(seed: int) -> None:
    random = Random(seed)
    surface = Surface(*screen())
    trouble = Trouble(surface, random)
    touched: list[tuple[str, str]] = []
    fields: dict[str, dict[str, Any]] = {"set_text": {"text": "new"}, "set_checked": {"checked": True}}

    def react(surface: Surface, action: Any) -> None:
        touched.append((action.action.verb(), action.node.name if action.node else ""))
        do(surface, action)

    surface.react = react
    executor = surface.executor()
    for _ in range(6):
        seen = executor.observe()
        names = {ref: (seen.tree[i].role, seen.name_of(i)) for ref, i in seen.refs.items()}
        for _ in range(random.randrange(4)):
            trouble.between()
        ref = random.choice(list(names))
        verb = random.choice(("click", "set_text", "set_checked"))
        touched.clear()
        executor.run({"type": verb, "ref": ref, **fields.get(verb, {})})
        assert all(name == names[ref][1] for _, name in touched)


@pytest.mark.parametrize("document", [None, [], {}, "click ID", 3, [{"type": "wait", "seconds": 1}] * 2, {"action": None}])
def test_what_is_no_action_is_rejected_and_nothing_is_looked_at(document: Any) -> None:
    surface = Surface(*screen())
    outcome = surface.executor().run(document)
    assert outcome.outcome == "rejected"
    assert (outcome.reason, surface.looks) == ("invalid", 0)
