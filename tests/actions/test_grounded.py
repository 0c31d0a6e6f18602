"""A grounded schema allows what the screen allows, and nothing that a check would refuse."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import lumos_layer
from lumos_layer import Observation
from lumos_layer.actions import ACTIONS, ANY_ACTION, BaseAction
from lumos_layer.actions.grounded import MOST_LISTED, grounded_schema
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.ref_pattern import pattern_of
from lumos_layer.actions.target import target_of
from lumos_layer.errors import BadOption
from lumos_layer.perception import tokens
from lumos_layer.testing.strategies import observations
from lumos_layer.testing.strategies.from_schema import documents_of
from tests.trees import button, field, group, node, observed, text

# What only the hit test knows: nothing of it can be said in a schema.
OF_THE_POINTER = {"covered", "modal", "not_visible", "minimised"}

EXAMPLES: dict[str, dict[str, Any]] = {
    "type_text": {"text": "a"},
    "set_text": {"text": "a"},
    "set_checked": {"checked": True},
    "set_value": {"value": 5},
    "expand": {"expanded": True},
    "press_key": {"key": "Enter"},
    "scroll": {"direction": "down", "pages": 1},
    "scroll_to": {"edge": "top"},
}


def actions(schema: dict[str, Any]) -> dict[str, set[str]]:
    """By type, the refs that the schema lists or gives a pattern for."""
    found: dict[str, set[str]] = {}
    for form in schema["properties"]["action"]["anyOf"]:
        ref = form["properties"].get("ref")
        if ref:
            listed = schema["$defs"][ref["$ref"].removeprefix("#/$defs/")]
            for verb in form["properties"]["type"]["enum"]:
                found.setdefault(verb, set()).update(listed.get("enum", [listed.get("pattern")]))
    return found


def types(schema: dict[str, Any]) -> set[str]:
    return {verb for form in schema["properties"]["action"]["anyOf"] for verb in form["properties"]["type"]["enum"]}


SCREEN = observed(
    (0, node("window", "Orders", box=(0, 0, 500, 400))),
    (1, button("Save", box=(10, 10, 80, 30))),
    (1, button("Send", box=(100, 10, 80, 30), enabled=False)),
    (1, field("Name", box=(10, 50, 200, 30))),
    (1, field("Code", box=(10, 90, 200, 30), protected=True, filled=False)),
    (1, field("Number", box=(10, 130, 200, 30), readonly=True)),
    (1, node("checkbox", "Gift", "toggle", box=(10, 170, 100, 30), checked="false")),
    (1, node("radio", "Post", "select", box=(120, 170, 100, 30), checked="false")),
    (1, node("slider", "Size", "range", box=(10, 210, 200, 30), minimum=1.0, maximum=5.0)),
    (1, node("combobox", "Country", "expand", box=(10, 250, 200, 30), expanded=False)),
    (2, node("option", "Austria", "select")),
    (2, node("option", "Belgium", "select")),
)
NAMES = {ref: SCREEN.name_of(SCREEN.refs[ref]) for ref in SCREEN.refs}
REFS = {name: ref for ref, name in NAMES.items()}


def test_each_verb_has_the_refs_that_take_it() -> None:
    allowed = {verb: {NAMES[ref] for ref in refs} for verb, refs in actions(grounded_schema(SCREEN.blueprint(), SCREEN)).items()}
    usable = {"Save", "Name", "Code", "Number", "Gift", "Post", "Size", "Country", "Austria", "Belgium"}
    assert allowed["click"] == usable
    assert allowed["hover"] == {*usable, "Send", "Orders"}
    assert allowed["set_text"] == {"Name", "Code"}
    assert allowed["set_checked"] == {"Gift", "Post"}
    assert allowed["set_value"] == {"Size"}
    assert allowed["expand"] == {"Country"}
    assert allowed["select"] == {"Post", "Country", "Austria", "Belgium"}


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        ({"type": "select", "ref": REFS["Country"], "option": "Belgium"}, True),
        ({"type": "select", "ref": REFS["Country"], "option": "Belgien"}, False),
        ({"type": "select", "ref": REFS["Country"]}, False),
        ({"type": "set_text", "ref": REFS["Code"], "text": {"secret": "pin"}}, True),
        ({"type": "set_text", "ref": REFS["Code"], "text": "1234"}, False),
        ({"type": "set_checked", "ref": REFS["Post"], "checked": True}, True),
        ({"type": "set_checked", "ref": REFS["Post"], "checked": False}, False),
        ({"type": "click", "ref": "A99"}, False),
        ({"type": "click", "point": {"x": 1, "y": 1}}, False),
        ({"type": "type_text", "text": "a"}, False),
        ({"type": "press_key", "key": "Control+s"}, True),
        ({"type": "drag", "start": {"ref": REFS["Size"]}, "end": {"ref": REFS["Send"]}}, True),
        ({"type": "drag", "start": {"ref": REFS["Send"]}, "end": {"ref": REFS["Size"]}}, False),
    ],
)
def test_what_can_be_said_of_this_screen(action: dict[str, Any], allowed: bool) -> None:
    assert Draft202012Validator(grounded_schema(SCREEN.blueprint(), SCREEN)).is_valid({"action": action}) is allowed
    if action.get("option") != "Belgien":  # which options a combobox has only the observation knows
        assert Draft202012Validator(grounded_schema(SCREEN.blueprint())).is_valid({"action": action}) is allowed


def test_the_surface_and_the_names_of_secrets_narrow_it() -> None:
    schema = grounded_schema(SCREEN.blueprint(), verbs=("click", "set_text", "finish"), secrets=("pin",))
    assert types(schema) == {"click", "set_text", "finish"}
    valid = Draft202012Validator(schema).is_valid
    assert valid({"action": {"type": "set_text", "ref": REFS["Code"], "text": {"secret": "pin"}}})
    assert not valid({"action": {"type": "set_text", "ref": REFS["Code"], "text": {"secret": "other"}}})
    without = actions(grounded_schema(SCREEN.blueprint(), secrets=()))
    assert without["set_text"] == {REFS["Name"]}


@pytest.mark.parametrize("verbs", [("fly",), (), ("expand",)])
def test_verbs_that_there_are_not_or_that_the_screen_does_not_allow_are_refused(verbs: tuple[str, ...]) -> None:
    with pytest.raises(BadOption, match="verbs="):
        grounded_schema(observed((0, node("window", "Form")), (1, button("Save"))).blueprint(), verbs=verbs)


def test_what_stands_in_a_disabled_group_is_not_offered() -> None:
    screen = observed(
        (0, node("window", "Form")),
        (1, group("Mail", enabled=False)),
        (2, button("Resend")),
        (2, button("Undo")),
        (1, button("Other")),
    )
    names = {ref: screen.name_of(screen.refs[ref]) for ref in screen.refs}
    for schema in (grounded_schema(screen.blueprint()), grounded_schema(screen.blueprint(), screen)):
        assert {names[ref] for ref in actions(schema)["click"]} == {"Other"}


def test_typing_without_a_ref_is_offered_where_a_field_has_the_focus() -> None:
    screen = observed((0, node("window", "Form")), (1, field("Name", focused=True)), (1, button("Save")))
    document = {"action": {"type": "type_text", "text": "Ada"}}
    for schema in (grounded_schema(screen.blueprint()), grounded_schema(screen.blueprint(), screen)):
        assert Draft202012Validator(schema).is_valid(document)


WORDS = {"type", "properties", "required", "additionalProperties", "anyOf", "enum", "pattern", "items", "$ref", "$defs"}


def check_subset(part: Any, inside: str = "") -> None:
    """Fails for what decoders do not have in common."""
    if isinstance(part, list):
        for each in part:
            check_subset(each)
    elif isinstance(part, dict) and inside in ("properties", "$defs"):
        for each in part.values():
            check_subset(each)
    elif isinstance(part, dict):
        assert part.keys() <= WORDS
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
        assert not re.search(r"\(\?|\\[dwsbDWSB]", part.get("pattern", ""))
        for name, each in part.items():
            if name not in ("enum", "required", "pattern"):
                check_subset(each, name)


@given(observations())
def test_it_keeps_to_what_decoders_have_in_common(observation: Observation) -> None:
    schema = grounded_schema(observation.blueprint(), observation)
    assert schema["type"] == "object"
    check_subset(schema)
    Draft202012Validator.check_schema(schema)


def test_types_tell_the_forms_apart_before_anything_else() -> None:
    for form in grounded_schema(SCREEN.blueprint())["properties"]["action"]["anyOf"]:
        assert next(iter(form["properties"])) == "type"


def refusals(answer: GroundedAction | Rejected) -> set[tuple[str, str]]:
    return set() if isinstance(answer, GroundedAction) else {(each.reason, each.field) for each in answer.violations}


@settings(max_examples=100)
@given(observations(), st.data())
def test_what_it_allows_is_valid_and_passes_every_check(observation: Observation, data: st.DataObject) -> None:
    schema = grounded_schema(observation.blueprint(), observation)
    document = data.draw(documents_of(schema))
    assert Draft202012Validator(schema).is_valid(document)
    ANY_ACTION.validate_python(document["action"])
    for reason, fault in refusals(validate(document, observation)):
        assert reason in OF_THE_POINTER or (reason, fault) == ("invalid", "value")


@settings(max_examples=100)
@given(observations(), st.data())
def test_without_the_observation_only_disabled_surroundings_can_be_missed(observation: Observation, data: st.DataObject) -> None:
    document = data.draw(documents_of(grounded_schema(observation.blueprint())))
    for reason, fault in refusals(validate(document, observation)):
        assert reason in OF_THE_POINTER | {"disabled"} or (reason, fault) in {
            ("invalid", "value"),
            ("not_found", "option"),
            ("invalid", "option"),
        }


@settings(max_examples=60)
@given(observations())
def test_a_ref_is_allowed_for_a_verb_exactly_where_its_check_has_nothing_against_it(observation: Observation) -> None:
    blueprint = observation.blueprint()
    valid = Draft202012Validator(grounded_schema(blueprint, observation)).is_valid
    for ref in observation.refs:
        target = target_of(observation, observation.refs[ref])
        for kind in ACTIONS:
            if "ref" not in kind.model_fields or kind.verb() == "select":
                continue
            example = {"type": kind.verb(), "ref": ref, **EXAMPLES.get(kind.verb(), {})}
            if target.node.protected and "text" in example:
                example["text"] = {"secret": "pin"}
            expected = ref in blueprint.refs and not kind.fits(target) and not spare(kind, target.whole)
            assert valid({"action": example}) == expected, example


def spare(kind: type[BaseAction], whole: bool) -> bool:
    """The surface itself scrolls without its ref, and needs no switching to."""
    return whole and kind.verb() in ("scroll", "scroll_to", "switch_window")


@given(st.sets(st.integers(1, 3000), min_size=1, max_size=200))
def test_the_pattern_of_refs_is_exactly_those_refs(numbers: set[int]) -> None:
    pattern = re.compile(pattern_of(f"A{number}" for number in numbers))
    for number in range(1, 3100):
        assert bool(pattern.search(f"A{number}")) == (number in numbers)
    assert not any(pattern.search(other) for other in ("A", "A0", "W1", "A01", "xA1", "A1x", ""))


def test_dense_refs_make_a_short_pattern() -> None:
    assert pattern_of(["A7"]) == "^A7$"
    assert pattern_of([f"W{n}" for n in range(1, 100)]) == "^W[1-9]([0-9])?$"
    assert pattern_of(["A1", "W1"]) == "^(A1|W1)$"


def test_many_refs_are_a_pattern_few_a_list() -> None:
    for count, word in ((MOST_LISTED, "enum"), (MOST_LISTED + 1, "pattern")):
        screen = observed((0, text("Title")), *((0, button(f"Button {n}")) for n in range(count)))
        assert word in grounded_schema(screen.blueprint(), screen)["$defs"]["refs1"]


def test_it_stays_small_on_a_large_screen() -> None:
    sizes = {}
    for count in (50, 5000):
        screen = observed((0, node("window", "Large")), *((1, (button, field)[n % 2](f"Thing {n}")) for n in range(count)))
        sizes[count] = tokens.estimate(json.dumps(grounded_schema(screen.blueprint(), screen), separators=(",", ":")))
    assert sizes[5000] < 1.1 * sizes[50]


def test_a_recorded_page_allows_what_can_be_done_on_it() -> None:
    observation = lumos_layer.read("blueprints/login/dump.json")
    schema = grounded_schema(observation.blueprint(), observation)
    assert actions(schema)["set_text"] == {"W2", "W3"}
    assert actions(schema)["set_checked"] == {"W4", "W5"}
