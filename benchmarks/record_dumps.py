"""Screens of records as each dialect writes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any
from xml.sax.saxutils import quoteattr

from benchmarks.records import Element

_ACTS = ("button", "check", "act")
_KINDS = ("window", "list", "pane", "table", "item", "row", "box", "text", "heading", "button", "check", "act")


def _words(line: str) -> dict[str, str]:
    """The words of a dialect for the kinds of elements, in order."""
    return dict(zip(_KINDS, line.split(), strict=True))


_UIA = _words("Window List Pane DataGrid ListItem DataItem Group Text Text Button CheckBox Button")
_IOS = _words("Window Table Other Table Cell Cell Other StaticText StaticText Button Switch Cell")
_ATSPI = _words("frame list-box panel table list-item table-row filler label label push-button check-box push-button")
_BROWSER = _words("RootWebArea list generic table listitem row generic StaticText heading button checkbox link")
_ARIA = _words("generic list generic table listitem row generic text heading button checkbox link")
_MAC = _words("Window List Group Table Group Row Group StaticText Heading Button CheckBox Button")
_ANDROID = _words(
    "FrameLayout ListView LinearLayout TableLayout LinearLayout TableRow LinearLayout "
    "TextView TextView Button CheckBox LinearLayout"
)
_ANDROID_IDS = {"text": "label", "button": "act", "item": "row", "act": "row", "check": "check"}
_COMPOSE = {"text": "widget.TextView", "heading": "widget.TextView", "button": "widget.Button", "check": "widget.CheckBox"}
_ATSPI_NAMES = {"st": "state", "cp": "component", "attr": "attributes", "val": "value", "act": "action"}


def _xml(tag: str, said: Mapping[str, object], inside: Iterator[str]) -> str:
    attributes = " ".join(f"{name}={quoteattr(str(value))}" for name, value in said.items())
    return f"<{tag} {attributes}>{''.join(inside)}</{tag}>"


def _box(element: Element) -> dict[str, int]:
    return dict(zip(("x", "y", "width", "height"), element.box, strict=True))


def _uia(e: Element) -> str:
    said = {"Name": e.name, "RuntimeId": e.native_id, "IsEnabled": "True", "IsOffscreen": "False", **_box(e)}
    return _xml(_UIA[e.kind], said, map(_uia, e.inside))


def _android(e: Element, place: int = 0) -> str:
    kind = f"android.widget.{_ANDROID[e.kind]}"
    identifier = f"app:id/{_ANDROID_IDS[e.kind]}" if e.kind in _ANDROID_IDS else ""
    return _node(e, place, kind, identifier, e.kind == "act", _android)


def _compose(e: Element, place: int = 0) -> str:
    return _node(e, place, f"android.{_COMPOSE.get(e.kind, 'view.View')}", "", e.kind == "button", _compose)


def _node(e: Element, place: int, kind: str, identifier: str, described: bool, write: Callable[[Element, int], str]) -> str:
    x, y, width, height = e.box
    said = {
        "index": place,
        "text": "" if described else e.name,
        "content-desc": e.name if described else "",
        "resource-id": identifier,
        "class": kind,
        "package": "a.b",
        "clickable": str(e.kind in _ACTS).lower(),
        "checkable": str(e.kind == "check").lower(),
        "enabled": "true",
        "bounds": f"[{x},{y}][{x + width},{y + height}]",
    }
    return _xml("node", said, (write(child, n) for n, child in enumerate(e.inside)))


def _ios(e: Element) -> str:
    tag = f"XCUIElementType{_IOS[e.kind]}"
    called = {"name": e.name, "label": e.name} if e.name else {}
    return _xml(tag, {"type": tag, **called, "enabled": "true", "visible": "true", **_box(e)}, map(_ios, e.inside))


def _ios_app(root: Element) -> str:
    tag = "XCUIElementTypeApplication"
    said = {
        "type": tag,
        "name": "App",
        "label": "App",
        "enabled": "true",
        "visible": "true",
        "x": 0,
        "y": 0,
        "width": 800,
        "height": 3000,
    }
    return f"<AppiumAUT>{_xml(tag, said, map(_ios, [root]))}</AppiumAUT>"


def _atspi(e: Element) -> str:
    x, y, width, height = e.box
    said = {"name": e.name} | ({"id": e.native_id} if e.native_id else {})
    said |= {f"st:{state}": "true" for state in ("enabled", "sensitive", "showing", "visible")}
    return _xml(_ATSPI[e.kind], {**said, "cp:screencoord": f"({x}, {y})", "cp:size": f"({width}, {height})"}, map(_atspi, e.inside))


def _atspi_desktop(root: Element) -> str:
    spaces = {f"xmlns:{p}": f"https://accessibility.ubuntu.example.org/ns/{name}" for p, name in _ATSPI_NAMES.items()}
    return _xml("desktop-frame", {"name": "main", **spaces}, iter([_xml("application", {"name": "app"}, map(_atspi, [root]))]))


def _browser(root: Element) -> str:
    numbers = count(1)

    def write(e: Element) -> str:
        said = {"raw_id": str(next(numbers)), "ignored": "false", "name": e.name}
        if e.native_id:
            said |= {"backendDOMNodeId": e.native_id, "nodeId": e.native_id}
        said |= {"url": "https://x.example/"} if e.kind == "window" else {}
        said |= {"focusable": "true"} if e.kind in _ACTS else {}
        return _xml(_BROWSER[e.kind], said, map(write, e.inside))

    return write(root)


def _cdp(root: Element) -> str:
    numbers, nodes = count(1), list[dict[str, Any]]()

    def add(e: Element, parent: str) -> str:
        own = str(next(numbers))
        node: dict[str, Any] = {"nodeId": own, "ignored": False, "role": {"type": "role", "value": _BROWSER[e.kind]}}
        node |= {"name": {"type": "computedString", "value": e.name}, "properties": []}
        if e.kind in _ACTS:
            node["properties"].append({"name": "focusable", "value": {"type": "booleanOrUndefined", "value": True}})
        if parent:
            node["parentId"] = parent
        else:
            node["properties"].append({"name": "url", "value": {"type": "string", "value": "https://x.example/"}})
        if e.native_id:
            node["backendDOMNodeId"] = int(e.native_id)
        nodes.append(node)
        node["childIds"] = [add(child, own) for child in e.inside]
        return own

    add(root, "")
    return json.dumps({"nodes": nodes})


def _aria(root: Element) -> str:
    return "\n".join(line for e in root.inside for line in _aria_lines(e, ""))


def _aria_lines(e: Element, indent: str) -> Iterator[str]:
    said = json.dumps(e.name, ensure_ascii=False)
    if e.kind == "text":
        yield f"{indent}- text: {said}"
        return
    ref = f" [ref={e.native_id}]" if e.native_id else ""
    yield f"{indent}- {_ARIA[e.kind]}{f' {said}' if e.name else ''}{ref}{':' if e.inside else ''}"
    for child in e.inside:
        yield from _aria_lines(child, f"{indent}  ")


def _mac(e: Element) -> dict[str, Any]:
    x, y, width, height = e.box
    frame = {"x": x, "y": y, "w": width, "h": height, "type": "kAXValueCGRectType"}
    node: dict[str, Any] = {"AXRole": f"AX{_MAC[e.kind]}", "AXEnabled": True, "AXFrame": frame}
    if e.name:
        node["AXValue" if e.kind == "text" else "AXTitle"] = e.name
    if e.inside:
        node["AXChildren"] = [_mac(child) for child in e.inside]
    return node


DIALECTS: Mapping[str, Callable[[Element], str]] = {
    "uia": _uia,
    "android": lambda root: f'<hierarchy rotation="0">{_android(root)}</hierarchy>',
    "compose": lambda root: f'<hierarchy rotation="0">{_compose(root)}</hierarchy>',
    "ios": _ios_app,
    "atspi": _atspi_desktop,
    "browser": _browser,
    "aria": _aria,
    "mac": lambda root: json.dumps(_mac(root)),
    "cdp": _cdp,
}
WITH_IDS = frozenset(("uia", "atspi", "browser", "aria", "cdp"))
