from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from lumos_layer.interfaces.cli import app
from tests.environments.replay.sessions import RECORDINGS, button, edit, recorded, screen
from tests.interfaces.terminal import on_a_terminal

SCHEMAS = Path(__file__).parents[2] / "schemas"
LOGIN = RECORDINGS / "chromium-cdp/login-password"


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["replay", *arguments], catch_exceptions=False)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_step_is_a_line_with_its_action_and_what_it_brought() -> None:
    result = replay(str(LOGIN))
    *steps, summary = lines(result)
    assert (result.exit_code, result.stderr) == (0, "")
    assert summary == {"summary": {"recordings": 1, "steps": 7, "played": 7, "passed_over": 0}}
    assert [step["action"]["type"] for step in steps] == ["type_text", "type_text", "click", "type_text", "click", "click", "click"]
    assert steps[0] == {
        "recording": "login-password",
        "step": 0,
        "before": "step-000",
        "after": "step-001",
        "did": "type 'ann' on W2 (textbox 'User name')",
        "action": {"type": "type_text", "text": "ann", "ref": "W2"},
        "outcome": "done",
        "delta": {"focus": 2, "changed": [[2, None, "ann"]]},
    }
    assert steps[1]["action"]["text"] == {"secret": "secret_1"}
    assert not [secret for secret in ("letmein", "correct horse") if secret in result.output]


def test_every_line_is_by_the_published_schema(tmp_path: Path) -> None:
    schema = json.loads((SCHEMAS / "replay-line.schema.json").read_text("utf-8"))
    valid = Draft202012Validator(schema).is_valid
    folder = recorded(tmp_path, [screen(button("a")), screen(button("b"))], [{"type": "rotate"}])
    told = [*lines(replay(str(LOGIN))), *lines(replay(str(folder)))]
    assert [line.get("outcome") for line in told] == ["done"] * 7 + [None, "passed over", None]
    assert all(map(valid, told))
    others: tuple[dict[str, Any], ...] = ({}, {"summary": {}}, {**told[0], "outcome": "fine"}, {**told[0], "speed": 3})
    assert not any(map(valid, others))


def test_one_step_alone() -> None:
    result = replay(str(LOGIN), "--step", "4")
    step, summary = lines(result)
    assert (step["step"], step["did"]) == (4, "click on W4 (button 'Show password')")
    assert summary == {"summary": {"recordings": 1, "steps": 1, "played": 1, "passed_over": 0}}
    assert replay(str(LOGIN), "--step", "99").exit_code == 2


def test_what_no_action_does_again_is_passed_over_with_the_reason(tmp_path: Path) -> None:
    gone = {"type": "click", "target": {"NativeWindowHandle": "7"}, "error": "the window is gone"}
    screens = [screen(button("a")), screen(button("b")), screen(button("c")), screen(button("c"), edit("Note"))]
    folder = recorded(
        tmp_path, screens, [gone, {"type": "rotate"}, {"type": "click", "target": {"Name": "c"}, "note": "the last one"}]
    )
    result = replay(str(folder))
    *steps, summary = lines(result)
    assert result.exit_code == 1
    assert [(step["outcome"], step.get("why")) for step in steps] == [
        ("passed over", "it failed when it was recorded: the window is gone"),
        ("passed over", "no action can rotate"),
        ("done", None),
    ]
    assert steps[2]["note"] == "the last one"
    assert summary["summary"]["passed_over"] == 2


def test_recordings_in_a_folder_are_played_one_after_another() -> None:
    result = replay(str(RECORDINGS / "linux-atspi"))
    *steps, summary = lines(result)
    assert list(dict.fromkeys(step["recording"] for step in steps)) == ["zenity-login", "zenity-progress"]
    assert summary["summary"] == {"recordings": 2, "steps": 11, "played": 11, "passed_over": 0}


def test_people_read_it_laid_out() -> None:
    run = on_a_terminal("replay", str(LOGIN), "--step", "0")
    assert run.code == 0
    told = run.stdout.decode().splitlines()
    assert told[0] == "login-password 0  type 'ann' on W2 (textbox 'User name')  done"
    assert told[1] == '  {"focus":2,"changed":[[2,null,"ann"]]}'
    assert told[-1] == "1 step: 1 played, 0 passed over."


def test_what_is_no_recording_is_bad_input(tmp_path: Path) -> None:
    result = replay(str(tmp_path))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "there is no steps.json in it" in result.stderr
    assert replay(str(tmp_path / "nowhere")).exit_code == 3


def test_a_step_on_one_of_several_elements_called_alike_is_passed_over_and_names_them(tmp_path: Path) -> None:
    two = screen(button("Delete"), button("Delete"))
    act = {"type": "click", "target": {"Name": "Delete"}}
    result = replay(str(recorded(tmp_path / "two", [two, screen(button("Delete"))], [act])))
    assert result.exit_code == 1
    assert lines(result)[0]["why"] == (
        "nothing that was recorded tells which of several it was done to: A1 (button 'Delete'), A2 (button 'Delete')"
    )
