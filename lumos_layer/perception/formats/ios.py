"""iOS and macOS: page source of Appium's XCUITest and Mac2 drivers, and of the Instruments driver before them.

Attributes: https://appium.github.io/appium-xcuitest-driver/latest/reference/element-attributes/ and
https://appium.github.io/appium-mac2-driver/latest/reference/element-attributes/
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.formats.web_roles import enclosing
from lumos_layer.perception.text import clean_line, clean_value, concealed, masked
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll, Tristate, box

Get = Callable[[str], str | None]

# https://developer.apple.com/documentation/xcuiautomation/xcuielement/elementtype, in the order of its numbers.
_ELEMENT_TYPES = (
    "Any", "Other", "Application", "Group", "Window", "Sheet", "Drawer", "Alert", "Dialog", "Button", "RadioButton", "RadioGroup",
    "CheckBox", "DisclosureTriangle", "PopUpButton", "ComboBox", "MenuButton", "ToolbarButton", "Popover", "Keyboard", "Key",
    "NavigationBar", "TabBar", "TabGroup", "Toolbar", "StatusBar", "Table", "TableRow", "TableColumn", "Outline", "OutlineRow",
    "Browser", "CollectionView", "Slider", "PageIndicator", "ProgressIndicator", "ActivityIndicator", "SegmentedControl", "Picker",
    "PickerWheel", "Switch", "Toggle", "Link", "Image", "Icon", "SearchField", "ScrollView", "ScrollBar", "StaticText", "TextField",
    "SecureTextField", "DatePicker", "TextView", "Menu", "MenuItem", "MenuBar", "MenuBarItem", "Map", "WebView", "IncrementArrow",
    "DecrementArrow", "Timeline", "RatingIndicator", "ValueIndicator", "SplitGroup", "Splitter", "RelevanceIndicator", "ColorWell",
    "HelpTag", "Matte", "DockItem", "Ruler", "RulerMarker", "Grid", "LevelIndicator", "Cell", "LayoutArea", "LayoutItem", "Handle",
    "Stepper", "Tab", "TouchBar", "StatusItem",
)  # fmt: skip
_OF_INSTRUMENTS = {  # what the Instruments driver called otherwise
    "ActionSheet": "Sheet",
    "ActivityView": "Sheet",
    "CellView": "Cell",
    "CollectionCell": "Cell",
    "EditingMenu": "Menu",
    "Element": "Other",
    "SearchBar": "SearchField",
    "TableCell": "Cell",
    "TableGroup": "Other",
    "TableView": "Table",
}
_EDIT: tuple[Affordance, ...] = ("set_value", "type")
_ROLES: dict[str, tuple[Role, tuple[Affordance, ...]]] = {  # element type: role, and what the type alone lets one do
    "ActivityIndicator": (Role.PROGRESSBAR, ()),
    "Alert": (Role.ALERTDIALOG, ()),
    "Application": (Role.APPLICATION, ()),
    "Browser": (Role.GROUP, ()),
    "Button": (Role.BUTTON, ("click",)),
    "Cell": (Role.LISTITEM, ("click",)),
    "CheckBox": (Role.CHECKBOX, ("toggle",)),
    "CollectionView": (Role.LIST, ("scroll",)),
    "ColorWell": (Role.BUTTON, ("click",)),
    "ComboBox": (Role.COMBOBOX, ("expand", *_EDIT)),
    "DatePicker": (Role.GROUP, ()),
    "DecrementArrow": (Role.BUTTON, ("click",)),
    "Dialog": (Role.DIALOG, ()),
    "DisclosureTriangle": (Role.BUTTON, ("click", "expand")),
    "DockItem": (Role.BUTTON, ("click",)),
    "Drawer": (Role.GROUP, ()),
    "Grid": (Role.GRID, ()),
    "Group": (Role.GROUP, ()),
    "HelpTag": (Role.TOOLTIP, ()),
    "Icon": (Role.BUTTON, ("click",)),
    "Image": (Role.IMG, ()),
    "IncrementArrow": (Role.BUTTON, ("click",)),
    "Key": (Role.BUTTON, ("click",)),
    "Keyboard": (Role.GROUP, ()),
    "LevelIndicator": (Role.METER, ()),
    "Link": (Role.LINK, ("click",)),
    "Map": (Role.GROUP, ("scroll",)),
    "Menu": (Role.MENU, ()),
    "MenuBar": (Role.MENUBAR, ()),
    "MenuBarItem": (Role.MENUITEM, ("click",)),
    "MenuButton": (Role.BUTTON, ("click",)),
    "MenuItem": (Role.MENUITEM, ("click",)),
    "NavigationBar": (Role.NAVIGATION, ()),
    "Outline": (Role.TREE, ("scroll",)),
    "OutlineRow": (Role.TREEITEM, ("select",)),
    "PageIndicator": (Role.SLIDER, ("range",)),
    "Picker": (Role.GROUP, ()),
    "PickerWheel": (Role.SPINBUTTON, ("set_value", "range")),
    "PopUpButton": (Role.COMBOBOX, ("expand",)),
    "Popover": (Role.DIALOG, ()),
    "ProgressIndicator": (Role.PROGRESSBAR, ()),
    "RadioButton": (Role.RADIO, ("select",)),
    "RadioGroup": (Role.RADIOGROUP, ()),
    "RatingIndicator": (Role.SLIDER, ("range",)),
    "RelevanceIndicator": (Role.METER, ()),
    "ScrollBar": (Role.SCROLLBAR, ("range",)),
    "ScrollView": (Role.GENERIC, ("scroll",)),
    "SearchField": (Role.SEARCHBOX, _EDIT),
    "SecureTextField": (Role.TEXTBOX, _EDIT),
    "SegmentedControl": (Role.RADIOGROUP, ()),
    "Sheet": (Role.DIALOG, ()),
    "Slider": (Role.SLIDER, ("range",)),
    "SplitGroup": (Role.GROUP, ()),
    "Splitter": (Role.SEPARATOR, ()),
    "StaticText": (Role.TEXT, ()),
    "StatusBar": (Role.STATUS, ()),
    "StatusItem": (Role.BUTTON, ("click",)),
    "Stepper": (Role.SPINBUTTON, ("range",)),
    "Switch": (Role.SWITCH, ("toggle",)),
    "Tab": (Role.TAB, ("select",)),
    "TabBar": (Role.TABLIST, ()),
    "TabGroup": (Role.GROUP, ()),
    "Table": (Role.LIST, ("scroll",)),
    "TableRow": (Role.ROW, ("select",)),
    "TextField": (Role.TEXTBOX, _EDIT),
    "TextView": (Role.TEXTBOX, _EDIT),
    "Toggle": (Role.SWITCH, ("toggle",)),
    "Toolbar": (Role.TOOLBAR, ()),
    "ToolbarButton": (Role.BUTTON, ("click",)),
    "TouchBar": (Role.TOOLBAR, ()),
    "WebView": (Role.DOCUMENT, ("scroll",)),
    "Window": (Role.WINDOW, ()),
}
# https://developer.apple.com/documentation/uikit/uiaccessibilitytraits ; the first that is said decides.
_TRAITS = {
    "Link": Role.LINK,
    "Button": Role.BUTTON,
    "KeyboardKey": Role.BUTTON,
    "SearchField": Role.SEARCHBOX,
    "Adjustable": Role.SLIDER,
    "Header": Role.HEADING,
    "TabBar": Role.TABLIST,
    "Image": Role.IMG,
    "StaticText": Role.TEXT,
}
_SHAPELESS = frozenset((Role.GENERIC, Role.GROUP, Role.TEXT, Role.IMG))  # roles that a trait may be better than

# What the value of an element is.
_Sense = Literal["content", "words", "typed", "tick", "chosen", "opened", "running"]
_SENSES: dict[str, _Sense] = {
    "ActivityIndicator": "running",
    "Button": "chosen",
    "CheckBox": "tick",
    "ComboBox": "typed",
    "DisclosureTriangle": "opened",
    "Icon": "chosen",
    "Key": "chosen",
    "MenuBarItem": "chosen",
    "MenuButton": "chosen",
    "MenuItem": "chosen",
    "RadioButton": "tick",
    "SearchField": "typed",
    "SecureTextField": "typed",
    "StaticText": "words",
    "Switch": "tick",
    "Tab": "chosen",
    "TextField": "typed",
    "TextView": "typed",
    "Toggle": "tick",
    "ToolbarButton": "chosen",
}
_TRUE = frozenset(("true", "True", "1", "YES"))
_BOOL = {**dict.fromkeys(_TRUE, True), **dict.fromkeys(("false", "False", "0", "NO"), False)}
_TICKS: dict[str, Tristate] = {
    "0": "false", "false": "false", "off": "false", "1": "true", "true": "true", "on": "true", "2": "mixed", "mixed": "mixed",
}  # fmt: skip
_SCROLLED = frozenset(("ScrollView", "Table", "CollectionView", "WebView", "Outline"))
# In these an element of no type is a part of them, and no button that a program has drawn itself.
_OWNERS = frozenset(
    (
        "Alert", "Button", "Cell", "CollectionView", "Icon", "Key", "Keyboard", "Link", "MenuBar", "NavigationBar", "OutlineRow",
        "PickerWheel", "SegmentedControl", "StatusBar", "TabBar", "TabGroup", "Table", "TableRow", "WebView",
    )
)  # fmt: skip
_UNTOUCHED: tuple[tuple[Affordance, ...], ...] = ((), ("scroll",))
_WINDOW_BUTTONS = {  # https://developer.apple.com/documentation/xcuiautomation/xcuiidentifierclosewindow
    "_XCUI:CloseWindow": "close window",
    "_XCUI:MinimizeWindow": "minimize window",
    "_XCUI:ZoomWindow": "zoom window",
    "_XCUI:FullScreenWindow": "full screen",
}
_IDENTIFIER = re.compile(r"\S*(?:[A-Za-z]\w*[._][A-Za-z]|[a-z][A-Z]|[A-Z]{2}[a-z])\S*|[a-z]+(?:-[a-z]+)+\d*").fullmatch
_PERCENT = re.compile(r"(\d{1,3}) ?[%٪]").fullmatch
_NUMBER = re.compile(r"\d{1,6}")
_FAR = 2**31  # no screen reaches so far


class _Kind(Struct, frozen=True):
    """What type and states say of an element, its words and place apart; equal for very many of a dump."""

    type: str
    plain: Node
    sense: _Sense
    accessible: bool | None
    visible: bool | None


def _type_of(*words: str | None) -> str:
    """The element type by the first of these words that names one: a tag, a class name, or a number."""
    for word in words:
        name = (word or "").removeprefix("XCUIElementType")
        if name.startswith("UIA"):
            name = name[3:]
            name = _OF_INSTRUMENTS.get(name, name)
        if name.isascii() and name.isdecimal() and len(name) < 4:
            return _ELEMENT_TYPES[int(name)] if int(name) < len(_ELEMENT_TYPES) else ""
        if name in _ROLES or name in _ELEMENT_TYPES:
            return name
    return ""


# What tells the kind of an element.
_KIND = ("type", "elementType", "enabled", "visible", "accessible", "selected", "focused", "hasFocus", "traits")
_PLACE = itemgetter("x", "y", "width", "height")


def _kind(tag: str, get: Get) -> _Kind:
    """The kind of an element with that tag and those of the attributes `_KIND` that it has."""
    type = _type_of(tag, get("type"), get("elementType"))
    role, can = _ROLES.get(type, (Role.GENERIC, ()))
    traits = frozenset((get("traits") or "").replace(",", " ").split())
    better = next((role for trait, role in _TRAITS.items() if trait in traits), None)
    if better is not None and role in _SHAPELESS and type != "SegmentedControl":
        role, can = better, OWN.get(better, ())
    switched = role is Role.BUTTON and "ToggleButton" in traits
    visible = _BOOL.get(get("visible") or "")
    return _Kind(
        type=type,
        plain=Node(
            role=role,
            can=merged(can, ("toggle",)) if switched else can,
            hidden=visible is False,
            clips=type in _SCROLLED,
            modal=type in ("Alert", "Sheet"),
            enabled=_enabled(type, get("enabled"), traits),
            focused=True if get("focused") in _TRUE or get("hasFocus") in _TRUE else None,
            pressed="false" if switched else None,
            selected=True if get("selected") in _TRUE or "Selected" in traits else None,
            protected="SecureTextField" in (type, (get("type") or "").removeprefix("XCUIElementType")),
        ),
        sense=_SENSES.get(type, "content"),
        accessible=_BOOL.get(get("accessible") or ""),
        visible=visible,
    )


def _enabled(type: str, said: str | None, traits: frozenset[str]) -> bool | None:
    """None for programs and windows: Mac2 says of all of them that they are disabled."""
    if type in ("Application", "Window"):
        return None
    return False if "NotEnabled" in traits else _BOOL.get(said or "")


def _picker(names: tuple[str, ...]) -> Callable[[Mapping[str, str]], object]:
    """Picks what tells the kind out of attributes with these names."""
    present = [name for name in _KIND if name in names]
    return itemgetter(*present) if present else lambda attrib: None


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    pickers: dict[tuple[str, ...], Callable[[Mapping[str, str]], object]] = {}
    kinds: dict[tuple[str, tuple[str, ...], object], _Kind] = {}
    boxes: dict[tuple[str, ...], Rect | None] = {}
    seen: list[_Kind] = []

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        get, names = attrib.get, tuple(attrib)
        pick = pickers.get(names) or pickers.setdefault(names, _picker(names))
        key = tag, names, pick(attrib)
        kind = kinds.get(key) or kinds.setdefault(key, _kind(tag, get))
        seen.append(kind)
        plain, value = kind.plain, get("value", "")
        name, identifier = _name(get, plain)
        bounds: Rect | None = None
        if "height" in attrib and "x" in attrib and "y" in attrib and "width" in attrib:
            place = _PLACE(attrib)
            bounds = boxes[place] if place in boxes else boxes.setdefault(place, _bounds(place))
        if kind.sense == "words":
            words = clean_line(value) if value and value != name else ""
            if words and not (get("label") or get("title")):
                name = words
            return replace(plain, name=name, value=words if words not in ("", name) else None, bounds=bounds, identifier=identifier)
        made = replace(plain, name=name, bounds=bounds, identifier=identifier)
        if plain.protected and kind.sense != "typed":
            return concealed(made, value or "")
        hint = get("placeholderValue") or get("hint") or (get("label") and get("title")) or ""
        return _valued(made, kind, value, hint, get) if value or hint or kind.sense == "typed" else made

    def finish(draft: Draft) -> None:
        whole = _Whole(draft, seen)
        whole.settle_hidden()
        whole.settle_root()
        whole.settle_parts()
        whole.settle_cells()
        whole.settle_menus()
        whole.settle_scrolling()
        whole.settle_touchables()
        whole.head()

    return XmlReading(node=node, finish=finish)


def _name(get: Get, plain: Node) -> tuple[str, str]:
    """What a person and what a developer calls it. `name` is the developer's word where there is one, otherwise the label."""
    label, word = get("label") or get("title"), get("name")
    if label:
        name = clean_line(label)
        if name:
            return name, get("identifier") or word or ""
    name = clean_line(word) if word else ""
    if name and plain.can in _UNTOUCHED and plain.role is not Role.TEXT and len(name) < 100 and _IDENTIFIER(name):
        name = ""
    return name, get("identifier") or word or ""


def _valued(node: Node, kind: _Kind, value: str, hint: str, get: Get) -> Node:
    """The element with what its value and placeholder say."""
    hint = clean_line(hint)
    if kind.sense == "typed":
        return _field(node, value, hint)
    states = _states(node, kind.sense, value)
    content = {} if states else {"value": _content(node, value)}
    minimum, maximum = _number(get("minValue")), _number(get("maxValue"))
    return replace(node, hint="" if hint == node.name else hint, minimum=minimum, maximum=maximum, **states, **content)


def _states(node: Node, sense: _Sense, value: str) -> dict[str, Any]:
    """What a value of that sense says of the element's states; nothing if it is content."""
    said = _BOOL.get(value)
    tick = _TICKS.get(value.lower()) if sense == "tick" or node.pressed is not None else None
    if tick is not None:
        return {"checked": tick} if sense == "tick" else {"pressed": tick}
    if said is None:
        return {}
    if sense == "opened":
        return {"expanded": said}
    if sense == "running":
        return {"busy": said or None}
    return {"selected": said or node.selected} if sense == "chosen" else {}


def _content(node: Node, value: str) -> str | None:
    cleaned = clean_value(value)
    return cleaned if cleaned and cleaned != node.name else None


def _field(node: Node, value: str, hint: str) -> Node:
    """A field with what was typed into it: not its placeholder, which XCUITest reports as the value of an empty one."""
    typed = "" if hint and clean_line(value) == hint else clean_value(value)
    shown = "" if hint == node.name else hint
    if not node.protected and not masked(typed):
        return replace(node, value=typed, hint=shown)
    if node.protected and typed == node.name:
        typed = ""  # a secure field shows bullets; words are its placeholder
    return concealed(replace(node, hint=shown), typed)


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text else None
    except ValueError:
        return None
    return number if number is not None and abs(number) < _FAR else None


def _bounds(texts: Sequence[str]) -> Rect | None:
    """The box of left, top, width and height; None if one of them is no number that a screen can have."""
    try:
        x, y, width, height = map(int, texts)
    except ValueError:
        numbers = [number for text in texts if (number := _number(text)) is not None]
        return enclosing(*numbers) if len(numbers) == 4 else None
    return box(x, y, width, height) if max(abs(x), abs(y), abs(width), abs(height)) < _FAR else None


class _Whole:
    """All elements of a dump, with what only those around an element can tell of it."""

    def __init__(self, draft: Draft, seen: list[_Kind]) -> None:
        self.draft, self.seen = draft, seen
        self.nodes, self.parents, self.ends = draft.nodes, draft.parents, draft.ends
        self.of_type: defaultdict[str, list[int]] = defaultdict(list)
        self.around: list[str] = []  # the type of the nearest element around that owns what is in it; empty: none does
        for i, parent in enumerate(self.parents):
            self.of_type[seen[i].type].append(i)
            above = seen[parent].type if parent >= 0 else ""
            self.around.append(above if above in _OWNERS or parent < 0 else self.around[parent])

    def holding(self, wanted: Iterable[int]) -> bytearray:
        """For each element 1 if one of the wanted stands in it."""
        holding = bytearray(len(self.nodes))
        for i in wanted:
            self._mark(holding, i)
        return holding

    def _mark(self, holding: bytearray, i: int) -> None:
        parent = self.parents[i]
        while parent >= 0 and not holding[parent]:
            holding[parent] = 1
            parent = self.parents[parent]

    def settle_hidden(self) -> None:
        """What is said to be invisible but holds something said to be visible is not hidden: only nothing can be done with it."""
        hidden = [i for i, node in enumerate(self.nodes) if node.hidden]
        if not hidden:
            return
        holding = self.holding(i for i, kind in enumerate(self.seen) if kind.visible)
        for i in hidden:
            if holding[i]:
                self.nodes[i] = replace(self.nodes[i], hidden=False, can=())

    def settle_root(self) -> None:
        """A program's box that does not hold its windows, as after turning a device, is no edge of the screen."""
        if not self.nodes or self.seen[0].type != "Application" or self.nodes[0].bounds is None:
            return
        root = self.nodes[0].bounds
        windows = [self.nodes[i].bounds for i in children(self.draft, 0) if self.seen[i].type == "Window"]
        if not all(bounds is None or root.contains(bounds) for bounds in windows):
            self.nodes[0] = replace(self.nodes[0], bounds=None)

    def settle_parts(self) -> None:
        """Buttons that are parts of something, and elements that are what is in them."""
        nodes, around = self.nodes, self.around
        for i in self.of_type["Button"]:
            node = nodes[i]
            if around[i] == "TabBar":
                nodes[i] = replace(node, role=Role.TAB, can=("select",), selected=bool(node.selected))
            elif around[i] == "SegmentedControl":
                nodes[i] = replace(
                    node, role=Role.RADIO, can=("select",), checked="true" if node.selected else "false", selected=None
                )
            elif not node.name and node.identifier in _WINDOW_BUTTONS:
                nodes[i] = replace(node, hint=_WINDOW_BUTTONS[node.identifier])
        for i in self.of_type["RadioButton"]:
            if around[i] == "TabGroup":
                nodes[i] = replace(nodes[i], role=Role.TAB, checked=None, selected=nodes[i].checked == "true")
        for i in self.of_type["Table"]:
            if any(self.seen[child].type == "TableRow" for child in children(self.draft, i)):
                nodes[i] = replace(nodes[i], role=Role.TABLE)
        for i in self.of_type["DatePicker"]:
            if self.ends[i] == i + 1:
                nodes[i] = replace(nodes[i], role=Role.SPINBUTTON, can=("set_value", "range"))

    def settle_cells(self) -> None:
        """On macOS a row is chosen, not its cells. A cell around a switch has the switch's value, which is said there."""
        nodes = self.nodes
        with_switch = self.holding(i for type in ("Switch", "Toggle") for i in self.of_type[type])
        for i in self.of_type["Cell"]:
            if self.around[i] in ("TableRow", "OutlineRow"):
                nodes[i] = replace(nodes[i], role=Role.CELL, can=())
            elif with_switch[i] and nodes[i].value in ("0", "1"):
                nodes[i] = replace(nodes[i], value=None)

    def settle_menus(self) -> None:
        """Lines between menu items are items of their own; menus are listed whether they are open or not."""
        nodes = self.nodes
        for i in self.of_type["MenuItem"]:
            if not nodes[i].name and nodes[i].enabled is False and self.ends[i] == i + 1:
                nodes[i] = replace(nodes[i], role=Role.SEPARATOR, can=())
        close_menus(self.draft, self.of_type["Menu"])

    def settle_scrolling(self) -> None:
        """Scrolling containers, with what their scroll bars tell: `value="40%"` and a name that ends in a number of pages."""
        nodes, parents = self.nodes, self.parents
        for i in [i for type in ("Table", "Outline", "CollectionView") for i in self.of_type[type]]:
            if parents[i] >= 0 and self.seen[parents[i]].type == "ScrollView":
                nodes[i] = replace(nodes[i], can=())
        told: dict[int, dict[str, int]] = {}
        for i in self.of_type["Other"]:
            node, parent = nodes[i], parents[i]
            if not node.value or parent < 0 or self.seen[parent].type not in _SCROLLED:
                continue
            moved, pages = _PERCENT(node.value), _NUMBER.findall(node.name)
            if moved and pages:
                nodes[i] = replace(node, role=Role.SCROLLBAR, hidden=True)
                before, after = _beyond(int(moved[1]), int(pages[-1]))
                across = node.bounds is not None and node.bounds.width > node.bounds.height
                told.setdefault(parent, {}).update(
                    {"left": before, "right": after} if across else {"above": before, "below": after}
                )
        for i, sides in told.items():
            if any(sides.values()):
                nodes[i] = replace(nodes[i], scroll=Scroll(**sides))
            else:
                nodes[i] = replace(nodes[i], can=tuple(word for word in nodes[i].can if word != "scroll"))

    def settle_touchables(self) -> None:
        """Elements of no type that can be touched: such are the buttons of programs that draw their own.

        `accessible` says it. Where a dump never says that word, it is those with a name and nothing in them, and those that a
        developer gave a name besides the label, if no control is in them.
        """
        nodes, seen, around = self.nodes, self.seen, self.around
        plain = [i for i in self.of_type["Other"] if nodes[i].role is Role.GENERIC and not nodes[i].can and not nodes[i].hidden]
        if any(kind.accessible is not None for kind in seen):
            touched = [i for i in plain if seen[i].accessible and around[i] not in ("StatusBar", "NavigationBar")]
        else:
            free = [i for i in plain if nodes[i].name and not around[i]]
            touched = [i for i in free if self.ends[i] == i + 1]
            holding = self.holding([*touched, *(i for i, node in enumerate(nodes) if node.can)])
            for i in reversed(free):  # what is inside comes first
                if not holding[i] and self.ends[i] > i + 1 and nodes[i].identifier not in ("", nodes[i].name):
                    touched.append(i)
                    self._mark(holding, i)
        for i in touched:
            nodes[i] = replace(nodes[i], can=("click",))

    def head(self) -> None:
        """The program; its window's name, or what stands in the navigation bar; and the size of the screen or window."""
        draft, nodes, of_type = self.draft, self.nodes, self.of_type
        draft.app = next((nodes[i].name for i in of_type["Application"] if nodes[i].name), "")
        boxes = (nodes[i].bounds for i in (*of_type["Application"], *of_type["Window"]))
        draft.size = next(((bounds.width, bounds.height) for bounds in boxes if bounds and not bounds.empty), None)
        windows = (nodes[i].name for i in of_type["Window"] if not nodes[i].hidden)
        bars = (nodes[i].name or self._words_in(i) for i in of_type["NavigationBar"] if not nodes[i].hidden)
        draft.title = next((title for title in (*windows, *islice(bars, 8)) if title), "")

    def _words_in(self, bar: int) -> str:
        inside = self.nodes[bar + 1 : min(self.ends[bar], bar + 50)]
        return next((node.name for node in inside if node.name and not node.can and not node.hidden), "")


# What the accessibility API of macOS does likewise


def children(draft: Draft, i: int) -> Iterator[int]:
    child = i + 1
    while child < draft.ends[i]:
        yield child
        child = draft.ends[child]


def close_menus(draft: Draft, menus: Iterable[int]) -> None:
    """Hide the closed ones of these menus: a program lists them all, but only what opens them can be seen."""
    nodes = draft.nodes
    for i in menus:
        parent, around = draft.parents[i], nodes[i].bounds
        if parent < 0 or nodes[parent].role is not Role.MENUITEM or around is None:
            continue
        boxes = [bounds for j in children(draft, i) if (bounds := nodes[j].bounds) is not None and not bounds.empty]
        # The items of a closed menu have no area, or their places within the menu.
        opened = bool(nodes[parent].selected) or (bool(boxes) and all(around.contains(bounds) for bounds in boxes))
        nodes[parent] = replace(nodes[parent], expanded=opened, can=("click", "expand"), selected=None)
        if not opened:
            nodes[i] = replace(nodes[i], hidden=True)


def _beyond(moved: int, pages: int) -> tuple[int, int]:
    """Percent of the content before and after what is shown, `moved` percent of the way through so many pages."""
    hidden = 100 - 100 / max(pages, 1)
    before = round(hidden * min(moved, 100) / 100)
    return before, round(hidden) - before


def _recognises(tag: str, attrib: Mapping[str, str]) -> bool:
    return tag == "AppiumAUT" or tag.startswith("XCUIElementType") or (tag.startswith("UIA") and tag[3:4].isupper())


IOS = XmlFormat(
    "ios",
    "A",
    "iOS and macOS: page source of Appium's XCUITest, Mac2 and Instruments drivers",
    recognises=_recognises,
    start=start,
)
