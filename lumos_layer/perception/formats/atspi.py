"""Linux AT-SPI in the XML layout of OSWorld: the tag is the role, states and the rest stand in namespaces.

States, roles and actions: https://docs.gtk.org/atspi2/ (AtspiStateType, AtspiRole)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.text import clean_line, clean_value
from lumos_layer.tree import Affordance, Node, Rect, Role, Tristate, box

_ROLES = {  # AtspiRole in words: role, and whether the role alone makes it actionable
    "alert": (Role.ALERTDIALOG, False),
    "application": (Role.APPLICATION, False),
    "article": (Role.ARTICLE, False),
    "block-quote": (Role.BLOCKQUOTE, False),
    "button": (Role.BUTTON, True),
    "calendar": (Role.GRID, False),
    "caption": (Role.CAPTION, False),
    "check-box": (Role.CHECKBOX, True),
    "check-menu-item": (Role.MENUITEMCHECKBOX, True),
    "color-chooser": (Role.DIALOG, False),
    "column-header": (Role.COLUMNHEADER, True),
    "combo-box": (Role.COMBOBOX, True),
    "date-editor": (Role.GROUP, False),
    "dial": (Role.SLIDER, True),
    "dialog": (Role.DIALOG, False),
    "document-email": (Role.DOCUMENT, False),
    "document-frame": (Role.DOCUMENT, False),
    "document-presentation": (Role.DOCUMENT, False),
    "document-spreadsheet": (Role.DOCUMENT, False),
    "document-text": (Role.DOCUMENT, False),
    "document-web": (Role.DOCUMENT, False),
    "entry": (Role.TEXTBOX, True),
    "file-chooser": (Role.DIALOG, False),
    "font-chooser": (Role.DIALOG, False),
    "form": (Role.FORM, False),
    "frame": (Role.WINDOW, False),
    "heading": (Role.HEADING, False),
    "icon": (Role.IMG, False),
    "image": (Role.IMG, False),
    "info-bar": (Role.ALERT, False),
    "internal-frame": (Role.GROUP, False),
    "label": (Role.TEXT, False),
    "landmark": (Role.REGION, False),
    "level-bar": (Role.METER, False),
    "link": (Role.LINK, True),
    "list": (Role.LIST, False),
    "list-box": (Role.LISTBOX, False),
    "list-item": (Role.LISTITEM, True),
    "log": (Role.LOG, False),
    "marquee": (Role.MARQUEE, False),
    "menu": (Role.MENUITEM, True),
    "menu-bar": (Role.MENUBAR, False),
    "menu-item": (Role.MENUITEM, True),
    "notification": (Role.STATUS, False),
    "option-pane": (Role.GROUP, False),
    "page-tab": (Role.TAB, True),
    "page-tab-list": (Role.TABLIST, False),
    "panel": (Role.GROUP, False),
    "paragraph": (Role.PARAGRAPH, False),
    "password-text": (Role.TEXTBOX, True),
    "popup-menu": (Role.MENU, False),
    "progress-bar": (Role.PROGRESSBAR, False),
    "push-button": (Role.BUTTON, True),
    "push-button-menu": (Role.BUTTON, True),
    "radio-button": (Role.RADIO, True),
    "radio-menu-item": (Role.MENUITEMRADIO, True),
    "row-header": (Role.ROWHEADER, True),
    "scroll-bar": (Role.SCROLLBAR, True),
    "section": (Role.GENERIC, False),
    "separator": (Role.SEPARATOR, False),
    "slider": (Role.SLIDER, True),
    "spin-button": (Role.SPINBUTTON, True),
    "static": (Role.TEXT, False),
    "status-bar": (Role.STATUS, False),
    "statusbar": (Role.STATUS, False),
    "switch": (Role.SWITCH, True),
    "table": (Role.TABLE, False),
    "table-cell": (Role.CELL, False),
    "table-column-header": (Role.COLUMNHEADER, True),
    "table-row": (Role.ROW, False),
    "table-row-header": (Role.ROWHEADER, True),
    "text": (Role.TEXT, False),
    "timer": (Role.TIMER, False),
    "title-bar": (Role.GENERIC, False),
    "toggle-button": (Role.BUTTON, True),
    "tool-bar": (Role.TOOLBAR, False),
    "tool-tip": (Role.TOOLTIP, False),
    "tree": (Role.TREE, False),
    "tree-item": (Role.TREEITEM, True),
    "tree-table": (Role.TREEGRID, False),
    "window": (Role.WINDOW, False),
}
# Words on a screen: an action on them (copying, a context menu) does not make a control of them.
_WORDS = frozenset(("label", "static", "paragraph", "section", "text", "heading", "image", "icon", "caption", "separator"))
_ACTIONS: Mapping[str, Affordance] = {
    "click": "click", "press": "click", "activate": "click", "jump": "click", "dodefault": "click", "open": "click",
    "push": "click", "popup": "click", "edit": "click", "toggle": "toggle", "check": "toggle", "uncheck": "toggle",
    "select": "select", "expand-or-contract": "expand", "expand": "expand", "collapse": "expand",
}  # fmt: skip
# LibreOffice gives every button and menu a value of 0 or 1.
_RANGES = frozenset((Role.SLIDER, Role.SPINBUTTON, Role.PROGRESSBAR, Role.METER, Role.SCROLLBAR))
_ABOVE_WINDOWS = frozenset(("desktop-frame", "application"))
_ADDRESS_WORDS = ("state", "attributes", "component", "value", "action", "document", "text")
_FIELDS = {
    ("component", "screencoord"): "position",
    ("component", "size"): "size",
    ("value", "value"): "value",
    ("value", "min"): "minimum",
    ("value", "max"): "maximum",
    ("attributes", "id"): "identifier",
}
# GTK 4 calls a widget without a label by its class, which is no label.
_TOOLKITS = frozenset(("Gtk", "Adw", "Hdy", "Gdk"))
_CLASS_NAME = re.compile(r"(?:Gtk|Adw|Hdy|Gdk)[A-Z][A-Za-z0-9]*").fullmatch
_EMBEDDED = "\ufffc"  # stands in a text for a child element


class _Kind(Struct, frozen=True, kw_only=True):
    """What tag and attribute names say of a node, its values apart; equal for very many nodes of a dump."""

    plain: Node
    showing: bool
    visible: bool
    active: bool
    position: str = ""  # the full names of the attributes that hold these
    size: str = ""
    value: str = ""
    minimum: str = ""
    maximum: str = ""
    identifier: str = ""
    unknown: tuple[str, ...] = ()  # namespaces that no known tool writes


# Kinds are few, and the same from dump to dump. A hostile dump may have any number, so the store is bounded.
_KINDS: dict[tuple[str, ...], _Kind] = {}
_MOST_KINDS = 20_000


def _kind_of_address(namespace: str) -> str:
    words = namespace.lower().replace(":", "/").replace(".", "/").split("/")
    return next((word for word in reversed(words) if word in _ADDRESS_WORDS), "")


def _known_address(namespace: str) -> bool:
    return namespace.startswith(
        ("uri:deskat:", "https://accessibility.ubuntu.example.org/ns/", "https://accessibility.windows.example.org/ns/")
    )


def _split(name: str) -> tuple[str, str]:
    namespace, brace, local = name[1:].partition("}")
    return (namespace, local) if brace and name[0] == "{" else ("", name)


def _kind(key: tuple[str, ...], tag: str, attributes: Mapping[str, str]) -> _Kind:
    states: set[str] = set()
    actions: set[Affordance] = set()
    where: dict[str, str] = {}
    unknown: set[str] = set()
    for name, value in attributes.items():
        namespace, local = _split(name)
        if not namespace:
            continue
        kind = _kind_of_address(namespace)
        if not _known_address(namespace):
            unknown.add(namespace)
        if kind == "state" and value not in ("false", "False", "0"):
            states.add(local.lower().replace("_", "-"))
        elif kind == "action" and local.endswith("_desc"):
            action = _ACTIONS.get(local[:-5].lower())
            if action:
                actions.add(action)
        elif (field := _FIELDS.get((kind, local))) is not None:
            where[field] = name
    if len(_KINDS) >= _MOST_KINDS:
        _KINDS.clear()
    found = _KINDS[key] = _Kind(
        plain=_plain(tag, states, actions),
        showing="showing" in states,
        visible="visible" in states,
        active="active" in states,
        unknown=tuple(sorted(unknown)),
        **where,
    )
    return found


def _role_of(tag: str, states: set[str]) -> tuple[Role, bool]:
    if tag == "text" and ("editable" in states or "focusable" in states):
        return Role.TEXTBOX, "editable" in states
    if tag in ("dialog", "file-chooser") and "modal" in states:
        return Role.DIALOG, False
    return _ROLES.get(tag, (Role.GENERIC, False))


def _plain(tag: str, states: set[str], actions: set[Affordance]) -> Node:
    """The node as its tag, states and actions make it."""
    role, actionable = _role_of(tag, states)
    own = OWN.get(role, ()) if actionable else ()
    if tag == "toggle-button":
        own = ("click", "toggle")
    declared: set[Affordance] = set() if tag in _WORDS else set(actions)
    if "expand" in declared and not states & {"expandable", "expanded", "collapsed"} and role is Role.CELL:
        declared.remove("expand")  # GTK 3 offers it on every cell of a tree view
    if "editable" in states and role is not Role.COMBOBOX:
        declared |= {"set_value", "type"}
    if "checkable" in states and tag not in _WORDS:
        declared.add("toggle")
    if "focusable" in states:
        declared.add("focus")
    readonly = role is Role.TEXTBOX and "editable" not in states and "focusable" in states
    if readonly or "read-only" in states:
        own, declared = (() if role is Role.TEXTBOX else own), declared - {"type", "set_value"}
    checked, pressed = _ticks(tag, role, states)
    return Node(
        role=role,
        can=merged(own, declared),
        modal="modal" in states,
        minimized="iconified" in states,
        hidden="showing" not in states,
        enabled=True if "enabled" in states or "sensitive" in states else (False if actionable else None),
        focusable="focusable" in states,
        focused=True if "focused" in states else None,
        checked=checked,
        pressed=pressed,
        selected=True if "selected" in states else (False if "selectable" in states else None),
        expanded=True if "expanded" in states else (False if "expandable" in states else None),
        readonly=True if readonly or "read-only" in states else None,
        required=True if "required" in states else None,
        invalid=True if "invalid-entry" in states else None,
        busy=True if "busy" in states else None,
        protected=tag == "password-text",
        filled=False if tag == "password-text" else None,
    )


def _ticks(tag: str, role: Role, states: set[str]) -> tuple[Tristate | None, Tristate | None]:
    """`checked` of what is ticked, `pressed` of a toggle button."""
    tick: Tristate = "mixed" if "indeterminate" in states else "true" if "checked" in states or "pressed" in states else "false"
    if tag == "toggle-button":
        return None, tick
    ticked = role in (Role.CHECKBOX, Role.RADIO, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.SWITCH)
    return (tick if ticked or "checkable" in states or "checked" in states else None), None


def _pair(text: str | None) -> tuple[int, int] | None:
    if not text:
        return None
    try:
        first, second = text.strip("() ").split(",")
        return int(first), int(second)
    except ValueError:
        return None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < 1e300 else None


def _plain_number(text: str) -> str:
    """`50.0` as a person writes it: `50`."""
    number = _number(text)
    return text if number is None else f"{number:.10g}"


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    boxes: dict[tuple[str, str | None], Rect | None] = {}
    seen: list[_Kind] = []

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        get = attrib.get
        # Nearly all states are "true" where they stand at all, so that names alone tell most nodes' kind.
        key = (tag, *attrib) if "false" not in attrib.values() else (tag, *attrib, "", *_false_names(attrib))
        found = _KINDS.get(key) or _kind(key, tag, attrib)
        seen.append(found)
        name, hint, place = get("name"), get("description"), get(found.position)
        name = clean_line(name) if name else ""
        hint = clean_line(hint) if hint else ""
        class_name = ""
        if name[:3] in _TOOLKITS and _CLASS_NAME(name):
            name, class_name = "", name
        if hint and (not name or hint == name):
            name, hint = hint, ""
        plain = found.plain
        bounds: Rect | None = None
        if place is not None:
            box_key = place, get(found.size)
            bounds = boxes[box_key] if box_key in boxes else boxes.setdefault(box_key, _box(*box_key))
            if bounds is None:
                plain = replace(plain, hidden=True)
        made = replace(
            plain, name=name, hint=hint, bounds=bounds, identifier=get(found.identifier, class_name), native_id=get("id", "")
        )
        return _with_range(made, found, get) if found.value and plain.role in _RANGES else made

    def finish(draft: Draft) -> None:
        unknown = sorted({namespace for kind in seen for namespace in kind.unknown})
        if unknown:
            draft.warnings.append(f"Unknown namespaces, taken for what their last words say: {', '.join(unknown)}.")
        _mend_hidden(draft, seen)
        _head(draft, seen)

    return XmlReading(node=node, finish=finish, with_text=_with_text)


def _false_names(attrib: Mapping[str, str]) -> list[str]:
    return [name for name, value in attrib.items() if value == "false"]


def _with_range(node: Node, kind: _Kind, get: Callable[[str, str], str]) -> Node:
    """The node with its value and the least and greatest that it can have."""
    value = get(kind.value, "")
    return replace(
        node,
        value=_plain_number(value) if value else None,
        minimum=_number(get(kind.minimum, "")),
        maximum=_number(get(kind.maximum, "")),
    )


def _box(place: str, size: str | None) -> Rect | None:
    corner, extent = _pair(place), _pair(size)
    if corner is None or extent is None:
        return None
    return box(*corner, *extent)


def _with_text(node: Node, text: str) -> Node:
    """The node with its text content: what was typed into a field, otherwise its words."""
    if node.protected:
        return replace(node, filled=bool(text.strip()), value=None)
    value = clean_value(text.replace(_EMBEDDED, " "))
    if not value:
        return node
    if "type" in node.can or node.role in (Role.TEXTBOX, Role.SPINBUTTON, Role.COMBOBOX):
        return replace(node, value=value, name="" if node.name == value else node.name)
    line = clean_line(value)
    if not node.name:
        return replace(node, name=line)
    return node if line == node.name or line in node.name else replace(node, value=value)


def _mend_hidden(draft: Draft, seen: list[_Kind]) -> None:
    """Decides window by window whether `showing` tells anything: below a GTK 4 window nothing ever says it."""
    windows = [i for i, parent in enumerate(draft.parents) if _is_window(draft, i, parent)]
    anything_shows = any(seen[i].showing for i in windows)
    for i in range(len(draft.nodes)):
        if draft.tags[i] in _ABOVE_WINDOWS and draft.nodes[i].hidden:
            draft.nodes[i] = replace(draft.nodes[i], hidden=False)
    for i in windows:
        inside = range(i + 1, draft.ends[i])
        if any(seen[j].showing for j in inside) or (not seen[i].showing and anything_shows):
            continue
        for j in range(i, draft.ends[i]):
            node = draft.nodes[j]
            if node.hidden == seen[j].visible:
                draft.nodes[j] = replace(node, hidden=not seen[j].visible)


def _is_window(draft: Draft, i: int, parent: int) -> bool:
    """A top-level window: the first node that is neither desktop nor application."""
    return draft.tags[i] not in _ABOVE_WINDOWS and (parent < 0 or draft.tags[parent] in _ABOVE_WINDOWS)


def _head(draft: Draft, seen: list[_Kind]) -> None:
    """Application, title and size, where there is one window; the screen's size where there are several."""
    windows = [i for i, parent in enumerate(draft.parents) if _is_window(draft, i, parent) and not draft.nodes[i].hidden]
    if not windows:
        return
    front = next((i for i in windows if seen[i].active), windows[0])
    draft.title = draft.nodes[front].name
    apps = [draft.nodes[parent].name for i in windows if (parent := draft.parents[i]) >= 0 and draft.tags[parent] == "application"]
    if len(set(apps)) == 1:
        draft.app = apps[0]
    bounds = draft.nodes[0].bounds or (draft.nodes[front].bounds if len(windows) == 1 else None)
    if bounds and not bounds.empty:
        draft.size = bounds.width, bounds.height


def _recognises(tag: str, attrib: Mapping[str, str]) -> bool:
    return tag in ("desktop-frame", "application") or (tag == "desktop" and "name" in attrib)


ATSPI = XmlFormat(
    "atspi",
    "A",
    "Linux AT-SPI (and Windows guests) in the XML layout of OSWorld",
    recognises=_recognises,
    start=start,
)
