"""A screen whose only record stands in no list: which evidence there is that it shows another one."""

from __future__ import annotations

import pytest

from tests.perception.test_other_records import DIALECTS, Dialect, Part, refs_then


def record(*words: str) -> Part:
    inside = (*(Part("text", each) for each in words), Part("button", "Delete"))
    return Part("window", "Reports", (Part("button", "New"), Part("box", "", inside), Part("button", "Close")))


@DIALECTS
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Quarterly sales report for the north region", "Quarterly sales report for the south region"),
        ("Invoice number 42 from Acme Ltd", "Invoice number 43 from Acme Ltd"),
        ("Room 12", "Room 13"),
        ("🍎 basket of fruit", "🍐 basket of fruit"),
        ("김철수 고객님의 주문 내역", "이영희 고객님의 주문 내역"),
    ],
)
def test_a_word_or_number_of_its_name_and_what_is_told_with_it_make_another_record(dialect: Dialect, name: str, other: str) -> None:
    first, now = refs_then(dialect, record(name, "Rome"), record(other, "Oslo"))
    assert len(first) == len(now) == 1
    assert first != now


@DIALECTS
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("Sales report for the north region", "Rome", "Ada"), ("Sales report for the south region", "Rome", "Ada")),
        (("Quarterly sales report, draft", "Rome", "Ada"), ("Quarterly sales report, draft", "Oslo", "Ada")),
        (("Inbox (3)", "Rome", "Ada"), ("Inbox (4)", "Oslo", "Ada")),
    ],
)
def test_one_fact_that_changed_alone_makes_none(dialect: Dialect, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    first, now = refs_then(dialect, record(*before), record(*after))
    assert first == now
