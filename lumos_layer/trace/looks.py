"""Looks as a journal keeps them: all of a tree once, then what changed; and back to observations that are the same.

A look is `{"kind": "whole", …}` or `{"kind": "change", "since": "o11", …}`. What belongs to nodes (refs' numbers, places, …) is
carried along by the edit script's own matching, and only what differs from that is written.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import orjson
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer.diff import EditScript, Matching, diff, match
from lumos_layer.diff.patching import patched
from lumos_layer.errors import BadOption
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.naming import Strangers
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Ledger, Mark
from lumos_layer.trace.cleaning import Clean, as_it_is, takes_nothing
from lumos_layer.tree import Node, Region, Tree, tree_of

T = TypeVar("T")
_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
_SMALL = 20  # bytes for each node: what is less than that is less than the whole
_WORDS = ("name", "value", "hint", "url", "identifier", "native_id")


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of the whole."""

    format: str
    raw_bytes: int = 0
    app: str = ""
    title: str = ""
    url: str = ""
    size: tuple[int, int] | None = None
    warnings: tuple[str, ...] = ()
    page: int = 1
    next: int = 1


class ByNode(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said of single nodes."""

    numbers: dict[int, int] = {}  # of refs
    places: dict[int, str] = {}
    confidence: dict[int, float] = {}
    origin: dict[int, str] = {}
    heights: dict[int, int] = {}
    strangers: dict[int, str] = {}  # `nameless` fields and `late` texts: see Strangers


class Seen(Struct, frozen=True):
    """All of one look."""

    id: str
    surface: str
    head: Head
    tree: Tree
    by_node: ByNode
    regions: tuple[Region, ...] = ()


class Whole(Struct, frozen=True, tag="whole", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """A look that stands for itself."""

    head: Head
    nodes: list[Node]
    parents: list[int]
    tags: list[str]
    by_node: ByNode
    regions: tuple[Region, ...] = ()


class Spliced(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A list in which, from `start`, `gone` items give way to `items`."""

    start: int
    gone: int = 0
    items: tuple[Region, ...] = ()


class Altered(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said otherwise of nodes than it was, and of which nothing is said any more."""

    now: ByNode = ByNode()
    gone: dict[str, list[int]] = {}


class HeadChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said otherwise of the whole."""

    format: str | UnsetType = UNSET
    raw_bytes: int | UnsetType = UNSET
    app: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    url: str | UnsetType = UNSET
    size: tuple[int, int] | UnsetType | None = UNSET
    warnings: tuple[str, ...] | UnsetType = UNSET
    page: int | UnsetType = UNSET
    next: int | UnsetType = UNSET


class Change(Struct, frozen=True, tag="change", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """A look by what differs from the look before on its surface, whose id is `since`."""

    since: str
    script: EditScript | None = None
    head: HeadChange | None = None
    by_node: Altered | None = None
    regions: Spliced | None = None


Look = Whole | Change
_HEAD = Head.__struct_fields__
_PARTS = ByNode.__struct_fields__


def seen(observation: Observation, clean: Clean = as_it_is) -> Seen:
    """All of a look, without what `clean` takes out."""
    draft, ledger, tree = observation.draft(), observation.ledger, observation.tree
    head = Head(
        observation.format,
        observation.raw_bytes,
        draft.app,
        draft.title,
        draft.url,
        draft.size,
        tuple(draft.warnings),
        ledger.page,
        ledger.next,
    )
    heights = tree.heights()
    by_node = ByNode(
        numbers=dict(ledger.numbers),
        places=dict(enumerate(draft.places)),
        confidence=draft.confidence,
        origin=draft.origin,
        heights={} if heights is None else dict(enumerate(heights)),
        strangers={**dict.fromkeys(ledger.strangers.texts, "late"), **dict.fromkeys(ledger.strangers.fields, "nameless")},
    )
    found = Seen(observation.id, observation.surface, head, tree, by_node, tuple(tree.regions()))
    return cleaned(found, clean)


def cleaned(found: Seen, clean: Clean) -> Seen:
    """The look without what `clean` takes out; the same object if that is nothing."""
    return found if takes_nothing(clean) else _cleaned(found, clean)


def is_clean(found: Seen, clean: Clean) -> bool:
    """True if `clean` takes nothing out of the look."""
    return cleaned(found, clean) is found


def _cleaned(found: Seen, clean: Clean) -> Seen:
    """Lists of words go through `clean`, those of a node in one list: no word of ours could be taken for one of the screen's."""
    tree, head = found.tree, found.head
    said: list[JsonValue] = [[tree.tag(i), *_words(node).values()] for i, node in enumerate(tree.nodes)]
    before: JsonValue = [[head.app, head.title, head.url], [*head.warnings], said, [*found.by_node.places.values()]]
    after: Any = clean(before)
    if after == before:
        return found
    if not _alike(before, after):
        raise BadOption("clean", "lists of other lengths", "what changes words and nothing else")
    (app, title, url), warnings, nodes, places = after
    if nodes != said:
        pairs = zip(tree.nodes, said, nodes, strict=True)
        made = [node if old == new else replace(node, **dict(zip(_words(node), new[1:], strict=True))) for node, old, new in pairs]
        tree = Tree(made, array("q", tree.parents), array("q", tree.ends), [new[0] for new in nodes], *tree.drawn)
    head = replace(head, app=app, title=title, url=url, warnings=tuple(warnings))
    return replace(found, head=head, tree=tree, by_node=replace(found.by_node, places=dict(enumerate(places))))


def _words(node: Node) -> dict[str, str]:
    return {key: words for key in _WORDS if (words := getattr(node, key))}


def _alike(before: Any, after: Any) -> bool:
    """Lists of the same lengths, with words at the same places."""
    if isinstance(before, list):
        return isinstance(after, list) and len(before) == len(after) and all(map(_alike, before, after))
    return isinstance(after, str)


def whole(found: Seen) -> Whole:
    """The look as it stands for itself."""
    tree = found.tree
    return Whole(found.head, list(tree.nodes), list(tree.parents), list(tree.tags), found.by_node, found.regions)


def written(now: Seen, before: Seen | None, matching: Matching | None = None) -> JsonValue:
    """The look as a document: by what differs from the one before, where that is shorter.

    `matching`: which node is which, where that is known already.
    """
    if before is None or before.head.format != now.head.format:
        return _document(whole(now))
    change = _change(before, now, matching)
    size = len(msgspec.json.encode(change))
    if size > _SMALL * len(now.tree) and size > len(msgspec.json.encode(whole(now))):
        return _document(whole(now))
    return _document(change)


def _document(look: Look) -> JsonValue:
    document: JsonValue = orjson.loads(msgspec.json.encode(look))
    return document


def _change(before: Seen, now: Seen, matching: Matching | None) -> Change:
    script, was = _edits(before.tree, now.tree, matching)
    said = {name: getattr(now.head, name) for name in _HEAD if getattr(now.head, name) != getattr(before.head, name)}
    head = HeadChange(**said) if said else None
    carried = _moved_regions(before.regions, was)
    regions = None if carried == now.regions else _splice(carried, now.regions)
    return Change(before.id, script, head, _altered(before.by_node, now.by_node, was), regions)


def _edits(before: Tree, now: Tree, matching: Matching | None) -> tuple[EditScript | None, Sequence[int]]:
    """The edit script, None where nothing changed, and for each node which one it was before; -1: none."""
    if before is now or (before.nodes == now.nodes and before.parents == now.parents and before.tags == now.tags):
        return None, range(len(now))
    matching = matching or match(before, now)
    backward = matching.backward
    is_same_order = len(before) == len(now) and backward == array("q", range(len(now)))
    return diff(before, now, matching), range(len(now)) if is_same_order else backward


def _altered(before: ByNode, now: ByNode, was: Sequence[int]) -> Altered | None:
    new: dict[str, Any] = {}
    gone: dict[str, list[int]] = {}
    for part in _PARTS:
        old, said = _carried(getattr(before, part), was), getattr(now, part)
        if old != said:
            new[part] = {node: value for node, value in said.items() if node not in old or old[node] != value}
            missing = sorted(node for node in old if node not in said)
            if missing:
                gone[part] = missing
    return Altered(ByNode(**new), gone) if new or gone else None


def _carried(said: Mapping[int, T], was: Sequence[int]) -> dict[int, T]:
    if not said or isinstance(was, range):
        return dict(said)
    return {node: said[old] for node, old in enumerate(was) if old in said}


def _moved_regions(regions: Sequence[Region], was: Sequence[int]) -> tuple[Region, ...]:
    if not regions or isinstance(was, range):
        return tuple(regions)
    became = {old: node for node, old in enumerate(was) if old >= 0}
    return tuple(Region(became[each.node], each.box) for each in regions if each.node in became)


def _splice(before: Sequence[Region], now: Sequence[Region]) -> Spliced:
    least = min(len(before), len(now))
    start = next((i for i in range(least) if before[i] != now[i]), least)
    tail = next((i for i in range(least - start) if before[-1 - i] != now[-1 - i]), least - start)
    return Spliced(start, len(before) - start - tail, tuple(now[start : len(now) - tail]))


class Rebuilder:
    """Makes observations of the looks of a journal, in their order.

    Raises ValueError (as msgspec's errors are) or ScriptMismatch for what is no look, or does not fit the one before.
    """

    def __init__(self) -> None:
        self._last: dict[str, Seen] = {}
        self._mark = Mark()

    @property
    def last(self) -> Mapping[str, Seen]:
        """The last look at each surface."""
        return self._last

    def seen(self, id: str, surface: str, document: JsonValue) -> Seen:
        """All of the next look on the surface."""
        look: Look = msgspec.convert(document, Look, str_keys=True)
        found = _from_whole(id, surface, look) if isinstance(look, Whole) else self._changed(id, surface, look)
        self._last[surface] = found
        return found

    def observation(self, id: str, surface: str, document: JsonValue) -> Observation:
        """The next look on the surface; what follows each other on one surface has the same refs."""
        return rebuilt(self.seen(id, surface, document), self._mark)

    def _changed(self, id: str, surface: str, look: Change) -> Seen:
        before = self._last.get(surface)
        if before is None or before.id != look.since:
            raise ValueError(f"the look {id} follows {look.since} on {surface!r}, which is not the look before")
        tree, was = (before.tree, range(len(before.tree))) if look.script is None else patched(before.tree, look.script)
        said_of_all = look.head or HeadChange()
        head = {name: value for name in _HEAD if (value := getattr(said_of_all, name)) is not UNSET}
        altered = look.by_node or Altered()
        by_node = {}
        for part in _PARTS:
            said = _carried(getattr(before.by_node, part), was)
            for node in altered.gone.get(part, ()):
                said.pop(node, None)
            by_node[part] = {**said, **getattr(altered.now, part)}
        regions = _moved_regions(before.regions, was)
        if look.regions is not None:
            start, gone = look.regions.start, look.regions.gone
            regions = (*regions[:start], *look.regions.items, *regions[start + gone :])
        return Seen(id, surface, replace(before.head, **head), tree, ByNode(**by_node), regions)


def _from_whole(id: str, surface: str, look: Whole) -> Seen:
    if not len(look.nodes) == len(look.parents) == len(look.tags):
        raise ValueError(f"the tree of the look {id} is incomplete")
    return Seen(id, surface, look.head, tree_of(look.nodes, look.parents, look.tags), look.by_node, look.regions)


def rebuilt(found: Seen, mark: Mark) -> Observation:
    """The observation that was seen. Looks with the same `mark` follow each other."""
    head, tree, said = found.head, found.tree, found.by_node
    draft = Draft()
    draft.nodes, draft.tags = list(tree.nodes), list(tree.tags)
    draft.parents, draft.ends = array("q", tree.parents), array("q", tree.ends)
    draft.places = [said.places[i] for i in range(len(said.places))]
    draft.confidence, draft.origin = dict(said.confidence), dict(said.origin)
    draft.app, draft.title, draft.url, draft.size = head.app, head.title, head.url, head.size
    draft.warnings = list(head.warnings)
    heights = [said.heights[i] for i in range(len(said.heights))] if said.heights else None
    draft.regions, draft.heights = lambda _: found.regions, lambda _: heights
    strangers = {kind: frozenset(i for i, what in said.strangers.items() if what == kind) for kind in ("nameless", "late")}
    numbers = dict(sorted(said.numbers.items()))
    ledger = Ledger(numbers, head.next, head.page, mark, strangers=Strangers(strangers["nameless"], strangers["late"]))
    if head.format not in _DIALECTS:
        raise ValueError(f"its dialect {head.format!r} is not known here")
    return Observation(draft, _DIALECTS[head.format], found.surface, head.raw_bytes, ledger, found.id)
