"""What shows that a requirement is met, as data: a closed union. What each of them comes to on a screen is for probes to say.

Every text may hold slots, as `{amount}`: what stands there is not known before it has been seen, and is bound once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from lumos_layer.state.part import Json, Tagged
from lumos_layer.state.patterns import literal
from lumos_layer.tree import Role

Text = Annotated[str, Field(max_length=20_000)]


class ElementCheck(Tagged):
    """An element is there (or not), as it is described. What is left out does not matter."""

    type: Literal["element"] = "element"
    role: Role | None = None
    name: Text = ""
    loosely: bool = Field(
        default=False, description="The name is as a person says it: small words, case and signs around it do not matter."
    )
    identifier: Text = Field(default="", description="What its developers call it.")
    within: Text = Field(default="", description="The name of the window, dialog, form, group or row that it stands in.")
    app: Text = ""
    value: Text | None = Field(default=None, description="All of what it holds; of a text what it says.")
    text_contains: Text = Field(default="", description="What its name or value has in it.")
    checked: bool | None = None
    selected: bool | None = None
    pressed: bool | None = None
    expanded: bool | None = None
    enabled: bool | None = None
    exists: bool = True
    count: int | None = Field(default=None, ge=0, description="How many fit; left out: at least one.")


class PageCheck(Tagged):
    """The page or window that is shown has this address or title: exactly so, but for `*`, which stands for anything."""

    type: Literal["page"] = "page"
    url: Text = ""
    title: Text = ""


class FileCheck(Tagged):
    """A file is there (or not), and holds what is said."""

    type: Literal["file"] = "file"
    path: Annotated[str, Field(min_length=1, max_length=4_096)]
    exists: bool = True
    equals: Text | None = Field(default=None, description="All that it holds.")
    contains: Text = ""
    absent: Text = Field(default="", description="What it must not hold.")


class AppCheck(Tagged):
    """What an app has stored under a key."""

    type: Literal["app"] = "app"
    key: Annotated[str, Field(min_length=1, max_length=1_000)]
    equals: Json = Field(default=None, description="Left out or null: any value.")
    contains: Text = ""
    at_least: float | None = Field(default=None, allow_inf_nan=False)


class CommandCheck(Tagged):
    """A command that only reads says so. It runs without a shell; only a few programs are allowed."""

    type: Literal["command"] = "command"
    argv: Annotated[tuple[Text, ...], Field(min_length=1, max_length=64)]
    exit_code: int = 0
    expects: tuple[Text, ...] = Field(default=(), description="What its output must have in it.")
    forbids: tuple[Text, ...] = Field(default=(), description="What its output must not have in it.")


class ActCheck(Tagged):
    """Such an act was done, and an effect of it was seen: the weakest source of those that need no judge."""

    type: Literal["act"] = "act"
    verb: Annotated[str, Field(min_length=1, max_length=40)] = Field(description="The type of the action.")
    role: Role | None = None
    name: Text = Field(default="", description="What was acted on; empty: anything.")
    loosely: bool = Field(default=False, description="As for elements.")
    text: Text = Field(default="", description="What was put in, chosen or gone to; empty: anything.")
    times: int = Field(default=1, ge=1, le=1_000, description="How often at least.")


class JudgeCheck(Tagged):
    """A model answers a question about the screen: the weakest source of all."""

    type: Literal["judge"] = "judge"
    question: Annotated[str, Field(min_length=1, max_length=20_000)]


_DEEPEST = 16  # checks within checks


def _shallow(inner: Any) -> Any:
    """The same, if nothing in it lies too deep."""
    level = list(inner) if isinstance(inner, tuple) else [inner]
    for _ in range(_DEEPEST):
        level = [each for check in level for each in _within(check)]
        if not level:
            return inner
    raise ValueError(f"checks lie in checks at most {_DEEPEST} deep")


def _within(check: Any) -> tuple[Any, ...]:
    match check:
        case AllOf() | AnyOf():
            return check.checks
        case Not():
            return (check.check,)
    return ()


Several = Annotated[tuple["Check", ...], Field(min_length=1, max_length=64), AfterValidator(_shallow)]


class AllOf(Tagged):
    """All of these hold."""

    type: Literal["all"] = "all"
    checks: Several


class AnyOf(Tagged):
    """At least one of these holds."""

    type: Literal["any"] = "any"
    checks: Several
    of_one: bool = Field(
        default=False,
        description="They tell of one thing in different ways: where what the run has acted on is otherwise by one of them, it is "
        "not so, although the others find nothing.",
    )


class Not(Tagged):
    """This does not hold, and that was seen: what is uncertain stays so."""

    type: Literal["not"] = "not"
    check: Annotated[Check, AfterValidator(_shallow)]


Check = Annotated[
    ElementCheck | PageCheck | FileCheck | AppCheck | CommandCheck | ActCheck | JudgeCheck | AllOf | AnyOf | Not,
    Field(discriminator="type"),
]
for _model in (AllOf, AnyOf, Not):
    _model.model_rebuild()

SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_UNWORDED = frozenset(("type", "role", "checks", "check", "verb"))


def parts_of(check: Check) -> Iterator[Check]:
    """The check and all checks within it, the outer ones first."""
    waiting: list[Check] = [check]
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(reversed(_within(each)))


def worded(check: Check) -> Iterator[tuple[str, object]]:
    """The fields of one check, but not of those within it, that can hold slots, by name."""
    return ((name, getattr(check, name)) for name in type(check).model_fields if name not in _UNWORDED)


def slots_of(check: Check) -> tuple[str, ...]:
    """The names of the slots in the check and those within it, in the order in which they stand there."""
    texts = (text for part in parts_of(check) for _, value in worded(part) for text in texts_in(value))
    return tuple(dict.fromkeys(slot for text in texts for slot in SLOT.findall(text)))


def bound(check: Check, bindings: Mapping[str, str]) -> Check:
    """The same check with those slots filled that are known; the others stay."""
    if not any(slot in bindings for slot in slots_of(check)):
        return check
    match check:
        case AllOf() | AnyOf():
            return check.model_copy(update={"checks": tuple(bound(each, bindings) for each in check.checks)})
        case Not():
            return check.model_copy(update={"check": bound(check.check, bindings)})
        case PageCheck():
            bindings = {slot: literal(text) for slot, text in bindings.items()}
    return check.model_copy(update={name: _filled(value, bindings) for name, value in worded(check)})


def _filled(value: Any, bindings: Mapping[str, str]) -> Any:
    match value:
        case str():
            return SLOT.sub(lambda found: bindings.get(found[1], found[0]), value)
        case dict():
            return {key: _filled(each, bindings) for key, each in value.items()}
        case list() | tuple():
            return type(value)(_filled(each, bindings) for each in value)
    return value


def texts_in(value: object) -> Iterator[str]:
    """The texts in a field: of a list or an object all that stand in it, but not the keys."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, Mapping):
            waiting.extend(reversed(list(each.values())))
        elif isinstance(each, list | tuple):
            waiting.extend(reversed(each))
