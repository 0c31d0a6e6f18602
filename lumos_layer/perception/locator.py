"""Durable names of elements: what finds one again in another session, on another day."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from lumos_layer.errors import InputError
from lumos_layer.perception.beside import HIGHEST
from lumos_layer.tree import Role

# What programs make up anew: digits alone or in runs, hexadecimal, GUIDs, counters after a separator, and what frameworks number.
_GENERATED = re.compile(
    r"""^\d+$ | \d{3,} | [-_:./]\d+[-_:./]?$ | ^[:«]r | ^(?:ember|ext-gen|yui|gwt|radix|mui|mat)[-_]?\S*\d
    | [0-9a-f]{8}-?[0-9a-f]{4} | ^(?=[a-f]*\d)[0-9a-f]{8,}$ | [\s]""",
    re.VERBOSE | re.IGNORECASE,
)


class Locator(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """As little as tells an element from all others of its screen. A `name` of "" is that of an element without one.

    `identifier` is what its developers call it. `row` are words of the row that it stands in; `group`, `window` and `heading` name
    the nearest group and window around it that have a name, and the heading before it. `column` names the column of a cell, `holds`
    are the first words in an element that has no name. `beside` are the first words, but for its own, in what stands `levels` above
    it, for screens on which a record has no row; the two are said together.
    """

    role: Role
    name: str | None = None
    identifier: str | None = None
    row: str | None = None
    group: str | None = None
    heading: str | None = None
    window: str | None = None
    column: str | None = None
    holds: str | None = None
    beside: str | None = None
    levels: Annotated[int, Meta(ge=1, le=HIGHEST)] | None = None

    def __post_init__(self) -> None:
        if (self.beside is None) != (self.levels is None):
            raise ValueError("`beside` and `levels` are said together, or neither is")

    def json(self) -> str:
        """Valid by schemas/locator.schema.json; `decode_locator` reads it."""
        return msgspec.json.encode(self).decode()

    def __str__(self) -> str:
        """`button 'Edit' in row 'Ada'`."""
        words = [self.role.value]
        if self.name is not None:
            words.append(repr(self.name) if self.name else "without a name")
        if self.identifier is not None:
            words.append(f"with identifier {self.identifier!r}")
        said = [("in row", self.row), ("in group", self.group), ("under heading", self.heading), ("in window", self.window)]
        said += [("in column", self.column), ("that holds", self.holds), ("beside", self.beside)]
        return " ".join([*words, *(f"{where} {name!r}" for where, name in said if name is not None)])


def decode_locator(text: str | bytes) -> Locator:
    """A locator from its JSON. Raises InputError if it is none."""
    try:
        return msgspec.json.decode(text, type=Locator)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"This is no locator: {error}. Give the JSON that `Locator.json` wrote.") from None


def looks_stable(identifier: str) -> bool:
    """False for identifiers that look as if a program made them up: numbers, GUIDs, counters."""
    return bool(identifier) and _GENERATED.search(identifier) is None
