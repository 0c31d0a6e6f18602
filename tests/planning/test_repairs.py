"""What planners get wrong again and again, and what becomes of it (L44 to L55)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from lumos_layer import Observation, read
from lumos_layer.planning.memory import ACTS, FEW, Memory, failure_mark
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.repairs import REPAIRS, Repaired, Scene, repaired
from lumos_layer.planning.wording import element_words
from lumos_layer.recovery.alternatives import other_way

FORM = (
    '<Window Name="Form" RuntimeId="1" x="0" y="0" width="600" height="400">'
    '<Edit Name="Name" RuntimeId="2" x="10" y="10" width="200" height="30" Value="{name}"/>'
    '<Edit Name="City" RuntimeId="3" x="10" y="50" width="200" height="30" Value="{city}" {focus}/>'
    '<Button Name="Save" RuntimeId="4" x="10" y="90" width="80" height="30"/>'
    "</Window>"
)
OVERLAY = (
    '<Pane Name="Desktop" RuntimeId="1" x="0" y="0" width="900" height="700">'
    '<Window Name="Page - Browser" RuntimeId="2" x="0" y="0" width="500" height="500">'
    '<Document Name="Page" RuntimeId="3" x="0" y="0" width="500" height="500">'
    '<Edit Name="Comment" RuntimeId="4" x="10" y="10" width="200" height="30" Value="" HasKeyboardFocus="True"/>'
    "</Document></Window>"
    '<Window Name="Search" RuntimeId="5" x="520" y="0" width="300" height="500">'
    '<Edit Name="Type here to search" RuntimeId="6" x="530" y="10" width="200" height="30" Value="{query}"/></Window>'
    "</Pane>"
)
WINDOWS = (
    '<Pane Name="Desktop" RuntimeId="1" x="0" y="0" width="900" height="700">'
    '<Window Name="Notes" RuntimeId="2" x="0" y="0" width="400" height="500">'
    '<Edit Name="Text" RuntimeId="3" x="10" y="10" width="200" height="30" Value=""/></Window>'
    '<Window Name="Calculator" RuntimeId="4" x="420" y="0" width="400" height="500">'
    '<Edit Name="Display" RuntimeId="5" x="430" y="10" width="200" height="30" Value="" {focus}/></Window>'
    "</Pane>"
)
FOCUS = 'HasKeyboardFocus="True"'


def form(name: str = "", city: str = "", focus: str = "") -> Observation:
    return read(FORM.format(name=name, city=city, focus=focus).encode())


def ref_of(look: Observation, name: str) -> str:
    return next(ref for ref, i in look.refs.items() if look.name_of(i) == name)


def did(look: Observation, *actions: dict[str, Any], outcome: str = "done") -> Memory:
    entries = [
        Remembered(step=n, action=action, element=element_words(look, action.get("ref")), outcome=outcome)
        for n, action in enumerate(actions, 1)
    ]
    return Memory().after(entries)


def mend(look: Observation, action: dict[str, Any], goal: str = "", memory: Memory | None = None, **scene: Any) -> Repaired:
    off: Sequence[str] = scene.pop("off", ())
    made = Scene(document=action, memory=memory or Memory(), observation=look, goal=goal, **scene)
    return repaired(Plan(action=action), made, off)


def typed(look: Observation, text: str, name: str = "Name", verb: str = "type_text") -> dict[str, Any]:
    return {"type": verb, "ref": ref_of(look, name), "text": text}


def types(made: Repaired) -> list[str]:
    return [each.type for each in made.repairs]


# The same text again (L49)


def test_text_that_stands_in_the_field_is_not_typed_again() -> None:
    look = form(name="Ada")
    again = typed(look, "Ada")
    made = mend(look, again, "Type Ada into Name", did(look, again))
    assert made.plan.action == {"type": "observe"}
    assert made.plan.repairs == ("repeated_typing",)
    assert made.repairs[0].original == again
    assert made.repairs[0].why == "The field holds 'Ada' already, from step 1: go on."


def test_text_is_typed_again_where_it_did_not_stay() -> None:
    look = form(name="")
    assert mend(look, typed(look, "Ada"), "Type Ada into Name", did(look, typed(look, "Ada"))).repairs == ()


def test_the_same_text_goes_into_another_field() -> None:
    look = form(name="Ada")
    assert mend(look, typed(look, "Ada", "City"), "Type Ada into both", did(look, typed(look, "Ada"))).repairs == ()


@pytest.mark.parametrize(
    "goal", ["Type ha twice into Name", 'Type "ha" into Name, then type "ha" into Name', "Name에 ha를 두 번 입력"]
)
def test_text_that_is_asked_for_twice_is_typed_twice(goal: str) -> None:
    look = form(name="ha")
    assert mend(look, typed(look, "ha"), goal, did(look, typed(look, "ha"))).repairs == ()


# Added where it was to replace (L50)


@pytest.mark.parametrize(
    ("goal", "more"),
    [
        ("Change the font to bold and type Ann then Bob into Name", " Bob"),
        ("Change the font, and write Ann plus a greeting into Name", ", hello!"),
        ("Update the customer: write Ann and Bob in Name", " Bob"),
    ],
)
def test_what_the_run_has_written_itself_is_not_replaced_for_a_word_that_is_about_something_else(goal: str, more: str) -> None:
    look = form(name="Ann")
    assert mend(look, typed(look, more), goal, did(look, typed(look, "Ann"))).repairs == ()


@pytest.mark.parametrize(
    "goal",
    [
        'Replace the name with "Grace"',
        "Change Name to Grace",
        "Name must be only Grace",
        "Name을 Grace로 바꿔 줘",
        "Rename it to Grace",
    ],
)
def test_typing_becomes_setting_where_the_goal_wants_the_old_text_replaced(goal: str) -> None:
    look = form(name="Ada")
    made = mend(look, typed(look, "Grace"), goal)
    assert made.plan.action == {"type": "set_text", "ref": ref_of(look, "Name"), "text": "Grace"}
    assert types(made) == ["append_for_replace"]


@pytest.mark.parametrize(
    "goal", ['Append "Grace" to Name', 'Add "Grace" at the end of Name', "Type Grace into Name", "Name에 Grace를 추가"]
)
def test_text_is_added_where_the_goal_does_not_want_the_old_text_gone(goal: str) -> None:
    look = form(name="Ada")
    assert mend(look, typed(look, "Grace"), goal).repairs == ()


def test_text_that_repeats_what_the_field_holds_is_set() -> None:
    look = form(name="Dear Ann")
    made = mend(look, typed(look, "Dear Ann, hello"), "Write a greeting")
    assert made.plan.action == {"type": "set_text", "ref": ref_of(look, "Name"), "text": "Dear Ann, hello"}


def test_text_in_pieces_is_not_taken_for_replacing() -> None:
    look = form(name="Grace")
    memory = did(look, typed(look, "Grace", verb="set_text"))
    assert mend(look, typed(look, " Hopper"), 'Replace Name with "Grace Hopper"', memory).repairs == ()


def test_what_goes_to_the_focus_is_set_in_the_field_that_has_it() -> None:
    look = form(city="Bonn", focus=FOCUS)
    made = mend(look, {"type": "type_text", "text": "Ulm"}, 'Change City to "Ulm"')
    assert made.plan.action == {"type": "set_text", "ref": ref_of(look, "City"), "text": "Ulm"}


# The instruction as text (L51)


@pytest.mark.parametrize(
    ("goal", "text", "meant"),
    [
        ('Type "Hello" into Name', 'Type "Hello" into Name', "Hello"),
        ("Open the form and write Hello into Name", "write Hello into Name", "Hello"),
        ("Type Hello into Name.", "type hello into name", "Hello"),
        ('Replace the name with "Grace"', 'Replace the name with "Grace"', "Grace"),
        ('Name에 "안녕" 입력', 'Name에 "안녕" 입력', "안녕"),
    ],
)
def test_the_instruction_itself_is_not_written(goal: str, text: str, meant: str) -> None:
    look = form()
    made = mend(look, typed(look, text, verb="set_text"), goal)
    assert made.plan.action == {"type": "set_text", "ref": ref_of(look, "Name"), "text": meant}
    assert types(made) == ["copied_instruction"]


@pytest.mark.parametrize(
    "text", ["a short poem about cats", "Write a short poem about cats into Name", "write a short poem about cats"]
)
def test_words_that_describe_a_text_are_sent_back(text: str) -> None:
    look = form()
    made = mend(look, typed(look, text), "Write a short poem about cats into Name")
    assert "write such a text instead" in made.back
    assert made.repairs == ()


def test_a_planner_that_was_told_so_has_a_person_asked() -> None:
    look = form()
    made = mend(look, typed(look, "a short poem about cats"), "Write a short poem about cats into Name", told=True)
    action: Any = made.plan.action
    assert action["type"] == "clarify"
    assert types(made) == ["copied_instruction"]


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("Write a short poem about cats into Name", "Soft paws at night, a purr, a light."),
        ('Type "Type Hello into Name" into Name', "Type Hello into Name"),
        ("Type Hello into Name", "Hello"),
        ("Find out the weather in Ulm", "weather in Ulm"),
        ("Open Settings", "Open Settings"),
    ],
)
def test_text_that_is_no_copy_stays(goal: str, text: str) -> None:
    look = form()
    made = mend(look, typed(look, text), goal)
    assert (made.repairs, made.back) == ((), "")


# Launched again (L52)


def test_a_program_that_was_started_is_brought_up_and_not_started_again() -> None:
    look = read(WINDOWS.format(focus="").encode())
    launch = {"type": "open_app", "app": "Calculator"}
    made = mend(look, launch, "Open Calculator", did(look, launch))
    assert made.plan.action == {"type": "switch_window", "ref": ref_of(look, "Calculator")}
    assert types(made) == ["repeated_launch"]


def test_the_run_goes_on_in_a_program_that_is_in_front() -> None:
    look = read(WINDOWS.format(focus=FOCUS).encode())
    launch = {"type": "open_app", "app": "Calculator"}
    assert mend(look, launch, "", did(look, launch)).plan.action == {"type": "observe"}


def test_a_window_that_does_not_show_yet_is_waited_for_and_then_started_again() -> None:
    look = form()
    launch, wait = {"type": "open_app", "app": "Calculator"}, {"type": "wait", "seconds": 1}
    waited = mend(look, launch, "", did(look, launch)).plan
    assert (waited.action, waited.cursor) == (wait, "")  # the planner has to ask for it again
    assert mend(look, launch, "", did(look, launch, wait, wait)).repairs == ()


def test_another_program_is_started() -> None:
    look = read(WINDOWS.format(focus=FOCUS).encode())
    memory = did(look, {"type": "open_app", "app": "Calculator"})
    assert mend(look, {"type": "open_app", "app": "Notes"}, "", memory).repairs == ()


# The open search (L53)


@pytest.mark.parametrize("action", [{"type": "type_text", "text": "calc"}, "Comment"])
def test_the_query_goes_into_the_open_search_and_not_where_the_focus_was(action: Any) -> None:
    look = read(OVERLAY.format(query="").encode())
    document = typed(look, "calc", action) if isinstance(action, str) else action
    made = mend(look, document, "Open the calculator", did(look, {"type": "open_windows_search"}))
    assert made.plan.action == {"type": "set_text", "ref": ref_of(look, "Type here to search"), "text": "calc"}
    assert types(made) == ["search_handoff"]


@pytest.mark.parametrize(
    "action", [{"type": "press_key", "key": "Enter"}, {"type": "finish", "success": True, "reason": "It is searched for."}]
)
def test_a_query_that_stands_in_the_search_is_sent_from_there(action: dict[str, Any]) -> None:
    look = read(OVERLAY.format(query="calc").encode())
    memory = did(look, {"type": "open_windows_search"}, typed(look, "calc", "Type here to search", "set_text"))
    made = mend(look, action, "Open the calculator", memory)
    assert made.plan.action == {"type": "press_key", "key": "Enter", "ref": ref_of(look, "Type here to search")}


def test_enter_without_a_query_puts_the_query_in_first() -> None:
    look = read(OVERLAY.format(query="").encode())
    memory = did(look, {"type": "open_windows_search", "text": "calc"})
    made = mend(look, {"type": "press_key", "key": "Enter"}, "Open the calculator", memory)
    assert made.plan.action == {"type": "set_text", "ref": ref_of(look, "Type here to search"), "text": "calc"}


def test_without_an_open_search_text_goes_where_it_is_sent() -> None:
    look = read(OVERLAY.format(query="").encode())
    assert mend(look, typed(look, "calc", "Comment")).repairs == ()
    memory = did(look, {"type": "open_windows_search", "text": "x"}, {"type": "press_key", "key": "Enter"})
    assert mend(look, typed(look, "calc", "Comment"), "", memory).repairs == ()


# The end (L54)


def test_a_run_that_has_met_its_goal_and_repeats_itself_finishes() -> None:
    look = form(name="Ada")
    again = {"type": "click", "ref": ref_of(look, "Save")}
    made = mend(look, again, "", did(look, again), met="Name holds 'Ada'.")
    assert made.plan.action == {"type": "finish", "success": True, "reason": "Name holds 'Ada'."}
    assert types(made) == ["missing_finish"]


def test_a_run_that_does_something_new_is_not_ended() -> None:
    look = form(name="Ada")
    made = mend(look, {"type": "click", "ref": ref_of(look, "Save")}, "", did(look, typed(look, "Ada")), met="Name holds 'Ada'.")
    assert made.repairs == ()


# All of them (L55)


@pytest.mark.parametrize("type", REPAIRS)
def test_each_repair_can_be_switched_off_by_itself(type: str) -> None:
    for look, action, goal, memory, met in EXAMPLES[type]:
        assert type in types(mend(look, action, goal, memory, met=met, told=True))
        assert type not in types(mend(look, action, goal, memory, met=met, told=True, off=(type,)))


def _examples() -> dict[str, list[tuple[Observation, dict[str, Any], str, Memory, str]]]:
    ada, blank = form(name="Ada"), form()
    overlay, windows = read(OVERLAY.format(query="").encode()), read(WINDOWS.format(focus=FOCUS).encode())
    launch = {"type": "open_app", "app": "Calculator"}
    save = {"type": "click", "ref": ref_of(ada, "Save")}
    return {
        "repeated_typing": [(ada, typed(ada, "Ada"), "", did(ada, typed(ada, "Ada")), "")],
        "append_for_replace": [(ada, typed(ada, "Grace"), 'Replace Name with "Grace"', Memory(), "")],
        "copied_instruction": [(blank, typed(blank, 'Type "Hi"'), 'Type "Hi"', Memory(), "")],
        "repeated_launch": [(windows, launch, "", did(windows, launch), "")],
        "search_handoff": [(overlay, {"type": "type_text", "text": "x"}, "", did(overlay, {"type": "open_windows_search"}), "")],
        "missing_finish": [(ada, save, "", did(ada, save), "Done.")],
    }


EXAMPLES = _examples()
ACTIONS = st.one_of(
    st.builds(
        lambda text, verb: {"type": verb, "ref": "A2", "text": text},
        st.text(max_size=20),
        st.sampled_from(["type_text", "set_text"]),
    ),
    st.builds(lambda text: {"type": "type_text", "text": text}, st.text(max_size=20)),
    st.builds(lambda app: {"type": "open_app", "app": app}, st.sampled_from(["Notes", "Calculator"])),
    st.sampled_from(
        [
            {"type": "open_windows_search"},
            {"type": "press_key", "key": "Enter"},
            {"type": "observe"},
            {"type": "click", "ref": "A4"},
        ]
    ),
)


@given(st.lists(ACTIONS, max_size=40), ACTIONS, st.text(max_size=40), st.sampled_from(["done", "no_effect", "rejected", "unknown"]))
def test_whatever_was_done_a_plan_is_repaired_once_and_the_memory_stays_bounded(
    before: list[dict[str, Any]], action: dict[str, Any], goal: str, outcome: str
) -> None:
    look = form(name="Ada", focus=FOCUS)
    memory = did(look, *before, outcome=outcome)
    assert len(memory.acts) <= ACTS
    assert max(len(memory.failures), len(memory.typed), len(memory.launches)) <= FEW
    made = mend(look, action, goal, memory)
    assert len(types(made)) == len(set(types(made)))
    again: JsonValue = made.plan.action
    assert isinstance(again, dict)
    assert made.plan.action == (made.repairs[-1].repaired if made.repairs else action)
    assert Memory.model_validate_json(memory.model_dump_json()) == memory


def test_the_memory_keeps_failures_the_last_address_and_no_secret() -> None:
    look = form()
    memory = did(look, {"type": "set_text", "ref": ref_of(look, "Name"), "text": {"secret": "bank"}})
    assert memory.typed[0].text == "[secret:bank]"
    failed = did(look, {"type": "click", "ref": ref_of(look, "Save")}, outcome="no_effect")
    assert [each.signature for each in failed.failures] == [failure_mark({"type": "click", "ref": "A99"}, "button 'Save'")]
    page = read(Path(__file__).parents[2] / "blueprints" / "login" / "dump.json")
    assert failed.seen(page).seen(look).url == page.url != ""


def test_an_act_with_a_long_text_that_came_to_nothing_is_known_again() -> None:
    look = form()
    name, text = ref_of(look, "Name"), "Ada " * 1_000
    assert other_way({"type": "type_text", "ref": name, "text": text}, look, ()) == {"type": "set_text", "ref": name, "text": text}
    failed = did(look, {"type": "set_text", "ref": name, "text": text}, outcome="no_effect")
    known = {each.signature for each in failed.failures}
    assert other_way({"type": "type_text", "ref": name, "text": text}, look, known) == {"type": "click", "ref": name}
