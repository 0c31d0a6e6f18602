"""Random acts, right and wrong ones, while simple models say what must come of them.

A text field is a string with a caret and an anchor; ticks, choices and numbers are entries of a dict.
"""

from __future__ import annotations

from typing import Any

import regex
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.perception.text import clean_value
from tests.trees import button, field, node, observed

_CHARACTERS = ("a", "b", " ", "\n", "é", "e\u0301", "👍🏽", "👨‍👩‍👧", "🇫🇷", "日", "ש")
_WORDS = st.lists(st.sampled_from(_CHARACTERS), min_size=1, max_size=5).map("".join)
_RADIOS = ("Small", "Medium", "Large")
_OPTIONS = ("Red", "Green", "Blue")


def clusters(text: str) -> list[str]:
    """Of one field at a time: where two texts meet, their characters may become one."""
    return regex.findall(r"\X", text)


class Field:
    """A string with a caret and an anchor; moves and deletions are counted in the characters of the whole."""

    def __init__(self) -> None:
        self.text, self.caret, self.anchor = "", 0, 0
        self.past: list[tuple[str, str, int]] = []
        self.future: list[tuple[str, str, int]] = []

    def stops(self) -> list[int]:
        found = [0]
        for cluster in clusters(self.text):
            found.append(found[-1] + len(cluster))
        return found

    def put(self, start: int, end: int, words: str) -> None:
        after = self.text[:start] + words + self.text[end:]
        if after != self.text:
            self.past.append((self.text, after, start))
            self.future.clear()
        self.text = after
        self.caret = self.anchor = start + len(words)

    def insert(self, words: str) -> None:
        self.put(min(self.caret, self.anchor), max(self.caret, self.anchor), words)

    def left(self) -> int:
        return max((stop for stop in self.stops() if stop < self.caret), default=0)

    def right(self) -> int:
        return min((stop for stop in self.stops() if stop > self.caret), default=len(self.text))

    def delete(self, backwards: bool) -> None:
        start, end = sorted((self.caret, self.anchor))
        if start == end:
            start, end = (self.left(), self.caret) if backwards else (self.caret, self.right())
        self.put(start, end, "")

    def move(self, to: int, extend: bool) -> None:
        self.caret = to
        if not extend:
            self.anchor = to


class Screens(RuleBasedStateMachine):
    """One window with a field of each kind, driven at random; what the simulator shows is what the models hold."""

    @initialize()
    def begin(self) -> None:
        rows = [
            (0, node("window", "Main", box=(0, 0, 400, 400))),
            (1, field("Text", "", box=(0, 0, 100, 100), multiline=True)),
            (1, field("Locked", "kept", box=(0, 100, 100, 20), enabled=False)),
            (1, node("checkbox", "News", "toggle", checked="false", box=(0, 120, 100, 20))),
            (1, node("slider", "Volume", "range", value="5", minimum=0.0, maximum=10.0, box=(0, 140, 100, 20))),
            (1, node("radiogroup", "Size", box=(0, 160, 100, 60))),
            *(
                (2, node("radio", name, "select", checked="false", box=(0, 160 + 20 * k, 100, 20)))
                for k, name in enumerate(_RADIOS)
            ),
            (1, node("combobox", "Colour", "expand", value="Red", expanded=False, box=(0, 230, 100, 20))),
            (2, node("listbox", "", hidden=True)),
            *((3, node("option", name, "select", selected=name == "Red", hidden=True)) for name in _OPTIONS),
            (1, button("Nothing", box=(0, 300, 100, 20))),
        ]
        self.simulator = Simulator.from_observation(observed(*rows), clock=ManualClock())
        self.acts: list[tuple[str, GroundedAction]] = []
        self.field = Field()
        self.held: dict[str, Any] = {"News": "false", "Volume": "5", "Size": None, "Colour": "Red"}
        self.in_field = False

    def act(self, name: str | None = None, **document: Any) -> bool:
        """Act if the checks before the simulator let it; True if they did."""
        observation = self.simulator.observe()
        if name is not None:
            place = next(i for i, each in enumerate(observation.tree) if each.name == name)
            document["ref"] = observation.ref_of(place)
        grounded = validate(document, observation)
        if not isinstance(grounded, GroundedAction):
            return False
        self.acts.append((f"act-{len(self.acts)}", grounded))
        self.simulator.perform(*self.acts[-1])
        return True

    def into_field(self) -> None:
        """Lead the keyboard into the text field; the caret is where it was, after an act that did not click."""
        self.act("Text", type="focus")

    @rule(words=_WORDS)
    def types(self, words: str) -> None:
        assert self.act("Text", type="type_text", text=words)
        self.field.insert(words)

    @rule(words=_WORDS | st.just(""))
    def sets_text(self, words: str) -> None:
        assert self.act("Text", type="set_text", text=words)
        self.field.caret, self.field.anchor = len(self.field.text), 0
        self.field.insert(words)

    @rule(key=st.sampled_from(("Backspace", "Delete")))
    def deletes(self, key: str) -> None:
        self.into_field()
        assert self.act(type="press_key", key=key)
        self.field.delete(key == "Backspace")

    @rule(right=st.booleans(), extend=st.booleans())
    def steps(self, right: bool, extend: bool) -> None:
        self.into_field()
        assert self.act(type="press_key", key=("Shift+" if extend else "") + ("ArrowRight" if right else "ArrowLeft"))
        start, end = sorted((self.field.caret, self.field.anchor))
        if start != end and not extend:
            self.field.move(end if right else start, False)
        else:
            self.field.move(self.field.right() if right else self.field.left(), extend)

    @rule(end=st.booleans(), extend=st.booleans())
    def goes_to_an_end(self, end: bool, extend: bool) -> None:
        self.into_field()
        assert self.act(type="press_key", key="Control+" + ("Shift+" if extend else "") + ("End" if end else "Home"))
        self.field.move(len(self.field.text) if end else 0, extend)

    @rule()
    def selects_all(self) -> None:
        self.into_field()
        assert self.act(type="press_key", key="Control+a")
        self.field.anchor, self.field.caret = 0, len(self.field.text)

    @rule()
    def undoes(self) -> None:
        self.into_field()
        assert self.act(type="press_key", key="Control+z")
        if self.field.past:
            before, after, start = self.field.past.pop()
            self.field.future.append((before, after, start))
            self.field.text = before
            self.field.caret = self.field.anchor = self._caret()

    @rule()
    def redoes(self) -> None:
        self.into_field()
        assert self.act(type="press_key", key="Control+y")
        if self.field.future:
            before, after, start = self.field.future.pop()
            self.field.past.append((before, after, start))
            self.field.text = after
            self.field.caret = self.field.anchor = self._caret()

    def _caret(self) -> int:
        """Where undoing leaves the caret, toolkits do not agree; the model follows, as long as it is between characters."""
        text = next(widget.text for widget in self.simulator.world.order() if widget.node.name == "Text")
        assert text is not None
        assert 0 <= text.caret <= len(text.text)
        return text.caret

    @rule(by=st.sampled_from(("click", "set", "key")), checked=st.booleans())
    def ticks(self, by: str, checked: bool) -> None:
        if by == "set":
            assert self.act("News", type="set_checked", checked=checked)
            self.held["News"] = "true" if checked else "false"
            return
        if by == "click":
            assert self.act("News", type="click")
        else:
            assert self.act("News", type="press_key", key=" ")
        self.held["News"] = "false" if self.held["News"] == "true" else "true"

    @rule(name=st.sampled_from(_RADIOS), by=st.sampled_from(("click", "select", "ArrowDown", "ArrowUp")))
    def chooses(self, name: str, by: str) -> None:
        if by in ("click", "select"):
            assert self.act(name, type=by)
            self.held["Size"] = name
        else:
            assert self.act(name, type="press_key", key=by)
            self.held["Size"] = _RADIOS[(_RADIOS.index(name) + (1 if by == "ArrowDown" else -1)) % len(_RADIOS)]

    @rule(value=st.integers(-3, 14))
    def sets_a_value(self, value: int) -> None:
        if self.act("Volume", type="set_value", value=value):
            assert 0 <= value <= 10
            self.held["Volume"] = str(value)

    @rule(key=st.sampled_from(("ArrowUp", "ArrowDown", "Home", "End", "PageUp")))
    def slides(self, key: str) -> None:
        assert self.act("Volume", type="press_key", key=key)
        now = int(self.held["Volume"])
        wanted = {"ArrowUp": now + 1, "ArrowDown": now - 1, "Home": 0, "End": 10, "PageUp": now + 10}[key]
        self.held["Volume"] = str(min(max(wanted, 0), 10))

    @rule(name=st.sampled_from(_OPTIONS), by_click=st.booleans())
    def picks(self, name: str, by_click: bool) -> None:
        if by_click:
            assert self.act("Colour", type="expand", expanded=True)
            assert self.act(name, type="click")
        else:
            assert self.act("Colour", type="select", option=name)
        self.held["Colour"] = name

    @rule(
        document=st.sampled_from(
            (
                {"type": "click", "point": {"x": 50, "y": 310}},
                {"type": "click", "point": {"x": 390, "y": 390}},
                {"type": "double_click", "point": {"x": 50, "y": 310}},
                {"type": "right_click", "point": {"x": 50, "y": 130}},
                {"type": "press_key", "key": "F5"},
                {"type": "press_key", "key": "Escape"},
                {"type": "open_app", "app": "Nothing"},
                {"type": "open_windows_search"},
                {"type": "switch_window", "title": "Other"},
                {"type": "wait", "seconds": 1},
                {"type": "type_text", "ref": "A2", "text": "no"},
                {"type": "set_text", "ref": "A2", "text": "no"},
                {"type": "click", "ref": "A999"},
                {"type": "observe"},
            )
        )
    )
    def does_what_changes_nothing_here(self, document: dict[str, Any]) -> None:
        self.act(**document)

    @rule(place=st.integers(0, 200))
    def does_it_again_under_the_same_id(self, place: int) -> None:
        if self.acts:
            done = self.acts[place % len(self.acts)]
            assert self.simulator.perform(*done) == replace(self.simulator.deliveries[done[0]], again=True)

    @rule()
    def goes_on_from_a_save(self) -> None:
        before = self.simulator.observe()
        saved = self.simulator.save()
        self.simulator = Simulator.load(saved, clock=ManualClock(self.simulator.world.clock.now()))
        assert self.simulator.save() == saved
        assert self.simulator.observe().tree == before.tree

    @invariant()
    def what_is_shown_is_what_the_models_hold(self) -> None:
        if not hasattr(self, "simulator"):
            return
        observation = self.simulator.observe()
        shown = {each.name: each for each in observation.tree if each.name}
        assert (shown["Text"].value or "") == clean_value(self.field.text)
        held = next(widget.text for widget in self.simulator.world.order() if widget.node.name == "Text")
        assert ("" if held is None else held.text) == self.field.text
        assert shown["Locked"].value == "kept"
        assert shown["News"].checked == self.held["News"]
        assert shown["Volume"].value == self.held["Volume"]
        assert [name for name in _RADIOS if shown[name].checked == "true"] == [self.held["Size"]] * (self.held["Size"] is not None)
        assert shown["Colour"].value == self.held["Colour"]
        assert sum(bool(each.focused) for each in observation.tree) <= 1

    @invariant()
    def observing_changes_nothing(self) -> None:
        if hasattr(self, "simulator"):
            self.simulator.observe()  # a look gives names, the next one none
            before = self.simulator.save()
            assert self.simulator.observe().tree == self.simulator.observe().tree
            assert self.simulator.save() == before


TestScreens = Screens.TestCase
