"""`lumos policy`: what a policy answers, and whether a file is one."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
from typer.testing import CliRunner, Result

from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS


def lumos(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


def test_explain_prints_the_decision_table_of_the_default_policy() -> None:
    table = json.loads(lumos("policy", "explain").stdout)
    jsonschema.Draft202012Validator(SCHEMAS["policy-table.schema.json"]).validate(table)
    assert table["policy"] == "default"
    assert {row["sensitive"]: row["verdict"] for row in table["classes"]}["send"] == "ask"


def test_explain_prints_the_table_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("name: mine\nsensitive: {send: deny}\n")
    table = json.loads(lumos("policy", "explain", str(tmp_path / "p.yaml"), "--json").stdout)
    assert table["policy"] == "mine"
    assert [row["sensitive"] for row in table["classes"] if row["verdict"] == "deny"] == ["send"]


def test_check_says_what_a_policy_gives(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("name: mine\nedits: ask\n")
    result = lumos("policy", "check", str(tmp_path / "p.yaml"))
    assert (result.exit_code, json.loads(result.stdout)) == (0, {"policy": "mine", "given": ["edits", "name"]})


def test_check_refuses_what_is_no_policy_with_line_and_field(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("name: mine\nedist: ask\n")
    result = lumos("policy", "check", str(tmp_path / "p.yaml"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "line 2, edist: there is no 'edist'; nearest: edits" in " ".join(result.stderr.split())
