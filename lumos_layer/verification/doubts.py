"""Words that hold what is wanted and do not show it: they deny it, ask for it, repeat a search, or speak to whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lumos_layer.execution.claims import claims_submission
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import TYPED
from lumos_layer.safety.instructions import kind_of
from lumos_layer.tree import Role
from lumos_layer.verification.texts import normal
from lumos_layer.verification.vocabulary import PATTERNS
from lumos_layer.verification.words import PASSING, Words

# What denies the words after it, or says that they are still to come.
_BEFORE = PATTERNS["before"]
# What denies the words right before it.
_AFTER = PATTERNS["after"]
# What denies the words beside it, wherever it stands.
_BESIDE = PATTERNS["beside"]
_ASKS = PATTERNS["asks"]
_REPEATS = PATTERNS["repeats"]
# What only somebody says who wants to be taken for the verifier, or to speak to it.
_CLAIMS = re.compile(
    r"\bverif(?:ied|ier|ication)\b|\brequirements?\b|\b(?:task|goal|step|subgoal)s? (?:is |are |was |has been |now )?(?:all )?"
    r"(?:done|complete[d]?|met|achieved|accomplished|finished|successful)\b|\bmark(?:ed)? (?:it |this |that |as )*"
    r"(?:done|complete|verified|met)\b"
    r"|\b(?:status|verdict|decision|success)\s*[:=]\s*(?:true|verified|done|met|complete[d]?|pass(?:ed)?)\b"
    r"|(?:요구 ?사항|작업|목표).{0,12}(?:완료|달성|충족|확인)",
    re.IGNORECASE,
)
_FAILS = PATTERNS["fails"]
_GONE = PATTERNS["gone"]
_LOCKED = PATTERNS["locked"]
_SIGN_IN = PATTERNS["sign_in"]
_OVER = PATTERNS["over"]
_CLAUSES = re.compile(r"(?<=[.!?;。！？])(?<!e\.g\.)(?<!i\.e\.)\s+|\n+|\s+[–—|•·]\s+|;\s*")
_CLAUSE_LIMIT = 400  # characters of words that are read as one


def doubt(text: str, wanted: str, held: bool = False) -> str:
    """Why a text that holds the wanted words does not show what they say; empty if nothing speaks against it.

    What the wanted words themselves say is never held against them. `held`: it is asked what a field holds, and that may well be a
    question, unless the words claim that something was done.
    """
    shown, own = normal(text), normal(wanted)
    if kind_of(text) and not kind_of(wanted):
        return "it reads like an order to whoever reads it"
    if _more(_CLAIMS, shown, own):
        return "it claims to say what has been verified, which no screen can"
    for clause in _CLAUSES.split(text):
        part = normal(clause)
        if own and own.casefold() in part.casefold() and (why := _clause_doubt(part[:_CLAUSE_LIMIT], own, held)):
            return why
    return ""


def _clause_doubt(clause: str, wanted: str, held: bool) -> str:
    at = max(0, clause.casefold().find(wanted.casefold()))
    before, after = clause[:at], clause[at + len(wanted) :]
    if _BEFORE.search(before) or _AFTER.search(after) or _BESIDE.search(before) or _BESIDE.search(after):
        return "the words around it deny it, or say that it is still to come"
    if (not held or claims_submission(wanted)) and _more(_ASKS, clause, wanted):
        return "it is a question"
    return "it repeats what was searched for" if _more(_REPEATS, clause, wanted) else ""


def _more(pattern: re.Pattern[str], text: str, wanted: str) -> bool:
    """True if the pattern fits the text and what fits is not in the wanted words."""
    spoken = wanted.casefold()
    return any(found[0].strip().casefold() not in spoken or not found[0].strip() for found in pattern.finditer(text))


def failing(words: Words, wanted: str = "", *, dialogs: bool = False) -> str:
    """The words of a message on the screen that says that something failed; empty: none does, or those are the wanted ones.

    `dialogs`: what a dialog says that has to be answered first is such a message too.
    """
    said = (each for each in _messages(words, dialogs) if _FAILS.search(each))
    return "" if wanted and _FAILS.search(wanted) else next(said, "")


def waiting(words: Words, wanted: str) -> str:
    """The words of a message that say that something has not come about yet; empty: none does, or that is what is wanted."""
    said = (each for each in _messages(words) if _WAITS.search(each.strip()))
    return "" if _UNDER_WAY.search(wanted) else next(said, "")


def signed_off(words: Words) -> str:
    """What asks to sign in on a page where one can, or says that the session is over; empty: nothing does."""
    tree = words.tree
    if not any(tree[i].role in (Role.BUTTON, Role.LINK) and _SIGN_IN.fullmatch(normal(words.name(i))) for i in words.visible):
        return ""
    titles = (words.observation.title, *(words.name(i) for i in words.visible if tree[i].role is Role.HEADING))
    over = (said for said in _messages(words) if _OVER.search(said))
    return next((said for said in titles if _SIGN_IN.fullmatch(normal(said))), "") or next(over, "")


def _messages(words: Words, dialogs: bool = False) -> tuple[str, ...]:
    return words.kept(("messages", dialogs), lambda: tuple(_told(words, dialogs)))


def _told(words: Words, dialogs: bool) -> Iterator[str]:
    for i in words.visible:
        role, dialog = words.tree[i].role, words.dialog(i) if dialogs else -1
        asking = dialog >= 0 and words.tree[dialog].modal and role in (Role.TEXT, Role.PARAGRAPH, Role.HEADING)
        if role in (Role.STATUS, Role.ALERT, Role.ALERTDIALOG) or words.passing(i) >= 0 or asking:
            yield from words.own(i)


_UNDER_WAY = PATTERNS["under_way"]


def under_way(texts: Iterable[str], wanted: str) -> str:
    """The text of a row that says that what it is about has not come about yet; empty: none does, or that is what is wanted."""
    found = (text for text in texts if _UNDER_WAY.search(text))
    return "" if _UNDER_WAY.search(wanted) else next(found, "")


# Of a message, which may say of what has come about that more will come of it (“Ordered. It will be sent tomorrow.”).
_WAITS = PATTERNS["waits"]
_WRITTEN = frozenset((Role.ARTICLE, Role.BLOCKQUOTE, Role.NOTE, Role.CODE))
_BARS = re.compile(r"status ?bar|status|notifications?|toasts?|snackbar|messages?|상태 ?(?:표시줄|바)?|알림", re.IGNORECASE)


def hearsay(i: int, words: Words, wanted: str) -> str:
    """Why words that claim that something was done are no proof where they stand; empty if they may be, or claim nothing.

    What stands in an article, a quotation or a text to be read was written by somebody; a bar of messages comes and goes.
    """
    if not claims_submission(wanted):
        return ""
    if said := failing(words):
        return f"a message says {said[:80]!r}"
    tree = words.tree
    if tree[i].role in TYPED or any(tree[j].role in _WRITTEN for j in words.around(i)):
        return "it stands in a text that somebody wrote"
    if any(_is_bar(j, words) for j in words.around(i)):
        return "it stands in a bar of messages, which is no proof of what it says"
    return ""


def _is_bar(i: int, words: Words) -> bool:
    node = words.tree[i]
    if node.role not in (Role.GROUP, Role.TOOLBAR, Role.REGION, Role.GENERIC, Role.CONTENTINFO):
        return False
    return bool(_BARS.fullmatch(normal(words.name(i))) or _BARS.fullmatch(node.identifier))


def error_page(observation: Observation, words: Words) -> str:
    """The title or heading that says that the page is not what its address promises; empty: none does."""
    headings = (words.name(i) for i in words.visible if words.tree[i].role is Role.HEADING)
    return next((said for said in (observation.title, *headings) if _GONE.search(said) or _LOCKED.match(said)), "")


def is_passing(role: Role | None) -> bool:
    """True if a check asks for a message that comes and goes by its role."""
    return role is not None and role in PASSING
