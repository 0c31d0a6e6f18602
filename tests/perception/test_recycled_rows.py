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
