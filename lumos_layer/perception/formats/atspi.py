"""Linux AT-SPI in the XML layout of OSWorld: the tag is the role, states and the rest stand in namespaces.

States, roles and actions: https://docs.gtk.org/atspi2/ (AtspiStateType, AtspiRole)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Mapping
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.text import clean_line, clean_value, concealed
from lumos_layer.tree import Affordance, Node, Rect, Role, Tristate, box
from lumos_layer.tree.layers import WINDOWS

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
    "comment": (Role.NOTE, False),
    "date-editor": (Role.GROUP, False),
    "definition": (Role.DEFINITION, False),
    "description-list": (Role.LIST, False),
    "description-term": (Role.TERM, False),
    "description-value": (Role.DEFINITION, False),
    "dial": (Role.SLIDER, True),
    "dialog": (Role.DIALOG, False),
    "document-email": (Role.DOCUMENT, False),
    "document-frame": (Role.DOCUMENT, False),
    "document-presentation": (Role.DOCUMENT, False),
    "document-spreadsheet": (Role.DOCUMENT, False),
    "document-text": (Role.DOCUMENT, False),
    "document-web": (Role.DOCUMENT, False),
    "editbar": (Role.TEXTBOX, True),
    "entry": (Role.TEXTBOX, True),
    "file-chooser": (Role.DIALOG, False),
    "font-chooser": (Role.DIALOG, False),
    "footnote": (Role.NOTE, False),
    "form": (Role.FORM, False),
    "frame": (Role.WINDOW, False),
    "grouping": (Role.GROUP, False),
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
    "math": (Role.MATH, False),
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
    "rating": (Role.SLIDER, True),
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
    "tearoff-menu-item": (Role.MENUITEM, True),
    "terminal": (Role.TEXTBOX, True),
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
# What is in these shows only inside their boxes; scroll bars beside it say how far it is scrolled, if anything does.
_PANES = frozenset(("scroll-pane", "viewport"))
# Words on a screen: an action on them (copying, a context menu) does not make a control of them.
_WORDS = frozenset(("label", "static", "paragraph", "section", "text", "heading", "image", "icon", "separator"))
_ACTIONS: Mapping[str, Affordance] = {
    "click": "click", "press": "click", "activate": "click", "jump": "click", "dodefault": "click", "open": "click",
    "push": "click", "popup": "click", "edit": "click", "toggle": "toggle", "check": "toggle", "uncheck": "toggle",
    "select": "select", "expand-or-contract": "expand", "expand": "expand", "collapse": "expand",
}  # fmt: skip
# LibreOffice gives every button and menu a value of 0 or 1.
_RANGES = frozenset((Role.SLIDER, Role.SPINBUTTON, Role.PROGRESSBAR, Role.METER, Role.SCROLLBAR))
_OF_RANGES = frozenset(("value", "minimum", "maximum"))
_FIELD_ROLES = frozenset((Role.TEXTBOX, Role.SPINBUTTON, Role.COMBOBOX))
_ABOVE_WINDOWS = frozenset(("desktop-frame", "application"))
_ADDRESS_WORDS = ("state", "attributes", "component", "value", "action", "document", "text")
_PREFIXES = {"st": "state", "attr": "attributes", "cp": "component", "val": "value", "act": "action", "doc": "document"}
_FIELDS = {
    ("component", "screencoord"): "position",
    ("component", "size"): "size",
    ("value", "value"): "value",
    ("value", "min"): "minimum",
    ("value", "max"): "maximum",
    ("attributes", "id"): "identifier",
    ("attributes", "description"): "description",
    ("attributes", "placeholder-text"): "description",
    ("attributes", "level"): "level",
    ("attributes", "text-input-type"): "input",
    ("attributes", "URI"): "address",
    ("document", "URI"): "address",
}
_UNTRUE = frozenset(("false", "False", "0"))
_NOWHERE = "-2147483648"  # toolkits write it for what has no place
_PAIRS = re.compile(r"\((-?[0-9]{1,10}), (-?[0-9]{1,10})\)\((-?[0-9]{1,10}), (-?[0-9]{1,10})\)").fullmatch
_PAIR = r"[(\s]*+(-?[0-9]{1,10}(?:\.[0-9]{1,10})?)\s*+,\s*+(-?[0-9]{1,10}(?:\.[0-9]{1,10})?)[)\s]*+"
_LOOSE_PAIRS = re.compile(_PAIR + _PAIR).fullmatch
# GTK 4 calls a widget without a label by its class, which is no label.
_TOOLKITS = frozenset(("Gtk", "Adw", "Hdy", "Gdk"))
_CLASS_NAME = re.compile(r"(?:Gtk|Adw|Hdy|Gdk)[A-Z][A-Za-z0-9]*").fullmatch


class _Kind(Struct, frozen=True, kw_only=True):
    """What tag and attribute names say of a node, its values apart; equal for very many nodes of a dump."""

    plain: Node
    showing: bool
    visible: bool
    active: bool
    position: str = ""  # the full names of the attributes that hold these
    size: str = ""
    value: str = ""  # this and the next two of ranges only
    minimum: str = ""
    maximum: str = ""
    identifier: str = ""
    description: str = ""
    level: str = ""
    input: str = ""
    address: str = ""
    states: Callable[[Mapping[str, str]], object] | None = None  # gets the values of all states from a node's attributes
    all_true: object = None  # these values where every one is "true", as nearly always
    unknown: tuple[str, ...] = ()  # namespaces that no known tool writes
    has_more: bool = False  # one of the last attributes is among them


# Kinds are few, and the same from dump to dump. A hostile dump may have any number of any size, so the store is bounded.
_KINDS: dict[tuple[str, ...], _Kind] = {}
_MOST_KINDS = 20_000
_LONGEST_KEY = 10_000  # characters


def _kind_of_address(namespace: str) -> str:
    words = namespace.lower().replace(":", "/").replace(".", "/").split("/")
    return next((word for word in reversed(words) if word in _ADDRESS_WORDS), _PREFIXES.get(namespace, ""))


def _known_address(namespace: str) -> bool:
    return namespace.startswith(
        ("uri:deskat:", "https://accessibility.ubuntu.example.org/ns/", "https://accessibility.windows.example.org/ns/")
    )


def _split(name: str) -> tuple[str, str]:
    namespace, brace, local = name[1:].partition("}")
    return (namespace, local) if brace and name[0] == "{" else ("", name)


def _kind(key: tuple[str, ...], tag: str, attributes: Mapping[str, str], untrue: Container[str] = ()) -> _Kind:
    """What tag and attribute names say where all states are true but those with the names `untrue`."""
    state_names: list[str] = []
    states: set[str] = set()
    actions: set[Affordance] = set()
    where: dict[str, str] = {}
    unknown: set[str] = set()
    for name in attributes:
        namespace, local = _split(name)
        if not namespace:
            continue
        kind = _kind_of_address(namespace)
        if not _known_address(namespace):
            unknown.add(namespace)
        if kind == "state":
            state_names.append(name)
            if name not in untrue:
                states.add(local.lower().replace("_", "-"))
        elif kind == "action" and local.endswith("_desc"):
            action = _ACTIONS.get(local[:-5].lower())
            if action:
                actions.add(action)
        elif (field := _FIELDS.get((kind, local))) is not None:
            where[field] = name
    plain = _plain(tag, states, actions)
    if plain.role not in _RANGES:
        where = {field: name for field, name in where.items() if field not in _OF_RANGES}
    found = _Kind(
        plain=plain,
        showing="showing" in states,
        visible="visible" in states,
        active="active" in states,
        states=itemgetter(*state_names) if state_names else None,
        all_true=("true",) * len(state_names) if len(state_names) > 1 else "true",
        unknown=tuple(sorted(unknown)),
        has_more=not where.keys() <= {"position", "size", "identifier"},
        **where,
    )
    if len(_KINDS) >= _MOST_KINDS:
        _KINDS.clear()
    if sum(map(len, key)) <= _LONGEST_KEY:
        _KINDS[key] = found
    return found


def _role_of(tag: str, states: set[str]) -> tuple[Role, bool]:
    if tag == "text" and ("editable" in states or "focusable" in states):
        return Role.TEXTBOX, "editable" in states
    return _ROLES.get(tag, (Role.GENERIC, False))


def _plain(tag: str, states: set[str], actions: set[Affordance]) -> Node:
    """The node as its tag, states and actions make it."""
    role, actionable = _role_of(tag, states)
    readonly = "read-only" in states or (tag == "text" and role is Role.TEXTBOX and "editable" not in states)
    checked, pressed = _ticks(tag, role, states)
    protected = tag == "password-text"
    return Node(
        role=role,
        can=_abilities(tag, role, actionable, readonly, states, actions),
        clips=tag in _PANES,
        modal="modal" in states,
        minimized="iconified" in states or "minimized" in states,
        active=("active" in states or None) if role in WINDOWS else None,
        hidden="showing" not in states,
        enabled=True if "enabled" in states or "sensitive" in states else (False if actionable else None),
        focusable="focusable" in states,
        focused=True if "focused" in states else None,
        checked=checked,
        pressed=pressed,
        selected=True if "selected" in states else (False if "selectable" in states else None),
        expanded=True if "expanded" in states else (False if states & {"expandable", "collapsed"} else None),
        readonly=True if readonly else None,
        multiline=_lines(states) if role is Role.TEXTBOX else None,
        multiselectable=True if "multiselectable" in states else None,
        required=True if "required" in states else None,
        invalid=True if "invalid-entry" in states else None,
        busy=True if "busy" in states else None,
        protected=protected,
        filled=False if protected else None,
    )


def _lines(states: set[str]) -> bool | None:
    """Whether a field takes several lines, where its toolkit says so."""
    return True if "multi-line" in states else (False if "single-line" in states else None)


def _abilities(
    tag: str, role: Role, actionable: bool, readonly: bool, states: set[str], actions: set[Affordance]
) -> tuple[Affordance, ...]:
    own = OWN.get(role, ()) if actionable else ()
    if tag == "toggle-button":
        own = ("click", "toggle")
    elif tag == "terminal":
        own = ("type",)
    declared = set() if tag in _WORDS else set(actions)
    if role is Role.CELL and not states & {"expandable", "expanded", "collapsed"}:
        declared.discard("expand")  # GTK 3 offers it on every cell of a tree view
    if "editable" in states:
        declared |= {"set_value", "type"}
    if "checkable" in states and tag not in _WORDS:
        declared.add("toggle")
    if "focusable" in states:
        declared.add("focus")
    if readonly:
        own = () if role is Role.TEXTBOX else own
        declared -= {"type", "set_value"}
    return merged(own, declared)


def _ticks(tag: str, role: Role, states: set[str]) -> tuple[Tristate | None, Tristate | None]:
    """`checked` of what is ticked, `pressed` of a button."""
    tick: Tristate = "mixed" if "indeterminate" in states else "true" if "checked" in states or "pressed" in states else "false"
    is_ticked = "checkable" in states or "checked" in states
    if role is Role.BUTTON:
        return None, (tick if tag == "toggle-button" or is_ticked else None)
    ticked = role in (Role.CHECKBOX, Role.RADIO, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.SWITCH)
    return (tick if ticked or is_ticked else None), None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _plain_number(text: str) -> str:
    """`50.0` as a person writes it: `50`."""
    number = _number(text)
    return clean_line(text) if number is None else f"{number:.15g}"


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    kinds = _KINDS
    boxes: dict[str, Rect | None] = {}
    seen: list[_Kind] = []
    nowhere: list[int] = []
    more: list[int] = []
    unknown: set[str] = set()

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        get = attrib.get
        # Nearly all states are "true" where they stand at all, so that names alone tell most nodes' kind.
        key = (tag, *attrib)
        found = kinds.get(key) or _kind(key, tag, attrib)
        if found.states is not None and found.states(attrib) != found.all_true:
            untrue = _untrue_names(attrib)
            key = (*key, "", *untrue)
            found = kinds.get(key) or _kind(key, tag, attrib, untrue)
        seen.append(found)
        if found.unknown:
            unknown.update(found.unknown)
        name, hint, place = get("name"), get("description"), get(found.position)
        name = clean_line(name) if name else ""
        hint = clean_line(hint) if hint else ""
        class_name = ""
        if name[:3] in _TOOLKITS and _CLASS_NAME(name):
            name, class_name = "", name
        if hint and (not name or hint == name):
            name, hint = hint, ""
        bounds: Rect | None = None
        if place is not None:
            written = place + get(found.size, "")
            bounds = boxes[written] if written in boxes else boxes.setdefault(written, _box(written))
            if bounds is None and _NOWHERE in place:
                nowhere.append(len(seen) - 1)
        made = replace(
            found.plain, name=name, hint=hint, bounds=bounds, identifier=get(found.identifier, class_name), native_id=get("id", "")
        )
        if found.has_more:
            more.append(len(seen) - 1)
            return _with_more(made, found, get)
        return made

    def finish(draft: Draft) -> None:
        if unknown:
            draft.warnings.append(f"Unknown namespaces, taken for what their last words say: {', '.join(sorted(unknown))[:200]}.")
        _mend_hidden(draft, seen, nowhere)
        _mend_enabled(draft)
        _head(draft, seen, [i for i in more if draft.nodes[i].url])

    return XmlReading(node=node, finish=finish, with_text=_with_text)


def _untrue_names(attrib: Mapping[str, str]) -> list[str]:
    return [name for name, value in attrib.items() if value in _UNTRUE]


def _with_more(node: Node, kind: _Kind, get: Callable[[str, str], str]) -> Node:
    """The node with what only some have: a description, level, address, secret, value and its range."""
    level, address = get(kind.level, ""), get(kind.address, "") if node.role is Role.DOCUMENT else ""
    description = clean_line(get(kind.description, "")) if not node.hint else ""
    if description and not node.name:
        node = replace(node, name=description)
    elif description and description != node.name:
        node = replace(node, hint=description)
    if level.isdecimal() and len(level) < 4:
        node = replace(node, level=int(level))
    if address:
        node = replace(node, url=clean_line(address))
    if get(kind.input, "").lower() == "password":
        node = replace(node, role=Role.TEXTBOX, protected=True, filled=False)
    if not kind.value or node.protected:
        return node
    value = get(kind.value, "")
    return replace(
        node,
        value=_plain_number(value) if value else None,
        minimum=_number(get(kind.minimum, "")),
        maximum=_number(get(kind.maximum, "")),
    )


def _box(text: str) -> Rect | None:
    """`(x, y)(width, height)`; None if it is anything else, or stands for no place."""
    if whole := _PAIRS(text):
        x, y, width, height = map(int, whole.groups())
        return box(x, y, width, height)
    if not (found := _LOOSE_PAIRS(text)):
        return None
    left, top, across, down = map(float, found.groups())
    first, second = math.floor(left), math.floor(top)
    return box(first, second, math.ceil(left + across) - first, math.ceil(top + down) - second)


def _with_text(node: Node, text: str) -> Node:
    """The node with its text content: what was typed into a field, otherwise its words."""
    is_field = node.protected or "type" in node.can or node.role in _FIELD_ROLES
    if text == node.name and not is_field:
        return node
    value = clean_value(text)
    if node.protected:
        return concealed(node, value)
    if not value:
        return node
    if is_field:
        return replace(node, value=value, name="" if node.name == value else node.name)
    line = clean_line(value) if "\n" in value else value
    if not node.name:
        return replace(node, name=line)
    return node if line == node.name or line in node.name else replace(node, value=value)


def _windows(draft: Draft) -> tuple[list[int], list[int]]:
    """The desktops and applications, and the windows that stand in them."""
    above: list[int] = []
    windows: list[int] = []
    i = 0
    while i < len(draft.nodes):
        if draft.tags[i] in _ABOVE_WINDOWS:
            above.append(i)
            i += 1
        else:
            windows.append(i)
            i = draft.ends[i]
    return above, windows


def _mend_hidden(draft: Draft, seen: list[_Kind], nowhere: list[int]) -> None:
    """Decides window by window whether `showing` tells anything: below a GTK 4 window nothing ever says it.

    `nowhere` are the nodes whose place is that of no place.
    """
    above, windows = _windows(draft)
    for i in above:
        if draft.ends[i] > i + 1:  # a program without a window is not on the screen
            _reveal(draft, i)
    anything_shows = any(seen[i].showing for i in windows)
    anything_told = anything_shows or any(kind.showing or kind.visible for kind in seen)
    lost = set(nowhere)
    for i in nowhere:
        if not draft.nodes[i].hidden:
            draft.nodes[i] = replace(draft.nodes[i], hidden=True)
    for i in windows:
        inside = range(i, draft.ends[i])
        if any(seen[j].showing for j in inside[1:]):
            if seen[i].showing or not anything_shows:
                _reveal_around(draft, seen, inside)
        elif seen[i].showing or not anything_shows:
            for j in inside:
                if draft.nodes[j].hidden and (seen[j].visible or not anything_told) and j not in lost:
                    _reveal(draft, j)
                elif not draft.nodes[j].hidden and not seen[j].visible:
                    draft.nodes[j] = replace(draft.nodes[j], hidden=True)


def _reveal(draft: Draft, i: int) -> None:
    if draft.nodes[i].hidden:
        draft.nodes[i] = replace(draft.nodes[i], hidden=False)


def _reveal_around(draft: Draft, seen: list[_Kind], inside: range) -> None:
    """What shows and can be used is visible, although LibreOffice puts it into nodes that do not show; they cannot be used."""
    nodes, parents, window = draft.nodes, draft.parents, inside[0]
    below = slice(window + 1, inside.stop)
    if not [1 for kind, parent in zip(seen[below], parents[below], strict=True) if kind.showing and nodes[parent].hidden]:
        return
    covered = {window: nodes[window].hidden}  # whether a node or one around it is hidden
    for i in inside[1:]:
        above = parents[i]
        if covered[above] and seen[i].showing and (nodes[i].can or nodes[i].focused):
            while above >= window and covered[above]:
                covered[above] = False
                if nodes[above].hidden:
                    nodes[above] = replace(nodes[above], hidden=False, can=())
                above = parents[above]
        covered[i] = covered[parents[i]] or nodes[i].hidden


def _mend_enabled(draft: Draft) -> None:
    """Where nothing says that it is enabled, the writer does not tell."""
    if not any(node.enabled for node in draft.nodes):
        for i, node in enumerate(draft.nodes):
            if node.enabled is False:
                draft.nodes[i] = replace(node, enabled=None)


def _head(draft: Draft, seen: list[_Kind], pages: list[int]) -> None:
    """Application, title, address and size, where there is one window; the screen's size where there are several."""
    windows = [i for i in _windows(draft)[1] if not draft.nodes[i].hidden]
    if not windows:
        return
    front = next((i for i in windows if seen[i].active), windows[0])
    draft.title = draft.nodes[front].name
    draft.url = next((draft.nodes[i].url for i in pages if front <= i < draft.ends[front] and not draft.nodes[i].hidden), "")
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
