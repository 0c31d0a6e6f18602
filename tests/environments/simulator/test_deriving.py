"""What the rules of an app make of a secret is as secret as it: no look shows it, wherever the app writes it."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from tests.environments.simulator.screen import Screen
from tests.environments.simulator.test_confiding import SECRET, saved, shown, tells

SECRETS = {"bank": SECRET, "pin": "7Q4", "card": "4929123456781881"}


def app(*do: dict[str, Any]) -> Screen:
    """A page with a field, a text and a button that does these things."""
    rows = [
        {"role": "window", "name": "Main", "box": [0, 0, 600, 400]},
        {"level": 1, "role": "textbox", "name": "Note", "value": "", "identifier": "note", "box": [0, 0, 300, 20]},
        {"level": 1, "role": "text", "name": "-", "identifier": "echo", "box": [0, 40, 300, 20]},
        {"level": 1, "role": "textbox", "name": "Copy", "value": "", "identifier": "copy", "box": [0, 80, 300, 20]},
        {"level": 1, "role": "button", "name": "Go", "box": [0, 120, 60, 20]},
    ]
    document = {
        "name": "derive",
        "start": "main",
        "screens": {"main": {"rows": rows}},
        "rules": [{"on": "click", "target": {"name": "Go"}, "do": list(do)}],
    }
    return Screen(simulator=Simulator.from_app(apps.made(document), clock=ManualClock(), secrets=SECRETS))


def cut(pattern: str, name: str = "part") -> dict[str, Any]:
    return {"do": "store", "name": name, "of": {"identifier": "note"}, "match": pattern}


WRITES: dict[str, list[dict[str, Any]]] = {
    "name": [{"do": "set", "target": {"identifier": "echo"}, "name": "Ends in {part}"}],
    "value": [{"do": "set", "target": {"identifier": "copy"}, "value": "{part}"}],
    "toast": [{"do": "toast", "text": "Kept {part}."}],
    "dialog": [{"do": "dialog", "title": "Is {part} right?", "text": "{part}"}],
    "another value": [
        {"do": "store", "name": "other", "value": "<{part}>"},
        {"do": "set", "target": {"identifier": "echo"}, "name": "{other}"},
    ],
    "file": [
        {"do": "write_file", "path": "/notes/a", "text": "{part}"},
        {"do": "read_file", "path": "/notes/a", "name": "back"},
        {"do": "set", "target": {"identifier": "echo"}, "name": "{back}"},
    ],
}


@pytest.mark.parametrize("pattern", ["^...", "....$", "^.{5}", "^.{9}"])
@pytest.mark.parametrize("written", WRITES)
def test_what_a_rule_cuts_out_of_a_secret_shows_nowhere(written: str, pattern: str) -> None:
    screen = app(cut(pattern), *WRITES[written])
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.do("click", "Go")
    assert "[secret:bank" in shown(screen)
    assert tells(shown(screen)) == set()


@pytest.mark.parametrize("secret", ["pin", "card"])
def test_two_characters_of_a_secret_show_nowhere(secret: str) -> None:
    screen = app(cut("..$"), *WRITES["name"])
    screen.do("set_text", "Note", text={"secret": secret})
    screen.do("click", "Go")
    assert screen[f"Ends in [secret:{secret}]"].name == f"Ends in [secret:{secret}]"


def test_a_number_made_of_a_secret_shows_nowhere() -> None:
    screen = app(cut("....$"), {"do": "add", "name": "sum", "by": "{part}"}, *[{**WRITES["name"][0], "name": "Sum {sum}"}])
    screen.do("set_text", "Note", text={"secret": "card"})
    screen.do("click", "Go")
    assert "1881" not in shown(screen)
    assert screen["Sum [secret:card]"].name == "Sum [secret:card]"


def test_what_a_rule_cuts_out_is_saved_under_a_name_and_stays_secret_afterwards() -> None:
    screen = app(cut("^.{5}"))
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.do("click", "Go")
    assert tells(saved(screen), least=5) == set()
    again = Simulator.load(screen.simulator.save(), secrets=SECRETS)
    assert again.world.stage.values["part"] == SECRET[:5]
    assert again.world.confided.values == {"part": ["bank"]}


def test_a_rule_compares_what_it_cut_out_as_it_is() -> None:
    right = {"do": "if", "when": [{"value": "part", "equals": SECRET[:3]}], "then": [{**WRITES["name"][0], "name": "Right"}]}
    screen = app(cut("^..."), right)
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.do("click", "Go")
    assert screen["Right"].name == "Right"


def test_other_words_of_a_field_that_held_a_secret_once_are_shown() -> None:
    screen = app(cut(".*"), *WRITES["name"])
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.do("set_text", "Note", text="hello there")
    screen.do("click", "Go")
    assert screen["Ends in hello there"].name == "Ends in hello there"


def test_a_whole_secret_shows_by_its_name_as_before() -> None:
    screen = app({"do": "store", "name": "part", "of": {"identifier": "note"}}, *WRITES["value"])
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.do("click", "Go")
    assert screen["Copy"].value == "[secret:bank]"
