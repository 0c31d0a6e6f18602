"""`lumos run`, `approve` and `resume`, run as a person runs them, with a second person who takes the screen."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import typer.main

from lumos_layer.interfaces.cli import COMMANDS, GROUPS, app
from tests.interfaces.terminal import on_a_terminal, piped

CHECKOUT = Path(__file__).parents[2]
INVOICE = "blueprints/invoice/task.json"


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(CHECKOUT)
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path / "runs"))


def test_each_step_is_told_once_and_before_the_question() -> None:
    asked = on_a_terminal("run", INVOICE, "--name", "one", "--approve", "none").stdout.decode()
    before, _, _ = asked.partition("needs_approval")
    assert before.count("✓ set_text textbox 'Invoice number'") == 1
    assert "✓ set_checked checkbox 'I have paid this myself'" in before

    went_on = on_a_terminal("approve", "one", "--approve", "none").stdout.decode()
    assert went_on.count("✓ click button 'Submit request'") == 1
    assert "Invoice number" not in went_on
    assert "completed" in went_on


def test_no_answer_is_taken_while_a_person_has_the_screen() -> None:
    assert piped("run", INVOICE, "--name", "one").code == 4
    token = json.loads(piped("control", "take", "one", "--by", "bea").stdout)["taken"][0]["token"]

    for command in (["approve", "one"], ["resume", "one"]):
        refused = piped(*command)
        assert (refused.code, refused.stdout) == (5, b"")
        assert b"bea has the screen of one" in refused.stderr
        assert b"lumos control return one TOKEN" in refused.stderr

    assert piped("control", "return", "one", token).code == 0
    denied = piped("approve", "one", "--deny", "--reason", "wrong amount")
    assert denied.code == 1
    assert json.loads(denied.stdout)["status"] == "blocked"


def test_a_question_that_a_yes_does_not_answer_says_so() -> None:
    asked = on_a_terminal("run", "make it nicer", "--on", "settings", "--name", "one", "--approve", "none")
    assert asked.code == 4
    assert b"answer with: lumos approve one --reply WORDS, or: lumos approve one --deny" in asked.stderr


def test_an_answer_that_nobody_asked_for_says_how_the_run_stands() -> None:
    assert piped("run", "turn on dark mode", "--on", "settings", "--name", "one", "--approve", "all").code == 0
    refused = piped("approve", "one")
    assert refused.code == 1
    assert b"The answer to run one is not taken: it asks nothing, it is completed." in refused.stderr


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("goal: Save\nsurface: settings\nmax_stepz: 3\n", "line 3, max_stepz: there is no such field; nearest: max_steps."),
        ('{"surface": "settings"}', "goal: it is missing."),
        ("goal: Save\nmax_steps: many\n", "line 2, max_steps: it must be a whole number."),
        (
            "goal: Save\nenvironment_type: web\nconstraints:\n  forbiden_actions: [pay]\n",
            (
                "line 2, environment_type: it must be 'browser', 'desktop', 'mobile', 'multimodal' or 'simulated_physical'; "
                "line 3, constraints.forbiden_actions: there is no such field; nearest: forbidden_actions."
            ),
        ),
        (
            "goal: Save\nrequirements:\n- {id: a, description: It is on, chek: {type: page, title: A}}\n",
            "line 2, requirements.0.chek: there is no such field; nearest: check.",
        ),
        (
            "goal: Save\nrequirements:\n- {id: a, description: It is on, check: {type: elment, name: A}}\n",
            "line 2, requirements.0.check: there is no check of type 'elment'; nearest: element.",
        ),
        (
            "goal: Save\nrequirements:\n- {id: a, description: It is on, check: {name: A}}\n",
            (
                "line 2, requirements.0.check: its type is missing; "
                "give one of element, page, file, app, command, act, judge, all, any, not."
            ),
        ),
        (
            "goal: Save\nrequirements:\n- {id: a, description: On, check: {type: not, check: {type: element, chekced: true}}}\n",
            "line 2, requirements.0.check.not.check.element.chekced: there is no such field; nearest: checked.",
        ),
    ],
)
def test_a_mistake_in_a_task_file_is_told_with_its_line_and_what_comes_nearest(document: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "task.yaml"
    file.write_text(document)
    refused = piped("run", str(file))
    assert refused.code == 3
    assert f"error: {file} is no task: {problem}" in refused.stderr.decode()


@pytest.mark.parametrize("mistake", [("--on", "nosuch"), ("--on", "settings", "--planner", "gpt")], ids=" ".join)
def test_a_run_that_cannot_begin_leaves_none_behind(mistake: tuple[str, ...]) -> None:
    refused = piped("run", "turn on dark mode", *mistake)
    assert refused.code in (2, 3)
    assert piped("runs").stdout == b""


def test_an_app_that_is_not_there_is_told_with_those_that_are() -> None:
    refused = piped("run", "turn on dark mode", "--on", "setings")
    assert refused.code == 3
    assert b"The examples are: browser, " in refused.stderr
    assert b", settings." in refused.stderr


def test_a_screen_that_nobody_serves_is_told_in_one_line() -> None:
    refused = piped("run", "turn on dark mode", "--on", "http://127.0.0.1:9/#token")
    assert refused.code == 1
    assert refused.stderr.startswith(b"error: ")
    assert b"no environment answers at 127.0.0.1:9" in refused.stderr
    assert refused.stderr.count(b"\n") == 1


def _examples() -> Iterator[tuple[str, ...]]:
    for module in (*COMMANDS.values(), *GROUPS.values()):
        for line in module.EXAMPLES.splitlines():
            words = shlex.split(line)
            while "lumos" in words:
                words = words[words.index("lumos") + 1 :]
                end = next((n for n, word in enumerate(words) if word in ("|", ">", "&&")), len(words))
                yield tuple(words[:end])


@pytest.mark.parametrize("words", list(_examples()), ids=" ".join)
def test_the_command_takes_the_words_of_its_example(words: tuple[str, ...]) -> None:
    command: Any = typer.main.get_command(app)
    name, rest = "lumos", list(words)
    while isinstance(command, click.Group):
        name = rest.pop(0)
        command = command.commands[name]
    command.make_context(name, rest)  # raises UsageError for words that it does not know
