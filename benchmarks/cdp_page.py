"""A made-up DOM written as the answers of `Accessibility.getFullAXTree` and `DOMSnapshot.captureSnapshot`."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.xml_writer import Write

SHELL = 3  # the page, html and body
_WIDTH, _HEIGHT = 1280, 800
_FRAME = "91958AC0ECFCED3322A910AF3E09903A"
_URL = "https://shop.example/stock"
_NAME = "Stock"

# display, visibility, opacity, pointer-events, z-index, position, cursor: the order in which styles are recorded
BLOCK = ("block", "visible", "1", "auto", "auto", "static", "auto")
INLINE = ("inline", *BLOCK[1:])
HAND = ("inline", *BLOCK[1:6], "pointer")
GONE = ("block", "hidden", *BLOCK[2:])

_INTERNAL = frozenset(("RootWebArea", "StaticText", "InlineTextBox", "generic", "LabelText"))
_CHROME_ROLES = {
    "button": 9,
    "cell": 13,
    "checkbox": 14,
    "form": 85,
    "generic": 88,
    "heading": 96,
    "InlineTextBox": 101,
    "link": 110,
}
_CHROME_ROLES |= {
    "LabelText": 104,
    "RootWebArea": 144,
    "row": 145,
    "rowgroup": 146,
    "StaticText": 158,
    "table": 167,
    "textbox": 170,
}
_NAMED_BY_CONTENT = frozenset(("button", "cell", "heading", "link"))
_ARIA_SOURCES = (
    {"type": "relatedElement", "attribute": "aria-labelledby"},
    {"type": "attribute", "attribute": "aria-label"},
)

Box = tuple[float, float, float, float]  # x, y, width, height in the document
Said = tuple[str, str, object]  # an accessibility property: name, type, value
Json = dict[str, Any]


class Dom(NamedTuple):
    """One DOM element and what Chromium makes of it; without a role it is ignored by the accessibility tree."""

    tag: str
    box: Box
    role: str = ""
    children: tuple[Dom, ...] = ()
    text: str = ""  # its only text node
    properties: tuple[Said, ...] = ()
    attributes: tuple[str, ...] = ()  # name, value, name, value, …
    style: tuple[str, ...] = BLOCK
    clickable: bool = False
    value: str | None = None


def ax_size(element: Dom) -> int:
    """How many accessibility nodes it is: a shown text is two, StaticText and InlineTextBox."""
    return 1 + 2 * _has_text(element) + sum(map(ax_size, element.children))


def write_page(out: Write, sections: Sequence[Dom]) -> None:
    snapshot = _Snapshot()
    body = snapshot.open_page()
    out(f'{{"format":"cdp-observation/1","url":"{_URL}","title":"{_NAME}",')
    out(f'"viewport":{{"width":{_WIDTH},"height":{_HEIGHT},"deviceScaleFactor":1}},"sessions":[{{"name":"main","frames":[')
    out(f'{{"frameId":"{_FRAME}","parentId":null,"url":"{_URL}","nodes":[')
    out(",".join(map(_json, _shell(sections))))
    for section in sections:
        for node in _ax_nodes(section, snapshot, body):
            out("," + _json(node))
    bottom = max((section.box[1] + section.box[3] for section in sections), default=0.0)
    out(f']}}],"layoutMetrics":{_json(_layout_metrics(bottom))},"snapshot":')
    snapshot.write(out, bottom)
    out("}]}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _has_text(element: Dom) -> bool:
    return bool(element.text) and element.style is not GONE


def _dom_size(element: Dom) -> int:
    return 1 + bool(element.text) + sum(map(_dom_size, element.children))


def _shell(sections: Sequence[Dom]) -> Iterator[Json]:
    """The page, html and body; DOM ids follow document order, so that the body can name its children beforehand."""
    page = _ax_node(1, "RootWebArea", _NAME, (("focusable", "booleanOrUndefined", True), ("url", "string", _URL)))
    yield page | {"childIds": ["2"], "backendDOMNodeId": 1, "frameId": _FRAME}
    yield _ignored(2, 1, [3], "uninteresting")
    children, following = [], SHELL + 1
    for section in sections:
        children.append(following)
        following += _dom_size(section)
    yield _ignored(3, 2, children, "uninteresting")


def _ax_nodes(section: Dom, snapshot: _Snapshot, body: int) -> Iterator[Json]:
    """The section's accessibility nodes, breadth first as Chromium lists them."""
    waiting = deque([(section, snapshot.add(section, body), SHELL)])
    while waiting:
        element, numbers, parent = waiting.popleft()
        children = [number.backend for number in numbers.children]
        texts = [numbers.text] if _has_text(element) else []
        yield _element(element, numbers.backend, parent, children + texts)
        for text in texts:
            yield from _text(element.text, text, numbers.backend)
        waiting.extend((child, number, numbers.backend) for child, number in zip(element.children, numbers.children, strict=True))


def _element(element: Dom, backend: int, parent: int, children: Sequence[int]) -> Json:
    if not element.role:
        return _ignored(backend, parent, children, "notVisible" if element.style is GONE else "uninteresting")
    name = _content(element) if element.role in _NAMED_BY_CONTENT else ""
    node = _ax_node(backend, element.role, name, element.properties)
    if element.value is not None:
        node["value"] = {"type": "string", "value": element.value}
    return node | {"parentId": str(parent), "childIds": [str(child) for child in children], "backendDOMNodeId": backend}


def _content(element: Dom) -> str:
    return " ".join(filter(None, (element.text, *map(_content, element.children))))


def _text(text: str, backend: int, parent: int) -> Iterator[Json]:
    yield _ax_node(backend, "StaticText", text, ()) | {
        "parentId": str(parent),
        "childIds": [str(-backend)],
        "backendDOMNodeId": backend,
    }
    yield _ax_node(-backend, "InlineTextBox", text, ()) | {"parentId": str(backend), "childIds": []}


def _ax_node(number: int, role: str, name: str, properties: Iterable[Said]) -> Json:
    return {
        "nodeId": str(number),
        "ignored": False,
        "role": {"type": "internalRole" if role in _INTERNAL else "role", "value": role},
        "chromeRole": {"type": "internalRole", "value": _CHROME_ROLES[role]},
        "name": {"type": "computedString", "value": name} | _sources(role, name),
        "properties": [{"name": key, "value": {"type": kind, "value": value}} for key, kind, value in properties],
    }


def _sources(role: str, name: str) -> Json:
    """The places where Chromium looked for a name; it says them all."""
    if role == "InlineTextBox":
        return {}
    contents = {"type": "contents", "value": {"type": "computedString", "value": name}}
    if role == "StaticText":
        return {"sources": [contents]}
    title = {"type": "attribute", "attribute": "title"}
    return {"sources": [*_ARIA_SOURCES, contents, title | {"superseded": True}] if name else [*_ARIA_SOURCES, title]}


def _ignored(number: int, parent: int, children: Iterable[int], reason: str) -> Json:
    return {
        "nodeId": str(number),
        "ignored": True,
        "ignoredReasons": [{"name": reason, "value": {"type": "boolean", "value": True}}],
        "role": {"type": "role", "value": "none"},
        "chromeRole": {"type": "internalRole", "value": 0},
        "parentId": str(parent),
        "childIds": [str(child) for child in children],
        "backendDOMNodeId": number,
    }


def _layout_metrics(bottom: float) -> Json:
    view = {"pageX": 0, "pageY": 0, "clientWidth": _WIDTH, "clientHeight": _HEIGHT}
    visual = {"offsetX": 0, "offsetY": 0, **view, "scale": 1, "zoom": 1}
    content = {"x": 0, "y": 0, "width": _WIDTH, "height": bottom}
    return {"cssLayoutViewport": view, "cssVisualViewport": visual, "cssContentSize": content}


class _Numbers(NamedTuple):
    """The backend ids that an element, its text and its children got."""

    backend: int
    text: int
    children: tuple[_Numbers, ...]


class _Snapshot:
    """The columns of a DOM snapshot, filled in document order."""

    def __init__(self) -> None:
        self._strings: dict[str, int] = {}
        self._parents: list[int] = []
        self._types: list[int] = []
        self._names: list[int] = []
        self._values: list[int] = []
        self._attributes: list[str] = []
        self._clickable: list[int] = []
        self._inputs: list[int] = []
        self._input_values: list[int] = []
        self._checked: list[int] = []
        self._layout: list[tuple[int, str, str, int]] = []  # node, styles, bounds, text

    def open_page(self) -> int:
        """Add document, html and body, and return the body's place."""
        document = self._node("#document", 9, -1)
        html = self._node("HTML", 1, document, ("lang", "en"))
        body = self._node("BODY", 1, html)
        for place in (document, html, body):
            self._lay_out(place, BLOCK, (0, 0, _WIDTH, _HEIGHT))
        return body

    def add(self, element: Dom, parent: int) -> _Numbers:
        place = self._node(element.tag, 1, parent, element.attributes)
        self._lay_out(place, element.style, element.box)
        if element.clickable:
            self._clickable.append(place)
        if element.value is not None:
            self._inputs.append(place)
            self._input_values.append(self._string(element.value))
        if ("checked", "tristate", "true") in element.properties:
            self._checked.append(place)
        children = tuple(self.add(child, place) for child in element.children)
        text = self._add_text(element, place) if element.text else 0
        return _Numbers(place + 1, text, children)

    def _add_text(self, element: Dom, parent: int) -> int:
        place = self._node("#text", 3, parent, (), element.text)
        x, y, width, height = element.box
        self._lay_out(place, element.style, (x, y + 4.40625, min(width, 6.5 * len(element.text)), min(height, 15)), element.text)
        return place + 1

    def _node(self, name: str, kind: int, parent: int, attributes: Iterable[str] = (), value: str | None = None) -> int:
        self._parents.append(parent)
        self._types.append(kind)
        self._names.append(self._string(name))
        self._values.append(-1 if value is None else self._string(value))
        self._attributes.append(_json([self._string(text) for text in attributes]))
        return len(self._parents) - 1

    def _lay_out(self, place: int, style: Iterable[str], box: Box, text: str | None = None) -> None:
        styles = _json([self._string(word) for word in style])
        self._layout.append((place, styles, _json(box), -1 if text is None else self._string(text)))

    def _string(self, text: str) -> int:
        return self._strings.setdefault(text, len(self._strings))

    def write(self, out: Write, bottom: float) -> None:
        strings = {
            key: self._string(value)
            for key, value in (("documentURL", _URL), ("title", _NAME), ("baseURL", _URL), ("frameId", _FRAME))
        }
        rest = {"encodingName": self._string("UTF-8"), "contentLanguage": -1, "publicId": -1, "systemId": -1}
        rest |= {"scrollOffsetX": 0, "scrollOffsetY": 0, "contentWidth": _WIDTH, "contentHeight": int(bottom)}
        out('{"documents":[' + _json(strings | rest)[:-1] + ',"nodes":{')
        for name, column in (
            ("parentIndex", self._parents),
            ("nodeType", self._types),
            ("nodeName", self._names),
            ("nodeValue", self._values),
        ):
            out(f'"{name}":{_json(column)},')
        out(f'"backendNodeId":{_json(list(range(1, len(self._parents) + 1)))},')
        out(f'"attributes":[{",".join(self._attributes)}],')
        inputs = {"index": self._inputs, "value": self._input_values}
        none: Json = {"index": [], "value": []}
        rare = {
            "shadowRootType": none,
            "textValue": none,
            "inputValue": inputs,
            "inputChecked": {"index": self._checked},
        }
        rare |= {
            "optionSelected": {"index": []},
            "contentDocumentIndex": none,
            "pseudoType": none,
            "pseudoIdentifier": none,
        }
        rare |= {"isClickable": {"index": self._clickable}, "currentSourceURL": none, "originURL": none}
        out(_json(rare)[1:] + ',"layout":{')
        self._write_layout(out)
        out(f'}}],"strings":{_json(list(self._strings))}}}')

    def _write_layout(self, out: Write) -> None:
        out(f'"nodeIndex":{_json([node for node, _, _, _ in self._layout])},')
        out(f'"styles":[{",".join(styles for _, styles, _, _ in self._layout)}],')
        out(f'"bounds":[{",".join(bounds for _, _, bounds, _ in self._layout)}],')
        out(f'"text":{_json([text for _, _, _, text in self._layout])},"stackingContexts":{{"index":[0]}},')
        out(f'"paintOrders":{_json(list(range(len(self._layout))))}}},')
        lines = [(i, bounds) for i, (_, _, bounds, text) in enumerate(self._layout) if text >= 0]
        lengths = [len(text) for text in self._strings]
        out(f'"textBoxes":{{"layoutIndex":{_json([i for i, _ in lines])},')
        out(f'"bounds":[{",".join(bounds for _, bounds in lines)}],')
        out(f'"start":{_json([0] * len(lines))},"length":{_json([lengths[self._layout[i][3]] for i, _ in lines])}}}')
