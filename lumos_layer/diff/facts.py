"""Facts: what a screen says of the thing that it shows, apart from what the program calls its controls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from msgspec import Struct

from lumos_layer.diff.calling import CODE, DIGITS, YEAR, has_other_code, is_another_day, numbers_in, words_of
from lumos_layer.tree import Node, Role, Tree

FRAMES = frozenset((Role.ALERTDIALOG, Role.APPLICATION, Role.DIALOG, Role.DOCUMENT, Role.WINDOW))
DIALOGS = frozenset((Role.ALERTDIALOG, Role.DIALOG))
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
ENTRIES = frozenset((Role.COMBOBOX, Role.SEARCHBOX, Role.SPINBUTTON, Role.TEXTBOX))
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
_NUMBERED = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)? #?\d+").fullmatch  # Ticket 42; not 3 unread, Page 3 of 10
_GOING_ON = re.compile(r"\s*\w+(?:\s+\w+){0,2}\s*(?:…|\.{3})\s*").fullmatch  # Loading…, Please wait...
_ASKED = ("?", "？", "؟")  # how a question ends
_PARTS = re.compile(r"\s+[-–—|·•:]\s+")  # of the title of a window


class Kind(IntEnum):
    """What a change of a fact says, and whether it says anything that the fact is kept."""

    NOTHING = 0
    TEXT = 1  # kept, it says that the thing is the same; changed, that it is another
    SIGN = 2  # may be a word of the program's own: kept, it says nothing
    TITLE = 3  # of a box: as a sign, and alone no proof, since things are given other names
    ENTRY = 4  # as a text, but one alone may have been written by whoever looks on


class Facts(Struct, frozen=True):
    """By node of a tree: what kind of fact it is, whether it is shown, in which scrolling box it stands (-1: none), and so on.

    `frames` has the nearest window, dialog or page around it, or itself (-1: none). `names` says whether it is in the place of a
    name: a heading, or where there is none on the screen, the first text in each of these frames, unless a field
    that was filled in stands in front of it, or it is the last thing there.
    """

    kinds: Sequence[int]
    shown: Sequence[int]
    scrollers: Sequence[int]
    frames: Sequence[int]
    names: Sequence[int]


def facts_of(tree: Tree) -> Facts:
    """What a tree says of the things that it shows, each text once: what stands inside of one only says it again."""
    kinds, shown, controls = (bytearray(len(tree) + 1) for _ in range(3))
    scrollers, frames = ([-1] * (len(tree) + 1) for _ in range(2))  # the last place serves the parent -1 of roots
    nodes, parents, ends = tree.nodes, tree.parents, tree.ends
    i, last = 0, len(tree)
    while i < last:
        node, parent = nodes[i], parents[i]
        if (node.hidden or node.offscreen) and not node.focused:
            i = ends[i]
            continue
        shown[i] = 1
        frames[i] = i if node.role in FRAMES else frames[parent]
        scrollers[i] = i if node.clips or "scroll" in node.can else scrollers[parent]
        controls[i] = controls[parent] or "click" in node.can
        kind = kind_of(node, bool(controls[i]))
        if kind in (Kind.TEXT, Kind.SIGN) and ends[i] > i + 1 and _holds_controls(tree, i):
            kind = Kind.NOTHING  # it is called by what stands in it
        kinds[i] = kind
        i = ends[i] if node.role in _CLOSED or (kind and kind is not Kind.TITLE) else i + 1
    return Facts(kinds, shown, scrollers, frames, _names(tree, kinds, frames))


def _names(tree: Tree, kinds: Sequence[int], frames: Sequence[int]) -> Sequence[int]:
    telling = (Kind.TEXT, Kind.ENTRY)
    facts = [i for i, node in enumerate(tree.nodes) if kinds[i] in telling and not is_number(words_in(node))]
    names = bytearray(len(tree))
    found = [i for i in facts if tree[i].role is Role.HEADING]
    if not found:
        ends = {frames[i]: i for i in range(len(tree)) if kinds[i] or "click" in tree[i].can}
        firsts = {frames[i]: i for i in reversed(facts)}
        found = [i for frame, i in firsts.items() if i < ends[frame] and tree[i].role not in ENTRIES]
    for i in found:
        names[i] = 1
    return names


_CLOSED = _PASSING | VOCABULARY


def kind_of(node: Node, in_control: bool = False) -> Kind:
    """What a node is as a fact, if it is shown; `in_control`: it stands in something that can be clicked."""
    role = node.role
    if role in ENTRIES:
        if not node.value or node.protected:
            return Kind.NOTHING
        may_be_written = role is Role.COMBOBOX or not _WRITTEN.isdisjoint(node.can)
        return Kind.ENTRY if may_be_written and not node.readonly else Kind.TEXT
    if not node.name or is_going_on(node):
        return Kind.NOTHING
    if role in TEXTS:
        return Kind.SIGN if in_control else Kind.TEXT
    return Kind.SIGN if role in _SIGNS else Kind.TITLE if role in _TITLED else Kind.NOTHING


def _holds_controls(tree: Tree, i: int) -> bool:
    inside = tree.nodes[i + 1 : min(tree.end(i), i + 1 + _LOOKED_AT)]
    return any(node.role in VOCABULARY or node.role in ENTRIES for node in inside)


def is_going_on(node: Node) -> bool:
    """Whether it is a text in the place of what is not there yet."""
    return node.role in TEXTS and ("…" in node.name or "..." in node.name) and bool(_GOING_ON(node.name))


def words_in(node: Node) -> str:
    """The words of a fact."""
    return (node.value or "") if node.role in ENTRIES else node.name


def is_number(words: str) -> bool:
    """Whether it has no letters: it may go up or down while the thing is the same."""
    return not _LETTER.search(words)


def tells_of_another(before: str, after: str) -> bool:
    """Whether half of its words, numbers apart, are gone for as many others, the code in it is another one, or what it asks."""
    words, others = letters_of(before), letters_of(after)
    if not words or not others:
        return bool(words) and not after
    lost, come = len(words - others), len(others - words)
    if (2 * lost >= len(words) and 2 * come >= len(others)) or has_other_code(before, after):
        return True
    return _asks(before) and _asks(after) and ((lost > 0 and come > 0) or numbers_in(before) != numbers_in(after))


def may_tell_of_another(before: str, after: str) -> bool:
    """Whether it tells of another thing in some place, if not in every."""
    if not after:
        return bool(letters_of(before))
    return (
        has_other_words(before, after)
        or is_titled_otherwise(before, after)
        or is_numbered_otherwise(before, after)
        or is_another_day(before, after)
        or tells_of_another(before, after)
    )


def has_other_words(before: str, after: str) -> bool:
    """Whether a word, numbers apart, is gone for another, or the code in it is another one: enough in a dialog."""
    words, others = letters_of(before), letters_of(after)
    return (bool(words - others) and bool(others - words)) or has_other_code(before, after)


def is_titled_otherwise(before: str, after: str) -> bool:
    """Whether the title of a window names another thing, apart from what stays in it, such as the program."""
    parts, others = _PARTS.split(before), _PARTS.split(after)
    words, now = (" ".join(part for part in own if part not in other) for own, other in ((parts, others), (others, parts)))
    return has_other_words(words, now)


def is_numbered_otherwise(before: str, after: str) -> bool:
    """Whether the number in a heading names another thing: Ticket 42; not a count (3), an amount or the time."""
    return before != after and bool(_NUMBERED(before) and _NUMBERED(after))


def is_numbered(words: str) -> bool:
    """Whether the number in it is a part of what it names: Ticket 42, Order #1001, 3 May 2026; not a count."""
    return bool(_NUMBERED(words) or CODE.search(words) or YEAR.search(words))


def shares_no_word(before: str, after: str) -> bool:
    """Whether it says nothing, numbers apart, that it said before."""
    words, others = letters_of(before), letters_of(after)
    return bool(words and others) and words.isdisjoint(others)


def _asks(words: str) -> bool:
    return words.rstrip().endswith(_ASKED)


@lru_cache(maxsize=1 << 14)
def letters_of(text: str) -> frozenset[str]:
    """Its words without their digits."""
    return words_of(DIGITS.sub(" ", text))
