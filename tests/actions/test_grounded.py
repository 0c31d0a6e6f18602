"""A grounded schema allows what the screen allows, and nothing that a check would refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import lumos_layer
from lumos_layer import Observation
from lumos_layer.actions import ACTIONS, ANY_ACTION, BaseAction, keys
from lumos_layer.actions.grounded import grounded_schema
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.ref_cover import MOST_LISTED, covering, schemas_of
from lumos_layer.actions.ref_pattern import pattern_of
from lumos_layer.actions.target import Target, target_of
from lumos_layer.errors import BadOption
from lumos_layer.perception import tokens
from lumos_layer.testing.strategies import observations
from lumos_layer.testing.strategies.from_schema import documents_of
from lumos_layer.tree import Node
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
            listed = schema["$defs"][ref["$ref"].removeprefix("#/$defs/")] if "$ref" in ref else ref
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
        ({"type": "open_url", "url": "about:blank"}, True),
        ({"type": "open_url", "url": "about:blanks"}, False),
        ({"type": "drag", "start": {"ref": REFS["Size"]}, "end": {"ref": REFS["Send"]}}, True),
        ({"type": "drag", "start": {"ref": REFS["Send"]}, "end": {"ref": REFS["Size"]}}, False),
    ],
)
def test_what_can_be_said_of_this_screen(action: dict[str, Any], allowed: bool) -> None:
    assert Draft202012Validator(grounded_schema(SCREEN.blueprint(), SCREEN)).is_valid({"action": action}) is allowed
    if action.get("option") != "Belgien":  # which options a combobox has only the observation knows
        assert Draft202012Validator(grounded_schema(SCREEN.blueprint())).is_valid({"action": action}) is allowed


@pytest.mark.parametrize(
    "name", ["می\u200cخواهم", "👨\u200d👩\u200d👧 Family", "10\u00a0000\u202fkm", "co\u00adop", "\u200bx", "x" * 500]
)
@pytest.mark.parametrize("beside", [(), ("Other",)], ids=["alone", "beside another"])
def test_an_option_that_can_be_chosen_can_be_said_whatever_signs_it_is_written_with(name: str, beside: tuple[str, ...]) -> None:
    options = ((1, node("option", called, "select")) for called in (name, *beside))
    screen = observed((0, node("combobox", "Pick", "expand", "focus", expanded=True)), *options)
    action = {"type": "select", "ref": screen.ref_of(0), "option": name}
    assert isinstance(validate(action, screen), GroundedAction)
    assert Draft202012Validator(grounded_schema(screen.blueprint(), screen)).is_valid({"action": action})


def test_the_surface_and_the_names_of_secrets_narrow_it() -> None:
    schema = grounded_schema(SCREEN.blueprint(), verbs=("click", "set_text", "finish"), secrets=("pin",))
    assert types(schema) == {"click", "set_text", "finish"}
    valid = Draft202012Validator(schema).is_valid
    assert valid({"action": {"type": "set_text", "ref": REFS["Code"], "text": {"secret": "pin"}}})
    assert not valid({"action": {"type": "set_text", "ref": REFS["Code"], "text": {"secret": "other"}}})
    without = actions(grounded_schema(SCREEN.blueprint(), secrets=()))
    assert without["set_text"] == {REFS["Name"], REFS["Code"]}
    assert without["type_text"] == {REFS["Name"]}


@pytest.mark.parametrize("secrets", [None, (), ("pin",)])
def test_a_field_that_keeps_a_secret_can_be_cleared(secrets: tuple[str, ...] | None) -> None:
    valid = Draft202012Validator(grounded_schema(SCREEN.blueprint(), SCREEN, secrets=secrets)).is_valid
    clearing = {"type": "set_text", "ref": REFS["Code"], "text": ""}
    assert isinstance(validate(clearing, SCREEN), GroundedAction)
    assert valid({"action": clearing})
    assert not valid({"action": {**clearing, "text": " "}})
    assert not valid({"action": {**clearing, "type": "type_text"}})
    assert valid({"action": {**clearing, "text": {"secret": "pin"}}}) is (secrets != ())


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


def test_what_is_pointed_to_once_or_is_short_stands_where_it_is_used() -> None:
    screen = observed((0, field("Name")), (0, button("Save")))
    schema = grounded_schema(screen.blueprint(), screen)
    forms = {form["properties"]["type"]["enum"][0]: form["properties"] for form in schema["properties"]["action"]["anyOf"]}
    assert forms["set_text"]["ref"] == {"type": "string", "enum": ["A1"]}
    assert forms["open_url"]["url"]["type"] == "string"
    assert forms["clarify"]["question"] == {"$ref": "#/$defs/words"}
    assert set(schema["$defs"]) == {"words", "line", "key", "secret", "start"}


def test_it_stays_small_on_a_large_screen() -> None:
    sizes = {}
    for count in (50, 5000):
        screen = observed((0, node("window", "Large")), *((1, (button, field)[n % 2](f"Thing {n}")) for n in range(count)))
        sizes[count] = tokens.estimate(json.dumps(grounded_schema(screen.blueprint(), screen), separators=(",", ":")))
    assert sizes[5000] < 1.1 * sizes[50]


def large(seed: int, count: int) -> Observation:
    """A screen of so many elements of kinds that alternate at random, so that no pattern of the refs of one kind is short."""
    random = Random(seed)
    kinds: list[Callable[[str], Node]] = [
        button,
        field,
        lambda name: field(name, readonly=True),
        lambda name: field(name, protected=True, filled=False),
        lambda name: button(name, enabled=False),
        lambda name: node("checkbox", name, "toggle", checked="false"),
        lambda name: node("radio", name, "select", checked="false"),
        lambda name: node("slider", name, "range", minimum=1.0, maximum=5.0),
        lambda name: node("treeitem", name, "expand", "focus", expanded=False),
        lambda name: node("list", name, "scroll"),
        text,
    ]
    rows: list[tuple[int, Node]] = [(0, node("window", "Large"))]
    while len(rows) < count:
        if random.random() < 0.05:
            rows.append((1, node("combobox", f"Choice {len(rows)}", "expand", expanded=False)))
            rows += [(2, node("option", f"Option {len(rows)} {i}", "select")) for i in range(random.randrange(1, 6))]
        else:
            rows.append((1, random.choice(kinds)(f"Thing {len(rows)}")))
    return observed(*rows)


def passes(kind: type[BaseAction], target: Target) -> dict[str, Any] | None:
    """An action of this kind on the target that its check has nothing against, None if there is none."""
    example = {"type": kind.verb(), "ref": target.ref, **EXAMPLES.get(kind.verb(), {})}
    if target.node.protected and "text" in example:
        example["text"] = {"secret": "pin"}
    if kind.verb() == "select" and target.options:
        example["option"] = target.options[-1]
    if "ref" not in kind.model_fields or spare(kind, target.whole) or ANY_ACTION.validate_python(example).check(target):
        return None
    return example


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((200, 1000)))
def test_on_a_large_screen_it_allows_all_that_may_be_done_and_no_ref_beyond(seed: int, count: int) -> None:
    screen = large(seed, count)
    valid = Draft202012Validator(grounded_schema(screen.blueprint(), screen)).is_valid
    numbers = [int(ref[1:]) for ref in screen.refs]
    for ref in Random(seed).sample(list(screen.refs), 6):
        target = target_of(screen, screen.refs[ref])
        for example in filter(None, (passes(kind, target) for kind in ACTIONS)):
            assert valid({"action": example}), example
            for other in (f"W{ref[1:]}", f"A{max(numbers) + 1}", f"A0{ref[1:]}"):
                assert not valid({"action": {**example, "ref": other}}), other


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.data())
def test_what_it_allows_on_a_large_screen_is_an_action_and_what_it_cannot_say_is_checked(seed: int, data: st.DataObject) -> None:
    screen = large(seed, 700)
    schema = grounded_schema(screen.blueprint(), screen)
    check_subset(schema)
    document = data.draw(documents_of(schema))
    ANY_ACTION.validate_python(document["action"])
    assert {field for _, field in refusals(validate(document, screen))} <= {
        "ref", "value", "option", "text", "checked", "key", "start.ref", "end.ref", "condition.ref",
    }  # fmt: skip


def test_it_is_exact_while_that_is_affordable() -> None:
    screen = large(1, 60)
    schema = grounded_schema(screen.blueprint(), screen)
    valid = Draft202012Validator(schema).is_valid
    for ref in screen.refs:
        target = target_of(screen, screen.refs[ref])
        assert valid({"action": {"type": "set_value", "ref": ref, "value": 5}}) is ("range" in target.can)


def test_its_size_does_not_grow_with_the_screen() -> None:
    sizes = {}
    for count in (60, 700, 3000):
        screen = large(3, count)
        sizes[count] = tokens.estimate(json.dumps(grounded_schema(screen.blueprint(), screen), separators=(",", ":")))
    assert sizes[60] < 2_900
    assert sizes[700] < 1.1 * sizes[60]
    assert sizes[3000] < 1.1 * sizes[60]


@given(st.sets(st.integers(1, 10**6), min_size=1, max_size=120), st.sampled_from((20, 60, 200)))
def test_a_cover_holds_all_refs_and_none_beyond_them(numbers: set[int], most: int) -> None:
    pattern = re.compile(covering((f"A{number}" for number in numbers), most))
    assert all(pattern.search(f"A{number}") for number in numbers)
    others = (f"W{min(numbers)}", f"A{max(numbers) + 1}", f"A{min(numbers) - 1}", f"A0{min(numbers)}", f"A{max(numbers)}0", "A", "")
    assert not any(pattern.search(other) for other in others)


@given(st.sets(st.integers(1, 400), min_size=1, max_size=60))
def test_a_cover_without_a_limit_is_exact(numbers: set[int]) -> None:
    pattern = re.compile(covering((f"W{number}" for number in numbers), 100_000))
    assert {number for number in range(1, 500) if pattern.search(f"W{number}")} == numbers


@given(st.lists(st.sets(st.integers(1, 5000), min_size=1, max_size=400), min_size=1, max_size=8), st.sampled_from((300, 800)))
def test_schemas_of_many_sets_are_short_in_all_and_hold_each_its_refs(sets: list[set[int]], allowance: int) -> None:
    listed = list(dict.fromkeys(tuple(f"A{number}" for number in sorted(numbers)) for numbers in sets))
    found = schemas_of(listed, allowance)
    for refs in listed:
        assert all(Draft202012Validator(found[refs]).is_valid(ref) for ref in refs)
    short = {json.dumps(schema) for schema in found.values()}
    assert sum(map(len, short)) <= allowance + 130 * len(short)  # the least pattern for a range, and what stands around it


def test_covers_close_the_narrow_gaps_first() -> None:
    refs = [f"A{n}" for n in (11, 12, 13, 15, 16, 40, 42, 43, 44, 46, 47, 49, 71)]
    assert covering(refs, 30) == "^A(1[1-356]|4[02-4679]|71)$"
    assert covering(refs, 25) == "^A(1[1-6]|4[0-9]|71)$"
    assert covering(refs, 5) == "^A(1[1-6]|4[0-9]|71)$"  # nothing shorter holds them


def test_a_recorded_page_allows_what_can_be_done_on_it() -> None:
    observation = lumos_layer.read("blueprints/login/dump.json")
    schema = grounded_schema(observation.blueprint(), observation)
    assert actions(schema)["set_text"] == {"W2", "W3"}
    assert actions(schema)["set_checked"] == {"W4", "W5"}


def test_the_short_pattern_of_keys_takes_the_same_named_keys_and_no_other() -> None:
    short = re.compile(keys.ASCII_PATTERN)
    functions = [f"F{n}" for n in range(1, 25)]
    for named in (*keys.MODIFIERS, *keys.NAMED, *functions):
        assert short.search(named), named
        assert short.search(f"Control+Shift+{named}"), named
    for other in ("F0", "F25", "Arrow", "GoForward", "Lock", "Page", "Browser", "AudioVolume", "enter", "", "Shift+Control+a"):
        assert not short.search(other), other
    long = re.compile(keys.PATTERN)
    assert all(long.search(found) for found in ("GoBack", "GoHome", "BrowserHome", "BrowserBack", "CapsLock", "PageUp"))


def test_both_places_of_a_drag_are_said_once_and_both_conditions_stand_in_one_form() -> None:
    screen = observed((0, button("Save")), (0, button("Send")))
    schema = grounded_schema(screen.blueprint(), screen)
    (drag,) = (form for form in schema["properties"]["action"]["anyOf"] if "drag" in form["properties"]["type"]["enum"])
    assert drag["properties"]["start"] == drag["properties"]["end"] == {"$ref": "#/$defs/start"}
    assert schema["$defs"]["start"]["required"] == ["ref"]
    forms = [form for form in schema["properties"]["action"]["anyOf"] if "wait_for" in form["properties"]["type"]["enum"]]
    assert len(forms) == 1
    valid = Draft202012Validator(schema).is_valid
    for condition in (
        {"kind": "text", "text": "Saved", "shown": True},
        {"kind": "element", "ref": screen.ref_of(1), "state": "enabled"},
    ):
        assert valid({"action": {"type": "wait_for", "condition": condition, "seconds": 5}})
    mixed = {"kind": "text", "ref": screen.ref_of(1), "state": "enabled"}
    assert not valid({"action": {"type": "wait_for", "condition": mixed, "seconds": 5}})
