"""Shortcuts that need no planner (L60, L61)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.execution import Executor
from lumos_layer.planning.fast_paths import SWITCH, FastPaths, chord_of, with_fast_paths
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Remembered, Request
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.wording import element_words
from lumos_layer.testing.trees import Row, button, node, observed

APPS = Path(__file__).parents[2] / "blueprints"


class Asked:
    """A planner that says that it was asked."""

    name = "asked"

    def plan(self, request: Request) -> Plan:
        return Plan(action={"type": "observe"}, planner=self.name, cursor="1")


class Screen:
    """An app, and what was done on it so far."""

    def __init__(self, app: str) -> None:
        clock = ManualClock()
        self.simulator = Simulator.from_app(apps.load(APPS / app), clock=clock)
        self.executor = Executor(self.simulator, clock)
        self.memory: list[Remembered] = []

    def plan(self, planner: Any, goal: str, **more: Any) -> Plan:
        plan: Plan = planner.plan(Request(goal, self.executor.observe(), memory=tuple(self.memory), **more))
        return plan

    def act(self, planner: Any, goal: str) -> Plan:
        plan = self.plan(planner, goal)
        action: Any = plan.action
        look = self.executor.observe()
        outcome: Any = self.executor.run(action)
        element = element_words(look, action.get("ref"))
        delta = getattr(outcome, "delta", None)
        entry = Remembered(
            step=len(self.memory), action=action, element=element, outcome=outcome.outcome, delta=delta, cursor=plan.cursor
        )
        self.memory.append(entry)
        return plan


def test_nothing_is_shortened_unless_it_is_switched_on() -> None:
    planner = Asked()
    assert with_fast_paths(planner, {}) is planner
    assert with_fast_paths(planner, {SWITCH: "0"}) is planner
    assert with_fast_paths(planner, {SWITCH: ""}) is planner
    assert isinstance(with_fast_paths(planner, {SWITCH: "1"}), FastPaths)
    assert with_fast_paths(planner, {SWITCH: "1"}).name == "asked"


def test_the_environment_of_the_process_switches_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    assert not isinstance(with_fast_paths(Asked()), FastPaths)
    monkeypatch.setenv(SWITCH, "1")
    assert isinstance(with_fast_paths(Asked()), FastPaths)


def test_an_address_is_opened_at_once() -> None:
    plan = Screen("browser").plan(FastPaths(Asked()), "Go to https://shop.example/")
    assert (plan.action, plan.planner) == ({"type": "open_url", "url": "https://shop.example/"}, "fast path")


def test_a_text_is_set_in_the_field_that_the_goal_names() -> None:
    plan = Screen("editor").plan(FastPaths(Asked()), 'Type "Hello" into the text editor')
    action: Any = plan.action
    assert (action["type"], action["text"], plan.planner) == ("set_text", "Hello", "fast path")


def test_a_search_is_one_text_and_enter() -> None:
    screen = Screen("browser")
    planner = FastPaths(RulePlanner())
    goal = "Go to https://books.example/search and search for stars"
    plans = [screen.act(planner, goal) for _ in range(3)]
    done: Any = [plan.action for plan in plans]
    assert [action["type"] for action in done] == ["open_url", "set_text", "press_key"]
    assert done[2]["key"] == "Enter"
    assert {plan.planner for plan in plans} == {"fast path"}


def test_a_menu_item_that_names_its_keys_is_done_by_them() -> None:
    plan = Screen("editor").plan(FastPaths(Asked()), "Click Select All")
    assert plan.action == {"type": "press_key", "key": "Control+a"}


def menu(**said: Any) -> list[Row]:
    item = node("menuitem", "Duplicate Line", hint="Ctrl+Shift+D", hidden=True, **said)
    return [(1, node("menuitem", "Edit", expanded=False)), (2, node("menu", "Edit", hidden=True)), (3, item)]


EDITOR = node("window", "Editor")
SHELL: list[Row] = [(0, node("window", "Terminal")), (1, node("textbox", "Shell", value="$ "))]
TYPING: list[Row] = [(0, node("window", "Terminal")), (1, node("textbox", "Shell", value="$ ", focused=True))]
DUPLICATED = {"type": "press_key", "key": "Control+Shift+D"}


@pytest.mark.parametrize(
    ("rows", "planned"),
    [
        ([(0, EDITOR), *menu()], DUPLICATED),
        (menu(), DUPLICATED),
        ([(0, EDITOR), *menu(), (1, node("textbox", "Text", focused=True)), *SHELL], DUPLICATED),
        ([(0, node("window", "Editor", active=True)), *menu(), *SHELL], DUPLICATED),
        ([(0, EDITOR), *menu(), *SHELL], {"type": "observe"}),
        ([(0, EDITOR), *menu(), *TYPING], {"type": "observe"}),
        ([*menu(), *TYPING], {"type": "observe"}),
        ([(0, EDITOR), *menu(), (0, node("window", "Terminal", active=True))], {"type": "observe"}),
        ([(0, node("window", "Editor", minimized=True)), *menu()], {"type": "observe"}),
        ([(0, EDITOR), *menu(enabled=False)], {"type": "observe"}),
        ([(0, node("window", "Editor", enabled=False)), *menu()], {"type": "observe"}),
        ([(0, EDITOR), *menu(), (1, node("dialog", "Find")), (2, node("textbox", "What", focused=True))], {"type": "observe"}),
    ],
)
def test_keys_of_a_menu_item_are_pressed_only_where_they_go_to_its_window_and_it_can_be_used(rows: list[Row], planned: Any) -> None:
    plan = FastPaths(Asked()).plan(Request("Click Duplicate Line", observed(*rows, title="Editor")))
    assert plan.action == planned


@pytest.mark.parametrize("hint", ["Ctrl+W", "Alt+F4", "Ctrl+Shift+Delete", "Ctrl+Shift+D"])
def test_no_page_says_which_keys_are_pressed(hint: str) -> None:
    item = node("menuitem", "Save", hint=hint, hidden=True)
    page: list[Row] = [(1, node("document", "Notes")), (2, node("menu", "File", hidden=True)), (3, item), (2, button("New"))]
    screen = observed((0, node("window", "Browser", active=True)), *page)
    assert FastPaths(Asked()).plan(Request("Click Save", screen)).action == {"type": "observe"}


def test_what_leaves_something_to_choose_is_for_the_planner() -> None:
    screen = Screen("settings")
    for goal in ("Make everybody happy", "Click Rename", "Delete todo.txt"):
        assert screen.plan(FastPaths(Asked()), goal).planner == "asked"


def test_a_shortcut_is_taken_only_where_the_surface_can_do_it() -> None:
    assert Screen("editor").plan(FastPaths(Asked()), 'Type "Hi" into the text editor', verbs=("click",)).planner == "asked"


def test_a_shortcut_that_did_not_work_is_not_taken_again() -> None:
    screen = Screen("editor")
    planner = FastPaths(Asked())
    plan = screen.plan(planner, 'Type "Hello" into the text editor')
    screen.memory.append(Remembered(step=1, action=plan.action, outcome="no_effect", cursor=plan.cursor))
    assert screen.plan(planner, 'Type "Hello" into the text editor').planner == "asked"


def test_the_planner_has_the_rest_once_it_has_chosen() -> None:
    screen = Screen("editor")
    screen.memory.append(Remembered(step=1, action={"type": "observe"}, outcome="done", cursor="1"))
    assert screen.plan(FastPaths(Asked()), 'Type "Hello" into the text editor').planner == "asked"


def test_rules_go_on_behind_the_shortcuts() -> None:
    screen = Screen("editor")
    planner = FastPaths(RulePlanner())
    goal = 'Type "tea" into the text editor and save it as tea.txt'
    names = []
    for _ in range(12):
        plan = screen.act(planner, goal)
        names.append(plan.planner)
        action: Any = plan.action
        if action["type"] == "finish":
            break
    assert screen.simulator.world.stage.files["C:/Users/ann/Documents/tea.txt"] == "tea"
    assert names[0] == "fast path"


@pytest.mark.parametrize(
    ("hint", "chord"),
    [
        ("Ctrl+N", "Control+n"),
        ("Ctrl+Shift+S", "Control+Shift+S"),
        ("Ctrl+Plus", "Control++"),
        ("Alt+F4", "Alt+F4"),
        ("F5", "F5"),
        ("Shift + Del", "Shift+Delete"),
        ("Saves the file", ""),
        ("S", ""),
        ("", ""),
        ("Ctrl+Whatever", ""),
    ],
)
def test_the_keys_that_a_menu_item_names(hint: str, chord: str) -> None:
    assert chord_of(hint) == chord
