"""What `make demo` plays on a simulated browser: blueprints/browser/demo.actions."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app

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
