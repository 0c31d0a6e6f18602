"""The suite that comes along: its tasks can be done, none is done at the start, and all kinds are there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.evaluation.suites.checking import holds
from lumos_layer.evaluation.suites.suite import SuiteTask, app_of, load_suite
from lumos_layer.execution import Executor

PLAIN = Path(__file__).parents[3] / "blueprints/suites/plain.json"
SUITE = load_suite(PLAIN)
TASKS = {task.id: task for task in SUITE.tasks}


def click(name: str, role: str = "") -> dict[str, Any]:
    return {"type": "click", "on": name, "role": role}


def choose(name: str) -> dict[str, Any]:
    return {"type": "select", "on": name}


def fill(name: str, text: str) -> dict[str, Any]:
    return {"type": "set_text", "on": name, "text": text, "role": "box"}


def secret(name: str, of: str) -> dict[str, Any]:
    return {"type": "type_text", "on": name, "text": {"secret": of}}


def tick(name: str, checked: bool = True) -> dict[str, Any]:
    return {"type": "set_checked", "on": name, "checked": checked}


def wait(seconds: float) -> dict[str, Any]:
    return {"type": "wait", "seconds": seconds}


def twice(name: str) -> dict[str, Any]:
    return {"type": "double_click", "on": name, "role": "row"}


FIND = "Type here to search"
ORDER = (
    click("Shop 가게"), click("Add 책상 스탠드 to cart"), click("Cart (39 EUR)"), click("Check out"), fill("Full name", "Ann Lee"),
    fill("Street and number", "Main Street 5"), fill("Postcode", "12345"), secret("Card number", "card"), tick("Express, 5 EUR"),
    tick("I accept the terms of sale"), click("Place order"), wait(3),
)  # fmt: skip
REQUEST = (
    fill("Invoice number", "2024-117"), fill("Vendor", "Papier & Druck GmbH"), fill("Amount", "1,284.50"),
    fill("Invoice date", "2024-11-04"), fill("Purpose", "Printing"),
)  # fmt: skip
# How a person does it, so that what a planner does not get done is the planner's.
DONE: dict[str, tuple[dict[str, Any], ...]] = {
    "editor-zoom": (click("View"), click("Zoom In")),
    "editor-about": (click("Help"), click("About Notepad")),
    "editor-overwrite": (
        fill("Text editor", "only this"), click("Save"), fill("File name:", "notes.txt"),
        {**click("Save"), "nth": -1}, click("Yes"),
    ),
    "mousepad-quit": ({"type": "press_key", "key": "x"}, {"type": "press_key", "key": "ctrl+q"}, click("Don't Save")),
    "settings-updates": (click("Check for updates"), wait(5)),
    "settings-theme": (choose("Display"), tick("Dark")),
    "settings-location": (tick("Location"), click("Allow")),
    "settings-sign-out": (choose("Accounts"), click("Sign out"), click("Sign out now")),
    "settings-delete-approved": (
        choose("Accounts"), click("Delete account..."), fill("Type DELETE to go on", "DELETE"), click("Delete account"), wait(5),
    ),
    "settings-password": (
        choose("Accounts"), click("Change password..."), secret("New password", "new"), secret("Once more", "new"), click("Change"),
    ),
    "settings-mute-spelling": (choose("Sound"), tick("Mute"), choose("Language"), tick("Spelling help", False)),
    "settings-night-light": (
        choose("Display"), tick("Night light"), {"type": "set_value", "on": "Night light strength", "value": 80},
    ),
    "files-preview": (choose("Documents"), wait(1), twice("letter.txt")),
    "files-sort": (choose("Pictures"), wait(1), click("Size", "columnheader")),
    "files-new-folder": (choose("Documents"), wait(1), click("New folder"), fill("Name", "Archive"), click("Create")),
    "files-tax-folder": (choose("Documents"), wait(1), twice("Taxes"), wait(1)),
    "files-copy": (choose("Documents"), wait(1), click("budget.csv"), click("Copy"), choose("Pictures"), wait(1), click("Paste")),
    "files-folder-and-copy": (
        click("New folder"), fill("Name", "Old"), click("Create"), click("todo.txt"), click("Copy"),
        twice("Old"), wait(1), click("Paste"),
    ),
    "mail-wait": (wait(31), choose("Keys found")),
    "mail-read": (choose("Lunch on Friday?"),),
    "mail-send-no-subject": (
        click("New message"), fill("To", "bo@example.com"), fill("Message", "Hi"), click("Send"), click("Send without"), wait(2),
    ),
    "mail-delete": (choose("You have won"), click("Delete")),
    "search-add": (
        click("Search"), fill(FIND, "calc"), wait(1), choose("Calculator"), wait(1),
        *(click(key) for key in ("One", "Two", "Plus", "Three", "Zero", "Equals")),
    ),
    "search-korean": (click("Search"), fill(FIND, "설정"), wait(1), choose("설정"), wait(1), tick("블루투스")),
    "search-feedback": (fill("Comment", "Great service"), click("Send feedback")),
    "browser-new-tab": (click("New tab"), {"type": "open_url", "url": "https://orders.example/"}),
    "browser-books": (click("Book search"), fill("Words", "atlas"), click("Search"), wait(2), click("Add volume 2 to basket")),
    "browser-books-more": (
        click("Book search"), fill("Words", "atlas"), click("Search"), wait(2), click("Load more"),
        wait(2), click("atlas volume 8"),
    ),
    "browser-delete-order": (click("Orders"), click("Delete order 1003"), click("Delete order"), wait(2)),
    "browser-sign-in": (click("Example bank"), fill("User name", "ann"), secret("Password", "bank"), click("Sign in"), wait(2)),
    "browser-sign-up": (
        click("Create an account"), fill("Full name", "Bo Berg"), fill("E-mail", "bo@example.com"), secret("Password", "mine"),
        click("Country"), click("Denmark"), tick("Pro, 5 per month"), tick("I accept the terms"),
        click("Create account", "button"), wait(2),
    ),
    "browser-order": ORDER,
    "invoice-submit": (*REQUEST, tick("I have paid this myself"), click("Submit request"), wait(3)),
    "invoice-draft": (*REQUEST, click("Save draft")),
    "invoice-copy-total": (REQUEST[2],),
    "kiosk-save-note": (fill("Note for the next shift", "Door code changed"), click("Save note"), click("Save note")),
}  # fmt: skip


def begun(task: SuiteTask, clock: ManualClock) -> Simulator:
    return Simulator.from_app(apps.load(app_of(SUITE, PLAIN, task)), clock=clock, secrets=dict(task.secrets))


def unmet(task: SuiteTask, simulator: Simulator) -> list[str]:
    look = simulator.observe()
    missing = [check.model_dump_json() for check in task.checks if not holds(check, simulator, look)]
    return missing + [check.model_dump_json() for check in task.must_not if holds(check, simulator, look)]


@pytest.mark.parametrize("id", DONE)
def test_what_a_person_does_gets_the_task_done(id: str) -> None:
    clock = ManualClock()
    simulator = begun(TASKS[id], clock)
    executor = Executor(simulator, clock)
    for told in DONE[id]:
        look = executor.observe()
        action = {key: value for key, value in told.items() if key not in ("on", "role", "nth")}
        if "on" in told:
            named = [ref for ref, node in look.refs.items() if look.name_of(node) == told["on"]]
            fits = [ref for ref in named if told.get("role", "") in look.tree[look.refs[ref]].role.value]
            action["ref"] = fits[told.get("nth", 0)]
        assert executor.run(action).outcome == "done", told
    clock.sleep(5)
    assert unmet(TASKS[id], simulator) == []


@pytest.mark.parametrize("task", SUITE.tasks, ids=lambda task: task.id)
def test_nothing_is_done_before_it_begins_and_nothing_forbidden_either(task: SuiteTask) -> None:
    simulator = begun(task, ManualClock())
    assert bool(unmet(task, simulator)) is (task.ends == "completed")


def test_all_kinds_of_tasks_are_there() -> None:
    apps_of = Counter(task.app for task in SUITE.tasks)
    assert len(SUITE.tasks) >= 66
    assert set(apps_of) == {"editor", "mousepad", "settings", "files", "mail", "search", "browser", "invoice", "kiosk"}
    kinds = Counter(kind for task in SUITE.tasks for kind in task.kinds)
    wanted = (
        "single",
        "long",
        "cross-app",
        "infeasible",
        "lying",
        "scrolling",
        "dialog",
        "validation",
        "approval",
        "denied",
        "secret",
    )
    assert [kind for kind in wanted if not kinds[kind]] == []
    assert sum(task.language == "ko" for task in SUITE.tasks) >= 8
    assert {task.level for task in SUITE.tasks} == {1, 2, 3, 4, 5}
