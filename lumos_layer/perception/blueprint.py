"""A blueprint: one screen as a planner sees it. Two JSON forms print it, compact and object; both hold all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from lumos_layer.perception import compact, tokens
from lumos_layer.perception.items import DEEPEST, Element, Group, Item, walk

View = Literal["full", "outline", "interactive", "subtree", "search"]
Boxes = Literal["none", "centre", "box"]

_HEADER = ("surface", "app", "title", "url", "size", "letter", "root", "view", "boxes", "omitted", "warnings", "focus")
_PRINTED = tuple("refs" if name == "letter" else name for name in _HEADER)
_SILENT: tuple[Any, ...] = ("", None, {}, (), "full", "none")
_CUTTING = ("budget", "depth", "view", "search", "elsewhere")


class Blueprint(Struct, kw_only=True, omit_defaults=True, rename={"letter": "refs"}):
    """One screen, or a part of it, in reading order. What is empty is left out of both forms.

    `omitted` counts by reason what is not shown: `hidden`, `offscreen`, `zero_area`, `minimized`, `wrapper` (says nothing),
    `repeated` (said already), `decorative`; and, where a request asked for less, `view`, `depth`, `search`, `elsewhere`, `budget`.
    """

    surface: str = ""
    app: str = ""
    title: str = ""
    url: str = ""
    size: tuple[int, int] | None = None
    letter: Literal["A", "W"] | None = None
    root: str | None = None
    view: View = "full"
    boxes: Boxes = "none"
    omitted: dict[str, int] = {}
    warnings: tuple[str, ...] = ()
    focus: str | None = None
    items: list[Item] = []

    def compact(self) -> str:
        """The form for prompts; docs/compact-form.md teaches to read it."""
        return compact.encode(self.header(), self.items)

    def object(self) -> str:
        """The form for programs: objects with all names written out, valid by schemas/blueprint.schema.json."""
        return msgspec.json.encode(self).decode()

    def header(self) -> dict[str, Any]:
        """What both forms say of the whole, without what is empty, in their order."""
        said = {printed: getattr(self, name) for name, printed in zip(_HEADER, _PRINTED, strict=True)}
        return {printed: value for printed, value in said.items() if value not in _SILENT}

    @property
    def refs(self) -> tuple[str, ...]:
        """All refs shown, in reading order."""
        shown = [item.ref for item in self.walk() if isinstance(item, Element | Group) and item.ref]
        return (self.root, *shown) if self.root else tuple(shown)

    @property
    def cut(self) -> bool:
        """True if a view, depth, search, part or budget left out something that the full blueprint shows."""
        return any(self.omitted.get(reason) for reason in _CUTTING)

    def tokens(self) -> int:
        """Exact o200k_base tokens of the compact form. Raises MissingExtra without the extra `tokens`."""
        return tokens.count(self.compact())

    def walk(self) -> Iterator[Item]:
        """Every item, a group before what is inside it."""
        return walk(self.items)


def decode_object(text: str | bytes) -> Blueprint:
    """A blueprint from its object form. Raises msgspec.ValidationError if it is none."""
    try:
        blueprint = msgspec.json.decode(text, type=Blueprint)
    except RecursionError:
        raise msgspec.ValidationError(f"Groups nest deeper than {DEEPEST} levels") from None
    _check(blueprint.items, 0)
    return blueprint


def _check(items: Sequence[Item], depth: int) -> None:
    """Refuse what the model alone cannot: an element without a ref, and groups too deep to print."""
    if depth > DEEPEST:
        raise msgspec.ValidationError(f"Groups nest deeper than {DEEPEST} levels")
    for item in items:
        if isinstance(item, Element) and not item.ref:
            raise msgspec.ValidationError(f"Element {item.name!r} has no ref")
        if isinstance(item, Group):
            _check(item.items, depth + 1)
