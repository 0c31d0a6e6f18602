"""What stands where a screen speaks of the very thing that is to have come about, and is not understood.

Lists of words of failure are never whole. So it is the other way round here: what has come about has to be told in words that are
understood, and what else is said of it must not be of words that nobody knows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile

from lumos_layer.perception.words import DIALOGS, ROWS
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Node, Role
from lumos_layer.verification.against import CELLS
from lumos_layer.verification.came_about import came_about, comes_about, is_set, is_shown
from lumos_layer.verification.claimed import Claimed
from lumos_layer.verification.earlier import Look, before, before_act
from lumos_layer.verification.meant import CONTROLS
from lumos_layer.verification.statements import is_statement
from lumos_layer.verification.states import SAY_THEMSELVES, asks_state
from lumos_layer.verification.understood import Understood
from lumos_layer.verification.vocabulary import WORDS
from lumos_layer.verification.words import PASSING, Words

_SAYS = SAY_THEMSELVES | PASSING | ROWS | {Role.PROGRESSBAR}  # what tells by its words
_LINES = SAY_THEMSELVES - {Role.LISTITEM} - CELLS
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
_UNIT = re.compile(r"0 [^\W\d]+")  # of a wanted number, for which 0 stands: sheets
_NUMBER = re.compile(r"\d+")
_PIECES = re.compile(r"\s*[,(）)（]\s*|\s+[·•–—|-]\s+|[:：]\s+")
_NAME = re.compile(r"(?:[A-Z][\w'.-]*|\d\S*)(?: (?:[A-Z][\w'.-]*|\d\S*|of|the|de|van))*")
_RECORD = re.compile(r"^\W?\s?[#№!]\d")  # what somebody called a record, as `#904 Cannot log in`
_QUOTES = "'\"“”‘’«»「」"
_LISTS = frozenset((Role.LIST, Role.LISTBOX, Role.TABLE, Role.GRID, Role.TREE))
_INSIDE, _BEYOND = 400, 100  # nodes of a row, and nodes after it, that are looked at
_FEW, _SOME, _MANY = 3, 8, 40  # texts that may say that it came about, that may speak against it, and that are read at most


class Beside:
    """What one look says beside what a check is met by. `acts` are those of the run, `earlier` the looks before, oldest first."""

    def __init__(
        self, check: ElementCheck, words: Words, acts: Sequence[ActSeen], intent: str, earlier: Sequence[Look] = ()
    ) -> None:
        self._check, self._words, self._tree = check, words, words.tree
        self._wanted = check.text_contains or check.name
        self._acts, self._intent, self._earlier = acts, intent, earlier
        self._by_dialog: dict[int, tuple[str, ...]] = {}
        self._of_parts: dict[tuple[int, int | None], tuple[str, ...]] = {}
        self._claims = came_about(intent)
        self._comes_about = comes_about(intent, acts) or (asks_state(check) and is_set(check.name, intent, acts))
        self._claimed = Claimed(intent)
        self._understood = _understood(words, (check.name, check.text_contains, check.within, check.value or ""), intent, acts)

    def lacking(self, i: int) -> str:
        """What beside a node is not understood, or that nothing says that it came about; empty: all is well."""
        is_control = self._tree[i].role in CONTROLS
        if not self._comes_about or (is_control and not self._claims and not asks_state(self._check)):
            return "" if asks_state(self._check) else _not_understood(next(self._lacking(self._where_shown(i)), ""))
        if asks_state(self._check):
            return _not_understood(self._new(self._around_state(i)))
        if said := next(self._lacking(self._of_itself(i)), ""):
            return _not_understood(said)
        if self._says(i):
            return _not_understood(self._new((*self._messages(i), *self._against(self._near(i)))))
        called, names = tuple(self._called(i)), tuple[str, ...]()
        if not is_control and self._claims and not self._claimed.is_being:
            witness = next((each for each in self._witnesses(i) if self._tells(each)), None)
            if witness is None:
                return "nothing beside it says that it has come about"
            names = called if witness[1] else ()
        elif not is_control:
            names = called
        names = (*(text for text in names if not self._understood.is_name(text)), *self._closest(i))
        turned = (text for text in called if self._claimed.turned_from(text))
        return _not_understood(self._new((*self._messages(i), *self._against(self._near(i)), *self._lacking(names), *turned)))

    def _new(self, texts: Iterable[str]) -> str:
        """The first text that did not stand there already before what is wanted did."""
        found, look = tuple(texts), None
        if found:
            look = self._look_before
        return next((text for text in found if look is None or not look.held(text)), "")

    @cached_property
    def _look_before(self) -> Look | None:
        """The last look before what is wanted was there, or was set; None: nobody has kept one."""
        if asks_state(self._check):
            return before_act(self._earlier, self._acts, self._check.name) or next(iter(self._earlier), None)
        return before(self._earlier, self._wanted) if self._wanted else None

    def _messages(self, i: int) -> tuple[str, ...]:
        """The messages that are not understood."""
        own = self._words.dialog(i)
        if own not in self._by_dialog:
            said, understood = _messages(self._words, own), self._understood
            self._by_dialog[own] = tuple(t for t, loud in said if (understood.lacking(t) if loud else understood.against(t)))
        return self._by_dialog[own]

    @cached_property
    def _alerts(self) -> tuple[str, ...]:
        alerts = (j for j in self._words.visible if self._tree[j].role in (Role.ALERT, Role.ALERTDIALOG))
        return tuple(text for j in alerts for text in _said(j, self._words))

    def _lacking(self, texts: Iterable[str]) -> Iterator[str]:
        return (text for text in texts if self._understood.lacking(text))

    def _against(self, texts: Iterable[str]) -> Iterator[str]:
        return (text for text in texts if self._understood.against(text))

    # What says so

    def _says(self, i: int) -> bool:
        """True if the wanted words say themselves what the requirement does, or it stands in a column of states."""
        texts = [text for text in (self._check.name, self._check.text_contains) if text]
        return (
            any(self._claimed.said_in(text) for text in texts)
            or self._claimed.tells_value(self._check.name, self._check.within)
            or self._is_state(i)
        )

    def _is_state(self, i: int) -> bool:
        return bool(self._check.name) and self._words.column(i) in WORDS["columns"]

    def _witnesses(self, i: int) -> Iterator[tuple[str, bool]]:
        """What may say so of it, and whether it is what a part of the screen is called, and so tells of more than it alone."""
        row = self._words.row(i)
        yield from ((text, False) for text in self._words.own(i))
        yield from ((text, False) for j in (self._inside(row) if row >= 0 else ()) if j != i for text in _said(j, self._words))
        yield from ((text, False) for text in self._after(row if row >= 0 else i, _FEW))
        yield from ((text, False) for text in self._lines(i))
        yield from ((text, True) for text in (self._check.within, *self._called(i), *_CLAUSE.split(self._words.observation.title)))

    def _tells(self, witness: tuple[str, bool]) -> bool:
        text, is_name = witness
        if not text or self._understood.against(text):
            return False
        if is_name and (self._claimed.names(text) or self._claimed.turned_from(text)):
            return self._claimed.names(text) or self._claimed.fits(text)
        return self._claimed.said_in(text)

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

    def _around_state(self, i: int) -> Iterator[str]:
        """Beside a state that was set: messages, and lines of the same part."""
        yield from self._messages(i)
        part = self._words.part(i)
        yield from self._news(part, None if self._look_before else self._words.stretch(i))

    def _of_itself(self, i: int) -> Iterator[str]:
        """What else the node says, without the wanted words, and names and numbers beside them."""
        for text in self._words.own(i) if self._words.typed(i) < 0 else ():
            if self._understood.is_share(text) or self._counts_other(text):
                yield f"{text}?"
            for piece in map(str.strip, _PIECES.split(_without(text, self._wanted))):
                alone = " " not in piece and self._tree[i].role in ROWS
                is_unit = _UNIT.fullmatch(piece) is not None and self._wanted[-1:].isdigit()
                if alone or not (is_unit or _NAME.fullmatch(piece)) or is_statement(piece):
                    yield piece

    def _counts_other(self, text: str) -> bool:
        """True for a label that is wanted with a number that is not the one that the requirement tells."""
        label, _, value = text.partition(":")
        return label.strip() == (self._wanted.rstrip(": ") or None) and self._claimed.counts_other(value.strip())

    def _near(self, i: int) -> Iterator[str]:
        """Its row, the texts after it, the lines before it, and what the parts around it are called."""
        row = self._words.row(i)
        for j in self._inside(row) if row >= 0 else ():
            if j != i:
                yield from (text for text in _said(j, self._words) if not self._is_fact(j, text))
        yield from self._after(row if row >= 0 else i, _SOME)
        yield from self._lines(i)
        yield from (text for text in self._called(i) if not _RECORD.search(text))
        if self._look_before is not None:
            yield from self._news(self._words.part(i), None)

    def _is_fact(self, j: int, text: str) -> bool:
        """True for one word or number under the name of a column that tells no state."""
        column = self._words.column(j)
        return bool(column) and column not in WORDS["columns"] and len(text.rstrip(" %").split()) == 1

    def _closest(self, i: int) -> Iterator[str]:
        """Beside what is only mentioned: what its row says, but for what stands in named columns, and what is right after."""
        row = self._words.row(i)
        for j in self._inside(row) if row >= 0 else ():
            column = self._words.column(j)
            if j != i and (not column or column in WORDS["columns"]):
                yield from (text for text in _said(j, self._words) if not self._understood.is_name(text))
        yield from self._after(row if row >= 0 else i, _FEW)

    def _called(self, i: int) -> Iterator[str]:
        """What the lists, tables and headings right above it are called."""
        for j in self._words.around(i):
            if self._tree[j].role in _LISTS:
                yield from self._words.own(j)
        heading = self._heading(i)
        yield from self._words.own(heading) if heading >= 0 else ()

    def _heading(self, i: int) -> int:
        """The heading right above it in its part; -1: none."""
        words, part = self._words, self._words.part(i)
        place = bisect_left(words.visible, i)
        for j in reversed(words.visible[max(0, place - _MANY) : place]):
            if words.part(j) == part and self._tree[j].role is Role.HEADING:
                return j
        return -1

    def _lines(self, i: int) -> Iterator[str]:
        """The lines before it in its part, up to the heading right above it."""
        words, part = self._words, self._words.part(i)
        place, heading = bisect_left(words.visible, i), self._heading(i)
        for j in words.visible[max(0, place - _MANY) : place]:
            if j > heading and self._tree[j].role is not Role.HEADING and self._is_beside(j, part):
                yield from _said(j, words, _LINES)

    def _news(self, part: int, stretch: int | None) -> tuple[str, ...]:
        """The lines of a part that no row holds and that speak against something; of one stretch, where it is told."""
        if (part, stretch) not in self._of_parts:
            lines = (j for j in self._words.visible if self._is_beside(j, part) and stretch in (None, self._words.stretch(j)))
            texts = (text for j in lines for text in _said(j, self._words, _LINES))
            self._of_parts[part, stretch] = tuple(self._against(text for text in texts if not _RECORD.search(text)))
        return self._of_parts[part, stretch]

    def _inside(self, i: int) -> Iterator[int]:
        visible, end = self._words.visible, self._tree.end(i)
        place = bisect_left(visible, i)
        yield from takewhile(lambda j: j < end, islice(visible, place, place + _INSIDE))

    def _after(self, i: int, most: int) -> Iterator[str]:
        """The texts after it in its part, up to the next heading or row. What stands right after a number is what it counts."""
        words, part, count, counted = self._words, self._words.part(i), 0, False
        start = bisect_left(words.visible, self._tree.end(i))
        for j in islice(words.visible, start, start + _BEYOND):
            if words.part(j) != part or self._tree[j].role is Role.HEADING or words.row(j) not in (-1, words.row(i)):
                return
            for text in _said(j, words):
                count += 1
                if not counted:
                    yield text
                counted = _NUMBER.fullmatch(text) is not None
            if count >= most:
                return

    def _is_beside(self, j: int, part: int) -> bool:
        parent = self._tree.parents[j]
        in_turn = parent >= 0 and self._tree[parent].role in _IN_TURN
        return self._words.part(j) == part and self._words.row(j) < 0 and not in_turn


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
    said = (text for text, _ in _messages(words) if old is None or not old.held(text))
    return next((text for text in said if understood.lacking(text)), "")


def _understood(words: Words, wanted: Sequence[str], intent: str, acts: Sequence[ActSeen]) -> Understood:
    said = (act.text for act in acts)  # not what was pressed: what `Cancel` brings is not known by its name
    return Understood((*wanted, intent, *said, words.observation.app))


def _not_understood(said: str) -> str:
    return f"beside it the screen says {said[:80]!r}, which is not understood" if said else ""


def _messages(words: Words, own: int = -1) -> Iterator[tuple[str, bool]]:
    """What messages and dialogs say, but for the dialog that the thing stands in; and whether all of it has to be understood.

    A dialog beside which one can go on may hold other things, too.
    """
    for i in words.visible:
        dialog, passing = words.dialog(i), words.passing(i) >= 0
        if own >= 0 and dialog == own and not passing:
            continue
        if words.tree[i].role in _SHOUTS or passing or dialog >= 0:
            loud = passing or dialog < 0 or words.tree[dialog].modal or words.tree[dialog].role is Role.ALERTDIALOG
            yield from ((text, loud) for text in _said(i, words))


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
