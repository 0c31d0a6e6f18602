"""A proof of recall, apart from the passes: what a blueprint must hold, from a dump's bytes and docs/dialects.md alone.

`expected` reads a dump with plain lxml or json, slowly and obviously; `check` compares what it finds with an
observation and its compact text. Only the command line calls the public API of the code that is proved.

Run as: python tests/independent/recall.py PATH...
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from lxml import etree

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.independent.decoder import Screen, Thing, decode

Box = tuple[float, float, float, float]

FIELDS: Final = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider"})


@dataclass(frozen=True)
class Expected:
    """A visible, actionable node of a dump: it must have one ref. None in a state: the dump does not say.

    `same_as` is the path of the outermost wrapper that is this element once more (same role, name and box).
    """

    path: str
    role: str | None
    name: str
    box: Box | None
    protected: bool
    enabled: bool | None = None
    checked: str | None = None
    selected: bool | None = None
    expanded: bool | None = None
    same_as: str | None = None


@dataclass
class Seen:
    """A node of a dump as it stands there; `own` holds all that it says in words, `secret` what it must not tell."""

    path: str
    tag: str
    parent: int | None
    role: str | None = None
    name: str = ""
    description: str = ""
    own: list[str] = field(default_factory=list)
    secret: str = ""
    box: Box | None = None
    loose_box: bool = False
    hidden: bool = False
    unlaid: bool = False  # has no layout itself: what is inside may have one, and options of an open list need none
    unseen: bool = False  # drawn invisible itself: what is inside may be drawn visible
    minimized: bool = False
    insistent: bool = False  # a modal dialog, an alert, an open menu, the focused element: shown whatever its size
    focused: bool = False
    can: set[str] = field(default_factory=set)
    protected: bool = False
    enabled: bool | None = None
    checked: str | None = None
    selected: bool | None = None
    expanded: bool | None = None

    @property
    def on(self) -> bool:
        """True if it is checked, pressed or selected: for a radio button these are one thing."""
        return self.checked == "true" or bool(self.selected)


class Observation(Protocol):
    """What the checker needs of an observation."""

    @property
    def refs(self) -> Mapping[str, int]: ...

    def path_of(self, node: int, /) -> str: ...


# Words


def plain(text: str) -> str:
    """The text without what cannot be seen, and blanks made one."""
    seen = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(seen.split())


def squash(text: str) -> str:
    """The text without anything that cleaning may touch: blanks and what cannot be seen. For comparison only."""
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c)[0] != "C" and c not in "\ufffd\u2060\u2800")


def made_of(text: str, words: Iterable[str], cut: bool) -> bool:
    """True if the text is one of these words, or several in their order joined by `, `; if `cut`, its end may lack."""
    goal = squash(text).replace(",", "")
    ends = {0}
    for word in words:
        bare = squash(word).replace(",", "")
        if not bare:
            continue
        for end in sorted(ends):
            if goal.startswith(bare, end):
                ends.add(end + len(bare))
            elif cut and bare.startswith(goal[end:]):
                return True
    return len(goal) in ends


def same_number(text: str, words: Iterable[str]) -> bool:
    try:
        number = float(text)
    except ValueError:
        return False
    for word in words:
        try:
            if float(word) == number:
                return True
        except ValueError:
            continue
    return False


# XML


_HEAD = re.compile(r"<\?xml\s[^>]*\?>")
_FORBIDDEN_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]+)|([0-9]+));")


def _text_of(data: bytes) -> str:
    """The characters of an XML dump: byte-order mark first, UTF-8 where it can be, whatever the declaration says."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    return data.decode("utf-8-sig", errors="replace")


def _readable(match: re.Match[str]) -> str:
    code = int(match[1], 16) if match[1] else int(match[2])
    allowed = code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
    return match[0] if allowed else "\ufffd"


def xml_root(data: bytes) -> etree._Element:
    """The root of an XML dump without its declaration, blank lines, forbidden characters or what follows its end."""
    return etree.fromstring(_cleaned(data), _parser())


def xml_roots(data: bytes) -> list[etree._Element]:
    """All roots of a dump that holds a page and behind it its frames."""
    return list(etree.fromstring(b"<all>" + _cleaned(data) + b"</all>", _parser()))


def _parser() -> etree.XMLParser:
    return etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False, no_network=True)


def _cleaned(data: bytes) -> bytes:
    text = _text_of(data).strip("\x00\r\n\t \ufeff")
    text = _FORBIDDEN_REFERENCE.sub(_readable, _HEAD.sub("", text))
    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)
    return text.encode("utf-8")


def _elements(*roots: etree._Element) -> Iterator[tuple[etree._Element, str, int | None]]:
    """Each element with its XPath (every step numbered but a first 1) and the index of its parent; not recursive."""
    index = 0
    waiting: list[tuple[etree._Element, str, int | None]] = []
    for number, root in enumerate(roots, 1):
        waiting.insert(0, (root, f"/{root.tag}" if number == 1 else f"/{root.tag}[{number}]", None))
    while waiting:
        element, path, parent = waiting.pop()
        yield element, path, parent
        counts: Counter[str] = Counter()
        below = []
        for child in element:
            if isinstance(child.tag, str):
                counts[child.tag] += 1
                below.append((child, f"{path}/{child.tag}[{counts[child.tag]}]", index))
        waiting.extend(reversed(below))
        index += 1


def numbered(path: str) -> str:
    """An XPath in the form of `_elements`: every step but the first has its number."""
    if not path.startswith("/"):
        return path
    first, *rest = path[1:].split("/")
    return "/".join(["", first.removesuffix("[1]"), *(step if step.endswith("]") else f"{step}[1]" for step in rest)])


def _is_true(value: str | None) -> bool:
    return value is not None and value.strip().lower() == "true"


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


# Windows UI Automation XML

_UIA_ROLES: Final = {
    "Button": "button", "SplitButton": "button", "MenuItem": "menuitem", "Hyperlink": "link",
    "HeaderItem": "columnheader", "CheckBox": "checkbox", "RadioButton": "radio", "TabItem": "tab",
    "TreeItem": "treeitem", "ComboBox": "combobox", "Edit": "textbox", "Slider": "slider", "Spinner": "spinbutton",
    "ScrollBar": "scrollbar", "ListItem": None, "DataItem": None,
}  # fmt: skip
_UIA_CAN: Final = {
    "Button": {"click"}, "SplitButton": {"click"}, "MenuItem": {"click"}, "Hyperlink": {"click"},
    "HeaderItem": {"click"}, "CheckBox": {"toggle"}, "RadioButton": {"select"}, "ListItem": {"select"},
    "DataItem": {"select"}, "TabItem": {"select"}, "TreeItem": {"select"}, "ComboBox": {"expand"},
    "Edit": {"type", "set_value"}, "Slider": {"range"}, "Spinner": {"range"}, "ScrollBar": {"range"},
}  # fmt: skip
_UIA_PATTERNS: Final = {
    "IsInvokePatternAvailable": "click", "IsTogglePatternAvailable": "toggle",
    "IsExpandCollapsePatternAvailable": "expand", "IsSelectionItemPatternAvailable": "select",
    "IsValuePatternAvailable": "set_value", "IsRangeValuePatternAvailable": "range",
    "IsScrollPatternAvailable": "scroll",
}  # fmt: skip


def _uia_box(get: Callable[[str], str | None]) -> Box | None:
    if (rectangle := get("BoundingRectangle")) is not None:
        numbers = _numbers(rectangle)
        if len(numbers) != 4:
            return None
        left, top, right, bottom = numbers
        return None if -32000 in (left, top) else (left, top, right - left, bottom - top)
    sides = [get(side) for side in ("x", "y", "width", "height")]
    numbers = [float(side) for side in sides if side]
    if len(numbers) != 4 or -32000 in numbers[:2] or abs(numbers[0]) >= 2**31 - 1:
        return None
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _uia_can(tag: str, get: Callable[[str], str | None], in_bar: bool) -> set[str]:
    readonly = any(_is_true(get(key)) for key in ("IsReadOnly", "ValueIsReadOnly"))
    can = set() if readonly and tag == "Edit" else set(_UIA_CAN.get(tag, set()))
    if get("ToggleState"):
        can.add("toggle")
    if get("ExpandCollapseState") not in (None, "", "3", "LeafNode"):
        can.add("expand")
    if get("IsSelected") or get("SelectionItemIsSelected"):
        can.add("select")
    if any((get(key) or "").lower() == "false" for key in ("IsReadOnly", "ValueIsReadOnly")):
        can |= {"set_value", "type"} if tag in ("Edit", "Document", "ComboBox") else {"set_value"}
    ranged = bool(get("Minimum") and get("Maximum")) or bool(get("RangeValue"))
    if ranged and tag != "ProgressBar" and not in_bar:
        can.add("range")
    if _is_true(get("HorizontallyScrollable")) or _is_true(get("VerticallyScrollable")):
        can.add("scroll")
    can |= {what for pattern, what in _UIA_PATTERNS.items() if _is_true(get(pattern))}
    if not can and _is_true(get("IsKeyboardFocusable")):
        can.add("focus")
    return can


_UIA_TOGGLES: Final = {"0": "false", "off": "false", "1": "true", "on": "true", "2": "mixed", "indeterminate": "mixed"}
_UIA_EXPANDED: Final = {
    "0": False,
    "collapsed": False,
    "1": True,
    "expanded": True,
    "2": True,
    "partiallyexpanded": True,
}


def _read_uia(data: bytes) -> list[Seen]:
    seen: list[Seen] = []
    for element, path, parent in _elements(xml_root(data)):
        get = element.get
        tag = str(element.tag).removesuffix("Control") or str(element.tag)
        left_top = (get("BoundingRectangle") or f"{get('x')},{get('y')}").split(",")[:2]
        selected = get("IsSelected") or get("SelectionItemIsSelected")
        value = get("Value") or get("ValueValue") or ""
        secret = _is_true(get("IsPassword"))
        minimized = get("WindowVisualState") in ("Minimized", "2") or (tag == "Window" and "-32000" in left_top)
        modal = _is_true(get("IsModal")) or (tag == "Window" and _is_true(get("WindowIsModal")))
        seen.append(
            Seen(
                path,
                tag,
                parent,
                role=_UIA_ROLES.get(tag),
                name=plain(get("Name") or ""),
                description=plain(get("HelpText") or ""),
                own=[str(v) for k, v in element.attrib.items() if k not in ("Value", "ValueValue") or not secret],
                secret=value if secret else "",
                box=_uia_box(get),
                hidden=_is_true(get("IsOffscreen")) and not minimized,
                minimized=minimized,
                insistent=modal or tag == "Menu" or _is_true(get("HasKeyboardFocus")),
                focused=_is_true(get("HasKeyboardFocus")),
                can=_uia_can(tag, get, parent is not None and seen[parent].tag == "ScrollBar"),
                protected=secret,
                enabled=(get("IsEnabled") or "true").lower() != "false",
                checked=_UIA_TOGGLES.get((get("ToggleState") or "").lower()),
                selected=_is_true(selected) if selected else None,
                expanded=_UIA_EXPANDED.get((get("ExpandCollapseState") or "").lower()),
            )
        )
    return seen


# AT-SPI XML in the OSWorld layout

_ATSPI_CAN: Final = {
    **dict.fromkeys(("push-button", "button", "menu", "menu-item", "table-column-header", "table-row-header", "link"), "click"),
    **dict.fromkeys(("toggle-button", "check-box", "check-menu-item", "switch"), "toggle"),
    **dict.fromkeys(("radio-button", "radio-menu-item", "list-item", "page-tab", "tree-item"), "select"),
    "combo-box": "expand",
    **dict.fromkeys(("slider", "spin-button", "dial", "scroll-bar"), "range"),
    **dict.fromkeys(("entry", "password-text"), "type set_value"),
}
_ATSPI_ROLES: Final = {
    "push-button": "button", "button": "button", "menu": "menuitem", "menu-item": "menuitem", "link": "link",
    "table-column-header": "columnheader", "table-row-header": "rowheader", "toggle-button": "button",
    "check-box": "checkbox", "check-menu-item": "menuitemcheckbox", "switch": "switch", "radio-button": "radio",
    "radio-menu-item": "menuitemradio", "page-tab": "tab", "tree-item": "treeitem", "combo-box": "combobox",
    "entry": "textbox", "password-text": "textbox", "slider": "slider", "spin-button": "spinbutton", "dial": "slider",
    "scroll-bar": "scrollbar",
}  # fmt: skip
_ATSPI_ACTIONS: Final = {
    "click", "press", "activate", "toggle", "check", "uncheck", "select", "jump", "open", "dodefault",
    "expand-or-contract", "edit", "expand", "collapse", "popup", "push",
}  # fmt: skip
_ATSPI_TEXTS: Final = {"label", "static", "paragraph", "section", "heading", "image", "icon", "separator"}
_ATSPI_CHECKED: Final = {"check-box", "check-menu-item", "switch", "radio-button", "radio-menu-item", "toggle-button"}
_WIDGET_CLASS: Final = re.compile(r"(Gtk|Adw)[A-Z][A-Za-z]+")
_NOWHERE: Final = -(2**31)


def _atspi_words(element: etree._Element) -> dict[str, dict[str, str]]:
    """Attributes by kind (state, component, value, action, attributes, ...), whatever the form of their address."""
    words: dict[str, dict[str, str]] = defaultdict(dict)
    for key, value in element.attrib.items():
        address, _, name = str(key).rpartition("}")
        kind = re.sub(r"^\{?uri:deskat:(.*)\.at-spi\.gnome\.org$", r"\1", address).rsplit("/", 1)[-1]
        words[kind][name.replace("_", "-") if kind == "state" else name] = str(value)
    return words


def _atspi_box(component: Mapping[str, str]) -> Box | None:
    place, size = _numbers(component.get("screencoord", "")), _numbers(component.get("size", ""))
    if len(place) != 2 or len(size) != 2 or _NOWHERE in place:
        return None
    return (place[0], place[1], size[0], size[1])


def _atspi_can(tag: str, states: Mapping[str, str], actions: Iterable[str]) -> set[str]:
    can = set(_ATSPI_CAN.get(tag, "").split())
    editable = "editable" in states
    if tag == "text" and ("focusable" in states or editable):
        can |= {"type", "set_value"} if editable else set()
    if editable:
        can |= {"type", "set_value"}
    if "checkable" in states:
        can.add("toggle")
    is_text = tag in _ATSPI_TEXTS or (tag == "text" and not editable)
    names = {action.rsplit("_", 1)[0].lower() for action in actions}
    if not is_text and names & _ATSPI_ACTIONS and not can:
        can.add("toggle" if "toggle" in names else "click")
    if not can and "focusable" in states:
        can.add("focus")
    return can


def _atspi_checked(tag: str, states: Mapping[str, str]) -> str | None:
    if "checked" in states or (tag == "toggle-button" and "pressed" in states):
        return "true"
    if "indeterminate" in states:
        return "mixed"
    return "false" if tag in _ATSPI_CHECKED or "checkable" in states else None


def _read_atspi(data: bytes) -> list[Seen]:
    seen: list[Seen] = []
    said: list[dict[str, str]] = []
    for element, path, parent in _elements(xml_root(data)):
        words, tag = _atspi_words(element), str(element.tag)
        states, component = words["state"], words["component"]
        said.append(states)
        secret = tag == "password-text"
        text = (element.text or "").strip()
        numbers = [words["value"].get("value", "")]
        name = plain(element.get("name") or "")
        insistent = tag == "alert" or "modal" in states or "focused" in states
        seen.append(
            Seen(
                path,
                tag,
                parent,
                role=("textbox" if states.keys() & {"editable", "focusable"} else "text")
                if tag == "text"
                else _ATSPI_ROLES.get(tag),
                name="" if _WIDGET_CLASS.fullmatch(name) else name,
                description=plain(element.get("description") or words["attributes"].get("description", "")),
                own=[
                    element.get("name") or "",
                    element.get("description") or "",
                    *words["attributes"].values(),
                    *numbers,
                ]
                + ([] if secret else [text]),
                secret=text if secret else "",
                box=_atspi_box(component),
                hidden=_NOWHERE in _numbers(component.get("screencoord", "")),
                insistent=insistent or (tag == "menu" and "showing" in states and "selected" in states),
                focused="focused" in states,
                can=_atspi_can(tag, states, words["action"]),
                protected=secret,
                checked=_atspi_checked(tag, states),
                selected="selected" in states,
                expanded=True if "expanded" in states else False if "expandable" in states else None,
            )
        )
    _atspi_showing(seen, said)
    return seen


def _atspi_showing(seen: list[Seen], said: Sequence[Mapping[str, str]]) -> None:
    """Marks as hidden what a window that reports showing does not show, and as disabled the controls that say nothing."""
    window: list[int | None] = []
    for node in seen:
        above = node.parent
        if above is None or node.tag == "application":
            window.append(None)
        elif window[above] is not None:
            window.append(window[above])
        else:
            window.append(len(window))
    reports_showing = {window[i] for i in range(len(seen)) if window[i] not in (None, i) and "showing" in said[i]}
    holds: set[int] = set()  # what has something inside that shows and can be used
    for i in range(len(seen) - 1, 0, -1):
        above = seen[i].parent
        usable = "showing" in said[i] and (seen[i].can or seen[i].focused)
        if (i in holds or usable) and above is not None:
            holds.add(above)
    one_shows = any(window[i] == i and "showing" in said[i] for i in range(len(seen)))
    for i, node in enumerate(seen):
        if window[i] is not None:
            reported = window[i] in reports_showing or (window[i] == i and one_shows)
            if reported and "showing" not in said[i] and i in holds:
                node.can = set()
            elif not node.hidden:
                node.hidden = ("showing" if reported else "visible") not in said[i]
        if said[i].keys() & {"enabled", "sensitive"}:
            node.enabled = True
        elif node.tag in _ATSPI_CAN or "editable" in said[i]:
            node.enabled = False


# Android

_ANDROID_CAN: Final = {
    **dict.fromkeys(("Button", "ImageButton", "FloatingActionButton", "Chip"), "click"),
    **dict.fromkeys(("ToggleButton", "CheckBox", "CheckedTextView", "Switch", "SwitchCompat"), "toggle"),
    "RadioButton": "select",
    **dict.fromkeys(("EditText", "AutoCompleteTextView"), "type set_value"),
    "Spinner": "expand",
    **dict.fromkeys(("SeekBar", "RatingBar", "NumberPicker"), "range"),
}
_ANDROID_ROLES: Final = {
    "Button": "button", "ImageButton": "button", "FloatingActionButton": "button", "CheckBox": "checkbox",
    "Switch": "switch", "SwitchCompat": "switch", "RadioButton": "radio", "EditText": "textbox",
    "AutoCompleteTextView": None, "Spinner": "combobox", "SeekBar": "slider",
}  # fmt: skip
_ANDROID_FIELDS: Final = ("EditText", "AutoCompleteTextView")
_ANDROID_ALWAYS: Final = (*_ANDROID_FIELDS, "RadioButton", "Spinner", "SeekBar", "RatingBar", "NumberPicker")
_ANDROID_FLAGS: Final = {"clickable": "click", "checkable": "toggle", "scrollable": "scroll"}


def _android_can(kind: str, get: Callable[[str], str | None]) -> set[str]:
    by_role = kind in _ANDROID_ALWAYS or get("clickable") is None or (get("enabled") or "").lower() == "false"
    can = set(_ANDROID_CAN.get(kind, "").split()) if by_role else set()
    can |= {what for flag, what in _ANDROID_FLAGS.items() if _is_true(get(flag))}
    if kind == "RadioButton":
        can.discard("toggle")
    if _is_true(get("long-clickable")) and "click" not in can:
        can.add("long_click")
    if not can and _is_true(get("focusable")):
        can.add("focus")
    return can


def _android_box(text: str | None) -> Box | None:
    numbers = _numbers(re.sub(r"(?<=\d)-", ",-", text or ""))
    if len(numbers) != 4:
        return None
    left, top, right, bottom = numbers
    return (left, top, right - left, bottom - top)


def _read_android(data: bytes) -> list[Seen]:
    seen: list[Seen] = []
    for element, path, parent in _elements(*xml_roots(data)):
        get = element.get
        kind = re.split(r"[.$]", get("class") or str(element.tag))[-1]
        text, secret = get("text") or "", _is_true(get("password"))
        is_field = kind in _ANDROID_FIELDS
        hint = _is_true(get("showing-hint")) or text == (get("hint") or "")
        own = [get("content-desc") or "", get("hint") or "", get("tooltip-text") or "", get("pane-title") or ""]
        seen.append(
            Seen(
                path,
                kind,
                parent,
                role=_ANDROID_ROLES.get(kind),
                name=plain((get("content-desc") or "") if is_field else text or get("content-desc") or ""),
                description=plain(get("content-desc") or get("hint") or (text if hint else "")),
                own=own if secret and not hint else [text, *own],
                secret=text if secret and not hint else "",
                box=_android_box(get("bounds")),
                hidden=(get("displayed") or "").lower() == "false" or (get("visible-to-user") or "").lower() == "false",
                insistent=_is_true(get("focused")),
                focused=_is_true(get("focused")),
                can=_android_can(kind, get),
                protected=secret,
                enabled=(get("enabled") or "true").lower() != "false",
                checked=str(_is_true(get("checked"))).lower() if _is_true(get("checkable")) else None,
                selected=_is_true(get("selected")) if get("selected") is not None else None,
            )
        )
    return seen


# Browsers

_WEB_CAN: Final = {
    **dict.fromkeys(("button", "link", "menuitem", "DisclosureTriangle"), "click"),
    **dict.fromkeys(("checkbox", "switch", "menuitemcheckbox"), "toggle"),
    **dict.fromkeys(("radio", "menuitemradio", "tab", "option", "treeitem"), "select"),
    "combobox": "expand",
    **dict.fromkeys(("textbox", "searchbox"), "type set_value"),
    **dict.fromkeys(("slider", "spinbutton", "scrollbar"), "range"),
}
_NO_NODES: Final = {"InlineTextBox", "LineBreak", "ListMarker", "none", "presentation"}
_HIDING: Final = ("notRendered", "notVisible", "ariaHidden", "inert")
_SECRET_FILLS: Final = {"current-password", "new-password", "one-time-code", "cc-number", "cc-csc", "cc-exp"}
_BULLETS: Final = frozenset("•●∙·*⦁◦\u2022\u25cf")


def _web_can(role: str, says: Mapping[str, Any]) -> set[str]:
    can = set(_WEB_CAN.get(role, "").split())
    if says.get("readonly") is True:
        can -= {"type", "set_value"}
    elif role in ("textbox", "searchbox", "combobox") and (says.get("editable") or says.get("settable") is True):
        can |= {"type", "set_value"}
    if says.get("expanded") is not None:
        can.add("expand")
    if says.get("checked") is not None or says.get("pressed") is not None:
        can.add("select" if role in ("radio", "menuitemradio") else "toggle")
    return can


def _web_seen(path: str, role: str, parent: int | None, says: Mapping[str, Any], words: Sequence[str]) -> Seen:
    """A browser's node from its properties; `words` are name, value, description and what else it says."""
    known = role if role in _WEB_CAN and role != "DisclosureTriangle" else None
    checked = says.get("checked") if says.get("checked") is not None else says.get("pressed")
    bullets = len(words) > 1 and bool(words[1]) and set(words[1]) <= _BULLETS
    return Seen(
        path,
        role,
        parent,
        role=known,
        name=plain(words[0]),
        description=plain(words[2] if len(words) > 2 else ""),
        own=list(words),
        hidden=says.get("hidden") is True,
        insistent=role in ("alert", "menu") or says.get("modal") is True or says.get("focused") is True,
        focused=says.get("focused") is True,
        can=_web_can(role, says),
        protected=bullets,
        enabled=says.get("disabled") is not True,
        checked=None if checked is None else str(checked).lower(),
        selected=says.get("selected"),
        expanded=says.get("expanded"),
    )


def _finish_web(node: Seen, focusable: bool) -> None:
    if not node.can and focusable:
        node.can.add("focus")
    if node.protected:
        node.own, node.secret = [node.own[0], *node.own[2:]], node.own[1]


def _word(value: str | None) -> Any:
    """An attribute of browser-like XML as the JSON value that it stands for."""
    return {"true": True, "false": False}.get(value, value) if value is not None else None


def _read_browser(data: bytes) -> list[Seen]:
    seen: list[Seen] = []
    index: list[int | None] = []  # of each element: its own node, or its nearest ancestor's
    for element, path, parent in _elements(*xml_roots(data)):
        says = {str(key): _word(str(value)) for key, value in element.attrib.items()}
        above = None if parent is None else index[parent]
        role = str(element.tag)
        if role in _NO_NODES or says.get("ignored") is True:
            index.append(above)
            continue
        index.append(len(seen))
        words = [element.get(key) or "" for key in ("name", "value", "description", "valuetext", "placeholder", "roledescription")]
        node = _web_seen(path, role, above, says, words)
        _finish_web(node, says.get("focusable") is True)
        seen.append(node)
    return seen


_LABELLED: Final = ("input", "select", "textarea", "button", "meter", "output", "progress")


@dataclass
class _Laid:
    """What a DOMSnapshot says of one DOM node; `box` is in the frame's own document."""

    box: Box | None
    styles: list[str]
    clickable: bool
    pointer: bool
    element: str
    attributes: dict[str, str]


def _layout(session: Mapping[str, Any]) -> dict[int, _Laid] | None:
    snapshot = session.get("snapshot")
    if not snapshot:
        return None
    laid: dict[int, _Laid] = {}
    for document in snapshot["documents"]:
        _lay_document(document, snapshot["strings"], laid)
    return laid


def _labels_something(label: int, document: Mapping[str, Any], strings: Sequence[str], at: Mapping[int, int]) -> bool:
    """A label whose control has an area is no element: clicking it is clicking the control."""
    nodes = document["nodes"]

    def attribute(node: int, name: str) -> str:
        words = [strings[s] if s >= 0 else "" for s in nodes["attributes"][node]]
        return str(dict(zip(words[::2], words[1::2], strict=False)).get(name, ""))

    def inside(node: int) -> bool:
        while node > label:
            node = nodes["parentIndex"][node]
        return node == label

    if strings[nodes["nodeName"][label]].lower() != "label":
        return False
    wanted = attribute(label, "for")
    for i in range(len(nodes["backendNodeId"])):
        mine = attribute(i, "id") == wanted if wanted else inside(i)
        if mine and strings[nodes["nodeName"][i]].lower() in _LABELLED and i in at:
            *_, width, height = document["layout"]["bounds"][at[i]]
            if width > 0 and height > 0:
                return True
    return False


def _lay_document(document: Mapping[str, Any], strings: Sequence[str], laid: dict[int, _Laid]) -> None:
    nodes, layout = document["nodes"], document["layout"]
    at: dict[int, int] = {}
    for i, node in enumerate(layout["nodeIndex"]):
        at.setdefault(node, i)
    clickable = set(nodes.get("isClickable", {}).get("index", []))

    def styles(node: int) -> list[str]:
        return [strings[s] if s >= 0 else "" for s in layout["styles"][at[node]]] if node in at else []

    def cursor(node: int) -> str:
        return styles(node)[6] if len(styles(node)) > 6 else ""

    for i, backend in enumerate(nodes["backendNodeId"]):
        words = [strings[s] if s >= 0 else "" for s in nodes["attributes"][i]]
        parent = nodes["parentIndex"][i]
        while parent >= 0 and nodes["nodeType"][parent] != 1:
            parent = nodes["parentIndex"][parent]
        box = None
        if i in at:
            x, y, width, height = layout["bounds"][at[i]]
            box = (x - document.get("scrollOffsetX", 0), y - document.get("scrollOffsetY", 0), width, height)
        name = strings[nodes["nodeName"][i]].lower()
        is_element = nodes["nodeType"][i] == 1 and name not in ("html", "body") and not _labels_something(i, document, strings, at)
        pointer = is_element and cursor(i) == "pointer" and (parent < 0 or cursor(parent) != "pointer")
        attributes = dict(zip(words[::2], words[1::2], strict=False))
        laid[backend] = _Laid(box, styles(i), is_element and i in clickable, pointer, name, attributes)


def _ax(node: Mapping[str, Any], key: str) -> Any:
    return (node.get(key) or {}).get("value")


def _says(node: Mapping[str, Any]) -> dict[str, Any]:
    says = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
    for key in ("expanded", "selected", "disabled", "focused", "focusable", "hidden", "modal", "readonly"):
        if says.get(key) in ("true", "false"):
            says[key] = says[key] == "true"
    return says


def _read_cdp(data: bytes) -> list[Seen]:
    document = json.loads(data)
    if isinstance(document, list):
        document = {"nodes": document}
    sessions = document.get("sessions") or [{"name": "main", "frames": [document], "snapshot": document.get("snapshot")}]
    seen: list[Seen] = []
    owners: dict[tuple[str, int], int] = {}
    for session in sessions:
        laid = _layout(session)
        for number, frame in enumerate(session["frames"]):
            owner: tuple[str, int] | None = None
            if frame.get("ownerBackendNodeId") is not None:
                owner = (session["name"], frame["ownerBackendNodeId"])
            elif number == 0 and session.get("owner"):
                owner = (session["owner"]["session"], session["owner"]["backendNodeId"])
            _read_frame(session["name"], frame["nodes"], laid, owners.get(owner) if owner else None, seen, owners)
    return seen


def _read_frame(
    session: str,
    nodes: Sequence[Mapping[str, Any]],
    laid: Mapping[int, _Laid] | None,
    owner: int | None,
    seen: list[Seen],
    owners: dict[tuple[str, int], int],
) -> None:
    by_id = {node["nodeId"]: node for node in nodes}
    named = {child for node in nodes for child in node.get("childIds", [])}
    waiting = [(node["nodeId"], owner) for node in reversed(nodes) if node["nodeId"] not in named]
    while waiting:
        node_id, parent = waiting.pop()
        node = by_id.get(node_id)
        if node is None:
            continue
        here = _read_ax(session, node, laid, parent, owner, seen)
        if here != parent and here is not None and "backendDOMNodeId" in node:
            owners[session, node["backendDOMNodeId"]] = here
        waiting.extend((child, here) for child in reversed(node.get("childIds", [])))


def _read_ax(
    session: str,
    node: Mapping[str, Any],
    laid: Mapping[int, _Laid] | None,
    parent: int | None,
    owner: int | None,
    seen: list[Seen],
) -> int | None:
    """Adds the node and returns its index; a node that is none of its own gives its parent's."""
    role = str(_ax(node, "role") or "")
    backend = node.get("backendDOMNodeId")
    hiding = any(str(reason["name"]).startswith(_HIDING) for reason in node.get("ignoredReasons", []))
    if (role in _NO_NODES and not hiding) or (node.get("ignored") and not hiding):
        return parent
    says = _says(node)
    texts = [str(_ax(node, key) if _ax(node, key) is not None else "") for key in ("name", "value", "description")]
    extra = [str(says[key]) for key in ("valuetext", "placeholder", "roledescription") if says.get(key)]
    found = _web_seen(f"{session}/backendDOMNodeId={backend}", role, parent, says, [*texts, *extra])
    found.hidden = found.hidden or hiding
    found.loose_box = owner is not None
    if laid is not None and backend is not None:
        _lay(found, laid.get(backend), owner, seen)
    _finish_web(found, says.get("focusable") is True)
    seen.append(found)
    return len(seen) - 1


def _lay(found: Seen, laid: _Laid | None, owner: int | None, seen: Sequence[Seen]) -> None:
    """Adds what a DOMSnapshot says of a node."""
    if laid is None or laid.box is None:
        found.unlaid = True
    if laid is None:
        return
    found.box = laid.box
    if laid.box and owner is not None and (outer := seen[owner].box):
        found.box = (laid.box[0] + outer[0], laid.box[1] + outer[1], *laid.box[2:])
    found.unseen = len(laid.styles) > 1 and laid.styles[1] in ("hidden", "collapse")
    if (laid.clickable or laid.pointer) and found.tag != "StaticText" and found.role not in FIELDS:
        found.can.add("click")
    fills = set(laid.attributes.get("autocomplete", "").lower().split())
    found.protected = laid.attributes.get("type", "").lower() == "password" or bool(fills & _SECRET_FILLS)
    found.own.extend(laid.attributes.get(key, "") for key in ("placeholder", "title", "alt", "aria-label"))


READERS: Final[Mapping[str, Callable[[bytes], list[Seen]]]] = {
    "uia": _read_uia,
    "atspi": _read_atspi,
    "android": _read_android,
    "browser": _read_browser,
    "cdp": _read_cdp,
}
WEB: Final = ("browser", "cdp")
_DESKTOPS: Final = {"Window", "Pane", "desktop-frame", "hierarchy", "frame", "window"}
_OPTIONS: Final = {"option", "listitem", "ListItem", "list-item", "menuitem", "MenuItem", "menu-item", "menuitemradio"}
_PANES: Final = {"filler", "panel", "scroll-pane", "section", "split-pane", "viewport", "layered-pane", "root-pane"}


# Visible, actionable, expected


def _outside(box: Box, of: Box) -> bool:
    return box[0] >= of[0] + of[2] or box[1] >= of[1] + of[3] or box[0] + box[2] <= of[0] or box[1] + box[3] <= of[1]


@dataclass
class Dump:
    """All nodes of a dump, with the answers to the two questions of docs/dialects.md."""

    nodes: list[Seen]
    format: str
    hidden: list[bool] = field(default_factory=list)  # said so of it or of an ancestor, or wholly outside
    visible: list[bool] = field(default_factory=list)
    wrappers: list[int | None] = field(default_factory=list)  # which other node each node is once more

    def __post_init__(self) -> None:
        for i, node in enumerate(self.nodes):
            self.hidden.append(self._is_hidden(i))
            drawn = not node.unseen and (not node.unlaid or self._is_open_option(i))
            sized = self._has_area(node) or node.insistent or self._is_open_option(i)
            self.visible.append(not self.hidden[i] and drawn and sized)
        self.wrappers.extend(self._wrapper(i) for i in range(len(self.nodes)))

    def ancestors(self, i: int) -> Iterator[int]:
        above = self.nodes[i].parent
        while above is not None:
            yield above
            above = self.nodes[above].parent

    def _is_hidden(self, i: int) -> bool:
        node = self.nodes[i]
        above = node.parent
        if node.hidden or (above is not None and (self.hidden[above] or self.nodes[above].minimized)):
            return True
        root = self.nodes[0]
        if self.format in WEB or node.minimized or i == 0 or root.tag not in _DESKTOPS:
            return False
        with_area = root.box and min(root.box[2:]) > 0 and node.box and min(node.box[2:]) > 0
        return bool(with_area and root.box and node.box and _outside(node.box, root.box))

    def _has_area(self, node: Seen) -> bool:
        return node.box is None or (node.box[2] > 0 and node.box[3] > 0)

    def _is_open_option(self, i: int) -> bool:
        return self.nodes[i].tag in _OPTIONS and any(self.nodes[a].expanded for a in self.ancestors(i))

    def below(self, i: int) -> Iterator[int]:
        inside = {i}
        for j in range(i + 1, len(self.nodes)):
            if self.nodes[j].parent in inside:
                inside.add(j)
                yield j
            elif (parent := self.nodes[j].parent) is None or parent < i:
                return

    def name(self, i: int) -> str:
        """The name by the rules of the page; the label before a field is found only among its own siblings."""
        node = self.nodes[i]
        if node.name or node.description:
            return node.name or node.description
        words, owned = [], {i}
        for j in self.below(i):
            if self.nodes[j].parent in owned and not self.nodes[j].can:
                owned.add(j)
                if self.visible[j] and (self.nodes[j].name or self.nodes[j].description):
                    words.append(self.nodes[j].name or self.nodes[j].description)
        if words or node.role not in FIELDS:
            return ", ".join(words)
        return self._label_before(i)

    def _label_before(self, i: int) -> str:
        for j in range(i - 1, -1, -1):
            if self.nodes[j].parent == self.nodes[i].parent:
                return "" if self.nodes[j].can or not self.visible[j] else self.nodes[j].name
        return ""

    def _wrapper(self, i: int) -> int | None:
        """The nearest actionable ancestor, if it is this element once more: same role, name and box.

        Roles are compared by tag where they are not known; Android's many classes and mere panes then count as same.
        """
        one = self.nodes[i]
        for above in self.ancestors(i) if one.can and self.visible[i] else ():
            other = self.nodes[above]
            if other.can and self.visible[above]:
                unknown = one.role is None or other.role is None
                blank = self.format == "android" or {one.tag, other.tag} <= _PANES
                alike = blank if unknown else one.role == other.role
                same = (one.tag == other.tag or alike) and one.box == other.box and one.box is not None
                return above if same and (one.name or one.description) == (other.name or other.description) else None
        return None

    def outermost(self, i: int) -> int:
        """The first of the chain of wrappers that are this element once more; itself, if there is none."""
        wrapper = self.wrappers[i]
        return i if wrapper is None else self.outermost(wrapper)


def read(data: bytes, format: str) -> Dump:
    return Dump(READERS[format](data), format)


def expected(data: bytes, format: str) -> list[Expected]:
    """Every node of the dump that is visible and actionable, in document order."""
    return _expected(read(data, format))


def _expected(dump: Dump) -> list[Expected]:
    found = []
    for i, node in enumerate(dump.nodes):
        if node.can and dump.visible[i] and not node.path.endswith("=None"):
            first = dump.outermost(i)
            found.append(
                Expected(
                    node.path,
                    node.role,
                    dump.name(i),
                    node.box,
                    node.protected,
                    node.enabled,
                    node.checked,
                    node.selected,
                    node.expanded,
                    None if first == i else dump.nodes[first].path,
                )
            )
    return found


# The comparison


def check(data: bytes, format: str, observation: Observation, blueprint_text: str) -> list[str]:
    """Every breach of a promise: its kind, a colon, the facts. The text is of the full or the interactive view."""
    dump = read(data, format)
    try:
        screen = decode(blueprint_text)
    except ValueError as error:
        return [f"grammar: {error}"]
    paths = {ref: numbered(observation.path_of(node)) for ref, node in observation.refs.items()}
    return [
        *_ref_breaches(dump, observation, paths),
        *_shown_breaches(dump, screen, paths),
        *_word_breaches(dump, screen, paths),
        *_secret_breaches(dump, screen),
        *_state_breaches(dump, screen, paths),
        *_ability_breaches(dump, screen, paths),
        *_lost_breaches(dump, screen, paths),
        *_box_breaches(dump, screen, paths),
    ]


def _label(dump: Dump, i: int) -> str:
    return f"{dump.nodes[i].path} ({dump.nodes[i].tag} {dump.name(i)[:40]!r})"


def _ref_breaches(dump: Dump, observation: Observation, paths: Mapping[str, str]) -> Iterator[str]:
    """Who has a ref and who has not."""
    refs_of: dict[str, list[str]] = defaultdict(list)
    for ref, path in paths.items():
        refs_of[path].append(ref)
    yield from _double_refs(observation, refs_of)
    yield from _missing_refs(dump, refs_of)
    yield from _stray_refs(dump, refs_of)


def _double_refs(observation: Observation, refs_of: Mapping[str, list[str]]) -> Iterator[str]:
    for path, refs in refs_of.items():
        if len(refs) > 1:
            yield f"two refs: {', '.join(refs)} for {path}"
    for node_id, count in Counter(observation.refs.values()).items():
        if count > 1 and len(refs_of[numbered(observation.path_of(node_id))]) < 2:
            yield f"two refs: {count} for node {node_id}"


def _missing_refs(dump: Dump, refs_of: Mapping[str, list[str]]) -> Iterator[str]:
    """Elements without a ref; a wrapper and what is in it, if they are one element, need one ref between them."""
    alike: dict[str, set[str]] = defaultdict(set)
    for one in _expected(dump):
        alike[one.same_as or one.path].add(one.path)
    index = {node.path: i for i, node in enumerate(dump.nodes)}
    for path, members in alike.items():
        if not members & refs_of.keys():
            yield f"no ref: {_label(dump, index[path])}"


def _stray_refs(dump: Dump, refs_of: Mapping[str, list[str]]) -> Iterator[str]:
    """Refs of what is not in the dump or cannot be seen; the root itself is the surface and always has its ref."""
    index = {node.path: i for i, node in enumerate(dump.nodes)}
    for path, refs in refs_of.items():
        i = index.get(path)
        if i is None:
            yield f"stray ref: {refs[0]} for {path}, which is not in the dump"
        elif i and dump.hidden[i] and not dump.nodes[i].focused:
            yield f"hidden ref: {refs[0]} for {_label(dump, i)}"
        elif i and not dump.hidden[i] and not dump.visible[i]:
            yield f"no area: {refs[0]} for {_label(dump, i)}"


def _shown_breaches(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[str]:
    """Whose ref is in the text and whose is not; who is shown twice."""
    shown = {*screen.refs, screen.header.get("root", "")}
    for ref in screen.refs:
        if ref not in paths:
            yield f"invented ref: {ref} is in the text and in no ref map"
    wanted = {node.path for i, node in enumerate(dump.nodes) if node.can and dump.visible[i]}
    by_path = {node.path: i for i, node in enumerate(dump.nodes)}
    for ref, path in paths.items():
        if path in wanted and ref not in shown:
            yield f"not shown: {ref} for {_label(dump, by_path[path])}"
    seen: dict[tuple[object, ...], str] = {}
    for thing, i in _things(dump, screen, paths):
        key = (dump.outermost(i), thing.role, thing.name, thing.states, thing.can)
        if dump.nodes[i].can and seen.setdefault(key, str(thing.ref)) != thing.ref:
            yield f"twice: {seen[key]} and {thing.ref} are one element, {_label(dump, dump.outermost(i))}"


def _things(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[tuple[Thing, int]]:
    """The decoded things that have a ref, each with its node in the dump."""
    index = {node.path: i for i, node in enumerate(dump.nodes)}
    for thing in screen.things:
        if thing.ref is not None and paths.get(thing.ref) in index:
            yield thing, index[paths[thing.ref]]


def _word_breaches(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[str]:
    """Words that no node of the dump says, or that are not clean."""
    everything = [word for node in dump.nodes for word in node.own if word]
    squashed = {squash(word) for word in everything}

    def anywhere(text: str, cut: bool) -> bool:
        bare = squash(text)
        return bare in squashed or (cut and any(word.startswith(bare) for word in squashed))

    node_of = {thing.ref: i for thing, i in _things(dump, screen, paths)}
    for thing in screen.things:
        if re.search(r"[\x00-\x1f\x7f-\x9f\u200b\ufeff]|  ", thing.name):
            yield f"unclean: {thing.kind} {thing.name!r}"
        texts = [("name", thing.name), ("hint", str(thing.details.get("hint", "")))]
        texts.append(("value", str(thing.details.get("value", ""))))
        for kind, text in texts:
            cut = f"{kind}_left" in thing.details
            if not text or anywhere(text, cut):
                continue
            i = node_of.get(thing.ref)
            near = [] if i is None else [w for j in (i, *dump.below(i)) for w in dump.nodes[j].own]
            if not made_of(text, near, cut) and not (kind == "value" and same_number(text, near)):
                yield f"invented {kind}: {thing.ref or thing.kind} {thing.role} {text[:80]!r}"
    for thing, i in _things(dump, screen, paths):
        own = [w for j in (i, *dump.below(i)) for w in dump.nodes[j].own]
        is_label = dump.nodes[i].role in FIELDS or thing.role in FIELDS
        if thing.name and not made_of(thing.name, own, "name_left" in thing.details) and not is_label:
            yield f"foreign name: {thing.ref} {thing.name[:60]!r} is not in {_label(dump, i)}"


def _secret_breaches(dump: Dump, screen: Screen) -> Iterator[str]:
    """Protected values, also where what is around their fields repeats them; and what is inside, but for what it is called."""
    held = {node.secret for node in dump.nodes if node.protected and node.secret}
    around = around_secrets(dump.nodes)
    open_words = {
        word
        for i, node in enumerate(dump.nodes)
        for word in node.own
        if not _inside_secret(dump, node) and not (i in around and word in held)
    }
    written = [
        text
        for thing in screen.things
        for text in (thing.name, str(thing.details.get("value", "")), str(thing.details.get("hint", "")))
    ]
    written += [str(screen.header.get(key, "")) for key in ("title", "app", "url")]
    for i, node in enumerate(dump.nodes):
        secrets = [node.secret] if node.protected else []
        if _inside_secret(dump, node) and not node.protected:
            is_label = bool(node.can) and node.role not in FIELDS
            secrets += [word for word in node.own if not is_label or any(secret in word for secret in held if len(secret) > 2)]
        for secret in secrets:
            if secret and any(secret in text for text in written) and not any(secret in word for word in open_words):
                yield f"secret: what {_label(dump, i)} holds is printed"


def around_secrets(nodes: Sequence[Seen]) -> set[int]:
    """What protected nodes stand in."""
    around: set[int] = set()
    for node in nodes:
        above = node.parent if node.protected else None
        while above is not None and above not in around:
            around.add(above)
            above = nodes[above].parent
    return around


def _inside_secret(dump: Dump, node: Seen) -> bool:
    above = node.parent
    while above is not None:
        if dump.nodes[above].protected:
            return True
        above = dump.nodes[above].parent
    return False


def _state_breaches(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[str]:
    # A state that one of two nodes reports which are one element is the element's.
    chosen = {dump.outermost(i) for i, node in enumerate(dump.nodes) if node.selected and node.can and dump.visible[i]}
    for thing, i in _things(dump, screen, paths):
        node, states = dump.nodes[i], set(thing.states)
        here = f"{thing.ref} for {_label(dump, i)} says {' '.join(thing.states) or 'nothing'!r}"
        disabled_above = any(dump.nodes[a].enabled is False for a in dump.ancestors(i))
        if node.enabled is False and "disabled" not in states:
            yield f"disabled: {here}, the dump says disabled"
        if node.enabled is not False and "disabled" in states and not disabled_above:
            yield f"disabled: {here}, the dump does not say so"
        said = "mixed" if "mixed" in states else "true" if states & {"checked", "pressed"} else "false"
        if thing.role in ("radio", "menuitemradio"):
            if node.on != bool(states & {"checked", "selected", "pressed"}) and node.checked != "mixed":
                yield f"checked: {here}, the dump says {node.checked}, selected {node.selected}"
        else:
            if said != (node.checked or "false"):
                yield f"checked: {here}, the dump says {node.checked}"
            if ("selected" in states) != (bool(node.selected) or dump.outermost(i) in chosen):
                yield f"selected: {here}, the dump says {node.selected}"
        open_state = True if "expanded" in states else False if "collapsed" in states else None
        if open_state != node.expanded:
            yield f"expanded: {here}, the dump says {node.expanded}"
        if ("protected" in states) != node.protected:
            yield f"protected: {here}, the dump says {node.protected}"
        if node.role is not None and thing.role != node.role:
            yield f"role: {thing.ref} is {thing.role}, in the dump {_label(dump, i)} is {node.role}"


def _ability_breaches(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[str]:
    """What can be done by the dump but not by the text, or the other way round; a click besides
    something else, and to be focused, are not compared."""
    shown = {i for _, i in _things(dump, screen, paths)}
    alike: dict[int, set[str]] = defaultdict(set)
    for i, node in enumerate(dump.nodes):
        if node.can and dump.visible[i] and i not in shown:
            alike[dump.outermost(i)] |= node.can
    for thing, i in _things(dump, screen, paths):
        real = (dump.nodes[i].can | alike[dump.outermost(i)]) - {"focus"}
        told = set(thing.can) - {"focus"}
        if (real - {"click"} != told - {"click"}) or bool(real) != bool(told):
            says, is_so = " ".join(sorted(told)) or "nothing", " ".join(sorted(real)) or "nothing"
            yield f"can: {thing.ref} {thing.role} for {_label(dump, i)} can {says}, in the dump {is_so}"


def _lost_breaches(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[str]:
    """Names of the dump that are not printed, and states of an inner element that its wrapper's ref does not tell."""
    things = list(_things(dump, screen, paths))
    shown = {i: thing for thing, i in things}
    for thing, i in things:
        if squash(dump.nodes[i].name or dump.nodes[i].description) and not (thing.name or thing.details):
            yield f"lost name: {thing.ref} {thing.role} for {_label(dump, i)}"
    for i, node in enumerate(dump.nodes):
        outer = shown.get(dump.outermost(i)) if node.can and dump.visible[i] and i not in shown else None
        if outer is not None:
            told = {*outer.states}
            lost = [
                word
                for word, is_so in (
                    ("disabled", node.enabled is False),
                    ("on", node.on and not told & {"checked", "pressed", "selected"}),
                    ("expanded", node.expanded is True),
                    ("collapsed", node.expanded is False),
                )
                if is_so and word not in told
            ]
            if lost:
                yield f"lost state: {outer.ref} stands for {_label(dump, i)}, which is {' '.join(lost)}"


def _edges(box: Sequence[float]) -> tuple[float, ...]:
    """Left, top, right, bottom: each may be rounded by itself."""
    return (box[0], box[1], box[0] + box[2], box[1] + box[3])


def _box_breaches(dump: Dump, screen: Screen, paths: Mapping[str, str]) -> Iterator[str]:
    if screen.header.get("boxes") != "box":
        return
    for thing, i in _things(dump, screen, paths):
        node = dump.nodes[i]
        slack = 4 if node.loose_box else 1
        if (thing.position is None) != (node.box is None):
            yield f"box: {thing.ref} {thing.position} for {_label(dump, i)}, in the dump {node.box}"
        elif thing.position is not None and node.box is not None:
            pairs = zip(_edges(thing.position), _edges(node.box), strict=True)
            if any(abs(printed - real) > slack for printed, real in pairs):
                yield f"box: {thing.ref} {thing.position} for {_label(dump, i)}, in the dump {node.box}"


# The command line

_SKIPPED: Final = ("steps.json", "check.json", "manifest.json", "secrets.json", "calls.json")


def dumps_in(paths: Iterable[str]) -> Iterator[Path]:
    """The files that may be dumps, in folders and below."""
    for path in map(Path, paths):
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix in (".xml", ".json") and file.name not in _SKIPPED and not file.name.endswith(".hits.json"):
                yield file


def check_file(file: Path) -> tuple[str, int, list[str]]:
    """The dialect (or why there is none), how many elements were expected, and the breaches of both views."""
    import lumos_layer
    from lumos_layer.errors import InputError

    data = file.read_bytes()
    try:
        observation = lumos_layer.read(data)
    except InputError as error:
        return f"refused: {str(error)[:100]}", 0, []
    if observation.format not in READERS:
        return f"{observation.format}: read, but not checked", 0, []
    full = observation.blueprint(view="full", boxes="box").compact()
    interactive = observation.blueprint(view="interactive").compact()
    breaches = check(data, observation.format, observation, full)
    known = set(breaches)
    breaches += [f"{b} (interactive)" for b in check(data, observation.format, observation, interactive) if b not in known]
    return observation.format, len(expected(data, observation.format)), breaches


def main(paths: Sequence[str]) -> int:
    kinds: Counter[str] = Counter()
    total = 0
    for file in dumps_in(paths):
        format, count, breaches = check_file(file)
        total += count
        print(f"{'BREACH' if breaches else 'ok':7}{format[:90]:9}{count:6}  {file}")
        for breach in breaches:
            kinds[breach.split(":")[0]] += 1
            print(f"        {breach}")
    print(f"{total} expected elements; " + (", ".join(f"{n} × {k}" for k, n in kinds.most_common()) or "no breach"))
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
