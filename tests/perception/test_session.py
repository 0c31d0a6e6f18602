from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lumos_layer
from lumos_layer import Session
from lumos_layer.errors import DamagedDump, NoSuchRef, StaleRef, TargetError
from lumos_layer.perception import continuing
from lumos_layer.tree import Rect, Region
from tests.screens import button, element, field, page, text, window

START = window(button("Save", "1.1"), button("Share", "1.2", 40))


def names(observation: lumos_layer.Observation) -> dict[str, str]:
    return {ref: observation.name_of(node) for ref, node in observation.refs.items()}


# Refs that live on


def test_the_first_look_is_what_read_gives() -> None:
    session = Session()
    assert session.observe(START).blueprint().compact() == lumos_layer.read(START).blueprint().compact()


def test_an_element_keeps_its_ref_where_others_come_before_it() -> None:
    session = Session()
    session.observe(START)
    later = session.observe(window(button("New", "1.9", 0), button("Save", "1.1"), button("Share", "1.2", 40)))
    assert names(later) == {"A4": "New", "A1": "Save", "A2": "Share", "A3": "Shop"}


def test_observations_are_counted_over_all_surfaces() -> None:
    session = Session()
    looks = [session.observe(START), session.observe(START, surface="other"), session.observe(START)]
    assert [look.id for look in looks] == ["o1", "o2", "o3"]
    assert [look.surface for look in looks] == ["main", "other", "main"]


def test_all_surfaces_share_one_counter_and_each_dialect_has_its_letter() -> None:
    session = Session()
    native = session.observe(START)
    web = session.observe(page(("button", "Buy", 7)), surface="tab")
    assert list(native.refs) == ["A1", "A2", "A3"]
    assert list(web.refs) == ["W4", "W5"]


def test_the_number_of_what_is_gone_is_never_used_again() -> None:
    session = Session()
    session.observe(START)
    session.observe(window(button("Save", "1.1")))
    later = session.observe(window(button("Save", "1.1"), button("Other", "1.7", 40)))
    assert names(later) == {"A1": "Save", "A4": "Other", "A3": "Shop"}


def test_an_element_that_was_out_of_view_for_a_while_has_the_same_ref_again() -> None:
    session = Session()
    session.observe(START)
    hidden = session.observe(window(button("Save", "1.1"), button("Share", "1.2", 40, IsOffscreen="True")))
    assert "A2" not in hidden.refs
    assert names(session.observe(START)) == {"A1": "Save", "A2": "Share", "A3": "Shop"}


def test_what_comes_back_certainly_the_same_has_its_ref_again() -> None:
    session = Session()
    session.observe(START)
    session.observe(window(button("Save", "1.1")))
    assert names(session.observe(START)) == {"A1": "Save", "A2": "Share", "A3": "Shop"}


@pytest.mark.parametrize(
    "back",
    [
        button("Share", "1.5", 40),  # another identity
        button("Send", "1.2", 40),  # the same identity, recycled
        button("Share", "", 40),  # no identity
    ],
)
def test_what_comes_back_and_may_be_another_has_a_new_ref(back: str) -> None:
    session = Session()
    session.observe(START)
    session.observe(window(button("Save", "1.1")))
    later = session.observe(window(button("Save", "1.1"), back))
    assert "A2" not in later.refs
    assert "A4" in later.refs


def test_what_comes_back_in_another_row_has_a_new_ref() -> None:
    def row(name: str, id: str) -> str:
        return element("ListItem", name, "1.2", button("Edit", id), box=(0, 30, 200, 30))

    session = Session()
    first = session.observe(window(button("Save", "1.1"), row("Ada", "1.3")))
    edit = next(ref for ref, name in names(first).items() if name == "Edit")
    session.observe(window(button("Save", "1.1")))
    assert edit not in session.observe(window(button("Save", "1.1"), row("Bob", "1.3"))).refs


def test_the_ids_of_windows_in_json_are_the_platforms_own_too() -> None:
    def dump(*names: str) -> bytes:
        buttons = [{"Name": name, "ControlType": "Button", "RuntimeId": f"42.{n}"} for n, name in enumerate(names) if name]
        return json.dumps({"ControlType": "Window", "Name": "Shop", "RuntimeId": "42", "Children": buttons}).encode()

    session = Session()
    first = session.observe(dump("Save", "Share"))
    assert first.format == "uia-json"
    session.observe(dump("Save", ""))
    assert names(session.observe(dump("Save", "Share"))) == names(first)


@pytest.mark.parametrize("ref", ["A0", "A01", "", "a1", "A" + "9" * 5000, None, 1])
def test_what_is_no_ref_is_refused_as_one_that_nothing_ever_had(ref: Any) -> None:
    session = Session()
    session.observe(START)
    with pytest.raises(NoSuchRef):
        session.resolve(ref)


# Another page


def test_another_page_of_a_table_is_no_other_window() -> None:
    def people(*names: str) -> list[str]:
        return [element("ListItem", name, f"1.{k}", box=(0, 100 + 20 * k, 200, 20)) for k, name in enumerate(names, 10)]

    session = Session()
    first = session.observe(window(button("Add", "1.1"), *people("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")))
    second = session.observe(window(button("Add", "1.1"), *people("Gus", "Hal", "Ida", "Joe", "Kit", "Lou")))
    assert {ref: name for ref, name in names(first).items() if ref in second.refs} == {"A1": "Add", "A8": "Shop"}
    assert second.since(first).whole != "page"
    with pytest.raises(StaleRef) as refused:
        session.resolve("A2")
    assert refused.value.happened == "removed"


def test_another_address_is_another_page() -> None:
    session = Session()
    first = session.observe(page(("button", "Delete", 7), url="https://shop.example/1"))
    second = session.observe(page(("button", "Delete", 7), url="https://shop.example/2"))
    assert set(first.refs).isdisjoint(second.refs)
    assert second.since(first).whole == "page"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("https://shop.example/list?a=1&b=2", "https://shop.example/list?b=2&a=1"),
        ("https://shop.example/list", "https://shop.example/list#top"),
        ("https://SHOP.example", "https://shop.example/"),
    ],
)
def test_the_fragment_and_the_order_of_the_query_make_no_other_page(before: str, after: str) -> None:
    session = Session()
    first = session.observe(page(("button", "Delete", 7), url=before))
    assert dict(session.observe(page(("button", "Delete", 7), url=after)).refs) == dict(first.refs)


def test_a_route_of_a_script_in_the_fragment_makes_another_page() -> None:
    session = Session()
    first = session.observe(page(("button", "Delete", 7), url="https://shop.example/#/orders/1"))
    second = session.observe(page(("button", "Delete", 7), url="https://shop.example/#/orders/2"))
    assert set(first.refs).isdisjoint(second.refs)


def test_a_page_that_is_loaded_again_is_another_page() -> None:
    session = Session()
    first = session.observe(page(("button", "Delete", 7), document=1))
    second = session.observe(page(("button", "Delete", 9), document=8))
    assert second.since(first).whole == "page"


def test_a_window_of_which_nothing_is_left_is_another_one() -> None:
    session = Session()
    first = session.observe(window(button("Save", "1.1"), button("Share", "1.2", 40)))
    second = session.observe(window(button("Play", "2.1"), button("Pause", "2.2", 40), name="Player", id="2"))
    assert second.since(first).whole == "page"
    assert set(first.refs).isdisjoint(second.refs)


# Stale refs


def test_a_ref_leads_to_the_latest_look_and_its_node() -> None:
    session = Session()
    session.observe(START)
    latest = session.observe(window(button("New", "1.9", 0), button("Save", "1.1")))
    observation, node = session.resolve("A1")
    assert observation is latest
    assert latest.tree[node].name == "Save"


def test_a_removed_element_is_stale_and_the_nearest_is_named() -> None:
    session = Session()
    session.observe(START)
    two = button("Share", "1.7", 200), button("Share", "1.8", 240)
    session.observe(window(button("Save", "1.1"), element("Group", "More", "1.6", *two)))
    with pytest.raises(StaleRef) as refused:
        session.resolve("A2")
    assert str(refused.value) == (
        "A2 (button 'Share') is stale: it was gone in o2. Nearest now: A4 button 'Share'; A5 button 'Share'. "
        "Take a ref from the latest observation."
    )
    assert (refused.value.happened, refused.value.nearest) == ("removed", ("A4 button 'Share'", "A5 button 'Share'"))
    assert isinstance(refused.value, TargetError)


def test_what_stands_in_the_place_of_a_removed_element_is_the_nearest() -> None:
    session = Session()
    session.observe(window(text("Orders"), button("Start", "1.1"), button("Other", "1.3", 200)))
    session.observe(window(text("Orders"), element("Hyperlink", "42", "1.9", box=(10, 10, 100, 20)), button("Other", "1.3", 200)))
    with pytest.raises(StaleRef) as refused:
        session.resolve("A1")
    assert refused.value.nearest == ("A4 link '42'",)


def test_a_ref_of_another_page_says_so() -> None:
    session = Session()
    session.observe(page(("button", "Delete", 7), url="https://shop.example/1"))
    session.observe(page(("button", "Delete", 7), url="https://shop.example/2"))
    with pytest.raises(StaleRef) as refused:
        session.resolve("W1")
    assert refused.value.happened == "page"
    assert refused.value.nearest == ("W3 button 'Delete'",)


@pytest.mark.parametrize(
    ("said", "happened"), [({"IsOffscreen": "True"}, "out_of_view"), ({"IsEnabled": "False"}, None), ({}, None)]
)
def test_what_is_there_but_not_shown_is_stale_and_says_why(said: dict[str, str], happened: str | None) -> None:
    session = Session()
    session.observe(START)
    session.observe(window(button("Save", "1.1"), button("Share", "1.2", 40, **said)))
    if happened is None:
        assert session.resolve("A2")[1] == 2
        return
    with pytest.raises(StaleRef) as refused:
        session.resolve("A2")
    assert refused.value.happened == happened


@pytest.mark.parametrize("ref", ["A4", "A99", "W1", "A0", "a1", "1", "", "A01"])
def test_a_ref_that_never_was_is_no_stale_one(ref: str) -> None:
    session = Session()
    session.observe(START)
    with pytest.raises(NoSuchRef):
        session.resolve(ref)


def test_refs_of_other_surfaces_are_not_touched_by_a_look() -> None:
    session = Session()
    session.observe(START)
    session.observe(page(("button", "Buy", 7)), surface="tab")
    session.observe(window(button("Save", "1.1")))
    assert session.resolve("W4")[0].surface == "tab"


# Handing back


def test_after_a_hand_back_every_ref_is_new() -> None:
    session = Session()
    first = session.observe(START)
    session.forget()
    assert session.latest() is None
    with pytest.raises(StaleRef, match="a person had the surface"):
        session.resolve("A1")
    second = session.observe(START)
    assert list(second.refs) == ["A4", "A5", "A6"]
    assert second.since(first).whole == "page"
    with pytest.raises(StaleRef) as refused:
        session.resolve("A1")
    assert refused.value.happened == "handed_back"


def test_forgetting_a_surface_that_was_never_seen_does_nothing() -> None:
    session = Session()
    session.forget("none")
    assert session.surfaces == ()


# What cannot be read


def test_a_dump_that_cannot_be_read_changes_nothing() -> None:
    session = Session()
    first = session.observe(START)
    with pytest.raises(DamagedDump):
        session.observe(b"")
    assert session.latest() is first
    assert session.observe(START).id == "o2"


# Two plain looks


def test_a_dump_can_be_read_on_from_the_one_before() -> None:
    first = lumos_layer.read(START, surface="shop")
    later = lumos_layer.read(window(button("New", "1.9", 0), button("Save", "1.1")), after=first)
    assert names(later) == {"A4": "New", "A1": "Save", "A3": "Shop"}
    assert (later.id, later.surface) == ("o2", "shop")


def test_since_reads_the_later_look_on_from_one_that_it_does_not_follow() -> None:
    first = lumos_layer.read(START)
    later = lumos_layer.read(window(button("New", "1.9", 0), button("Save", "1.1"), button("Share", "1.2", 40)))
    delta = later.since(first)
    assert delta.json() == '{"added":[{"in":"","ui":["4.button New"]}]}'
    assert delta.observation is not None
    assert names(delta.observation) == {"A4": "New", "A1": "Save", "A2": "Share", "A3": "Shop"}


def test_a_passing_message_is_no_label_of_the_field_below_it() -> None:
    before = window(field("", "1.1", "x", 40))
    after = window(text("Connection restored", "1.2", 18), field("", "1.1", "x", 40))
    assert lumos_layer.read(after).blueprint().compact().count("Connection restored") == 1
    session = Session()
    session.observe(before)
    for _ in range(3):
        shown = session.observe(after).blueprint().object()
        assert '{"kind":"text","text":"Connection restored"}' in shown


def test_the_recorded_page_keeps_its_refs(tmp_path: Path) -> None:
    dump = Path(__file__).parents[2] / "blueprints" / "login" / "dump.json"
    session = Session()
    first, second = session.observe(dump), session.observe(dump)
    assert dict(first.refs) == dict(second.refs)
    assert second.since(first).same


# Looks that say the same


def adopted(session: Session, dump: bytes = START) -> lumos_layer.Observation:
    read = lumos_layer.read(dump)
    return session.adopt(read.draft(), read.dialect)


def test_a_look_that_says_what_the_last_one_said_is_not_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session()
    first = adopted(session)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("equal looks were matched")

    monkeypatch.setattr(continuing, "match", never)
    again = adopted(session)
    assert (again.id, dict(again.refs), again.tree) == ("o2", dict(first.refs), first.tree)
    assert again.blueprint().compact() == first.blueprint().compact()
    assert (again.since(first).json(), first.since(first).json()) == ('{"same":true}', '{"since":"o1","same":true}')
    assert session.resolve("A1") == (again, first.refs["A1"])
    with pytest.raises(AssertionError, match="were matched"):
        adopted(session, window(button("Save", "1.1")))


def test_an_equal_look_says_where_nodes_are_drawn_now() -> None:
    session = Session()
    read = lumos_layer.read(START)
    session.adopt(read.draft(), read.dialect)
    draft = read.draft()
    draft.regions = lambda tree: [Region(1, Rect(0, 0, 500, 500))]
    assert session.adopt(draft, read.dialect).element_from_point(3, 3).node == 1


def test_refs_of_another_surface_are_not_given_again_after_an_equal_look() -> None:
    session = Session()
    adopted(session)
    session.observe(START, surface="other")
    adopted(session)
    later = adopted(session, window(button("Save", "1.1"), button("Share", "1.2", 40), button("New", "1.9", 80)))
    assert names(later) == {"A1": "Save", "A2": "Share", "A7": "New", "A3": "Shop"}


def test_a_field_that_is_to_be_protected_is_so_in_the_next_look_although_it_says_the_same() -> None:
    session = Session()
    dump = window(field("Code", "1.1", "738"))
    ref = next(ref for ref, name in names(adopted(session, dump)).items() if name == "Code")
    session.protect(ref)
    later = adopted(session, dump)
    assert (later.tree[later.refs[ref]].protected, later.tree[later.refs[ref]].value) == (True, None)


def test_after_a_person_had_the_surface_an_equal_look_gives_new_refs() -> None:
    session = Session()
    adopted(session)
    session.forget()
    assert names(adopted(session)) == {"A4": "Save", "A5": "Share", "A6": "Shop"}


def test_a_look_knows_those_it_follows_as_long_as_somebody_has_them() -> None:
    first = latest = lumos_layer.read(window(button("Save", "1.1"), field("Name", "1.2", "0")))
    for count in range(1, 50):
        latest = lumos_layer.read(window(button("Save", "1.1"), field("Name", "1.2", str(count))), after=latest)
    assert latest.since(first).observation is latest
    assert len(latest.ledger.older) <= 2
