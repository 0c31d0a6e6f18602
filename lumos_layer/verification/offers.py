"""What a page only offers, or sums up before it is done: lists of earlier searches, pages with a button that would confirm it."""

from __future__ import annotations

import re

from lumos_layer.execution.claims import claims_submission
from lumos_layer.tree import Role
from lumos_layer.verification.against import says_done
from lumos_layer.verification.texts import normal
from lumos_layer.verification.words import Words

_EARLIER = re.compile(
    r"(?:recent|previous|past|last|popular|trending|saved)(?:ly)? (?:search(?:es|ed)?|queries)|search history|trending|autocomplete"
    r"|suggest(?:ions|ed.*)|try(?: searching(?: for)?)?|(?:you|people) (?:may|might|also) .*"
    r"|최근 ?검색.*|(?:추천|인기|연관)(?: ?검색.*)?|자동 ?완성|검색 ?(?:기록|어)",
    re.IGNORECASE,
)
# What somebody pays to have shown, and where things wait that have not gone out.
_BOUGHT = re.compile(r"advertisements?|ads?|sponsored(?: .*)?|promoted(?: .*)?|광고|스폰서", re.IGNORECASE)
_QUEUES = re.compile(
    r"outbox|(?:send|upload) queue|(?:waiting|pending|unsent) (?:changes|messages|items)|보낼 편지함|대기열", re.IGNORECASE
)
_ASKED_QUEUES = re.compile(rf"\b(?:{_QUEUES.pattern}|advertisements?|ads?|sponsored)\b", re.IGNORECASE)
# Where a search field is on the screen too.
_BESIDE_A_SEARCH = re.compile(r"recents?|recently (?:used|viewed)|history|최근(?: ?본.*)?", re.IGNORECASE)
_CONFIRMS = re.compile(
    r"confirm(?: (?!pass|e-?mail|your ).+)?|(?:\S{1,12} )?확정(?:하기)?|(?:이체|송금|주문|결제|예약) ?확인(?:하기)?", re.IGNORECASE
)
# What a page is called on which everything is looked over once more, and what its button is called then.
_REVIEWS = re.compile(
    r"\b(?:review|confirm|check ?out|check and|summary|preview|sample|quote|estimate)\b|확인|주문서|결제|검토|미리 ?보기|견적",
    re.IGNORECASE,
)
_COMMITS = re.compile(
    r"(?:place|submit|send|pay|book|buy|complete|finish|transfer|publish|purchase|order)(?: (?!again).*)?"
    r"|(?:결제|주문|구매|예약|이체|송금|제출|신청)(?:하기)?",
    re.IGNORECASE,
)

# What has to be entered to show who one is, and the button that takes it.
_CODE = re.compile(
    r"(?:(?:one[- ]time|verification|security|confirmation|sms|2fa|authentication|login|sign-in|6-digit) )?"
    r"(?:code|passcode|otp|pin)"
    r"(?: from .*)?|(?:인증|보안|승인) ?(?:번호|코드)|일회용 ?(?:번호|비밀번호)",
    re.IGNORECASE,
)
_PROVES = re.compile(r"verify|confirm|submit|continue|next|sign in|log in|확인|인증(?:하기)?|다음|계속", re.IGNORECASE)

_HEADS = frozenset((Role.HEADING, Role.DIALOG, Role.ALERTDIALOG, Role.DOCUMENT))


def only_offered(i: int, words: Words, asked: str) -> str:
    """Why what stands there was not come to: it was searched for before, is suggested or paid for, or waits to go out.

    Empty where it is no such list, or such a list is asked for.
    """
    if any(each.search(asked) for each in (_EARLIER, _BESIDE_A_SEARCH, _ASKED_QUEUES)):
        return ""
    headings = (h for h in words.visible if words.tree[h].role is Role.HEADING and _is_earlier(h, words) and i in words.under(h))
    found = next((j for j in words.around(i) if _is_earlier(j, words)), -1)
    found = found if found >= 0 else next((h for h in headings if h != i), -1)
    return f"it stands under {words.name(found)[:80]!r}, which only offers it" if found >= 0 else ""


def _is_earlier(i: int, words: Words) -> bool:
    name = normal(words.name(i)).strip(" :")
    return any(each.fullmatch(name) for each in (_EARLIER, _BOUGHT, _QUEUES)) or (
        _BESIDE_A_SEARCH.fullmatch(name) is not None and _has_search(words)
    )


def _has_search(words: Words) -> bool:
    return any(words.tree[i].role is Role.SEARCHBOX for i in words.visible)


def unconfirmed(words: Words, wanted: str, intent: str) -> str:
    """The button that would still have to be pressed for what a page only sums up; empty: there is none.

    Only where a requirement says that something was sent or the like, and the wanted words do not say so themselves.
    """
    if not says_done(intent) or claims_submission(wanted):
        return ""
    names = [normal(words.name(i)) for i in words.visible if words.tree[i].role is Role.BUTTON and not words.disabled(i)]
    if confirming := next((name for name in names if _CONFIRMS.fullmatch(name)), ""):
        return confirming
    if asked := _asks_for_code(words):
        return next((name for name in names if _PROVES.fullmatch(name)), "") or asked
    called = [words.name(i) for i in words.visible if words.tree[i].role in _HEADS]
    if not any(_REVIEWS.search(said) for said in (words.observation.title, *called)):
        return ""
    return next((name for name in names if _COMMITS.fullmatch(name)), "")


def _asks_for_code(words: Words) -> str:
    """The field for a code that shows who somebody is, where a button would take it; empty: there is none."""
    fields = (words.name(i) for i in words.visible if words.typed(i) == i and _CODE.fullmatch(normal(words.name(i)).strip(" :")))
    able = (i for i in words.visible if words.tree[i].role is Role.BUTTON and _PROVES.fullmatch(normal(words.name(i))))
    return next(fields, "") if any(not words.disabled(i) for i in able) else ""
