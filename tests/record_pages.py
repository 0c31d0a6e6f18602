"""Pages that show a thing and its controls, as each dialect writes them down, for tests of refs that end with the thing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr


class Part(NamedTuple):
    """A piece of a screen: `kind` is a key of `_TAGS`."""

    kind: str
    words: str = ""
    inside: tuple[Part, ...] = ()
    value: str = ""
    selected: bool | None = None
    expanded: bool | None = None  # told by "uia" and "cdp"


def text(words: str) -> Part:
    return Part("text", words)


def heading(words: str) -> Part:
    return Part("heading", words)


def button(words: str) -> Part:
    return Part("button", words)


def field(words: str, value: str) -> Part:
    return Part("field", words, value=value)


def pane(*inside: Part) -> Part:
    return Part("pane", "", inside)


def dialog(words: str, *inside: Part) -> Part:
    return Part("dialog", words, inside)


def listed(*rows: Part) -> Part:
    return Part("list", "", rows)


def row(words: str, *inside: Part, selected: bool | None = None) -> Part:
    return Part("row", words, inside, selected=selected)


DIALECTS = ("android", "ios", "uia", "atspi", "cdp")

# By kind: class on Android, type on iOS, tag on Windows, tag on Linux, role in a browser.
_TAGS = {
    "text": ("TextView", "StaticText", "Text", "label", "StaticText"),
    "heading": ("TextView", "StaticText", "Text", "heading", "heading"),
    "button": ("Button", "Button", "Button", "push-button", "button"),
    "field": ("EditText", "TextField", "Edit", "entry", "textbox"),
    "pane": ("LinearLayout", "Other", "Pane", "panel", "generic"),
    "dialog": ("Dialog", "Alert", "Window", "dialog", "dialog"),
    "list": ("ListView", "Table", "List", "list", "list"),
    "row": ("LinearLayout", "Cell", "ListItem", "list-item", "listitem"),
    "bar": ("LinearLayout", "NavigationBar", "Pane", "panel", "banner"),
    "toolbar": ("Toolbar", "Toolbar", "ToolBar", "tool-bar", "toolbar"),
    "menubar": ("MenuBar", "MenuBar", "MenuBar", "menu-bar", "menubar"),
    "menuitem": ("Button", "MenuItem", "MenuItem", "menu", "menuitem"),
    "tabs": ("TabWidget", "TabBar", "Tab", "page-tab-list", "tablist"),
    "tab": ("ActionBar$Tab", "Button", "TabItem", "page-tab", "tab"),
    "tabpanel": ("LinearLayout", "Other", "Pane", "panel", "tabpanel"),
    "page": ("WebView", "WebView", "Document", "document-web", "iframe"),
    "link": ("TextView", "Link", "Hyperlink", "link", "link"),
    "clock": ("Chronometer", "StaticText", "Text", "label", "timer"),
    "status": ("Toast", "StaticText", "StatusBar", "status-bar", "status"),
}
_STATE = "https://accessibility.ubuntu.example.org/ns/"
_PREFIXES = {"st": "state", "cp": "component", "val": "value", "act": "action"}


def dump(dialect: str, *parts: Part, ids: bool = True, title: str = "App") -> bytes:
    """The screen as the dialect writes it, one thing below the other; `ids`: with the platform's own, by the order of the parts."""
    if dialect == "cdp":
        return _of_browser(parts, ids, title)
    write = {"android": _android, "ios": _ios, "uia": _uia, "atspi": _atspi}[dialect]
    counter = count(1)
    inside = "".join(_written(write, part, ids, counter) for part in parts)
    if dialect == "android":
        top = '<node class="android.widget.FrameLayout" bounds="[0,0][400,4000]" package="app">{}</node>'
        return f'<hierarchy rotation="0">{top.format(inside)}</hierarchy>'.encode()
    if dialect == "ios":
        box = 'x="0" y="0" width="400" height="4000" visible="true"'
        tag = "XCUIElementTypeApplication"
        return f'<{tag} type="{tag}" name="App" {box}>{inside}</{tag}>'.encode()
    if dialect == "uia":
        box = 'x="0" y="0" width="400" height="4000"'
        return (
            f'<Window Name={quoteattr(title)} RuntimeId="9.1" IsEnabled="True" IsOffscreen="False" {box}>{inside}</Window>'.encode()
        )
    declared = " ".join(f'xmlns:{prefix}="{_STATE}{word}"' for prefix, word in _PREFIXES.items())
    window = f'<frame name={quoteattr(title)} {_SHOWN} cp:screencoord="(0, 0)" cp:size="(400, 4000)">{inside}</frame>'
    return f'<desktop-frame name="main" {declared}><application name="app">{window}</application></desktop-frame>'.encode()


def _written(write: Any, part: Part, ids: bool, counter: Iterator[int]) -> str:
    number = next(counter)
    inside = "".join(_written(write, each, ids, counter) for each in part.inside)
    following = next(counter) if part.inside else number
    written: str = write(part, number, 20 * (following - number + 1), inside, ids)
    return written


def _android(part: Part, number: int, height: int, inside: str, ids: bool) -> str:
    acts = {"button": 'clickable="true"', "field": 'focusable="true" clickable="true"', "menuitem": 'clickable="true"'}
    said = part.value if part.kind == "field" else part.words
    selected = f' selected="{str(part.selected).lower()}"' if part.selected is not None else ""
    more = f'resource-id="app:id/{part.kind}{number}"' if ids else ""
    box = f'bounds="[0,{20 * number}][400,{20 * number + height}]" displayed="true"'
    tag = f"android.widget.{_TAGS[part.kind][0]}"
    return f'<node class="{tag}" text={quoteattr(said)} {acts.get(part.kind, "")}{selected} {more} {box}>{inside}</node>'


def _ios(part: Part, number: int, height: int, inside: str, ids: bool) -> str:
    tag = f"XCUIElementType{_TAGS[part.kind][1]}"
    value = f" value={quoteattr(part.value)}" if part.value else ""
    box = f'x="0" y="{20 * number}" width="400" height="{height}" visible="true" enabled="true"'
    return f'<{tag} type="{tag}" name={quoteattr(part.words)} label={quoteattr(part.words)}{value} {box}>{inside}</{tag}>'


def _uia(part: Part, number: int, height: int, inside: str, ids: bool) -> str:
    tag = _TAGS[part.kind][2]
    id = f' RuntimeId="9.{number + 1}"' if ids else ""
    value = f" Value={quoteattr(part.value)}" if part.value else ""
    selected = f' IsSelected="{part.selected}"' if part.selected is not None else ""
    expanded = "" if part.expanded is None else f' ExpandCollapseState="{"Expanded" if part.expanded else "Collapsed"}"'
    box = f'x="0" y="{20 * number}" width="400" height="{height}" IsEnabled="True" IsOffscreen="False"'
    return f"<{tag} Name={quoteattr(part.words)}{id}{value}{selected}{expanded} {box}>{inside}</{tag}>"


_SHOWN = 'st:showing="true" st:visible="true" st:enabled="true" st:sensitive="true"'


def _atspi(part: Part, number: int, height: int, inside: str, ids: bool) -> str:
    tag = _TAGS[part.kind][3]
    more = {"field": ' st:editable="true" st:focusable="true"', "button": ' st:focusable="true"'}.get(part.kind, "")
    selected = ' st:selected="true" st:selectable="true"' if part.selected else ""
    box = f'cp:screencoord="(0, {20 * number})" cp:size="(400, {height})"'
    held = part.value if part.kind == "field" else inside
    return f"<{tag} name={quoteattr(part.words)} {_SHOWN}{more}{selected} {box}>{held}</{tag}>"


def _of_browser(parts: tuple[Part, ...], ids: bool, title: str) -> bytes:
    nodes: list[dict[str, Any]] = []
    _add(nodes, Part("page", title, parts), None, ids)
    return json.dumps({"nodes": nodes}).encode()


def _add(nodes: list[dict[str, Any]], part: Part, parent: str | None, ids: bool) -> str:
    id = str(len(nodes) + 1)
    made: dict[str, Any] = {
        "nodeId": id,
        "role": {"type": "role", "value": "RootWebArea" if part.kind == "page" else _TAGS[part.kind][4]},
        "name": {"type": "computedString", "value": part.words},
        "properties": [],
    }
    if parent is not None:
        made["parentId"] = parent
    if ids:
        made["backendDOMNodeId"] = int(id)
    if part.kind in ("button", "field", "link", "menuitem", "tab"):
        made["properties"].append({"name": "focusable", "value": {"type": "booleanOrUndefined", "value": True}})
    if part.kind == "field":
        made["value"] = {"type": "string", "value": part.value}
        made["properties"].append({"name": "editable", "value": {"type": "token", "value": "plaintext"}})
    if part.kind == "page":
        made["properties"].append({"name": "url", "value": {"type": "string", "value": "https://app.example/"}})
    if part.selected is not None:
        made["properties"].append({"name": "selected", "value": {"type": "booleanOrUndefined", "value": part.selected}})
    if part.expanded is not None:
        made["properties"].append({"name": "expanded", "value": {"type": "booleanOrUndefined", "value": part.expanded}})
    nodes.append(made)
    made["childIds"] = [_add(nodes, each, id, ids) for each in part.inside]
    return id
