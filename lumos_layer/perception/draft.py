"""A tree in the making: what a dialect fills in while it reads a dump."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from lumos_layer.tree import Node, Region, Tree

RefLetter = Literal["A", "W"]


class Draft:
    """Nodes in document order, with what the dump says of the whole; `freeze` makes the immutable tree of them."""

    __slots__ = (
        "app",
        "confidence",
        "ends",
        "heights",
        "nodes",
        "origin",
        "parents",
        "places",
        "regions",
        "size",
        "tags",
        "title",
        "url",
        "warnings",
    )

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.parents: array[int] = array("q")  # -1 for a root
        self.ends: array[int] = array("q")  # one past the last node below
        self.tags: list[str] = []  # the dump's own word for each node
        # Where each node stands in a dump that is no XML: a JSON pointer, or `line 12`. Left empty, tags give XPaths.
        self.places: list[str] = []
        self.confidence: dict[int, float] = {}  # by node, from 0 to 1; what a dialect says nothing of is sure
        self.origin: dict[int, str] = {}  # by node: who says so, where a dump mixes sources
        self.regions: Callable[[Tree], Sequence[Region]] | None = None  # where nodes take the pointer, see Tree
        self.heights: Callable[[Tree], Sequence[int] | None] | None = None  # how high nodes are drawn, see Tree
        self.app = self.title = self.url = ""
        self.size: tuple[int, int] | None = None  # of the page's view, screen or window, in the dump's pixels
        self.warnings: list[str] = []

    def open(self, node: Node, parent: int, tag: str) -> int:
        """Add a node below `parent` (-1: a root) and return its id; nodes come in document order."""
        i = len(self.nodes)
        self.nodes.append(node)
        self.parents.append(parent)
        self.ends.append(i + 1)
        self.tags.append(tag)
        return i

    def close(self, i: int) -> None:
        """Say that nothing more will be added below node `i`."""
        self.ends[i] = len(self.nodes)

    def freeze(self) -> Tree:
        return Tree(tuple(self.nodes), self.parents, self.ends, self.tags, self.regions, self.heights)


class XmlReading(Struct):
    """How one XML dump is read: made once for each dump, after its root element has been seen.

    `node` makes the node of an element from its tag (`{namespace}name`) and attributes. `with_text`, if given, is called with a
    node and the text right inside its element, and returns the node with it. `finish` sees the whole draft and completes it.
    """

    node: Callable[[str, Mapping[str, str]], Node]
    finish: Callable[[Draft], None]
    with_text: Callable[[Node, str], Node] | None = None


class DumpFormat(Struct, frozen=True):
    """One dialect of accessibility dumps. `letter` begins its refs."""

    name: str
    letter: RefLetter
    summary: str  # one line for people: which tools write it
    topmost_first: bool = False  # it lists the topmost window first


class XmlFormat(DumpFormat, frozen=True, kw_only=True):
    """A dialect in XML, recognised by its root element's tag and attributes."""

    recognises: Callable[[str, Mapping[str, str]], bool]
    start: Callable[[str, Mapping[str, str]], XmlReading]


class JsonFormat(DumpFormat, frozen=True, kw_only=True):
    """A dialect in JSON, recognised by the decoded document, which `parse` turns into a draft."""

    recognises: Callable[[Any], bool]
    parse: Callable[[Any], Draft]


class TextFormat(DumpFormat, frozen=True, kw_only=True):
    """A dialect in plain text or YAML, recognised by the dump's first 64 Ki characters, and parsed whole."""

    recognises: Callable[[str], bool]
    parse: Callable[[str], Draft]
