"""Where things are on a page: boxes, styles and attributes of `DOMSnapshot.captureSnapshot`, joined over frames and sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from lumos_layer.perception.formats.cdp_answers import (
    DAMAGE,
    Box,
    Said,
    backend_of,
    list_of,
    mapping_of,
    number_of,
)
from lumos_layer.perception.formats.web_roles import (
    enclosing,
    text,
)
from lumos_layer.tree import Rect, Scroll

# The computed styles that `captureSnapshot` was asked for, in order, unless the dump names others in `computedStyles`.
STYLES = ("display", "visibility", "opacity", "pointer-events", "z-index", "position", "cursor")
ELEMENT_NODE = 1  # https://dom.spec.whatwg.org/#dom-node-nodetype


class Element:
    """What a DOM snapshot says of one DOM node. `bounds` are whole CSS pixels in the viewport of the main page."""

    __slots__ = ("bounds", "clicked", "hidden", "index", "page")

    def __init__(self, page: Page, index: int, bounds: Rect | None, hidden: bool, clicked: bool) -> None:
        self.page, self.index, self.bounds, self.hidden, self.clicked = page, index, bounds, hidden, clicked

    def attribute(self, name: str) -> str:
        return self.page.attribute(self.index, name)


class Page:
    """One document of a DOM snapshot. `origin` is the corner of its view in the viewport of the main page.

    The snapshot's own numbers are in device pixels from the document's corner: `scale` of them are one CSS pixel.
    https://chromedevtools.github.io/devtools-protocol/tot/DOMSnapshot/#type-DocumentSnapshot
    """

    def __init__(self, document: Said, strings: Sequence[object], scale: float) -> None:
        self.strings, self.scale = strings, scale
        self.nodes, self.layout = mapping_of(document.get("nodes")), mapping_of(document.get("layout"))
        self.texts = mapping_of(document.get("textBoxes"))
        self.scrolled = number_of(document.get("scrollOffsetX")), number_of(document.get("scrollOffsetY"))
        self.content = number_of(document.get("contentWidth")), number_of(document.get("contentHeight"))
        self.origin = (0.0, 0.0)
        self.bounds: list[Any] = list_of(self.layout.get("bounds"))
        self.attributes: list[Any] = list_of(self.nodes.get("attributes"))
        self.place_of: dict[int, int] = {}  # of a DOM node in the layout; the first, where it has several
        for place, node in enumerate(list_of(self.layout.get("nodeIndex"))):
            self.place_of.setdefault(node if isinstance(node, int) else -1, place)
        self.typed = {**self._column("textValue"), **self._column("inputValue")}  # what fields hold, by DOM node
        self._strings_called: dict[str, int] = {}

    def _column(self, key: str) -> dict[int, str]:
        """A column that only some nodes have."""
        column = mapping_of(self.nodes.get(key))
        pairs = zip(list_of(column.get("index")), list_of(column.get("value")), strict=False)
        return {node: self.string(value) for node, value in pairs if isinstance(node, int)}

    def string(self, index: object) -> str:
        """-1 stands for no string."""
        return text(self.strings[index]) if isinstance(index, int) and 0 <= index < len(self.strings) else ""

    def name(self, index: int) -> str:
        names = list_of(self.nodes.get("nodeName"))
        return self.string(names[index]) if index < len(names) else ""

    def has(self, index: int, name: str) -> bool:
        """True if the element has the attribute, whatever its value."""
        pairs = self.attributes[index] if index < len(self.attributes) else None
        return isinstance(pairs, list) and self._called(name) in pairs[::2]

    def _called(self, name: str) -> int | None:
        """The number of the string, if it is among the strings."""
        if not self._strings_called:
            self._strings_called = {string: i for i, string in enumerate(self.strings) if isinstance(string, str)}
        return self._strings_called.get(name)

    def attribute(self, index: int, name: str) -> str:
        pairs = self.attributes[index] if index < len(self.attributes) else None
        called = self._called(name)
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
        except DAMAGE:
            return None

    def placed(self, numbers: Any) -> Box | None:
        """Four numbers of the snapshot, of what scrolls with the page, as a box like those of `box`."""
        (across, down), scale = self.origin, self.scale
        left, top = self.scrolled
        try:
            x, y, width, height = numbers
            return across + (x - left) / scale, down + (y - top) / scale, width / scale, height / scale
        except DAMAGE:
            return None

    def scroll(self) -> Scroll | None:
        view = self.box(0)
        return scroll_of((*self.scrolled, view[2] * self.scale, view[3] * self.scale), self.content) if view else None

    def frames(self) -> Iterator[tuple[Any, Any]]:
        """The elements that hold documents, and the numbers of these."""
        column = mapping_of(self.nodes.get("contentDocumentIndex"))
        return zip(list_of(column.get("index")), list_of(column.get("value")), strict=False)

    def elements(self, styles: Styles) -> Iterator[tuple[int, Element]]:
        """All DOM nodes by backend node id."""
        listening = list_of(mapping_of(self.nodes.get("isClickable")).get("index"))
        clickable = {node for node in listening if isinstance(node, int)}
        kinds, rows = list_of(self.nodes.get("nodeType")), list_of(self.layout.get("styles"))
        parents, place_of, box = list_of(self.nodes.get("parentIndex")), self.place_of.get, self.box
        hands: list[bool] = []  # whether the pointer is a hand over it
        for i, backend in enumerate(list_of(self.nodes.get("backendNodeId"))):
            parent = parents[i] if i < len(parents) and isinstance(parents[i], int) else -1
            above = hands[parent] if 0 <= parent < i else False
            place = place_of(i)
            if place is None:
                hands.append(above)
                element = Element(self, i, None, True, False)
            else:
                hidden, hand = styles.of(rows[place]) if place < len(rows) else (False, None)
                hands.append(above if hand is None else hand)
                clicked = (i in clickable or (bool(hand) and not above)) and self._clickable_kind(i, kinds)
                edges = box(i)
                element = Element(self, i, enclosing(*edges) if edges else None, hidden, clicked)
            if isinstance(backend, int):
                yield backend, element

    def _clickable_kind(self, index: int, kinds: list[Any]) -> bool:
        """Neither a page as a whole, nor a text, nor the label of a control that is there itself is meant by what listens on it."""
        is_element = index >= len(kinds) or kinds[index] == ELEMENT_NODE
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
        parents = list_of(self.nodes.get("parentIndex"))
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


class Styles:
    """Where the computed styles stand that matter, and which strings stand for the values that do."""

    def __init__(self, names: Sequence[object], strings: Sequence[object]) -> None:
        self.count = len(names)
        self._places = {name: place for place, name in enumerate(names)}
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

    def tells(self, *names: str) -> bool:
        """True if the snapshot was asked for one of these."""
        return not self._places.keys().isdisjoint(names)

    def value(self, row: Any, name: str, page: Page) -> str:
        """One value of a row, empty if it is not told."""
        place = self._places.get(name)
        return page.string(row[place]) if place is not None and isinstance(row, list) and place < len(row) else ""


def scroll_of(view: Box, content: tuple[float, float]) -> Scroll | None:
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


class Session:
    """One DevTools target: the page, or a frame in a process of its own. Node ids are unique only within it."""

    def __init__(self, name: str, said: Said, dump: Said) -> None:
        self.name, self.said, self.dump = name, said, dump
        self.prefix = "" if name == "main" else f"{name}/"
        self.frames = [frame for frame in list_of(said.get("frames")) if isinstance(frame, dict)]
        self.owner = mapping_of(said.get("owner"))  # the element that holds it, in another session
        self.metrics = mapping_of(said.get("layoutMetrics"))
        self.elements: dict[int, Element] = {}
        self.pages: list[Page] = []
        self.styles = Styles(STYLES, ())

    def place(self, sessions: Mapping[str, Session]) -> None:
        """Read the DOM snapshot, if there is one: from the outermost document inwards, for each stands in another."""
        snapshot = mapping_of(self.said.get("snapshot"))
        strings = list_of(snapshot.get("strings"))
        documents = [mapping_of(document) for document in list_of(snapshot.get("documents"))]
        scale = self._scale(documents[0]) if documents else 1.0
        pages = self.pages = [Page(document, strings, scale) for document in documents]
        names = list_of(self.said.get("computedStyles")) or list_of(self.dump.get("computedStyles")) or STYLES
        styles = self.styles = Styles(names, strings)
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

    def forget(self) -> None:
        """Let go of all but what is drawn: the accessibility nodes are by far the most of a dump."""
        self.said, self.dump, self.frames, self.elements = {}, {}, [], {}

    def _scale(self, document: Said) -> float:
        """Device pixels in one CSS pixel: the content's height is told in both."""
        css = number_of(mapping_of(self.metrics.get("cssContentSize")).get("height"))
        device = number_of(document.get("contentHeight"))
        told = number_of(mapping_of(self.dump.get("viewport")).get("deviceScaleFactor"))
        ratio = device / css if css > 0 and device > 0 else 1.0
        if told > 0 and abs(ratio - told) < 0.02 * told:
            return told
        return ratio if abs(ratio - 1) > 0.02 else 1.0

    def _origin(self, sessions: Mapping[str, Session], page: Page) -> tuple[float, float]:
        if not self.owner:
            return 0.0, 0.0
        told = list_of(self.owner.get("origin"))
        if len(told) == 2:
            return number_of(told[0]), number_of(told[1])
        outer = sessions.get(text(self.owner.get("session")) or "main")
        backend = backend_of(self.owner.get("backendNodeId"))
        element = outer.elements.get(backend) if outer and backend is not None else None
        return _inner_corner(element.page.box(element.index) if element else None, page.box(0))


def _inner_corner(outer: Box | None, view: Box | None) -> tuple[float, float]:
    """Where the content of a frame begins. Its border and padding are not told; most are as wide on all sides."""
    if outer is None or view is None:
        return 0.0, 0.0
    return outer[0] + max(0.0, outer[2] - view[2]) / 2, outer[1] + max(0.0, outer[3] - view[3]) / 2
