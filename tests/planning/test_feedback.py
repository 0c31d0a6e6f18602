from __future__ import annotations

import pytest

from lumos_layer.actions.outcomes import Done, Failed, Unknown
from lumos_layer.planning.feedback import feedback
from lumos_layer.planning.popups import open_dialogs, popup_at
from lumos_layer.testing.trees import Row, button, field, node, observed, text

BEFORE = observed((0, node("window", "Form")), (1, field("Name")), (1, button("Save")))


def after(*rows: Row) -> list[tuple[str, str]]:
    look = observed((0, node("window", "Form")), (1, field("Name")), (1, button("Save")), *rows)
    return [(event.kind, event.text) for event in feedback(Done(delta={"since": "o1", "added": []}), BEFORE, look)]


def test_words_that_tell_what_is_wrong_with_an_entry_are_validation() -> None:
    assert after((1, text("Enter your name"))) == [("validation", "Enter your name")]
    assert after((1, text("이름을 입력하세요"))) == [("validation", "이름을 입력하세요")]


def test_a_field_that_becomes_invalid_is_validation() -> None:
    look = observed((0, node("window", "Form")), (1, field("Name", invalid=True)), (1, button("Save")))
    assert [(event.kind, event.ref) for event in feedback(Done(), BEFORE, look)] == [("validation", "A1")]


def test_busy_another_title_and_errors_are_events() -> None:
    assert after((1, node("progressbar", "Saving", busy=True))) == [("loading", "It is loading.")]
    assert after((1, text("The file could not be saved"))) == [("error", "The file could not be saved")]
    other = observed((0, node("window", "Done")), (1, button("Close")), title="Done")
    assert [(event.kind, event.text) for event in feedback(Done(), BEFORE, other)] == [("navigation", "Done")]


def test_what_broke_down_is_an_error_also_where_nobody_could_look() -> None:
    assert [(event.kind, event.text) for event in feedback(Failed(error="The driver is gone."), BEFORE, None)] == [
        ("error", "The driver is gone.")
    ]
    assert [event.kind for event in feedback(Unknown(why="Nobody saw it."), BEFORE, BEFORE)] == ["error"]


def test_any_other_change_is_one_and_none_is_none() -> None:
    assert after((1, text("Last saved by Ann"))) == [("changed", "")]
    assert feedback(Done(delta={"since": "o1", "same": True}), BEFORE, BEFORE) == ()


@pytest.mark.parametrize(
    ("words", "buttons", "kind", "closing"),
    [
        ("Your file has been saved.", ("OK",), "harmless", "OK"),
        ("What's new in this version", ("Show me", "Not now"), "harmless", "Not now"),
        ("Pay 12 EUR with your card?", ("Pay", "Cancel"), "payment", None),
        ("결제를 진행할까요?", ("확인", "취소"), "payment", None),
        ("Maps wants to know where you are", ("Allow", "Don't allow"), "permission", None),
        ("We use cookies", ("Accept all", "Close"), "consent", "Close"),
        ("Your session has expired", ("OK",), "account", None),
        ("비밀번호를 바꿔 주세요", ("나중에",), "account", "나중에"),
        ("Do you want to save changes?", ("Save", "Don't save", "Cancel"), "unknown", None),
        ("Delete 3 files?", ("Yes", "No"), "unknown", None),
    ],
)
def test_a_popup_is_classified_before_anything_is_done(
    words: str, buttons: tuple[str, ...], kind: str, closing: str | None
) -> None:
    rows = [(2, button(name)) for name in buttons]
    look = observed((0, node("window", "App")), (1, node("dialog", "Note", modal=True)), (2, text(words)), *rows)
    popup = popup_at(look, open_dialogs(look)[-1])
    named = look.name_of(look.refs[popup.closing]) if popup.closing else None
    assert (popup.kind, named) == (kind, closing)
    assert [(event.kind, event.popup) for event in feedback(Done(), BEFORE, look) if event.kind == "popup"] == [("popup", kind)]
