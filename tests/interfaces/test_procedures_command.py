"""`lumos procedures`: recorded from a run, listed, shown, and gone again by `lumos run --procedures`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS

ROOT = Path(__file__).parents[2]


def called(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


def task(tmp_path: Path, purpose: str) -> Path:
    check = {"type": "element", "role": "textbox", "name": "Purpose", "value": purpose}
    document = {
        "goal": f'Write "{purpose}" into Purpose',
        "surface": str(ROOT / "blueprints/invoice"),
        "requirements": [{"id": "written", "description": f"Purpose says {purpose}", "check": check}],
    }
    path = tmp_path / f"{purpose}.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_a_run_is_recorded_listed_shown_and_gone_again(tmp_path: Path) -> None:
    runs, folder = ("--runs", tmp_path / "runs"), ("--in", tmp_path / "procedures")
    assert json.loads(called("run", task(tmp_path, "posters"), *runs).stdout)["status"] == "completed"
    made = json.loads(called("procedures", "record", "last", "--name", "purpose", *folder, *runs).stdout)
    assert made == {"procedure": "purpose", "file": str(tmp_path / "procedures/purpose.json"), "steps": 1}
    listed = called("procedures", "list", *folder).stdout.splitlines()
    assert [json.loads(line) for line in listed] == [
        {"name": "purpose", "goal": 'Write "{purpose}" into Purpose', "takes": ["purpose"], "steps": 1}
    ]
    shown = json.loads(called("procedures", "show", "purpose", *folder).stdout)
    Draft202012Validator(SCHEMAS["procedure.schema.json"]).validate(shown)
    assert shown["proved"] == ["Purpose says {purpose}"]
    again = json.loads(called("run", task(tmp_path, "cards"), "--procedures", tmp_path / "procedures", *runs).stdout)
    assert again["status"] == "completed"
    assert again["summary"] == "The procedure purpose has been gone through. What holds now is to be seen on the screen."
    assert [(each["action"]["type"], each["action"]["text"]) for each in again["report"]["completed"]] == [("set_text", "cards")]


def test_what_cannot_be_recorded_or_found_is_said(tmp_path: Path) -> None:
    runs, folder = ("--runs", tmp_path / "runs"), ("--in", tmp_path / "procedures")
    document = {"goal": "click nothing at all", "surface": str(ROOT / "blueprints/invoice")}
    (tmp_path / "vain.json").write_text(json.dumps(document), "utf-8")
    called("run", tmp_path / "vain.json", *runs, "--approve", "none")
    refused = called("procedures", "record", "last", *folder, *runs)
    assert refused.exit_code == 1
    assert "only what led to its goal is worth going again" in refused.stderr
    unknown = called("procedures", "show", "purpose", *folder)
    assert (unknown.exit_code, "There is no procedure 'purpose'." in unknown.stderr) == (1, True)
    missing = called("run", task(tmp_path, "cards"), "--procedures", tmp_path / "none", *runs)
    assert (missing.exit_code, "there is no folder of procedures" in missing.stderr) == (3, True)


def test_a_damaged_procedure_is_named_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"name": "bad", "goal": "g", "steps": []}', "utf-8")
    refused = called("run", task(tmp_path, "cards"), "--procedures", tmp_path, "--runs", tmp_path / "runs")
    assert refused.exit_code == 3
    assert "bad.json is no procedure: steps: " in refused.stderr
    assert not (tmp_path / "runs").exists()
