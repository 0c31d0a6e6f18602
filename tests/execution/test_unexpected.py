"""What opens although nothing about the act or its element says that it would is told; what openly belongs to it is not."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Done, Outcome
from lumos_layer.tree import Node
from tests.execution.surfaces import Surface, ref, window
from tests.trees import button, field, node

PLAIN = button("Refresh")


def after(made: Node, *opens: tuple[int, Node], verb: str = "click", **fields: Any) -> str:
    """The mismatch of an act on the element by which these rows come."""
    surface = Surface(*window(made, button("Other")))

    def react(surface: Surface, _action: Any) -> None:
        surface.change("Other", hint="something came of it")
        surface.add(*opens)

    surface.react = react
    return _mismatch(surface, made.name, verb, fields)


def _mismatch(surface: Surface, name: str, verb: str, fields: dict[str, Any]) -> str:
    executor = surface.executor()
    outcome: Outcome = executor.run({"type": verb, "ref": ref(executor, name), **fields})
    assert isinstance(outcome, Done), outcome
    return outcome.mismatch


def opening(role: str, name: str = "Choose a colour", **said: Any) -> tuple[int, Node]:
    return 1, node(role, name, box=(50, 150, 200, 100), **said)


@pytest.mark.parametrize(
    ("role", "mismatch"),
    [
        ("dialog", "A dialog has opened: dialog 'Choose a colour'."),
        ("alertdialog", "A dialog has opened: alertdialog 'Choose a colour'."),
        ("menu", "A menu has opened: menu 'Choose a colour'."),
        ("group", ""),
    ],
)
def test_what_a_plain_button_opens_is_told(role: str, mismatch: str) -> None:
    assert after(PLAIN, opening(role)) == mismatch


def test_a_modal_box_and_a_window_that_a_plain_button_opens_are_told() -> None:
    assert after(PLAIN, opening("group", modal=True)) == "A dialog has opened: group 'Choose a colour'."
    assert after(PLAIN, (0, node("window", "Chat", box=(450, 0, 90, 90)))) == "A window has opened: window 'Chat'."


@pytest.mark.parametrize(
    "made",
    [
        button("Colour…"),
        button("Colour..."),
        node("button", "Colour", "click", "expand"),
        button("Colour", expanded=False),
        button("Choose a colour"),
        node("menuitem", "Colour", "click"),
        node("link", "Colour", "click"),
        node("combobox", "Colour", "expand"),
    ],
)
def test_a_dialog_that_the_element_says_it_opens_is_not_told_but_a_warning_is(made: Node) -> None:
    assert after(made, opening("dialog")) == ""
    assert after(made, opening("alertdialog")) == "A dialog has opened: alertdialog 'Choose a colour'."


@pytest.mark.parametrize(
    ("verb", "made", "fields", "role"),
    [
        ("right_click", PLAIN, {}, "menu"),
        ("hover", PLAIN, {}, "menu"),
        ("double_click", node("listitem", "Report", "click"), {}, "dialog"),
        ("expand", node("combobox", "Colour", "expand", expanded=False), {"expanded": True}, "menu"),
        ("press_key", PLAIN, {"key": "Control+o"}, "dialog"),
        ("press_key", button("Open…"), {"key": "Enter"}, "dialog"),
        ("press_key", PLAIN, {"key": "ContextMenu"}, "menu"),
        ("click", field("Find", ""), {}, "menu"),
        ("double_click", button("Colour…"), {}, "dialog"),
        ("double_click", node("img", "Photo", "click"), {}, "dialog"),
        ("press_key", node("row", "Report", "select", "focus"), {"key": "Enter"}, "dialog"),
        ("press_key", node("menuitem", "Colour", "click", "focus"), {"key": "ArrowDown"}, "menu"),
    ],
)
def test_what_the_action_is_for_is_not_told(verb: str, made: Node, fields: dict[str, Any], role: str) -> None:
    surface = Surface(*window(made, button("Other")))

    def react(surface: Surface, _action: Any) -> None:
        surface.change(made.name, expanded=True)
        surface.add(opening(role))

    surface.react = react
    assert _mismatch(surface, made.name, verb, fields) == ""


@pytest.mark.parametrize(
    ("verb", "made", "fields", "role"),
    [
        ("press_key", PLAIN, {"key": "Tab"}, "dialog"),
        ("press_key", PLAIN, {"key": "Enter"}, "dialog"),
        ("press_key", field("Find", ""), {"key": "a"}, "dialog"),
        ("hover", PLAIN, {}, "dialog"),
        ("right_click", PLAIN, {}, "dialog"),
        ("double_click", PLAIN, {}, "dialog"),
        ("double_click", node("switch", "Location", "toggle", "click"), {}, "dialog"),
        ("press_key", node("row", "Report", "select", "focus"), {"key": "Delete"}, "dialog"),
        ("press_key", node("row", "Report", "select", "focus"), {"key": " "}, "dialog"),
        ("press_key", PLAIN, {"key": "ArrowDown"}, "menu"),
        ("click", node("tab", "Colours", "select"), {}, "dialog"),
        ("click", node("listitem", "Red", "click"), {}, "dialog"),
        ("drag", PLAIN, {}, "dialog"),
    ],
)
def test_what_the_action_is_not_for_is_told(verb: str, made: Node, fields: dict[str, Any], role: str) -> None:
    surface = Surface(*window(made, button("Other")), react=lambda surface, _: surface.add(opening(role)))
    executor = surface.executor()
    place = {"ref": ref(executor, made.name)}
    named = {"start": place, "end": {"ref": ref(executor, "Other")}} if verb == "drag" else place
    outcome = executor.run({"type": verb, **named, **fields})
    assert isinstance(outcome, Done)
    assert outcome.mismatch == f"A {role} has opened: {role} 'Choose a colour'."


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (node("link", "Cart", "click"), False),
        (node("tab", "Cart", "click"), False),
        (node("listitem", "Shoes", "click"), False),
        (button("Next"), False),
        (button("Log in"), False),
        (button("Zurück"), False),
        (button("Refresh"), True),
        (node("checkbox", "Gift", "toggle", "click", checked="false"), True),
    ],
)
def test_another_page_is_told_where_nothing_says_that_a_press_leads_to_one(made: Node, told: bool) -> None:
    surface = Surface((0, node("document", "Shop")), (1, made), dialect="browser", url="https://a.test/")

    def react(surface: Surface, _action: Any) -> None:
        surface.url = "https://a.test/cart"
        if made.checked:
            surface.change(made.name, checked="true")

    surface.react = react
    said = "Another page is shown: https://a.test/cart." if told else ""
    assert _mismatch(surface, made.name, "click", {}) == said


def test_a_page_called_like_its_button_is_not_told() -> None:
    surface = Surface((0, node("document", "Shop")), (1, button("Settings")), dialect="browser", url="https://a.test/")

    def react(surface: Surface, _action: Any) -> None:
        surface.url, surface.title = "https://a.test/s", "Settings - Shop"

    surface.react = react
    assert _mismatch(surface, "Settings", "click", {}) == ""


def test_what_was_open_before_and_is_called_otherwise_now_has_not_opened() -> None:
    panel = node("dialog", "Palette", "focus", box=(50, 150, 200, 100), native_id="7.1")
    surface = Surface(*window(PLAIN), (1, panel))
    surface.react = lambda surface, _: surface.change("Palette", name="Palette (3)")
    assert _mismatch(surface, "Refresh", "click", {}) == ""


def test_what_stands_in_what_has_opened_is_not_told_apart() -> None:
    opens = opening("dialog"), (2, node("menu", "More", box=(60, 160, 50, 50))), (2, button("OK", box=(120, 160, 40, 20)))
    assert after(PLAIN, *opens) == "A dialog has opened: dialog 'Choose a colour'."
