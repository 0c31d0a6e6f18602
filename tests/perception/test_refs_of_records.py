"""Refs of what is done with records: where it is in doubt whose they are, they end; where a row is plainly there, they stay."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lumos_layer import Session
from tests.screens import button, element, text, window

Row = tuple[str, ...]


def listed(*rows: Row, ids: Sequence[str] = (), holder: str = "List", tag: str = "ListItem", list_id: str = "2") -> bytes:
    """Rows of texts, each with a Delete button. `ids` are those of the rows; where there are none, nothing has any."""
    made: list[str] = []
    for place, row in enumerate(rows):
        own = ids[place] if ids else ""
        y = 60 * place
        inside = [text(words, f"{own}.{n}" if own else "", y + 10 * n) for n, words in enumerate(row)]
        made.append(element(tag, "", own, *inside, button("Delete", f"{own}.9" if own else "", y + 40), box=(0, y, 400, 60)))
    return shown(holder, made, list_id if ids else "")


def flat(*rows: Row, ids: Sequence[str] = (), holder: str = "Pane") -> bytes:
    """The same without boxes around the rows."""
    made: list[str] = []
    for place, row in enumerate(rows):
        own = ids[place] if ids else ""
        made += [text(words, f"{own}.{n}" if own else "", 60 * place + 10 * n) for n, words in enumerate(row)]
        made.append(button("Delete", f"{own}.9" if own else "", 60 * place + 40))
    return shown(holder, made, "2" if ids else "")


def shown(holder: str, made: Sequence[str], list_id: str) -> bytes:
    close = button("Close", "3" if list_id else "", 590)
    return window(element(holder, "", list_id, *made, box=(0, 0, 400, 500)), close, id="1" if list_id else "")


def kept(before: bytes, after: bytes) -> list[tuple[int, int]]:
    """Of the Delete buttons whose ref is there still, how many others stand in front of them then and now."""
    session = Session()
    first, second = (deletes(session, dump) for dump in (before, after))
    return [(first.index(ref), second.index(ref)) for ref in first if ref in second]


def deletes(session: Session, dump: bytes) -> list[str]:
    look = session.observe(dump)
    return [ref for i, node in enumerate(look.tree) if node.name == "Delete" and (ref := look.ref_of(i))]


ADA, BO, CY = ("Ada", "Rome"), ("Bo", "Oslo"), ("Cy", "Lima")
MORE = [("Dee", "Rome"), ("Eve", "Oslo"), ("Flo", "Lima")]


def test_a_row_with_a_new_id_among_rows_that_kept_theirs_is_another() -> None:
    before = listed(("Note", "Rome"), ("Draft", "Oslo"), ids=["7", "8"])
    assert kept(before, listed(("Note", "Rome"), ("Draft", "Lima"), ids=["7", "9"])) == [(0, 0)]
    assert kept(before, listed(("Note", "Rome"), ("Draft", "Lima"), ids=["7", "8"])) == [(0, 0), (1, 1)]


def test_the_only_row_with_a_new_id_and_another_name_is_another() -> None:
    assert kept(listed(("Notes", "Rome"), ids=["7"]), listed(("NOTES", "Rome"), ids=["8"])) == []


def test_rows_that_were_made_anew_keep_their_refs_with_their_names() -> None:
    after = listed(("Ada", "Rome"), ("Bo", "Lima"), ("Cy", "Lima"), ids=["17", "18", "19"])
    assert kept(listed(ADA, BO, CY, ids=["7", "8", "9"]), after) == [(0, 0), (1, 1), (2, 2)]


def test_a_button_in_the_place_of_another_with_another_id_is_another() -> None:
    def buttons(name: str, id: str) -> bytes:
        return window(element("Pane", "", "2", button("Close", "3"), button(name, id, 40), box=(0, 0, 400, 300)))

    session = Session()
    first = session.observe(buttons("Ada Brown", "7"))
    ref = next(first.ref_of(i) for i, node in enumerate(first.tree) if node.name == "Ada Brown")
    assert ref in session.observe(buttons("Ada Smith", "7")).refs
    assert ref not in session.observe(buttons("Bo Smith", "8")).refs


@pytest.mark.parametrize("holder", ["Pane", "List"])
def test_in_a_flat_list_of_few_names_a_button_goes_where_its_name_goes(holder: str) -> None:
    rows = [("Note",), ("Draft",), ("Note",), ("Draft",), ("Note",)]
    assert kept(flat(*rows, holder=holder), flat(*rows[1:], ("Draft",), holder=holder)) == []


def test_a_flat_record_whose_place_and_ids_another_has_taken_goes_where_it_stands_now() -> None:
    assert kept(flat(("NOTES",), ids=["7"]), flat(("notes",), ("NOTES",), ids=["7", "8"])) in ([], [(0, 1)])
    assert kept(flat(ADA, ids=["7"]), flat(BO, ADA, ids=["7", "8"])) in ([], [(0, 1)])


@pytest.mark.parametrize("holder", ["Pane", "List"])
def test_the_only_one_that_is_left_of_a_flat_list_keeps_its_ref(holder: str) -> None:
    assert kept(flat(ADA, BO, CY, holder=holder), flat(BO, holder=holder)) == [(1, 0)]
    assert kept(flat(BO, holder=holder), flat(ADA, BO, CY, holder=holder)) == [(0, 1)]


@pytest.mark.parametrize(("holder", "tag"), [("List", "ListItem"), ("Pane", "Group")])
def test_a_row_that_shares_a_town_with_one_elsewhere_is_another(holder: str, tag: str) -> None:
    before = listed(("Rome", "Ada"), ("Oslo", "Bo"), holder=holder, tag=tag)
    after = listed(("Oslo", "Bo"), ("Rome", "Cy"), holder=holder, tag=tag)
    assert kept(before, after) == [(1, 0)]


def test_the_only_row_is_another_where_all_that_it_says_is_written_otherwise() -> None:
    assert kept(listed(("Report (6)", "Lima")), listed(("Report (1)", "Oslo"))) == []
    assert kept(listed(("Inbox (3)", "Lima")), listed(("Inbox (4)", "Lima"))) == [(0, 0)]
    assert kept(listed(("Inbox (3)", "3 unread")), listed(("Inbox (4)", "4 unread"))) == [(0, 0)]


def test_a_row_that_stands_further_down_is_not_the_one_in_its_place() -> None:
    after = [("Note", "Lima"), ("Draft", "Oslo"), ("Note", "Oslo"), ("Note", "Lima"), ("Draft", "Lima")]
    assert (1, 4) in kept(listed(("Note", "Lima"), ("Draft", "Lima"), tag="Group"), listed(*after, tag="Group"))


@pytest.mark.parametrize(("holder", "tag"), [("List", "ListItem"), ("Pane", "Group"), ("Table", "DataItem")])
def test_the_only_row_that_is_left_of_a_scrolled_list_keeps_its_ref(holder: str, tag: str) -> None:
    orders = [(f"Order {number}",) for number in range(1001, 1008)]
    before = listed(*orders[:4], holder=holder, tag=tag)
    assert kept(before, listed(*orders[3:], holder=holder, tag=tag)) == [(3, 0)]
    assert kept(listed(*orders[3:], holder=holder, tag=tag), before) == [(0, 3)]
    assert kept(listed(ADA, BO, CY, holder=holder, tag=tag), listed(CY, *MORE, holder=holder, tag=tag)) == [(2, 0)]


def test_what_says_the_same_in_its_place_on_the_page_of_another_is_another() -> None:
    before = listed(("Name", "Ada Lovelace"), ("Town", "Rome"), ("Alerts", "On"), holder="Pane", tag="Group")
    after = listed(("Name", "Grace Hopper"), ("Town", "Oslo"), ("Alerts", "On"), holder="Pane", tag="Group")
    assert kept(before, after) == []


def test_a_row_that_is_called_as_it_was_keeps_its_ref_while_its_only_text_changes() -> None:
    def named(*rows: Row) -> bytes:
        made = [
            element("ListItem", name, "", text(town, y=60 * n), button("Delete", "", 60 * n + 30), box=(0, 60 * n, 400, 60))
            for n, (name, town) in enumerate(rows)
        ]
        return shown("List", made, "")

    assert kept(named(ADA, BO), named(ADA, ("Bo", "Lima"))) == [(0, 0), (1, 1)]


def test_a_row_elsewhere_is_another_also_where_its_name_has_words_that_all_names_have() -> None:
    before = listed(("Rome", "Report (1)"), ("Lima", "Report (2)"), ids=["7", "8"])
    assert kept(before, listed(("Lima", "Report (3)"), ("Rome", "Report (4)"), ids=["17", "18"])) == []


def test_the_only_box_with_a_new_id_and_another_name_is_another() -> None:
    before = listed(("ann@mail.example", "Oslo"), ids=["7"], holder="Pane", tag="Group")
    assert kept(before, listed(("bob@mail.example", "Oslo"), ids=["8"], holder="Pane", tag="Group")) == []
    assert kept(before, listed(("ann@mail.example", "Oslo"), ids=["8"], holder="Pane", tag="Group")) == [(0, 0)]


def test_one_of_a_series_of_buttons_is_not_renamed_to_another_of_it() -> None:
    def buttons(*names: str) -> bytes:
        return window(element("Pane", "", "", *(button(name, y=40 * n) for n, name in enumerate(names)), box=(0, 0, 400, 300)))

    def lives(first: str, then: str) -> bool:
        session = Session()
        look = session.observe(buttons(first, "Mute Bo", "Mute Cy"))
        ref = next(look.ref_of(i) for i, node in enumerate(look.tree) if node.name == first)
        return ref in session.observe(buttons(then, "Mute Bo", "Mute Cy")).refs

    assert not lives("Mute Ann", "Mute Flo")
    assert lives("Mute Ann", "Unmute Ann")
    assert lives("Play", "Pause")
