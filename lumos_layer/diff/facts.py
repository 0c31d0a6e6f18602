"""Facts: what a screen says of the thing that it shows, apart from what the program calls its controls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from msgspec import Struct

from lumos_layer.diff.records import words_of
from lumos_layer.tree import Node, Role, Tree

# What these say comes and goes, or goes on by itself.
_PASSING = frozenset((
    Role.ALERT, Role.LOG, Role.MARQUEE, Role.METER, Role.PROGRESSBAR, Role.SCROLLBAR, Role.SEPARATOR, Role.SLIDER,
    Role.STATUS, Role.TIMER, Role.TOOLTIP,
))  # fmt: skip
# Called by the program: the same words stand on every record.
VOCABULARY = frozenset((
    Role.BUTTON, Role.CHECKBOX, Role.COLUMNHEADER, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.OPTION,
    Role.RADIO, Role.SWITCH, Role.TAB,
))  # fmt: skip
_ENTRIES = frozenset((Role.COMBOBOX, Role.SEARCHBOX, Role.SPINBUTTON, Role.TEXTBOX))
TEXTS = frozenset((
    Role.BLOCKQUOTE, Role.CAPTION, Role.CELL, Role.CODE, Role.DEFINITION, Role.GRIDCELL, Role.HEADING, Role.MATH, Role.NOTE,
    Role.PARAGRAPH, Role.ROWHEADER, Role.TEXT,
))  # fmt: skip
_SIGNS = frozenset((Role.IMG, Role.LINK, Role.TERM))
_TITLED = frozenset((
    Role.ALERTDIALOG, Role.ARTICLE, Role.DIALOG, Role.DOCUMENT, Role.FORM, Role.GROUP, Role.NAVIGATION, Role.REGION, Role.WINDOW,
))  # fmt: skip
_WRITTEN = frozenset(("type", "set_value"))

_LOOKED_AT = 16  # nodes inside a text

_LETTER = re.compile(r"[^\W\d_]")
_DIGITS = re.compile(r"\d+")
_CODE = re.compile(r"#\s?\d+|\b[A-Z]{1,6}-?\d{2,}\b|\b\d{4,}\b(?!\s?[%\w.,:/])")


class Kind(IntEnum):
    """What a change of a fact says, and whether it says anything that the fact is kept."""

    NOTHING = 0
    TEXT = 1  # kept, it says that the thing is the same; changed, that it is another
    SIGN = 2  # may be a word of the program's own: kept, it says nothing
    TITLE = 3  # of a box: as a sign, and alone no proof, since things are given other names
    ENTRY = 4  # as a text, but one alone may have been written by whoever looks on


class Facts(Struct, frozen=True):
    """By node of a tree: what kind of fact it is, whether it is shown, and in which scrolling box it stands (-1: none)."""

    kinds: Sequence[int]
    shown: Sequence[int]
    scrollers: Sequence[int]


def facts_of(tree: Tree) -> Facts:
    """What a tree says of the things that it shows, each text once: what stands inside of one only says it again."""
    kinds, shown, controls = (bytearray(len(tree) + 1) for _ in range(3))
    scrollers = [-1] * (len(tree) + 1)  # the last place serves the parent -1 of roots
    nodes, parents, ends = tree.nodes, tree.parents, tree.ends
    i, last = 0, len(tree)
    while i < last:
        node, parent = nodes[i], parents[i]
        if (node.hidden or node.offscreen) and not node.focused:
            i = ends[i]
            continue
        shown[i] = 1
        scrollers[i] = i if node.clips or "scroll" in node.can else scrollers[parent]
        controls[i] = controls[parent] or "click" in node.can
        kind = kind_of(node, bool(controls[i]))
        if kind in (Kind.TEXT, Kind.SIGN) and ends[i] > i + 1 and _holds_controls(tree, i):
            kind = Kind.NOTHING  # it is called by what stands in it
        kinds[i] = kind
        i = ends[i] if node.role in _CLOSED or (kind and kind is not Kind.TITLE) else i + 1
    return Facts(kinds, shown, scrollers)


_CLOSED = _PASSING | VOCABULARY


def kind_of(node: Node, in_control: bool = False) -> Kind:
    """What a node is as a fact, if it is shown; `in_control`: it stands in something that can be clicked."""
    role = node.role
    if role in _ENTRIES:
        if not node.value or node.protected:
            return Kind.NOTHING
        may_be_written = role is Role.COMBOBOX or not _WRITTEN.isdisjoint(node.can)
        return Kind.ENTRY if may_be_written and not node.readonly else Kind.TEXT
    if not node.name:
        return Kind.NOTHING
    if role in TEXTS:
        return Kind.SIGN if in_control else Kind.TEXT
    return Kind.SIGN if role in _SIGNS else Kind.TITLE if role in _TITLED else Kind.NOTHING


def _holds_controls(tree: Tree, i: int) -> bool:
    inside = tree.nodes[i + 1 : min(tree.end(i), i + 1 + _LOOKED_AT)]
    return any(node.role in VOCABULARY or node.role in _ENTRIES for node in inside)


def words_in(node: Node) -> str:
    """The words of a fact."""
    return (node.value or "") if node.role in _ENTRIES else node.name


def is_number(words: str) -> bool:
    """Whether it has no letters: it may go up or down while the thing is the same."""
    return not _LETTER.search(words)


def tells_of_another(before: str, after: str) -> bool:
    """Whether half of its words, numbers apart, are gone for as many others, or the code in it is another one."""
    words, others = letters_of(before), letters_of(after)
    if not words or not others:
        return bool(words) and not after
    lost, come = len(words - others), len(others - words)
    return (2 * lost >= len(words) and 2 * come >= len(others)) or _has_other_code(before, after)


@lru_cache(maxsize=1 << 14)
def letters_of(text: str) -> frozenset[str]:
    """Its words without their digits."""
    return words_of(_DIGITS.sub(" ", text))


def _has_other_code(before: str, after: str) -> bool:
    codes, others = set(_CODE.findall(before)), set(_CODE.findall(after))
    return bool(codes and others) and codes.isdisjoint(others)
