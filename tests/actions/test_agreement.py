"""A document is valid by schemas/action.schema.json exactly when the models accept it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from lumos_layer.actions import ACTIONS, ANY_ACTION, BY_TYPE, Envelope
from lumos_layer.testing.strategies.documents import VALID, mutated, strange, valid

SCHEMAS = Path(__file__).parents[2] / "schemas"
SCHEMA = json.loads((SCHEMAS / "action.schema.json").read_text("utf-8"))
BY_SCHEMA = Draft202012Validator(SCHEMA)
ENVELOPE = Draft202012Validator(json.loads((SCHEMAS / "action-envelope.schema.json").read_text("utf-8")))


def accepted(document: Any) -> bool:
    try:
        ANY_ACTION.validate_python(document)
    except ValidationError:
        return False
    return True


def test_every_action_has_documents_to_try() -> None:
    assert [kind.verb() for kind in ACTIONS] == list(VALID)


@settings(max_examples=1500)
@given(valid)
def test_valid_documents_are_accepted_by_both(document: Any) -> None:
    BY_SCHEMA.validate(document)
    ANY_ACTION.validate_python(document)


@settings(max_examples=4000)
@given(mutated())
def test_both_agree_on_changed_documents(document: Any) -> None:
    assert accepted(document) == BY_SCHEMA.is_valid(document)


@given(strange)
def test_both_agree_on_what_is_no_action(document: Any) -> None:
    assert not accepted(document)
    assert not BY_SCHEMA.is_valid(document)


@given(valid)
def test_an_accepted_action_comes_back_as_it_was(document: Any) -> None:
    action = ANY_ACTION.validate_python(document)
    printed = json.loads(ANY_ACTION.dump_json(action, exclude_unset=True))
    assert ANY_ACTION.validate_json(json.dumps(printed)) == action
    assert list(printed) == list(document) or set(printed) == set(document)


@given(mutated())
def test_both_agree_on_actions_on_their_way(document: Any) -> None:
    envelope = {"action_id": "7", "observation": "main-3", "action": document}
    try:
        Envelope.model_validate(envelope)
        fine = True
    except ValidationError:
        fine = False
    assert fine == ENVELOPE.is_valid(envelope)


@pytest.mark.parametrize(
    "envelope", [{}, {"action_id": "1", "observation": "a"}, {"action_id": "", "observation": "a", "action": {"type": "observe"}}]
)
def test_an_action_on_its_way_needs_its_id_and_its_observation(envelope: Any) -> None:
    assert not ENVELOPE.is_valid(envelope)
    with pytest.raises(ValidationError):
        Envelope.model_validate(envelope)


def test_the_type_is_required_and_nothing_unknown_is_allowed() -> None:
    for name, part in SCHEMA["$defs"].items():
        assert part["additionalProperties"] is False, name
        if "const" in part["properties"].get("type", {}):
            assert "type" in part["required"], name


def test_whole_floats_count_as_integers_and_booleans_do_not() -> None:
    point = {"type": "click", "point": {"x": 3.0, "y": 4}}
    action = ANY_ACTION.validate_python(point)
    assert json.loads(ANY_ACTION.dump_json(action, exclude_unset=True)) == {"type": "click", "point": {"x": 3, "y": 4}}
    assert not accepted({"type": "click", "point": {"x": True, "y": 4}})
    assert not accepted({"type": "click", "point": {"x": 3.5, "y": 4}})


def test_line_breaks_come_out_of_one_kind() -> None:
    for kind, field in (("set_text", "text"), ("type_text", "text"), ("finish", "reason")):
        document = {"type": kind, "ref": "A1", "success": True, field: "a\r\nb\rc\n"}
        known = {name: value for name, value in document.items() if name in BY_TYPE[kind].model_fields}
        assert json.loads(ANY_ACTION.dump_json(ANY_ACTION.validate_python(known)))[field] == "a\nb\nc\n"


def test_every_action_says_to_a_planner_what_it_does() -> None:
    for kind in ACTIONS:
        assert len(kind.__doc__ or "") > 30, kind
        assert SCHEMA["$defs"][kind.__name__]["description"].startswith((kind.__doc__ or "").split("\n")[0]), kind
