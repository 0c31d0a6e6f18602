"""Windows UI Automation: page source of WinAppDriver and Appium, and UIA-like XML with `BoundingRectangle`.

Control types: https://learn.microsoft.com/windows/win32/winauto/uiauto-controltypesoverview
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.text import clean_line, clean_value
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll, Tristate, box

_CONTROL_TYPES = {  # control type: role, and whether the type alone makes it actionable
    "AppBar": (Role.TOOLBAR, False),
    "Button": (Role.BUTTON, True),
    "Calendar": (Role.GRID, False),
    "CheckBox": (Role.CHECKBOX, True),
    "ComboBox": (Role.COMBOBOX, True),
    "Custom": (Role.GENERIC, False),
    "DataGrid": (Role.GRID, False),
    "DataItem": (Role.ROW, True),
    "Document": (Role.DOCUMENT, False),
    "Edit": (Role.TEXTBOX, True),
    "Group": (Role.GROUP, False),
    "Header": (Role.GENERIC, False),
    "HeaderItem": (Role.COLUMNHEADER, True),
    "Hyperlink": (Role.LINK, True),
    "Image": (Role.IMG, False),
    "List": (Role.LIST, False),
    "ListItem": (Role.LISTITEM, True),
    "Menu": (Role.MENU, False),
    "MenuBar": (Role.MENUBAR, False),
    "MenuItem": (Role.MENUITEM, True),
    "Pane": (Role.GROUP, False),
    "ProgressBar": (Role.PROGRESSBAR, False),
    "RadioButton": (Role.RADIO, True),
    "ScrollBar": (Role.SCROLLBAR, True),
    "SemanticZoom": (Role.GROUP, False),
    "Separator": (Role.SEPARATOR, False),
    "Slider": (Role.SLIDER, True),
    "Spinner": (Role.SPINBUTTON, True),
    "SplitButton": (Role.BUTTON, True),
    "StatusBar": (Role.STATUS, False),
    "Tab": (Role.TABLIST, False),
    "TabItem": (Role.TAB, True),
    "Table": (Role.TABLE, False),
    "Text": (Role.TEXT, False),
    "Thumb": (Role.GENERIC, False),
    "TitleBar": (Role.GENERIC, False),
    "ToolBar": (Role.TOOLBAR, False),
    "ToolTip": (Role.TOOLTIP, False),
    "Tree": (Role.TREE, False),
    "TreeItem": (Role.TREEITEM, True),
    "Window": (Role.WINDOW, False),
}
_TRUE = frozenset(("True", "true", "TRUE", "1"))
_BOOL = {"True": True, "true": True, "TRUE": True, "1": True, "False": False, "false": False, "FALSE": False, "0": False}
_TOGGLE: dict[str, Tristate] = {
    "0": "false", "off": "false", "false": "false", "1": "true", "on": "true", "true": "true", "2": "mixed", "indeterminate": "mixed",
}  # fmt: skip
_EXPAND = {"0": False, "collapsed": False, "1": True, "expanded": True, "2": True, "partiallyexpanded": True}
_MINIMIZED = frozenset(("Minimized", "minimized", "2"))
_TYPED = frozenset((Role.TEXTBOX, Role.DOCUMENT, Role.COMBOBOX))
_VALUE_IS_NAME = frozenset((Role.TEXTBOX, Role.COMBOBOX, Role.SPINBUTTON))
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")

# What a pattern's own attribute, if present and so valued, adds. Names: page source attributes, or `Pattern.Property`.
_PATTERN_ATTRIBUTES = frozenset(
    (
        "ToggleState", "ExpandCollapseState", "IsSelected", "SelectionItemIsSelected", "IsReadOnly", "ValueIsReadOnly",
        "Minimum", "Maximum", "RangeValue", "Value", "HorizontallyScrollable", "VerticallyScrollable", "HorizontalScrollPercent",
        "VerticalScrollPercent", "HorizontalViewSize", "VerticalViewSize", "WindowVisualState", "IsModal",
        "IsInvokePatternAvailable", "IsTogglePatternAvailable", "IsExpandCollapsePatternAvailable",
        "IsSelectionItemPatternAvailable", "IsValuePatternAvailable", "IsRangeValuePatternAvailable", "IsScrollPatternAvailable",
        "IsRequiredForForm", "IsPassword",
    )
)  # fmt: skip
_AVAILABLE: tuple[tuple[str, Affordance], ...] = (
    ("IsInvokePatternAvailable", "click"),
    ("IsTogglePatternAvailable", "toggle"),
    ("IsExpandCollapsePatternAvailable", "expand"),
    ("IsSelectionItemPatternAvailable", "select"),
    ("IsValuePatternAvailable", "set_value"),
    ("IsRangeValuePatternAvailable", "range"),
    ("IsScrollPatternAvailable", "scroll"),
)
_QUIET = frozenset(("IsPassword", "IsRequiredForForm", "IsModal", "WindowVisualState"))


def _control_type(tag: str) -> tuple[Role, tuple[Affordance, ...]]:
    name = tag if tag in _CONTROL_TYPES else tag.removesuffix("Control")
    role, actionable = _CONTROL_TYPES.get(name, (Role.GENERIC, False))
    own = OWN.get(role, ()) if actionable else ()
    return role, (("click", "expand") if name == "SplitButton" else own)


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    types: dict[str, tuple[Role, tuple[Affordance, ...]]] = {}
    pattern_names: dict[tuple[str, ...], frozenset[str]] = {}
    merges: dict[tuple[tuple[Affordance, ...], bool], tuple[Affordance, ...]] = {}
    foreground: list[int] = []
    seen = [0]

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        get = attrib.get
        found = types.get(tag)
        if found is None:
            found = types[tag] = _control_type(tag)
        role, own = found
        names = tuple(attrib)
        patterns = pattern_names.get(names)
        if patterns is None:
            patterns = pattern_names[names] = _PATTERN_ATTRIBUTES.intersection(names)
        name, hint = clean_line(get("Name") or ""), clean_line(get("HelpText") or "")
        if not name:
            name, hint = hint, ""
        elif hint == name:
            hint = ""
        focusable = get("IsKeyboardFocusable") in _TRUE
        key = own, focusable
        can = merges.get(key)
        if can is None:
            can = merges[key] = merged(own, ("focus",) if focusable else ())
        plain = Node(
            role=role,
            name=name,
            hint=hint,
            bounds=_bounds(get),
            can=can,
            offscreen=get("IsOffscreen") in _TRUE,
            enabled=_BOOL.get(get("IsEnabled", "")),
            focusable=focusable,
            focused=True if get("HasKeyboardFocus") in _TRUE else None,
            identifier=get("AutomationId", ""),
            native_id=get("RuntimeId") or get("NativeWindowHandle") or "",
        )
        if get("IsForeground") in _TRUE:
            foreground.append(seen[0])
        seen[0] += 1
        if role is Role.WINDOW or not patterns <= _QUIET or get("IsPassword") in _TRUE or get("IsRequiredForForm") in _TRUE:
            return _with_patterns(plain, own, get)
        return plain

    def finish(draft: Draft) -> None:
        _mend_boxes(draft)
        _head(draft, foreground)

    return XmlReading(node=node, finish=finish)


def _with_patterns(node: Node, own: tuple[Affordance, ...], get: Callable[[str], str | None]) -> Node:
    """The node with what its declared patterns say."""
    role = node.role
    protected = get("IsPassword") in _TRUE
    value = get("Value")
    toggled = _TOGGLE.get((get("ToggleState") or "").lower())
    expanded = _EXPAND.get((get("ExpandCollapseState") or "").lower())
    selected = _BOOL.get(get("IsSelected") or get("SelectionItemIsSelected") or "")
    readonly = _BOOL.get(get("IsReadOnly") or get("ValueIsReadOnly") or "")
    minimum, maximum = _number(get("Minimum")), _number(get("Maximum"))
    scroll, scrollable = _scroll(get)
    declared: set[Affordance] = {word for name, word in _AVAILABLE if get(name) in _TRUE}
    if node.focusable:
        declared.add("focus")
    if toggled is not None:
        declared.add("toggle")
    if expanded is not None:
        declared.add("expand")
    if selected is not None:
        declared.add("select")
    if readonly is False:
        declared |= {"set_value", "type"} if role in _TYPED else {"set_value"}
    if ((minimum is not None and maximum is not None) or get("RangeValue") is not None) and role is not Role.PROGRESSBAR:
        declared |= {"range"} if role is not Role.SCROLLBAR else set()
    if scrollable:
        declared.add("scroll")
    if toggled is not None and role is Role.BUTTON:
        own = ("click", "toggle")
    can = merged(own, declared)
    if readonly and role in _TYPED:
        can = merged((), [word for word in can if word not in ("set_value", "type")] + (["focus"] if node.focusable else []))
    value = clean_value(value if value is not None else get("RangeValue") or "")
    visual_state = get("WindowVisualState")
    bounds = node.bounds
    minimized = role is Role.WINDOW and (visual_state in _MINIMIZED or (bounds is None and node.offscreen))
    return replace(
        node,
        name="" if value and node.name == value and role in _VALUE_IS_NAME else node.name,
        value=None if protected or (not value and role not in _TYPED) else value,
        can=can,
        bounds=None if minimized else bounds,
        offscreen=node.offscreen and not minimized,
        minimized=minimized,
        modal=get("IsModal") in _TRUE,
        checked=toggled if role is not Role.BUTTON else None,
        pressed=toggled if role is Role.BUTTON else None,
        selected=selected,
        expanded=expanded,
        readonly=readonly,
        required=True if get("IsRequiredForForm") in _TRUE else None,
        protected=protected,
        filled=bool(value) if protected else None,
        minimum=minimum if role is not Role.SCROLLBAR else None,
        maximum=maximum if role is not Role.SCROLLBAR else None,
        scroll=scroll,
    )


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _scroll(get: Callable[[str], str | None]) -> tuple[Scroll | None, bool]:
    """How much lies beyond each edge, and whether it can be scrolled at all."""
    down, across = get("VerticallyScrollable") in _TRUE, get("HorizontallyScrollable") in _TRUE
    above, below = _beyond(get("VerticalScrollPercent"), get("VerticalViewSize")) if down else (0, 0)
    left, right = _beyond(get("HorizontalScrollPercent"), get("HorizontalViewSize")) if across else (0, 0)
    found = Scroll(above, below, left, right)
    return (found if above or below or left or right else None), down or across


def _beyond(percent: str | None, view: str | None) -> tuple[int, int]:
    """UIA: percent is how far the view has moved in what is hidden, view how much of the content it shows (0 to 100)."""
    moved, shown = _number(percent), _number(view)
    if moved is None or shown is None or not (0 <= moved <= 100 and 0 <= shown <= 100):
        return 0, 0
    before = round((100 - shown) * moved / 100)
    return before, max(0, round(100 - shown) - before)


def _bounds(get: Callable[[str], str | None]) -> Rect | None:
    x = get("x")
    if x is None:
        text = get("BoundingRectangle")
        return _rectangle(text) if text else None
    try:
        return box(int(x), int(get("y") or ""), int(get("width") or ""), int(get("height") or ""))
    except ValueError:
        return _rectangle(f"{x},{get('y')},{get('width')},{get('height')}", as_size=True)


def _rectangle(text: str, as_size: bool = False) -> Rect | None:
    """`left,top,right,bottom` in any brackets, or with the words Width and Height; None if it is no box."""
    numbers = [float(number) for number in _NUMBERS.findall(text)]
    if len(numbers) != 4 or max(map(abs, numbers)) > 2**31:
        return None
    x, y, third, fourth = (int(number // 1) for number in numbers)
    if as_size or "idth" in text:
        return box(x, y, third, fourth)
    return box(x, y, third - x, fourth - y)


def _mend_boxes(draft: Draft) -> None:
    """Some writers put width and height where left, top, right, bottom is meant; then right edges lie left of left ones."""
    if not any(node.bounds and (node.bounds.width < 0 or node.bounds.height < 0) for node in draft.nodes):
        return
    draft.warnings.append("Boxes end before they begin; their last two numbers were taken for width and height.")
    for i, node in enumerate(draft.nodes):
        if node.bounds:
            b = node.bounds
            draft.nodes[i] = replace(node, bounds=Rect(b.x, b.y, b.width + b.x, b.height + b.y))


def _head(draft: Draft, foreground: list[int]) -> None:
    """Title and size: of the window in front, which is the root, or the first window below a desktop."""
    if not draft.nodes:
        return
    windows = [i for i, node in enumerate(draft.nodes) if node.role is Role.WINDOW and draft.parents[i] <= 0]
    in_front = [i for i in foreground if draft.nodes[i].role is Role.WINDOW]
    shown = [i for i in windows if not draft.nodes[i].minimized and not draft.nodes[i].offscreen]
    front = (in_front or shown or windows or [0])[0]
    draft.title = draft.nodes[front].name
    root = draft.nodes[0].bounds
    if root and not root.empty:
        draft.size = root.width, root.height


def _recognises(tag: str, attrib: Mapping[str, str]) -> bool:
    known = tag in _CONTROL_TYPES or tag.removesuffix("Control") in _CONTROL_TYPES
    return known and ("BoundingRectangle" in attrib or "AutomationId" in attrib or "RuntimeId" in attrib or "IsOffscreen" in attrib)


UIA = XmlFormat(
    "uia",
    "A",
    "Windows UI Automation: WinAppDriver and Appium page source, UIA XML",
    recognises=_recognises,
    start=start,
)
