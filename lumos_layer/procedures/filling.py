"""Slots: what varies is put in, and taken out again of a goal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from lumos_layer.perception.locator import Locator
from lumos_layer.procedures.procedure import Parameter, Procedure

_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_LONGEST = 20_000  # characters of an argument
Known = Mapping[str, str]


def filled(text: str, known: Known) -> str:
    """The text with what is known in place of its slots, in one go: what is put in has no slots of its own."""
    return _SLOT.sub(lambda slot: known.get(slot[1], slot[0]), text)


def filled_in(value: Any, known: Known, numbers: frozenset[str] = frozenset()) -> Any:
    """A document with its slots filled; one that is all of a text becomes a number if it is one of `numbers`."""
    if isinstance(value, str):
        slot = _SLOT.fullmatch(value)
        if slot is not None and slot[1] in numbers and slot[1] in known:
            return float(known[slot[1]])
        return filled(value, known)
    if isinstance(value, Mapping):
        return {name: filled_in(each, known, numbers) for name, each in value.items()}
    return [filled_in(each, known, numbers) for each in value] if isinstance(value, list | tuple) else value


def filled_locator(where: Locator, known: Known) -> Locator:
    words = {name: filled(said, known) for name in where.__struct_fields__ if isinstance(said := getattr(where, name), str)}
    return msgspec.structs.replace(where, **{name: said for name, said in words.items() if name != "role"})


def slots_in(texts: Iterable[str]) -> set[str]:
    return {slot for text in texts for slot in _SLOT.findall(text)}


def is_fixed(where: Locator, parameters: Iterable[Parameter]) -> bool:
    """True if no slot stands in it."""
    words = (said for name in where.__struct_fields__ if isinstance(said := getattr(where, name), str))
    return not slots_in(words) & {each.name for each in parameters}


def against(procedure: Procedure, arguments: Known) -> str:
    """What is wrong with the arguments of a call; empty if nothing is."""
    names = {each.name for each in procedure.parameters}
    if missing := [each.name for each in procedure.parameters if each.name not in arguments]:
        return f"it needs {', '.join(missing)} as well"
    if others := sorted(set(arguments) - names):
        return f"it takes no {others[0]}; it takes {', '.join(sorted(names)) or 'nothing'}"
    for each in procedure.parameters:
        if len(arguments[each.name]) > _LONGEST:
            return f"{each.name} is longer than {_LONGEST:,} characters"
        if each.type == "number" and not _is_number(arguments[each.name]):
            return f"{each.name} has to be a number"
    return ""


def arguments_of(procedure: Procedure, goal: str) -> Known | None:
    """The arguments with which the procedure has just this goal, word for word; None if it has another, or leaves one open."""
    names = {each.name for each in procedure.parameters}
    if names - slots_in([procedure.goal]):
        return None
    pattern, at, seen = "", 0, set[str]()
    words = " ".join(procedure.goal.split())
    for slot in _SLOT.finditer(words):
        if slot[1] not in names:
            continue
        pattern += re.escape(words[at : slot.start()]) + (f"(?P={slot[1]})" if slot[1] in seen else f"(?P<{slot[1]}>.+?)")
        at = slot.end()
        seen.add(slot[1])
    found = re.fullmatch(pattern + re.escape(words[at:]), " ".join(goal.split()))
    return None if found is None or against(procedure, found.groupdict()) else found.groupdict()


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", text.strip()) is not None
