"""What `make demo` plays: blueprints/browser/demo.actions on a simulated browser, and the task blueprints/invoice/task.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app

INVOICE = Path(__file__).parents[2] / "blueprints" / "invoice" / "task.json"
BROWSER = Path(__file__).parents[2] / "blueprints" / "browser"


def test_the_demo_fills_a_form_and_shows_the_refusal_of_a_wrong_action() -> None:
    actions = (BROWSER / "demo.actions").read_text("utf-8")
    command = ["sim", str(BROWSER), "--secrets", str(BROWSER / "demo-secrets.json")]
    played = CliRunner().invoke(app, command, input=actions, catch_exceptions=False)
    outcomes = [json.loads(line) for line in played.stdout.splitlines()[1:]]
    assert [outcome["outcome"] for outcome in outcomes] == ["done", "done", "rejected", *["done"] * 7]
    assert outcomes[2]["violations"][0]["message"].startswith("W35 (checkbox 'I accept the terms') cannot take set_text")
    assert outcomes[6]["delta"]["changed"][-1] == [32, "Choose one", "Kenya"]
    assert outcomes[-1]["delta"]["title"] == "Welcome"
    assert "a made-up one" not in played.stdout


def test_the_demo_copies_an_invoice_and_asks_before_it_submits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B72: the amount is read in one window, entered in the other, seen there; the submit waits for a person."""
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path))
    run = CliRunner().invoke(app, ["run", str(INVOICE), "--approve", "none"], catch_exceptions=False)
    said = json.loads(run.stdout)
    assert (run.exit_code, said["status"]) == (4, "needs_approval")
    assert {"Amount: “1,284.50”", "Invoice number: “2024-117”"} <= set(said["approval"]["evidence"])
    assert said["approval"]["element"] == "button “Submit request”, in “Reimbursement 경비 청구”"
    approved = CliRunner().invoke(app, ["approve", "last"], catch_exceptions=False)
    ended = json.loads(approved.stdout)
    assert (approved.exit_code, ended["status"]) == (0, "completed")
    assert [action["verified"] for action in ended["report"]["completed"]] == [True] * 7
    assert ended["report"]["completed"][-1]["approved_by"] == "lumos approve"
    shown = CliRunner().invoke(app, ["show", "last"], catch_exceptions=False)
    assert Path(json.loads(shown.stdout)["output"]).is_file()
