"""Requirements for tasks that give none: from what the rules make of goals and steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from lumos_layer.planning.requirements import derived
from lumos_layer.planning.rules import steps
from lumos_layer.planning.shown_by import MET
from lumos_layer.planning.task import Task
from lumos_layer.state import Requirement, begin, conflicts
from lumos_layer.state.checks import ActCheck, AllOf, AnyOf, Check, ElementCheck, JudgeCheck, Not, PageCheck, parts_of
from lumos_layer.tree import Role


def _only(goal: str) -> Requirement:
    (made,) = derived(goal)
    return made


def _parts(requirement: Requirement) -> list[Check]:
    """The checks any of which shows it."""
    check = requirement.check
    assert check is not None
    return list(check.checks) if isinstance(check, AnyOf) else [check]


def test_a_value_that_is_set_has_to_stand_in_the_field() -> None:
    made = _only("Set Brightness to 30")
    assert (made.id, made.description, made.depends_on, made.lasting) == ("step-1", "Set Brightness to 30", (), True)
    assert ElementCheck(role=Role.SLIDER, name="Brightness", loosely=True, value="30") in _parts(made)
    assert ElementCheck(role=Role.SLIDER, name="밝기", loosely=True, value="30") in _parts(made)
    assert all(isinstance(each, ElementCheck) and (each.role is not None or each.within) for each in _parts(made))


@pytest.mark.parametrize(("goal", "on"), [("check Subscribe", True), ("Turn off Subscribe", False), ("Subscribe를 켜 줘", True)])
def test_what_is_checked_is_on_and_enabled_is_not_on(goal: str, on: bool) -> None:
    parts = _parts(_only(goal))
    assert ElementCheck(role=Role.CHECKBOX, name="Subscribe", loosely=True, checked=on) in parts
    assert ElementCheck(role=Role.BUTTON, name="Subscribe", loosely=True, pressed=on) in parts
    assert all(isinstance(each, ElementCheck) and each.enabled is None for each in parts)


def test_an_option_is_the_value_of_its_list_or_the_one_that_is_chosen_in_it() -> None:
    parts = _parts(_only("select Dark in Theme"))
    assert ElementCheck(role=Role.COMBOBOX, name="Theme", loosely=True, value="Dark") in parts
    assert ElementCheck(name="Dark", loosely=True, within="Theme", checked=True) in parts
    assert ElementCheck(name="Dark", loosely=True, within="Theme", selected=True) in parts


def test_an_address_has_to_be_the_one_that_is_shown() -> None:
    made = _only("open https://a.test/x")
    assert _parts(made) == [PageCheck(url="https://a.test/x"), PageCheck(url="https://a.test/x/")]
    assert made.lasting


def test_words_that_are_to_be_verified_have_to_show() -> None:
    assert _parts(_only("verify that Sum shows 42")) == [ElementCheck(name="Sum", loosely=True, text_contains="42")]
    assert _parts(_only("verify that Thank you is shown")) == [ElementCheck(text_contains="Thank you")]
    assert _parts(_only("check that Thank you is visible")) == [ElementCheck(text_contains="Thank you")]
    assert _parts(_only("verify that Go is enabled")) == [ElementCheck(name="Go", loosely=True, enabled=True)]
    assert _parts(_only("verify that Go is on"))[0] == ElementCheck(role=Role.CHECKBOX, name="Go", loosely=True, checked=True)


@pytest.mark.parametrize(("goal", "name"), [("press Proceed", "Proceed"), ("진행 버튼을 눌러 줘", "진행")])
def test_a_press_has_to_have_had_an_effect(goal: str, name: str) -> None:
    made = _only(goal)
    assert ActCheck(verb="click", name=name, loosely=True) in _parts(made)
    assert all(isinstance(each, ActCheck) for each in _parts(made))


def test_what_is_pressed_twice_has_to_have_been_pressed_twice() -> None:
    clicks = [_parts(each)[0] for each in derived("press Proceed twice")]
    assert [each.times for each in clicks if isinstance(each, ActCheck)] == [1, 2]


def test_quoted_names_are_meant_as_they_stand() -> None:
    assert ActCheck(verb="click", name="Go!", loosely=False) in _parts(_only('click "Go!"'))


def test_what_leads_elsewhere_builds_on_what_was_done_before_it_and_what_is_looked_for_builds_on_that() -> None:
    told = ["open https://a.test/", "type Ada into Name", "check Subscribe", "click Proceed", "verify that it is done shows"]
    made = derived("", told)
    assert [(each.id, each.depends_on) for each in made] == [
        ("step-1", ()), ("step-2", ()), ("step-3", ()), ("step-4", ("step-1", "step-2", "step-3")), ("step-5", ("step-4",)),
    ]  # fmt: skip
    assert [each.description for each in made] == told
    assert [each.lasting for each in made] == [False, False, False, False, True]
    assert begin(made).state.leaves == ("step-5",)


def test_what_only_leads_the_way_is_no_requirement_unless_it_is_all() -> None:
    assert [each.description for each in derived("open Sound and set Volume to 10")] == ["set 'Volume' to '10'"]
    assert ActCheck(verb="open_app", text="Sound") in _parts(_only("open Sound"))
    assert ActCheck(verb="click", name="Sound", loosely=True) in _parts(_only("open Sound"))


def test_what_is_saved_stays_and_what_is_sent_off_had_to_be_so_once() -> None:
    assert [each.lasting for each in derived("type Ada into Alias and press Save")] == [True, False]
    assert [each.lasting for each in derived("별명에 에이다를 입력하고 저장을 눌러 줘")] == [True, False]
    assert [each.lasting for each in derived("type Ada into Alias and press Proceed")] == [False, False]


def test_what_is_set_anew_later_had_to_be_so_once() -> None:
    first, second = derived("set Alias to Ada, then set Alias to Bob")
    assert (first.lasting, second.lasting) == (False, True)
    assert conflicts((first, second)) == ()


def test_what_is_copied_is_a_slot_until_it_has_been_read() -> None:
    read, put = derived("Copy the Balance into Sum")
    assert _parts(read) == [ElementCheck(name="Balance", loosely=True, value="{copied_1}")]
    assert ElementCheck(role=Role.TEXTBOX, name="Sum", loosely=True, value="{copied_1}") in _parts(put)
    assert (read.lasting, put.lasting) == (False, True)
    inside = derived("Copy the total of the receipt into Sum")[0]
    assert ElementCheck(name="total", loosely=True, within="receipt", value="{copied_1}") in _parts(inside)


def test_what_is_renamed_is_there_under_its_new_name_alone() -> None:
    made = derived("rename a.txt to b.txt")[-1].check
    assert isinstance(made, AllOf)
    assert ElementCheck(role=Role.DIALOG, exists=False) in made.checks
    assert ElementCheck(name="a.txt", exists=False) in made.checks
    assert ElementCheck(name="b.txt") in parts_of(made)


def test_a_secret_is_never_in_a_check_and_has_to_be_put_in() -> None:
    made = derived("type the secret bank into Password")[0]
    assert {each.verb for each in parts_of(made.check) if isinstance(each, ActCheck)} == {"set_text", "type_text"}  # type: ignore[arg-type]
    assert all(each.text == "" for each in parts_of(made.check) if isinstance(each, ActCheck))  # type: ignore[arg-type]


def test_filling_in_a_form_leaves_no_field_empty() -> None:
    made = derived("fill in the report form from the receipt")[0].check
    assert isinstance(made, AllOf)
    assert Not(check=ElementCheck(role=Role.TEXTBOX, within="report", value="")) in made.checks


@pytest.mark.parametrize(
    "goal", ["This is something entirely different from anything that rules could ever understand", "Do not press Proceed"]
)
def test_what_no_rule_understands_is_for_a_judge(goal: str) -> None:
    made = _only(goal)
    assert (made.description, made.check, made.depends_on) == (goal, None, ())


def test_one_step_that_is_not_understood_does_not_spoil_the_others() -> None:
    made = derived("", ["set Alias to Ada", "somehow make all of it look as nice as can be for everybody", "press Proceed"])
    assert [each.check is None for each in made] == [False, True, False]
    assert made[2].depends_on == ("step-2",)
    assert made[1].depends_on == ("step-1",)


def test_a_command_in_its_own_words_is_pressed_or_judged() -> None:
    parts = _parts(_only("frobnicate all"))
    assert ActCheck(verb="click", name="frobnicate all", loosely=True) in parts
    assert parts[-1] == JudgeCheck(question="Is this done: frobnicate all?")


@pytest.mark.parametrize("goal", ["type {x} into Alias", "set Alias to TODO", 'set Alias to "<your name>"', "set Alias to }"])
def test_words_that_would_be_slots_or_placeholders_are_for_a_judge(goal: str) -> None:
    made = _only(goal)
    assert made.check is None
    begin((made,))


def test_every_kind_of_step_says_what_shows_that_it_is_done() -> None:
    kinds = {each for each in vars(steps).values() if isinstance(each, type) and each.__module__ == steps.__name__}
    assert set(MET) == kinds


_SAID = """set change check uncheck open go to click press the Name Theme Dark 30 into in and then verify that shows
type copy save as delete rename a.txt b.txt search for 'x y' https://a.test/ { } TODO 이름을 저장을 눌러 줘 켜고
30으로 바꿔 , ; close scroll wait until drag"""
_WORDS = st.sampled_from(_SAID.split())
_SENTENCES = st.lists(_WORDS, max_size=9).map(" ".join) | st.text(max_size=40)


@given(st.lists(_SENTENCES, max_size=5), st.lists(_WORDS, min_size=1, max_size=12))
def test_whatever_is_said_a_run_can_begin_with_what_comes_of_it(given_steps: list[str], goal: list[str]) -> None:
    made = derived(" ".join(goal), given_steps)
    assert made
    state = begin(made).state
    assert state.open_leaves
    assert {each.id for each in made} == set(state.statuses)
    assert conflicts([each for each in made if each.check is None]) == ()


def test_a_task_takes_requirements_and_says_what_is_wrong_with_them() -> None:
    task = Task.model_validate(
        {"goal": "x", "requirements": [{"id": "a", "description": "A", "check": {"type": "element", "name": "A", "checked": True}}]}
    )
    assert task.requirements[0].check == ElementCheck(name="A", checked=True)
    assert Task.model_validate_json(task.model_dump_json(exclude_defaults=True)) == task
    with pytest.raises(ValidationError, match="'a' depends on 'b', which is no requirement"):
        Task.model_validate({"goal": "x", "requirements": [{"id": "a", "description": "A", "depends_on": ["b"]}]})
