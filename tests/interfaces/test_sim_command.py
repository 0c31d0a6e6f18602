from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import lumos_layer
from lumos_layer.errors import BadOption
from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.cli.short_words import action_in
from tests.environments.replay.sessions import RECORDINGS, button, edit, screen
from tests.interfaces.terminal import on_a_terminal, piped

NOTES = screen(edit("Note", "old"), button("Save"))


def sim(tmp_path: Path, typed: str, *arguments: str) -> Result:
    (tmp_path / "notes.xml").write_text(NOTES, "utf-8")
    return CliRunner().invoke(app, ["sim", str(tmp_path / "notes.xml"), *arguments], input=typed, catch_exceptions=False)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_line_is_an_action_and_each_answer_a_line(tmp_path: Path) -> None:
    result = sim(tmp_path, 'set A1 "milk"\n\n{"type": "click", "ref": "A2"}\nexit\nclick A1\n')
    blueprint, changed, clicked = answers(result)
    assert (result.exit_code, result.stderr) == (0, "")
    assert blueprint["title"] == "Notes"
    assert (changed["outcome"], changed["delta"]["changed"]) == ("done", [[1, "old", "milk"]])
    assert clicked["outcome"] in ("done", "no_effect")


@pytest.mark.parametrize("fence", ["", "`", "```"])
def test_an_action_as_json_may_stand_in_a_fence(tmp_path: Path, fence: str) -> None:
    _, done = answers(sim(tmp_path, f'{fence}{{"type": "set_text", "ref": "A1", "text": "milk"}}{fence}\n'))
    assert (done["outcome"], done.get("note", "")) == ("done", "The action was mended to be one: code_fence." if fence else "")


def test_the_end_of_the_input_ends_it(tmp_path: Path) -> None:
    assert len(answers(sim(tmp_path, ""))) == 1
    assert len(answers(sim(tmp_path, "look"))) == 2


def test_a_part_can_be_looked_at(tmp_path: Path) -> None:
    _, part, found, nothing = answers(sim(tmp_path, "look A2\nlook save\nlook nowhere\n"))
    assert [part["view"], found["view"]] == ["subtree", "search"]
    assert nothing["error"].startswith("Nothing shown here matches 'nowhere'")


def test_what_is_not_understood_is_said_and_the_session_goes_on(tmp_path: Path) -> None:
    _, unknown, quote, refused, after = answers(sim(tmp_path, 'press it\nset A1 "milk\nclick A99\nset A1 milk\n'))
    assert "give an action as JSON, or one of: click," in unknown["error"]
    assert "a closing quote" in quote["error"]
    assert (refused["outcome"], refused["reason"]) == ("rejected", "not_found")
    assert after["outcome"] == "done"


def test_help_lists_the_words(tmp_path: Path) -> None:
    _, told = answers(sim(tmp_path, "help\n"))
    assert told["help"][-1] == "exit"


def test_a_recorded_session_can_be_played_by_hand() -> None:
    result = CliRunner().invoke(app, ["sim", str(RECORDINGS / "chromium-cdp/login-password")], input="type W2 ann\nclick W6\n")
    _, typed, refused = answers(result)
    assert typed["outcome"] == "done"
    assert (refused["outcome"], refused["reason"]) == ("rejected", "unsupported")
    assert 'Recorded here: type {"secret": "secret_1"} on W3' in json.dumps(refused).replace('\\"', '"')


def test_secrets_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "secrets.json").write_text('{"pin": "hush-hush"}')
    result = sim(tmp_path, "set A1 secret:pin\nlook\n", "--secrets", str(tmp_path / "secrets.json"))
    assert answers(result)[1]["outcome"] == "done"
    assert "hush-hush" not in result.output


def test_on_a_terminal_it_is_laid_out(tmp_path: Path) -> None:
    (tmp_path / "notes.xml").write_text(NOTES, "utf-8")
    run = on_a_terminal("sim", str(tmp_path / "notes.xml"))
    assert run.code == 0
    assert b'"title": "Notes"' in run.stdout or b'"title":"Notes"' in run.stdout


def test_what_cannot_be_simulated_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("only words")
    for each in (tmp_path / "words.txt", tmp_path, tmp_path / "nowhere"):
        run = piped("sim", str(each))
        assert (run.code, run.stdout) == (3, b"")
        assert run.stderr.startswith(b"error: ")


WORDS = [
    ("click A2", {"type": "click", "ref": "A2"}),
    ("click 2", {"type": "click", "ref": "A2"}),
    ("click 20 50", {"type": "click", "point": {"x": 20, "y": 50}}),
    ("double A2", {"type": "double_click", "ref": "A2"}),
    ("right A2", {"type": "right_click", "ref": "A2"}),
    ("hover A2", {"type": "hover", "ref": "A2"}),
    ("focus A1", {"type": "focus", "ref": "A1"}),
    ('type "two words"', {"type": "type_text", "text": "two words"}),
    ('type A1 "two words"', {"type": "type_text", "ref": "A1", "text": "two words"}),
    ("set A1 7", {"type": "set_text", "ref": "A1", "text": "7"}),
    ("set A1 secret:pin", {"type": "set_text", "ref": "A1", "text": {"secret": "pin"}}),
    ("key ctrl+s", {"type": "press_key", "key": "Control+s"}),
    ("select A1", {"type": "select", "ref": "A1"}),
    ('select A1 "New Zealand"', {"type": "select", "ref": "A1", "option": "New Zealand"}),
    ("check A1", {"type": "set_checked", "ref": "A1", "checked": True}),
    ("uncheck A1", {"type": "set_checked", "ref": "A1", "checked": False}),
    ("open A1", {"type": "expand", "ref": "A1", "expanded": True}),
    ("close A1", {"type": "expand", "ref": "A1", "expanded": False}),
    ("scroll", {"type": "scroll", "direction": "down"}),
    ("scroll up", {"type": "scroll", "direction": "up"}),
    ("scroll down 2", {"type": "scroll", "direction": "down", "pages": 2.0}),
    ("scroll down A1 0.5", {"type": "scroll", "direction": "down", "ref": "A1", "pages": 0.5}),
    ("scroll bottom A1", {"type": "scroll_to", "edge": "bottom", "ref": "A1"}),
    ("scroll A1", {"type": "scroll_into_view", "ref": "A1"}),
    ("drag A1 A2", {"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A2"}}),
    ("wait 2", {"type": "wait", "seconds": 2.0}),
    ("wait", {"type": "wait_for_change", "seconds": 10}),
    ('wait "all done"', {"type": "wait_for", "condition": {"kind": "text", "text": "all done", "shown": True}, "seconds": 10}),
    ("go https://example.org/", {"type": "open_url", "url": "https://example.org/"}),
    ("app Notes", {"type": "open_app", "app": "Notes"}),
    ('window "My notes"', {"type": "switch_window", "title": "My notes"}),
    ("search weather", {"type": "open_windows_search", "text": "weather"}),
]


@pytest.mark.parametrize(("words", "document"), WORDS, ids=[words for words, _ in WORDS])
def test_short_words_are_actions(words: str, document: dict[str, Any]) -> None:
    from lumos_layer.actions.outcomes import Rejected
    from lumos_layer.actions.reading import read_action

    assert action_in(words, lumos_layer.read(NOTES.encode())) == document
    assert not isinstance(read_action(document), Rejected)


@pytest.mark.parametrize(
    "words", ["click", "click A", "type", "set A1", "scroll sideways", "drag A1", "key", "scroll down A1 A2", "A1", "'"]
)
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(BadOption):
        action_in(words, lumos_layer.read(NOTES.encode()))


def test_a_worked_app_is_meant_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    result = CliRunner().invoke(app, ["sim", "editor"], input='set A20 "milk"\n', catch_exceptions=False)
    blueprint, written = answers(result)
    assert (blueprint["title"], written["outcome"]) == ("Desktop", "done")


def test_a_name_that_is_no_app_is_a_file_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    result = CliRunner().invoke(app, ["sim", "nosuch"], catch_exceptions=False)
    assert result.exit_code == 3


def test_the_world_is_kept_in_a_file_and_goes_on_from_it(tmp_path: Path) -> None:
    saved = str(tmp_path / "world.json")
    sim(tmp_path, 'set A1 "milk"\n', "--save", saved)
    first = answers(sim(tmp_path, "", "--save", saved))[0]
    assert "milk" in json.dumps(first)
    assert "milk" not in json.dumps(answers(sim(tmp_path, ""))[0])


def test_a_recorded_session_cannot_be_kept_in_a_file(tmp_path: Path) -> None:
    arguments = ["sim", str(RECORDINGS / "linux-atspi/zenity-login"), "--save", str(tmp_path / "world.json")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert "A recorded session cannot be saved" in result.stderr


def test_a_line_that_is_far_too_long_is_refused_at_once(tmp_path: Path) -> None:
    _, refused, after = answers(sim(tmp_path, f"type {'x' * 300_000}\nset A1 milk\n"))
    assert refused["error"] == f"action={'type ' + 'x' * 195!r} cannot be; give at most 200,000 characters, not 300,005."
    assert after["outcome"] == "done"


def test_a_line_of_nothing_or_nothing_but_quotes_is_no_action(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"action='' cannot be; give an action as JSON, or one of: click,"):
        action_in("", lumos_layer.read(NOTES.encode()))
    assert "give an action as JSON" in answers(sim(tmp_path, '""\n'))[1]["error"]


def test_the_world_of_one_app_is_not_gone_on_with_as_another(tmp_path: Path) -> None:
    world = ["--save", str(tmp_path / "world.json")]
    runner = CliRunner()
    assert runner.invoke(app, ["sim", "editor", *world], input="key Tab\n").exit_code == 0
    for other, said in [
        ("mail", "it is a world of editor, not of mail"),
        ("blueprints/login/dump.json", "a world of the app editor, not of"),
    ]:
        result = runner.invoke(app, ["sim", other, *world], input="key Tab\n")
        assert (result.exit_code, said in result.stderr) == (3, True)
    assert runner.invoke(app, ["sim", "editor", *world], input="key Tab\n").exit_code == 0
