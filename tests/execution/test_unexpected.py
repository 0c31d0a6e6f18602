"""What opens although nothing about the act or its element says that it would is told; what openly belongs to it is not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lumos_layer.actions.outcomes import Done, Outcome
from lumos_layer.tree import Node, Rect
from tests.execution.surfaces import Surface, ref, window
from tests.trees import button, field, node, text

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


NEW_MESSAGE = (
    opening("dialog", "New message"),
    (2, node("textbox", "To", "type", box=(60, 160, 100, 20))),
    (2, button("Send", box=(60, 190, 40, 20))),
)


def presses() -> list[tuple[str, Node, dict[str, Any]]]:
    made = [button("Reply"), node("menuitem", "Reply", "click"), node("link", "Reply", "click")]
    return [("click", each, {}) for each in made] + [("press_key", button("Reply"), {"key": key}) for key in ("Enter", " ")]


@pytest.mark.parametrize(("verb", "made", "fields"), presses())
def test_what_is_there_to_be_filled_in_or_chosen_follows_from_a_press(verb: str, made: Node, fields: dict[str, Any]) -> None:
    assert after(made, *NEW_MESSAGE, verb=verb, **fields) == ""
    search = (0, node("window", "Search", box=(50, 150, 200, 100))), (1, node("searchbox", "Find", "type", box=(60, 160, 100, 20)))
    assert after(made, *search, verb=verb, **fields) == ""
    menu = opening("menu", "More"), (2, node("menuitem", "Print", "click", box=(60, 160, 100, 20)))
    assert after(made, *menu, verb=verb, **fields) == ""


@pytest.mark.parametrize("made", [node("tab", "Reply", "select", "click"), node("checkbox", "Reply", "toggle", "click")])
def test_what_stands_for_what_it_shows_is_not_there_to_open_a_form(made: Node) -> None:
    assert after(made, *NEW_MESSAGE) == "A dialog has opened: dialog 'New message'."


@pytest.mark.parametrize(
    ("role", "name", "inside"),
    [
        ("alertdialog", "New message", []),
        ("dialog", "Payment", []),
        ("dialog", "Almost done", [text("Enter your credit card")]),
        ("dialog", "Camera", [button("Allow"), button("Don't allow")]),
        ("dialog", "Before you go on", [text("We use cookies")]),
        ("dialog", "Your session has expired", []),
        ("window", "Sign in", []),
        ("dialog", "Error 500", []),
        ("dialog", "Mail", [text("The server could not be reached.")]),
        ("dialog", "Stay up to date", [text("Get our newsletter")]),
    ],
)
def test_what_breaks_in_is_told_whatever_is_to_be_filled_in_there(role: str, name: str, inside: list[Node]) -> None:
    rows = [(2, replace(each, bounds=Rect(60, 180 + 20 * i, 80, 20))) for i, each in enumerate(inside)]
    told = after(button("Reply"), opening(role, name), (2, node("textbox", "To", "type", box=(60, 160, 100, 20))), *rows)
    assert told == f"A {'window' if role == 'window' else 'dialog'} has opened: {role} {name!r}."


def test_what_breaks_in_is_told_of_a_link_too_unless_it_is_called_like_it() -> None:
    assert after(node("link", "Read on", "click"), opening("dialog", "Accept our terms")) == (
        "A dialog has opened: dialog 'Accept our terms'."
    )
    assert after(node("link", "Terms of use", "click"), opening("dialog", "Our terms")) == ""
    assert after(button("Privacy…"), opening("dialog", "Privacy settings")) == ""


@pytest.mark.parametrize(
    ("pressed", "asked", "told"),
    [
        ("Delete order 7", "Delete this order?", False),
        ("Send", "Send this message?", False),
        ("Send", "No subject", True),
        ("Send", "Send report", True),  # tells, and asks nothing
        ("Close", "Delete everything?", True),
    ],
)
def test_a_question_about_what_was_pressed_is_not_told_and_another_is(pressed: str, asked: str, told: bool) -> None:
    rows = opening("dialog", asked), (2, button("Yes", box=(60, 160, 40, 20))), (2, button("Cancel", box=(110, 160, 40, 20)))
    assert after(button(pressed), *rows) == (f"A dialog has opened: dialog {asked!r}." if told else "")


@pytest.mark.parametrize(
    ("pressed", "said", "told"),
    [
        ("Send", "Send this message without a subject?", False),
        ("Delete order 7", "Delete it for good?", False),
        ("Send", "Do you want to send a report?", True),  # of something else, for all that is known
        ("Send", "Send this message to all, please.", True),
        ("Send", "Send 20 dollars? You have to sign in first.", True),
    ],
)
def test_a_question_in_a_dialog_that_begins_with_what_was_pressed_is_not_told(pressed: str, said: str, told: bool) -> None:
    rows = opening("dialog", "Well"), (2, text(said, box=(60, 160, 80, 20))), (2, button("Cancel", box=(110, 190, 40, 20)))
    assert after(button(pressed), *rows) == ("A dialog has opened: dialog 'Well'." if told else "")


def test_one_box_in_a_question_is_no_work_and_several_are() -> None:
    def boxes(count: int) -> list[tuple[int, Node]]:
        return [(2, node("checkbox", f"Box {i}", "toggle", checked="false", box=(60, 160 + 20 * i, 60, 18))) for i in range(count)]

    assert after(PLAIN, opening("dialog", "Sure?"), *boxes(1)) == "A dialog has opened: dialog 'Sure?'."
    assert after(PLAIN, opening("dialog", "Columns"), *boxes(3)) == ""
