"""What a blueprint is made of: elements, texts, headings, groups and marks of what was left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from lumos_layer.tree import Affordance, Role

DEEPEST = 32  # levels of groups; what is deeper stands in the last one, so that every JSON library can read it

State = Literal[
    "modal", "minimized", "disabled", "checked", "mixed", "pressed", "selected", "expanded", "collapsed", "readonly",
    "required", "invalid", "busy", "protected", "filled", "empty",
]  # fmt: skip


class _Described(Struct, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What elements and groups have in common. Texts are cut at 200 characters; `…_left` says how many more there are."""

    ref: str | None = None
    role: Role
    name: str = ""
    states: tuple[State, ...] = ()
    can: tuple[Affordance, ...] = ()
    at: tuple[int, ...] | None = None  # (x, y) of the centre, or (x, y, width, height)
    value: str | None = None
    hint: str | None = None
    min: float | None = None
    max: float | None = None
    nth: int | None = None
    above: int | None = None
    below: int | None = None
    left: int | None = None
    right: int | None = None
    offscreen: int | None = None
    name_left: int | None = None
    value_left: int | None = None
    hint_left: int | None = None


class Element(_Described, tag="element", gc=False):
    """Something that can be acted on, or says something by being there; it always has a ref."""


class Text(Struct, tag="text", tag_field="kind", gc=False):
    """Words that are shown and cannot be acted on."""

    text: str


class Heading(Struct, tag="heading", tag_field="kind", gc=False):
    """The title of what follows."""

    text: str


class More(Struct, tag="more", tag_field="kind", omit_defaults=True, gc=False):
    """So many things were left out here; the blueprint of the part `under` that ref shows them."""

    count: int
    under: str | None = None


class Group(_Described, tag="group"):
    """A window, dialog, list or other container, with what is inside it. Without a ref it cannot be acted on."""

    items: list[Item] = []


Item = Element | Text | Heading | Group | More

DETAILS = (
    "value", "hint", "min", "max", "nth", "above", "below", "left", "right", "offscreen", "name_left", "value_left", "hint_left",
)  # fmt: skip


def walk(items: Iterable[Item]) -> Iterator[Item]:
    """Every item, a group before what is inside it."""
    waiting = [iter(items)]
    while waiting:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
            continue
        yield item
        if isinstance(item, Group):
            waiting.append(iter(item.items))
