"""What slots of a check are seen to be: where all of a value is one slot, and it is plain which value is meant (S17, S18)."""

from __future__ import annotations

import re

from lumos_layer.state.checks import AppCheck, Check, ElementCheck, slots_of
from lumos_layer.state.probing import Missing, Sources
from lumos_layer.verification.elements import probe_element
from lumos_layer.verification.labelled import labelled_values
from lumos_layer.verification.meant import Meant
from lumos_layer.verification.states import SAY_THEMSELVES, value_of
from lumos_layer.verification.texts import bare
from lumos_layer.verification.words import Words, words_of

_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def read_slots(check: Check, sources: Sources) -> dict[str, str]:
    """The slots by name, as far as this one check lets them be read.

    A value is read where it was shown to people, or stored: what stands in a field that anybody can write into is not read.
    """
    match check:
        case ElementCheck(value=str() as wanted) if slot := _SLOT.fullmatch(wanted):
            return _of_element(check, slot[1], sources)
        case AppCheck(equals=str() as wanted) if slot := _SLOT.fullmatch(wanted):
            held = sources.stored(check.key)
            return {} if isinstance(held, Missing | bool | list | dict) or held in (None, "") else {slot[1]: str(held)}
    return {}


def _of_element(check: ElementCheck, slot: str, sources: Sources) -> dict[str, str]:
    open_check = check.model_copy(update={"value": None})
    if slots_of(open_check):
        return {}
    words = words_of(sources.observation)
    named = Meant(open_check, words).named
    read = {value for i in named if words.typed(i) < 0 and _holds(i, check, words) and (value := value_of(i, words))}
    stands = words.scope(check.within) if check.within else _anywhere
    if not read and check.name and not check.identifier:
        read = {bare(value) for value in labelled_values(check, words, stands).values()}
    elif probe_element(open_check, words).verdict is not True:
        return {}
    return {slot: read.pop()} if len(read) == 1 else {}


def _holds(i: int, check: ElementCheck, words: Words) -> bool:
    """False for a text that only says the name that it was found by."""
    return not check.name or words.tree[i].role not in SAY_THEMSELVES or words.tree[i].value is not None


def _anywhere(i: int) -> bool:
    return True
