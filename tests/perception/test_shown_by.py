"""A ref ends when another tab is chosen, or another section unfolded, however alike is what stands there then."""

from __future__ import annotations

import pytest

from lumos_layer import Observation, Session
from lumos_layer.errors import StaleRef
from tests.record_pages import Part, button, dump, field, heading, listed, pane, row, text

LIKE = pytest.mark.parametrize("ids", [True, False])


def lived(dialect: str, before: tuple[Part, ...], after: tuple[Part, ...], ids: bool = True) -> set[str]:
    """The names of what has the same ref in both looks."""
    session = Session()
    one = session.observe(dump(dialect, *before, ids=ids))
    other = session.observe(dump(dialect, *after, ids=ids))
    return {named(one, node) for ref, node in one.refs.items() if ref in other.refs} - {"App", ""}


def named(look: Observation, node: int) -> str:
    return look.name_of(node) or look.tree[node].name


def tabs(chosen: str, *inside: Part) -> Part:
    return Part("tabs", "", (*(Part("tab", name, selected=name == chosen) for name in ("Sound", "Network")), *inside))


# Tabs

PAGE = (field("Name", ""), button("Reset"), button("Apply"))


@LIKE
@pytest.mark.parametrize("dialect", ["uia", "atspi"])
def test_what_stands_on_a_tab_is_not_what_stands_on_the_next_one(dialect: str, ids: bool) -> None:
    def settings(chosen: str) -> tuple[Part, ...]:
        return heading("Settings"), tabs(chosen, pane(*PAGE)), pane(button("OK"), button("Close"))

    assert lived(dialect, settings("Sound"), settings("Network"), ids) == {"Sound", "Network", "OK", "Close"}
    assert lived(dialect, settings("Sound"), settings("Sound"), ids) >= {"Reset", "Apply", "Name"}


@LIKE
@pytest.mark.parametrize("between", [(), (text("Changed at once"),)])
def test_it_may_stand_behind_the_tabs(between: tuple[Part, ...], ids: bool) -> None:
    def settings(chosen: str) -> tuple[Part, ...]:
        return pane(tabs(chosen)), *between, Part("tabpanel", "", PAGE), pane(button("OK"), button("Close"))

    for dialect in ("uia", "cdp"):
        assert lived(dialect, settings("Sound"), settings("Network"), ids) == {"Sound", "Network", "OK", "Close"}


def test_a_tool_bar_between_tabs_and_their_page_lives_on() -> None:
    def browser(chosen: str) -> tuple[Part, ...]:
        return tabs(chosen), Part("toolbar", "Tools", (button("Back"),)), pane(*PAGE)

    assert lived("uia", browser("Sound"), browser("Network")) == {"Sound", "Network", "Back", "Tools"}


def test_on_a_phone_it_stands_above_the_tabs() -> None:
    def app(chosen: str) -> tuple[Part, ...]:
        return pane(button("Add"), button("Sort")), tabs(chosen)

    assert lived("uia", app("Sound"), app("Network")) == {"Sound", "Network"}


def test_records_that_the_platform_calls_the_same_live_on() -> None:
    def mail(chosen: str) -> tuple[Part, ...]:
        return tabs(chosen), pane(button("Mark all"), listed(row("Ada", button("Reply")), row("Bob", button("Reply"))))

    assert lived("uia", mail("Sound"), mail("Network")) == {"Sound", "Network", "Ada", "Bob", "Reply"}


def test_its_ref_says_that_it_belonged_to_what_is_not_shown_any_more() -> None:
    session = Session()
    for chosen in ("Sound", "Network"):
        session.observe(dump("uia", tabs(chosen, pane(button("Reset"))), pane(button("OK"))))
    with pytest.raises(StaleRef) as refused:
        session.resolve("A3")
    assert (refused.value.happened, refused.value.nearest) == ("record", ("A6 button 'Reset'",))


# Sections

SECTIONS = ("Billing", "Shipping", "Account")
INSIDE = (button("Edit"), button("Remove"))


def unfolded(open: str, kind: str, *inside: Part) -> tuple[Part, ...]:
    """Sections in a flat row, one of which is unfolded."""
    parts: list[Part] = []
    for name in SECTIONS:
        parts += [Part(kind, name, expanded=name == open), *(inside if name == open else ())]
    return tuple(parts)


@LIKE
@pytest.mark.parametrize("dialect", ["uia", "cdp"])
@pytest.mark.parametrize("inside", [INSIDE, (pane(*INSIDE),)])
@pytest.mark.parametrize("kind", ["button", "row", "menuitem"])
def test_what_is_below_one_section_is_not_what_is_below_another(
    dialect: str, inside: tuple[Part, ...], kind: str, ids: bool
) -> None:
    before, after = (unfolded(name, kind, *inside) for name in ("Billing", "Shipping"))
    assert lived(dialect, before, after, ids) == {*SECTIONS}


@LIKE
def test_an_opener_may_stand_in_a_heading_of_its_own(ids: bool) -> None:
    def sections(open: str) -> tuple[Part, ...]:
        parts: list[Part] = []
        for name in SECTIONS:
            parts += [Part("heading", "", (Part("button", name, expanded=name == open),)), *(INSIDE if name == open else ())]
        return tuple(parts)

    assert lived("cdp", sections("Billing"), sections("Account"), ids) == {*SECTIONS}


def test_menus_that_close_and_open_leave_the_buttons_between_them() -> None:
    def bar(open: str) -> tuple[Part, ...]:
        file, view = (Part("button", name, expanded=name == open) for name in ("File", "View"))
        return file, button("Save"), view, button("Print")

    assert lived("uia", bar("File"), bar("View")) == {"File", "View", "Save", "Print"}
