from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS

DUMP = """<Window Name="Orders" AutomationId="main" x="-100" y="0" width="300" height="100">
  <Button Name="Save" x="10" y="10" width="40" height="20"/>
  <Button Name="Undo" x="10" y="50" width="40" height="20"/>
  <Group Name="cover" AutomationId="cover" x="0" y="40" width="100" height="60"/>
</Window>"""


@pytest.fixture
def dump(tmp_path: Path) -> str:
    file = tmp_path / "orders.xml"
    file.write_text(DUMP, "utf-8")
    return str(file)


def run(*arguments: str) -> tuple[int, Any, str]:
    result = CliRunner().invoke(app, ["point", *arguments])
    answer = json.loads(result.stdout) if result.stdout.startswith("{") else None
    if answer is not None:
        Draft202012Validator(SCHEMAS["hit.schema.json"]).validate(answer)
    return result.exit_code, answer, result.stderr


def test_a_point_gives_what_it_hits(dump: str) -> None:
    code, answer, _ = run(dump, "12.7", "12")
    assert (code, answer["point"], answer["element"]["name"], answer["actionable"]["ref"]) == (0, [12, 12], "Save", "A1")
    assert [around["name"] for around in answer["ancestors"]] == ["Orders"]


def test_coordinates_may_be_negative(dump: str) -> None:
    code, answer, _ = run(dump, "-50", "5")
    assert (code, answer["element"]["name"]) == (0, "Orders")


def test_a_point_on_nothing_ends_with_1_and_says_why(dump: str) -> None:
    code, answer, _ = run(dump, "-500", "5")
    assert (code, answer["element"], answer["reason"]) == (1, None, "outside")


def test_near_finds_what_is_nearby(dump: str) -> None:
    code, answer, _ = run(dump, "55", "20", "--near", "10")
    assert (code, answer["near"], answer["actionable"]["name"], answer["distance"]) == (0, True, "Save", 6.0)


def test_a_window_can_be_looked_at_alone(dump: str) -> None:
    code, answer, _ = run(dump, "20", "60", "--window", "A2")
    assert (code, answer["element"]["name"]) == (0, "Undo")


def test_a_ref_gives_the_point_to_click(dump: str) -> None:
    code, answer, _ = run(dump, "A1")
    assert (code, answer["point"], answer["refused"]) == (0, [30, 20], None)


def test_a_ref_that_no_click_reaches_ends_with_1_and_says_why(dump: str) -> None:
    code, answer, said = run(dump, "A2")
    assert (code, answer["point"], answer["refused"], answer["covered_by"]) == (1, None, "covered", "group 'cover'")
    assert "A2 cannot be clicked" in said


@pytest.mark.parametrize(
    "wrong", [("here", "5"), ("1", "2", "3"), ("A1", "--near", "5"), ("A1", "--window", "A2"), ("--bogus", "1")]
)
def test_what_is_no_place_is_wrong_usage(dump: str, wrong: tuple[str, ...]) -> None:
    assert run(dump, *wrong)[0] == 2


def test_an_unknown_ref_ends_with_1(dump: str) -> None:
    code, answer, said = run(dump, "A99")
    assert (code, answer) == (1, None)
    assert "No element has the ref" in said


def test_one_number_is_no_place(dump: str) -> None:
    code, _, said = run(dump, "120")
    assert code == 2
    assert "is one number" in said
