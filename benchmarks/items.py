"""What a blueprint shows, as items that any form can be written from."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from lumos_layer import Blueprint
from lumos_layer.perception import items
from lumos_layer.perception.heads import head

Kind = Literal["element", "group", "text", "heading", "more"]
Position = tuple[int, ...]  # x, y or x, y, width, height


class Item(Struct, frozen=True):
    """What stands at one place: an element, a group of items, a text, a heading, or a mark that more was left out."""

    kind: Kind
    role: str = ""
    states: tuple[str, ...] = ()
    ref: int | None = None
    name: str = ""  # of a text or heading: its words
    position: Position | None = None
    details: dict[str, Any] = field(default_factory=dict)  # of a mark of more: how many, and under what
    items: tuple[Item, ...] = ()

    @property
    def head(self) -> str:
        return " ".join((self.role, *self.states))


def items_of(blueprint: Blueprint) -> list[Item]:
    """All that the blueprint shows, in reading order."""
    return [_item(item) for item in blueprint.items]


def _item(item: items.Item) -> Item:
    if isinstance(item, items.Text):
        return Item("text", name=item.text)
    if isinstance(item, items.Heading):
        return Item("heading", name=item.text)
    if isinstance(item, items.More):
        return Item("more", details={"more": item.count} | ({"under": item.under} if item.under else {}))
    words, can = head(item.role, item.can, item.states, item.ref is not None)
    role = " ".join(words.split()[: len(words.split()) - len(item.states)])
    ref = int(item.ref[1:]) if item.ref else None
    kind: Kind = "group" if isinstance(item, items.Group) else "element"
    inside = tuple(map(_item, item.items)) if isinstance(item, items.Group) else ()
    return Item(kind, role, item.states, ref, item.name, item.at, _details(item, can), inside)


def _details(item: items.Element | items.Group, can: str | None) -> dict[str, Any]:
    found = {key: getattr(item, key) for key in items.DETAILS}
    whole = {key: int(value) if isinstance(value, float) and value.is_integer() else value for key, value in found.items()}
    return {key: value for key, value in (whole | {"can": can}).items() if value is not None}
