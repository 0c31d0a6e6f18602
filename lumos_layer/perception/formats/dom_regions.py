"""Where a page takes the pointer: the boxes of its DOM in painting order, each for the accessibility node that stands for it.

Accessibility nodes alone are not enough: a veil or a fixed bar may be in no accessibility tree and still cover what is beneath,
and a link that is wrapped takes the pointer in its lines only, not in the box around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from lumos_layer.perception.formats.cdp_answers import Box, backend_of, list_of
from lumos_layer.perception.formats.dom_snapshot import ELEMENT_NODE, Page, Session
from lumos_layer.perception.formats.web_roles import enclosing, text
from lumos_layer.tree import Region, Tree

_TEXT_NODE = 3
# Inline, but drawn in one box: https://html.spec.whatwg.org/multipage/rendering.html#replaced-elements
_REPLACED = frozenset(
    (
        "AUDIO",
        "BUTTON",
        "CANVAS",
        "EMBED",
        "IFRAME",
        "IMG",
        "INPUT",
        "METER",
        "OBJECT",
        "PROGRESS",
        "SELECT",
        "SVG",
        "TEXTAREA",
        "VIDEO",
    )
)
_FIXED, _ABSOLUTE = "fixed", "absolute"


class _Clip(Struct, frozen=True):
    """What clips the content of an element: what flows in it, what is positioned in it, and what is fixed."""

    flow: Box | None
    positioned: Box | None
    fixed: Box | None

    def of(self, position: str) -> Box | None:
        if position == _FIXED:
            return self.fixed
        return self.positioned if position == _ABSOLUTE else self.flow


def regions(tree: Tree, sessions: Mapping[str, Session]) -> list[Region]:
    """From the lowest to the topmost. Without a DOM snapshot there are none."""
    known = _known(tree)
    inner = _inner_sessions(sessions)
    first = next(iter(sessions.values()))
    if not first.pages or not len(tree):
        return []
    found: list[Region] = []
    waiting = [iter(_drawn_of(first, first.pages[0], known, inner, 0, None))]
    met: set[int] = {id(first.pages[0])}
    while waiting:
        entry = next(waiting[-1], None)
        if entry is None:
            waiting.pop()
            continue
        node, boxes, frame = entry
        rects = (enclosing(*box) for box in boxes)
        found += [Region(node, rect) for rect in rects if rect is not None and not rect.empty]
        if frame is not None and id(frame[1]) not in met:
            met.add(id(frame[1]))
            session, page, clip = frame
            waiting.append(iter(_drawn_of(session, page, known, inner, node, clip)))
    return found


_Frame = tuple[Session, Page, Box | None]
_Entry = tuple[int, Sequence[Box], _Frame | None]


def _known(tree: Tree) -> dict[str, int]:
    """The nodes that are shown, by their id on the page; of several with one id the first."""
    nodes, parents = tree.nodes, tree.parents
    shown = bytearray(len(nodes) + 1)
    shown[-1] = 1  # the last place serves the parent -1 of roots
    found: dict[str, int] = {}
    for i, node in enumerate(nodes):
        if not node.hidden and shown[parents[i]]:
            shown[i] = 1
            found.setdefault(node.native_id, i)
    found.pop("", None)
    return found


def _inner_sessions(sessions: Mapping[str, Session]) -> dict[tuple[str, int], Session]:
    """By session and backend node id of the element that holds it."""
    found = {}
    for session in sessions.values():
        backend = backend_of(session.owner.get("backendNodeId"))
        if session.pages and backend is not None:
            found[text(session.owner.get("session")) or "main", backend] = session
    return found


def _drawn_of(
    session: Session, page: Page, known: Mapping[str, int], inner: Mapping[tuple[str, int], Session], holder: int, clip: Box | None
) -> Iterator[_Entry]:
    """The boxes of one document from the lowest to the topmost, with the frames that they hold. `holder`: for what is no node."""
    layout = _Layout(session, page, known, holder, clip)
    frames = {owner: inside for owner, inside in page.frames() if isinstance(owner, int) and isinstance(inside, int)}
    for _, _, index in sorted(layout.order):
        boxes = layout.boxes_of(index)
        frame: _Frame | None = None
        view = page.box(index) if index in frames or (session.name, layout.backend(index)) in inner else None
        if view is not None:
            other = inner.get((session.name, layout.backend(index)))
            if other is not None:
                frame = other, other.pages[0], _common(view, layout.clip_of(index))
            elif 0 <= frames.get(index, -1) < len(session.pages):
                frame = session, session.pages[frames[index]], _common(view, layout.clip_of(index))
        yield layout.node_of[index], boxes, frame


class _Layout:
    """One document: the accessibility node, style and clip of each DOM node, and its boxes."""

    def __init__(self, session: Session, page: Page, known: Mapping[str, int], holder: int, clip: Box | None) -> None:
        self.page, self._styles = page, session.styles
        self._rows = list_of(page.layout.get("styles"))
        self._backends = list_of(page.nodes.get("backendNodeId"))
        self._kinds = list_of(page.nodes.get("nodeType"))
        self._parents = list_of(page.nodes.get("parentIndex"))
        paints = list_of(page.layout.get("paintOrders"))
        self.order = [(_paint(paints, place), place, index) for index, place in page.place_of.items() if index >= 0]
        self.node_of = self._nodes(session.prefix, known, holder)
        self._shut = self._in_closed_details()
        self._clips = self._all_clips(clip)
        self._lines = self._all_lines()

    def backend(self, index: int) -> int:
        backend = self._backends[index] if index < len(self._backends) else None
        return backend if isinstance(backend, int) else -1

    def _parent(self, index: int) -> int:
        parent = self._parents[index] if index < len(self._parents) else -1
        return parent if isinstance(parent, int) and 0 <= parent < index else -1

    def _nodes(self, prefix: str, known: Mapping[str, int], holder: int) -> list[int]:
        """By DOM node, the nearest node of the tree at or above it that is shown."""
        found: list[int] = []
        for index, backend in enumerate(self._backends):
            parent = self._parent(index)
            found.append(known.get(f"{prefix}{backend}", found[parent] if parent >= 0 else holder))
        return found

    def _in_closed_details(self) -> bytearray:
        """By DOM node, whether it is in what a closed `<details>` does not show, which keeps the boxes it had."""
        shut = bytearray(len(self._backends))
        for index in range(len(shut)):
            parent = self._parent(index)
            if parent < 0:
                continue
            closed = self.page.name(parent).upper() == "DETAILS" and not self.page.has(parent, "open")
            shut[index] = shut[parent] or (closed and self.page.name(index).upper() not in ("SUMMARY", "#TEXT"))
        return shut

    def _style(self, index: int, name: str) -> str:
        place = self.page.place_of.get(index)
        row = self._rows[place] if place is not None and place < len(self._rows) else None
        return self._styles.value(row, name, self.page)

    def _all_clips(self, outer: Box | None) -> dict[int, _Clip]:
        """By DOM node, what clips its content. Only where the dump tells of overflow does any but the outermost clip."""
        every = _Clip(outer, outer, outer)
        if not self._styles.tells("overflow-x", "overflow"):
            return {-1: every}
        found: dict[int, _Clip] = {-1: every}
        for index in range(len(self._backends)):
            around = found.get(self._parent(index), every)
            found[index] = self._clip_inside(index, around) if index in self.page.place_of else around
        return found

    def _clip_inside(self, index: int, around: _Clip) -> _Clip:
        position = self._style(index, "position")
        own = around.of(position)
        overflow = self._style(index, "overflow-x") or self._style(index, "overflow")
        whole_page = self.page.name(index).upper() in ("HTML", "BODY", "#DOCUMENT", "#TEXT")
        clips = not whole_page and overflow.split(" ")[0] not in ("", "visible") and self._style(index, "display") != "inline"
        inside = _common(self.page.box(index), own) if clips else own
        is_positioned = position not in ("", "static")
        return _Clip(inside, inside if is_positioned else around.positioned, around.fixed)

    def clip_of(self, index: int) -> Box | None:
        """What clips the node itself."""
        around = self._clips.get(self._parent(index), self._clips[-1])
        return around.of(self._style(index, "position")) if len(self._clips) > 1 else around.flow

    def _all_lines(self) -> dict[int, list[Box]]:
        """The lines of texts, and of the inline elements that they are in."""
        found: dict[int, list[Box]] = {}
        at = {place: index for index, place in self.page.place_of.items()}
        texts = self.page.texts
        for place, numbers in zip(list_of(texts.get("layoutIndex")), list_of(texts.get("bounds")), strict=False):
            index = at.get(place, -1) if isinstance(place, int) else -1
            box = self.page.placed(numbers)
            if box is None or index < 0:
                continue
            found.setdefault(index, []).append(box)
            above = self._parent(index)
            while above >= 0 and self._is_inline(above):
                found.setdefault(above, []).append(box)
                above = self._parent(above)
        return found

    def _is_inline(self, index: int) -> bool:
        return self._style(index, "display") == "inline" and self.page.name(index).upper() not in _REPLACED

    def boxes_of(self, index: int) -> list[Box]:
        """Where the DOM node takes the pointer."""
        kind = self._kinds[index] if index < len(self._kinds) else ELEMENT_NODE
        # A text has the styles of what it stands in.
        if (
            self._shut[index]
            or self._style(index, "visibility") in ("hidden", "collapse")
            or self._style(index, "pointer-events") == "none"
        ):
            return []
        lines = self._lines.get(index)
        box = self.page.box(index)
        boxes = lines if lines and (kind == _TEXT_NODE or _wraps(lines)) else [box] if box is not None else []
        clip = self.clip_of(index)
        return list(boxes) if clip is None else [part for each in boxes if (part := _common(each, clip)) is not None]


def _paint(paints: Sequence[object], place: int) -> int:
    paint = paints[place] if place < len(paints) else 0
    return paint if isinstance(paint, int) else 0


def _wraps(lines: Sequence[Box]) -> bool:
    """True if the boxes stand in more than one line."""
    return max(line[1] for line in lines) >= min(line[1] + line[3] for line in lines)


def _common(one: Box | None, other: Box | None) -> Box | None:
    """What lies in both; an empty box where nothing does. None stands for no limit."""
    if one is None or other is None:
        return one or other
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return left, top, max(0.0, right - left), max(0.0, bottom - top)
