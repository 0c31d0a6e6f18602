"""Refs: the short handles of one observation's nodes."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Any
from weakref import ReferenceType

from msgspec import Struct, field, structs

from lumos_layer.errors import NoSuchRef
from lumos_layer.perception.draft import RefLetter
from lumos_layer.perception.naming import Strangers


def number_of(ref: str) -> int:
    """The number in a ref: 12 of `A12`."""
    return int(ref[1:])


def no_such_ref(ref: str, known: Iterable[str]) -> NoSuchRef:
    """The error for a ref that is none of the known ones, of which it names the first and the last."""
    found = sorted(known, key=number_of)
    return NoSuchRef(ref, [found[0], found[-1]] if len(found) > 1 else found)


class RefMap(Mapping[str, int]):
    """Full ref (`A12`) to node id, in reading order: first what can be acted on or must be told apart, then the containers."""

    def __init__(self, letter: RefLetter, numbers: Mapping[int, int]) -> None:
        """`numbers` has the number of each node that gets a ref, in reading order."""
        self.letter = letter
        self._node_of: dict[str, int] = {}
        self._ref_of: dict[int, str] = {}
        for node, number in numbers.items():
            ref = f"{letter}{number}"
            self._node_of[ref] = node
            self._ref_of[node] = ref

    def __getitem__(self, ref: str) -> int:
        """Raises NoSuchRef (a TargetError), which is no KeyError: a ref is asked for by name, from outside."""
        node = self._node_of.get(ref)
        if node is None:
            raise no_such_ref(ref, self._node_of)
        return node

    def get(self, ref: str, default: Any = None) -> Any:
        """The node id, or `default` if there is no such ref."""
        return self._node_of.get(ref, default)

    def __contains__(self, ref: object) -> bool:
        return ref in self._node_of

    def __iter__(self) -> Iterator[str]:
        return iter(self._node_of)

    def __len__(self) -> int:
        return len(self._node_of)

    def values(self) -> ValuesView[int]:
        return self._node_of.values()

    def items(self) -> ItemsView[str, int]:
        return self._node_of.items()

    def of(self, node: int) -> str | None:
        """The node's ref, or None if it has none."""
        return self._ref_of.get(node)


class SecretField(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a protected field is known by when nothing else is sure: the program or page, its identifier, name and native id."""

    place: str
    identifier: str
    name: str
    native_id: str = ""


class Mark:
    """Of one look, or of all looks of a session."""

    __slots__ = ("__weakref__",)


class Ledger(Struct, frozen=True):
    """What one look knows from those before it, for the next one.

    `numbers` has the number of every node that has or had a ref, shown or not; `next` is the least that nothing has had.
    `page` counts the pages and windows that the surface has shown. `mark` and `older` are its own mark and those of the looks that
    it follows, as long as somebody has them: those looks name the same elements by the same refs. `secrets` are protected fields
    of all looks before, `strangers` texts of this one that came too late to be labels. `turned` are numbers that ended with this
    look, because their elements stand for another record now.
    """

    numbers: Mapping[int, int] = {}
    next: int = 1
    page: int = 1
    mark: Mark = field(default_factory=Mark)
    older: tuple[ReferenceType[Mark], ...] = ()
    secrets: frozenset[SecretField] = frozenset()
    strangers: Strangers = Strangers()
    turned: frozenset[int] = frozenset()

    def follows(self, other: Ledger) -> bool:
        """Whether the look is the other's, or names the same elements by the same refs because it comes after it."""
        return self.mark is other.mark or any(mark() is other.mark for mark in self.older)

    def followed_by(self, mark: Mark | None) -> tuple[Mark, tuple[ReferenceType[Mark], ...]]:
        """Mark and older marks of the next look, if it is not of a session that has this one mark."""
        if mark is not None:
            return mark, ()
        return Mark(), tuple(each for each in (*self.older, ReferenceType(self.mark)) if each() is not None)

    def continued(self, nodes: Sequence[int]) -> tuple[Ledger, dict[int, int]]:
        """The ledger with a number for each of the nodes, new ones for those that have none; and the numbers of these nodes."""
        numbers = dict(self.numbers)
        fresh = self.next
        shown: dict[int, int] = {}
        for node in nodes:
            number = numbers.get(node)
            if number is None:
                numbers[node] = number = fresh
                fresh += 1
            shown[node] = number
        return structs.replace(self, numbers=numbers, next=fresh), shown
