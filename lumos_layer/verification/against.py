"""What the screen says against a thing that is to have been done, beside words that are there as wanted."""

from __future__ import annotations

import re

from lumos_layer.execution.claims import claims_submission
from lumos_layer.perception.words import ROWS
from lumos_layer.tree import Role
from lumos_layer.verification.doubts import failing, signed_off, waiting
from lumos_layer.verification.texts import normal
from lumos_layer.verification.vocabulary import PATTERNS
from lumos_layer.verification.words import Words

# Words of a requirement that something has come about, besides those of sending, paying, saving and the like.
_DEEDS = re.compile(
    r"\b(?:signed[ -]in|logged[ -]in|approved|accepted|deployed|installed|activated|refunded|filed|handed (?:in|over)|taken out"
    r"|printed|delivered|imported|exported|granted|connected|running|is (?:now )?(?:open|live)|(?:is|are) ready for)\b"
    r"|신청|승인|설치|배포|접수|발급|인증|로그인|전달",
    re.IGNORECASE,
)
_SIGNED_IN = re.compile(r"\b(?:signed|logged)[ -]in\b|로그인(?:되|돼|한|했|하였| 상태)", re.IGNORECASE)
# All of a line that says how one thing stands; a word alone may be the name of a column, a filter or a count.
_STANDS = PATTERNS["stands"]
_ALONE = PATTERNS["alone"]
_RESTART = PATTERNS["restart"]
CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.COLUMNHEADER, Role.ROWHEADER))
_BEFORE_RESTART = re.compile(r"\b(?:install|download|restart|reboot)|설치|다운로드|시작|부팅", re.IGNORECASE)


def says_done(intent: str) -> bool:
    """True if a requirement says that something has come about, not only what is to be seen or filled in."""
    return claims_submission(intent) or _DEEDS.search(intent) is not None


def spoken_against(i: int, words: Words, wanted: str, intent: str) -> str:
    """Why words that are there as wanted do not show that it was done: a message, or a line beside them, says otherwise.

    Empty where nothing does, where nothing is to have been done, and where the check asks for those very words. `i`: the node that
    says what is wanted; -1: all of the page.
    """
    if not says_done(intent):
        return ""
    said = failing(words, wanted, dialogs=True) or waiting(words, f"{wanted} {intent}") or _line(i, words, wanted)
    if not said and i >= 0 and not _BEFORE_RESTART.search(intent):
        said = next((text for text in words.own(i) if _RESTART.search(text)), "")
    return f"the screen says {said[:80]!r}" if said else ""


def _line(i: int, words: Words, wanted: str) -> str:
    """A line of its own that says that the thing failed or waits. Rows tell of themselves, and controls of what could be done."""
    if any(each.fullmatch(normal(wanted)) for each in (_STANDS, _ALONE)):
        return ""
    lines = words.kept("lines of how things stand", lambda: _lines(words))
    after = words.tree.end(i) if i >= 0 else -1
    if after in words.shown and words.tree.parents[after] == words.tree.parents[i] and (said := _said(after, _ALONE, words)):
        return said
    return lines.get(-1, "") or lines.get(words.row(max(i, 0)), "")


def _lines(words: Words) -> dict[int, str]:
    """The first line of how something stands, by the row that it stands in; -1: in none."""
    found: dict[int, str] = {}
    for j in words.visible:
        if words.row(j) not in found and (said := _said(j, _STANDS, words)):
            found[words.row(j)] = said
    return found


def _said(j: int, pattern: re.Pattern[str], words: Words) -> str:
    """The text of a line that is all as the pattern says; rows tell of themselves, and controls of what could be done."""
    node = words.tree[j]
    if node.can or node.role in ROWS or node.role in CELLS:
        return ""
    return next((text for text in words.own(j) if pattern.fullmatch(normal(text))), "")


def signed_out(words: Words, intent: str) -> str:
    """What says that nobody is signed in any more, where a requirement wants somebody to be; empty: nothing does."""
    return signed_off(words) if _SIGNED_IN.search(intent) else ""
