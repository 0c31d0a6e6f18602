"""Sentences that say more about what was spoken of before, rather than what to do next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.phrases import MARK, Held, wanted
from lumos_layer.planning.rules.steps import Check, Choose, Confirm, Press, SetTo, Step, Write

_SENT = re.compile(r"send\s+(?:it|this|that|the (?:mail|e-?mail|message))(?:\s+off)?", re.IGNORECASE)
_KEPT = re.compile(
    r"(?:save|keep|store|leave)\s+(?:it|this|that|the (?:mail|e-?mail|message))\s+(?:as|in|among)\s+(?:an?\s+|the\s+|my\s+)?drafts?"
    r"(?:,?\s+(?:without\s+sending\s+it|but\s+do\s+not\s+send\s+it|only))?",
    re.IGNORECASE,
)
_WHERE = (
    re.compile(
        r"^(?:it|that|this)\s+(?:is|stands)\s+(?:on|in|under)\s+(?:the\s+)?(?P<place>.+?)(?:\s+(?:page|tab|section|menu))?$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<place>.+?)\s*(?:페이지|탭|메뉴|화면)의\s+(?P<name>.+?)에\s*(?:있\S*)$"),
    re.compile(r"^(?P<place>.+?)\s*(?:페이지|탭|메뉴|화면)에\s*(?:있\S*)$"),
)
_TYPED = re.compile(
    rf"^(?:type|enter|write)\s+(?P<text>{MARK}|\S+)\s+(?:where|when|if|wherever)\s+"
    r"(?:it|that|this|you are|one is)\s+(?:is\s+)?(?:asks?|asked|needed|wanted)"
    r"(?:\s+for(?:\s+it)?)?$",
    re.IGNORECASE,
)
_IN_THE_FORM = re.compile(r"^(?:ask\s+for|request|mark|tick|flag|check)\b", re.IGNORECASE)
_NAMED = ("what", "option", "into", "inside")


def joined(sentence: Held, part: str, made: list[Step]) -> bool:
    """True if the part was only about what is read already, which it has changed."""
    if not made:
        return False
    sends = next((n for n, step in enumerate(made) if isinstance(step, Confirm) and step.about in ("send", "subject")), 0) - 1
    if _SENT.fullmatch(part):
        return sends >= 0  # `write a mail to … and send it`
    if _KEPT.fullmatch(part) and sends >= 0:
        made[sends:] = commands.keep_draft()
        return True
    return _told_where(sentence, part, made) or _typed_in(sentence, part, made)


def belongs_before(part: str, steps: Sequence[Step], made: Sequence[Step]) -> int:
    """Where steps go that were said after the sending and come before it; the end for all others."""
    if _IN_THE_FORM.match(part) and all(isinstance(step, Check | SetTo | Choose) for step in steps):
        for number, step in enumerate(made):
            if isinstance(step, Confirm) and step.about in ("send", "subject") and isinstance(made[number - 1], Press):
                return number - 1
    return len(made)


def _told_where(sentence: Held, part: str, made: list[Step]) -> bool:
    """`It is on the Language page`: the last thing is looked for there."""
    found = next((found for pattern in _WHERE if (found := pattern.match(part))), None)
    if found is None:
        return False
    place = commands.go_to(wanted(sentence, found["place"]))
    name = found.groupdict().get("name")
    if name:
        last = made[-1]
        for field in _NAMED:
            if (named := getattr(last, field, None)) is not None and not isinstance(named, str):
                other = wanted(sentence, name)
                made[-1] = replace(last, **{field: replace(other, names=(*other.names, *named.names))})
                break
    made.insert(len(made) - 1, place)
    return True


def _typed_in(sentence: Held, part: str, made: list[Step]) -> bool:
    """`Type DELETE where it asks for it`: before the question of the last thing is answered."""
    found = _TYPED.match(part)
    if found is None:
        return False
    at = next((n for n in range(len(made) - 1, -1, -1) if isinstance(made[n], Confirm)), len(made))
    made.insert(at, Write(sentence.value(found["text"])))
    return True
