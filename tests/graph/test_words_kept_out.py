"""Words that an answer wants in no trace are in none from then on, in whichever process."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lumos_layer.graph.running import TYPES
from lumos_layer.interfaces.cli import app as lumos
from lumos_layer.interfaces.cli import output
from lumos_layer.interfaces.show import page
from lumos_layer.safety.approval import Constrain
from lumos_layer.safety.constraints import Constraints
from lumos_layer.trace.checkpoints import serializer
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.runs import Runs
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, answer, close, shop

NAME = {"type": "set_text", "target": {"name": "Name"}, "text": "Annabel"}
WORDS = ("Annabel", "sheets")
MORE = Constrain(constraints=Constraints(redaction=WORDS))


def in_checkpoints(folder: RunFolder) -> str:
    """All that checkpoints hold that were written last."""
    known = serializer(TYPES)
    with sqlite3.connect(folder.checkpoints_file) as database:
        rows = database.execute("SELECT type, checkpoint FROM checkpoints ORDER BY checkpoint_id DESC LIMIT 1").fetchall()
        return "".join(repr(known.loads_typed(tuple(row))) for row in rows)


def told_in(text: str) -> list[str]:
    return [word for word in WORDS if word.lower() in text.lower()]


def answered(root: Path, another_process: bool) -> tuple[Shop, int, Any]:
    """A run that was told so while it asked, the lines of its journal until then, and where it has stopped since."""
    script = [NAME, BUY, DETAILS, FINISH]
    run = shop(root, script)
    stopped = run.running.start()
    before = run.folder.journal_file.read_bytes().count(b"\n")
    stopped = run.running.resume(answer(stopped.request, MORE))
    if another_process:
        close(run)
        run = shop(root, script, world=run.world, run=run.folder.name)
    return run, before, run.running.resume(answer(stopped.request))


@pytest.mark.parametrize("another_process", [False, True])
def test_nothing_that_is_written_afterwards_tells_them(tmp_path: Path, another_process: bool) -> None:
    run, before, stopped = answered(tmp_path, another_process)
    assert (stopped.status, run.world.orders) == ("completed", 1)
    lines = run.folder.journal_file.read_text("utf-8").splitlines()
    assert told_in("\n".join(lines[:before])) == ["Annabel", "sheets"]
    assert told_in("\n".join(lines[before:])) == []
    assert "[redacted]" in "\n".join(lines[before:])
    for path in (run.folder.report_file, run.folder.readable_report_file, run.folder.state_file):
        assert told_in(path.read_text("utf-8")) == []
    assert told_in(in_checkpoints(run.folder)) == []
    assert told_in(page(run.folder)) == []


def test_a_look_written_after_the_answer_can_be_made_again(tmp_path: Path) -> None:
    from lumos_layer.trace.reports import replayed

    run, _, stopped = answered(tmp_path, True)
    last = replayed(run.folder).last
    assert last is not None
    assert stopped.status == "completed"
    assert any("[redacted]" in (node.name + (node.value or "")) for node in last.tree.nodes)


def test_they_are_kept_beside_the_run_for_its_owner_only(tmp_path: Path) -> None:
    run, _, _ = answered(tmp_path, False)
    assert run.folder.kept_out == WORDS
    assert run.folder.words_beside.parent == tmp_path
    assert run.folder.words_beside.stat().st_mode & 0o777 == 0o600
    assert Runs(tmp_path).names() == [run.folder.name]


def test_no_command_prints_them_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_left_out", [])
    task = tmp_path / "task.json"
    script = [{"type": "set_text", "target": {"name": "Name"}, "text": "Annabel"}, BUY, DETAILS, FINISH]
    task.write_text(json.dumps({"goal": "Order", "surface": str(Path(__file__).with_name("shop.json")), "script": script}))
    runs = str(tmp_path / "runs")
    app = tmp_path / "shop"
    app.mkdir()
    (app / "app.json").write_bytes(Path(__file__).with_name("shop.json").read_bytes())
    task.write_text(json.dumps({"goal": "Order", "surface": str(app), "script": script}))

    def call(*arguments: str) -> str:
        done = CliRunner().invoke(lumos, [*arguments])
        return done.output

    call("run", str(task), "--runs", runs, "--name", "it", "--approve", "none", "--json")
    folder = Runs(runs).open("it")
    folder.leave_out(WORDS)
    folder.close()
    said = call("approve", "it", "--runs", runs, "--json")
    assert json.loads(said.splitlines()[-1])["status"] == "completed"
    said += call("watch", f"{runs}/it", "--json") + call("runs", "--runs", runs, "--json")
    said += call("show", f"{runs}/it", "--output", "-")
    assert told_in(said) == []


def test_another_process_is_given_the_task_with_the_words_that_its_traces_do_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "_left_out", [])
    app, runs = tmp_path / "shop", tmp_path / "runs"
    app.mkdir()
    (app / "app.json").write_bytes(Path(__file__).with_name("shop.json").read_bytes())
    named = {"type": "element", "name": "Name", "value": "Annabel"}
    script = [BUY, {"type": "set_text", "target": {"name": "Name"}, "text": "Annabel"}, FINISH]
    document = {
        "goal": "Order for Annabel",
        "surface": str(app),
        "script": script,
        "requirements": [{"id": "named", "description": "It is for Annabel", "check": named}],
        "constraints": {"redaction": ["Annabel"]},
    }
    task = tmp_path / "task.json"
    task.write_text(json.dumps(document))
    CliRunner().invoke(lumos, ["run", str(task), "--runs", str(runs), "--name", "it", "--approve", "none", "--json"])
    done = CliRunner().invoke(lumos, ["approve", "it", "--runs", str(runs), "--json"])
    assert json.loads(done.output)["status"] == "completed"
    assert "Annabel" not in done.output
    assert [path.name for path in (runs / "it").rglob("*") if path.is_file() and b"Annabel" in path.read_bytes()] == ["world.json"]


def test_what_a_policy_comes_to_redact_later_is_in_nothing_that_is_shown_or_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "_left_out", [])
    app, runs, policy, task = tmp_path / "shop", tmp_path / "runs", tmp_path / "policy.json", tmp_path / "task.json"
    app.mkdir()
    (app / "app.json").write_bytes(Path(__file__).with_name("shop.json").read_bytes())
    script = [NAME, BUY, DETAILS, FINISH]
    task.write_text(json.dumps({"goal": "Order sheets", "surface": str(app), "script": script, "policy": str(policy)}))
    policy.write_text("{}")

    def call(*arguments: str) -> str:
        return CliRunner().invoke(lumos, [*arguments, "--json"]).output

    said = call("run", str(task), "--runs", str(runs), "--name", "it", "--approve", "none")
    call("show", f"{runs}/it")
    assert told_in((runs / "it" / "journal.jsonl").read_text()) == ["Annabel", "sheets"]
    policy.write_text(json.dumps({"redaction": ["annabel", "/s[h]eets/"]}))
    said = call("approve", "it", "--runs", str(runs))
    assert json.loads(said.splitlines()[-1])["status"] == "completed"
    policy.write_text("{}")  # what was known once stays so
    for command in (["watch", f"{runs}/it"], ["runs", "--runs", str(runs)], ["show", f"{runs}/it", "--output", "-"]):
        said += call(*command)
    made = CliRunner().invoke(lumos, ["replay", f"{runs}/it", "--json"])
    assert (made.exit_code, json.loads(made.output)["problems"]) == (0, [])
    assert told_in(said + made.output) == []
    telling = [path.name for path in (runs / "it").iterdir() if path.is_file() and told_in(path.read_text("utf-8", "replace"))]
    assert sorted(telling) == ["journal.jsonl", "world.json"]


def test_a_run_whose_own_name_is_to_be_kept_out_goes_on(tmp_path: Path) -> None:
    script = [NAME, BUY, DETAILS, FINISH]
    run = shop(tmp_path, script)
    stopped = run.running.start()
    name = Constrain(constraints=Constraints(redaction=(run.folder.name,)))
    stopped = run.running.resume(answer(stopped.request, name))
    close(run)
    run = shop(tmp_path, script, world=run.world, run=run.folder.name)
    stopped = run.running.resume(answer(stopped.request))
    assert (stopped.status, run.world.orders) == ("completed", 1)
    close(run)
