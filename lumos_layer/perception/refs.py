"""Refs: the short handles of one observation's nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lumos_layer.errors import NoSuchRef
from lumos_layer.perception.draft import RefLetter


class RefMap(Mapping[str, int]):
    """Full ref (`A12`) to node id, in reading order: first what can be acted on or must be told apart, then the containers."""

    def __init__(self, letter: RefLetter, nodes: Iterable[int], first: int = 1) -> None:
        self.letter = letter
        self._node_of: dict[str, int] = {}
        self._ref_of: dict[int, str] = {}
        for number, node in enumerate(nodes, first):
            ref = f"{letter}{number}"
            self._node_of[ref] = node
            self._ref_of[node] = ref

    def __getitem__(self, ref: str) -> int:
        """Raises NoSuchRef (a TargetError), which is no KeyError: a ref is asked for by name, from outside."""
        node = self._node_of.get(ref)
        if node is None:
            known = list(self._node_of)
            raise NoSuchRef(ref, [known[0], known[-1]] if len(known) > 1 else known)
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

    def of(self, node: int) -> str | None:
        """The node's ref, or None if it has none."""
        return self._ref_of.get(node)
