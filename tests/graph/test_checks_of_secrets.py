"""A check that compares with a secret, or with words that no trace may show, is judged the same in one process and in several."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app as lumos
from lumos_layer.interfaces.cli import output
from lumos_layer.state.checks import FileCheck
from lumos_layer.verification.probes import probe
from lumos_layer.verification.sources import LiveSources, NamedSources
from tests.graph.running_on import BUY, DETAILS, FINISH, answer, close, shop
from tests.graph.test_achievements import statuses, task

PIN = "quince-42-canary"
WORD = "Annabel"
BY_SECRET = {"type": "set_text", "target": {"name": "Name"}, "text": {"secret": "pin"}}


def named(value: Any) -> dict[str, Any]:
    return {"id": "named", "description": "The name is set", "check": {"type": "element", "name": "Name", "value": value}}


def called(*arguments: str) -> str:
    """How a run stands after a command."""
    said = CliRunner().invoke(lumos, [*arguments]).output
    return str(json.loads(said.strip().splitlines()[-1])["status"])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(output, "_left_out", [])
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "app.json").write_bytes(Path(__file__).with_name("shop.json").read_bytes())
    (tmp_path / "secrets.json").write_text(json.dumps({"pin": PIN}))
    (tmp_path / "policy.yaml").write_text(f"redaction: [{WORD}]\n")
    return tmp_path


@pytest.mark.parametrize("value", [PIN, PIN.upper(), "[secret:pin]"])
@pytest.mark.parametrize("asked", [None, 0, 1])
def test_a_check_of_a_secret(place: Path, value: str, asked: int | None) -> None:
    status = _status(place, named(value), BY_SECRET, asked, secrets=str(place / "secrets.json"))
    assert status == "completed"
    assert not [path for path in (place / "runs").rglob("*") if path.is_file() and PIN.encode() in path.read_bytes()]


@pytest.mark.parametrize("asked", [None, 0, 1])
def test_a_check_of_another_secret_does_not_hold(place: Path, asked: int | None) -> None:
    (place / "secrets.json").write_text(json.dumps({"pin": PIN, "other": "melon-77-canary"}))
    assert _status(place, named("melon-77-canary"), BY_SECRET, asked, secrets=str(place / "secrets.json")) != "completed"


@pytest.mark.parametrize("asked", [None, 0, 1])
def test_a_check_of_words_that_the_policy_redacts(place: Path, asked: int | None) -> None:
    write = {"type": "set_text", "target": {"name": "Name"}, "text": WORD}
    assert _status(place, named(WORD), write, asked, policy=str(place / "policy.yaml")) == "completed"
    inside = [path for path in (place / "runs" / "it").rglob("*") if path.is_file() and WORD.encode() in path.read_bytes()]
    assert [path.name for path in inside if path.name != "world.json"] == []
    beside = place / "runs" / ".it.task"
    assert beside.stat().st_mode & 0o777 == 0o600


def test_no_task_and_no_slot_is_kept_beside_a_run_of_which_all_may_be_told(place: Path) -> None:
    write = {"type": "set_text", "target": {"name": "Name"}, "text": "Bob"}
    assert _status(place, named("Bob"), write, None, policy=str(place / "policy.yaml")) == "completed"
    assert not (place / "runs" / ".it.task").exists()
    assert not (place / "runs" / ".it.slots").exists()


def _status(place: Path, requirement: dict[str, Any], write: dict[str, Any], asked: int | None, **more: str) -> str:
    """How the run ends that writes the name, and asks before its act of that place, which another process then answers."""
    script = [write]
    if asked is not None:
        script.insert(asked, BUY)
    document = {"goal": "Order", "surface": str(place / "shop"), "script": [*script, FINISH], "requirements": [requirement], **more}
    file = place / "task.json"
    file.write_text(json.dumps({**document, "max_steps": 8}))
    runs = ("--runs", str(place / "runs"), "--json")
    status = called("run", str(file), "--name", "it", "--approve", "none", *runs)
    if asked is None:
        return status
    assert status == "needs_approval"
    return called("approve", "it", *runs)


SHEETS = {"id": "what", "description": "What is ordered", "check": {"type": "element", "text_contains": "Details: {what}, 500"}}
COPIED = {
    "id": "copied",
    "description": "It is the name",
    "depends_on": ["what"],
    "check": {"type": "element", "name": "Name", "value": "{what}"},
}


@pytest.mark.parametrize("another_process", [False, True])
def test_a_slot_that_was_seen_to_be_a_word_that_no_trace_tells(tmp_path: Path, another_process: bool) -> None:
    script = [DETAILS, BUY, {"type": "set_text", "target": {"name": "Name"}, "text": "paper"}, FINISH]
    wants = task(SHEETS, COPIED)
    run = shop(tmp_path, script, task=wants)
    run.folder.leave_out(["paper"])
    stopped = run.running.start()
    assert run.services.achieved.state.bindings == {"what": "paper"}
    if another_process:
        close(run)
        run = shop(tmp_path, script, world=run.world, run=run.folder.name, task=wants)
        assert run.services.achieved.state.bindings == {"what": "paper"}
        assert {each.name: each.value for each in run.services.achieved.state.served_values()} == {"what": "paper"}
    assert run.running.resume(answer(stopped.request)).status == "completed"
    assert statuses(run) == {"what": "verified", "copied": "verified"}
    assert b"paper" not in run.folder.journal_file.read_bytes().split(b"\n", 1)[1].replace(b"Order paper", b"")
    assert run.folder.slots_beside.stat().st_mode & 0o777 == 0o600


def test_files_values_and_commands_tell_secrets_by_name_as_looks_do(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(f"the pin is {PIN}\n")
    (tmp_path / "raw.bin").write_bytes(b"\xff\xfe\x00")
    look = shop(tmp_path / "runs").world.observe()
    sources = NamedSources(LiveSources(look, [tmp_path], (), {"pin": PIN, "n": 1}), {"pin": PIN})
    assert sources.file("note.txt") == b"the pin is [secret:pin]\n"
    assert sources.file("raw.bin") == b"\xff\xfe\x00"
    assert sources.file("none.txt") is None
    assert (sources.stored("pin"), sources.stored("n")) == ("[secret:pin]", 1)
    assert sources.run(["cat", "note.txt"]).output == "the pin is [secret:pin]\n"
    assert probe(FileCheck(path="note.txt", contains="[secret:pin]"), sources).verdict is True
    assert probe(FileCheck(path="note.txt", contains="[secret:other]"), sources).verdict is False
