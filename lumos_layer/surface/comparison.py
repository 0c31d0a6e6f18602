"""What is otherwise on a surface since a person has had it, in the terms of the delta (docs/delta.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.perception.continuing import again
from lumos_layer.perception.delta import Change
from lumos_layer.perception.items import Element, Group, Heading, Item, Text
from lumos_layer.perception.observation import Observation
from lumos_layer.surface.addresses import bare
from lumos_layer.surface.echoes import is_own
from lumos_layer.tree.collection import put_off


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ElementChange(_Part):
    """One field of one element that is another. `ref` is that of the new look; `own`: the agent itself had done it, unseen."""

    element: str
    ref: str = ""
    field: str
    before: JsonValue = None
    after: JsonValue = None
    own: bool = False


class Comparison(_Part):
    """What changed between the agent's last look before and its first look after a person had the surface.

    `page`: another page or window is shown, so that nothing can be told apart in it. What is protected says only whether it is
    filled. `added` and `removed` are elements and texts in words.
    """

    before: str = Field(description="The observation before.")
    after: str = Field(description="The observation after.")
    page: bool = False
    title: str = Field(default="", description="The title now, if it is another.")
    url: str = Field(default="", description="The address now, if it is another; without query and fragment.")
    changed: tuple[ElementChange, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """True if the person has changed nothing that is shown."""
        told = (self.page, self.title, self.url, self.added, self.removed, self.opened, self.closed)
        return not any(told) and all(change.own for change in self.changed)


def compare(before: Observation, after: Observation, own: Sequence[GroundedAction] = ()) -> Comparison:
    """What a person changed between two looks at one surface, whose refs need not be the same.

    `own` are acts of the agent that landed after the look before: what came of them is marked as its own.
    """
    with put_off():
        joined = again(before, after)  # the later look with the refs of the earlier one
        delta = joined.since(before)
        named = _Named(before, joined, after)
        return Comparison(
            before=before.id,
            after=after.id,
            page=delta.whole == "page",
            title=after.title if after.title != before.title else "",
            url=bare(after.url) if bare(after.url) != bare(before.url) else "",
            changed=tuple(named.change(each, own) for each in delta.changed),
            added=_words(delta.added),
            removed=_words(delta.removed),
            opened=delta.opened,
            closed=delta.closed,
        )


class _Named:
    """Gives the changes of a delta the words and the new refs of the elements."""

    def __init__(self, before: Observation, joined: Observation, after: Observation) -> None:
        self._before, self._joined, self._after = before, joined, after

    def change(self, change: Change, own: Sequence[GroundedAction]) -> ElementChange:
        node = self._joined.refs.get(change.ref) if change.ref else None
        return ElementChange(
            element=f"{self._joined.tree[node].role.value} {self._joined.name_of(node)}".rstrip() if node is not None else "text",
            ref=(self._after.ref_of(node) or "") if node is not None else "",
            field=change.field,
            before=_plain(change.before),
            after=_plain(change.after),
            own=any(is_own(change, action) for action in own),
        )


def _plain(value: object) -> JsonValue:
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _words(items: Sequence[Item]) -> tuple[str, ...]:
    return tuple(words for item in items for words in _said(item))


def _said(item: Item) -> Iterator[str]:
    match item:
        case Text(text=text) | Heading(text=text):
            yield text
        case Element() | Group():
            if item.name or item.ref:
                yield f"{item.role.value} {item.name}".rstrip()
