from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Event, Simulator, World, apps
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.effects import Progress, Show, TabTo, Toast
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.widget_effects import Set
from lumos_layer.errors import DamagedApp
from lumos_layer.tree import Rect
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


def test_pages_of_other_tabs_are_kept_over_a_save() -> None:
    rows = [{"level": 2, "role": "listitem", "name": f"Row {k}", "box": [0, 20 * k, 90, 20]} for k in range(9)]
    scrolled = {"level": 1, "role": "list", "name": "Rows", "box": [0, 0, 90, 60], "scroll": [0, 75, 0, 0]}
    page = [{"role": "window", "name": "Browser", "box": [0, 0, 100, 100]}, {"level": 1, "role": "document", "name": "Page"}]
    document = {
        "name": "pages",
        "dialect": "browser",
        "start": "page",
        "url": "https://one.example/",
        "screens": {
            "page": {"rows": [*page, {**scrolled, "level": 2}, *[{**row, "level": 3} for row in rows]]},
            "other": {"rows": [{"role": "document", "name": "Other", "box": [0, 0, 90, 90]}]},
        },
        "pages": {"https://one.example/": "page", "https://two.example/": "other"},
        "begin": [{"do": "virtualise", "target": {"name": "Rows"}}],
    }
    made = apps.made(document)
    screen = Screen(simulator=Simulator.from_app(made))
    screen.do("scroll_to", "Rows", edge="bottom")
    seen = [node.name for node in screen.simulator.observe().tree]
    assert "Row 8" in seen
    assert "Row 0" not in seen
    screen.simulator.world.apply([tab("open", url="https://two.example/")])
    assert "Rows" not in screen
    again = Screen(simulator=Simulator.load(screen.simulator.save(), app=made))
    again.simulator.world.apply([tab("show", number=1)])
    assert [node.name for node in again.simulator.observe().tree] == seen
    again.do("scroll_to", "Rows", edge="top")
    assert "Row 0" in again
    again.simulator.world.apply([tab("show", number=2)])
    assert "Other" in again
    again.simulator.world.apply([tab("show", number=1), tab("close")])
    assert "Other" in again
    assert again.simulator.world.away == {}


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


def note(*more: dict[str, Any], **document: Any) -> Screen:
    inside = ({"role": "textbox", "name": "Note", "value": ""}, {"role": "button", "name": "Go"}, *more)
    return app({"name": "note", "start": "main", "screens": {"main": window("Note pad", *inside)}, **document})


def on_go(*effects: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"on": "click", "target": {"name": "Go"}, "do": list(effects)}]


def test_what_always_follows_is_so_from_the_beginning_and_after_every_act_and_wait() -> None:
    enabled = {"do": "set", "target": {"name": "Go"}, "enabled": True}
    disabled = {**enabled, "enabled": False}
    always = [{"do": "if", "when": [{"of": {"name": "Note"}, "filled": True}], "then": [enabled], "otherwise": [disabled]}]
    screen = note(
        always=always, begin=[{"do": "after", "seconds": 5, "then": [{"do": "set", "target": {"name": "Note"}, "text": ""}]}]
    )
    enabled_then = [screen["Go"].enabled]
    screen.do("set_text", "Note", text="x")
    enabled_then.append(screen["Go"].enabled)
    screen.clock.sleep(6)
    enabled_then.append(screen["Go"].enabled)
    assert enabled_then == [False, True, False]


def test_a_procedure_is_run_by_its_name() -> None:
    screen = note(
        procedures={"count": [{"do": "add", "name": "n", "by": "{step}"}]},
        values={"step": 3},
        rules=on_go({"do": "run", "name": "count"}),
    )
    screen.do("click", "Go")
    screen.do("click", "Go")
    assert screen.simulator.world.stage.values["n"] == 6


@pytest.mark.parametrize(
    ("procedures", "problem"),
    [
        ({"one": [{"do": "run", "name": "other"}]}, "other"),
        ({"one": [{"do": "run", "name": "one"}]}, "'one' runs itself"),
        ({"one": [{"do": "if", "when": [{"value": "x", "there": True}], "then": [{"do": "run", "name": "two"}]}],
          "two": [{"do": "run", "name": "one"}]}, "runs itself"),
    ],
)  # fmt: skip
def test_a_procedure_that_is_not_there_or_never_ends_is_refused(procedures: dict[str, Any], problem: str) -> None:
    with pytest.raises(DamagedApp, match=problem):
        apps.made({**SIGN_IN, "procedures": procedures})


def test_a_procedure_may_run_itself_again_after_a_while() -> None:
    tick = [{"do": "add", "name": "ticks"}, {"do": "after", "seconds": 10, "then": [{"do": "run", "name": "tick"}]}]
    screen = note(procedures={"tick": tick}, begin=[{"do": "run", "name": "tick"}])
    screen.do("wait", seconds=25)
    assert screen.simulator.world.stage.values["ticks"] == 3


FILES = {"/a/b.txt": "four", "/a/C.txt": "1", "/a/sub/x": "", "/a/empty/": "", "/ab": "other", "/a/z": "three\nlines\n"}


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("file", ["empty", "sub", "b.txt", "C.txt", "z"]),
        ("-size", ["empty", "sub", "z", "b.txt", "C.txt"]),
        ("kind", ["empty", "sub", "z", "b.txt", "C.txt"]),
        ("{order}", ["sub", "empty", "z", "C.txt", "b.txt"]),
    ],
)
def test_files_are_listed_in_order_below_each_other(by: str, names: list[str]) -> None:
    listing = {
        "do": "list_files",
        "into": {"name": "Files"},
        "folder": "/a",
        "by": by,
        "row": [{"role": "option", "name": "{file}", "box": [0, 200, 50, 20]}],
    }
    screen = note({"role": "listbox", "name": "Files"}, files=FILES, values={"order": "-file"}, rules=on_go(listing))
    for _ in range(2):
        screen.do("click", "Go")
        options = [each for each in screen.simulator.observe().tree if each.role == "option"]
        assert [each.name for each in options] == names
        assert [each.bounds.y for each in options if each.bounds] == [200, 220, 240, 260, 280]
    assert screen.simulator.world.stage.values["count"] == 5


def test_folders_are_moved_and_deleted_with_all_in_them() -> None:
    screen = note(
        files=FILES, rules=on_go({"do": "move_file", "path": "/a", "to": "/ab2"}, {"do": "delete_file", "path": "/ab2/sub"})
    )
    screen.do("click", "Go")
    assert screen.simulator.world.stage.files == {
        "/ab": "other", "/ab2/b.txt": "four", "/ab2/C.txt": "1", "/ab2/empty/": "", "/ab2/z": "three\nlines\n",
    }  # fmt: skip


def test_a_file_is_read_and_a_part_of_it_kept() -> None:
    screen = note(
        files={"/mail": "From: bo@example.com\nHello {there}"},
        rules=on_go(
            {"do": "read_file", "path": "/mail", "name": "mail"},
            {"do": "store", "name": "from", "value": "{mail}", "match": "From: (.*)"},
            {"do": "store", "name": "to", "value": "{mail}", "match": "To: (.*)"},
            {"do": "set", "target": {"name": "Note"}, "text": "{mail}"},
        ),
    )
    screen.do("click", "Go")
    values = screen.simulator.world.stage.values
    assert (values["from"], values["to"], screen["Note"].value) == ("bo@example.com", None, "From: bo@example.com Hello {there}")


def test_words_are_found_round_and_round_and_replaced() -> None:
    find = {"do": "find", "target": {"name": "Note"}, "text": "ab"}
    replace = {"do": "replace", "target": {"name": "Note"}, "text": "ab", "by": "-", "every": True}
    rules = [*on_go(find), {"on": "click", "target": {"name": "All"}, "do": [replace]}]
    screen = note({"role": "button", "name": "All"}, rules=rules)
    screen.do("set_text", "Note", text="ab ab")
    places = []
    for _ in range(3):
        screen.do("click", "Go")
        text = screen.widget("Note").text
        assert text is not None
        places.append((text.anchor, text.caret))
    assert places == [(0, 2), (3, 5), (0, 2)]
    screen.do("click", "All")
    assert screen["Note"].value == "- -"


def test_an_app_that_presses_a_key_in_answer_to_that_key_comes_to_an_end() -> None:
    screen = note(rules=[{"on": "key", "detail": "f5", "do": [{"do": "add", "name": "n"}, {"do": "press", "key": "F5"}]}])
    screen.do("focus", "Go")
    screen.press("F5")
    assert screen.simulator.world.stage.values["n"] == 2


def test_a_screen_can_lie_somewhere_else() -> None:
    document = {**SHOP, "screens": {**SHOP["screens"], "home": {**SHOP["screens"]["home"], "at": [5, 80]}}}
    assert app(document)["to cart"].bounds == Rect(5, 80, 60, 20)


def test_widgets_are_named_by_what_they_hold_and_what_is_stored() -> None:
    rows_ = [{"role": "row", "level": 1, "identifier": f"row-{k}"} for k in (1, 2)]
    cells = [{"role": "cell", "level": 2, "name": f"cell {k}"} for k in (1, 2)]
    screen = note(rows_[0], cells[0], rows_[1], cells[1], values={"wanted": "cell 2"}, rules=on_go(
        {"do": "remove", "target": {"role": "row", "holding": {"name": "{wanted}"}}}))  # fmt: skip
    screen.do("click", "Go")
    assert ("row-1" in screen, "row-2" in screen) == (True, False)


def test_a_mark_of_the_focus_can_be_stale() -> None:
    screen = note(rules=on_go({"do": "set", "target": {"name": "Note"}, "focused": True}))
    screen.do("click", "Go")
    assert screen["Note"].focused is True
    screen.press("x")
    assert (screen["Note"].value or "") == ""
