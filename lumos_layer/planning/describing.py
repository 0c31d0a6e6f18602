"""Checks of what a goal calls something: an element of that name, a field, an option, an act on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lumos_layer.planning.rules.phrases import narrower
from lumos_layer.planning.rules.words import Wanted, without_generic
from lumos_layer.state.checks import ActCheck, AnyOf, Check, ElementCheck
from lumos_layer.tree import Role

MOST_NAMES = 6  # of one element, that are looked for
_MOST_CHECKS = 64
MOST_OF_ONE = 24  # descriptions of one element
_TICKED = (Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX, Role.RADIO, Role.MENUITEMRADIO)


def _called(what: Wanted) -> Iterator[tuple[str, bool, str]]:
    """What it may be called: name, whether loosely, and what it stands in; `total of the invoice` also as `invoice total`,
    and as `total` in `invoice`."""
    inner = narrower(what)
    for each in (what, *(() if inner is None else (inner,))):
        turned = () if inner is None or each is not what else tuple(f"{inner.within} {name}" for name in inner.names[:1])
        names = (*each.names[: MOST_NAMES - len(turned)], *turned)
        shorter = () if each.quoted else (without_generic(name) for name in names[:1])
        for name in dict.fromkeys(filter(None, (*names, *shorter))):
            yield name, not each.quoted, each.within


def elements(what: Wanted, **said: Any) -> list[Check]:
    """An element that is called so, by any of the names."""
    return [ElementCheck(name=name, loosely=loosely, within=within, **said) for name, loosely, within in _called(what)]


def fields(what: Wanted, roles: Sequence[Role], **said: Any) -> list[Check]:
    """A field that is called so, and not its label, which may be called so too."""
    return [check for role in roles for check in elements(what, role=role, **said)][:MOST_OF_ONE]


def switched(what: Wanted, on: bool) -> list[Check]:
    chosen = elements(what, role=Role.RADIO, selected=True) if on else []
    pressed = fields(what, (Role.BUTTON, Role.SWITCH), pressed=on)
    return [*fields(what, _TICKED, checked=on), *pressed, *chosen]


def chosen(option: Wanted, inside: Wanted) -> list[Check]:
    """The option is the one that is chosen in what is called so."""
    there = Wanted(option.names[:2], option.quoted, within=inside.names[0])
    return [*elements(there, checked=True), *elements(there, selected=True)]


def options(inside: Wanted, values: Sequence[str]) -> list[Check]:
    """A list that is called so and shows one of these options, however it writes them: people write `size` for `Size`."""
    written = dict.fromkeys(each for value in values for each in (value, value.capitalize(), value.title(), value.upper()))
    return [
        ElementCheck(role=role, name=inside.names[0], loosely=not inside.quoted, within=inside.within, value=value)
        for role in (Role.COMBOBOX, Role.LISTBOX)
        for value in written
    ]


def acts(verbs: Iterable[str], what: Wanted | None, text: str = "") -> list[Check]:
    called = [("", False, "")] if what is None else list(_called(what))
    return [ActCheck(verb=verb, name=name, loosely=loosely, text=text) for verb in verbs for name, loosely, _ in called]


def any_of_these(checks: Sequence[Check], *, of_one: bool = False) -> Check:
    return checks[0] if len(checks) == 1 else AnyOf(checks=tuple(checks[:_MOST_CHECKS]), of_one=of_one)


def bare(name: str) -> str:
    return name.strip().strip("*")
