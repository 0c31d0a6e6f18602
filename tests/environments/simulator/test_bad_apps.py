"""Apps whose documents are wrong, or whose rules are: what is said, and that nothing is done silently."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import DamagedApp, EnvironmentFailed
from tests.environments.simulator.screen import Screen

ROWS: list[dict[str, Any]] = [
    {"role": "window", "name": "Main", "box": [0, 0, 300, 200]},
    {"level": 1, "role": "textbox", "name": "Name", "value": "", "box": [0, 0, 100, 20]},
    {"level": 1, "role": "button", "name": "Save", "box": [0, 30, 80, 20]},
]


def document(rows: list[dict[str, Any]] = ROWS, **said: Any) -> dict[str, Any]:
    return {"name": "notes", "start": "main", "screens": {"main": {"rows": rows}}, **said}


def asking(**condition: Any) -> dict[str, Any]:
    return document(rules=[{"on": "click", "when": [{"of": {"name": "Name"}, **condition}], "do": [{"do": "nothing"}]}])


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (asking(matches="(a|b"), "'(a|b' is no regular expression"),
        (document(begin=[{"do": "store", "name": "n", "of": {"name": "Name"}, "match": "["}]), "'[' is no regular expression"),
        (asking(), "A condition asks something of it: `there`, `equals`"),
        (asking(equals=None), "A condition asks something of it: `there`, `equals`"),
        (document(begin=[{"do": "after", "seconds": float("inf"), "then": []}]), "Input should be a finite number"),
        (document([{"role": "window", "box": [0, 0, -5, 10]}]), "greater than or equal to 0"),
        (document(begin=[{"do": "set", "target": {"name": "Name"}, "box": [0, 0, 5, -1]}]), "greater than or equal to 0"),
    ],
)
def test_what_is_wrong_is_said_when_the_app_is_loaded(made: dict[str, Any], said: str) -> None:
    with pytest.raises(DamagedApp) as problem:
        apps.made(made)
    assert said in str(problem.value)


@pytest.mark.parametrize("dialect", ["uia", "browser"])
def test_what_a_protected_field_of_an_app_holds_shows_nowhere(dialect: str) -> None:
    rows = [*ROWS, {"level": 1, "role": "textbox", "name": "Pin", "value": "hunter2", "protected": True, "box": [0, 60, 90, 20]}]
    set_again = {"on": "click", "do": [{"do": "set", "target": {"name": "Pin"}, "value": "hunter2"}]}
    screen = Screen(simulator=Simulator.from_app(apps.made(document(rows, dialect=dialect, rules=[set_again]))))
    assert (screen["Pin"].value, screen["Pin"].filled) == (None, True)
    screen.do("set_text", "Pin", text="")
    assert screen["Pin"].filled is False
    screen.do("click", "Save")
    assert (screen["Pin"].value, screen["Pin"].filled) == (None, True)
    assert b"hunter2" not in screen.simulator.save()


def test_rules_that_lead_to_each_other_without_end_are_told_and_end() -> None:
    rules = [
        {"on": "focus", "target": {"name": "Name"}, "do": [{"do": "focus", "target": {"name": "Save"}}]},
        {"on": "focus", "target": {"name": "Save"}, "do": [{"do": "focus", "target": {"name": "Name"}}]},
    ]
    screen = Screen(simulator=Simulator.from_app(apps.made(document(rules=rules))))
    with pytest.raises(EnvironmentFailed, match=r"Rules of the app lead to each other without end, at `focus` of \w+ '\w+'"):
        screen.do("focus", "Name")


@pytest.mark.parametrize(
    ("twice", "key"),
    [
        ('{"name": "a", "name": "b", "start": "m", "screens": {"m": {"rows": [{"role": "window"}]}}}', "name"),
        ('{"name": "a", "start": "m", "screens": {"m": {"rows": [{"role": "window"}]}, "m": {"rows": [{"role": "button"}]}}}', "m"),
        ('{"name": "a", "start": "m", "screens": {"m": {"rows": [{"role": "window", "role": "button"}]}}}', "role"),
    ],
)
def test_a_key_that_stands_twice_is_refused(tmp_path: Path, twice: str, key: str) -> None:
    (tmp_path / "app.json").write_text(twice)
    with pytest.raises(DamagedApp, match=f"The key '{key}' stands there twice"):
        apps.load(tmp_path)
