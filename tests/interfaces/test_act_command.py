"""`lumos act`, run as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.terminal import Run, on_a_terminal, piped

WINDOW = """<Window Name="Sign in" RuntimeId="42.1" IsEnabled="True" x="0" y="0" width="400" height="300">
<Edit Name="Name" AutomationId="name" Value="ann" IsReadOnly="False" x="10" y="10" width="200" height="30"/>
<CheckBox Name="Stay" AutomationId="stay" ToggleState="0" x="10" y="50" width="200" height="30"/>
<Button Name="Next" AutomationId="next" IsEnabled="False" x="10" y="90" width="200" height="30"/>
</Window>"""
SET = '{"type": "set_text", "ref": "A1", "text": "bob"}'


@pytest.fixture
def window(tmp_path: Path) -> str:
    file = tmp_path / "window.xml"
    file.write_text(WINDOW, "utf-8")
    return str(file)


def said(run: Run) -> Any:
    return json.loads(run.stdout.splitlines()[0])


def test_an_action_is_done_and_what_changed_is_printed(window: str) -> None:
    run = piped("act", window, SET)
    assert (run.code, run.stderr) == (0, b"")
    assert said(run) == {
        "outcome": "done",
        "before": "o1",
        "after": "o2",
        "delta": {"focus": 1, "changed": [[1, "ann", "bob"]]},
    }


def test_short_words_do_as_well(window: str) -> None:
    run = piped("act", window, 'set A1 "bob"')
    assert (run.code, said(run)["delta"]["changed"]) == (0, [[1, "ann", "bob"]])


def test_an_action_can_come_from_standard_input(window: str) -> None:
    assert said(piped("act", window, "-", stdin=SET.encode()))["outcome"] == "done"


def test_a_dump_can_come_from_standard_input() -> None:
    assert said(piped("act", "-", SET, stdin=WINDOW.encode()))["outcome"] == "done"


def test_not_both_can_come_from_there() -> None:
    assert piped("act", "-", "-").code == 3


@pytest.mark.parametrize(
    ("action", "outcome", "reason"),
    [
        ('{"type": "click", "ref": "A3"}', "rejected", "disabled"),
        ('{"type": "click", "ref": "A77"}', "rejected", "not_found"),
        ('{"type": "fly"}', "rejected", "invalid"),
        ('{"type": "click", "point": {"x": 390, "y": 290}}', "no_effect", None),
    ],
)
def test_a_negative_answer_has_exit_code_1(window: str, action: str, outcome: str, reason: str | None) -> None:
    run = piped("act", window, action)
    assert (run.code, said(run)["outcome"], said(run).get("reason")) == (1, outcome, reason)


def test_words_that_are_no_action_are_wrong_usage(window: str) -> None:
    assert piped("act", window, "dance").code == 2


def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    assert piped("act", str(tmp_path / "none.xml"), SET).code == 3


def test_acts_follow_each_other_in_a_saved_world(window: str, tmp_path: Path) -> None:
    world = str(tmp_path / "world.json")
    assert piped("act", window, SET, "--save", world).code == 0
    assert piped("act", window, "check A2", "--save", world).code == 0
    run = piped("act", window, 'type A1 "by"', "--save", world, "--show")
    assert said(run)["delta"]["changed"] == [[1, "bob", "bobby"]]
    shown = json.loads(run.stdout.splitlines()[1])
    assert shown["ui"] == [["textbox", "1 Name", {"value": "bobby"}, "2.checkbox.checked Stay", "3.button.disabled Next"]]


def test_refs_live_on_in_a_saved_world(tmp_path: Path) -> None:
    window = tmp_path / "list.xml"
    rows = "".join(f'<ListItem Name="Row {i}" x="0" y="{30 * i}" width="200" height="30" IsSelected="False"/>' for i in range(3))
    window.write_text(
        f'<Window Name="W" RuntimeId="42.1" x="0" y="0" width="400" height="300"><List Name="Rows">{rows}</List></Window>'
    )
    world = str(tmp_path / "world.json")
    first = piped("act", str(window), "select A2", "--save", world)
    assert (said(first)["before"], said(first)["after"]) == ("o1", "o2")
    second = piped("act", str(window), "select A3", "--save", world)
    assert (second.code, said(second)["before"], said(second)["after"]) == (0, "o3", "o4")


def test_a_file_that_is_no_world_is_bad_input(window: str, tmp_path: Path) -> None:
    world = tmp_path / "world.json"
    world.write_text("{}")
    assert piped("act", window, SET, "--save", str(world)).code == 3
    assert world.read_text() == "{}"


def test_near_valid_actions_are_mended_unless_it_is_strict(window: str) -> None:
    loose = "{'type': 'click', 'ref': '2'}"
    mended = piped("act", window, loose)
    assert (mended.code, said(mended)["note"].split(":")[0]) == (0, "The action was mended to be one")
    refused = piped("act", window, loose, "--strict")
    assert (refused.code, said(refused)["reason"]) == (1, "invalid")


@pytest.mark.parametrize("fence", ["`", "```"])
def test_an_action_as_json_may_stand_in_a_fence(window: str, fence: str) -> None:
    fenced = piped("act", window, f"{fence}{SET}{fence}")
    assert (fenced.code, said(fenced)["note"]) == (0, "The action was mended to be one: code_fence.")


def test_secrets_are_filled_in_by_name_and_never_printed(window: str, tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.json"
    secrets.write_text('{"pin": "quince-42-canary"}', "utf-8")
    world = tmp_path / "world.json"
    run = piped("act", window, "set A1 secret:pin", "--secrets", str(secrets), "--show")
    assert run.code == 0
    assert b"canary" not in run.stdout + run.stderr
    assert said(run)["delta"]["changed"] == [[1, "ann", "[secret:pin]"]]
    unknown = piped("act", window, "set A1 secret:puk", "--secrets", str(secrets))
    assert (unknown.code, said(unknown)["violations"][0]["message"]) == (1, "There is no secret named 'puk'. Known: pin.")
    assert not world.exists()


def test_a_file_of_secrets_that_is_none_is_not_quoted(window: str, tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.json"
    secrets.write_text('["quince-42-canary"]', "utf-8")
    run = piped("act", window, SET, "--secrets", str(secrets))
    assert run.code == 3
    assert b"canary" not in run.stderr


def test_on_a_terminal_it_is_laid_out_for_people(window: str) -> None:
    run = on_a_terminal("act", window, SET)
    assert run.code == 0
    lines = run.stdout.decode().splitlines()
    assert lines[0] == "done"
    assert json.loads(lines[-1]) == {"focus": 1, "changed": [[1, "ann", "bob"]]}


def test_a_folder_without_an_app_and_a_place_where_nothing_can_be_saved_are_named(window: str, tmp_path: Path) -> None:
    run = piped("act", str(tmp_path), SET)
    assert (run.code, run.stderr.decode()) == (
        3,
        f"error: {tmp_path} is a folder without app.json, so no app. Name a dump in it, or the folder of an app.\n",
    )
    world = tmp_path / "missing" / "world.json"
    run = piped("act", window, SET, "--save", str(world))
    assert (run.code, run.stderr.decode()) == (3, f"error: {world}: No such file or directory. Nothing more was written.\n")
