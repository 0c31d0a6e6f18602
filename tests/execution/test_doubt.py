"""An act chosen beside one thing is not done beside another, where the element itself is the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.tree import Node
from tests.execution.surfaces import Surface, ref, window
from tests.execution.test_targets import asked
from tests.trees import Row, button, field, node, text

DIALECTS = ("uia", "atspi", "android", "ios", "browser", "cdp")
# What stands around a button for one thing, and for another: one fact alone tells the two apart.
OTHERS: dict[str, tuple[list[Row], list[Row]]] = {
    "a name under a caption that stays": (
        window(text("Transfer"), text("To Ada"), button("Confirm")),
        window(text("Transfer"), text("To Bob"), button("Confirm")),
    ),
    "a name behind its label": (
        window(text("Recipient"), text("Ada"), text("Note"), text("Rent"), button("Confirm")),
        window(text("Recipient"), text("Bob"), text("Note"), text("Rent"), button("Confirm")),
    ),
    "a telephone number": (window(text("555-1234"), button("Confirm")), window(text("555-9876"), button("Confirm"))),
    "a ticket": (window(text("Ticket 42"), button("Confirm")), window(text("Ticket 43"), button("Confirm"))),
    "an amount": (window(text("Total 10.00 EUR"), button("Confirm")), window(text("Total 99.00 EUR"), button("Confirm"))),
    "what a field holds": (
        window(field("To", "ada@example.org"), button("Confirm"), text("Sent at once")),
        window(field("To", "bob@example.org"), button("Confirm"), text("Sent at once")),
    ),
    "a link": (
        window(node("link", "Ada", "click"), text("Friend"), button("Confirm")),
        window(node("link", "Bob", "click"), text("Friend"), button("Confirm")),
    ),
}
# What goes on while it is the same thing.
SAME: dict[str, tuple[list[Row], list[Row]]] = {
    "a count": (window(text("Ada"), text("3 of 9"), button("Confirm")), window(text("Ada"), text("4 of 9"), button("Confirm"))),
    "progress": (window(text("Ada"), text("12 %"), button("Confirm")), window(text("Ada"), text("47 %"), button("Confirm"))),
    "a clock": (window(text("Ada"), text("10:59"), button("Confirm")), window(text("Ada"), text("11:00"), button("Confirm"))),
    "one text more": (window(text("Ada"), button("Confirm")), window(text("Ada"), button("Confirm"), text("Saved"))),
    "a message that comes": (
        window(text("Ada"), button("Confirm")),
        window(text("Ada"), button("Confirm"), node("status", "Saved")),
    ),
    "another row": (
        [*window(button("Confirm")), (1, node("list", "Mail")), (2, node("listitem", "Hello"))],
        [*window(button("Confirm")), (1, node("list", "Mail")), (2, node("listitem", "Goodbye")), (2, node("listitem", "Hello"))],
    ),
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", OTHERS)
def test_nothing_is_pressed_beside_another_thing_than_it_was_chosen_beside(case: str, dialect: str) -> None:
    before, after = OTHERS[case]
    surface = Surface(*before, dialect=dialect)
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = list(after)
    outcome = executor.run(asked("click", confirm))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.verbs) == ("stale", [])
    again = executor.run(asked("click", ref(executor, "Confirm")))  # chosen by what is there now
    assert (again.outcome in ("done", "no_effect"), surface.verbs) == (True, ["click"])


@pytest.mark.parametrize("case", SAME)
def test_what_goes_on_beside_an_element_leaves_it_the_same(case: str) -> None:
    before, after = SAME[case]
    surface = Surface(*before)
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = list(after)
    executor.run(asked("click", confirm))
    assert surface.verbs == ["click"]


def test_the_refusal_says_what_stood_there_and_what_stands_there_now() -> None:
    before, after = OTHERS["a link"]
    surface = Surface(*before)
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = list(after)
    outcome = executor.run(asked("click", confirm))
    assert isinstance(outcome, Rejected)
    assert outcome.violations[0].message == (
        f"{confirm} stood beside 'Ada' and stands beside 'Bob' since the look o1: it may belong to something else now."
    )


def test_what_the_planner_itself_has_written_since_says_nothing() -> None:
    surface = Surface(*window(text("Contact"), field("Name", "Ada"), button("Save")))
    executor = surface.executor()
    look = executor.observe().id
    executor.run({"action_id": "a1", "observation": look, "action": asked("set_text", ref(executor, "Name"), text="Bob")})
    executor.run({"action_id": "a2", "observation": look, "action": asked("click", ref(executor, "Save"))})
    assert surface.verbs == ["set_text", "click"]


def test_a_text_that_changes_all_the_time_keeps_nobody_from_pressing() -> None:
    surface = Surface(*window(text("Radio"), text("Berlin"), text("89.2"), text("-"), button("Stop")))
    words = ["Ada sings", "Bob plays", "News at last", "Weather"]
    surface.each_look = lambda: surface.rows.__setitem__(4, (1, text(words[surface.looks % 4])))
    executor = surface.executor()
    executor.run(asked("click", ref(executor, "Stop")))
    assert surface.verbs == ["click"]


@given(st.sampled_from(("click", "double_click", "right_click", "type_text", "set_text")), st.data())
def test_no_act_at_all_is_done_beside_another_thing(verb: str, data: st.DataObject) -> None:
    names = st.sampled_from(("Ada", "Bob", "Cem", "Dan", "Eva", "김민준"))
    one = data.draw(names)
    other = data.draw(names.filter(lambda name: name != one))
    fields: dict[str, Any] = {"text": "x"} if verb in ("type_text", "set_text") else {}
    around = data.draw(st.lists(st.sampled_from(("Note", "Rent", "Please check")), max_size=2, unique=True))
    at = data.draw(st.integers(0, len(around)))

    def shown(name: str) -> list[Row]:
        return window(*map(text, (*around[:at], f"For {name}", *around[at:])), field("It", ""))

    surface = Surface(*shown(one))
    executor = surface.executor()
    target = ref(executor, "It")
    surface.rows = shown(other)
    outcome = executor.run(asked(verb, target, **fields))
    assert isinstance(outcome, Rejected)
    assert surface.sent == []


def confirm(*beside: Node) -> list[Row]:
    return window(*beside, button("Confirm", focused=True))


def radios(chosen: str) -> tuple[Node, ...]:
    return tuple(node("radio", name, "select", checked="true" if name == chosen else "false") for name in ("Ada", "Bob"))


# What tells by more than words of its own which thing it is about.
BESIDE: dict[str, tuple[list[Row], list[Row]]] = {
    "a number in a field": (confirm(field("Amount", "10")), confirm(field("Amount", "99"))),
    "a number in a read-only field": (
        confirm(field("Account", "12", readonly=True)),
        confirm(field("Account", "99", readonly=True)),
    ),
    "a button with a label in its name": (confirm(button("To: Ada")), confirm(button("To: Bob"))),
    "the choice of a radio button": (confirm(*radios("Ada")), confirm(*radios("Bob"))),
    "its own description": (
        window(button("Confirm", hint="Pays Ada", focused=True)),
        window(button("Confirm", hint="Pays Bob", focused=True)),
    ),
    "the tab that is chosen": (
        [*confirm(), (1, node("tablist")), *((2, node("tab", each, "select", selected=each == "Ada")) for each in ("Ada", "Bob"))],
        [*confirm(), (1, node("tablist")), *((2, node("tab", each, "select", selected=each == "Bob")) for each in ("Ada", "Bob"))],
    ),
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", BESIDE)
def test_nothing_is_pressed_where_a_field_a_choice_or_a_description_tells_of_another(case: str, dialect: str) -> None:
    before, after = BESIDE[case]
    surface = Surface(*before, dialect=dialect)
    executor = surface.executor()
    wanted = ref(executor, "Confirm")
    surface.rows = list(after)
    outcome = executor.run(asked("click", wanted))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.verbs) == ("stale", [])


@pytest.mark.parametrize("action", [{"type": "press_key", "key": "Enter"}, {"type": "type_text", "text": "7"}])
def test_what_goes_to_the_focus_does_not_go_there_for_another_record(action: dict[str, Any]) -> None:
    def shown(who: str) -> list[Row]:
        return [*window(field("Amount", "", focused=True)), (1, node("list")), (2, node("listitem", f"To: {who}"))]

    surface = Surface(*shown("Ada"))
    executor = surface.executor()
    executor.observe()
    surface.rows = shown("Bob")
    outcome = executor.run(action)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.verbs) == ("stale", [])


def test_another_name_of_a_button_without_a_label_keeps_nobody_from_pressing_its_neighbour() -> None:
    surface = Surface(*confirm(button("Play")))
    executor = surface.executor()
    wanted = ref(executor, "Confirm")
    surface.rows = confirm(button("Pause"))
    executor.run(asked("click", wanted))
    assert surface.verbs == ["click"]
