"""macOS: trees of AX elements as JSON, with attributes of its accessibility API (`AXRole`, `AXTitle`, …) or short names for them.

Attributes, roles and subroles: https://developer.apple.com/documentation/applicationservices/axattributeconstants_h and
axroleconstants_h (the same directory).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from lumos_layer.errors import DamagedDump, LimitExceeded
from lumos_layer.perception.draft import Draft, JsonFormat
from lumos_layer.perception.formats.affordances import merged
from lumos_layer.perception.formats.ios import children, close_menus
from lumos_layer.perception.formats.json_trees import roots, step
from lumos_layer.perception.formats.web_roles import enclosing, text
from lumos_layer.perception.text import clean_line, clean_value, concealed, masked
from lumos_layer.tree import Affordance, Node, Rect, Role, Tristate

Said = Mapping[str, object]  # what an element says, by short names of attributes

_EDIT: tuple[Affordance, ...] = ("set_value", "type")
_ROLES: dict[str, tuple[Role, tuple[Affordance, ...]]] = {  # without AX: role, and what the role alone lets one do
    "Application": (Role.APPLICATION, ()),
    "Browser": (Role.GROUP, ()),
    "BusyIndicator": (Role.PROGRESSBAR, ()),
    "Button": (Role.BUTTON, ("click",)),
    "Cell": (Role.CELL, ()),
    "CheckBox": (Role.CHECKBOX, ("toggle",)),
    "ColorWell": (Role.BUTTON, ("click",)),
    "ComboBox": (Role.COMBOBOX, ("expand", *_EDIT)),
    "DateField": (Role.SPINBUTTON, ("set_value", "range")),
    "DisclosureTriangle": (Role.BUTTON, ("click", "expand")),
    "DockItem": (Role.BUTTON, ("click",)),
    "Drawer": (Role.GROUP, ()),
    "Grid": (Role.GRID, ()),
    "Group": (Role.GROUP, ()),
    "Heading": (Role.HEADING, ()),
    "HelpTag": (Role.TOOLTIP, ()),
    "Image": (Role.IMG, ()),
    "Incrementor": (Role.SPINBUTTON, ("range",)),
    "LevelIndicator": (Role.METER, ()),
    "Link": (Role.LINK, ("click",)),
    "List": (Role.LIST, ()),
    "Menu": (Role.MENU, ()),
    "MenuBar": (Role.MENUBAR, ()),
    "MenuBarItem": (Role.MENUITEM, ("click",)),
    "MenuButton": (Role.BUTTON, ("click",)),
    "MenuItem": (Role.MENUITEM, ("click",)),
    "Outline": (Role.TREE, ()),
    "PopUpButton": (Role.COMBOBOX, ("expand",)),
    "Popover": (Role.DIALOG, ()),
    "ProgressIndicator": (Role.PROGRESSBAR, ()),
    "RadioButton": (Role.RADIO, ("select",)),
    "RadioGroup": (Role.RADIOGROUP, ()),
    "RatingIndicator": (Role.SLIDER, ("range",)),
    "RelevanceIndicator": (Role.METER, ()),
    "Row": (Role.ROW, ("select",)),
    "ScrollArea": (Role.GENERIC, ("scroll",)),
    "ScrollBar": (Role.SCROLLBAR, ("range",)),
    "Sheet": (Role.DIALOG, ()),
    "Slider": (Role.SLIDER, ("range",)),
    "SplitGroup": (Role.GROUP, ()),
    "Splitter": (Role.SEPARATOR, ()),
    "StaticText": (Role.TEXT, ()),
    "TabGroup": (Role.GROUP, ()),
    "Table": (Role.TABLE, ()),
    "TextArea": (Role.TEXTBOX, _EDIT),
    "TextField": (Role.TEXTBOX, _EDIT),
    "TimeField": (Role.SPINBUTTON, ("set_value", "range")),
    "Toolbar": (Role.TOOLBAR, ()),
    "WebArea": (Role.DOCUMENT, ()),
    "Window": (Role.WINDOW, ()),
}
_SUBROLES: dict[str, tuple[Role, tuple[Affordance, ...]]] = {  # what says more than the role does
    "ApplicationAlert": (Role.ALERT, ()),
    "ApplicationAlertDialog": (Role.ALERTDIALOG, ()),
    "ApplicationDialog": (Role.DIALOG, ()),
    "ApplicationLog": (Role.LOG, ()),
    "ApplicationStatus": (Role.STATUS, ()),
    "ApplicationTimer": (Role.TIMER, ()),
    "ContentList": (Role.LIST, ()),
    "Dialog": (Role.DIALOG, ()),
    "DocumentArticle": (Role.ARTICLE, ()),
    "DocumentNote": (Role.NOTE, ()),
    "LandmarkBanner": (Role.BANNER, ()),
    "LandmarkComplementary": (Role.COMPLEMENTARY, ()),
    "LandmarkContentInfo": (Role.CONTENTINFO, ()),
    "LandmarkForm": (Role.FORM, ()),
    "LandmarkMain": (Role.MAIN, ()),
    "LandmarkNavigation": (Role.NAVIGATION, ()),
    "LandmarkRegion": (Role.REGION, ()),
    "LandmarkSearch": (Role.SEARCH, ()),
    "OutlineRow": (Role.TREEITEM, ("select",)),
    "SearchField": (Role.SEARCHBOX, _EDIT),
    "Switch": (Role.SWITCH, ("toggle",)),
    "SystemDialog": (Role.DIALOG, ()),
    "TabButton": (Role.TAB, ("select",)),
    "TabPanel": (Role.TABPANEL, ()),
    "Toggle": (Role.BUTTON, ("click", "toggle")),
    "UserInterfaceTooltip": (Role.TOOLTIP, ()),
}
_ACTIONS: dict[str, Affordance] = {"press": "click", "pick": "click", "increment": "range", "decrement": "range"}
_ROWS = {  # what stands right inside these and does not say what it is
    Role.TREE: Role.TREEITEM, Role.TABLE: Role.ROW, Role.GRID: Role.ROW, Role.LIST: Role.LISTITEM, Role.LISTBOX: Role.OPTION,
}  # fmt: skip
_FIELDS = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX))
_TICKED = frozenset((Role.CHECKBOX, Role.SWITCH, Role.RADIO))
_TICKS: dict[str, Tristate] = {"0": "false", "false": "false", "1": "true", "true": "true", "2": "mixed", "mixed": "mixed"}
_NOTHING: frozenset[Affordance] = frozenset()
_BOOL = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

# Short names of attributes: in lower case, without AX and underscores.
_OTHER_NAMES = {
    "actionnames": "actions", "attrs": "attributes", "domidentifier": "identifier", "iseditable": "editable",
    "isenabled": "enabled", "isfocused": "focused", "ishidden": "hidden", "isselected": "selected", "label": "name",
    "minimised": "minimized", "placeholder": "placeholdervalue", "rect": "frame", "bounds": "frame", "text": "name",
}  # fmt: skip
_KNOWN = frozenset(
    (
        "absoluteposition", "actions", "attributes", "bbox", "description", "elementbusy", "enabled", "expanded", "disclosing",
        "focused", "frame", "help", "hidden", "identifier", "invalid", "ismultiselectable", "main", "maxvalue", "menuitemmarkchar",
        "minimized", "minvalue", "modal", "name", "placeholdervalue", "position", "required", "role", "roledescription", "selected",
        "size", "subrole", "title", "titleuielement", "url", "value",
    )
)  # fmt: skip
_BELOW = ("children", "childreninnavigationorder", "visiblechildren", "contents", "rows", "windows")  # the first that holds any
_TREES = ("tree", "root", "application", "app", "window", "windows", "elements", "nodes")  # what wrappers call what they hold
_AX_ROLE = re.compile(r"AX[A-Z]\w{0,60}").fullmatch
_LABELLED = re.compile(r"\b([xywh]|width|height)\s*[:=]\s*(-?\d{1,12}(?:\.\d{1,20})?)", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,12}(?:\.\d{1,20})?")
_SIDES = frozenset(("x", "y", "w", "h", "width", "height"))
_FAR = 2**31  # no screen reaches so far
_MOST_PLACES, _MOST_PLACES_EACH = 1 << 26, 512  # characters of all JSON pointers together, and more for each node


# Where in the document the trees stand


def _is_element(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    if isinstance(entry.get("AXRole"), str) or isinstance(entry.get("AXChildren"), list):
        return True
    held = entry.get("attributes") or entry.get("attrs")
    role = entry.get("role") or (held.get("AXRole") if isinstance(held, dict) else None)
    return isinstance(role, str) and _AX_ROLE(role) is not None


def _recognises(document: Any) -> bool:
    return isinstance(document, dict | list) and bool(roots(document, _is_element, _TREES))


# What an element says


class _Reader:
    """Reads elements; remembers the short names of their keys, which are the same again and again."""

    def __init__(self) -> None:
        self._shorts: dict[str, str] = {}

    def said(self, entry: Mapping[str, Any]) -> tuple[Said, Iterator[tuple[str, Any]]]:
        """What an element says, and what stands in it: the steps of JSON pointers, and the entries there."""
        said: dict[str, object] = {}
        below: dict[str, tuple[str, Any]] = {}
        for key, value in entry.items():
            short = self._shorts.get(key) or self._short(key)
            if short in _BELOW and isinstance(value, list | dict) and value:
                below.setdefault(short, (key, value))
            elif short == "attributes" and isinstance(value, dict):
                for inner, held in value.items():
                    said.setdefault(self._shorts.get(inner) or self._short(inner), held)
            elif value is not None:
                said.setdefault(short, value)
        return said, _listed(*next((below[short] for short in _BELOW if short in below), ("", [])))

    def _short(self, key: str) -> str:
        if len(self._shorts) > 10_000:
            self._shorts.clear()
        word = key.removeprefix("AX").lower().replace("_", "")[:40]
        short = _OTHER_NAMES.get(word, word)
        short = self._shorts[key] = short if short in _KNOWN or short in _BELOW else "?"
        return short


def _listed(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The members of a list; of an object, its values if these are objects, otherwise itself."""
    start = step(key)
    if isinstance(value, list):
        yield from ((f"{start}/{i}", child) for i, child in enumerate(value))
    elif all(isinstance(child, dict) for child in value.values()):
        yield from ((f"{start}/{step(name)}", child) for name, child in value.items())
    else:
        yield start, value


def _flag(value: object) -> bool | None:
    return value if value is None or isinstance(value, bool) else _BOOL.get(text(value).lower())


def _line(value: object) -> str:
    return "" if value is None else clean_line(text(value))


def _word(value: object) -> str:
    """A role or subrole without AX."""
    return value.removeprefix("AX") if isinstance(value, str) else ""


def _node(said: Said) -> Node:
    get = said.get
    word, subrole = _word(get("role")), _word(get("subrole"))
    role, own = _SUBROLES.get(subrole) or _ROLES.get(word, (Role.GENERIC, ()))
    modal = word == "Sheet" or _flag(get("modal")) is True
    expanded = _flag(get("expanded"))
    if expanded is None and _flag(get("disclosing")) is True:  # a row without anything below it says False, too
        expanded = True
    declared = _declared(get("actions"))
    node = Node(
        role=role,
        can=merged(own, declared if expanded is None else declared | {"expand"}),
        bounds=_bounds(said),
        hidden=_flag(get("hidden")) is True,
        minimized=role is Role.WINDOW and _flag(get("minimized")) is True,
        modal=modal,
        enabled=_flag(get("enabled")) if role not in (Role.APPLICATION, Role.WINDOW) else None,
        focused=True if _flag(get("focused")) and role not in (Role.APPLICATION, Role.WINDOW) else None,
        selected=True if _flag(get("selected")) else None,
        expanded=expanded,
        multiselectable=_flag(get("ismultiselectable")),
        required=True if _flag(get("required")) else None,
        invalid=_invalid(get("invalid")),
        busy=True if _flag(get("elementbusy")) else None,
        url=_line(get("url")),
        identifier=text(get("identifier")),
    )
    return _valued(_named(node, said, subrole), said, word, subrole)


def _declared(actions: object) -> frozenset[Affordance]:
    """What the actions that are told let one do; on a text, too."""
    if actions is None:
        return _NOTHING
    listed = actions if isinstance(actions, list | dict) else text(actions).replace(",", " ").split()
    words = (_word(action.get("name") if isinstance(action, dict) else action).lower() for action in list(listed)[:32])
    return frozenset(_ACTIONS[word] for word in words if word in _ACTIONS)


def _invalid(value: object) -> bool | None:
    """`false`, or what is wrong: `true`, `grammar`, `spelling`."""
    word = "" if value is None else text(value).lower()
    return None if not word else word not in ("false", "0")


def _named(node: Node, said: Said, subrole: str) -> Node:
    """The name is the title, else the description; of a nameless button the hint is what kind of button it is."""
    get = said.get
    description, help, placeholder = _line(get("description")), _line(get("help")), _line(get("placeholdervalue"))
    name = _line(get("title")) or _label(get("titleuielement")) or _line(get("name")) or description or help
    hint = next((words for words in (placeholder, description, help) if words and words != name), "")
    if not name and not hint and subrole and node.role is Role.BUTTON:
        hint = _line(get("roledescription"))
    return replace(node, name=name, hint=hint)


def _label(element: object) -> str:
    """The words of the element that is another one's title."""
    if not isinstance(element, dict):
        return ""
    return next((words for key in ("AXValue", "AXTitle", "value", "title") if (words := _line(element.get(key)))), "")


def _valued(node: Node, said: Said, word: str, subrole: str) -> Node:
    """The element with what its value says."""
    raw, role = text(said.get("value")), node.role
    secure = "SecureTextField" in (subrole, word)
    if secure or (role in _FIELDS and word != "PopUpButton"):
        return _field(node, raw, _line(said.get("placeholdervalue")), secure)
    if role is Role.TEXT:
        words = clean_line(raw)
        return replace(node, name=node.name or words, value=words if words and node.name and words != node.name else None)
    states = _states(role, raw, word, subrole)
    value = "" if states else clean_value(raw)
    node = replace(node, value=value if value and value != node.name else None, **states)
    return _marked(node, said) if role is Role.MENUITEM else _ranged(node, said)


def _states(role: Role, raw: str, word: str, subrole: str) -> dict[str, Any]:
    """What a value says of the element's states; nothing if it is content."""
    tick = _TICKS.get(raw.lower())
    if role is Role.HEADING:
        return {"level": int(raw)} if raw.isascii() and raw.isdecimal() and len(raw) < 3 else {}
    if tick is None:
        return {}
    if role in _TICKED:
        return {"checked": tick}
    if role is Role.TAB:
        return {"selected": tick == "true"}
    if word == "DisclosureTriangle":
        return {"expanded": tick == "true"}
    return {"pressed": tick} if subrole == "Toggle" else {}


def _field(node: Node, raw: str, placeholder: str, secure: bool) -> Node:
    """A field with what was typed into it; its placeholder is its hint, and no value."""
    typed = clean_value(raw)
    if typed and clean_line(typed) == placeholder:
        typed = ""
    if secure or masked(typed):
        return concealed(node, typed)
    return replace(node, value=typed)


def _marked(node: Node, said: Said) -> Node:
    """A menu item with a mark is one that can be checked."""
    if not _line(said.get("menuitemmarkchar")):
        return node
    return replace(node, role=Role.MENUITEMCHECKBOX, checked="true", can=("toggle",))


def _ranged(node: Node, said: Said) -> Node:
    """The least and greatest value; of a scroll bar they are 0 and 1, and not told."""
    minimum, maximum = _number(said.get("minvalue")), _number(said.get("maxvalue"))
    if node.role is Role.SCROLLBAR and maximum is None and node.value:
        maximum = 1.0
    return node if minimum is None and maximum is None else replace(node, minimum=minimum, maximum=maximum)


# Where an element is


def _number(value: object) -> float | None:
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _FAR:
        return None
    return float(value)


def _bounds(said: Said) -> Rect | None:
    """From a frame, from position and size, or from left, top, right, bottom."""
    frame = said.get("frame")
    sides = _plain_sides(frame) if isinstance(frame, dict) else None
    sides = sides or _numbers(frame, "xywh")
    if sides:
        return enclosing(*sides)
    place = _numbers(said.get("absoluteposition"), "xy") or _numbers(said.get("position"), "xy")
    size = _numbers(said.get("size"), "wh")
    if place and size:
        return enclosing(*place, *size)
    edges = said.get("bbox")
    sides = _numbers(edges, "xywh")
    if sides and isinstance(edges, list):
        left, top, right, bottom = sides
        return enclosing(left, top, right - left, bottom - top)
    return enclosing(*sides) if sides else None


def _plain_sides(frame: Mapping[str, object]) -> list[float] | None:
    """Those of a frame as nearly all tools write it."""
    sides = [side for key in "xywh" if type(side := frame.get(key)) is float and -_FAR < side < _FAR]
    return sides if len(sides) == 4 else None


def _numbers(value: object, letters: str) -> list[float] | None:
    """As many numbers as there are letters: an object's, by what they are called; a list's or a text's, in order."""
    if isinstance(value, str):
        words = value[:200]
        value = dict(_LABELLED.findall(words)) or _NUMBER.findall(words)
    if isinstance(value, dict):
        parts = [part for part in (value, value.get("origin"), value.get("size")) if isinstance(part, dict)]
        sides = {str(key).lower()[:1]: side for part in parts for key, side in part.items() if str(key).lower() in _SIDES}
        value = [sides.get(letter) for letter in letters]
    if not isinstance(value, list):
        return None
    flat = [side for part in value[:5] for side in (part[:5] if isinstance(part, list) else [part])]
    numbers = [number for side in flat if (number := _number(side)) is not None]
    return numbers if len(numbers) == len(flat) == len(letters) else None


# The tree


def parse(document: Any) -> Draft:
    """The draft of a document that `_recognises` accepts; raises DamagedDump if it holds no element."""
    trees = roots(document, _is_element, _TREES)
    if not trees:
        raise DamagedDump(
            "no object in it has the role of an AX element",
            "Give each element its AXRole, and what stands in it in a list called AXChildren.",
        )
    return _Growth().grow(trees)


class _Growth:
    """A draft in the making, with what only parents can tell of an element."""

    def __init__(self) -> None:
        self.draft = Draft()
        self.words: list[str] = []  # the role of each node, without AX; empty if it does not say
        self.outline: list[int] = []  # the outline around each node, -1: none
        self.menus: list[int] = []
        self.columns: list[int] = []
        self.in_front: list[int] = []  # windows that say they are

    def grow(self, trees: list[tuple[str, Any]]) -> Draft:
        """Raises LimitExceeded where JSON pointers into the nesting would fill the memory."""
        draft, reader = self.draft, _Reader()
        length = lost = 0
        waiting = [(-1, pointer, entry) for pointer, entry in reversed(trees)]
        while waiting:
            parent, pointer, entry = waiting.pop()
            if not isinstance(entry, dict):
                lost += entry is not None
                continue
            length += len(pointer)
            most = _MOST_PLACES + _MOST_PLACES_EACH * len(draft.nodes)
            if length > most:
                raise LimitExceeded("nesting, told by the length of all JSON pointers to its elements,", length, most, "characters")
            said, below = reader.said(entry)
            i = self._add(said, parent, pointer)
            waiting += [(i, f"{pointer}/{step}", child) for step, child in reversed(list(below))]
        self._close()
        if lost:
            draft.warnings.append(f"Children that are no objects, passed over: {lost}.")
        self._finish()
        return draft

    def _add(self, said: Said, parent: int, pointer: str) -> int:
        i, word = len(self.draft.nodes), _word(said.get("role"))
        node = self._in_place(_node(said), said, word, parent)
        if node.role is Role.MENU:
            self.menus.append(i)
        if word == "Column":
            self.columns.append(i)
        if node.role is Role.WINDOW and (_flag(said.get("main")) or _flag(said.get("focused"))):
            self.in_front.append(i)
        self.outline.append(i if node.role is Role.TREE else self.outline[parent] if parent >= 0 else -1)
        self.words.append(word)
        self.draft.places.append(pointer)
        return self.draft.open(node, parent, text(said.get("role"))[:80] or "element")

    def _in_place(self, node: Node, said: Said, word: str, parent: int) -> Node:
        """The node with the role that it has where it stands."""
        if parent < 0:
            return node
        around = self.draft.nodes[parent].role
        if word == "RadioButton" and self.words[parent] == "TabGroup":
            selected = None if node.checked is None else node.checked == "true"
            return replace(node, role=Role.TAB, checked=None, selected=selected)
        if word == "Row" and around in _ROWS:
            return replace(node, role=_ROWS[around])
        if word or node.role is not Role.GENERIC:
            return node
        return self._unsaid(node, said, around if around in _ROWS and node.name else None, parent)

    def _unsaid(self, node: Node, said: Said, rows_of: Role | None, parent: int) -> Node:
        """An element that does not say its role: a row, by where it is, or what can be clicked, if it has a title of its own."""
        outline = self.outline[parent]
        if rows_of is None and outline >= 0 and said.get("title"):
            a, b = node.bounds, self.draft.nodes[outline].bounds
            rows_of = Role.TREE if a and b and (a.x, a.width) == (b.x, b.width) else None
        if rows_of is not None:
            return replace(node, role=_ROWS[rows_of], can=merged(("select",), node.can))
        return replace(node, can=merged(("click",), node.can)) if said.get("title") else node

    def _close(self) -> None:
        ends, parents = self.draft.ends, self.draft.parents
        for i in range(len(ends) - 1, -1, -1):
            if parents[i] >= 0 and ends[parents[i]] < ends[i]:
                ends[parents[i]] = ends[i]

    def _finish(self) -> None:
        draft, nodes = self.draft, self.draft.nodes
        for i, node in enumerate(nodes):
            if node.role is Role.MENUITEM and not node.name and node.enabled is False and draft.ends[i] == i + 1:
                nodes[i] = replace(node, role=Role.SEPARATOR, can=())
        for i in self.columns:
            parent = draft.parents[i]
            if parent >= 0 and any(self.words[j] == "Row" for j in children(draft, parent)):
                nodes[i] = replace(nodes[i], hidden=True)  # its cells are those of the rows once more
        close_menus(draft, self.menus)
        unsaid = sum(not word for word in self.words)
        if unsaid:
            draft.warnings.append(
                f"{unsaid} elements do not say their role; those with a title, and those right in a list, were taken for controls."
            )
        self._head()

    def _head(self) -> None:
        """The program; the window in front; the size of the window, or of what everything stands in."""
        draft, nodes = self.draft, self.draft.nodes
        draft.app = next((node.name for node in nodes if node.role is Role.APPLICATION and node.name), "")
        windows = [i for i, node in enumerate(nodes) if node.role is Role.WINDOW and not node.hidden and not node.minimized]
        front = next(iter([*(i for i in self.in_front if i in windows), *windows]), 0)
        draft.title = nodes[front].name if nodes[front].role is Role.WINDOW else ""
        bounds = nodes[front].bounds
        if bounds and not bounds.empty:
            draft.size = bounds.width, bounds.height


MAC_AX = JsonFormat(
    "mac-ax",
    "A",
    "macOS accessibility (AX) attributes as JSON",
    recognises=_recognises,
    parse=parse,
)
