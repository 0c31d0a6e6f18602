from __future__ import annotations

from lumos_layer.tree import Tree
from tests.diff.looks import names, partners, tree
from tests.trees import Row, button, heading, link, node


def page(record: str, *links: tuple[str, str], actions: tuple[Row, ...] = ()) -> Tree:
    return tree(
        (0, node("document", record, native_id="1", url=f"http://a/{record}")),
        (1, node("navigation", native_id="2")),
        *((2, link(name, url=url, native_id=url)) for name, url in links),
        (1, node("main", native_id="3")),
        (2, heading(f"Record {record}", native_id="4")),
        (2, button("Delete", native_id="5")),
        *actions,
    )


def pairs(before: Tree, after: Tree) -> list[tuple[str, str]]:
    return names(before, partners(before, after, same_document=False), after)


HOME, LIST = ("Home", "/"), ("Records", "/records")


def test_on_another_page_only_the_navigation_is_the_same() -> None:
    assert pairs(page("1", HOME, LIST), page("2", HOME, LIST)) == [("Home", "Home"), ("Records", "Records")]


def test_a_link_that_leads_elsewhere_now_is_another() -> None:
    assert pairs(page("1", HOME, LIST, ("Next", "/2")), page("2", HOME, LIST, ("Next", "/3"))) == [
        ("Home", "Home"),
        ("Records", "Records"),
    ]


def test_a_navigation_of_which_most_is_another_is_another() -> None:
    assert pairs(page("1", HOME, ("a", "/a"), ("b", "/b")), page("2", HOME, ("c", "/c"), ("d", "/d"))) == []


def test_a_button_without_an_identifier_is_no_furniture() -> None:
    bar: tuple[Row, ...] = ((1, node("banner")), (2, button("Archive")), (2, button("Menu", identifier="menu")))
    assert pairs(page("1", actions=bar), page("2", actions=bar)) == [("Menu", "Menu")]


def test_two_of_a_kind_are_not_told_apart() -> None:
    assert pairs(page("1", HOME, HOME, LIST), page("2", HOME, HOME, LIST)) == [("Records", "Records")]


def test_furniture_of_another_dialog_is_another() -> None:
    def asking(what: str) -> Tree:
        return tree((0, node("document")), (1, node("dialog", what)), (2, node("navigation")), (3, link("Back", url="/")))

    assert pairs(asking("Record 1"), asking("Record 2")) == []
    assert pairs(asking("Record 1"), asking("Record 1")) == [("Back", "Back")]
