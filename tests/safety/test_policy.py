"""Policies as files: what is read, and in which words anything else is refused."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from lumos_layer.actions.sensitive import CLASSES
from lumos_layer.errors import BadPolicy
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.safety.policy import CLASS_WORDS, DEFAULT_POLICY, Policy
from lumos_layer.safety.policy_files import load_policy, read_policy


def problem(document: str, where: str = "policy.yaml") -> str:
    with pytest.raises(BadPolicy) as refused:
        read_policy(document, where)
    assert refused.value.where == where
    return refused.value.problem


def test_yaml_and_json_say_the_same(tmp_path: Path) -> None:
    yaml, as_json = tmp_path / "p.yaml", tmp_path / "p.json"
    yaml.write_text("name: mine\nactions:\n  deny: [drag]\nsensitive:\n  save: allow\non_denial: replan\n")
    as_json.write_text('{"name": "mine", "actions": {"deny": ["drag"]},\n\t"sensitive": {"save": "allow"}, "on_denial": "replan"}')
    assert load_policy(yaml) == load_policy(as_json)
    assert load_policy(yaml).sensitive == {"save": "allow"}


def test_an_empty_object_asks_before_every_sensitive_act() -> None:
    assert read_policy("{}").sensitive == {}
    assert read_policy("{}").verdict_on("pay", None, (), "", "") == ("ask", "sensitive.pay")


def test_the_default_policy_asks_for_every_class_and_lets_read_and_edit() -> None:
    assert dict(DEFAULT_POLICY.sensitive) == dict.fromkeys(CLASSES, "ask")
    assert (DEFAULT_POLICY.reads, DEFAULT_POLICY.edits, DEFAULT_POLICY.commits) == ("allow", "allow", "ask")
    assert (DEFAULT_POLICY.on_denial, DEFAULT_POLICY.untrusted_typing, DEFAULT_POLICY.trusted.surfaces) == ("block", "ask", ())


def test_every_class_has_words_for_people() -> None:
    assert set(CLASS_WORDS) == set(CLASSES)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ("name: x\nsensitive:\n  sned: allow\n", "line 3, sensitive.sned: there is no 'sned'; nearest: send"),
        ("sensitive:\n  send: alow\n", "line 2, sensitive.send: there is no 'alow'; nearest: allow"),
        ("sensitive: {log in: ask}", "line 1, sensitive.log in: there is no 'log in'; nearest: log_in"),
        ("actions:\n  deny:\n    - click\n    - clik\n", "line 4, actions.deny[1]: there is no 'clik'; nearest: click"),
        ("targets:\n  deny:\n  - rol: button\n", "line 3, targets.deny[0].rol: there is no 'rol'; nearest: role"),
        ("targets:\n  deny:\n  - role: buton\n", "line 3, targets.deny[0].role: there is no 'buton'; nearest: button"),
        ("on_denail: block\n", "line 1, on_denail: there is no 'on_denail'; nearest: on_denial"),
        ("on_denial: replann\n", "line 1, on_denial: there is no 'replann'; nearest: replan"),
        ("apps:\n  deny:\n  - no\n", "line 3, apps.deny[0]: it must be text, not False; put it in quotes"),
        ("apps: {deny: ['/(/']}", "line 1, apps.deny[0]: /(/ is no regular expression: missing ) at position 1"),
        ("version: 2", "line 1, version: there is no 2; give one of 1"),
        ("confidence:\n  threshold: 2\n", "line 2, confidence.threshold: Input should be less than or equal to 1"),
        ("- a\n- b\n", "line 1, the whole: it must be an object"),
        ("just words", "line 1, the whole: it must be an object"),
        ("", "it is empty; `{}` is the policy that asks before every sensitive act"),
        ("a: 1\na: 2\n", "line 2, a stands there twice"),
        ("apps: &x {}\ndomains: *x\n", "line 1, domains: anchors and aliases are not read here; write it out"),
        ("apps: [\n", "line 2, column 1: did not find expected node content"),
        ("? [a]\n: b\n", "line 1, : a key has to be one word"),
    ],
)  # fmt: skip
def test_a_wrong_policy_is_refused_with_the_line_the_field_and_what_is_nearest(document: str, says: str) -> None:
    assert problem(document) == says


def test_wrong_json_is_refused_as_json() -> None:
    assert problem('{"name": "x",}', "p.json") == "line 1, column 14: Expecting property name enclosed in double quotes"


def test_all_that_is_wrong_is_said_at_once_up_to_five() -> None:
    assert problem("a: 1\nb: 2\n").count("there is no") == 2
    assert problem("".join(f"{c}{c}: 1\n" for c in "abcdefgh")).endswith("; and 3 more")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(BadPolicy, match=r"nowhere.yaml is no policy: it cannot be read \(No such file or directory\)"):
        load_policy("nowhere.yaml")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00a", b"[" * 100_000, b"a: " * 50_000, b"x: !!python/object:os.system 1", b"\x00"])
def test_a_hostile_file_is_refused_and_nothing_of_it_is_carried_out(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_bytes(content)
    with pytest.raises(BadPolicy):
        load_policy(tmp_path / "p.yaml")


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_bytes(b"name: x\n" + b"#" * 1_000_001)
    with pytest.raises(BadPolicy, match="more than 1,000,000 bytes"):
        load_policy(tmp_path / "p.yaml")


@given(st.text(max_size=60))
def test_any_text_is_a_policy_or_refused_as_none(text: str) -> None:
    try:
        made: Policy | str = read_policy(text)
    except BadPolicy as refused:
        made = refused.problem
    assert isinstance(made, Policy) or made


DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.text("ab", max_size=3),
        "actions": st.fixed_dictionaries({}, optional={"deny": st.lists(st.sampled_from(["click", "clik", 1]), max_size=2)}),
        "sensitive": st.dictionaries(
            st.sampled_from([*CLASSES, "sned"]), st.sampled_from(["allow", "ask", "deny", "no"]), max_size=3
        ),
        "edits": st.sampled_from(["allow", "ask", None, True]),
        "confidence": st.fixed_dictionaries({}, optional={"threshold": st.sampled_from([0, 0.5, 1, 2, "1"])}),
        "targets": st.fixed_dictionaries(
            {},
            optional={"ask": st.lists(st.fixed_dictionaries({}, optional={"role": st.sampled_from(["button", "x"])}), max_size=2)},
        ),
        "other": st.just(1),
    },
)


@given(DOCUMENTS)
def test_the_schema_and_the_model_agree(document: object) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMAS["policy.schema.json"])
    try:
        Policy.model_validate_json(json.dumps(document))
        valid = True
    except ValidationError:
        valid = False
    assert validator.is_valid(document) == valid


@given(DOCUMENTS)
def test_what_the_model_takes_the_file_gives(document: object) -> None:
    text = json.dumps(document)
    try:
        wanted = Policy.model_validate_json(text)
    except ValidationError:
        problem(text)
        return
    assert read_policy(text) == wanted
