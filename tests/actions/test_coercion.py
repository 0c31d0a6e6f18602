"""What a model plainly means is mended and said; what would be a guess is refused."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.actions.coercion import Coerced, coerce
from lumos_layer.actions.keys import spelled
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.testing.strategies.documents import keys, mutated, strange, valid

CLICK = {"type": "click", "ref": "A12"}


def mended(answer: Any, **options: Any) -> tuple[Any, list[str]]:
    coerced = coerce(answer, **options)
    assert isinstance(coerced, Coerced), coerced
    return coerced.document, [repair.kind for repair in coerced.repairs]


def refused(answer: Any, **options: Any) -> str:
    rejection = coerce(answer, **options)
    assert isinstance(rejection, Rejected), rejection
    assert rejection.reason == "invalid"
    return rejection.violations[0].message


@pytest.mark.parametrize(
    ("answer", "document", "kinds"),
    [
        ('```json\n{"type":"click","ref":"A12"}\n```', CLICK, ["code_fence"]),
        ('Here it is:\n```\n{"type":"click","ref":"A12"}\n```\nGood luck.', CLICK, ["code_fence"]),
        ('`{"type":"click","ref":"A12"}`', CLICK, ["code_fence"]),
        ('```{"type":"click","ref":"A12"}```', CLICK, ["code_fence"]),
        ('I press {Save} [1]. {"type":"click","ref":"A12"}', CLICK, ["surrounding_text"]),
        ('{"type":"click","ref":"A12"}\nThat should do.', CLICK, ["surrounding_text"]),
        ('<think>{"type":"observe"}?</think>{"type":"click","ref":"A12"}', CLICK, ["surrounding_text"]),
        ("{'type': 'click', \"ref\": \"A12\"}", CLICK, ["single_quotes"] * 2),
        ('{“type”: “click”, "ref": "A12"}', CLICK, ["single_quotes"] * 2),
        ('{"type": click, ref: "A12"}', CLICK, ["missing_quotes"] * 2),
        ('{"type":"click","ref":"A12",}', CLICK, ["trailing_comma"]),
        ('{"type":"click", /* Save */ "ref":"A12"}', CLICK, ["comment"]),
        ('{"type":"click", # Save\n "ref":"A12"}', CLICK, ["comment"]),
        ('{"type":click# Save\n,"ref":"A12"}', CLICK, ["missing_quotes", "comment"]),
        ('{\u3000"type":\u3000"click",\u2003"ref":"A12"\u200b}', CLICK, []),
        (
            '{"type":"set_checked","ref":"A12","checked":True}',
            {"type": "set_checked", "ref": "A12", "checked": True},
            ["python_literal"],
        ),
        ('{"type":"set_text","ref":"A12","text":"a\nb"}', {"type": "set_text", "ref": "A12", "text": "a\nb"}, ["line_break"]),
        ('"{\\"type\\":\\"click\\",\\"ref\\":\\"A12\\"}"', CLICK, ["json_in_text"]),
        ('[{"type":"click","ref":"A12"}]', CLICK, ["array_of_one"]),
        ('{"name":"click","arguments":{"ref":"A12"}}', CLICK, ["wrapper"]),
        ('{"name":"click","arguments":"{\\"ref\\":\\"A12\\"}"}', CLICK, ["json_in_text", "wrapper"]),
        ('{"type":"tool_use","id":"t1","name":"click","input":{"ref":"A12"}}', CLICK, ["wrapper"]),
        ('{"type":"click","arguments":{"ref":"A12"}}', CLICK, ["wrapper"]),
        ('{"action_id":"7","action":{"type":"Click","ref":"A12"}}', {"action_id": "7", "action": CLICK}, ["letter_case"]),
        ('{"name":"act","arguments":{"type":"click","ref":"A12"}}', CLICK, ["wrapper"]),
        ('{"tool_calls":[{"function":{"name":"click","arguments":{"ref":"A12"}}}]}', CLICK, ["wrapper"] * 3),
        ('{"actions":[{"type":"click","ref":"A12"}]}', CLICK, ["wrapper"]),
        ('{"click":{"ref":"A12"}}', CLICK, ["wrapper"]),
        ('{"thought":"Save.","action":{"type":"click","ref":"A12"}}', {"action": CLICK}, ["commentary"]),
        ('{"action":"click","ref":"A12"}', CLICK, ["key_name"]),
        ('{"type":"click","element_id":"A12"}', CLICK, ["key_name"]),
        ('{"Type":"Click","Ref":"a12"}', CLICK, ["letter_case", "letter_case", "letter_case", "ref_form"]),
        ('{"type":"click","ref":["A12"]}', CLICK, ["array_of_one"]),
        ('{"type":"click","ref":"[A12]"}', CLICK, ["ref_form"]),
        ('{"type":"click","ref":"A12","point":null,"reason":"It saves."}', CLICK, ["null", "commentary"]),
        ('{"type":"click","x":3,"y":"4"}', {"type": "click", "point": {"x": 3, "y": 4}}, ["point_form", "number_as_text"]),
        ('{"type":"click","coordinate":[3,4]}', {"type": "click", "point": {"x": 3, "y": 4}}, ["key_name", "point_form"]),
        ('{"type":"wait","seconds":"1.5"}', {"type": "wait", "seconds": 1.5}, ["number_as_text"]),
        (
            '{"type":"set_checked","ref":"A12","checked":"false"}',
            {"type": "set_checked", "ref": "A12", "checked": False},
            ["boolean_as_text"],
        ),
        ('{"type":"press_key","key":"ctrl+shift+esc"}', {"type": "press_key", "key": "Control+Shift+Escape"}, ["chord"]),
        ('{"type":"press_key","key":["Shift","Ctrl","a"]}', {"type": "press_key", "key": "Control+Shift+a"}, ["chord"]),
        ('{"type":"scroll","direction":"Down"}', {"type": "scroll", "direction": "down"}, ["letter_case"]),
        (
            '{"type":"drag","from":"A1","to":{"id":"A2"}}',
            {"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A2"}},
            ["key_name", "key_name", "ref_form", "key_name"],
        ),
        (
            '{"type":"drag","start":[1,2],"end":["3",4]}',
            {"type": "drag", "start": {"point": {"x": 1, "y": 2}}, "end": {"point": {"x": 3, "y": 4}}},
            ["point_form", "point_form", "number_as_text"],
        ),
        (
            '{"type":"wait_for","condition":{"kind":"Text","text":"Saved","shown":true},"seconds":5}',
            {"type": "wait_for", "condition": {"kind": "text", "text": "Saved", "shown": True}, "seconds": 5},
            ["letter_case"],
        ),
        (
            '{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"click","arguments":{"ref":"A12"}}}]}',
            CLICK,
            ["wrapper"] * 3,
        ),
        (
            '{"type":"setText","ref":"A12","value":"Ada"}',
            {"type": "set_text", "ref": "A12", "text": "Ada"},
            ["letter_case", "key_name"],
        ),
    ],
)
def test_what_is_plainly_meant_is_mended_and_said(answer: str, document: Any, kinds: list[str]) -> None:
    assert mended(answer) == (document, kinds)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ('{"type":"click","ref":"A1","actions":[{"type":"click","ref":"A2"}]}', "beside 'actions' there is more of one in 'type'"),
        ('{"ref":"A1","actions":[{"type":"click","ref":"A2"}]}', "beside 'actions' there is more of one in 'ref'"),
        ('{"action":"click","tool_calls":[{"type":"observe"}]}', "beside 'tool_calls' there is more of one in 'action'"),
        ('{"actions":[{"type":"observe"}],"calls":[{"type":"click"}]}', "beside 'actions' there is more of one in 'calls'"),
        ('{"function":{"type":"observe"},"tool_call":{"type":"click"}}', "beside 'function' there is more of one in 'tool_call'"),
        ('{"name":"click","arguments":{"ref":"A1"},"ref":"A2"}', "beside 'arguments' there is more of one in 'ref'"),
        ('{"name":"set_checked","args":{"ref":"A1"},"checked":false}', "beside 'args' there is more of one in 'checked'"),
        ('{"name":"click","arguments":{"type":"double_click","ref":"A1"}}', "it is called click and double_click"),
        ('{"type":"click","name":"focus","arguments":{"ref":"A1"}}', "it is called focus and click"),
        ('{"click":{"type":"focus","ref":"A1"}}', "it is called click and focus"),
    ],
)
def test_nothing_chooses_between_two_actions_of_which_one_is_wrapped(answer: str, message: str) -> None:
    assert message in refused(answer)


def test_a_field_beside_an_action_is_not_taken_for_a_thought() -> None:
    document, kinds = mended('{"action":{"type":"click","ref":"A1"},"ref":"A2"}')
    assert (document, kinds) == ({"action": {"type": "click", "ref": "A1"}, "ref": "A2"}, [])
    assert isinstance(read_action(document), Rejected)


@pytest.mark.parametrize("answer", [{1: 2}, {"type": "click", 1: 2}, {"type": "click", "point": {1: 2}}, {"action": {1: 2}}])
def test_names_of_fields_that_no_json_has_are_refused(answer: Any) -> None:
    coerced = coerce(answer)
    assert isinstance(coerced, Coerced)
    assert isinstance(read_action(coerced.document), Rejected)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "Give exactly one action as a JSON object; there are none."),
        ("click A12", "Give exactly one action as a JSON object; there are none."),
        ("null", None),
        ("[]", "Give exactly one action; there are none."),
        ('[{"type":"observe"},{"type":"observe"}]', "Give exactly one action; there are 2."),
        ('{"type":"observe"}\n{"type":"observe"}', "Give exactly one action as a JSON object; there are 2."),
        ('{"actions":[{"type":"observe"},{"type":"observe"}]}', "Give exactly one action; there are 2."),
        ('{"tool_calls":[]}', "Give exactly one action; there are none."),
        ('{"type":"click","ref":"A1","ref":"A2"}', "The key 'ref' stands there twice."),
        ('{"type":"click","ref":}', "It cannot be read at character 22: '}' is no value."),
        ('{"type":"set_text","ref":"A1","text":"Dear', None),
        ('{"type":"click","ref":"A1"', "It cannot be read at character 26: it breaks off before '}'."),
        ('{"type":"set_text","ref":"A1","text":"a "b" c"}', None),
        ('{"type":"set_text","ref":"A1","text":hello world}', None),
        ('{"type":"set_text","ref":"A1","text":"C:\\Users"}', None),
    ],
)
def test_what_would_be_a_guess_is_refused(answer: str, message: str | None) -> None:
    if answer == "null":
        assert mended(answer) == (None, [])  # `validate` says what it is
        return
    found = refused(answer)
    assert message is None or found == message


def test_a_number_is_a_ref_only_where_the_letter_is_known() -> None:
    assert mended('{"type":"click","ref":12}', letter="W") == ({"type": "click", "ref": "W12"}, ["ref_form"])
    assert mended('{"type":"click","ref":12}') == ({"type": "click", "ref": 12}, [])


@pytest.mark.parametrize("ref", ["Save", "A12 Save", "the first", "A0", "12", "#save", "AA12", "A-12"])
def test_a_target_is_never_guessed(ref: str) -> None:
    document = {"type": "click", "ref": ref}
    assert mended(json.dumps(document)) == (document, [])
    assert mended(json.dumps({"type": "click", "target": ref}))[0] == {"type": "click", "target": ref}


def test_strict_mode_mends_nothing() -> None:
    assert mended(json.dumps(CLICK), strict=True) == (CLICK, [])
    assert mended(json.dumps({"action": CLICK}), strict=True) == ({"action": CLICK}, [])
    assert refused("```json\n" + json.dumps(CLICK) + "\n```", strict=True) == (
        "It is no action as the schema has it, and nothing is to be mended; it would take: code_fence."
    )
    assert refused([CLICK], strict=True).endswith("it would take: array_of_one.")


def test_repairs_are_counted_by_kind_and_the_original_is_kept() -> None:
    answer = "{'type': 'click', 'ref': 'a12'}"
    coerced = coerce(answer)
    assert isinstance(coerced, Coerced)
    assert coerced.counts == {"single_quotes": 4, "ref_form": 1}
    assert coerced.original == answer


def test_repairs_are_logged_without_content(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="lumos_layer"):
        coerce("{'type': 'set_text', 'ref': 'A1', 'value': 'quince-42'}")
    assert "mended key_name at value" in caplog.messages
    assert not any("quince" in message for message in caplog.messages)


@given(valid)
def test_a_valid_action_is_left_as_it_is(document: Any) -> None:
    for answer in (
        document,
        json.dumps(document),
        json.dumps(document, ensure_ascii=False, indent=2),
        json.dumps({"action": document}),
    ):
        coerced = coerce(answer, strict=True, letter="A")
        assert isinstance(coerced, Coerced)
        assert coerced.document in (document, {"action": document})
        assert coerced.repairs == ()


@settings(max_examples=300)
@given(
    valid,
    st.sampled_from(("```json\n{}\n```", "So:\n{}\nDone.", "[{}]", "```\n{}\n``` Done.", '{{"tool_calls":[{}]}}', " \n{}\n ")),
)
def test_a_wrapped_action_comes_out_as_it_was(document: Any, form: str) -> None:
    coerced = coerce(form.format(json.dumps(document)))
    assert isinstance(coerced, Coerced)
    assert coerced.document == document


@settings(max_examples=300)
@given(valid)
def test_an_action_in_the_words_of_python_comes_out_as_it_was(document: Any) -> None:
    coerced = coerce(repr(document))
    assert isinstance(coerced, Rejected) or coerced.document == document
    if repr(document).isascii():
        assert isinstance(coerced, Coerced) or "\\" in repr(document)


@settings(max_examples=300)
@given(valid, st.data())
def test_an_action_that_breaks_off_is_refused(document: Any, data: st.DataObject) -> None:
    whole = json.dumps(document)
    assert isinstance(coerce(whole[: data.draw(st.integers(0, len(whole) - 1))]), Rejected)


@settings(max_examples=300)
@given(valid, valid, st.sampled_from(("", "\n", " then ", ", ")))
def test_two_actions_are_refused(one: Any, other: Any, between: str) -> None:
    assert isinstance(coerce(json.dumps(one) + between + json.dumps(other)), Rejected)


@settings(max_examples=500)
@given(mutated() | strange | st.text(st.sampled_from("{}[]\"':,\\ \n`atruefnA12/*#"), max_size=40))
def test_no_answer_is_too_strange(answer: Any) -> None:
    for text in (answer, answer if isinstance(answer, str) else json.dumps(answer)):
        coerced = coerce(text)
        if isinstance(coerced, Coerced):
            again = coerce(coerced.document)
            assert isinstance(again, Rejected) or again.document == coerced.document


@given(keys)
def test_a_key_in_its_one_spelling_stays_so(key: str) -> None:
    assert spelled(key) == key


@pytest.mark.parametrize(
    ("written", "spelling"),
    [
        ("ctrl-c", "Control+c"), ("Cmd + Shift + Z", "Shift+Meta+Z"), ("Return", "Enter"), ("PgDn", "PageDown"),
        ("Page Down", "PageDown"),
        ("space", " "), ("arrow_up", "ArrowUp"), ("Ctrl++", "Control++"), ("ctrl+plus", "Control++"), ("f5", "F5"),
        ("Alt+F4", "Alt+F4"),
        ("a+b", "a+b"), ("Control+Control+a", "Control+Control+a"), ("whatever", "whatever"), ("-", "-"),
        ("Control+-", "Control+-"),
    ],
)  # fmt: skip
def test_keys_are_spelled_one_way(written: str, spelling: str) -> None:
    assert spelled(written) == spelling


@pytest.mark.parametrize(
    "hostile", ["[" * 200_000, '{"a":' * 100_000, "[a] " * 200_000, '["' + "a" * 500_000, "{a} " * 100_000, "<think>" * 100_000]
)
def test_hostile_answers_are_refused(hostile: str) -> None:
    assert isinstance(coerce(hostile), Rejected)
