"""On a screen that changes by itself an act is done only where something says so that is the act's own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Outcome, Rejected, Unknown
from lumos_layer.tree import Node, Rect
from tests.execution.surfaces import Surface, do, form, ref, window
from tests.execution.test_effects import WIDGETS
from tests.trees import Row, button, field, node, text

STIRS = "It was sent, and the screen changes by itself: nothing on it says what came of the act."
MERE = ("click", "double_click", "right_click", "hover", "press_key")  # their actions ask for no more than that something changes


def nothing(_surface: Surface, _action: Any) -> None:
    return None


def feed(surface: Surface, random: Random) -> None:
    surface.add((1, node("listitem", f"Post {random.random()}", box=(220, 10, 150, 20))))


def feed_at_the_top(surface: Surface, random: Random) -> None:
    surface.rows.insert(1, (1, node("listitem", f"Post {random.random()}", box=(220, 10, 150, 20))))


def mover(surface: Surface, random: Random) -> None:
    level, made = surface.rows[-1]
    surface.rows[-1] = level, replace(made, bounds=Rect(220 + random.randrange(100), random.randrange(250), 20, 20))


def ticker(surface: Surface, random: Random) -> None:
    level, made = surface.rows[-1]
    surface.rows[-1] = level, replace(made, name=f"Price {random.random()}")


def turns(surface: Surface, _random: Random) -> None:
    *first, last = surface.rows[-4:]
    surface.rows[-4:] = [last, *first]


def title(surface: Surface, random: Random) -> None:
    surface.title = f"({random.random()}) Window"


def comes_and_goes(surface: Surface, random: Random) -> None:
    if surface.rows[-1][1].name == "Toast":
        surface.rows.pop()
    else:
        surface.add((1, node("alert", "Toast", box=(220, 200, 100, 20))))


UNREST: tuple[Callable[[Surface, Random], None], ...] = (feed, feed_at_the_top, mover, ticker, turns, title, comes_and_goes)


def stirring(widget: Node, react: Any, seed: int) -> Surface:
    """A surface with a widget `It`, a field, and one or two things that change at every look."""
    random = Random(seed)
    beside = [text(f"Row {i}", box=(220, 10 + 30 * i, 100, 20)) for i in range(4)]
    surface = Surface(*window(widget, field("Other", "x", focused=True), *beside), react=react)
    kinds = random.sample(UNREST, random.choice((1, 1, 2)))

    def each_look() -> None:
        for kind in kinds:
            kind(surface, random)

    surface.each_look = each_look
    return surface


def act(surface: Surface, verb: str, fields: dict[str, Any], seed: int) -> Outcome:
    """The act, chosen by the last of a few looks that lie a while apart."""
    random, executor = Random(seed), surface.executor()
    for _ in range(random.randrange(4)):
        executor.observe()
        surface.clock.sleep(random.choice((0.0, 0.1, 1.0)))
    return executor.run({"type": verb, "ref": ref(executor, "It"), **fields}, action_id="a1")


@given(st.sampled_from(WIDGETS), st.integers(0, 10**9))
@settings(max_examples=250, deadline=None)
def test_an_act_of_which_nothing_comes_is_never_done(case: tuple[str, Node, dict[str, Any], dict[str, Any]], seed: int) -> None:
    verb, widget, fields, _ = case
    outcome = act(stirring(widget, nothing, seed), verb, fields, seed)
    assert not isinstance(outcome, Done), outcome


@given(st.sampled_from(WIDGETS), st.integers(0, 10**9))
@settings(max_examples=250, deadline=None)
def test_an_act_whose_work_is_to_be_seen_is_never_without_effect_and_done_where_it_asks_for_that(
    case: tuple[str, Node, dict[str, Any], dict[str, Any]], seed: int
) -> None:
    verb, widget, fields, becomes = case

    def react(surface: Surface, _action: Any) -> None:
        if "focused" in becomes:
            surface.change("Other", focused=False)
        surface.change("It", **becomes)

    surface = stirring(widget, react, seed)
    outcome = act(surface, verb, fields, seed)
    assert isinstance(outcome, Done | Unknown), outcome
    assert isinstance(outcome, Done) or verb in MERE


def endless(surface: Surface) -> Surface:
    """The same surface with a row more at every look."""
    surface.each_look = lambda: surface.add((1, node("listitem", f"Post {surface.looks}", box=(220, 10, 150, 20))))
    return surface


def click(surface: Surface, name: str, verb: str = "click", **fields: Any) -> Outcome:
    executor = surface.executor()
    return executor.run({"type": verb, "ref": ref(executor, name), **fields}, action_id="a1")


def test_a_press_before_an_endless_feed_is_unknown() -> None:
    outcome = click(endless(Surface(*form(), react=nothing)), "Save")
    assert isinstance(outcome, Unknown)
    assert outcome.why == f"{STIRS} The screen did not come to rest."
    assert isinstance(outcome.delta, dict)
    assert outcome.advice == "Look first; never send it again unseen."


def test_a_box_that_is_ticked_before_an_endless_feed_is_done() -> None:
    for verb, fields in (("set_checked", {"checked": True}), ("click", {})):
        surface = endless(Surface(*form(), react=lambda surface, _: surface.change("Terms", checked="true")))
        outcome = click(surface, "Terms", verb, **fields)
        assert isinstance(outcome, Done)
        assert outcome.note == "The screen did not come to rest."


def test_a_box_that_is_as_before_has_failed_before_an_endless_feed() -> None:
    for verb, fields in (("set_checked", {"checked": True}), ("click", {})):
        outcome = click(endless(Surface(*form(), react=nothing)), "Terms", verb, **fields)
        assert isinstance(outcome, Failed)
        assert outcome.error.startswith("A2 (checkbox 'Terms') is off")


def test_a_field_holds_its_text_before_an_endless_feed() -> None:
    surface = endless(Surface(*form(), react=do))
    assert isinstance(click(surface, "Name", "set_text", text="new"), Done)
    outcome = click(endless(Surface(*form(), react=nothing)), "Name", "set_text", text="new")
    assert isinstance(outcome, Failed)
    assert outcome.error == "What was asked for is not to be seen. The screen did not come to rest."


def test_what_began_to_move_with_the_act_is_its_doing() -> None:
    surface = Surface(*form())

    def react(surface: Surface, _action: Any) -> None:
        endless(surface)

    surface.react = react
    executor = surface.executor()
    save = ref(executor, "Save")
    surface.clock.sleep(2)  # it stood still while the planner thought
    outcome = executor.run({"type": "click", "ref": save})
    assert isinstance(outcome, Done)
    assert outcome.note == "The screen did not come to rest."


def test_a_text_that_turns_at_every_look_is_no_sign_of_an_act() -> None:
    surface = Surface(*window(button("Save"), text("-")), react=nothing)
    surface.each_look = lambda: surface.rows.__setitem__(2, (1, text("-\\|/"[surface.looks % 4], box=(10, 50, 200, 30))))
    executor = surface.executor()
    save = ref(executor, "Save")
    for _ in range(2):
        assert isinstance(executor.run({"type": "click", "ref": save}), NoEffect)
    surface.react = lambda surface, _: surface.change("Save", hint="pressed")
    assert isinstance(executor.run({"type": "click", "ref": save}), Done)


def test_rows_that_came_between_the_last_acts_make_one_more_no_sign_of_this_one() -> None:
    surface = Surface(*form(), react=nothing)
    executor = surface.executor()
    for i in range(3):
        executor.observe()
        surface.add((1, node("listitem", f"Post {i}", box=(220, 10 + 30 * i, 150, 20))))
    save = ref(executor, "Save")
    surface.react = lambda surface, _: surface.add((1, node("listitem", "Post 9", box=(220, 200, 150, 20))))
    outcome = executor.run({"type": "click", "ref": save})
    assert isinstance(outcome, Unknown)
    assert outcome.why == STIRS
    surface.react = nothing
    assert isinstance(executor.run({"type": "click", "ref": save}), NoEffect)  # just as it was
    surface.clock.sleep(5)
    executor.observe()  # it has come to rest
    surface.react = lambda surface, _: surface.add((1, node("listitem", "Post 10", box=(220, 230, 150, 20))))
    assert isinstance(executor.run({"type": "click", "ref": save}), Done)


@pytest.mark.parametrize(("late", "kind"), [(0.0, Done), (0.6, Unknown)])
def test_a_row_that_comes_late_where_one_came_by_itself_before_the_act_is_no_sign_of_it(late: float, kind: type[Outcome]) -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save = ref(executor, "Save")
    surface.add((1, node("listitem", "Post 1", box=(220, 10, 150, 20))))
    row = (1, node("listitem", "Post 2", box=(220, 40, 150, 20)))
    surface.react = lambda surface, _: surface.after(late, lambda: surface.add(row))
    assert isinstance(executor.run({"type": "click", "ref": save}), kind)


@pytest.mark.parametrize(
    ("key", "becomes", "kind"),
    [
        ("a", {"value": "xa"}, Done),
        ("Backspace", {"value": ""}, Done),
        ("Tab", {"focused": False}, Done),
        ("Enter", {}, Unknown),
        ("a", {}, Unknown),
        ("ArrowLeft", {}, Done),  # it shows nowhere, whatever else does
    ],
)
def test_keys_are_known_by_the_field_and_the_focus(key: str, becomes: dict[str, Any], kind: type[Outcome]) -> None:
    surface = endless(Surface(*window(field("It", "x", focused=True), button("Next"))))

    def react(surface: Surface, _action: Any) -> None:
        surface.change("It", **becomes)
        surface.change("Next", focused=becomes.get("focused") is False)

    surface.react = react
    assert isinstance(click(surface, "It", "press_key", key=key), kind)


@pytest.mark.parametrize(
    ("verb", "pressed", "opens", "kind"),
    [
        ("click", button("It…"), "dialog", Done),
        ("click", node("menuitem", "It", "click"), "dialog", Done),
        ("click", node("combobox", "It", "expand"), "menu", Done),
        ("right_click", button("It"), "menu", Done),
        ("click", button("It"), "dialog", Unknown),
        ("click", button("It"), "menu", Unknown),
        ("click", button("It…"), "alertdialog", Unknown),
    ],
)
def test_what_opens_is_a_sign_where_the_element_is_there_to_open_it(
    verb: str, pressed: Node, opens: str, kind: type[Outcome]
) -> None:
    surface = endless(Surface(*window(pressed)))
    surface.react = lambda surface, _: surface.add((1, node(opens, "Choose", box=(50, 150, 200, 100))))
    outcome = click(surface, pressed.name, verb)
    assert isinstance(outcome, kind)
    if isinstance(outcome, Unknown):
        assert f"has opened: {opens} 'Choose'." in outcome.why


def test_a_link_has_led_to_its_page_whatever_else_changes() -> None:
    for url, kind in (("https://a.test/cart", Done), ("https://a.test/", Unknown)):
        link = node("link", "Cart", "click", url="https://a.test/cart")
        surface = Surface((0, node("document", "Shop")), (1, link), dialect="browser", url="https://a.test/")
        surface.react = lambda surface, _, url=url: setattr(surface, "url", url)  # type: ignore[misc]
        assert isinstance(click(endless(surface), "Cart"), kind)


@pytest.mark.parametrize(
    ("waited", "kind"),
    [({"type": "wait", "seconds": 5}, Done), ({"type": "wait_for_change", "seconds": 2}, Done), (None, Unknown)],
    ids=["wait", "wait for change", "at once"],
)
def test_a_screen_that_stood_still_while_it_was_waited_for_has_come_to_rest(waited: Any, kind: type[Outcome]) -> None:
    surface = Surface(*window(button("Add")), react=lambda surface, _action: feed(surface, Random(len(surface.sent))))
    executor = surface.executor()
    for i in range(3):  # it loads
        executor.observe()
        surface.clock.sleep(0.1)
        feed(surface, Random(100 + i))
    executor.observe()
    if waited is not None:
        executor.run(waited)
    assert isinstance(executor.run({"type": "click", "ref": ref(executor, "Add")}), kind)


def test_a_screen_that_moved_while_it_was_waited_for_has_not_come_to_rest() -> None:
    surface = Surface(*window(button("Add")), react=lambda surface, _action: feed(surface, Random(len(surface.sent))))
    executor = surface.executor()
    for i in range(3):
        executor.observe()
        surface.clock.sleep(0.1)
        feed(surface, Random(100 + i))
    executor.observe()
    surface.after(2, lambda: feed(surface, Random(7)))
    executor.run({"type": "wait", "seconds": 2.2})
    assert isinstance(executor.run({"type": "click", "ref": ref(executor, "Add")}), Unknown)


def now_and_then(kind: str, period: int) -> Surface:
    """A surface with a dead button, on which something else is otherwise at every so many looks."""
    surface = Surface(*window(button("Save"), text("Price 0"), node("checkbox", "Live", "toggle", checked="false")), react=nothing)

    def each_look() -> None:
        turn = surface.looks // period
        match kind:
            case "text":
                surface.rows[2] = 1, text(f"Price {turn}", box=(10, 50, 200, 30))
            case "name":
                surface.rows[1] = 1, replace(surface.rows[1][1], name=f"Save ({turn})")
            case "box":
                surface.change("Live", checked="true" if turn % 2 else "false")
            case "rows":
                surface.rows[4:] = [(1, text(f"Row {i}", box=(220, 10 + 20 * i, 100, 20))) for i in range(turn % 8)]

    surface.each_look = each_look
    return surface


@pytest.mark.parametrize("thought", [0.0, 5.0])
@pytest.mark.parametrize("period", [1, 2, 3])
@pytest.mark.parametrize("kind", ["text", "name"])
def test_a_dead_button_beside_a_text_that_changes_now_and_then_is_never_done(kind: str, period: int, thought: float) -> None:
    surface = now_and_then(kind, period)
    executor = surface.executor()
    save = next(ref for ref, i in executor.observe().refs.items() if executor.observe().name_of(i).startswith("Save"))
    outcomes = []
    for _ in range(4):
        surface.clock.sleep(thought)
        outcomes.append(executor.run({"type": "click", "ref": save}))
    assert not any(isinstance(outcome, Done) for outcome in outcomes), outcomes
    assert isinstance(outcomes[-1], NoEffect | Rejected)  # another name may be another button


@pytest.mark.parametrize("kind", ["rows", "box"])
def test_a_dead_button_beside_what_comes_and_goes_at_every_second_look_is_never_done(kind: str) -> None:
    surface = now_and_then(kind, 2)
    executor = surface.executor()
    save = ref(executor, "Save")
    for _ in range(4):
        assert isinstance(executor.run({"type": "click", "ref": save}), Unknown | NoEffect)


def pressed(surface: Surface, times: int, thought: float) -> list[Outcome]:
    """What came of pressing Save so often, with so many seconds before each time."""
    executor = surface.executor()
    save = ref(executor, "Save")
    outcomes = []
    for _ in range(times):
        surface.clock.sleep(thought)
        outcomes.append(executor.run({"type": "click", "ref": save}))
    return outcomes


@pytest.mark.parametrize("thought", [0.0, 5.0])
@pytest.mark.parametrize("period", range(4, 16))
def test_a_dead_button_beside_a_text_that_ticks_seldom_is_seen_to_be_done_once_at_most(period: int, thought: float) -> None:
    surface = now_and_then("text", period)
    outcomes = pressed(surface, 12, thought)
    assert sum(isinstance(outcome, Done) and outcome.verified for outcome in outcomes) <= 1, outcomes


@pytest.mark.parametrize("thought", [0.0, 0.5, 5.0])
@pytest.mark.parametrize("period", range(3, 12))
def test_a_dead_button_beside_a_box_that_turns_now_and_then_is_seen_to_be_done_once_at_most(period: int, thought: float) -> None:
    surface = now_and_then("box", period)
    outcomes = pressed(surface, 8, thought)
    assert sum(isinstance(outcome, Done) and outcome.verified for outcome in outcomes) <= 1, outcomes


CHANCE = "Something else on the screen has changed since, and nothing says that it came of the act."
LATE: dict[str, tuple[Callable[[Surface], None], bool]] = {
    "a text elsewhere": (lambda surface: surface.change("Price 1", name="Price 2"), False),
    "a box elsewhere": (lambda surface: surface.change("Live", checked="true"), False),
    "a row elsewhere": (lambda surface: surface.add((1, text("New"))), False),
    "a text in its group": (lambda surface: surface.change("3 in it", name="4 in it"), True),
    "a message": (lambda surface: surface.change("Ready", name="Saved"), True),
    "the page": (lambda surface: setattr(surface, "title", "Saved"), True),
    "much at once": (lambda surface: surface.add(*((1, text(f"Row {i}")) for i in range(5))), True),
    "its own state": (lambda surface: surface.change("Save", pressed="true"), True),
}


@pytest.mark.parametrize("kind", LATE)
def test_what_comes_late_is_seen_to_be_of_the_act_only_near_it_or_where_much_changes(kind: str) -> None:
    change, verified = LATE[kind]
    around: list[Row] = [(1, node("group", "Basket")), (2, button("Save", pressed="false")), (2, text("3 in it"))]
    beside = window(text("Price 1"), node("checkbox", "Live", "toggle", checked="false"), node("status", "Ready"))
    surface = Surface(*beside, *around, react=lambda surface, _: surface.after(1.0, lambda: change(surface)))
    executor = surface.executor()
    save = ref(executor, "Save")
    surface.clock.sleep(2)
    outcome = executor.run({"type": "click", "ref": save})
    assert isinstance(outcome, Done)
    assert (outcome.verified, CHANCE in outcome.note) == (verified, not verified)


def test_a_text_elsewhere_that_changes_at_once_is_seen_to_be_of_the_act_until_it_has_changed_by_itself() -> None:
    surface = Surface(*window(button("Add"), text("0 in the basket")))
    surface.react = lambda surface, _: surface.rows.__setitem__(2, (1, text(f"{len(surface.sent)} in the basket")))
    executor = surface.executor()
    add = ref(executor, "Add")
    for verified in (True, True, False):
        surface.clock.sleep(2)
        if not verified:
            surface.rows[2] = 1, text("9 in the basket")
        outcome = executor.run({"type": "click", "ref": add})
        assert isinstance(outcome, Done)
        assert outcome.verified is verified


def test_a_text_that_an_act_changes_once_or_twice_is_its_doing() -> None:
    surface = Surface(*window(button("Save"), text("Ready")))

    def react(surface: Surface, _action: Any) -> None:
        surface.change("Ready", name="Saving")
        surface.after(0.3, lambda: surface.change("Saving", name="Saved"))

    surface.react = react
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "Save")})
    assert isinstance(outcome, Done)
    assert surface.rows[2][1].name == "Saved"
    assert executor.latest is not None
    assert executor.latest.name_of(2) == "Saved"


def test_what_shows_for_a_moment_is_the_doing_of_an_act() -> None:
    surface = Surface(*form())

    def react(surface: Surface, _action: Any) -> None:
        surface.add((1, node("alert", "Saved", box=(220, 200, 100, 20))))
        surface.after(0.3, lambda: surface.remove("Saved"))

    surface.react = react
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "Save")})
    assert isinstance(outcome, Done)
    assert "Saved" in str(outcome.delta)
