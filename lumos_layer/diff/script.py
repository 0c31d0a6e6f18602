"""The edit script: what must be done to one tree to make it another, as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields

from lumos_layer.errors import DamagedScript
from lumos_layer.tree import Node

FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Node))

if TYPE_CHECKING:

    class Changes(Struct, frozen=True, kw_only=True):
        """Some fields of a node by their names, and its tag; a field that is not named is UNSET."""

        def __init__(self, **said: Any) -> None: ...

        def __getattr__(self, field: str) -> Any: ...
else:
    # All of a node's fields, whatever they will be one day.
    Changes = msgspec.defstruct(
        "Changes",
        [("tag", str | UnsetType, UNSET), *((field.name, field.type | UnsetType, UNSET) for field in fields(Node))],
        frozen=True,
        kw_only=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
        gc=False,
        namespace={"__doc__": "Some fields of a node by their names, and its tag; a field that is not named is UNSET."},
    )


class Update(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Node `node` of the tree before, which is `to` in the tree after, changes in these fields; `now` names the same as `was`."""

    node: int
    to: int
    was: Changes
    now: Changes

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that change, in a node's order; `tag` last."""
        return tuple(name for name in (*FIELDS, "tag") if getattr(self.now, name) is not UNSET)


class Delete(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`size` nodes of the tree before go, in document order from `node`; what stays below one of them moves up into its place."""

    node: int
    size: int = 1


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Node `node` of the tree before goes, with what is below it, below `parent` (-1: becomes a root), where it is node `to`."""

    node: int
    to: int
    parent: int


class New(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A node that was not there; `size` counts it and all nodes below it in the tree after."""

    node: Node
    tag: str
    size: int = 1


class Insert(Struct, frozen=True, forbid_unknown_fields=True):
    """New nodes, in document order from node `to` of the tree after: the first below `parent` (-1: a root), the others below it.

    Where the first is larger than the list is long, it closes around what stays or moves in there.
    """

    to: int
    parent: int
    nodes: tuple[New, ...]


class EditScript(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What makes the tree before the tree after; `patch` does it. Each list is in document order.

    Nodes of the tree before are named by their ids there, and the places where something goes by ids of the tree after.
    `before` and `after` count nodes; `checksum` is that of the tree before, by which `patch` knows it.
    """

    before: int
    after: int
    checksum: int
    updates: tuple[Update, ...] = ()
    deletes: tuple[Delete, ...] = ()
    moves: tuple[Move, ...] = ()
    inserts: tuple[Insert, ...] = ()

    def __len__(self) -> int:
        """How many edits there are; an empty script changes nothing."""
        return len(self.updates) + len(self.deletes) + len(self.moves) + len(self.inserts)

    def __iter__(self) -> Iterator[Update | Delete | Move | Insert]:
        yield from self.updates
        yield from self.deletes
        yield from self.moves
        yield from self.inserts

    def json(self) -> str:
        """The script as JSON text by schemas/edit-script.schema.json."""
        return msgspec.json.encode(self).decode()


def decode_script(text: str | bytes) -> EditScript:
    """The script that `EditScript.json` wrote. Raises DamagedScript (an InputError) if it is none."""
    try:
        return msgspec.json.decode(text, type=EditScript)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DamagedScript(str(error)) from None
