from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app
from tests.interfaces.dumps import ORDERS
from tests.interfaces.terminal import on_a_terminal


def test_refs_are_json_with_the_place_in_the_dump() -> None:
    result = CliRunner().invoke(app, ["refs", "-"], input=ORDERS, catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {
        "A1": {
            "path": "/Window/Button[1]",
            "role": "button",
            "name": "주문 저장",
            "bounds": [10, 80, 100, 30],
            "enabled": True,
            "can": ["click"],
        },
        "A2": {
            "path": "/Window/CheckBox[1]",
            "role": "checkbox",
            "name": "Gift [red]",
            "bounds": [10, 120, 100, 30],
            "enabled": False,
            "can": ["toggle"],
        },
        "A3": {
            "path": "/Window",
            "role": "window",
            "name": "Orders",
            "bounds": [0, 0, 640, 480],
            "enabled": None,
            "can": [],
        },
    }


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
    assert lines[2][:4] == ["A2", "checkbox", "Gift", "[red]"]
