"""A run on each type of environment, as `lumos run` does it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app

ROOT = Path(__file__).parents[2]

# Type, surface, steps, what is done; with the status that it ends with.
RUNS: tuple[tuple[str, str, tuple[str, ...], list[str], str], ...] = (
    (
        "browser",
        "blueprints/login/dump.json",
        ("set User name to ann", "check Keep me signed in"),
        ["set_text", "set_checked"],
        "completed",
    ),
    ("desktop", "blueprints/editor", ('type "milk" into Text editor',), ["set_text"], "completed"),
    ("mobile", "tests/evaluation/foreign_endings/android-text.xml", ("set City to Hamburg",), ["set_text"], "completed"),
    ("multimodal", "blueprints/invoice", ("copy the total of the invoice into Amount",), ["set_text"], "completed"),
    ("simulated_physical", "blueprints/greenhouse/notes.json", ("verify that the water valve is closed",), [], "completed"),
)


def ran(tmp_path: Path, *arguments: str) -> Any:
    result = CliRunner().invoke(
        app, ["run", *arguments, "--runs", str(tmp_path / "runs"), "--approve", "none"], catch_exceptions=False
    )
    return json.loads(result.stdout)


@pytest.mark.parametrize(("kind", "surface", "steps", "verbs", "status"), RUNS, ids=[run[0] for run in RUNS])
def test_a_run_goes_to_its_end(
    tmp_path: Path, kind: str, surface: str, steps: tuple[str, ...], verbs: list[str], status: str
) -> None:
    document = {"goal": "As the steps say", "surface": str(ROOT / surface), "environment_type": kind, "steps": steps}
    (tmp_path / "task.json").write_text(json.dumps(document), "utf-8")
    said = ran(tmp_path, str(tmp_path / "task.json"))
    assert (said["status"], [action["action"]["type"] for action in said["report"].get("completed", [])]) == (status, verbs)


def test_a_press_that_nothing_came_of_is_not_called_done(tmp_path: Path) -> None:
    said = ran(tmp_path, "click Profile", "--on", str(ROOT / "tests/goldens/android/rows.xml"))
    assert (said["status"], said["summary"]) == (
        "failed",
        "Not all of it has been shown to hold. step-1: only the focus has moved.",
    )


def test_the_greenhouse_is_read_and_nothing_is_done(tmp_path: Path) -> None:
    said = ran(tmp_path, str(ROOT / "blueprints/greenhouse/task.json"))
    assert (said["status"], "completed" in said["report"]) == ("completed", False)


def test_what_is_seen_only_dimly_is_asked_about(tmp_path: Path) -> None:
    notes = json.loads((ROOT / "blueprints/greenhouse/notes.json").read_text("utf-8"))
    for note in notes["notes"]:
        note["confidence"] = 0.2
    (tmp_path / "notes.json").write_text(json.dumps(notes), "utf-8")
    said = ran(tmp_path, "verify that the water valve is closed", "--on", str(tmp_path / "notes.json"))
    assert said["status"] == "needs_approval"
    assert "confidence of 0.20" in said["summary"]
