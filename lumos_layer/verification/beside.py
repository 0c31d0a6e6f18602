"""What stands where a screen speaks of the very thing that is to have come about, and is not understood.

Lists of words of failure are never whole. So it is the other way round here: what has come about has to be told in words that are
understood, and what else is said of it must not be of words that nobody knows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from lumos_layer.perception.words import DIALOGS, ROWS
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Node, Role
from lumos_layer.verification.came_about import came_about, is_shown
from lumos_layer.verification.earlier import Look, before, before_act
from lumos_layer.verification.states import SAY_THEMSELVES, asks_state
from lumos_layer.verification.understood import Understood, tells_of_done
from lumos_layer.verification.words import PASSING, Words

_SAYS = SAY_THEMSELVES | PASSING | ROWS | {Role.PROGRESSBAR}  # what tells by its words
_LINES = SAY_THEMSELVES - {Role.LISTITEM, Role.PARAGRAPH}
_PARTS = (
    frozenset(
        (
            Role.GROUP, Role.REGION, Role.FORM, Role.LIST, Role.LISTBOX, Role.TABLE, Role.GRID, Role.TREE, Role.COMPLEMENTARY,
            Role.ARTICLE, Role.NOTE, Role.TABPANEL, Role.FEED, Role.FIGURE, Role.BLOCKQUOTE,
        )
    )
    | DIALOGS
    | _SAYS
)  # fmt: skip
_PRESSED = frozenset((Role.TEXT, Role.GENERIC, Role.PARAGRAPH))  # a button by another role, where it can be clicked
_IN_TURN = frozenset((Role.LIST, Role.LOG, Role.FEED))  # of what stands right in one, none speaks of what comes after it
_SHOUTS = (PASSING - {Role.LOG, Role.TIMER, Role.TOOLTIP, Role.MARQUEE}) | DIALOGS
_CLAUSE = re.compile(r"\s+[–—|·-]\s+")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+")
_QUOTES = "'\"“”‘’«»「」"
_FEW, _MANY = 3, 40  # texts that are read with what tells of itself that it came about, and with what is only mentioned


class Beside:
    """What one look says beside what a check is met by. `acts` are those of the run, `earlier` the looks before, oldest first."""

    def __init__(
        self, check: ElementCheck, words: Words, acts: Sequence[ActSeen], intent: str, earlier: Sequence[Look] = ()
    ) -> None:
        self._check, self._words, self._tree = check, words, words.tree
        self._wanted = check.text_contains or check.name
        self._acts, self._intent, self._earlier = acts, intent, earlier
        self._comes_about = came_about(intent)
        self._understood = _understood(words, (check.name, check.text_contains, check.within, check.value or ""), intent, acts)

    def lacking(self, i: int) -> str:
        """The first text beside a node that is not understood; empty: all are, or nothing is to have come about."""
        if not self._comes_about:
            return "" if asks_state(self._check) else next(self._lacking(self._where_shown(i)), "")
        if asks_state(self._check):
            look = self._look_before
            news = () if look is None else (*self._messages, *self._lacking(self._news(i)))
            return next((text for text in news if look is not None and text not in look.texts), "")
        if said := next(self._lacking(self._of_itself(i)), ""):
            return said
        lacking = (*self._messages, *self._lacking(self._texts(i)))
        look = self._look_before if lacking else None
        return next((text for text in lacking if look is None or text not in look.texts), "")

    @cached_property
    def _look_before(self) -> Look | None:
        """The last look before what is wanted was there, or was set; None: nobody has kept one."""
        if asks_state(self._check):
            return before_act(self._earlier, self._acts, self._check.name)
        return before(self._earlier, self._wanted) if self._wanted else None

    @cached_property
    def _messages(self) -> tuple[str, ...]:
        """The messages that are not understood."""
        return tuple(self._lacking(_messages(self._words)))

    @cached_property
    def _alerts(self) -> tuple[str, ...]:
        alerts = (j for j in self._words.visible if self._tree[j].role in (Role.ALERT, Role.ALERTDIALOG))
        return tuple(text for j in alerts for text in _said(j, self._words))

    def _lacking(self, texts: Iterator[str]) -> Iterator[str]:
        return (text for text in texts if self._understood.lacking(text))

    # Where

    def _where_shown(self, i: int) -> Iterator[str]:
        """Of what is only to be seen: what stands before it in its line, alerts, and what the list is called that it stands in."""
        check, wanted = self._check, self._check.text_contains
        if wanted and not (check.name or check.identifier) and not _DIGIT.search(wanted) and self._tree[i].role in _LINES:
            shown = is_shown(self._intent)
            yield from (_without(text, wanted) if shown else _led_by(text, wanted) for text in self._words.own(i))
        if not is_shown(self._intent):
            return
        yield from self._alerts
        for j in self._words.around(i):
            if j != i and self._tree[j].role in (Role.LIST, Role.LISTBOX):
                yield from self._words.own(j)

    def _of_itself(self, i: int) -> Iterator[str]:
        """What else the node says, without the wanted words."""
        for text in self._words.own(i) if self._words.typed(i) < 0 else ():
            yield _without(text, self._wanted)

    def _texts(self, i: int) -> Iterator[str]:
        row = self._words.row(i)
        if row >= 0:
            for j in self._inside(row):
                yield from () if j == i else _said(j, self._words)
        tells = tells_of_done((self._check.name, self._check.text_contains))
        yield from self._after(row if row >= 0 else i, _FEW if tells else _MANY)
        for j in self._words.around(i):
            yield from () if j in (i, row) else _said(j, self._words, _PARTS)
        if not tells:
            yield from self._before(i)

    def _news(self, i: int) -> Iterator[str]:
        """The lines of the same part that no row holds."""
        section = self._words.section(i)
        for j in self._words.visible:
            if j != i and self._is_beside(j, section):
                yield from _said(j, self._words, _LINES)

    def _inside(self, i: int) -> Iterator[int]:
        visible, end = self._words.visible, self._tree.end(i)
        place = bisect_left(visible, i)
        while place < len(visible) and visible[place] < end:
            yield visible[place]
            place += 1

    def _after(self, i: int, most: int) -> Iterator[str]:
        """The texts after it in its part, up to the next heading or row. What stands right after a number is what it counts."""
        words, section, count, counted = self._words, self._words.section(i), 0, False
        for place in range(bisect_left(words.visible, self._tree.end(i)), len(words.visible)):
            j = words.visible[place]
            if words.section(j) != section or self._tree[j].role is Role.HEADING or words.row(j) not in (-1, words.row(i)):
                return
            for text in _said(j, words):
                count += 1
                if not counted:
                    yield text
                counted = _NUMBER.fullmatch(text) is not None
            if count >= most:
                return

    def _before(self, i: int) -> Iterator[str]:
        """The headings and lines before it, and the title of the page without the name of its site."""
        words, section = self._words, self._words.section(i)
        place = bisect_left(words.visible, i)
        for j in words.visible[max(0, place - _MANY) : place]:
            if self._tree[j].role is Role.HEADING or self._is_beside(j, section):
                yield from _said(j, words)
        if any(self._tree[j].role is Role.DOCUMENT for j in words.around(i)):
            yield _CLAUSE.split(words.observation.title)[0]

    def _is_beside(self, j: int, section: int) -> bool:
        parent = self._tree.parents[j]
        in_turn = parent >= 0 and self._tree[parent].role in _IN_TURN
        return self._words.section(j) == section and self._words.row(j) < 0 and not in_turn


def not_understood_message(
    words: Words, wanted: Sequence[str], intent: str, acts: Sequence[ActSeen], earlier: Sequence[Look]
) -> str:
    """The first message on the screen that is not understood, where something is to have come about; empty: there is none.

    What stood there already on the look before the last act is no news.
    """
    if not came_about(intent):
        return ""
    understood = _understood(words, wanted, intent, acts)
    old = before_act(earlier, acts, acts[-1].name) if acts else None
    return next((text for text in _messages(words) if (old is None or text not in old.texts) and understood.lacking(text)), "")


def _understood(words: Words, wanted: Sequence[str], intent: str, acts: Sequence[ActSeen]) -> Understood:
    said = (act.text for act in acts)  # not what was pressed: what `Cancel` brings is not known by its name
    return Understood((*wanted, intent, *said, words.observation.app))


def _messages(words: Words) -> Iterator[str]:
    for i in words.visible:
        if words.tree[i].role in _SHOUTS or words.passing(i) >= 0 or words.dialog(i) >= 0:
            yield from _said(i, words)


def _said(i: int, words: Words, roles: frozenset[Role] = _SAYS) -> tuple[str, ...]:
    """What a node says that is no control."""
    node = words.tree[i]
    if node.role not in roles or ("click" in node.can and node.role in _PRESSED) or _is_full(node):
        return ()
    return words.own(i)


def _led_by(text: str, wanted: str) -> str:
    """What stands before the wanted words; all of the text where they are quoted in it."""
    start = text.find(wanted)
    if start < 0:
        return ""
    return _without(text, wanted) if text[:start].rstrip()[-1:] in tuple(_QUOTES) else text[:start]


def _without(text: str, wanted: str) -> str:
    """The text with a number in place of the wanted words: a number is understood, with all that is joined to it."""
    return text.replace(wanted, "0") if wanted else text


def _is_full(node: Node) -> bool:
    """True for progress that has come to its end."""
    return node.role is Role.PROGRESSBAR and (node.value or "").rstrip(" %") == f"{node.maximum or 100:g}"
