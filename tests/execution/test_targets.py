"""An act goes to what the planner meant when it looked, or nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import REMEDIES, Done, Outcome, Rejected
from lumos_layer.environments.port import Delivery
from lumos_layer.tree import Node, Rect
from tests.execution.surfaces import Surface, form, ref, window
from tests.trees import button, field, node, text

ANOTHER = "is stale: what it belonged to is not shown any more since o2, and something else has come in its place."
LOOK = "Take a ref from the latest observation."


def asked(verb: str, ref: str, **fields: Any) -> dict[str, Any]:
    return {"type": verb, "ref": ref, **fields}


def enveloped(action: dict[str, Any], observation: str, action_id: str = "a1") -> dict[str, Any]:
    return {"action_id": action_id, "observation": observation, "action": action}


def assert_stale(outcome: Outcome, surface: Surface, message: str | None = None) -> None:
    """It was refused as stale, in these words, and nothing was sent."""
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("stale", [])
    assert message in (None, outcome.violations[0].message)


def test_a_button_that_is_called_otherwise_now_is_not_pressed() -> None:
    surface = Surface(*window(button("Play")))
    executor = surface.executor()
    play = ref(executor, "Play")
    surface.change("Play", name="Pause")
    outcome = executor.run(asked("click", play))
    assert_stale(outcome, surface, "A1 was called 'Play' and is called 'Pause' since the look o1.")


def test_a_button_after_the_name_of_another_record_is_not_pressed_where_nothing_is_called_a_heading() -> None:
    surface = Surface(*window(text("Ada"), text("020 123"), button("Delete")))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.change("Ada", name="Bob")
    surface.change("020 123", name="020 987")
    outcome = executor.run(asked("click", delete))
    assert_stale(outcome, surface, f"A1 (button 'Delete') {ANOTHER} Nearest now: A3 button 'Delete'. {LOOK}")


def record(*facts: str) -> tuple[Node, ...]:
    return (*map(text, facts), button("Delete"))


def test_a_button_whose_words_in_front_stay_is_not_pressed_for_another_record() -> None:
    surface = Surface(*window(*record("Contact", "Name", "Ada", "Town", "London")))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.change("Ada", name="Bob")
    surface.change("London", name="Rome")
    assert_stale(executor.run(asked("click", delete)), surface)


def test_a_button_before_all_words_is_not_pressed_for_another_record() -> None:
    surface = Surface(*window(button("Delete"), text("Name"), text("Ada"), text("Town"), text("London")))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.change("Ada", name="Bob")
    surface.change("London", name="Rome")
    assert_stale(executor.run(asked("click", delete)), surface)


def test_a_button_is_not_pressed_when_its_record_went_bit_by_bit() -> None:
    surface = Surface(*window(*record("Contact", "Ada", "London", "Engineer", "Married", "Likes cats")))
    executor = surface.executor()
    delete, look = ref(executor, "Delete"), executor.observe().id
    for was, now in (("Ada", "Bob"), ("London", "Rome"), ("Engineer", "Cook"), ("Married", "Single"), ("Likes cats", "Likes dogs")):
        surface.change(was, name=now)
        executor.observe()
    outcome = executor.run(enveloped(asked("click", delete), look))
    assert_stale(outcome, surface, "A1 belonged to what is not shown any more since the look o1.")


def test_a_form_is_filled_and_sent_by_one_look_whatever_its_fields_held() -> None:
    surface = Surface(*window(text("Contact"), field("Name", "Ada"), field("Town", "London"), button("Save")))
    executor = surface.executor()
    look = executor.observe().id
    for n, (name, words) in enumerate((("Name", "Bob"), ("Town", "Rome"))):
        executor.run(enveloped(asked("set_text", ref(executor, name), text=words), look, f"a{n}"))
    executor.run(enveloped(asked("click", ref(executor, "Save")), look, "a9"))
    assert surface.verbs == ["set_text", "set_text", "click"]


def test_numbers_that_change_beside_a_button_do_not_make_it_another_one() -> None:
    surface = Surface(*window(text("Ada"), text("3 of 9"), button("Next")))
    executor = surface.executor()
    following = ref(executor, "Next")
    surface.change("3 of 9", name="4 of 9")
    executor.run(asked("click", following))
    assert [verb for verb, _ in surface.sent] == ["click"]


def test_what_has_become_another_kind_of_element_is_not_acted_on() -> None:
    surface = Surface(*window(button("Bold")))
    executor = surface.executor()
    bold = ref(executor, "Bold")
    surface.rows[1] = (1, node("checkbox", "Bold", "toggle", "click", box=(10, 10, 200, 30), checked="false"))
    outcome = executor.run(asked("click", bold))
    assert_stale(outcome, surface)


def test_a_box_that_somebody_else_has_ticked_meanwhile_is_not_clicked_off() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    terms = ref(executor, "Terms")
    surface.change("Terms", checked="true")
    outcome = executor.run(asked("click", terms))
    assert_stale(outcome, surface, "A2 was off and is on since the look o1.")


def test_a_box_that_somebody_else_has_ticked_meanwhile_is_as_it_was_to_be_set() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    terms = ref(executor, "Terms")
    surface.change("Terms", checked="true")
    outcome = executor.run(asked("set_checked", terms, checked=True))
    assert isinstance(outcome, Done)
    assert (outcome.note, surface.sent) == ("It was so already; nothing was sent.", [])


def test_words_are_not_added_to_a_field_that_holds_others_than_it_did() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    name = ref(executor, "Name")
    surface.change("Name", value="older")
    outcome = executor.run(asked("type_text", name, text="!"))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.value("Name")) == ("stale", "older")


def test_what_has_only_moved_is_clicked_where_it_is_now() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save = ref(executor, "Save")
    points: list[tuple[int, int] | None] = []
    surface.react = lambda surface, action: points.append(action.point)
    for i, (level, made) in enumerate(surface.rows):
        assert made.bounds is not None
        moved = Rect(made.bounds.x + 500, made.bounds.y + 70, made.bounds.width, made.bounds.height)
        surface.rows[i] = level, type(made)(role=made.role, name=made.name, can=made.can, checked=made.checked, bounds=moved)
    executor.run(asked("click", save))
    assert points == [(610, 175)]


def test_what_is_gone_is_stale_and_what_never_was_is_not_found() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save = ref(executor, "Save")
    surface.remove("Save")
    gone, never = executor.run(asked("click", save)), executor.run(asked("click", "A77"))
    assert isinstance(gone, Rejected)
    assert isinstance(never, Rejected)
    assert (gone.reason, never.reason, surface.sent) == ("stale", "not_found", [])


def test_the_same_button_on_another_page_is_stale() -> None:
    surface = Surface(
        (0, node("document", "Record 1", native_id="1")),
        (1, button("Delete", native_id="7")),
        dialect="browser",
        url="https://a.test/1",
    )
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.url = "https://a.test/2"
    outcome = executor.run(asked("click", delete))
    assert_stale(outcome, surface)


def test_a_pixel_under_which_lies_something_else_now_is_not_clicked() -> None:
    surface = Surface(*window(button("Open", box=(10, 10, 100, 30))))
    executor = surface.executor()
    executor.observe()
    surface.rows[1] = (1, button("Open", box=(10, 60, 100, 30)))
    surface.add((1, button("Delete", box=(10, 10, 100, 30))))
    outcome = executor.run({"type": "click", "point": {"x": 20, "y": 20}})
    assert_stale(outcome, surface, "At (20, 20) was button 'Open', and now is button 'Delete'.")


@pytest.mark.parametrize("action", [{"type": "type_text", "text": "x"}, {"type": "press_key", "key": "Enter"}])
def test_nothing_is_typed_where_the_focus_was_when_it_is_somewhere_else_now(action: dict[str, Any]) -> None:
    surface = Surface(*window(field("To", "", focused=True), field("Subject", "")))
    executor = surface.executor()
    executor.observe()
    surface.change("To", focused=None)
    surface.change("Subject", focused=True)
    outcome = executor.run(action)
    assert_stale(outcome, surface, "The focus was on A1 in the look o1 and is on A2 now; name the element by its ref.")


def test_an_action_may_be_chosen_by_an_earlier_look_while_its_element_is_the_same() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save, first = ref(executor, "Save"), executor.observe().id
    executor.run(asked("set_text", ref(executor, "Name"), text="new"))
    surface.change("Terms", checked="true")
    executor.observe()
    outcome = executor.run(enveloped(asked("click", save), first))
    assert isinstance(outcome, Done)
    assert outcome.before == "o1"
    assert outcome.delta == {"since": "o1", "changed": [[1, "old", "new"], [2, "+checked"], [3, "hint", None, "pressed"]]}


def test_an_action_chosen_by_a_look_that_nobody_knows_is_stale() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    outcome = executor.run(enveloped(asked("click", ref(executor, "Save")), "o99"))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, outcome.violations[0].field, surface.sent) == ("stale", "observation", [])


def test_a_ref_that_was_not_on_the_look_that_the_action_was_chosen_by_is_stale() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    first = executor.observe().id
    surface.add((1, button("Delete", box=(10, 200, 90, 30))))
    executor.observe()
    outcome = executor.run(enveloped(asked("click", ref(executor, "Delete")), first))
    assert_stale(outcome, surface)


# Reached as a person would reach it


def test_a_disabled_button_is_refused_and_so_is_one_in_a_disabled_group() -> None:
    rows = window(button("Submit", enabled=False))
    rows += [(1, node("group", "Mail", box=(10, 90, 300, 60), enabled=False)), (2, button("Resend", box=(20, 100, 90, 30)))]
    surface = Surface(*rows)
    executor = surface.executor()
    for name in ("Submit", "Resend"):
        outcome = executor.run(asked("click", ref(executor, name)))
        assert isinstance(outcome, Rejected)
        assert outcome.reason == "disabled"
    assert surface.sent == []


def test_a_button_that_was_disabled_when_it_was_looked_at_is_pressed_once_it_is_not() -> None:
    surface = Surface(*window(button("Submit", enabled=False)))
    executor = surface.executor()
    submit = ref(executor, "Submit")
    surface.change("Submit", enabled=True)
    assert isinstance(executor.run(asked("click", submit)), Done)


@pytest.mark.parametrize("verb", ["click", "set_text"])
def test_what_a_dialog_stands_before_is_refused_as_modal(verb: str) -> None:
    surface = Surface(*form())
    executor = surface.executor()
    name = ref(executor, "Name")
    surface.add((1, node("dialog", "Save changes?", box=(50, 50, 200, 100), modal=True)), (2, button("No", box=(60, 60, 40, 20))))
    outcome = executor.run(asked(verb, name, **({"text": "new"} if verb == "set_text" else {})))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("modal", [])
    assert outcome.advice == "Answer the open dialog first."


@pytest.mark.parametrize("verb", ["click", "set_text"])
def test_what_another_window_covers_is_refused_as_covered(verb: str) -> None:
    surface = Surface((0, node("group", "Desktop", box=(0, 0, 800, 600))), *((level + 1, made) for level, made in form()))
    executor = surface.executor()
    name = ref(executor, "Name")
    surface.rows.insert(1, (1, node("window", "Calculator", "focus", box=(0, 0, 400, 300))))  # listed first, it is on top
    outcome = executor.run(asked(verb, name, **({"text": "new"} if verb == "set_text" else {})))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("covered", [])


def test_what_stands_in_a_window_that_was_minimised_meanwhile_is_refused_as_minimised() -> None:
    surface = Surface((0, node("group", "Desktop", box=(0, 0, 800, 600))), *((level + 1, made) for level, made in form()))
    executor = surface.executor()
    name, save = ref(executor, "Name"), ref(executor, "Save")
    surface.change("Window", minimized=True, bounds=None)
    for action in (asked("set_text", name, text="new"), asked("click", save)):
        outcome = executor.run(action)
        assert isinstance(outcome, Rejected)
        assert outcome.reason == "minimised"
    assert surface.sent == []


def test_a_read_only_field_takes_no_text() -> None:
    surface = Surface(*window(field("Total", "12", readonly=True)))
    executor = surface.executor()
    outcome = executor.run(asked("set_text", ref(executor, "Total"), text="13"))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.value("Total")) == ("read_only", "12")


def _list_of_rows() -> list[Any]:
    rows = [(2, node("listitem", f"Row {i}", "click", box=(0, 40 * i, 200, 40))) for i in range(12)]
    return [(0, node("window", "Window", box=(0, 0, 400, 300))), (1, node("list", "Rows", "scroll", box=(0, 0, 200, 200))), *rows]


def test_what_lies_below_the_edge_of_its_list_is_scrolled_into_view_first() -> None:
    surface = Surface(*_list_of_rows())
    executor = surface.executor()
    far = ref(executor, "Row 4")
    surface.change("Row 4", bounds=Rect(0, 400, 200, 40), offscreen=True)

    def react(surface: Surface, action: Any) -> None:
        if action.action.verb() == "scroll_into_view":
            surface.change("Row 4", bounds=Rect(0, 160, 200, 40), offscreen=False)
        else:
            surface.change("Row 4", selected=True)

    surface.react = react
    outcome = executor.run(asked("click", far), action_id="a1")
    assert isinstance(outcome, Done)
    assert surface.sent == [("scroll_into_view", "a1.scroll"), ("click", "a1")]
    assert outcome.note == "It was scrolled into view first."


def test_what_was_scrolled_to_before_under_this_id_and_is_out_of_view_again_is_not_said_to_have_been_scrolled() -> None:
    surface = Surface(*_list_of_rows())
    executor = surface.executor()
    far = ref(executor, "Row 4")
    surface.change("Row 4", bounds=Rect(0, 400, 200, 40), offscreen=True)
    surface.deliveries["a1.scroll"] = Delivery(action_id="a1.scroll", status="delivered")
    outcome = executor.run(asked("click", far), action_id="a1")
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, outcome.advice) == ("not_visible", REMEDIES["not_visible"])
    assert surface.sent == []


def test_what_is_out_of_view_is_refused_where_nothing_can_be_scrolled() -> None:
    surface = Surface(*_list_of_rows(), can=("click",))
    executor = surface.executor()
    far = ref(executor, "Row 4")
    surface.change("Row 4", bounds=Rect(0, 400, 200, 40), offscreen=True)
    outcome = executor.run(asked("click", far))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("not_visible", [])


def test_what_a_surface_cannot_do_is_refused() -> None:
    surface = Surface(*form(), can=("click",))
    executor = surface.executor()
    outcome = executor.run(asked("set_text", ref(executor, "Name"), text="new"))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, outcome.violations[0].message) == ("unsupported", "This surface cannot do set_text.")


def test_control_acts_are_no_business_of_a_screen() -> None:
    surface = Surface(*form())
    outcome = surface.executor().run({"type": "finish", "success": True, "reason": "done"})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("unsupported", [])


def test_all_that_is_wrong_with_a_document_is_said_and_nothing_is_sent() -> None:
    surface = Surface(*form())
    outcome = surface.executor().run({"type": "set_text", "ref": "B1", "speed": 3})
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "invalid"
    assert sorted(violation.field for violation in outcome.violations) == ["ref", "speed", "text"]
    assert (surface.sent, surface.looks) == ([], 0)


def test_a_near_valid_answer_is_mended_and_said_to_be_and_strictly_refused() -> None:
    answer = '```json\n{"type": "click", "ref": "a3"}\n```'
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    outcome = executor.run(answer)
    assert isinstance(outcome, Done)
    assert outcome.note.startswith("The action was mended to be one: code_fence")
    strict = Surface(*form())
    refused = strict.executor(strict=True).run(answer)
    assert isinstance(refused, Rejected)
    assert (refused.reason, strict.sent) == ("invalid", [])


def test_a_click_on_mere_text_has_no_effect() -> None:
    surface = Surface(*window(text("Ready"), button("Save")), react=lambda _surface, _action: None)
    executor = surface.executor()
    executor.observe()
    outcome = executor.run({"type": "click", "point": {"x": 20, "y": 20}})
    assert outcome.outcome == "no_effect"


TOP = (0, node("window", "Window", box=(0, 0, 400, 300)))


def row_of(person: str, *more: str) -> list[Any]:
    words = [(2, text(said, native_id=f"words {i}")) for i, said in enumerate((person, *more))]
    return [TOP, (1, node("row", box=(0, 100, 400, 40), native_id="row")), *words, (2, button("Delete", native_id="button"))]


def test_a_button_whose_row_is_about_somebody_else_by_now_is_not_pressed() -> None:
    surface = Surface(*row_of("Alice", "Active"))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.change("Alice", name="Bob")
    outcome = executor.run(asked("click", delete))
    assert_stale(outcome, surface)


def test_what_is_no_row_by_its_role_is_one_when_its_neighbours_hold_the_same_button() -> None:
    def cards(*people: str) -> list[Any]:
        return [each for person in people for each in ((1, node("group")), (2, text(person)), (2, button("Delete")))]

    surface = Surface(TOP, *cards("Alice", "Cy"))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.change("Alice", name="Bob")
    outcome = executor.run(asked("click", delete))
    assert_stale(outcome, surface)


def card(*inside: Node) -> list[tuple[int, Node]]:
    """A window with one card in it, which nothing says to be a row, and which stands alone."""
    top, *rest = window(node("group"), *inside)
    return [top, rest[0], *((2, each) for _, each in rest[1:])]


@pytest.mark.parametrize("name_first", [True, False])
def test_the_button_of_the_only_card_is_not_pressed_when_the_card_is_about_somebody_else(name_first: bool) -> None:
    inside = [text("Ada"), button("Delete")]
    surface = Surface(*card(*inside if name_first else inside[::-1]))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.change("Ada", name="Bob")
    outcome = executor.run({"type": "click", "ref": delete})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("stale", [])


def test_a_group_that_says_more_than_one_thing_is_no_card() -> None:
    surface = Surface(*card(button("Stop"), text("Backup"), text("running")))
    executor = surface.executor()
    stop = ref(executor, "Stop")
    surface.change("running", name="nearly done")
    refused = executor.run({"type": "click", "ref": stop})  # nobody can say whether it is the same backup
    assert_stale(
        refused,
        surface,
        "A1 stood beside 'running' and stands beside 'nearly done' since the look o1: it may belong to something else now.",
    )
    assert isinstance(executor.run({"type": "click", "ref": stop}), Done)


def test_what_a_row_counts_may_go_on_while_its_button_is_pressed() -> None:
    surface = Surface(*row_of("film.mp4", "12 MB of 90 MB", "3 min left"))
    executor = surface.executor()
    delete = ref(executor, "Delete")
    surface.rows = row_of("film.mp4", "47 MB of 90 MB", "1 min left")
    assert isinstance(executor.run(asked("click", delete)), Done)


def asks(question: str, title: str = "Editor") -> list[Any]:
    return [
        (0, node("window", title, box=(0, 0, 800, 600))),
        (1, node("dialog", "Confirm", box=(100, 100, 300, 200), modal=True)),
        (2, text(question, box=(110, 110, 200, 20))),
        (2, button("Yes", box=(110, 200, 80, 30))),
    ]


def test_a_dialog_that_asks_something_else_by_now_is_not_answered() -> None:
    surface = Surface(*asks("Save the file?"))
    executor = surface.executor()
    yes = ref(executor, "Yes")
    surface.rows = asks("Erase the disk?")
    outcome = executor.run(asked("click", yes))
    assert_stale(outcome, surface, f"A1 (button 'Yes') {ANOTHER} Nearest now: A4 button 'Yes'. {LOOK}")


def test_a_dialog_whose_words_change_all_the_time_can_be_answered() -> None:
    surface = Surface(*asks("Copying a0.txt"))
    executor = surface.executor()
    yes, outcomes = ref(executor, "Yes"), []
    for i in range(4):
        surface.rows = asks(f"Copying a{i + 1}.txt")
        outcomes.append(executor.run(asked("click", yes)).outcome)
        executor.observe()
    assert outcomes[0] == "rejected"
    assert "done" in outcomes


@pytest.mark.parametrize("where", ["title", "heading"])
def test_the_same_button_on_the_next_record_is_not_pressed(where: str) -> None:
    def record(number: int) -> list[Any]:
        window = (0, node("window", f"Invoice {number}" if where == "title" else "Invoices", box=(0, 0, 800, 600)))
        return [window, (1, node("heading", f"Invoice {number}" if where == "heading" else "Invoice")), (1, button("Approve"))]

    surface = Surface(*record(17))
    executor = surface.executor()
    approve = ref(executor, "Approve")
    surface.rows = record(18)
    outcome = executor.run(asked("click", approve))
    assert_stale(outcome, surface)


@pytest.mark.parametrize(
    ("before", "after"), [("Notes", "*Notes"), ("Inbox (3)", "Inbox (4)"), ("(1) Chat", "Chat"), ("12:01 Log", "12:02 Log")]
)
def test_a_title_may_say_that_there_is_more_to_save_or_read(before: str, after: str) -> None:
    surface = Surface((0, node("window", before, box=(0, 0, 800, 600))), (1, button("Send")))
    executor = surface.executor()
    send = ref(executor, "Send")
    surface.rows[0] = (0, node("window", after, box=(0, 0, 800, 600)))
    assert isinstance(executor.run(asked("click", send)), Done)


def test_a_button_that_only_its_hint_names_is_not_pressed_when_that_has_changed() -> None:
    surface = Surface(*window(button("", hint="Archive")))
    executor = surface.executor()
    executor.observe()
    surface.rows[1] = (1, button("", hint="Delete for good", box=(10, 10, 200, 30)))
    outcome = executor.run(asked("click", "A1"))
    assert_stale(outcome, surface)


def test_a_link_that_leads_elsewhere_by_now_is_not_followed() -> None:
    surface = Surface(*window(node("link", "Next", "click", url="https://shop.example/2")), dialect="cdp")
    executor = surface.executor()
    following = ref(executor, "Next")
    surface.change("Next", url="https://shop.example/3")
    outcome = executor.run(asked("click", following))
    assert_stale(outcome, surface)


@pytest.mark.parametrize("action", [{"type": "click", "point": {"x": 20, "y": 20}}, {"type": "press_key", "key": " "}])
def test_a_box_that_was_ticked_meanwhile_is_clicked_off_by_no_pixel_and_by_no_key(action: dict[str, Any]) -> None:
    surface = Surface(*window(node("checkbox", "Terms", "toggle", box=(10, 10, 200, 30), checked="false", focused=True)))
    executor = surface.executor()
    executor.observe()
    surface.change("Terms", checked="true")
    outcome = executor.run(action)
    assert_stale(outcome, surface)


def test_a_title_that_two_windows_have_brings_none_of_them_up() -> None:
    surface = Surface(*((0, node("window", "Notes", box=(200 * i, 0, 100, 100))) for i in range(2)))
    executor = surface.executor()
    executor.observe()
    outcome = executor.run({"type": "switch_window", "title": "Notes"})
    assert isinstance(outcome, Rejected)
    assert outcome.violations[0].message == "2 windows are called 'Notes'; name one by its ref."
    assert (outcome.reason, outcome.nearest, surface.sent) == ("invalid", ("A1", "A2"), [])
