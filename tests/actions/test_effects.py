"""What an action does is told from its target: reading, editing, or what cannot be undone."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions import ANY_ACTION
from lumos_layer.actions.sensitive import sensitive
from lumos_layer.actions.target import Target
from lumos_layer.tree import Node
from tests.trees import button, field, link, node


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Send", "send"), ("Reply all", "send"), ("Delete account", "delete"), ("Save as…", "save"), ("Sign in", "log_in"),
        ("Log out", "account"), ("Buy now", "buy"), ("Place order", "buy"), ("Upload file", "upload"), ("Allow", "permission"),
        ("Löschen", "delete"), ("Kostenpflichtig bestellen", "buy"), ("Envoyer", "send"), ("Eliminar", "delete"),
        ("삭제", "delete"), ("送信する", "send"), ("立即购买", "buy"), ("Отправить", "send"), ("Submit", "submit"),
        ("Cancel", None), ("Next", None), ("", None), ("Sender", None), ("Show deleted", None), ("Preview", None),
        ("Unsaved", None), ("Order by the tenth and we will deliver before the end of the week", None),
    ],
)  # fmt: skip
def test_words_tell_what_a_control_does_at_once(name: str, kind: str | None) -> None:
    assert sensitive(name) == kind


def effect(document: dict[str, Any], of: Node | None = None) -> str:
    target = None if of is None else Target(ref="A1", node=of, can=of.can, name=of.name)
    return ANY_ACTION.validate_python(document).effect(target)


CLICK = {"type": "click", "ref": "A1"}


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (button("Delete account"), "commits"),
        (button("Cancel"), "edits"),
        (link("Home"), "reads"),
        (link("Delete"), "commits"),
        (node("tab", "Send", "select"), "reads"),
        (node("option", "Delete", "select"), "reads"),
        (node("listitem", "Payment of May", "select"), "reads"),
        (node("menuitem", "Save", "click"), "commits"),
        (node("combobox", "Order", "expand"), "reads"),
        (node("checkbox", "Gift", "toggle"), "edits"),
        (node("document", "Sign in", "focus"), "reads"),
        (field("Password"), "reads"),
    ],
)
def test_a_click_does_what_its_target_does(of: Node, expected: str) -> None:
    assert effect(CLICK, of) == expected


@pytest.mark.parametrize(
    ("key", "of", "expected"),
    [
        ("Enter", button("Send"), "commits"),
        ("Enter", link("Home"), "reads"),
        ("Enter", field("User name"), "commits"),
        ("Enter", field("Text", "one\ntwo"), "edits"),
        ("Enter", node("searchbox", "Search", "type"), "edits"),
        ("Enter", None, "commits"),
        ("Enter", node("document", "Inbox", "focus"), "edits"),
        ("Enter", node("window", "Notes"), "edits"),
        ("Enter", node("row", "report.txt", "select"), "reads"),
        ("Enter", node("treeitem", "Old"), "reads"),
        ("Control+Enter", field("Message"), "commits"),
        (" ", button("Send"), "commits"),
        (" ", field("Message"), "edits"),
        ("ArrowDown", field("Message"), "reads"),
        ("Control+s", None, "commits"),
        ("Control+c", None, "reads"),
        ("Control+v", None, "edits"),
        ("Shift", None, "reads"),
        ("a", field("Message"), "edits"),
    ],
)
def test_a_key_does_what_it_does_there(key: str, of: Node | None, expected: str) -> None:
    assert effect({"type": "press_key", "key": key}, of) == expected


@pytest.mark.parametrize(
    ("document", "of", "expected"),
    [
        ({"type": "set_value", "ref": "A1", "value": 5}, node("slider", "Volume", "range"), "commits"),
        ({"type": "set_value", "ref": "A1", "value": 5}, node("spinbutton", "Pieces", "range"), "edits"),
        ({"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A2"}}, node("slider", "Volume", "range"), "commits"),
        ({"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A2"}}, node("listitem", "File", "select"), "edits"),
        ({"type": "set_checked", "ref": "A1", "checked": True}, node("checkbox", "I agree", "toggle"), "commits"),
        ({"type": "select", "ref": "A1"}, node("tab", "Mail", "select"), "reads"),
        ({"type": "select", "ref": "A1"}, node("radio", "Post", "select"), "edits"),
        ({"type": "open_url", "url": "https://example.org"}, None, "reads"),
        ({"type": "observe"}, None, "reads"),
    ],
)
def test_other_actions_do_what_their_target_lets_them(document: dict[str, Any], of: Node | None, expected: str) -> None:
    assert effect(document, of) == expected
