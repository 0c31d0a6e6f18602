from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import REMEDIES, Rejected
from lumos_layer.planning.answers import Answer, Wrong, answer_schema, read_answer
from lumos_layer.planning.port import Request
from lumos_layer.testing.strategies import observations
from lumos_layer.testing.trees import button, field, node, observed

SCREEN = observed((0, node("window", "Orders")), (1, button("Delete")), (1, field("Name", "Ann")))
REQUEST = Request("Tidy up", SCREEN)
CLICK: Any = {"type": "click", "ref": "A1"}
SAID = {"reason": "Why not", "expected_effect": "Gone", "risk": "low", "confidence": 0.75}
KINDS = {
    "unreadable",
    "none",
    "several",
    "invalid",
    "not_found",
    "unsupported",
    "disabled",
    "read_only",
    "modal",
    "minimised",
    "stale",
}


def read(*documents: Any, **options: Any) -> Answer | Wrong:
    return read_answer(documents, REQUEST, **options)


@pytest.mark.parametrize(
    "document",
    [
        {**SAID, "action": CLICK},
        json.dumps({**SAID, "action": CLICK}),
        f"```json\n{json.dumps({**SAID, 'action': CLICK})}\n```",
        {"name": "next_action", "arguments": {**SAID, "action": CLICK}},
        {**SAID, "risk": "Low", "confidence": "0.75", "action": CLICK},
    ],
)
def test_an_action_keeps_what_is_said_beside_it_however_it_is_wrapped(document: Any) -> None:
    answer = read(document)
    assert isinstance(answer, Answer)
    assert (answer.action, answer.reason, answer.expected_effect, answer.risk, answer.confidence) == (
        CLICK,
        "Why not",
        "Gone",
        "low",
        0.75,
    )


def test_how_sure_a_model_is_counts_also_where_it_stands_among_the_fields() -> None:
    for document in ({**CLICK, "confidence": 0.3, "risk": "high"}, {"click": {"ref": "A1", "confidence": 0.3, "risk": "high"}}):
        answer = read(document)
        assert isinstance(answer, Answer)
        assert (answer.action, answer.confidence, answer.risk) == (CLICK, 0.3, "high")


def test_the_reason_of_an_end_is_what_it_says_itself() -> None:
    end = {"type": "finish", "success": True, "reason": "Saved is shown."}
    answer = read({**SAID, "action": end})
    assert isinstance(answer, Answer)
    assert (answer.action, answer.reason) == (end, "Saved is shown.")


def test_strictly_nothing_beside_an_action_is_mended_either() -> None:
    assert isinstance(read({**SAID, "action": CLICK}, strict=True), Answer)
    assert isinstance(read({**SAID, "risk": "Low", "action": CLICK}, strict=True), Wrong)


def test_two_answers_are_none_also_if_they_are_equal() -> None:
    assert read({"action": CLICK}, {"action": CLICK}) == Wrong(("Give exactly one action; this is 2 actions.",), ("several",))
    listed = read({"actions": [CLICK, CLICK]})
    assert isinstance(listed, Wrong)
    assert listed.problems[0] == "Give exactly one action; there are 2."


def test_what_the_surface_cannot_do_and_secrets_that_there_are_not_are_refused() -> None:
    here = Request("Tidy up", SCREEN, verbs=("click", "set_text"), secrets=("pin",))
    typed: Any = {"type": "set_text", "ref": "A2", "text": {"secret": "pin"}}
    assert isinstance(read_answer([typed], here), Answer)
    assert isinstance(read_answer([{"type": "finish", "success": True, "reason": "x"}], here), Answer)
    other = read_answer([{**typed, "text": {"secret": "bank"}}], here)
    assert other == Wrong(("There is no secret of that name; there are: pin.",), ("invalid (text)",))
    hover = read_answer([{"type": "hover", "ref": "A1"}], here)
    assert isinstance(hover, Wrong)
    assert hover.problems[0].startswith("hover cannot be done here; what can be: click, set_text, clarify")


def test_an_element_out_of_view_is_refused_only_for_what_no_scrolling_mends() -> None:
    here = [
        observed((0, node("alert", "Lost", "click", hidden=True, modal=True, focused=True, enabled=on))) for on in (True, False)
    ]
    for screen in here:
        refused = validate(CLICK, screen)
        assert isinstance(refused, Rejected)
        assert refused.reason == "not_visible"
    open_, disabled = (read_answer([CLICK], Request("Tidy up", screen)) for screen in here)
    assert isinstance(open_, Answer)
    assert isinstance(disabled, Wrong)
    assert disabled.kinds == ("disabled (ref)",)
    assert disabled.problems[-1] == REMEDIES["disabled"]


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 100_000, "{" * 5, '{"action": {"type": "click", "ref": "A1"', "", '{"a":' * 400 + "1" + "}" * 400],
)
def test_what_is_broken_or_hostile_is_refused(text: str) -> None:
    assert isinstance(read(text), Wrong)


@given(observations(), some.data())
def test_what_is_read_is_an_action_that_the_screen_takes_and_a_refusal_tells_people_no_word_of_it(screen: Any, data: Any) -> None:
    request = Request("", screen)
    schema = answer_schema(request, screen.blueprint())
    verbs = [verb for form in schema["properties"]["action"]["anyOf"] for verb in form["properties"]["type"]["enum"]]
    action = {"type": data.draw(some.sampled_from(verbs)), **data.draw(_FIELDS)}
    if refs := list(screen.refs):
        action["ref"] = data.draw(some.sampled_from(refs))
    found = read_answer([{"action": action, **data.draw(_BESIDE)}], request)
    if isinstance(found, Wrong):
        assert {kind.partition(" ")[0] for kind in found.kinds} <= KINDS
        assert found.problems
        return
    grounded = validate(found.action, screen)
    assert isinstance(grounded, GroundedAction) or {each.reason for each in grounded.violations} <= {"covered", "not_visible"}
    assert 0 <= found.confidence <= 1


_VALUE = some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=5)
_FIELDS = some.dictionaries(
    some.sampled_from(["text", "value", "option", "seconds", "key", "success", "reason", "x"]), _VALUE, max_size=3
)
_BESIDE = some.dictionaries(some.sampled_from(["reason", "risk", "confidence", "more"]), _VALUE, max_size=3)
