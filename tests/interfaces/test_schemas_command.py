from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS


def schemas(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["schemas", *arguments], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "schemas"
    assert schemas("--dir", str(folder)).exit_code == 0
    return folder


def test_writing_makes_one_file_for_each_schema(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == set(SCHEMAS)
    for name, schema in SCHEMAS.items():
        assert json.loads((folder / name).read_text("utf-8")) == json.loads(json.dumps(schema))


def test_writing_again_changes_nothing(folder: Path) -> None:
    result = schemas("--dir", str(folder))
    assert json.loads(result.stdout) == {"written": [], "unchanged": list(SCHEMAS)}


def test_files_just_written_pass_the_check(folder: Path) -> None:
    result = schemas("--check", "--dir", str(folder))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {"missing": [], "changed": [], "unknown": []}


def test_a_changed_a_missing_and_an_unknown_file_are_told_apart(folder: Path) -> None:
    changed, missing = list(SCHEMAS)[:2]
    (folder / changed).write_text("{}", "utf-8")
    (folder / missing).unlink()
    (folder / "stranger.json").write_text("{}", "utf-8")
    result = schemas("--check", "--dir", str(folder))
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"missing": [missing], "changed": [changed], "unknown": ["stranger.json"]}
    assert result.stderr.startswith("error: The files in ")


def test_the_check_writes_nothing(tmp_path: Path) -> None:
    result = schemas("--check", "--dir", str(tmp_path / "none"))
    assert result.exit_code == 1
    assert not (tmp_path / "none").exists()


def test_a_folder_that_cannot_be_made_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = schemas("--dir", str(tmp_path / "file"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"error: Cannot use {tmp_path / 'file'}: File exists.")


def test_the_schema_for_one_screen_has_its_refs_and_is_written_nowhere(tmp_path: Path) -> None:
    result = schemas("--for", str(Path(__file__).parents[2] / "blueprints/login/dump.json"), "--dir", str(tmp_path / "none"))
    assert (result.exit_code, result.stderr) == (0, "")
    schema = json.loads(result.stdout)
    valid = Draft202012Validator(schema).is_valid
    assert valid({"action": {"type": "click", "ref": "W6"}})
    assert not valid({"action": {"type": "click", "ref": "W60"}})
    assert not (tmp_path / "none").exists()


def test_no_schema_for_what_is_no_dump(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("nothing", "utf-8")
    assert schemas("--for", str(tmp_path / "file")).exit_code == 3
