"""Windows UI Automation: page source of WinAppDriver and Appium, and UIA-like XML with `BoundingRectangle`.

Control types: https://learn.microsoft.com/windows/win32/winauto/uiauto-controltypesoverview
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.formats.uia_types import CONTROL_TYPES, EXPANSIONS, SCROLL_PANES, TICKS
from lumos_layer.perception.formats.window_order import window_heights
from lumos_layer.perception.text import clean_line, clean_value, concealed
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll, box

_SIGNS = frozenset(
    (
        "AutomationId",
        "BoundingRectangle",
        "ClassName",
        "FrameworkId",
        "IsEnabled",
        "IsOffscreen",
        "LocalizedControlType",
        "RuntimeId",
    )
)
_TRUE = frozenset(("True", "true", "TRUE", "1"))
_BOOL = {"True": True, "true": True, "TRUE": True, "1": True, "False": False, "false": False, "FALSE": False, "0": False}
_MINIMIZED = frozenset(("minimized", "2"))
_TYPED = frozenset((Role.TEXTBOX, Role.DOCUMENT, Role.COMBOBOX))
_VALUE_IS_NAME = frozenset((Role.TEXTBOX, Role.COMBOBOX, Role.SPINBUTTON))
_NUMBERS = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_HEXADECIMAL = re.compile(r"0x[0-9A-Fa-f]{1,8}").fullmatch
_ES_PASSWORD = 0x20  # https://learn.microsoft.com/windows/win32/controls/edit-control-styles
_STATE_PROTECTED = 0x20000000  # https://learn.microsoft.com/windows/win32/winauto/object-state-constants
_FAR = 2**31
_PARKED = re.compile(r"[^0-9]*-32000(?![0-9])").match  # where Windows puts minimised windows

# What a pattern's own attribute, if present and so valued, adds. Names: those of page sources.
_TELLING = frozenset(
    (
        "ToggleState", "ExpandCollapseState", "IsSelected", "SelectionItemIsSelected", "IsReadOnly", "ValueIsReadOnly",
        "Minimum", "Maximum", "RangeValue", "Value", "HorizontallyScrollable", "VerticallyScrollable", "HorizontalScrollPercent",
        "VerticalScrollPercent", "HorizontalViewSize", "VerticalViewSize",
        "IsInvokePatternAvailable", "IsTogglePatternAvailable", "IsExpandCollapsePatternAvailable",
        "IsSelectionItemPatternAvailable", "IsValuePatternAvailable", "IsRangeValuePatternAvailable", "IsScrollPatternAvailable",
        "CanSelectMultiple", "SelectionCanSelectMultiple",
    )
)  # fmt: skip
_QUIET = frozenset(("IsPassword", "IsRequiredForForm", "IsModal"))
_AVAILABLE: tuple[tuple[str, Affordance], ...] = (
    ("IsInvokePatternAvailable", "click"),
    ("IsTogglePatternAvailable", "toggle"),
    ("IsExpandCollapsePatternAvailable", "expand"),
    ("IsSelectionItemPatternAvailable", "select"),
    ("IsValuePatternAvailable", "set_value"),
    ("IsRangeValuePatternAvailable", "range"),
    ("IsScrollPatternAvailable", "scroll"),
)
# The same properties by their full names, `Value.IsReadOnly` or `ValueIsReadOnly`: pattern, its properties as we call them.
_FULL_NAMES = {
    pattern + full: name
    for pattern, names in {
        "Value": {"Value": "Value", "IsReadOnly": "ValueIsReadOnly"},
        "RangeValue": {"Value": "RangeValue", "Minimum": "Minimum", "Maximum": "Maximum"},
        "Toggle": {"ToggleState": "ToggleState"},
        "ExpandCollapse": {"ExpandCollapseState": "ExpandCollapseState"},
        "SelectionItem": {"IsSelected": "SelectionItemIsSelected"},
        "Window": {"IsModal": "IsModal", "WindowVisualState": "WindowVisualState"},
        "Scroll": {
            name: name
            for name in (
                "HorizontallyScrollable", "VerticallyScrollable", "HorizontalScrollPercent", "VerticalScrollPercent",
                "HorizontalViewSize", "VerticalViewSize",
            )
        },
    }.items()
    for full, name in names.items()
}  # fmt: skip


class _Type(Struct, frozen=True):
    """What a tag tells; `can` is what its nodes can do if they have no patterns, `can_focused` if they are focusable besides."""

    role: Role
    own: tuple[Affordance, ...]
    can: tuple[Affordance, ...]
    can_focused: tuple[Affordance, ...]

    @classmethod
    def of(cls, tag: str) -> _Type:
        name = tag if tag in CONTROL_TYPES else tag.removesuffix("Control")
        role, actionable = CONTROL_TYPES.get(name, (Role.GENERIC, False))
        own: tuple[Affordance, ...] = ("click", "expand") if name == "SplitButton" else OWN.get(role, ()) if actionable else ()
        return cls(role, own, merged(own, ()), merged(own, ("focus",)))


class _Names(Struct, frozen=True):
    """What the names of a node's attributes tell; equal for very many nodes of a dump."""

    short: Mapping[str, str]  # full names among them to those that we read
    has_telling: bool  # one of them says something of a pattern whatever its value
    has_quiet: bool  # one of them says something if it is true
    has_modal: bool
    has_corners: bool
    available: tuple[tuple[str, Affordance], ...]  # those of _AVAILABLE that are among them

    @classmethod
    def of(cls, names: tuple[str, ...]) -> _Names:
        short = {name: word for name in names if (word := _FULL_NAMES.get(name.replace(".", ""), name)) != name}
        read = {*names, *short.values()}
        return cls(
            short,
            not _TELLING.isdisjoint(read),
            not _QUIET.isdisjoint(read),
            "IsModal" in read,
            "BoundingRectangle" in read,
            tuple(pair for pair in _AVAILABLE if pair[0] in read),
        )


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    types: dict[str, _Type] = {}
    known_names: dict[tuple[str, ...], _Names] = {}
    foreground: list[int] = []
    grouping = Role.GROUP
    seen = [0]

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        found = types.get(tag) or types.setdefault(tag, _Type.of(tag))
        names = tuple(attrib)
        told = known_names.get(names) or known_names.setdefault(names, _Names.of(names))
        if told.short:
            attrib = {told.short.get(name, name): value for name, value in attrib.items()}
        get = attrib.get
        name, hint = get("Name"), get("HelpText")
        name = clean_line(name) if name else ""
        hint = clean_line(hint) if hint else ""
        if not name:
            name, hint = hint, ""
        elif hint == name:
            hint = ""
        role = found.role
        focusable = _BOOL.get(get("IsKeyboardFocusable", ""))
        plain = Node(
            role=role,
            name=name,
            hint=hint,
            bounds=_bounds(get),
            can=found.can_focused if focusable else found.can,
            offscreen=get("IsOffscreen") in _TRUE,
            clips=get("ClassName") in SCROLL_PANES,
            enabled=_BOOL.get(get("IsEnabled", "")),
            focusable=focusable,
            focused=True if get("HasKeyboardFocus") in _TRUE else None,
            identifier=get("AutomationId", ""),
            native_id=get("RuntimeId") or get("NativeWindowHandle") or "",
        )
        plain = _group(plain, get) if role is grouping else plain
        if get("IsForeground") in _TRUE:
            foreground.append(seen[0])
        seen[0] += 1
        if (
            role is Role.WINDOW
            or told.has_telling
            or (
                told.has_quiet
                and (
                    get("IsPassword") in _TRUE or get("IsRequiredForForm") in _TRUE or (told.has_modal and get("IsModal") in _TRUE)
                )
            )
        ):
            plain = _with_patterns(plain, found.own, told.available, get)
        return plain

    def finish(draft: Draft) -> None:
        if any(found.role is Role.SCROLLBAR for found in types.values()):
            _still_parts(draft)
        if any(told.has_corners for told in known_names.values()):
            _mend_boxes(draft)
        draft.heights = window_heights
        _head(draft, foreground)

    return XmlReading(node=node, finish=finish)


def _group(node: Node, get: Callable[[str], str | None]) -> Node:
    """The frame of a group box, a Win32 button by its class, lets the pointer through."""
    return replace(node, passive=True) if get("ClassName") == "Button" else node


def _with_patterns(
    node: Node, own: tuple[Affordance, ...], available: tuple[tuple[str, Affordance], ...], get: Callable[[str], str | None]
) -> Node:
    """The node with what its declared patterns say."""
    role = node.role
    is_button = role is Role.BUTTON
    toggled = TICKS.get((get("ToggleState") or "").lower())
    expanded = EXPANSIONS.get((get("ExpandCollapseState") or "").lower())
    selected = _BOOL.get(get("IsSelected") or get("SelectionItemIsSelected") or "")
    readonly = _BOOL.get(get("IsReadOnly") or get("ValueIsReadOnly") or "")
    minimum, maximum = _number(get("Minimum")), _number(get("Maximum"))
    scroll, scrollable = _scroll(get)
    declared: set[Affordance] = {word for name, word in available if get(name) in _TRUE}
    said: tuple[tuple[Affordance, object], ...] = (
        ("focus", node.focusable), ("toggle", toggled is not None), ("expand", expanded is not None),
        ("select", selected is not None), ("set_value", readonly is False), ("type", readonly is False and role in _TYPED),
        ("range", _is_ranged(role, minimum, maximum, get("RangeValue"))), ("scroll", scrollable),
    )  # fmt: skip
    declared |= {word for word, is_said in said if is_said}
    if readonly:
        own = () if role in _TYPED else own
        declared -= {"set_value", "type"}
    node = replace(
        node,
        can=merged(("click", "toggle") if toggled is not None and is_button else own, declared),
        modal=get("IsModal") in _TRUE,
        checked=None if is_button else toggled,
        pressed=toggled if is_button else None,
        selected=selected,
        expanded=expanded,
        readonly=readonly,
        multiselectable=_BOOL.get(get("CanSelectMultiple") or get("SelectionCanSelectMultiple") or ""),
        required=True if get("IsRequiredForForm") in _TRUE else None,
        minimum=minimum if role is not Role.SCROLLBAR else None,
        maximum=maximum if role is not Role.SCROLLBAR else None,
        scroll=scroll,
    )
    node = _with_value(node, get)
    return _minimized(node) if role is Role.WINDOW and _is_minimized(get) else node


def _is_ranged(role: Role, minimum: float | None, maximum: float | None, value: str | None) -> bool:
    if role is Role.PROGRESSBAR or role is Role.SCROLLBAR:
        return False
    return (minimum is not None and maximum is not None) or value is not None


def _with_value(node: Node, get: Callable[[str], str | None]) -> Node:
    """The node with what it holds; of a secret only whether there is any."""
    said = get("Value")
    value = clean_value(said if said is not None else get("RangeValue") or "")
    if _is_secret(node.role, get):
        return concealed(node, None if said is None else value)
    if value:
        return replace(node, name="" if node.name == value and node.role in _VALUE_IS_NAME else node.name, value=value)
    return replace(node, value=value) if node.role in _TYPED else node


def _is_secret(role: Role, get: Callable[[str], str | None]) -> bool:
    """What window handles and MSAA say counts as well: they know nothing of IsPassword."""
    if get("IsPassword") in _TRUE:
        return True
    is_edit = role is Role.TEXTBOX and "edit" in (get("ClassName") or "").lower()
    return is_edit and bool(_bits(get("Style")) & _ES_PASSWORD or _bits(get("MsaaState")) & _STATE_PROTECTED)


def _bits(text: str | None) -> int:
    return int(text, 16) if text and _HEXADECIMAL(text) else 0


def _is_minimized(get: Callable[[str], str | None]) -> bool:
    place = get("x") or get("BoundingRectangle") or ""
    return (get("WindowVisualState") or "").lower() in _MINIMIZED or _PARKED(place) is not None


def _minimized(node: Node) -> Node:
    return replace(node, bounds=None, offscreen=False, minimized=True)


def _still_parts(draft: Draft) -> None:
    """The parts of a scroll bar repeat its range; it is set on the bar."""
    end = 0
    for i, node in enumerate(draft.nodes):
        if i < end and "range" in node.can:
            draft.nodes[i] = replace(node, can=tuple(word for word in node.can if word != "range"))
        elif node.role is Role.SCROLLBAR:
            end = draft.ends[i]


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


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
    text = get("x")
    if text is None:
        text = get("BoundingRectangle")
        return _rectangle(text) if text else None
    try:
        x, y, width, height = int(text), int(get("y") or ""), int(get("width") or ""), int(get("height") or "")
    except ValueError:
        return _rectangle(f"{text},{get('y')},{get('width')},{get('height')}", as_size=True)
    return box(x, y, width, height) if -_FAR < x < _FAR and -_FAR < y < _FAR and width < _FAR and height < _FAR else None


def _rectangle(text: str, as_size: bool = False) -> Rect | None:
    """`left,top,right,bottom` in any brackets, or with the words Width and Height; None if it is no box."""
    numbers = [float(number) for number in _NUMBERS.findall(text[:200])]
    if len(numbers) != 4 or max(map(abs, numbers)) >= _FAR:
        return None
    left, top, right, bottom = numbers
    if as_size or "idth" in text:
        right, bottom = left + right, top + bottom
    x, y = math.floor(left), math.floor(top)
    return box(x, y, math.ceil(right) - x, math.ceil(bottom) - y)


def _mend_boxes(draft: Draft) -> None:
    """Some writers put width and height where left, top, right, bottom is meant: then parts stand in their wholes only so."""
    nodes = draft.nodes
    boxes = [node.bounds for node in nodes if node.bounds]
    odd = len([1 for bounds in boxes if bounds.width < 0 or bounds.height < 0])
    if not odd or odd * 4 < len(boxes):
        return
    sized = [node.bounds and _as_size(node.bounds) for node in nodes]
    as_corners = as_sizes = 0
    for i, parent in enumerate(draft.parents):
        inner, outer, inner_sized, outer_sized = nodes[i].bounds, nodes[parent].bounds, sized[i], sized[parent]
        if parent >= 0 and inner and outer and inner_sized and outer_sized:
            as_corners += outer.contains(inner) and not inner.width < 0 and not inner.height < 0
            as_sizes += outer_sized.contains(inner_sized)
    if as_sizes > as_corners:
        draft.warnings.append("Boxes end before they begin; their last two numbers were taken for width and height.")
        for i, bounds in enumerate(sized):
            nodes[i] = replace(nodes[i], bounds=bounds)


def _as_size(bounds: Rect) -> Rect:
    """The box whose third and fourth number were taken for its right and bottom edge."""
    return Rect(bounds.x, bounds.y, bounds.width + bounds.x, bounds.height + bounds.y)


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
    known = tag in CONTROL_TYPES or tag.removesuffix("Control") in CONTROL_TYPES
    return known and not _SIGNS.isdisjoint(attrib)


UIA = XmlFormat(
    "uia",
    "A",
    "Windows UI Automation: WinAppDriver and Appium page source, UIA XML",
    recognises=_recognises,
    start=start,
    topmost_first=True,
)
