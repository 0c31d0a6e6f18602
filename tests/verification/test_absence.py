"""What is not on a screen, and when that shows that it is gone."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.state.checks import AllOf, AnyOf, AppCheck, Check, Not
from lumos_layer.state.probing import ActSeen
from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.probes import found, probe
from lumos_layer.verification.sources import ToldSources
from tests.verification.looks import act, element, seen, told

GONE = element("button", "Delete order 7", exists=False)
INTENT = "Order 7 is not among the orders any more"
SHOP = ((0, node("window", "Shop")), (1, heading("Shop")), (1, button("Buy")))
ORDERS = ((0, node("window", "Orders")), (1, heading("Orders")), (1, button("Delete order 8")))
SAME = [GONE, Not(check=element("button", "Delete order 7"))]


def sources(rows: tuple[Any, ...], title: str, *acts: ActSeen) -> ToldSources:
    return ToldSources(seen(*rows, title=title), acts)


@pytest.mark.parametrize("check", SAME)
@pytest.mark.parametrize(
    ("verb", "role"),
    [
        ("open_url", ""),
        ("open_app", ""),
        ("switch_window", ""),
        ("click", "link"),
        ("click", "tab"),
        ("select", "option"),
        ("click", "listitem"),
        ("double_click", "row"),
    ],
)
def test_a_screen_that_was_just_gone_to_does_not_show_that_something_is_gone(check: Check, verb: str, role: str) -> None:
    went = (act(verb, role, "There"), act("wait", step=2))
    finding = found(check, sources(SHOP, "Shop", *went), INTENT)
    assert (finding.verdict, finding.why) == (
        None,
        "this screen was just gone to, and nothing on it says that it is the place that is meant",
    )
    assert found(check, sources(ORDERS, "Orders", *went), INTENT).verdict is True
    deleted = act("click", "button", "Delete", step=3)
    assert found(check, sources(SHOP, "Shop", *went, deleted), INTENT).verdict is True
    assert found(check, sources(SHOP, "Shop"), INTENT).verdict is True


def test_what_is_chosen_in_a_list_of_places_says_where_one_is() -> None:
    went = act("select", "option", "Orders")
    shown = ((0, node("window", "Shop")), (1, node("option", "Orders", selected=True)), (1, button("Buy")))
    elsewhere = ((0, node("window", "Shop")), (1, node("option", "Customers", selected=True)), (1, button("Buy")))
    assert found(GONE, sources(shown, "Shop", went), INTENT).verdict is True
    assert found(GONE, sources(elsewhere, "Shop", went), INTENT).verdict is None


def test_a_place_that_the_check_names_needs_no_other_sign() -> None:
    check = element("button", "Delete order 7", exists=False, within="Shop")
    assert found(check, sources(SHOP, "Shop", act("open_url")), INTENT).verdict is True


@pytest.mark.parametrize("check", SAME)
def test_behind_a_dialog_that_hides_the_rest_nothing_is_known_to_be_gone(check: Check) -> None:
    dialog = ((1, node("dialog", "Delete it?", modal=True)), (2, button("Keep it")))
    behind = ((0, node("document", "Orders")), (1, node("generic", hidden=True)), *dialog)
    beside = ((0, node("document", "Orders")), (1, text("Orders")), (1, node("generic", hidden=True)), *dialog)
    answer = probe(check, told(*behind))
    assert (answer.verdict, answer.why) == (None, "'Delete it?' lies before it, and what is behind is not told")
    assert probe(check, told(*beside)).verdict is True
    assert probe(check, told(*dialog)).verdict is True
    assert probe(element("dialog", "Save As", exists=False), told(*behind)).verdict is True


def test_of_what_is_not_on_the_screen_nobody_says_that_it_is_off() -> None:
    on = element("switch", "Bluetooth", checked=True)
    other = told((0, node("window", "App")), (1, heading("Sound")))
    off = told((0, node("window", "App")), (1, node("switch", "Bluetooth", "toggle", checked="false")))
    assert [probe(Not(check=check), other).verdict for check in (on, AllOf(checks=(on,)), AnyOf(checks=(on, on)))] == [None] * 3
    assert probe(Not(check=on), off).verdict is True
    assert probe(Not(check=element("alert")), other).verdict is True


def test_words_of_stores_are_not_quoted_as_if_the_screen_had_said_them() -> None:
    page = seen((0, node("window", "App")), (1, text("Nobody is signed in")))
    both = AllOf(checks=(AppCheck(key="signed_out", equals=1), element("text", "Nobody is signed in")))
    answer = probe(both, ToldSources(page, stored={"signed_out": 1}))
    assert (answer.verdict, answer.kind, answer.quotes) == (True, "element", ("Nobody is signed in",))
