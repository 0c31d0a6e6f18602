"""An action is carried out only where nothing stands against it; a rejection says all that does, and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import lumos_layer
from lumos_layer import Observation
from lumos_layer.actions import Envelope
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import ANY_OUTCOME, Rejected, as_json
from lumos_layer.errors import NoSuchRef, TargetError
from lumos_layer.testing.strategies import observations
from lumos_layer.testing.strategies.documents import mutated, strange, valid
from lumos_layer.tree import Scroll
from tests.trees import button, field, group, link, node, observed, text

CASES = Path(__file__).parents[1] / "cases"
ROWS = (
    (0, node("window", "Orders", box=(0, 0, 500, 400))),
    (1, button("Save", box=(10, 10, 80, 30))),
    (1, button("Send", box=(100, 10, 80, 30), enabled=False)),
    (1, field("Name", "Ada", box=(10, 50, 200, 30), focused=True)),
    (1, field("Code", box=(10, 90, 200, 30), protected=True, filled=False)),
    (1, field("Number", "17", box=(10, 130, 200, 30), readonly=True)),
    (1, node("checkbox", "Gift", "toggle", box=(10, 170, 100, 30), checked="false")),
    (1, node("radio", "Post", "select", box=(120, 170, 100, 30), checked="false")),
    (1, node("slider", "Size", "range", box=(10, 210, 200, 30), minimum=1.0, maximum=5.0)),
    (1, node("combobox", "Country", "expand", box=(10, 250, 200, 30), expanded=False)),
    (2, node("option", "Austria", "select", hidden=True)),
    (2, node("option", "Belgium", "select", hidden=True)),
    (1, node("list", "Orders", "scroll", box=(250, 50, 200, 300), scroll=Scroll(below=50))),
    (2, link("First", box=(250, 50, 200, 30))),
    (2, link("Hundredth", box=(250, 360, 200, 30))),
)
SCREEN = observed(*ROWS)
REFS = {SCREEN.name_of(SCREEN.refs[ref]): ref for ref in reversed(list(SCREEN.refs))}


def act(verb: str, on: str | None = None, **fields: Any) -> GroundedAction | Rejected:
    document = {"type": verb, **({} if on is None else {"ref": REFS[on]}), **fields}
    return validate(document, SCREEN)


def done(verb: str, on: str | None = None, **fields: Any) -> GroundedAction:
    answer = act(verb, on, **fields)
    assert isinstance(answer, GroundedAction), answer
    return answer


def refused(verb: str, on: str | None = None, **fields: Any) -> Rejected:
    answer = act(verb, on, **fields)
    assert isinstance(answer, Rejected), answer
    return answer


def messages(answer: GroundedAction | Rejected) -> list[str]:
    assert isinstance(answer, Rejected)
    return [each.message for each in answer.violations]


def test_a_click_by_ref_knows_its_element_and_a_pixel_of_it() -> None:
    grounded = done("click", "Save")
    assert (grounded.ref, grounded.point, grounded.effect) == (REFS["Save"], (50, 25), "commits")
    assert grounded.node is not None
    assert grounded.node.name == "Save"
    assert grounded.node_id == SCREEN.refs[REFS["Save"]]


def test_a_click_on_a_point_is_grounded_in_the_element_there() -> None:
    grounded = done("click", point={"x": 15, "y": 60})
    assert (grounded.ref, grounded.point) == (REFS["Name"], (15, 60))


def test_a_point_on_nothing_that_can_be_pressed_is_grounded_in_what_is_there() -> None:
    grounded = done("click", point={"x": 480, "y": 390})
    assert grounded.node is not None
    assert grounded.node.name == "Orders"


def test_a_point_on_a_disabled_button_is_refused_as_the_button_is() -> None:
    assert refused("click", point={"x": 110, "y": 20}).reason == "disabled"


def test_a_point_outside_of_everything_is_refused() -> None:
    answer = refused("click", point={"x": 900, "y": 20})
    assert (answer.reason, answer.violations[0].field) == ("not_visible", "point")


@pytest.mark.parametrize(
    ("verb", "on", "fields", "reason"),
    [
        ("click", "Send", {}, "disabled"),
        ("press_key", "Send", {"key": "Enter"}, "disabled"),
        ("set_text", "Save", {"text": "a"}, "unsupported"),
        ("set_text", "Number", {"text": "a"}, "read_only"),
        ("type_text", "Number", {"text": "a"}, "read_only"),
        ("set_text", "Code", {"text": "1234"}, "policy"),
        ("set_checked", "Save", {"checked": True}, "unsupported"),
        ("set_checked", "Post", {"checked": False}, "unsupported"),
        ("set_value", "Size", {"value": 5.1}, "invalid"),
        ("set_value", "Name", {"value": 5}, "unsupported"),
        ("expand", "Gift", {"expanded": True}, "unsupported"),
        ("select", "Country", {}, "invalid"),
        ("select", "Country", {"option": "Belgien"}, "not_found"),
        ("select", "Save", {}, "unsupported"),
        ("select", "Post", {"option": "Post"}, "unsupported"),
        ("scroll", "Save", {"direction": "down"}, "unsupported"),
        ("switch_window", "Save", {}, "unsupported"),
        ("click", "Hundredth", {}, "not_visible"),
    ],
)
def test_what_the_element_does_not_take_is_refused(verb: str, on: str, fields: dict[str, Any], reason: str) -> None:
    answer = refused(verb, on, **fields)
    assert answer.reason == reason
    assert answer.advice


@pytest.mark.parametrize(
    ("verb", "on", "fields", "effect"),
    [
        ("set_text", "Name", {"text": ""}, "edits"),
        ("set_text", "Code", {"text": {"secret": "pin"}}, "edits"),
        ("set_text", "Code", {"text": ""}, "edits"),
        ("type_text", "Name", {"text": "a\nb"}, "edits"),
        ("set_checked", "Gift", {"checked": False}, "edits"),
        ("set_checked", "Post", {"checked": True}, "edits"),
        ("set_value", "Size", {"value": 5}, "commits"),
        ("select", "Country", {"option": "Belgium"}, "edits"),
        ("expand", "Country", {"expanded": True}, "reads"),
        ("scroll", "Orders", {"direction": "down"}, "reads"),
        ("hover", "Send", {}, "reads"),
        ("right_click", "Save", {}, "reads"),
        ("focus", "Save", {}, "reads"),
        ("press_key", "Save", {"key": " "}, "commits"),
        ("press_key", None, {"key": "Tab"}, "reads"),
        ("press_key", None, {"key": "Control+s"}, "commits"),
        ("type_text", None, {"text": "a"}, "edits"),
        ("wait", None, {"seconds": 1}, "reads"),
        ("finish", None, {"success": True, "reason": "All is saved."}, "reads"),
    ],
)
def test_what_it_takes_is_grounded_with_what_it_does(verb: str, on: str | None, fields: dict[str, Any], effect: str) -> None:
    grounded = done(verb, on, **fields)
    assert grounded.effect == effect
    if on is not None:
        assert grounded.ref == REFS[on]


def test_keys_and_text_without_a_ref_go_to_what_has_the_focus() -> None:
    assert done("type_text", text="a").ref == REFS["Name"]
    assert done("press_key", key="a").ref == REFS["Name"]
    assert done("wait", seconds=1).spot is None


def test_text_is_not_typed_where_no_focus_is_known() -> None:
    answer = validate({"type": "type_text", "text": "a"}, observed((0, node("window", "Form")), (1, field("Name"))))
    assert messages(answer) == ["Nothing is known to have the focus; name the field by its ref."]
    assert isinstance(validate({"type": "press_key", "key": "Meta"}, observed((0, node("window", "Form")))), GroundedAction)


def test_all_that_stands_against_it_is_said_at_once() -> None:
    screen = observed(
        (0, node("window", "Form", box=(0, 0, 99, 99))), (1, field("Pin", protected=True, readonly=True, enabled=False))
    )
    ref = next(ref for ref in screen.refs if screen.name_of(screen.refs[ref]) == "Pin")
    answer = validate({"type": "set_text", "ref": ref, "text": "1234"}, screen)
    assert isinstance(answer, Rejected)
    assert [each.reason for each in answer.violations] == ["disabled", "read_only", "policy"]


def test_all_that_is_wrong_with_a_document_is_said_at_once() -> None:
    answer = refused("set_text", reff="A3", text=12)
    assert answer.reason == "invalid"
    assert messages(answer) == [
        "`ref` is missing.",
        "`text`: It must be text.",
        "`text`: It must be an object.",
        "`reff` is unknown here. set_text has: type, ref, text.",
    ]
    assert answer.nearest == ("ref",)


def test_an_unknown_action_names_the_nearest() -> None:
    answer = refused("clik", "Save")
    assert answer.nearest[0] == "click"
    assert messages(answer)[0].startswith("There is no action 'clik'; give one of observe, click,")


def test_a_ref_that_is_not_there_is_not_found_or_stale() -> None:
    unknown = validate({"type": "click", "ref": "A90"}, SCREEN)
    assert isinstance(unknown, Rejected)
    assert unknown.reason == "not_found"
    assert len(unknown.nearest) == 3
    never = validate({"type": "click", "ref": "A90"}, SCREEN, session=Looks(NoSuchRef("A90")))
    assert isinstance(never, Rejected)
    assert never.reason == "not_found"
    gone = validate(
        {"type": "click", "ref": "A90"}, SCREEN, session=Looks(TargetError("A90 was removed.", ["A91 (button 'Save')"]))
    )
    assert isinstance(gone, Rejected)
    assert (gone.reason, messages(gone), gone.nearest) == ("stale", ["A90 was removed."], ("A91 (button 'Save')",))
    assert gone.advice == "Look again with observe, and take the ref from the new look."
    assert messages(validate({"type": "click", "ref": "A90"}, SCREEN, session=Looks(None))) == ["A90 is on another surface."]


class Looks:
    """Earlier looks, of which a ref is told with an error or found."""

    def __init__(self, problem: TargetError | None) -> None:
        self.problem = problem

    def resolve(self, ref: str) -> None:
        if self.problem is not None:
            raise self.problem


def test_a_rejection_of_a_fitting_element_says_what_it_takes() -> None:
    assert refused("set_text", "Save", text="a").nearest == (
        "click", "double_click", "right_click", "hover", "focus", "press_key", "scroll_into_view",
    )  # fmt: skip
    assert refused("select", "Country", option="Belgien").violations[0].message.endswith("nearest: 'Belgium'.")


def test_an_action_chosen_by_another_look_is_stale() -> None:
    envelope = {"action_id": "7", "observation": "main-3", "action": {"type": "click", "ref": REFS["Save"]}}
    assert isinstance(validate(envelope, SCREEN, observation_id="main-3"), GroundedAction)
    late = validate(Envelope.model_validate(envelope), SCREEN, observation_id="main-4")
    assert isinstance(late, Rejected)
    assert (late.reason, late.action_id, late.before) == ("stale", "7", "main-4")


def test_a_drag_has_both_its_places() -> None:
    grounded = validate({"type": "drag", "start": {"ref": REFS["Size"]}, "end": {"point": {"x": 260, "y": 60}}}, SCREEN)
    assert isinstance(grounded, GroundedAction)
    assert grounded.ref == REFS["Size"]
    assert grounded.end is not None
    assert (grounded.end.ref, grounded.end.point) == (REFS["First"], (260, 60))
    missing = validate({"type": "drag", "start": {"ref": REFS["Send"]}, "end": {"ref": "A90"}}, SCREEN)
    assert isinstance(missing, Rejected)
    assert [(each.reason, each.field) for each in missing.violations] == [("not_found", "end.ref"), ("disabled", "start.ref")]


def test_a_dialog_in_the_way_is_said() -> None:
    screen = observed(
        (0, node("window", "Form", box=(0, 0, 500, 400))),
        (1, button("Save", box=(10, 10, 80, 30))),
        (1, node("dialog", "Sure?", box=(100, 100, 200, 100), modal=True)),
        (2, button("Yes", box=(110, 150, 80, 30))),
    )
    refs = {screen.name_of(screen.refs[ref]): ref for ref in screen.refs}
    answer = validate({"type": "click", "ref": refs["Save"]}, screen)
    assert isinstance(answer, Rejected)
    assert (answer.reason, answer.advice) == ("modal", "Answer the open dialog first.")
    by_point = validate({"type": "click", "point": {"x": 15, "y": 15}}, screen)
    assert isinstance(by_point, Rejected)
    assert by_point.reason == "modal"
    assert isinstance(validate({"type": "click", "ref": refs["Yes"]}, screen), GroundedAction)


def test_without_boxes_an_element_is_pressed_by_its_platform() -> None:
    grounded = validate(
        {"type": "click", "ref": "A2"}, observed((0, node("window", "Form")), (1, button("Save")), (1, button("Help")))
    )
    assert isinstance(grounded, GroundedAction)
    assert grounded.point is None


def test_a_minimised_window_is_only_brought_up() -> None:
    screen = observed(
        (0, group("Desktop", box=(0, 0, 900, 900))),
        (1, node("window", "Mail", "focus", minimized=True, box=(0, 0, 9, 9))),
        (1, node("window", "Form", box=(10, 10, 90, 90))),
    )
    ref = next(ref for ref in screen.refs if screen.name_of(screen.refs[ref]) == "Mail")
    answer = validate({"type": "click", "ref": ref}, screen)
    assert isinstance(answer, Rejected)
    assert answer.reason == "minimised"
    assert isinstance(validate({"type": "switch_window", "ref": ref}, screen), GroundedAction)


@pytest.mark.parametrize("name", ["Submit", "Resend"])
def test_a_button_that_is_disabled_or_stands_in_a_disabled_group_is_refused(name: str) -> None:
    observation = lumos_layer.read(CASES / "018-disabled-button/form.xml")
    ref = next(ref for ref in observation.refs if observation.name_of(observation.refs[ref]) == name)
    for document in ({"type": "click", "ref": ref}, {"type": "press_key", "key": "Enter", "ref": ref}):
        answer = validate(document, observation)
        assert isinstance(answer, Rejected)
        assert answer.reason == "disabled"


def test_a_view_in_a_disabled_one_can_be_used_on_android() -> None:
    rows = (0, node("group", "Box", box=(0, 0, 99, 99), enabled=False)), (1, button("Go", box=(1, 1, 9, 9))), (1, text("Title"))
    assert isinstance(validate({"type": "click", "point": {"x": 2, "y": 2}}, observed(*rows, dialect="android")), GroundedAction)
    assert isinstance(validate({"type": "click", "point": {"x": 2, "y": 2}}, observed(*rows)), Rejected)


def test_a_dialog_of_a_disabled_window_can_be_used() -> None:
    screen = observed(
        (0, node("window", "Form", box=(0, 0, 500, 400), enabled=False)),
        (1, node("dialog", "Sure?", box=(100, 100, 200, 100), modal=True)),
        (2, button("Yes", box=(110, 150, 80, 30))),
    )
    assert isinstance(validate({"type": "click", "point": {"x": 120, "y": 160}}, screen), GroundedAction)


ARGUMENTS = json.loads((CASES / "023-tool-argument-types/calls.json").read_text("utf-8"))


@pytest.mark.parametrize("call", ARGUMENTS, ids=lambda call: json.dumps(call["call"])[:60])
def test_arguments_of_the_wrong_type_are_refused_with_their_field(call: dict[str, Any]) -> None:
    document = call["call"]
    if isinstance(document, dict) and "target" in document:
        document = {**document, "ref": REFS["Name"] if document["target"] == "ID" else document["target"]}
        del document["target"]
    answer = validate(document, SCREEN)
    assert isinstance(answer, GroundedAction) == (call["right"] == "ok")
    if isinstance(answer, Rejected):
        assert answer.reason == "invalid"
        assert all(each.message for each in answer.violations)


@settings(max_examples=200)
@given(observations(max_size=20), valid)
def test_every_valid_action_is_grounded_or_refused_with_advice(observation: Observation, document: Any) -> None:
    answer = validate(document, observation)
    if isinstance(answer, Rejected):
        assert answer.reason == answer.violations[0].reason
        assert answer.advice
        assert ANY_OUTCOME.validate_json(as_json(answer)) == answer
    else:
        assert answer.action.type == document["type"]


@settings(max_examples=500)
@given(mutated() | strange)
def test_no_document_is_too_strange_to_be_refused(document: Any) -> None:
    answer = validate(document, SCREEN)
    if isinstance(answer, Rejected):
        assert "Traceback" not in as_json(answer)


def test_half_characters_in_a_document_are_refused() -> None:
    for document in ({"type": "\ud800"}, {"type": "click", "\ud800": 1}, {"type": "set_text", "ref": "A1", "text": "\ud800"}):
        answer = validate(document, SCREEN)
        assert isinstance(answer, Rejected)
        assert as_json(answer)


def test_names_of_the_screen_are_cut_in_messages() -> None:
    screen = observed((0, node("window", "Form")), (1, replace(button("Go " * 500), enabled=False)), (1, text("Title")))
    answer = validate({"type": "click", "ref": "A2"}, screen)
    assert isinstance(answer, Rejected)
    assert all(len(each.message) < 400 for each in answer.violations)


def test_a_missing_option_is_answered_by_the_nearest_options() -> None:
    screen = observed(
        (0, node("combobox", "Size", "expand", "select")), *((1, node("option", each, "select")) for each in ("8", "10", "12"))
    )
    answer = validate({"type": "select", "ref": "A1", "option": "100"}, screen)
    assert isinstance(answer, Rejected)
    assert (answer.reason, answer.nearest) == ("not_found", ("10", "12"))
    assert answer.advice == "Choose one of the options that it has, in its whole words."
