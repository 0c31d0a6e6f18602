"""What a person types as an answer: at a question on the terminal, and behind the options of `lumos approve`."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from lumos_layer.errors import BadOption
from lumos_layer.interfaces.cli import app, output
from lumos_layer.interfaces.cli.answers import answer_in, constraints_in
from lumos_layer.safety.approval import Approve, Constrain, Deny, Edit, Reply
from lumos_layer.safety.constraints import Constraints

EDITOR = Path(__file__).parents[2] / "blueprints/editor"
GOAL = 'Write "milk" into the text and save it as list.txt'
ALL = {
    "scope": "one note",
    "forbidden_actions": ["delete", "drag"],
    "allowed_apps": ["Editor", "*.example.org"],
    "output_needs": ["the file's name"],
    "redaction": ["Ann Miller", "/[0-9]{16}/"],
    "notes": ["Be quick"],
}


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(output, "_left_out", [])
    return tmp_path / "runs"


def lumos(*arguments: str) -> tuple[int, str, Any]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr, json.loads(result.stdout) if result.stdout.strip() else {}


def waiting() -> Any:
    code, _, said = lumos("run", GOAL, "--on", str(EDITOR), "--name", "one")
    assert code == 4
    return said["approval"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("y", Approve()),
        (" YES ", Approve()),
        ("n", Deny()),
        ("no  too dear", Deny(reason="too dear")),
        ("r take the first", Reply(text="take the first")),
        ("c Do not submit", Constrain(constraints=Constraints(notes=("Do not submit",)))),
        ("c " + json.dumps(ALL), Constrain(constraints=Constraints.model_validate(ALL))),
        ('e {"type": "observe"}', Edit(action={"type": "observe"})),
    ],
)
def test_what_is_typed_at_a_question_is_the_answer(said: str, answer: Any) -> None:
    assert answer_in(said) == answer


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("", "one that begins with y, n, e, c, r or s"),
        ("maybe", "one that begins with y, n, e, c, r or s"),
        ("yes but not the second", "nothing behind a yes"),
        ("r", "words"),
        ("r   ", "words"),
        ("r " + "x" * 20_001, "at most 20000 characters"),
        ("c", "words"),
        ("e", "an action as JSON"),
        ("e click A7", "an action as JSON"),
        ("c {nonsense", "words, or one JSON object with scope, forbidden_actions"),
        ('c {"redact": ["Ann"]}', "nearest: redaction"),
        ('c {"redaction": "Ann"}', "a list of texts"),
        ('c {"scope": ["Ann"]}', "a text"),
        ('c {"redaction": ["/[/"]}', "no regular expression"),
        ('c {"allowed_apps": ["/(/"]}', "no regular expression"),
    ],
)
def test_what_is_no_answer_is_said_with_what_would_be_one(said: str, wanted: str) -> None:
    with pytest.raises(BadOption) as problem:
        answer_in(said)
    assert wanted in str(problem.value)


@given(st.text())
def test_whatever_is_typed_is_an_answer_or_refused_with_words(said: str) -> None:
    with suppress(BadOption):
        assert answer_in(said).answer in ("approve", "deny", "edit", "constrain", "reply")


def test_every_constraint_of_the_schema_can_be_given() -> None:
    assert set(ALL) == set(Constraints.model_fields)
    assert constraints_in(json.dumps(ALL)).constraints == Constraints.model_validate(ALL)


@pytest.mark.parametrize(
    "options",
    [
        ("--edit", "{}"),
        ("--edit", ""),
        ("--edit", "nonsense"),
        ("--edit", '{"type": "click", "ref": "A999"}'),
        ("--edit", '{"type": "click", "target": {"name": "Nowhere"}}'),
        ("--reply", ""),
        ("--reply", "  "),
        ("--constrain", ""),
        ("--constrain", "{}"),
        ("--constrain", '{"redaction": ["/[/"]}'),
        ("--constrain", '{"redaction": [" "]}'),
        ("--constrain", '{"limits": []}'),
        ("--reason", "too dear"),
        ("--deny", "--edit", ""),
        ("--approval", "one.0?1"),
        ("--approval", "another.1?1"),
    ],
)
def test_an_answer_that_cannot_be_used_leaves_the_question_open(runs: Path, options: tuple[str, ...]) -> None:
    asked = waiting()
    code, said, _ = lumos("approve", "one", *options)
    assert (code in (1, 2, 3), bool(said)) == (True, True)
    assert b"approval_answered" not in (runs / "one/journal.jsonl").read_bytes()
    code, _, again = lumos("resume", "one")
    assert (code, again["approval"]) == (4, asked)


def test_constraints_of_an_answer_hold(runs: Path) -> None:
    waiting()
    code, _, said = lumos("approve", "one", "--constrain", '{"forbidden_actions": ["save"]}')
    assert (code, said["status"]) == (1, "blocked")
    assert "The task forbids save. (rule forbidden)" in json.dumps(said["report"])


def test_words_that_an_answer_redacts_are_in_nothing_that_is_written_from_then_on(runs: Path) -> None:
    waiting()
    before = (runs / "one/journal.jsonl").read_bytes()
    code, _, said = lumos("approve", "one", "--constrain", '{"redaction": ["milk"]}')
    while code == 4:
        code, _, said = lumos("approve", "one")
    assert "milk" not in json.dumps(said)
    after = (runs / "one/journal.jsonl").read_bytes()[len(before) :]
    assert (b"milk" in before, b"milk" in after, b"[redacted]" in after) == (True, False, True)
