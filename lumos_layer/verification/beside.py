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

from lumos_layer.perception.words import ROWS
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Role
from lumos_layer.verification.came_about import came_about, comes_about, is_set, is_shown
from lumos_layer.verification.claimed import Claimed
from lumos_layer.verification.earlier import Look, before, before_act, place_of_act
from lumos_layer.verification.meant import CONTROLS
from lumos_layer.verification.statements import is_statement
from lumos_layer.verification.states import asks_state
from lumos_layer.verification.telling import LINES, messages, said_by, understood_for
from lumos_layer.verification.texts import normal, says, stem
from lumos_layer.verification.vocabulary import WORDS
from lumos_layer.verification.words import Words

_IN_TURN = frozenset((Role.LIST, Role.LOG, Role.FEED))  # of what stands right in one, none speaks of what comes after it
_CLAUSE = re.compile(r"\s+[–—|·-]\s+")
_LETTERS = re.compile(r"[a-z]{3,}|[^\W\da-z_]{2,}")
_DIGIT = re.compile(r"\d")
_UNIT = re.compile(r"0 [^\W\d]+")  # of a wanted number, for which 0 stands: sheets
_BY = re.compile(r"0 (?:by|von|par|per|por|door|av) \w+")  # Cancelled by ada
_CAN_BE = re.compile(r"\bcan be\b|\bis open\b", re.IGNORECASE)
_TERM = re.compile(r"0 (?:until|till|since|bis|tot|até|hasta) (?:[A-Z]\w+ )?\d[\w:.,-]*(?: [A-Z]\w+)?")  # Valid until 3 May 2031
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
        self._understood = understood_for(words, (check.name, check.text_contains, check.within, check.value or ""), intent, acts)

    def lacking(self, i: int) -> str:
        """What beside a node is not understood, or that nothing says that it came about; empty: all is well.

        Of what only holds the wanted words, as a row or a line of several texts, it is asked of what says them.
        """
        found = tuple(self._lacking_at(j) for j in speakers(i, self._check.text_contains, self._words))
        return "" if "" in found else found[0]

    def _lacking_at(self, i: int) -> str:
        if asks_state(self._check):
            return _not_understood(self._new(self._around_state(i))) if self._comes_about else ""
        is_control = self._tree[i].role in CONTROLS
        if not self._comes_about or (is_control and not self._claims):
            said = next(self._lacking(self._where_shown(i)), "")
            if self._comes_about and not said and not (self._claimed.is_name or self._claimed.is_being):
                said = self._new((*self._messages(i), *self._against(self._elsewhere(i))))
            return _not_understood(said)
        if said := next(self._lacking(self._of_itself(i)), ""):
            return _not_understood(said)
        if self._says(i):
            return _not_understood(self._new((*self._messages(i), *self._against(self._near(i)))))
        called, names = tuple(self._called(i)), tuple[str, ...]()
        if not is_control and self._claims and not self._claimed.is_being:
            witness = next((each for each in self._witnesses(i) if self._tells(each)), None)
            if witness is None and not self._is_listed(i):
                return "nothing beside it says that it has come about"
            names = called if witness is None or witness[1] else ()
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
            said, understood = messages(self._words, own), self._understood
            self._by_dialog[own] = tuple(
                self._lasting(t for t, loud in said if (understood.lacking(t) if loud else understood.against(t)))
            )
        return self._by_dialog[own]

    @cached_property
    def _alerts(self) -> tuple[str, ...]:
        alerts = (j for j in self._words.visible if self._tree[j].role in (Role.ALERT, Role.ALERTDIALOG))
        return tuple(text for j in alerts for text in said_by(j, self._words))

    def _lacking(self, texts: Iterable[str]) -> Iterator[str]:
        return (text for text in texts if self._understood.lacking(text))

    def _against(self, texts: Iterable[str]) -> Iterator[str]:
        return self._lasting(text for text in texts if self._understood.against(text))

    # What says so

    def _says(self, i: int) -> bool:
        """True if the wanted words say themselves what the requirement does, or it stands in a column of states."""
        texts = [text for text in (self._check.name, self._check.text_contains) if text]
        if self._claimed.is_being and not self._claims:
            return self._is_state(i)  # its own name says nothing of it
        return (
            any(self._claimed.said_in(text) or self._claimed.ends_in(text) for text in texts)
            or self._claimed.tells_value(self._check.name, self._check.within)
            or (bool(self._check.within) and any(self._claimed.is_value(text) for text in texts))
            or self._is_state(i)
        )

    def _lasting(self, texts: Iterable[str]) -> Iterator[str]:
        """Without what is said of other things."""
        return (text for text in texts if not self._understood.tells_of_other(text, self._asked))

    @cached_property
    def _asked(self) -> frozenset[str]:
        said = (self._intent, self._wanted, self._check.within, *(act.name for act in self._acts))
        return frozenset(stem(word) for text in said for word in _LETTERS.findall(normal(text).casefold()))

    def _is_state(self, i: int) -> bool:
        return bool(self._check.name) and self._words.column(i) in WORDS["columns"]

    def _witnesses(self, i: int) -> Iterator[tuple[str, bool]]:
        """What may say so of it, and whether it is what a part of the screen is called, and so tells of more than it alone."""
        row = self._words.row(i)
        yield from ((text, self._tree[i].role is Role.HEADING) for text in self._words.own(i))
        yield from ((text, False) for j in (self._inside(row) if row >= 0 else ()) if j != i for text in said_by(j, self._words))
        yield from ((text, False) for text in self._after(row if row >= 0 else i, _FEW))
        yield from ((text, False) for text in self._lines(i))
        yield from ((text, True) for text in (self._check.within, *self._called(i), *_CLAUSE.split(self._words.observation.title)))

    def _tells(self, witness: tuple[str, bool]) -> bool:
        text, is_name = witness
        if not text or self._understood.against(text) or self._understood.tells_of_all(text):
            return False
        if is_name and (self._claimed.names(text) or self._claimed.turned_from(text)):
            return self._claimed.names(text) or self._claimed.fits(text)
        return self._claimed.said_in(text)

    def _is_listed(self, i: int) -> bool:
        """True for what came into a list that was there before, after a press that is called as the requirement says (`Book`)."""
        look, lists = self._look_before, [j for j in self._words.around(i) if self._tree[j].role in _LISTS]
        names = {name for j in (*lists, self._heading(i)) if j >= 0 for name in self._words.own(j)}
        row = self._words.row(i)
        was_there = row >= 0 and any(look.held(text) for text in self._words.own(row)) if look else True
        if look is None or was_there or not lists or not any(map(look.held, names)):
            return False
        since = (act for act in self._acts if place_of_act(act) > look.place and act.effect)
        return any(self._claimed.is_of(act.name) for act in since)

    # Where

    def _where_shown(self, i: int) -> Iterator[str]:
        """Of what is only to be seen: what stands before it in its line, alerts, and what the list is called that it stands in."""
        check, wanted = self._check, self._check.text_contains
        if wanted and not (check.name or check.identifier) and not _DIGIT.search(wanted) and self._tree[i].role in LINES:
            shown = is_shown(self._intent)
            yield from (_without(text, wanted) if shown else _led_by(text, wanted) for text in self._words.own(i))
        if self._tree[i].role in ROWS or (self._tree[i].role in LINES and (is_shown(self._intent) or _CAN_BE.search(self._intent))):
            pieces = (piece.strip() for text in self._words.own(i) for piece in _PIECES.split(_without(text, self._wanted)))
            yield from (piece for piece in pieces if is_statement(piece) and self._understood.against(piece))
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
        yield from self._against(self._elsewhere(i))

    def _elsewhere(self, i: int) -> Iterator[str]:
        """The lines of other parts that tell of it: those called like it, and all that came with it, but for bars."""
        words, part, look = self._words, self._words.part(i), self._look_before
        called, outer = _stems(self._check.name), {words.part(j) for j in words.around(i)}
        for j in words.main_lines:
            other = words.part(j)
            if other == part or (look is None and not (j > i and other in outer) and called.isdisjoint(_stems(words.name(other)))):
                continue
            yield from (text for text in said_by(j, words, LINES) if not _RECORD.search(text))

    def _of_itself(self, i: int) -> Iterator[str]:
        """What else the node says, without the wanted words, and names and numbers beside them."""
        for text in self._words.own(i) if self._words.typed(i) < 0 else ():
            if self._understood.is_share(text) or self._counts_other(text):
                yield f"{text}?"
            said = _without(text, self._wanted)
            for piece in map(str.strip, _PIECES.split(said)):
                if f"{piece}: " in said and " " not in piece:
                    continue  # it only leads what comes after it
                alone = " " not in piece and self._tree[i].role in ROWS
                if _TERM.fullmatch(piece) or _BY.fullmatch(piece):
                    continue
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
                yield from (text for text in said_by(j, self._words) if not self._is_fact(j, text))
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
                yield from (text for text in said_by(j, self._words) if not self._understood.is_name(text))
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
                yield from said_by(j, words, LINES)

    def _news(self, part: int, stretch: int | None) -> tuple[str, ...]:
        """The lines of a part that no row holds and that speak against something; of one stretch, where it is told."""
        if (part, stretch) not in self._of_parts:
            lines = (j for j in self._words.visible if self._is_beside(j, part) and stretch in (None, self._words.stretch(j)))
            texts = (text for j in lines for text in said_by(j, self._words, LINES))
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
            for text in said_by(j, words):
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


def speakers(i: int, wanted: str, words: Words) -> tuple[int, ...]:
    """What says the wanted words where a node does: itself, what stands in it, or what stands in one line with it.

    The node itself where no single one of these does.
    """
    if not wanted or any(says(text, wanted) for text in words.own(i)):
        return (i,)
    parent, end = words.tree.parents[i], words.tree.end(i)
    inside = takewhile(lambda j: j < end, islice(words.visible, bisect_left(words.visible, i + 1), None))
    line = words.tree.children(parent) if parent >= 0 and words.run(i) else ()
    found = [j for j in (*islice(inside, _INSIDE), *line) if j in words.shown and any(says(text, wanted) for text in words.own(j))]
    return tuple(found[:_SOME]) or (i,)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in normal(text).casefold().split() if len(word) > 2 or not word.isascii())


def _not_understood(said: str) -> str:
    return f"beside it the screen says {said[:80]!r}, which is not understood" if said else ""


def _led_by(text: str, wanted: str) -> str:
    """What stands before the wanted words; all of the text where they are quoted in it."""
    start = text.find(wanted)
    if start < 0:
        return ""
    return _without(text, wanted) if text[:start].rstrip()[-1:] in tuple(_QUOTES) else text[:start]


def _without(text: str, wanted: str) -> str:
    """The text with a number in place of the wanted words: a number is understood, with all that is joined to it."""
    return text.replace(wanted, "0") if wanted else text
