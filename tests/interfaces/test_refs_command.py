from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS
from tests.interfaces.dumps import CHECKED, ORDERS
from tests.interfaces.terminal import on_a_terminal


def test_refs_are_json_with_the_place_in_the_dump() -> None:
    result = CliRunner().invoke(app, ["refs", "-"], input=CHECKED, catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    refs = json.loads(result.stdout)
    assert refs == {
        "A1": {
            "path": "/Window/CheckBox[1]",
            "role": "checkbox",
            "name": "Wrap lines",
            "bounds": [10, 120, 100, 30],
            "enabled": False,
            "can": ["toggle"],
        },
        "A2": {
            "path": "/Window/Button[1]",
            "role": "button",
            "name": "저장",
            "bounds": [-30, 80, 100, 30],
            "enabled": True,
            "can": ["click"],
        },
        "A3": {
            "path": "/Window",
            "role": "window",
            "name": "Options",
            "bounds": [0, 0, 640, 480],
            "enabled": None,
            "can": [],
        },
    }
    Draft202012Validator(SCHEMAS["refs.schema.json"]).validate(refs)


def test_a_box_that_the_dump_does_not_give_is_null() -> None:
    dump = '<Window Name="w" AutomationId="w"><Button Name="Go" AutomationId="go" /></Window>'
    result = CliRunner().invoke(app, ["refs", "-"], input=dump, catch_exceptions=False)
    entry = json.loads(result.stdout)["A1"]
    assert (entry["bounds"], entry["enabled"]) == (None, None)


def test_on_a_terminal_refs_are_a_table(tmp_path: Path) -> None:
    path = tmp_path / "orders.xml"
    path.write_text(ORDERS, encoding="utf-8")
    run = on_a_terminal("refs", str(path))
    assert run.code == 0
    lines = [line.split() for line in run.stdout.decode().splitlines()]
    assert lines[0][:3] == ["ref", "role", "name"]
    assert lines[2][:4] == ["A2", "button", "Gift", "[red]"]
