"""The text of a field with its caret, selection and history: edited as fields are, by whole characters that a person sees.

A character is a grapheme cluster (https://www.unicode.org/reports/tr29/), so that no emoji or accent is ever cut in half.
A line break is "\\n", however it came. A limit counts UTF-16 units, as HTML's maxlength does.
"""

from __future__ import annotations

import regex
from msgspec import Struct, field

_CLUSTERS = regex.compile(r"\X")
_WORD_LEFT = regex.compile(r"(?:\w+|[^\w\s]+)\s*$|\s+$")
_WORD_RIGHT = regex.compile(r"\s*(?:\w+|[^\w\s]+)|\s+")
_BREAK = regex.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


class Edit(Struct):
    """At `at`, `taken` was replaced by `given`."""

    at: int
    taken: str
    given: str


class Text(Struct, omit_defaults=True):
    """`caret` and `anchor` are places between characters, in code points; what lies between the two is selected."""

    text: str = ""
    caret: int = 0
    anchor: int = 0
    limit: int | None = None  # the most UTF-16 units
    multiline: bool = False
    done: list[Edit] = field(default_factory=list)
    undone: list[Edit] = field(default_factory=list)
    opaque: int = 0  # this many unknown characters stand before `text`: what a protected field held in the dump

    @property
    def selection(self) -> tuple[int, int]:
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        start, end = self.selection
        return self.text[start:end]

    @property
    def empty(self) -> bool:
        return not self.text and not self.opaque


def line_breaks(text: str) -> str:
    """The text with every kind of line break as one "\\n"."""
    return _BREAK.sub("\n", text)


def insert(text: Text, given: str) -> bool:
    """Put words in place of the selection, as typing does; what goes beyond the limit is cut. False if nothing changed."""
    start, end = text.selection
    given = line_breaks(given)
    if not text.multiline:
        given = given.replace("\n", " ")
    return _replace(text, start, end, _fitting(text, given))


def set_whole(text: Text, given: str) -> bool:
    """Put words in place of everything."""
    select_all(text)
    changed, text.opaque = bool(text.opaque), 0
    return insert(text, given) or changed


def delete(text: Text, backwards: bool, word: bool = False) -> bool:
    """Delete the selection, or the character or word beside the caret."""
    start, end = text.selection
    if start == end:
        reach = _word if word else _beside
        start, end = sorted((text.caret, reach(text, -1 if backwards else 1)))
    if start == end and backwards and text.opaque:
        text.opaque -= 1
        return True
    return _replace(text, start, end, "")


def move(text: Text, step: int, extend: bool = False, word: bool = False) -> bool:
    """Move the caret a character or word left (-1) or right (1); without `extend` a selection collapses to that side first."""
    start, end = text.selection
    if start != end and not extend and not word:
        return place(text, start if step < 0 else end)
    return place(text, (_word if word else _beside)(text, step), extend)


def move_to_edge(text: Text, step: int, extend: bool = False, whole: bool = False) -> bool:
    """Move the caret to the start (-1) or end (1) of its line, or of everything."""
    if step < 0:
        return place(text, 0 if whole else text.text.rfind("\n", 0, text.caret) + 1, extend)
    end = -1 if whole else text.text.find("\n", text.caret)
    return place(text, len(text.text) if end < 0 else end, extend)


def move_line(text: Text, step: int, extend: bool = False) -> bool:
    """Move the caret to the line above (-1) or below (1), as many characters in; beyond the last line, to its edge."""
    start, column = _column(text)
    if step < 0:
        if not start:
            return place(text, 0, extend)
        target = text.text.rfind("\n", 0, start - 1) + 1
    else:
        end = text.text.find("\n", text.caret)
        if end < 0:
            return place(text, len(text.text), extend)
        target = end + 1
    stop = text.text.find("\n", target)
    line = text.text[target : len(text.text) if stop < 0 else stop]
    return place(text, target + sum(map(len, _CLUSTERS.findall(line)[:column])), extend)


def select_all(text: Text) -> bool:
    before = (text.caret, text.anchor)
    text.anchor, text.caret = 0, len(text.text)
    return before != (text.caret, text.anchor)


def place(text: Text, caret: int, extend: bool = False) -> bool:
    """Put the caret somewhere; `extend` leaves the other end of the selection where it is. False if nothing moved."""
    before = (text.caret, text.anchor)
    text.caret = caret
    if not extend:
        text.anchor = caret
    return before != (text.caret, text.anchor)


def undo(text: Text) -> bool:
    """Take the last edit back; the caret stands behind what came back."""
    if not text.done:
        return False
    edit = text.done.pop()
    text.undone.append(edit)
    _put(text, edit.at, edit.given, edit.taken)
    return True


def redo(text: Text) -> bool:
    if not text.undone:
        return False
    edit = text.undone.pop()
    text.done.append(edit)
    _put(text, edit.at, edit.taken, edit.given)
    return True


def _replace(text: Text, start: int, end: int, given: str) -> bool:
    taken = text.text[start:end]
    if taken == given:
        place(text, start + len(given))
        return False
    text.done.append(Edit(start, taken, given))
    text.undone.clear()
    _put(text, start, taken, given)
    return True


def _put(text: Text, at: int, taken: str, given: str) -> None:
    text.text = text.text[:at] + given + text.text[at + len(taken) :]
    place(text, at + len(given))


def _fitting(text: Text, given: str) -> str:
    """As much of the words as the limit leaves room for beside what is not selected, in whole characters."""
    if text.limit is None:
        return given
    room = text.limit - _units(text.text) - text.opaque + _units(text.selected)
    if _units(given) <= room:
        return given
    fitting = 0
    for cluster in _CLUSTERS.finditer(given):
        room -= _units(cluster[0])
        if room < 0:
            break
        fitting = cluster.end()
    return given[:fitting]


def _units(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def _line(text: Text) -> tuple[int, str]:
    """Where the caret's line begins, and its characters up to its end. A line break never joins a cluster."""
    start = text.text.rfind("\n", 0, text.caret) + 1
    end = text.text.find("\n", text.caret)
    return start, text.text[start : len(text.text) if end < 0 else end]


def _column(text: Text) -> tuple[int, int]:
    """Where the caret's line begins, and how many characters stand before the caret in it."""
    start, line = _line(text)
    return start, len(_CLUSTERS.findall(line[: text.caret - start]))


def _beside(text: Text, step: int) -> int:
    """The place one character to the left or right of the caret, over a line break if it stands at an edge of its line."""
    start, line = _line(text)
    inside = text.caret - start
    if step < 0:
        if not inside:
            return max(0, text.caret - 1)
        return start + max((found.start() for found in _CLUSTERS.finditer(line) if found.start() < inside), default=0)
    if inside == len(line):
        return min(len(text.text), text.caret + 1)
    return start + next(found.end() for found in _CLUSTERS.finditer(line) if found.end() > inside)


def _word(text: Text, step: int) -> int:
    start, line = _line(text)
    inside = text.caret - start
    if step < 0:
        found = _WORD_LEFT.search(line[:inside])
        return start + found.start() if found else _beside(text, step)
    found = _WORD_RIGHT.match(line, inside)
    return start + found.end() if found else _beside(text, step)
