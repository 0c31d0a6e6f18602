from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from lumos_layer.errors import MissingExtra
from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.perception import tokens
from tests.interfaces.dumps import ORDERS
from tests.interfaces.terminal import on_a_terminal, piped


@pytest.fixture
def orders(tmp_path: Path) -> str:
    path = tmp_path / "orders.xml"
    path.write_text(ORDERS, encoding="utf-8")
    return str(path)


def lumos(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)


def test_a_piped_blueprint_is_one_line_of_compact_json(orders: str) -> None:
    result = lumos("blueprint", orders)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        '{"surface":"main","title":"Orders","size":[640,480],"refs":"A","root":"A3","omitted":{"offscreen":1},'
        '"ui":["Orders of today",["button","1 주문 저장","2 Gift [red]"]]}\n'
    )


def test_the_object_form_is_json_with_full_refs(orders: str) -> None:
    result = lumos("blueprint", orders, "--form", "object")
    assert result.exit_code == 0
    shown = json.loads(result.stdout)
    assert shown["root"] == "A3"
    assert [item["ref"] for item in shown["items"] if item["kind"] == "element"] == ["A1", "A2"]


@pytest.mark.parametrize(("form", "schema"), [("compact", "blueprint-compact.schema.json"), ("object", "blueprint.schema.json")])
@pytest.mark.parametrize("view", ["full", "outline", "interactive", "auto"])
def test_what_is_printed_is_valid_by_the_published_schema(orders: str, form: str, schema: str, view: str) -> None:
    printed = json.loads(lumos("blueprint", orders, "--form", form, "--view", view).stdout)
    Draft202012Validator(SCHEMAS[schema]).validate(printed)


def test_a_dash_reads_standard_input(orders: str) -> None:
    result = lumos("blueprint", "-", stdin=ORDERS.encode())
    assert result.exit_code == 0
    assert result.stdout == lumos("blueprint", orders).stdout


def test_the_interactive_view_shows_no_text(orders: str) -> None:
    shown = json.loads(lumos("blueprint", orders, "--view", "interactive").stdout)
    assert shown["view"] == "interactive"
    assert shown["ui"] == [["button", "1 주문 저장", "2 Gift [red]"]]


def test_boxes_are_printed_on_request(orders: str) -> None:
    centres = json.loads(lumos("blueprint", orders, "--boxes", "centre").stdout)
    assert centres["ui"][1][:3] == ["button", "1 주문 저장", [60, 95]]
    boxes = json.loads(lumos("blueprint", orders, "--boxes", "box").stdout)
    assert boxes["ui"][1][:3] == ["button", "1 주문 저장", [10, 80, 100, 30]]


def test_a_search_shows_what_matches(orders: str) -> None:
    found = lumos("blueprint", orders, "--find", "gift")
    assert "2.button Gift [red]" in found.stdout
    assert "저장" not in found.stdout


def test_a_part_is_shown_by_its_ref(orders: str) -> None:
    part = json.loads(lumos("blueprint", orders, "--ref", "A2").stdout)
    assert part["view"] == "subtree"
    assert part["ui"] == ["2.button Gift [red]"]


def test_sizes_go_to_standard_error_with_exact_tokens(orders: str) -> None:
    result = lumos("blueprint", orders, "--sizes")
    json.loads(result.stdout)
    assert result.stderr.startswith(f"dump: {len(ORDERS.encode()):,} bytes, ")
    assert f"; blueprint: {len(result.stdout.encode()) - 1:,} bytes, " in result.stderr
    assert "about" not in result.stderr


def test_a_dump_read_as_a_dialect_that_it_is_not_is_bad_input(orders: str) -> None:
    result = lumos("blueprint", orders, "--format", "cdp")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("error: ")


def test_on_a_terminal_people_see_lines_and_sizes(orders: str) -> None:
    run = on_a_terminal("blueprint", orders)
    assert run.code == 0
    assert run.stdout.decode().splitlines()[:4] == [
        "{",
        '  "surface": "main",',
        '  "title": "Orders",',
        '  "size": [640,480],',
    ]
    assert json.loads(run.stdout) == json.loads(lumos("blueprint", orders).stdout)
    assert b" tokens; blueprint: " in run.stderr
    assert b"about" in run.stderr


def test_on_a_terminal_json_is_plain_when_asked_for(orders: str) -> None:
    run = on_a_terminal("blueprint", orders, "--json")
    assert run.stdout.decode() == lumos("blueprint", orders).stdout
    assert run.stderr == b""


def test_output_is_utf_8_in_every_locale(orders: str) -> None:
    run = piped("blueprint", orders, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert run.code == 0
    assert '"1 주문 저장"' in run.stdout.decode("utf-8")


def test_a_budget_can_be_kept_by_estimate_where_there_is_no_tokenizer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_tokenizer(text: str) -> int:
        raise MissingExtra("Counting tokens exactly", "tokens")

    monkeypatch.setattr(tokens, "count", no_tokenizer)
    page = tmp_path / "page.xml"
    page.write_text('<RootWebArea name="p"><button name="Save"/><button name="Send"/></RootWebArea>')
    done = CliRunner().invoke(app, ["blueprint", str(page), "--budget", "60", "--tokens", "estimate"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["ui"] == [["button", "1 Save", "2 Send"]]
