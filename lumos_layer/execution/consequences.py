"""What a press of a button, link or menu item brings about that it does not say beforehand: a form, a list, a question of its own.

Reply opens "New message", Start opens "Search". What breaks in stays unexpected: what warns, tells of a failure, offers something,
or asks for money, an account, a permission or a consent.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from lumos_layer.actions.keys import parts
from lumos_layer.execution.opened import Opened
from lumos_layer.execution.scene import Scene
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import CHOICES, FIELDS
from lumos_layer.safety.common_words import asks
from lumos_layer.safety.dialogs import about, is_offer, tells_of_failure
from lumos_layer.tree import Role

_PRESSED = frozenset((Role.BUTTON, Role.LINK, Role.MENUITEM))
_PRESSES = frozenset(("click", "double_click"))
_PRESSING = frozenset(("Enter", " "))
# There to be filled in, chosen or gone through. Single boxes also stand in questions, as "Do not ask again".
_WORK = FIELDS | CHOICES | {Role.RADIO, Role.TAB, Role.ROW, Role.CELL, Role.GRIDCELL, Role.MENUITEM}
_BOXES = frozenset((Role.CHECKBOX, Role.SWITCH))
_MANY = 2  # boxes that are more than a question's own
_TEXTS = frozenset((Role.TEXT, Role.HEADING, Role.PARAGRAPH))
_TELLING = _TEXTS | {Role.ALERT, Role.STATUS, Role.BUTTON, Role.LINK}
_INSIDE = 400  # nodes of what has opened that are read
_WORD = re.compile(r"[^\W\d_]+")


def follows(scene: Scene, found: Opened) -> bool:
    """True if it came of the press of a button, link or menu item: it has work in it, or asks about what was pressed."""
    if found.node is None or found.kind == "warning" or not is_press(scene):
        return False
    if breaks_in(scene, found, inside=True):
        return False
    texts = _said(scene.after, found.node, _TEXTS)
    asked = _asks_about(scene.name, found.name) or any(_asks_about(scene.name, words, first=True) for words in texts)
    return asked or _has_work(scene.after, found.node)


def is_press(scene: Scene) -> bool:
    """True for a press of a button, link or menu item, by the pointer or by a key."""
    if scene.was is None or scene.was.role not in _PRESSED:
        return False
    verb = scene.action.verb()
    return verb in _PRESSES or (verb == "press_key" and parts(scene.action.key)[-1] in _PRESSING)


def breaks_in(scene: Scene, found: Opened, *, inside: bool = False) -> bool:
    """True for a dialog or window that nobody opens to get something done, by its name; by the words in it too if asked so.

    What is called by a word of what was pressed was asked for: "Privacy" opens "Privacy settings".
    """
    if found.kind not in ("dialog", "window", "warning") or found.node is None:
        return False
    said = [found.name, *(_said(scene.after, found.node, _TELLING) if inside else ())]
    named = " \n ".join(said)
    told = about(named) is not None or is_offer(named) or tells_of_failure(named)
    return told and not (_words(scene.name) & _words(found.name))


def _said(look: Observation, node: int, by: Collection[Role]) -> list[str]:
    tree = look.tree
    return [look.name_of(i) for i in _inside(look, node) if tree[i].role in by]


def _has_work(look: Observation, node: int) -> bool:
    tree = look.tree
    able = [tree[i] for i in _inside(look, node) if tree[i].can and tree[i].enabled is not False and not tree[i].readonly]
    return any(each.role in _WORK for each in able) or sum(each.role in _BOXES for each in able) >= _MANY


def _inside(look: Observation, node: int) -> range:
    return range(node + 1, min(look.tree.end(node), node + 1 + _INSIDE))


def _asks_about(pressed: str, question: str, *, first: bool = False) -> bool:
    """True for a question that is called by, or begins with, the first word of what was pressed: "Delete order 7" and "Delete this
    order?"."""
    verb, said = (_WORD.findall(text.casefold()) for text in (pressed, question))
    return bool(verb) and asks(question) and verb[0] in (said[:1] if first else said)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
