"""Lists of which the screen shows a part by its own words."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.probes import found, probe
from lumos_layer.verification.texts import says
from tests.verification.looks import act, element, told

LIST = (0, node("window", "Users")), (1, node("list", "Users")), (2, node("listitem", "ada")), (2, node("listitem", "bo"))
GONE = element("listitem", "zoe", exists=False)


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (text("Page 1 of 5"), None),
        (text("1 / 5 페이지"), None),
        (text("Showing 2 of 9 users"), None),
        (text("1–2 of 9"), None),
        (text("9명 중 2명"), None),
        (button("Next page"), None),
        (button("Load more"), None),
        (button("결과 더보기"), None),
        (text("Page 1 of 1"), True),
        (text("Showing 1–2 of 2"), True),
        (text("2 of 9 are friends"), True),
        (text("Step 1 of 5"), True),
        (button("Next page", enabled=False), True),
        (button("더보기"), True),  # a menu
    ],
)
def test_what_is_not_on_one_page_of_several_may_be_on_another(row: Any, verdict: bool | None) -> None:
    look = told(*LIST, (1, row))
    assert probe(GONE, look).verdict is verdict
    assert probe(element("listitem", within="Users", count=2), look).verdict is verdict
    assert probe(element("button", "Delete zoe", exists=False), look).verdict is True


@pytest.mark.parametrize(
    ("role", "name", "said", "verdict"),
    [
        ("combobox", "Status", "Paid", None),
        ("searchbox", "Search", "ada", None),
        ("textbox", "필터", "ada", None),
        ("combobox", "Status", "All", True),
        ("searchbox", "Search", "zoe", True),  # what would let it through
        ("textbox", "Comment", "ada", True),
    ],
)
def test_what_a_filter_of_the_run_leaves_out_is_not_gone(role: str, name: str, said: str, verdict: bool | None) -> None:
    narrowed = act("set_text" if role != "combobox" else "select", role, name, said)
    field = (1, node(role, name, "type", value=said))
    assert found(GONE, told(*LIST, field, acts=(narrowed,)), "zoe is deleted").verdict is verdict
    assert found(GONE, told(*LIST, (1, node(role, name, "type", value="")), acts=(narrowed,)), "zoe is deleted").verdict is True


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [
        ("2024-03-02,-900.00", True),
        ("on 2024-03-31.", True),
        ("2024-03-117", None),
        ("2024-03-02-7", None),
        ("12024-03-02", False),
        ("X-2024-03-02", None),
    ],
)
def test_a_month_is_whole_in_the_dates_of_its_days(shown: str, verdict: bool | None) -> None:
    assert says(shown, "2024-03") is verdict


def test_a_preview_with_a_button_to_publish_is_not_published() -> None:
    rows = (0, node("document", "Preview: Spring")), (1, heading("Spring")), (1, button("Publish"))
    assert found(element("heading", "Spring"), told(*rows), "The post is published").verdict is None
    assert found(element("heading", "Spring"), told(*rows), "The preview of the post is shown").verdict is True
    assert found(element("heading", "Spring"), told(rows[0], rows[1]), "The post is published").verdict is None
    published = told((0, node("document", "Spring")), rows[1], (1, text("Published today")))
    assert found(element("heading", "Spring"), published, "The post is published").verdict is True
