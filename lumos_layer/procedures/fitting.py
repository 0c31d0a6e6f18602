"""Whether a look is as a procedure wants it, and which elements of it a step means: those and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from lumos_layer.errors import Ambiguous, TargetError
from lumos_layer.perception.locator import Locator
from lumos_layer.perception.observation import Observation
from lumos_layer.procedures.filling import Known, filled, filled_in, filled_locator, is_fixed
from lumos_layer.procedures.procedure import Expected, Procedure, Shown, Step
from lumos_layer.tree import Node

_OWN = ("name", "identifier", "row", "group")  # what an element has none of is part of what it is


class Unfit(Exception):
    """A step does not fit the look; the text says why, without a word of the screen: planners take it for the runtime's own."""


def located(where: Locator, look: Observation) -> str:
    """The ref of the only element that is all that the locator says, and in name, identifier, row and group nothing else.

    Raises Unfit: what was renamed, or took the place of another, is not the same element.
    """
    try:
        ref = look.locate(where)
    except Ambiguous:
        raise Unfit("several elements are called as its element was") from None
    except TargetError:
        raise Unfit("its element is not there as it was") from None
    now = look.full_locator(ref)
    for said in _OWN:
        if getattr(where, said) != getattr(now, said):
            raise Unfit(f"what stands in place of its element has another {said}")
    return ref


def fits(procedure: Procedure, look: Observation) -> bool:
    """True if what must hold before the first step holds on this look."""
    when = procedure.when
    if when.format not in ("", look.format) or not _is_at(when.app, when.title, when.url, look, {}):
        return False
    try:
        for where in when.shows:
            if is_fixed(where, procedure.parameters):
                located(where, look)
    except Unfit:
        return False
    return True


def missing_after(expected: Expected, look: Observation, known: Known) -> str:
    """What of the expected state does not show on this look, without a word of it; empty if all of it does."""
    if not _is_at(expected.app, expected.title, expected.url, look, known):
        return "another app, window or page is shown"
    shown = names_of(look)
    for text in expected.texts:
        if filled(text, known) not in shown:
            return "a window, heading or message that came with it is not shown"
    for text in expected.gone:
        if filled(text, known) in shown:
            return "a window, heading or message that went with it is still shown"
    return "" if expected.element is None else _missing_of(expected.element, look, known)


def _missing_of(shown: Shown, look: Observation, known: Known) -> str:
    where = filled_locator(shown.where, known)
    try:
        node = look.tree[look.refs[located(where, look)]]
    except Unfit as problem:
        return str(problem)
    if shown.value is not None and node.value != filled(shown.value, known):
        return "its element does not hold what was put in"
    return next((f"its element is not {name}={said}" for name, said in _states(shown) if getattr(node, name) != said), "")


def _states(shown: Shown) -> Iterator[tuple[str, Any]]:
    for name in ("checked", "selected", "expanded"):
        if (said := getattr(shown, name)) is not None:
            yield name, said


def names_of(look: Observation) -> set[str]:
    """The names of all that is shown."""
    return {look.name_of(i) for i in look.kept}


def states_of(node: Node) -> dict[str, Any]:
    """The states that a step can change, as far as they are said."""
    return {name: said for name in ("checked", "selected", "expanded") if (said := getattr(node, name)) is not None}


def action_of(step: Step, look: Observation, known: Known, numbers: frozenset[str]) -> dict[str, Any]:
    """The action of the step with refs of this look. Raises Unfit."""
    if step.focus is not None:
        ref = located(filled_locator(step.focus, known), look)
        if look.tree[look.refs[ref]].focused is not True:
            raise Unfit("what has the keyboard is not what had it")
    made: dict[str, Any] = with_refs(step.action, look, known, numbers)
    return made


def with_refs(value: Any, look: Observation, known: Known, numbers: frozenset[str]) -> Any:
    if isinstance(value, dict):
        made = {name: with_refs(each, look, known, numbers) for name, each in value.items() if name != "where"}
        if "where" in value:
            made["ref"] = located(filled_locator(msgspec.convert(value["where"], Locator), known), look)
        return made
    if isinstance(value, list):
        return [with_refs(each, look, known, numbers) for each in value]
    return filled_in(value, known, numbers)


def _is_at(app: str, title: str, url: str, look: Observation, known: Known) -> bool:
    pairs = ((app, look.app), (title, look.title), (url, bare(look.url)))
    return all(not wanted or matches(filled(wanted, known), found) for wanted, found in pairs)


def matches(pattern: str, text: str) -> bool:
    """True if the text is as the pattern says, in which `*` stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None


def bare(url: str) -> str:
    """An address without what follows its path."""
    return re.split(r"[?#]", url, maxsplit=1)[0]
