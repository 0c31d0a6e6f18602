from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lumos_layer.interfaces.cli import app
from tests.interfaces.terminal import on_a_terminal
from tests.screens import button, field, text, window

REST = [button(f"Button number {n}", f"2.{n}", 300 + n) for n in range(20)]
BEFORE = window(button("Save", "1.1"), field("Title", "1.2", "a"), text("Loading", "1.3"), *REST)
AFTER = window(button("Save", "1.1"), field("Title", "1.2", "b"), button("Copy", "1.4", 120), *REST)


@pytest.fixture
def dumps(tmp_path: Path) -> tuple[str, str]:
    before, after = tmp_path / "before.xml", tmp_path / "after.xml"
    before.write_bytes(BEFORE)
    after.write_bytes(AFTER)
    return str(before), str(after)


def lumos(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)


DELTA = '{"changed":[[2,"a","b"]],"removed":["Loading"],"added":[{"after":2,"ui":["24.button Copy"]}]}\n'


def test_a_piped_difference_is_a_delta(dumps: tuple[str, str]) -> None:
    result = lumos("diff", *dumps)
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", DELTA)


def test_blueprint_since_gives_the_same_delta(dumps: tuple[str, str]) -> None:
    before, after = dumps
    assert lumos("blueprint", after, "--since", before).stdout == DELTA


def test_the_later_dump_may_come_from_standard_input(dumps: tuple[str, str]) -> None:
    assert lumos("diff", dumps[0], "-", stdin=AFTER).stdout == DELTA


def test_both_from_standard_input_is_wrong_usage() -> None:
    assert lumos("diff", "-", "-", stdin=AFTER).exit_code == 2
    assert lumos("blueprint", "-", "--since", "-", stdin=AFTER).exit_code == 2


def test_people_see_a_line_for_each_change(dumps: tuple[str, str]) -> None:
    shown = on_a_terminal("diff", *dumps)
    assert shown.code == 0
    assert shown.stdout.decode() == "- 'Loading'\n+ A24 button 'Copy'\n~ A2 textbox 'Title': value was 'a', is 'b'\n"


def test_people_are_told_that_nothing_changed(dumps: tuple[str, str]) -> None:
    shown = on_a_terminal("diff", dumps[0], dumps[0])
    assert (shown.code, shown.stdout) == (0, b"")
    assert b"Nothing that is shown has changed." in shown.stderr


def test_people_see_another_window_whole(dumps: tuple[str, str], tmp_path: Path) -> None:
    other = tmp_path / "other.xml"
    other.write_bytes(window(button("Play", "9.1"), button("Pause", "9.2", 40), name="Player", id="9"))
    shown = on_a_terminal("diff", dumps[0], str(other))
    assert b"Another page or window is shown." in shown.stderr
    assert b'"Play"' not in shown.stdout
    assert b"Play" in shown.stdout


def test_an_edit_script_can_be_had_instead(dumps: tuple[str, str]) -> None:
    script = json.loads(lumos("diff", *dumps, "--form", "script").stdout)
    assert {"before", "after", "checksum"} <= script.keys()


def test_moves_are_told_where_boxes_are_asked_for(dumps: tuple[str, str], tmp_path: Path) -> None:
    moved = tmp_path / "moved.xml"
    moved.write_bytes(BEFORE.replace(b'y="40"', b'y="44"'))
    assert json.loads(lumos("diff", dumps[0], str(moved)).stdout) == {"same": True}
    said = json.loads(lumos("diff", dumps[0], str(moved), "--boxes", "centre").stdout)
    assert said == {"shifted": [[2, 2, 0, 4]]}


def test_a_delta_has_no_object_form(dumps: tuple[str, str]) -> None:
    result = lumos("blueprint", dumps[1], "--since", dumps[0], "--form", "object")
    assert result.exit_code == 2


def test_a_dump_that_cannot_be_read_is_bad_input(dumps: tuple[str, str], tmp_path: Path) -> None:
    assert lumos("diff", dumps[0], str(tmp_path / "none.xml")).exit_code == 3


@pytest.mark.parametrize("counting", ["exact", "estimate"])
def test_a_difference_that_does_not_fit_its_budget_is_what_blueprint_since_makes_of_it(
    dumps: tuple[str, str], counting: str
) -> None:
    assert lumos("diff", *dumps, "--budget", "200", "--tokens", counting).stdout == DELTA
    for budget in ("5", "15"):
        options = ("--budget", budget, "--tokens", counting)
        told, other = lumos("diff", *dumps, *options), lumos("blueprint", dumps[1], "--since", dumps[0], *options)
        assert told.stdout != DELTA
        assert (told.exit_code, told.stdout, told.stderr) == (other.exit_code, other.stdout, other.stderr)


def test_an_edit_script_has_no_budget(dumps: tuple[str, str]) -> None:
    refused = lumos("diff", *dumps, "--form", "script", "--budget", "30")
    assert (refused.exit_code, "--budget" in refused.stderr) == (2, True)
