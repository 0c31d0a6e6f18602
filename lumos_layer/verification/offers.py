"""What a page only offers, or sums up before it is done: lists of earlier searches, pages with a button that would confirm it."""

from __future__ import annotations

import re

from lumos_layer.execution.claims import claims_submission
from lumos_layer.tree import Role
from lumos_layer.verification.texts import normal
from lumos_layer.verification.words import Words

_EARLIER = re.compile(
    r"(?:recent|previous|past|last|popular|trending|saved)(?:ly)? (?:search(?:es|ed)?|queries)|search history|trending|autocomplete"
    r"|suggest(?:ions|ed.*)|try(?: searching(?: for)?)?|(?:you|people) (?:may|might|also) .*"
    r"|최근 ?검색.*|(?:추천|인기|연관)(?: ?검색.*)?|자동 ?완성|검색 ?(?:기록|어)",
    re.IGNORECASE,
)
# Where a search field is on the screen too.
_BESIDE_A_SEARCH = re.compile(r"recents?|recently (?:used|viewed)|history|최근(?: ?본.*)?", re.IGNORECASE)
_CONFIRMS = re.compile(
    r"confirm(?: (?!pass|e-?mail|your ).+)?|(?:\S{1,12} )?확정(?:하기)?|(?:이체|송금|주문|결제|예약) ?확인(?:하기)?", re.IGNORECASE
)
# What a page is called on which everything is looked over once more, and what its button is called then.
_REVIEWS = re.compile(r"\b(?:review|confirm|check ?out|check and|summary)\b|확인|주문서|결제|검토", re.IGNORECASE)
_COMMITS = re.compile(
    r"(?:place|submit|send|pay|book|buy|complete|finish|transfer|publish|purchase|order)(?: (?!again).*)?"
    r"|(?:결제|주문|구매|예약|이체|송금|제출|신청)(?:하기)?",
    re.IGNORECASE,
)

_HEADS = frozenset((Role.HEADING, Role.DIALOG, Role.ALERTDIALOG, Role.DOCUMENT))


def only_offered(i: int, words: Words, asked: str) -> str:
    """Why what stands there was not come to: it is in a list of what was searched for before, or of what is suggested.

    Empty where it is no such list, or such a list is asked for.
    """
    if _EARLIER.search(asked) or _BESIDE_A_SEARCH.search(asked):
        return ""
    headings = (h for h in words.visible if words.tree[h].role is Role.HEADING and _is_earlier(h, words) and i in words.under(h))
    found = next((j for j in words.around(i) if j != i and _is_earlier(j, words)), -1)
    found = found if found >= 0 else next((h for h in headings if h != i), -1)
    return f"it stands under {words.name(found)[:80]!r}, which only offers it" if found >= 0 else ""


def _is_earlier(i: int, words: Words) -> bool:
    name = normal(words.name(i)).strip(" :")
    return bool(_EARLIER.fullmatch(name)) or (_BESIDE_A_SEARCH.fullmatch(name) is not None and _has_search(words))


def _has_search(words: Words) -> bool:
    return any(words.tree[i].role is Role.SEARCHBOX for i in words.visible)


def unconfirmed(words: Words, wanted: str, intent: str) -> str:
    """The button that would still have to be pressed for what a page only sums up; empty: there is none.

    Only where a requirement says that something was sent or the like, and the wanted words do not say so themselves.
    """
    if not claims_submission(intent) or claims_submission(wanted):
        return ""
    names = [normal(words.name(i)) for i in words.visible if words.tree[i].role is Role.BUTTON and not words.disabled(i)]
    if confirming := next((name for name in names if _CONFIRMS.fullmatch(name)), ""):
        return confirming
    called = [words.name(i) for i in words.visible if words.tree[i].role in _HEADS]
    if not any(_REVIEWS.search(said) for said in (words.observation.title, *called)):
        return ""
    return next((name for name in names if _COMMITS.fullmatch(name)), "")
