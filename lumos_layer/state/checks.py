"""What shows that a requirement is met, as data: a closed union. What each of them comes to on a screen is for probes to say.

Every text may hold slots, as `{amount}`: what stands there is not known before it has been seen, and is bound once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, TypeAdapter

from lumos_layer.state.part import Tagged
from lumos_layer.tree import Role

Text = Annotated[str, Field(max_length=20_000)]
Tristate = Literal["false", "true", "mixed"]


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
    equals: JsonValue = Field(default=None, description="Left out or null: any value.")
    contains: Text = ""
    at_least: float | None = None


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
    text: Text = Field(default="", description="What was put in or gone to; empty: anything.")


class JudgeCheck(Tagged):
    """A model answers a question about the screen: the weakest source of all."""

    type: Literal["judge"] = "judge"
    question: Annotated[str, Field(min_length=1, max_length=20_000)]


class AllOf(Tagged):
    type: Literal["all"] = "all"
    checks: Annotated[tuple[Check, ...], Field(min_length=1, max_length=64)]


class AnyOf(Tagged):
    type: Literal["any"] = "any"
    checks: Annotated[tuple[Check, ...], Field(min_length=1, max_length=64)]


class Not(Tagged):
    type: Literal["not"] = "not"
    check: Check


Check = Annotated[
    ElementCheck | PageCheck | FileCheck | AppCheck | CommandCheck | ActCheck | JudgeCheck | AllOf | AnyOf | Not,
    Field(discriminator="type"),
]
for _model in (AllOf, AnyOf, Not):
    _model.model_rebuild()

_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def parts_of(check: Check) -> Iterator[Check]:
    """The check and all checks within it, the outer ones first."""
    waiting: list[Check] = [check]
    while waiting:
        each = waiting.pop()
        yield each
        match each:
            case AllOf() | AnyOf():
                waiting.extend(reversed(each.checks))
            case Not():
                waiting.append(each.check)


def texts_of(check: Check) -> Iterator[str]:
    """Every text of the check and of those within it that can hold slots."""
    for part in parts_of(check):
        for name in type(part).model_fields:
            if name not in (part.TAG, "role", "checks", "check"):
                yield from _texts(getattr(part, name))


def slots_of(check: Check) -> tuple[str, ...]:
    """The names of the slots in the check, in the order in which they stand there."""
    return tuple(dict.fromkeys(slot for text in texts_of(check) for slot in _SLOT.findall(text)))


def bound(check: Check, bindings: Mapping[str, str]) -> Check:
    """The same check with those slots filled that are known; the others stay."""
    if not any(slot in bindings for slot in slots_of(check)):
        return check
    return _CHECK.validate_python(_filled(check.model_dump(), bindings))


def _filled(said: Any, bindings: Mapping[str, str]) -> Any:
    if isinstance(said, str):
        return _SLOT.sub(lambda found: bindings.get(found[1], found[0]), said)
    if isinstance(said, dict):
        return {key: _filled(value, bindings) for key, value in said.items()}
    return [_filled(each, bindings) for each in said] if isinstance(said, list | tuple) else said


def _texts(value: object) -> Iterator[str]:
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


_CHECK: TypeAdapter[Check] = TypeAdapter(Check)
