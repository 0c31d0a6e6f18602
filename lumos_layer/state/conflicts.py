"""Requirements that cannot both be met, as far as their checks say so (S53)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from lumos_layer.state.checks import AllOf, AppCheck, Check, CommandCheck, ElementCheck, FileCheck, Not, PageCheck, slots_of
from lumos_layer.state.requirement import Requirement
from lumos_layer.state.words import as_json


class Conflict(NamedTuple):
    """Two requirements of which at most one can be met, and why."""

    one: str
    other: str
    why: str


def conflicts(requirements: Sequence[Requirement]) -> tuple[Conflict, ...]:
    """Pairs of lasting requirements whose checks cannot both hold, each pair once. What holds a slot is not compared."""
    about: dict[Hashable, list[tuple[str, Check]]] = defaultdict(list)
    for each in (one for one in requirements if one.lasting):
        for part in _demands(each.check):
            for subject in _subjects(part):
                about[subject].append((each.id, part))
    found = (
        Conflict(one, other, why)
        for sayings in about.values()
        for (one, said), (other, also) in combinations(sayings, 2)
        if one != other and (why := _clash(said, also))
    )
    order = {each.id: place for place, each in enumerate(requirements)}
    first: dict[frozenset[str], Conflict] = {}
    for conflict in found:
        first.setdefault(frozenset((conflict.one, conflict.other)), conflict)
    return tuple(sorted(first.values(), key=lambda each: (order[each.one], order[each.other])))


def _demands(check: Check | None) -> Iterator[Check]:
    """What must hold in any case."""
    waiting = [check] if check is not None else []
    while waiting:
        each = waiting.pop()
        if isinstance(each, AllOf):
            waiting.extend(reversed(each.checks))
        elif not slots_of(each):
            yield each


def _subjects(check: Check) -> Iterator[Hashable]:
    """What a check is about: only checks about the same thing can clash."""
    match check:
        case ElementCheck():
            yield ("element", check.role, check.name.casefold(), check.identifier, check.within, check.app)
        case PageCheck():
            yield "page"
        case FileCheck():
            yield ("file", check.path)
        case AppCheck():
            yield ("app", check.key)
        case CommandCheck():
            yield ("command", check.argv)
    yield ("whole", _same(check.check if isinstance(check, Not) else check))


def _same(check: Check) -> str:
    return as_json(check.model_dump())


def _clash(one: Check, other: Check) -> str:
    """Why the two cannot both hold; empty: they can, as far as can be told."""
    if isinstance(one, Not) != isinstance(other, Not):
        positive, negative = (other, one) if isinstance(one, Not) else (one, other)
        assert isinstance(negative, Not)  # noqa: S101 - one of the two is
        return "the one says the opposite of the other" if _same(negative.check) == _same(positive) else ""
    rule = _RULES.get(type(one))
    return rule(one, other) if rule is not None and type(one) is type(other) else ""


def _of_elements(one: ElementCheck, other: ElementCheck) -> str:
    if one.exists != other.exists:
        there, gone = (one, other) if one.exists else (other, one)
        return "it must be there and must not be" if _describes(gone) <= _describes(there) else ""
    if not one.exists:
        return ""
    for name in ("value", "checked", "selected", "pressed", "expanded", "enabled", "count"):
        if why := _differing(name, getattr(one, name), getattr(other, name)):
            return why
    return _lacking(one.value, other.text_contains if other.name else "") or _lacking(
        other.value, one.text_contains if one.name else ""
    )


def _describes(check: ElementCheck) -> set[tuple[str, Any]]:
    """What the element has to be besides what it is called."""
    names = ("value", "text_contains", "checked", "selected", "pressed", "expanded", "enabled")
    return {(name, value) for name in names if (value := getattr(check, name)) not in (None, "")}


def _of_pages(one: PageCheck, other: PageCheck) -> str:
    for name in ("url", "title"):
        texts = getattr(one, name), getattr(other, name)
        if all(texts) and not any("*" in text for text in texts) and (why := _differing(name, *texts)):
            return why
    return ""


def _of_files(one: FileCheck, other: FileCheck) -> str:
    if one.exists != other.exists:
        return "the file must be there and must not be"
    if not one.exists:
        return ""
    return (
        _differing("content", one.equals, other.equals)
        or _lacking(one.equals, other.contains)
        or _lacking(other.equals, one.contains)
        or _holding(one, other)
        or _holding(other, one)
    )


def _holding(one: FileCheck, other: FileCheck) -> str:
    held = one.contains if one.equals is None else one.equals
    return f"it must hold {other.absent[:80]!r} and must not" if other.absent and other.absent in held else ""


def _of_apps(one: AppCheck, other: AppCheck) -> str:
    return (
        _differing("value", one.equals, other.equals)
        or _too_small(one.equals, other.at_least)
        or _too_small(other.equals, one.at_least)
        or _lacking(one.equals, other.contains)
        or _lacking(other.equals, one.contains)
    )


def _of_commands(one: CommandCheck, other: CommandCheck) -> str:
    both = [words for a, b in ((one, other), (other, one)) for words in a.expects if any(no in words for no in b.forbids)]
    return (
        f"its output must hold {both[0][:80]!r} and must not" if both else _differing("exit code", one.exit_code, other.exit_code)
    )


def _differing(what: str, one: Any, other: Any) -> str:
    same = one is None or other is None or (one == other and isinstance(one, bool) == isinstance(other, bool))
    return "" if same else f"its {what} must be {str(one)[:80]!r} and {str(other)[:80]!r}"


def _lacking(whole: Any, part: str) -> str:
    return f"{whole[:80]!r} has no {part[:80]!r} in it" if isinstance(whole, str) and part and part not in whole else ""


def _too_small(found: Any, least: float | None) -> str:
    is_less = least is not None and isinstance(found, int | float) and found < least
    return f"it must be {found} and at least {least:g}" if is_less else ""


_RULES: Mapping[type[Any], Callable[[Any, Any], str]] = MappingProxyType(
    {ElementCheck: _of_elements, PageCheck: _of_pages, FileCheck: _of_files, AppCheck: _of_apps, CommandCheck: _of_commands}
)
