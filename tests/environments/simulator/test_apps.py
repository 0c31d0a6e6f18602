from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Event, Simulator, World, apps
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.effects import Progress, Set, Show, TabTo, Toast
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.errors import DamagedApp
from tests.environments.simulator.screen import Screen


def rows(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"rows": list(rows)}


def window(name: str, *inside: dict[str, Any]) -> dict[str, Any]:
    placed = [{"level": 1, "box": [10, 40 + 30 * k, 200, 24], **row} for k, row in enumerate(inside)]
    return rows({"role": "window", "name": name, "box": [0, 0, 600, 400]}, *placed)


SIGN_IN: dict[str, Any] = {
    "name": "bank",
    "start": "sign in",
    "screens": {
        "sign in": window(
            "Sign in",
            {"role": "textbox", "name": "User", "value": ""},
            {"role": "textbox", "name": "Password", "protected": True},
            {"role": "button", "name": "Sign in", "identifier": "go"},
            {"role": "text", "name": "", "identifier": "problem", "hidden": True},
            {"role": "progressbar", "name": "Loading", "value": "0"},
        ),
        "accounts": window("Accounts", {"role": "heading", "name": "Welcome"}, {"role": "button", "name": "Pay"}),
    },
    "begin": [{"do": "set", "target": {"identifier": "go"}, "default": True}],
    "rules": [
        {
            "on": "click",
            "target": {"identifier": "go"},
            "when": [{"of": {"name": "User"}, "equals": "ann"}, {"of": {"name": "Password"}, "secret": "bank"}],
            "do": [
                {"do": "store", "name": "user", "of": {"name": "User"}},
                {
                    "do": "busy",
                    "seconds": 2,
                    "then": [{"do": "show", "screen": "accounts"}, {"do": "toast", "text": "Hello {user}"}],
                },
            ],
            "otherwise": [
                {"do": "add", "name": "tries"},
                {"do": "set", "target": {"identifier": "problem"}, "hidden": False, "name": "Wrong, {tries} times"},
                {"do": "set", "target": {"name": "Password"}, "text": ""},
            ],
        },
        {
            "on": "click",
            "target": {"name": "Pay"},
            "do": [{"do": "dialog", "title": "Pay?", "text": "Pay {user}'s bill?", "buttons": ["Pay now", "Cancel"]}],
        },
        {
            "on": "click",
            "target": {"name": "Pay now"},
            "do": [{"do": "write_file", "path": "/bills/{user}.txt", "text": "paid"}, {"do": "close"}],
        },
    ],
}


def app(document: dict[str, Any]) -> Screen:
    secrets = {"bank": "hunter2", "old": "hunter1"}
    return Screen(simulator=Simulator.from_app(apps.made(document), clock=ManualClock(), secrets=secrets))


def bank() -> Screen:
    return app(SIGN_IN)


def test_a_rule_answers_when_its_conditions_hold_and_otherwise_something_else() -> None:
    screen = bank()
    screen.do("set_text", "User", text="ann")
    screen.do("set_text", "Password", text={"secret": "old"})
    screen.do("click", "go")
    assert (screen["problem"].name, screen["Password"].filled) == ("Wrong, 1 times", False)
    screen.do("set_text", "Password", text={"secret": "bank"})
    screen.press("Enter")
    assert "Accounts" not in screen
    screen.do("wait", seconds=2)
    assert "Accounts" in screen
    assert "Hello ann" in screen
    assert b"hunter2" not in screen.simulator.save()


def test_a_busy_app_answers_to_nothing() -> None:
    screen = bank()
    screen.do("set_text", "User", text="ann")
    screen.do("set_text", "Password", text={"secret": "bank"})
    screen.do("click", "go")
    screen.press("x")
    assert screen["User"].value == "ann"
    assert screen.do("set_text", "User", text="bob").reason == "disabled"


def test_a_dialog_of_an_app_is_answered_by_its_rules_or_just_closes() -> None:
    screen = bank()
    world = screen.simulator.world
    world.apply([Show(do="show", screen="accounts"), Set(do="set", target=Locator(name="Pay"), enabled=True)])
    world.stage.values["user"] = "ann"
    screen.do("click", "Pay")
    assert screen.focus == "Pay now"
    screen.do("click", "Cancel")
    assert ("Pay?" in screen, world.stage.files) == (False, {})
    screen.do("click", "Pay")
    screen.do("click", "Pay now")
    assert ("Pay?" in screen, world.stage.files) == (False, {"/bills/ann.txt": "paid"})


def test_an_app_that_was_saved_goes_on_with_what_is_under_way() -> None:
    screen = bank()
    screen.do("set_text", "User", text="ann")
    screen.do("set_text", "Password", text={"secret": "bank"})
    screen.do("click", "go")
    saved = screen.simulator.save()
    again = Simulator.load(saved, clock=ManualClock(50), secrets={"bank": "hunter2"}, app=apps.made(SIGN_IN))
    screen = Screen(simulator=again)
    screen.do("wait", seconds=1)
    assert "Accounts" not in screen
    screen.do("wait", seconds=1)
    assert "Accounts" in screen


SHOP: dict[str, Any] = {
    "name": "shop",
    "dialect": "browser",
    "start": "home",
    "url": "https://shop.example/",
    "screens": {
        name: rows(
            {"role": "document", "name": name, "box": [0, 0, 600, 400]},
            {"level": 1, "role": "link", "name": "to cart", "url": "https://shop.example/cart", "box": [0, 0, 60, 20]},
            {"level": 1, "role": "link", "name": "elsewhere", "url": "https://other.example/", "box": [0, 30, 60, 20]},
        )
        for name in ("home", "cart")
    },
    "pages": {"https://shop.example/": "home", "https://shop.example/cart": "cart"},
}


def test_links_and_addresses_lead_to_pages_and_the_history_goes_back() -> None:
    screen = app(SHOP)
    assert screen.simulator.observe().url == "https://shop.example/"
    screen.do("click", "to cart")
    assert (screen.simulator.observe().url, "cart" in screen) == ("https://shop.example/cart", True)
    screen.press("Alt+ArrowLeft")
    assert (screen.simulator.observe().url, "home" in screen) == ("https://shop.example/", True)
    screen.press("Alt+ArrowRight")
    assert "cart" in screen
    screen.do("click", "elsewhere")
    assert "cart" in screen
    screen.do("open_url", url="https://shop.example/?q=1")
    assert "home" in screen
    assert screen.do("open_url", url="https://other.example/").reason == "not_found"


def test_each_tab_has_a_history_of_its_own() -> None:
    world = app(SHOP).simulator.world
    world.apply([tab("open", url="https://shop.example/cart")])
    assert (world.url, len(world.stage.tabs)) == ("https://shop.example/cart", 2)
    world.apply([tab("show", number=1)])
    assert world.url == "https://shop.example/"
    world.apply([tab("close")])
    assert (world.url, len(world.stage.tabs)) == ("https://shop.example/cart", 1)


def tab(how: str, **more: Any) -> Change:
    return TabTo.model_validate({"do": "tab", "how": how, **more})


def test_programs_open_windows_and_the_search_takes_words() -> None:
    document = {
        **SIGN_IN,
        "screens": {**SIGN_IN["screens"], "find": window("Search", {"role": "searchbox", "name": "Type here"})},
        "programs": {"Accounts": "accounts"},
        "search": "find",
    }
    screen = app(document)
    assert screen.simulator.capabilities.apps == ("Accounts",)
    screen.do("open_app", app="accounts")
    assert screen.focus == "Pay"
    screen.do("open_app", app="Accounts")
    assert [each.name for each in screen.simulator.observe().tree].count("Accounts") == 1
    screen.do("open_windows_search", text="{calc}")
    assert screen["Type here"].value == "{calc}"
    assert screen.do("open_app", app="Paint").reason == "not_found"


class Greeter:
    """A hook in Python, beside the rules of the app."""

    def on(self, event: Event, world: World) -> Iterable[Change] | None:
        if event.kind == "change" and event.widget is not None and event.widget.node.name == "User":
            return [Toast(do="toast", text=f"Hello {event.detail}!")]
        return None


def test_a_hook_in_python_stands_beside_the_rules() -> None:
    screen = bank()
    screen.simulator.world.hooks.append(Greeter())
    screen.do("set_text", "User", text="Ann")
    assert "Hello Ann!" in screen


PROGRESS = Progress.model_validate(
    {
        "do": "progress",
        "target": {"role": "progressbar"},
        "seconds": 2,
        "steps": 2,
        "then": [{"do": "toast", "text": "Ready", "seconds": 9}],
    }
)


def test_a_progress_bar_goes_on_with_the_clock() -> None:
    screen = bank()
    screen.simulator.world.apply([PROGRESS])
    shown = []
    for _ in range(3):
        screen.do("wait", seconds=1)
        shown.append(screen["Loading"].value)
    assert shown == ["50", "100", "100"]
    assert "Ready" in screen


def test_an_app_is_loaded_from_its_folder_with_its_dumps(tmp_path: Path) -> None:
    (tmp_path / "main.xml").write_text('<Window Name="Notes" RuntimeId="1" x="0" y="0" width="9" height="9"/>', encoding="utf-8")
    document = {"name": "notes", "start": "main", "screens": {"main": {"dump": "main.xml"}}}
    (tmp_path / "app.json").write_text(json.dumps(document), encoding="utf-8")
    simulator = Simulator.from_app(apps.load(tmp_path))
    assert simulator.observe().tree[0].name == "Notes"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"start": "nowhere"}, "nowhere"),
        ({"rules": [{"on": "click", "do": [{"do": "show", "screen": "lost"}]}]}, "lost"),
        ({"rules": [{"on": "click", "do": [{"do": "explode"}]}]}, "explode"),
        ({"dialect": "telepathy"}, "telepathy"),
        ({"screens": {"sign in": {"dump": "../secret.xml"}}}, "folder"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_document_that_describes_no_app_is_refused_with_what_is_wrong(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(DamagedApp, match=problem):
        apps.made({**SIGN_IN, **change})
