"""Lists of which the screen shows a part by its own words: one page of several, or what a filter lets through."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumos_layer.perception.words import TYPED
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Role
from lumos_layer.verification.texts import label, normal, same_name, says
from lumos_layer.verification.vocabulary import PATTERNS
from lumos_layer.verification.words import Words

_PAGE = re.compile(
    r"(?:\bpage (?P<page>\d+) ?(?:of|/) ?(?P<pages>\d+)\b|(?P<place>\d+) ?/ ?(?P<places>\d+) ?페이지)", re.IGNORECASE
)
_SHARE = re.compile(
    r"(?:\b(?:showing|displaying|shown:?)\s+)?(?:(?P<first>\d+)\s*(?:[-–]|to)\s*)?(?P<shown>\d+)\s+of\s+(?P<all>\d+)\b"
    r"|(?P<total>\d+)(?:개|건|명) ?중 ?(?P<seen>\d+)(?:개|건|명)",
    re.IGNORECASE,
)
_LONGEST = 80  # characters of words that count pages or entries
_SHOWING = PATTERNS["showing"]
_MORE = PATTERNS["more"]
_FILTERS = PATTERNS["filters"]
_ALL = PATTERNS["everything"]


def more_elsewhere(words: Words) -> str:
    """What says that the list goes on on another page, or that some of it is left out; empty: nothing does."""
    for i in words.visible:
        name = normal(words.name(i))
        if words.tree[i].role in (Role.BUTTON, Role.LINK):
            if _MORE.fullmatch(name) and not words.disabled(i):
                return name
        elif said := next((text for text in words.own(i) if len(text) <= _LONGEST and _is_part(normal(text))), ""):
            return said
    return ""


def _is_part(text: str) -> bool:
    if page := _PAGE.search(text):
        return int(page["pages"] or page["places"]) > 1
    share = _SHARE.search(text)
    if share is None:
        return False
    if share["total"]:
        return int(share["seen"]) < int(share["total"])
    told = share["first"] is not None or _SHOWING.search(text) is not None
    first, shown, every = int(share["first"] or 1), int(share["shown"]), int(share["all"])
    return told and shown - first + 1 < every


def filtered(words: Words, acts: Sequence[ActSeen], wanted: str) -> str:
    """The filter that the run has set and that does not let through what is wanted; empty: there is none."""
    for act in acts:
        if not act.effect or act.verb not in ("select", "set_text", "type_text") or not act.text or _ALL.fullmatch(label(act.text)):
            continue
        if act.role != Role.SEARCHBOX.value and not _FILTERS.fullmatch(label(act.name)):
            continue
        if says(wanted.casefold(), act.text.casefold()) is not False:
            continue
        held = (words.tree[i].value for i in words.visible if words.tree[i].role in TYPED and same_name(words.name(i), act.name))
        if any(value and says(value, act.text) for value in held):
            return f"{act.name}: {act.text}"
    return ""
