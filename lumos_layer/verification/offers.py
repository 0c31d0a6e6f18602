"""What a page only offers, or sums up before it is done: lists of earlier searches, pages with a button that would confirm it."""

from __future__ import annotations

import re

from lumos_layer.execution.claims import claims_submission
from lumos_layer.tree import Role
from lumos_layer.verification.texts import normal
from lumos_layer.verification.words import Words

_EARLIER = re.compile(
    r"(?:recent|previous|past|last|popular|trending|saved)(?:ly)? (?:search(?:es|ed)?|queries|viewed)|search history"
    r"|suggest(?:ions|ed.*)|(?:you|people) (?:may|might|also) .*|최근 ?(?:검색|본).*|(?:추천|인기|연관) ?검색.*|검색 ?(?:기록|어)",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"confirm(?: (?!pass|e-?mail|your ).+)?|(?:\S{1,12} )?확정(?:하기)?|(?:이체|송금|주문|결제|예약) ?확인(?:하기)?", re.IGNORECASE
)


def only_offered(i: int, words: Words, asked: str) -> str:
    """Why what stands there was not come to: it is in a list of what was searched for before, or of what is suggested.

    Empty where it is no such list, or such a list is asked for.
    """
    if _EARLIER.search(asked):
        return ""
    headings = (h for h in words.visible if words.tree[h].role is Role.HEADING and _is_earlier(h, words) and i in words.under(h))
    found = next((j for j in words.around(i) if j != i and _is_earlier(j, words)), -1)
    found = found if found >= 0 else next((h for h in headings if h != i), -1)
    return f"it stands under {words.name(found)[:80]!r}, which only offers it" if found >= 0 else ""


def _is_earlier(i: int, words: Words) -> bool:
    return _EARLIER.fullmatch(normal(words.name(i)).strip(" :")) is not None


def unconfirmed(words: Words, wanted: str, intent: str) -> str:
    """The button that would still have to be pressed for what a page only sums up; empty: there is none.

    Only where a requirement says that something was sent or the like, and the wanted words do not say so themselves.
    """
    if not claims_submission(intent) or claims_submission(wanted):
        return ""
    buttons = (i for i in words.visible if words.tree[i].role is Role.BUTTON and not words.disabled(i))
    return next((name for i in buttons if _CONFIRMS.fullmatch(name := normal(words.name(i)))), "")
