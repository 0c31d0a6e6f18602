from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from lumos_layer import Observation
from lumos_layer.errors import BudgetTooSmall
from lumos_layer.perception import tokens
from lumos_layer.perception.items import Element, Heading, Item, More, Text
from tests.trees import Box, button, field, group, heading, link, node, observed, text, ui

WINDOW: Box = (0, 0, 800, 600)
BELOW: Box = (0, 900, 100, 20)

COUNTERS: dict[str, Callable[[str], int]] = {
    "exact tokens": tokens.count,
    "estimated tokens": tokens.estimate,
    "characters": len,
    "bytes": lambda text: len(text.encode()),
    "blanks": lambda text: text.count(" ") + 1,
    "kilobytes": lambda text: len(text) // 1000 + 1,
}


def screen(rows: int = 40) -> Observation:
    """A window with many rows, of which some have long names."""
    parts = [(1, heading("Orders")), (1, node("list", "Results", "scroll"))]
    for number in range(rows):
        parts += (2, text(f"Order {number} of Ann Lee " + "저장 " * (number % 7))), (2, button("Edit")), (2, link(f"Open {number}"))
    return observed((0, node("window", "Shop")), *parts)


@pytest.mark.parametrize("form", ["compact", "object"])
@pytest.mark.parametrize("counter", COUNTERS)
def test_a_budget_is_never_exceeded_whatever_counts(counter: str, form: Literal["compact", "object"]) -> None:
    count = COUNTERS[counter]
    observation = screen()
    whole = observation.blueprint()
    most = count(whole.compact() if form == "compact" else whole.object())
    costs: list[tuple[int, int]] = []
    refused: list[BudgetTooSmall] = []
    for budget in sorted({*range(1, most + 1, max(1, most // 25)), most, most + 1}):
        try:
            blueprint = observation.blueprint(budget=budget, counter=count, form=form)
        except BudgetTooSmall as error:
            refused.append(error)
        else:
            costs.append((count(blueprint.compact() if form == "compact" else blueprint.object()), budget))
    assert costs
    assert all(cost <= budget for cost, budget in costs)
    assert all(error.budget < error.minimum <= most for error in refused)


def test_the_default_counts_the_tokens_of_o200k_exactly() -> None:
    observation = screen()
    for budget in (100, 150, 400):
        blueprint = observation.blueprint(budget=budget)
        assert budget - 40 < blueprint.tokens() <= budget


@pytest.mark.parametrize("counter", COUNTERS)
def test_the_exact_budget_shows_all(counter: str) -> None:
    observation, count = screen(), COUNTERS[counter]
    whole = observation.blueprint().compact()
    exact = observation.blueprint(budget=count(whole), counter=count)
    assert exact.compact() == whole
    assert not exact.cut


def test_one_token_less_cuts_and_says_so() -> None:
    observation = screen()
    less = observation.blueprint(budget=observation.blueprint().tokens() - 1)
    assert less.cut
    assert less.omitted["budget"] >= 1


def test_what_is_shown_and_what_is_left_out_add_up() -> None:
    observation = screen()

    def things(items: list[Item]) -> int:
        return sum(isinstance(item, Element | Text | Heading) for item in items)

    whole = things(list(observation.blueprint().walk()))
    for budget in range(200, 3000, 150):
        items = list(observation.blueprint(budget=budget, counter=len).walk())
        left_out = sum(item.count for item in items if isinstance(item, More))
        assert things(items) + left_out == whole


def test_more_budget_never_shows_fewer_elements() -> None:
    observation = screen()
    shown = [len(observation.blueprint(budget=budget, counter=len).refs) for budget in range(200, 3000, 100)]
    assert shown == sorted(shown)
    assert shown[-1] > shown[0]


# Too small


@pytest.mark.parametrize("budget", [0, -5, 1, 30])
def test_a_budget_that_shows_nothing_names_the_least_that_does(budget: int) -> None:
    with pytest.raises(BudgetTooSmall) as refused:
        screen().blueprint(budget=budget)
    error = refused.value
    assert str(error) == (
        f"A budget of {budget} tokens shows nothing of this screen; the least that does is {error.minimum}. Raise the budget."
    )
    assert screen().blueprint(budget=error.minimum).tokens() == error.minimum
    with pytest.raises(BudgetTooSmall):
        screen().blueprint(budget=error.minimum - 1)


def test_two_things_without_a_mark_may_cost_less_than_one_with_it() -> None:
    rows = (0, group("A")), (1, button("x")), (1, button("y")), (0, text("a long text that does not fit " * 3))
    observation = observed(*rows)
    both = len('{"surface":"main","refs":"A","omitted":{"budget":1},"ui":[{"group":["A",["button","1 x","2 y"]]},{"more":1}]}')
    assert observation.blueprint(budget=both, counter=len).refs == ("A1", "A2")


def test_an_empty_screen_needs_room_for_its_header() -> None:
    observation = observed((0, node("generic")))
    least = len(observation.blueprint().compact())
    assert observation.blueprint(budget=least, counter=len).items == []
    with pytest.raises(BudgetTooSmall) as refused:
        observation.blueprint(budget=least - 1, counter=len)
    assert refused.value.minimum == least


# Most useful first


def first(*rows: tuple[int, object], title: str = "") -> str:
    """The name of what is shown in the least budget that shows anything."""
    observation = observed(*rows, dialect="browser", size=(800, 600), title=title)  # type: ignore[arg-type]
    with pytest.raises(BudgetTooSmall) as refused:
        observation.blueprint(budget=0, counter=len)
    items = list(observation.blueprint(budget=refused.value.minimum, counter=len).walk())
    [thing] = [item for item in items if isinstance(item, Element | Text | Heading)]
    return thing.name if isinstance(thing, Element) else thing.text


USEFUL = [
    (button("focused", focused=True), 0),
    (button("in a dialog"), 1),
    (text("said in a dialog"), 1),
    (button("enabled"), 0),
    (button("disabled", enabled=False), 0),
    (heading("heading"), 0),
    (text("text"), 0),
    (button("below the fold", BELOW), 0),
    (button("disabled below", BELOW, enabled=False), 0),
    (node("heading", "heading below", box=BELOW), 0),
    (text("text below", BELOW), 0),
]


@pytest.mark.parametrize("place", range(len(USEFUL) - 1))
def test_the_most_useful_is_shown_first(place: int) -> None:
    (better, in_dialog), (worse, worse_in_dialog) = USEFUL[place], USEFUL[place + 1]
    rows: list[tuple[int, object]] = []
    for made, inside in ((worse, worse_in_dialog), (better, in_dialog)):
        rows += [(0, node("dialog", "", modal=True)), (1, made)] if inside else [(0, made)]
    assert first(*rows, (0, text("padding " * 20, BELOW))) == better.name


def test_of_equally_useful_things_the_first_is_shown_first() -> None:
    observation = observed(*[(0, button(f"button {number}")) for number in range(50)])
    shown = observation.blueprint(budget=300, counter=len).refs
    assert shown == tuple(f"A{number}" for number in range(1, len(shown) + 1))


def test_a_dialog_without_content_is_shown_before_what_is_behind_it() -> None:
    rows = [(0, button(f"button number {number}")) for number in range(30)]
    observation = observed(*rows, (0, node("dialog", "Wait", modal=True)))
    assert {"dialog modal": ["Wait"]} in ui(observation, budget=200, counter=len)


# Marks


def test_what_was_left_out_is_marked_in_its_group_with_the_ref_that_opens_it() -> None:
    observation = screen(5)
    items = ui(observation, budget=210, counter=len)
    [inside] = [item["list scroll"] for item in items if isinstance(item, dict) and "list scroll" in item]
    assert inside[0] == "1 Results"
    assert inside[-1]["under"] == "A1"
    opened = observation.blueprint(ref="A1")
    assert len(opened.refs) == len(observation.blueprint().refs)


def test_groups_around_what_is_shown_stand_and_others_do_not() -> None:
    rows = (0, group("Shown")), (1, field("Name", focused=True)), (0, group("Left out")), (1, text("words " * 30))
    items = ui(observed(*rows), budget=150, counter=len)
    assert items == [{"group": ["Shown", "1.textbox Name"]}, {"more": 1}]


# Automatic choice of view


def test_auto_takes_the_fullest_view_that_fits() -> None:
    rows = [(0, text(f"A sentence about thing {number} that is long")) for number in range(10)]
    observation = observed(*rows, *[(0, button(f"b{number}")) for number in range(10)])
    full, interactive = observation.blueprint(), observation.blueprint(view="interactive")
    assert observation.blueprint(view="auto", budget=full.tokens()).view == "full"
    assert observation.blueprint(view="auto", budget=full.tokens() - 1).compact() == interactive.compact()
    least = observation.blueprint(view="auto", budget=interactive.tokens() - 1)
    assert (least.view, least.omitted["budget"] > 0) == ("interactive", True)


def test_a_view_may_have_a_budget_as_well() -> None:
    observation = screen()
    outline = observation.blueprint(view="outline", budget=60)
    assert (outline.view, outline.cut) == ("outline", True)
    assert outline.tokens() <= 60


# Counting


def test_long_texts_are_counted_in_pieces_as_exactly_as_in_one() -> None:
    text = "".join(f'["button","{number} Save {number}저장"],' for number in range(8_000))
    pieces = [f'["button","{number} Save {number}저장"],' for number in range(8_000)]
    assert len(text) > 200_000
    assert tokens.count(text) == tokens.count("".join(pieces[:1000])) + tokens.count("".join(pieces[1000:]))


def test_texts_beyond_what_the_tokenizer_takes_at_once_are_counted() -> None:
    assert tokens.count('["link","1 Home"],' * 100_000) == 100_000 * tokens.count('["link","1 Home"],')
    assert tokens.count("x" * 1_200_000) > 0


def test_a_screen_too_large_for_the_tokenizer_has_a_budget_as_well() -> None:
    observation = observed(*[(0, button(f"Button number {number} of very many")) for number in range(30_000)])
    assert observation.blueprint(budget=200).tokens() <= 200
