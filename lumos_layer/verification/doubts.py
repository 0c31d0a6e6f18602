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
from lumos_layer.verification.words import PASSING, Words

# What denies the words after it, or says that they are still to come.
_BEFORE = re.compile(
    r"\b(?:not|never|no(?!\.?\s*[#:\d])|none|nothing|without|cannot|can't|couldn't|won't|wasn't|isn't|hasn't|haven't|didn't|doesn't|"
    r"instead of|nearly|almost|will be|about to|going to|trying to|ready to|please|must|unless|until|to be|once|when|if)\b"
    r"|않|못|없|하기 전",
    re.IGNORECASE,
)
# What denies the words right before it.
_AFTER = re.compile(
    r"^[^\w,]*(?:\w+[^\w,]+){0,2}?(?:not|never|no longer|cannot|can't|couldn't|won't|wasn't|isn't|hasn't|haven't|didn't|doesn't"
    r"|later|soon|tomorrow)\b"
    r"|^\W*(?:when|once|after|if|as soon as|until|unless)\b"
    r"|^\S{0,12}\s*\S{0,8}(?:않|못|없)|^(?:을|를)?\s*(?:까지|하려면|기다|눌러|누르|위해|예정|(?:전|시|후)(?:입|이|에|\s|$))",
    re.IGNORECASE,
)
# What denies the words beside it, wherever it stands.
_BESIDE = re.compile(
    r"\b(?:un(?:able|saved|sent|paid|confirmed|verified|successful)|failed|fails?|failure|(?<!no )(?<!0 )errors?|denied|"
    r"declined|rejected|refused|"
    r"cancell?ed|aborted|expired|invalid|pending|queued|sending|saving|uploading|downloading|processing|in progress|not yet"
    r"|please wait|waiting)\b"
    r"|기다려|잠시만|(?:처리|전송|진행|저장|업로드|다운로드|설치|준비|요청|연결|발송|이체|결제|확인)(?:하고|되고) 있"
    r"|(?:준비|연결|설치|로딩|업로드|다운로드) ?중"
    r"|실패|오류|에러|거부|취소|대기|미완|전송 중|저장 중|보내는 중|진행 중|처리 중|하세요|하십시오|예정",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]\s*$|^\s*(?:do you|are you|would you|did you|should|shall|want)\b", re.IGNORECASE)
_REPEATS = re.compile(
    r"\b(?:results?|matches|items?|hits)\s+(?:found\s+)?for\b|\bsearch(?:ed|ing|es)?\b|\byou (?:typed|entered|searched)\b"
    r"|\bquery\b|\bdid you mean\b|\bshowing\b|\blooking for\b|\bsuggest\w*\b|\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b"
    r"|\bexamples?\s*[:：]|^\W*(?:example|placeholder|hint)\b|\blooks? like\b"
    r"|\b(?:enter|type|use)\b.{0,40}\blike\b|검색|찾으시|예시|예\s*[:：)]",
    re.IGNORECASE,
)
# What only somebody says who wants to be taken for the verifier, or to speak to it.
_CLAIMS = re.compile(
    r"\bverif(?:ied|ier|ication)\b|\brequirements?\b|\b(?:task|goal|step|subgoal)s? (?:is |are |was |has been |now )?(?:all )?"
    r"(?:done|complete[d]?|met|achieved|accomplished|finished|successful)\b|\bmark(?:ed)? (?:it |this |that |as )*"
    r"(?:done|complete|verified|met)\b"
    r"|\b(?:status|verdict|decision|success)\s*[:=]\s*(?:true|verified|done|met|complete[d]?|pass(?:ed)?)\b"
    r"|(?:요구 ?사항|작업|목표).{0,12}(?:완료|달성|충족|확인)",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"\b(?:(?<!no )(?<!0 )errors?|failed|failure|fails|unable|could ?n[o']t|cannot|can't|was not|wasn't|"
    r"not (?:been )?(?:saved|sent|submitted|"
    r"applied|updated|changed|created|deleted|found|allowed)|not (?:have|enough)|insufficient"
    r"|denied|declined|rejected|unsuccessful|went wrong|try again|problem|"
    r"invalid|required field|discarded)\b|실패|오류|에러|못했|않았|거부|거절|다시 시도|올바르지|할 수 없|부족",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:40[0-9]|50[0-9]|not found|(?:can ?not|can['’]t|could not|couldn['’]t) be (?:reached|found|opened|shown|displayed|loaded)"
    r"|(?:can ?not|can['’]t|unable to|problem|failed) (?:reach|find|open|connect|load)\w*|not private"
    r"|no internet|\boops\b|you(?:['’]re| are) offline"
    r"|no such (?:page|site|host|address|file)|(?:does not|doesn['’]t) exist|no longer available|access denied|"
    r"forbidden|bad gateway|server error|internal error|service unavailable|something went wrong|unavailable|error)\b"
    r"|(?:찾을|연결할|열|접근할|접속할|표시할|이용할) 수 없|없는 페이지|존재하지 않|오류|접근.{0,6}거부",
    re.IGNORECASE,
)
_LOCKED = re.compile(
    r"\s*(?:(?:please )?(?:sign|log)[ -]?in\b|session (?:has )?expired|verify (?:that )?you|are you human|checking your browser|"
    r"under maintenance|로그인)",
    re.IGNORECASE,
)
_SIGN_IN = re.compile(
    r"(?:please )?(?:sign|log)[ -]?in(?: again| to .*)?(?: [-–—|·] .*)?|로그인(?:하기)?(?: [-–—|·] .*)?", re.IGNORECASE
)
_OVER = re.compile(
    r"session (?:has |was |is )?(?:expired|ended|over|timed out)|sign(?:ed)? in again|(?:been|are|were) (?:signed|logged) out"
    r"|세션.{0,8}만료|로그아웃(?:되|됐|했)|다시 로그인",
    re.IGNORECASE,
)
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


def _messages(words: Words, dialogs: bool = False) -> Iterator[str]:
    for i in words.visible:
        role, dialog = words.tree[i].role, words.dialog(i) if dialogs else -1
        asking = dialog >= 0 and words.tree[dialog].modal and role in (Role.TEXT, Role.PARAGRAPH, Role.HEADING)
        if role in (Role.STATUS, Role.ALERT, Role.ALERTDIALOG) or words.passing(i) >= 0 or asking:
            yield from words.own(i)


_UNDER_WAY = re.compile(
    r"\b(?:pending|sending|uploading|queued|syncing|processing|saving|not (?:yet )?(?:sent|saved|uploaded|synced)|failed to"
    r"|couldn't|could not|invitation sent|invited|waiting (?:for|to)|scheduled|outbox|retry(?:ing)?|draft|unsent|undelivered"
    r"|not (?:yet )?delivered|will be|sending failed|failed|await\w*|work in progress|not (?:yet )?published"
    r"|on hold|cancell?ed|declined"
    r"|rejected|refused)\b|^\w+ing\s*(?:…|\.\.\.)$"
    r"|보내는 중|예약됨|임시|대기|전송 중|업로드 중|처리 중|실패|취소(?:됨|되었|됐|된|했)|반려|거절",
    re.IGNORECASE,
)


def under_way(texts: Iterable[str], wanted: str) -> str:
    """The text of a row that says that what it is about has not come about yet; empty: none does, or that is what is wanted."""
    found = (text for text in texts if _UNDER_WAY.search(text))
    return "" if _UNDER_WAY.search(wanted) else next(found, "")


# Of a message, which may say of what has come about that more will come of it (“Ordered. It will be sent tomorrow.”).
_WAITS = re.compile(
    r"^(?:draft|pending|queued|scheduled|\w+ing\s*(?:…|\.\.\.))$|\bnot (?:yet )?(?:published|sent|saved|submitted|synced)\b"
    r"|\bwork in progress\b|\bawaiting \w+|\bwaiting (?:for|to)\b|승인 대기|처리 중|전송 중|임시 저장",
    re.IGNORECASE,
)
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
