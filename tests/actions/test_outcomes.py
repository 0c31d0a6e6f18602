"""Outcomes are small values that travel as JSON by a published schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, assert_never, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from lumos_layer.actions.outcomes import (
    ANY_OUTCOME,
    REMEDIES,
    Aborted,
    Done,
    Failed,
    NeedsApproval,
    NoEffect,
    Outcome,
    Paused,
    Rejected,
    Unknown,
    as_json,
    rejected,
)
from lumos_layer.actions.violation import Reason, Violation

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas/outcome.schema.json").read_text("utf-8"))
VALID = Draft202012Validator(SCHEMA).is_valid
WRONG = Violation(reason="disabled", message="A3 is disabled.", field="ref")

OUTCOMES: tuple[Outcome, ...] = (
    Done(action_id="1", before="main-1", after="main-2", delta={"changed": ["A3"]}, note="A line break became a blank."),
    NoEffect(action_id="1", before="main-1", after="main-2"),
    Rejected(reason="disabled", violations=(WRONG,), nearest=("A4 (button 'Save')",), advice="Choose another."),
    NeedsApproval(question="Send the mail?", rule="send", approval_id="a1"),
    Paused(),
    Aborted(why="A person took the screen."),
    Unknown(why="The process ended."),
    Failed(error="The window is gone."),
)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def next_step(outcome: Outcome) -> str:
    match outcome:
        case Done():
            return "verify"
        case NoEffect() | Rejected():
            return "plan"
        case NeedsApproval():
            return "ask"
        case Paused() | Aborted():
            return "wait"
        case Unknown() | Failed():
            return "look"
        case _:
            assert_never(outcome)


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: outcome.outcome)
def test_an_outcome_travels_as_json_and_comes_back(outcome: Outcome) -> None:
    printed = as_json(outcome)
    assert VALID(json.loads(printed))
    assert ANY_OUTCOME.validate_json(printed) == outcome


def test_every_outcome_is_one_of_eight() -> None:
    assert [next_step(outcome) for outcome in OUTCOMES] == ["verify", "plan", "plan", "ask", "wait", "wait", "look", "look"]
    assert len(SCHEMA["oneOf"]) == len(OUTCOMES)


def test_what_is_empty_is_left_out() -> None:
    assert as_json(Paused()) == '{"outcome":"paused"}'
    assert as_json(Done(action_id="7", before="a")) == '{"outcome":"done","action_id":"7","before":"a"}'


def test_a_rejection_has_a_reason_of_the_closed_list_and_a_remedy_for_each() -> None:
    assert set(REMEDIES) == set(get_args(Reason))
    with pytest.raises(ValidationError):
        Rejected(reason="tired", violations=(WRONG,), advice="Rest.")  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        Rejected(reason="disabled", violations=(), advice="Choose another.")


def test_the_first_violation_gives_the_reason_and_the_remedy() -> None:
    rejection = rejected([WRONG, Violation(reason="covered", message="It is covered.")], action_id="7", before="main-1")
    assert (rejection.reason, rejection.advice) == ("disabled", "Do first what enables it, or choose another element.")
    assert (rejection.action_id, rejection.before) == ("7", "main-1")


def test_a_paused_outcome_says_nothing_of_the_screen() -> None:
    assert set(Paused.model_fields) == {"action_id", "before", "after", "outcome", "advice"}


def test_outcomes_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Paused().advice = "Go on."


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | words,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(words, part, max_size=3),
)


@given(JSON, words, words)
def test_any_delta_can_be_carried(delta: Any, action_id: str, note: str) -> None:
    outcome = Done(action_id=action_id, delta=delta, note=note)
    printed = as_json(outcome)
    assert VALID(json.loads(printed))
    assert ANY_OUTCOME.validate_json(printed) == outcome


@given(
    st.sampled_from(OUTCOMES),
    st.sampled_from(("outcome", "reason", "why", "error", "advice", "extra", "violations")),
    words | st.none() | st.integers(),
)
def test_schema_and_models_agree_on_changed_outcomes(outcome: Outcome, name: str, value: Any) -> None:
    document = {**json.loads(as_json(outcome)), name: value}
    try:
        ANY_OUTCOME.validate_json(json.dumps(document))
        fine = True
    except ValidationError:
        fine = False
    assert fine == VALID(document)
