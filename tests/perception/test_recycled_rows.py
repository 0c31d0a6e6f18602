"""Rows that are used again for other records, in whatever box they stand: the refs in them are never another record's."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from lumos_layer import Observation, Session
from lumos_layer.tree import Role
from tests.screens import button, element, text, window


class Person(NamedTuple):
    name: str
    town: str
    letters: int


def people(*rows: Person, box: str = "Custom", ids: bool = False, apart: bool = False) -> bytes:
    """A list of people. `ids`: each row has those of its place; `apart`: the button stands in a box of its own."""
    made: list[str] = []
    for place, person in enumerate(rows):
        y = 40 * place
        own = [f"7.{place}.{part}" if ids else "" for part in range(6)]
        delete = button("Delete", own[4], y)
        if apart:
            delete = element("Group", "", own[5], delete, box=(0, y, 100, 20))
        words = text(person.name, own[1], y), text(person.town, own[2], y), text(str(person.letters), own[3], y)
        made.append(element(box, "", own[0], *words, delete, box=(0, y, 400, 40)))
    return window(element("List", "People", "2", *made, box=(0, 0, 400, 400)))


def owners(look: Observation) -> dict[str, str]:
    """By ref of a button, the first text before it that names a person."""
    found: dict[str, str] = {}
    name = ""
    for i, node in enumerate(look.tree):
        name = node.name if node.role is Role.TEXT and node.name.isalpha() and node.name not in ("Oslo", "Rome", "Lima") else name
        if node.role is Role.BUTTON:
            found[look.ref_of(i) or ""] = name
    return found


ADA, BO, CY, DEE = Person("Ada", "Rome", 0), Person("Bo", "Rome", 0), Person("Cy", "Oslo", 4), Person("Dee", "Lima", 2)
BOXES = pytest.mark.parametrize("box", ["ListItem", "DataItem", "Custom", "Group", "Pane"])


@BOXES
def test_a_row_in_whose_place_another_stands_now_is_not_that_one(box: str) -> None:
    session = Session()
    first = owners(session.observe(people(ADA, DEE, BO, CY, box=box)))
    now = owners(session.observe(people(BO, CY, DEE, Person("Kit", "Lima", 7), box=box)))
    assert {now[ref] for ref in first.keys() & now.keys()} >= {"Cy", "Dee"}
    assert all(first[ref] == now[ref] for ref in first.keys() & now.keys())


def on_a_device(*rows: Person) -> bytes:
    """The same list on Android, where the whole row can be pressed too."""

    def view(kind: str, words: str = "", *inside: str, said: str = "") -> str:
        return f'<node class="android.widget.{kind}" text="{words}" {said} bounds="[0,0][9,9]">{"".join(inside)}</node>'

    pressed = 'clickable="true"'
    made = [
        view(
            "LinearLayout", "", *(view("TextView", str(said)) for said in row), view("Button", "Delete", said=pressed), said=pressed
        )
        for row in rows
    ]
    return f'<hierarchy rotation="0">{view("FrameLayout", "", view("ListView", "", *made))}</hierarchy>'.encode()


def test_a_new_row_elsewhere_that_is_as_one_that_went_but_for_its_name_is_not_that_one() -> None:
    session = Session()
    first = owners(session.observe(on_a_device(ADA, DEE, CY)))
    now = owners(session.observe(on_a_device(DEE, CY, Person("Kit", "Rome", 0))))
    assert {now[ref] for ref in first.keys() & now.keys()} == {"Dee", "Cy"}
    assert all(first[ref] == now[ref] for ref in first.keys() & now.keys())


@BOXES
@pytest.mark.parametrize("apart", [False, True])
def test_a_ref_does_not_come_back_in_a_row_that_is_used_again(box: str, apart: bool) -> None:
    session = Session()
    looks = ((CY, ADA), (CY,), (CY, Person("Flo", "Lima", 0)))
    seen = [owners(session.observe(people(*rows, box=box, ids=True, apart=apart))) for rows in looks]
    assert not {ref for ref, name in seen[0].items() if name == "Ada"} & seen[2].keys()


def test_a_ref_comes_back_with_its_row() -> None:
    session = Session()
    seen = [owners(session.observe(people(*rows, ids=True, apart=True))) for rows in ((CY, ADA), (CY,), (CY, ADA))]
    assert seen[2] == seen[0]


def test_a_row_that_was_renamed_where_it_stood_keeps_its_refs() -> None:
    session = Session()
    first = owners(session.observe(people(CY, Person("Ada", "Rome", 3), DEE)))
    now = owners(session.observe(people(CY, Person("Eve", "Rome", 3), DEE)))
    assert list(now) == list(first)


@BOXES
@pytest.mark.parametrize("ids", [False, True])
def test_the_only_row_of_a_list_is_another_one_when_its_name_is(box: str, ids: bool) -> None:
    session = Session()
    first = owners(session.observe(people(ADA, box=box, ids=ids)))
    now = owners(session.observe(people(BO, box=box, ids=ids)))
    assert list(first.values()) == ["Ada"]
    assert list(now.values()) == ["Bo"]
    assert first.keys().isdisjoint(now)


def rows_of(*names: str, kind: str = "ListItem", ids: bool = False) -> bytes:
    """A list of things in one town; `kind` "": without boxes, "Button": each row can be pressed and has the name itself."""
    made: list[str] = []
    for place, name in enumerate(names):
        y = 40 * place
        parts = [text(name, f"7.{place}.1" if ids else "", y), text("Rome", f"7.{place}.2" if ids else "", y)]
        parts.append(button("Delete", f"7.{place}.3" if ids else "", y))
        own = f"7.{place}.0" if ids else ""
        inside = parts[1:] if kind == "Button" else parts
        called = name if kind == "Button" else ""
        made.append(element(kind, called, own, *inside, box=(0, y, 400, 40)) if kind else "".join(parts))
    return window(element("List", "Things", "2", *made, box=(0, 0, 400, 400)))


def deletes(look: Observation) -> list[str]:
    """The refs of the buttons, from the top."""
    return [look.ref_of(i) or "" for i, node in enumerate(look.tree) if node.role is Role.BUTTON and node.name == "Delete"]


KINDS = pytest.mark.parametrize("kind", ["ListItem", "Custom", "Button", ""])


@KINDS
@pytest.mark.parametrize("ids", [False, True])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Bo"),
        ("김철수", "이영희"),
        ("Bob Smith", "Dan Smith"),
        ("Order 1001", "Order 1002"),
        ("INV-0042", "INV-0043"),
        ("Backup of 2026-01-06", "Backup of 2026-01-07"),
        ("C++", "C#"),
    ],
)
def test_another_name_in_the_place_of_the_only_row_is_another_row(kind: str, ids: bool, one: str, other: str) -> None:
    session = Session()
    first = deletes(session.observe(rows_of(one, kind=kind, ids=ids)))
    assert set(first).isdisjoint(deletes(session.observe(rows_of(other, kind=kind, ids=ids))))


@KINDS
@pytest.mark.parametrize("ids", [False, True])
@pytest.mark.parametrize(
    "names",
    [
        ("Report (1)", "Report (2)", "Report (3)"),
        ("notes", "Notes", "NOTES"),
        ("Ada!", "Ada?", "Ada"),
        ("Ann Smith", "Bob Smith", "Cat Smith"),
        ("Sent to Ann at noon", "Sent to Bob at noon", "Sent to Cat at noon"),
    ],
)
def test_names_of_the_same_words_tell_rows_apart_by_how_they_are_written(kind: str, ids: bool, names: tuple[str, ...]) -> None:
    session = Session()
    first = deletes(session.observe(rows_of(*names[:2], kind=kind, ids=ids)))
    now = deletes(session.observe(rows_of(names[1], names[2], kind=kind, ids=ids)))
    assert first[0] not in now
    assert first[1] != now[1]


@pytest.mark.parametrize("ids", [False, True])
def test_rows_called_by_a_picture_are_told_apart(ids: bool) -> None:
    def reactions(*pictures: str) -> bytes:
        rows = [
            element(
                "ListItem",
                "",
                f"7.{place}" if ids else "",
                text(picture, f"7.{place}.1" if ids else "", 40 * place),
                button("Remove", f"7.{place}.2" if ids else "", 40 * place),
                box=(0, 40 * place, 400, 40),
            )
            for place, picture in enumerate(pictures)
        ]
        return window(element("List", "Reactions", "2", *rows, box=(0, 0, 400, 400)))

    session = Session()
    first = session.observe(reactions("🍎"))
    then = session.observe(reactions("🍐"))
    removes = [{ref for ref, i in look.refs.items() if look.tree[i].name == "Remove"} for look in (first, then)]
    assert removes[0].isdisjoint(removes[1])


def test_a_counter_or_a_value_in_a_row_leaves_it_the_same() -> None:
    session = Session()
    first = deletes(session.observe(rows_of("Inbox (3)", "Drafts (1)")))
    assert deletes(session.observe(rows_of("Inbox (4)", "Drafts (1)"))) == first


def test_a_ref_does_not_come_back_in_a_flat_list_to_another_record() -> None:
    session = Session()
    first = deletes(session.observe(rows_of("Cy", "Ada", kind="", ids=True)))
    session.observe(rows_of("Cy", kind="", ids=True))
    assert first[1] not in deletes(session.observe(rows_of("Cy", "Flo", kind="", ids=True)))
