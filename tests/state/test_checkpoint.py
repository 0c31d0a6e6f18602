"""Checkpoints: whole, readable, and loaded also with missing and unknown fields (S40 to S42)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from lumos_layer.errors import DamagedState
from lumos_layer.state import AgentState, begin, checkpoint, load_checkpoint, plan_md, rebuild, refuse_claim
from lumos_layer.state.checkpoint import _seal
from lumos_layer.state.checks import AllOf, AppCheck, ElementCheck
from lumos_layer.state.conflicts import conflicts
from lumos_layer.state.events import Restored
from tests.state.acting import after, invalidate, seen, value, verify, wanted


def _state() -> AgentState:
    check = AllOf(checks=(ElementCheck(role="textbox", name="Amount", value="{amount}"), ElementCheck(name="Sent", exists=False)))  # type: ignore[arg-type]
    plan = (wanted("a"), wanted("b", "a", check=check), wanted("c", "b"), wanted("d"))
    state = begin(plan, (value("currency", "EUR"),)).state
    state = after(
        state, verify("a", 1), verify("b", 2, bindings={"amount": "42"}, values=(value("total", 42.0, "b"),)), verify("d", 3),
        invalidate("d", 4),
    )  # fmt: skip
    return refuse_claim(state, ("c", "d"), 4).state


def _stored(document: dict[str, Any]) -> dict[str, Any]:
    """As it comes back from a file."""
    loaded: dict[str, Any] = json.loads(json.dumps(document, ensure_ascii=False))
    return loaded


def test_a_checkpoint_is_a_page_that_a_person_reads() -> None:
    document = checkpoint(_state())
    assert list(document) == [
        "format", "version", "step", "achieved", "next", "requirements", "values", "slots", "evidence", "dropped", "numbered",
        "seal",
    ]  # fmt: skip
    assert (document["achieved"], document["next"]) == ("2 of 4 verified", "c")
    assert document["requirements"][1] == {
        "id": "b",
        "status": "verified",
        "description": "b holds",
        "depends_on": ["a"],
        "check": {
            "type": "all",
            "checks": [
                {"type": "element", "role": "textbox", "name": "Amount", "value": "{amount}"},
                {"type": "element", "name": "Sent", "exists": False},
            ],
        },
        "given": True,
        "verified_at": 2,
    }
    assert document["requirements"][3]["refusals"] == 1


def test_a_run_goes_on_from_a_checkpoint_without_anything_else() -> None:  # S41
    state = _state()
    made = load_checkpoint(_stored(checkpoint(state)))
    assert made.state == state
    assert json.dumps(checkpoint(made.state)) == json.dumps(checkpoint(state))
    (event,) = made.events
    assert isinstance(event, Restored)
    assert event.notes == ()
    later = after(made.state, verify("c", 5))
    assert later.verified == ("a", "b", "c")


def test_unknown_fields_are_left_out_and_named() -> None:  # S42
    document = _stored(checkpoint(_state()))
    document["mood"] = "good"
    document["requirements"][0]["colour"] = "blue"
    document["evidence"][0]["weight"] = 3
    document["seal"] = _seal(document)
    made = load_checkpoint(document)
    assert made.state == _state()
    (event,) = made.events
    assert isinstance(event, Restored)
    assert event.notes == (
        "the document: not known here and left out: mood",
        "requirement 'a': not known here and left out: colour",
        "evidence, entry 1: not known here and left out: weight",
    )


@pytest.mark.parametrize("field", ["format", "version", "step", "achieved", "next", "values", "dropped", "numbered"])
def test_a_missing_field_stands_for_the_beginning(field: str) -> None:  # S42
    document = _stored(checkpoint(_state()))
    del document[field]
    document["seal"] = _seal(document)
    assert load_checkpoint(document).state.statuses == _state().statuses


def test_what_lacks_its_evidence_is_looked_at_again_with_all_that_builds_on_it() -> None:
    document = _stored(checkpoint(_state()))
    document["evidence"] = [each for each in document["evidence"] if each["requirement"] != "a"]
    document["seal"] = _seal(document)
    made = load_checkpoint(document)
    assert made.state.statuses == {"a": "pending", "b": "pending", "c": "pending", "d": "invalidated"}
    assert made.state.live_evidence("b") == ()
    (event,) = made.events
    assert isinstance(event, Restored)
    assert event.notes == ("a, b: verified before, to be looked at again, since they lack support",)


def test_without_its_seal_nothing_counts_as_verified() -> None:
    document = checkpoint(_state())
    del document["seal"]
    made = load_checkpoint(document)
    assert made.state.verified == ()
    assert made.state.reversions["d"] == 1


def test_a_check_of_another_version_is_looked_at_again_by_a_judge() -> None:
    document = _stored(checkpoint(_state()))
    document["requirements"][0]["check"] = {"type": "smell", "of": "roses"}
    document["seal"] = _seal(document)
    made = load_checkpoint(document)
    requirement = made.state.requirement("a")
    assert requirement is not None
    assert requirement.check is None
    assert made.state.verified == ()


def test_an_empty_document_is_an_empty_state() -> None:
    assert load_checkpoint({}).state.requirements == ()


@pytest.mark.parametrize("document", [None, [], "x", 3])
def test_what_is_no_object_is_no_checkpoint(document: Any) -> None:
    with pytest.raises(DamagedState, match="it is no object"):
        load_checkpoint(document)


def test_requirements_in_a_circle_are_no_checkpoint() -> None:
    document = checkpoint(_state())
    document["requirements"][0]["depends_on"] = ["c"]
    with pytest.raises(DamagedState, match="circle"):
        load_checkpoint(document)


_JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from((2**70, -(2**70), "\ud800", "x\udc00")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(place for key, each in inner for place in _places(each, (*way, key)))]


@given(data=st.data(), sealed=st.booleans())
def test_whatever_is_missing_unknown_or_odd_a_checkpoint_loads_and_verifies_nothing_new(data: st.DataObject, sealed: bool) -> None:
    document = _stored(checkpoint(_state()))
    for _ in range(data.draw(st.integers(1, 4))):
        *way, last = data.draw(st.sampled_from([place for place in _places(document) if place]))
        holder = document
        for key in way:
            holder = holder[key]
        match data.draw(st.sampled_from(["remove", "replace", "add"])):
            case "remove":
                del holder[last]
            case "replace":
                holder[last] = data.draw(_JUNK)
            case "add" if isinstance(holder, dict):
                holder[data.draw(st.text(max_size=5))] = data.draw(_JUNK)
    if sealed:
        document["seal"] = _seal(document)
    given_in = copy.deepcopy(document)
    try:
        made = load_checkpoint(document)
    except DamagedState:  # what was drawn makes a circle, or an unbalanced brace
        assert document == given_in
        return
    assert document == given_in
    assert set(made.state.verified) <= {"a", "b"}
    for id in made.state.verified:
        assert made.state.live_evidence(id)
        requirement = made.state.requirement(id)
        assert requirement is not None
        assert set(requirement.depends_on) <= set(made.state.verified)
    again = load_checkpoint(_stored(checkpoint(made.state)))
    assert again.state == made.state
    assert rebuild(made.events) == made.state
    assert plan_md(made.state).startswith("# Plan\n")


@pytest.mark.parametrize("equals", [2**70, "\ud800", {"x": [-(2**70), "\udc00"]}, 1.5])
def test_what_no_strict_writer_takes_is_worded_and_compared_all_the_same(equals: Any) -> None:
    one, other = wanted("a", check=AppCheck(key="k", equals=equals)), wanted("b", check=AppCheck(key="k", equals="otherwise"))
    assert "shown by: " in plan_md(begin((one,)).state)
    assert [(each.one, each.other) for each in conflicts((one, other))] == [("a", "b")]


@pytest.mark.parametrize("equals", [float("inf"), float("nan"), [{"x": float("-inf")}]])
def test_a_number_that_json_has_none_for_is_no_check_that_anything_would_meet(equals: Any) -> None:
    with pytest.raises(ValidationError, match="give a finite one"):
        AppCheck(key="k", equals=equals)
    with pytest.raises(ValidationError):
        AppCheck(key="k", at_least=float("inf"))
    with pytest.raises(ValidationError, match="give a finite one"):
        value("v", equals)


def test_a_status_that_is_no_text_is_pending() -> None:
    document = _stored(checkpoint(_state()))
    document["requirements"][0]["status"] = "\ud800"
    document["seal"] = _seal(document)
    made = load_checkpoint(document)
    assert made.state.statuses["a"] == "pending"


def test_the_same_evidence_twice_counts_once() -> None:
    document = _stored(checkpoint(after(begin((wanted("a"),)).state, verify("a", 1, seen("a", 1)))))
    document["evidence"] *= 2
    document["seal"] = _seal(document)
    assert len(load_checkpoint(document).state.evidence) == 1
