"""What pressing something may bring about, as far as its role and words tell; lumos_layer.safety looks around it as well."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.sensitive import sensitive
from lumos_layer.actions.target import Target
from lumos_layer.tree import Role

Effect = Literal["reads", "edits", "commits"]

# They open, show or choose; what they are called is content.
_SHOWING = frozenset((Role.TAB, Role.OPTION, Role.LISTITEM, Role.TREEITEM, Role.ROW, Role.COLUMNHEADER, Role.CELL, Role.GRIDCELL))


def of_pressing(target: Target | None) -> Effect:
    """What a press of the element does, as far as its role and words tell; what nobody knows counts as an edit."""
    if target is None:
        return "edits"
    role, can = target.node.role, target.can
    if role in _SHOWING or not _can_be_pressed(target):
        return "reads"
    if sensitive(target.name):
        return "commits"
    if role is Role.LINK or "expand" in can:
        return "reads"
    return "edits"


def _can_be_pressed(target: Target) -> bool:
    return not {"click", "long_click", "toggle", "select"}.isdisjoint(target.can)


def of_enter(target: Target | None) -> Effect:
    """What the Enter key does there: it presses a control, sends a form, breaks a line of a text that has several.

    Where what has the focus cannot be pressed, as a page or a window, whatever listens for keys there may act.
    """
    if target is None:
        return "commits"
    if target.node.role is Role.SEARCHBOX or "\n" in (target.node.value or ""):
        return "edits"
    if target.node.role is Role.TEXTBOX:
        return "commits"
    if target.node.role not in _SHOWING and not _can_be_pressed(target):
        return "edits"
    return of_pressing(target)
