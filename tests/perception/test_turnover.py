"""A ref ends when the screen around its element comes to show another record, and lives through all else that happens there."""

from __future__ import annotations

import pytest

from lumos_layer import Observation, Session
from lumos_layer.errors import StaleRef
from tests.record_pages import DIALECTS, Part, button, dialog, dump, field, heading, listed, pane, row, text

EVERYWHERE = pytest.mark.parametrize("dialect", DIALECTS)


def lived(dialect: str, before: tuple[Part, ...], after: tuple[Part, ...], ids: bool = True) -> set[str]:
    """The names of the controls that have the same ref in both looks."""
    session = Session()
    one = session.observe(dump(dialect, *before, ids=ids))
    other = session.observe(dump(dialect, *after, ids=ids))
    return {one.name_of(node) for ref, node in one.refs.items() if ref in other.refs and _is_control(one, node)}


def _is_control(look: Observation, node: int) -> bool:
    return look.tree[node].role in ("button", "menuitem", "tab", "textbox")


def contact(name: str, phone: str, mail: str) -> tuple[Part, ...]:
    return (
        pane(button("Back"), text(name)),
        pane(text("Mobile"), text(phone), text("Mail"), text(mail)),
        pane(button("Call"), button("Delete")),
    )


ADA = ("Ada Lovelace", "020 123", "ada@first.example")
BOB = ("Bob Stone", "020 987", "bob@other.example")


# Another record


@EVERYWHERE
@pytest.mark.parametrize("ids", [True, False])
def test_the_buttons_of_a_contact_are_not_those_of_the_next(dialect: str, ids: bool) -> None:
    assert lived(dialect, contact(*ADA), contact(*BOB), ids) == set()


def test_a_ref_that_ended_so_says_it_and_names_the_button_of_the_same_name() -> None:
    session = Session()
    session.observe(dump("android", *contact(*ADA)))
    session.observe(dump("android", *contact(*BOB)))
    with pytest.raises(StaleRef) as refused:
        session.resolve("A3")
    assert (refused.value.happened, refused.value.nearest) == ("record", ("A6 button 'Delete'",))
    assert str(refused.value) == (
        "A3 (button 'Delete') is stale: what it belonged to is not shown any more since o2, "
        "and something else has come in its place. Nearest now: A6 button 'Delete'. Take a ref from the latest observation."
    )


def test_a_button_that_was_gone_comes_back_to_its_own_record_only() -> None:
    session = Session()
    looks = [session.observe(dump("uia", *screen)) for screen in (contact(*ADA), contact(*BOB), (text("Loading"),), contact(*ADA))]
    assert {"A2", "A3"} <= looks[0].refs.keys()
    assert {"A6", "A7"} <= looks[1].refs.keys()
    assert {"A2", "A3", "A6", "A7"}.isdisjoint(looks[3].refs)


@EVERYWHERE
def test_a_label_that_stays_in_front_does_not_keep_the_button(dialect: str) -> None:
    def page(name: str, town: str) -> tuple[Part, ...]:
        return heading("Contact"), text("Name"), text(name), text("Town"), text(town), button("Delete")

    assert lived(dialect, page("Ada", "London"), page("Bob", "Rome")) == set()


@EVERYWHERE
def test_words_behind_a_button_tell_whose_it_is(dialect: str) -> None:
    def page(name: str, town: str) -> tuple[Part, ...]:
        return heading("Contact"), button("Delete"), text("Name"), text(name), text("Town"), text(town)

    assert lived(dialect, page("Ada", "London"), page("Bob", "Rome")) == set()


def test_the_buttons_of_a_property_dialog_of_windows_go_with_the_file() -> None:
    def properties(file: str, kind: str, place: str) -> tuple[Part, ...]:
        facts = text("Name:"), text(file), text("Type:"), text(kind), text("Location:"), text(place)
        return button("Open"), dialog(f"{file} Properties", *facts, button("OK"), button("Delete"))

    before, after = properties("report", "Word document", "Disk C"), properties("holiday", "Picture", "My pictures")
    assert lived("uia", before, after) == {"Open"}


def test_the_buttons_of_a_form_of_gtk_go_with_the_record_in_its_fields() -> None:
    def form(name: str, mail: str, town: str) -> tuple[Part, ...]:
        return (
            pane(text("Name"), field("Name", name), text("Mail"), field("Mail", mail), text("Town"), field("Town", town)),
            pane(button("Save"), button("Delete")),
        )

    assert lived("atspi", form("Ada", "ada@first.example", "London"), form("Bob", "bob@other.example", "Rome")) == set()


def test_a_page_that_a_script_fills_anew_under_one_address_has_new_buttons() -> None:
    def order(customer: str, article: str) -> tuple[Part, ...]:
        links = pane(Part("link", "Orders"), Part("link", "Help"))
        return links, pane(
            heading("Order"), text("Customer"), text(customer), text("Article"), text(article), button("Cancel order")
        )

    assert lived("cdp", order("Ada", "Lamp"), order("Bob", "Chair")) == set()


@EVERYWHERE
def test_the_code_in_a_heading_is_a_name_too(dialect: str) -> None:
    def order(number: str, total: str) -> tuple[Part, ...]:
        return heading(f"Order {number}"), text("Total"), text(total), button("Pay")

    assert lived(dialect, order("1001", "20.00"), order("1002", "35.50")) == set()


@EVERYWHERE
def test_beside_a_list_only_the_buttons_of_what_was_chosen_in_it_go(dialect: str) -> None:
    def window(name: str, town: str) -> tuple[Part, ...]:
        rows = [row("", text(each), selected=each == name) for each in ("Ada", "Bob", "Cyd")]
        detail = pane(heading(name), text("Town"), text(town), button("Delete"))
        return pane(button("Add"), listed(*rows)), detail

    assert lived(dialect, window("Ada", "London"), window("Bob", "Rome")) == {"Add"}


@pytest.mark.parametrize("dialect", ["uia", "atspi", "cdp"])
def test_a_window_that_is_called_after_what_was_chosen_in_a_list_keeps_the_list(dialect: str) -> None:
    def window(name: str, town: str) -> bytes:
        people = pane(button("Add"), listed(*(row("", text(each)) for each in ("Ada", "Bob", "Cyd"))))
        return dump(dialect, people, pane(heading(name), text("Town"), text(town), button("Delete")), title=f"{name} - People")

    session = Session()
    first, later = session.observe(window("Ada", "London")), session.observe(window("Bob", "Rome"))
    assert [first.name_of(node) for ref, node in first.refs.items() if ref in later.refs and _is_control(first, node)] == ["Add"]


@EVERYWHERE
def test_another_step_of_a_wizard_has_its_own_buttons(dialect: str) -> None:
    def step(title: str, told: str, *labels: str) -> tuple[Part, ...]:
        return (pane(heading(title), text(told), *(field(label, "") for label in labels), pane(button("Cancel"), button("Next"))),)

    before = step("Who are you?", "We send you a letter", "Name", "Birthday")
    after = step("Where do you live?", "Nobody else will know it", "Street", "Town")
    assert lived(dialect, before, after) == set()


@EVERYWHERE
def test_on_the_next_page_of_a_table_the_rows_are_new_and_the_pager_lives(dialect: str) -> None:
    def page(*names: str) -> tuple[Part, ...]:
        rows = (row("", text(name), button("Edit")) for name in names)
        return heading("Customers"), listed(*rows), pane(button("Earlier"), button("Later"))

    assert lived(dialect, page("Ada", "Bob", "Cyd"), page("Dan", "Eve", "Fay")) == {"Earlier", "Later"}


@pytest.mark.parametrize("dialect", ["uia", "atspi", "cdp"])
def test_another_tab_has_its_own_buttons_and_leaves_the_others(dialect: str) -> None:
    def settings(chosen: str, *facts: str) -> tuple[Part, ...]:
        tabs = Part("tabs", "", tuple(Part("tab", each, selected=each == chosen) for each in ("Sound", "Network")))
        panel = Part("tabpanel" if dialect == "cdp" else "pane", "", (*map(text, facts), button("Reset")))
        if dialect != "cdp":
            tabs, panel = tabs._replace(inside=(*tabs.inside, panel)), text("All of these can be changed later")
        return heading("Settings"), tabs, panel, pane(button("OK"), button("Close"))

    before = settings("Sound", "Speakers", "Loud at night")
    after = settings("Network", "Cable", "No proxy is used")
    assert lived(dialect, before, after) == {"Sound", "Network", "OK", "Close"}


@pytest.mark.parametrize("dialect", ["uia", "atspi", "cdp"])
def test_menus_and_tool_bars_beside_a_record_live_on(dialect: str) -> None:
    def window(name: str, town: str) -> tuple[Part, ...]:
        menus = Part("menubar", "", (Part("menuitem", "File"), Part("menuitem", "Help")))
        tools = Part("toolbar", "", (button("New"), button("Search")))
        return menus, tools, pane(text(name), text(town), button("Delete"))

    assert lived(dialect, window("Ada", "London"), window("Bob", "Rome")) == {"File", "Help", "New", "Search"}


def test_the_tab_bar_of_a_phone_lives_and_the_bar_with_the_title_goes() -> None:
    def screen(name: str, town: str) -> tuple[Part, ...]:
        top = Part("bar", "", (button("Back"), text(name), button("Edit")))
        return top, text("Town"), text(town), button("Delete"), Part("tabs", "", (button("Contacts"), button("Recents")))

    assert lived("ios", screen("Ada", "London"), screen("Bob", "Rome")) == {"Contacts", "Recents"}


NAMED = ("Town", "London", "Status", "Open", "Kind", "Customer")


@EVERYWHERE
@pytest.mark.parametrize(("name", "other"), [("Ada Lovelace", "Bob Stone"), ("Camera", "Clock")])
def test_another_name_is_another_record_however_much_the_two_have_in_common(dialect: str, name: str, other: str) -> None:
    def page(name: str) -> tuple[Part, ...]:
        return heading(name), *map(text, NAMED), button("Uninstall")

    assert lived(dialect, page(name), page(other)) == set()


@EVERYWHERE
def test_two_of_one_family_who_live_in_one_town_are_two(dialect: str) -> None:
    def page(name: str) -> tuple[Part, ...]:
        return heading(name), text("Town"), text("London"), button("Delete")

    assert lived(dialect, page("Ada Stone"), page("Bob Stone")) == set()


@EVERYWHERE
@pytest.mark.parametrize(
    ("asked", "then"),
    [
        ("Do you really want to delete the file report.doc?", "Do you really want to delete the file holiday.png?"),
        ("Are you sure you want to log out?", "Are you sure you want to delete your account?"),
        ("Delete 3 files?", "Delete 5 files?"),
        ("您确定要删除3个文件吗？", "您确定要删除5个文件吗？"),
    ],
)
def test_another_question_has_its_own_answers(dialect: str, asked: str, then: str) -> None:
    def page(question: str) -> tuple[Part, ...]:
        return text(question), button("Yes"), button("No")

    def window(question: str) -> tuple[Part, ...]:
        return button("Open"), dialog("Confirm", *page(question))

    assert lived(dialect, page(asked), page(then)) == set()
    assert lived(dialect, window(asked), window(then)) == {"Open"}


@pytest.mark.parametrize("dialect", ["uia", "atspi", "cdp"])
def test_one_other_word_in_a_dialog_is_another_thing(dialect: str) -> None:
    def window(file: str) -> tuple[Part, ...]:
        told = text(f"The file {file} will be gone for ever.")
        return button("Open"), dialog("Confirm", told, button("Delete"), button("Keep"))

    assert lived(dialect, window("report"), window("holiday")) == {"Open"}


@EVERYWHERE
@pytest.mark.parametrize(("day", "next_day"), [("3 March 2021", "4 March 2021"), ("2021-03-03", "2021-03-04")])
def test_another_day_in_the_place_of_a_name_is_another_record(dialect: str, day: str, next_day: str) -> None:
    def page(day: str) -> tuple[Part, ...]:
        return heading(f"Photo of {day}"), text("Place"), text("London"), button("Delete")

    assert lived(dialect, page(day), page(next_day)) == set()


@pytest.mark.parametrize("dialect", ["atspi", "cdp"])
def test_a_heading_with_another_number_is_another_record(dialect: str) -> None:
    def page(number: int) -> tuple[Part, ...]:
        return heading(f"Ticket {number}"), text("Status"), text("Open"), button("Close")

    assert lived(dialect, page(42), page(43)) == set()


@EVERYWHERE
def test_a_name_of_which_only_the_number_is_another_does_not_keep_what_else_is_another(dialect: str) -> None:
    def page(number: int, owner: str) -> tuple[Part, ...]:
        return pane(heading(f"Ticket {number}"), text("Owner"), text(owner)), pane(button("Close"))

    assert lived(dialect, page(42, "Ada"), page(43, "Bob")) == set()


def kept_under(dialect: str, title: str, then: str, *parts: Part) -> set[str]:
    """The names of the buttons that have the same ref under both titles of the window or page."""
    session = Session()
    one, other = (session.observe(dump(dialect, *parts, title=words)) for words in (title, then))
    return {one.name_of(node) for ref, node in one.refs.items() if ref in other.refs and one.tree[node].role == "button"}


TITLED = pytest.mark.parametrize("dialect", ["uia", "atspi", "cdp"])
VIEWER = (Part("toolbar", "", (button("Print"),)), pane(button("Delete"), text("100 %")))


@TITLED
@pytest.mark.parametrize(
    ("title", "then"),
    [
        ("IMG_0042.jpg - Photos", "IMG_0043.jpg - Photos"),
        ("report.doc - Writer", "holiday.doc - Writer"),
        ("Mail from Ada - Mail", "Mail from Bob - Mail"),
        ("Team A", "Team B"),
    ],
)
def test_a_window_under_another_title_shows_another_record(dialect: str, title: str, then: str) -> None:
    assert kept_under(dialect, title, then, *VIEWER) == {"Print"}
    assert kept_under(dialect, title, then, *VIEWER, listed(row("", text("Ada")))) == {"Print"}


@TITLED
@pytest.mark.parametrize(
    ("title", "then"),
    [
        ("report - Writer", "*report - Writer"),
        ("Inbox (3) - Mail", "Inbox (4) - Mail"),
        ("(1) Chat", "Chat"),
        ("45 % - Copy", "46 % - Copy"),
    ],
)
def test_a_counter_or_a_star_in_a_title_is_no_other_title(dialect: str, title: str, then: str) -> None:
    assert kept_under(dialect, title, then, *VIEWER) == {"Print", "Delete"}


@TITLED
def test_under_another_title_what_is_told_as_before_keeps_its_buttons(dialect: str) -> None:
    told = heading("Ada"), text("London"), text("Born 1815"), text("Knew Babbage"), button("Delete")
    assert kept_under(dialect, "Ada - People", "New message - People", *told) == {"Delete"}


def test_the_title_of_a_browser_is_that_of_its_page() -> None:
    def browser(page: str) -> tuple[Part, ...]:
        return pane(button("Minimize"), button("New tab")), Part("page", page, (heading(page), button("Pay")))

    session = Session()
    one, other = (session.observe(dump("uia", *browser(page), title=f"{page} - Browser")) for page in ("Sign in", "Accounts"))
    assert {one.name_of(node) for ref, node in one.refs.items() if ref in other.refs} >= {"Minimize", "New tab"}


# The same record

CARD = (heading("Ada Lovelace"), text("Town"), text("London"), text("Status"), text("Open"), button("Delete"))


def changed(before: tuple[Part, ...], words: str, now: str) -> tuple[Part, ...]:
    return tuple(part._replace(words=now) if part.words == words else part for part in before)


@EVERYWHERE
@pytest.mark.parametrize(("words", "now"), [("Open", "Closed"), ("London", "Rome"), ("Ada Lovelace", "Ada King")])
def test_one_fact_that_is_changed_makes_no_other_record(dialect: str, words: str, now: str) -> None:
    assert lived(dialect, CARD, changed(CARD, words, now)) == {"Delete"}


@EVERYWHERE
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("12:03", "12:04"),
        ("3 unread", "4 unread"),
        ("Copying 3 of 10", "Copying 4 of 10"),
        ("45 %", "60 %"),
    ],
)
def test_clocks_counters_and_progress_make_no_other_record(dialect: str, before: str, after: str) -> None:
    assert lived(dialect, (text(before), *CARD), (text(after), *CARD)) == {"Delete"}
    assert lived(dialect, (text(before), button("Stop")), (text(after), button("Stop"))) == {"Stop"}


@EVERYWHERE
def test_when_it_was_saved_makes_no_other_record(dialect: str) -> None:
    before, after = text("Saved just now"), text("Saved a minute ago")
    assert lived(dialect, (before, *CARD), (after, *CARD)) == {"Delete"}


@EVERYWHERE
def test_what_somebody_types_makes_no_other_record(dialect: str) -> None:
    def form(name: str) -> tuple[Part, ...]:
        return heading("Contact"), field("Name", name), field("Town", "London"), button("Save")

    assert "Save" in lived(dialect, form("Ada"), form("Bob"))
    assert "Save" in lived(dialect, form(""), form("Bob"))


@EVERYWHERE
def test_a_status_line_and_a_message_make_no_other_record(dialect: str) -> None:
    assert lived(dialect, (*CARD, text("Ready")), (*CARD, text("All is saved"))) == {"Delete"}
    assert lived(dialect, CARD, (*CARD, Part("status", "All is saved"))) == {"Delete"}
    assert lived(dialect, (button("Save"), text("Ready")), (button("Save"), text("All is saved"))) == {"Save"}


@EVERYWHERE
def test_a_list_that_is_sorted_filtered_or_longer_makes_no_other_record(dialect: str) -> None:
    def page(*names: str) -> tuple[Part, ...]:
        return heading("People"), field("Find", ""), listed(*(row("", text(name)) for name in names)), button("Add")

    start = page("Ada", "Bob", "Cyd", "Dan")
    for names in (("Dan", "Cyd", "Bob", "Ada"), ("Cyd",), ("Eve", "Ada", "Bob", "Cyd", "Dan"), ()):
        assert "Add" in lived(dialect, start, page(*names))


@EVERYWHERE
def test_a_chat_that_goes_on_makes_no_other_record(dialect: str) -> None:
    def chat(*said: str) -> tuple[Part, ...]:
        return text("Ada Lovelace"), pane(*map(text, said)), field("Message", ""), button("Send")

    said = ("Hello", "How are you?", "Fine, thanks", "Shall we meet?", "Tomorrow", "At noon", "See you")
    assert "Send" in lived(dialect, chat(*said[:5]), chat(*said[:6]))
    assert "Send" in lived(dialect, chat(*said[:5]), chat(*said[1:6]))


def test_a_page_that_is_scrolled_makes_no_other_record() -> None:
    def page(*facts: str, first: int) -> bytes:
        rows = "".join(_on_android("TextView", fact, 100 + 50 * n - 50 * first, 50) for n, fact in enumerate(facts, first))
        box = _on_android("ScrollView", "", 100, 600, rows, 'scrollable="true"')
        inside = _on_android("TextView", "Ada", 0, 50) + box + _on_android("Button", "Delete", 700, 50, "", 'clickable="true"')
        return f'<hierarchy rotation="0">{_on_android("FrameLayout", "", 0, 800, inside)}</hierarchy>'.encode()

    session = Session()
    first = session.observe(page("Born in London", "Likes engines", "Wrote a note", "Knew Babbage", "Rode horses", first=0))
    later = session.observe(page("Had a cat", "Sang well", "Lived in Kent", "Played chess", "Read much", first=9))
    assert [first.name_of(node) for ref, node in first.refs.items() if ref in later.refs] == ["", "Delete"]


def _on_android(kind: str, words: str, y: int, height: int, inside: str = "", said: str = "") -> str:
    return f'<node class="android.widget.{kind}" text="{words}" {said} bounds="[0,{y}][400,{y + height}]">{inside}</node>'


@EVERYWHERE
def test_a_part_in_another_language_makes_no_other_record(dialect: str) -> None:
    def page(*words: str) -> tuple[Part, ...]:
        return *CARD, pane(text(words[0]), text(words[1]), button(words[2]), button(words[3]), button("OK"))

    after = page("Cookies", "Wir verwenden sie", "Annehmen", "Ablehnen")
    assert "Delete" in lived(dialect, page("Biscuits", "We use them", "Accept", "Refuse"), after)


@EVERYWHERE
@pytest.mark.parametrize("going_on", ["Loading…", "Please wait...", "Loading profile …"])
def test_what_comes_in_the_place_of_a_placeholder_makes_no_other_record(dialect: str, going_on: str) -> None:
    def page(*facts: str) -> tuple[Part, ...]:
        return heading("Profile"), *map(text, facts), button("Delete")

    assert lived(dialect, page(*(3 * [going_on])), page("Ada", "London", "Open")) == {"Delete"}
    assert lived(dialect, page("Ada", "London", "Open"), page(*(3 * [going_on]))) == set()
    assert lived(dialect, page("Ada", "London", "Open"), page(going_on)) == set()


@EVERYWHERE
def test_what_is_wrong_with_each_field_of_a_form_makes_no_other_record(dialect: str) -> None:
    def form(*said: str) -> tuple[Part, ...]:
        return (
            text("Mail"),
            field("Mail", "a"),
            text(said[0]),
            text("Password"),
            field("Password", ""),
            text(said[1]),
            button("Save"),
        )

    after = form("Please enter a valid address", "This is required here")
    assert "Save" in lived(dialect, form("We never share it", "At least 8 characters"), after)
    assert "Save" in lived(
        dialect, (heading("Sign up"), *form("We never share it", "At least 8 characters")), (heading("Sign up"), *after)
    )


@EVERYWHERE
def test_a_text_behind_the_only_field_is_a_fact(dialect: str) -> None:
    def page(*facts: str) -> tuple[Part, ...]:
        return field("Find", ""), *map(text, facts), button("Delete")

    assert lived(dialect, page("Ada", "London"), page("Bob", "Rome")) & {"Delete"} == set()


@EVERYWHERE
def test_the_first_text_behind_what_is_written_is_no_name(dialect: str) -> None:
    def editor(body: str, said: str) -> tuple[Part, ...]:
        return button("Bold"), field("Body", body), text(said), button("Save")

    assert {"Bold", "Save"} <= lived(dialect, editor("Hello", "Saved"), editor("Bye", "Modified"))
