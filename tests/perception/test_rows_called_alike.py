"""Rows that begin with a kind, such as a town, which many of them have: what tells them apart is what stands behind it."""

from __future__ import annotations

import pytest

from lumos_layer import Locator, Observation, Session
from lumos_layer.errors import NoMatch
from lumos_layer.testing.trees import Row, button, group, node, observed, text
from lumos_layer.tree import Role
from tests.perception.test_other_records import DIALECTS, Dialect, Part, aria, deletes, ios, refs_then

ADA, BO, CY, DEE, EVE = ("Rome", "Ada"), ("Rome", "Bo"), ("Oslo", "Cy"), ("Rome", "Dee"), ("Oslo", "Eve")
BOXES = pytest.mark.parametrize("box", ["item", "box"])


def people(box: str, *rows: tuple[str, ...], ids: bool = False) -> Part:
    """`ids`: each row has those of its place."""
    made: list[Part] = []
    for place, words in enumerate(rows, start=1):
        id = f"{place}0" if ids else ""
        inside = (*(Part("text", each) for each in words), Part("button", "Delete", (), id and f"{id}1"))
        made.append(Part(box, "", inside, id))
    return Part("window", "People", (Part("button", "New"), Part("list", "", tuple(made)), Part("button", "Close")))


@DIALECTS
@BOXES
@pytest.mark.parametrize("ids", [False, True])
def test_another_row_of_the_same_kind_is_another(dialect: Dialect, box: str, ids: bool) -> None:
    first, now = refs_then(dialect, people(box, ADA, BO, CY, ids=ids), people(box, ADA, DEE, CY, ids=ids))
    assert (now[0], now[2]) == (first[0], first[2])
    assert now[1] not in first


@DIALECTS
@BOXES
def test_the_only_row_of_its_kind_is_another_where_other_kinds_have_several(dialect: Dialect, box: str) -> None:
    first, now = refs_then(dialect, people(box, ADA, BO, CY), people(box, ADA, BO, EVE))
    assert now[:2] == first[:2]
    assert now[2] not in first


@DIALECTS
@BOXES
def test_a_row_that_went_to_another_kind_is_the_same(dialect: Dialect, box: str) -> None:
    first, now = refs_then(dialect, people(box, ADA, BO, CY, DEE), people(box, ADA, ("Oslo", "Bo"), CY, DEE))
    assert now == first


@DIALECTS
@BOXES
def test_rows_of_kinds_that_are_scrolled_keep_what_is_still_there(dialect: Dialect, box: str) -> None:
    first, now = refs_then(dialect, people(box, ADA, BO, CY, DEE), people(box, CY, DEE, EVE, ("Rome", "Flo")))
    assert now[:2] == first[2:]
    assert not {*now[2:]} & {*first}


@DIALECTS
def test_what_names_rows_may_stand_behind_two_kinds(dialect: Dialect) -> None:
    rows = [("Open", "Rome", "Ada"), ("Open", "Rome", "Bo"), ("Open", "Oslo", "Cy"), ("Open", "Rome", "Dee")]
    first, now = refs_then(dialect, people("item", *rows), people("item", rows[0], ("Open", "Rome", "Eve"), *rows[2:]))
    assert [first[0], *first[2:]] == [now[0], *now[2:]]
    assert now[1] not in first


def test_a_count_behind_names_that_are_all_different_tells_no_row() -> None:
    session = Session()
    rows = [("Ada", "1"), ("Bo", "1"), ("Cy", "2"), ("Dee", "1")]
    first = deletes(session.observe(aria(people("item", *rows))))
    assert deletes(session.observe(aria(people("item", ("Ada", "3"), *rows[1:])))) == first


def shown(*rows: tuple[str, ...]) -> tuple[Observation, list[str]]:
    made: list[Row] = [(0, node("window", "People")), (1, node("list", ""))]
    for words in rows:
        made += [(2, node("listitem", "")), *((3, text(each)) for each in words), (3, button("Delete"))]
    look = observed(*made)
    return look, [look.ref_of(i) or "" for i, each in enumerate(look.tree) if each.role is Role.BUTTON]


def test_a_locator_tells_the_row_by_what_no_other_is_called() -> None:
    before, refs = shown(ADA, BO, CY)
    after, others = shown(ADA, DEE, EVE)
    locator = before.locator(refs[2])
    assert locator == Locator(role=Role.BUTTON, name="Delete", beside="Oslo, Cy", levels=1)
    with pytest.raises(NoMatch):
        after.locate(locator)
    assert after.locate(before.locator(refs[0])) == others[0]


def test_a_locator_tells_the_row_by_its_name_where_rows_have_names() -> None:
    look, refs = shown(("Ada", "Rome"), ("Bo", "Rome"), ("Cy", "Oslo"))
    assert look.locator(refs[2]) == Locator(role=Role.BUTTON, name="Delete", row="Cy")


def test_a_locator_says_the_number_that_names_a_record() -> None:
    made: list[Row] = [(0, node("window", "Orders"))]
    for town, order, price in (("Rome", "Order 1001", "3 pieces"), ("Oslo", "Order 1002", "5 pieces")):
        made += [(1, group()), (2, text(town)), (2, text(order)), (2, text(price)), (2, button("Cancel"))]
    look = observed(*made)
    first = next(look.ref_of(i) or "" for i, each in enumerate(look.tree) if each.role is Role.BUTTON)
    assert look.locator(first) == Locator(role=Role.BUTTON, name="Cancel", beside="Rome, Order 1001", levels=1)


def pressed_rows(part: Part) -> bytes:
    """Android, where each row can be pressed as a whole."""
    kinds = {"button": "Button", "text": "TextView", "list": "ListView"}

    def view(part: Part) -> str:
        pressed = "true" if part.kind in ("button", "item") else "false"
        said = f'class="android.widget.{kinds.get(part.kind, "LinearLayout")}" clickable="{pressed}"'
        return f'<node text="{part.name}" {said} enabled="true" bounds="[0,0][90,90]">{"".join(map(view, part.inside))}</node>'

    return f'<hierarchy rotation="0">{view(part)}</hierarchy>'.encode()


@pytest.mark.parametrize("dialect", [ios, pressed_rows])
def test_rows_that_can_be_pressed_keep_their_refs_where_others_come_and_go(dialect: Dialect) -> None:
    rows = [("Ada", "Rome"), ("Bo", "Oslo"), ("Cy", "Lima"), ("Dee", "Bonn"), ("Eve", "Kyiv"), ("Flo", "Nice")]
    first, scrolled = refs_then(dialect, people("item", *rows[:4]), people("item", *rows[2:]))
    assert scrolled[:2] == first[2:]
    first, filtered = refs_then(dialect, people("item", *rows[:4]), people("item", rows[1]))
    assert filtered == [first[1]]
    first, moved = refs_then(dialect, people("item", *rows[:4]), people("item", rows[0], ("Bo", "Paris"), *rows[2:4]))
    assert moved == first
    first, others = refs_then(dialect, people("item", *rows[:3]), people("item", *rows[3:]))
    assert not {*first} & {*others}
