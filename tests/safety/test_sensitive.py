"""Sensitive acts are known by what stands around them, whatever brings them about; and what only looks like one is cleared."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer import Observation
from lumos_layer.testing.trees import Row, button, field, group, heading, link, node, observed, text
from lumos_layer.tree import Node
from tests.safety.scenes import findings, found, grounded, ref_of


def alone(made: Node, *inside: Row, dialect: str = "uia", **said: Any) -> Observation:
    """A window that holds one thing."""
    return observed((0, node("window", "Window")), (1, made), *inside, dialect=dialect, **said)


@pytest.mark.parametrize(
    ("made", "kinds"),
    [
        (button("Send"), {"send"}),
        (button("전송"), {"send"}),
        (button("결제하기"), {"pay"}),
        (button("Ｂｕｙ now"), {"buy"}),
        (link("Delete"), {"delete"}),
        (link("Delete", url="https://example.org/help"), {"delete"}),
        (link("Send it to Bob", url="https://example.org/news/1"), set()),
        (link("Send it now", url="javascript:send()"), {"send"}),
        (link("Leave", url="https://example.org/logout"), {"account"}),
        (link("Remove this from my list", url="https://example.org/items/5?action=delete"), {"delete"}),
        (link("Setup", url="https://example.org/files/setup.exe"), {"download"}),
        (node("menuitem", "Delete", "click"), {"delete"}),
        (node("generic", "삭제", "click"), {"delete"}),
        (node("img", "Share", "click"), {"publish"}),
        (node("listitem", "Delete chat", "click"), {"delete"}),
        (node("listitem", "Send me the report by Friday", "click"), set()),
        (node("option", "Trash", "select", "click"), set()),
        (node("row", "Payment of May", "click"), set()),
        (node("checkbox", "I agree to the terms", "toggle", "click"), {"permission"}),
        (node("checkbox", "Delete old entries", "toggle", "click"), set()),
        (node("switch", "Airplane mode", "toggle", "click"), {"system_setting"}),
        (node("switch", "와이파이", "toggle", "click"), {"system_setting"}),
        (node("switch", "Dark mode", "toggle", "click"), set()),
        (button("Cancel subscription"), {"account", "buy"} - {"buy"}),
        (button("Next"), set()),
        (button("Cancel"), set()),
    ],
)
def test_a_press_does_what_its_element_is_called(made: Node, kinds: set[str]) -> None:
    assert found(alone(made), "click", made.name) == kinds


@pytest.mark.parametrize(
    ("made", "inside"),
    [
        (button("", hint="Delete"), ()),
        (button("", identifier="btnDelete"), ()),
        (button("", identifier="com.example:id/delete_button"), ()),
        (button(""), ((2, node("img", "Delete")),)),
        (button(""), ((2, group()), (3, node("img", "", hint="삭제")))),
        (button(""), ((2, node("img", "", identifier="ic_delete")),)),
        (node("generic", "", "click"), ((2, text("Delete")),)),
        (button("🗑", hint="Delete"), ()),
        (button("X", hint="휴지통으로 이동"), ()),
    ],
)
def test_a_button_is_known_by_its_tooltip_its_identifier_and_what_stands_in_it(made: Node, inside: tuple[Row, ...]) -> None:
    look = alone(made, *inside)
    (ref,) = [ref for ref, i in look.refs.items() if "click" in look.tree[i].can]
    assert "delete" in found(look, "click", ref=ref)


def test_a_control_in_a_card_does_not_speak_for_the_card() -> None:
    look = alone(node("generic", "Invoice", "click"), (2, text("Invoice")), (2, button("Delete")))
    assert found(look, "click", "Invoice") == set()
    assert found(look, "click", "Delete") == {"delete"}


def dialog(*rows: Row, title: str = "", says: str = "") -> Observation:
    said: tuple[Row, ...] = ((2, text(says)),) if says else ()
    return observed((0, node("window", "App")), (1, node("dialog", title, modal=True)), *said, *rows, title="App")


@pytest.mark.parametrize(
    ("title", "says", "answer", "kinds"),
    [
        ("Delete 3 files?", "", "Yes", {"delete"}),
        ("", "Are you sure you want to delete this file? This cannot be undone.", "OK", {"delete"}),
        ("", "정말 삭제하시겠습니까?", "확인", {"delete"}),
        ("", "결제를 진행할까요?", "예", {"pay"}),
        ("Confirm", "Pay 20 € to Ann?", "Continue", {"submit", "pay"}),
        ("", "Delete this file?", "Let’s go", {"delete"}),
        ("", "Delete this file?", "", {"delete"}),
        ("", "Etwas Unbekanntes geschieht?", "OK", {"submit"}),
        ("Make Ann an admin?", "", "Yes", {"permission"}),
        ("Unlock the front door", "", "OK", {"system_setting"}),
        ("채팅방을 나가시겠습니까?", "", "확인", {"delete"}),
        ("결재 문서를 상신합니다.", "", "확인", {"submit"}),
        ("", "Delete this file?", "No", set()),
        ("", "정말 삭제하시겠습니까?", "취소", set()),
    ],
)
def test_an_answer_does_what_its_dialog_asks(title: str, says: str, answer: str, kinds: set[str]) -> None:
    no = "No" if answer != "No" else "Keep"
    look = dialog((2, button(answer)), (2, button(no)), title=title, says=says)
    ref = next(ref for ref, i in look.refs.items() if look.tree[i] == button(answer))
    assert found(look, "click", ref=ref) == kinds


def test_the_only_answer_of_a_dialog_that_tells_something_does_nothing() -> None:
    assert found(dialog((2, button("OK")), says="The copy has ended."), "click", "OK") == set()


def test_a_small_window_with_answers_is_a_dialog_too() -> None:
    look = observed(
        (0, node("window", "Editor")), (1, node("window", "Editor")), (2, text("Discard the changes?")), (2, button("Yes")),
        (2, button("No")),
    )  # fmt: skip
    assert found(look, "click", "Yes") == {"delete"}


LOGIN = observed(
    (0, node("window", "App")), (1, node("form")), (2, field("Name")), (2, field("Password", protected=True)),
    (2, button("Let’s go")), (2, button("→")), (2, button("Show password")), (2, button("Cancel")),
    (2, link("Forgot password?")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Let’s go", {"log_in", "submit"}),
        ("→", {"log_in", "submit"}),
        ("Show password", set()),
        ("Cancel", set()),
        ("Forgot password?", set()),
    ],
)
def test_whatever_sends_a_form_with_a_password_logs_in(name: str, kinds: set[str]) -> None:
    assert found(LOGIN, "click", name) == kinds


@pytest.mark.parametrize("label", ["Card number", "CVV", "카드번호", "유효 기간"])
def test_whatever_sends_a_form_with_a_card_pays(label: str) -> None:
    look = observed((0, node("window", "Shop")), (1, group()), (2, field(label)), (2, button("Continue")), (1, button("Menu")))
    assert found(look, "click", "Continue") == {"pay"}
    assert found(look, "click", "Menu") == set()


def test_next_under_a_heading_to_sign_in_logs_in() -> None:
    look = observed((0, node("window", "Browser")), (1, heading("Sign in")), (1, field("E-mail")), (1, button("Next")))
    assert found(look, "click", "Next") == {"log_in"}


@pytest.mark.parametrize("words", ["Order summary", "Your order", "Payment", "주문 확인", "결제"])
def test_a_yes_under_the_heading_of_an_order_buys(words: str) -> None:
    look = observed((0, node("window", "Browser")), (1, heading(words)), (1, button("Continue")), (1, button("✓")))
    assert "buy" in found(look, "click", "Continue")
    assert "buy" in found(look, "click", "✓")


def test_next_in_a_page_to_check_out_buys() -> None:
    look = observed((0, node("window", "Checkout – Shop")), (1, button("Continue")), title="Checkout – Shop")
    assert found(look, "click", "Continue") == {"buy"}


MAIL = observed(
    (0, node("window", "Mail")), (1, node("form", "New message")), (2, field("To")), (2, field("Text", multiline=True)),
    (2, button("Send")), (1, node("searchbox", "Search", "type", "set_value")), (1, node("listitem", "Invoice", "select",
    "click")),
    title="Mail",
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "name", "kinds"),
    [
        ("Enter", "To", {"send", "submit"}),
        ("Enter", "Text", {"send"}),
        ("Control+Enter", "Text", {"send", "submit"}),
        ("Enter", "Send", {"send"}),
        (" ", "Send", {"send"}),
        (" ", "Text", set()),
        ("Enter", "Search", set()),
        ("Enter", "Invoice", set()),
        ("Delete", "Invoice", {"delete"}),
        ("Delete", "Text", set()),
        ("Shift+Delete", "Invoice", {"delete"}),
        ("Control+s", "Text", {"save"}),
        ("Control+S", "Text", {"save"}),
        ("Control+p", "Text", {"print"}),
        ("Alt+F4", "Text", {"quit"}),
        ("Alt+s", "Text", {"send"}),
        ("Control+c", "Text", set()),
        ("Tab", "To", set()),
    ],
)  # fmt: skip
def test_keys_do_what_the_buttons_there_do(key: str, name: str, kinds: set[str]) -> None:
    assert found(MAIL, "press_key", name, key=key) == kinds


def program(app: str) -> Observation:
    return observed(
        (0, node("window", f"{app} - main")), (1, field("Text", multiline=True)), (1, node("listitem", "Entry", "select",
        "click")),
        app=app,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("app", "key", "name", "kinds"),
    [
        ("Browser", "Control+Shift+Delete", "Text", {"delete"}), ("Browser", "Shift+Meta+Backspace", "Text", {"delete"}),
        ("Finder", "Alt+Shift+Meta+Delete", "Entry", {"delete"}), ("Finder", "Meta+Backspace", "Entry", {"delete"}),
        ("Finder", "Meta+Backspace", "Text", set()), ("Thunar", "Control+d", "Entry", {"delete"}), ("Thunar", "F8",
        "Entry", {"delete"}),
        ("Notes", "F8", "Entry", set()), ("Editor", "Shift+Meta+s", "Text", {"save"}), ("Outlook", "Alt+s", "Text", {"send"}),
        ("Mail", "Shift+Meta+d", "Text", {"send"}), ("Notes", "Shift+Meta+d", "Text", set()), ("Gmail", "#", "Entry", {"delete"}),
        ("Gmail", "!", "Entry", {"delete"}), ("Gmail", "!", "Text", set()), ("Gmail", "e", "Text", set()), ("Gmail", "e",
        "Entry", {"save"}),
        ("Konsole", "Control+d", "Entry", {"delete", "quit"}), ("Notes", "Control+c", "Text", set()), ("Zoom", "Alt+q",
        "Text", {"quit"}),
        ("Visual Studio Code", "F5", "Text", {"execute"}), ("Notes", "F5", "Text", set()), ("Notes", "Shift+Meta+q",
        "Text", {"account"}),
        ("Notes", "Control+Meta+Power", "Text", {"system_setting"}), ("Notes", "Meta+d", "Text", set()),
    ],
)  # fmt: skip
def test_chords_do_what_they_do_in_the_program_that_has_the_focus(app: str, key: str, name: str, kinds: set[str]) -> None:
    assert found(program(app), "press_key", name, key=key) == kinds


def test_keys_that_discard_in_dialogs_do_so_there() -> None:
    look = dialog((2, button("Save")), (2, button("Cancel")), says="Keep what you wrote?")
    assert "delete" in found(look, "press_key", "Save", key="Meta+d")


def test_enter_where_nothing_is_known_to_have_the_focus_may_send_something() -> None:
    assert found(MAIL, "press_key", key="Enter") == {"submit"}


def test_enter_in_an_open_dialog_gives_its_yes() -> None:
    look = dialog((2, button("Yes")), (2, button("No")), says="Delete this file?")
    assert "delete" in found(look, "press_key", key="Enter")


def test_enter_in_a_field_with_a_password_beside_it_logs_in() -> None:
    assert found(LOGIN, "press_key", "Name", key="Enter") == {"log_in", "submit"}


def test_a_key_that_a_control_shows_as_its_own_presses_it() -> None:
    look = observed((0, node("window", "App")), (1, button("Remove", hint="Remove (Ctrl+R)")), (1, field("Name")))
    assert found(look, "press_key", "Name", key="Control+r") == {"delete"}
    assert found(look, "press_key", "Name", key="Control+e") == set()


def test_an_access_key_presses_what_begins_with_its_letter() -> None:
    look = dialog((2, button("Overwrite")), (2, button("Cancel")))
    assert "overwrite" in found(look, "press_key", key="Alt+o")


SLIDER = observed(
    (0, node("window", "App", box=(0, 0, 400, 300))),
    (1, node("slider", "Volume", "range", "click", box=(10, 10, 200, 20), minimum=0, maximum=10)),
    (1, node("slider", "Slide to pay", "range", "click", box=(10, 50, 200, 20))),
    (1, node("listitem", "a.txt", "select", "click", box=(10, 100, 200, 20))),
    (1, button("Recycle bin", box=(10, 140, 200, 20))),
    (1, node("group", "Drop files here to upload", "click", box=(10, 180, 200, 20))),
    (1, node("listitem", "b.txt", "select", "click", box=(10, 220, 200, 20))),
)


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("set_value", {"value": 3}), ("press_key", {"key": "ArrowRight"}), ("press_key", {"key": "Home"}), ("click", {}),
    ],
)  # fmt: skip
def test_a_slider_takes_effect_by_whatever_moves_it(verb: str, fields: dict[str, Any]) -> None:
    assert found(SLIDER, verb, "Volume", **fields) == {"slider_drag"}


def drag(start: str, end: str | tuple[int, int]) -> set[str]:
    to = {"point": {"x": end[0], "y": end[1]}} if isinstance(end, tuple) else {"ref": ref_of(SLIDER, end)}
    return found(SLIDER, "drag", start={"ref": ref_of(SLIDER, start)}, end=to)


def test_what_is_dragged_does_what_it_is_dropped_on() -> None:
    assert drag("a.txt", "Recycle bin") == {"delete"}
    assert drag("a.txt", "Drop files here to upload") == {"upload"}
    assert drag("a.txt", "b.txt") == set()
    assert drag("Volume", (150, 20)) == {"slider_drag"}
    assert drag("Slide to pay", (190, 60)) == {"slider_drag", "pay"}


def test_an_option_that_is_a_command_may_be_carried_out_at_once() -> None:
    actions = node("combobox", "Actions", "select", "expand")
    look = observed(
        (0, node("window", "App")), (1, actions), (2, node("option", "Delete", "select")), (2, node("option", "Open", "select")),
        (1, node("combobox", "Sort by", "select", "expand")), (2, node("option", "Date", "select")),
        (2, node("option", "Order date", "select")),
    )  # fmt: skip
    assert found(look, "select", "Actions", option="Delete") == {"delete"}
    assert found(look, "select", "Actions", option="Open") == set()
    assert found(look, "select", "Sort by", option="Order date") == set()


def test_all_that_is_changed_in_the_settings_of_the_system_is_a_setting() -> None:
    look = alone(node("switch", "Check spelling", "toggle", "click"), app="Settings")
    assert found(look, "set_checked", "Check spelling", checked=True) == {"system_setting"}
    look = alone(node("switch", "맞춤법 검사", "toggle", "click"), app="설정")
    assert found(look, "click", "맞춤법 검사") == {"system_setting"}


@pytest.mark.parametrize(
    ("url", "kinds"),
    [
        ("https://example.org/", set()),
        ("https://example.org/orders/1", set()),
        ("https://example.org/logout", {"account"}),
        ("https://example.org/account/delete", {"delete"}),
        ("https://example.org/cart?action=buy", {"buy"}),
        ("https://example.org/list?unsubscribe=1", {"buy"}),
        ("https://example.org/setup.exe", {"download"}),
        ("https://example.org/posts/how-to-send-mail", set()),
        ("https://example.org/login", set()),
    ],
)
def test_addresses_that_do_something_are_known(url: str, kinds: set[str]) -> None:
    assert found(MAIL, "open_url", url=url) == kinds


@pytest.mark.parametrize("label", ["Verification code", "인증번호", "One-time code", "OTP"])
def test_the_field_of_a_one_time_code_sends_itself(label: str) -> None:
    assert found(alone(field(label)), "type_text", label, text="123456") == {"log_in"}
    assert found(alone(field("Name")), "type_text", "Name", text="123456") == set()


@pytest.mark.parametrize("verb", ["hover", "right_click", "focus"])
def test_looking_at_a_control_does_nothing(verb: str) -> None:
    delete = node("button", "Delete", "click", "focus", box=(0, 0, 10, 10))
    assert found(alone(delete), verb, "Delete") == set()


def cleared(look: Observation, name: str) -> list[str]:
    return [each.cleared for each in findings(look, "click", name)]


def test_a_menu_of_the_bar_is_opened_and_what_stands_in_it_is_done() -> None:
    look = observed(
        (0, node("window", "Editor")), (1, node("menubar")), (2, node("menuitem", "Format", "click", "expand")),
        (2, node("menuitem", "Export", "click")), (3, node("menu")), (4, node("menuitem", "Quit", "click")),
    )  # fmt: skip
    assert cleared(look, "Format") == ["it opens a menu"]
    assert cleared(look, "Export") == ["it opens a menu"]
    assert found(look, "click", "Quit") == {"quit"}


@pytest.mark.parametrize("name", ["Save as…", "Save As...", "Print…", "다른 이름으로 저장", "Rename..."])
def test_what_asks_for_more_opens_a_dialog_in_a_program(name: str) -> None:
    assert cleared(alone(button(name)), name) == ["it asks for more before it does anything"]


@pytest.mark.parametrize(("name", "kind"), [("Delete…", "delete"), ("Buy…", "buy"), ("Send…", "send")])
def test_three_dots_excuse_nothing_that_cannot_be_asked_for_again(name: str, kind: str) -> None:
    assert found(alone(button(name)), "click", name) == {kind}


def test_three_dots_excuse_nothing_on_a_page() -> None:
    look = observed((0, node("document", "Page")), (1, button("Save…")), dialect="cdp")
    assert found(look, "click", "Save…") == {"save"}


def test_clear_beside_a_search_field_clears_the_field_alone() -> None:
    look = observed((0, node("window", "App")), (1, group()), (2, node("searchbox", "Search", "type")), (2, button("Clear search")))
    assert cleared(look, "Clear search") == ["it clears the field beside it"]
    assert found(alone(button("Clear history")), "click", "Clear history") == {"delete"}
    assert found(alone(button("Clear")), "click", "Clear") == {"delete"}


def test_the_keys_of_a_calculator_delete_nothing() -> None:
    digits: list[Row] = [(2, button(str(n))) for n in range(10)]
    look = observed(
        (0, node("window", "Calculator")), (1, group()), *digits, (2, button("Clear")), (2, button("AC", hint="Clear all"))
    )
    assert found(look, "click", "Clear") == set()
    assert found(look, "click", "AC") == set()


def test_taking_the_formatting_from_a_text_deletes_nothing() -> None:
    assert cleared(alone(button("서식 지우기(Ctrl+스페이스바)")), "서식 지우기(Ctrl+스페이스바)") == [
        "it takes the formatting from a text"
    ]


def test_forward_beside_back_sends_nothing() -> None:
    look = observed((0, node("window", "Browser")), (1, node("toolbar")), (2, button("Back")), (2, button("Forward")))
    assert cleared(look, "Forward") == ["it goes forward to what was shown"]
    assert found(alone(button("Forward"), (1, field("Text"))), "click", "Forward") == {"send"}


def test_reply_opens_a_draft_where_there_is_no_field_to_write_in_yet() -> None:
    assert cleared(alone(button("Reply")), "Reply") == ["it opens what is written before it is sent"]
    assert found(alone(button("Reply"), (1, field("Text"))), "click", "Reply") == {"send"}


def test_a_tab_shows_its_page_whatever_it_is_called() -> None:
    look = observed((0, node("window", "Bank")), (1, node("tablist")), (2, node("tab", "Pay", "select", "click")))
    assert found(look, "click", "Pay") == set()


def test_to_expand_something_on_a_page_is_to_press_it() -> None:
    for dialect, kinds in (("cdp", {"send"}), ("uia", set())):
        look = alone(node("button", "Send", "click", "expand", expanded=False), dialect=dialect)
        assert found(look, "expand", "Send", expanded=True) == kinds


def test_no_number_of_boxes_hides_a_button_from_its_dialog() -> None:
    boxes: list[Row] = [(level, group()) for level in range(2, 5_000)]
    look = dialog(*boxes, (5_000, button("OK")), (5_000, button("Cancel")), title="Delete all files?")
    assert found(look, "click", "OK") == {"delete"}


def test_every_finding_says_what_it_saw() -> None:
    (finding,) = findings(alone(button("Send")), "click", "Send")
    assert (finding.kind, finding.rule, finding.evidence, finding.cleared) == ("send", "words", "name “Send”", "")


def test_a_screen_without_anything_is_looked_at_too() -> None:
    look = observed((0, node("window", "")))
    assert found(look, "press_key", key="Enter") == {"submit"}
    assert grounded(look, "observe").effect == "reads"
