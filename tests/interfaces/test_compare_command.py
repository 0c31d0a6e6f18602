from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from lxml import html
from typer.testing import CliRunner, Result

from lumos_layer.errors import MissingExtra
from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.perception import tokens
from tests.interfaces.dumps import CHECKED, ORDERS
from tests.interfaces.terminal import on_a_terminal, piped


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    """Two dumps in two folders, with a picture and a recording beside one of them."""
    folder = tmp_path / "screens"
    (folder / "more").mkdir(parents=True)
    (folder / "orders.xml").write_text(ORDERS, "utf-8")
    (folder / "more" / "options.xml").write_text(CHECKED.replace("<Window", '<Window AutomationId="o"'), "utf-8")
    (folder / "orders.png").write_bytes(b"no picture")
    step = {"before": "orders", "after": "later", "action": {"type": "click", "target": {"name": "Gift [red]"}}}
    (folder / "steps.json").write_text(json.dumps({"steps": [step]}), "utf-8")
    return folder


@pytest.fixture
def with_a_bad_file(screens: Path) -> Path:
    (screens / "bad<b>.json").write_text('{"a": 1}', "utf-8")
    return screens


def compare(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["compare", "--jobs", "1", *map(str, arguments)], catch_exceptions=False)


def test_piped_it_is_json_that_its_schema_allows(screens: Path) -> None:
    result = compare(screens)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    Draft202012Validator(SCHEMAS["comparison.schema.json"]).validate(found)
    assert [(row["outcome"], Path(row["file"]).name, row["recall"]) for row in found["files"]] == [
        ("measured", "options.xml", {"elements": 2, "shown": 2}),
        ("measured", "orders.xml", {"elements": 2, "shown": 2}),
    ]
    assert found["files"][1]["coverage"] == {
        "steps": 1, "needed": 1, "full": 1, "full_apart": 1, "interactive": 1, "interactive_apart": 1,
    }  # fmt: skip
    assert [Path(one["of"]).name for one in found["folders"]] == ["screens", "more"]
    assert (found["tokens"], found["total"]["files"], found["total"]["shares"]["recall"]) == ("exact", 2, 1.0)


def test_a_file_that_cannot_be_compared_is_a_row_and_a_negative_answer(with_a_bad_file: Path) -> None:
    result = compare(with_a_bad_file)
    assert result.exit_code == 1
    assert result.stderr == "error: 1 of 3 files could not be compared. The comparison says why of each.\n"
    found = json.loads(result.stdout)
    Draft202012Validator(SCHEMAS["comparison.schema.json"]).validate(found)
    (failed,) = [row for row in found["files"] if row["outcome"] == "failed"]
    assert failed["error"].startswith("This is no accessibility dump of a known dialect: JSON with the keys 'a'.")
    assert (found["total"]["files"], found["total"]["failed"]) == (3, 1)


def test_csv_has_a_line_for_each_file_and_a_column_for_each_figure(with_a_bad_file: Path) -> None:
    lines = list(csv.DictReader(StringIO(compare(with_a_bad_file, "--format", "csv").stdout, newline="")))
    assert [(Path(line["file"]).name, line["outcome"], line["format"]) for line in lines] == [
        ("bad<b>.json", "failed", ""), ("options.xml", "measured", "uia"), ("orders.xml", "measured", "uia"),
    ]  # fmt: skip
    assert lines[0]["error"].startswith("This is no accessibility dump")
    assert lines[0]["full_tokens"] == lines[1]["coverage_needed"] == ""
    assert lines[2]["coverage_needed"] == "1"
    assert int(lines[2]["raw_bytes"]) == len(ORDERS.encode())


def test_a_page_loads_nothing_and_shows_names_as_they_are(with_a_bad_file: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = compare(with_a_bad_file, "--output", page)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"3 files compared, written to {page}" in result.stderr
    written = page.read_text("utf-8")
    assert not re.search(r"""(?:src|href|url|@import)\s*[=(]""", written)
    assert "default-src 'none'" in written
    document = html.fromstring(written)
    assert [svg.get("aria-label") for svg in document.iter("svg")] == [
        "Tokens of one screen",
        "Tokens of a full blueprint, by format",
        "Full blueprint beside its dump",
        "Time from a dump's bytes to the printed blueprint",
    ]
    names = ["".join(map(str, cell.itertext())) for cell in document.iterfind(".//tbody//th")]
    assert f"{with_a_bad_file.as_posix()}/bad<b>.json" in names
    assert ["options.xml" in name for name in names].count(True) == 1
    assert "<b>.json" not in written


def test_a_page_of_nothing_but_failures_has_no_plots(with_a_bad_file: Path) -> None:
    result = compare(with_a_bad_file / "bad<b>.json", "--format", "html")
    assert result.exit_code == 1
    assert "<svg" not in result.stdout
    assert "Not compared" in result.stdout


@pytest.mark.parametrize(
    ("name", "start"), [("a.csv", "file,folder,"), ("a.json", '{"tokens":'), ("a.htm", "<!doctype html>"), ("a.txt", "file ")]
)
def test_the_ending_of_the_file_says_what_is_written(screens: Path, tmp_path: Path, name: str, start: str) -> None:
    assert compare(screens, "--output", tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_text("utf-8").startswith(start)


def test_what_is_asked_for_wins_over_the_ending(screens: Path, tmp_path: Path) -> None:
    compare(screens, "--output", tmp_path / "a.txt", "--json")
    assert json.loads((tmp_path / "a.txt").read_text("utf-8"))["total"]["files"] == 2


def test_a_table_has_files_medians_and_failures(with_a_bad_file: Path) -> None:
    lines = [line.split() for line in compare(with_a_bad_file, "--format", "table").stdout.splitlines()]
    first = [line[0] for line in lines if line]
    assert first.index("file") < first.index("medians") < first.index("all") < first.index("not")
    assert ["orders.xml", "uia"] in [line[:2] for line in lines]
    assert ["bad<b>.json", "failed"] in [line[:2] for line in lines]


def test_on_a_terminal_it_is_a_table_and_a_bar(with_a_bad_file: Path) -> None:
    run = on_a_terminal("compare", "--jobs", "1", str(with_a_bad_file))
    assert run.code == 1
    printed = re.sub(r"\s+", " ", run.stdout.decode())
    assert "orders.xml uia" in printed
    assert "not compared why" in printed
    assert "shares are over all elements together" in printed


def test_estimates_work_without_a_tokenizer(screens: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> int:
        raise MissingExtra("Counting tokens exactly", "tokens")

    monkeypatch.setattr(tokens, "count", missing)
    exact, estimated = compare(screens), compare(screens, "--tokens", "estimate")
    assert (exact.exit_code, exact.stdout) == (2, "")
    assert exact.stderr.startswith("error: Counting tokens exactly needs an optional part.")
    assert json.loads(estimated.stdout)["tokens"] == "estimate"


def test_a_folder_without_dumps_is_bad_input(tmp_path: Path) -> None:
    result = compare(tmp_path)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"error: No dump is in {tmp_path}.")


def test_a_path_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert compare(tmp_path / "none").exit_code == 2


def test_a_file_that_cannot_be_written_is_bad_input(screens: Path, tmp_path: Path) -> None:
    result = compare(screens, "--output", tmp_path / "none" / "a.csv")
    assert result.exit_code == 3
    assert "No such file or directory. Name another file with --output." in result.stderr


def test_a_file_that_is_named_twice_is_compared_once(screens: Path) -> None:
    assert json.loads(compare(screens, screens / "orders.xml").stdout)["total"]["files"] == 2


def test_all_cores_give_the_same_rows(screens: Path) -> None:
    run = piped("compare", "--jobs", "2", str(screens))
    assert (run.code, run.stderr) == (0, b"")
    one, two = json.loads(compare(screens).stdout), json.loads(run.stdout)
    assert [row["sizes"] for row in one["files"]] == [row["sizes"] for row in two["files"]]
