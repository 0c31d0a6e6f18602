"""What a person answers in words to the planner that follows rules: it is used, or asked about more exactly, or the run ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Approve, Reply
from tests.graph.running_on import Shop, answer, close, shop

STRANGE = "Make everybody who looks at this screen as happy as can be, somehow"
MISSING = 'Press "Give details"'


def by_rules(root: Path, goal: str, **services: Any) -> Shop:
    return shop(root, planner=RulePlanner(), task=Task(goal=goal, surface="shop", max_steps=30), **services)


def told(run: Shop, *replies: str) -> tuple[Any, list[str]]:
    """How the run stops after these answers, and all that was asked."""
    stopped = run.running.start()
    questions = []
    for words in replies:
        assert stopped.request is not None, stopped.said
        questions.append(stopped.request.question)
        stopped = run.running.resume(answer(stopped.request, Reply(text=words)))
    if stopped.request is not None:
        questions.append(stopped.request.question)
    assert len(set(questions)) == len(questions)
    return stopped, questions


def test_an_answer_to_what_is_to_be_done_becomes_the_goal(tmp_path: Path) -> None:
    run = by_rules(tmp_path, STRANGE)
    stopped, questions = told(run, 'Type Ann into Name, then press "Show details"')
    assert (stopped.status, run.world.reached) == ("completed", ["set_text Name", "click Show details"])
    assert questions[0].startswith("What is to be done? I do not understand: 'Make everybody")


def test_the_new_goal_holds_for_the_whole_run_and_in_another_process(tmp_path: Path) -> None:
    acts = ", then ".join(f'type "Ann {k}" into Name' for k in range(14))
    first = by_rules(tmp_path, STRANGE)
    stopped, _ = told(first, f'Press "Show details", then {acts}, then press "Buy now"')
    assert (stopped.status, first.world.orders) == ("needs_approval", 0)
    close(first)
    second = by_rules(tmp_path, STRANGE, world=first.world, run=first.folder.name)
    stopped = second.running.resume(answer(stopped.request))
    assert (stopped.status, second.world.orders, len(second.world.reached)) == ("completed", 1, 16)


def test_of_a_goal_that_is_understood_in_part_all_is_asked_for_anew(tmp_path: Path) -> None:
    run = by_rules(tmp_path, f'Press "Show details". {STRANGE}.')
    stopped, questions = told(run, 'Press "Show details"')
    assert questions[0].endswith("Say all of it anew.")
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])


def test_after_an_unusable_answer_the_question_is_more_exact_and_then_the_run_ends(tmp_path: Path) -> None:
    run = by_rules(tmp_path, STRANGE)
    stopped, questions = told(run, "Whatever you like best", "I have really no idea at all what you mean by this")
    assert (stopped.status, run.world.reached) == ("failed", [])
    assert questions[1].startswith("I do not understand 'Whatever you like best' either. The screen has: 'Name', 'Buy now'")
    assert "the last were 'I have really no idea" in stopped.said


def test_a_yes_to_a_question_in_words_is_no_answer_to_it(tmp_path: Path) -> None:
    run = by_rules(tmp_path, STRANGE, approver=lambda request: answer(request, Approve()))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached, stopped.state["step_count"]) == ("failed", [], 2)


def test_a_better_answer_to_the_second_question_is_used(tmp_path: Path) -> None:
    run = by_rules(tmp_path, STRANGE)
    stopped, _ = told(run, "Whatever you like best", "Show details")
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])


def test_another_name_for_what_is_missing_is_used(tmp_path: Path) -> None:
    run = by_rules(tmp_path, MISSING)
    stopped, questions = told(run, "Show details")
    assert questions == ["'Give details' is not on the screen. Where is it?"]
    assert (stopped.status, run.world.reached[-1]) == ("completed", "click Show details")


def test_another_name_for_a_field_is_typed_into_and_not_pressed(tmp_path: Path) -> None:
    run = by_rules(tmp_path, "Type Ann into Full title")
    stopped, _ = told(run, "Name")
    assert (stopped.status, run.world.reached[-1]) == ("completed", "set_text Name")


def test_what_is_to_be_done_before_is_done_before_and_the_step_after_it(tmp_path: Path) -> None:
    run = by_rules(tmp_path, 'Press "Keep"')
    run.world.simulator.world.stage.values["orders"] = 0
    stopped, _ = told(run, 'Press "Show details", then wait 9 seconds')
    assert (stopped.status, [act for act in run.world.reached if act.startswith("click")]) == (
        "completed",
        ["click Show details", "click Keep"],
    )


def test_what_is_still_missing_after_what_a_person_said_is_asked_in_other_words_and_then_left_out(tmp_path: Path) -> None:
    run = by_rules(tmp_path, f'{MISSING}, then press "Nothing"')
    stopped, questions = told(run, 'Press "News"', "Leave it out")
    assert questions[1].startswith("Once more, since")
    assert stopped.status == "completed"
    assert "Left out, as a person wanted: press 'Give details'" in stopped.said
    assert run.world.reached[-1] == "click Nothing"


@pytest.mark.parametrize("words", ["Stop", "그만"])
def test_a_person_who_says_stop_ends_the_run(tmp_path: Path, words: str) -> None:
    stopped, _ = told(by_rules(tmp_path, MISSING), words)
    assert (stopped.status, stopped.said) == ("failed", "A person said that it is to stop.")


def test_an_answer_that_names_nothing_on_the_screen_is_told_what_there_is(tmp_path: Path) -> None:
    run = by_rules(tmp_path, MISSING)
    stopped, questions = told(run, "Over there", "Somewhere else")
    assert "'Over there' does not tell me how to go on with this step: press 'Give details'" in questions[1]
    assert "'Show details'" in questions[1]
    assert (stopped.status, run.world.orders) == ("failed", 0)


def test_an_answer_never_does_unasked_what_a_person_has_to_allow(tmp_path: Path) -> None:
    run = by_rules(tmp_path, STRANGE)
    stopped, _ = told(run, 'Press "Buy now"')
    assert (stopped.status, run.world.orders) == ("needs_approval", 0)
    assert stopped.request is not None
    assert stopped.request.rule == "sensitive.buy (words)"


def test_a_choice_that_is_answered_with_none_of_the_options_is_not_asked_for_in_the_same_words(tmp_path: Path) -> None:
    run = by_rules(tmp_path, 'Press "News", then press "Nowhere"')
    stopped, questions = told(run, "Nothing of the kind is here", "Really not anywhere on it")
    assert stopped.status == "failed"
    assert len(questions) == 2
