from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lumos_layer.errors import DamagedDump, InputError
from lumos_layer.perception.formats.notes import NOTES, NOTES_SCHEMA, Noted, read_notes
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Role

VALID = Draft202012Validator(NOTES_SCHEMA)


def document(*notes: Any) -> dict[str, Any]:
    return {"format": "environment-notes/1", "notes": list(notes)}


def read(*notes: Any) -> Noted:
    assert NOTES.recognises(document(*notes))
    found = read_notes(document(*notes))
    assert len(found.draft.places) == len(found.draft.nodes)
    return found


def texts(*notes: Any) -> list[str]:
    return [node.name for node in read(*notes).draft.nodes]


def test_each_note_is_a_text_that_tells_its_kind_origin_time_and_confidence() -> None:
    assert texts(
        {"kind": "image_description", "text": "A red mug on the desk", "confidence": 0.8, "origin": "camera 1"},
        {"kind": "sensor", "text": "Room temperature", "value": 21.5, "unit": "°C", "time": "10:32", "origin": "thermometer 2"},
        {"kind": "sensor", "value": True, "origin": "door"},
        {"kind": "note", "text": "The lid sticks."},
    ) == [
        "Image description (camera 1, confidence 0.8): A red mug on the desk",
        "Sensor (thermometer 2, 10:32): Room temperature: 21.5 °C",
        "Sensor (door): true",
        "Note: The lid sticks.",
    ]


def test_a_note_of_several_lines_is_a_group_of_texts() -> None:
    draft = read({"kind": "transcript", "text": "Ada: Is it on?\n\nBen: No.", "confidence": 0.75}).draft
    assert [(parent, node.role, node.name) for parent, node in zip(draft.parents, draft.nodes, strict=True)] == [
        (-1, Role.NOTE, "Transcript (confidence 0.75)"),
        (0, Role.TEXT, "Ada: Is it on?"),
        (0, Role.TEXT, "Ben: No."),
    ]
    assert (list(draft.ends), draft.places) == ([3, 2, 3], ["/notes/0", "/notes/0/text", "/notes/0/text"])


def test_confidence_and_origin_are_kept_by_node() -> None:
    found = read(
        {"kind": "note", "text": "sure"},
        {"kind": "transcript", "text": "a\nb", "confidence": 0.5, "origin": "microphone"},
        {"kind": "sensor", "value": 3, "confidence": 1, "origin": "scale"},
    )
    assert found.confidence == {1: 0.5, 2: 0.5, 3: 0.5, 4: 1.0}
    assert found.origin == {1: "microphone", 2: "microphone", 3: "microphone", 4: "scale"}


def test_a_blueprint_shows_the_notes() -> None:
    draft = read({"kind": "note", "text": "The lid sticks."}, {"kind": "transcript", "text": "Ada: Hi\nBen: Hello"}).draft
    shown = json.loads(Observation(draft, NOTES, "room", 0).blueprint().compact())
    assert (shown["surface"], shown["ui"]) == ("room", ["Note: The lid sticks.", {"note": ["Transcript", "Ada: Hi", "Ben: Hello"]}])


def test_texts_are_cleaned() -> None:
    assert texts({"kind": "note", "text": "a\u202e\u200b  b\x07", "origin": "x\ny"}) == ["Note (x y): a b"]


@pytest.mark.parametrize(
    "notes",
    [
        [],
        [{"kind": "note", "text": "x"}],
        [
            {
                "kind": "sensor",
                "text": "Light",
                "value": 3,
                "unit": "lx",
                "confidence": 0,
                "time": "2025-03-01T10:32:00Z",
                "origin": "s",
            }
        ],
        [{"kind": "sensor", "value": "open"}],
    ],
)
def test_the_schema_accepts_notes(notes: list[Any]) -> None:
    assert VALID.is_valid(document(*notes))


@pytest.mark.parametrize(
    "note",
    [
        {}, {"kind": "note"}, {"text": "x"}, {"kind": "rumour", "text": "x"}, {"kind": "note", "text": ""},
        {"kind": "note", "text": "x", "confidence": 1.5}, {"kind": "note", "text": "x", "confidence": "high"},
        {"kind": "note", "text": "x", "colour": "red"}, {"kind": "sensor", "value": [1]}, "x",
    ],
)  # fmt: skip
def test_the_schema_refuses_what_is_no_note(note: Any) -> None:
    assert not VALID.is_valid(document(note))


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(NOTES_SCHEMA)
    assert not VALID.is_valid({"format": "environment-notes/2", "notes": []})


def test_what_is_wrong_with_notes_is_told_and_the_rest_is_read() -> None:
    found = read(
        "x", {"kind": "note"}, {"kind": "note", "text": 5}, {"kind": "rumour", "text": "It rains"},
        {"kind": "note", "text": "ok", "confidence": 87}, {"text": "bare"}, {"kind": "note", "text": "fine", "confidence": None},
    )  # fmt: skip
    assert [node.name for node in found.draft.nodes] == ["rumour: It rains", "Note: ok", "Note: bare", "Note: fine"]
    assert found.draft.warnings == [
        "Notes without a text or a value, passed over: 0, 1, 2.",
        "Notes of an unknown kind: 3, 5.",
        "Notes whose confidence is no number from 0 to 1: 4.",
    ]
    assert found.confidence == {}


def test_unknown_versions_and_missing_lists_are_refused_with_advice() -> None:
    assert NOTES.recognises({"format": "environment-notes/2"})
    with pytest.raises(DamagedDump, match="environment-notes/1"):
        NOTES.parse({"format": "environment-notes/2", "notes": []})
    with pytest.raises(DamagedDump, match="list of notes"):
        NOTES.parse({"format": "environment-notes/1", "notes": {}})
    with pytest.raises(DamagedDump, match="no note"):
        NOTES.parse(document())


@pytest.mark.parametrize(
    "other", [None, [], {}, "environment-notes/1", {"format": 1}, {"notes": []}, {"format": ["environment-notes/1"]}]
)
def test_other_json_is_not_taken_for_it(other: object) -> None:
    assert not NOTES.recognises(other)


VALUE = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8), st.lists(st.integers()))


@given(
    st.lists(
        st.one_of(VALUE, st.dictionaries(st.sampled_from(["kind", "text", "value", "unit", "confidence", "time", "origin"]), VALUE))
    )
)
def test_no_notes_break_the_reader(notes: list[Any]) -> None:
    try:
        found = read_notes(document(*notes))
    except InputError:
        return
    assert all(0 <= sure <= 1 for sure in found.confidence.values())
