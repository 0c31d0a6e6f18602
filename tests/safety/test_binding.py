"""An answer is bound to one action on one element in its form, window and page: what changes there voids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Observation, Session
from lumos_layer.perception.formats import FORMATS
from lumos_layer.safety.binding import binding_of
from lumos_layer.testing.trees import Row, button, drafted, field, group, heading, node, text
from lumos_layer.tree import Node
from tests.safety.scenes import grounded

UIA = next(dialect for dialect in FORMATS if dialect.name == "uia")

# What the person answers about: the form, with a dialog of its own, and what stands elsewhere.
FORM: dict[str, Row] = {
    "form": (1, node("form", "New message")),
    "to": (2, field("To", "ann@example.org")),
    "text": (2, field("Text", "Hello")),
    "copy": (2, node("checkbox", "Send me a copy", "toggle", checked="false")),
    "total": (2, text("Total: 20 €")),
    "password": (2, node("textbox", "Password", "type", protected=True, filled=True)),
    "send": (2, button("Send")),
}
ELSEWHERE: dict[str, Row] = {
    "clock": (1, text("12:00")),
    "spinner": (1, node("progressbar", "Syncing", value="10")),
    "chat": (1, node("log", "Chat")),
    "message": (2, text("Bob: hi")),
    "search": (1, node("searchbox", "Search", "type", value="")),
}


def look(
    form: dict[str, Row] = FORM,
    elsewhere: dict[str, Row] = ELSEWHERE,
    title: str = "Mail",
    url: str = "",
    session: Session | None = None,
) -> Observation:
    draft = drafted((0, node("window", title)), *form.values(), *elsewhere.values())
    draft.title, draft.app, draft.url = title, "Mail", url
    return (session or Session()).adopt(draft, UIA)


def binding(seen: Observation, verb: str = "click", name: str | None = "Send", **fields: Any) -> str:
    return binding_of(grounded(seen, verb, name, **fields), seen)


BASE = binding(look())


def test_the_same_screen_gives_the_same_binding() -> None:
    assert binding(look()) == BASE
    assert len(BASE) == 64


def test_later_looks_of_a_session_give_the_same_binding() -> None:
    session = Session()
    first, later = look(session=session), look(elsewhere={**ELSEWHERE, "clock": (1, text("12:01"))}, session=session)
    assert (first.id, later.id) == ("o1", "o2")
    assert binding(first) == binding(later)


CHANGED: dict[str, Callable[[Node], Node]] = {
    "form": lambda n: node("form", "Reply"),
    "to": lambda n: field("To", "eve@example.org"),
    "text": lambda n: field("Text", "Hello, and goodbye"),
    "copy": lambda n: node("checkbox", "Send me a copy", "toggle", checked="true"),
    "total": lambda n: text("Total: 2000 €"),
    "password": lambda n: node("textbox", "Password", "type", protected=True, filled=False),
    "send": lambda n: button("Send", hint="to everybody"),
}


@pytest.mark.parametrize("part", CHANGED)
def test_whatever_changes_in_the_form_changes_the_binding(part: str) -> None:
    level, was = FORM[part]
    assert binding(look({**FORM, part: (level, CHANGED[part](was))})) != BASE


@given(st.sampled_from(["to", "text", "total"]), st.text(min_size=1, max_size=20))
def test_no_other_text_in_the_form_has_the_same_binding(part: str, words: str) -> None:
    level, was = FORM[part]
    made = text(words) if part == "total" else field(was.name, words)
    changed = look({**FORM, part: (level, made)})
    same = made == was
    assert (binding(changed) == BASE) == same


@pytest.mark.parametrize("what", ["checked", "url", "identifier", "selected", "hint", "expanded"])
def test_whatever_changes_of_the_target_changes_the_binding(what: str) -> None:
    every: dict[str, dict[str, Any]] = {
        "checked": {"pressed": "true"}, "url": {"url": "https://evil.example/"},
        "identifier": {"identifier": "other"},
        "selected": {"selected": True}, "hint": {"hint": "other"}, "expanded": {"expanded": True},
    }  # fmt: skip
    assert binding(look({**FORM, "send": (2, button("Send", **every[what]))})) != BASE


def test_another_action_another_target_window_or_address_changes_the_binding() -> None:
    others = [
        binding(look(), "double_click"),
        binding(look(), "press_key", "Send", key="Enter"),
        binding(look(), "set_text", "To", text="x"),
        binding(look(), "set_text", "To", text="y"),
        binding(look(), "click", "Send me a copy"),
        binding(look(title="Mail – work")),
        binding(look(url="https://mail.example/")),
        binding(look(url="https://mail.example/?to=eve")),
    ]
    assert len({BASE, *others}) == len(others) + 1


@given(st.sampled_from(list(ELSEWHERE)), st.text("abc 123:", max_size=12), st.booleans())
def test_what_changes_elsewhere_does_not_change_the_binding(part: str, words: str, gone: bool) -> None:
    session = Session()
    before = look(session=session)
    level, was = ELSEWHERE[part]
    changed = node(was.role, words or "x", *was.can, value=words)
    elsewhere = {name: row for name, row in ELSEWHERE.items() if not (gone and name == part and part != "chat")}
    after = look(elsewhere=elsewhere if gone else {**ELSEWHERE, part: (level, changed)}, session=session)
    assert binding(before) == binding(after)


@given(st.lists(st.text("abc", min_size=1, max_size=5), max_size=5))
def test_messages_that_come_in_do_not_change_the_binding(messages: list[str]) -> None:
    session = Session()
    before = look(session=session)
    more: dict[str, Row] = {f"m{i}": (2, text(words)) for i, words in enumerate(messages)}
    after = look(elsewhere={**ELSEWHERE, **more}, session=session)
    assert binding(before) == binding(after)


@pytest.mark.parametrize("title", ["(3) Mail", "* Mail", "Mail *", "[2] Mail"])
def test_marks_of_the_title_that_come_and_go_do_not_change_the_binding(title: str) -> None:
    assert binding(look(title=title)) == BASE


def test_a_spinner_in_the_form_does_not_change_the_binding() -> None:
    def with_spinner(percent: str) -> str:
        return binding(look({**FORM, "spinner": (2, node("progressbar", "Checking", value=percent))}))

    assert with_spinner("10") == with_spinner("90")


def unsaid(body: str, *, clock: str = "12:00", row: str = "Ann") -> Observation:
    """A composer that nobody calls a form, with a list beside it."""
    return Session().adopt(
        drafted(
            (0, node("window", "Mail")), (1, text(clock)), (1, heading("Message")), (1, field("To", "ann@example.org")),
            (1, field("Text", body)), (1, button("Send")), (1, node("list", "Messages")), (2, node("listitem", row)),
            (3, button("Delete")),
        ),
        UIA,
    )  # fmt: skip


def test_without_a_form_all_fields_of_the_window_count() -> None:
    assert binding(unsaid("Hello")) != binding(unsaid("Hello, Eve"))
    assert binding(unsaid("Hello")) == binding(unsaid("Hello", clock="12:01"))
    assert binding(unsaid("Hello")) == binding(unsaid("Hello", row="Bob"))


def test_the_row_of_a_target_counts() -> None:
    assert binding(unsaid("", row="Ann"), name="Delete") != binding(unsaid("", row="Bob"), name="Delete")


def asking(question: str, behind: str = "a") -> Observation:
    return Session().adopt(
        drafted(
            (0, node("window", "App")), (1, field("Name", behind)), (1, node("dialog", "Question", modal=True)),
            (2, text(question)), (2, group()), (3, button("Yes")), (3, button("No")),
        ),
        UIA,
    )  # fmt: skip


def test_what_a_dialog_asks_counts_and_what_lies_behind_it_does_not() -> None:
    assert binding(asking("Delete a.txt?"), name="Yes") != binding(asking("Delete b.txt?"), name="Yes")
    assert binding(asking("Delete a.txt?"), name="Yes") == binding(asking("Delete a.txt?", "b"), name="Yes")


def test_an_action_without_an_element_is_bound_to_window_fields_and_address() -> None:
    one, other = look(url="https://a.example/"), look(url="https://b.example/")
    opened = {"url": "https://c.example/"}
    assert binding(one, "open_url", None, **opened) == binding(one, "open_url", None, **opened)
    assert binding(one, "open_url", None, **opened) != binding(other, "open_url", None, **opened)
    assert binding(one, "open_url", None, **opened) != binding(one, "open_url", None, url="https://d.example/")


def test_a_secret_is_bound_by_its_name() -> None:
    seen = look()
    named = binding(seen, "set_text", "Password", text={"secret": "mail"})
    assert named == binding(seen, "set_text", "Password", text={"secret": "mail"})
    assert named != binding(seen, "set_text", "Password", text={"secret": "bank"})


def test_a_tree_of_a_hundred_thousand_levels_is_bound_too() -> None:
    rows = [(level, node("group")) for level in range(1, 100_000)]
    seen = Session().adopt(drafted((0, node("window", "Deep")), *rows, (100_000, button("Send"))), UIA)
    assert len(binding(seen)) == 64


@pytest.mark.parametrize(("one", "other"), [("To Ada", "To Bob"), ("Ticket 42", "Ticket 43"), ("20.00 €", "99.00 €")])
def test_without_a_form_the_texts_that_tell_what_it_is_about_count(one: str, other: str) -> None:
    seen, later = (look({"text": (1, text(words)), "send": (1, button("Send"))}) for words in (one, other))
    assert binding(seen) != binding(later)


@pytest.mark.parametrize(("one", "other"), [("3 unread", "4 unread"), ("12:00", "12:01"), ("12 %", "47 %")])
def test_without_a_form_counts_and_clocks_do_not(one: str, other: str) -> None:
    seen, later = (look({"text": (1, text(words)), "send": (1, button("Send"))}) for words in (one, other))
    assert binding(seen) == binding(later)


def test_the_heading_in_front_of_a_form_counts() -> None:
    seen, later = (look({"for": (1, heading(words)), **FORM}) for words in ("To Ada", "To Bob"))
    assert binding(seen) != binding(later)
