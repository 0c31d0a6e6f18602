"""What is said of an act is what was seen to come of it."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Outcome, Unknown
from lumos_layer.environments.port import Delivery
from lumos_layer.errors import NotSent
from lumos_layer.tree import Node
from tests.execution.surfaces import React, Surface, form, ref, window
from tests.trees import button, field, node, text


def act(surface: Surface, verb: str, name: str | None = None, **fields: Any) -> Outcome:
    executor = surface.executor()
    return executor.run({"type": verb, **({"ref": ref(executor, name)} if name else {}), **fields}, action_id="a1")


def nothing(_surface: Surface, _action: Any) -> None:
    return None


def breaking(problem: Exception) -> React:
    def react(_surface: Surface, _action: Any) -> None:
        raise problem

    return react


# One for each type of action: done, and without an effect

WIDGETS: list[tuple[str, Node, dict[str, Any], dict[str, Any]]] = [
    ("set_text", field("It", "old"), {"text": "new"}, {"value": "new"}),
    ("set_text", field("It", "old"), {"text": ""}, {"value": ""}),
    ("type_text", field("It", "old"), {"text": "er"}, {"value": "older"}),
    ("type_text", field("It", "old"), {"text": "c"}, {"value": "cold"}),
    ("type_text", field("It", "old"), {"text": "new"}, {"value": "new"}),  # what was selected is replaced
    ("set_checked", node("checkbox", "It", "toggle", checked="false"), {"checked": True}, {"checked": "true"}),
    ("set_checked", node("switch", "It", "toggle", checked="true"), {"checked": False}, {"checked": "false"}),
    ("set_checked", node("button", "It", "toggle", pressed="false"), {"checked": True}, {"pressed": "true"}),
    ("set_checked", node("radio", "It", "select", selected=False), {"checked": True}, {"selected": True}),
    ("select", node("option", "It", "select", selected=False), {}, {"selected": True}),
    ("select", node("radio", "It", "select", checked="false"), {}, {"checked": "true"}),
    ("select", node("combobox", "It", "expand", value="Red"), {"option": "Blue"}, {"value": "Blue"}),
    ("expand", node("combobox", "It", "expand", expanded=False), {"expanded": True}, {"expanded": True}),
    ("expand", node("treeitem", "It", "expand", expanded=True), {"expanded": False}, {"expanded": False}),
    ("set_value", node("slider", "It", "range", value="10 %", minimum=0, maximum=100), {"value": 70}, {"value": "70 %"}),
    ("focus", field("It", "old"), {}, {"focused": True}),
    ("click", button("It"), {}, {"hint": "pressed"}),
    ("double_click", button("It"), {}, {"hint": "pressed"}),
    ("right_click", button("It"), {}, {"expanded": True}),
    ("hover", button("It"), {}, {"hint": "It saves"}),
    ("press_key", button("It"), {"key": "Enter"}, {"hint": "pressed"}),
]


@pytest.mark.parametrize(("verb", "widget", "fields", "becomes"), WIDGETS)
def test_an_act_is_done_when_what_it_asks_for_is_seen(
    verb: str, widget: Node, fields: dict[str, Any], becomes: dict[str, Any]
) -> None:
    surface = Surface(*window(widget, field("Other", "x")))
    surface.react = lambda surface, _: surface.change("It", **becomes)
    outcome = act(surface, verb, "It", **fields)
    assert isinstance(outcome, Done)
    assert (outcome.action_id, outcome.before, outcome.after, outcome.mismatch) == ("a1", "o1", "o2", "")
    assert surface.verbs == [verb]
    assert isinstance(outcome.delta, dict)
    assert "since" not in outcome.delta  # it is since the look right before


@pytest.mark.parametrize(("verb", "widget", "fields", "becomes"), WIDGETS)
def test_an_act_of_which_nothing_comes_has_no_effect(
    verb: str, widget: Node, fields: dict[str, Any], becomes: dict[str, Any]
) -> None:
    surface = Surface(*window(widget, field("Other", "x", focused=True)), react=nothing)
    outcome = act(surface, verb, "It", **fields)
    assert isinstance(outcome, NoEffect)
    assert (outcome.after, surface.verbs) == ("o1", [verb])


STANDING = [each for each in WIDGETS if each[0] in ("set_text", "set_checked", "expand", "set_value", "select")]


@pytest.mark.parametrize(("verb", "widget", "fields", "becomes"), STANDING)
def test_where_something_else_comes_of_it_than_was_asked_it_has_failed(
    verb: str, widget: Node, fields: dict[str, Any], becomes: dict[str, Any]
) -> None:
    surface = Surface(*window(widget, text("Ready")))
    surface.react = lambda surface, _: surface.change("Ready", name="Not allowed")
    outcome = act(surface, verb, "It", **fields)
    assert isinstance(outcome, Failed)
    assert isinstance(outcome.delta, dict)
    assert outcome.delta["changed"] == [["Ready", "Not allowed"]]


def test_what_comes_late_is_waited_for() -> None:
    surface = Surface(*form())
    surface.react = lambda surface, _: surface.after(1.2, lambda: surface.change("Save", hint="pressed"))
    assert isinstance(act(surface, "click", "Save"), Done)
    assert 1.2 <= surface.clock.now() < 3


def test_the_focus_alone_is_said_to_be_all_that_a_click_has_moved() -> None:
    surface = Surface(*form())
    surface.react = lambda surface, _: surface.change("Save", focused=True)
    outcome = act(surface, "click", "Save")
    assert isinstance(outcome, Done)
    assert outcome.note == "Only the focus has moved."


def test_a_click_into_a_field_moves_the_focus_and_that_is_all_it_is_for() -> None:
    surface = Surface(*form())
    surface.react = lambda surface, _: surface.change("Name", focused=True)
    outcome = act(surface, "click", "Name")
    assert isinstance(outcome, Done)
    assert outcome.note == ""


def test_moving_the_caret_cannot_be_seen_and_is_said_so() -> None:
    surface = Surface(*window(field("It", "old", focused=True)), react=nothing)
    outcome = act(surface, "press_key", key="ArrowLeft")
    assert isinstance(outcome, Done)
    assert outcome.note == "What this key does here cannot be seen."


def test_a_ticking_clock_is_no_effect() -> None:
    surface = Surface(*window(button("Save"), text("12:00:01")))
    surface.react = lambda surface, _: surface.change("12:00:01", name="12:00:02")
    assert isinstance(act(surface, "click", "Save"), NoEffect)


def test_a_counter_that_counts_presses_is_an_effect() -> None:
    surface = Surface(*window(button("Count"), text("Pressed 3 times")))
    surface.react = lambda surface, _: surface.change("Pressed 3 times", name="Pressed 4 times")
    assert isinstance(act(surface, "click", "Count"), Done)


def test_what_changed_by_itself_before_each_act_is_no_effect_of_one() -> None:
    surface = Surface(*window(button("Save"), text("up 1", identifier="load")), react=nothing)
    executor = surface.executor()
    for i in range(1, 6):
        executor.observe()
        surface.change(f"up {i}", name=f"up {i + 1}")
    save = ref(executor, "Save")
    surface.react = lambda surface, _: surface.change("up 6", name="up 7")
    assert isinstance(executor.run({"type": "click", "ref": save}), NoEffect)


def test_what_changes_only_where_nobody_can_see_it_is_no_effect() -> None:
    surface = Surface(*window(button("Save"), text("secret state", hidden=True)))
    surface.react = lambda surface, _: surface.change("secret state", name="other state")
    assert isinstance(act(surface, "click", "Save"), NoEffect)


def test_a_box_that_is_as_before_was_not_turned_over() -> None:
    surface = Surface(*form())
    surface.react = lambda surface, _: surface.change("Terms", focused=True)  # clicked twice, it is as it was
    outcome = act(surface, "click", "Terms")
    assert isinstance(outcome, NoEffect)
    assert outcome.advice.startswith("A2 (checkbox 'Terms') is off as before.")


def test_a_dialog_that_a_box_opens_is_a_mismatch_and_so_is_that_it_is_as_before() -> None:
    surface = Surface(*form())
    surface.react = lambda surface, _: surface.add(
        (1, node("dialog", "Sure?", box=(50, 150, 200, 100))), (2, button("OK", box=(60, 160, 40, 20)))
    )
    outcome = act(surface, "click", "Terms")
    assert isinstance(outcome, Done)
    assert outcome.mismatch == "A2 (checkbox 'Terms') is off as before. A dialog has opened: dialog 'Sure?'."


# Text


def test_line_breaks_that_a_line_does_not_hold_are_said_to_be_gone() -> None:
    surface = Surface(*form())
    surface.react = lambda surface, _: surface.change("Name", value="line 1 line 2")
    for verb in ("set_text",):
        outcome = act(surface, verb, "Name", text="line 1\r\nline 2")
        assert isinstance(outcome, Done)
        assert outcome.note == "The field holds one line; its line breaks are gone."


def test_a_field_that_writes_it_in_its_own_way_is_quoted() -> None:
    surface = Surface(*window(field("Phone", "")))
    surface.react = lambda surface, _: surface.change("Phone", value="(555) 123-4567")
    outcome = act(surface, "set_text", "Phone", text="5551234567")
    assert isinstance(outcome, Done)
    assert outcome.note == "The field writes it '(555) 123-4567'."


def test_a_field_that_takes_only_the_beginning_has_not_taken_it() -> None:
    surface = Surface(*window(field("Code", "")))

    def react(surface: Surface, action: Any) -> None:
        said = action.action.text if action.action.verb() != "press_key" else ""
        surface.change("Code", value=said[:4])

    surface.react = react
    outcome = act(surface, "set_text", "Code", text="123456")
    assert isinstance(outcome, Failed)
    assert outcome.error == "The field holds '1234' and not '123456'."


def test_a_protected_field_shows_only_that_it_is_filled() -> None:
    surface = Surface(
        *window(node("textbox", "Pin", "set_value", "type", protected=True, filled=False)), secrets={"pin": "quince-42"}
    )
    surface.react = lambda surface, _: surface.change("Pin", filled=True)
    outcome = act(surface, "set_text", "Pin", text={"secret": "pin"})
    assert isinstance(outcome, Done)
    assert outcome.note == "The field keeps a secret; whether it holds what was meant cannot be seen."


def test_a_secret_in_a_plain_field_is_seen_by_its_name() -> None:
    surface = Surface(*window(field("Code", ""), text("")), secrets={"bank_pin": "quince-42-canary"})

    def react(surface: Surface, action: Any) -> None:
        assert action.action.text == Secret(secret="bank_pin")
        surface.change("Code", value="quince-42-canary")
        surface.rows[2] = (1, text("You typed QUINCE 42 canary", box=(10, 50, 200, 30)))

    surface.react = react
    executor = surface.executor()
    outcome = executor.run({"type": "set_text", "ref": ref(executor, "Code"), "text": {"secret": "bank_pin"}})
    assert isinstance(outcome, Done)
    assert isinstance(outcome.delta, dict)
    assert outcome.delta["changed"] == [[1, None, "[secret:bank_pin]"]]
    assert executor.latest is not None
    shown = executor.latest.blueprint().compact() + outcome.model_dump_json()
    assert "canary" not in shown
    assert "You typed [secret:bank_pin]" in shown


def test_words_that_went_into_another_field_are_no_success() -> None:
    surface = Surface(*window(field("To", ""), field("Subject", "")))
    surface.react = lambda surface, _: surface.change("Subject", value="hello")
    outcome = act(surface, "type_text", "To", text="hello")
    assert isinstance(outcome, Failed)
    assert outcome.error == "The words went into A2 'Subject' and not into A1 (textbox 'To')."


# What was not asked for


def test_a_dialog_that_opens_while_a_field_is_filled_is_a_mismatch() -> None:
    surface = Surface(*form())

    def react(surface: Surface, _action: Any) -> None:
        surface.change("Name", value="new")
        surface.add((1, node("dialog", "Update available", box=(50, 150, 200, 100))), (2, button("OK", box=(60, 160, 40, 20))))

    surface.react = react
    outcome = act(surface, "set_text", "Name", text="new")
    assert isinstance(outcome, Done)
    assert outcome.mismatch == "A dialog has opened: dialog 'Update available'."


def test_another_window_that_comes_to_the_front_is_a_mismatch() -> None:
    rows = [(level + 1, made) for level, made in form()]
    chat = node("window", "Chat", box=(500, 0, 200, 200), active=False)
    surface = Surface(
        (0, node("group", "Desktop", box=(0, 0, 800, 600))), *rows, (1, chat), (2, button("Send", box=(510, 10, 90, 30)))
    )
    surface.change("Window", active=True)

    def react(surface: Surface, _action: Any) -> None:
        surface.change("Save", hint="pressed")
        surface.change("Window", active=False)
        surface.change("Chat", active=True)

    surface.react = react
    outcome = act(surface, "click", "Save")
    assert isinstance(outcome, Done)
    assert outcome.mismatch == "Another window has come to the front: 'Chat'."


def test_an_address_that_leads_elsewhere_is_a_mismatch() -> None:
    surface = Surface((0, node("document", "Shop")), (1, button("Buy")), dialect="browser", url="https://a.test/")
    surface.react = lambda surface, _: setattr(surface, "url", "https://a.test/login")
    outcome = act(surface, "open_url", url="https://a.test/cart")
    assert isinstance(outcome, Done)
    assert outcome.mismatch == "The page shown is 'https://a.test/login'."


def test_an_address_that_is_shown_is_done() -> None:
    surface = Surface((0, node("document", "Shop")), (1, button("Buy")), dialect="browser", url="https://a.test/")
    surface.react = lambda surface, _: setattr(surface, "url", "https://a.test/cart#top")
    outcome = act(surface, "open_url", url="https://A.test/cart")
    assert isinstance(outcome, Done)
    assert outcome.mismatch == ""


def test_a_press_that_met_something_else_has_failed() -> None:
    surface = Surface(*window(button("Keep", box=(10, 10, 100, 30)), button("Delete", box=(10, 50, 100, 30))))

    def react(surface: Surface, _action: Any) -> None:
        surface.change("Keep", bounds=None)
        surface.rows[1] = (1, button("Keep", box=(10, 90, 100, 30)))
        surface.rows[2] = (1, button("Delete", box=(10, 10, 100, 30), focused=True))

    surface.react = react
    outcome = act(surface, "click", "Keep")
    assert isinstance(outcome, Failed)
    assert outcome.error == "The screen moved under the pointer: A2 'Delete' has the focus and may have been pressed instead."


# What breaks


def test_an_act_that_was_surely_not_sent_has_failed() -> None:
    surface = Surface(*form())
    surface.react = breaking(NotSent("the bus is gone"))
    outcome = act(surface, "click", "Save")
    assert isinstance(outcome, Failed)
    assert outcome.error == "The act was not sent: the bus is gone. Try it again when that is mended."


def test_an_act_that_may_have_been_sent_is_unknown() -> None:
    surface = Surface(*form())
    surface.react = breaking(RuntimeError("connection lost"))
    outcome = act(surface, "click", "Save")
    assert isinstance(outcome, Unknown)
    assert outcome.why == "It may have been sent: RuntimeError: connection lost"
    assert outcome.advice == "Look first; never send it again unseen."


def test_an_act_that_broke_down_and_is_seen_to_be_done_is_done() -> None:
    surface = Surface(*form())

    def react(surface: Surface, _action: Any) -> None:
        surface.change("Name", value="new")
        raise RuntimeError("connection lost")

    surface.react = react
    outcome = act(surface, "set_text", "Name", text="new")
    assert isinstance(outcome, Done)
    assert outcome.note == "RuntimeError: connection lost"


def test_a_press_of_which_nobody_knows_whether_it_arrived_is_unknown_whatever_has_changed() -> None:
    surface = Surface(*form())

    def react(surface: Surface, _action: Any) -> Delivery:
        surface.change("Terms", checked="true")
        return Delivery(action_id="a1", status="uncertain", note="No answer.")

    surface.react = react
    outcome = act(surface, "click", "Save")
    assert isinstance(outcome, Unknown)
    assert outcome.delta == {"changed": [[2, "+checked"]]}


def test_an_act_after_which_nobody_could_look_is_unknown() -> None:
    surface = Surface(*form())

    def blind() -> None:
        raise OSError("no display")

    surface.react = lambda surface, _: setattr(surface, "each_look", blind)
    outcome = act(surface, "click", "Save")
    assert isinstance(outcome, Unknown)
    assert (outcome.after, outcome.why) == ("", "It was sent, and nobody could look afterwards: OSError: no display")


def test_nothing_is_sent_blindly() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save = ref(executor, "Save")

    def blind() -> None:
        raise OSError("no display")

    surface.each_look = blind
    outcome = executor.run({"type": "click", "ref": save})
    assert isinstance(outcome, Failed)
    assert (outcome.error, surface.sent) == ("Nobody could look: OSError: no display", [])


def test_once_a_secret_went_out_errors_of_strangers_are_not_quoted() -> None:
    surface = Surface(*form(), secrets={"pin": "quince-42"})
    surface.react = breaking(RuntimeError("cannot type 'quince-42'"))
    outcome = act(surface, "set_text", "Name", text={"secret": "pin"})
    assert isinstance(outcome, Unknown)
    assert outcome.why == "It may have been sent: RuntimeError"


def test_what_a_surface_refuses_is_rejected_with_its_reason() -> None:
    surface = Surface(*form())
    surface.react = lambda _surface, _action: Delivery(
        action_id="a1", status="refused", reason="invalid", note="Secrets: bank_pin."
    )
    outcome = act(surface, "click", "Save")
    assert outcome.outcome == "rejected"
    assert (outcome.reason, outcome.violations[0].message) == ("invalid", "Secrets: bank_pin.")


@pytest.mark.parametrize("words", [" ", "\n", "\u200b", "\uffff", "\U000e0041"])
def test_what_no_screen_shows_is_typed_and_said_to_be_unseen(words: str) -> None:
    surface = Surface(*form())
    executor = surface.executor()
    name = ref(executor, "Name")
    surface.react = lambda surface, action: None  # a dump cleans what the field holds
    outcome = executor.run({"type": "type_text", "ref": name, "text": words})
    assert isinstance(outcome, Done)
    assert outcome.note == "Blanks and characters without a picture cannot be seen on a screen."


@pytest.mark.parametrize("words", [" new", "new  ", "new\u200b"])
def test_of_a_text_that_was_put_there_it_is_said_what_of_it_cannot_be_seen(words: str) -> None:
    surface = Surface(*form())
    executor = surface.executor()
    name = ref(executor, "Name")
    surface.react = lambda surface, action: surface.change("Name", value="new")
    outcome = executor.run({"type": "set_text", "ref": name, "text": words})
    assert isinstance(outcome, Done)
    assert (outcome.seen, outcome.note) == (True, "Blanks and characters without a picture cannot be seen on a screen.")


@pytest.mark.parametrize("words", ["old ", "old\n", "\u200bold"])
def test_a_text_that_looks_like_the_one_that_is_there_is_sent(words: str) -> None:
    surface = Surface(*form())
    executor = surface.executor()
    name = ref(executor, "Name")
    surface.react = lambda surface, action: None
    outcome = executor.run({"type": "set_text", "ref": name, "text": words})
    assert isinstance(outcome, Done)
    assert surface.verbs == ["set_text"]
    assert outcome.note == "Blanks and characters without a picture cannot be seen on a screen."
    assert executor.run({"type": "set_text", "ref": name, "text": "old"}).outcome == "done"
    assert surface.verbs == ["set_text"]  # just this stands there


def test_a_break_at_the_end_of_what_was_typed_is_no_sign_of_a_field_of_one_line() -> None:
    surface = Surface(*window(field("Note", "", multiline=True)))
    executor = surface.executor()
    note = ref(executor, "Note")
    surface.react = lambda surface, action: surface.change("Note", value="ann")
    outcome = executor.run({"type": "type_text", "ref": note, "text": "ann\n"})
    assert isinstance(outcome, Done)
    assert outcome.note == ""


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("0.51", "0.61", Done),  # a measure
        ("Total 12.50", "Total 15.00", Done),  # a price
        ("Meeting at 10:00", "Meeting at 11:00", Done),  # an appointment that the act has put off
        ("Meeting at 10:00", "Meeting at 10:15", Done),
        ("11:59:59", "12:00:00", NoEffect),
        ("23:59", "0:00", NoEffect),
        ("1:23 / 4:56", "1:24 / 4:56", NoEffect),
        ("12:59 PM", "1:00 PM", NoEffect),
    ],
)
def test_a_time_that_has_gone_on_is_no_effect_and_any_other_number_is(before: str, after: str, kind: type[Outcome]) -> None:
    surface = Surface(*window(button("Save"), text(before)))
    surface.react = lambda surface, _: surface.change(before, name=after)
    assert isinstance(act(surface, "click", "Save"), kind)


def test_a_time_that_is_put_into_a_field_is_an_effect() -> None:
    surface = Surface(*window(button("Later"), field("Start", "10:00")))
    surface.react = lambda surface, _: surface.change("Start", value="10:01")
    assert isinstance(act(surface, "click", "Later"), Done)


@pytest.mark.parametrize("shown", ["1,000", "1.000", "1 000 km", "1000"])
def test_a_number_written_in_groups_is_the_one_that_was_asked_for(shown: str) -> None:
    surface = Surface(*window(node("slider", "Price", "range", value="5", minimum=0.0, maximum=5000.0)))
    surface.react = lambda surface, _: surface.change("Price", value=shown)
    assert isinstance(act(surface, "set_value", "Price", value=1000), Done)


@pytest.mark.parametrize(
    ("made", "key"),
    [
        (field("Pin", None, protected=True, filled=True), "a"),
        (field("Pin", None, protected=True, filled=True), "Backspace"),
        (field("Pin", "x"), " "),
    ],
)
def test_keys_whose_work_no_field_shows_are_said_to_be_unseen(made: Node, key: str) -> None:
    surface = Surface(*window(made))
    surface.react = nothing
    outcome = act(surface, "press_key", "Pin", key=key)
    assert isinstance(outcome, Done)
    assert outcome.note == "What this key does here cannot be seen."
