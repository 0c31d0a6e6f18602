from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from lumos_layer.environments.simulator.cookies import Cookies
from lumos_layer.errors import PausedByUser
from lumos_layer.interfaces.cli import app
from lumos_layer.planning.task import Task
from lumos_layer.surface import Surfaces
from lumos_layer.surface.importing import ask_import
from lumos_layer.trace.runs import Runs
from tests.interfaces.terminal import on_a_terminal


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Surfaces:
    """A run called `one`, where runs are kept."""
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path))
    with Runs(tmp_path).create(Task(goal="Order paper"), name="one") as folder:
        return Surfaces(folder.control_file)


def control(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, ["control", *arguments], input=stdin, catch_exceptions=False)


def told(*arguments: str) -> Any:
    result = control(*arguments)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_person_takes_the_screen_of_a_run_and_gives_it_back(run: Surfaces) -> None:
    lease = run.lease("main", "agent")
    taken = told("take", "one", "--by", "bea", "--reason", "let me log in")["taken"]
    assert [(each["surface"], each["epoch"], each["landing"], each["stopped"]) for each in taken] == [("main", 2, "", [])]
    with pytest.raises(PausedByUser):
        run.check(lease)
    assert told("return", "one", taken[0]["token"])["state"] == "idle"
    assert [(entry.actor, entry.became, entry.reason) for entry in run.history()] == [
        ("agent", "agent", "lease"),
        ("bea", "user", "let me log in"),
        ("bea", "idle", "returned"),
    ]


def test_the_token_can_come_from_standard_input(run: Surfaces) -> None:
    run.lease("main", "agent")
    secret = told("take", "one")["taken"][0]["token"]
    assert control("return", "one", "-", stdin=f"{secret}\n").exit_code == 0


def test_a_wrong_token_gives_nothing_back(run: Surfaces) -> None:
    run.take("main")
    result = control("return", "one", "wrong")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "not the token" in result.stderr
    assert run.status("main").state == "user"


def test_every_surface_of_a_run_is_taken_and_each_has_its_token(run: Surfaces) -> None:
    run.lease("one", "agent")
    run.lease("two", "agent", profile="agent")
    taken = told("take", "one")["taken"]
    assert [each["surface"] for each in taken] == ["one", "two"]
    assert told("return", "one", taken[1]["token"])["surface"] == "two"
    assert [record.state for record in run.all()] == ["user", "idle"]


def test_one_surface_can_be_named(run: Surfaces) -> None:
    run.lease("one", "agent")
    run.lease("two", "agent", profile="agent")
    assert [each["surface"] for each in told("take", "one", "--surface", "two")["taken"]] == ["two"]
    assert run.status("one").state == "agent"


def test_status_says_who_has_it_where_the_agent_stopped_and_what_it_asks(run: Surfaces) -> None:
    lease = run.lease("main", "ann", scope=("bank.example",))
    run.note_look(lease, "o7", "https://bank.example/in?token=s3cret")
    asked = run.handoffs.ask(lease, "login")
    said = told("status", "one", "--history")
    assert {key: said["surfaces"][0][key] for key in ("surface", "state", "agent", "profile", "scope", "url")} == {
        "surface": "main",
        "state": "handoff",
        "agent": "ann",
        "profile": "ann",
        "scope": ["bank.example"],
        "url": "https://bank.example/in",
    }
    assert [(each["id"], each["reason"], each["url"], each["look"], each["status"]) for each in said["asks"]] == [
        (asked.id, "login", "https://bank.example/in", "o7", "pending")
    ]
    assert [entry["became"] for entry in said["history"]] == ["agent", "handoff"]
    assert "s3cret" not in json.dumps(said)


def test_an_import_is_allowed_or_denied_once(run: Surfaces) -> None:
    lease = run.lease("main", "ann")
    own = Cookies("bea", name="Bea's Firefox")
    one, other = ask_import(run, lease, own, "shop.example"), ask_import(run, lease, own, "mail.example")
    assert [each["id"] for each in told("status", "one")["imports"]] == [one.id, other.id]
    assert told("allow", "one", one.id, "--by", "bea")["status"] == "approved"
    assert told("allow", "one", other.id, "--deny")["status"] == "denied"
    assert told("status", "one")["imports"] == []
    assert control("allow", "one", one.id).exit_code == 1


def test_a_run_is_found_by_its_folder_too(run: Surfaces, tmp_path: Path) -> None:
    run.lease("main", "agent")
    assert told("status", str(tmp_path / "one"))["surfaces"][0]["state"] == "agent"


def test_an_unknown_run_is_answered_with_those_of_like_names(run: Surfaces) -> None:
    result = control("take", "onne")
    assert result.exit_code == 1
    assert "There is no run 'onne'. Nearest: one." in result.stderr


def test_on_a_terminal_the_next_command_is_told(run: Surfaces, tmp_path: Path) -> None:
    run.lease("main", "agent")
    folder = str(tmp_path / "one")
    taken = on_a_terminal("control", "take", folder)
    assert b"main is yours" in taken.stderr
    assert f"lumos control return {folder} ".encode() in taken.stdout
    shown = on_a_terminal("control", "status", folder, "--history")
    assert b"state" in shown.stdout
    assert b"epoch" in shown.stdout
