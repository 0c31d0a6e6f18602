"""What a screen tells of the thing that an element belongs to: the texts and values around it that are not about something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lumos_layer.diff.facts import ENTRIES, FRAMES, VOCABULARY, Kind, is_numbered, kind_of, words_in
from lumos_layer.diff.furniture import LANDMARKS
from lumos_layer.diff.tallies import HOUSES
from lumos_layer.perception.naming_numbers import counts, is_bare, names, names_by_itself, without_ages, without_counts
from lumos_layer.perception.titles import lasting
from lumos_layer.perception.words import ROWS
from lumos_layer.tree import Node, Role, Tree

# They tell of something else, unless the element stands in them.
_APART = (
    HOUSES
    | ROWS
    | LANDMARKS
    | {Role.COMPLEMENTARY, Role.TOOLBAR}
    | {Role.ALERT, Role.LOG, Role.MARQUEE, Role.METER, Role.PROGRESSBAR, Role.SCROLLBAR, Role.STATUS, Role.TIMER, Role.TOOLTIP}
)

_REMEMBERED = 16_384  # of a screen that is looked at again nearly all texts are the same
_LABELLED = re.compile(r"([^\W\d_][^:：]{0,40}[:：])\s*\S").match
# An amount of money, or as long a number as those of telephones and accounts.
_TELLING = re.compile(r"[$€£¥₩₹]|\d ?(?:[A-Z]{3}\b|원)|\b[A-Z]{3} ?\d|\d[.,]\d\d(?!\d)|\d(?:[ ().-]{0,2}\d){4}")


def told_around(tree: Tree, node: int) -> list[tuple[int, str]]:
    """The facts in the window, dialog or page around an element, in order, each with its words; those inside it apart.

    Left out are rows, lists, bars, messages, embedded pages and other dialogs in which it does not stand, names of controls without
    a label in them, what cannot be seen, and of each text what changes while it tells of the same: marks of unsaved work, times,
    and what counts and measures are (0 stands for these).
    """
    return told_in(tree, *frame_around(tree, node), node)


def told_in(tree: Tree, start: int, last: int, node: int = -1) -> list[tuple[int, str]]:
    """The same of what stands between two places of the tree; without a node, of all that does.

    Where no text says anything but bare numbers, these are what it is told by, and no counts.
    """
    found, nodes = list(_told(tree, start, last, node)), tree.nodes
    if not all(is_bare(nodes[i].name) for i, _ in found if nodes[i].role not in ENTRIES):
        return found
    return [(i, words if nodes[i].role in ENTRIES else nodes[i].name.strip()) for i, words in found]


def _told(tree: Tree, start: int, last: int, node: int) -> Iterator[tuple[int, str]]:
    nodes, ends = tree.nodes, tree.ends
    i, label = start, ""
    while i < last:
        said, end = nodes[i], ends[i]
        holds = i <= node < end
        if i == node or (not holds and (said.role in _APART or ((said.hidden or said.offscreen) and not said.focused))):
            i = end
            continue
        kind = Kind.NOTHING if holds else kind_of(said)
        if not holds and (kind or said.role in VOCABULARY) and (words := _told_by(said, kind, label)):
            yield i, words
            label = said.name if kind else ""
        is_closed = kind not in (Kind.NOTHING, Kind.TITLE) or (said.role in VOCABULARY and not holds)
        i = end if is_closed else i + 1


def frame_around(tree: Tree, node: int) -> tuple[int, int]:
    """Where what is in the window, dialog or page around an element begins and ends; in all of the tree where there is none."""
    frame = next((above for above in tree.ancestors(node) if tree[above].role in FRAMES), -1)
    return (frame + 1, tree.end(frame)) if frame >= 0 else (0, len(tree))


def frames_in_front(tree: Tree) -> list[int]:
    """The window or dialog in front, and the largest page in it: what keys go to while nothing has the focus."""
    shown = [i for i, node in enumerate(tree.nodes) if node.role in FRAMES and not (node.hidden or node.minimized)]
    modal, active = ([i for i in shown if getattr(tree[i], said)] for said in ("modal", "active"))
    front = (modal or active or shown)[: None if modal or active else 1][-1:]
    pages = [i for i in shown for window in front if tree[i].role is Role.DOCUMENT and window < i < tree.end(window)]
    return [*front, *sorted(pages, key=lambda i: i - tree.end(i))[:1]]


def told_by(node: Node, label: str = "") -> str:
    """What a text, link, field or labelled button tells of the thing that it is about; empty for what tells nothing.

    `label` is the text right before it.
    """
    return _told_by(node, kind_of(node), label)


def _told_by(node: Node, kind: Kind, label: str) -> str:
    """The same of a node of which it is known what it is as a fact."""
    if node.role in ENTRIES:
        return words_in(node).strip() if kind else ""  # what was entered is no count
    if node.role in VOCABULARY:
        return telling(node.name) if label_in(node.name) else ""
    if not kind:
        return ""
    words = words_in(node)
    is_name = (label and _is_named(label, words)) or _is_name(node.identifier, words)
    return words if is_name else telling(words)


@lru_cache(_REMEMBERED)
def _is_named(label: str, words: str) -> bool:
    return names(label, words)


@lru_cache(_REMEMBERED)
def _is_name(identifier: str, words: str) -> bool:
    return names_by_itself(identifier, words)


@lru_cache(_REMEMBERED)
def label_in(words: str) -> str:
    """The label that a text begins with, as in "To: Ada"; empty if there is none."""
    found = _LABELLED(words)
    return found[1] if found else ""


@lru_cache(_REMEMBERED)
def telling(words: str) -> str:
    """What of a text tells of the thing that it is about."""
    if _TELLING.search(words):
        return words
    steady = lasting(without_ages(words)).strip()
    if is_numbered(steady) and not counts(steady):
        return steady
    return without_counts(steady)
