"""Whether a requirement says that something is to have come about, by its words or only by how it is said."""

from __future__ import annotations

import re

from lumos_layer.verification.against import says_done
from lumos_layer.verification.vocabulary import WORDS

# `was lodged`, `has been handed on`, `Lodged and closed`; 접수했다, 끝났다, 반송됨.
_SAID_OF = re.compile(
    r"\b(?:is|are|was|were|been|got|gets)\s+(?:(?:now|not|no longer|all|already|\w+ly)\s+)*(?P<what>\w+)"
    r"|\b(?:has|have)\s+(?:\w+ly\s+)?(?P<done>\w+)|^(?P<first>\w+ed)\b",
    re.IGNORECASE,
)
_PAST = "".join(chr(code) for code in range(0xAC00 + 20, 0xD7A4, 28))  # syllables that end as those of 났다 and 했다 do
_KOREAN = re.compile(rf"[{_PAST}]다|[됨함]\b|(?:되|돼|하여|해) 있다")
_PARTICIPLE = re.compile(r"\w{2,}(?:ed|pt|wn|en)")
_CALLED = re.compile(r"(?<!\w)'[^']*'(?!\w)|\"[^\"]*\"|“[^”]*”|‘[^’]*’")
_WORD = re.compile(r"\w+")


def came_about(intent: str) -> bool:
    """True if something is to have come about; not where it is only to be seen, known or chosen, or done to get there."""
    intent = _CALLED.sub("it", intent).strip()
    words = [word.casefold() for word in _WORD.findall(intent)]
    if words and words[0] in WORDS["leads"]:
        return False
    said = _told(intent)
    told = [word for word in said if _PARTICIPLE.fullmatch(word) or word in WORDS["participles"]]
    if told:
        return any(word not in WORDS["looks"] for word in told)
    if said and WORDS["happens"].isdisjoint(words):
        return False  # it is there, it is 12
    return _KOREAN.search(intent) is not None or not WORDS["happens"].isdisjoint(words) or says_done(intent)


def is_shown(intent: str) -> bool:
    """True if something is to be seen, found or open."""
    return any(word in WORDS["shown"] for word in _told(intent))


def _told(intent: str) -> list[str]:
    return [next(filter(None, found.groups())).casefold() for found in _SAID_OF.finditer(intent)]
