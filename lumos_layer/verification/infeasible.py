"""When something cannot be had at all: said only on direct evidence that it is not there, after enough other plans (S60)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from lumos_layer.planning.screen_state import is_loading
from lumos_layer.state.checks import Check, ElementCheck, FileCheck, PageCheck, parts_of
from lumos_layer.state.probing import Sources
from lumos_layer.state.requirement import Requirement
from lumos_layer.tree import Role
from lumos_layer.verification.probes import looked_before
from lumos_layer.verification.texts import same_name, says
from lumos_layer.verification.words import Words, words_of

LEAST_REPLANS = 2
_ABSENT = re.compile(
    r"\b(?:no (?:results?|match(?:es)?|items?|messages?|files?|entries|records?|such)\b"
    r"|not (?:found|exist|available|there|in stock)"
    r"|(?:does|do|did) ?n[o']t exist|could ?n[o']t (?:be )?f(?:ou|i)nd|cannot (?:be )?f(?:ou|i)nd|can't find"
    r"|nothing (?:found|matches)"
    r"|unavailable|sold out|discontinued|no longer (?:exists?|available)|has been (?:deleted|removed)"
    r"|0 (?:results?|matches|items?))"
    r"|없습니다|찾을 수 없|존재하지 않|품절",
    re.IGNORECASE,
)
_CHOICES = frozenset((Role.LISTBOX, Role.MENU, Role.RADIOGROUP))
_CHOICE = frozenset((Role.OPTION, Role.MENUITEM, Role.MENUITEMRADIO, Role.RADIO))
_SHORTEST = 3  # characters of words that tell what is meant


class Infeasibility(Struct, frozen=True):
    """Whether a requirement is declared impossible, the literal words that show it, and why (not)."""

    declared: bool
    quotes: tuple[str, ...] = ()
    why: str = ""


def infeasible(requirement: Requirement, sources: Sources, replans: int, least: int = LEAST_REPLANS) -> Infeasibility:
    """What can be said of a requirement on a look made after the last act.

    Direct evidence is a text that says of the very thing that it is not there, or a list of choices that is shown whole and lacks
    it. That something was not found, or is not shown, is none.
    """
    if late := looked_before(sources):
        return Infeasibility(False, why=late)
    if is_loading(sources.observation):
        return Infeasibility(False, why="the screen is still loading")
    quotes = _evidence(requirement, words_of(sources.observation))
    if not quotes:
        return Infeasibility(False, why="nothing on the screen says that it is not there")
    if replans < least:
        return Infeasibility(False, quotes, f"other plans have to be tried first: {replans} of {least} have been")
    return Infeasibility(True, quotes, f"the screen says so after {replans} other plans")


def _evidence(requirement: Requirement, words: Words) -> tuple[str, ...]:
    if requirement.check is None:
        return ()
    wanted = [each for each in dict.fromkeys(_meant(requirement.check)) if len(each) >= _SHORTEST]
    said = next((text for i in words.visible for text in _told(i, words) if _denies(text, wanted)), "")
    return (said,) if said else _lacking(requirement.check, words)


def _told(i: int, words: Words) -> Iterator[str]:
    """What the screen says at a node; not what controls are called."""
    if not words.tree[i].can or words.tree[i].role in (Role.STATUS, Role.ALERT):
        yield from words.own(i)


def _denies(text: str, wanted: list[str]) -> bool:
    return bool(_ABSENT.search(text)) and any(says(text, each) is True for each in wanted)


def _meant(check: Check) -> Iterator[str]:
    """The words that tell what a check is about."""
    for each in parts_of(check):
        match each:
            case ElementCheck(exists=True):
                yield from filter(None, (each.name, each.text_contains, each.within, each.value))
            case FileCheck(exists=True):
                yield from (each.path, each.path.rpartition("/")[2])
            case PageCheck():
                yield from filter(None, (each.title.strip("* "), each.url.strip("*")))


def _lacking(check: Check, words: Words) -> tuple[str, ...]:
    """The choices of an open list that is shown whole, if one of them should be what is wanted and none is."""
    for each in parts_of(check):
        if not isinstance(each, ElementCheck) or each.role not in _CHOICE or not each.name or not each.exists:
            continue
        for i in (i for i in words.visible if words.tree[i].role in _CHOICES):
            names = [words.name(j) for j in range(i + 1, words.tree.end(i)) if words.tree[j].role in _CHOICE and words.name(j)]
            whole = words.tree[i].scroll is None and not any(
                words.tree[j].offscreen or words.tree[j].hidden for j in range(i, words.tree.end(i))
            )
            meant = not each.within or same_name(words.name(i), each.within)
            if names and whole and meant and not any(same_name(name, each.name) for name in names):
                return tuple(names[:6])
    return ()
