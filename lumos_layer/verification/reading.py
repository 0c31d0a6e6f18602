"""What slots of a check are seen to be: where all of a value is one slot, and it is plain which value is meant (S17, S18)."""

from __future__ import annotations

import re

from lumos_layer.state.checks import AppCheck, Check, ElementCheck, slots_of
from lumos_layer.state.probing import Missing, Sources
from lumos_layer.verification.elements import probe_element
from lumos_layer.verification.labelled import labelled_values
from lumos_layer.verification.meant import Meant
from lumos_layer.verification.states import SAY_THEMSELVES, value_of
from lumos_layer.verification.texts import bare, normal
from lumos_layer.verification.words import Words, words_of

_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def read_slots(check: Check, sources: Sources) -> dict[str, str]:
    """The slots by name, as far as this one check lets them be read.

    A value is read where it was shown to people, or stored: what stands in a field that anybody can write into is not read.
    """
    match check:
        case ElementCheck(value=str() as wanted) if slot := _SLOT.fullmatch(wanted):
            return _of_element(check, slot[1], sources)
        case ElementCheck(name=str() as wanted) if slot := _among_words(wanted):
            return _of_words(check.model_copy(update={"name": ""}), slot, wanted, sources, whole=True)
        case ElementCheck(text_contains=str() as wanted) if slot := _among_words(wanted):
            return _of_words(check.model_copy(update={"text_contains": ""}), slot, wanted, sources, whole=False)
        case AppCheck(equals=str() as wanted) if slot := _SLOT.fullmatch(wanted):
            held = sources.stored(check.key)
            return {} if isinstance(held, Missing | bool | list | dict) or held in (None, "") else {slot[1]: str(held)}
    return {}


def _of_element(check: ElementCheck, slot: str, sources: Sources) -> dict[str, str]:
    open_check = check.model_copy(update={"value": None})
    if slots_of(open_check):
        return {}
    words = words_of(sources.observation)
    meant = Meant(open_check, words)
    read = {value for i in meant.named if words.typed(i) < 0 and _holds(i, check, words) and (value := value_of(i, words))}
    if not read and check.name and not check.identifier:
        read = {bare(value) for value in labelled_values(check, words, meant.stands).values()}
    elif probe_element(open_check, words).verdict is not True:
        return {}
    return {slot: read.pop()} if len(read) == 1 else {}


def _among_words(wanted: str) -> re.Match[str] | None:
    """The one slot that stands among other words (`Total: {amount} EUR`); None: there is none, or several."""
    found = list(_SLOT.finditer(wanted))
    around = _SLOT.sub("", wanted)
    return found[0] if len(found) == 1 and any(map(str.isalnum, around)) else None


def _of_words(rest: ElementCheck, slot: re.Match[str], wanted: str, sources: Sources, *, whole: bool) -> dict[str, str]:
    """What stands in the place of a slot, in the texts that say the words around it; `whole`: these are all that they say."""
    if slots_of(rest):
        return {}
    words = words_of(sources.observation)
    before, after = _edge(wanted[: slot.start()]), _edge(wanted[slot.end() :])
    meant = Meant(rest, words)
    told = [text for i in meant.named if words.typed(i) < 0 for text in words.own(i)]
    read = {value for text in told if (value := _between(normal(text), before, after, whole))}
    return {slot[1]: read.pop()} if len(read) == 1 and not meant.elsewhere() else {}


def _edge(text: str) -> str:
    """The words beside a slot in one spelling, with the blank between them and the slot: `Order ` is not in `Orders 5`."""
    before, after = " " if text[:1].isspace() else "", " " if text[-1:].isspace() else ""
    return f"{before}{normal(text)}{after}" if text.strip() else ""


def _between(text: str, before: str, after: str, whole: bool) -> str:
    """The words between those before and after; where one of these is missing and the text goes on, one word.

    Empty: they do not stand there so, or more than once.
    """
    if whole:
        fits = text.startswith(before.lstrip()) and text.endswith(after.rstrip()) and len(text) > len(before) + len(after)
        return text[len(before.lstrip()) : len(text) - len(after.rstrip())].strip() if fits else ""
    if text.count(before or after) != 1:
        return ""
    rest = text.partition(before)[2] if before else text
    if not after:
        return (rest.split() or [""])[0].rstrip(".,;:!?)")
    told, found, _ = rest.partition(after)
    return "" if not found else told.strip() if before else (told.split() or [""])[-1]


def _holds(i: int, check: ElementCheck, words: Words) -> bool:
    """False for a text that only says the name that it was found by."""
    return not check.name or words.tree[i].role not in SAY_THEMSELVES or words.tree[i].value is not None
