"""`lumos runs`, `lumos show`, `lumos watch` and `lumos replay RUN`, run as a person runs them."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.planning.task import Task
from lumos_layer.trace.events import Intent
from lumos_layer.trace.replaying import digest
from lumos_layer.trace.reports import write_report
from lumos_layer.trace.runs import Runs
from tests.interfaces.terminal import LUMOS, Run, environment, on_a_terminal, piped
from tests.trace.given import Drive


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where runs are: one that has ended."""
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path / "runs"))
    with Runs().create(Task(goal="Read the invoice"), name="letters") as run:
        drive = Drive(run)
        drive.look()
        drive.act({"type": "click", "ref": drive.ref("Invoice 2024-117")}, "a1")
        drive.end(summary="It is read.")
        write_report(run)
    return tmp_path / "runs"


def lines(run: Run) -> list[Any]:
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_runs_are_listed(root: Path) -> None:
    run = piped("runs")
    (line,) = lines(run)
    assert (run.code, run.stderr) == (0, b"")
    assert {name: line[name] for name in ("run", "status", "goal", "steps", "pid")} == {
        "run": "letters",
        "status": "completed",
        "goal": "Read the invoice",
        "steps": 1,
        "pid": None,
    }
    shown = on_a_terminal("runs").stdout.decode()
    assert "letters" in shown
    assert "Read the invoice" in shown


def test_where_there_are_no_runs_none_are_listed(tmp_path: Path) -> None:
    run = piped("runs", "--runs", str(tmp_path / "none"))
    assert (run.code, run.stdout) == (0, b"")
    assert not (tmp_path / "none").exists()


def test_a_run_that_is_not_there_is_named(root: Path) -> None:
    for command in ("show", "watch"):
        run = piped(command, "leters")
        assert run.code == 1
        assert b"There is no run 'leters'. Nearest: letters." in run.stderr


def test_a_run_is_shown_as_a_page_that_only_its_owner_can_read(root: Path, tmp_path: Path) -> None:
    run = piped("show", "last")
    (answer,) = lines(run)
    page = root / "letters" / "run.html"
    assert answer == {"run": "letters", "output": str(page), "bytes": page.stat().st_size}
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert piped("show", "letters", "--output", "-").stdout == page.read_bytes()
    piped("show", "letters", "--output", str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").read_bytes() == page.read_bytes()


def test_a_run_that_has_ended_is_watched_to_its_end(root: Path) -> None:
    run = piped("watch", "letters")
    found = lines(run)
    assert run.code == 0
    assert [line["seq"] for line in found] == list(range(1, len(found) + 1))
    assert [line["event"]["kind"] for line in found] == [
        "run_started",
        "observed",
        "planned",
        "reviewed",
        "intent",
        "outcome",
        "observed",
        "run_ended",
    ]
    validator = Draft202012Validator(SCHEMAS["event.schema.json"])
    assert [list(validator.iter_errors(line["event"])) for line in found] == [[]] * len(found)
    shown = on_a_terminal("watch", "letters").stdout.decode()
    assert "planned click A11 option 'Invoice 2024-117'" in shown
    assert "ended: completed. It is read." in shown


def test_a_run_is_watched_while_it_is_driven(root: Path) -> None:
    with Runs().create(Task(goal="Read"), name="now") as run:
        drive = Drive(run)
        command = [*LUMOS, "watch", "now", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as process:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["event"]["kind"] == "run_started"
            drive.look()
            assert json.loads(process.stdout.readline())["event"]["kind"] == "observed"
            drive.end("needs_approval")
            assert json.loads(process.stdout.readline())["event"]["status"] == "needs_approval"
            assert process.wait(20) == 4


CUT_OFF = """
import os, signal, sys
from lumos_layer.planning.task import Task
from lumos_layer.trace.events import Intent
from lumos_layer.trace.runs import Runs
run = Runs().create(Task(goal="Read"), name="cut")
run.memory.begin("a1")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_watching_ends_where_a_run_was_cut_off(root: Path) -> None:
    subprocess.run([sys.executable, "-c", CUT_OFF], env=environment(), check=False)
    run = piped("watch", "cut")
    assert (run.code, [line["event"]["kind"] for line in lines(run)]) == (1, ["intent"])
    assert lines(piped("runs"))[0]["status"] == "interrupted"
    assert lines(piped("replay", "cut"))[0]["begun"] == ["a1"]


@pytest.mark.parametrize("options", [(), ("--new",)])
def test_watching_a_run_without_a_journal_says_so(root: Path, options: tuple[str, ...]) -> None:
    (root / "letters" / "journal.jsonl").unlink()
    run = piped("watch", "letters", *options)
    assert (run.code, run.stdout) == (3, b"")
    assert "journal.jsonl cannot be gone on with: it is missing" in run.stderr.decode()


def test_a_run_is_made_again_from_its_journal(root: Path) -> None:
    run = piped("replay", "letters")
    (answer,) = lines(run)
    assert (run.code, run.stderr) == (0, b"")
    assert (answer["run"], answer["status"], answer["steps"], answer["problems"]) == ("letters", "completed", 1, [])
    assert list(answer["observations"]) == ["o1", answer["final"]["main"]]
    assert answer["outcomes"]["a1"]["outcome"] == "done"
    assert piped("replay", str(root / "letters")).stdout == run.stdout
    assert "The journal leads to the same state again." in on_a_terminal("replay", "letters").stdout.decode()


def test_where_the_report_differs_from_the_journal_is_said(root: Path) -> None:
    report = root / "letters" / "report.json"
    said = json.loads(report.read_text())
    report.write_text(json.dumps({**said, "status": "failed"}))
    run = piped("replay", "letters")
    assert run.code == 1
    assert lines(run)[0]["problems"] == [{"seq": 0, "what": "status", "wanted": '"failed"', "found": '"completed"'}]


def test_the_actions_of_a_run_are_done_again_and_what_is_not_as_it_was_is_said(root: Path) -> None:
    mail, settings = (str(Path(__file__).parents[2] / "blueprints" / app) for app in ("mail", "settings"))
    same = piped("replay", "letters", "--on", mail)
    assert (same.code, lines(same)[0]["problems"]) == (0, [])
    other = piped("replay", "letters", "--on", settings)
    assert other.code == 1
    assert [(each["seq"], each["what"]) for each in lines(other)[0]["problems"]] == [
        (2, "look o1"),
        (6, "outcome of a1"),
        (7, "look o2"),
    ]
    assert piped("replay", str(root.parent), "--on", mail).code == 2


def test_a_damaged_journal_is_bad_input(root: Path) -> None:
    journal = root / "letters" / "journal.jsonl"
    content = bytearray(journal.read_bytes())
    content[len(content) // 2] ^= 1
    journal.write_bytes(content)
    for command in (("replay", "letters"), ("show", "letters"), ("watch", "letters")):
        run = piped(*command)
        assert run.code == 3
        assert b"is damaged" in run.stderr
    assert lines(piped("runs"))[0]["status"] == "damaged"


def test_a_run_that_began_an_act_twice_is_said_to_differ(root: Path) -> None:
    with Runs().open("letters") as run:
        run.journal.append(Intent(action_id="a1"))
        (root / "letters" / "report.json").unlink()
    found = piped("replay", "letters")
    assert found.code == 1
    assert [each["found"] for each in lines(found)[0]["problems"]] == ["begun again"]


def test_the_digest_of_a_look_is_the_same_in_every_process(root: Path) -> None:
    with Runs().create(Task(goal="Look"), name="once") as run:
        look = Drive(run).look()
    assert lines(piped("replay", "once"))[0]["observations"] == {"o1": digest(look)}
