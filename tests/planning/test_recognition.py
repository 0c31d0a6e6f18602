from __future__ import annotations

from hypothesis import given, settings

from lumos_layer.perception.observation import Observation
from lumos_layer.planning.interpretation import TaskContext, interpret
from lumos_layer.planning.recognition import recognise
from lumos_layer.testing.strategies import observations
from lumos_layer.testing.trees import button, field, node, observed, text

SCREEN = observed(
    (0, node("window", "Sign in")),
    (1, text("Welcome back")),
    (1, field("User name")),
    (1, button("Sign in", enabled=False)),
    (1, node("link", "Help", "click")),
    (1, node("alert", "The name is missing")),
)


def test_elements_have_kind_confidence_origin_and_whether_they_can_be_used() -> None:
    said = [(each.kind, each.name, bool(each.ref), each.enabled, each.confidence, each.origin) for each in recognise(SCREEN)]
    assert said == [
        ("window", "Sign in", True, True, 1.0, "uia"),
        ("label", "Welcome back", False, True, 1.0, "uia"),
        ("field", "User name", True, True, 1.0, "uia"),
        ("button", "Sign in", True, False, 1.0, "uia"),
        ("link", "Help", True, True, 1.0, "uia"),
        ("warning", "The name is missing", True, True, 1.0, "uia"),
    ]


def test_an_element_that_says_the_same_on_the_next_look_is_the_same() -> None:
    before, after = (observed((0, button("Save", enabled=enabled)), (0, text("Sum: 5"))) for enabled in (True, False))
    assert all(one is other for one, other in zip(recognise(before), recognise(before), strict=True))
    assert [one is other for one, other in zip(recognise(before), recognise(after), strict=True)] == [False, True]


def test_what_is_left_out_is_counted_and_warnings_and_controls_stay_longest() -> None:
    rows = [(1, text(f"line {k}")) for k in range(50)]
    crowded = observed((0, node("window", "Log")), *rows, (1, button("Stop")), (1, node("dialog", "Really?")), (2, button("Yes")))
    elements = recognise(crowded, most=5)
    assert [(each.kind, each.name, each.count) for each in elements] == [
        ("window", "Log", 1), ("button", "Stop", 1), ("dialog", "Really?", 1), ("button", "Yes", 1), ("left_out", "", 50),
    ]  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(observations())
def test_every_element_that_can_be_acted_on_is_recognised_once(observation: Observation) -> None:
    refs = [each.ref for each in recognise(observation, most=10**6) if each.ref]
    assert sorted(refs) == sorted(observation.refs)


@settings(max_examples=50, deadline=None)
@given(observations())
def test_the_bound_holds_and_nothing_is_lost_uncounted(observation: Observation) -> None:
    whole, part = recognise(observation, most=10**6), recognise(observation, most=4)
    assert len(part) <= 4
    assert sum(each.count for each in part) == len(whole)


def test_the_elements_that_the_goal_speaks_of_matter() -> None:
    elements, context = interpret("Type ann into User name and click Sign in", recognise(SCREEN), SCREEN, TaskContext())
    assert [(each.meaning.split(",")[0], each.actionability) for each in elements][:3] == [
        ("window 'Sign in'", "act"), ("field 'User name'", "act"), ("button 'Sign in'", "disabled"),
    ]  # fmt: skip
    assert (context.target_fields, context.page_state, context.values) == (("User name",), "ready", ())


def test_the_value_to_carry_is_read_once_it_shows_and_kept() -> None:
    bill = observed((0, node("window", "Invoice 7 - Viewer")), (1, text("Total: 12.50 EUR")))
    goal = "Copy the total of the invoice into Amount"
    _, context = interpret(goal, recognise(bill), bill, TaskContext())
    assert context.values == (("total of the invoice", "12.50 EUR"),)
    assert context.assumptions == ("total of the invoice is '12.50 EUR', as 'Total' says.",)
    _, later = interpret(goal, recognise(SCREEN), SCREEN, context)
    assert later.values == context.values


def test_of_two_totals_none_is_taken() -> None:
    bill = observed((0, node("window", "Invoice 7")), (1, text("Total: 12.50 EUR")), (1, text("Total: 99.00 EUR")))
    _, context = interpret("Copy the total of the invoice into Amount", recognise(bill), bill, TaskContext())
    assert context.values == ()
