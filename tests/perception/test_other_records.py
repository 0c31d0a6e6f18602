"""Rows of records in several dialects: a ref is never that of another record's button, however the names differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

import pytest

from lumos_layer import Observation, Session
from lumos_layer.errors import NoMatch
from lumos_layer.tree import Role


class Part(NamedTuple):
    """What a screen is made of: a window, list, item, box, text or button; `id` is the platform's own."""

    kind: str
    name: str = ""
    inside: tuple[Part, ...] = ()
    id: str = ""


def android(part: Part) -> bytes:
    kinds = {"text": "TextView", "button": "Button", "list": "ListView", "window": "FrameLayout"}

    def view(part: Part) -> str:
        kind = kinds.get(part.kind, "LinearLayout")
        pressed = "true" if part.kind == "button" else "false"
        inside = "".join(map(view, part.inside))
        said = f'text={quoteattr(part.name)} class="android.widget.{kind}" clickable="{pressed}"'
        return f'<node {said} enabled="true" bounds="[0,0][90,90]">{inside}</node>'

    return f'<hierarchy rotation="0">{view(part)}</hierarchy>'.encode()


def ios(part: Part) -> bytes:
    kinds = {"text": "StaticText", "button": "Button", "list": "Table", "window": "Window", "item": "Cell", "box": "Other"}

    def view(part: Part) -> str:
        kind = f"XCUIElementType{kinds[part.kind]}"
        said = f'enabled="true" visible="true" x="0" y="0" width="90" height="90" label={quoteattr(part.name)}'
        return f'<{kind} type="{kind}" {said}>{"".join(map(view, part.inside))}</{kind}>'

    return f"<AppiumAUT><XCUIElementTypeApplication>{view(part)}</XCUIElementTypeApplication></AppiumAUT>".encode()


def browser(part: Part) -> bytes:
    kinds = {
        "text": "StaticText",
        "button": "button",
        "list": "list",
        "window": "RootWebArea",
        "item": "listitem",
        "box": "generic",
    }

    def view(part: Part) -> str:
        said = f'name={quoteattr(part.name)} backendDOMNodeId="{part.id}"' if part.id else f"name={quoteattr(part.name)}"
        address = ' url="https://shop.example/"' if part.kind == "window" else ""
        return f"<{kinds[part.kind]} {said}{address}>{''.join(map(view, part.inside))}</{kinds[part.kind]}>"

    return view(part).encode()


def aria(part: Part) -> bytes:
    kinds = {"button": "button", "list": "list", "item": "listitem", "box": "generic", "window": "generic"}

    def lines(part: Part, depth: int) -> list[str]:
        said = json.dumps(part.name, ensure_ascii=False)
        if part.kind == "text":
            return [f"{'  ' * depth}- text: {said}"]
        head = f"{'  ' * depth}- {kinds[part.kind]}" + (f" {said}" if part.name else "") + (f" [ref=e{part.id}]" if part.id else "")
        return [head + (":" if part.inside else ""), *(line for each in part.inside for line in lines(each, depth + 1))]

    return "\n".join(lines(part, 0)).encode()


def mac(part: Part) -> bytes:
    kinds = {"text": "StaticText", "button": "Button", "list": "List", "window": "Window"}

    def element(part: Part) -> dict[str, object]:
        frame = {"x": 0, "y": 0, "w": 90, "h": 90, "type": "kAXValueCGRectType"}
        said = {"AXValue" if part.kind == "text" else "AXTitle": part.name}
        return {
            "AXRole": f"AX{kinds.get(part.kind, 'Group')}",
            "AXEnabled": True,
            "AXFrame": frame,
            **said,
            "AXChildren": [*map(element, part.inside)],
        }

    return json.dumps(element(part)).encode()


Dialect = Callable[[Part], bytes]
DIALECTS = pytest.mark.parametrize("dialect", [android, ios, browser, aria, mac])
WITH_IDS = pytest.mark.parametrize("dialect", [browser, aria])


def item(name: str, id: str = "") -> tuple[Part, ...]:
    return (Part("item", "", (Part("text", name), Part("text", "Rome"), Part("button", "Delete", (), id))),)


def boxed(name: str, id: str = "") -> tuple[Part, ...]:
    """A row whose button stands in a box of its own."""
    words = Part("box", "", (Part("text", name), Part("text", "Rome")), id and f"{id}1")
    return (Part("box", "", (words, Part("box", "", (Part("button", "Delete", (), id and f"{id}2"),), id and f"{id}3")), id),)


def flat(name: str, id: str = "") -> tuple[Part, ...]:
    return Part("text", name), Part("button", "Delete", (), id)


ROWS = pytest.mark.parametrize("row", [item, boxed, flat])
Row = Callable[..., tuple[Part, ...]]


def screen(row: Row, *names: str, ids: bool = False) -> Part:
    """A list of things; `ids`: each row has those of its place."""
    rows = (part for place, name in enumerate(names) for part in row(name, f"{place + 1}0" if ids else ""))
    return Part("window", "Things", (Part("button", "New"), Part("list", "", tuple(rows)), Part("button", "Close")))


def deletes(look: Observation) -> list[str]:
    """The refs of the rows' buttons, from the top."""
    return [look.ref_of(i) or "" for i, node in enumerate(look.tree) if node.role is Role.BUTTON and node.name == "Delete"]


def refs_then(dialect: Dialect, before: Part, after: Part) -> tuple[list[str], list[str]]:
    session = Session()
    return deletes(session.observe(dialect(before))), deletes(session.observe(dialect(after)))


@DIALECTS
@ROWS
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Quarterly sales report for the north region", "Quarterly sales report for the south region"),
        ("Invoice number 42 from Acme Ltd", "Invoice number 43 from Acme Ltd"),
        ("김철수 고객님의 주문 내역", "이영희 고객님의 주문 내역"),
        ("Room 12", "Room 13"),
        ("🍎 basket", "🍐 basket"),
        ("v1.2.0", "v1.3.0"),
    ],
)
def test_where_a_list_has_one_row_another_word_or_number_in_its_name_is_another_row(
    dialect: Dialect, row: Row, one: str, other: str
) -> None:
    first, now = refs_then(dialect, screen(row, one), screen(row, other))
    assert len(first) == len(now) == 1
    assert first != now


@DIALECTS
@ROWS
@pytest.mark.parametrize(
    ("one", "other"),
    [("Inbox (3)", "Inbox (4)"), ("Copying all files 45 %", "Copying all files 46 %"), ("Ada Lovelace", "Ada Lovelace is typing")],
)
def test_where_a_list_has_one_row_news_of_it_leave_it_the_same(dialect: Dialect, row: Row, one: str, other: str) -> None:
    first, now = refs_then(dialect, screen(row, one), screen(row, other))
    assert first == now


@DIALECTS
@ROWS
@pytest.mark.parametrize(
    "names",
    [
        ("Table 1 is free", "Table 2 is free", "Table 3 is free"),
        ("192.168.0.7", "192.168.0.8", "192.168.0.9"),
        ("09:30", "10:30", "11:30"),
        ("$10.50", "$11.50", "$12.50"),
        ("🍎", "🍐", "🍊"),
        ("v1.1.0", "v1.2.0", "v1.3.0"),
        ("Order 1001", "Order 1002", "Order 1003"),
    ],
)
def test_a_row_in_the_place_of_one_is_another_where_their_names_differ_as_those_of_all_rows(
    dialect: Dialect, row: Row, names: tuple[str, str, str]
) -> None:
    first, now = refs_then(dialect, screen(row, *names[:2]), screen(row, names[2], names[1]))
    assert first[0] not in now
    assert first[1] == now[1] or (row is flat and first[1] not in now)


@WITH_IDS
@ROWS
@pytest.mark.parametrize(
    "names", [("Ada", "Bo", "Cy"), ("v1.1.0", "v1.2.0", "v1.3.0"), ("ada@shop.example", "bo@shop.example", "Cy")]
)
def test_ids_of_places_follow_no_row_when_one_is_put_on_top(dialect: Dialect, row: Row, names: tuple[str, str, str]) -> None:
    first, now = refs_then(dialect, screen(row, *names[:2], ids=True), screen(row, names[2], *names[:2], ids=True))
    assert now[0] not in first
    assert {now.index(ref) for ref in first if ref in now} <= {1, 2}
    assert all(now.index(ref) == first.index(ref) + 1 for ref in first if ref in now)


def test_buttons_side_by_side_that_differ_in_a_number_are_records() -> None:
    def orders(*names: str) -> Part:
        return Part("window", "Orders", (Part("box", "", tuple(Part("button", name) for name in names)), Part("button", "Close")))

    session = Session()
    before = session.observe(browser(orders("Order 12", "Order 13", "Help")))
    after = session.observe(browser(orders("Order 14", "Order 13", "Help")))
    first, now = ({look.tree[i].name: ref for ref, i in look.refs.items()} for look in (before, after))
    assert now["Order 14"] not in first.values()
    assert (now["Order 13"], now["Help"]) == (first["Order 13"], first["Help"])


def test_a_button_that_counts_is_the_same() -> None:
    def bar(*names: str) -> Part:
        return Part("window", "Shop", (Part("box", "", tuple(Part("button", name) for name in names)), Part("button", "Close")))

    session = Session()
    before = session.observe(browser(bar("Home", "Cart 2", "Help")))
    after = session.observe(browser(bar("Home", "Cart 3", "Help")))
    assert list(before.refs) == list(after.refs)


@DIALECTS
@ROWS
def test_the_locator_of_a_button_in_the_only_row_leads_to_no_other_one(dialect: Dialect, row: Row) -> None:
    before, same, after = (Session().observe(dialect(screen(row, name))) for name in ("Ada", "Ada", "Bo"))
    locator = before.locator(deletes(before)[0])
    assert same.locate(locator) == deletes(same)[0]
    with pytest.raises(NoMatch):
        after.locate(locator)
