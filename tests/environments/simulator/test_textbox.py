from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.simulator.widget import Traits
from tests.environments.simulator.screen import Screen
from tests.trees import button, field, node

WINDOW = (0, node("window", "Mail", box=(0, 0, 600, 400)))


def mail(**said: Any) -> Screen:
    return Screen(
        WINDOW,
        (1, field("Subject", "", box=(20, 40, 300, 24), multiline=False, **said)),
        (1, field("Message", "", box=(20, 100, 300, 120), multiline=True)),
        (1, button("Send", box=(20, 340, 80, 30))),
    )


def holding(value: str, **said: Any) -> Screen:
    screen = Screen(WINDOW, (1, field("Field", value, box=(0, 0, 100, 20), **said)))
    screen.do("focus", "Field")
    return screen


def test_typing_adds_at_the_caret_and_set_text_replaces() -> None:
    screen = holding("Kim")
    screen.do("type_text", "Field", text=" Lee")
    assert screen["Field"].value == "Kim Lee"
    screen.do("set_text", "Field", text="Ada")
    assert screen["Field"].value == "Ada"


def test_a_line_break_in_typed_words_is_no_enter_key() -> None:
    screen = mail()
    screen.do("type_text", "Message", text="line 1\nline 2")
    assert screen["Message"].value == "line 1\nline 2"
    delivery = screen.do("type_text", "Subject", text="line 1\r\nline 2")
    assert screen["Subject"].value == "line 1 line 2"
    assert delivery.note == "The field holds one line: each line break became a blank."


def test_windows_line_ends_count_as_one_break() -> None:
    screen = mail()
    screen.do("set_text", "Message", text="a\r\nb\rc")
    assert screen["Message"].value == "a\nb\nc"


def test_enter_breaks_the_line_only_where_there_are_several() -> None:
    screen = mail()
    screen.do("focus", "Message")
    screen.press("a", "Enter", "b")
    assert screen["Message"].value == "a\nb"
    screen.do("focus", "Subject")
    screen.press("a", "Enter", "b")
    assert screen["Subject"].value == "ab"


def test_backspace_and_delete_take_one_character_or_the_selection() -> None:
    screen = holding("abcd")
    screen.press("Backspace")
    assert screen["Field"].value == "abc"
    screen.press("Home", "Delete")
    assert screen["Field"].value == "bc"
    screen.press("Shift+End", "Backspace")
    assert screen["Field"].value == ""


def test_whole_characters_are_deleted_however_many_code_points_they_have() -> None:
    screen = holding("a👍🏽e\u0301👨‍👩‍👧🇫🇷")
    for left in ("a👍🏽e\u0301👨‍👩‍👧", "a👍🏽e\u0301", "a👍🏽", "a", ""):
        screen.press("Backspace")
        assert screen["Field"].value == left


def test_arrows_step_over_whole_characters() -> None:
    screen = holding("a👍🏽b")
    screen.press("ArrowLeft", "ArrowLeft", "x")
    assert screen["Field"].value == "ax👍🏽b"


def test_home_and_end_go_to_the_ends_of_the_line_and_with_control_of_everything() -> None:
    screen = mail()
    screen.do("set_text", "Message", text="one\ntwo")
    screen.press("Home", ">")
    assert screen["Message"].value == "one\n>two"
    screen.press("Control+Home", "<", "End", "!")
    assert screen["Message"].value == "<one!\n>two"


def test_up_and_down_keep_the_column() -> None:
    screen = mail()
    screen.do("set_text", "Message", text="abcd\nef\nghij")
    screen.press("ArrowUp", "ArrowUp", "ArrowUp", "Home", "ArrowRight", "ArrowDown", "ArrowDown", "x")
    assert screen["Message"].value == "abcd\nef\ngxhij"


def test_select_all_and_type_replaces_everything() -> None:
    screen = holding("old")
    screen.press("Control+a", "n")
    assert screen["Field"].value == "n"


def test_shift_selects_and_typing_replaces_the_selection() -> None:
    screen = holding("abcd")
    screen.press("Shift+ArrowLeft", "Shift+ArrowLeft")
    screen.do("type_text", text="X")
    assert screen["Field"].value == "abX"


def test_control_arrows_go_by_words() -> None:
    screen = holding("one two three")
    screen.press("Control+ArrowLeft", "Control+ArrowLeft", "Control+Backspace")
    assert screen["Field"].value == "two three"


def test_undo_takes_each_edit_back_and_redo_does_it_again() -> None:
    screen = holding("a")
    screen.do("type_text", text="bc")
    screen.do("set_text", "Field", text="new")
    screen.press("Control+z")
    assert screen["Field"].value == "abc"
    screen.press("Control+z")
    assert screen["Field"].value == "a"
    screen.press("Control+y", "Control+Shift+Z")
    assert screen["Field"].value == "new"
    screen.press("Control+z", "x", "Control+y")
    assert screen["Field"].value == "abcx"


def test_cut_copy_and_paste() -> None:
    screen = holding("ab")
    screen.press("Control+a", "Control+x", "Control+v", "Control+v")
    assert screen["Field"].value == "abab"


def test_more_than_the_field_can_hold_is_cut_at_a_whole_character() -> None:
    screen = holding("")
    screen.widget("Field").traits = Traits(limit=5)
    screen.widget("Field").text = None
    screen.do("type_text", "Field", text="abc👍🏽d")
    assert screen["Field"].value == "abc"
    screen.do("set_text", "Field", text="123456")
    assert screen["Field"].value == "12345"


def test_a_read_only_field_has_a_caret_and_keeps_its_text() -> None:
    screen = Screen(WINDOW, (1, node("textbox", "Total", "focus", value="12", readonly=True, focusable=True, box=(0, 0, 100, 20))))
    screen.do("focus", "Total")
    screen.press("x", "Backspace", "Control+a", "Control+x", "Control+v")
    assert screen["Total"].value == "12"
    assert screen.simulator.world.stage.clipboard == ""


def test_a_disabled_field_takes_nothing() -> None:
    screen = mail(enabled=False)
    answer = screen.ask("type_text", "Subject", text="x")
    assert isinstance(answer, Rejected)
    assert answer.reason == "disabled"


def test_a_password_shows_only_that_it_is_filled() -> None:
    screen = Screen(
        WINDOW,
        (1, field("Password", protected=True, filled=False, box=(0, 0, 100, 20))),
        secrets={"bank": "hunter2"},
    )
    screen.do("type_text", "Password", text={"secret": "bank"})
    assert (screen["Password"].value, screen["Password"].filled) == (None, True)
    screen.press("Control+a", "Control+c")
    assert screen.simulator.world.stage.clipboard == ""
    assert b"hunter2" not in screen.simulator.save()
    screen.press("Backspace")
    assert (screen["Password"].value, screen["Password"].filled) == (None, False)


def test_a_password_that_the_dump_had_filled_is_emptied_only_as_a_whole() -> None:
    screen = Screen(WINDOW, (1, field("Password", protected=True, filled=True, box=(0, 0, 100, 20))))
    screen.do("focus", "Password")
    screen.press("Backspace")
    assert screen["Password"].filled is True
    screen.do("set_text", "Password", text="")
    assert screen["Password"].filled is False


def test_a_secret_nobody_knows_is_refused_and_changes_nothing() -> None:
    screen = Screen(WINDOW, (1, field("Password", protected=True, filled=False, box=(0, 0, 100, 20))), secrets={"a": "x"})
    delivery = screen.do("type_text", "Password", text={"secret": "b"})
    assert (delivery.status, delivery.reason) == ("refused", "invalid")
    assert screen["Password"].filled is False


def test_tab_selects_what_is_in_a_field_so_that_typing_replaces_it() -> None:
    screen = Screen(WINDOW, (1, field("First", "a")), (1, field("Last", "b")))
    screen.do("focus", "First")
    screen.press("Tab", "c")
    assert (screen.focus, screen["Last"].value) == ("Last", "c")


def test_words_that_the_dump_had_inside_the_field_become_its_value() -> None:
    screen = Screen(WINDOW, (1, field("Note")), (2, node("text", "old words")))
    screen.do("type_text", "Note", text="!")
    assert (screen["Note"].value, screen.simulator.observe().tree[2].name) == ("old words!", "old words!")
    screen.do("set_text", "Note", text="")
    assert len(screen.simulator.observe().tree) == 2


@pytest.mark.parametrize("text", ["שלום", "日本語", "\u0627\u0644", "a\u200db", "𝔘𝔫𝔦"])
def test_any_words_can_be_typed(text: str) -> None:
    screen = holding("")
    screen.do("type_text", "Field", text=text)
    screen.press("Backspace")
    screen.press("Control+z")
    assert screen.widget("Field").text is not None
    assert screen.widget("Field").text.text == text  # type: ignore[union-attr]


def test_the_older_chords_of_the_clipboard_cut_copy_and_paste() -> None:
    screen = holding("Ada Lovelace")
    screen.press("End", *["Shift+ArrowLeft"] * 8, "Shift+Delete")
    assert (screen["Field"].value, screen.simulator.world.stage.clipboard) == (
        "Ada",
        "Lovelace",
    )  # a blank at the end shows nowhere
    screen.press("Shift+Insert", "Shift+Insert")
    assert screen["Field"].value == "Ada LovelaceLovelace"
    screen.press("Control+a", "Control+Insert")
    assert (screen["Field"].value, screen.simulator.world.stage.clipboard) == ("Ada LovelaceLovelace", "Ada LovelaceLovelace")
