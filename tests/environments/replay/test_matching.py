"""What counts as the same act: docs/replay.md has the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.replay.matching import same_key
from lumos_layer.environments.replay.replay import Replay
from tests.environments.replay.sessions import act, button, recorded, screen


def slider(value: int) -> str:
    return f'<Slider Name="Size" RangeValue="{value}" Minimum="0" Maximum="100" IsRangeValuePatternAvailable="True"/>'


def item(name: str, chosen: bool) -> str:
    return f'<ListItem Name="{name}" IsSelectionItemPatternAvailable="True" IsSelected="{chosen}"/>'


def folder(state: str) -> str:
    return f'<TreeItem Name="Mail" IsExpandCollapsePatternAvailable="True" ExpandCollapseState="{state}"/>'


def note(focused: bool) -> str:
    return f'<Edit Name="Note" IsKeyboardFocusable="True" IsValuePatternAvailable="True" HasKeyboardFocus="{focused}"/>'


def panes(percent: int) -> str:
    """Two lists that scroll, the first one by so much."""

    def pane(name: str, y: int, moved: int) -> str:
        row = f'<Text Name="last of {name}" x="20" y="{y + 150 - moved}" width="50" height="20" IsOffscreen="{moved < 100}"/>'
        said = f'VerticalScrollPercent="{moved}" VerticalViewSize="50" VerticallyScrollable="True" IsScrollPatternAvailable="True"'
        return f'<List Name="{name}" x="10" y="{y}" width="300" height="100" {said}>{row}</List>'

    inside = pane("above", 0, percent) + pane("below", 200, 0)
    return f'<Window Name="Lists" RuntimeId="1" x="0" y="0" width="400" height="400">{inside}</Window>'


def on(name: str, kind: str, **said: Any) -> dict[str, Any]:
    return {"type": kind, "target": {"Name": name}, **said}


MOVED = screen(slider(10)), screen(slider(40))
CHOSEN = screen(item("One", False)), screen(item("One", True))
OPENED = screen(folder("Collapsed")), screen(folder("Expanded"))
FOCUSED = screen(note(False)), screen(note(True))
TYPED = screen(note(True)), screen(note(True))
SCROLLED = panes(0), panes(100)
DROPPED = screen(button("a"), button("b")), screen()

DRAG = on("Size", "drag", point=[15, 15], to=[50, 15])
DROP = on("a", "drag", to=[20, 50])
DOWN = {"type": "scroll", "point": [100, 50], "dy": 120, "dx": 0}
TO_B = {"start": {"ref": "A1"}, "end": {"ref": "A2"}}
TO_A = {"start": {"ref": "A2"}, "end": {"ref": "A1"}}
TO_THERE = {"start": {"ref": "A1"}, "end": {"point": {"x": 18, "y": 52}}}

# The screens before and after, what was recorded, what is asked for, and whether that is the same.
CASES: list[tuple[tuple[str, str], dict[str, Any], tuple[str, str, dict[str, Any]], bool]] = [
    (MOVED, on("Size", "set_value", text="40"), ("set_value", "Size", {"value": 40}), True),
    (MOVED, on("Size", "set_value", text="40"), ("set_value", "Size", {"value": 41}), False),
    (MOVED, DRAG, ("set_value", "Size", {"value": 40}), True),
    (MOVED, DRAG, ("set_value", "Size", {"value": 50}), False),
    (CHOSEN, on("One", "click"), ("select", "One", {}), True),
    (CHOSEN[::-1], on("One", "click"), ("select", "One", {}), False),
    (OPENED, on("Mail", "click"), ("expand", "Mail", {"expanded": True}), True),
    (OPENED, on("Mail", "click"), ("expand", "Mail", {"expanded": False}), False),
    (OPENED, on("Mail", "double_click"), ("expand", "Mail", {"expanded": True}), True),
    (FOCUSED, on("Note", "click"), ("focus", "Note", {}), True),
    (FOCUSED[::-1], on("Note", "click"), ("focus", "Note", {}), False),
    (TYPED, {"type": "type", "text": "a"}, ("press_key", "", {"key": "a"}), True),
    (TYPED, {"type": "type", "text": "ab"}, ("press_key", "", {"key": "a"}), False),
    (TYPED, {"type": "key", "key": "a"}, ("type_text", "Note", {"text": "a"}), True),
    (SCROLLED, DOWN, ("scroll", "above", {"direction": "down"}), True),
    (SCROLLED, DOWN, ("scroll", "above", {"direction": "down", "pages": 3}), True),
    (SCROLLED, DOWN, ("scroll", "above", {"direction": "up"}), False),
    (SCROLLED, DOWN, ("scroll", "below", {"direction": "down"}), False),
    (SCROLLED, DOWN, ("scroll", "", {"direction": "down"}), False),
    (SCROLLED, DOWN, ("scroll_to", "above", {"edge": "bottom"}), True),
    ((panes(0), panes(60)), DOWN, ("scroll_to", "above", {"edge": "bottom"}), False),
    (SCROLLED, DOWN | {"dy": -120}, ("scroll_to", "above", {"edge": "bottom"}), False),
    (SCROLLED, {"type": "scroll", "point": [100, 50], "delta": [0, -3]}, ("scroll", "above", {"direction": "down"}), True),
    (SCROLLED, on("above", "scroll", direction="DOWN"), ("scroll", "above", {"direction": "down"}), True),
    (DROPPED, DROP, ("drag", "", TO_B), True),
    (DROPPED, DROP, ("drag", "", TO_THERE), True),
    (DROPPED, DROP, ("drag", "", TO_A), False),
    (DROPPED, on("a", "long-press"), ("right_click", "a", {}), True),
    (DROPPED, on("a", "click", button="right"), ("right_click", "a", {}), True),
    (DROPPED, on("a", "click", button="right"), ("click", "a", {}), False),
    (DROPPED, {"type": "rotate"}, ("click", "a", {}), False),
]


@pytest.mark.parametrize(("screens", "was", "asked", "same"), CASES, ids=[f"{i}-{case[2][0]}" for i, case in enumerate(CASES)])
def test_the_same_act_leads_on(
    tmp_path: Path, screens: tuple[str, str], was: dict[str, Any], asked: tuple[str, str, dict[str, Any]], same: bool
) -> None:
    replay = Replay(recorded(tmp_path, list(screens), [was]))
    verb, name, fields = asked
    assert act(replay, verb, name, **fields).status == ("delivered" if same else "refused")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("ctrl+Q", "Control+q", True),
        ("Q", "q", False),
        ("KEYCODE_BACK", "GoBack", True),
        ("BACK", "BrowserBack", True),
        ("Home", "GoHome", False),
        ("shift+ctrl+t", "Control+Shift+T", True),
        ("space", " ", True),
        ("Page_Up", "PageUp", True),
        ("Escape", "Enter", False),
    ],
)
def test_keys_have_many_spellings(one: str, other: str, same: bool) -> None:
    assert same_key(one, other) is same


def test_of_several_elements_called_alike_none_is_taken_for_the_recorded_one(tmp_path: Path) -> None:
    two = screen(button("Delete"), button("Delete"))
    replay = Replay(recorded(tmp_path, [two, screen(button("Delete"))], [on("Delete", "click")]))
    delivery = act(replay, "click", "Delete")
    assert (delivery.status, delivery.reason) == ("refused", "unsupported")
    assert delivery.note == (
        "This was not recorded here. Recorded here: click on one of A1 (button 'Delete'), A2 (button 'Delete')."
    )
    assert replay.next_action() is None


@pytest.mark.parametrize(
    ("beside", "ref"),
    [
        ({"point": [20, 50]}, "A2"),
        ({"target": {"Name": "Delete", "bounds": [10, 40, 90, 60]}}, "A2"),
        ({"target": {"Name": "Delete", "AutomationId": "second"}}, "A2"),
        ({"target": {"Name": "Delete", "AutomationId": "first"}}, "A1"),
    ],
)
def test_elements_called_alike_are_told_apart_by_what_else_was_recorded(tmp_path: Path, beside: dict[str, Any], ref: str) -> None:
    two = screen(button("Delete", AutomationId="first"), button("Delete", AutomationId="second"))
    replay = Replay(recorded(tmp_path, [two, screen()], [{**on("Delete", "click"), **beside}]))
    assert replay.next_action() == {"type": "click", "ref": ref}
