"""Numbers that name things, accounts in bars, and keys that go to whatever is in front."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Done, Rejected
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import FaultPlan, Simulator, apps
from tests.execution.surfaces import Surface, ref, window
from tests.execution.test_targets import asked
from tests.trees import Row, button, field, heading, node, text

DIALECTS = ("uia", "atspi", "android", "browser", "cdp")
CONFIRM = button("Confirm")

NAMED = [
    "Ticket {}", "Ticket: {}", "Ticket No. {}", "Ticket {} – open", "Invoice {} due", "Delete ticket {}?", "Seat {}A", "№ {}",
    "Room {}, floor 2", "{}-A", "Slot {}-B2", "Rechnung Nr. {}", "Kundennummer: {}", "commande n° {}",
    "{}번 티켓", "티켓 {}번", "주문번호: {}", "{}호", "제{}호", "订单{}", "注文番号：{}",
]  # fmt: skip
COUNTED = [
    "{} items", "Unread {}", "Unread: {}", "Likes {}", "Notifications {}", "Inbox ({})", "Ticket {} of 120", "Order {} %",
    "Updated {} minutes ago", "{}번 시도", "알림 {}", "{}분 전",
]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("words", NAMED)
def test_a_number_that_names_a_thing_tells_it_from_another(words: str, dialect: str) -> None:
    outcome, verbs = pressed_beside([text(words.format(10))], [text(words.format(99))], dialect)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, verbs) == ("stale", [])


@pytest.mark.parametrize("words", COUNTED)
def test_a_number_that_counts_keeps_nobody_from_pressing(words: str) -> None:
    assert pressed_beside([text("Ada"), text(words.format(10))], [text("Ada"), text(words.format(99))])[1] == ["click"]


def test_how_long_ago_in_words_keeps_nobody_from_pressing() -> None:
    kept = [heading("Ada Lovelace"), text("All is kept for thirty days"), field("Nickname", "ada")]
    assert pressed_beside([*kept, text("Saved just now")], [*kept, text("Saved a minute ago")])[1] == ["click"]


@pytest.mark.parametrize("label", ["Ticket", "Ticket:", "Order number", "주문번호"])
def test_a_bare_number_is_that_of_the_label_right_before_it(label: str) -> None:
    def told(number: str) -> list[Any]:
        return [text("Please check"), text(label), text(number)]

    outcome, verbs = pressed_beside(told("10"), told("99"))
    assert isinstance(outcome, Rejected)
    assert verbs == []


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("told", [text, heading, lambda number: node("link", number, "click")])
def test_a_bare_number_is_what_the_screen_is_about_where_no_text_says_anything_else(told: Any, dialect: str) -> None:
    around = [field("Nickname", "ada")]
    outcome, verbs = pressed_beside([told("10"), *around], [told("99"), *around], dialect)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, verbs) == ("stale", [])


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("identifier", ["orderId", "ticket_number", "app:id/invoice_no", "lblCustomerRef"])
def test_a_bare_number_names_what_its_developers_call_so(identifier: str, dialect: str) -> None:
    def told(number: str) -> list[Any]:
        return [text("Ada"), text(number, identifier=identifier)]

    outcome, verbs = pressed_beside(told("10"), told("99"), dialect)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, verbs) == ("stale", [])


@pytest.mark.parametrize("identifier", ["orderCount", "orders", "unread_number", "page-number", "badgeId", "qty", "lblTotal"])
def test_a_bare_number_that_developers_call_otherwise_is_a_count(identifier: str) -> None:
    def told(number: str) -> list[Any]:
        return [text("Ada"), text(number, identifier=identifier)]

    assert pressed_beside(told("10"), told("99"))[1] == ["click"]


def test_a_number_with_zeros_in_front_is_no_count() -> None:
    outcome, verbs = pressed_beside([text("Ada"), text("00417")], [text("Ada"), text("00418")])
    assert isinstance(outcome, Rejected)
    assert verbs == []


@pytest.mark.parametrize("label", ["Unread", "Likes", "Score"])
def test_a_bare_number_behind_what_is_counted_is_a_count(label: str) -> None:
    def told(number: str) -> list[Any]:
        return [text("Please check"), text(label), text(number)]

    assert pressed_beside(told("10"), told("99"))[1] == ["click"]


def pressed_beside(before: list[Any], after: list[Any], dialect: str = "uia") -> tuple[Any, list[str]]:
    surface = Surface(*window(*before, CONFIRM), dialect=dialect)
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = window(*after, CONFIRM)
    return executor.run(asked("click", confirm)), surface.verbs


def page(bar: str, *said: Any) -> list[Row]:
    around = [(1, heading("Transfers")), (1, text("Money arrives at once")), (1, field("Amount", "7")), (1, CONFIRM)]
    return [*window(), (1, node(bar, "")), *((2, each) for each in said), *around]


ACCOUNTS = {
    "signed in": (text("Signed in as Ada"), text("Signed in as Bob")),
    "an address": (node("link", "ada@example.org", "click"), node("link", "bob@example.org", "click")),
    "a menu": (button("Account: Ada"), button("Account: Bob")),
    "an environment": (text("Environment: Staging"), text("Environment: Production")),
    "a workspace that is chosen": (
        node("combobox", "Workspace", "expand", value="Acme"),
        node("combobox", "Workspace", "expand", value="Umbrella"),
    ),
    "Korean": (text("김철수님"), text("이영희님")),
}


@pytest.mark.parametrize("bar", ["banner", "navigation", "toolbar", "contentinfo", "status"])
@pytest.mark.parametrize("case", ACCOUNTS)
@pytest.mark.parametrize("act", [("click", "Confirm", {}), ("set_text", "Amount", {"text": "9"})])
def test_nothing_is_done_for_another_account_than_it_was_chosen_for(case: str, bar: str, act: tuple[str, str, Any]) -> None:
    before, after = ACCOUNTS[case]
    verb, name, fields = act
    surface = Surface(*page(bar, before))
    executor = surface.executor()
    target = ref(executor, name)
    surface.rows = page(bar, after)
    outcome = executor.run(asked(verb, target, **fields))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.verbs) == ("stale", [])


def test_the_refusal_says_which_account_it_is_for_now() -> None:
    surface = Surface(*page("banner", text("Signed in as Ada")))
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = page("banner", text("Signed in as Bob"))
    outcome = executor.run(asked("click", confirm))
    assert isinstance(outcome, Rejected)
    assert outcome.violations[0].message == (
        "The screen said 'Signed in as Ada' and says 'Signed in as Bob' since the look o1: it is for another account by now."
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [("Rain ahead", "Sun soon"), ("3 new messages", "4 new messages"), ("10:59", "11:00"), ("Ada is online", "Bob is online")],
)
@pytest.mark.parametrize("bar", ["banner", "navigation", "toolbar", "contentinfo"])
def test_what_else_goes_on_in_bars_keeps_nobody_from_pressing(before: str, after: str, bar: str) -> None:
    surface = Surface(*page(bar, text(before)))
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = page(bar, text(after))
    executor.run(asked("click", confirm))
    assert surface.verbs == ["click"]


def note(*said: Any, title: str = "notes.txt", inside: bool = False) -> list[Row]:
    rows = [(0, node("window", title, active=True, box=(0, 0, 400, 300)))]
    if inside:
        rows.append((1, node("document", "", box=(0, 0, 400, 300))))
    return [*rows, *((2 if inside else 1, each) for each in (*said, text("All is kept for thirty days"), CONFIRM))]


FRONT = {
    "a ticket": (note(text("Ticket 10")), note(text("Ticket 99"))),
    "a page in a window": (note(text("Ticket 10"), inside=True), note(text("Ticket 99"), inside=True)),
    "a file": (note(text("Document: a.txt")), note(text("Document: b.txt"))),
    "the title": (note(), note(title="taxes.txt")),
    "the account": (
        [*note(), (1, node("banner", "")), (2, text("Signed in as Ada"))],
        [*note(), (1, node("banner", "")), (2, text("Signed in as Bob"))],
    ),
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("key", ["Control+s", "Delete", "Shift+Delete", "Enter"])
@pytest.mark.parametrize("case", FRONT)
def test_keys_without_a_focus_do_not_go_to_another_thing_in_front(case: str, key: str, dialect: str) -> None:
    before, after = FRONT[case]
    surface = Surface(*before, dialect=dialect)
    executor = surface.executor()
    executor.observe()
    surface.rows = list(after)
    outcome = executor.run({"type": "press_key", "key": key})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.verbs) == ("stale", [])


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("Control+s", note(), note(title="● notes.txt")),
        ("Control+s", note(text("10:59")), note(text("11:00"))),
        ("Control+s", note(text("3 unread")), note(text("4 unread"))),
        ("Control+s", note(), note(text("Saved"))),
        ("Tab", note(text("Ticket 10")), note(text("Ticket 99"))),  # only leads the eye
        ("PageDown", note(text("Ticket 10")), note(text("Ticket 99"))),
    ],
)
def test_keys_without_a_focus_go_where_it_is_the_same_or_nothing_is_done(key: str, before: list[Row], after: list[Row]) -> None:
    surface = Surface(*before)
    executor = surface.executor()
    executor.observe()
    surface.rows = list(after)
    executor.run({"type": "press_key", "key": key})
    assert surface.verbs == ["press_key"]


@pytest.mark.parametrize(("key", "held"), [("x", "oldx"), ("Shift+a", "oldA"), ("7", "old7"), ("한", "old한")])
def test_a_key_that_wrote_twice_is_mended(key: str, held: str, lumos_executor: Any, twice: tuple[Simulator]) -> None:
    executor = lumos_executor(*twice)
    outcome = executor.run({"type": "press_key", "key": key, "ref": "A1"})
    assert isinstance(outcome, Done)
    assert "stands twice in the field" in outcome.note
    assert executor.environment.observe().tree[1].value == held


def test_a_quote_that_an_editor_closes_stays(lumos_executor: Any, twice: tuple[Simulator]) -> None:
    executor = lumos_executor(*twice)
    executor.run({"type": "press_key", "key": '"', "ref": "A1"})
    assert executor.environment.observe().tree[1].value == 'old""'


@pytest.fixture
def twice() -> tuple[Simulator]:
    """A simulator whose first act arrives twice."""
    rows = [
        {"role": "window", "name": "W", "box": [0, 0, 300, 200]},
        {"level": 1, "role": "textbox", "name": "Name", "value": "old", "box": [0, 0, 100, 20]},
    ]
    app = apps.made({"name": "t", "start": "m", "screens": {"m": {"rows": rows}}})
    plan = FaultPlan.model_validate({"faults": [{"kind": "duplicated", "acts": [1]}]})
    return (Simulator.from_app(app, clock=ManualClock(), faults=plan),)
