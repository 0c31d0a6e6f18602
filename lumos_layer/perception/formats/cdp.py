"""Chrome DevTools Protocol JSON: `Accessibility.getFullAXTree`, with boxes from `DOMSnapshot.captureSnapshot` if there.

Read are a recording of several targets (`sessions`), one answer (`{"nodes": […]}`, also inside `{"result": …}`) and its
bare list of nodes.
https://chromedevtools.github.io/devtools-protocol/tot/Accessibility/#method-getFullAXTree
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, JsonFormat
from lumos_layer.perception.formats.web_roles import (
    FIELDS,
    LEFT_OUT,
    NO_NODES,
    PAGES,
    ROLES,
    SECRET_FILLS,
    UNNAMED,
    affordances,
    enclosing,
    flag,
    settle_focus,
    silence_fields,
    states,
    text,
    value_and_hint,
)
from lumos_layer.perception.text import clean_line, masked
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll

Box = tuple[float, float, float, float]  # left, top, width, height
Said = Mapping[str, Any]

_AGAIN = "Record the answer of Accessibility.getFullAXTree again, and keep all of it."
_DAMAGE = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, ZeroDivisionError)

# The computed styles that `captureSnapshot` was asked for, in order, unless the dump names others in `computedStyles`.
_STYLES = ("display", "visibility", "opacity", "pointer-events", "z-index", "position", "cursor")

# Reasons for being ignored that mean: nobody can see or reach it. The others mean: it is no node of its own. These are
# prefixes, for there are ariaHiddenElement, ariaHiddenSubtree and more; what lies behind a modal dialog is inert too.
_HIDING = ("notRendered", "notVisible", "ariaHidden", "inert", "activeModalDialog", "activeFullscreenElement")
_INERT_FOR_NOW = _HIDING[4:]

_NONE: list[int] = []
_BULLETS = frozenset("•◦▪‣■□○●–-*·")
_ELEMENT_NODE = 1  # https://dom.spec.whatwg.org/#dom-node-nodetype


def parse(document: Any) -> Draft:
    """The draft of a document that `_recognises` accepts; raises DamagedDump if it holds no accessibility node."""
    draft = Draft()
    sessions = _sessions(document)
    for session in sessions.values():
        session.place(sessions)
        if session.said.get("snapshot") is not None and not session.elements:
            draft.warnings.append(f"The DOM snapshot of {session.name} cannot be read; nothing there has a box.")
    grove = _Grove(sessions, draft.warnings)
    _Walk(draft, grove).run()
    silence_fields(draft)
    settle_focus(draft)
    _describe(draft, _answer(document), next(iter(sessions.values())))
    return draft


# What the dump holds


def _answer(document: Any) -> Said:
    """What holds the nodes or sessions, without what a tool has wrapped around it."""
    if isinstance(document, list):
        return {"nodes": document}
    result = document.get("result")
    return result if isinstance(result, dict) and "nodes" not in document else document


def _recognises(document: Any) -> bool:
    if not isinstance(document, dict | list):
        return False
    said = _answer(document)
    sessions, nodes = said.get("sessions"), said.get("nodes")
    if isinstance(sessions, list):
        return any(isinstance(entry, dict) and "frames" in entry for entry in sessions[:8])
    if not isinstance(nodes, list):
        return False
    return (not nodes and isinstance(document, dict)) or any(_is_node(entry) for entry in nodes[:8])


def _is_node(entry: Any) -> bool:
    return isinstance(entry, dict) and "nodeId" in entry and not entry.keys().isdisjoint(("role", "ignored", "childIds"))


def _sessions(document: Any) -> dict[str, _Session]:
    said = _answer(document)
    listed = said.get("sessions")
    if not isinstance(listed, list):
        return {"main": _Session("main", {**said, "frames": [said]}, said)}
    found: dict[str, _Session] = {}
    for number, entry in enumerate(listed):
        if isinstance(entry, dict):
            name = clean_line(text(entry.get("name"))) or ("session" if found else "main")
            name = f"{name}-{number}" if name in found else name
            found[name] = _Session(name, entry, said)
    if not found:
        raise DamagedDump("its list of sessions is empty", _AGAIN)
    return found


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _mapping(value: object) -> Said:
    return value if isinstance(value, dict) else {}


def _number(value: object) -> float:
    """0 for what is no number that can be reckoned with."""
    return float(value) if isinstance(value, int | float) and abs(value) < 1e15 else 0.0


def _backend(value: object) -> int | None:
    """A backend node id: a number, or its digits."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        return int(value)
    return value if isinstance(value, int) else None


def _word(entry: Said) -> str:
    """The role, in the dump's own word."""
    role = entry.get("role")
    return text(role.get("value")) if isinstance(role, dict) else text(role)


def _value(entry: Said, key: str) -> object:
    """Of `{"type": …, "value": …}`, the value."""
    held = entry.get(key)
    return held.get("value") if isinstance(held, dict) else held


def _properties(entry: Said) -> Said:
    listed = entry.get("properties")
    if not listed:
        return {}
    try:
        return {each["name"]: each["value"].get("value") for each in listed}
    except _DAMAGE:
        sound = (each for each in _list(listed) if isinstance(each, dict) and isinstance(each.get("name"), str))
        return {each["name"]: _value(each, "value") for each in sound}


# Where things are


class _Element:
    """What a DOM snapshot says of one DOM node. `bounds` are whole CSS pixels in the viewport of the main page."""

    __slots__ = ("bounds", "clicked", "hidden", "index", "page")

    def __init__(self, page: _Page, index: int, bounds: Rect | None, hidden: bool, clicked: bool) -> None:
        self.page, self.index, self.bounds, self.hidden, self.clicked = page, index, bounds, hidden, clicked

    def attribute(self, name: str) -> str:
        return self.page.attribute(self.index, name)


class _Page:
    """One document of a DOM snapshot. `origin` is the corner of its view in the viewport of the main page.

    The snapshot's own numbers are in device pixels from the document's corner: `scale` of them are one CSS pixel.
    https://chromedevtools.github.io/devtools-protocol/tot/DOMSnapshot/#type-DocumentSnapshot
    """

    def __init__(self, document: Said, strings: Sequence[object], scale: float) -> None:
        self.strings, self.scale = strings, scale
        self.nodes, self.layout = _mapping(document.get("nodes")), _mapping(document.get("layout"))
        self.scrolled = _number(document.get("scrollOffsetX")), _number(document.get("scrollOffsetY"))
        self.content = _number(document.get("contentWidth")), _number(document.get("contentHeight"))
        self.origin = (0.0, 0.0)
        self.bounds: list[Any] = _list(self.layout.get("bounds"))
        self.attributes: list[Any] = _list(self.nodes.get("attributes"))
        self.place_of: dict[int, int] = {}  # of a DOM node in the layout; the first, where it has several
        for place, node in enumerate(_list(self.layout.get("nodeIndex"))):
            self.place_of.setdefault(node if isinstance(node, int) else -1, place)
        self.typed = {**self._column("textValue"), **self._column("inputValue")}  # what fields hold, by DOM node
        self._strings_called: dict[str, int] = {}

    def _column(self, key: str) -> dict[int, str]:
        """A column that only some nodes have."""
        column = _mapping(self.nodes.get(key))
        pairs = zip(_list(column.get("index")), _list(column.get("value")), strict=False)
        return {node: self.string(value) for node, value in pairs if isinstance(node, int)}

    def string(self, index: object) -> str:
        """-1 stands for no string."""
        return text(self.strings[index]) if isinstance(index, int) and 0 <= index < len(self.strings) else ""

    def name(self, index: int) -> str:
        names = _list(self.nodes.get("nodeName"))
        return self.string(names[index]) if index < len(names) else ""

    def attribute(self, index: int, name: str) -> str:
        if not self._strings_called:
            self._strings_called = {string: i for i, string in enumerate(self.strings) if isinstance(string, str)}
        pairs = self.attributes[index] if index < len(self.attributes) else None
        called = self._strings_called.get(name)
        if called is None or not isinstance(pairs, list) or called not in pairs:
            return ""
        return next((self.string(pairs[i + 1]) for i in range(0, len(pairs) - 1, 2) if pairs[i] == called), "")

    def box(self, index: int) -> Box | None:
        """In CSS pixels of the main page's viewport. The document itself is as large as its view and never scrolls."""
        (across, down), scale = self.origin, self.scale
        left, top = self.scrolled if index else (0.0, 0.0)
        try:
            x, y, width, height = self.bounds[self.place_of[index]]
            return across + (x - left) / scale, down + (y - top) / scale, width / scale, height / scale
        except _DAMAGE:
            return None

    def scroll(self) -> Scroll | None:
        view = self.box(0)
        return _scroll((*self.scrolled, view[2] * self.scale, view[3] * self.scale), self.content) if view else None

    def frames(self) -> Iterator[tuple[Any, Any]]:
        """The elements that hold documents, and the numbers of these."""
        column = _mapping(self.nodes.get("contentDocumentIndex"))
        return zip(_list(column.get("index")), _list(column.get("value")), strict=False)

    def elements(self, styles: _Styles) -> Iterator[tuple[int, _Element]]:
        """All DOM nodes by backend node id."""
        listening = _list(_mapping(self.nodes.get("isClickable")).get("index"))
        clickable = {node for node in listening if isinstance(node, int)}
        kinds, rows = _list(self.nodes.get("nodeType")), _list(self.layout.get("styles"))
        parents, place_of, box = _list(self.nodes.get("parentIndex")), self.place_of.get, self.box
        hands: list[bool] = []  # whether the pointer is a hand over it
        for i, backend in enumerate(_list(self.nodes.get("backendNodeId"))):
            parent = parents[i] if i < len(parents) and isinstance(parents[i], int) else -1
            above = hands[parent] if 0 <= parent < i else False
            place = place_of(i)
            if place is None:
                hands.append(above)
                element = _Element(self, i, None, True, False)
            else:
                hidden, hand = styles.of(rows[place]) if place < len(rows) else (False, None)
                hands.append(above if hand is None else hand)
                clicked = (i in clickable or (bool(hand) and not above)) and self._clickable_kind(i, kinds)
                edges = box(i)
                element = _Element(self, i, enclosing(*edges) if edges else None, hidden, clicked)
            if isinstance(backend, int):
                yield backend, element

    def _clickable_kind(self, index: int, kinds: list[Any]) -> bool:
        """Neither a page as a whole, nor a text, nor the label of a control that is there itself is meant by what listens on it."""
        is_element = index >= len(kinds) or kinds[index] == _ELEMENT_NODE
        name = self.name(index).upper()
        return is_element and name not in ("HTML", "BODY", "#TEXT", "#DOCUMENT") and not (name == "LABEL" and self._labels(index))

    def _labels(self, label: int) -> bool:
        """True if the control that a label is for has an area of its own."""
        wanted = self.attribute(label, "for")
        controls = [self._by_id.get(wanted, -1)] if wanted else self._controls_in(label)
        edges = [self.box(control) for control in controls if control in self.place_of]
        return any(edge is not None and edge[2] > 0 and edge[3] > 0 for edge in edges)

    def _controls_in(self, label: int) -> Iterator[int]:
        """The controls inside an element: in a snapshot, nodes stand in document order."""
        parents = _list(self.nodes.get("parentIndex"))
        inside = {label}
        for i in range(label + 1, len(parents)):
            if parents[i] not in inside:
                return
            inside.add(i)
            if self.name(i).upper() in ("INPUT", "SELECT", "TEXTAREA", "BUTTON", "METER", "OUTPUT", "PROGRESS"):
                yield i

    @cached_property
    def _by_id(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for i in range(len(self.attributes)):
            found.setdefault(self.attribute(i, "id"), i)
        return found


class _Styles:
    """Where the computed styles stand that matter, and which strings stand for the values that do."""

    def __init__(self, names: Sequence[object], strings: Sequence[object]) -> None:
        self.count = len(names)
        self.visibility = names.index("visibility") if "visibility" in names else None
        self.cursor = names.index("cursor") if "cursor" in names else None
        self.invisible = {i for i, string in enumerate(strings) if string in ("hidden", "collapse")}
        self.hand = {i for i, string in enumerate(strings) if string == "pointer"}

    def of(self, row: Any) -> tuple[bool, bool | None]:
        """Whether it is invisible, and whether the pointer is a hand over it (None: not said)."""
        if not isinstance(row, list) or len(row) != self.count:
            return False, None
        try:
            hidden = self.visibility is not None and row[self.visibility] in self.invisible
            return hidden, None if self.cursor is None else row[self.cursor] in self.hand
        except TypeError:
            return False, None


def _scroll(view: Box, content: tuple[float, float]) -> Scroll | None:
    """What lies beyond a view (its place in the content, and its size)."""
    x, y, width, height = view

    def share(beyond: float, whole: float) -> int:
        """At least 1, if anything lies there."""
        return min(100, max(1, round(100 * beyond / whole))) if 1 <= beyond <= whole else 0

    found = Scroll(
        above=share(y, content[1]),
        below=share(content[1] - y - height, content[1]),
        left=share(x, content[0]),
        right=share(content[0] - x - width, content[0]),
    )
    return None if found == Scroll() else found


class _Session:
    """One DevTools target: the page, or a frame in a process of its own. Node ids are unique only within it."""

    def __init__(self, name: str, said: Said, dump: Said) -> None:
        self.name, self.said, self.dump = name, said, dump
        self.prefix = "" if name == "main" else f"{name}/"
        self.frames = [frame for frame in _list(said.get("frames")) if isinstance(frame, dict)]
        self.owner = _mapping(said.get("owner"))  # the element that holds it, in another session
        self.metrics = _mapping(said.get("layoutMetrics"))
        self.elements: dict[int, _Element] = {}

    def place(self, sessions: Mapping[str, _Session]) -> None:
        """Read the DOM snapshot, if there is one: from the outermost document inwards, for each stands in another."""
        snapshot = _mapping(self.said.get("snapshot"))
        strings = _list(snapshot.get("strings"))
        documents = [_mapping(document) for document in _list(snapshot.get("documents"))]
        scale = self._scale(documents[0]) if documents else 1.0
        pages = [_Page(document, strings, scale) for document in documents]
        names = _list(self.said.get("computedStyles")) or _list(self.dump.get("computedStyles")) or _STYLES
        styles = _Styles(names, strings)
        waiting, met = ([0] if pages else []), {0}
        if pages:
            pages[0].origin = self._origin(sessions, pages[0])
        for number in waiting:
            for owner, inner in pages[number].frames():
                if isinstance(inner, int) and 0 <= inner < len(pages) and inner not in met and isinstance(owner, int):
                    pages[inner].origin = _inner_corner(pages[number].box(owner), pages[inner].box(0))
                    met.add(inner)
                    waiting.append(inner)
        for page in pages:
            for backend, element in page.elements(styles):
                self.elements.setdefault(backend, element)

    def _scale(self, document: Said) -> float:
        """Device pixels in one CSS pixel: the content's height is told in both."""
        css = _number(_mapping(self.metrics.get("cssContentSize")).get("height"))
        device = _number(document.get("contentHeight"))
        told = _number(_mapping(self.dump.get("viewport")).get("deviceScaleFactor"))
        ratio = device / css if css > 0 and device > 0 else 1.0
        if told > 0 and abs(ratio - told) < 0.02 * told:
            return told
        return ratio if abs(ratio - 1) > 0.02 else 1.0

    def _origin(self, sessions: Mapping[str, _Session], page: _Page) -> tuple[float, float]:
        if not self.owner:
            return 0.0, 0.0
        told = _list(self.owner.get("origin"))
        if len(told) == 2:
            return _number(told[0]), _number(told[1])
        outer = sessions.get(text(self.owner.get("session")) or "main")
        backend = _backend(self.owner.get("backendNodeId"))
        element = outer.elements.get(backend) if outer and backend is not None else None
        return _inner_corner(element.page.box(element.index) if element else None, page.box(0))


def _inner_corner(outer: Box | None, view: Box | None) -> tuple[float, float]:
    """Where the content of a frame begins. Its border and padding are not told; most are as wide on all sides."""
    if outer is None or view is None:
        return 0.0, 0.0
    return outer[0] + max(0.0, outer[2] - view[2]) / 2, outer[1] + max(0.0, outer[3] - view[3]) / 2


# Who is below whom


class _Grove:
    """The accessibility nodes of all frames, each below at most one other; a frame stands below what holds it."""

    def __init__(self, sessions: Mapping[str, _Session], warnings: list[str]) -> None:
        self.entries: list[Said] = []
        self.words: list[str] = []
        self.session_of: list[_Session] = []
        self.below: list[list[int]] = []  # `_NONE` itself for a leaf, of which there are most
        self.taken = bytearray()  # 1: stands below another
        self.warnings = warnings
        frames: list[tuple[_Session, Said, int]] = []
        for session in sessions.values():
            for frame in session.frames:
                root = self._add(session, frame)
                if root is not None:
                    frames.append((session, frame, root))
        if not frames:
            raise DamagedDump("it holds no accessibility node", _AGAIN)
        self.root = frames[0][2]
        self._join(frames[1:], sessions)

    def _add(self, session: _Session, frame: Said) -> int | None:
        """Add one frame's nodes and return its root; None if it has none."""
        first, odd, double = len(self.entries), 0, 0
        numbers: dict[str, int] = {}
        for entry in _list(frame.get("nodes")):
            if not isinstance(entry, dict):
                odd += 1
                continue
            key, word, number = _key(entry.get("nodeId")), _word(entry), len(self.entries)
            if word == "InlineTextBox" and not entry.get("childIds"):
                number = -1
            else:
                self.entries.append(entry)
                self.words.append(word)
            double += key != "" and numbers.setdefault(key, number) != number
        count = len(self.entries) - first
        self.session_of += [session] * count
        self.below += [_NONE] * count
        self.taken += bytes(count)
        self.warn(odd, "Entries of the list of nodes that are no nodes, passed over")
        self.warn(double, "Nodes that have the id of another")
        self._link(first, numbers)
        return self._rooted(first) if count else None

    def _link(self, first: int, numbers: Mapping[str, int]) -> None:
        missing = twice = 0
        for i in range(first, len(self.entries)):
            for child in _list(self.entries[i].get("childIds")):
                j = numbers.get(_key(child))
                if j is None:
                    missing += 1
                elif j >= 0 and (self.taken[j] or j == i):
                    twice += 1
                elif j >= 0:
                    self._put(j, i)
        for i in range(first, len(self.entries)):
            parent = numbers.get(_key(self.entries[i].get("parentId")), -1)
            if parent >= 0 and parent != i and not self.taken[i]:
                self._put(i, parent)
        self.warn(missing, "Child ids that name no node of the dump, so that what was there is missing")
        self.warn(twice, "Child ids that name a node which stands elsewhere already, passed over")

    def _put(self, i: int, parent: int) -> None:
        self.taken[i] = 1
        if self.below[parent] is _NONE:
            self.below[parent] = []
        self.below[parent].append(i)

    def _rooted(self, first: int) -> int:
        """The root of the frame whose nodes begin at `first`; other nodes without a parent are put below it."""
        loose = [i for i in range(first, len(self.entries)) if not self.taken[i]]
        root = next((i for i in loose if self.words[i] in PAGES), loose[0] if loose else first)
        for i in loose:
            if i != root:
                self._put(i, root)
        self.warn(len(loose) - 1, "Nodes that stand below no other, put at the end of their page")
        return root

    def _join(self, frames: Sequence[tuple[_Session, Said, int]], sessions: Mapping[str, _Session]) -> None:
        owners: dict[tuple[str, int], int] = {}
        for i, entry in enumerate(self.entries if frames else ()):
            backend = _backend(entry.get("backendDOMNodeId"))
            if backend is not None:
                owners.setdefault((self.session_of[i].name, backend), i)
        unplaced = 0
        for session, frame, root in frames:
            holder, backend = session.name, _backend(frame.get("ownerBackendNodeId"))
            if backend is None and session.owner:
                holder, backend = (
                    text(session.owner.get("session")) or "main",
                    _backend(session.owner.get("backendNodeId")),
                )
            owner = owners.get((holder, backend)) if backend is not None else None
            outer = sessions.get(holder)
            element = outer.elements.get(backend) if outer and backend is not None else None
            unplaced += owner is None and not (element and element.hidden)
            self._put(root, self.root if owner is None else owner)
        self.warn(unplaced, "Frames without a known place, put at the end of the page")

    def warn(self, count: int, what: str) -> None:
        if count > 0:
            self.warnings.append(f"{what}: {count}.")


def _key(node_id: object) -> str:
    return node_id if isinstance(node_id, str) else text(node_id)


# What the nodes are


class _Walk:
    """One walk over a grove in document order that fills a draft."""

    def __init__(self, draft: Draft, grove: _Grove) -> None:
        self.draft, self.grove = draft, grove
        self.firm: set[int] = set()  # hidden, whatever is inside
        self.seen = bytearray(len(grove.entries))

    def run(self) -> None:
        self._walk(self.grove.root, -1)
        rings = 0
        for i in range(len(self.seen) if not all(self.seen) else 0):
            if not self.seen[i]:
                rings += 1
                self._walk(i, 0)
        self.grove.warn(rings, "Rings of nodes that stand only below each other, opened and put at the end of the page")
        self._close()
        self._settle_hidden()

    def _walk(self, start: int, parent: int) -> None:
        grove, draft, seen = self.grove, self.draft, self.seen
        stack = [(start, parent)]
        while stack:
            number, parent = stack.pop()
            if seen[number]:
                continue
            seen[number] = 1
            entry, session, word, below = (
                grove.entries[number],
                grove.session_of[number],
                grove.words[number],
                grove.below[number],
            )
            backend = _backend(entry.get("backendDOMNodeId"))
            element = session.elements.get(backend) if backend is not None else None
            if parent >= 0 and (word in LEFT_OUT or _is_bullet(entry, word, element)):
                below = self._without_drawn(below)
            else:
                node = _node(session, entry, word, element)
                i = draft.open(node, parent, word)
                if node.hidden and _is_firm(session, entry):
                    self.firm.add(i)
                parent = i
            if below:
                stack += [(child, parent) for child in reversed(below)]

    def _without_drawn(self, below: Sequence[int]) -> list[int]:
        """What stands below a bullet or break, without its own text."""
        kept = []
        for child in below:
            drawn = self.grove.words[child] == "StaticText" or self.grove.entries[child].get("ignored")
            if self.grove.below[child] or not drawn:
                kept.append(child)
            else:
                self.seen[child] = 1
        return kept

    def _close(self) -> None:
        ends, parents = self.draft.ends, self.draft.parents
        for i in range(len(ends) - 1, 0, -1):
            parent = parents[i]
            if ends[parent] < ends[i]:
                ends[parent] = ends[i]

    def _settle_hidden(self) -> None:
        """What has no box or is inert, but holds something that is shown, is not hidden.

        Such are slots, `display: contents` and what is around a modal dialog. What has a box and `visibility: hidden` is
        itself not there for anybody: its shown parts stand alone.
        """
        nodes, parents = self.draft.nodes, self.draft.parents
        boxes = any(node.bounds is not None for node in nodes)
        if boxes:
            self._settle_lists()
        holds = bytearray(len(nodes))
        for i in range(len(nodes) - 1, -1, -1):
            node = nodes[i]
            if node.hidden and (not holds[i] or i in self.firm):
                continue
            if node.hidden:
                is_there = node.bounds is None
                nodes[i] = replace(node, hidden=False) if is_there else Node(bounds=node.bounds, native_id=node.native_id)
            if i and (holds[i] or node.bounds is not None or (not boxes and (node.can or node.name))):
                holds[parents[i]] = 1

    def _settle_lists(self) -> None:
        """The options of an open list are shown, although they have no boxes; those of a closed one are hidden with it."""
        nodes, ends = self.draft.nodes, self.draft.ends
        end = 0  # of the last open list
        for i, node in enumerate(nodes):
            if i < end and node.hidden and node.bounds is None and i not in self.firm:
                nodes[i] = replace(node, hidden=False)
            elif i >= end and self.draft.tags[i] == "MenuListPopup":
                nodes[i] = replace(node, hidden=True)
            elif node.expanded and node.role is Role.COMBOBOX:
                end = max(end, ends[i])


def _is_bullet(entry: Said, word: str, element: _Element | None) -> bool:
    """True for the mark before a list item where it does not have the role of one."""
    if entry.get("ignored"):
        return element is not None and element.page.name(element.index) == "::marker"
    is_generated = word == "StaticText" and "backendDOMNodeId" not in entry
    return is_generated and clean_line(text(_value(entry, "name"))) in _BULLETS


def _is_firm(session: _Session, entry: Said) -> bool:
    """True if what is inside a hidden node is hidden, whatever it says itself."""
    if flag(_properties(entry).get("hidden")):
        return True
    return not session.elements and not any(reason.startswith(_INERT_FOR_NOW) for reason in _reasons(entry))


def _reasons(entry: Said) -> list[str]:
    return [text(each.get("name")) for each in _list(entry.get("ignoredReasons")) if isinstance(each, dict)]


def _node(session: _Session, entry: Said, word: str, element: _Element | None) -> Node:
    backend = entry.get("backendDOMNodeId")
    native_id = "" if backend is None else session.prefix + text(backend)
    bounds, hidden = (element.bounds, element.hidden) if element else (None, False)
    if flag(entry.get("ignored")) or word in NO_NODES:
        hidden = hidden or any(reason.startswith(_HIDING) for reason in _reasons(entry))
        # What listens to clicks can be clicked, whatever role it was given or denied.
        can: tuple[Affordance, ...] = ("click",) if element is not None and element.clicked else ()
        return Node(bounds=bounds, hidden=hidden, can=can, native_id=native_id)
    name = clean_line(text(_value(entry, "name"))) if word not in UNNAMED else ""
    if word == "StaticText":
        return Node(role=Role.TEXT, name=name, bounds=bounds, hidden=hidden, native_id=native_id)
    role, properties = ROLES.get(word, Role.GENERIC), _properties(entry)
    said = states(properties)
    said["hidden"] = hidden or said.get("hidden", False)
    node = Node(
        role=role,
        name=name,
        bounds=bounds,
        can=affordances(role, said, properties, element is not None and element.clicked),
        scroll=element.page.scroll() if element and element.index == 0 else None,
        identifier=clean_line(element.attribute("id")) if element else "",
        native_id=native_id,
        **said,
    )
    return _with_value(node, entry, properties, element)


def _with_value(node: Node, entry: Said, properties: Said, element: _Element | None) -> Node:
    raw, description = _value(entry, "value"), clean_line(text(_value(entry, "description")))
    is_field = node.role in FIELDS
    if not is_field and raw is None and not description and "valuetext" not in properties:
        return node
    typed = element.page.typed.get(element.index) if element and is_field else None
    value, hint = value_and_hint(node.role, typed if raw is None else raw, properties.get("valuetext"))
    hint = description or (clean_line(element.attribute("placeholder")) if element and is_field else "") or hint
    hint = "" if hint == node.name else hint
    if is_field and _is_protected(value, element):
        return replace(node, hint=hint, protected=True, filled=bool(value or typed))
    return replace(node, hint=hint, value=value)


def _is_protected(value: str | None, element: _Element | None) -> bool:
    if value and masked(value):
        return True
    if element is None:
        return False
    fills = element.attribute("autocomplete").lower().split()
    return element.attribute("type").strip().lower() == "password" or not SECRET_FILLS.isdisjoint(fills)


# The page as a whole


def _describe(draft: Draft, said: Said, session: _Session) -> None:
    root = draft.nodes[0]
    draft.title = clean_line(text(said.get("title"))) or (root.name if root.role is Role.DOCUMENT else "")
    draft.url = clean_line(text(said.get("url"))) or root.url
    view, content = _mapping(session.metrics.get("cssLayoutViewport")), _mapping(session.metrics.get("cssContentSize"))
    if view:
        x, y, width, height = (_number(view.get(key)) for key in ("pageX", "pageY", "clientWidth", "clientHeight"))
        draft.size = round(width), round(height)
        scroll = _scroll((x, y, width, height), (_number(content.get("width")), _number(content.get("height"))))
        bounds = Rect(0, 0, *draft.size) if root.bounds else None
        draft.nodes[0] = replace(root, bounds=bounds, scroll=scroll)
    elif root.bounds is not None:
        draft.size = root.bounds.width, root.bounds.height
    else:
        asked = _mapping(said.get("viewport"))
        size = round(_number(asked.get("width"))), round(_number(asked.get("height")))
        draft.size = size if all(size) else None


CDP = JsonFormat(
    "cdp",
    "W",
    "Chrome DevTools Protocol: Accessibility.getFullAXTree, with or without DOMSnapshot.captureSnapshot",
    recognises=_recognises,
    parse=parse,
)
