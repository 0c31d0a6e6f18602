from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS
from tests.interfaces.dumps import ORDERS
from tests.interfaces.terminal import on_a_terminal

TROUBLED = """<Window Name="Options" AutomationId="o" x="0" y="0" width="640" height="480">
  <Button Name="" x="10" y="10" width="80" height="20"/>
  <Button Name="Edit" x="10" y="40" width="80" height="20"/>
  <Button Name="Edit" x="10" y="70" width="80" height="20"/>
  <Button Name="[bold]Lost" x="10" y="100" width="0" height="0"/>
</Window>"""


def doctor(dump: str, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["doctor", "-", *arguments], input=dump, catch_exceptions=False)


def test_a_screen_in_order_has_no_findings_and_a_good_exit() -> None:
    result = doctor(ORDERS)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "[]\n", "")


def test_findings_are_json_that_the_schema_allows_and_a_negative_answer() -> None:
    result = doctor(TROUBLED)
    assert (result.exit_code, result.stderr) == (1, "")
    findings = json.loads(result.stdout)
    Draft202012Validator(SCHEMAS["findings.schema.json"]).validate(findings)
    assert [(finding["kind"], finding["refs"], finding["path"]) for finding in findings] == [
        ("unnamed", ["A1"], "/Window/Button[1]"),
        ("duplicate", ["A2", "A3"], "/Window/Button[2]"),
        ("zero_size", [], "/Window/Button[4]"),
    ]


def test_a_damaged_dump_is_told_once() -> None:
    result = doctor('<Window Name="W" AutomationId="w"><Text Name="cut off"')
    assert (result.exit_code, result.stderr) == (1, "")
    assert [finding["kind"] for finding in json.loads(result.stdout)] == ["damaged"]


def test_what_is_no_dump_is_bad_input() -> None:
    result = doctor("only words")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("error: This is no accessibility dump of a known dialect")


def test_on_a_terminal_findings_stand_by_kind_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "options.xml"
    path.write_text(TROUBLED, "utf-8")
    run = on_a_terminal("doctor", str(path))
    assert run.code == 1
    assert run.stdout.decode() == (
        "Elements without a name (1)\n"
        "  The button (A1) has no name, no help text and no words inside.\n"
        "  → Tell it by its place. Its developers can name it: aria-label, AutomationProperties.Name, contentDescription.\n"
        "\n"
        "Elements that are all the same (1)\n"
        "  The button “Edit” (A2) cannot be told from A3: same role, name and place in the structure.\n"
        "  → Tell them apart by order or place. Their developers can say in each name what it is for.\n"
        "\n"
        "Elements without area (1)\n"
        "  The button “[bold]Lost” is said to be visible but has no area. /Window/Button[4]\n"
        "  → It cannot be pointed at: look for its visible part.\n"
    )


def test_on_a_terminal_a_screen_in_order_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "orders.xml"
    path.write_text(ORDERS, "utf-8")
    run = on_a_terminal("doctor", str(path))
    assert (run.code, run.stdout.decode()) == (0, "Nothing is wrong with this screen that its tree could tell.\n")
