"""Whether a requirement says that something is to have come about, by its words, by how it is said, or by what the run has done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumos_layer.actions.documents import LOOKING
from lumos_layer.state.probing import ActSeen
from lumos_layer.verification.against import says_done
from lumos_layer.verification.claimed import CALLED
from lumos_layer.verification.undoing import NOT_DONE
from lumos_layer.verification.vocabulary import WORDS

# `was lodged`, `has been handed on`, `Lodged and closed`; 접수했다, 끝났다, 반송됨.
_SAID_OF = re.compile(
    r"\b(?:is|are|was|were|been|got|gets)\s+(?:(?:now|not|no longer|all|already|\w+ly)\s+)*(?P<what>\w+)"
    r"|\b(?:has|have)\s+(?:\w+ly\s+)?(?P<done>\w+)|^(?P<first>\w+ed)\b|\s(?P<last>\w+ed)[\s.]*$",
    re.IGNORECASE,
)
_PAST = "".join(chr(code) for code in range(0xAC00 + 20, 0xD7A4, 28))  # syllables that end as those of 났다 and 했다 do
_KOREAN = re.compile(rf"[{_PAST}]다|[됨함]\b|(?:되|돼|하여|해) 있다")
_KOREAN_SEEN = re.compile(r"(?:열려|보이|보인|보여|표시되|표시된|나타나|선택되|입력되|적혀|펼쳐)\S* ?(?:있다|있음|다|된다)?")
_PARTICIPLE = re.compile(r"\w{2,}(?:ed|pt|wn|en|ing)")
_WORD = re.compile(r"\w+")
_LASTS = re.compile(r"\bruns? (?:until|till|to|from|for|at|on)\b", re.IGNORECASE)
_NOUNS = re.compile(
    r"\b(?:an?|the|no)\s+\w+(?: (?:called|named))?", re.IGNORECASE
)  # `a hold` is a thing, and not what something does
_VERIFIES = re.compile(
    r"(?:verify|check|confirm|make sure|see)\b(?: that| whether| if)?|.*(?:확인|점검)(?:하기|한다|해)?\.?$", re.IGNORECASE
)
_GOES = LOOKING | {"open_url", "open_app", "switch_window", "hover", "focus", "scroll", "scroll_to", "scroll_into_view", "wait"}
_LEADS = frozenset(("link", "tab", "treeitem", "row", "option", "listitem", "cell", "menuitem"))


def comes_about(intent: str, acts: Sequence[ActSeen]) -> bool:
    """True if something is to have come about, by the words or since the run has done something for it.

    Not where it is only to be seen, known or chosen, or done to get there.
    """
    is_done = any(act.outcome not in NOT_DONE and act.verb not in LOOKING for act in acts)
    if not is_done and _VERIFIES.match(intent):
        return False  # it is only looked at
    if came_about(intent):
        return True
    said = CALLED.sub("it", intent).strip()
    words = [word.casefold() for word in _WORD.findall(_NOUNS.sub(" ", said))]
    if (words and words[0] in WORDS["leads"]) or _KOREAN_SEEN.search(said) or not WORDS["seen"].isdisjoint((*_told(said), *words)):
        return False
    return bool(words) and any(act.outcome not in NOT_DONE and act.verb not in _GOES and not _only_leads(act) for act in acts)


def _only_leads(act: ActSeen) -> bool:
    """True for a press on what one goes somewhere by, or chooses: what is dragged is brought there."""
    return act.role in _LEADS and act.verb != "drag"


def is_set(name: str, intent: str, acts: Sequence[ActSeen]) -> bool:
    """True if the run has set what is called so, and not only to fill it in."""
    words = [word.casefold() for word in _WORD.findall(intent)]
    if (words and words[0] in WORDS["leads"]) or not WORDS["fills"].isdisjoint(words):
        return False
    return any(name and act.name == name and act.outcome not in NOT_DONE and act.verb not in _GOES for act in acts)


def came_about(intent: str) -> bool:
    """True if something is to have come about, by the words alone."""
    intent = CALLED.sub("it", intent).strip()
    words = [word.casefold() for word in _WORD.findall(intent)]
    if words and words[0] in WORDS["leads"]:
        return False
    said = _told(intent)
    told = [word for word in said if _PARTICIPLE.fullmatch(word) or word in WORDS["participles"]]
    if told:
        return any(word not in WORDS["looks"] for word in told)
    happens = _happens(intent)
    if said and not happens:
        return False  # it is there, it is 12
    return _KOREAN.search(intent) is not None or happens or says_done(intent)


def _happens(intent: str) -> bool:
    """True if it passes or works; that it runs until 28 May is how it is."""
    return not WORDS["happens"].isdisjoint(word.casefold() for word in _WORD.findall(_LASTS.sub(" ", intent)))


def is_shown(intent: str) -> bool:
    """True if something is to be seen, found or open."""
    return any(word in WORDS["shown"] for word in _told(intent))


def _told(intent: str) -> list[str]:
    return [next(filter(None, found.groups())).casefold() for found in _SAID_OF.finditer(intent)]
