"""What a page only offers, or sums up before it is done: lists of earlier searches, pages with a button that would confirm it."""

from __future__ import annotations

import re
from functools import partial

from lumos_layer.execution.claims import claims_submission
from lumos_layer.tree import Role
from lumos_layer.verification.against import says_done
from lumos_layer.verification.texts import normal
from lumos_layer.verification.vocabulary import PATTERNS
from lumos_layer.verification.words import Words

_EARLIER = PATTERNS["earlier"]
# What somebody pays to have shown, and where things wait that have not gone out.
_BOUGHT = PATTERNS["bought"]
_QUEUES = PATTERNS["queues"]
_UNFINISHED = PATTERNS["unfinished"]
_UNFINISHED_ASKED = re.compile(rf"\b(?:{_UNFINISHED.pattern})", re.IGNORECASE)
_ASKED_QUEUES = re.compile(rf"\b(?:{_QUEUES.pattern}|advertisements?|ads?|sponsored)\b", re.IGNORECASE)
# Where a search field is on the screen too.
_BESIDE_A_SEARCH = PATTERNS["beside_a_search"]
_CONFIRMS = PATTERNS["confirms"]
# What a page is called on which everything is looked over once more, and what its button is called then.
_REVIEWS = PATTERNS["reviews"]
_COMMITS = PATTERNS["commits"]

# What has to be entered to show who one is, and the button that takes it.
_CODE = PATTERNS["code"]
_PROVES = PATTERNS["proves"]

_HEADS = frozenset((Role.HEADING, Role.DIALOG, Role.ALERTDIALOG, Role.DOCUMENT))


def only_offered(i: int, words: Words, asked: str) -> str:
    """Why what stands there was not come to: it was searched for before, is suggested or paid for, or waits to go out.

    Empty where it is no such list, or such a list is asked for.
    """
    if any(each.search(asked) for each in (_EARLIER, _BESIDE_A_SEARCH, _ASKED_QUEUES)):
        return ""
    done = says_done(asked) and _UNFINISHED_ASKED.search(asked) is None
    found = next((j for j in words.around(i) if words.kept(("earlier", j, done), partial(_is_earlier, j, words, done))), -1)
    found = found if found >= 0 else next((h for h, part in _headings(words, done) if h != i and i in part), -1)
    return f"it stands under {words.name(found)[:80]!r}, which only offers it" if found >= 0 else ""


def _headings(words: Words, done: bool) -> list[tuple[int, range]]:
    """The headings of such lists, with what stands under them."""
    found = (h for h in words.visible if words.tree[h].role is Role.HEADING)
    return words.kept(
        ("headings of what is offered", done), lambda: [(h, words.under(h)) for h in found if _is_earlier(h, words, done)]
    )


def _is_earlier(i: int, words: Words, done: bool) -> bool:
    """`done`: where something is to have been bought, sent or the like, also a basket, drafts, a waiting list."""
    name = normal(words.name(i)).strip(" :")
    if done and _UNFINISHED.fullmatch(name):
        return True
    return any(each.fullmatch(name) for each in (_EARLIER, _BOUGHT, _QUEUES)) or (
        _BESIDE_A_SEARCH.fullmatch(name) is not None and _has_search(words)
    )


def _has_search(words: Words) -> bool:
    return words.kept("has a search", lambda: any(words.tree[i].role is Role.SEARCHBOX for i in words.visible))


def unconfirmed(words: Words, wanted: str, intent: str) -> str:
    """The button that would still have to be pressed for what a page only sums up; empty: there is none.

    Only where a requirement says that something was sent or the like, and the wanted words do not say so themselves.
    """
    if not says_done(intent) or claims_submission(wanted):
        return ""
    return words.kept("still to be pressed", lambda: _still_to_press(words))


def _still_to_press(words: Words) -> str:
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
